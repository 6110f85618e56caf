// Pieces glide from where they were to where they are; captured ones fade.

import { EMPTY, type PieceId, type Squares } from "../client/views";

interface Glide {
  piece: PieceId;
  from: number;
  to: number;
}

interface Fade {
  piece: PieceId;
  at: number;
}

const millis = 150;

/** The visitor wants nothing to move by itself. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  glides: Glide[] = [];
  fades: Fade[] = [];
  #began = 0;

  /**
   * Works out what moved from the two pictures alone, so that it holds for a move, for one taken back, and for a jump.
   * `dropped`: the square on which a dragged piece was let go: that one is there already.
   */
  begin(before: Squares, after: Squares, width: number, dropped: number | null): void {
    this.stop();
    if (before.length !== after.length || still()) return;
    const distance = (a: number, b: number) => Math.hypot((a % width) - (b % width), Math.floor(a / width) - Math.floor(b / width));
    const gone: Fade[] = before.flatMap((piece, at) => (piece !== EMPTY && piece !== after[at] ? [{ piece, at }] : []));
    after.forEach((piece, to) => {
      if (piece === EMPTY || before[to] === piece) return;
      const near = gone.filter((each) => each.piece === piece).sort((a, b) => distance(a.at, to) - distance(b.at, to))[0];
      if (!near) return;
      gone.splice(gone.indexOf(near), 1);
      if (to !== dropped) this.glides.push({ piece, from: near.at, to });
    });
    this.fades = gone;
    this.#began = performance.now();
  }

  stop(): void {
    this.glides = [];
    this.fades = [];
  }

  /** How far along, from 0 to 1, slowing down at the end. */
  progress(): number {
    const part = Math.min(1, (performance.now() - this.#began) / millis);
    return 1 - (1 - part) ** 3;
  }

  running(): boolean {
    return this.glides.length + this.fades.length > 0;
  }
}
