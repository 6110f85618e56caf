// How squares, pieces and moves are called.

import { capital } from "../base/text";
import type { Side } from "../client/protocol";
import { type Legend, lookOf, type Move, type PieceId, squaresOf, type Touch } from "../client/views";
import { legend, store } from "./store";
import { texts } from "./texts";

/** `a1` on a board of this width. */
export const squareNameOn = (width: number, square: number): string => String.fromCharCode(97 + (square % width)) + (Math.floor(square / width) + 1);

/** On the board of the game that is loaded. */
export const squareName = (square: number): string => squareNameOn(store.card?.board.width ?? 8, square);

/** "pawn", "X" */
export const pieceName = (piece: PieceId, of: Legend = legend()): string => lookOf(piece, of)?.name ?? "?";

/** "white pawn" */
export const describe = (piece: PieceId, of: Legend = legend()): string => {
  const look = lookOf(piece, of);
  return look ? `${texts.sides[look.owner]} ${look.name}` : "?";
};

export const sideName = (side: Side): string => texts[side];

/** What can be touched, in words: "a2", "pawn in hand", "queen". */
export function touchName(touch: Touch): string {
  if ("square" in touch) return squareName(touch.square);
  return "hand" in touch ? texts.inHand(pieceName(touch.hand)) : touch.choice.label;
}

/** "a2–a3", "a2×b3", "pawn@c4", "a7–a8=queen": short, for lists. */
export function shortMove(move: Move): string {
  const squares = squaresOf(move)
    .map(squareName)
    .join(move.takes.length ? "×" : "–");
  const dropped = move.touches.map((touch) => ("hand" in touch ? `${pieceName(touch.hand)}@` : "")).join("");
  const choices = move.touches.flatMap((touch) => ("choice" in touch ? [touch.choice.label] : []));
  // What is chosen before a piece is touched comes first.
  const before = move.touches[0] && "choice" in move.touches[0] && squares ? `${choices.shift()}, ` : "";
  return before + [dropped + squares, ...choices].filter(Boolean).join("=");
}

/** "White pawn a2 to a3, takes black pawn." */
export function tellMove(move: Move): string {
  const takes = move.takes.length ? texts.takes(move.takes.map(({ piece }) => describe(piece))) : "";
  const squares = squaresOf(move).map(squareName);
  const others = move.touches.flatMap((touch) => ("choice" in touch ? [touch.choice.label] : []));
  const who = move.moved === undefined ? sideName(move.side) : describe(move.moved);
  return `${capital(who)} ${[squares.join(texts.to), ...others].filter(Boolean).join(", ")}${takes}.`;
}

/** The piece that is typed like this; embed messages and old links name pieces so. */
export const pieceOfSymbol = (symbol: string, of: Legend = legend()): PieceId | undefined => of.find((look) => look.symbol === symbol)?.id;
