// Merging, step by step: the tree of what was seen, each pair of states that is tried, and why some cannot be merged.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { squareOf } from "../board/grid";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import type { Failed, GraphView, LessonStep, LessonView, Objection, SceneView } from "../client/protocol";
import { EMPTY, type PieceId } from "../client/views";
import { describe, squareName } from "../store/words";
import { Boxes } from "./boxes";
import * as Glyph from "./glyph";
import { Graph } from "./graph";
import * as Scene from "./scene";
import { shown } from "./shown-piece";
import { ahead } from "./steps";
import { tellWord } from "./texts";
import { lessonTexts as texts } from "./texts-later";
import { Watch } from "./watch";
import { Zoom } from "./zoom";

declare module "../base/lazy" {
  interface Parts {
    lesson: typeof import("./lesson");
  }
}

const slider = Dom.get("lesson-slider", HTMLInputElement);
const sentence = Dom.get("lesson-sentence", HTMLElement);
const algorithm = Dom.get("lesson-algorithm", HTMLSelectElement);
const games = Dom.get("lesson-games", HTMLSelectElement);
/** Whether pairs that were refused are stepped over. */
const mergesOnly = Dom.get("lesson-merges", HTMLInputElement);
const graph = new Graph(Dom.get("lesson-graph", SVGSVGElement));
const zoom = new Zoom(Dom.get("lesson-frame", HTMLElement), graph, [0.5, 1.4], "lesson-zoom");
/** Milliseconds from step to step; a no takes longer to read. */
const pace = { step: 1100, refused: 3200 };

const lessons = new Latest();
let view: LessonView | null = null;
let piece: PieceId = EMPTY;
/** The step that is wanted; while one is being fetched it may change. */
let index = 0;
let fetching = false;
let playing = false;
let timer = 0;
/** On the two states in question. */
let marks: SVGGElement | null = null;

function init(): void {
  Frames.add(refresh);
  for (const select of [algorithm, games]) select.addEventListener("change", begin);
  slider.addEventListener("input", () => goTo(steps()[Number(slider.value)]));
  mergesOnly.addEventListener("change", () => goTo(steps()[placeIn(steps(), index)]));
  const acts: Record<string, () => void> = {
    first: () => goTo(0),
    back: () => goTo(beside(-1)),
    play: toggle,
    on: () => goTo(beside(1)),
    last: () => goTo(last()),
  };
  for (const [name, act] of Object.entries(acts)) Dom.button(`lesson-${name}`).addEventListener("click", act);
}

const isOpen = (): boolean => Boxes.isOpen("lesson");
const last = (): number => Math.max(0, (view?.steps ?? 1) - 1);

/** The steps that are shown, by their numbers among all. */
const steps = (): number[] => (mergesOnly.checked ? (view?.merges ?? []) : Array.from({ length: view?.steps ?? 0 }, (_, at) => at));

/** Where a step, or the last one before it, stands in a list. */
const placeIn = (list: number[], step: number): number => Math.max(0, list.filter((each) => each <= step).length - 1);

/** The step before or after this one. */
function beside(way: -1 | 1): number {
  const list = steps();
  return list[Math.min(list.length - 1, Math.max(0, placeIn(list, index) + way))] ?? 0;
}

async function open(): Promise<void> {
  algorithm.value = Watch.settings.algorithm;
  Dom.say(sentence, texts.watching);
  if ((await Boxes.haveWatched()) && isOpen()) begin();
}

function close(): void {
  lessons.drop();
  rest();
  piece = EMPTY;
}

/** Another piece was chosen while the lesson is open. */
function refresh(): void {
  if (isOpen() && piece !== EMPTY && shown.piece !== piece) begin();
}

async function begin(): Promise<void> {
  rest();
  const lesson = lessons.begin();
  piece = shown.piece;
  view = null;
  index = 0;
  for (let reply = await Client.learning.lesson(piece, algorithm.value, Number(games.value)); !lesson.stale; reply = await Client.learning.lessonStep(0)) {
    if (reply.type !== "lesson") return fail(reply);
    if (reply.lesson.ready) return show(reply.lesson);
    Dom.say(sentence, texts.reading(reply.lesson.positions));
  }
}

function fail(reply: Failed): void {
  Dom.say(sentence, texts.failed(reply.message));
}

async function goTo(step: number | undefined): Promise<void> {
  if (!view || step === undefined) return;
  rest();
  await fetchStep(step);
}

/** One question at a time: a slider that is dragged wants the newest only. */
async function fetchStep(step: number): Promise<void> {
  index = Math.min(last(), Math.max(0, step));
  if (fetching) return;
  fetching = true;
  const lesson = lessons.current();
  for (let fetched = -1; fetched !== index && !lesson.stale; ) {
    fetched = index;
    const reply = await Client.learning.lessonStep(fetched);
    if (lesson.stale) break;
    if (reply.type === "lesson") show(reply.lesson);
    else fail(reply);
  }
  fetching = false;
}

function toggle(): void {
  if (playing) rest();
  else play();
}

async function play(): Promise<void> {
  if (!view) return;
  playing = true;
  await fetchStep(index >= last() ? 0 : beside(1));
  if (!playing) return;
  if (index >= last()) return rest();
  timer = setTimeout(play, view?.step?.what === "refused" ? pace.refused : pace.step);
  showButtons();
}

