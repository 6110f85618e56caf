// @ts-check
// Light or dark: as the system says, as the link says (?theme=dark), or as the reader chooses.

const Theme = {
  choices: /** @type {const} */ (["auto", "light", "dark"]),
  words: { auto: "system", light: "light", dark: "dark" },
  /** When the dark colours hold; never on paper. */
  media: { auto: "screen and (prefers-color-scheme: dark)", light: "not all", dark: "screen" },
  /** A style element in the single file. */
  sheet: /** @type {HTMLLinkElement} */ (Dom.get("dark", HTMLElement)),
  /** @type {"auto" | "light" | "dark"} */
  chosen: "auto",
  /** The colours the canvas needs; read from the style sheet, so that there is one place for them. @type {Record<string, string>} */
  colours: {},

  init() {
    const asked = new URLSearchParams(location.search).get("theme") ?? Memory.get("theme");
    Theme.set(Theme.choices.find((choice) => choice === asked) ?? "auto");
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", Theme.read);
    Theme.sheet.addEventListener("load", Theme.read);
    Dom.button("theme").addEventListener("click", () => {
      Theme.set(Theme.choices[(Theme.choices.indexOf(Theme.chosen) + 1) % 3]);
      Memory.set("theme", Theme.chosen);
    });
  },

  /** @param {"auto" | "light" | "dark"} choice */
  set(choice) {
    Theme.chosen = choice;
    Theme.sheet.media = Theme.media[choice];
    const button = Dom.button("theme");
    button.setAttribute("aria-label", `Theme: ${Theme.words[choice]}`);
    button.title = `Theme: ${Theme.words[choice]}`;
    Theme.read();
  },

  read() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["light", "dark", "mark", "last", "pick", "hover", "coordinate", "white", "black", "on-white", "on-black", "on-mark", "trace", "on-trace", "glow", "wrong"]) {
      Theme.colours[name] = style.getPropertyValue(`--board-${name}`).trim();
    }
    Pieces.forget();
    View.repaint();
  },
};
