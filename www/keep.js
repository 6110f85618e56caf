// @ts-check
// The visitor's own game comes back when the page is loaded again: a reload, or a phone that had put the tab away.
// It is kept for this tab only, as the link that would open it.

/** @typedef {{ hash: string, search?: string, fragment: string }} Kept  What was kept, and the address it was kept under: another address means another game. */

const Keep = {
  /** What to open instead of the address. */
  fragment: "",
  /** What was on the table when it was last kept. @type {unknown[]} */
  seen: [],
  /** The same once it is in the store. @type {unknown[]} */
  kept: [],
  timer: 0,

  init() {
    if (Embedding.on) return;
    try {
      const kept = /** @type {Kept} */ (JSON.parse(sessionStorage.getItem("kibitzer.game") ?? "{}"));
      if (kept.hash === location.hash && (kept.search ?? "") === location.search && typeof kept.fragment === "string") Keep.fragment = kept.fragment;
    } catch {
      // No storage, or not ours: then nothing was kept.
    }
    View.add(Keep.show);
  },

  show() {
    const seen = [State.game, State.line, State.ply, State.start, State.players.white, State.players.black, location.hash];
    if (!State.settled || State.setup || !State.board || seen.every((part, at) => part === Keep.seen[at])) return;
    Keep.seen = seen;
    clearTimeout(Keep.timer);
    Keep.timer = setTimeout(Keep.write, 100);
  },

  /** A built-in game without a move is not worth keeping. */
  async write() {
    // Another game or position is on its way: its moves must not be kept with this one.
    if (!State.settled) return void (Keep.seen = []);
    const { seen } = Keep;
    const { game } = State;
    const made = State.line.length > 0 || State.start !== undefined || !State.game?.id;
    const reply = made ? await Share.ask("position") : null;
    if (State.game === game && Keep.seen === seen) Visits.keep(reply?.type === "link" ? reply.fragment : undefined);
    try {
      if (reply?.type === "link") sessionStorage.setItem("kibitzer.game", JSON.stringify({ hash: location.hash, search: location.search, fragment: reply.fragment }));
      else sessionStorage.removeItem("kibitzer.game");
    } catch {
      // The game then lasts as long as the page.
    }
    Keep.kept = seen;
  },
};
