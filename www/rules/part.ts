// What completes the rules on the page, as one part: diagrams of the moves, and what the pieces are worth.

import { adopt } from "../base/adopt";
import * as Dom from "../base/dom";
import * as Client from "../client/client";
import type { DiagramView, GameView } from "../client/protocol";
import { legend, store } from "../store/store";
import * as MoveDiagram from "./movediagram";
import { style } from "./worth-style";
import * as Worths from "./worths";

declare module "../base/lazy" {
  interface Parts {
    movediagram: typeof import("./part");
  }
}

export { MoveDiagram };

adopt(style);

/** Of the game that is loaded. */
let drawn: DiagramView[] = [];
let of: GameView | null = null;

/** Adds to the rules of the game on the board what the worker knows of its pieces; `wanted`: whether they are still shown. */
export async function complete(wanted: () => boolean): Promise<void> {
  const { game } = store;
  if (!game) return;
  if (of !== game) {
    const reply = await Client.table.diagrams();
    if (reply.type !== "diagrams" || store.game !== game) return;
    of = game;
    drawn = reply.diagrams;
  }
  const list = Dom.get("pieces", HTMLElement);
  await MoveDiagram.prepare(legend());
  if (wanted()) MoveDiagram.draw(list, Dom.get("move-legend", HTMLElement), drawn, game.pieces, legend());
  const worths = await Worths.load(game);
  if (wanted()) Worths.show(list, worths);
}
