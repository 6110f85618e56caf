// What else one can do while watching: a row of buttons, each of which opens a box of its own. One is open at a time.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import { store } from "../store/store";
import { Learned } from "./learned";
import * as Scene from "./scene";
import { forgotten, Watch } from "./watch";

/** What is in a box: a part of the page that is loaded when the box is first opened. */
export interface Box {
  open(): void;
  close?(): void;
  /** Whether it was a key for this box. */
  onKey?(event: KeyboardEvent): boolean;
}

const parts = {
  lesson: async (): Promise<Box | undefined> => (await Lazy.need("lesson"))?.Lesson,
  asking: async (): Promise<Box | undefined> => (await Lazy.need("asking"))?.Asking,
  records: async (): Promise<Box | undefined> => (await Lazy.need("records"))?.Records,
  exports: async (): Promise<Box | undefined> => (await Lazy.need("exports"))?.Exports,
};

export type BoxName = keyof typeof parts;

const names = Object.keys(parts) as BoxName[];
const buttonOf = (name: BoxName): HTMLButtonElement => Dom.button(`open-${name}`);
const elementOf = (name: BoxName): HTMLElement => Dom.get(`${name}-box`, HTMLElement);

export const Boxes = {
  /** The name of the open one. */
  current: null as BoxName | null,
  /** The same, once it is loaded. */
  opened: null as Box | null,

  init(): void {
    forgotten.listen(Boxes.shut);
    for (const name of names) {
      buttonOf(name).addEventListener("click", () => (Boxes.current === name ? Boxes.shut() : Boxes.open(name)));
      elementOf(name)
        .querySelector("[data-shut]")
        ?.addEventListener("click", () => {
          Boxes.shut();
          buttonOf(name).focus();
        });
    }
  },

  /** Whether this one is open, and in sight. */
  isOpen: (name: BoxName): boolean => Boxes.current === name && Watch.tabOpen(),

  async open(name: BoxName): Promise<void> {
    if (Boxes.current === name) return;
    Boxes.shut();
    Boxes.current = name;
    Learned.panel.dataset.box = name;
    buttonOf(name).setAttribute("aria-expanded", "true");
    const box = elementOf(name);
    box.hidden = false;
    // Nothing listens to its buttons yet.
    box.inert = true;
    const focused = document.activeElement;
    // The box stands further up, beside what it is about.
    (Learned.chooser.offsetParent ? Learned.chooser : box).scrollIntoView({ block: "start" });
    Frames.refresh();
    const part = await parts[name]();
    // Another one was opened while this one was loaded.
    if (Boxes.current !== name) return;
    if (!part) return Boxes.shut();
    box.inert = false;
    if (document.activeElement === focused) box.querySelector("h3")?.focus({ preventScroll: true });
    if (Boxes.opened) return; // it was shut and opened again meanwhile
    Boxes.opened = part;
    part.open();
    Frames.refresh();
  },

  shut(): void {
    const name = Boxes.current;
    if (!name) return;
    Boxes.current = null;
    delete Learned.panel.dataset.box;
    buttonOf(name).setAttribute("aria-expanded", "false");
    elementOf(name).hidden = true;
    Boxes.opened?.close?.();
    Boxes.opened = null;
    Scene.clear();
    Frames.refresh();
  },

  /** Games must have been seen before there is something to show. Whether they have. */
  async haveWatched(): Promise<boolean> {
    Watch.pause();
    const seen = !!Watch.view?.records;
    if (seen && (!Watch.lost || Watch.game !== store.game)) return true;
    await Watch.begin();
    Watch.pause();
    for (const run = Watch.current(); !run.stale && !Watch.lost && !Watch.view?.games; ) await Watch.look(40);
    return !!Watch.view?.records;
  },
};
