// "Mark every move this piece can make": the worker finds positions, the visitor marks squares, the page compares.

import * as Address from "../base/address";
import * as Colours from "../base/colours";
import { colours } from "../base/colours";
import * as Dom from "../base/dom";
import { Board } from "../board/board";
import * as Main from "../board/main";
import * as Paint from "../board/paint";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import { EMPTY, type Legend, type PieceId, type Squares, squaresOf } from "../client/views";
import { beginning } from "../store/narrowing";
import { legend, size, store } from "../store/store";
import { describe, pieceOfSymbol, squareNameOn } from "../store/words";
import { reports } from "./exercise-reports";
import { exerciseTexts as texts } from "./texts-later";

declare module "../base/lazy" {
  interface Parts {
    exercise: typeof import("./exercise");
  }
}

interface Task {
  position: string;
  squares: Squares;
  square: number;
  piece: PieceId;
  answer: number[];
}

type Mark = keyof typeof texts.mark;

const dialog = Dom.get("exercise", HTMLDialogElement);
const space = Dom.get("exercise-space", HTMLElement);
const verdict = Dom.get("exercise-verdict", HTMLElement);
const check = Dom.button("exercise-check");
/** For coordinates, in CSS pixels; and the limits of a square's side. */
const margin = 16;
const limits = { smallest: 24, largest: 72 };

const tasks = new Latest();
let task: Task | null = null;
/** The board that the task is about, whatever game is loaded by now. */
let shape: { width: number; height: number; legend: Legend } = { ...size(), legend: legend() };
const marks = new Set<number>();
/** Whether the answer is shown. */
let checked = false;
/** The symbol of the piece to ask about; any, if undefined. */
let symbol: string | undefined;
let count = 5;
let seed = 1;
/** A position of the teacher's own, and the square of the piece. */
let fixed: { start: string | undefined; square: string } | null = null;
/** One number from 0 to 1 for each exercise done. */
let scores: number[] = [];

const board = new Board(
  { box: Dom.get("exercise-board", HTMLElement), canvas: Dom.get("exercise-canvas", HTMLCanvasElement), grid: Dom.get("exercise-grid", HTMLElement) },
  {
    size: () => shape,
    squares: () => task?.squares ?? [],
    legend: () => shape.legend,
    selected: (square) => marks.has(square),
    words(square) {
      if (square === task?.square) return [texts.piece];
      const mark = markOf(square);
      return mark ? [texts.mark[mark]] : [];
    },
    touch: toggle,
  },
);

board.layers.push({
  under(sheet) {
    if (!task) return;
    Paint.tint(sheet, task.square, colours.pick);
    Paint.frame(sheet, task.square, colours.mark);
  },
  over(sheet) {
    for (let at = 0; at < shape.width * shape.height; at++) {
      const mark = markOf(at);
      if (mark) paintMark(sheet, at, mark);
    }
  },
});

function init(): void {
  check.addEventListener("click", () => (checked ? next() : finishOne()));
  new ResizeObserver(draw).observe(space);
  addEventListener("resize", draw);
  Colours.changed.listen(() => requestAnimationFrame(draw));
}

/** A frame that is nothing but an exercise. */
function fromAddress(): Promise<void> {
  symbol = Address.params.get("piece") || undefined;
  count = Address.number("count", 1, 50) ?? 5;
  const square = Address.params.get("square");
  if (square) {
    fixed = { start: Address.where().start, square };
    count = 1;
  }
  return begin(Address.number("seed", 0, 2 ** 32 - 1) ?? Client.freshSeed());
}

async function begin(from: number): Promise<void> {
  if (!store.game) return;
  seed = from;
  scores = [];
  if (!dialog.open) {
    if (isAlone()) dialog.show();
    else dialog.showModal();
  }
  await next();
}

/** Whether the frame shows an exercise and nothing else. */
const isAlone = (): boolean => Address.embedded && Address.embedMode === "exercise";

const nameOf = (square: number): string => squareNameOn(shape.width, square);

async function next(): Promise<void> {
  if (scores.length >= count) return begin((seed + 1000) % 2 ** 32);
  const ticket = tasks.begin();
  const found = await find();
  if (ticket.stale) return;
  if (typeof found === "string") {
    task = null;
    Dom.say(Dom.get("exercise-task", HTMLElement), texts.none);
    Dom.say(verdict, found);
    reports.fire("error", { message: found });
  } else {
    task = found;
    shape = { ...size(), legend: legend() };
    board.cursor = found.square;
    Dom.say(Dom.get("exercise-task", HTMLElement), texts.task(describe(found.piece), nameOf(found.square)));
    Dom.say(verdict, texts.how);
  }
  marks.clear();
  checked = false;
  show();
  board.cells[board.cursor]?.focus({ preventScroll: true });
}

/** The task, or why there is none. */
async function find(): Promise<Task | string> {
  if (fixed) return findFixed(fixed.start, fixed.square);
  const piece = symbol === undefined ? undefined : pieceOfSymbol(symbol);
  if (symbol !== undefined && piece === undefined) return texts.noPiece(symbol);
  const reply = await Client.table.exercise((seed + scores.length) % 2 ** 32, piece);
  return reply.type === "exercise" ? reply.exercise : reply.message;
}

