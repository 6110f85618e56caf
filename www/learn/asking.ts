// The learner asks, the visitor answers: may this piece go there?

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { squareOf } from "../board/grid";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import type { AskingView, QuestionView, Said } from "../client/protocol";
import { EMPTY, type PieceId } from "../client/views";
import { store } from "../store/store";
import { describe, squareName } from "../store/words";
import { Boxes } from "./boxes";
import * as Scene from "./scene";
import * as ShownPiece from "./shown-piece";
import { shown } from "./shown-piece";
import { ahead } from "./steps";
import { tellWord } from "./texts";
import { askingTexts as texts } from "./texts-later";
import { Watch } from "./watch";

declare module "../base/lazy" {
  interface Parts {
    asking: typeof import("./asking");
  }
}

const question = Dom.get("asking-question", HTMLElement);
const note = Dom.get("asking-note", HTMLElement);
const only = Dom.get("ask-shown", HTMLInputElement);

const asked = new Latest();
let view: AskingView | null = null;
let busy = false;
/** The piece that was shown when it was last asked. */
let piece: PieceId = EMPTY;
/** Workers lost, as far as the visitor knows. */
let restarts = 0;

function init(): void {
  Frames.add(refresh);
  for (const said of ["yes", "no", "pass", "rules", "back"] as const) Dom.button(`say-${said}`).addEventListener("click", () => say(said));
  Dom.button("say-again").addEventListener("click", again);
  only.addEventListener("change", () => ask(undefined));
}

const isOpen = (): boolean => Boxes.isOpen("asking");

async function open(): Promise<void> {
  view = null;
  restarts = Client.restarts();
  Dom.say(note, "");
  Dom.say(question, texts.watching);
  showButtons();
  if ((await Boxes.haveWatched()) && isOpen()) ask(undefined);
}

function close(): void {
  asked.drop();
  busy = false;
  piece = EMPTY;
  if (view?.answers) speak(texts.kept(view.answers));
}

/** Another piece was chosen; or the worker was lost, and another one is told everything again. */
function refresh(): void {
  if (!isOpen()) return;
  if (busy && store.health === "loading") Dom.say(note, Client.restarts() === restarts ? texts.loading : texts.restarting);
  if (only.checked && piece !== EMPTY && shown.piece !== piece && !busy) ask(undefined);
}

function say(said: Said): void {
  if (busy || !(said === "back" ? view?.answers : view?.question)) return;
  ask(said);
}

async function ask(said: Said | undefined): Promise<void> {
  const ticket = asked.begin();
  const before = view?.question;
  const states = statesOf(before?.piece);
  busy = true;
  piece = shown.piece;
  const about = only.checked ? shown.piece : undefined;
  let took: boolean | undefined;
  for (let answer = said; ; answer = undefined) {
    const reply = await Client.learning.ask(about, answer);
    if (reply.type === "asking") {
      took ??= reply.asking.took;
      keep(answer, before, took);
    }
    if (ticket.stale) return;
    if (reply.type !== "asking") {
      busy = false;
      return Dom.say(note, reply.message);
    }
    Watch.keep(reply.asking.learning);
    // What an answer led to is drawn at once, with the next question.
    shown.urgent ||= !reply.asking.thinking;
    Frames.refresh();
    if (reply.asking.thinking) continue;
    busy = false;
    return show({ ...reply.asking, took }, said, before, states);
  }
}

/** Keeps what was answered: after a restart it can be used again. */
function keep(said: Said | undefined, answered: QuestionView | undefined, took: boolean | undefined): void {
  if (said === "back") {
    const last = Watch.told.map(({ legal }) => legal !== undefined).lastIndexOf(true);
    Watch.told = Watch.told.filter((_, index) => index !== last);
  } else if (said && answered) Watch.told = [...Watch.told, { piece: answered.piece, steps: answered.steps, legal: said === "pass" ? undefined : took }];
}

/** What was answered before the last restart counts again. */
async function again(): Promise<void> {
  if (busy) return;
  Watch.told = [...Watch.told, ...Watch.toldBefore];
  Watch.toldBefore = [];
  await Client.learning.tell(Watch.told);
  ask(undefined);
}

const statesOf = (of: PieceId | undefined): number => Watch.piece(of ?? EMPTY)?.graph.states.length ?? 0;

/** `before`: the question that was answered; `states`: how many its piece had before. */
function show(now: AskingView, said: Said | undefined, before: QuestionView | undefined, states: number): void {
  view = now;
  const lost = Client.restarts() !== restarts;
  restarts = Client.restarts();
  Dom.say(note, lost ? texts.restarted(now.answers) : thanks(now, said, before, states));
  Dom.say(Dom.get("asking-count", HTMLElement), texts.count(now.answers, now.passed));
  if (now.question) {
    const words = tell(now.question);
    Dom.say(question, words);
    if (!only.checked && shown.piece !== now.question.piece) ShownPiece.choose(now.question.piece);
    piece = shown.piece;
    Scene.show(now.question.scene, "?", texts.caption);
    speak(`${note.textContent} ${words}`);
  } else {
    Dom.say(question, texts.none(only.checked ? describe(shown.piece) : null));
    Scene.clear();
    speak(question.textContent ?? "");
  }
  showButtons();
}

function showButtons(): void {
  for (const said of ["yes", "no", "pass"]) Dom.enable(`say-${said}`, !!view?.question);
  Dom.enable("say-rules", !!view?.question && view.learning.judged);
  Dom.enable("say-back", !!view?.answers);
  const earlier = Watch.toldBefore.length;
  Dom.button("say-again").hidden = !earlier;
  Dom.say(Dom.button("say-again"), texts.again(earlier));
}

function tell({ piece: of, steps, scene: { path } }: QuestionView): string {
  return texts.question(describe(of), squareName(path[0] ?? 0), squareName(path.at(-1) ?? 0), tellWord(steps, ahead(of)));
}

function thanks(now: AskingView, said: Said | undefined, before: QuestionView | undefined, states: number): string {
  if (now.refuted) return texts.refuted(describe(now.refuted.piece), now.refuted.legal, tellWord(now.refuted.steps, ahead(now.refuted.piece)));
  if (said === "back") return texts.undone;
  if (!before || said === undefined || said === "pass") return "";
  const took = now.took ?? false;
  const after = statesOf(before.piece);
  return (said === "rules" ? texts.rulesSay(took) : texts.youSay(took)) + (after === states ? "" : texts.states(describe(before.piece), after));
}

/** Whether it was an answer. */
function onKey({ key, target }: KeyboardEvent): boolean {
  if (!isOpen() || squareOf(target) !== null) return false;
  const answers: Record<string, Said> = { y: "yes", n: "no", d: "pass", r: "rules" };
  const said = answers[key];
  if (said) say(said);
  return said !== undefined;
}

init();

export const Asking = { open, close, onKey };
