// The one way to make a move: the legal moves are narrowed touch by touch until one is left. Mouse, drag, finger, keyboard,
// typed text and screen reader all come through here, so the page plays any game without knowing it.

import { type Move, sameTouch, type Touch } from "../client/views";

/** The moves that begin with these touches. */
export const beginning = (moves: Move[], touches: Touch[]): Move[] => moves.filter((move) => touches.every((touch, at) => move.touches[at] !== undefined && sameTouch(touch, move.touches[at])));

/** The move that these touches are the whole of. */
export const whole = (moves: Move[], touches: Touch[]): Move | undefined => beginning(moves, touches).find((move) => move.touches.length === touches.length);

/** What can be touched next, each once. */
export function next(moves: Move[], touches: Touch[]): Touch[] {
  const found: Touch[] = [];
  for (const move of beginning(moves, touches)) {
    const touch = move.touches[touches.length];
    if (touch && !found.some((each) => sameTouch(each, touch))) found.push(touch);
  }
  return found;
}

export type Narrowed =
  /** One move is left, and no longer one begins with it. */
  | { kind: "play"; move: Move }
  /** More touches are to come; `stop` is the move that is whole already. */
  | { kind: "more"; touches: Touch[]; stop: Move | undefined; left: number }
  /** What was touched is let go: the same thing again. */
  | { kind: "letGo" }
  /** No legal move begins like this. */
  | { kind: "refused" };

/** What one more touch comes to. */
export function narrow(moves: Move[], touched: Touch[], touch: Touch): Narrowed {
  const last = touched.at(-1);
  const longer = [...touched, touch];
  if (beginning(moves, longer).length) return settle(moves, longer);
  // The same thing again: stop here if that is a move, let go if it is not.
  if (last && sameTouch(last, touch)) {
    const stop = whole(moves, touched);
    return stop ? { kind: "play", move: stop } : { kind: "letGo" };
  }
  // Another piece instead.
  return beginning(moves, [touch]).length ? settle(moves, [touch]) : { kind: "refused" };
}

function settle(moves: Move[], touches: Touch[]): Narrowed {
  const left = beginning(moves, touches);
  const stop = left.find((move) => move.touches.length === touches.length);
  return stop && left.length === 1 ? { kind: "play", move: stop } : { kind: "more", touches, stop, left: left.length };
}
