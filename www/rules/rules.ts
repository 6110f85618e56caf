// The rules of the game on the board, as the worker tells them.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Pieces from "../board/pieces";
import * as Client from "../client/client";
import type { Card, GameView } from "../client/protocol";
import { store } from "../store/store";
import { rows } from "./piece-list";
import { texts } from "./texts";

export const panel = Dom.get("panel-rules", HTMLElement);
let titled: { card: Card | null; about: string } | null = null;
let listed: GameView | null = null;
/** Of the pictures in the list. */
let edition = 0;

export function init(): void {
  Frames.add(show);
  Dom.button("test-yourself").addEventListener("click", async () => (await Lazy.need("exercise"))?.Exercise.begin(Client.freshSeed()));
}

/** The game's name and what it is about. */
export function title(): void {
  const { card } = store;
  if (titled && titled.card === card && titled.about === card?.about) return;
  titled = { card, about: card?.about ?? "" };
  Dom.say(Dom.get("game-name", HTMLElement), card?.name || (card ? texts.unnamed : texts.noGame));
  Dom.say(Dom.get("game-about", HTMLElement), card?.about ?? texts.chooseOrWrite);
}

export function show(): void {
  title();
  // Pictures take time; they are drawn when they are looked at.
  if ((listed === store.game && edition === Pieces.edition) || panel.hidden) return;
  listed = store.game;
  edition = Pieces.edition;
  const { game } = store;
  Dom.get("goals", HTMLElement).replaceChildren(...(game?.goals ?? []).map((goal) => Dom.make("li", { textContent: goal })));
  Dom.get("pieces", HTMLElement).replaceChildren(...(game ? rows(game, true) : []));
  drawMoves();
}

/** Diagrams and values come when they are wanted; the words stand there meanwhile. */
async function drawMoves(): Promise<void> {
  Dom.get("move-legend", HTMLElement).hidden = true;
  const game = listed;
  (await Lazy.need("movediagram"))?.complete(() => game !== null && listed === game);
}
