// The worker that knows the rules: one for the page. Every question to it is a typed function of its area.

import { signal } from "../base/signal";
import { isNamed } from "./journal";
import { available, built, COMPLETE, FIRST, type ModuleName } from "./modules";
import {
  type Answer,
  type Command,
  type Failed,
  type Format,
  failure,
  type LearnSettings,
  type Mover,
  type Replies,
  type Reply,
  type Said,
  type ShareReport,
  type Source,
  type StepView,
  type Told,
} from "./protocol";
import { texts } from "./texts";
import type { PieceId, Placement, Squares } from "./views";
import { type Health, WorkerClient } from "./worker-client";

/** The one that has the game on the board; and those of other modules, by the module that each began with. */
let rules: WorkerClient | null = null;
const clients = new Map<ModuleName, WorkerClient>();
/** The module that a game is being loaded by. */
let awaited: ModuleName | null = null;
let hear: (health: Health, message: string) => void = () => {};

export function start(onHealth: (health: Health, message: string) => void): void {
  hear = onHealth;
  rules = client(FIRST);
}

/** The worker of a module, made when it is first needed. */
function client(module: ModuleName): WorkerClient {
  const found = clients.get(module);
  if (found) return found;
  // Of the others it is only heard how far they have loaded, while a game waits for that.
  const onHealth = (health: Health, message: string) => {
    if (!rules || clients.get(module) === rules) hear(health, message);
    else if (module === awaited && health === "loading") hear(health, message);
  };
  const made = new WorkerClient({ base: base(), module, onHealth, onForgotten: forgotten.fire });
  clients.set(module, made);
  return made;
}

export const base = (): string => new URL(".", location.href).href;

/** Tries again after the worker was given up. */
export const restart = (): void => rules?.start();

/** Nothing when the page was never built. */
export const buildId = (): string => built(available(FIRST)).build;

/** A seed that no other page has, and this one not again. */
export const freshSeed = (): number => rules?.freshSeed() ?? 1;

/** A worker was lost, and what it had learned from a file cannot be told to another: the file can no longer be read. */
export const forgotten = signal();

async function ask<K extends keyof Replies>(command: Command, patience?: number, again?: () => Promise<Command>): Promise<Answer<K>> {
  if (!rules) return failure(texts.notRunning(texts.rules));
  const reply = await rules.ask(command, patience, undefined, again);
  const module = reply.type === "failed" ? reply.module : undefined;
  return (module ? await askElsewhere(module, command, patience, again) : reply) as Answer<K>;
}

/** Asks the module that can do it. Commands that bring their own game go to another worker; others continue with the existing one. */
async function askElsewhere(module: ModuleName, command: Command, patience?: number, again?: () => Promise<Command>): Promise<Reply> {
  if (!("table" in command || "sharing" in command)) {
    // What the game on the board cannot do, no other module does for it.
    if (module !== COMPLETE || !rules) return failure(texts.notPossible, "unsupported");
    rules.become(module);
    return rules.ask(command, patience, undefined, again);
  }
  const loads = isNamed(command, "load");
  if (loads) awaited = module;
  const other = client(module);
  if (!other.worker) other.start();
  const reply = await other.ask(command, patience, undefined, again);
  if (loads) {
    awaited = null;
    if (reply.type === "game") rules = other;
    hear(rules?.worker ? "ready" : "broken", "");
  }
  return reply;
}

/** How many workers were lost so far. */
export const restarts = (): number => [...clients.values()].reduce((sum, each) => sum + each.restarts, 0);

/**
 * A worker that is lost over a move or over learning costs time only: another one is told the position and all that was watched,
 * read and answered before, and then asked the same. Learning can be slow to begin with a large game.
 */
async function insist<K extends keyof Replies>(command: Command, again?: () => Promise<Command>, patience = 20000): Promise<Answer<K>> {
  for (let losses = 0; ; losses++) {
    const reply = await ask<K>(command, patience, again);
    const lost = reply.type === "failed" && (reply as Failed).code === "stopped";
    if (!lost || losses === 2 || !rules?.worker) return reply;
  }
}

