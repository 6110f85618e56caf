// @ts-check
// Messages that stay until they are read: what went wrong, and the way on.

const Notice = {
  element: Dom.get("notices", HTMLElement),

  /**
   * A second notice of the same kind replaces the first.
   * @param {string} kind
   * @param {string} text
   * @param {{ label: string, act: () => void }[]} [ways]
   */
  show(kind, text, ways = []) {
    Notice.clear(kind);
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
    close.setAttribute("aria-label", "Dismiss");
    close.addEventListener("click", () => box.remove());
    box.append(close);
    Notice.element.append(box);
  },

  /** @param {string} kind */
  clear(kind) {
    for (const box of Notice.element.querySelectorAll(".notice")) {
      if (box instanceof HTMLElement && box.dataset.kind === kind) box.remove();
    }
  },
};
