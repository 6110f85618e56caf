// @ts-check
// The worker that knows the rules. It is a cache: all it knows was told to it, so it can be killed and told again.

/**
 * @typedef {wasm_bindgen.Command} Command
 * @typedef {wasm_bindgen.Reply} Reply
 * @typedef {{ id: number, command: Command, patience: number, resolve: (reply: Reply) => void, onNews?: (reply: Reply, millis: number) => void }} Question
 * @typedef {"loading" | "ready" | "broken"} Health
 */

class Engine {
  /**
   * @param {string} base where `www/` and `pkg/` are, as an absolute address
   * @param {string} build the build this page belongs to; empty when it does not know
   * @param {(health: Health, message: string) => void} onHealth
   * @param {string} [name] what it is called in messages
   * @param {WebAssembly.Module} [module] compiled already, for another worker
   */
  constructor(base, build, onHealth, name = "rules engine", module = undefined) {
    this.base = base;
    this.build = build;
    this.onHealth = onHealth;
    this.name = name;
    /** @type {Worker | null} */
    this.worker = null;
    /** Compiled once, handed to every later worker. @type {WebAssembly.Module | undefined} */
    this.module = module;
    /** Asked and not yet answered, oldest first: the oldest is the one the worker is busy with. @type {Map<number, Question>} */
    this.waiting = new Map();
    /** What a new worker must be told to stand where this one stands. @type {{ load?: Command, weigh?: Command, show?: Command }} */
    this.told = {};
    this.lastId = 0;
    /** The next seed to give; the first comes from the worker. */
    this.seed = 0;
    this.ready = false;
    /** Workers lost since the last answer: after a few, stop trying. */
    this.losses = 0;
    this.timer = 0;
    /** Of the blob that holds the worker's first line. */
    this.address = "";
    /** How long a worker may take to load, in milliseconds; networks can be slow. */
    this.patienceToStart = 60000;
    this.start();
  }

  /** A fresh worker, told everything the last one knew, then whatever is still unanswered. */
  start() {
    this.worker?.terminate();
    this.ready = false;
    this.onHealth("loading", "");
    const version = this.build && `?v=${encodeURIComponent(this.build)}`;
    // The single file holds the worker's scripts, and the wasm, in itself. Elsewhere:
    // Only a classic worker made from a blob may start in a sandboxed frame, and only importScripts may reach our files there.
    const whole = document.getElementById("worker-script")?.textContent;
    const code = whole ?? `importScripts(${JSON.stringify(`${this.base}www/worker.js${version}`)});`;
    URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(new Blob([`self.KIBITZER=${JSON.stringify({ base: this.base, version, size: Engine.size() })};`, code], { type: "text/javascript" }));
    try {
      const worker = new Worker(this.address);
      this.worker = worker;
      worker.onmessage = (event) => worker === this.worker && this.onMessage(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        if (worker === this.worker) this.onLost(event.message || "its files could not be loaded");
      };
    } catch (error) {
      this.giveUp(String(error));
      return;
    }
    this.worker.postMessage({ start: true, module: this.module });
    this.requeue();
    for (const { id, command } of this.waiting.values()) this.worker.postMessage({ id, command });
    this.watch();
  }

  /** Puts what the lost worker had been told before all that is still to be answered. */
  requeue() {
    const open = [...this.waiting.values()].filter((question) => question.resolve !== Engine.ignore);
    this.waiting = new Map();
    for (const command of [this.told.load, this.told.weigh, this.told.show]) {
      if (command) this.enqueue({ id: ++this.lastId, command, patience: 5000, resolve: Engine.ignore });
    }
    for (const question of open) this.enqueue({ ...question, id: ++this.lastId });
  }

  /** @param {Question} question */
  enqueue(question) {
    this.waiting.set(question.id, question);
  }

  /**
   * Always resolves; when the worker is lost over this question, with a `failed` reply.
   * @param {Command} command
   * @param {number} [patience] milliseconds without a word before the worker is given up for lost
   * @param {(reply: Reply, millis: number) => void} [onNews] hears what is said before the last answer, and how long the worker has been at it
   * @returns {Promise<Reply>}
   */
  ask(command, patience = 5000, onNews = undefined) {
    return new Promise((resolve) => {
      if (!this.worker) {
        resolve(Engine.failure(`The ${this.name} is not running.`));
        return;
      }
      const id = ++this.lastId;
      this.enqueue({ id, command, patience, resolve, onNews });
      this.worker.postMessage({ id, command });
      if (this.waiting.size === 1) this.watch();
    });
  }

