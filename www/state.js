// @ts-check
// Everything the page knows, in one plain object. Actions change it, views read it.

/**
 * @typedef {"human" | "random" | `level-${number}`} Player
 * @typedef {wasm_bindgen.Side} Side
 * @typedef {{ id?: string, name: string, about: string, width: number, height: number, cells: string, pieces?: Appearance[] }} Card
 *   What is needed to draw a game before its rules are known.
 * @typedef {{ from: number, x: number, y: number, moved: boolean }} Drag
 *   The square a piece was lifted from, and the pointer in CSS pixels of the window.
 */

const State = {
  /** @type {"loading" | "ready" | "broken"} */
  engine: "loading",
  /** How much of it has been loaded, in words. */
  loaded: "",
  /** The game on the table; none after a link that could not be read. @type {Card | null} */
  card: null,
  /** The same game with its rules, once the worker has read it. @type {wasm_bindgen.GameView | null} */
  game: null,
  /** Where play began, when not from the game's own start. @type {string | undefined} */
  start: undefined,
  /** All moves, also those that were taken back and can be played again. @type {wasm_bindgen.MoveView[]} */
  line: [],
  /** How many moves of the line are on the board, or will be when the worker has answered. */
  ply: 0,
  /** The position on the board. @type {wasm_bindgen.BoardView | null} */
  board: null,
  /** Whether `board` is the position at `ply`: moves may be made only then. */
  settled: false,
  /** The game that is watched, while the board shows it instead of the visitor's own. @type {wasm_bindgen.LearningView | null} */
  watched: null,
  /** A position that is being set up, while the board shows it. @type {Draft | null} */
  setup: null,
  /** A position set up to show something, in place of the one that is watched. @type {{ cells: string, sentence: string, during: wasm_bindgen.LearningView } | null} */
  posed: null,
  /** A position to look at, while it lies over either. @type {Picture | null} */
  scene: null,
  /** Whom a visitor plays who has chosen nobody: good enough for a game, and can be beaten. @type {Player} */
  opponent: "level-2",
  /** @type {Record<Side, Player>} */
  players: { white: "human", black: "level-2" },
  /** Whoever takes a move back wants to think: the machine waits until a person has moved or said so. */
  paused: false,
  flipped: false,
  /** Whether this board is only to be looked at, and whether a piece picked up shows where it may go. */
  viewOnly: false,
  dots: true,
  /** Squares that the page around this one points at. @type {number[]} */
  highlights: [],
  /** The piece picked up. @type {number | null} */
  selected: null,
  /** Where the keyboard is. */
  cursor: 0,
  /** Under the mouse. @type {number | null} */
  hover: null,
  /** @type {Drag | null} */
  drag: null,

  /** @param {number} square */
  letterAt: (square) => State.cells()[square] ?? ".",

  /** A position that lies over the board to be looked at. */
  shown: () => State.scene ?? State.posed,

  /** What stands on the board, one character a square. */
  cells() {
    if (State.setup && !State.watched) return State.setup.cells.join("");
    return (State.shown() ?? State.watched ?? State.board ?? State.card)?.cells ?? "";
  },

  /** The move that led to what stands on the board. */
  lastMove() {
    if (State.shown() || (State.setup && !State.watched)) return undefined;
    return State.watched ? State.watched.last : State.board?.played.at(-1);
  },

  /** Whether the person here may move now. */
  mayMove() {
    if (State.viewOnly || State.watched || State.setup || State.scene) return false;
    return !!State.board && State.settled && State.players[State.board.toMove] === "human";
  },

  /** @param {number | null} square @returns {wasm_bindgen.MoveView[]} what the piece there may do, if its owner sits here */
  movesFrom(square) {
    if (square === null || !State.board || !State.mayMove()) return [];
    return State.board.legal.filter((move) => move.from === square);
  },

  /** @param {string} letter @returns {Side} */
  sideOf: (letter) => (letter === letter.toUpperCase() ? "white" : "black"),

  /** @param {number} square */
  nameOf(square) {
    const width = State.card?.width ?? 8;
    return String.fromCharCode(97 + (square % width)) + (Math.floor(square / width) + 1);
  },
};
