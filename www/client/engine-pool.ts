// Workers that think, beside the one that knows the rules, which therefore always answers. Each is told the game and
// the position first. One chooses moves, gives hints and judges; others analyse.

import { base } from "./client";
import { COMPLETE, type ModuleName } from "./modules";
import * as Nets from "./nets";
import { type Command, failure, type GameView, type Mover, type Reply, type Source } from "./protocol";
import { texts } from "./texts";
import { type OnNews, WorkerClient } from "./worker-client";

/** A position to think about. */
export interface Spot {
  game: GameView;
  start: string | undefined;
  moves: string[];
}

export class Engine {
  /** Made when it is first needed. */
  client: WorkerClient | null = null;
  /** The module that it was made for. */
  module: ModuleName = "";

  /** Those who wait for a net; each is called when that is stopped. */
  #waiting = new Set<() => void>();

  /** Always resolves: with the last answer, or with `failed`. `patience`: milliseconds without a word. */
  async ask(spot: Spot, command: Command, onNews?: OnNews, patience = 8000): Promise<Reply> {
    let net = Nets.of(spot.game);
    if (net instanceof Promise) {
      this.#begin(spot.game);
      const come = await this.#unlessStopped(net);
      if (come === "stopped") return failure(texts.stopped);
      net = come;
    }
    const client = this.start(spot.game);
    const load = loading(spot.game);
    if (client.told.load !== load) client.ask(load);
    if (net && client.told.net !== net) Nets.tell((command) => client.ask(command), spot.game, net);
    const weigh = weighing(spot.game);
    if (weigh && client.told.weigh !== weigh) client.ask(weigh);
    const shown = client.ask({ table: { show: { start: spot.start, moves: spot.moves } } });
    const answer = client.ask(command, patience, onNews);
    const board = await shown;
    return board.type === "board" ? answer : board;
  }

  #unlessStopped(coming: Promise<Nets.NetCommand>): Promise<Nets.NetCommand | "stopped"> {
    return new Promise((resolve) => {
      const stop = () => resolve("stopped");
      this.#waiting.add(stop);
      coming.then((net) => {
        this.#waiting.delete(stop);
        resolve(net);
      });
    });
  }

  /** Looks for the best move: of a player of some strength, or as well as it can in so many nodes. */
  think(spot: Spot, { player, seed = 1, nodes, share }: { player?: Mover; seed?: number; nodes?: number | undefined; share?: [number, number] }, onNews?: OnNews): Promise<Reply> {
    return this.ask(spot, { thinking: { think: { player, seed, nodes, share } } }, onNews);
  }

  judge(spot: Spot, move: string, nodes: number): Promise<Reply> {
    return this.ask(spot, { thinking: { judge: { text: move, nodes } } });
  }

  /** What the evaluation that it plays by says about a position, term by term. */
  voices(spot: Spot): Promise<Reply> {
    return this.ask(spot, { thinking: "voices" });
  }

  /** Improves the values of the pieces by games against itself, as many as these. */
  warmUp(game: GameView, games: number, onNews?: OnNews, patience?: number): Promise<Reply> {
    return this.ask({ game, start: undefined, moves: [] }, { thinking: { warmUp: { games, seed: 1 } } }, onNews, patience);
  }

  /** A worker that can think about this game. Where its module cannot run, the one that runs anywhere thinks more slowly. */
  start(game: GameView): WorkerClient {
    const fits = this.client?.worker && this.module === game.engine;
    if (this.client && fits) return this.client;
    const broken = this.client && !this.client.worker && this.module === game.engine;
    this.client?.close();
    this.module = game.engine;
    this.client = new WorkerClient({ base: base(), module: broken ? COMPLETE : game.engine, onHealth: () => {}, name: texts.thinker });
    return this.client;
  }

  /** Gets ready for a game, so that the first move does not wait for it. */
  prepare(game: GameView): void {
    Nets.of(game);
    this.#begin(game);
  }

  /** Starts a worker that loads the game. */
  #begin(game: GameView): void {
    const load = loading(game);
    const client = this.start(game);
    if (client.told.load !== load && !client.waiting.size) client.ask(load);
  }

  /** At once, whatever it is busy with. */
  stop(): void {
    for (const stop of this.#waiting) stop();
    this.#waiting.clear();
    if (this.client?.isBusy()) this.client.cancel();
  }
}

/** Chooses moves, gives hints and judges. */
export const mover = new Engine();

/** What the newest game is loaded by; always the same object for one game. */
let loaded: { game: GameView | null; load: Command } = { game: null, load: { table: { check: { text: "" } } } };
/** Weights that were learned, and of which game. */
let learned: { game: GameView | null; weigh: Command | undefined } = { game: null, weigh: undefined };

/** How a game that is here already is loaded by another worker. */
export const sourceOf = (game: { id?: string | undefined; text: string }): Source => (game.id ? { builtin: game.id } : { text: game.text });

function loading(game: GameView): Command {
  if (loaded.game !== game) loaded = { game, load: { table: { load: { source: sourceOf(game) } } } };
  return loaded.load;
}

/** The learned weights of this game, if it has any. */
export const weighing = (game: GameView): Command | undefined => (learned.game === game ? learned.weigh : undefined);

/** From now on all engines play by these. */
export function useWeights(game: GameView, weights: number[] | undefined): void {
  learned = { game, weigh: weights && { thinking: { weigh: { weights } } } };
  // Those that have been told other weights must forget them; that is what loading is for.
  if (!weights) loaded = { game: null, load: loaded.load };
}
