// Where the pieces of one kind may go in a position: asked of the worker, and asked again when anything changes.

import * as Client from "../client/client";
import type { LearnedView, PathView } from "../client/protocol";
import type { PieceId, Squares } from "../client/views";
import { Watch } from "./watch";

interface Wish {
  piece: PieceId;
  squares: Squares;
  /** What was known of the piece: another automaton is another question. */
  learned: LearnedView | undefined;
}

/** A path that is lit, and how far along it one is. */
export interface Chosen {
  query: PathQuery;
  piece: PieceId;
  path: PathView;
  step: number;
}

export class PathQuery {
  /** While an automaton changes many times a second, this often is enough, in milliseconds. */
  static readonly rest = 250;
  /** The newest answer, for what is still wanted. */
  seen: (Wish & { paths: PathView[] }) | null = null;
  #wanted: Wish | null = null;
  #asking = false;
  #askedAt = -Infinity;
  #timer = 0;

  /**
   * `onPaths`: there is something new to see.
   * `from`: where the piece stands that is looked at; everywhere, if undefined.
   */
  constructor(
    readonly onPaths: () => void,
    readonly from: () => number | undefined,
  ) {}

  get paths(): PathView[] {
    return this.seen?.paths ?? [];
  }

  want(piece: PieceId, squares: Squares): void {
    const learned = Watch.piece(piece);
    const wanted = this.#wanted;
    if (wanted?.piece === piece && sameSquares(wanted.squares, squares) && wanted.learned === learned) return;
    // What was seen of another piece means nothing here; of the same one it serves until the answer comes.
    if (wanted?.piece !== piece) this.seen = null;
    this.#wanted = { piece, squares, learned };
    this.#ask();
  }

  /** One path is known already; the others are asked for. */
  wantWith(piece: PieceId, squares: Squares, path: PathView): void {
    this.forget();
    this.#wanted = { piece, squares, learned: Watch.piece(piece) };
    this.seen = { ...this.#wanted, paths: [path] };
    this.#ask();
  }

  forget(): void {
    this.#wanted = this.seen = null;
    clearTimeout(this.#timer);
  }

  /** Whether the answer is about this position. */
  isAbout(squares: Squares): boolean {
    return !!this.seen && sameSquares(this.seen.squares, squares);
  }

  /** One question at a time: what is wanted meanwhile waits, and only the newest wish is asked. */
  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const wanted = this.#wanted;
    if (this.#asking || !wanted) return;
    const wait = Watch.hurried() ? this.#askedAt + PathQuery.rest - performance.now() : 0;
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#ask(), wait);
      return;
    }
    this.#asking = true;
    this.#askedAt = performance.now();
    const reply = await Client.learning.inspect(wanted.piece, wanted.squares);
    this.#asking = false;
    if (this.#wanted !== wanted) return this.#ask();
    this.seen = { ...wanted, paths: reply.type === "paths" ? reply.paths : [] };
    this.onPaths();
  }
}

const sameSquares = (a: Squares, b: Squares): boolean => a === b || (a.length === b.length && a.every((piece, at) => piece === b[at]));

/** Where a path ends. */
export const endOf = ({ squares }: PathView): number => squares.at(-1) ?? -1;
