// Whose turn it is, how the game ended, and the same said aloud.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import type { BoardView, LearningView, Side } from "../client/protocol";
import { endsOf } from "../client/views";
import * as Game from "../store/game";
import { draft, lastMove, posed, scene, size, somePerson, store, touched, watched } from "../store/store";
import { tellMove } from "../store/words";
import { texts } from "./texts";

const strip = Dom.get("strip", HTMLElement);
const turn = Dom.get("turn", HTMLElement);
const mark = Dom.get("turn-mark", HTMLElement);

/** What other features know: set by them. */
export const told = {
  /** The line above the board while a game is watched: its words, and the side that they are about; `neither` in a draw, `null` where they are about something else. */
  watching: (_view: LearningView): { sentence: string; side: Side | "neither" | null } => ({ sentence: "", side: null }),
  /** Whether the visitor has just taken over a watched game. */
  takenOver: (): boolean => false,
  /** Whether an embed waits for its button. */
  waiting: (): boolean => false,
};

export function init(): void {
  Frames.add(show);
  Game.boardChanged.listen((before, board) => {
    if (store.mode.kind !== "watch") announce(before, board);
  });
  Dom.button("again").addEventListener("click", Game.restart);
  Dom.button("resume").addEventListener("click", () => (store.paused ? Game.resume() : Game.hold()));
}

function show(): void {
  const [view, over] = [watched(), scene()];
  if (over) {
    mark.hidden = true;
    Dom.say(turn, over.caption);
    return;
  }
  if (view) showWatched(view);
  else showOwn();
  lookAtMove();
  document.title = store.card ? `${store.card.name} – Kibitzer` : "Kibitzer";
}

function showOwn(): void {
  const { board } = store;
  const machine = !!board && !board.end && !draft() && store.players[board.toMove] !== "human";
  Dom.say(turn, sentence());
  strip.classList.toggle("over", !!board?.end && !draft());
  const side = board?.end ? board.end.winner : board?.toMove;
  mark.className = `turn-mark ${side ?? "neither"}`;
  mark.hidden = !board;
  Dom.button("again").hidden = !board?.end || !!draft();
  const resume = Dom.button("resume");
  // Something that moves by itself needs a way to stop it.
  resume.hidden = !machine || !(store.paused || !somePerson());
  Dom.say(resume, store.paused ? texts.resume : texts.pause);
}

function showWatched(view: LearningView): void {
  const line = told.watching(view);
  const shown = posed();
  Dom.say(turn, shown?.sentence ?? line.sentence);
  strip.classList.toggle("over", view.done);
  const side = shown ? null : line.side;
  mark.className = `turn-mark ${side ?? "neither"}`;
  mark.hidden = side === null;
  for (const id of ["again", "resume"]) Dom.button(id).hidden = true;
}

/** The kibitzer in the corner looks at the square last moved to. */
function lookAtMove(): void {
  const pupils = document.querySelector(".pupils");
  const move = lastMove();
  const square = move && endsOf(move)?.to;
  if (!(pupils instanceof SVGElement)) return;
  if (square === undefined) {
    pupils.style.transform = "";
    return;
  }
  const { width, height } = size();
  const look = (part: number, whole: number) => ((part / Math.max(1, whole - 1) - 0.5) * (store.flipped ? -9 : 9)).toFixed(1);
  pupils.style.transform = `translate(${look(square % width, width)}px, ${look(height - 1 - Math.floor(square / width), height)}px)`;
}

function sentence(): string {
  const { board, card } = store;
  if (store.health === "broken") return texts.broken;
  if (!board) {
    if (told.waiting()) return card?.name || texts.toStart;
    if (card) return texts.loadingRules(store.loaded);
    return store.health === "loading" ? texts.loading : texts.noGame;
  }
  if (draft()) return texts.settingUp;
  if (board.end) return board.end.sentence;
  if (store.players[board.toMove] === "human") return told.takenOver() ? texts.takenOver(board.toMove) : (named().length ? texts.chooseFirst("") : "") + texts.toMove(board.toMove);
  return store.paused ? texts.paused(board.toMove, Game.mover()) : texts.thinking(board.toMove, Game.mover());
}

/** The choices that a move begins with: no piece can be touched before. */
const named = (): string[] => (touched().length ? [] : Game.choicesAfter([]));

/** Tells a screen reader what happened on the board. */
function announce(before: BoardView | null, board: BoardView): void {
  const last = board.played.at(-1);
  const words = [];
  if (last && before && board.played.length === before.played.length + 1) words.push(tellMove(last));
  else if (before && board.played.length < before.played.length) words.push(last ? texts.backTo(tellMove(last)) : texts.backAtStart);
  const first = named();
  if (first.length) words.push(texts.chooseFirst(`: ${first.join(" or ")}`).trim());
  words.push(board.end ? board.end.sentence : texts.toMove(board.toMove));
  speak(words.join(" "));
}
