// The bar beside the board: White's part of the chances, from below; and a score in figures.

import * as Dom from "../base/dom";
import * as Main from "../board/main";
import type { Side, ThoughtView } from "../client/protocol";
import { store } from "../store/store";
import { movesToWin, outlook } from "./texts";

const element = Dom.get("eval-bar", HTMLElement);
const figures = Dom.get("eval-number", HTMLElement);
const part = Dom.get("eval-white", HTMLElement);

/** Where there is less room than this, it lies above the board. */
const narrow = 480;

export function init(): void {
  Main.room.beside = width;
}

/** How much room it takes beside the board, of so much for both, in CSS pixels. */
function width(room: number): number {
  Main.row.classList.toggle("flat", room < narrow);
  requestAnimationFrame(squeeze);
  return element.hidden || room < narrow ? 0 : 38;
}

/** Whatever the font, the number is no wider than the bar. */
function squeeze(): void {
  const [room, wide] = [element.clientWidth - 2, figures.offsetWidth];
  if (wide) figures.style.setProperty("--squeeze", Math.min(1, room / wide).toFixed(2));
}

export function toggle(on: boolean): void {
  if (element.hidden === !on) return;
  element.hidden = !on;
  Main.refit();
}

export function show(thought: ThoughtView, toMove: Side): void {
  element.classList.toggle("flipped", store.flipped);
  const white = toMove === "white" ? thought.chance : 1 - thought.chance;
  part.style.setProperty("--part", `${(100 * white).toFixed(1)}%`);
  const figure = inFigures(thought, toMove);
  if (figures.textContent !== figure) {
    Dom.say(figures, figure);
    squeeze();
  }
  element.setAttribute("aria-valuenow", String(Math.round(100 * white)));
  element.setAttribute("aria-valuetext", outlook(thought, toMove));
}

/** In as few characters as possible: `+1.4`, or `#3` for a sure win in three moves; from White's side. */
function inFigures(thought: ThoughtView, toMove: Side): string {
  const sign = toMove === "white" ? 1 : -1;
  if (thought.win !== undefined) return `${thought.win * sign > 0 ? "#" : "−#"}${movesToWin(thought.win)}`;
  const score = Math.round(10 * thought.score * sign) / 10;
  const size = Math.abs(score) < 10 ? Math.abs(score).toFixed(1) : String(Math.round(Math.abs(score)));
  return score === 0 ? "0.0" : `${score > 0 ? "+" : "−"}${size}`;
}
