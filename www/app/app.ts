// Puts the page together: first a board to look at, then the rules.

import * as Engine from "../analysis/switches";
import * as Address from "../base/address";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import * as Preferences from "../base/preferences";
import * as Hands from "../board/hands";
import * as Main from "../board/main";
import * as Client from "../client/client";
import type { Health } from "../client/worker-client";
import { cardOf } from "../embed/preview";
import * as Door from "../lab/door";
import { parts as learning } from "../learn/index";
import { Watch } from "../learn/watch";
import * as Library from "../library/library";
import * as Keys from "../page/keys";
import * as Offline from "../page/offline";
import * as Print from "../page/print";
import * as Restore from "../page/restore";
import * as Tabs from "../page/tabs";
import * as Theme from "../page/theme";
import * as Visits from "../page/visits";
import * as Controls from "../play/controls";
import * as MoveList from "../play/movelist";
import * as Sounds from "../play/sounds";
import * as Status from "../play/status";
import * as Rules from "../rules/rules";
import * as Links from "../share/links";
import * as Share from "../share/share";
import * as Game from "../store/game";
import { store } from "../store/store";
import * as Dropping from "./dropping";
import { texts } from "./texts";

const table = [Main, Hands, Status, Controls, MoveList, Rules, Engine, Sounds];
const others = [Tabs, Door, Library, Share, Keys, Offline, Print, Dropping];

export async function start(): Promise<void> {
  const embed = Address.embedded ? await Lazy.need("embed") : undefined;
  embed?.init();
  Restore.init();
  Visits.init();
  Theme.init();
  store.card = preview();
  const pause = slices();
  for (const part of [...table, ...learning, ...others]) {
    part.init();
    await pause();
  }
  // A visitor who was watching wants to see the other game too.
  Library.arrived.listen(() => Tabs.current() === "watch" && Watch.restart());
  if (isFirstVisit()) Preferences.set("visited", "yes");
  // The page comes with the tab open that a first visit sees.
  Tabs.open(Visits.restored()?.tab ?? (isFirstVisit() ? "watch" : "play"));
  Door.follow();
  // What is above the tabs is there before they can be pressed.
  if (store.card) Rules.title();
  await pause();
  Frames.begin();
  if (embed?.state.waiting) return embed.poster(wake);
  const opened = wake();
  if (embed) embed.state.opened = opened;
}

/** A task must not be long on a slow phone: after some milliseconds the rest waits for the next. An embed answers messages from the first task on. */
function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (Address.embedded || performance.now() - began < 4) return undefined;
    return new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        began = performance.now();
        done();
      };
      port2.postMessage(null);
    });
  };
}

/** The header says what this is to those who come for the first time and by themselves. */
export function greet(): void {
  const known = location.hash.length > 1 || /[?&](embed|game)=/.test(location.search) || Preferences.get("visited") !== null;
  document.documentElement.classList.toggle("returning", known);
}

/** The address names no game: the visitor watches one then. */
const isFirstVisit = (): boolean => location.hash.length < 2 && !Address.game() && !Restore.fragment() && !Address.embedded;

/** The start of the game that comes first, so that it can be drawn before the rules are there. */
function preview(): typeof store.card {
  const fragment = Restore.fragment() || Door.gameFragment();
  const found = Visits.restored()?.game;
  const named = fragment ? new URLSearchParams(fragment).get("g") : found && "builtin" in found ? found.builtin : (Address.game() ?? (isFirstVisit() ? "chess-breakthrough" : "breakthrough"));
  return cardOf(named);
}

/** Loads the rules: the part of the page that takes time. */
function wake(): Promise<void> {
  Client.start(onHealth);
  return firstGame();
}

async function firstGame(): Promise<void> {
  const fragment = Door.gameFragment();
  const embed = Lazy.loaded("embed");
  embed?.seat();
  if (Restore.fragment()) {
    if ((await Links.follow(Restore.fragment())).type === "board") return asItWas();
    Restore.forget();
    Game.putCard(preview());
    if (isFirstVisit()) Tabs.open("watch");
  }
  const found = Visits.restored();
  if (fragment) {
    await Links.open(fragment);
    await asItWas();
  } else if (found?.game && (await Visits.open(found))) return;
  else if (Address.embedded || Address.game()) await namedGame();
  else if (store.card?.id) return Library.take(store.card.id);
  if (store.game) await embed?.begin();
}

/** After a reload: the tab that was open, and the text that was being written. */
async function asItWas(): Promise<void> {
  const found = Visits.restored();
  if (found && store.game) await Visits.open(found);
}

/** What the query of the address names. */
async function namedGame(): Promise<void> {
  const reply = await Game.load({ builtin: Address.game() ?? "breakthrough" }, Address.where());
  if (reply.type === "failed") Links.refuse(reply.message);
}

function onHealth(health: Health, message: string): void {
  store.health = health;
  store.loaded = health === "loading" ? message : "";
  if (health === "broken") {
    const disk = location.protocol === "file:";
    Notice.show("broken", texts.notStarted(disk ? texts.onDisk : message.replace(/\.+$/, "")), disk ? [] : [{ label: texts.tryAgain, act: tryAgain }]);
  } else Notice.clear("broken");
  if (health === "ready" && message) Notice.show("version", message, [{ label: texts.reload, act: () => location.reload() }]);
  Frames.refresh();
}

function tryAgain(): void {
  Client.restart();
  if (!store.game) firstGame();
  else Game.show();
}