/** A position: where play began, if not at the game's own start, and the moves since then, as texts. */
export interface Where {
  start?: string | undefined;
  moves?: string[] | undefined;
}

export const table = {
  load: (source: Source) => ask<"game">({ table: { load: { source } } }),
  check: (text: string) => ask<"game">({ table: { check: { text } } }),
  show: ({ start, moves = [] }: Where) => insist<"board">({ table: { show: { start, moves } } }, undefined, 5000),
  arrange: (placement: Placement) => ask<"board">({ table: { arrange: { placement } } }),
  paste: (text: string) => ask<"pasted">({ table: { paste: { text } } }),
  record: ({ start, moves = [] }: Where) => ask<"record">({ table: { record: { start, moves } } }),
  diagrams: () => ask<"diagrams">({ table: "diagrams" }),
  exercise: (seed: number, piece: PieceId | undefined) => ask<"exercise">({ table: { exercise: { seed, piece } } }),
};

export const thinking = {
  choose: (player: Mover, seed: number) => ask<"chosen">({ thinking: { choose: { player, seed } } }),
  /** Plays by a net from now on, as `choose` is answered. */
  net: (command: Command) => ask<"values">(command),
  combine: (shares: ShareReport[][]) => ask<"combined">({ thinking: { combine: { shares } } }),
  worths: () => ask<"worths">({ thinking: "worths" }),
};

export const sharing = {
  share: (source: Source | undefined, { start, moves = [] }: Where, page: [string, string][]) => ask<"link">({ sharing: { share: { source, start, moves, page } } }),
  open: (fragment: string) => ask<"opened">({ sharing: { open: { fragment } } }),
};

export const learning = {
  learn: (settings: LearnSettings) => insist<"learning">({ learning: { learn: { settings } } }),
  watch: (plies: number) => insist<"learning">({ learning: { watch: { plies } } }),
  study: () => insist<"learning">({ learning: "study" }),
  enough: () => insist<"learning">({ learning: "enough" }),
  spectate: ({ start, moves = [] }: Where) => insist<"learning">({ learning: { spectate: { start, moves } } }),
  learnFrom: (settings: LearnSettings, foreign: boolean) => insist<"learning">({ learning: { learnFrom: { settings, foreign } } }),
  /** A part of a file; `again` reads it anew, for another worker. */
  read(text: string, last: boolean, again: () => Promise<string>) {
    const command = (part: string): Command => ({ learning: { read: { text: part, last } } });
    return insist<"learning">(command(text), async () => command(await again()));
  },
  recognise: (text: string) => insist<"recognised">({ learning: { recognise: { text } } }),
  records: (from: number) => insist<"records">({ learning: { records: { from } } }),
  inspect: (piece: PieceId, squares: Squares) => insist<"paths">({ learning: { inspect: { piece, squares: [...squares] } } }),
  counts: (piece: PieceId) => insist<"counts">({ learning: { counts: { piece } } }),
  examples: (piece: PieceId, state: number, step: StepView) => insist<"examples">({ learning: { examples: { piece, state, step } } }),
  pose: (piece: PieceId, steps: StepView[]) => insist<"examples">({ learning: { pose: { piece, steps } } }),
  lesson: (piece: PieceId, algorithm: string, games: number) => insist<"lesson">({ learning: { lesson: { piece, algorithm, games } } }),
  lessonStep: (index: number) => insist<"lesson">({ learning: { lessonStep: { index } } }),
  ask: (about: PieceId | undefined, said: Said | undefined) => insist<"asking">({ learning: { ask: { about, said, told: undefined } } }),
  /** Answers that were given before count again. */
  tell: (told: Told[]) => insist<"asking">({ learning: { ask: { about: undefined, said: undefined, told } } }),
  exportAs: (piece: PieceId, format: Format) => insist<"exported">({ learning: { export: { piece, format } } }),
};
