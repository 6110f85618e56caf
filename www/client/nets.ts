// Nets: files that were trained for the rules of some games. One is fetched when an engine is first to think about such a game, which
// waits for it, so that its moves do not depend on how fast a network is. An engine that cannot have its net plays without.

import * as Dom from "../base/dom";
import { base, buildId } from "./client";
import type { Command, GameView, Reply } from "./protocol";

declare global {
  /** Nets as text, by name: in the single file, and where they may not be fetched. */
  var KIBITZER_NETS: Record<string, string> | undefined;
}

/** What an engine is told before it thinks; nothing where a game has no net, or it cannot be had. */
export type NetCommand = Command | undefined;

/** How long one may take to come, in milliseconds: an engine must not wait for ever. */
const PATIENCE = 20000;

/** Those that have come, by name; always the same object for one net. */
const kept = new Map<string, Command>();
/** Those on their way. */
const loads = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
/** Those that the core has refused: what a cache holds of them is of no use. */
const damaged = new Set<string>();
/** Games that play without their net. When one is loaded again, it is tried again. */
const missing = new WeakSet<GameView>();

/** Whether the engine should have a net for this game, and plays without. */
export const isMissing = (game: GameView): boolean => missing.has(game);

/** The net of a game; a promise only while it is on its way. */
export function of(game: GameView): NetCommand | Promise<NetCommand> {
  const { net: name } = game;
  if (!name || missing.has(game)) return undefined;
  return kept.get(name) ?? arrival(game, name);
}

async function arrival(game: GameView, name: string): Promise<NetCommand> {
  const late = new Promise<null>((done) => setTimeout(done, PATIENCE, null));
  const load = loads.get(name) ?? Promise.race([fetchNet(name).catch(() => null), late]);
  loads.set(name, load);
  const bytes = await load;
  loads.delete(name);
  if (bytes && !kept.has(name)) kept.set(name, { thinking: { net: { bytes } } });
  if (!bytes) missing.add(game);
  return kept.get(name);
}

/** Tells an engine the net of a game. One that is damaged, or of another game, is refused, and the engine plays without it. */
export async function tell(ask: (net: Command) => Promise<Reply>, game: GameView, net: Command): Promise<void> {
  const reply = await ask(net);
  if (reply.type !== "failed" || reply.code !== "argument") return;
  missing.add(game);
  if (!game.net) return;
  kept.delete(game.net);
  damaged.add(game.net);
}

async function fetchNet(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = `pkg/nets/${encodeURIComponent(name)}`;
  const version = buildId() && `?v=${encodeURIComponent(buildId())}`;
  if (globalThis.KIBITZER_NETS?.[name] && !damaged.has(name)) return unpack(name);
  try {
    const response = await fetch(`${base()}${path}.net${version}`, { cache: damaged.has(name) ? "reload" : "default" });
    if (!response.ok) throw new Error(`${response.status} for ${name}.net`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    // A sandboxed frame, or a page opened from a disk, may not fetch; scripts it may load.
    if (!(error instanceof TypeError)) throw error;
    await Dom.loadScript(`${path}.js${version}`);
    return unpack(name);
  }
}

function unpack(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(globalThis.KIBITZER_NETS?.[name] ?? ""), (character) => character.charCodeAt(0));
}
