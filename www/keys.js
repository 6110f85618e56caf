// @ts-check
// Keys that work anywhere on the page, and the list of them.

const Keys = {
  help: Dom.get("help", HTMLDialogElement),

  init() {
    document.addEventListener("keydown", Keys.onKey);
    Dom.button("open-help").addEventListener("click", () => Keys.help.showModal());
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
      // A press on the backdrop lands on the dialog itself.
      dialog.addEventListener("pointerdown", (event) => {
        const box = dialog.getBoundingClientRect();
        const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
        if (event.target === dialog && !inside) dialog.close();
      });
    }
    Dom.get("skip", HTMLAnchorElement).addEventListener("click", (event) => {
      // Without the jump, because the part of the address after # names a game here.
      event.preventDefault();
      Grid.cursorTo(State.cursor);
    });
  },

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (Dom.takesText(document.activeElement) || document.querySelector("dialog[open]")) return;
    // These scroll with the same keys.
    if (event.target instanceof Element && event.target.closest("[role=region]") && event.key !== "?") return;
    if (Boxes.opened?.onKey?.(event)) return event.preventDefault();
    if (State.watched && Keys.watching(event)) return event.preventDefault();
    switch (event.key) {
      case "ArrowLeft": Game.goTo(State.ply - 1); break;
      case "ArrowRight": Game.goTo(State.ply + 1); break;
      case "f": Controls.flip(); break;
      case "h": Hints.ask(); break;
      case "l": Thinking.toggle(); break;
      case "a": Arrows.toggle(); break;
      case "m": Sounds.toggle(); break;
      case "?": Keys.help.showModal(); break;
      default: return;
    }
    event.preventDefault();
  },

  /** @param {KeyboardEvent} event @returns {boolean} whether it was a key for the watched game */
  watching({ key, target }) {
    // Buttons and the like have a use of their own for the space bar.
    const own = target instanceof Element && target.closest("button, summary, a");
    if (key === " " && !own) Watch.toggle();
    else if (key === "ArrowRight") Watch.step();
    else return key === "ArrowLeft";
    return true;
  },
};
