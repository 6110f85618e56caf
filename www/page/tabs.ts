// The tabs of the side panel: a click, or arrow keys.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { signal } from "../base/signal";
import * as Main from "../board/main";
import * as Game from "../store/game";

export type TabName = "watch" | "play" | "rules" | "text" | "copy";

export const all = [...document.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLButtonElement);

/** Another tab is open; told before the page is drawn anew. */
export const changed = signal<[TabName]>();

const nameOf = (tab: HTMLButtonElement): TabName => tab.id.replace("tab-", "") as TabName;

export const isTab = (name: unknown): name is TabName => all.some((tab) => nameOf(tab) === name);

export function init(): void {
  Game.pace.prepares = () => current() !== "watch";
  for (const tab of all) {
    tab.addEventListener("click", () => open(nameOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const offered = all.filter((each) => !each.hidden);
      const here = offered.indexOf(tab);
      const ways: Record<string, number> = { ArrowLeft: here + offered.length - 1, ArrowRight: here + 1, Home: 0, End: offered.length - 1 };
      const to = offered[(ways[event.key] ?? Number.NaN) % offered.length];
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      open(nameOf(to));
      to.focus();
    });
  }
}

export function open(name: TabName): void {
  for (const tab of all) {
    const chosen = nameOf(tab) === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    Dom.get(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !chosen;
  }
  // While watching, the room is better used for what has been learned. At once, because it moves the tabs themselves.
  Dom.get("game-about", HTMLElement).hidden = name === "watch";
  changed.fire(name);
  if (Main.measure()) Frames.repaint();
  Frames.refresh();
}

/** Shows a tab, or hides it where a game has no use for it; then another one opens in its place. */
export function offer(name: TabName, offered: boolean, instead: TabName): void {
  const tab = all.find((each) => nameOf(each) === name);
  if (tab) tab.hidden = !offered;
  if (!offered && current() === name) open(instead);
}

/** The name of the open tab. */
export function current(): TabName {
  const tab = all.find((each) => each.tabIndex === 0);
  return tab ? nameOf(tab) : "watch";
}
