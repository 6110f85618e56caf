// Several workers of one module, for work that comes in pieces of which none needs another: each goes to a worker that is free.

import { base } from "./client";
import type { ModuleName } from "./modules";
import { type Command, failure, type Reply } from "./protocol";
import { texts } from "./texts";
import { WorkerClient } from "./worker-client";

/** How many workers may be busy at once. A page in a page and a small device get one; one is always enough. */
export function crewSize(): number {
  const cores = navigator.hardwareConcurrency || 1;
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
  const small = memory <= 2 || document.documentElement.classList.contains("embed") || matchMedia("(max-width: 40rem) and (pointer: coarse)").matches;
  return small ? 1 : Math.max(1, Math.min(cores - 1, 4));
}

/** The longest time that a timer can wait, in milliseconds: a piece of work takes as long as it takes, and can be stopped. */
const FOREVER = 2 ** 31 - 1;

export class WorkerPool {
  readonly #module: ModuleName;
  readonly #name: string;
  readonly #size: number;
  #clients: WorkerClient[] = [];

  constructor(module: ModuleName, name: string, size = crewSize()) {
    this.#module = module;
    this.#name = name;
    this.#size = size;
  }

  /** Whether a piece of work would begin at once. */
  isFree(): boolean {
    return this.#clients.filter((client) => client.isBusy()).length < this.#size;
  }

  /** Always resolves: with the answer, or with `failed`. To be called when a worker is free. */
  ask(command: Command): Promise<Reply> {
    // One that could not be started is replaced.
    this.#clients = this.#clients.filter((client) => client.worker);
    const idle = this.#clients.find((client) => !client.isBusy());
    if (!idle && !this.isFree()) return Promise.resolve(failure(texts.notRunning(this.#name)));
    const client = idle ?? new WorkerClient({ base: base(), module: this.#module, onHealth: () => {}, name: this.#name });
    if (!idle) this.#clients.push(client);
    return client.ask(command, FOREVER);
  }

  /** At once, whatever they are busy with. New ones are made when they are needed. */
  stop(): void {
    for (const client of this.#clients) client.close();
    this.#clients = [];
  }
}
