// What a board shows and what touches on it do: each use of the board is a model of its own.

import type { Legend, Squares } from "../client/views";
import type { Size } from "./grid";

/** By what a square was touched. A screen reader's "activate" is a click without a pointer. */
export type TouchedBy = "mouse" | "finger" | "key" | "reader";

export interface BoardModel {
  size(): Size;
  squares(): Squares;
  legend(): Legend;
  flipped?(): boolean;
  label?(): string;
  /** The square of a piece that is only tried out: it is drawn faintly. */
  ghost?(): number | null;
  /** What is said of a square besides its name and what stands there. */
  words?(square: number): string[];
  selected?(square: number): boolean;
  /** A piece that can be picked up, and dragged. */
  movable?(square: number): boolean;
  /** What can be touched next. */
  target?(square: number): boolean;
  /** Whether targets are marked. */
  marksTargets?(): boolean;
  /** A click, a tap or Enter on a square. */
  touch?(square: number, by: TouchedBy): void;
  /** A piece is pressed: it is picked up before it is clear whether this becomes a drag. */
  press?(square: number): void;
  /** A dragged piece is let go. */
  drop?(from: number, to: number | null): void;
  /** A press ends, where touches mean something else; `true` when that is all. */
  release?(from: number, to: number | null, by: TouchedBy): boolean;
  /** Whether the space bar belongs to the board. */
  takesSpace?(): boolean;
  /** A key that leads nowhere; `true` when it meant something. */
  key?(event: KeyboardEvent): boolean;
  /** Escape. */
  letGo?(): void;
  /** A pointer or the keyboard is on this square. */
  pointAt?(square: number | null, byKey: boolean): void;
}

export interface BoardElements {
  /** Holds the two others, and is given their size. */
  box: HTMLElement;
  canvas: HTMLCanvasElement;
  grid: HTMLElement;
}

/** What the pointer needs of a board. */
export interface Pointable {
  readonly elements: BoardElements;
  readonly model: BoardModel;
  hover: number | null;
  squareAt(clientX: number, clientY: number): number | null;
  cursorTo(square: number): void;
}
