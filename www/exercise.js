// @ts-check
// "Mark every move this piece can make": the worker finds positions, the visitor marks squares, the page compares.

const Exercise = {
  dialog: Dom.get("exercise", HTMLDialogElement),
  canvas: Dom.get("exercise-canvas", HTMLCanvasElement),
  space: Dom.get("exercise-space", HTMLElement),
  grid: Dom.get("exercise-grid", HTMLElement),
  box: Dom.get("exercise-board", HTMLElement),
  verdict: Dom.get("exercise-verdict", HTMLElement),
  /** @type {wasm_bindgen.ExerciseView | null} */
  task: null,
  /** By square. @type {HTMLElement[]} */
  cells: [],
  /** Of the board that the task is about, whatever game is on the table by now. */
  size: Board.size(),
  shape: "",
  cursor: 0,
  /** @type {Set<number>} */
  marks: new Set(),
  /** Whether the answer is shown. */
  checked: false,
  /** The piece to ask about; any, if undefined. @type {string | undefined} */
  letter: undefined,
  count: 5,
  seed: 1,
  /** A position of the teacher's own, and the square of the piece. @type {{ start?: string, square: string } | null} */
  fixed: null,
  /** One number from 0 to 1 for each exercise done. @type {number[]} */
  scores: [],
  request: 0,

  init() {
    Dom.button("exercise-check").addEventListener("click", () => (Exercise.checked ? Exercise.next() : Exercise.check()));
    Exercise.grid.addEventListener("keydown", Exercise.onKey);
    Exercise.grid.addEventListener("click", (event) => {
      const square = Grid.squareOf(event.target);
      if (square !== null) Exercise.toggle(square);
    });
    new ResizeObserver(Exercise.draw).observe(Exercise.space);
    addEventListener("resize", Exercise.draw);
    Theme.sheet.addEventListener("load", Exercise.draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => requestAnimationFrame(Exercise.draw));
  },

  /** A frame that is nothing but an exercise. */
  fromAddress() {
    const { params, number } = Embedding;
    Exercise.letter = params.get("piece") || undefined;
    Exercise.count = number("count", 1, 50) ?? 5;
    const square = params.get("square");
    if (square) Exercise.fixed = { start: Embedding.where().start, square };
    if (square) Exercise.count = 1;
    return Exercise.begin(number("seed", 0, 2 ** 32 - 1) ?? Game.engine.freshSeed());
  },

  /** @param {number} seed */
  async begin(seed) {
    if (!State.game) return;
    Exercise.seed = seed;
    Exercise.scores = [];
    if (!Exercise.dialog.open) {
      if (Embedding.on && Embedding.mode === "exercise") Exercise.dialog.show();
      else Exercise.dialog.showModal();
    }
    await Exercise.next();
  },

  async next() {
    if (Exercise.scores.length >= Exercise.count) return Exercise.begin((Exercise.seed + 1000) % 2 ** 32);
    const request = ++Exercise.request;
    const reply = await Exercise.find();
    if (request !== Exercise.request) return;
    if (typeof reply === "string") {
      Exercise.task = null;
      Dom.say(Dom.get("exercise-task", HTMLElement), "There is no exercise here.");
      Dom.say(Exercise.verdict, reply);
      Messages.tell("error", { message: reply });
    } else {
      Exercise.task = reply;
      Exercise.size = Board.size();
      Exercise.cursor = reply.square;
      const name = State.nameOf(reply.square);
      Dom.say(Dom.get("exercise-task", HTMLElement), `Mark every square that the ${Pieces.describe(reply.letter)} on ${name} can move to.`);
      Dom.say(Exercise.verdict, "Click squares, or use the arrow keys and Enter. Then press Check.");
    }
    Exercise.marks = new Set();
    Exercise.checked = false;
    Exercise.show();
    Exercise.cells[Exercise.cursor]?.focus({ preventScroll: true });
  },

  /** @returns {Promise<wasm_bindgen.ExerciseView | string>} the task, or why there is none */
  async find() {
    const { fixed, letter } = Exercise;
    if (!fixed) {
      const seed = (Exercise.seed + Exercise.scores.length) % 2 ** 32;
      const reply = await Game.engine.ask({ type: "exercise", seed, letter });
      return reply.type === "exercise" ? reply.exercise : reply.type === "failed" ? reply.message : "";
    }
    const reply = await Game.engine.ask({ type: "show", start: fixed.start, moves: Embedding.where().moves ?? [] });
    if (reply.type !== "board") return reply.type === "failed" ? reply.message : "";
    const { cells, position, legal } = reply.board;
    const square = [...cells].findIndex((_, each) => State.nameOf(each) === fixed.square);
    const answer = legal.filter((move) => move.from === square).map((move) => move.to);
    if (!answer.length) return `No piece that can move now stands on ${fixed.square}.`;
    return { position, cells, square, letter: cells[square], answer };
  },

  /** @param {number} square */
  toggle(square) {
    Exercise.go(square);
    if (Exercise.checked || !Exercise.task || square === Exercise.task.square) return;
    if (!Exercise.marks.delete(square)) Exercise.marks.add(square);
    Exercise.show();
  },

  check() {
    const { task, marks } = Exercise;
    if (!task) return;
    const answer = new Set(task.answer);
    const right = [...marks].filter((square) => answer.has(square));
    const wrong = [...marks].filter((square) => !answer.has(square));
    const missed = task.answer.filter((square) => !marks.has(square));
    const score = right.length / (right.length + wrong.length + missed.length);
    Exercise.checked = true;
    Exercise.scores.push(score);
    const names = (/** @type {number[]} */ squares) => squares.map(State.nameOf).join(", ");
    const words = [score === 1 ? `All ${right.length} right.` : `${right.length} right.`];
    if (missed.length) words.push(`Missed: ${names(missed)}.`);
    if (wrong.length) words.push(`Wrong: ${names(wrong)}.`);
    const rule = State.game?.pieces.find((piece) => piece.letter === task.letter)?.sentence;
    if (score < 1 && rule) words.push(`The rule: ${rule}`);
    Dom.say(Exercise.verdict, words.join(" "));
    Messages.tell("answer", { number: Exercise.scores.length, of: Exercise.count, score, position: task.position, square: State.nameOf(task.square), right: right.map(State.nameOf), wrong: wrong.map(State.nameOf), missed: missed.map(State.nameOf) });
    if (Exercise.scores.length >= Exercise.count) Exercise.finish();
    Exercise.show();
  },

  finish() {
    const score = Exercise.average();
    const perfect = Exercise.scores.filter((each) => each === 1).length;
    Messages.tell("complete", { score, count: Exercise.count, perfect, scores: Exercise.scores, seed: Exercise.seed });
    Dom.say(Exercise.verdict, `${Exercise.verdict.textContent} That was the last one: ${perfect} of ${Exercise.count} fully correct, ${Math.round(score * 100)} %.`);
  },

  average: () => Exercise.scores.reduce((sum, each) => sum + each, 0) / Math.max(1, Exercise.scores.length),

  // ---- the board ----

  show() {
    const { task } = Exercise;
    const done = Exercise.scores.length >= Exercise.count;
    Dom.say(Dom.button("exercise-check"), !Exercise.checked ? "Check" : done ? "Try again" : "Next");
    Dom.button("exercise-check").disabled = !task;
    const number = Math.min(Exercise.count, Exercise.scores.length + (Exercise.checked ? 0 : 1));
    Dom.say(Dom.get("exercise-score", HTMLElement), `${number} of ${Exercise.count}${Exercise.scores.length ? `, ${Math.round(Exercise.average() * 100)} % so far` : ""}`);
    Exercise.build();
    Exercise.cells.forEach((cell, square) => {
      const letter = task?.cells[square] ?? ".";
      const words = [State.nameOf(square), letter === "." ? "empty" : Pieces.describe(letter)];
      const mark = Exercise.markOf(square);
      if (square === task?.square) words.push("the piece to move");
      else if (mark) words.push(mark);
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-selected", String(Exercise.marks.has(square)));
      cell.tabIndex = square === Exercise.cursor ? 0 : -1;
    });
    Exercise.draw();
  },

  /** @param {number} square @returns {"" | "marked" | "right" | "missed" | "wrong"} */
  markOf(square) {
    const marked = Exercise.marks.has(square);
    if (!Exercise.checked) return marked ? "marked" : "";
    const answer = Exercise.task?.answer.includes(square);
    return answer ? (marked ? "right" : "missed") : marked ? "wrong" : "";
  },

  build() {
    const { width, height } = Exercise.size;
    if (Exercise.shape === `${width}x${height}`) return;
    Exercise.shape = `${width}x${height}`;
    Exercise.cells = Grid.fill(Exercise.grid, { width, height });
    for (const cell of Exercise.cells) cell.classList.add("target");
  },

  /** @param {number} square */
  go(square) {
    const before = Exercise.cells[Exercise.cursor];
    if (before) before.tabIndex = -1;
    Exercise.cursor = square;
    Exercise.cells[square].tabIndex = 0;
    Exercise.cells[square].focus({ preventScroll: true });
  },

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = Grid.way(event.key, Exercise.cursor, Exercise.size);
    if (to !== undefined) Exercise.go(to);
    else if (event.key === "Enter" || event.key === " ") Exercise.toggle(Exercise.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  /** As for the big board. */
  wanted() {
    const { width, height } = Board.size();
    const side = Math.max(24, Math.floor(Math.min((Exercise.space.clientWidth - 16) / width, 560 / height, 72)));
    return { box: Exercise.box, side, width: 16 + side * width, height: 16 + side * height };
  },

  draw() {
    const { task, canvas } = Exercise;
    const context = canvas.getContext("2d");
    const room = Exercise.space.clientWidth;
    if (!context || !task || !room) return;
    const { width, height } = Exercise.size;
    const ratio = devicePixelRatio || 1;
    const margin = 16;
    const fits = Math.max(260, innerHeight - 320);
    const down = Embedding.alone() ? Embedding.fit(fits, Exercise.wanted().side * height) : fits;
    const side = Math.min((room - margin) / width, down / height, 72);
    const square = Math.max(Math.ceil(24 * ratio), Math.floor(side * ratio));
    const left = Math.round(margin * ratio);
    const [w, h] = [left + square * width, left + square * height];
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    Object.assign(Exercise.box.style, { width: `${w / ratio}px`, height: `${h / ratio}px` });
    Object.assign(Exercise.grid.style, { left: `${left / ratio}px`, width: `${(square * width) / ratio}px`, height: `${(square * height) / ratio}px` });
    /** @type {Sheet} */
    const sheet = { context, width, height, square, left, flipped: false };
    context.clearRect(0, 0, w, h);
    Paint.squares(sheet);
    Paint.coordinates(sheet, Math.round(11 * ratio));
    Paint.tint(sheet, task.square, Theme.colours.pick);
    Paint.frame(sheet, task.square, Theme.colours.mark);
    Paint.pieces(sheet, task.cells);
    for (let at = 0; at < width * height; at++) Exercise.mark(sheet, at, Exercise.markOf(at));
  },

  /** A disc for a mark; when checked a tick for right, a cross for wrong, an empty ring for missed. @param {Sheet} sheet @param {number} at @param {string} kind */
  mark(sheet, at, kind) {
    if (!kind) return;
    const { context, square } = sheet;
    const [x, y] = Paint.corner(sheet, at);
    const style = getComputedStyle(Exercise.dialog);
    const colour = kind === "wrong" || kind === "missed" ? style.getPropertyValue("--wrong") : Theme.colours.mark;
    context.save();
    context.translate(x + square / 2, y + square / 2);
    context.scale(square / 100, square / 100);
    // A piece stays to be seen: its mark sits in the corner.
    if (Exercise.task?.cells[at] !== "." && kind !== "missed") {
      context.translate(29, 29);
      context.scale(0.66, 0.66);
    }
    context.lineWidth = 9;
    context.lineCap = context.lineJoin = "round";
    context.strokeStyle = colour;
    context.fillStyle = style.getPropertyValue("--card");
    context.beginPath();
    context.arc(0, 0, kind === "missed" ? 40 : 27, 0, 7);
    if (kind === "missed") {
      // Around a piece, not over it; the light line lets it stand off a dark one.
      context.strokeStyle = style.getPropertyValue("--card");
      context.lineWidth = 13;
      context.stroke();
      context.strokeStyle = colour;
      context.lineWidth = 9;
      context.setLineDash([14, 14]);
    } else context.fill();
    context.stroke();
    context.beginPath();
    if (kind === "right") context.stroke(new Path2D("M-12 1 -3 11 13 -10"));
    else if (kind === "wrong") context.stroke(new Path2D("M-10-10 10 10M10-10-10 10"));
    else if (kind === "marked") {
      context.arc(0, 0, 12, 0, 7);
      context.fillStyle = colour;
      context.fill();
    }
    context.restore();
  },
};

Exercise.init();
