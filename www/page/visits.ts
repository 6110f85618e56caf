// Back and Forward: every game opened and every tab is an entry of the browser's history; moves are not. In a frame nothing is
// entered, because the Back button there belongs to the page around it.

import * as Address from "../base/address";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import { Latest } from "../client/latest";
import { type Answer, failure } from "../client/protocol";
import * as Door from "../lab/door";
import { Watch } from "../learn/watch";
import { chooseInstead } from "../library/choose";
import * as Library from "../library/library";
import * as Links from "../share/links";
import * as Game from "../store/game";
import { store } from "../store/store";
import * as Tabs from "./tabs";
import { texts } from "./texts";

/** How an entry's game is opened again. */
type Opening = { builtin: string } | { mine: string } | { link: string };

interface Entry {
  kibitzer: 1;
  /** Counts the games that were opened. */
  load: number;
  tab: Tabs.TabName;
  game: Opening | null;
  /** The visitor's own game in the editor. */
  draft: string | null;
}

let on = false;
/** What the entry held when the page was loaded: a reload, or back from another page. */
let found: Entry | null = null;
/** Which game of this visit is on the board, and how many there have been. */
let load = 0;
let loads = 0;
/** What the current entry stands for: the mark of its game, and a tab. */
let marked: string | null = null;
let tab = "";
/** Games of earlier entries with their moves, as links. */
const links = new Map<number, string>();
/** An entry is being opened; the newest counts. */
const openings = new Latest();
let busy = false;
/** The browser has made an entry by itself, for an address: what is opened belongs to it. */
let adopted = false;
/** Browsers refuse more than about a hundred entries in half a minute. */
let times: number[] = [];

export function init(): void {
  addEventListener("hashchange", () => {
    if (Door.follow()) {
      // The browser's own entry for it becomes one of ours: the game is the same as before.
      if (on && !entryOf(history.state)) write("replaceState", location.href);
      adopted = false;
      return;
    }
    // Back and Forward bring an entry of ours with more than its address says.
    if (location.hash.length < 2 || (on && entryOf(history.state))) return;
    adopted = true;
    Links.open(location.hash.slice(1));
  });
  if (parent !== window || Address.embedded) return;
  on = true;
  found = entryOf(history.state);
  if (found) load = loads = found.load;
  addEventListener("popstate", ({ state }) => {
    const entry = entryOf(state);
    if (entry) open(entry);
    else adopted = true;
  });
  Frames.add(show);
  Library.noted.listen(note);
}

/** What the entry held when the page was loaded. */
export const restored = (): Entry | null => found;

// biome-ignore lint/suspicious/noExplicitAny: whatever the history holds
const entryOf = (state: any): Entry | null => (state?.kibitzer === 1 && Number.isSafeInteger(state.load) && Tabs.isTab(state.tab) ? state : null);

/** By this the game on the board is told from others, also from the same game under another name. */
const mark = (): string | null => (store.game ? `${store.game.identity} ${store.game.name}` : null);

/** How the game on the board is opened again. */
function opening(): Opening | null {
  const { game } = store;
  if (game?.id) return { builtin: game.id };
  const own = Library.own();
  if (own) return { mine: own.id };
  const link = links.get(load);
  return link ? { link } : null;
}

const make = (): Entry => ({ kibitzer: 1, load, tab: Tabs.current(), game: opening(), draft: Library.draft() });

function show(): void {
  if (!on || busy || !store.settled || !store.game || !store.board) return;
  const [first, other] = [marked === null, mark() !== marked];
  if (!other && Tabs.current() === tab) return;
  marked = mark();
  tab = Tabs.current();
  if (other && !(first && found)) load = ++loads;
  const replace = adopted || first;
  adopted = false;
  if (replace) return write("replaceState", location.href);
  const address = new URL(location.href);
  if (other) {
    // What the address named was the game before.
    for (const name of ["game", "pos", "moves"]) address.searchParams.delete(name);
    address.hash = store.game.id ? `v=1&g=${store.game.id}` : "";
  }
  write("pushState", address.href);
  // Another game is looked at on the board.
  Door.follow();
}

