// @ts-check
// The position editor: choose a piece, then squares. The worker reads the position; nothing is lost until Done.

/** @typedef {{ cells: string[], toMove: Side, undo: string[][] }} Draft  A position being set up. */

const Setup = {
  tools: Dom.get("setup-tools", HTMLElement),
  palette: Dom.get("palette", HTMLElement),
  verdict: Dom.get("setup-verdict", HTMLElement),
  mirror: Dom.get("setup-mirror", HTMLInputElement),
  side: Dom.get("setup-side", HTMLSelectElement),
  /** What a click puts down: a letter, or `.` to take away. */
  brush: ".",
  /** The palette's game. @type {wasm_bindgen.GameView | null} */
  built: null,
  /** Of the palette's pictures. */
  edition: 0,
  check: 0,
  /** Whether the position can be played. */
  good: false,

  init() {
    View.add(Setup.show);
    Dom.button("setup-done").addEventListener("click", Setup.done);
    Dom.button("setup-cancel").addEventListener("click", () => Setup.end("Set-up cancelled."));
    Dom.button("setup-undo").addEventListener("click", Setup.undo);
    Dom.button("setup-clear").addEventListener("click", () => Setup.change((cells) => cells.fill("."), "Board cleared."));
    Dom.button("setup-start").addEventListener("click", () => Setup.change((cells) => cells.splice(0, cells.length, ...(State.game?.cells ?? "")), "Start position."));
    Setup.side.addEventListener("change", () => {
      if (!State.setup) return;
      State.setup.toMove = Setup.side.value === "black" ? "black" : "white";
      Setup.judge();
    });
    Setup.palette.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) Setup.take(button.dataset.letter ?? ".");
    });
  },

  begin() {
    const { game, board } = State;
    if (!game || !board || State.watched || State.setup) return;
    clearTimeout(Game.timer);
    Linked.unpin();
    Linked.choose(null);
    State.selected = null;
    State.setup = { cells: [...board.cells], toMove: board.toMove, undo: [] };
    Motion.stop();
    Setup.side.value = board.toMove;
    Setup.take(game.pieces[0]?.letter ?? ".", false);
    Setup.judge();
    Status.speak("Set up a position: choose a piece below the board, then squares. Or type a piece's letter on a square; Delete removes a piece.");
    View.refresh();
  },

  /** The next clicks put this down. @param {string} letter @param {boolean} [aloud] */
  take(letter, aloud = true) {
    Setup.brush = letter;
    if (aloud) Status.speak(letter === "." ? "Removing pieces." : `Placing ${Pieces.describe(letter)}.`);
    View.refresh();
  },

  /** A square was clicked, tapped or entered. @param {number} square */
  put(square) {
    // A second click with the same piece takes it away again.
    Setup.place(square, State.setup?.cells[square] === Setup.brush ? "." : Setup.brush);
  },

  /** @param {number} square @param {string} letter */
  place(square, letter) {
    const what = letter === "." ? "empty" : Pieces.describe(letter);
    Setup.change((cells) => {
      cells[square] = letter;
      if (!Setup.mirror.checked) return;
      const { width, height } = Board.size();
      const opposite = (height - 1 - Math.floor(square / width)) * width + (square % width);
      const twin = Setup.twin(letter);
      if (twin && opposite !== square) cells[opposite] = twin;
    }, `${State.nameOf(square)}, ${what}.`);
  },

  /** The other side's piece of this kind, if the game has one. @param {string} letter */
  twin(letter) {
    if (letter === ".") return letter;
    const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
    return State.game?.pieces.find((piece) => piece.letter === other)?.letter;
  },

  /** @param {(cells: string[]) => void} act @param {string} words */
  change(act, words) {
    const draft = State.setup;
    if (!draft) return;
    const before = [...draft.cells];
    act(draft.cells);
    if (before.join("") !== draft.cells.join("")) draft.undo.push(before);
    Status.speak(words);
    Setup.judge();
    View.refresh();
  },

  undo() {
    const draft = State.setup;
    const before = draft?.undo.pop();
    if (!draft || !before) return;
    draft.cells = before;
    Status.speak("Undone.");
    Setup.judge();
    View.refresh();
  },

  /** The position as the worker reads it. @param {Draft} draft */
  text({ cells, toMove }) {
    const { width, height } = Board.size();
    const rows = Array.from({ length: height }, (_, row) => cells.slice((height - 1 - row) * width, (height - row) * width).join(""));
    return `${rows.join("/")} ${toMove === "white" ? "w" : "b"} 0`;
  },

  /** Asks whether this can be played. */
  async judge() {
    const draft = State.setup;
    if (!draft) return;
    const check = ++Setup.check;
    const reply = await Game.engine.ask({ type: "paste", text: Setup.text(draft) });
    if (check !== Setup.check || State.setup !== draft) return;
    Setup.good = reply.type === "pasted";
    Dom.say(Setup.verdict, reply.type === "failed" ? reply.message.replace(/^Position: (.)/, (_, first) => first.toUpperCase()) : "");
    Controls.enable("setup-done", Setup.good);
  },

  async done() {
    const draft = State.setup;
    if (!draft) return;
    await Setup.judge();
    if (!Setup.good) return Status.speak(Setup.verdict.textContent || "This position cannot be played.");
    const reply = await Game.setUp({ start: Setup.text(draft) });
    if (reply.type === "board") {
      State.paused = false;
      Status.speak("Position set.");
      Game.wake();
      Grid.cursorTo(State.cursor);
    } else Game.trouble(reply);
    View.refresh();
  },

  /** @param {string} words */
  end(words) {
    State.setup = null;
    Status.speak(words);
    Game.wake();
    View.refresh();
    Dom.button("set-up").focus();
  },

  /** A key on a square: a letter puts that piece there. @param {KeyboardEvent} event @returns {boolean} whether it was one of ours */
  key({ key }) {
    if (key === "Delete" || key === "Backspace") Setup.place(State.cursor, ".");
    else if (key === "Escape") Setup.take(".");
    else if (State.game?.pieces.some((piece) => piece.letter === key)) Setup.place(State.cursor, key);
    else return false;
    return true;
  },

  show() {
    const draft = State.setup;
    const visible = !!draft && !State.watched;
    const turned = Setup.tools.hidden === visible;
    Setup.tools.hidden = !visible;
    Dom.get("play-tools", HTMLElement).classList.toggle("away", visible);
    if (!visible || !State.game) return turned ? Setup.fit() : undefined;
    Controls.enable("setup-undo", !!draft?.undo.length);
    if (Setup.built !== State.game) Setup.build(State.game);
    if (Setup.edition !== Pieces.edition) Setup.redraw();
    for (const button of Setup.palette.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.letter === Setup.brush));
    if (turned) Setup.fit();
  },

  /** The board makes room for the tools below it. */
  fit() {
    if (Board.measure()) Board.paint();
  },

  /** White's pieces, Black's, and a way to take them away. @param {wasm_bindgen.GameView} game */
  build(game) {
    Setup.built = game;
    const side = (/** @type {Side} */ owner) => game.pieces.filter((piece) => piece.side === owner).map((piece) => piece.letter);
    const rows = [side("white"), [...side("black"), "."]];
    Setup.palette.replaceChildren(...rows.map((letters) => Dom.make("div", {}, ...letters.map(Setup.sample))));
    Setup.edition = Pieces.edition;
  },

  /** In other colours; the buttons stay, and with them the keyboard's place. */
  redraw() {
    Setup.edition = Pieces.edition;
    for (const button of Setup.palette.querySelectorAll("button")) button.querySelector("canvas")?.replaceWith(Setup.picture(button.dataset.letter ?? "."));
  },

  /** @param {string} letter */
  sample(letter) {
    const button = Dom.make("button", { type: "button" });
    button.dataset.letter = letter;
    button.setAttribute("aria-label", letter === "." ? "Remove" : Pieces.describe(letter));
    button.title = letter === "." ? "Remove (Delete)" : `${Pieces.describe(letter)} (${letter})`;
    if (letter === ".") button.textContent = "×";
    else button.append(Setup.picture(letter));
    return button;
  },

  /** @param {string} letter */
  picture(letter) {
    const size = Math.round(32 * (devicePixelRatio || 1));
    const canvas = Dom.make("canvas", { width: size, height: size });
    canvas.setAttribute("aria-hidden", "true");
    canvas.getContext("2d")?.drawImage(Pieces.picture(letter, size), 0, 0);
    return canvas;
  },
};

Setup.init();
