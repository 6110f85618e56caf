// Everything the page knows, in one place. Commands change it, views read it.

import * as Frames from "../base/frames";
import type { BoardView, Card, GameView, LearningView, Side } from "../client/protocol";
import { EMPTY, type Hand, type Legend, type Move, type PieceId, type Placement, type Squares, type Touch } from "../client/views";
import type { Health } from "../client/worker-client";

export type Player = "human" | "random" | `level-${number}`;

/** A position being set up. */
export interface Draft extends Placement {
  undo: PieceId[][];
}

/** A position to look at, with the path of one move in it: a question, or the reason for a no. */
export interface Scene {
  kind: "scene";
  squares: Squares;
  path: number[];
  sign: "?" | "✗";
  caption: string;
}

/** A position set up to show something, in place of the one that is watched. */
export interface Posed {
  kind: "posed";
  squares: Squares;
  sentence: string;
}

/** The visitor's own game: touches made so far of the move to come. */
export interface PlayMode {
  kind: "play";
  touched: Touch[];
}

/** The visitor sets up a position of the own game. */
export interface SetupMode {
  kind: "setup";
  draft: Draft;
}

/** The board shows the game that is watched, or a position that lies over it. The own game waits `under` it. */
export interface WatchMode {
  kind: "watch";
  view: LearningView;
  over: Scene | Posed | null;
  under: PlayMode | SetupMode;
}

/** What the board is used for. */
export type Mode = PlayMode | SetupMode | WatchMode;

export const store = {
  health: "loading" as Health,
  /** How much of the rules engine has been loaded, in words. */
  loaded: "",
  /** The game on the board; none after a link that could not be read. */
  card: null as Card | null,
  /** The same game with its rules, once the worker has read it. */
  game: null as GameView | null,
  /** Where play began, when not from the game's own start. */
  start: undefined as string | undefined,
  /** All moves, also those that were taken back and can be played again. */
  line: [] as Move[],
  /** How many moves of the line are on the board, or will be when the worker has answered. */
  ply: 0,
  /** The position of the visitor's own game. */
  board: null as BoardView | null,
  /** Whether `board` is the position at `ply`: moves may be made only then. */
  settled: false,
  mode: { kind: "play", touched: [] } as Mode,
  /** The opponent of a visitor who has chosen none: good enough for a game, and can be beaten. */
  opponent: "level-2" as Player,
  players: { white: "human", black: "level-2" } as Record<Side, Player>,
  /** Taking a move back means to think: the machine waits until a person has moved or resumed. */
  paused: false,
  flipped: false,
  /** Whether this board is only to be looked at, and whether a piece picked up shows where it may go. */
  viewOnly: false,
  dots: true,
  /** Squares that the page around this one points at. */
  highlights: [] as number[],
};

/** The game that is watched, while the board shows it. */
export const watched = (): LearningView | null => (store.mode.kind === "watch" ? store.mode.view : null);

/** The position that is being set up; also while another game is watched. */
export const draft = (): Draft | null => {
  const own = store.mode.kind === "watch" ? store.mode.under : store.mode;
  return own.kind === "setup" ? own.draft : null;
};

/** A position that lies over the watched game. */
export const scene = (): Scene | null => (store.mode.kind === "watch" && store.mode.over?.kind === "scene" ? store.mode.over : null);
export const posed = (): Posed | null => (store.mode.kind === "watch" && store.mode.over?.kind === "posed" ? store.mode.over : null);

/** Always the same, so that what is worked out from it can be kept. */
const none = { touches: [] as Touch[], moves: [] as Move[] };

/** The touches made so far of the move to come. */
export const touched = (): Touch[] => (store.mode.kind === "play" ? store.mode.touched : none.touches);

export function touch(touches: Touch[]): void {
  if (store.mode.kind === "play") store.mode.touched = touches;
}

export function setMode(mode: Mode): void {
  store.mode = mode;
  Frames.refresh();
}

/** Back from the watched game to what waits under it. */
export function uncover(): void {
  if (store.mode.kind === "watch") setMode(store.mode.under);
}

/** Ends setting up, whatever is on the board now. */
export function dropDraft(): void {
  const play: PlayMode = { kind: "play", touched: [] };
  if (store.mode.kind === "setup") setMode(play);
  else if (store.mode.kind === "watch" && store.mode.under.kind === "setup") store.mode.under = play;
}

/** Columns and rows; an empty board of eight by eight when there is no game. */
export const size = (): { width: number; height: number } => ({ width: store.card?.board.width ?? 8, height: store.card?.board.height ?? 8 });

export const legend = (): Legend => store.card?.legend ?? [];

/** What stands on the board. */
export function squares(): Squares {
  const { mode } = store;
  if (mode.kind === "setup") return mode.draft.squares;
  if (mode.kind === "watch") return (mode.over ?? mode.view).squares;
  return (store.board ?? store.card?.start)?.squares ?? [];
}

export const pieceAt = (square: number): PieceId => squares()[square] ?? EMPTY;

/** What the players have in hand. */
export function hands(): Hand[] {
  const { mode } = store;
  if (mode.kind === "setup") return mode.draft.hands;
  if (mode.kind === "watch") return mode.over ? [] : mode.view.hands;
  return (store.board ?? store.card?.start)?.hands ?? [];
}

/** The move that led to what stands on the board. */
export function lastMove(): Move | undefined {
  const { mode } = store;
  if (mode.kind === "setup") return undefined;
  if (mode.kind === "watch") return mode.over ? undefined : mode.view.last;
  return store.board?.played.at(-1);
}

/** Whether the person here may move now. */
export function mayMove(): boolean {
  if (store.viewOnly || store.mode.kind !== "play" || !store.board || !store.settled) return false;
  return store.players[store.board.toMove] === "human";
}

/** The legal moves, if the one to move sits here. */
export const choices = (): Move[] => (mayMove() ? (store.board?.legal ?? none.moves) : none.moves);

/** Who sits there is a person. */
export const somePerson = (): boolean => store.players.white === "human" || store.players.black === "human";

/** The texts of the first moves of the line. */
export const moveTexts = (ply = store.ply): string[] => store.line.slice(0, ply).map((move) => move.text);
