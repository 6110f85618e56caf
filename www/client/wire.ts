// How commands and replies travel: the one place that knows it. In a message the area stands first, then the kind:
// `{ table: { board: … } }`. The page calls an answer by its kind alone: `{ type: "board", board: … }`.

import type { Command, Reply } from "./protocol";

// biome-ignore lint/suspicious/noExplicitAny: what travels was checked by the worker
type Wire = any;

export const encode = (command: Command): unknown => command;

export function decode(reply: Wire): Reply {
  const [area, answer] = Object.entries(reply)[0] as [string, Wire];
  if (area === "failed") return { type: "failed", ...answer };
  const [type, value] = Object.entries(answer)[0] as [string, Wire];
  return { type, [type]: value } as Wire;
}
