// @ts-check
// Workers that think, beside the one that knows the rules, which therefore always answers. Each is told the game and
// the position first. One chooses moves, gives hints and judges; the others analyse, each a share of the moves.

/**
 * @typedef {wasm_bindgen.ThoughtView} Thought
 * @typedef {{ game: wasm_bindgen.GameView, start: string | undefined, moves: string[] }} Spot  A position to think about.
 * @typedef {{ thoughts: Thought[], done: boolean }} Share  What one has said, one thought a whole depth, the newest last; and whether that was all.
 */

class Thinker {
  constructor() {
    /** Made when it is first needed. @type {Engine | null} */
    this.engine = null;
  }

  /**
   * Always resolves: with the last answer, or with `failed`.
   * @param {Spot} spot
   * @param {Command} command
   * @param {(reply: Reply, millis: number) => void} [onNews]
   * @param {number} [patience] milliseconds without a word
   * @returns {Promise<Reply>}
   */
  async ask(spot, command, onNews, patience = 8000) {
    const engine = this.start();
    const load = Thinkers.loading(spot.game);
    if (engine.told.load !== load) engine.ask(load);
    const weigh = Thinkers.weighing(spot.game);
    if (weigh && engine.told.weigh !== weigh) engine.ask(weigh);
    const shown = engine.ask({ type: "show", start: spot.start, moves: spot.moves });
    const answer = engine.ask(command, patience, onNews);
    const board = await shown;
    return board.type === "board" ? answer : board;
  }

  start() {
    // One that was given up is tried again when somebody asks.
    if (!this.engine?.worker) {
      const { base, build, module } = Game.engine;
      this.engine = new Engine(base, build, () => {}, "thinking engine", module);
    }
    return this.engine;
  }

  /** Gets ready for a game, so that nobody waits for the first move. @param {wasm_bindgen.GameView} game */
  prepare(game) {
    const load = Thinkers.loading(game);
    if (this.start().told.load !== load && !this.engine?.waiting.size) this.engine?.ask(load);
  }

  /** At once, whatever it is busy with. */
  stop() {
    if (this.engine?.isBusy()) this.engine.cancel();
  }
}

const Thinkers = {
  mover: new Thinker(),
  /** @type {Thinker[]} */
  analysts: [],
  /** How many analyse. A page in a page and a small device get one; one is always enough. */
  count: 1,
  /** Which analysis this is: one that was stopped must not stop what came after it. */
  round: 0,
  /** What the newest game is loaded by; always the same object for one game. @type {{ game: wasm_bindgen.GameView | null, load: Command }} */
  loaded: { game: null, load: { type: "check", text: "" } },
  /** Weights that were learned, and of which game. @type {{ game: wasm_bindgen.GameView | null, weigh: Command | undefined }} */
  learned: { game: null, weigh: undefined },

  init() {
    const cores = navigator.hardwareConcurrency || 1;
    const memory = /** @type {any} */ (navigator).deviceMemory ?? 8;
    const small = memory <= 2 || document.documentElement.classList.contains("embed") || matchMedia("(max-width: 40rem) and (pointer: coarse)").matches;
    Thinkers.count = small ? 1 : Math.max(1, Math.min(cores - 1, 4));
  },

  /** @param {wasm_bindgen.GameView} game @returns {Command} */
  loading(game) {
    if (Thinkers.loaded.game !== game) Thinkers.loaded = { game, load: { type: "load", source: Watch.sourceOf(game) } };
    return Thinkers.loaded.load;
  },

  /** @param {wasm_bindgen.GameView} game */
  weighing: (game) => (Thinkers.learned.game === game ? Thinkers.learned.weigh : undefined),

  /** From now on everyone plays by these. @param {wasm_bindgen.GameView} game @param {number[] | undefined} weights */
  learn(game, weights) {
    Thinkers.learned = { game, weigh: weights && { type: "weigh", weights } };
    // Those who have been told other weights must forget them; that is what loading is for.
    if (!weights) Thinkers.loaded = { game: null, load: Thinkers.loaded.load };
  },

  /** The position after the first moves of the line. @param {number} [ply] @returns {Spot | null} */
  spot: (ply = State.ply) => State.game && { game: State.game, start: State.start, moves: State.line.slice(0, ply).map((move) => move.text) },

  /**
   * Thinks with all analysts. Tells what they agree on at each depth that all have finished.
   * @param {Spot} spot
   * @param {number | undefined} nodes for all of them together; without it, no end
   * @param {(thought: Thought, millis: number) => void} onThought hears also how long they have been at it
   * @returns {Promise<Reply>} `thought` with the best of all, or the first failure
   */
  async analyse(spot, nodes, onThought) {
    const of = Thinkers.count;
    const round = ++Thinkers.round;
    while (Thinkers.analysts.length < of) Thinkers.analysts.push(new Thinker());
    /** @type {Share[]} */
    const shares = Array.from({ length: of }, () => ({ thoughts: [], done: false }));
    /** @type {Reply | null} */
    let failed = null;
    let latest = 0;
    await Promise.all(
      shares.map(async (share, part) => {
        /** @param {Thought} thought @param {number} [millis] */
        const note = (thought, millis = latest) => {
          latest = Math.max(latest, millis);
          if (share.thoughts.at(-1)?.depth === thought.depth) share.thoughts.pop();
          share.thoughts.push(thought);
          const agreed = Thinkers.combine(shares);
          if (agreed) onThought(agreed, latest);
        };
        const command = /** @type {Command} */ ({ type: "think", player: undefined, seed: 1, nodes: nodes && Math.ceil(nodes / of), share: [part, of] });
        const reply = await Thinkers.analysts[part].ask(spot, command, (news, millis) => news.type === "thinking" && note(news.thinking, millis));
        share.done = true;
        if (reply.type === "thought") return note(reply.thought);
        // Without one share the others know nothing of the whole.
        failed ??= reply;
        if (round === Thinkers.round) Thinkers.stopAnalysts();
      }),
    );
    return failed ?? { type: "thought", thought: /** @type {Thought} */ (Thinkers.combine(shares)) };
  },

  /**
   * What they agree on: the first of the best at the deepest depth that every share has finished, since scores of different
   * depths cannot be compared. A share that is done with a sure result has it at every depth.
   * @param {Share[]} shares
   * @returns {Thought | null} nothing until each has said something
   */
  combine(shares) {
    const newest = shares.map(({ thoughts }) => thoughts[thoughts.length - 1]);
    if (newest.some((thought) => !thought)) return null;
    const nodes = newest.reduce((sum, thought) => sum + thought.nodes, 0);
    // A share without a move has nothing to say.
    const moving = shares.filter(({ thoughts, done }) => thoughts[thoughts.length - 1].line.length || !done);
    /** @param {Share} share */
    const settled = ({ thoughts, done }) => done && thoughts[thoughts.length - 1].win !== undefined;
    const open = moving.filter((share) => !settled(share));
    const depth = Math.min(...(open.length ? open : moving).map(({ thoughts }) => thoughts[thoughts.length - 1].depth));
    const level = moving.flatMap((share) => (settled(share) ? share.thoughts.slice(-1) : share.thoughts.filter((thought) => thought.depth <= depth).slice(-1))).filter((thought) => thought.line.length);
    const value = Math.max(...level.map((thought) => thought.value));
    const best = level.find((thought) => thought.value === value) ?? newest[0];
    return { ...best, depth: moving.length ? depth : 0, nodes };
  },

  stopAnalysts() {
    Thinkers.round += 1;
    for (const analyst of Thinkers.analysts) analyst.stop();
  },
};
