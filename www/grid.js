// @ts-check
// A grid of invisible cells over the canvas: what a keyboard, a screen reader and a test see of the board.

const Grid = {
  element: Dom.get("grid", HTMLElement),
  /** By square. @type {HTMLElement[]} */
  cells: [],
  /** What the cells were made for: the board as it is seen and pointed at. */
  width: 0,
  height: 0,
  flipped: false,

  init() {
    View.add(Grid.show);
    Grid.element.addEventListener("keydown", Grid.onKey);
    Grid.element.addEventListener("focusin", (event) => {
      const square = Grid.squareOf(event.target);
      if (square !== null) Grid.cursorTo(square, false);
    });
    Grid.show();
  },

  /** @param {EventTarget | null} target @returns {number | null} */
  squareOf(target) {
    const cell = target instanceof Element ? target.closest("[data-square]") : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.square) : null;
  },

  /**
   * Fills a grid with rows of cells in the order in which they are seen, so that reading order and arrows agree.
   * @param {HTMLElement} grid
   * @param {{ width: number, height: number }} size
   * @param {boolean} [flipped]
   * @returns {HTMLElement[]} the cells by square
   */
  fill(grid, { width, height }, flipped = false) {
    /** @type {HTMLElement[]} */
    const cells = [];
    const rows = [];
    for (let row = 0; row < height; row++) {
      const line = Dom.make("div", { className: "row-of-squares" });
      line.setAttribute("role", "row");
      for (let column = 0; column < width; column++) {
        const square = flipped ? row * width + (width - 1 - column) : (height - 1 - row) * width + column;
        const cell = Dom.make("div", { className: "square", tabIndex: -1 });
        cell.setAttribute("role", "gridcell");
        cell.dataset.square = String(square);
        cells[square] = cell;
        line.append(cell);
      }
      rows.push(line);
    }
    grid.replaceChildren(...rows);
    return cells;
  },

  /**
   * Where a key leads from a square, or the square itself at the edge.
   * @param {string} key
   * @param {number} square
   * @param {{ width: number, height: number }} size
   * @param {boolean} [flipped]
   * @returns {number | undefined} nothing for a key that leads nowhere
   */
  way(key, square, { width, height }, flipped = false) {
    const last = width * height - 1;
    // A board turned round is the same walk from the other end.
    const at = flipped ? last - square : square;
    const [x, y] = [at % width, Math.floor(at / width)];
    const to = {
      ArrowLeft: at - Math.min(x, 1),
      ArrowRight: at + Math.min(width - 1 - x, 1),
      ArrowUp: y < height - 1 ? at + width : at,
      ArrowDown: y > 0 ? at - width : at,
      Home: at - x,
      End: at - x + width - 1,
      PageUp: last - width + 1 + x,
      PageDown: x,
    }[key];
    return flipped && to !== undefined ? last - to : to;
  },

  /** Makes the cells of the board as it is now, unless they are there. */
  fit() {
    const { width, height } = Board.size();
    if (width === Grid.width && height === Grid.height && State.flipped === Grid.flipped) return;
    const focused = Grid.element.contains(document.activeElement);
    Object.assign(Grid, { width, height, flipped: State.flipped });
    Grid.cells = Grid.fill(Grid.element, { width, height }, State.flipped);
    if (focused) Grid.cells[State.cursor].focus({ preventScroll: true });
  },

  show() {
    Grid.fit();
    const { width, height } = Grid;
    Grid.element.setAttribute("aria-label", State.card ? `${State.card.name}, ${width} by ${height} squares` : "Empty board");
    const movable = new Set(State.mayMove() ? State.board?.legal.map((move) => move.from) : []);
    const targets = new Set(State.dots ? State.movesFrom(State.selected).map((move) => move.to) : []);
    Grid.cells.forEach((cell, square) => Grid.showCell(cell, square, movable.has(square), targets.has(square)));
  },

  /** @param {HTMLElement} cell @param {number} square @param {boolean} movable @param {boolean} target */
  showCell(cell, square, movable, target) {
    const letter = State.letterAt(square);
    const selected = State.selected === square;
    const words = [State.nameOf(square), letter === "." ? "empty" : Pieces.describe(letter)];
    if (State.setup) words.length = 2;
    else if (selected) words.push("picked up");
    else if (target) words.push(letter === "." ? "move here" : "capture here");
    else if (movable) words.push("can move");
    if (State.highlights.includes(square)) words.push("highlighted");
    const linked = Scene.tell(square) || Linked.words(square);
    if (linked) words.push(linked);
    const label = words.join(", ");
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    if (cell.getAttribute("aria-selected") !== String(selected)) cell.setAttribute("aria-selected", String(selected));
    cell.classList.toggle("movable", movable);
    cell.classList.toggle("target", target);
    const tab = State.cursor === square ? 0 : -1;
    if (cell.tabIndex !== tab) cell.tabIndex = tab;
  },

  /** @param {number} square @param {boolean} [focus] */
  cursorTo(square, focus = true) {
    const before = Grid.cells[State.cursor];
    if (before) before.tabIndex = -1;
    State.cursor = square;
    Grid.cells[square].tabIndex = 0;
    if (focus) Grid.cells[square].focus();
  },

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (State.setup && !State.watched && Setup.key(event)) {
      event.preventDefault();
      return event.stopPropagation();
    }
    const to = Grid.way(event.key, State.cursor, Grid, Grid.flipped);
    if (to !== undefined) Grid.cursorTo(to);
    else switch (event.key) {
      // While a game is watched, space pauses it wherever one is.
      case " ": if (State.watched) return;
      // falls through
      case "Enter": Game.touch(State.cursor); break;
      case "Escape": Game.letGo(); break;
      default: if (!/^[a-z]$/i.test(event.key) || !Grid.jump(event.key, event.shiftKey)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  },

  /**
   * To the next piece with this letter in reading order. A piece of the side to move comes first: one wants to move it.
   * @param {string} key
   * @param {boolean} backwards
   */
  jump(key, backwards) {
    const order = [...Grid.element.querySelectorAll(".square")].map((cell) => Number(Grid.squareOf(cell)));
    if (backwards) order.reverse();
    const start = order.indexOf(State.cursor);
    const around = [...order.slice(start + 1), ...order.slice(0, start + 1)];
    const same = around.filter((square) => State.letterAt(square).toUpperCase() === key.toUpperCase());
    const found = same.find((square) => State.sideOf(State.letterAt(square)) === State.board?.toMove) ?? same[0];
    if (found === undefined) return false;
    Grid.cursorTo(found);
    return true;
  },
};
