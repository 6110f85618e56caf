// The texts of the library: built-in games, the visitor's own, the editor, copy and paste.

import { count } from "../base/text";

/** The way on from a game that cannot be had. */
export const chooseGame = "Choose a game";

export const texts = {
  /** Small, complete and commented: what a new game begins with. */
  template: (name: string) => `<<${name}>>
// Race a pawn to the far side.
// Change anything, then press “Play this”.

<BOARD>
// Columns and rows, then the start
// position, top row first. Capital letters
// are White’s pieces, small letters
// Black’s, a dot is an empty square.
5 5
|ppppp|
|.....|
|.....|
|.....|
|PPPPP|

<PIECES>
// How each piece moves. A step is
// (right, up, what stands there):
// e an empty square, p an opponent’s
// piece, w a piece of its own side.
// Steps after each other make a longer
// move, + separates choices, ^* repeats,
// ^2 does twice. A rook that slides ahead:
// R (0,1,e)^*((0,1,e) + (0,1,p)) &
// Black’s pieces move as White’s do,
// in the mirror.
/* Their names: {META NAME P: pawn} */
P (0,1,e) + (-1,1,p) + (1,1,p) &

<GOALS>
// A draw after this many moves; then how
// to win. @P 0 4 is a white pawn on
// column 0, row 4, both counted from 0
// at the bottom left. #P 0 would mean:
// White loses when no P is left.
60 &
@P 0 4, 1 4, 2 4, 3 4, 4 4 &
@p 0 0, 1 0, 2 0, 3 0, 4 0 &
`,
  untitled: "Untitled game",
  myGame: "My game",
  notSaved: {
    blocked: "Not saved: this browser does not let the page store anything. Export the game to keep it.",
    full: "Not saved: the browser’s storage for this page is full. Export the game, or remove games you no longer need.",
    many: "Not saved: My games holds at most 200 games. Export the game, or remove games you no longer need.",
    long: "Not saved: a game may have at most 200,000 characters. Export it to keep it.",
  },

  // ---- the picker ----
  invent: "Invent a game",
  size: (width: number, height: number) => `${width} × ${height}`,
  noBoardYet: "no board yet",
  notComplete: "not complete yet",
  changedWhen: (when: string, saved: boolean) => `${saved ? "" : "Not saved. "}Changed ${when}.`,
  rename: "Rename",
  export: "Export",
  remove: "Remove",
  tool: (label: string, game: string) => `${label} ${game}`,
  justNow: "just now",
  minutesAgo: (minutes: number) => `${count(minutes, "minute")} ago`,
  hoursAgo: (hours: number) => `${count(hours, "hour")} ago`,
  onDay: (day: string) => `on ${day}`,
  noLongerMine: "This game is no longer in My games.",
  exported: (file: string) => `Exported ${file}.`,
  newName: "New name",
  save: "Save",
  renamed: (name: string) => `Renamed to “${name}”.`,
  removed: (name: string) => `Removed “${name}”.`,
  undoRemove: "Undo remove",
  isBack: (name: string) => `Restored “${name}”.`,

  // ---- files ----
  imported: (games: number) => `Imported ${count(games, "game")}.`,
  onlyFirst: (files: number) => `Only the first ${files} files were read.`,
  tooLarge: (file: string) => `${file} is too large for a game.`,
  notText: (file: string) => `${file} is not a text file (UTF-8).`,
  emptyFile: (file: string) => `${file} is empty.`,

  // ---- the editor ----
  savedAs: (name: string) => `Saved in My games as “${name}”.`,
  notMineYet: "Not in My games yet; saved there when you change it.",
  changesSaved: "Your changes are saved in My games.",
  tooLong: "This text is too long for a game.",
  valid: (width: number, height: number, kinds: string) => `Valid: ${width}×${height}, ${kinds}.`,
  kinds: (kinds: number) => (kinds === 1 ? "one piece type" : `${kinds} piece types`),
  ignoredEntry: (message: string, valid: string) => `${message}. This entry is ignored. ${valid}`,
  at: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  loaded: "Game loaded.",

  // ---- copy and paste ----
  nothingToCopy: (what: string) => `There is no ${what} to copy yet.`,
  copied: (what: string) => `Copied the ${what}.`,
  copyByHand: "The browser does not allow copying here. Press Ctrl+C (⌘C).",
  position: "position",
  gameText: "game text",
  moves: "moves",
  pasteFirst: "Paste a position, moves, a game or a link first.",
  textTooLong: "This text is too long.",
  pasted: "Pasted.",
};
