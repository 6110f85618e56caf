// The engine view: what the engine thinks of the position on the board, as it thinks; and analysis without end.

import { embedded } from "../base/address";
import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import * as Preferences from "../base/preferences";
import { Latest } from "../client/latest";
import type { BoardView, Reply, Side, ThoughtView } from "../client/protocol";
import type { Move } from "../client/views";
import * as Game from "../store/game";
import { draft, type Player, store } from "../store/store";
import { shortMove, tellMove } from "../store/words";
import * as EvalBar from "./evalbar";
import * as Shares from "./shares";
import { outlook, texts } from "./texts";
import * as Voices from "./voices";

const view = Dom.get("engine-view", HTMLElement);
const words = Dom.get("engine-words", HTMLElement);
const numbers = Dom.get("engine-numbers", HTMLElement);
const line = Dom.get("engine-line", HTMLElement);

/** How far it looks by default; and how long a position must stand before it begins, in milliseconds. */
const nodes = 2000000;
const delay = 120;

export const state = {
  on: false,
  /** Without an end, and with both sides in the visitor's hand. */
  endless: false,
  /** The visitor has stopped it. */
  held: false,
  /** Pieces are being weighed by self-play; the analysis makes room. */
  warming: false,
};

/** Who sat there before the analysis. */
let seats: Record<Side, Player> | null = null;
/** What it thinks about now. */
let wanted: BoardView | null = null;
/** The newest thought, and the position it is about. */
let thought: ThoughtView | null = null;
let about: BoardView | null = null;
let busy = false;
/** How long the workers have been at it, by their own clocks. */
let millis = 0;
let timer = 0;
let drawn = 0;
const runs = new Latest();

export function init(): void {
  Frames.add(follow);
  Game.thinkingAloud.listen(hear);
  Dom.button("engine-stop").addEventListener("click", () => (state.held ? goOn() : stop()));
  line.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) play([...line.querySelectorAll("button")].indexOf(button));
  });
  // The page is hidden: the processor can rest. No frames come then, so this does not wait for one.
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : Frames.refresh()));
  if (!embedded) set(Preferences.get("engine") === "on");
}

export function toggle(): void {
  if (store.mode.kind === "watch") return;
  set(!state.on);
  Preferences.set("engine", state.on ? "on" : "off");
  speak(state.on ? texts.engineOn : texts.engineOff);
}

function set(on: boolean): void {
  state.on = on;
  state.held = false;
  if (!on && state.endless) analyse(false);
  Frames.refresh();
}

/** Analysis on or off. */
export const toggleAnalysis = (): void => analyse(!state.endless);

/** Both sides are the visitor's, and it thinks until it is stopped. */
function analyse(on: boolean): void {
  if (state.endless === on || (on && store.mode.kind === "watch")) return;
  state.endless = on;
  if (on) {
    seats = { ...store.players };
    store.players = { white: "human", black: "human" };
    state.on = true;
  } else if (seats && store.players.white === "human" && store.players.black === "human") {
    store.players = seats;
    // It is not to move before it is told to.
    store.paused = true;
  }
  state.held = false;
  rest();
  speak(on ? texts.analysisOn : texts.analysisOff);
  Frames.refresh();
}

/** The position to think about now, if any. */
function wish(): BoardView | null {
  const { board } = store;
  if (!state.on || state.held || state.warming || !board || board.end || !store.settled || store.mode.kind !== "play" || document.hidden) return null;
  // The machine thinks for itself then, and what it says is shown.
  return store.paused || store.players[board.toMove] === "human" ? board : null;
}

/** Whether the newest thought is about the position on the board. */
const isCurrent = (): boolean => about === store.board && store.settled;

/** The moves that the engine expects from the position on the board. */
export const currentLine = (): Move[] => (state.on && isCurrent() ? (thought?.line ?? []) : []);

