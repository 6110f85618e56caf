// The pieces of a game as a list: picture, name, and the rule in words.

import * as Dom from "../base/dom";
import * as Pieces from "../board/pieces";
import type { GameView, PieceView } from "../client/protocol";
import { type Legend, lookOf, type PieceLook } from "../client/views";
import { texts } from "./texts";

/** White's and Black's piece of a kind together, where the same can be said of both; White's expression then stands for the two. */
function alike(pieces: PieceView[], legend: Legend): PieceView[][] {
  const rows: PieceView[][] = [];
  for (const piece of pieces) {
    const same = rows.find(([first]) => first && lookOf(first.piece, legend)?.twin === piece.piece && first.sentence === piece.sentence && first.count === piece.count);
    if (same) same.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

/** One item for each kind of piece. `expressions`: with the rule as it is written. */
export const rows = ({ pieces, legend }: Pick<GameView, "pieces" | "legend">, expressions: boolean): HTMLElement[] => alike(pieces, legend).map((each) => row(each, legend, expressions));

function row(pieces: PieceView[], legend: Legend, expressions: boolean): HTMLElement {
  const looks = pieces.flatMap(({ piece }) => lookOf(piece, legend) ?? []);
  const [piece, look] = [pieces[0] as PieceView, looks[0] as PieceLook];
  const both = pieces.length > 1;
  // A piece without a name of its own is called by its symbol.
  const name = [both ? "" : look.owner, look.name === look.symbol.toUpperCase() ? "" : look.name].filter(Boolean).join(" ");
  const heading = `${looks.map(({ symbol }) => symbol).join(" / ")}${name && ` – ${name}`}`;
  const facts = texts.facts(piece.count, both, piece.states);
  const words = Dom.make("div", {}, Dom.make("b", { textContent: heading }), `: ${facts}`, Dom.make("p", { textContent: piece.sentence }));
  if (expressions) {
    // Long expressions scroll, so the keyboard must get there.
    const rule = Dom.make("code", { textContent: piece.expression, tabIndex: 0 });
    rule.setAttribute("role", "region");
    rule.setAttribute("aria-label", texts.expressionOf(heading));
    words.append(rule);
  }
  const pictures = pieces.map((each) => Pieces.canvasOf(each.piece, 40, legend));
  const item = Dom.make("li", {}, Dom.make("span", { className: "pictures" }, ...pictures), words);
  item.dataset.piece = String(piece.piece);
  return item;
}
