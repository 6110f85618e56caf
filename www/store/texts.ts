// The texts of the game on the board: names of pieces and moves, what is picked up, what went wrong.

import type { Side } from "../client/views";

export const texts = {
  white: "White",
  black: "Black",
  sides: { white: "white", black: "black" } as Record<Side, string>,
  inHand: (piece: string) => `${piece} in hand`,
  to: " to ",
  takes: (pieces: string[]) => `, takes ${pieces.join(" and ")}`,
  otherGame: "Another game was chosen meanwhile.",
  otherPosition: "Another position was chosen meanwhile.",
  trouble: (why: string) => `${why} Your game is kept.`,
  nothingPickedUp: "Nothing picked up.",
  choose: (labels: string[]) => `choose ${labels.join(" or ")}`,
  moves: (count: number) => (count === 1 ? "one move" : `${count} moves`),
  pickedUp: (piece: string, moves: string) => `Picked up ${piece}, ${moves}.`,
  touched: (touches: string[], moves: string, stop: boolean) => `${touches.join(", ")}: ${moves}${stop ? ", or stop here" : ""}.`,
};
