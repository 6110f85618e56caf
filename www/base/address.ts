// What the address of the page asks for. docs.html tells it to those who use it; what has once been promised there stays.

export const params = new URLSearchParams(location.search);

/** Whether the page was asked to be small: a frame in a course page. */
export const embedded = params.get("embed") === "1";

const modes = ["play", "view", "analyse", "learn", "exercise"] as const;

export type EmbedMode = (typeof modes)[number];

export const embedMode: EmbedMode = (embedded && modes.find((mode) => mode === params.get("mode"))) || "play";

/** A whole number from the address, if it is one and in range. */
export function number(name: string, least: number, most: number): number | undefined {
  const text = params.get(name) ?? "";
  const value = Number(text);
  return text !== "" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** The game that the address names; in the whole page too. */
export const game = (): string | null => params.get("game") || null;

/** Where it begins, as texts for the worker to read. */
export function where(): { start: string | undefined; moves: string[] | undefined } {
  // A comma belongs to the move where a colon comes before it.
  const moves = params.get("moves")?.match(/[^\s.,:]+:[^\s.,:]+,[^\s.,]+|[^\s.,]+/g) ?? undefined;
  return { start: params.get("pos")?.replaceAll("_", "/") || undefined, moves };
}

/** Whether the page is one whole file, with everything in it from the start. */
export const isSingleFile = (): boolean => document.getElementById("worker-script") !== null;
