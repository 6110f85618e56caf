// What is drawn before the rules are here: the start of the game that the address names, or the position in it.

import * as Address from "../base/address";
import type { Card } from "../client/protocol";
import type { PieceLook } from "../client/views";
import { GALLERY } from "../library/gallery";

/** The figures that everybody who plays chess knows, for a letter of which nothing else is known yet. */
const figures: Record<string, string> = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** A built-in game, with the pieces where the address puts them. */
export function cardOf(id: string | null): Card | null {
  const card = GALLERY.find((each) => each.id === id) ?? null;
  const rows = Address.embedded || Address.game() ? picture() : null;
  if (!rows) return card;
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const fits = !card || (card.board.width === width && card.board.height === height);
  return fits ? draw(rows, card) : card;
}

/** The rows of a position in the address, the first one at the bottom; nothing when it is not one that can be drawn. */
function picture(): string[] | null {
  const rows = (Address.where().start ?? "").trim().split(/\s+/)[0]?.split("/").reverse() ?? [];
  const width = rows[0]?.length ?? 0;
  const fits = rows.length <= 16 && width <= 16 && width > 0 && rows.every((row) => row.length === width && /^[a-z.]*$/i.test(row));
  return fits ? rows : null;
}

/** A guess, drawn as well as can be; the worker reads the position when it is here. */
function draw(rows: string[], card: Card | null): Card {
  const symbols = [...rows.join("")];
  const legend: PieceLook[] = [...(card?.legend ?? [])];
  for (const symbol of new Set(symbols)) {
    if (symbol === "." || legend.some((look) => look.symbol === symbol)) continue;
    const drawing = figures[symbol.toUpperCase()];
    legend.push({
      id: legend.length + 1000,
      owner: symbol === symbol.toUpperCase() ? "white" : "black",
      name: drawing ?? symbol.toUpperCase(),
      symbol,
      drawing: drawing ?? "hexagon",
      label: drawing ? undefined : symbol.toUpperCase(),
    });
  }
  const squares = symbols.map((symbol) => legend.find((look) => look.symbol === symbol)?.id ?? 0);
  const board = { width: rows[0]?.length ?? 0, height: rows.length, topology: "plain" as const };
  return { name: "", about: "", ...card, board, legend, start: { squares, hands: [], toMove: "white" } };
}
