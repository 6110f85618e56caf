// What the page needs of the library before it is here: it is loaded when one looks for a game, writes one, or copies and pastes.

import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import { signal } from "../base/signal";
import * as Main from "../board/main";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { store } from "../store/store";
import { chooseInstead } from "./choose";

/** Another game that was chosen from the list is on the board. */
export const arrived = signal();
/** Another game of one's own is being written, or none. */
export const noted = signal();

/** The text that stands in the editor before the editor is here. */
export const shown = { text: "" };

const part = () => Lazy.need("library");

export function init(): void {
  for (const id of ["open-picker", "choose-game"]) Dom.button(id).addEventListener("click", async () => (await part())?.Picker.open());
  Tabs.changed.listen(async (name) => {
    if ((name !== "text" && name !== "copy") || Lazy.loaded("library")) return;
    // The text can be read meanwhile; what is pressed or typed there must not be lost.
    const area = Dom.get("editor", HTMLTextAreaElement);
    area.value = store.game?.text ?? "";
    shown.text = area.value;
    const panel = Dom.get(`panel-${name}`, HTMLElement);
    panel.inert = true;
    await part();
    panel.inert = false;
  });
}

/** A built-in game. */
export async function take(id: string): Promise<void> {
  const reply = await Game.load({ builtin: id });
  if (reply.type === "board") arrive();
  else if (store.health !== "broken") Notice.show("game", reply.message, [chooseInstead]);
}

/** Another game is on the board. */
export function arrive(): void {
  Notice.clear("link");
  Notice.clear("game");
  Main.board.elements.grid.scrollIntoView({ block: "nearest" });
  arrived.fire();
}

/** Keeps what is being written. */
export const save = (): void => Lazy.loaded("library")?.Editor.save();

/** The visitor's own game that is being written. */
export const draft = (): string | null => Lazy.loaded("library")?.Editor.current() ?? null;

/** The visitor's own game that is on the board. */
export function own(): { id: string } | undefined {
  const { game } = store;
  const here = Lazy.loaded("library");
  if (!game || !here) return undefined;
  const written = here.MyGames.get(here.Editor.current());
  return written?.text === game.text ? written : here.MyGames.withText(game.text);
}
