// The texts of the board: what is said of squares, hands and choices.

import type { Side } from "../client/views";

export const texts = {
  board: (name: string, width: number, height: number) => `${name}, ${width} by ${height} squares`,
  emptyBoard: "Empty board",
  empty: "empty",
  pickedUp: "picked up",
  moveHere: "move here",
  captureHere: "capture here",
  canMove: "can move",
  highlighted: "highlighted",
  hand: (owner: Side) => (owner === "white" ? "White’s pieces in hand" : "Black’s pieces in hand"),
  inHand: (piece: string, count: number) => `${count} × ${piece} in hand`,
  count: (count: number) => `${count} ×`,
  stopHere: "Stop here",
};
