// One step as a small picture: an arrow the way it goes, and below it marks for what it may find there.

import type { StepView } from "../client/protocol";
import { type Group, together, wayOf } from "./steps";
import { tellSteps } from "./texts";

/** The side of the square that the layout keeps for a glyph. */
export const size = 26;
/** Glyphs in a row of a label. */
const perRow = 4;

export function make<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number> = {}, ...children: Node[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** All steps of an arrow, row by row, from the label's upper left corner. */
export const label = (steps: StepView[]): SVGGElement[] =>
  together(steps).map((group, index) => {
    const glyph = draw(group);
    const [x, y] = [(index % perRow) * size, Math.floor(index / perRow) * size];
    glyph.setAttribute("transform", `translate(${x} ${y})`);
    glyph.setAttribute("data-way", wayOf(group[0]));
    glyph.setAttribute("role", "button");
    glyph.setAttribute("tabindex", "-1");
    return glyph;
  });

export function draw(steps: Group): SVGGElement {
  const title = make("title");
  title.textContent = tellSteps(steps);
  const left = size / 2 - (steps.length - 1) * 4;
  const marks = steps.map((step, index) => mark(step.on, left + index * 8, 21));
  const spot = make("rect", { class: "spot", x: 1, y: 1, width: size - 2, height: size - 2, rx: 5 });
  return make("g", { class: "glyph" }, title, spot, make("path", { class: "way", d: way(steps[0]) }), ...marks);
}

/** An open dot, a ring with a dot in it as around a capture, a square for one's own. */
function mark(on: StepView["on"], x: number, y: number): SVGElement {
  if (on === "e") return make("circle", { class: "empty", cx: x, cy: y, r: 2.3 });
  if (on === "w") return make("rect", { class: "own", x: x - 2.4, y: y - 2.4, width: 4.8, height: 4.8 });
  return make("g", { class: "enemy" }, make("circle", { cx: x, cy: y, r: 3 }), make("circle", { class: "core", cx: x, cy: y, r: 1.2 }));
}

/** The arrow, in the upper part of the square. */
function way({ dx, dy }: StepView): string {
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  // The picture's y grows downwards, the board's upwards.
  const bent = dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy);
  const unit = (bent ? 9 : 12) / far;
  // The head of a bent one may lie along the upper edge.
  const [middleX, middleY] = [size / 2, bent ? 9 : 8.5];
  const [x0, y0] = [middleX - (dx * unit) / 2, middleY + (dy * unit) / 2];
  const [x1, y1] = [middleX + (dx * unit) / 2, middleY - (dy * unit) / 2];
  if (bent) {
    // A leap like the knight's: first the long leg, then the short one.
    const [cornerX, cornerY] = Math.abs(dx) > Math.abs(dy) ? [x1, y0] : [x0, y1];
    return `M${x0} ${y0}L${cornerX} ${cornerY}L${x1} ${y1}${head(x1, y1, x1 - cornerX, y1 - cornerY)}`;
  }
  const shaft = `M${x0} ${y0}L${x1} ${y1}`;
  // A leap over squares in line: a bar across the shaft for each of them.
  const bars = Array.from({ length: far - 1 }, (_, index) => bar(x0, y0, x1, y1, (index + 1) / far)).join("");
  return shaft + bars + head(x1, y1, x1 - x0, y1 - y0);
}

/** An arrow's head at a point; `dx`, `dy`: the direction it points. */
export function head(x: number, y: number, dx: number, dy: number): string {
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / length) * 3.8, (dy / length) * 3.8];
  const round = (value: number) => Math.round(value * 100) / 100;
  return `M${round(x - ux - uy * 0.8)} ${round(y - uy + ux * 0.8)}L${x} ${y}L${round(x - ux + uy * 0.8)} ${round(y - uy - ux * 0.8)}`;
}

function bar(x0: number, y0: number, x1: number, y1: number, part: number): string {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [x0 + dx * part * 0.8, y0 + dy * part * 0.8];
  const [ux, uy] = [(-dy / length) * 2.6, (dx / length) * 2.6];
  return `M${x - ux} ${y - uy}L${x + ux} ${y + uy}`;
}
