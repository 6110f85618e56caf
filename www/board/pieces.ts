// Pictures of the pieces, drawn once for each size: outlines are slow to stroke in every frame.

import * as Colours from "../base/colours";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import type { Side } from "../client/protocol";
import { type Legend, lookOf, type PieceId, type PieceLook } from "../client/views";
import { type Figure, figures } from "./figures";

const { colours } = Colours;
const drawn = new Map<string, ImageBitmap>();

/** Goes up when pictures drawn elsewhere are out of date. */
export let edition = 0;

/** Sizes or colours have changed. */
export function forget(): void {
  drawn.clear();
  edition += 1;
}

Colours.changed.listen(forget);

/** The pictures of a board that appears for the first time come a few in a frame, each so many milliseconds: all at once would hold up the page. */
const slice = 3;
/** What this frame has spent on pictures. */
const spent = { frame: 0, millis: 0 };

/** Whether there is time for another picture in this frame. */
export function hasTime(): boolean {
  if (spent.frame !== Frames.count) Object.assign(spent, { frame: Frames.count, millis: 0 });
  return spent.millis < slice;
}

const unknown: PieceLook = { id: 0, owner: "white", name: "?", drawing: "hexagon", symbol: "?" };

const keyOf = (look: PieceLook, size: number): string => [look.drawing, look.owner, look.label ?? "", size].join();

/** Whether it was drawn already. */
export const isDrawn = (piece: PieceId, size: number, legend: Legend): boolean => drawn.has(keyOf(lookOf(piece, legend) ?? unknown, size));

/** `size`: in device pixels. */
export function picture(piece: PieceId, size: number, legend: Legend): ImageBitmap {
  const look = lookOf(piece, legend) ?? unknown;
  const key = keyOf(look, size);
  let found = drawn.get(key);
  if (!found) {
    const began = performance.now();
    const canvas = new OffscreenCanvas(size, size);
    // By the processor: to ask the graphics card for each of these small pictures takes longer than to draw them.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context) draw(context, look, size);
    found = canvas.transferToImageBitmap();
    drawn.set(key, found);
    spent.millis += performance.now() - began;
  }
  return found;
}

/** A canvas of its own with the picture, for lists and buttons. `side`: in CSS pixels. */
export function canvasOf(piece: PieceId, side: number, legend: Legend): HTMLCanvasElement {
  const size = Math.round(side * (devicePixelRatio || 1));
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  canvas.setAttribute("aria-hidden", "true");
  canvas.getContext("2d")?.drawImage(picture(piece, size, legend), 0, 0);
  return canvas;
}

function draw(context: OffscreenCanvasRenderingContext2D, look: PieceLook, size: number): void {
  const figure = figures[look.drawing] ?? standIn();
  context.scale(size / 100, size / 100);
  context.fillStyle = colours[look.owner];
  context.strokeStyle = colours[`on-${look.owner}`];
  context.lineJoin = context.lineCap = "round";
  context.lineWidth = Math.min(6, Math.max(3.2, 130 / size));
  drawFigure(context, figure, look.owner, size < 20);
  if (look.label) drawLabel(context, look.label, look.owner, size);
}

/** Until the other drawings are here; they draw everything anew when they come. */
function standIn(): Figure {
  if (Lazy.loaded("figures")) return figures.hexagon as Figure;
  Lazy.need("figures");
  return { body: "" };
}

/** `tiny`: too small for more than its outline. */
function drawFigure(context: OffscreenCanvasRenderingContext2D, figure: Figure, side: Side, tiny: boolean): void {
  const body = new Path2D(figure.body);
  const line = context.lineWidth * (tiny ? 0.6 : 1);
  context.lineWidth = line;
  if (side === "black") {
    // A thin light rim around the dark one: it stands off a dark square, and is no fatter than a white figure.
    context.lineWidth = line * 2;
    context.stroke(body);
    context.strokeStyle = colours.black;
    context.lineWidth = line;
  }
  context.fill(body);
  context.stroke(body);
  if (tiny) return;
  context.strokeStyle = colours[`on-${side}`];
  context.lineWidth = line * 0.85;
  if (figure.lines) context.stroke(new Path2D(figure.lines));
  context.fillStyle = context.strokeStyle;
  for (const [x, y, radius] of figure.dots ?? []) {
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
  }
}

/** The letter on a small plate at the foot, as large as the picture is small. */
function drawLabel(context: OffscreenCanvasRenderingContext2D, letter: string, side: Side, size: number): void {
  const radius = size < 30 ? 27 : size < 48 ? 22 : 18;
  const [x, y] = [98 - radius, 97 - radius];
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fillStyle = colours[`on-${side}`];
  context.fill();
  context.lineWidth = Math.max(2, 60 / size);
  context.strokeStyle = colours[side];
  context.stroke();
  context.fillStyle = colours[side];
  context.font = `700 ${radius * 1.45}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillText(letter, x, y + radius * 0.53);
}
