// @ts-check
// The tabs of the side panel: a click, or arrow keys.

const Tabs = {
  all: [...document.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLButtonElement),

  init() {
    for (const tab of Tabs.all) {
      tab.addEventListener("click", () => Tabs.choose(tab));
      tab.addEventListener("keydown", (event) => {
        const here = Tabs.all.indexOf(tab);
        const count = Tabs.all.length;
        const to = { ArrowLeft: here + count - 1, ArrowRight: here + 1, Home: 0, End: count - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        Tabs.choose(Tabs.all[to % count]);
        Tabs.all[to % count].focus();
      });
    }
  },

  /** @param {HTMLButtonElement} chosen */
  choose(chosen) {
    for (const tab of Tabs.all) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      Dom.get(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = tab !== chosen;
    }
    // While watching, the room is better used for what has been learned. At once, because it moves the tabs themselves.
    Dom.get("game-about", HTMLElement).hidden = Watch.tabOpen();
    Watch.onTab(Tabs.current());
    if (Board.measure()) View.repaint();
    View.refresh();
  },

  /** The name of the open tab. */
  current: () => Tabs.all.find((tab) => tab.tabIndex === 0)?.id.replace("tab-", "") ?? "",

  /** @param {"watch" | "play" | "rules" | "text" | "copy"} name */
  open: (name) => Tabs.choose(Dom.button(`tab-${name}`)),
};
