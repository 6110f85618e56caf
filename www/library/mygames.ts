// The visitor's own games, kept as they are typed. Each has a key of its own in the browser's storage, so that two windows do
// not write over each other's games; what the storage refuses stays here as long as the page does.

import * as Dom from "../base/dom";
import { signal } from "../base/signal";
import type { Card } from "../client/protocol";
import type { Legend, PieceId } from "../client/views";
import { endingOf, fileName, nameOf as nameIn } from "./names";
import { texts } from "./texts";

/** A start position, drawn on a card. */
export interface Miniature {
  width: number;
  height: number;
  squares: PieceId[];
  legend: Legend;
}

export interface OwnGame {
  id: string;
  text: string;
  changed: number;
  card?: Miniature | undefined;
}

export type StoreTrouble = "" | "blocked" | "full" | "many" | "long";

const prefix = "kibitzer.mine.";
/** At most so many games of so many characters: a storage holds about five million in all. */
export const most = 200;
export const longest = 200000;

const games = new Map<string, OwnGame>();
/** Whether the storage has been read. */
let known = false;
/** Games that are only here, and why. */
export const unsaved = new Map<string, StoreTrouble>();
/** Removed since the page was opened, newest last. */
export const removed: OwnGame[] = [];

/** The list has changed; and whether another window has done it. */
export const changed = signal<[elsewhere: boolean]>();

export function init(): void {
  addEventListener("storage", onStorage);
}

// ---- reading ----

/** Newest first. */
export function list(): OwnGame[] {
  read();
  return [...games.values()].sort((a, b) => b.changed - a.changed);
}

export function get(id: string | null | undefined): OwnGame | undefined {
  read();
  return id ? games.get(id) : undefined;
}

/** The game with exactly this text. */
export const withText = (text: string): OwnGame | undefined => list().find((game) => game.text === text);

export const nameOf = (text: string): string => nameIn(text, texts.untitled);

function read(): void {
  if (known) return;
  known = true;
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) take(key.slice(prefix.length), localStorage.getItem(key));
    }
  } catch {
    // No storage: then nothing was kept there.
  }
}

/** What the storage has under an id; nothing, when it is not a game. */
function take(id: string, text: string | null): void {
  const game = parse(id, text);
  if (game) games.set(id, game);
  else if (!unsaved.has(id)) games.delete(id);
}

function parse(id: string, text: string | null): OwnGame | undefined {
  try {
    const found = JSON.parse(text ?? "");
    if (typeof found.text !== "string" || typeof found.changed !== "number") return undefined;
    return { id, text: found.text, changed: found.changed, card: isMiniature(found.card) ? found.card : undefined };
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the storage holds
function isMiniature(card: any): card is Miniature {
  const sized = !!card && card.width > 0 && card.width <= 16 && card.height > 0 && card.height <= 16;
  if (!sized || !Array.isArray(card.squares) || card.squares.length !== card.width * card.height || !card.squares.every(Number.isInteger)) return false;
  if (!Array.isArray(card.legend) || card.legend.length > 64) return false;
  const short = (text: unknown) => typeof text === "string" && text.length < 30;
  const isLook = ({ id, owner, name, symbol, drawing, label = "" }: Record<string, unknown>) =>
    Number.isInteger(id) && (owner === "white" || owner === "black") && [name, symbol, drawing, label].every(short);
  return card.legend.every((look: unknown) => typeof look === "object" && look !== null && isLook(look as Record<string, unknown>));
}

/** Another window has changed something. */
function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== null && !key.startsWith(prefix)) return;
  if (key === null) {
    for (const id of games.keys()) if (!unsaved.has(id)) games.delete(id);
    known = false;
  } else take(key.slice(prefix.length), newValue);
  changed.fire(true);
}

/** A name that no other game here has. */
export function freshName(name: string): string {
  const names = new Set(list().map(({ text }) => nameOf(text)));
  let fresh = name;
  for (let number = 2; names.has(fresh); number++) fresh = `${name} ${number}`;
  return fresh;
}

// ---- changing ----

export function add(text: string, card?: Miniature): OwnGame {
  read();
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return put({ id, text, changed: Date.now(), card });
}

/**
 * Another text for a game. When another window has changed it meanwhile, this one becomes a game of its own.
 * `before`: what this window believes to be stored.
 */
export function change(id: string, text: string, before: string): OwnGame {
  const now = parse(id, stored(id));
  if (now && now.text !== before && now.text !== text && !unsaved.has(id)) return add(text);
  return put({ id, text, changed: Date.now(), card: games.get(id)?.card });
}

/** The start position of a text that could be read. */
export function picture(text: string, view: Card): void {
  const game = withText(text);
  const card = cardOf(view);
  if (game && JSON.stringify(game.card) !== JSON.stringify(card)) put({ ...game, card });
}

export const cardOf = ({ board, start, legend }: Card): Miniature => ({ width: board.width, height: board.height, squares: start.squares, legend });

function put(game: OwnGame): OwnGame {
  games.set(game.id, game);
  const trouble = write(game);
  if (trouble) unsaved.set(game.id, trouble);
  else unsaved.delete(game.id);
  changed.fire(false);
  return game;
}

function stored(id: string): string | null {
  try {
    return localStorage.getItem(prefix + id);
  } catch {
    return null;
  }
}

function write({ id, text, changed: when, card }: OwnGame): StoreTrouble {
  if (text.length > longest) return "long";
  if (games.size > most && stored(id) === null) return "many";
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ text, changed: when, card }));
    return "";
  } catch (error) {
    return error instanceof DOMException && /quota/i.test(error.name) ? "full" : "blocked";
  }
}

export function remove(id: string): void {
  const game = get(id);
  if (!game) return;
  removed.push(game);
  drop(id);
  // What could not be stored before may fit now.
  for (const other of unsaved.keys()) {
    const waiting = games.get(other);
    if (!waiting || !write(waiting)) unsaved.delete(other);
  }
  changed.fire(false);
}

/** Nothing of one's own is left in it. */
export function drop(id: string): void {
  games.delete(id);
  unsaved.delete(id);
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // It was never there.
  }
}

/** Returns the game that is back. */
export function undoRemove(): OwnGame | undefined {
  const game = removed.pop();
  return game && put(game);
}

/** Saves a text as a file; returns the name of the file. */
export function exportText(text: string): string {
  const name = `${fileName(nameOf(text))}.${endingOf(text)}`;
  Dom.download(new Blob([text], { type: "text/plain" }), name);
  return name;
}

/** Why a game is only here, and what to do. */
export const explain = (trouble: StoreTrouble): string => (trouble ? texts.notSaved[trouble] : "");
