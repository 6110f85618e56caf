// The texts of those parts of learning that are loaded when they are wanted. Each part takes its own, so that no bundle holds them all.

import { count, number } from "../base/text";
import type { LessonView, NotRandom, ObjectionWhy } from "../client/protocol";
import { sideName } from "../store/words";

/** "one answer", "3 answers" */
const counted = (many: number, thing: string): string => (many === 1 ? `one ${thing}` : `${many} ${thing}s`);

export const lessonTexts = {
  watching: "Watching a few games first …",
  reading: (positions: number) => `Reading ${count(positions, "position")} …`,
  failed: (why: string) => `${why} Press Start to watch first.`,
  play: "Play the lesson",
  pause: "Pause the lesson",
  step: (at: number, of: number) => `Step ${number(at)} of ${number(of)}`,
  leftOut: (steps: number) => `, ${count(steps, "other step")} left out`,
  cut: " (only the first ones and the result are kept)",
  drawing: (states: number) => `Automaton with ${states} states`,
  tooLarge: (states: number) => `${number(states)} states are too many to draw (at most 60). Go to a later step, or use fewer games.`,
  constructed: "A constructed position that shows the move.",
  observed: (position: number) => `Observed position ${number(position)}.`,
  states: (states: number) => (states === 1 ? "one state" : `${states} states`),
  still: (name: string, positions: number) => `The ${name} did not move in these ${number(positions)} positions. Choose another piece, or more games.`,
  tree: (name: string, { positions, words, bySymmetry }: LessonView, outvoted: string, states: string) =>
    `In ${number(positions)} positions the ${name} made ${words} different moves. ${bySymmetry ? `By symmetry, ${count(bySymmetry, "more move")} in other directions ${bySymmetry === 1 ? "is" : "are"} assumed; no observation tells the directions apart. ` : ""}${outvoted}The prefix tree of these words has ${states}; every path to a double circle is one of them.`,
  /** Moves that are taken for errors in the records. */
  outvoted: (moves: number, first: string) =>
    `${moves === 1 ? "One listed move is" : `${moves} listed moves are`} ignored as an error in the records, such as going ${first}: in many other positions where that was possible, it was not legal. `,
  minimized: (states: string) => `The smallest automaton that allows exactly these moves has ${states}.`,
  tried: (a: number | undefined, b: number | undefined, shortest: boolean) =>
    `Can A and B, states ${a} and ${b}, be merged? No observation contradicts it${shortest ? ", and no other pair makes the description shorter" : ""}.`,
  merged: (states: string) => `Merged, together with the states that follow both: ${states} left.`,
  promoted: (a: number | undefined) => `State ${a} cannot be merged with any earlier state. It stays.`,
  expanded: (states: string) => `Next, the search expands the smallest automaton so far: ${states}.`,
  learned: (positions: number, states: string, cut: boolean) => `Result from these ${number(positions)} positions: ${states}.${cut ? " Not every attempt is shown." : ""}`,
  refused: (a: number | undefined, b: number | undefined, why: string) => `A and B, states ${a} and ${b}, cannot be merged: ${why}`,
  /** Where no single move is to blame. */
  reasons: {
    tooMany: "there would be too many moves to check.",
    noMove: "then the empty word would be a move.",
    twoLoops: "then a state would lie on two cycles, which this algorithm does not allow.",
    known: "the result is an automaton that was found before.",
    notWorthIt: "the automaton would become shorter by less than the new claims cost.",
    nothingInCommon: "no step leads on from both. A move that ends in one of them ends there.",
    outdone: "another merge makes the description shorter.",
  } as Partial<Record<ObjectionWhy, string>>,
  could: (name: string, word: string) => `then the ${name} could go ${word}`,
  asHere: (from: string, to: string) => `, as here from ${from} to ${to}`,
  notListed: (move: string, path: string, position: number | undefined) => `${move}${path}. ${but(position)} that is not a legal move.`,
  notListedBySymmetry: (move: string, ends: { from: string; to: string } | undefined, position: number | undefined) =>
    `${move}. ${but(position)} the same move in another direction${ends ? `, from ${ends.from} to ${ends.to},` : ""} is not legal, and no observation tells the directions apart.`,
  neverPlayed: (move: string, path: string, bySymmetry: boolean) =>
    `${move}${bySymmetry ? ", and the same in other directions" : path}. That was possible so often that it would have been played if it were legal.`,
  tooManyUnseen: (name: string, word: string, path: string) => `too many unseen words would be accepted, such as the ${name} going ${word}${path}.`,
  unseen: (move: string, path: string) => `${move}${path}. Rejected: the check does not allow unseen words.`,
};

const but = (position: number | undefined): string => (position === undefined ? "But" : `But in position ${number(position)}`);

