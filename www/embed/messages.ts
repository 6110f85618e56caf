// The messages between a frame and the page around it, as docs.html tells them. Nothing in a message is ever run, and only
// the page around this one is heard.

import * as Address from "../base/address";
import * as Client from "../client/client";
import type { BoardView, LearningView } from "../client/protocol";
import { lookOf, type PieceId, type Touch } from "../client/views";
import { reports } from "../learn/exercise-reports";
import { learned, Watch } from "../learn/watch";
import * as Share from "../share/share";
import * as Game from "../store/game";
import { legend, size, store } from "../store/store";
import { touchName } from "../store/words";
import * as Embedding from "./embedding";
import { messageTexts as texts } from "./texts";

/** What the asker calls a message, so that it knows the answer. */
export type Id = string | number | undefined;

/** A command of the page around: returns nothing, or what was wrong. */
export type Act = (message: Record<string, unknown>, id?: Id) => Promise<string | undefined | void> | string | undefined | void;

const version = 1;
/** The longest text that a message may hold, and the most messages that may wait. */
const longest = 200000;
const most = 32;
/** A move may be a chain of many captures. */
export const longestMove = 200;

/** Whether there is a page around this one to talk to. */
let framed = false;
/** Messages go to this origin only, and are heard from it only; any, when the address names none. */
let origin = "*";
let commands: Record<string, Act> = {};
let pending = 0;
let queue: Promise<void> = Promise.resolve();
/** When the last complaint about too many messages went out, and the last word about learning. */
let complained = Number.NEGATIVE_INFINITY;
let toldProgress = Number.NEGATIVE_INFINITY;
/** The height that was told, and for which width and which board. */
let told = 0;
let shape = "";

/** `known`: what the page around may ask for. */
export function listenFor(known: Record<string, Act>): void {
  commands = known;
  framed = true;
  const named = Address.params.get("origin");
  if (named !== null) {
    try {
      origin = new URL(named).origin;
    } catch {
      origin = "null";
    }
    // A name that is no origin matches no frame; silence is the safe answer to a slip.
    if (origin === "null") framed = false;
  }
  if (!framed) return;
  addEventListener("message", hear);
  new ResizeObserver(tellHeight).observe(document.body);
  Game.boardChanged.listen(onBoard);
  Game.refused.listen(onRefused);
  Game.mistyped.listen((move) => illegal(move));
  learned.listen(onLearning);
  reports.listen((type, fields) => tell(type, fields));
  tell("ready", { version, build: Client.buildId(), started: !Embedding.state.waiting, mode: Address.embedMode, commands: Object.keys(commands) });
}

/** `id`: of the message that this answers. */
export function tell(type: string, fields: object = {}, id?: Id): void {
  if (!framed) return;
  parent.postMessage({ kibitzer: 1, ...(id === undefined ? {} : { id }), type, ...fields }, origin);
}

/** Course sites that know nothing of us still understand this one; Sakai wants it as text. */
function tellHeight(): void {
  const { width, height: rows } = size();
  const now = `${innerWidth} ${width} ${rows}`;
  // What comes and goes leaves room behind it: a course page that jumps with every line is hard to read.
  const height = Math.max(Embedding.height(), now === shape ? told : 0);
  shape = now;
  if (height === told) return;
  told = height;
  tell("resize", { height });
  const lti = { subject: "lti.frameResize", height };
  parent.postMessage(lti, origin);
  parent.postMessage(JSON.stringify(lti), origin);
}

/** Only the page around this one is heard; whatever it says, it gets an answer or silence. */
function hear(event: MessageEvent): void {
  if (event.source !== parent || (origin !== "*" && event.origin !== origin)) return;
  const message = event.data;
  if (typeof message !== "object" || message === null || !("kibitzer" in message)) return;
  const id = idOf(message.id);
  if (message.kibitzer !== 1) return tell("error", { message: texts.otherVersion }, id);
  const type = typeof message.type === "string" ? message.type : "";
  const act = Object.hasOwn(commands, type) ? commands[type] : undefined;
  if (!act) return tell("error", { message: texts.unknownCommand(type.slice(0, 40), Object.keys(commands)) }, id);
  if (pending >= most) return complain(id);
  pending += 1;
  queue = queue.then(async () => {
    try {
      await Embedding.state.opened;
      const wrong = await act(message, id);
      if (wrong) tell("error", { message: wrong }, id);
    } catch (error) {
      tell("error", { message: texts.failed(String(error).slice(0, 200)) }, id);
    } finally {
      pending -= 1;
    }
  });
}

