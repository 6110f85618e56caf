// The texts of playing: whose turn it is, what was done, what went wrong.

import type { Mover, Side } from "../client/protocol";
import { sideName } from "../store/words";

const playerName = (mover: Mover): string => (mover === "random" ? "random" : `level ${mover.level}`);

export const texts = {
  broken: "The rules engine is not running.",
  toStart: "A game to start",
  loadingRules: (how: string) => (how ? `Loading the rules engine: ${how}` : "Loading the rules engine …"),
  loading: "Loading …",
  noGame: "No game loaded. Choose one.",
  settingUp: "Setting up a position.",
  toMove: (side: Side) => `${sideName(side)} to move.`,
  chooseFirst: (labels: string) => `Choose below the board${labels}. `,
  takenOver: (side: Side) => `You have taken over: ${sideName(side)} to move.`,
  paused: (side: Side, mover: Mover) => `${sideName(side)} (${playerName(mover)}) is paused.`,
  thinking: (side: Side, mover: Mover) => `${sideName(side)} (${playerName(mover)}) is thinking …`,
  backTo: (move: string) => `Back to: ${move}`,
  backAtStart: "Back at the start.",
  resume: "Resume",
  pause: "Pause",
  soundsAreOn: "Sounds are on (m)",
  soundsAreOff: "Sounds are off (m)",
  soundsOn: "Sounds on.",
  soundsOff: "Sounds off.",
  typeAMove: "Type a move such as a2a3.",
  noMoveNow: "There is no move to make now.",
  notYourTurn: "It is not your turn.",
  illegal: (move: string) => `${move} is not a legal move here.`,
};

/** Setting up a position. */
export const setUpTexts = {
  begin: "Set up a position: choose a piece below the board, then squares. Or type a piece's letter on a square; Delete removes a piece.",
  removing: "Removing pieces.",
  placing: (piece: string) => `Placing ${piece}.`,
  placed: (square: string, what: string) => `${square}, ${what}.`,
  empty: "empty",
  cleared: "Board cleared.",
  startPosition: "Start position.",
  undone: "Undone.",
  cancelled: "Set-up cancelled.",
  done: "Position set.",
  bad: "This position cannot be played.",
  remove: "Remove",
  removeKey: "Remove (Delete)",
  piece: (piece: string, letter: string) => `${piece} (${letter})`,
};
