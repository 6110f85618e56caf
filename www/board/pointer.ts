// Mouse, pen and finger on a board: click and click, or drag.

import * as Frames from "../base/frames";
import { squareOf } from "./grid";
import type { Pointable, TouchedBy } from "./model";

/** How far a pointer moves before a press is a drag, in CSS pixels. */
const slack = 5;

/** The square a piece was lifted from, and the pointer in CSS pixels of the window. */
interface Drag {
  from: number;
  x: number;
  y: number;
  moved: boolean;
}

interface Press {
  id: number;
  square: number;
  x: number;
  y: number;
  wasSelected: boolean;
}

export class Pointer {
  drag: Drag | null = null;
  #press: Press | null = null;

  constructor(readonly board: Pointable) {
    const { grid } = board.elements;
    grid.addEventListener("pointerdown", (event) => this.#onDown(event));
    grid.addEventListener("pointermove", (event) => this.#onMove(event));
    grid.addEventListener("pointerup", (event) => this.#onUp(event));
    for (const name of ["pointercancel", "lostpointercapture", "contextmenu"]) grid.addEventListener(name, () => this.cancel());
    grid.addEventListener("pointerleave", () => this.#hover(null));
    grid.addEventListener("click", (event) => {
      const square = squareOf(event.target);
      if (square !== null && event.detail === 0) board.model.touch?.(square, "reader");
    });
  }

  #onDown(event: PointerEvent): void {
    const { model, elements } = this.board;
    const square = squareOf(event.target);
    if (square === null || event.button !== 0) return;
    // A second finger does nothing. The same pointer pressing again was let go outside the board.
    if (this.#press && this.#press.id !== event.pointerId) return;
    this.#press = { id: event.pointerId, square, x: event.clientX, y: event.clientY, wasSelected: model.selected?.(square) ?? false };
    if (!model.movable?.(square)) return;
    elements.grid.setPointerCapture(event.pointerId);
    // A piece that can be captured by the one picked up is a target first; it may still be dragged itself.
    if (!model.target?.(square)) model.press?.(square);
    this.drag = { from: square, x: event.clientX, y: event.clientY, moved: false };
    Frames.refresh();
  }

  #onMove(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) {
      if (event.pointerType === "mouse") this.#hover(squareOf(event.target));
      return;
    }
    const { drag } = this;
    if (!drag) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (!drag.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) > slack) {
      drag.moved = true;
      this.board.model.press?.(press.square);
      Frames.refresh();
    }
    Frames.repaint();
  }

  #onUp(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const { model } = this.board;
    const dragged = this.drag?.moved === true;
    const square = this.board.squareAt(event.clientX, event.clientY);
    const by: TouchedBy = event.pointerType === "mouse" ? "mouse" : "finger";
    this.#press = null;
    this.drag = null;
    if (square !== null) this.board.cursorTo(square);
    if (!model.release?.(press.square, square, by)) {
      if (dragged) model.drop?.(press.square, square);
      else if (square === press.square && (press.wasSelected || !model.selected?.(square))) model.touch?.(square, by);
    }
    Frames.refresh();
  }

  cancel(): void {
    if (!this.#press) return;
    this.#press = null;
    this.drag = null;
    Frames.refresh();
  }

  #hover(square: number | null): void {
    if (this.board.hover === square) return;
    this.board.hover = square;
    this.board.model.pointAt?.(square, false);
    Frames.repaint();
  }
}
