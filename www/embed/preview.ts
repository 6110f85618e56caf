// What is drawn before the rules are here: the start of the game that the address names, or the position in it.
//
// This is the one place where the page reads the text of a position: the core cannot be asked yet, and with `autostart=0` it may never be.
// Only the rows are read. When the worker has read the position, its answer replaces this.

import * as Address from "../base/address";
import type { Card } from "../client/protocol";
import { EMPTY, type PieceLook } from "../client/views";
import { GALLERY } from "../library/gallery";

/** The largest side of a board that is drawn before its rules are known. */
const LARGEST = 16;

/** The drawings that the letters of chess suggest, for a game of which only the rows of a position are known. */
const figures: Record<string, string> = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** A built-in game, with the pieces where the address puts them; or the picture that the rows of a position give of another game. */
export function cardOf(id: string | null): Card | null {
  const card = GALLERY.find((each) => each.id === id) ?? null;
  if (!(Address.embedded || Address.game())) return card;
  const rows = (Address.where().start ?? "").trim().split(/\s+/)[0]?.split("/").reverse() ?? [];
  return card ? placed(rows, card) : pictured(rows);
}

/** The rows with the symbols of the game's own legend; the card as it is when they do not fit it. */
function placed(rows: string[], card: Card): Card {
  const { width, height } = card.board;
  if (rows.length !== height || rows.some((row) => row.length !== width)) return card;
  return squaresOf(rows, card.legend, card) ?? card;
}

/** The rows alone: upper-case letters are White's, as in every text of a position. */
function pictured(rows: string[]): Card | null {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const fits = height <= LARGEST && width <= LARGEST && width > 0 && rows.every((row) => row.length === width && /^[a-z.]*$/i.test(row));
  if (!fits) return null;
  const symbols = [...new Set(rows.join("").replaceAll(".", ""))];
  const legend = symbols.map((symbol, index): PieceLook => {
    const letter = symbol.toUpperCase();
    const drawing = figures[letter];
    const look = { id: index + 1, owner: symbol === letter ? "white" : "black", symbol, name: drawing ?? letter } as const;
    return drawing ? { ...look, drawing } : { ...look, drawing: "hexagon", label: letter };
  });
  const start = { squares: [], hands: [], toMove: "white" as const };
  return squaresOf(rows, legend, { name: "", about: "", board: { width, height, topology: "plain" }, legend, start });
}

function squaresOf(rows: string[], legend: readonly PieceLook[], card: Card): Card | null {
  const pieces = new Map(legend.map((look) => [look.symbol, look.id]));
  const squares = [...rows.join("")].map((symbol) => (symbol === "." ? EMPTY : pieces.get(symbol)));
  const known = squares.filter((piece) => piece !== undefined);
  return known.length === squares.length ? { ...card, start: { ...card.start, squares: known, hands: [] } } : null;
}
