// The colours that canvases need; read from the style sheet, so that there is one place for them.

import * as Frames from "./frames";
import { signal } from "./signal";

const names = ["light", "dark", "mark", "last", "pick", "hover", "coordinate", "white", "black", "on-white", "on-black", "on-mark", "trace", "on-trace", "glow", "wrong"] as const;

export type ColourName = (typeof names)[number];

export const colours = Object.fromEntries(names.map((name) => [name, ""])) as Record<ColourName, string>;

/** Pictures drawn in the old colours are out of date. */
export const changed = signal();

export function read(): void {
  const style = getComputedStyle(document.documentElement);
  for (const name of names) colours[name] = style.getPropertyValue(`--board-${name}`).trim();
  changed.fire();
  Frames.repaint();
}