function rest(): void {
  playing = false;
  clearTimeout(timer);
  showButtons();
}

function show(lesson: LessonView): void {
  view = lesson;
  const { step } = lesson;
  if (!step) return;
  if (!fetching) index = step.index;
  const list = steps();
  const at = placeIn(list, step.index);
  slider.max = String(list.length - 1);
  slider.value = String(at);
  const where = texts.step(at + 1, list.length);
  slider.setAttribute("aria-valuetext", where);
  const hidden = lesson.steps - list.length;
  Dom.say(Dom.get("lesson-count", HTMLElement), `${where}${hidden ? texts.leftOut(hidden) : ""}${lesson.cut ? texts.cut : ""}`);
  const words = tell(lesson, step);
  Dom.say(sentence, words);
  speak(words);
  draw(step);
  showButtons();
  const scene = step.objection?.scene;
  if (scene) Scene.show(scene, "✗", caption(scene));
  else Scene.clear();
  sentence.classList.toggle("refused", step.what === "refused");
}

function showButtons(): void {
  for (const name of ["first", "back"]) Dom.enable(`lesson-${name}`, index > 0);
  for (const name of ["on", "last"]) Dom.enable(`lesson-${name}`, index < last());
  const button = Dom.button("lesson-play");
  button.classList.toggle("going", playing);
  button.setAttribute("aria-label", playing ? texts.pause : texts.play);
}

const caption = ({ position }: SceneView): string => (position === undefined ? texts.constructed : texts.observed(position));

function tell(lesson: LessonView, { what, marked: [a, b], states: many, objection }: LessonStep): string {
  const name = describe(lesson.piece);
  const states = texts.states(many);
  switch (what) {
    case "tree":
      return lesson.words ? texts.tree(name, lesson, outvoted(lesson), states) : texts.still(name, lesson.positions);
    case "minimized":
      return texts.minimized(states);
    case "tried":
      return texts.tried(a, b, algorithm.value === "kibitzer");
    case "merged":
      return texts.merged(states);
    case "promoted":
      return texts.promoted(a);
    case "expanded":
      return texts.expanded(states);
    case "learned":
      return texts.learned(lesson.positions, states, lesson.cut);
    case "refused":
      return texts.refused(a, b, why(name, objection));
  }
}

function outvoted({ outvotedSteps: words }: LessonView): string {
  return words[0] ? texts.outvoted(words.length, tellWord(words[0], ahead(piece))) : "";
}

function why(name: string, objection: Objection | undefined): string {
  const reason = texts.reasons[objection?.why ?? "tooMany"];
  if (!objection || reason !== undefined) return reason ?? "";
  const { scene, bySymmetry } = objection;
  const word = tellWord(objection.steps, ahead(piece));
  const move = texts.could(name, word);
  const ends = scene && { from: squareName(scene.path[0] ?? 0), to: squareName(scene.path.at(-1) ?? 0) };
  const path = ends ? texts.asHere(ends.from, ends.to) : "";
  switch (objection.why) {
    case "notListed":
      return bySymmetry ? texts.notListedBySymmetry(move, ends, scene?.position) : texts.notListed(move, path, scene?.position);
    case "neverPlayed":
      return texts.neverPlayed(move, path, bySymmetry);
    default:
      return algorithm.value === "kibitzer" ? texts.tooManyUnseen(name, word, path) : texts.unseen(move, path);
  }
}

function draw(step: LessonStep): void {
  const large = Dom.get("lesson-large", HTMLElement);
  large.hidden = !!step.graph;
  graph.svg.toggleAttribute("hidden", !step.graph);
  graph.svg.setAttribute("aria-label", texts.drawing(step.states));
  if (!step.graph) return Dom.say(large, texts.tooLarge(step.states));
  graph.show(step.graph);
  zoom.keep();
  mark(step.graph, step.marked);
}

/** A frame and a letter for each state in question. */
function mark({ states }: GraphView, marked: number[]): void {
  marks?.remove();
  const both = marked.length > 1;
  const frames = marked.map((state, at) => {
    const { x, y } = Graph.place(states[state] ?? { x: 0, y: 0 });
    const letter = Glyph.make("text", { x: x - 23, y: y - 15 });
    letter.textContent = both ? ("AB"[at] ?? "") : "";
    return Glyph.make("g", { class: "mark" }, Glyph.make("rect", { x: x - 22, y: y - 22, width: 44, height: 44, rx: 8 }), letter);
  });
  marks = Glyph.make("g", { class: "marks" }, ...frames);
  graph.svg.append(marks);
  zoom.reveal(frames);
}

/** Whether it was a key for the lesson. */
function onKey({ key, target }: KeyboardEvent): boolean {
  if (!isOpen() || !view || squareOf(target) !== null) return false;
  const own = target instanceof Element && target.closest("button, summary, a");
  const ways: Record<string, () => number> = { ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Home: () => 0, End: last };
  const to = ways[key]?.();
  if (to !== undefined) goTo(to);
  else if (zoom.onKey(key)) return true;
  else if (key === " " && !own) toggle();
  else return false;
  return true;
}

init();

export const Lesson = { open, close, onKey };
