// What a board shows and what a move is, for any class of games.

import W = wasm_bindgen;

export type Side = W.Side;
export type BoardShape = W.BoardShape;
/** Pieces of one kind that a player has in hand. */
export type Hand = W.HandView;
/** A position, as it is drawn or set up. */
export type Placement = W.PlacementView;
export type PieceAt = W.PieceAt;
/** A move is the touches that make it: squares, pieces in a hand, named choices. */
export type Touch = W.TouchView;
/** Its text names it in lists, links and commands; the page does not take it apart. */
export type Move = W.MoveView;

/** A kind of piece of one player. Empty squares are 0. */
export type PieceId = number;

export const EMPTY: PieceId = 0;

/** Also one that the page knows before the core has told it. */
export type PieceLook = Omit<W.PieceLook, "label" | "twin"> & Partial<Pick<W.PieceLook, "label" | "twin">>;

export type Legend = readonly PieceLook[];

/** What stands on each square, by its number. */
export type Squares = readonly PieceId[];

export const sameTouch = (a: Touch, b: Touch): boolean => {
  if ("square" in a) return "square" in b && a.square === b.square;
  if ("hand" in a) return "hand" in b && a.hand === b.hand;
  return "choice" in b && a.choice.name === b.choice.name;
};

/** The squares that a move touches, first to last. */
export const squaresOf = (move: Move): number[] => move.touches.flatMap((touch) => ("square" in touch ? [touch.square] : []));

/** Where it begins and ends, for arrows and marks; the same square for a move that touches one. */
export function endsOf(move: Move): { from: number; to: number } | null {
  const squares = squaresOf(move);
  const [from, to] = [squares[0], squares.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}

export const lookOf = (piece: PieceId, legend: Legend): PieceLook | undefined => legend.find((look) => look.id === piece);
