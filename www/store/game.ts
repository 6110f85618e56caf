// What can be done with the visitor's own game: take one, move, go back and forth. Everything ends in asking the worker for a position.

import { speak } from "../base/announce";
import * as Frames from "../base/frames";
import * as Notice from "../base/notice";
import { signal } from "../base/signal";
import * as Client from "../client/client";
import * as Pool from "../client/engine-pool";
import { Latest } from "../client/latest";
import * as Nets from "../client/nets";
import { type Answer, type BoardView, type Card, failure, type GameView, type Mover, type Reply, type Side, type Source } from "../client/protocol";
import { EMPTY, type Move, sameTouch, type Touch } from "../client/views";
import { narrow, next } from "./narrowing";
import { choices, draft, dropDraft, moveTexts, type Player, somePerson, store, touch, touched } from "./store";
import { texts } from "./texts";
import { describe, touchName } from "./words";

/** The position on the board has changed: what it was, what it is, and the square where a dragged piece was let go. */
export const boardChanged = signal<[BoardView | null, BoardView, number | null]>();
/** Another game is loaded; its first position is still to come. */
export const gameLoaded = signal<[GameView]>();
/** Another card is on the board, or none: what was held or pointed at there is let go. */
export const cardChanged = signal();
/** A position is about to be set up. */
export const settingUp = signal();
/** A person is about to make this move. */
export const personMoves = signal<[Move]>();
/** The machine says what it thinks while it chooses its move. */
export const thinkingAloud = signal<[Reply, BoardView | null]>();
/** A person tried what no legal move allows: clicked it together, or dragged a piece there. */
export const refused = signal<[Touch[], "clicked" | "dragged"]>();
/** A person typed what is no legal move. */
export const mistyped = signal<[string]>();

/**
 * How long the machine seems to think, so that its move is seen; when it may answer at the earliest; and whether its engine is
 * started before its first move: not for a visitor who only watches.
 */
export const pace = { pause: 350, notBefore: 0, prepares: (): boolean => true };

/** Requests for a position; answers to older ones are dropped. */
const positions = new Latest();
/** Games that were asked for. */
const games = new Latest();
/** The machine's move to come. */
let timer = 0;
/** Whether the machine is thinking about its move. */
let choosing = false;

/** Takes another game. When it cannot be read, nothing changes. `board` when all went well. */
export async function load(source: Source, where: Client.Where = {}): Promise<Answer<"board">> {
  games.begin();
  const ticket = newRequest();
  const reply = await Client.table.load(source);
  if (ticket.stale) return failure(texts.otherGame);
  if (reply.type !== "game") {
    // The position asked for before this attempt may still be owed.
    if (store.game) show();
    return reply;
  }
  store.game = reply.game;
  store.board = null;
  dropDraft();
  putCard(reply.game);
  gameLoaded.fire(reply.game);
  return setUp(where);
}

/** A ticket for opening a game in several steps: stale as soon as another one is asked for. */
export const opening = (): { readonly stale: boolean } => games.begin();

/** Another game on the board, or none; its rules may come later. */
export function putCard(card: Card | null): void {
  store.card = card;
  store.highlights = [];
  touch([]);
  cardChanged.fire();
}

/** Puts this game's pieces up, at the start or at a given place. */
export async function setUp({ start, moves = [] }: Client.Where = {}): Promise<Answer<"board">> {
  const ticket = newRequest();
  const reply = await Client.table.show({ start, moves });
  if (ticket.stale) return failure(texts.otherPosition);
  if (reply.type === "board") {
    dropDraft();
    store.start = start;
    store.line = reply.board.played;
    store.ply = store.line.length;
    // A link that was opened, or a text that was pasted, is looked at first.
    store.paused = store.ply > 0 || start !== undefined;
    arrive(reply.board, null);
  } else if (store.board) {
    store.settled = true;
    wake();
  } else if (start !== undefined || moves.length) {
    await setUp();
  }
  Frames.refresh();
  return reply;
}

/** What was asked for before no longer counts. */
export function newRequest(): { readonly stale: boolean } {
  clearTimeout(timer);
  // Whatever it was thinking about is no longer asked for.
  if (choosing) Pool.mover.stop();
  choosing = false;
  touch([]);
  store.settled = false;
  return positions.begin();
}

/** Asks for the position at `store.ply`. `dropped`: where a dragged piece was let go. */
export async function show(dropped: number | null = null): Promise<void> {
  const ticket = newRequest();
  Frames.refresh();
  const reply = await Client.table.show({ start: store.start, moves: moveTexts() });
  if (ticket.stale) return;
  if (reply.type === "board") {
    arrive(reply.board, dropped);
  } else if (store.board) {
    // Back to the position that is on the board.
    store.line = store.board.played;
    store.ply = store.line.length;
    store.settled = true;
    trouble(reply);
  }
  Frames.refresh();
}

function arrive(board: BoardView, dropped: number | null): void {
  const before = store.board;
  store.board = board;
  store.settled = true;
  boardChanged.fire(before, board, dropped);
  wake();
}

export function trouble(reply: Reply): void {
  if (reply.type === "failed") Notice.show("engine", texts.trouble(reply.message));
}

/** The machine does not move by itself until it is woken. */
export const rest = (): void => clearTimeout(timer);

/** Lets the machine move when it is its turn. */
export function wake(): void {
  clearTimeout(timer);
  const { board, game, mode } = store;
  if (game && mode.kind !== "watch" && pace.prepares() && Object.values(store.players).some((player) => player.startsWith("level"))) Pool.mover.prepare(game);
  if (!board || board.end || mode.kind !== "play" || !store.settled || store.paused || store.players[board.toMove] === "human") return;
  timer = setTimeout(choose, pace.pause);
}

