// The texts of the engine view: scores, thoughts, values of the pieces.

import type { EvaluatedBy, Side, ThoughtView } from "../client/protocol";
import { sideName } from "../store/words";

/** A win in so many moves of either side, counted as its winner counts. */
export const movesToWin = (plies: number): number => Math.ceil(Math.abs(plies) / 2);

/** How soon the side to move wins. */
export const soon = (plies: number): string => (movesToWin(plies) === 1 ? "at once" : `in ${movesToWin(plies)} moves`);

/** Who is better, in words. */
export function outlook(thought: ThoughtView, toMove: Side): string {
  const [mover, other] = toMove === "white" ? [sideName("white"), sideName("black")] : [sideName("black"), sideName("white")];
  if (thought.win !== undefined && thought.win > 0) return `${mover} can win ${soon(thought.win)}.`;
  if (thought.win !== undefined) return movesToWin(thought.win) === 1 ? `${mover} cannot stop ${other} from winning.` : `${other} wins in ${movesToWin(thought.win)} moves.`;
  const lead = Math.abs(thought.score);
  if (lead < 0.3) return "About even.";
  return `${thought.score > 0 ? mover : other} is ${lead < 1 ? "a little better" : lead < 3 ? "better" : "far ahead"}.`;
}

const selfPlay = (games: number): string => `${games} self-play ${games === 1 ? "game" : "games"}`;

export const texts = {
  engineOn: "Engine view on.",
  engineOff: "Engine view off.",
  analysisOn: "Analysis on: you move for both sides.",
  analysisOff: "Analysis off.",
  stoppedAt: (depth: number) => `Stopped at depth ${depth}.`,
  stopped: "Stopped.",
  trouble: (why: string) => `${why} Your game is kept; press Continue to try again.`,
  continue: "Continue",
  stop: "Stop",
  thinking: "Thinking …",
  over: "The game is over.",
  depth: (depth: number) => `Depth ${depth}`,
  nodes: (nodes: string) => `${nodes} nodes`,
  speed: (nodes: string) => `${nodes} a second`,
  isStopped: "stopped",
  arrowsOn: "Arrows on.",
  arrowsOff: "Arrows off.",
  warmUp: "Warm up",
  warming: (seconds: number) => `Warming up for ${seconds} seconds.`,
  warmUpFailed: (why: string) => `${why} Your game is kept.`,
  valuesReset: "Values reset.",
  valuesInUse: "The learned values won their test match and are in use.",
  valuesFromRules: "Values from the rules alone. A warm-up improves them by self-play.",
  running: (games: number, seconds: number, kept: string) => `${selfPlay(games)}, ${seconds} s left. ${kept}`.trim(),
  done: (games: number, kept: string) => `${selfPlay(games)}. ${kept || "No learned values have won a test match yet; the values from the rules stay in use."}`,
};

/** Hints, and what is said of a move. */
export const hintTexts = {
  feedbackOn: "Feedback on.",
  feedbackOff: "Feedback off.",
  gameOver: "The game is over.",
  thinkingHint: "Thinking …",
  noHint: (why: string) => `No hint: ${why}`,
  hint: (move: string, outlook: string) => `Hint: ${move}.${outlook}`,
  winsSoon: (soon: string) => ` It wins ${soon}.`,
  delaysLoss: " It delays the loss the longest.",
  /** "pawn a2 to a3", "rook takes on b7" */
  moveName: (piece: string, squares: string[], takes: boolean) => `${piece} ${squares.join(takes ? " takes on " : " to ")}`,
  excellent: (moves: number | null) => `Excellent: that wins${moves === null ? "" : ` in ${moves} moves`}.`,
  best: "Best move.",
  allLose: "Every move loses; this one is as good as any.",
  good: "Good move.",
  inaccuracy: (better: string) => `Inaccuracy. Better: ${better}.`,
  mistake: (better: string) => `Mistake. Better: ${better}.`,
  missedWin: (better: string, soon: string, losing: boolean) => `Missed win: ${better} wins ${soon}.${losing ? " Now your opponent can win." : ""}`,
  loses: (soon: string, better: string) => `Careful: now your opponent can win ${soon}. Better: ${better}.`,
};

/** What the terms of the evaluation say. */
export const voiceTexts = {
  title: (by: EvaluatedBy) => (by === "advisors" ? "Advisors" : "Evaluation"),
  /** Which evaluation plays. */
  by: {
    advisors: "METAGAMER's advisors, with the weights of the strongest published player. The levels use material and the five advisors that are quickest to compute.",
    rules: "Weights that follow from the rules of this game alone.",
    fitted: "Weights that follow from the rules, fitted to games of the engine against itself.",
    net: "A small neural net, trained on games of the engine against itself, beside weights of the other terms.",
    learned: "Weights that self-play on this page has learned.",
  } satisfies Record<EvaluatedBy, string>,
  netMissing: "The net for this game could not be loaded, so the engine plays without it.",
  explain: "The position, term by term, before any search. Positive numbers favour White.",
  /** "+0.40", with a true minus. */
  signed: (value: number) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(2)}`,
  /** The loudest ones in a line: "mobility +0.40, captures −0.20". */
  loudest: (voices: [label: string, adds: string][]) => voices.map(([label, adds]) => `${label} ${adds}`).join("; "),
  silent: (count: number) => (count === 1 ? "One more term is zero." : `${count} more terms are zero.`),
  nothing: "All terms are zero.",
  sum: "Sum",
};