async function findFixed(start: string | undefined, name: string): Promise<Task | string> {
  const reply = await Client.table.show({ start, moves: Address.where().moves });
  if (reply.type !== "board") return reply.message;
  const { squares, position, legal } = reply.board;
  const square = squares.findIndex((_, at) => squareNameOn(size().width, at) === name);
  const answer = beginning(legal, [{ square }]).flatMap((move) => squaresOf(move).at(-1) ?? []);
  if (!answer.length) return texts.nothingThere(name);
  return { position, squares, square, piece: squares[square] ?? EMPTY, answer };
}

function toggle(square: number): void {
  if (checked || !task || square === task.square) return;
  if (!marks.delete(square)) marks.add(square);
  show();
}

/** Compares what was marked with the answer, and shows it. */
function finishOne(): void {
  if (!task) return;
  const { answer, piece, position, square } = task;
  const right = [...marks].filter((each) => answer.includes(each)).map(nameOf);
  const wrong = [...marks].filter((each) => !answer.includes(each)).map(nameOf);
  const missed = answer.filter((each) => !marks.has(each)).map(nameOf);
  const score = right.length / (right.length + wrong.length + missed.length);
  checked = true;
  scores.push(score);
  const words = [texts.right(right.length, score === 1)];
  if (missed.length) words.push(texts.missed(missed.join(", ")));
  if (wrong.length) words.push(texts.wrong(wrong.join(", ")));
  const rule = store.game?.pieces.find((each) => each.piece === piece)?.sentence;
  if (score < 1 && rule) words.push(texts.rule(rule));
  Dom.say(verdict, words.join(" "));
  reports.fire("answer", { number: scores.length, of: count, score, position, square: nameOf(square), right, wrong, missed });
  if (scores.length >= count) finishAll();
  show();
}

function finishAll(): void {
  const perfect = scores.filter((each) => each === 1).length;
  reports.fire("complete", { score: average(), count, perfect, scores, seed });
  Dom.say(verdict, `${verdict.textContent}${texts.last(perfect, count, average())}`);
}

const average = (): number => scores.reduce((sum, each) => sum + each, 0) / Math.max(1, scores.length);

// ---- the board ----

function show(): void {
  Dom.say(check, !checked ? texts.check : scores.length >= count ? texts.again : texts.next);
  check.disabled = !task;
  const at = Math.min(count, scores.length + (checked ? 0 : 1));
  Dom.say(Dom.get("exercise-score", HTMLElement), texts.score(at, count, scores.length ? average() : null));
  board.show();
  draw();
}

function markOf(square: number): Mark | null {
  const marked = marks.has(square);
  if (!checked) return marked ? "marked" : null;
  if (task?.answer.includes(square)) return marked ? "right" : "missed";
  return marked ? "wrong" : null;
}

/** As for the main board: what a frame asks room for. */
function wanted(): { box: HTMLElement; side: number; width: number; height: number } {
  const { width, height } = size();
  const side = Math.max(limits.smallest, Math.floor(Math.min((space.clientWidth - margin) / width, 560 / height, limits.largest)));
  return { box: board.elements.box, side, width: margin + side * width, height: margin + side * height };
}

function draw(): void {
  const room = space.clientWidth;
  if (!task || !room) return;
  const { width, height } = shape;
  const ratio = devicePixelRatio || 1;
  const fits = Math.max(260, innerHeight - 320);
  const down = isAlone() ? Main.room.height(fits) : fits;
  const side = Math.min((room - margin) / width, down / height, limits.largest);
  board.resize(Math.max(Math.ceil(limits.smallest * ratio), Math.floor(side * ratio)), margin);
  board.paint();
}

/** A disc for a mark; when checked a tick for right, a cross for wrong, an empty ring for missed. */
function paintMark(sheet: Paint.Sheet, at: number, mark: Mark): void {
  const { context, square } = sheet;
  const style = getComputedStyle(dialog);
  const card = style.getPropertyValue("--card");
  const colour = mark === "wrong" || mark === "missed" ? style.getPropertyValue("--wrong") : colours.mark;
  context.save();
  context.translate(...Paint.middle(sheet, at));
  context.scale(square / 100, square / 100);
  // A piece stays to be seen: its mark sits in the corner.
  if (task?.squares[at] !== EMPTY && mark !== "missed") {
    context.translate(29, 29);
    context.scale(0.66, 0.66);
  }
  context.lineWidth = 9;
  context.lineCap = context.lineJoin = "round";
  context.strokeStyle = colour;
  context.fillStyle = card;
  context.beginPath();
  context.arc(0, 0, mark === "missed" ? 40 : 27, 0, 7);
  if (mark === "missed") {
    // Around a piece, not over it; the light line lets it stand off a dark one.
    context.strokeStyle = card;
    context.lineWidth = 13;
    context.stroke();
    context.strokeStyle = colour;
    context.lineWidth = 9;
    context.setLineDash([14, 14]);
  } else context.fill();
  context.stroke();
  context.beginPath();
  if (mark === "right") context.stroke(new Path2D("M-12 1 -3 11 13 -10"));
  else if (mark === "wrong") context.stroke(new Path2D("M-10-10 10 10M10-10-10 10"));
  else if (mark === "marked") {
    context.arc(0, 0, 12, 0, 7);
    context.fillStyle = colour;
    context.fill();
  }
  context.restore();
}

init();

export const Exercise = { dialog, begin, fromAddress, wanted };
