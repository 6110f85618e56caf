// Messages that stay until they are read: what went wrong, and the way on.

import * as Dom from "./dom";
import { texts } from "./texts";

export const element = Dom.get("notices", HTMLElement);

export interface Way {
  label: string;
  act(): void;
}

/** A second notice of the same kind replaces the first. */
export function show(kind: string, text: string, ways: Way[] = []): void {
  clear(kind);
  const box = Dom.make("div", { className: "notice" }, Dom.make("p", { textContent: text }));
  box.setAttribute("role", "alert");
  box.dataset.kind = kind;
  for (const way of ways) {
    const button = Dom.make("button", { type: "button", textContent: way.label });
    button.addEventListener("click", () => {
      box.remove();
      way.act();
    });
    box.append(button);
  }
  const close = Dom.make("button", { type: "button", className: "icon", textContent: "×" });
  close.setAttribute("aria-label", texts.dismiss);
  close.addEventListener("click", () => box.remove());
  box.append(close);
  element.append(box);
}

export function clear(kind: string): void {
  for (const box of element.querySelectorAll<HTMLElement>(".notice")) {
    if (box.dataset.kind === kind) box.remove();
  }
}