  /** @param {any} data */
  onMessage(data) {
    if (data.ready) this.onReady(data);
    else if (data.loading) this.onLoading(data.loading);
    else if (data.broken) this.giveUp(String(data.broken));
    else if (data.crashed) this.onLost(String(data.crashed));
    else if (data.reply) this.onAnswer(data);
  }

  /** Slow, but not lost. @param {{ bytes: number, total: number }} progress bytes so far, and in all or 0 */
  onLoading({ bytes, total }) {
    const kilobytes = (/** @type {number} */ count) => String(Math.round(count / 1000));
    this.onHealth("loading", total ? `${kilobytes(Math.min(bytes, total))} of ${kilobytes(total)} KB` : `${kilobytes(bytes)} KB`);
    this.watch();
  }

  /** @param {{ buildId: string, seed: number, module?: WebAssembly.Module }} data */
  onReady(data) {
    this.ready = true;
    this.seed = data.seed;
    this.module ??= data.module;
    const other = this.build && data.buildId !== this.build;
    this.onHealth("ready", other ? "This page and its rules engine are different versions. Reload the page to update." : "");
    this.watch();
  }

  /** A seed that no other page has, and this one not again. */
  freshSeed() {
    this.seed = (this.seed + 1) >>> 0;
    return this.seed;
  }

  /** @param {wasm_bindgen.Answer} answer */
  onAnswer({ id, millis, reply }) {
    const question = this.waiting.get(id);
    // Answers to questions of a worker that is gone, or second answers.
    if (!question) return;
    if (reply.type === "thinking" || reply.type === "warming") {
      question.onNews?.(reply, millis);
      return this.watch();
    }
    this.waiting.delete(id);
    this.losses = 0;
    if (reply.type === "game" && question.command.type === "load") this.told = { load: question.command };
    if (reply.type === "board" && question.command.type === "show") this.told.show = question.command;
    if (reply.type === "values" && question.command.type === "weigh") this.told.weigh = question.command;
    question.resolve(reply);
    this.watch();
  }

  /** Starts the clock for the question the worker is busy with, or for the worker's own start. */
  watch() {
    clearTimeout(this.timer);
    const [oldest] = this.waiting.values();
    if (!this.ready) {
      this.timer = setTimeout(() => this.giveUp("it did not load in time"), this.patienceToStart);
    } else if (oldest) {
      this.timer = setTimeout(() => this.replace(`The ${this.name} did not respond in time and was restarted.`), oldest.patience);
    }
  }

  /** @param {string} reason */
  onLost(reason) {
    if (this.ready) this.replace(`The ${this.name} crashed and was restarted.`);
    else this.giveUp(reason);
  }

  /** The oldest question is taken to be the guilty one: it fails, the others are asked again. @param {string} message */
  replace(message) {
    const [oldest] = this.waiting.values();
    if (oldest) {
      this.waiting.delete(oldest.id);
      oldest.resolve(Engine.failure(message));
    }
    this.losses += 1;
    if (this.losses > 3) this.giveUp("it crashed repeatedly");
    else this.start();
  }

  /** Whether anybody waits for an answer. */
  isBusy() {
    return [...this.waiting.values()].some((question) => question.resolve !== Engine.ignore);
  }

  /** Gives up whatever it is busy with: the worker is killed, and a new one will stand where it stood. */
  cancel() {
    const open = [...this.waiting.values()];
    this.waiting.clear();
    for (const question of open) question.resolve(Engine.failure("Stopped."));
    if (this.worker) this.start();
  }

  /** @param {string} reason */
  giveUp(reason) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.losses = 0;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    this.onHealth("broken", reason);
    for (const question of lost) question.resolve(Engine.failure(`The ${this.name} is not running.`));
  }

  /** Of the wasm file, uncompressed; 0 when the page was never built. */
  static size() {
    return typeof KIBITZER_WASM_SIZE === "number" ? KIBITZER_WASM_SIZE : 0;
  }

  static ignore() {}

  /** @param {string} message @returns {Reply} */
  static failure(message) {
    return { type: "failed", message, place: undefined };
  }
}
