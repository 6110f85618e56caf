// The texts of the laboratory.

import { count } from "../base/text";

export const texts = {
  title: "Laboratory",
  intro:
    "Repeat the experiments of the papers, change their settings, and see our figures beside the published ones. Everything runs in this page; the same seed gives the same numbers here and in the command-line tool.",
  toBoard: "Back to the board",
  toList: "All experiments",
  loading: "Loading the laboratory …",
  loaded: (bytes: string) => `Loading the laboratory: ${bytes}`,
  worker: "laboratory worker",
  notLoaded: (why: string) => `The laboratory could not be loaded: ${why}`,
  tryAgain: "Try again",
  badLink: (why: string) => `This link cannot be opened: ${why} Choose an experiment below.`,
  settings: "Settings",
  published: (source: string) => `Published figures: ${source}`,
  between: (least: string, most: string) => `${digits(least)} to ${digits(most)}`,
  list: (least: string, most: string) => `numbers from ${digits(least)} to ${digits(most)}, separated by commas`,
  player: "a player, as in alphabeta:nodes=500",
  players: "players, separated by semicolons",
  defaults: "Restore defaults",
  copyLink: "Copy link",
  copied: "Link copied.",
  notCopied: "The browser does not permit copying. The address of the page is the link.",
  cells: (cells: number) => `${count(cells, "cell")} to run`,
  run: "Run",
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel",
  again: "Start over",
  retry: (cells: number) => `Try ${cells === 1 ? "it" : "them"} again`,
  progress: "Progress",
  done: (done: number, cells: number) => `${done} of ${count(cells, "cell")}`,
  left: (seconds: number) =>
    seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s left` : seconds < 5400 ? `about ${Math.round(seconds / 60)} min left` : `about ${Math.round(seconds / 3600)} h left`,
  took: (seconds: number) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`),
  state: {
    ready: "",
    running: "running",
    pausing: "finishing the running cells",
    paused: "paused",
    cancelled: "cancelled; finished cells are kept",
    done: "done",
    incomplete: "not complete",
  },
  said: {
    running: "Running.",
    pausing: "Pausing.",
    paused: "Paused.",
    cancelled: "Cancelled. What was finished is kept.",
    done: (finding: string) => `Done. ${finding}`,
    incomplete: "Some cells failed.",
  },
  failed: (cells: number) => `${count(cells, "cell")} failed. The others are not affected. Try again, or choose smaller settings.`,
  failedCell: (cell: string, why: string) => `${cell}: ${why}`,
  noReport: (why: string) => `The results cannot be shown: ${why}`,
  results: "Results",
  partial: "Partial results, from the cells that are done.",
  plotHelp: "Left and right arrow keys move along a series, up and down arrow keys change the series.",
  plot: "plot",
  values: (title: string) => `Values: ${title}`,
  noPoint: "Point at a mark, or move with the arrow keys, to read its value.",
  rowsLeft: (rows: number) => `${count(rows, "more row")} in the CSV file.`,
  files: "Files: CSV, JSON, SVG, Markdown",
  filesAbout: "The same files as those of the command-line tool. Times are in separate files.",
  preparing: "Preparing the files …",
  command: "The same run with the command-line tool:",
  shown: { running: (percent: number) => `running, ${percent} %`, partial: (percent: number) => `${percent} % done`, done: "done" },
};

/** Large numbers with commas. */
function digits(text: string): string {
  return text.replace(/\B(?=(\d{3})+$)/g, ",");
}
