// What is drawn before the rules are here: the start of the built-in game that the address names, or the position in it.
//
// This is the one place where the page reads the text of a position: the core cannot be asked yet, and with `autostart=0` it may never be.
// Only the rows are read, by the symbols of the game's legend. When the worker has read the position, its answer replaces this.

import * as Address from "../base/address";
import type { Card } from "../client/protocol";
import { EMPTY, type PieceId } from "../client/views";
import { GALLERY } from "../library/gallery";

/** A built-in game, with the pieces where the address puts them. */
export function cardOf(id: string | null): Card | null {
  const card = GALLERY.find((each) => each.id === id) ?? null;
  if (!card || !(Address.embedded || Address.game())) return card;
  const { width, height } = card.board;
  const rows = (Address.where().start ?? "").trim().split(/\s+/)[0]?.split("/").reverse() ?? [];
  return rows.length === height && rows.every((row) => row.length === width) ? draw(rows, card) : card;
}

/** The rows with the symbols of the game's own legend; the card as it is when that has not all of them. */
function draw(rows: string[], card: Card): Card {
  const pieces = new Map(card.legend.map((look) => [look.symbol, look.id]));
  const squares: PieceId[] = [];
  for (const symbol of rows.join("")) {
    const piece = symbol === "." ? EMPTY : pieces.get(symbol);
    if (piece === undefined) return card;
    squares.push(piece);
  }
  return { ...card, start: { ...card.start, squares, hands: [] } };
}
