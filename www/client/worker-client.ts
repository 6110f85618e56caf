// The worker that knows the rules. It is a cache: all it knows was told to it, so it can be killed and told again.

import { isNamed, Journal, type Recollection, type Told } from "./journal";
import { available, built, compiled, FIRST, type ModuleName, script } from "./modules";
import { type Command, failure, type Reply } from "./protocol";
import { texts } from "./texts";
import { decode, encode } from "./wire";

export type Health = "loading" | "ready" | "broken";

export type OnNews = (reply: Reply, millis: number) => void;

interface Question {
  id: number;
  command: Recollection;
  patience: number;
  resolve: (reply: Reply) => void;
  onNews?: OnNews | undefined;
  /** Makes the command anew, where it is too long to be kept. */
  again?: (() => Promise<Command>) | undefined;
}

export interface Options {
  /** Where `pkg/` is, as an absolute address. */
  base: string;
  onHealth(health: Health, message: string): void;
  /** What was learned could not be told to a new worker: a file that it came from can no longer be read. */
  onForgotten?(): void;
  /** What it is called in messages. */
  name?: string;
  module?: ModuleName;
}

export class WorkerClient {
  readonly base: string;
  readonly name: string;
  readonly onHealth: Options["onHealth"];
  readonly onForgotten: (() => void) | undefined;
  worker: Worker | null = null;
  module: ModuleName;
  /** Asked and not yet answered, oldest first: the oldest is the one the worker is busy with. */
  waiting = new Map<number, Question>();
  /** What a new worker must be told to stand where this one stands. */
  told: Told = {};
  readonly journal = new Journal();
  ready = false;
  /** How long a worker may take to load, in milliseconds; networks can be slow. */
  patienceToStart = 60000;
  #lastId = 0;
  /** The next seed to give; the first comes from the worker. */
  #seed = 0;
  /** Workers lost since the last answer: after a few, stop trying. */
  #losses = 0;
  /** Workers lost in all. */
  restarts = 0;
  #timer = 0;
  /** Of the blob that holds the worker's first line. */
  #address = "";
  /** A new worker is still being told what the last one knew. */
  #posting = false;

  constructor({ base, onHealth, onForgotten, name = texts.rules, module = FIRST }: Options) {
    this.base = base;
    this.onHealth = onHealth;
    this.onForgotten = onForgotten;
    this.name = name;
    this.module = available(module);
    this.start();
  }

  /** Goes on in another module, which can do all that this one can: it is told what this one knew. */
  become(module: ModuleName): void {
    if (this.module === available(module)) return;
    this.module = available(module);
    this.start();
  }

  /** A fresh worker, told everything the last one knew, then whatever is still unanswered. */
  start(): void {
    this.worker?.terminate();
    this.ready = false;
    this.onHealth("loading", "");
    const { build, size } = built(this.module);
    const version = build && `?v=${encodeURIComponent(build)}`;
    // The single file holds the worker's scripts, and the wasm, in itself. Elsewhere:
    // Only a classic worker made from a blob may start in a sandboxed frame, and only importScripts may reach our files there.
    const whole = document.getElementById("worker-script")?.textContent;
    // A failure is told by a message: a worker that is ended while it loads would throw outside any handler.
    const address = JSON.stringify(`${this.base}${script(this.module)}${version}`);
    const code = whole ?? `try{importScripts(${address})}catch{postMessage({broken:${JSON.stringify(texts.notLoaded)}})}`;
    URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(new Blob([`self.KIBITZER=${JSON.stringify({ base: this.base, module: this.module, version, size })};`, code], { type: "text/javascript" }));
    try {
      const worker = new Worker(this.#address);
      this.worker = worker;
      worker.onmessage = (event) => worker === this.worker && this.onMessage(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        if (worker === this.worker) this.onLost(event.message || texts.notLoaded);
      };
    } catch (error) {
      this.giveUp(String(error));
      return;
    }
    this.worker.postMessage({ start: true, module: compiled.get(this.module) });
    this.requeue();
    this.postAll(this.worker);
    this.watch();
  }

  /** Posts everything that waits, in its order. What is asked meanwhile waits behind it. */
  async postAll(worker: Worker): Promise<void> {
    this.#posting = true;
    for (const question of this.waiting.values()) {
      const { id, command } = question;
      const told = typeof command === "function" ? await command().catch(() => null) : command;
      // Another worker has begun from the start meanwhile.
      if (worker !== this.worker) return;
      if (!told) return this.#forget();
      worker.postMessage({ id, command: encode(told) });
    }
    this.#posting = false;
  }

  /** Half of what was learned is worth nothing: a new worker begins without any of it. */
  #forget(): void {
    this.journal.clear();
    this.onForgotten?.();
    this.start();
  }

