// The buttons and keys that bring the engine's help; it is loaded when it is first wanted, or was wanted at the last visit.

import { embedded } from "../base/address";
import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";
import * as Preferences from "../base/preferences";

const part = () => Lazy.need("analysis");

export const askHint = async (): Promise<void> => (await part())?.Hints.ask();
export const toggleEngine = async (): Promise<void> => (await part())?.Panel.toggle();
export const toggleArrows = async (): Promise<void> => (await part())?.Arrows.toggle();

export function init(): void {
  Dom.button("hint").addEventListener("click", askHint);
  Dom.button("engine-toggle").addEventListener("click", toggleEngine);
  Dom.button("analyse").addEventListener("click", async () => (await part())?.Panel.toggleAnalysis());
  Dom.button("feedback").addEventListener("click", async () => (await part())?.Hints.toggleFeedback());
  const engine = !embedded && Preferences.get("engine") === "on";
  if (engine || Preferences.get("feedback") === "on") part();
}
