// Drawing a board onto any canvas: the main one, and the small ones in lists and diagrams.

import { colours } from "../base/colours";
import * as Dom from "../base/dom";
import { EMPTY, type Legend, type PieceId, type Squares } from "../client/views";
import * as Pieces from "./pieces";

/** Where a board lies on a canvas, in device pixels. */
export interface Sheet {
  context: CanvasRenderingContext2D;
  /** Columns and rows. */
  width: number;
  height: number;
  /** Side of a square. */
  square: number;
  /** Of the first column. */
  left: number;
  flipped: boolean;
  legend: Legend;
}

/** The upper left corner of a square. */
export function corner(sheet: Sheet, square: number): [number, number] {
  const x = square % sheet.width;
  const y = Math.floor(square / sheet.width);
  const column = sheet.flipped ? sheet.width - 1 - x : x;
  const row = sheet.flipped ? y : sheet.height - 1 - y;
  return [sheet.left + column * sheet.square, row * sheet.square];
}

/** The middle of a square. */
export function middle(sheet: Sheet, square: number): [number, number] {
  const [x, y] = corner(sheet, square);
  return [x + sheet.square / 2, y + sheet.square / 2];
}

export function squares(sheet: Sheet): void {
  const { context, square, width, height } = sheet;
  context.fillStyle = colours.light;
  context.fillRect(sheet.left, 0, width * square, height * square);
  context.fillStyle = colours.dark;
  for (let at = 0; at < width * height; at++) {
    if (((at % width) + Math.floor(at / width)) % 2 === 0) context.fillRect(...corner(sheet, at), square, square);
  }
}

export function tint(sheet: Sheet, at: number, colour: string): void {
  sheet.context.fillStyle = colour;
  sheet.context.fillRect(...corner(sheet, at), sheet.square, sheet.square);
}

/** A frame inside the square, so that a mark is never a matter of colour alone. */
export function frame(sheet: Sheet, at: number, colour: string): void {
  const { context, square } = sheet;
  const line = Math.max(2, Math.round(square / 22));
  const [x, y] = corner(sheet, at);
  context.strokeStyle = colour;
  context.lineWidth = line;
  context.strokeRect(x + line / 2, y + line / 2, square - line, square - line);
}

/** "May go here." */
export function dot(sheet: Sheet, at: number): void {
  const { context, square } = sheet;
  context.fillStyle = colours.mark;
  context.beginPath();
  context.arc(...middle(sheet, at), square * 0.14, 0, 7);
  context.fill();
}

/** "May capture here." */
export function ring(sheet: Sheet, at: number): void {
  const { context, square } = sheet;
  context.strokeStyle = colours.mark;
  context.lineWidth = square * 0.075;
  context.beginPath();
  context.arc(...middle(sheet, at), square * 0.45, 0, 7);
  context.stroke();
}

/** `x`, `y`: of the square's corner. */
export function piece(sheet: Sheet, id: PieceId, x: number, y: number, opacity = 1): void {
  sheet.context.globalAlpha = opacity;
  sheet.context.drawImage(Pieces.picture(id, sheet.square, sheet.legend), Math.round(x), Math.round(y));
  sheet.context.globalAlpha = 1;
}

export function pieces(sheet: Sheet, on: Squares, skip?: (square: number) => boolean): void {
  on.forEach((id, at) => {
    if (id !== EMPTY && !skip?.(at)) piece(sheet, id, ...corner(sheet, at));
  });
}

/** Kept, because setting a font makes the browser bring the styles of the whole page up to date. */
const letters = { canvas: Dom.make("canvas"), shape: "" };

/** Row numbers in the left margin, column letters below. `size`: of the letters. */
export function coordinates(sheet: Sheet, size: number): void {
  const { square, left, width, height, flipped } = sheet;
  const shape = [square, left, width, height, flipped, size, colours.coordinate].join();
  if (letters.shape !== shape) {
    letters.shape = shape;
    writeLetters(sheet, size);
  }
  sheet.context.drawImage(letters.canvas, 0, 0);
}

function writeLetters(sheet: Sheet, size: number): void {
  const { square, left, width, height } = sheet;
  const { canvas } = letters;
  canvas.width = left + width * square;
  canvas.height = left + height * square;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = colours.coordinate;
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let y = 0; y < height; y++) {
    const [, top] = corner(sheet, y * width);
    context.fillText(String(y + 1), left * 0.45, top + square / 2);
  }
  for (let x = 0; x < width; x++) {
    const [at] = corner(sheet, x);
    context.fillText(String.fromCharCode(97 + x), at + square / 2, height * square + left * 0.55);
  }
}

/** What else is to be seen on a board, below and above the pieces. */
export interface Layer {
  under?(sheet: Sheet): void;
  over?(sheet: Sheet): void;
}

/** A small board with its pieces, not interactive. `side`: in CSS pixels. */
export function miniature(canvas: HTMLCanvasElement, card: { width: number; height: number; squares: Squares; legend: Legend }, side: number, layer?: Layer): void {
  const square = Math.max(1, Math.floor((side * devicePixelRatio) / Math.max(card.width, card.height)));
  canvas.width = square * card.width;
  canvas.height = square * card.height;
  canvas.style.width = `${canvas.width / devicePixelRatio}px`;
  canvas.style.height = `${canvas.height / devicePixelRatio}px`;
  const context = canvas.getContext("2d");
  if (!context) return;
  const sheet: Sheet = { context, width: card.width, height: card.height, square, left: 0, flipped: false, legend: card.legend };
  squares(sheet);
  layer?.under?.(sheet);
  pieces(sheet, card.squares);
  layer?.over?.(sheet);
}

export const markColour = (): string => colours.mark;
