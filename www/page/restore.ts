// The visitor's own game comes back when the page is loaded again: a reload, or a phone that had put the tab away.
// It is kept for this tab only, as the link that would open it.

import * as Address from "../base/address";
import * as Frames from "../base/frames";
import * as Share from "../share/share";
import { draft, store } from "../store/store";
import * as Visits from "./visits";

const key = "kibitzer.game";

/** What to open instead of the address. */
let kept = "";
/** What was on the board when it was last kept. */
let seen: unknown[] = [];
let timer = 0;

export function init(): void {
  if (Address.embedded) return;
  try {
    // What was kept, and the address it was kept under: another address means another game.
    const found = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    if (found.hash === location.hash && (found.search ?? "") === location.search && typeof found.fragment === "string") kept = found.fragment;
  } catch {
    // No storage, or not ours: then nothing was kept.
  }
  Frames.add(show);
}

/** The game to open instead of what the address says; empty for none. */
export const fragment = (): string => kept;

/** It could not be opened. */
export const forget = (): void => {
  kept = "";
};

function show(): void {
  const now = [store.game, store.line, store.ply, store.start, store.players.white, store.players.black, location.hash];
  if (!store.settled || draft() || !store.board || now.every((part, at) => part === seen[at])) return;
  seen = now;
  clearTimeout(timer);
  timer = setTimeout(write, 100);
}

/** A built-in game without a move is not worth keeping. */
async function write(): Promise<void> {
  // Another game or position is on its way: its moves must not be kept with this one.
  if (!store.settled) {
    seen = [];
    return;
  }
  const now = seen;
  const { game } = store;
  const made = store.line.length > 0 || store.start !== undefined || !game?.id;
  const reply = made ? await Share.ask("position") : null;
  const link = reply?.type === "link" ? reply.link : undefined;
  if (store.game === game && seen === now) Visits.keep(link);
  try {
    if (link) sessionStorage.setItem(key, JSON.stringify({ hash: location.hash, search: location.search, fragment: link }));
    else sessionStorage.removeItem(key);
  } catch {
    // The game then lasts as long as the page.
  }
}
