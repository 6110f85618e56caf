// A board: a canvas with the picture, and over it a grid of invisible cells, which is what keyboard, screen reader and tests
// see of it. What stands on it and what a touch does comes from its model, so there can be many.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { EMPTY, type PieceId, type Squares } from "../client/views";
import { describe, squareNameOn } from "../store/words";
import { fill, squareIn, squareOf, way } from "./grid";
import type { BoardElements, BoardModel } from "./model";
import { Motion } from "./motion";
import * as Paint from "./paint";
import * as Pieces from "./pieces";
import { Pointer } from "./pointer";
import { texts } from "./texts";

export class Board {
  readonly motion = new Motion();
  readonly layers: Paint.Layer[] = [];
  readonly pointer: Pointer;
  sheet: Paint.Sheet | null = null;
  /** By square. */
  cells: HTMLElement[] = [];
  /** Where the keyboard is. */
  cursor = 0;
  /** Under the mouse. */
  hover: number | null = null;
  /** Whether pieces may appear one after another, as their pictures are drawn; until all of them are there. */
  gradual = false;
  #begun = false;
  /** What the cells were made for: the board as it is seen and pointed at. */
  #made = { width: 0, height: 0, flipped: false };
  /** The margin for coordinates, in CSS pixels; none without coordinates. */
  #margin = 0;

