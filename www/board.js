// @ts-check
// The big board: how large it is, and what is on it.

const Board = {
  canvas: Dom.get("canvas", HTMLCanvasElement),
  space: Dom.get("board-space", HTMLElement),
  /** The board and the bar beside it. */
  row: Dom.get("board-row", HTMLElement),
  element: Dom.get("board", HTMLElement),
  /** @type {Sheet | null} */
  sheet: null,
  /** The margin for coordinates, in CSS pixels. */
  margin: 18,
  /** Below this a square is too small for a finger; the board then scrolls sideways in its frame. */
  smallest: 24,
  largest: 110,
  /** However low the window, a board of at least this height; and room for the buttons below it. */
  lowest: 240,
  below: 62,

  init() {
    // Setting a canvas's size wipes it: draw at once, not in the next frame, or the board flickers. The first time there is nothing to wipe.
    const fit = () => {
      const first = !Board.sheet;
      if (Board.measure()) first ? View.repaint() : Board.paint();
    };
    new ResizeObserver(fit).observe(Board.row);
    addEventListener("resize", fit);
  },

  /**
   * Another game on the table, or none. The cells change with it at once, not in the next frame: until then a key or a pointer
   * would find the squares of one board on the other. What was held or pointed at there is let go.
   * @param {Card | null} card
   */
  put(card) {
    State.card = card;
    State.cursor = 0;
    State.selected = State.hover = null;
    State.highlights = [];
    Pointer.cancel();
    Grid.fit();
  },

  /** Columns and rows; an empty board of eight by eight when no game is on the table. */
  size: () => ({ width: State.card?.width ?? 8, height: State.card?.height ?? 8 }),

  /** On a phone, what is learned from a watched game is seen below it. In CSS pixels. */
  beside: () => (WatchPanel.narrow.matches && Watch.tabOpen() && !Embedding.on ? 310 : 0),

  /** Chooses the size of a square, in whole device pixels so that edges are crisp. @returns {boolean} whether it changed */
  measure() {
    const { width, height } = Board.size();
    const ratio = devicePixelRatio || 1;
    const room = Board.row.clientWidth - 2 - EvalBar.width(Board.row.clientWidth);
    Board.margin = room < 360 ? 13 : 18;
    const across = (room - Board.margin) / width;
    // So low that the buttons below it are seen too. Messages above come and go; the board does not change for them.
    // Where the table sticks to the window, places inside it are counted from its own top.
    const table = Board.row.parentElement;
    const from = table && Board.space.offsetParent === table ? (table.parentElement?.offsetTop ?? 0) : 0;
    const above = from + Board.space.offsetTop - Notice.element.offsetHeight;
    const below = Board.beside() + Math.max(Board.below, Dom.get("setup-tools", HTMLElement).offsetHeight + 16, Dom.get("play-tools", HTMLElement).offsetHeight + 16);
    const fits = Math.max(innerHeight - above - Board.margin - below, Board.lowest);
    const down = (Embedding.on ? Embedding.fit(fits, Board.wanted().side * height) : fits) / height;
    const fitting = Math.min(across, down, Board.largest);
    const square = Math.max(Math.ceil(Board.smallest * ratio), Math.floor(fitting * ratio));
    const context = Board.canvas.getContext("2d");
    if (!context) return false;
    const left = Math.round(Board.margin * ratio);
    const before = Board.sheet;
    Board.sheet = { context, width, height, square, left, flipped: State.flipped };
    if (before?.square === square && before.width === width && before.height === height && before.left === left) return false;
    Pieces.forget();
    Board.canvas.width = left + square * width;
    Board.canvas.height = left + square * height;
    Board.element.style.width = `${Board.canvas.width / ratio}px`;
    Board.element.style.height = `${Board.canvas.height / ratio}px`;
    Board.row.parentElement?.style.setProperty("--board-width", Board.element.style.width);
    const grid = Grid.element.style;
    grid.left = `${left / ratio}px`;
    grid.width = `${(square * width) / ratio}px`;
    grid.height = `${(square * height) / ratio}px`;
    return true;
  },

  /** The board that a frame asks room for: as wide as the frame allows, to a limit, and however high the frame is now. */
  wanted() {
    const { width, height } = Board.size();
    const room = Board.row.clientWidth - 2 - EvalBar.width(Board.row.clientWidth);
    const margin = room < 360 ? 13 : 18;
    const side = Math.max(Board.smallest, Math.floor(Math.min((room - margin) / width, Embedding.tallest() / height, Board.largest)));
    return { box: Board.element, side, width: margin + side * width, height: margin + side * height };
  },

  /** @param {number} clientX @param {number} clientY @returns {number | null} */
  squareAt(clientX, clientY) {
    const { width, height, flipped } = Grid;
    const box = Grid.element.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * width);
    const row = Math.floor(((clientY - box.top) / box.height) * height);
    // Written so that a board out of sight, which has no size to divide by, has no squares either.
    if (!(column >= 0 && row >= 0 && column < width && row < height)) return null;
    return flipped ? row * width + (width - 1 - column) : (height - 1 - row) * width + column;
  },

  paint() {
    const { width, height } = Board.size();
    if (Board.sheet?.width !== width || Board.sheet.height !== height) Board.measure();
    const sheet = Board.sheet;
    if (!sheet) return;
    sheet.flipped = State.flipped;
    sheet.context.clearRect(0, 0, Board.canvas.width, Board.canvas.height);
    Paint.squares(sheet);
    Paint.coordinates(sheet, Math.round(Math.min(12, Board.margin * 0.68) * (devicePixelRatio || 1)));
    Board.paintMarks(sheet);
    Scene.tint(sheet);
    Board.paintPieces(sheet);
    Scene.paint(sheet);
    Board.paintTargets(sheet);
    Arrows.paint(sheet);
    Linked.paint(sheet);
    Board.paintDragged(sheet);
  },

  /** @param {Sheet} sheet */
  paintMarks(sheet) {
    const last = State.lastMove();
    if (last) {
      Paint.tint(sheet, last.from, Theme.colours.last);
      Paint.tint(sheet, last.to, Theme.colours.last);
      Paint.frame(sheet, last.to, Theme.colours.last);
    }
    for (const square of State.highlights) {
      Paint.tint(sheet, square, Theme.colours.pick);
      Paint.frame(sheet, square, Theme.colours.mark);
    }
    if (State.hover !== null && State.movesFrom(State.hover).length) Paint.tint(sheet, State.hover, Theme.colours.hover);
    if (State.selected !== null) {
      Paint.tint(sheet, State.selected, Theme.colours.pick);
      Paint.frame(sheet, State.selected, Theme.colours.mark);
    }
  },

  /** @param {Sheet} sheet */
  paintPieces(sheet) {
    const cells = State.cells();
    const progress = Motion.running() ? Motion.progress() : 1;
    if (progress === 1) Motion.stop();
    const gliding = new Set(Motion.glides.map((glide) => glide.to));
    for (const { letter, at } of Motion.fades) Paint.piece(sheet, letter, ...Paint.corner(sheet, at), 1 - progress);
    Paint.pieces(sheet, cells, (at) => gliding.has(at) || (State.drag?.moved === true && State.drag.from === at));
    for (const { letter, from, to } of Motion.glides) {
      const [x0, y0] = Paint.corner(sheet, from);
      const [x1, y1] = Paint.corner(sheet, to);
      Paint.piece(sheet, letter, x0 + (x1 - x0) * progress, y0 + (y1 - y0) * progress);
    }
    if (Motion.running()) View.repaint();
  },

  /** @param {Sheet} sheet */
  paintTargets(sheet) {
    if (!State.dots) return;
    for (const { to } of State.movesFrom(State.selected)) {
      if (State.letterAt(to) === ".") Paint.dot(sheet, to);
      else Paint.ring(sheet, to);
      if (State.hover === to) Paint.frame(sheet, to, Theme.colours.mark);
    }
  },

  /** @param {Sheet} sheet */
  paintDragged(sheet) {
    const drag = State.drag;
    if (!drag?.moved) return;
    Paint.piece(sheet, State.letterAt(drag.from), ...Paint.corner(sheet, drag.from), 0.3);
    const over = Board.squareAt(drag.x, drag.y);
    if (over !== null && State.movesFrom(drag.from).some((move) => move.to === over)) Paint.frame(sheet, over, Theme.colours.mark);
    const box = Board.canvas.getBoundingClientRect();
    const scale = Board.canvas.width / box.width;
    const half = sheet.square / 2;
    Paint.piece(sheet, State.letterAt(drag.from), (drag.x - box.left) * scale - half, (drag.y - box.top) * scale - half);
  },
};
