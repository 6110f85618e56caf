// The texts of watching and of what was learned. Parts that are loaded later have theirs in texts-later.ts.

import { capital, count, number } from "../base/text";
import type { PathVerdict, StepView } from "../client/protocol";
import type { Group } from "./steps";

// ---- steps and words of an automaton ----
// A drawn step goes up when it leads away from White, as on a board that is not turned; a move goes ahead when it leads away
// from its own side, as the sentences about pieces have it.

/** What a step finds on the square it reaches. */
const found: Record<StepView["on"], string> = { e: "an empty square", p: "an opponent's piece", w: "a piece of its own side" };
/** The same for squares passed in a row. */
const passed: Record<StepView["on"], string> = { e: "empty squares", p: "opponent's pieces", w: "pieces of its own side" };

function direction({ dx, dy }: StepView): string {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  const sideways = dx < 0 ? "left" : "right";
  const forwards = dy < 0 ? "down" : "up";
  if (across <= 1 && along <= 1) return [along ? forwards : "", across ? sideways : ""].filter(Boolean).join("-") || "staying";
  return [along ? `${along} ${forwards}` : "", across ? `${across} ${sideways}` : ""].filter(Boolean).join(" and ");
}

/** "up-left, onto an empty square or an opponent's piece" */
export const tellSteps = (steps: Group): string => `${direction(steps[0])}, onto ${steps.map((step) => found[step.on]).join(" or ")}`;

/** `dy`: as the piece's own side sees it. */
function way(dx: number, dy: number): string {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  const [side, line] = [`to the ${dx < 0 ? "left" : "right"}`, dy < 0 ? "back" : "ahead"];
  if (!across || !along) return `${across + along > 1 ? `${across + along} squares ` : ""}${across ? side : `straight ${line}`}`;
  return across + along === 2 ? `diagonally ${line} ${side}` : `${along} ${line} and ${across} ${side}`;
}

/** "3 × straight ahead over empty squares, then straight ahead onto an opponent's piece". `ahead`: 1 or -1, see steps.ts. */
export function tellWord(word: readonly StepView[], ahead: 1 | -1): string {
  const parts: string[] = [];
  const same = (a: StepView | undefined, b: StepView) => a?.dx === b.dx && a.dy === b.dy && a.on === b.on;
  for (let at = 0; at < word.length; ) {
    const step = word[at];
    if (!step) break;
    let end = at;
    // The last step stands alone: where a move ends matters most.
    while (end < word.length - 1 && same(word[end], step)) end += 1;
    const times = end - at;
    const goes = way(step.dx, step.dy * ahead);
    if (at === word.length - 1) parts.push(`${goes} onto ${found[step.on]}`);
    else parts.push(times > 1 ? `${times} × ${goes} over ${passed[step.on]}` : `${goes} over ${found[step.on]}`);
    at = Math.max(end, at + 1);
  }
  return parts.join(", then ");
}

/** As the papers write it: "(0,1,e)(0,1,p)". */
export const notation = (word: readonly StepView[]): string => word.map(({ dx, dy, on }) => `(${dx},${dy},${on})`).join("");

// ---- everything else ----