  constructor(
    readonly elements: BoardElements,
    readonly model: BoardModel,
  ) {
    const { grid } = elements;
    grid.addEventListener("keydown", (event) => this.#onKey(event));
    grid.addEventListener("focusin", (event) => {
      const square = squareOf(event.target);
      if (square === null) return;
      this.cursorTo(square, false);
      this.model.pointAt?.(square, true);
    });
    this.pointer = new Pointer(this);
  }

  isFlipped(): boolean {
    return this.model.flipped?.() ?? false;
  }

  pieceAt(square: number): PieceId {
    return this.model.squares()[square] ?? EMPTY;
  }

  // ---- cells ----

  /** Makes the cells of the board as it is now, unless they are there. */
  fit(): void {
    const { width, height } = this.model.size();
    const flipped = this.isFlipped();
    if (width === this.#made.width && height === this.#made.height && flipped === this.#made.flipped) return;
    const { grid } = this.elements;
    const focused = grid.contains(document.activeElement);
    this.#made = { width, height, flipped };
    this.cells = fill(grid, this.#made, flipped);
    if (this.cursor >= this.cells.length) this.cursor = 0;
    if (focused) this.cells[this.cursor]?.focus({ preventScroll: true });
  }

  /** Brings the cells up to date. */
  show(): void {
    this.fit();
    const label = this.model.label?.();
    if (label !== undefined) Dom.set(this.elements.grid, "aria-label", label);
    const [squares, legend] = [this.model.squares(), this.model.legend()];
    this.cells.forEach((cell, square) => {
      const piece = squares[square] ?? EMPTY;
      const words = [squareNameOn(this.#made.width, square), piece === EMPTY ? texts.empty : describe(piece, legend), ...(this.model.words?.(square) ?? [])];
      Dom.set(cell, "aria-label", words.join(", "));
      Dom.set(cell, "aria-selected", String(this.model.selected?.(square) ?? false));
      cell.classList.toggle("movable", this.model.movable?.(square) ?? false);
      cell.classList.toggle("target", this.#marks(square));
      const tab = this.cursor === square ? 0 : -1;
      if (cell.tabIndex !== tab) cell.tabIndex = tab;
    });
  }

  #marks(square: number): boolean {
    return (this.model.marksTargets?.() ?? true) && (this.model.target?.(square) ?? false);
  }

  cursorTo(square: number, focus = true): void {
    const before = this.cells[this.cursor];
    if (before) before.tabIndex = -1;
    this.cursor = square;
    const cell = this.cells[square];
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  /** The keyboard comes to the board. */
  focus(): void {
    this.cursorTo(this.cursor);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.#acts(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  #acts(event: KeyboardEvent): boolean {
    if (this.model.key?.(event)) return true;
    const to = way(event.key, this.cursor, this.#made, this.#made.flipped);
    if (to !== undefined) this.cursorTo(to);
    else if (event.key === "Enter" || (event.key === " " && (this.model.takesSpace?.() ?? true))) this.model.touch?.(this.cursor, "key");
    else if (event.key === "Escape" && this.model.letGo) this.model.letGo();
    else return false;
    return true;
  }

  /** To the next square in reading order, or the one before, that fits; those that fit `first` come before the others. */
  jump(fits: (square: number) => boolean, first: (square: number) => boolean, backwards: boolean): boolean {
    const { width, height, flipped } = this.#made;
    const order = Array.from({ length: width * height }, (_, at) => squareIn(Math.floor(at / width), at % width, this.#made, flipped));
    if (backwards) order.reverse();
    const start = order.indexOf(this.cursor);
    const around = [...order.slice(start + 1), ...order.slice(0, start + 1)].filter(fits);
    const found = around.find(first) ?? around[0];
    if (found === undefined) return false;
    this.cursorTo(found);
    return true;
  }

  squareAt(clientX: number, clientY: number): number | null {
    const { width, height, flipped } = this.#made;
    const box = this.elements.grid.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * width);
    const row = Math.floor(((clientY - box.top) / box.height) * height);
    // Written so that a board out of sight, which has no size to divide by, has no squares either.
    if (!(column >= 0 && row >= 0 && column < width && row < height)) return null;
    return squareIn(row, column, this.#made, flipped);
  }

  // ---- picture ----

  /** Gives every square this side, in device pixels so that edges are crisp; `margin` for coordinates, in CSS pixels. Whether anything changed. */
  resize(square: number, margin = 0): boolean {
    const { width, height } = this.model.size();
    const { box, canvas, grid } = this.elements;
    const context = canvas.getContext("2d");
    if (!context) return false;
    const ratio = devicePixelRatio || 1;
    const left = Math.round(margin * ratio);
    const before = this.sheet;
    this.#margin = margin;
    this.sheet = { context, width, height, square, left, flipped: this.isFlipped(), legend: this.model.legend() };
    if (before?.square === square && before.width === width && before.height === height && before.left === left) return false;
    canvas.width = left + square * width;
    canvas.height = left + square * height;
    box.style.width = `${canvas.width / ratio}px`;
    box.style.height = `${canvas.height / ratio}px`;
    grid.style.left = `${left / ratio}px`;
    grid.style.width = `${(square * width) / ratio}px`;
    grid.style.height = `${(square * height) / ratio}px`;
    return true;
  }

  paint(): void {
    const { sheet } = this;
    if (!sheet) return;
    sheet.flipped = this.isFlipped();
    sheet.legend = this.model.legend();
    sheet.context.clearRect(0, 0, this.elements.canvas.width, this.elements.canvas.height);
    Paint.squares(sheet);
    if (this.#margin) Paint.coordinates(sheet, Math.round(Math.min(12, this.#margin * 0.68) * (devicePixelRatio || 1)));
    for (const layer of this.layers) layer.under?.(sheet);
    this.#paintPieces(sheet);
    this.#paintTargets(sheet);
    for (const layer of this.layers) layer.over?.(sheet);
    this.#paintDragged(sheet);
  }

  #paintPieces(sheet: Paint.Sheet): void {
    const { motion } = this;
    const progress = motion.running() ? motion.progress() : 1;
    if (progress === 1) motion.stop();
    const gliding = new Set(motion.glides.map((glide) => glide.to));
    for (const { piece, at } of motion.fades) Paint.piece(sheet, piece, ...Paint.corner(sheet, at), 1 - progress);
    const { drag } = this.pointer;
    const ghost = this.model.ghost?.() ?? null;
    const squares = this.model.squares();
    const late = this.gradual ? this.#late(sheet, squares) : null;
    Paint.pieces(sheet, squares, (at) => gliding.has(at) || at === ghost || (drag?.moved === true && drag.from === at) || late?.has(squares[at] ?? EMPTY) === true);
    if (ghost !== null && this.pieceAt(ghost) !== EMPTY) Paint.piece(sheet, this.pieceAt(ghost), ...Paint.corner(sheet, ghost), 0.6);
    for (const { piece, from, to } of motion.glides) {
      const [x0, y0] = Paint.corner(sheet, from);
      const [x1, y1] = Paint.corner(sheet, to);
      Paint.piece(sheet, piece, x0 + (x1 - x0) * progress, y0 + (y1 - y0) * progress);
    }
    if (motion.running()) Frames.repaint();
  }

  /** Draws pictures while there is time; returns the pieces that wait for the next frame. */
  #late({ square, legend }: Paint.Sheet, squares: Squares): Set<PieceId> {
    const late = new Set<PieceId>();
    // The squares and their letters are enough for the first frame.
    const begun = this.#begun;
    this.#begun = true;
    for (const piece of new Set(squares)) {
      if (piece === EMPTY || Pieces.isDrawn(piece, square, legend)) continue;
      if (begun && Pieces.hasTime()) Pieces.picture(piece, square, legend);
      else late.add(piece);
    }
    this.gradual = late.size > 0;
    if (this.gradual) Frames.repaint();
    return late;
  }

  #paintTargets(sheet: Paint.Sheet): void {
    for (let square = 0; square < this.cells.length; square++) {
      if (!this.#marks(square)) continue;
      if (this.pieceAt(square) === EMPTY) Paint.dot(sheet, square);
      else Paint.ring(sheet, square);
      if (this.hover === square) Paint.frame(sheet, square, Paint.markColour());
    }
  }

  #paintDragged(sheet: Paint.Sheet): void {
    const { drag } = this.pointer;
    const piece = drag?.moved ? this.pieceAt(drag.from) : EMPTY;
    if (!drag || piece === EMPTY) return;
    Paint.piece(sheet, piece, ...Paint.corner(sheet, drag.from), 0.3);
    const over = this.squareAt(drag.x, drag.y);
    if (over !== null && this.model.target?.(over)) Paint.frame(sheet, over, Paint.markColour());
    const { canvas } = this.elements;
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    const half = sheet.square / 2;
    Paint.piece(sheet, piece, (drag.x - box.left) * scale - half, (drag.y - box.top) * scale - half);
  }
}