function complain(id: Id): void {
  const now = performance.now();
  if (now - complained < 1000) return;
  complained = now;
  tell("error", { message: texts.tooMany(most) }, id);
}

const idOf = (id: unknown): Id => ((typeof id === "string" && id.length <= 100) || (typeof id === "number" && Number.isFinite(id)) ? id : undefined);

export const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest;

export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length <= 4096 && value.every((each) => typeof each === "string" && each.length <= longestMove);

/** Waits until the rules are there and the board stands still; says what is wrong when that does not come. */
export async function settled(): Promise<string> {
  for (let count = 0; count < 1000; count++) {
    if (store.health === "broken") return texts.notRunning;
    if (store.settled && store.game) return "";
    await new Promise((go) => setTimeout(go, 10));
  }
  return texts.noGame;
}

// ---- what is told ----

export async function tellState(id?: Id): Promise<void> {
  if (!framed) return;
  const { board, game } = store;
  const fields = { started: !Embedding.state.waiting, mode: Address.embedMode, game: game?.id ?? null, name: store.card?.name ?? null };
  if (!game || !board) return tell("state", fields, id);
  const reply = await Share.ask("position");
  const whole = {
    ...fields,
    position: board.position,
    moves: board.played.map((move) => move.text),
    toMove: board.toMove,
    legal: board.legal.map((move) => move.text),
    end: board.end ?? null,
    flipped: store.flipped,
    learning: Watch.view ? learning(Watch.view) : null,
    state: reply.type === "link" ? reply.link : null,
  };
  tell("state", whole, id);
}

export function illegal(move: string, id?: Id): void {
  tell("illegal", { move, position: store.board?.position ?? null, legal: store.board?.legal.map((each) => each.text) ?? [] }, id);
}

/** The visitor put a piece where it may not go. */
function onRefused(touches: Touch[]): void {
  const [from, to] = [touches[0], touches.at(-1)];
  if (from && to && touches.length > 1 && from !== to) illegal(touches.map(touchName).join(""));
}

const symbolOf = (piece: PieceId | undefined): string | null => (piece === undefined ? null : (lookOf(piece, legend())?.symbol ?? null));

function onBoard(before: BoardView | null, board: BoardView): void {
  const last = board.played.at(-1);
  if (last && before && board.played.length === before.played.length + 1) {
    const by = store.players[last.side] === "human" ? "person" : "machine";
    tell("move", { move: last.text, piece: symbolOf(last.moved), captured: symbolOf(last.takes[0]?.piece), by, ply: board.played.length, position: board.position });
  }
  if (board.end) tell("gameover", { winner: board.end.winner ?? null, sentence: board.end.sentence, moves: board.played.map((move) => move.text) });
}

/** What has been learned, in short. */
export const pieces = (): { letter: string | null }[] =>
  (Watch.view?.pieces ?? []).map(({ piece, sentence, sure, verdict, graph }) => ({
    letter: symbolOf(piece),
    sentence,
    sure,
    exact: verdict.exact,
    undecided: verdict.undecided,
    states: graph.states.length,
  }));

const learning = (view: LearningView): object => ({
  games: view.games,
  gamesInAll: view.gamesInAll,
  positions: view.positions,
  candidates: view.candidates,
  done: view.done,
  running: Watch.running(),
});

function onLearning(view: LearningView): void {
  const now = performance.now();
  if (!view.done && now - toldProgress < 250) return;
  toldProgress = now;
  tell(view.done ? "learn.done" : "learn.progress", { ...learning(view), pieces: pieces(), ...(view.done ? { text: view.learned?.text ?? null } : {}) });
}
