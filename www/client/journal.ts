// What was watched, read, asked and answered, in its order. A worker is a cache: one that takes the place of a lost one is told
// all of it again, and stands where that one stood.

import type { Command, LearningCommand, Reply } from "./protocol";

/** Something to tell a new worker: a command, or one that is made again when it is needed, from a file that the browser holds. */
export type Recollection = Command | (() => Promise<Command>);

/** What else a new worker must know. */
export interface Told {
  load?: Command;
  net?: Command;
  weigh?: Command;
  show?: Command;
}

/** Commands that change what is learned; every other one only looks at it. */
const lasting = new Set(["watch", "study", "enough", "spectate", "read", "lesson", "lessonStep", "ask"]);

interface Entry {
  command: Recollection;
  /** The same again, so often. */
  times: number;
  /** To compare with the next one; empty when it is never the same. */
  key: string;
  name: string;
}

interface Loaded {
  load: Command;
  identity: string;
}

export class Journal {
  #entries: Entry[] = [];
  /** The game that is loaded, and the one that was when learning began. */
  #loaded: Loaded | null = null;
  #begun: Loaded | null = null;
  /** The game that came out of it, once it has. */
  #learned: string | undefined;
  /** Whether the lesson is complete; asking for its steps changes nothing then. */
  #lessonReady = false;

  /** Keeps a command that was answered, failed ones too. `again` makes it anew, where it is too long to be kept. */
  note(command: Command, reply: Reply, again?: () => Promise<Command>): void {
    if (reply.type === "learning") this.#learned = reply.learning.learned?.identity;
    if (reply.type === "asking") this.#learned = reply.asking.learning.learned?.identity;
    if ("table" in command && reply.type === "game" && isNamed(command, "load")) this.#onLoad({ load: command, identity: reply.game.identity });
    if ("learning" in command) this.#onLearning(command.learning, reply, again);
  }

  /** The worker forgets what it watched when another game is loaded, unless it is the one that came out of it. */
  #onLoad(loaded: Loaded): void {
    this.#loaded = loaded;
    if (loaded.identity !== this.#begun?.identity && loaded.identity !== this.#learned) this.clear();
  }

  #onLearning(command: LearningCommand, reply: Reply, again?: () => Promise<Command>): void {
    const name = nameOf(command);
    if (name === "learn" || name === "learnFrom") {
      if (reply.type !== "learning") return;
      this.#entries = [];
      this.#begun = this.#loaded;
    } else if (!this.#begun || !lasting.has(name)) return;
    if (name === "lesson") this.#entries = this.#entries.filter((entry) => !entry.name.startsWith("lesson"));
    if (name === "lessonStep" && this.#lessonReady) return;
    if (reply.type === "lesson") this.#lessonReady = reply.lesson.ready;
    this.#add({ command: again ?? { learning: command }, times: 1, key: again ? "" : JSON.stringify(command), name });
  }

  #add(entry: Entry): void {
    const last = this.#entries.at(-1);
    if (last?.key && last.key === entry.key) last.times += 1;
    else this.#entries.push(entry);
  }

  clear(): void {
    this.#entries = [];
    this.#begun = null;
    this.#learned = undefined;
  }

  /** Everything to tell a new worker, in its order. What was watched belongs to the game that was loaded then. */
  retell({ load, net, weigh, show }: Told): Recollection[] {
    const entries = this.#entries.flatMap(({ command, times }) => Array<Recollection>(times).fill(command));
    const begun = this.#begun?.load;
    const other = begun && begun !== load;
    const all = other ? [begun, ...entries, load, net, weigh, show] : [load, net, weigh, show, ...entries];
    return all.filter((each) => each !== undefined);
  }
}

const nameOf = (command: LearningCommand): string => (typeof command === "string" ? command : (Object.keys(command)[0] ?? ""));

/** Whether this is the command of that name. */
export const isNamed = (command: Command, name: string): boolean => Object.values(command).some((inner) => typeof inner === "object" && name in inner);
