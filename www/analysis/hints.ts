// Help at any level: what the engine would play here, and kind words about what was played.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Preferences from "../base/preferences";
import type { Arrow } from "../board/arrows";
import * as Pool from "../client/engine-pool";
import { Latest } from "../client/latest";
import type { GameView, Quality, ThoughtView } from "../client/protocol";
import { endsOf, type Move, squaresOf } from "../client/views";
import * as Game from "../store/game";
import { moveTexts, store } from "../store/store";
import { pieceName, squareName } from "../store/words";
import { movesToWin, soon, hintTexts as texts } from "./texts";

const box = Dom.get("advice", HTMLElement);
const words = Dom.get("advice-words", HTMLElement);
/** How far it looks: the same at every level, and done before it is missed. */
const nodes = { hint: 60000, judge: 20000 };
/** How long the machine holds its reply back: until the move is judged, and then until that is read. In milliseconds. */
const time = { judge: 1500, praise: 1200, advice: 4000 };
/** Moves worth knowing in this game, by position. */
const known = new Map<string, Arrow>();
const asked = new Latest();
/** Whether each move of a person is judged. */
let feedback = false;
let game: GameView | null = null;
/** What is said, as long as it holds, and the ply at which a better move could be tried. */
let said: { text: string; holds: () => boolean; ply: number | null } | null = null;

export function init(): void {
  Frames.add(show);
  Game.personMoves.listen(onPlay);
  Dom.button("take-back").addEventListener("click", () => {
    if (said?.ply != null) Game.goTo(said.ply);
  });
  setFeedback(Preferences.get("feedback") === "on");
}

function setFeedback(on: boolean): void {
  feedback = on;
  Dom.button("feedback").setAttribute("aria-pressed", String(on));
}

export function toggleFeedback(): void {
  setFeedback(!feedback);
  Preferences.set("feedback", feedback ? "on" : "off");
  speak(feedback ? texts.feedbackOn : texts.feedbackOff);
}

/** Names a position of this game. */
const place = (): string => `${store.start ?? ""} ${moveTexts().join()}`;

export const arrow = (): Arrow | undefined => (store.settled ? known.get(place()) : undefined);

export async function ask(): Promise<void> {
  const { board } = store;
  const [spot, here] = [Game.spot(), place()];
  const ticket = asked.begin();
  const holds = () => spot?.game === store.game && here === place();
  if (store.mode.kind !== "play" || !spot || !store.settled || !board) return;
  if (board.end) return say(texts.gameOver, holds);
  say(texts.thinkingHint, holds);
  const reply = await Pool.mover.think(spot, { nodes: nodes.hint });
  // A move was made, or another hint asked for, meanwhile.
  if (!holds() || ticket.stale) return;
  if (reply.type !== "thought") return say(reply.type === "failed" ? texts.noHint(reply.message) : "", holds);
  const { line, win } = reply.thought;
  const [move] = line;
  if (!move) return;
  keep(here, move, "?");
  const outlook = win === undefined ? "" : win > 0 ? texts.winsSoon(soon(win)) : texts.delaysLoss;
  say(texts.hint(nameOf(move), outlook), holds);
}

const nameOf = (move: Move): string =>
  texts.moveName(
    move.moved === undefined ? "" : pieceName(move.moved),
    squaresOf(move).map((square) => squareName(square)),
    move.takes.length > 0,
  );

function keep(at: string, move: Move, label: string): void {
  const ends = endsOf(move);
  if (!ends) return;
  // A long evening of hints must not fill the memory.
  if (known.size > 500) known.clear();
  known.set(at, { ...ends, label, strength: 0.95 });
  Frames.repaint();
}

/** A person is about to make this move. */
async function onPlay(move: Move): Promise<void> {
  said = null;
  asked.drop();
  Game.pace.notBefore = 0;
  const [spot, here, ply] = [Game.spot(), place(), store.ply];
  if (!feedback || !spot) return;
  Game.pace.notBefore = performance.now() + time.judge;
  const reply = await Pool.mover.judge(spot, move.text, nodes.judge);
  // It is about the position that the move led to, so the opponent's reply ends it.
  const holds = () => store.line[ply] === move && store.line.length === ply + 1;
  if (reply.type !== "judged" || store.line[ply] !== move) return;
  const { quality, best, played } = reply.judged;
  const better = best.line[0] ?? move;
  const poor = quality !== "best" && quality !== "good";
  if (poor) keep(here, better, "!");
  if (!holds()) return;
  Game.pace.notBefore = performance.now() + (poor ? time.advice : time.praise);
  say(verdict(quality, better, best, played), holds, poor ? ply : null);
}

function verdict(quality: Quality, better: Move, best: ThoughtView, played: ThoughtView): string {
  const instead = nameOf(better);
  switch (quality) {
    case "best":
      return played.win !== undefined && played.win > 0 ? texts.excellent(played.win > 1 ? movesToWin(played.win) : null) : texts.best;
    case "good":
      return played.win !== undefined && played.win < 0 ? texts.allLose : texts.good;
    case "inaccuracy":
      return texts.inaccuracy(instead);
    case "mistake":
      return texts.mistake(instead);
    case "missedWin":
      return texts.missedWin(instead, soon(best.win ?? 1), played.win !== undefined);
    case "loses":
      return texts.loses(soon((played.win ?? -1) + 1), instead);
  }
}

function say(text: string, holds: () => boolean, ply: number | null = null): void {
  said = { text, holds, ply };
  speak(text);
  Frames.refresh();
}

function show(): void {
  if (game !== store.game) known.clear();
  game = store.game;
  const visible = !!said && store.mode.kind === "play" && said.holds();
  box.hidden = !visible;
  if (!said || !visible) return;
  Dom.say(words, said.text);
  Dom.button("take-back").hidden = said.ply === null || store.ply <= said.ply;
}