export const texts = {
  watching: {
    /** The line above the board. */
    watched: (games: number, positions: number) => `Watched ${games ? count(games, "game") : count(positions, "position")}.`,
    lookingAt: (piece: string) => `The ${piece}. Tap it again to play on from here.`,
    skipping: (game: number) => `Skipping to the end: game ${number(game)} …`,
    ended: (game: number, end: string) => `Game ${number(game)}. ${end}`,
    moved: (game: number, move: string) => `Game ${number(game)}. ${move}`,
    begins: (game: number) => `Game ${number(game)} begins.`,
    takenOver: (side: string) => `You play ${side} from here.`,
    start: "Start",
    resume: "Resume",
    pause: "Pause",
    playLearned: "Play by the learned rules",
    playTrue: "Play by the true rules",
    /** The name of the game that was learned. */
    asLearned: (name: string) => `${name.replace(/, as learned$/, "")}, as learned`,
    unnamed: "A game",
    kept: (why: string) => `${why} What was watched is kept.`,
    restarts: (why: string) => `${why} Watching restarts with the first game; the same settings give the same games.`,
    again: "Watch again",
    unreadable: (file: string) =>
      `The rules engine was restarted, and ${file} can no longer be read: it was moved, changed or removed. Choose it again to learn from it; the same file gives the same automata.`,
    chooseFile: "Choose the file …",
  },

  progress: {
    games: (games: number, inAll: number | null) => (inAll === null ? count(games, "game") : `${number(games)} of ${count(inAll, "game")}`),
    positions: (positions: number) => count(positions, "position"),
    tried: (automata: number) => `${number(automata)} automata tried`,
    learning: "learning",
    left: (seconds: number) => (seconds > 90 ? `about ${Math.round(seconds / 60)} minutes left` : seconds > 1.5 ? `about ${Math.round(seconds)} seconds left` : "almost there"),
  },

  /** In the kibitzer's own voice: this is its speech bubble. */
  news: {
    beginning: "Two players, and a game I don’t know. Let me watch …",
    first: (name: string) => `I’m starting to see how the ${name} moves.`,
    exact: (name: string) => `Now I have the ${name}!`,
    more: (name: string) => `I’ve learned more about the ${name}.`,
    /** The whole sentence stands beside the automaton; here its beginning is enough. */
    brief(sentence: string): string {
      const [first = "", ...more] = sentence.split("; ");
      return first.length > 150 ? `${first.slice(0, first.lastIndexOf(" ", 140))} …` : more.length ? `${first}; and more.` : first;
    },
    /** Watching that is stopped early may not have seen a whole game. */
    seen: (games: number, positions: number) => (games ? count(games, "game") : `${count(positions, "position")} of the first game`),
    unjudged: (seen: string) => `I’ve read ${seen} without being told the rules. Here is what I make of them.`,
    all: (pieces: number) => (pieces === 1 ? "the only piece" : pieces === 2 ? "both pieces" : `all ${count(pieces, "piece")}`),
    some: (wrong: number, pieces: number, names: string[]) => `${wrong} of ${count(pieces, "piece")}: ${names.join(", ")}`,
    undecided: (seen: string, names: string[]) => `I’ve watched ${seen}, and found no fault in my rules. Too many moves to compare: ${names.join(", ")}.`,
    known: (seen: string, which: string) => `I’ve watched ${seen}, and I know ${which}: my rules allow exactly the true moves.`,
    unsure: (seen: string, which: string) => `I’ve watched ${seen}. I’m still unsure of ${which}.`,
  },

  learned: {
    choice: (symbol: string, piece: string, words: string) => `${symbol}, ${piece}: ${words}`,
    unseen: "no move observed yet",
    fromRecords: "learned from records",
    exact: "exactly right",
    undecided: "too many moves to compare with the true rule",
    wrong: "not quite right yet",
    name: (piece: string) => `The ${piece}`,
    states: (states: number) => count(states, "state"),
    drawing: (piece: string, states: number) => `Automaton of the ${piece}: ${states} states. The transition table lists the same.`,
    verdict: {
      exact: "✓ It allows exactly the true moves.",
      undecided: "~ Undecided:",
      undecidedWhy: " there are too many moves to compare them all. Those compared agree.",
      missed: "? Missed:",
      invented: "✗ Invented:",
      example: (word: string) => ` ${word}. `,
    },
    sure: (share: number) => `Estimated chance that this automaton is exact: ${share} %.`,
    guesses: (many: number) => (many === 1 ? "One guess" : `${many} guesses`),
    guess: (accepted: boolean, word: string, why: string) => `${accepted ? "Allowed" : "Not allowed"}: ${word} (${why}). `,
    /** What a guess rests on. */
    reasons: {
      generalized: "it follows from a merge of states",
      symmetry: "observed in another direction only",
      counterpart: "observed for the other side only",
      open: "never observed, and never ruled out",
    } as Record<string, string>,
    more: (many: number) => `and ${many} more`,
    expression: (text: string) => (text.length > 6000 ? `${text.slice(0, 6000)} … and so on` : text),
    showIt: "Show it",
    inside: { learned: "Automata of the pieces", done: "Automata of the pieces, as learned", soFar: "Automata of the pieces, as learned so far" },
  },

  graph: {
    state: (state: number, accepting: boolean) => `State ${state}${state ? "" : ", the start"}${accepting ? ": a move may end here" : ""}`,
    glyph: (from: number, to: number, steps: string) => `From state ${from} to state ${to}: ${steps}`,
    size: (percent: number) => `Size ${percent} %`,
  },

  tape: {
    idle: "Point at a move, on either board, or step through them here.",
    noMove: "No learned move here.",
    move: (piece: string, from: string, to: string) => `${capital(piece)} ${from}–${to}`,
    ofMany: (move: string, at: number, of: number) => `${move}, move ${at} of ${of}`,
    /** How far along the word one is, and where. */
    at: (step: number, of: number, square: string) => (step === 0 ? "At the start" : `${step < of ? `${step} of ${of} steps` : of === 1 ? "The one step" : `All ${of} steps`}, on ${square}`),
    stuck: (at: string, state: number, truth: string) => `${at}: state ${state} has no such step, so the word is rejected${truth}.`,
    state: (at: string, state: number, states: number | string, accepting: boolean) => `${at}: state ${state} of ${states} states, ${accepting ? "accepting" : "not accepting"}`,
    onTheWay: (words: string) => `${words}.`,
    isMove: (words: string, truth: string) => `${words}: a move${truth}.`,
    noMoveThere: (words: string, truth: string) => `${words}: no move${truth}.`,
    truth: { alsoTrue: ", also by the true rules", butForbidden: ", but the true rules forbid it", thoughAllowed: ", though the true rules allow it", correctly: ", correctly" },
  },

  highlight: {
    selected: "selected",
    canMove: (piece: string) => `${piece} can move here`,
    missed: (piece: string) => `missed: ${piece} can move here`,
    invented: (piece: string) => `invented: ${piece} cannot move here`,
  },

  diagram: {
    label: (piece: string, square: string) => `Move diagram: ${piece} on ${square}`,
    put: (square: string, what: "enemy" | "own" | undefined) => `${square}: ${what === "enemy" ? "an opponent's piece" : what === "own" ? "a piece of its own side" : "empty"}.`,
    goes: "can go here",
    captures: "can capture here",
    verdict: (verdict: PathVerdict) => verdict as string,
  },

  /** A position with the path of one move: what is said of its squares. */
  scene: {
    begins: "the move begins here",
    ends: "the move ends here",
    step: (at: number) => `step ${at} of the move`,
  },

  posed: {
    fromGame: (game: number, ply: number, move: string, played: boolean) => `Game ${game}, ply ${ply}: ${move} was ${played ? "played" : "possible"}.`,
    made: (move: string, verdict: PathVerdict) => `${capital(move)} ${why[verdict]}.`,
    move: (piece: string, from: string, to: string) => `${piece} ${from}–${to}`,
  },

  transitions: {
    state: (state: number, accepting: boolean) => `${state}${state === 0 ? " (start)" : ""}${accepting ? " ◎" : ""}`,
    row: (from: number, to: number, steps: string) => `From state ${from} to state ${to}, ${steps}`,
    seen: (counts: number[]) => counts.map((times) => `${number(times)}×`).join(", "),
    button: (row: string, seen: string) => `${row}: seen ${seen}. Show games`,
    more: (rows: number) => `and ${rows} more`,
    gone: "no longer there",
    title: (from: number, to: number, ways: string[]) => `From state ${from} to state ${to}: ${ways.slice(0, 2).join("; ")}${ways.length > 2 ? "; and more" : ""}.`,
    example: (game: number | undefined, ply: number, move: string, played: boolean) => `Game ${game}, ply ${ply}: ${move}${played ? "" : " (possible)"}`,
    firstSeen: (games: number) => `First seen in ${games === 1 ? "this game" : "these games"}; select one to see its position.`,
    neverSeen: "No observed move of this piece uses it: it follows from a merge or from symmetry, or was observed for the other side.",
  },

  spectate: {
    learnedRules: "Not available: this game is played by the learned rules.",
    seen: (positions: number) => `${count(positions, "position")} observed. The Watch tab shows what was learned.`,
  },
};

const why: Record<PathVerdict, string> = {
  missed: "is legal, but the learned rule misses it",
  invented: "is illegal, but the learned rule allows it",
  agreed: "is legal, and the learned rule allows it",
  refused: "is illegal, and the learned rule rejects it",
};
