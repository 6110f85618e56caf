// @ts-check
// Mouse, pen and finger on the board: click and click, or drag.

const Pointer = {
  /** How far a pointer moves before a press is a drag, in CSS pixels. */
  slack: 5,
  /** The press going on. @type {{ id: number, square: number, x: number, y: number, wasSelected: boolean } | null} */
  press: null,

  init() {
    const grid = Grid.element;
    grid.addEventListener("pointerdown", Pointer.onDown);
    grid.addEventListener("pointermove", Pointer.onMove);
    grid.addEventListener("pointerup", Pointer.onUp);
    grid.addEventListener("pointercancel", Pointer.cancel);
    grid.addEventListener("lostpointercapture", Pointer.cancel);
    grid.addEventListener("pointerleave", () => Pointer.hover(null));
    grid.addEventListener("contextmenu", Pointer.cancel);
    // A screen reader's "activate" is a click without a pointer.
    grid.addEventListener("click", (event) => {
      const square = Grid.squareOf(event.target);
      if (square !== null && event.detail === 0) Game.touch(square);
    });
  },

  /** @param {PointerEvent} event */
  onDown(event) {
    const square = Grid.squareOf(event.target);
    if (square === null || event.button !== 0) return;
    // A second finger does nothing. The same pointer pressing again was let go outside the board.
    if (Pointer.press && Pointer.press.id !== event.pointerId) return;
    Pointer.press = { id: event.pointerId, square, x: event.clientX, y: event.clientY, wasSelected: State.selected === square };
    const target = State.movesFrom(State.selected).some((move) => move.to === square);
    if (!State.movesFrom(square).length) return;
    Grid.element.setPointerCapture(event.pointerId);
    // A piece that can be captured by the one picked up is a target first; it may still be dragged itself.
    if (!target) State.selected = square;
    State.drag = { from: square, x: event.clientX, y: event.clientY, moved: false };
    View.refresh();
  },

  /** @param {PointerEvent} event */
  onMove(event) {
    const press = Pointer.press;
    if (!press || event.pointerId !== press.id) {
      if (event.pointerType === "mouse") Pointer.hover(Grid.squareOf(event.target));
      return;
    }
    if (!State.drag) return;
    State.drag.x = event.clientX;
    State.drag.y = event.clientY;
    if (!State.drag.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) > Pointer.slack) {
      State.drag.moved = true;
      State.selected = press.square;
      View.refresh();
    }
    View.repaint();
  },

  /** @param {PointerEvent} event */
  onUp(event) {
    const press = Pointer.press;
    if (!press || event.pointerId !== press.id) return;
    const dragged = State.drag?.moved === true;
    const square = Board.squareAt(event.clientX, event.clientY);
    Pointer.press = null;
    State.drag = null;
    if (square !== null) Grid.cursorTo(square);
    if (State.scene) Scene.clear();
    else if (State.watched) {
      if (event.pointerType === "mouse" || square !== press.square || !Watch.tap(square)) Watch.takeOver(press.square, square);
    }
    else if (dragged) Pointer.drop(press.square, square);
    else if (square === press.square) Pointer.click(square, press.wasSelected);
    View.refresh();
  },

  /** @param {number} from @param {number | null} to */
  drop(from, to) {
    const move = State.movesFrom(from).find((each) => each.to === to);
    if (move) Game.play(move, to);
    else if (to === from) State.selected = from;
    else {
      if (to !== null) Sounds.play("illegal");
      Messages.refused(from, to);
    }
  },

  /** @param {number} square @param {boolean} wasSelected */
  click(square, wasSelected) {
    if (wasSelected || State.selected !== square) Game.touch(square);
  },

  cancel() {
    if (!Pointer.press) return;
    Pointer.press = null;
    State.drag = null;
    View.refresh();
  },

  /** @param {number | null} square */
  hover(square) {
    if (State.hover === square) return;
    State.hover = square;
    Linked.point(square);
    View.repaint();
  },
};
