// The learner watches the visitor's own game, if it may.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Client from "../client/client";
import { store, watched } from "../store/store";
import { texts } from "./texts";
import { Watch } from "./watch";

const box = Dom.get("spectate", HTMLInputElement);
const note = Dom.get("spectate-note", HTMLElement);
/** What it has seen of the game on the board. */
let seen = "";
let busy = false;

export function init(): void {
  Frames.add(show);
  box.addEventListener("change", () => Frames.refresh());
}

/** Learned rules are no evidence. */
const byTrueRules = (): boolean => !Watch.game || Watch.game === store.game;

function show(): void {
  Dom.get("spectate-row", HTMLElement).hidden = store.game?.learnable === false;
  if (!box.checked || store.game?.learnable === false) return Dom.say(note, "");
  if (!byTrueRules()) return Dom.say(note, texts.spectate.learnedRules);
  const moves = store.board?.played.map((move) => move.text) ?? [];
  const key = `${store.start ?? ""} ${moves.join(" ")}`;
  if (busy || watched() || !store.settled || !moves.length || key === seen) return;
  seen = key;
  spectate(moves);
}

async function spectate(moves: string[]): Promise<void> {
  busy = true;
  const { start } = store;
  if (!Watch.view || Watch.lost || Watch.file) {
    Watch.dropFile();
    await Client.learning.learn(Watch.settings);
  }
  const run = Watch.current();
  const reply = await Client.learning.spectate({ start, moves });
  busy = false;
  if (run.stale || reply.type !== "learning") return;
  Watch.receive(null, reply.learning);
  Dom.say(note, texts.spectate.seen(reply.learning.positions));
  Frames.refresh();
}
