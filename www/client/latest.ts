// The one way to drop stale answers: of several questions about the same thing, only the newest one's answer counts.

export interface Ticket {
  /** Whether something newer was asked meanwhile, or the answer is no longer wanted. */
  readonly stale: boolean;
}

export class Latest {
  #newest = 0;

  /** A new question: the answers to all earlier ones are stale from now on. */
  begin(): Ticket {
    const number = ++this.#newest;
    const isStale = () => number !== this.#newest;
    return {
      get stale() {
        return isStale();
      },
    };
  }

  /** The question that is current now, without asking another. */
  current(): Ticket {
    const number = this.#newest;
    const isStale = () => number !== this.#newest;
    return {
      get stale() {
        return isStale();
      },
    };
  }

  /** Whatever is under way is no longer wanted. */
  drop(): void {
    this.#newest += 1;
  }
}
