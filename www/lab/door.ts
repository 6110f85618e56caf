// The way into the laboratory, which is open while the address says so: `#lab`, or `#lab=` and the settings of an experiment. All
// else of it is loaded when it is wanted.

import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";

let opened = false;

/** The settings in the address; empty for the list of experiments, nothing when the address is not the laboratory's. */
export function asked(): string | null {
  const [, settings] = /^#lab(?:=(.*))?$/.exec(location.hash) ?? [null, null];
  return settings === null ? null : (settings ?? "");
}

/** What the address says of a game. */
export const gameFragment = (): string => (asked() === null ? location.hash.slice(1) : "");

export const isOpen = (): boolean => opened;

export function init(): void {
  for (const link of document.querySelectorAll("a[href='#lab']")) {
    // A frame that may not change its address has it still: then nothing else would happen.
    link.addEventListener("click", () => asked() === "" && follow());
  }
}

/** Opens or shuts it, as the address says. Whether it is open. */
export function follow(): boolean {
  const settings = asked();
  set(settings !== null);
  if (settings === null) Lazy.loaded("lab")?.leave();
  else enter();
  return opened;
}

async function enter(): Promise<void> {
  const lab = await Lazy.need("lab");
  const settings = asked();
  // The address may be another by now.
  if (settings === null || !opened) return;
  if (lab) lab.open(settings);
  else set(false);
}

/** The board gives way to it. */
function set(open: boolean): void {
  opened = open;
  document.documentElement.classList.toggle("in-lab", open);
}

/** Shuts it, whatever the address says. */
export function shut(): void {
  set(false);
  Lazy.loaded("lab")?.leave();
  Dom.get("grid", HTMLElement).querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
}
