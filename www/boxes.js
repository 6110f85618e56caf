// @ts-check
// What else one can do while watching: a row of buttons, each of which opens a box of its own. One is open at a time.

/** @typedef {{ open(): void, close(): void }} Box */

const Boxes = {
  /** @type {Record<string, Box>} */
  all: {},
  /** The name of the open one. */
  current: "",

  init() {
    Boxes.all = { lesson: Lesson, asking: AskMe, records: Records, exports: Exports };
    for (const name of Object.keys(Boxes.all)) {
      Boxes.button(name).addEventListener("click", () => Boxes.toggle(name));
      Boxes.element(name).querySelector("[data-shut]")?.addEventListener("click", () => {
        Boxes.shut();
        Boxes.button(name).focus();
      });
    }
  },

  /** @param {string} name */
  button: (name) => Dom.button(`open-${name}`),
  /** @param {string} name */
  element: (name) => Dom.get(`${name}-box`, HTMLElement),

  /** @param {string} name */
  toggle: (name) => (Boxes.current === name ? Boxes.shut() : Boxes.open(name)),

  /** @param {string} name */
  open(name) {
    if (Boxes.current === name) return;
    Boxes.shut();
    Boxes.current = name;
    WatchPanel.element.dataset.box = name;
    Boxes.button(name).setAttribute("aria-expanded", "true");
    const box = Boxes.element(name);
    box.hidden = false;
    // The box stands further up, beside what it is about.
    box.querySelector("h3")?.focus({ preventScroll: true });
    (Learned.chooser.offsetParent ? Learned.chooser : box).scrollIntoView({ block: "start" });
    Boxes.all[name].open();
    View.refresh();
  },

  shut() {
    const name = Boxes.current;
    if (!name) return;
    Boxes.current = "";
    delete WatchPanel.element.dataset.box;
    Boxes.button(name).setAttribute("aria-expanded", "false");
    Boxes.element(name).hidden = true;
    Boxes.all[name].close();
    Scene.clear();
    View.refresh();
  },

  /** Games must have been seen before there is something to show. @returns {Promise<boolean>} */
  async haveWatched() {
    Watch.pause();
    if (Watch.view && !Watch.lost && Watch.view.records) return true;
    const kept = Watch.view !== null && Watch.view.records > 0 && Watch.game !== State.game;
    if (kept) return true;
    await Watch.begin();
    Watch.pause();
    for (const run = Watch.run; run === Watch.run && !Watch.lost && !Watch.view?.games; ) {
      await Watch.look(40);
      // The look that was under way when it was paused.
      if (Watch.asking) await new Promise((go) => setTimeout(go, 20));
    }
    return !!Watch.view?.records;
  },
};
