// Keys that work anywhere on the page, and the list of them.

import * as Engine from "../analysis/switches";
import * as Dom from "../base/dom";
import * as Main from "../board/main";
import * as Door from "../lab/door";
import { Boxes } from "../learn/boxes";
import { Watch } from "../learn/watch";
import * as Sounds from "../play/sounds";
import * as Game from "../store/game";
import { store } from "../store/store";

const help = Dom.get("help", HTMLDialogElement);

export function init(): void {
  document.addEventListener("keydown", onKey);
  Dom.button("open-help").addEventListener("click", () => help.showModal());
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
    // A press on the backdrop lands on the dialog itself.
    dialog.addEventListener("pointerdown", (event) => {
      const box = dialog.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      if (event.target === dialog && !inside) dialog.close();
    });
  }
  Dom.get("skip", HTMLAnchorElement).addEventListener("click", (event) => {
    // Without the jump, because the part of the address after # names a game here.
    event.preventDefault();
    Main.board.focus();
  });
}

const acts: Record<string, () => void> = {
  ArrowLeft: () => Game.goTo(store.ply - 1),
  ArrowRight: () => Game.goTo(store.ply + 1),
  f: Game.flip,
  h: Engine.askHint,
  l: Engine.toggleEngine,
  a: Engine.toggleArrows,
  m: Sounds.toggle,
  "?": () => help.showModal(),
};

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (Dom.takesText(document.activeElement) || document.querySelector("dialog[open]")) return;
  // The board is not in sight.
  if (Door.isOpen() && event.key !== "?") return;
  // These scroll with the same keys.
  if (event.target instanceof Element && event.target.closest("[role=region]") && event.key !== "?") return;
  if (Boxes.opened?.onKey?.(event)) return event.preventDefault();
  if (store.mode.kind === "watch" && whileWatching(event)) return event.preventDefault();
  const act = acts[event.key];
  if (!act) return;
  act();
  event.preventDefault();
}

/** Whether it was a key for the watched game. */
function whileWatching({ key, target }: KeyboardEvent): boolean {
  // Buttons and the like have a use of their own for the space bar.
  const own = target instanceof Element && target.closest("button, summary, a");
  if (key === " " && !own) Watch.toggle();
  else if (key === "ArrowRight") Watch.step();
  else return key === "ArrowLeft";
  return true;
}