  /** Puts what the lost worker had been told before all that is still to be answered. */
  requeue(): void {
    const open = [...this.waiting.values()].filter((question) => question.resolve !== ignore);
    this.waiting = new Map();
    for (const command of this.journal.retell(this.told)) this.enqueue({ id: ++this.#lastId, command, patience: 20000, resolve: ignore });
    for (const question of open) this.enqueue({ ...question, id: ++this.#lastId });
  }

  enqueue(question: Question): void {
    this.waiting.set(question.id, question);
  }

  /**
   * Always resolves; when the worker is lost over this question, with a `failed` reply.
   * `patience`: milliseconds without a word before the worker is given up for lost.
   * `onNews`: hears what is said before the last answer, and how long the worker has been at it.
   * `again`: makes the command anew for another worker, where it is too long to be kept.
   */
  ask(command: Command, patience = 5000, onNews?: OnNews, again?: () => Promise<Command>): Promise<Reply> {
    return new Promise((resolve) => {
      if (!this.worker) {
        resolve(failure(texts.notRunning(this.name)));
        return;
      }
      const id = ++this.#lastId;
      this.enqueue({ id, command, patience, resolve, onNews, again });
      if (!this.#posting) this.worker.postMessage({ id, command: encode(command) });
      if (this.waiting.size === 1) this.watch();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the worker posts
  onMessage(data: any): void {
    if (data.ready) this.onReady(data);
    else if (data.loading) this.onLoading(data.loading);
    else if (data.broken) this.giveUp(String(data.broken));
    else if (data.crashed) this.onLost(String(data.crashed));
    else if (data.reply) this.onAnswer(data);
  }

  /** Slow, but not lost. `progress`: bytes so far, and in all or 0. */
  onLoading({ bytes, total }: { bytes: number; total: number }): void {
    this.onHealth("loading", texts.kilobytes(total ? Math.min(bytes, total) : bytes, total));
    this.watch();
  }

  onReady(data: { buildId: string; seed: number; module?: WebAssembly.Module }): void {
    this.ready = true;
    this.#seed = data.seed;
    if (data.module) compiled.set(this.module, data.module);
    const { build } = built(this.module);
    const other = build && data.buildId !== build;
    this.onHealth("ready", other ? texts.otherVersion : "");
    this.watch();
  }

  /** A seed that no other page has, and this one not again. */
  freshSeed(): number {
    this.#seed = (this.#seed + 1) >>> 0;
    return this.#seed;
  }

  onAnswer({ id, millis, reply: wire }: { id: number; millis: number; reply: unknown }): void {
    const question = this.waiting.get(id);
    // Answers to questions of a worker that is gone, or second answers.
    if (!question) return;
    const reply = decode(wire);
    if (reply.type === "thinking" || reply.type === "warming") {
      question.onNews?.(reply, millis);
      return this.watch();
    }
    this.waiting.delete(id);
    this.#losses = 0;
    if (typeof question.command !== "function" && question.resolve !== ignore) this.#remember(question.command, reply, question.again);
    question.resolve(reply);
    this.watch();
  }

  /** Keeps what a new worker must be told. What another module is to carry out has changed nothing here. */
  #remember(command: Command, reply: Reply, again?: () => Promise<Command>): void {
    if (reply.type === "failed" && reply.module) return;
    this.journal.note(command, reply, again);
    if (reply.type === "game" && isNamed(command, "load")) this.told = { load: command };
    if (reply.type === "board" && isNamed(command, "show")) this.told.show = command;
    if (reply.type === "values" && isNamed(command, "net")) this.told.net = command;
    if (reply.type === "values" && isNamed(command, "weigh")) this.told.weigh = command;
  }

  /** Starts the clock for the question the worker is busy with, or for the worker's own start. */
  watch(): void {
    clearTimeout(this.#timer);
    const [oldest] = this.waiting.values();
    if (!this.ready) {
      this.#timer = setTimeout(() => this.giveUp(texts.loadedTooSlowly), this.patienceToStart);
    } else if (oldest) {
      this.#timer = setTimeout(() => this.replace(texts.late(this.name)), oldest.patience);
    }
  }

  onLost(reason: string): void {
    if (this.ready) this.replace(texts.crashed(this.name));
    else this.giveUp(reason);
  }

  /** The oldest question is taken to be the guilty one: it fails, the others are asked again. */
  replace(message: string): void {
    const [oldest] = this.waiting.values();
    if (oldest) {
      this.waiting.delete(oldest.id);
      oldest.resolve(failure(message));
    }
    this.#losses += 1;
    this.restarts += 1;
    if (this.#losses > 3) this.giveUp(texts.crashedOften);
    else this.start();
  }

  /** Whether an answer is pending. */
  isBusy(): boolean {
    return [...this.waiting.values()].some((question) => question.resolve !== ignore);
  }

  /** Gives up whatever it is busy with: the worker is killed, and a new one will stand where it stood. */
  cancel(): void {
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const question of open) question.resolve(failure(texts.stopped));
    if (this.worker) this.start();
  }

  giveUp(reason: string): void {
    const lost = this.#end();
    this.onHealth("broken", reason);
    for (const question of lost) question.resolve(failure(texts.notRunning(this.name)));
  }

  /** It is wanted no more. */
  close(): void {
    for (const question of this.#end()) question.resolve(failure(texts.stopped));
  }

  /** Ends the worker; what was not answered is left. */
  #end(): Question[] {
    clearTimeout(this.#timer);
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.#losses = 0;
    const open = [...this.waiting.values()];
    this.waiting.clear();
    return open;
  }
}

/** What a new worker says to what it is told again. */
function ignore(): void {}
