// Before printing: light colours on the canvases too, and what is drawn only when it is looked at. print.css does the rest.

import * as Dom from "../base/dom";
import * as Main from "../board/main";
import { Learned } from "../learn/learned";
import * as Rules from "../rules/rules";
import * as Theme from "./theme";

const transitions = Dom.get("transitions-box", HTMLDetailsElement);
/** What puts everything back. */
let undo: (() => void)[] = [];

export function init(): void {
  addEventListener("beforeprint", prepare);
  addEventListener("afterprint", restore);
}

function prepare(): void {
  restore();
  Theme.forPaper();
  const { open } = transitions;
  transitions.open = true;
  inSight([Rules.panel, Learned.panel], () => {
    Rules.show();
    Learned.showPiece();
  });
  Main.paint();
  // However large it is on the screen: steps can be made out, and a long one is fitted to the sheet.
  for (const side of ["width", "height"] as const) Learned.svg.setAttribute(side, String(Math.round(1.25 * (Learned.graph?.[side] ?? 0))));
  undo = [
    Theme.forScreen,
    () => {
      transitions.open = open;
    },
    () => Learned.zoom?.fit(),
  ];
}

function restore(): void {
  for (const step of undo.splice(0)) step();
}

/** While `act` runs these are not hidden. */
function inSight(panels: HTMLElement[], act: () => void): void {
  const hidden = panels.map((panel) => panel.hidden);
  for (const panel of panels) panel.hidden = false;
  act();
  panels.forEach((panel, at) => {
    panel.hidden = hidden[at] ?? false;
  });
}
