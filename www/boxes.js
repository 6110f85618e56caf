// @ts-check
// What else one can do while watching: a row of buttons, each of which opens a box of its own. One is open at a time.

/** @typedef {{ open(): void, close(): void, onKey?(event: KeyboardEvent): boolean }} Box */

const Boxes = {
  /** What each is, and the script that it comes with when it is first opened. @type {Record<string, { box: () => Box, script: string }>} */
  all: {
    lesson: { box: () => Lesson, script: "lesson" },
    asking: { box: () => AskMe, script: "askme" },
    records: { box: () => Records, script: "records" },
    exports: { box: () => Exports, script: "exports" },
  },
  /** The name of the open one. */
  current: "",
  /** The same, once its script is there. @type {Box | null} */
  opened: null,

  init() {
    document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", Boxes.onDrop);
    for (const name of Object.keys(Boxes.all)) {
      Boxes.button(name).addEventListener("click", () => Boxes.toggle(name));
      Boxes.element(name).querySelector("[data-shut]")?.addEventListener("click", () => {
        Boxes.shut();
        Boxes.button(name).focus();
      });
    }
  },

  /** Games, or a file of records, dropped on the page. @param {DragEvent} event */
  async onDrop(event) {
    const files = [...(event.dataTransfer?.files ?? [])];
    const [file] = files;
    if (!file) return;
    event.preventDefault();
    const games = await Promise.all(files.map(MyGames.isGame));
    if (games.includes(true)) return MyGames.importFiles(files.filter((_, index) => games[index]));
    Picker.dialog.close();
    Tabs.open("watch");
    await Boxes.open("records");
    if (Boxes.current === "records") Records.read(file);
  },

  /** @param {string} name */
  button: (name) => Dom.button(`open-${name}`),
  /** @param {string} name */
  element: (name) => Dom.get(`${name}-box`, HTMLElement),

  /** @param {string} name */
  toggle: (name) => (Boxes.current === name ? Boxes.shut() : Boxes.open(name)),

  /** @param {string} name */
  async open(name) {
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
    View.refresh();
    const { box: part, script } = Boxes.all[name];
    if (!(await Later.need(script))) return Boxes.shut();
    if (Boxes.current !== name) return;
    Boxes.opened = part();
    Boxes.opened.open();
    View.refresh();
  },

  shut() {
    const name = Boxes.current;
    if (!name) return;
    Boxes.current = "";
    delete WatchPanel.element.dataset.box;
    Boxes.button(name).setAttribute("aria-expanded", "false");
    Boxes.element(name).hidden = true;
    Boxes.opened?.close();
    Boxes.opened = null;
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
