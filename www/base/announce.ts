// Screen-reader announcements.

import * as Dom from "./dom";

const live = Dom.get("live", HTMLElement);

export function speak(text: string): void {
  // The same text twice is read once only; an invisible space makes it new.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}
