// @ts-check
// Help at any level: what the engine would play here, and kind words about what was played.

const Hints = {
  box: Dom.get("advice", HTMLElement),
  words: Dom.get("advice-words", HTMLElement),
  /** Whether each move of a person is judged. */
  feedback: false,
  /** How far it looks: the same at every level, and done before it is missed. */
  nodes: { hint: 60000, judge: 20000 },
  /** How long the machine holds its reply back: until the move is judged, and then until that is read. In milliseconds. */
  time: { judge: 1500, praise: 1200, advice: 4000 },
  /** When the machine may reply. */
  until: 0,
  /** Moves worth knowing in this game, by position. @type {Map<string, Arrow>} */
  known: new Map(),
  /** @type {wasm_bindgen.GameView | null} */
  game: null,
  /** What is said, as long as it holds, and the ply at which a better move could be tried. @type {{ text: string, holds: () => boolean, ply: number | null } | null} */
  said: null,
  asked: 0,

  init() {
    View.add(Hints.show);
    Dom.button("hint").addEventListener("click", Hints.ask);
    Dom.button("feedback").addEventListener("click", Hints.toggleFeedback);
    Dom.button("take-back").addEventListener("click", () => {
      const ply = Hints.said?.ply;
      if (ply != null) Game.goTo(ply);
    });
    Hints.setFeedback(Memory.get("feedback") === "on");
  },

  /** @param {boolean} on */
  setFeedback(on) {
    Hints.feedback = on;
    Dom.button("feedback").setAttribute("aria-pressed", String(on));
  },

  toggleFeedback() {
    Hints.setFeedback(!Hints.feedback);
    Memory.set("feedback", Hints.feedback ? "on" : "off");
    Status.speak(Hints.feedback ? "Feedback on." : "Feedback off.");
  },

  /** Names a position of this game. @param {number} [ply] */
  place: (ply = State.ply) => `${State.start ?? ""} ${State.line.slice(0, ply).map((move) => move.text).join()}`,

  /** @returns {Arrow | undefined} */
  arrow: () => (State.settled ? Hints.known.get(Hints.place()) : undefined),

  async ask() {
    const [board, spot, place] = [State.board, Thinkers.spot(), Hints.place()];
    const asked = ++Hints.asked;
    const holds = () => spot?.game === State.game && place === Hints.place();
    if (State.watched || State.setup || !spot || !State.settled || !board) return;
    if (board.end) return Hints.say("The game is over.", holds);
    Hints.say("Thinking …", holds);
    const reply = await Thinkers.mover.ask(spot, { type: "think", player: undefined, seed: 1, nodes: Hints.nodes.hint, share: undefined });
    // Somebody moved, or asked again, meanwhile.
    if (!holds() || asked !== Hints.asked) return;
    if (reply.type !== "thought") return Hints.say(reply.type === "failed" ? `No hint: ${reply.message}` : "", holds);
    const { line: [move], win } = reply.thought;
    Hints.keep(place, move, "?");
    const outlook = win === undefined ? "" : win > 0 ? ` It wins ${EvalBar.soon(win)}.` : " It delays the loss the longest.";
    Hints.say(`Hint: ${Hints.name(move)}.${outlook}`, holds);
  },

  /** @param {wasm_bindgen.MoveView} move */
  name: (move) => `${Pieces.name(move.piece)} ${State.nameOf(move.from)} ${move.captured ? "takes on" : "to"} ${State.nameOf(move.to)}`,

  /** @param {string} place @param {wasm_bindgen.MoveView} move @param {string} label */
  keep(place, { from, to }, label) {
    // A long evening of hints must not fill the memory.
    if (Hints.known.size > 500) Hints.known.clear();
    Hints.known.set(place, { from, to, label, strength: 0.95 });
    View.repaint();
  },

  /** A person is about to make this move. @param {wasm_bindgen.MoveView} move */
  async onPlay(move) {
    Hints.said = null;
    Hints.asked += 1;
    Hints.until = 0;
    const [spot, place, ply] = [Thinkers.spot(), Hints.place(), State.ply];
    if (!Hints.feedback || !spot) return;
    Hints.until = performance.now() + Hints.time.judge;
    const reply = await Thinkers.mover.ask(spot, { type: "judge", text: move.text, nodes: Hints.nodes.judge });
    // It is about the position that the move led to, so the opponent's reply ends it.
    const holds = () => State.line[ply] === move && State.line.length === ply + 1;
    if (reply.type !== "judged" || State.line[ply] !== move) return;
    const { quality, best, played } = reply.judgement;
    const better = best.line[0];
    const poor = quality !== "best" && quality !== "good";
    if (poor) Hints.keep(place, better, "!");
    if (!holds()) return;
    Hints.until = performance.now() + (poor ? Hints.time.advice : Hints.time.praise);
    Hints.say(Hints.verdict(quality, better, best, played), holds, poor ? ply : null);
  },

  /** @param {wasm_bindgen.Quality} quality @param {wasm_bindgen.MoveView} better @param {Thought} best @param {Thought} played */
  verdict(quality, better, best, played) {
    const instead = Hints.name(better);
    switch (quality) {
      case "best": return played.win !== undefined && played.win > 0 ? `Excellent: that wins${played.win > 1 ? ` in ${EvalBar.moves(played.win)} moves` : ""}.` : "Best move.";
      case "good": return played.win !== undefined && played.win < 0 ? "Every move loses; this one is as good as any." : "Good move.";
      case "inaccuracy": return `Inaccuracy. Better: ${instead}.`;
      case "mistake": return `Mistake. Better: ${instead}.`;
      case "missedWin": return `Missed win: ${instead} wins ${EvalBar.soon(best.win ?? 1)}.${played.win === undefined ? "" : " Now your opponent can win."}`;
      case "loses": return `Careful: now your opponent can win ${EvalBar.soon((played.win ?? -1) + 1)}. Better: ${instead}.`;
    }
  },

  /** @param {string} text @param {() => boolean} holds @param {number | null} [ply] */
  say(text, holds, ply = null) {
    Hints.said = { text, holds, ply };
    Status.speak(text);
    View.refresh();
  },

  show() {
    if (Hints.game !== State.game) Hints.known.clear();
    Hints.game = State.game;
    const said = Hints.said;
    const visible = !!said && !State.watched && !State.setup && said.holds();
    Hints.box.hidden = !visible;
    if (!said || !visible) return;
    Dom.say(Hints.words, said.text);
    Dom.button("take-back").hidden = said.ply === null || State.ply <= said.ply;
  },
};
