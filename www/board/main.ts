// The main board: how large it is, what is on it, and what touches do in each mode.

import { colours } from "../base/colours";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Notice from "../base/notice";
import { EMPTY, endsOf, lookOf, type Move, type Touch } from "../client/views";
import * as Game from "../store/game";
import { beginning, next } from "../store/narrowing";
import { choices, lastMove, legend, type Mode, pieceAt, size, squares, store, touch, touched } from "../store/store";
import { Board } from "./board";
import type { BoardModel, TouchedBy } from "./model";
import * as Paint from "./paint";
import * as Pieces from "./pieces";
import { texts } from "./texts";

/** What touches do while the board is used for something else than the visitor's own game. */
export interface ModeUse {
  touch(square: number, by: TouchedBy): void;
  /** A press ends: where it began and ended. */
  release?(from: number, to: number | null, by: TouchedBy): void;
  key?(event: KeyboardEvent): boolean;
  takesSpace?: boolean;
}

const uses: Partial<Record<Mode["kind"], ModeUse>> = {};

/** A feature says what its mode does with touches. */
export function useIn(kind: "setup" | "watch", use: ModeUse): void {
  uses[kind] = use;
}

/** More descriptions of a square. */
export const tellers: ((square: number) => string)[] = [];
/** Pointer listeners. */
export const pointers: ((square: number | null, byKey: boolean) => void)[] = [];

// ---- what can be touched ----

const none = { of: [] as Move[], touched: [] as Touch[], first: new Set<number>(), next: new Set<number>() };
let known = none;

/** The squares that begin a move, and those that can be touched next; kept, because every cell asks. */
function touchable(): typeof none {
  const [moves, already] = [choices(), touched()];
  if (known.of === moves && known.touched === already) return known;
  const squaresIn = (touches: Touch[]) => new Set(touches.flatMap((each) => ("square" in each ? [each.square] : [])));
  known = { of: moves, touched: already, first: squaresIn(next(moves, [])), next: already.length ? squaresIn(next(moves, already)) : new Set() };
  return known;
}

const isTouched = (square: number): boolean => touched().some((each) => "square" in each && each.square === square);

const model: BoardModel = {
  size,
  squares,
  legend,
  flipped: () => store.flipped,
  label: () => (store.card ? texts.board(store.card.name, size().width, size().height) : texts.emptyBoard),
  selected: isTouched,
  movable: (square) => touchable().first.has(square) && pieceAt(square) !== EMPTY,
  target: (square) => touchable().next.has(square) || (touched().length === 0 && touchable().first.has(square) && pieceAt(square) === EMPTY),
  marksTargets: () => store.dots,

  words(square) {
    const words: string[] = [];
    const { first, next: after } = touchable();
    if (store.mode.kind === "play") {
      if (isTouched(square)) words.push(texts.pickedUp);
      else if (store.dots && after.has(square)) words.push(pieceAt(square) === EMPTY ? texts.moveHere : texts.captureHere);
      else if (first.has(square)) words.push(pieceAt(square) === EMPTY ? texts.moveHere : texts.canMove);
    }
    if (store.highlights.includes(square)) words.push(texts.highlighted);
    const said = tellers.map((tell) => tell(square)).find(Boolean);
    return said ? [...words, said] : words;
  },

  touch(square, by) {
    const use = uses[store.mode.kind];
    if (use) use.touch(square, by);
    else Game.touchNext({ square });
  },

  press: (square) => touch([{ square }]),

  drop(from, to) {
    // Let go where it was: it stays picked up.
    if (to === from) return;
    touch([{ square: from }]);
    const moves = to === null ? [] : beginning(choices(), [{ square: from }, { square: to }]);
    if (to !== null && moves.length) Game.touchNext({ square: to }, to);
    else if (to !== null) Game.refused.fire([{ square: from }, { square: to }], "dragged");
  },

  release(from, to, by) {
    const use = uses[store.mode.kind];
    if (!use?.release) return false;
    use.release(from, to, by);
    return true;
  },

  takesSpace: () => uses[store.mode.kind]?.takesSpace ?? true,

  key(event) {
    const use = uses[store.mode.kind];
    if (use?.key?.(event)) return true;
    return /^[a-z]$/i.test(event.key) && jump(event.key, event.shiftKey);
  },

  letGo: Game.letGo,
  pointAt(square, byKey) {
    for (const point of pointers) point(square, byKey);
  },
};

/** To the next piece with this letter in reading order. A piece of the side to move comes first: one wants to move it. */
function jump(key: string, backwards: boolean): boolean {
  const lookAt = (square: number) => lookOf(pieceAt(square), legend());
  return board.jump(
    (square) => lookAt(square)?.symbol.toUpperCase() === key.toUpperCase(),
    (square) => lookAt(square)?.owner === store.board?.toMove,
    backwards,
  );
}

export const board = new Board({ box: Dom.get("board", HTMLElement), canvas: Dom.get("canvas", HTMLCanvasElement), grid: Dom.get("grid", HTMLElement) }, model);

