// @ts-check
// Links that hold a game, as they are opened. Share makes them.

const Links = {
  chooseInstead: { label: "Choose a game", act: () => Picker.open() },

  init() {
    addEventListener("hashchange", () => {
      // Back and Forward bring an entry of ours with more than its address says.
      if (location.hash.length < 2 || Visits.ours()) return;
      Visits.adopted = true;
      Links.open(location.hash.slice(1));
    });
  },

  /** The game in the box that a link names, so that its start can be drawn before the rules are there. @returns {Card | null} */
  preview() {
    const fragment = Keep.fragment || location.hash.slice(1);
    const found = Visits.found?.game;
    const id = !fragment && found && "builtin" in found ? found.builtin : fragment ? new URLSearchParams(fragment).get("g") : (Embedding.game() ?? (App.isFirstVisit() ? "chess-breakthrough" : "breakthrough"));
    const card = GALLERY.find((each) => each.id === id) ?? null;
    const picture = Embedding.on || Embedding.game() ? Embedding.picture() : null;
    return picture && card ? { ...card, ...(picture.cells.length === card.cells.length ? { cells: picture.cells } : {}) } : (card ?? picture);
  },

  /** Opens what the address says. @param {string} fragment */
  async open(fragment) {
    const reply = await Links.follow(fragment);
    if (reply.type === "failed") Links.refuse(reply.message);
    else Notice.clear("link");
  },

  /** @param {string} fragment @returns {Promise<Reply>} `board`, or `failed` with the reason */
  async follow(fragment) {
    const asked = ++Game.asked;
    const reply = await Game.engine.ask({ type: "open", fragment });
    // A game that was asked for later must not be replaced by this one.
    if (asked !== Game.asked) return Engine.failure("Another game was chosen meanwhile.");
    if (reply.type !== "opened") return reply;
    const { source, start, moves, page } = reply.opened;
    if (Watch.tabOpen()) Tabs.open("play");
    Share.restore(page);
    // What the frame's address says comes after, and wins.
    if (Embedding.on) Embedding.seat();
    const loaded = await Game.load(source, { start, moves });
    if (loaded.type === "board") await Share.arrive(reply.opened);
    return loaded;
  },

  /** @param {string} why */
  refuse(why) {
    // The engine's own notice says what to do.
    if (State.engine === "broken") return;
    // Without a game from before, the table stays empty: another game than the one meant would mislead.
    if (!State.game) Board.put(null);
    Notice.show("link", `This link cannot be opened. ${why}`, [Links.chooseInstead]);
    View.refresh();
  },
};
