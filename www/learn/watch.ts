// Watching games: how fast, how far, and what is kept of them. The worker goes on only when it is asked to, so not to ask is to pause.

import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import { signal } from "../base/signal";
import * as Main from "../board/main";
import * as Client from "../client/client";
import { sourceOf } from "../client/engine-pool";
import { Latest, type Ticket } from "../client/latest";
import type { Answer, Failed, GameView, LearningView, LearnSettings, Told } from "../client/protocol";
import { lookOf, type PieceId } from "../client/views";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { setMode, size, somePerson, store, touch, uncover, watched } from "../store/store";
import * as Scene from "./scene";
import { texts } from "./texts";

/** Plies a look, and the time from look to look in milliseconds; longer at the end of a game. */
interface Pace {
  plies: number;
  millis: number;
  rest: number;
}

const paces = {
  easy: { plies: 1, millis: 650, rest: 1800 },
  brisk: { plies: 1, millis: 140, rest: 600 },
  fast: { plies: 25, millis: 16, rest: 16 },
} satisfies Record<string, Pace>;

export type PaceName = keyof typeof paces;

/** Records that are learned from instead of games between players. */
export interface RecordsFile {
  name: string;
  /** Reads it again, from the beginning. */
  read(): Promise<void>;
}

/** Something new was learned, or at least seen; and what was known before. */
export const learned = signal<[LearningView, LearningView | null]>();
/** Another game has come: what was watched no longer counts. */
export const forgotten = signal();

/**
 * `starting`: the first game is on its way, and watching begins with it unless the visitor pauses before. `skipping`: going to the end as
 * fast as the machine can.
 */
type Phase = "idle" | "starting" | "running" | "skipping";

const runs = new Latest();
let timer = 0;
/** The look that is under way. */
let looking: Promise<void> | null = null;
/** Plies to ask for at once while skipping, so that one answer takes about `slice` milliseconds. */
let stride = 50;
const slice = 60;
/** When the board last changed: at full speed it would only flicker. */
let shownAt = 0;

