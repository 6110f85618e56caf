// Parts of the page that most visits do without: each is a bundle of its own, loaded when it is first wanted.

import * as Dom from "./dom";
import * as Notice from "./notice";
import { texts } from "./texts";

/** The bundles. Each part adds its own module here, by `declare module`, so that nothing in this file points upwards. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from elsewhere
export interface Parts {}

declare global {
  /** Filled by the bundles: modules that later bundles share, and the later bundles themselves. */
  var kibitzer: { modules: Record<string, unknown>; parts: Partial<Parts> };
}

globalThis.kibitzer = { modules: {}, parts: {} };

const loads: { [name: string]: Promise<void> } = {};

/** The part, once it is here; nothing when it could not be loaded, which the page then says. */
export async function need<K extends keyof Parts>(name: K): Promise<Parts[K] | undefined> {
  if (!kibitzer.parts[name]) await (loads[name] ??= load(name));
  return kibitzer.parts[name];
}

/** The part, if it is here already. */
export const loaded = <K extends keyof Parts>(name: K): Parts[K] | undefined => kibitzer.parts[name];

async function load(name: string): Promise<void> {
  try {
    await Dom.loadScript(`pkg/${name}.js`);
  } catch {
    delete loads[name];
    Notice.show("later", texts.partMissing);
  }
}
