// The texts of sharing: links, embeds, files.

import { count } from "../base/text";

export const texts = {
  learnedFrom: (games: number, allMoves: boolean, seed: number) =>
    `Rules that Kibitzer learned from ${count(games, "game")}, with ${allMoves ? "all legal moves" : "only the moves played"} listed (seed ${seed}). They may differ from the true rules.`,
  otherGame: "Another game was chosen meanwhile.",
  cannotOpen: (why: string) => `This link cannot be opened. ${why}`,
};

/** The dialog. */
export const dialogTexts = {
  onDisk: "This page was opened from a disk, so the link works only on this computer; send the game text instead.",
  longLink: (characters: number) => `This link has ${characters} characters; some messengers cut long links. A file is safer.`,
  frameTitle: (game: string | undefined) => `${game ?? "A game"} – Kibitzer`,
  preview: "Preview of the embed",
  copied: "Copied.",
  copyByHand: "The browser does not allow copying here. Press Ctrl+C (⌘C).",
  noQr: "The QR code could not be generated. Copy the link instead.",
  qrTooLong: "This link is too long for a QR code.",
  noMoves: "There are no moves to save yet.",
  savedAs: (file: string) => `Saved as ${file}.`,
  outOfRange: (least: string, most: string) => `Not in the code: expected a whole number from ${least} to ${most}.`,
  asHere: "as on this page",
  white: "White",
  black: "Black",
  both: "both",
  none: "none: the engine plays itself",
  randomMover: "random mover",
  level: (level: number) => `level ${level}`,
  any: "any",
  allMoves: "all legal moves",
  onlyPlayed: "only the move played",
  shown: "shown",
  hidden: "hidden",
  system: "system",
  light: "light",
  dark: "dark",
  fields: {
    side: "Side",
    level: "Opponent",
    piece: "Piece",
    count: "Number of tasks",
    games: "Games to watch",
    allMoves: "Records list",
    seed: "Seed",
    hints: "Legal moves",
    theme: "Theme",
  },
};
