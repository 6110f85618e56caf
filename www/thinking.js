// @ts-check
// The engine view: what the engine thinks of the position on the board, as it thinks; and analysis without end.

const Thinking = {
  view: Dom.get("engine-view", HTMLElement),
  words: Dom.get("engine-words", HTMLElement),
  numbers: Dom.get("engine-numbers", HTMLElement),
  line: Dom.get("engine-line", HTMLElement),
  on: false,
  /** Without an end, and with both sides in the visitor's hand. */
  endless: false,
  /** Pieces are being weighed by self-play. */
  warming: false,
  /** The visitor has stopped it. */
  held: false,
  /** Who sat there before the analysis. @type {Record<Side, Player> | null} */
  seats: null,
  /** What it thinks about now. @type {wasm_bindgen.BoardView | null} */
  board: null,
  /** The newest thought, and the position it is about. @type {Thought | null} */
  thought: null,
  /** @type {wasm_bindgen.BoardView | null} */
  about: null,
  busy: false,
  /** How long the workers have been at it, by their own clocks. */
  millis: 0,
  timer: 0,
  run: 0,
  drawn: 0,
  /** How far it looks where nobody asked for more; and how long a position must stand before it begins. */
  nodes: 2000000,
  delay: 120,

  init() {
    View.add(Thinking.follow);
    Dom.button("engine-toggle").addEventListener("click", Thinking.toggle);
    Dom.button("analyse").addEventListener("click", () => Thinking.analyse(!Thinking.endless));
    Dom.button("engine-stop").addEventListener("click", () => (Thinking.held ? Thinking.goOn() : Thinking.stop()));
    Thinking.line.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) Thinking.play([...Thinking.line.querySelectorAll("button")].indexOf(button));
    });
    // Nobody looks: the processor can rest. No frames come then, so this does not wait for one.
    document.addEventListener("visibilitychange", () => (document.hidden ? Thinking.rest() : View.refresh()));
    if (!document.documentElement.classList.contains("embed")) Thinking.set(Memory.get("engine") === "on");
  },

  toggle() {
    if (State.watched) return;
    Thinking.set(!Thinking.on);
    Memory.set("engine", Thinking.on ? "on" : "off");
    Status.speak(Thinking.on ? "Engine view on." : "Engine view off.");
  },

  /** @param {boolean} on */
  set(on) {
    Thinking.on = on;
    Thinking.held = false;
    if (!on && Thinking.endless) Thinking.analyse(false);
    View.refresh();
  },

  /** Both sides are the visitor's, and it thinks until it is stopped. @param {boolean} on */
  analyse(on) {
    if (Thinking.endless === on || (on && State.watched)) return;
    Thinking.endless = on;
    if (on) {
      Thinking.seats = { ...State.players };
      State.players = { white: "human", black: "human" };
      Thinking.on = true;
    } else if (Thinking.seats && State.players.white === "human" && State.players.black === "human") {
      State.players = Thinking.seats;
      // It is not to move before it is told to.
      State.paused = true;
    }
    Thinking.held = false;
    Thinking.rest();
    Status.speak(on ? "Analysis on: you move for both sides." : "Analysis off.");
    View.refresh();
  },

  /** The position to think about now, if any. */
  wanted() {
    const board = State.board;
    if (!Thinking.on || Thinking.held || Thinking.warming || !board || board.end || !State.settled || State.watched || State.setup || document.hidden) return null;
    // The machine thinks for itself then, and what it says is shown.
    return State.paused || State.players[board.toMove] === "human" ? board : null;
  },

  /** Whether the newest thought is about the position on the board. */
  isCurrent: () => Thinking.about === State.board && State.settled,

  /** Keeps up with the board. */
  follow() {
    const board = Thinking.wanted();
    if (board !== Thinking.board) {
      Thinking.rest();
      Thinking.board = board;
      // Whoever pages through a game wants to think about where it stops.
      if (board) Thinking.timer = setTimeout(() => Thinking.begin(board), Thinking.delay);
    }
    Thinking.show();
  },

  /** Ends what is going on; the best of the last whole depth stays. */
  rest() {
    clearTimeout(Thinking.timer);
    Thinking.board = null;
    Thinking.run += 1;
    if (Thinking.busy) Thinkers.stopAnalysts();
    Thinking.busy = false;
  },

  stop() {
    Thinking.held = true;
    Thinking.rest();
    Thinking.show();
    Status.speak(Thinking.thought && Thinking.isCurrent() ? `Stopped at depth ${Thinking.thought.depth}.` : "Stopped.");
  },

  goOn() {
    Thinking.held = false;
    View.refresh();
  },

  /** @param {wasm_bindgen.BoardView} board */
  async begin(board) {
    const spot = Thinkers.spot();
    if (!spot || board !== State.board) return;
    const run = ++Thinking.run;
    Thinking.busy = true;
    Thinking.millis = 0;
    const reply = await Thinkers.analyse(spot, Thinking.endless ? undefined : Thinking.nodes, (thought, millis) => {
      if (run !== Thinking.run) return;
      Thinking.millis = millis;
      Thinking.take(thought, board);
    });
    if (run !== Thinking.run) return;
    Thinking.busy = false;
    if (reply.type === "thought") Thinking.take(reply.thought, board);
    else if (reply.type === "failed") {
      Thinking.held = true;
      Thinking.rest();
      Notice.show("thinking", `${reply.message} Your game is kept; press Continue to try again.`);
    }
    Thinking.show();
  },

  /** What the machine says while it chooses its move. @param {Reply} reply @param {wasm_bindgen.BoardView | null} board */
  hear(reply, board) {
    if (reply.type === "thinking" && Thinking.on && board) Thinking.take(reply.thinking, board);
  },

  /** @param {Thought} thought @param {wasm_bindgen.BoardView} board */
  take(thought, board) {
    Thinking.thought = thought;
    Thinking.about = board;
    // Many thoughts a second are too many to read, and to lay out.
    Thinking.drawn ||= setTimeout(() => {
      Thinking.drawn = 0;
      Thinking.show();
      View.repaint();
    }, 100);
  },

  show() {
    const { on, thought } = Thinking;
    // While a position is set up, there is none to think about.
    Thinking.view.hidden = !on || !!State.setup;
    EvalBar.toggle(on && !State.watched && !State.setup);
    for (const [id, pressed] of /** @type {const} */ ([["engine-toggle", on], ["analyse", Thinking.endless]])) Dom.button(id).setAttribute("aria-pressed", String(pressed));
    if (!on) return;
    Later.need("warmup").then((there) => {
      if (there) WarmUp.fill();
    });
    const stop = Dom.button("engine-stop");
    stop.hidden = !Thinking.busy && !Thinking.held;
    Dom.say(stop, Thinking.held ? "Continue" : "Stop");
    const board = Thinking.about;
    if (!thought || !board) return Dom.say(Thinking.words, "Thinking …");
    EvalBar.show(thought, board.toMove);
    Dom.say(Thinking.words, State.board?.end ? "The game is over." : EvalBar.words(thought, board.toMove));
    Dom.say(Thinking.numbers, Thinking.figures(thought));
    Thinking.showLine(thought);
  },

  /** @param {Thought} thought */
  figures(thought) {
    const seconds = Thinking.millis / 1000;
    const words = [`Depth ${thought.depth}`, `${Thinking.count(thought.nodes)} nodes`];
    if (Thinking.busy && Thinking.isCurrent() && seconds > 0.2) words.push(`${Thinking.count(thought.nodes / seconds)} a second`);
    else if (Thinking.held) words.push("stopped");
    return words.join(" · ");
  },

  /** @param {number} number */
  count: (number) => (number < 10000 ? String(Math.round(number)) : number < 1e6 ? `${Math.round(number / 1000)} k` : `${(number / 1e6).toFixed(1)} M`),

  /** @param {Thought} thought */
  showLine({ line }) {
    const moves = line.slice(0, 10);
    const key = moves.map((move) => move.text).join();
    if (Thinking.line.dataset.key === key) return;
    const focused = Thinking.line.contains(document.activeElement);
    Thinking.line.dataset.key = key;
    const buttons = moves.map((move) => {
      const button = Dom.make("button", { type: "button", className: State.sideOf(move.piece), textContent: State.nameOf(move.from) + (move.captured ? "×" : "–") + State.nameOf(move.to) });
      button.title = Status.tell(move);
      return button;
    });
    Thinking.line.replaceChildren(...buttons);
    // A button that vanishes under the finger must not lose the keyboard's place.
    if (focused) buttons[0]?.focus();
  },

  /** Plays the line to this move, to look at it; it can be taken back as any move. @param {number} index */
  play(index) {
    const line = Thinking.thought?.line.slice(0, index + 1);
    if (!line || !Thinking.isCurrent() || State.watched || State.setup) return;
    State.line = [...State.line.slice(0, State.ply), ...line];
    State.ply += line.length;
    State.paused = true;
    Game.show();
  },
};
