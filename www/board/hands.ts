// What can be touched besides squares: pieces in hand, choices with a name, and the button that stops where a move is whole already.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { type Side, sameTouch, type Touch } from "../client/views";
import * as Game from "../store/game";
import { next, whole } from "../store/narrowing";
import { choices, hands, legend, store, touched } from "../store/store";
import { describe } from "../store/words";
import * as Main from "./main";
import * as Pieces from "./pieces";
import { texts } from "./texts";

const far = Dom.get("hand-far", HTMLElement);
const near = Dom.get("hand-near", HTMLElement);
const box = Dom.get("choices", HTMLElement);
/** What the buttons were made for: they stay, and with them the keyboard's place, as long as it is the same. */
const made = new Map<HTMLElement, string>();

export function init(): void {
  Frames.add(show);
}

function show(): void {
  const open = next(choices(), touched());
  showHand(far, store.flipped ? "white" : "black", open);
  showHand(near, store.flipped ? "black" : "white", open);
  showChoices(open);
}

function showHand(element: HTMLElement, owner: Side, open: Touch[]): void {
  const held = hands().filter((hand) => hand.owner === owner && hand.count > 0);
  element.setAttribute("aria-label", texts.hand(owner));
  fill(
    element,
    held.map(({ piece, count }) => {
      const touch: Touch = { hand: piece };
      const isNext = open.some((each) => sameTouch(each, touch)) || next(choices(), []).some((each) => sameTouch(each, touch));
      return { touch, label: texts.inHand(describe(piece), count), enabled: isNext, content: () => [texts.count(count), Pieces.canvasOf(piece, 32, legend())] };
    }),
  );
}

function showChoices(open: Touch[]): void {
  const named = open.flatMap((touch) => ("choice" in touch ? [{ touch, label: touch.choice.label, enabled: true, content: () => [touch.choice.label] }] : []));
  const stop = touched().length ? whole(choices(), touched()) : undefined;
  fill(box, stop ? [...named, { touch: null, label: texts.stopHere, enabled: true, content: () => [texts.stopHere] }] : named);
}

interface Item {
  /** What it touches; `null` stops here. */
  touch: Touch | null;
  label: string;
  enabled: boolean;
  content(): (Node | string)[];
}

function fill(element: HTMLElement, items: Item[]): void {
  const key = JSON.stringify([items.map(({ touch, label }) => [touch, label]), Pieces.edition]);
  const turned = element.hidden !== (items.length === 0);
  element.hidden = items.length === 0;
  if (made.get(element) !== key) {
    made.set(element, key);
    const focused = element.contains(document.activeElement);
    const buttons = items.map(({ touch, label, content }) => {
      const button = Dom.make("button", { type: "button" }, ...content());
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => act(touch));
      return button;
    });
    element.replaceChildren(...buttons);
    if (focused) (buttons[0] ?? Main.board.cells[Main.board.cursor])?.focus();
  }
  items.forEach(({ touch, enabled }, at) => {
    const button = element.children[at];
    if (!button) return;
    Dom.set(button, "aria-disabled", String(!enabled));
    button.classList.toggle("touched", touch !== null && Game.isTouched(touch));
    if (touch) Dom.set(button, "aria-pressed", String(Game.isTouched(touch)));
  });
  if (turned && element !== box) Main.refit();
}

function act(touch: Touch | null): void {
  if (touch) Game.touchNext(touch);
  else {
    const move = whole(choices(), touched());
    if (move) Game.play(move);
  }
}