board.gradual = true;

// ---- marks ----

board.layers.push({
  under(sheet) {
    const last = lastMove();
    const ends = last && endsOf(last);
    if (ends) {
      Paint.tint(sheet, ends.from, colours.last);
      if (ends.to !== ends.from) Paint.tint(sheet, ends.to, colours.last);
      Paint.frame(sheet, ends.to, colours.last);
    }
    for (const square of store.highlights) {
      Paint.tint(sheet, square, colours.pick);
      Paint.frame(sheet, square, colours.mark);
    }
    if (board.hover !== null && model.movable?.(board.hover)) Paint.tint(sheet, board.hover, colours.hover);
    for (const each of touched()) {
      if (!("square" in each)) continue;
      Paint.tint(sheet, each.square, colours.pick);
      Paint.frame(sheet, each.square, colours.mark);
    }
  },
});

// ---- size ----

/** The board and the bar beside it. */
export const row = Dom.get("board-row", HTMLElement);
const space = Dom.get("board-space", HTMLElement);

/** Below the smallest a square is too small for a finger; the board then scrolls sideways in its frame. In CSS pixels. */
export const limits = { smallest: 24, largest: 110 };
/** However low the window, a board of at least this height; and room for the buttons below it. */
const lowest = 240;
const below = 62;

/** What features need of the room around the board. */
export const room = {
  /** Taken beside the board, of so much in all. */
  beside: (_width: number): number => 0,
  /** Kept free below it. */
  below: (): number => 0,
  /** How high it may be, where so much would leave the buttons in sight. */
  height: (fits: number): number => fits,
};

function across(): { room: number; margin: number } {
  const wide = row.clientWidth - 2 - room.beside(row.clientWidth);
  return { room: wide, margin: wide < 360 ? 13 : 18 };
}

/** Chooses the size of a square, in whole device pixels so that edges are crisp. Whether it changed. */
export function measure(): boolean {
  const { width, height } = size();
  const ratio = devicePixelRatio || 1;
  const { room: wide, margin } = across();
  // So low that the buttons below it are seen too. Messages above come and go; the board does not change for them.
  // Where the table sticks to the window, places inside it are counted from its own top.
  const table = row.parentElement;
  const from = table && space.offsetParent === table ? (table.parentElement?.offsetTop ?? 0) : 0;
  const above = from + space.offsetTop - Notice.element.offsetHeight;
  const tools = ["setup-tools", "play-tools"].map((id) => Dom.get(id, HTMLElement).offsetHeight + 16);
  // Choices come and go within a move; the board does not change for them either.
  const hand = Dom.get("hand-near", HTMLElement).offsetHeight;
  const fits = Math.max(innerHeight - above - margin - hand - room.below() - Math.max(below, ...tools), lowest);
  const down = room.height(fits) / height;
  const fitting = Math.min((wide - margin) / width, down, limits.largest);
  const square = Math.max(Math.ceil(limits.smallest * ratio), Math.floor(fitting * ratio));
  if (!board.resize(square, margin)) return false;
  Pieces.forget();
  table?.style.setProperty("--board-width", board.elements.box.style.width);
  return true;
}

/** The board that a frame asks room for: as wide as the frame allows, to a limit, and however high the frame is now. */
export function wanted(tallest: number): { box: HTMLElement; side: number; width: number; height: number } {
  const { width, height } = size();
  const { room: wide, margin } = across();
  const side = Math.max(limits.smallest, Math.floor(Math.min((wide - margin) / width, tallest / height, limits.largest)));
  return { box: board.elements.box, side, width: margin + side * width, height: margin + side * height };
}

export function paint(): void {
  const { width, height } = size();
  if (board.sheet?.width !== width || board.sheet.height !== height) measure();
  board.paint();
}

/** Something beside or below it came or went. */
export function refit(): void {
  if (measure()) paint();
}

export function init(): void {
  Frames.add(() => board.show());
  Frames.addPainter(paint);
  // Setting a canvas's size wipes it: draw at once, not in the next frame, or the board flickers. The first time there is nothing to wipe.
  const fit = () => {
    // Not before all parts have said how much room they need.
    if (!Frames.hasBegun()) return;
    const first = !board.sheet;
    if (!measure()) return;
    if (first) Frames.repaint();
    else paint();
  };
  new ResizeObserver(fit).observe(row);
  addEventListener("resize", fit);
  // The cells change with the game at once, not in the next frame: until then a key or a pointer would find the squares of one
  // board on the other.
  Game.cardChanged.listen(() => {
    board.cursor = 0;
    board.hover = null;
    board.pointer.cancel();
    board.fit();
  });
  Game.gameLoaded.listen(() => board.motion.stop());
  Game.boardChanged.listen((before, after, dropped) => {
    if (before && store.mode.kind !== "watch") board.motion.begin(before.squares, after.squares, size().width, dropped);
  });
  board.show();
}
