// @ts-check
// What is on the screen as a link: what it says of the page, and the page as a link finds it. The dialog is in sharing.js.

/** @typedef {"position" | "watching" | "learned"} Kind  What a link opens: a position, the same games to watch, or what was learned from them. */

const Share = {
  /** The settings of a page that was just opened: what differs from them goes into a link. @type {Record<string, unknown>} */
  defaults: {},
  /** A game that came as a learned one. */
  learnedText: "",

  init() {
    Share.defaults = { ...Watch.settings, ...State.players };
    for (const id of ["share", "share-view"]) Dom.button(id).addEventListener("click", async () => (await Later.need("sharing")) && Sharing.open());
    View.add(() => {
      // Beside the board while somebody plays; while somebody watches, that place is taken.
      Dom.button("share-view").hidden = !Dom.get("play-tools", HTMLElement).hidden;
      Controls.enable("share-view", !!State.game);
    });
  },

  // ---- what a link says of the page ----

  /** @param {Kind} kind @returns {[string, string][]} */
  page(kind) {
    /** @type {[string, string][]} */
    const page = [];
    const tab = kind === "watching" ? "watch" : kind === "learned" ? "play" : Tabs.current();
    if (tab !== "play") page.push(["tab", tab]);
    const learned = kind === "learned" || Share.isLearned();
    if (learned) page.push(["learned", "1"]);
    if (kind === "position") page.push(...Share.changed(State.players));
    // A learned game says what it was learned from.
    if (kind !== "position" || tab === "watch" || learned) page.push(...Share.changed(Watch.settings));
    return page;
  },

  /** @param {object} settings @returns {[string, string][]} */
  changed: (settings) => Object.entries(settings).filter(([name, value]) => /^[a-z]{2,20}$/i.test(name) && /^[\w.:-]{1,60}$/.test(String(value)) && value !== Share.defaults[name]).map(([name, value]) => [name, String(value)]),

  /** Whether the game on the table is one that was learned. */
  isLearned: () => !!State.game && (State.game.text === Share.learnedText || State.game.text === Watch.learnedText()),

  /** Players and settings, before the game is there. @param {[string, string][]} page */
  restore(page) {
    const said = new Map(page);
    for (const side of /** @type {const} */ (["white", "black"])) {
      const player = said.get(side);
      const known = [...Controls.seat(side).options].find((option) => option.value === player);
      if (known) State.players[side] = /** @type {Player} */ (known.value);
    }
    if (said.has("white") || said.has("black")) State.flipped = State.players.black === "human" && State.players.white !== "human";
    Share.restoreLearning(page);
  },

  /** How to watch and learn; what does not fit is passed over. @param {[string, string][]} page */
  restoreLearning(page) {
    /** @type {Record<string, unknown>} */
    const settings = { ...Watch.settings };
    for (const [name, text] of page) {
      const known = Object.hasOwn(settings, name) ? settings[name] : undefined;
      const number = Number(text);
      if (typeof known === "boolean" && /^(true|false)$/.test(text)) settings[name] = text === "true";
      else if (typeof known === "number" && text !== "" && number >= 0 && number < 2 ** 32) settings[name] = Number.isInteger(known) ? Math.floor(number) : number;
      else if (typeof known === "string" && WatchPanel.offers(name, text)) settings[name] = text;
    }
    Watch.settings = /** @type {any} */ (settings);
    WatchPanel.fill(Watch.settings);
  },

  /** After a link was opened: the rest of how its page stood. @param {wasm_bindgen.Opened} opened */
  async arrive({ source, page }) {
    const said = new Map(page);
    if (said.has("learned") && State.game && typeof source === "object" && "text" in source) {
      Share.learnedText = State.game.text;
      const { games, seed, allMoves } = Watch.settings;
      State.game.about = `Rules that Kibitzer learned from ${WatchPanel.count(games, "game")}, with ${allMoves ? "all legal moves" : "only the moves played"} listed (seed ${seed}). They may differ from the true rules.`;
      Rules.titled = null;
      View.refresh();
    }
    const tab = Tabs.all.find((each) => each.id === `tab-${said.get("tab") ?? ""}`);
    if (tab) Tabs.choose(tab);
    if (tab && Watch.tabOpen()) await Watch.begin();
  },

  // ---- links ----

  /** @param {Kind} kind @returns {Promise<Reply>} */
  ask(kind) {
    const moves = kind === "position" ? State.line.slice(0, State.ply).map((move) => move.text) : [];
    const start = kind === "position" ? State.start : undefined;
    const learned = Watch.learnedText();
    const source = kind === "learned" && learned !== undefined ? { text: learned } : kind === "watching" && Watch.game ? Watch.sourceOf(Watch.game) : undefined;
    return Game.engine.ask({ type: "share", source, start, moves, page: Share.page(kind) });
  },

  /** Puts a link into the address bar. @param {string} fragment */
  remember(fragment) {
    const address = new URL(location.href);
    // What a link holds, the query need not say again.
    if (Embedding.game() && !Embedding.on) for (const name of ["game", "pos", "moves"]) address.searchParams.delete(name);
    address.hash = fragment;
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // Some frames refuse; the link in the box is what counts.
    }
  },
};
