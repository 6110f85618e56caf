// @ts-check
// Pieces glide from where they were to where they are; captured ones fade.

/**
 * @typedef {{ letter: string, from: number, to: number }} Glide
 * @typedef {{ letter: string, at: number }} Fade
 */

const Motion = {
  millis: 150,
  /** @type {Glide[]} */
  glides: [],
  /** @type {Fade[]} */
  fades: [],
  began: 0,

  still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,

  /**
   * Works out what moved from the two pictures alone, so that it holds for a move, for one taken back, and for a jump.
   * @param {string} before
   * @param {string} after
   * @param {number | null} dropped the square on which a dragged piece was let go: that one is there already
   */
  begin(before, after, dropped) {
    Motion.stop();
    if (before.length !== after.length || Motion.still()) return;
    const width = State.card?.width ?? 8;
    /** @param {number} a @param {number} b */
    const distance = (a, b) => Math.hypot((a % width) - (b % width), Math.floor(a / width) - Math.floor(b / width));
    const gone = [];
    for (let at = 0; at < before.length; at++) {
      if (before[at] !== "." && before[at] !== after[at]) gone.push({ letter: before[at], at });
    }
    for (let to = 0; to < after.length; to++) {
      if (after[to] === "." || before[to] === after[to]) continue;
      const near = gone.filter((piece) => piece.letter === after[to]).sort((a, b) => distance(a.at, to) - distance(b.at, to))[0];
      if (!near) continue;
      gone.splice(gone.indexOf(near), 1);
      if (to !== dropped) Motion.glides.push({ letter: near.letter, from: near.at, to });
    }
    Motion.fades = gone;
    Motion.began = performance.now();
  },

  stop() {
    Motion.glides = [];
    Motion.fades = [];
  },

  /** How far along, from 0 to 1, slowing down at the end. */
  progress() {
    const part = Math.min(1, (performance.now() - Motion.began) / Motion.millis);
    return 1 - (1 - part) ** 3;
  },

  running: () => Motion.glides.length + Motion.fades.length > 0,
};