/** From the laboratory back to the board, which is as it was left. */
export function toBoard(): void {
  const { game } = store;
  const address = new URL(location.href);
  address.hash = game?.id && !Address.game() ? `v=1&g=${game.id}` : "";
  write(on ? "pushState" : "replaceState", address.href);
  Door.shut();
}

/** The address says more exactly what the current entry is. */
export function rewrite(fragment: string): void {
  const address = new URL(location.href);
  address.hash = fragment;
  write("replaceState", address.href);
}

/** The current entry is told what has changed: a game of one's own, or the link of one that has no other name. */
function note(): void {
  const entry = on && !busy && marked !== null ? entryOf(history.state) : null;
  // Another game may be on the board already, whose entry is still to come.
  if (!entry || entry.load !== load || mark() !== marked) return;
  const now = make();
  const named = ({ draft, game }: Entry) => JSON.stringify([draft, game && !("link" in game) && game]);
  if (named(entry) !== named(now) || (!entry.game && now.game)) write("replaceState", location.href);
}

function write(how: "pushState" | "replaceState", address: string): void {
  const now = performance.now();
  times = [...times.filter((time) => now - time < 30000), now];
  if (times.length > 80) return;
  try {
    history[how](make(), "", address);
  } catch {
    // Refused: then Back leads further back.
  }
}

/** The link of the game on the board as it stands; none, when no move was made in it. */
export function keep(fragment: string | undefined): void {
  if (fragment) links.set(load, fragment);
  else links.delete(load);
  // Only so many: each is a few hundred characters.
  for (const old of links.keys()) if (links.size > 100) links.delete(old);
  note();
}

/** Opens what an entry stands for. Whether its game is on the board now. */
export async function open(entry: Entry): Promise<boolean> {
  const visit = openings.begin();
  busy = true;
  adopted = false;
  Library.save();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  const other = entry.load !== load || !store.game;
  const reply = other ? await bring(entry) : null;
  if (visit.stale) return false;
  const failed = reply?.type === "failed" ? reply : null;
  // Another game was chosen while this one was being read.
  if (failed && !store.settled) {
    busy = false;
    return false;
  }
  if (failed) Notice.show("game", texts.cannotReopen(failed.message), [chooseInstead]);
  else {
    Notice.clear("link");
    Notice.clear("game");
    // An entry that could not be opened keeps what it says: it is not of the game on the board.
    load = entry.load;
  }
  loads = Math.max(loads, entry.load);
  if (Tabs.current() !== entry.tab) Tabs.open(entry.tab);
  // The text that was being written, not that of the game on the board.
  if (entry.draft) {
    const part = await Lazy.need("library");
    const draft = part?.MyGames.get(entry.draft);
    if (visit.stale) return false;
    if (draft) part?.Editor.bring(draft);
  }
  if (other && Tabs.current() === "watch" && !Watch.view) await Watch.begin();
  if (visit.stale) return false;
  marked = mark();
  tab = Tabs.current();
  busy = false;
  Frames.refresh();
  return !failed;
}

async function bring({ load: number, game, tab: name }: Entry): Promise<Answer<"board">> {
  // Not from a tab that begins to watch whatever comes.
  if (Tabs.current() === "watch" && name !== "watch") Tabs.open(name);
  const link = links.get(number) ?? (game && "link" in game ? game.link : undefined);
  if (link) {
    // After a reload only the entry knows it.
    links.set(number, link);
    return Links.follow(link);
  }
  if (game && "builtin" in game) return Game.load({ builtin: game.builtin });
  if (game && "mine" in game) {
    const own = (await Lazy.need("library"))?.MyGames.get(game.mine);
    return own ? Game.load({ text: own.text }) : failure(texts.noLongerMine);
  }
  return Door.gameFragment() ? Links.follow(Door.gameFragment()) : failure(texts.unknownNow);
}
