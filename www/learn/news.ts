// What the kibitzer has just understood, in a line. It stays long enough to be read, and to be read out.

import * as Dom from "../base/dom";
import type { LearnedView, LearningView } from "../client/protocol";
import { describe, pieceName } from "../store/words";
import { isStill } from "./shown-piece";
import { texts } from "./texts";
import { forgotten, learned } from "./watch";

const element = Dom.get("news", HTMLElement);
/** The least time between two pieces of news, in milliseconds. */
const pause = 4000;
let at = -Infinity;
let timer = 0;
let next = "";

export function init(): void {
  learned.listen(tell);
  forgotten.listen(clear);
}

function tell(now: LearningView, before: LearningView | null): void {
  if (now.done) return say(summary(now), true);
  if (!before || now.games < before.games) clear();
  const news = line(before?.pieces ?? [], now);
  if (news) say(news, false);
  else if (!now.pieces.length && !next) say(texts.news.beginning, false);
}

/** The piece of which most is new, if anything is: the one that moved comes first. */
function line(old: LearnedView[], now: LearningView): string {
  if (!now.news) return "";
  const before = (piece: LearnedView) => old.find((each) => each.piece === piece.piece);
  const changed = now.pieces.filter((piece) => before(piece)?.sentence !== piece.sentence && !isStill(piece));
  const piece = changed.find((each) => each.piece === now.last?.moved) ?? changed[0];
  if (!piece) return "";
  const name = pieceName(piece.piece, now.legend);
  const known = before(piece);
  const { first, exact, more, brief } = texts.news;
  const lead = !known || isStill(known) ? first(name) : piece.verdict.exact && !known.verdict.exact ? exact(name) : more(name);
  return `${lead} ${brief(piece.sentence)}`;
}

function summary(view: LearningView): string {
  const { seen, unjudged, all, some, undecided, known, unsure } = texts.news;
  const watched = seen(view.games, view.positions);
  if (!view.judged) return unjudged(watched);
  const names = (pieces: LearnedView[]) => pieces.map(({ piece }) => describe(piece, view.legend));
  const open = view.pieces.filter(({ verdict }) => verdict.undecided);
  const wrong = view.pieces.filter(({ verdict }) => !verdict.exact && !verdict.undecided);
  if (!wrong.length && open.length) return undecided(watched, names(open));
  if (!wrong.length) return known(watched, all(view.pieces.length));
  return unsure(watched, wrong.length === view.pieces.length ? all(view.pieces.length) : some(wrong.length, view.pieces.length, names(wrong)));
}

function say(text: string, atOnce: boolean): void {
  next = text;
  clearTimeout(timer);
  const wait = atOnce ? 0 : at + pause - performance.now();
  if (wait > 0) timer = setTimeout(flush, wait);
  else flush();
}

function flush(): void {
  at = performance.now();
  Dom.say(element, next);
}

export function clear(): void {
  clearTimeout(timer);
  at = -Infinity;
  next = "";
  Dom.say(element, "");
}
