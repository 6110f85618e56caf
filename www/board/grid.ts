// The squares of a board as cells of a grid: rows in the order in which they are seen, and where a key leads.

import * as Dom from "../base/dom";

export interface Size {
  width: number;
  height: number;
}

/** The square that an element is, or lies in. */
export function squareOf(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest("[data-square]") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.square) : null;
}

/** The square that is seen in this row and column, from the top left. */
export const squareIn = (row: number, column: number, { width, height }: Size, flipped: boolean): number => (flipped ? row * width + (width - 1 - column) : (height - 1 - row) * width + column);

/** Fills a grid with rows of cells in the order in which they are seen, so that reading order and arrows agree. The cells come back by square. */
export function fill(grid: HTMLElement, size: Size, flipped: boolean): HTMLElement[] {
  const cells: HTMLElement[] = [];
  const rows = Array.from({ length: size.height }, (_, row) => {
    const line = Dom.make("div", { className: "row-of-squares" });
    line.setAttribute("role", "row");
    for (let column = 0; column < size.width; column++) {
      const square = squareIn(row, column, size, flipped);
      const cell = Dom.make("div", { className: "square", tabIndex: -1 });
      cell.setAttribute("role", "gridcell");
      cell.dataset.square = String(square);
      cells[square] = cell;
      line.append(cell);
    }
    return line;
  });
  grid.replaceChildren(...rows);
  return cells;
}

/** Where a key leads from a square, or the square itself at the edge; nothing for a key that leads nowhere. */
export function way(key: string, square: number, { width, height }: Size, flipped: boolean): number | undefined {
  const last = width * height - 1;
  // A board turned round is the same walk from the other end.
  const at = flipped ? last - square : square;
  const [x, y] = [at % width, Math.floor(at / width)];
  const ways: Record<string, number> = {
    ArrowLeft: at - Math.min(x, 1),
    ArrowRight: at + Math.min(width - 1 - x, 1),
    ArrowUp: y < height - 1 ? at + width : at,
    ArrowDown: y > 0 ? at - width : at,
    Home: at - x,
    End: at - x + width - 1,
    PageUp: last - width + 1 + x,
    PageDown: x,
  };
  const to = ways[key];
  return flipped && to !== undefined ? last - to : to;
}
