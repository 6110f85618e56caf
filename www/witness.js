// @ts-check
// The learner looks on while the visitor plays, if it may.

const Witness = {
  box: Dom.get("witness", HTMLInputElement),
  note: Dom.get("witness-note", HTMLElement),
  /** What it has seen of the game on the board. */
  seen: "",
  busy: false,

  init() {
    View.add(Witness.show);
    Witness.box.addEventListener("change", () => View.refresh());
  },

  /** Learned rules are no evidence. */
  byTrueRules: () => !Watch.game || Watch.game === State.game,

  show() {
    if (!Witness.box.checked) return Dom.say(Witness.note, "");
    if (!Witness.byTrueRules()) return Dom.say(Witness.note, "Not available: this game is played by the learned rules.");
    const moves = State.board?.played.map((move) => move.text) ?? [];
    const key = `${State.start ?? ""} ${moves.join(" ")}`;
    if (Witness.busy || State.watched || !State.settled || !moves.length || key === Witness.seen) return;
    Witness.look(key, moves);
  },

  /** @param {string} key @param {string[]} moves */
  async look(key, moves) {
    Witness.busy = true;
    Witness.seen = key;
    if (!Watch.view || Watch.lost || Watch.file) {
      if (Watch.file) Records.forget();
      await Game.engine.ask({ type: "learn", settings: Watch.settings }, 20000);
    }
    const run = Watch.run;
    const reply = await Game.engine.ask({ type: "witness", start: State.start, moves }, 20000);
    Witness.busy = false;
    if (run !== Watch.run || reply.type !== "learning") return;
    Watch.lost = false;
    Watch.game = State.game;
    Watch.keep(reply.learning);
    Dom.say(Witness.note, `${WatchPanel.count(reply.learning.positions, "position")} observed. The Watch tab shows what was learned.`);
    View.refresh();
  },
};
