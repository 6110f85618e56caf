// What each piece is worth by the rules alone, explained term by term: for games whose evaluation can be taken apart.

import * as Dom from "../base/dom";
import * as Client from "../client/client";
import type { GameView, TermView, WorthView } from "../client/protocol";
import { store } from "../store/store";
import { worthTexts as texts } from "./worth-texts";

/** Of the game that is loaded; none where it has no such terms. */
let known: { game: GameView; worths: WorthView[] } | null = null;

export async function load(game: GameView): Promise<WorthView[]> {
  if (known?.game === game) return known.worths;
  const reply = await Client.thinking.worths();
  if (store.game !== game) return [];
  known = { game, worths: reply.type === "worths" ? reply.worths : [] };
  return known.worths;
}

/** Below each piece of a list what it is worth. */
export function show(list: Element, worths: WorthView[]): void {
  for (const item of list.querySelectorAll<HTMLElement>(":scope > li")) {
    const worth = worths.find(({ piece }) => String(piece) === item.dataset.piece);
    item.querySelector(".worth")?.remove();
    if (worth) item.lastElementChild?.append(explain(worth));
  }
}

function explain({ terms, total }: WorthView): HTMLElement {
  // What adds nothing explains nothing.
  const told = terms.filter(({ value, weight }) => Math.abs(value * weight) >= 0.005);
  const head = Dom.make("tr", {}, ...texts.columns.map((words) => Dom.make("th", { textContent: words, scope: "col" })));
  const foot = Dom.make("tr", {}, Dom.make("th", { textContent: texts.total, scope: "row", colSpan: 3 }), Dom.make("td", { textContent: texts.number(total) }));
  const table = Dom.make("table", { className: "terms" }, Dom.make("thead", {}, head), Dom.make("tbody", {}, ...told.map(line)), Dom.make("tfoot", {}, foot));
  return Dom.make("details", { className: "worth" }, Dom.make("summary", { textContent: texts.worth(total) }), table);
}

function line({ label, value, weight }: TermView): HTMLTableRowElement {
  const numbers = [value, weight, value * weight].map((each) => Dom.make("td", { textContent: texts.number(each) }));
  return Dom.make("tr", {}, Dom.make("th", { textContent: label, scope: "row" }), ...numbers);
}