export const Watch = {
  settings: { games: 50, allMoves: true, seed: 1, algorithm: "kibitzer", check: "bjornsson", players: "random", distance: 2, maxExpansions: 20 } as LearnSettings,
  pace: "easy" as PaceName,
  /** The newest answer of this run. */
  view: null as LearningView | null,
  /** The game that is watched, with its true rules. */
  game: null as GameView | null,
  phase: "idle" as Phase,
  /** What was watched cannot be continued: the next start begins with the first game, and while that is on its way this still holds. */
  lost: false,
  /** What the visitor has answered to the learner's questions in this run. */
  told: [] as Told[],
  /** The same of the runs before, as long as the game is the same. */
  toldBefore: [] as Told[],
  file: null as RecordsFile | null,
  /** Where and when the skipping began, to say how long it will take. */
  skipFrom: { games: 0, at: 0 },
  /** The same for any other speed. */
  paced: { records: 0, games: 0, at: 0 },

  done: (): boolean => Watch.view?.done === true,
  /** All games have been seen. A run that was finished early can be resumed. */
  over: (): boolean => Watch.done() && (!!Watch.file || (Watch.view?.games ?? 0) >= (Watch.view?.gamesInAll ?? 0)),
  tabOpen: (): boolean => Tabs.current() === "watch",
  /** So fast that single moves cannot be followed. */
  hurried: (): boolean => Watch.skipping() || (Watch.running() && paces[Watch.pace].plies > 1),
  /** Looking at move after move, at whatever speed. */
  running: (): boolean => Watch.phase === "running" || Watch.skipping(),
  skipping: (): boolean => Watch.phase === "skipping",
  /** The run that is current now. */
  current: (): Ticket => runs.current(),

  /** What has been learned of a piece. */
  piece: (piece: PieceId) => Watch.view?.pieces.find((each) => each.piece === piece),

  /** Whether the game that is loaded is the one that was learned. */
  playsLearned: (): boolean => !!Watch.view?.learned && store.game?.identity === Watch.view.learned.identity,

  /** Whether the worker knows the automata that the page shows: it watches, or has the game that came out of it. */
  known: (): boolean => !!Watch.view && (!Watch.lost || Watch.playsLearned()),

  init(): void {
    Game.gameLoaded.listen(Watch.onGame);
    Tabs.changed.listen(Watch.onTab);
    Client.forgotten.listen(Watch.onForgotten);
  },

  /** Begins with the first game, and with no answers but those it watches. */
  restart(): Promise<void> {
    // The answers of this run can be used again, when they are asked for.
    if (Watch.told.length) Watch.toldBefore = Watch.told;
    Watch.told = [];
    return Watch.begin();
  },

  /** Begins with the first game; what was answered before is told to the learner again. */
  async begin(): Promise<void> {
    Watch.pause();
    if (Watch.file) return Watch.file.read();
    // After a game by learned rules the true ones come back first.
    if (Watch.game && Watch.game !== store.game && (await Game.load(sourceOf(Watch.game))).type !== "board") return;
    if (!store.game) return;
    const run = Watch.newRun();
    Watch.phase = "starting";
    Watch.game = store.game;
    Notice.clear("watch");
    const reply = await Client.learning.learn(Watch.settings);
    if (run.stale) return;
    if (reply.type !== "learning") return Watch.fail(reply);
    if (Watch.told.length) await Client.learning.tell(Watch.told);
    if (run.stale) return;
    Watch.lost = false;
    Game.rest();
    Main.board.pointer.cancel();
    Main.board.motion.stop();
    Watch.view = null;
    Watch.take(reply.learning);
    // Unless the visitor has paused or gone elsewhere meanwhile.
    if (Watch.phase !== "starting") return;
    if (watched()) Watch.go();
    else Watch.pause();
  },

  newRun(): Ticket {
    Watch.pause();
    return runs.begin();
  },

  /** Starts, or goes on, as fast as before. */
  go(phase: "running" | "skipping" = Watch.skipping() ? "skipping" : "running"): void {
    if (!store.game || Watch.over()) return;
    if (!Watch.view || Watch.lost) return void Watch.begin();
    Watch.phase = phase;
    Scene.clear();
    Watch.paced = { records: Watch.view.records, games: Watch.view.games, at: performance.now() };
    Watch.onBoard();
    Watch.tick();
    Frames.refresh();
  },

  pause(): void {
    Watch.phase = "idle";
    clearTimeout(timer);
    Frames.refresh();
  },

  toggle(): void {
    if (Watch.phase !== "idle") Watch.pause();
    else Watch.go();
  },

  /** One ply. */
  async step(): Promise<void> {
    Watch.pause();
    if (!Watch.view || Watch.lost) {
      await Watch.begin();
      Watch.pause();
    }
    Watch.onBoard();
    await Watch.look(1);
  },

  async skip(): Promise<void> {
    if (Watch.over()) return;
    if (!Watch.view || Watch.lost) await Watch.begin();
    Watch.skipFrom = { games: Watch.view?.games ?? 0, at: performance.now() };
    Watch.go("skipping");
  },

  /** Learns from what was seen so far; it can be resumed. */
  async stop(): Promise<void> {
    if (!Watch.view?.records || Watch.file || Watch.lost || Watch.done()) return;
    Watch.pause();
    const run = Watch.current();
    for (let ask = Client.learning.enough; !Watch.done() && !run.stale; ask = Client.learning.study) {
      const reply = await ask();
      if (run.stale) return;
      if (reply.type !== "learning") return Watch.fail(reply);
      Watch.take(reply.learning);
    }
  },

  async tick(): Promise<void> {
    clearTimeout(timer);
    if (!Watch.running() || looking) return;
    const began = performance.now();
    const pace = paces[Watch.pace];
    await Watch.look(Watch.skipping() ? stride : pace.plies);
    const took = performance.now() - began;
    if (Watch.skipping()) stride = Math.round(Math.min(500, Math.max(5, (stride * slice) / Math.max(took, 5))));
    const wait = Watch.skipping() ? 0 : Math.max(0, (Watch.view?.end ? pace.rest : pace.millis) - took);
    // Another run may have set its own clock meanwhile.
    clearTimeout(timer);
    if (Watch.running()) timer = setTimeout(Watch.tick, wait);
  },

  /** Watches so many plies; one look at a time. */
  look(plies: number): Promise<void> {
    if (!Watch.view || Watch.over()) return Promise.resolve();
    looking ??= Watch.lookOnce(plies).finally(() => {
      looking = null;
    });
    return looking;
  },

  async lookOnce(plies: number): Promise<void> {
    const run = Watch.current();
    const reply = await Client.learning.watch(plies);
    if (run.stale) return;
    if (reply.type === "learning") Watch.take(reply.learning);
    else Watch.fail(reply);
  },

  take(view: LearningView): void {
    const before = Watch.view;
    Watch.keep(view);
    if (view.done) Watch.pause();
    learned.fire(view, before);
    Watch.onBoard();
    Frames.refresh();
  },

  /** An answer has only the pieces that have changed; the others stay. */
  keep(view: LearningView): void {
    const all = new Map([...(Watch.view?.pieces ?? []), ...view.pieces].map((piece) => [piece.piece, piece]));
    const symbol = (piece: PieceId) => lookOf(piece, view.legend)?.symbol ?? "";
    view.pieces = [...all.values()].sort((a, b) => (symbol(a.piece) < symbol(b.piece) ? -1 : 1));
    Watch.view = view;
  },

  /** Something other than games between players is learned from: a file, or the visitor's own game, with what is known by now. */
  receive(file: RecordsFile | null, view: LearningView | null): void {
    Watch.file = file;
    Watch.lost = false;
    Watch.game = store.game;
    if (view) Watch.keep(view);
    else Watch.view = null;
  },

  /** No file is learned from any more. */
  dropFile(): void {
    Watch.file = null;
  },

  /** These answers, given in an earlier run, are told to the learner of this one. */
  async tellAgain(told: Told[]): Promise<void> {
    Watch.told = told;
    if (told.length) await Client.learning.tell(told);
  },

  /** Loads the game that was learned from records of unknown rules. It is also the game that was watched: nothing else is known of it. */
  async loadLearned(name: string, text: string): Promise<Answer<"board">> {
    if (store.game) Watch.game = { ...store.game, id: undefined, name };
    const reply = await Game.load({ text: Watch.learnedText() ?? text });
    Watch.game = store.game;
    Watch.lost = false;
    return reply;
  },

  /** Shows the watched game, when its tab is open or the board shows it already. */
  onBoard(): void {
    const { view } = Watch;
    const { mode } = store;
    const shown = watched();
    if (!view || (!shown && !Watch.tabOpen())) return;
    const hurried = Watch.hurried();
    const now = performance.now();
    if (hurried && shown && now - shownAt < 300) return;
    if (shown && shown !== view && !hurried) Main.board.motion.begin(shown.squares, view.squares, size().width, null);
    if (shown !== view) shownAt = now;
    touch([]);
    if (mode.kind === "watch") mode.view = view;
    else setMode({ kind: "watch", view, over: null, under: mode });
    Frames.refresh();
  },

  /** A worker that was lost is replaced, and told everything again; so this is something else. */
  fail(reply: Failed): void {
    Watch.pause();
    if (store.health === "broken") return;
    if (reply.code === "stopped") return Notice.show("watch", texts.watching.kept(reply.message), [{ label: texts.watching.resume, act: Watch.go }]);
    Watch.lost = true;
    Notice.show("watch", texts.watching.restarts(reply.message), [{ label: texts.watching.again, act: Watch.begin }]);
  },

  /** A file could not be read again for a new worker. */
  onForgotten(): void {
    Watch.pause();
    runs.drop();
    Watch.lost = true;
    if (Watch.file) Notice.show("watch", texts.watching.unreadable(Watch.file.name), [{ label: texts.watching.chooseFile, act: async () => (await Lazy.need("records"))?.Records.choose() }]);
  },

  /** The visitor's own game comes back to the board. */
  leave(): void {
    Watch.pause();
    if (!watched()) return;
    uncover();
    Main.board.motion.stop();
    Game.wake();
  },

  onTab(name: Tabs.TabName): void {
    if (name !== "watch") Scene.clear();
    if (name === "play") Watch.leave();
    else if (name === "watch") {
      Game.rest();
      Watch.onBoard();
      if (!watched()) Game.wake();
    }
  },

  /** A game was loaded. Page and worker keep what was watched when it is the same game, or the one learned from it; else both forget it. */
  onGame(game: GameView): void {
    Watch.newRun();
    Tabs.offer("watch", game.learnable, "play");
    const same = game.identity === Watch.game?.identity;
    if (!same) Watch.lost = true;
    uncover();
    if (game.identity === Watch.view?.learned?.identity) return;
    if (same) Watch.game = game;
    else {
      Watch.view = null;
      Watch.game = null;
      Watch.file = null;
      Watch.told = Watch.toldBefore = [];
      forgotten.fire();
    }
  },

  /** What was learned, under a name that says so. */
  learnedText: (): string | undefined => Watch.view?.learned?.text.replace(/^<<.*>>/, () => `<<${texts.watching.asLearned(Watch.game?.name ?? texts.watching.unnamed)}>>`),

  /** A new game by what was learned; or the visitor's own, by the true rules. */
  async play(byLearned: boolean): Promise<void> {
    const text = byLearned ? Watch.learnedText() : undefined;
    const { game } = Watch;
    Watch.leave();
    if (byLearned || !somePerson()) {
      store.players = { white: "human", black: store.opponent };
      store.flipped = false;
    }
    Tabs.open("play");
    const source = text !== undefined ? { text } : game && game !== store.game ? sourceOf(game) : undefined;
    if (source) Game.trouble(await Game.load(source));
    Main.board.focus();
  },
};
