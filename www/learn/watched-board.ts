// What is said of the watched game above the board, and what touches on it do: a piece that is touched is taken over.

import { speak } from "../base/announce";
import * as Frames from "../base/frames";
import * as Main from "../board/main";
import type { LearningView } from "../client/protocol";
import { EMPTY, lookOf, type PieceId } from "../client/views";
import * as Tabs from "../page/tabs";
import { told } from "../play/status";
import * as Game from "../store/game";
import { beginning } from "../store/narrowing";
import { choices, legend, pieceAt, posed, scene, store, touch, watched } from "../store/store";
import { describe, tellMove } from "../store/words";
import * as Highlight from "./highlight";
import { endOf } from "./paths";
import * as Scene from "./scene";
import { texts } from "./texts";
import { Watch } from "./watch";

/** A finger looks at a piece of the game that waits. */
let tapped = false;
/** The position from which the visitor took over. */
let taken: string | undefined;

export function init(): void {
  told.watching = (view) => ({ sentence: sentence(view), side: side(view) });
  told.takenOver = () => taken !== undefined && store.start === taken && store.ply < 2;
  Main.useIn("watch", {
    takesSpace: false,
    touch(square) {
      if (scene()) Scene.clear();
      else takeOver(square, null);
    },
    release(from, to, by) {
      if (scene()) Scene.clear();
      else if (by === "mouse" || to !== from || !tap(from)) takeOver(from, to);
    },
  });
}

const sideOf = (piece: PieceId) => lookOf(piece, legend())?.owner ?? "white";

/** The side of the piece that was touched is the visitor's from here. `to`: where a dragged piece was let go. */
async function takeOver(from: number, to: number | null): Promise<void> {
  const seen = watched();
  if (!seen) return;
  // What is set up to look at is looked at, not played; so is a position at the end of all watching.
  if (posed() || Watch.done()) return Highlight.lookAt(from, true);
  const piece = seen.squares[from] ?? EMPTY;
  if (piece === EMPTY) return Watch.toggle();
  const side = sideOf(piece);
  // So that nothing glides: the position stays as it is.
  if (store.board) store.board = { ...store.board, squares: seen.squares, hands: seen.hands, legal: [], played: seen.last ? [seen.last] : [], end: undefined };
  Game.newRequest();
  Watch.leave();
  taken = seen.position;
  store.players = { white: store.opponent, black: store.opponent, [side]: "human" };
  Tabs.open("play");
  const reply = await Game.setUp({ start: seen.last && !seen.end ? seen.position : undefined });
  if (reply.type !== "board" || !store.settled) return;
  store.paused = false;
  speak(texts.watching.takenOver(side));
  if (beginning(choices(), [{ square: from }]).length) {
    touch([{ square: from }]);
    if (to !== null && beginning(choices(), [{ square: from }, { square: to }]).length) return void Game.touchNext({ square: to }, to);
  }
  Game.wake();
  Frames.refresh();
}

/** A finger cannot point: its first tap looks at a piece, or at the way to a square. Whether there was something to look at. */
function tap(square: number): boolean {
  const { pinned } = Highlight.state;
  const way = pinned && Highlight.pathsOf(Highlight.big).some((path) => endOf(path) === square);
  if (!way && (pieceAt(square) === EMPTY || pinned?.from === square)) return false;
  Watch.pause();
  tapped = true;
  Highlight.lookAt(square, true);
  return true;
}

/** The piece of the paused game that a finger looks at. */
function lookedAt(): PieceId | null {
  if (Watch.running()) tapped = false;
  return tapped && Highlight.state.pinned ? Highlight.state.pinned.piece : null;
}

/** The side that the line above the board is about: `neither` in a draw, `null` where it is about something else. */
function side(view: LearningView): "white" | "black" | "neither" | null {
  const looked = lookedAt();
  if (view.done || Watch.skipping()) return null;
  if (looked !== null) return sideOf(looked);
  if (view.end) return view.end.winner ?? "neither";
  return view.last?.side ?? null;
}

function sentence(view: LearningView): string {
  const words = texts.watching;
  const looked = lookedAt();
  const game = Math.min(view.gamesInAll, view.games + (view.end ? 0 : 1));
  if (view.done) return words.watched(view.games, view.positions);
  if (looked !== null) return words.lookingAt(describe(looked));
  if (Watch.skipping()) return words.skipping(game);
  if (view.end) return words.ended(game, view.end.sentence);
  return view.last ? words.moved(game, tellMove(view.last)) : words.begins(game);
}
