// The texts of the move diagrams, which come with them.

import type { MarkView } from "../client/protocol";

/** A mark in a diagram, or one of its lines. */
export type Meaning = Exclude<keyof MarkView, "dx" | "dy"> | "line" | "open";

/** What each mark means, in the order of the legend. */
export const meanings: [mark: Meaning, words: string][] = [
  ["goes", "moves to an empty square"],
  ["captures", "captures an opponent’s piece"],
  ["capturesOwn", "captures a piece of its own side"],
  ["goesOver", "moves there only by passing over another piece"],
  ["capturesOver", "captures there only by passing over another piece"],
  ["capturesOwnOver", "captures its own there only by passing over another piece"],
  ["line", "squares on the way must be empty"],
  ["open", "as far as the board goes"],
];

export const texts = {
  further: "It can also go further.",
  label: (piece: string, sentence: string) => `Moves of the ${piece}: ${sentence}`,
};
