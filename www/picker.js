// @ts-check
// The gallery: one card a game, with its start position.

const Picker = {
  dialog: Dom.get("picker", HTMLDialogElement),
  cards: Dom.get("cards", HTMLElement),

  init() {
    for (const id of ["open-picker", "choose-game"]) Dom.button(id).addEventListener("click", Picker.open);
    Dom.button("write-own").addEventListener("click", () => {
      Picker.dialog.close();
      Tabs.open("text");
      Dom.get("editor", HTMLTextAreaElement).focus();
    });
  },

  open() {
    // Drawn anew each time: colours and the screen may have changed.
    Picker.cards.replaceChildren(...GALLERY.map(Picker.card));
    Picker.dialog.showModal();
    Picker.draw(0);
  },

  /** One picture a frame: all at once would be felt on a slow machine. @param {number} index */
  draw(index) {
    const picture = Picker.cards.querySelectorAll("canvas")[index];
    if (!picture) return;
    Paint.miniature(picture, GALLERY[index], picture.parentElement?.clientWidth ?? 112);
    requestAnimationFrame(() => Picker.draw(index + 1));
  },

  /** @param {Card & { id: string }} card */
  card(card) {
    const picture = Dom.make("canvas");
    picture.setAttribute("aria-hidden", "true");
    const words = Dom.make(
      "span",
      { className: "card-words" },
      Dom.make("b", { textContent: card.name }),
      Dom.make("small", { textContent: `${card.width} × ${card.height}` }),
      Dom.make("span", { textContent: Picker.firstSentence(card.about) }),
    );
    const button = Dom.make("button", { type: "button", className: "card" }, Dom.make("span", { className: "card-board" }, picture), words);
    if (card.id === State.card?.id) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      Picker.dialog.close();
      Picker.take(card.id);
    });
    return button;
  },

  /** @param {string} text */
  firstSentence: (text) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text,

  /** @param {string} id */
  async take(id) {
    const reply = await Game.load({ builtin: id });
    if (reply.type === "board") {
      Notice.clear("link");
      Notice.clear("game");
      Grid.element.scrollIntoView({ block: "nearest" });
      // Whoever was watching wants to see this one too.
      if (Watch.tabOpen()) Watch.begin();
    } else if (reply.type === "failed" && State.engine !== "broken") Notice.show("game", reply.message, [Links.chooseInstead]);
  },
};
