// The page in a frame, as one part: what its address asks for, and the messages to and from the page around it.

import { listen } from "./commands";
import * as Embedding from "./embedding";

declare module "../base/lazy" {
  interface Parts {
    embed: typeof import("./part");
  }
}

const { begin, poster, seat, state } = Embedding;

export { begin, poster, seat, state };

export function init(): void {
  Embedding.init();
  if (parent !== window) listen();
}