async function choose(): Promise<void> {
  const ticket = positions.current();
  // What is said about a person's move can be read before it is answered.
  const wait = pace.notBefore - performance.now();
  if (wait > 0) {
    timer = setTimeout(choose, Math.min(wait, 100));
    return;
  }
  const reply = await think(mover(), Client.freshSeed());
  // Taken back, or another game, while it thought.
  if (ticket.stale || store.paused || draft()) return;
  const text = reply.type === "chosen" ? reply.chosen : reply.type === "thought" ? reply.thought.line[0]?.text : undefined;
  const move = store.board?.legal.find((each) => each.text === text);
  if (move) advance(move, null);
  else {
    store.paused = true;
    trouble(reply);
    Frames.refresh();
  }
}

/** The position after the first moves of the line. */
export const spot = (ply = store.ply): Pool.Spot | null => store.game && { game: store.game, start: store.start, moves: moveTexts(ply) };

/** A level thinks in a worker of its own; if none can be had, the rules engine chooses for it. */
async function think(player: Mover, seed: number): Promise<Reply> {
  const [board, place, ticket] = [store.board, spot(), positions.current()];
  if (player !== "random" && place) {
    choosing = true;
    const reply = await Pool.mover.think(place, { player, seed }, (news) => thinkingAloud.fire(news, board));
    if (!ticket.stale) choosing = false;
    if (reply.type === "thought" || Pool.mover.client?.worker) return reply;
    const net = await Nets.of(place.game);
    if (net) await Nets.tell(Client.thinking.net, place.game, net);
  }
  return Client.thinking.choose(player, seed);
}

/** Who is to move, as the worker knows its players. */
export function mover(): Mover {
  const [, level] = store.players[store.board?.toMove ?? "white"].split("-");
  return level ? { level: Number(level) } : "random";
}

/** A person's move. */
export function play(move: Move, dropped: number | null = null): void {
  store.paused = false;
  personMoves.fire(move);
  advance(move, dropped);
}

function advance(move: Move, dropped: number | null): void {
  playLine([move], dropped);
}

/** These moves, after those on the board. */
export function playLine(moves: Move[], dropped: number | null = null): void {
  store.line = [...store.line.slice(0, store.ply), ...moves];
  store.ply += moves.length;
  show(dropped);
}

/** One more touch of a move: a square, a piece in hand or a choice. Plays when one move is left. `dropped`: a dragged piece was let go there. */
export function touchNext(touch_: Touch, dropped: number | null = null): boolean {
  const before = touched();
  const narrowed = narrow(choices(), before, touch_);
  if (narrowed.kind === "play") {
    play(narrowed.move, dropped);
    return true;
  }
  if (narrowed.kind === "more") {
    touch(narrowed.touches);
    speak(pickedUp(narrowed.touches, narrowed.left, narrowed.stop !== undefined));
  } else {
    if (narrowed.kind === "refused" && before.length) refused.fire([...before, touch_], "clicked");
    touch([]);
    speak(texts.nothingPickedUp);
  }
  Frames.refresh();
  return narrowed.kind === "more";
}

function pickedUp(touches: Touch[], left: number, stop: boolean): string {
  const named = choicesAfter(touches);
  const moves = named.length ? texts.choose(named) : texts.moves(left);
  const [first] = touches;
  if (touches.length > 1 || !first) return texts.touched(touches.map(touchName), moves, stop);
  const piece = "square" in first ? store.board?.squares[first.square] : "hand" in first ? first.hand : EMPTY;
  return texts.pickedUp(piece ? describe(piece) : touchName(first), moves);
}

/** What can be chosen by name after these touches. */
export const choicesAfter = (touches: Touch[]): string[] => next(choices(), touches).flatMap((each) => ("choice" in each ? [each.choice.label] : []));

/** Whether this was touched last. */
export const isTouched = (touch_: Touch): boolean => touched().some((each) => sameTouch(each, touch_));

export function letGo(): void {
  touch([]);
  Frames.refresh();
}

export function goTo(ply: number): void {
  if (ply < 0 || ply > store.line.length || ply === store.ply || !store.game || draft()) return;
  store.ply = ply;
  // Back at the newest position the game goes on by itself.
  store.paused = ply < store.line.length;
  show();
}

/** Whether a person makes this move of the line. */
const byPerson = (ply: number): boolean => {
  const move = store.line[ply];
  return !!move && store.players[move.side] === "human";
};

/** Takes back until a person is to move again: one ply between people, two against the machine. */
export function undo(): void {
  let ply = store.ply - 1;
  if (ply < 0) return;
  if (somePerson()) while (ply > 0 && !byPerson(ply)) ply -= 1;
  goTo(ply);
}

export function redo(): void {
  let ply = store.ply + 1;
  if (somePerson()) while (ply < store.line.length && !byPerson(ply)) ply += 1;
  goTo(Math.min(ply, store.line.length));
}

export function resume(): void {
  store.paused = false;
  wake();
  Frames.refresh();
}

export function hold(): void {
  store.paused = true;
  clearTimeout(timer);
  Frames.refresh();
}

export function seat(side: Side, player: Player): void {
  store.players[side] = player;
  touch([]);
  // A single person sits at the near side.
  if (store.players.white !== store.players.black) store.flipped = store.players.black === "human";
  if (store.ply === store.line.length) store.paused = false;
  wake();
  Frames.refresh();
}

export async function restart(): Promise<void> {
  if (!store.game) return;
  const reply = await setUp();
  store.paused = false;
  trouble(reply);
  wake();
  Frames.refresh();
}

export function flip(): void {
  store.flipped = !store.flipped;
  Frames.refresh();
}
