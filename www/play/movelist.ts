// The moves so far, in two columns; a click goes to the position after a move.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import type { Move } from "../client/views";
import * as Game from "../store/game";
import { store } from "../store/store";
import { shortMove, tellMove } from "../store/words";

const element = Dom.get("moves", HTMLElement);
const empty = Dom.get("no-moves", HTMLElement);
let shown: Move[] | null = null;
let buttons: HTMLButtonElement[] = [];

export function init(): void {
  Frames.add(show);
  element.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) Game.goTo(buttons.indexOf(button) + 1);
  });
}

function show(): void {
  if (shown !== store.line) {
    build(shown ?? []);
    shown = store.line;
  }
  buttons.forEach((button, index) => {
    const current = index + 1 === store.ply;
    if (current === button.hasAttribute("aria-current")) return;
    if (current) {
      button.setAttribute("aria-current", "step");
      bringIntoView(button);
    } else button.removeAttribute("aria-current");
  });
}

function build(known: Move[]): void {
  const focused = buttons.indexOf(document.activeElement as HTMLButtonElement);
  let same = 0;
  while (same < known.length && same < store.line.length && known[same] === store.line[same]) same += 1;
  // Usually one move was added: keep the rows that hold.
  if (same < known.length || !known.length) {
    element.replaceChildren();
    buttons = [];
    same = 0;
  }
  for (const move of store.line.slice(same)) append(move);
  empty.hidden = store.line.length > 0;
  element.hidden = store.line.length === 0;
  if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
}

function append(move: Move): void {
  const text = shortMove(move);
  const button = Dom.make("button", { type: "button", className: move.side, textContent: text });
  button.setAttribute("aria-label", `${text}: ${tellMove(move)}`);
  const last = element.lastElementChild;
  const full = !last || move.side === "white" || !!last.querySelector("button.black");
  if (full) element.append(Dom.make("li", {}, button));
  else last.append(button);
  buttons.push(button);
}

/** Scrolls the list only, never the page. */
function bringIntoView(button: HTMLElement): void {
  // The list is what offsetTop counts from: it is positioned.
  const above = button.offsetTop;
  if (above < element.scrollTop) element.scrollTop = above;
  else if (above + button.offsetHeight > element.scrollTop + element.clientHeight) element.scrollTop = above + button.offsetHeight - element.clientHeight;
}
