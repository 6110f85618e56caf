// Where a piece can go, as a small diagram beside its rule: the piece in the middle, marks around it. The worker finds the squares.

import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";
import { figures } from "../board/figures";
import type { DiagramView, LineView, MarkView, PieceView } from "../client/protocol";
import { type Legend, lookOf, type PieceId } from "../client/views";
import * as Glyph from "../learn/glyph";
import { describe } from "../store/words";
import { type Meaning, meanings, texts } from "./movediagram-texts";

type Point = [x: number, y: number];

/** The side of a square in the picture's own units. */
const side = 20;

/** Drawings beyond the usual ones come when a game wants them. */
export async function prepare(legend: Legend): Promise<void> {
  if (legend.some(({ drawing }) => !figures[drawing])) await Lazy.need("figures");
}

/** Puts diagrams into a list of pieces, and what their marks mean below it. */
export function draw(list: Element, key: HTMLElement, views: DiagramView[], pieces: PieceView[], legend: Legend): void {
  for (const item of list.querySelectorAll<HTMLElement>(":scope > li")) {
    const piece = pieces.find((each) => String(each.piece) === item.dataset.piece);
    const picture = piece && figure(piece, views, legend);
    item.querySelector(".move-diagram")?.remove();
    if (picture) item.querySelector("p")?.after(picture);
  }
  key.replaceChildren(...meaningsOf(views));
  key.hidden = !key.childElementCount;
}

function figure(piece: PieceView, views: DiagramView[], legend: Legend): HTMLElement | null {
  const view = views.find((each) => each.piece === piece.piece);
  // A piece that is only dropped goes nowhere.
  if (!view?.marks.length) return null;
  const more = view.more ? Dom.make("figcaption", { textContent: texts.further }) : "";
  return Dom.make("figure", { className: "move-diagram" }, drawBoard(view, piece, legend), more);
}

function drawBoard(view: DiagramView, { piece, sentence }: PieceView, legend: Legend): SVGSVGElement {
  const count = 2 * view.radius + 1;
  const whole = count * side;
  const picture = Glyph.make("svg", { viewBox: `-1 -1 ${whole + 2} ${whole + 2}`, role: "img", "aria-label": texts.label(describe(piece, legend), sentence) });
  const board = Glyph.make("g", { class: "squares" }, Glyph.make("rect", { x: 0, y: 0, width: whole, height: whole }));
  let dark = "";
  for (let row = 0; row < count; row++) for (let column = row % 2; column < count; column += 2) dark += `M${column * side} ${row * side}h${side}v${side}h${-side}z`;
  board.append(Glyph.make("path", { d: dark }));
  /** The middle of a square. */
  const at = (dx: number, dy: number): Point => [(view.radius + dx + 0.5) * side, (view.radius - dy + 0.5) * side];
  picture.append(board, ...view.lines.map((line) => drawLine(line, at)), drawPiece(piece, legend, at(0, 0)));
  for (const mark of view.marks) picture.append(...drawMarks(mark, ...at(mark.dx, mark.dy)));
  return picture;
}

function drawLine(line: LineView, at: (dx: number, dy: number) => Point): SVGPathElement {
  const points = line.points.map(([dx, dy]) => at(dx, dy));
  let path = `M${points.map((point) => point.join(" ")).join("L")}`;
  const [before, last] = points.slice(-2);
  if (line.open && before && last) {
    // A little further than the last square's middle, with a head.
    const length = Math.hypot(last[0] - before[0], last[1] - before[1]);
    const [ux, uy] = [(last[0] - before[0]) / length, (last[1] - before[1]) / length];
    const reach = 9 / Math.max(Math.abs(ux), Math.abs(uy));
    const [x, y] = [last[0] + ux * reach, last[1] + uy * reach];
    path += `L${x} ${y}${Glyph.head(x, y, ux, uy)}`;
  }
  return Glyph.make("path", { class: line.over ? "line over" : "line", d: path });
}

function drawPiece(piece: PieceId, legend: Legend, [x, y]: Point): SVGGElement {
  const look = lookOf(piece, legend);
  const size = side * 0.98;
  const body = (figures[look?.drawing ?? ""] ?? figures.hexagon)?.body ?? "";
  return Glyph.make("g", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` }, Glyph.make("path", { d: body, class: `figure ${look?.owner ?? "white"}` }));
}

/** A dot for going, a ring for capturing, a square frame for capturing one's own; broken where another piece must be passed. */
function drawMarks(mark: Omit<MarkView, "dx" | "dy">, x: number, y: number): SVGElement[] {
  const marks: SVGElement[] = [];
  if (mark.capturesOwn || mark.capturesOwnOver) marks.push(Glyph.make("rect", { class: mark.capturesOwn ? "takes-own" : "takes-own over", x: x - 8, y: y - 8, width: 16, height: 16 }));
  if (mark.captures || mark.capturesOver) marks.push(Glyph.make("circle", { class: mark.captures ? "takes" : "takes over", cx: x, cy: y, r: 6.6 }));
  if (mark.goes) marks.push(Glyph.make("circle", { class: "goes", cx: x, cy: y, r: 3.4 }));
  else if (mark.goesOver) marks.push(Glyph.make("circle", { class: "goes over", cx: x, cy: y, r: 3 }));
  return marks;
}

/** The marks that these diagrams have, each with its meaning. */
function meaningsOf(views: DiagramView[]): HTMLElement[] {
  const has = (mark: Meaning) => {
    if (mark === "line") return views.some((view) => view.lines.some((line) => !line.over));
    if (mark === "open") return views.some((view) => view.lines.some((line) => line.open));
    return views.some((view) => view.marks.some((each) => each[mark]));
  };
  return meanings.filter(([mark]) => has(mark)).map(([mark, words]) => Dom.make("li", {}, sample(mark), words));
}

function sample(mark: Meaning): SVGSVGElement {
  const picture = Glyph.make("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
  const nothing = { goes: false, captures: false, capturesOwn: false, goesOver: false, capturesOver: false, capturesOwnOver: false };
  if (mark === "line") picture.append(Glyph.make("path", { class: "line", d: "M2 10h16" }));
  else if (mark === "open") picture.append(Glyph.make("path", { class: "line", d: `M2 10h16${Glyph.head(18, 10, 1, 0)}` }));
  else picture.append(...drawMarks({ ...nothing, [mark]: true }, 10, 10));
  return picture;
}
