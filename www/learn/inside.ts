// While one plays: the automaton of the piece under the pointer, as it was learned. The drawing and the tape come over from their tab.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Tabs from "../page/tabs";
import { drawn } from "./drawing";
import { texts } from "./texts";
import { Watch } from "./watch";

const box = Dom.get("inside-box", HTMLDetailsElement);
const title = Dom.get("inside-title", HTMLElement);
const slot = Dom.get("inside", HTMLElement);
const home = Dom.get("learned", HTMLElement);
const parts = ["learned-head", "graph-box", "tape"].map((id) => Dom.get(id, HTMLElement));

export function init(): void {
  Frames.add(show);
  box.addEventListener("toggle", () => Frames.refresh());
}

export const isOpen = (): boolean => box.open && !box.hidden && Tabs.current() === "play";

/** Whether the automata are in sight, and the worker knows them. */
export const automataInSight = (): boolean => Watch.known() && (Watch.tabOpen() || isOpen());

function show(): void {
  box.hidden = !Watch.known();
  const { learned, done, soFar } = texts.learned.inside;
  Dom.say(title, Watch.playsLearned() ? learned : Watch.done() ? done : soFar);
  const open = isOpen();
  if (open === (parts[0]?.parentElement === slot)) return;
  if (open) slot.append(...parts);
  else home.prepend(...parts);
  drawn.key = "";
}
