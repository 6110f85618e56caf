// @ts-check
// Links that hold a game: made on request, checked when opened.

const Links = {
  dialog: Dom.get("share-dialog", HTMLDialogElement),
  field: Dom.get("share-link", HTMLInputElement),
  note: Dom.get("share-note", HTMLElement),
  /** Messengers cut links about here. */
  long: 2000,
  chooseInstead: { label: "Choose a game", act: () => Picker.open() },

  init() {
    Dom.button("share").addEventListener("click", Links.share);
    Dom.button("copy-link").addEventListener("click", async () => {
      const copied = await Exchange.copy(Links.field.value);
      if (!copied) Links.field.select();
      Dom.say(Links.note, copied ? "Copied." : "The browser does not let this page copy. Press Ctrl+C (⌘C).");
    });
    addEventListener("hashchange", () => {
      if (location.hash.length > 1) Links.open(location.hash.slice(1));
    });
  },

  /** The game in the box that a link names, so that its start can be drawn before the rules are there. @returns {Card | null} */
  preview() {
    const fragment = location.hash.slice(1);
    if (!fragment) return GALLERY.find((card) => card.id === (App.isFirstVisit() ? "chess-breakthrough" : "breakthrough")) ?? GALLERY[0];
    const id = new URLSearchParams(fragment).get("g");
    return GALLERY.find((card) => card.id === id) ?? null;
  },

  /** Opens what the address says. @param {string} fragment */
  async open(fragment) {
    const reply = await Links.follow(fragment);
    if (reply.type === "failed") Links.refuse(reply.message);
    else Notice.clear("link");
  },

  /** @param {string} fragment @returns {Promise<Reply>} `board`, or `failed` with the reason */
  async follow(fragment) {
    const reply = await Game.engine.ask({ type: "open", fragment });
    if (reply.type !== "opened") return reply;
    const { source, start, moves } = reply.opened;
    if (Watch.tabOpen()) Tabs.open("play");
    return Game.load(source, { start, moves });
  },

  /** @param {string} why */
  refuse(why) {
    // The engine's own notice says what to do.
    if (State.engine === "broken") return;
    // Without a game from before, the table stays empty: another game than the one meant would mislead.
    if (!State.game) State.card = null;
    Notice.show("link", `This link cannot be opened. ${why}`, [Links.chooseInstead]);
    View.refresh();
  },

  async share() {
    if (!State.game) return;
    const moves = State.line.slice(0, State.ply).map((move) => move.text);
    const reply = await Game.engine.ask({ type: "share", start: State.start, moves });
    if (reply.type !== "link") return Game.trouble(reply);
    const hash = `#${reply.fragment}`;
    const address = new URL(location.href);
    // A friend gets the whole page, also from a frame in somebody's course.
    address.searchParams.delete("embed");
    address.hash = hash;
    const link = address.href;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // Some frames refuse; the link in the box is what counts.
    }
    Links.field.value = link;
    Dom.say(Links.note, link.length > Links.long ? `This link has ${link.length} characters; some messengers cut such long ones. The game text under "Copy & paste" is safer.` : "");
    Links.dialog.showModal();
    Links.field.select();
  },
};