/** Keeps up with the board. */
function follow(): void {
  const board = wish();
  if (board !== wanted) {
    rest();
    wanted = board;
    // Paging through a game means to think about where it stops.
    if (board) timer = setTimeout(() => begin(board), delay);
  }
  show();
}

/** Ends what is going on; the best of the last whole depth stays. */
export function rest(): void {
  clearTimeout(timer);
  wanted = null;
  runs.drop();
  if (busy) Shares.stop();
  busy = false;
}

function stop(): void {
  state.held = true;
  rest();
  show();
  speak(thought && isCurrent() ? texts.stoppedAt(thought.depth) : texts.stopped);
}

function goOn(): void {
  state.held = false;
  Frames.refresh();
}

async function begin(board: BoardView): Promise<void> {
  const spot = Game.spot();
  if (!spot || board !== store.board) return;
  const run = runs.begin();
  busy = true;
  millis = 0;
  const reply = await Shares.analyse(spot, state.endless ? undefined : nodes, (news, took) => {
    if (run.stale) return;
    millis = took;
    take(news, board);
  });
  if (run.stale) return;
  busy = false;
  if (reply.type === "thought") take(reply.thought, board);
  else {
    state.held = true;
    rest();
    Notice.show("thinking", texts.trouble(reply.message));
  }
  show();
}

/** What the machine says while it chooses its move. */
function hear(reply: Reply, board: BoardView | null): void {
  if (reply.type === "thinking" && state.on && board) take(reply.thinking, board);
}

function take(news: ThoughtView, board: BoardView): void {
  thought = news;
  about = board;
  // Many thoughts a second are too many to read, and to lay out.
  if (drawn) return;
  drawn = setTimeout(() => {
    drawn = 0;
    show();
    Frames.repaint();
  }, 100);
}

function show(): void {
  const { on } = state;
  // While a position is set up, there is none to think about.
  view.hidden = !on || !!draft();
  EvalBar.toggle(on && store.mode.kind === "play");
  Dom.set(Dom.button("engine-toggle"), "aria-pressed", String(on));
  Dom.set(Dom.button("analyse"), "aria-pressed", String(state.endless));
  if (!on) return;
  Voices.follow();
  Lazy.need("warmup").then((part) => part?.fill());
  const button = Dom.button("engine-stop");
  button.hidden = !busy && !state.held;
  Dom.say(button, state.held ? texts.continue : texts.stop);
  if (!thought || !about) return Dom.say(words, texts.thinking);
  EvalBar.show(thought, about.toMove);
  Dom.say(words, store.board?.end ? texts.over : outlook(thought, about.toMove));
  Dom.say(numbers, figures(thought));
  showLine(thought);
}

function figures(of: ThoughtView): string {
  const seconds = millis / 1000;
  const parts = [texts.depth(of.depth), texts.nodes(short(of.nodes))];
  if (busy && isCurrent() && seconds > 0.2) parts.push(texts.speed(short(of.nodes / seconds)));
  else if (state.held) parts.push(texts.isStopped);
  return parts.join(" · ");
}

const short = (number: number): string => (number < 10000 ? String(Math.round(number)) : number < 1e6 ? `${Math.round(number / 1000)} k` : `${(number / 1e6).toFixed(1)} M`);

function showLine(of: ThoughtView): void {
  const moves = of.line.slice(0, 10);
  const key = moves.map((move) => move.text).join();
  if (line.dataset.key === key) return;
  const focused = line.contains(document.activeElement);
  line.dataset.key = key;
  const buttons = moves.map((move) => Dom.make("button", { type: "button", className: move.side, textContent: shortMove(move), title: tellMove(move) }));
  line.replaceChildren(...buttons);
  // A button that vanishes under the finger must not lose the keyboard's place.
  if (focused) buttons[0]?.focus();
}

/** Plays the line to this move, to look at it; it can be taken back as any move. */
function play(index: number): void {
  const moves = thought?.line.slice(0, index + 1);
  if (!moves || !isCurrent() || store.mode.kind !== "play") return;
  store.paused = true;
  Game.playLine(moves);
}