export const askingTexts = {
  watching: "Let me watch a little first …",
  kept: (answers: number) => `${counted(answers, "answer")} kept.`,
  loading: "Loading the part of the rules engine that asks …",
  restarting: "The rules engine was restarted. Replaying the games and your answers …",
  restarted: (answers: number) => `The rules engine was restarted. Your ${counted(answers, "answer")} ${answers === 1 ? "is" : "are"} kept.`,
  count: (answers: number, passed: number) => `${counted(answers, "answer")} so far${passed ? `, ${counted(passed, "question")} left open` : ""}`,
  question: (piece: string, from: string, to: string, word: string) => `Can the ${piece} move from ${from} to ${to} here: ${word}?`,
  caption: "Is this move legal?",
  none: (piece: string | null) =>
    `No questions left about ${piece === null ? "any piece" : `the ${piece}`}.${piece === null ? "" : " Choose another piece above, or allow questions about all pieces."}`,
  again: (answers: number) => `Use my ${counted(answers, "answer")} from before the restart`,
  refuted: (piece: string, legal: boolean, word: string) => `You answered that the ${piece} ${legal ? "can" : "cannot"} move ${word}. An observed game shows the opposite, so the answer is ignored.`,
  undone: "Answer undone.",
  rulesSay: (legal: boolean) => `The rules say ${legal ? "yes" : "no"}.`,
  youSay: (legal: boolean) => `Your answer: ${legal ? "yes" : "no"}.`,
  states: (piece: string, states: number) => ` The automaton of the ${piece} now has ${counted(states, "state")}.`,
};

export const recordsTexts = {
  fromFile: (file: string) => `These records came from ${file}, so there is nothing new to save.`,
  stopped: "Stopped; nothing was saved.",
  writing: (record: number) => `Writing record ${number(record)} …`,
  fileName: (game: string | undefined, games: number) => `${game ?? "games"}-${games}.records.txt`,
  saved: (file: string) => `Saved ${file}.`,
  tooLarge: (file: string, bytes: number, most: number) =>
    `${file} has ${(bytes / 2 ** 20).toFixed(1)} MB; this page reads up to ${most / 2 ** 20}. The tool reads files of any size: kibitzer learn ${file}`,
  reading: (file: string) => `Reading ${file} …`,
  noText: "This is not a text file (UTF-8).",
  place: (line: number, column: number) => `Line ${line}, column ${column}: `,
  trouble: (place: string, why: string) => `${place}${why}.`,
  noRecords: (file: string, place: string, why: string) => `${file} is not a file of records. ${place}${why}${place ? "." : ""}`,
  read: (records: number, games: number) => `${number(records)} records, ${number(games)} games`,
  stoppedReading: "Stopped before the end.",
  learning: (automata: number) => `Learning: ${number(automata)} automata tried …`,
  learned: (records: number, file: string) => `Learned from ${number(records)} records in ${file}.`,
  usedBefore: (trouble: string) => `${trouble} The records before it were used.`,
  clashes: (clashes: string[]) => ` These records contradict each other: ${clashes.join("; ")}.`,
  notRandom: ({ side, ignored }: NotRandom) => ` ${sideName(side)} does not choose moves at random, so moves that were never played ${ignored ? "are not used as evidence" : "count for less"}.`,
  notYet: (why: string) => ` It cannot be played yet: ${why}`,
};

export const exportsTexts = {
  forms: { dot: "DOT", tikz: "TikZ", json: "JSON", svg: "SVG", png: "PNG", game: "Game text" },
  copy: "Copy",
  download: "Download",
  copied: (form: string) => `Copied: ${form}.`,
  mayNotCopy: "The browser does not allow copying here. Download it instead.",
  saved: (file: string) => `Saved ${file}.`,
  about: (piece: string) => `The ${piece}, as learned so far. Game text exports the whole game.`,
  notDone: "The game text is available when watching ends. Press Finish now or Skip to the end.",
  noDrawing: "No drawing: the piece has not moved yet, or its automaton is too large. DOT exports all states.",
  tooLarge: "The picture is too large.",
};

export const exerciseTexts = {
  none: "There is no exercise here.",
  task: (piece: string, square: string) => `Mark every square that the ${piece} on ${square} can move to.`,
  how: "Click squares, or use the arrow keys and Enter. Then press Check.",
  noPiece: (symbol: string) => `There is no piece ${JSON.stringify(symbol)} in this game: give one of its letters.`,
  nothingThere: (square: string) => `No piece that can move now stands on ${square}.`,
  right: (many: number, all: boolean) => (all ? `All ${many} right.` : `${many} right.`),
  missed: (squares: string) => `Missed: ${squares}.`,
  wrong: (squares: string) => `Wrong: ${squares}.`,
  rule: (sentence: string) => `The rule: ${sentence}`,
  last: (perfect: number, of: number, share: number) => ` That was the last one: ${perfect} of ${of} fully correct, ${Math.round(share * 100)} %.`,
  check: "Check",
  again: "Try again",
  next: "Next",
  score: (at: number, of: number, share: number | null) => `${at} of ${of}${share === null ? "" : `, ${Math.round(share * 100)} % so far`}`,
  piece: "the piece to move",
  mark: { marked: "marked", right: "right", missed: "missed", wrong: "wrong" },
};
