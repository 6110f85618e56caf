// Links that hold a game, as they are opened. Share makes them.

import * as Address from "../base/address";
import * as Frames from "../base/frames";
import * as Notice from "../base/notice";
import * as Client from "../client/client";
import { type Answer, failure } from "../client/protocol";
import { chooseInstead } from "../library/choose";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { store } from "../store/store";
import * as Share from "./share";
import { texts } from "./texts";

/** Set by the embed: who sits where, by the frame's address, which comes after the link and wins. */
export const seating = { byAddress: (): void => {} };

/** Opens what the address says. */
export async function open(fragment: string): Promise<void> {
  const reply = await follow(fragment);
  if (reply.type === "failed") refuse(reply.message);
  else Notice.clear("link");
}

/** `board`, or `failed` with the reason. */
export async function follow(fragment: string): Promise<Answer<"board">> {
  const ticket = Game.opening();
  const reply = await Client.sharing.open(fragment);
  // A game that was asked for later must not be replaced by this one.
  if (ticket.stale) return failure(texts.otherGame);
  if (reply.type !== "opened") return reply;
  const { source, start, moves, page } = reply.opened;
  if (Tabs.current() === "watch") Tabs.open("play");
  Share.restore(page);
  if (Address.embedded) seating.byAddress();
  const loaded = await Game.load(source, { start, moves });
  if (loaded.type === "board") await Share.arrive(reply.opened);
  return loaded;
}

export function refuse(why: string): void {
  // The engine's own notice says what to do.
  if (store.health === "broken") return;
  // Without a game from before, the board stays empty: another game than the one meant would mislead.
  if (!store.game) Game.putCard(null);
  Notice.show("link", texts.cannotOpen(why), [chooseInstead]);
  Frames.refresh();
}
