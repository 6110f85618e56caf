// What is on the screen as a link: what it says of the page, and the page as a link finds it. The dialog is in dialog.ts.

import * as Address from "../base/address";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Client from "../client/client";
import { sourceOf } from "../client/engine-pool";
import type { Answer, Opened } from "../client/protocol";
import { Watch } from "../learn/watch";
import { WatchPanel } from "../learn/watchpanel";
import * as Tabs from "../page/tabs";
import * as Controls from "../play/controls";
import { moveTexts, store } from "../store/store";
import { texts } from "./texts";

/** What a link opens: a position, the same games to watch, or what was learned from them. */
export type Kind = "position" | "watching" | "learned";

/** The settings of a page that was just opened: what differs from them goes into a link. */
let defaults: Record<string, unknown> = {};
/** The identity of a game that came as a learned one. */
let learned = "";

export function init(): void {
  defaults = { ...Watch.settings, ...store.players };
  for (const id of ["share", "share-view"]) Dom.button(id).addEventListener("click", async () => (await Lazy.need("sharing"))?.open());
  Frames.add(() => {
    // Beside the board while one plays; while one watches, that place is taken.
    Dom.button("share-view").hidden = !Dom.get("play-tools", HTMLElement).hidden;
    Dom.enable("share-view", !!store.game);
  });
}

// ---- what a link says of the page ----

function page(kind: Kind): [string, string][] {
  const said: [string, string][] = [];
  const tab = kind === "watching" ? "watch" : kind === "learned" ? "play" : Tabs.current();
  if (tab !== "play") said.push(["tab", tab]);
  const isLearned = kind === "learned" || onLearned();
  if (isLearned) said.push(["learned", "1"]);
  if (kind === "position") said.push(...changed(store.players));
  // A learned game says what it was learned from.
  if (kind !== "position" || tab === "watch" || isLearned) said.push(...changed(Watch.settings));
  return said;
}

const changed = (settings: object): [string, string][] =>
  Object.entries(settings)
    .filter(([name, value]) => /^[a-z]{2,20}$/i.test(name) && /^[\w.:-]{1,60}$/.test(String(value)) && value !== defaults[name])
    .map(([name, value]) => [name, String(value)]);

/** Whether the game on the board is one that was learned. */
const onLearned = (): boolean => !!store.game && (store.game.identity === learned || store.game.identity === Watch.view?.learned?.identity);

/** Players and settings, before the game is there. */
export function restore(said: [string, string][]): void {
  const values = new Map(said);
  for (const side of ["white", "black"] as const) {
    const player = values.get(side);
    if (Controls.isPlayer(side, player)) store.players[side] = player;
  }
  if (values.has("white") || values.has("black")) store.flipped = store.players.black === "human" && store.players.white !== "human";
  restoreLearning(said);
}

/** How to watch and learn; what does not fit is passed over. */
export function restoreLearning(said: [string, string][]): void {
  const settings: Record<string, unknown> = { ...Watch.settings };
  for (const [name, text] of said) {
    const known = Object.hasOwn(settings, name) ? settings[name] : undefined;
    const number = Number(text);
    if (typeof known === "boolean" && /^(true|false)$/.test(text)) settings[name] = text === "true";
    else if (typeof known === "number" && text !== "" && number >= 0 && number < 2 ** 32) settings[name] = Number.isInteger(known) ? Math.floor(number) : number;
    else if (typeof known === "string" && WatchPanel.offers(name, text)) settings[name] = text;
  }
  Watch.settings = settings as unknown as typeof Watch.settings;
  WatchPanel.fill(Watch.settings);
}

/** After a link was opened: the rest of how its page stood. */
export async function arrive({ source, page: said }: Opened): Promise<void> {
  const values = new Map(said);
  const { game } = store;
  if (values.has("learned") && game && "text" in source) {
    learned = game.identity;
    const { games, seed, allMoves } = Watch.settings;
    game.about = texts.learnedFrom(games, allMoves, seed);
    Frames.refresh();
  }
  const tab = values.get("tab");
  if (!Tabs.isTab(tab)) return;
  Tabs.open(tab);
  if (tab === "watch") await Watch.begin();
}

// ---- links ----

export function ask(kind: Kind): Promise<Answer<"link">> {
  const where = kind === "position" ? { start: store.start, moves: moveTexts() } : {};
  const text = Watch.learnedText();
  const source = kind === "learned" && text !== undefined ? { text } : kind === "watching" && Watch.game ? sourceOf(Watch.game) : undefined;
  return Client.sharing.share(source, where, page(kind));
}

/** Puts a link into the address bar. */
export function remember(fragment: string): void {
  const address = new URL(location.href);
  // What a link holds, the query need not say again.
  if (Address.game() && !Address.embedded) for (const name of ["game", "pos", "moves"]) address.searchParams.delete(name);
  address.hash = fragment;
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // Some frames refuse; the link in the text field is what counts.
  }
}
