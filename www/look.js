// @ts-check
// Where the pieces of one letter may go in a position: asked of the worker, and asked again when anything changes.

/** @typedef {{ letter: string, cells: string, piece: wasm_bindgen.LearnedView | undefined, paths: wasm_bindgen.PathView[] }} Seen */

class Look {
  /** While an automaton changes many times a second, this often is enough, in milliseconds. */
  static rest = 250;

  /** @param {() => void} onPaths there is something new to see */
  constructor(onPaths) {
    this.onPaths = onPaths;
    /** @type {Omit<Seen, "paths"> | null} */
    this.wanted = null;
    /** The newest answer, for what is still wanted. @type {Seen | null} */
    this.seen = null;
    this.asking = false;
    this.askedAt = -Infinity;
    this.timer = 0;
  }

  /** @returns {wasm_bindgen.PathView[]} */
  get paths() {
    return this.seen?.paths ?? [];
  }

  /** @param {string} letter @param {string} cells */
  want(letter, cells) {
    const piece = Learned.piece(letter);
    if (this.wanted?.letter === letter && this.wanted.cells === cells && this.wanted.piece === piece) return;
    // What was seen of another letter means nothing here; of the same one it serves until the answer comes.
    if (this.wanted?.letter !== letter) this.seen = null;
    this.wanted = { letter, cells, piece };
    this.ask();
  }

  forget() {
    this.wanted = this.seen = null;
    clearTimeout(this.timer);
  }

  /** One question at a time: whatever is wanted meanwhile waits, and only the newest wish is asked. @returns {Promise<void>} */
  async ask() {
    clearTimeout(this.timer);
    const wanted = this.wanted;
    if (this.asking || !wanted) return;
    const wait = Watch.hurried() ? this.askedAt + Look.rest - performance.now() : 0;
    if (wait > 0) {
      this.timer = setTimeout(() => this.ask(), wait);
      return;
    }
    this.asking = true;
    this.askedAt = performance.now();
    const reply = await Game.engine.ask({ type: "inspect", letter: wanted.letter, cells: wanted.cells });
    this.asking = false;
    if (this.wanted !== wanted) return this.ask();
    this.seen = { ...wanted, paths: reply.type === "paths" ? reply.paths : [] };
    this.onPaths();
  }
}
