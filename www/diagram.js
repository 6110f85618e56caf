// @ts-check
// A small board with one piece in the middle: where it may go by what was learned, and how that changes when something is in its way.

const Diagram = {
  box: Dom.get("diagram-box", HTMLDetailsElement),
  frame: Dom.get("diagram-frame", HTMLElement),
  board: Dom.get("diagram-board", HTMLElement),
  canvas: Dom.get("diagram-canvas", HTMLCanvasElement),
  grid: Dom.get("diagram-grid", HTMLElement),
  conjure: Dom.get("conjure", HTMLSelectElement),
  /** By square. @type {HTMLElement[]} */
  cells: [],
  made: { width: 8, height: 8 },
  /** How wide its frame is, once it has come near the window: until then there is nothing to draw. */
  room: 0,
  /** The board it was made for, and its colours and pictures. */
  shape: "",
  letter: "",
  /** Where the piece stands. */
  from: 0,
  /** What the visitor has put there. @type {Map<number, "enemy" | "own">} */
  placed: new Map(),
  /** Under the pointer, or where the keyboard is. @type {number | null} */
  hover: null,
  /** Where it was last: what was conjured up there stays as long as the path that needs it. @type {number | null} */
  kept: null,
  cursor: 0,
  /** @type {Sheet | null} */
  sheet: null,
  /** Of the pictures in it. */
  edition: 0,

  init() {
    View.add(Diagram.show);
    const { grid } = Diagram;
    grid.addEventListener("pointermove", (event) => event.pointerType === "mouse" && Diagram.point(Grid.squareOf(event.target)));
    grid.addEventListener("pointerleave", () => Diagram.point(null));
    grid.addEventListener("focusin", (event) => {
      const square = Grid.squareOf(event.target);
      if (square === null) return;
      Diagram.cursorTo(square);
      if (event.target instanceof Element && event.target.matches(":focus-visible")) Diagram.point(square);
    });
    grid.addEventListener("focusout", () => Diagram.point(null));
    grid.addEventListener("click", (event) => Diagram.touch(Grid.squareOf(event.target)));
    grid.addEventListener("keydown", Diagram.onKey);
    Diagram.conjure.addEventListener("change", () => View.refresh());
    Dom.button("diagram-clear").addEventListener("click", () => {
      Diagram.placed.clear();
      Diagram.kept = null;
      Linked.choose(null);
      View.refresh();
    });
    Diagram.box.addEventListener("toggle", () => View.refresh());
    new ResizeObserver(([{ contentRect }]) => {
      if (!Diagram.room) View.refresh();
      Diagram.room = contentRect.width;
      if (Diagram.shape) Diagram.measure();
    }).observe(Diagram.frame);
  },

  /** Of the board that its cells were made for, which is the one that is seen and pointed at. */
  size: () => Diagram.made,

  show() {
    if (!Linked.active() || !Diagram.box.open || !Diagram.room || !Learned.letter) return Linked.small.forget();
    const { width, height } = Watch.game ?? { width: 8, height: 8 };
    const shape = `${width}x${height} ${Watch.game?.name}`;
    if (shape !== Diagram.shape) {
      Diagram.shape = shape;
      Diagram.placed.clear();
      Diagram.hover = Diagram.kept = null;
      Diagram.made = { width, height };
      Diagram.cursor = Diagram.from = Math.floor(height / 2) * width + Math.floor((width - 1) / 2);
      Diagram.build();
    }
    if (Diagram.letter !== Learned.letter) {
      Diagram.letter = Learned.letter;
      Diagram.grid.setAttribute("aria-label", `Move diagram: ${Pieces.describe(Diagram.letter)} on ${State.nameOf(Diagram.from)}`);
    }
    Controls.enable("diagram-clear", Diagram.placed.size > 0 || Diagram.spot() !== null);
    Linked.small.want(Diagram.letter, Diagram.position());
    Diagram.label();
    Diagram.paint();
  },

  build() {
    Diagram.cells = Grid.fill(Diagram.grid, Diagram.size());
    Diagram.cells[Diagram.cursor].tabIndex = 0;
    Diagram.measure();
  },

  /** Squares of at least 24 pixels; a wide board scrolls in its frame. */
  measure() {
    const { width, height } = Diagram.size();
    const context = Diagram.canvas.getContext("2d");
    if (!Diagram.room || !context) return;
    const side = Math.max(24, Math.min(32, Math.floor(Diagram.room / width)));
    const square = Math.round(side * (devicePixelRatio || 1));
    Diagram.sheet = { context, width, height, square, left: 0, flipped: false };
    Diagram.canvas.width = square * width;
    Diagram.canvas.height = square * height;
    Diagram.board.classList.toggle("wide", width > 10);
    Diagram.board.style.width = `${side * width}px`;
    Diagram.board.style.height = `${side * height}px`;
    Diagram.paint();
  },

  /** The commonest letter of a side, and not the piece's own if there is another. @param {boolean} own */
  standIn(own) {
    const side = State.sideOf(Diagram.letter);
    const pieces = (Watch.game?.pieces ?? []).filter((piece) => (piece.side === side) === own);
    const others = pieces.filter((piece) => piece.letter !== Diagram.letter);
    const [first] = (others.length ? others : pieces).sort((a, b) => b.count - a.count);
    return first?.letter ?? (own ? Diagram.letter : side === "white" ? "x" : "X");
  },

  /** The square on which something is conjured up. */
  spot: () => Diagram.hover ?? (Linked.chosen?.look === Linked.small ? Diagram.kept : null),

  /** What stands where, with what the pointer conjures up. */
  position() {
    const { width, height } = Diagram.size();
    const cells = Array(width * height).fill(".");
    const put = (/** @type {number} */ at, /** @type {string} */ what) => {
      if (what) cells[at] = Diagram.standIn(what === "own");
    };
    for (const [at, what] of Diagram.placed) put(at, what);
    const spot = Diagram.spot();
    if (spot !== null && !Diagram.placed.has(spot)) put(spot, Diagram.conjure.value);
    cells[Diagram.from] = Diagram.letter;
    return cells.join("");
  },

  /** @param {number | null} square */
  point(square) {
    if (square === Diagram.hover || !Linked.active()) return;
    if (square === null) {
      // The path stays lit, so that one can step through it, unless the game goes on.
      Diagram.kept = Diagram.hover;
      Diagram.hover = null;
      Linked.release();
      return View.refresh();
    }
    Diagram.hover = square;
    Linked.small.want(Diagram.letter, Diagram.position());
    Diagram.onPaths();
    Diagram.paint();
  },

  /** Lights the path to the square under the pointer. */
  onPaths() {
    const { hover } = Diagram;
    if (hover !== null && Linked.small.seen?.cells === Diagram.position()) {
      const path = Linked.pathsOf(Linked.small).find(({ squares }) => squares.at(-1) === hover);
      if (path) Linked.choose(Linked.small, path);
      else if (Linked.chosen?.look !== Linked.big) Linked.choose(null);
    }
  },

  /** Puts an opponent's piece on a square, then one's own, then takes it away. @param {number | null} square */
  touch(square) {
    if (square === null || square === Diagram.from) return;
    const now = Diagram.placed.get(square);
    if (!now) Diagram.placed.set(square, "enemy");
    else if (now === "enemy") Diagram.placed.set(square, "own");
    else Diagram.placed.delete(square);
    const what = Diagram.placed.get(square);
    Status.speak(`${State.nameOf(square)}: ${what === "enemy" ? "an opponent's piece" : what === "own" ? "a piece of its own side" : "empty"}.`);
    // A finger points only while it taps.
    Diagram.point(square);
    View.refresh();
  },

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = Grid.way(event.key, Diagram.cursor, Diagram.size());
    if (to !== undefined) Diagram.cells[to].focus();
    else if (event.key === "Enter" || event.key === " ") Diagram.touch(Diagram.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  /** @param {number} square */
  cursorTo(square) {
    Diagram.cells[Diagram.cursor].tabIndex = -1;
    Diagram.cursor = square;
    Diagram.cells[square].tabIndex = 0;
  },

  label() {
    const position = Diagram.position();
    const paths = new Map(Linked.pathsOf(Linked.small).map((path) => [path.squares[path.squares.length - 1], path]));
    Diagram.cells.forEach((cell, square) => {
      const letter = position[square];
      const path = paths.get(square);
      const words = [State.nameOf(square), letter === "." ? "empty" : Pieces.describe(letter)];
      if (path) words.push(!Truth.comparing() || path.verdict === "agreed" ? (letter === "." ? "can go here" : "can capture here") : path.verdict);
      const label = words.join(", ");
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    });
  },

  paint() {
    const { sheet } = Diagram;
    if (!sheet || !Diagram.letter || !Diagram.box.open || !Linked.active()) return;
    Diagram.edition = Pieces.edition;
    const { chosen, edge, small } = Linked;
    const position = Diagram.position();
    sheet.context.clearRect(0, 0, Diagram.canvas.width, Diagram.canvas.height);
    Paint.squares(sheet);
    const spot = Diagram.spot();
    const ghost = spot !== null && spot !== Diagram.from && !Diagram.placed.has(spot) && position[spot] !== "." ? spot : null;
    Paint.pieces(sheet, position, (at) => at === ghost);
    if (ghost !== null) Paint.piece(sheet, position[ghost], ...Paint.corner(sheet, ghost), 0.6);
    Marks.moves(sheet, small.seen?.cells ?? position, Linked.pathsOf(small), chosen?.look === small ? chosen : null);
    if (edge) Marks.edge(sheet, Linked.uses(Linked.pathsOf(small), edge));
    else if (chosen?.look === small) Marks.path(sheet, chosen.letter, chosen.path, chosen.step);
  },
};
