// Arrows on a board: from the first to the last square of a move, with a label in the middle.

import { colours } from "../base/colours";
import { middle, type Sheet } from "./paint";

export interface Arrow {
  from: number;
  to: number;
  label: string;
  /** How solid, from 0 to 1. */
  strength: number;
}

type Point = [x: number, y: number];

export function draw(sheet: Sheet, { from, to, label, strength }: Arrow): void {
  const { context, square } = sheet;
  const [x0, y0] = middle(sheet, from);
  const [x1, y1] = middle(sheet, to);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = square * 0.3;
  /** A point so far along the arrow and so far to its side. */
  const at = (along: number, aside: number): Point => [x0 + ux * along - uy * aside, y0 + uy * along + ux * aside];
  const shape = new Path2D();
  const [tail, neck, width] = [square * 0.2, length - head * 0.75, square * 0.07];
  const corners = [at(tail, width), at(neck, width), at(neck, head * 0.55), at(length + head * 0.25, 0), at(neck, -head * 0.55), at(neck, -width), at(tail, -width)];
  corners.forEach((corner, index) => {
    if (index) shape.lineTo(...corner);
    else shape.moveTo(...corner);
  });
  shape.closePath();
  context.save();
  context.globalAlpha = strength;
  context.lineJoin = "round";
  context.strokeStyle = colours["on-mark"];
  context.lineWidth = Math.max(2, square * 0.05);
  context.stroke(shape);
  context.fillStyle = colours.mark;
  context.fill(shape);
  badge(context, at(length * 0.5, 0), square * 0.15, label);
  context.restore();
}

function badge(context: CanvasRenderingContext2D, [x, y]: Point, radius: number, label: string): void {
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
  context.stroke();
  context.fillStyle = colours["on-mark"];
  context.font = `700 ${Math.round(radius * 1.3)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(label, x, y + radius * 0.08);
}
