// The texts of embeds: the button of a frame that waits, and what messages are answered with.

import type { EmbedMode } from "../base/address";

const verbs: Record<EmbedMode, string> = { play: "Play", view: "View", analyse: "Analyse", learn: "Watch it learn", exercise: "Exercise:" };

export const texts = {
  start: (mode: EmbedMode, game: string | undefined) => `${verbs[mode]} ${game || "this game"}`,
  cannotLearn: "This game can be played, but not watched and learned.",
};

/** Answers to messages. */
export const messageTexts = {
  otherVersion: "This frame speaks version 1: send { kibitzer: 1, type: … }.",
  unknownCommand: (type: string, known: string[]) => `Unknown command type ${JSON.stringify(type)}; expected one of ${known.join(", ")}.`,
  failed: (error: string) => `Command failed: ${error}`,
  tooMany: (most: number) => `Too many messages at once: wait for answers; at most ${most} may be pending.`,
  notRunning: "The rules engine is not running.",
  noGame: "No game is loaded.",
  loadNeeds: "load needs either game, the id of a built-in game, or text, a game text.",
  posNeeds: "pos must be a position text, as in the frame’s state.",
  movesNeeds: 'moves must be a list such as ["a2a3", "b7b6"].',
  setStateNeeds: "setState needs state, as sent by the frame.",
  moveNeeds: 'move needs move, such as "a2a3".',
  settingsNeeds: "settings must be an object, such as { games: 50, seed: 1 }.",
  highlightNeeds: 'highlight needs squares, a list such as ["a1", "c3"]; an empty list removes the marks.',
  noSquare: (name: string) => `There is no square ${JSON.stringify(name)} on this board.`,
  showPieceNeeds: 'showPiece needs piece, a letter such as "R".',
  noPiece: (name: string) => `There is no piece ${JSON.stringify(name)} in this game.`,
};
