// What is drawn over a board about moves: where a piece may go, by which path, and which squares a step of the automaton leads to.

import { colours } from "../base/colours";
import * as Paint from "../board/paint";
import type { PathView } from "../client/protocol";
import { EMPTY, type PieceId, type Squares } from "../client/views";
import { comparing } from "./compare";
import { type Chosen, endOf } from "./paths";

type Point = [x: number, y: number];

/**
 * A dot or, around a piece, a ring where both rules agree; a diamond for a move that was missed, a cross for one invented.
 * `chosen`: has marks of its own.
 */
export function moves(sheet: Paint.Sheet, on: Squares, paths: PathView[], chosen: Chosen | null): void {
  for (const path of paths) {
    const to = endOf(path);
    if (chosen && chosen.path.squares[chosen.step] === to) continue;
    const taken = on[to] !== EMPTY;
    if (path.verdict === "agreed" || !comparing()) {
      if (taken) Paint.ring(sheet, to);
      else Paint.dot(sheet, to);
    } else fault(sheet, to, path.verdict === "missed", taken);
  }
}

/** In the middle of an empty square, in the corner of a taken one. */
function fault(sheet: Paint.Sheet, at: number, missed: boolean, taken: boolean): void {
  const { context, square } = sheet;
  const size = square * (taken ? 0.15 : 0.19);
  const off = taken ? square * 0.5 - size * 1.35 : 0;
  const [x, y] = Paint.middle(sheet, at);
  const draw = (...points: Point[]) => {
    points.forEach(([dx, dy], index) => {
      context[index ? "lineTo" : "moveTo"](x + off + dx * size, y - off + dy * size);
    });
  };
  context.lineWidth = Math.max(2, square * 0.06);
  context.strokeStyle = missed ? colours.mark : colours.wrong;
  context.beginPath();
  if (missed) draw([0, -1], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]);
  else {
    draw([-0.8, -0.8], [0.8, 0.8]);
    draw([0.8, -0.8], [-0.8, 0.8]);
  }
  context.stroke();
}

/**
 * A path: solid as far as it has been gone, with the order of its squares, and the piece on its way.
 * `step`: how many steps have been gone.
 */
export function path(sheet: Paint.Sheet, piece: PieceId, { squares }: PathView, step: number): void {
  const { context, square } = sheet;
  const here = squares[step];
  if (here === undefined) return;
  context.save();
  context.lineJoin = context.lineCap = "round";
  if (step > 0) Paint.piece(sheet, piece, ...Paint.corner(sheet, here), 0.7);
  Paint.frame(sheet, here, colours.trace);
  line(sheet, squares.slice(step), true);
  line(sheet, squares.slice(0, step + 1), false);
  const radius = Math.max(6, square * 0.15);
  context.font = `600 ${Math.round(radius * 1.35)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  squares.slice(1).forEach((at, index) => {
    // In the corner that the path does not come through.
    const [x, y] = Paint.middle(sheet, at);
    const [x0, y0] = Paint.middle(sheet, squares[index] ?? at);
    const off = square / 2 - radius - 1;
    const [right, down] = [x < x0 ? -off : off, y < y0 ? -off : off];
    context.fillStyle = colours.trace;
    context.globalAlpha = index < step ? 1 : 0.55;
    context.beginPath();
    context.arc(x + right, y + down, radius, 0, 7);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = colours["on-trace"];
    context.fillText(String(index + 1), x + right, y + down + radius * 0.08);
  });
  context.restore();
}

function line(sheet: Paint.Sheet, squares: readonly number[], dashed: boolean): void {
  const { context, square } = sheet;
  const points = squares.map((at) => Paint.middle(sheet, at));
  const [first, second, beforeLast, last] = [points[0], points[1], points.at(-2), points.at(-1)];
  if (!first || !second || !beforeLast || !last) return;
  // Both ends keep clear of what stands there.
  const clear = (end: Point, next: Point): Point => {
    const part = (square * 0.3) / Math.hypot(next[0] - end[0], next[1] - end[1]);
    return [end[0] + (next[0] - end[0]) * part, end[1] + (next[1] - end[1]) * part];
  };
  const [x1, y1] = clear(last, beforeLast);
  context.strokeStyle = colours.trace;
  context.lineWidth = Math.max(2, square * 0.07);
  context.setLineDash(dashed ? [square * 0.08, square * 0.16] : []);
  context.globalAlpha = dashed ? 0.7 : 0.9;
  context.beginPath();
  context.moveTo(...clear(first, second));
  for (const point of points.slice(1, -1)) context.lineTo(...point);
  context.lineTo(x1, y1);
  context.stroke();
  context.setLineDash([]);
  const angle = Math.atan2(last[1] - beforeLast[1], last[0] - beforeLast[0]);
  context.beginPath();
  for (const turn of [2.6, 0, -2.6]) {
    const reach = turn ? square * 0.2 : 0;
    context.lineTo(x1 + Math.cos(angle + turn) * reach, y1 + Math.sin(angle + turn) * reach);
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** The squares that a step of the automaton leads to here. */
export function edge(sheet: Paint.Sheet, pairs: [from: number, to: number][]): void {
  sheet.context.save();
  sheet.context.lineJoin = sheet.context.lineCap = "round";
  for (const to of new Set(pairs.map((pair) => pair[1]))) {
    Paint.tint(sheet, to, colours.glow);
    Paint.frame(sheet, to, colours.trace);
  }
  for (const pair of pairs) line(sheet, pair, false);
  sheet.context.restore();
}
