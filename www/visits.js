// @ts-check
// Back and Forward: every game opened and every tab is an entry of the browser's history; moves are not. In a frame nothing is
// entered, because the Back button there belongs to the page around it.

/**
 * @typedef {{ builtin: string } | { mine: string } | { link: string }} Opening  How an entry's game is opened again.
 * @typedef {{ kibitzer: 1, load: number, tab: string, game: Opening | null, draft: string | null }} Entry
 *   `load` counts the games that were opened; `draft` is the visitor's own game in the editor.
 */

const Visits = {
  on: false,
  /** What the entry held when the page was loaded: a reload, or back from another page. @type {Entry | null} */
  found: null,
  /** Which game of this visit is on the board, and how many there have been. */
  load: 0,
  loads: 0,
  /** What the current entry stands for. @type {string | null} */
  text: null,
  tab: "",
  /** Games of earlier entries with their moves, as links. @type {Map<number, string>} */
  links: new Map(),
  /** An entry is being opened; the newest counts. */
  visit: 0,
  busy: false,
  /** The browser has made an entry by itself, for an address: what is opened belongs to it. */
  adopted: false,
  /** Browsers refuse more than about a hundred entries in half a minute. @type {number[]} */
  times: [],

  init() {
    if (parent !== window || Embedding.on) return;
    Visits.on = true;
    Visits.found = Visits.entry(history.state);
    if (Visits.found) Visits.load = Visits.loads = Visits.found.load;
    addEventListener("popstate", ({ state }) => {
      const entry = Visits.entry(state);
      if (entry) Visits.open(entry);
      else Visits.adopted = true;
    });
    View.add(Visits.show);
  },

  /** @param {any} state @returns {Entry | null} */
  entry: (state) => (state?.kibitzer === 1 && Number.isSafeInteger(state.load) && Tabs.all.some(({ id }) => id === `tab-${state.tab}`) ? state : null),

  /** Whether the current entry is one of ours, so that its address is not to be followed as a link. */
  ours: () => Visits.on && Visits.entry(history.state) !== null,

  /** How the game on the board is opened again. @returns {Opening | null} */
  opening() {
    const { game } = State;
    if (game?.id) return { builtin: game.id };
    const own = game && (MyGames.get(Editor.id)?.text === game.text ? MyGames.get(Editor.id) : MyGames.withText(game.text));
    if (own) return { mine: own.id };
    const link = Visits.links.get(Visits.load);
    return link ? { link } : null;
  },

  /** @returns {Entry} */
  make: () => ({ kibitzer: 1, load: Visits.load, tab: Tabs.current(), game: Visits.opening(), draft: Editor.id }),

  show() {
    if (!Visits.on || Visits.busy || !State.settled || !State.game || !State.board) return;
    const [text, tab] = [State.game.text, Tabs.current()];
    const [first, other] = [Visits.text === null, text !== Visits.text];
    if (!other && tab === Visits.tab) return;
    Visits.text = text;
    Visits.tab = tab;
    if (other && !(first && Visits.found)) Visits.load = ++Visits.loads;
    const adopted = Visits.adopted || first;
    Visits.adopted = false;
    if (adopted) return Visits.write("replaceState", location.href);
    const address = new URL(location.href);
    if (other) {
      // What the address named was the game before.
      for (const name of ["game", "pos", "moves"]) address.searchParams.delete(name);
      address.hash = State.game.id ? `v=1&g=${State.game.id}` : "";
    }
    Visits.write("pushState", address.href);
  },

  /** The current entry is told what has changed: a game of one's own, or the link of one that has no other name. */
  note() {
    const entry = Visits.on && !Visits.busy && Visits.text !== null ? Visits.entry(history.state) : null;
    // Another game may be on the board already, whose entry is still to come.
    if (!entry || entry.load !== Visits.load || State.game?.text !== Visits.text) return;
    const now = Visits.make();
    const same = JSON.stringify([entry.draft, entry.game && !("link" in entry.game) && entry.game]) === JSON.stringify([now.draft, now.game && !("link" in now.game) && now.game]);
    if (!same || (!entry.game && now.game)) Visits.write("replaceState", location.href);
  },

  /** @param {"pushState" | "replaceState"} how @param {string} address */
  write(how, address) {
    const now = performance.now();
    Visits.times = [...Visits.times.filter((time) => now - time < 30000), now];
    if (Visits.times.length > 80) return;
    try {
      history[how](Visits.make(), "", address);
    } catch {
      // Refused: then Back leads further back.
    }
  },

  /** The link of the game on the board as it stands; none, when nobody has moved in it. @param {string | undefined} fragment */
  keep(fragment) {
    if (fragment) Visits.links.set(Visits.load, fragment);
    else Visits.links.delete(Visits.load);
    // Only so many: each is a few hundred characters.
    for (const load of Visits.links.keys()) if (Visits.links.size > 100) Visits.links.delete(load);
    Visits.note();
  },

  /** Opens what an entry stands for. @param {Entry} entry @returns {Promise<boolean>} whether its game is on the board now */
  async open(entry) {
    const visit = ++Visits.visit;
    Visits.busy = true;
    Visits.adopted = false;
    Editor.save();
    for (const dialog of document.querySelectorAll("dialog[open]")) if (dialog instanceof HTMLDialogElement) dialog.close();
    const other = entry.load !== Visits.load || !State.game;
    const reply = other ? await Visits.bring(entry) : null;
    if (visit !== Visits.visit) return false;
    // Somebody has chosen another game while this one was being read.
    if (reply?.type === "failed" && !State.settled) return (Visits.busy = false);
    if (reply?.type === "failed") Notice.show("game", `This game cannot be opened again. ${reply.message}`, [Links.chooseInstead]);
    else {
      Notice.clear("link");
      Notice.clear("game");
    }
    // An entry that could not be opened keeps what it says: it is not of the game on the board.
    if (reply?.type !== "failed") Visits.load = entry.load;
    Visits.loads = Math.max(Visits.loads, entry.load);
    if (Tabs.current() !== entry.tab) Tabs.choose(Dom.button(`tab-${entry.tab}`));
    const draft = MyGames.get(entry.draft);
    if (draft) {
      // The text that was being written, not that of the game on the board.
      Editor.board = State.game?.text ?? null;
      if (draft.id !== Editor.id) Editor.fill(draft.text, draft.id);
    }
    if (other && Watch.tabOpen() && !Watch.view) await Watch.begin();
    if (visit !== Visits.visit) return false;
    Visits.text = State.game?.text ?? null;
    Visits.tab = Tabs.current();
    Visits.busy = false;
    View.refresh();
    return reply?.type !== "failed";
  },

  /** @param {Entry} entry @returns {Promise<Reply>} */
  async bring({ load, game, tab }) {
    // Not from a tab that begins to watch whatever comes.
    if (Watch.tabOpen() && tab !== "watch") Tabs.choose(Dom.button(`tab-${tab}`));
    const link = Visits.links.get(load) ?? (game && "link" in game ? game.link : undefined);
    if (link) {
      // After a reload only the entry knows it.
      Visits.links.set(load, link);
      return Links.follow(link);
    }
    if (game && "builtin" in game) return Game.load({ builtin: game.builtin });
    if (game && "mine" in game) {
      const own = MyGames.get(game.mine);
      return own ? Game.load({ text: own.text }) : Engine.failure("It is no longer in My games.");
    }
    return location.hash.length > 1 ? Links.follow(location.hash.slice(1)) : Engine.failure("The page no longer knows it.");
  },
};
