// A move on a board and a path through the automaton are the same thing: pointing at one shows the other.

import { colours } from "../base/colours";
import * as Frames from "../base/frames";
import { signal } from "../base/signal";
import * as Main from "../board/main";
import * as Paint from "../board/paint";
import type { LearningView, PathView } from "../client/protocol";
import { EMPTY, endsOf, type Move, type PieceId } from "../client/views";
import * as Game from "../store/game";
import { pieceAt, squares, touched } from "../store/store";
import { describe } from "../store/words";
import { comparing, everywhere } from "./compare";
import * as Drawing from "./drawing";
import { automataInSight } from "./inside";
import * as Marks from "./marks";
import { type Chosen, endOf, PathQuery } from "./paths";
import * as ShownPiece from "./shown-piece";
import { shown } from "./shown-piece";
import { wayOf } from "./steps";
import { texts } from "./texts";
import { learned, Watch } from "./watch";

/** An arrow of the automaton that is drawn, or one of its glyphs. */
export interface Edge {
  from: number;
  to: number;
  /** Names the way that a glyph goes. */
  way?: string | undefined;
}

export const state = {
  /** The piece on the main board that is looked at. */
  pinned: null as { from: number; piece: PieceId } | null,
  /** The path that is lit. */
  chosen: null as Chosen | null,
  /** Under the pointer, or where the keyboard is. */
  edge: null as Edge | null,
};

/** Another path or arrow is lit. */
export const changed = signal();

/** The moves on the main board, and the move that was just watched. */
export const big: PathQuery = new PathQuery(
  () => onPaths(big),
  () => state.pinned?.from,
);
export const last: PathQuery = new PathQuery(onLast, () => undefined);

/** The watched move whose path is to be lit. */
let watchedMove: Move | null = null;
/** What is lit in the drawing. */
let lit: Element[] = [];
let timer = 0;
/** So long a pointer must rest on a square, in milliseconds: it may only be passing. */
const dwell = 70;

export function init(): void {
  Frames.add(show);
  Main.board.layers.push({ over: paint });
  Main.tellers.push(words);
  Main.pointers.push(point);
  learned.listen((view, before) => {
    if (!holds()) ShownPiece.follow(view.last?.moved);
    follow(before, view);
  });
  Game.settingUp.listen(() => {
    unpin();
    choose(null);
  });
  const { svg } = Drawing;
  svg.addEventListener("pointerover", (event) => light(edgeOf(event.target)));
  svg.addEventListener("pointerleave", () => light(edgeOf(document.activeElement)));
  svg.addEventListener("focusin", (event) => light(edgeOf(event.target)));
  svg.addEventListener("focusout", () => light(null));
  Main.board.elements.grid.addEventListener("keydown", (event) => {
    if (event.key === "Escape") unpin();
  });
}

/** Whether the visitor is looking at something: then it must not be taken away. */
const holds = (): boolean => !!(state.pinned || state.edge || (state.chosen && state.chosen.query !== last));

function show(): void {
  if (!automataInSight()) {
    if (holds() || state.chosen) clear();
    return;
  }
  const on = squares();
  const [first] = touched();
  // A piece that is picked up is looked at.
  if (first && "square" in first && pieceAt(first.square) !== EMPTY && state.pinned?.from !== first.square) return pin(first.square);
  const { pinned } = state;
  if (pinned && (on[pinned.from] !== pinned.piece || pinned.piece !== shown.piece)) unpin();
  if (state.chosen && state.chosen.piece !== shown.piece) choose(null);
  if (shown.piece !== EMPTY && (state.pinned || state.edge || everywhere())) big.want(shown.piece, on);
  else if (state.chosen?.query !== big) big.forget();
}

/** There is an answer: the path that is lit is the same move, if there still is one. */
export function onPaths(query: PathQuery): void {
  const { chosen } = state;
  if (chosen?.query === query) {
    const [from, to] = [chosen.path.squares[0], endOf(chosen.path)];
    const path = query.paths.find((each) => each.squares[0] === from && endOf(each) === to);
    const whole = chosen.step === chosen.path.squares.length - 1;
    state.chosen = path ? { ...chosen, path, step: whole ? path.squares.length - 1 : Math.min(chosen.step, path.squares.length - 1) } : null;
  }
  if (query === big && state.pinned) Frames.refresh();
  onChange();
}

/** A pointer or the keyboard is on this square of the main board. */
function point(square: number | null, byKey: boolean): void {
  clearTimeout(timer);
  if (!automataInSight() || Watch.hurried()) return;
  if (square === null) return release();
  timer = setTimeout(() => lookAt(square, byKey), byKey ? 0 : dwell);
}

/** Where the keyboard comes to is not looked at by that alone. */
export const stay = (): void => clearTimeout(timer);

export function lookAt(square: number, byKey: boolean): void {
  const { pinned } = state;
  const path = pinned && pathsOf(big).find((each) => endOf(each) === square);
  if (path) choose(big, path);
  else if (pinned?.from === square) choose(null);
  else if (pieceAt(square) !== EMPTY) pin(square);
  else if (byKey) choose(null);
  else unpin();
}

export function pin(from: number): void {
  state.pinned = { from, piece: pieceAt(from) };
  state.chosen = null;
  ShownPiece.glance(state.pinned.piece);
  onChange();
}

export function unpin(): void {
  if (!state.pinned) return;
  state.pinned = null;
  if (state.chosen?.query === big) state.chosen = null;
  onChange();
  Frames.refresh();
}

/** Nothing is pointed at any more: while the game goes on, so does the page. */
export function release(): void {
  if (!Watch.running()) return;
  unpin();
  choose(null);
}

function clear(): void {
  state.pinned = state.chosen = state.edge = watchedMove = null;
  big.forget();
  onChange();
}

/** Lights a path of a query, so many steps of it; or none. */
export function choose(query: PathQuery | null, path?: PathView, step?: number): void {
  if (!query && !state.chosen) return;
  const piece = query?.seen?.piece;
  state.chosen = query && piece && path ? { query, piece, path, step: step ?? path.squares.length - 1 } : null;
  onChange();
}

/** The moves to choose from, in a fixed order: those of the piece that is looked at. */
export function pathsOf(query: PathQuery): PathView[] {
  const from = query.from();
  return query.paths.filter((path) => (from === undefined || path.squares[0] === from) && (path.verdict !== "missed" || comparing()));
}

export function light(edge: Edge | null): void {
  const before = state.edge;
  const same = edge?.from === before?.from && edge?.to === before?.to && edge?.way === before?.way;
  if (same || !automataInSight()) return;
  state.edge = edge;
  show();
  onChange();
}

/** The arrow, or the glyph of one, that an element stands for. */
export function edgeOf(target: EventTarget | null): Edge | null {
  const element = target instanceof Element ? target.closest("[data-from]") : null;
  if (!(element instanceof SVGElement || element instanceof HTMLElement)) return null;
  const { from, to } = element.dataset;
  const glyph = target instanceof Element ? target.closest("[data-way]") : null;
  return { from: Number(from), to: Number(to), way: glyph?.getAttribute("data-way") ?? undefined };
}

/** The watched move lights its path. */
function follow(before: LearningView | null, view: LearningView): void {
  if (!automataInSight() || holds() || Watch.hurried() || !before || !view.last?.moved || view.last.moved !== shown.piece) return;
  watchedMove = view.last;
  last.want(view.last.moved, before.squares);
}

function onLast(): void {
  const ends = watchedMove && endsOf(watchedMove);
  const path = last.paths.find((each) => each.squares[0] === ends?.from && endOf(each) === ends?.to);
  if (holds() || watchedMove !== Watch.view?.last) return;
  if (path) choose(last, path);
  else choose(null);
}

/** The picture has changed; nothing else. */
function onChange(): void {
  showInDrawing();
  changed.fire();
  Frames.repaint();
}

/** On the main board. */
function paint(sheet: Paint.Sheet): void {
  if (!automataInSight()) return;
  const { pinned, chosen, edge } = state;
  // An old answer is of no use on another position.
  if (!big.seen || !big.isAbout(squares())) return;
  if (pinned) Paint.frame(sheet, pinned.from, colours.trace);
  const path = chosen?.query === big ? chosen : null;
  if (pinned || everywhere()) Marks.moves(sheet, big.seen.squares, pathsOf(big), path);
  if (edge) Marks.edge(sheet, uses(big.seen.paths, edge));
  else if (path) Marks.path(sheet, path.piece, path.path, path.step);
}

/** Where these paths go along an arrow, from which square to which. */
export function uses(paths: PathView[], { from, to, way }: Edge): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const { steps, squares: along, states } of paths) {
    for (let at = 0; at + 1 < states.length; at++) {
      const [step, here, there] = [steps[at], along[at], along[at + 1]];
      if (states[at] !== from || states[at + 1] !== to || !step || here === undefined || there === undefined) continue;
      if (way !== undefined && way !== wayOf(step)) continue;
      pairs.set(`${here} ${there}`, [here, there]);
    }
  }
  return [...pairs.values()];
}

/** Lights the path in the drawing: what is lit, where one is, and where it is stuck. */
export function showInDrawing(): void {
  const { graph, svg, drawn } = Drawing;
  for (const element of lit) element.classList.remove("lit", "here", "stuck");
  lit = [];
  const lightUp = (element: Element | null | undefined, ...names: string[]) => {
    if (!element) return;
    element.classList.add(...names);
    lit.push(element);
  };
  const lightEdge = ({ from, to, way }: Edge) => {
    const part = graph.part(from, to);
    lightUp(part?.line, "lit");
    lightUp(part?.label, "lit");
    if (way) lightUp(part?.label.querySelector(`[data-way="${way}"]`), "lit");
  };
  const chosen = drawn.piece === state.chosen?.piece ? state.chosen : null;
  if (state.edge) lightEdge(state.edge);
  else if (chosen) {
    const { states, steps } = chosen.path;
    const gone = Math.min(chosen.step, states.length - 1);
    states.slice(0, gone + 1).forEach((here, at) => {
      lightUp(graph.state(here), "lit");
      const [to, step] = [states[at + 1], steps[at]];
      if (at < gone && to !== undefined && step) lightEdge({ from: here, to, way: wayOf(step) });
    });
    const here = states[gone];
    if (here !== undefined) lightUp(graph.state(here), gone < chosen.step ? "stuck" : "here");
  }
  svg.classList.toggle("tracing", !!(state.edge || (chosen && chosen.query !== last)));
}

/** Arrow keys go from one to the next of many; only one of them is in the way of Tab. */
export function rove(event: KeyboardEvent, box: Element, selector: string): void {
  const all = [...box.querySelectorAll(selector)];
  const here = all.indexOf(document.activeElement as Element);
  const ways: Record<string, number> = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1, Home: 0, End: all.length - 1 };
  const to = ways[event.key];
  if (here < 0 || to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = all[Math.min(all.length - 1, Math.max(0, to))];
  for (const each of all) each.setAttribute("tabindex", each === next ? "0" : "-1");
  if (next instanceof SVGElement || next instanceof HTMLElement) next.focus();
}

/** What a cell of the main board says about the piece that is looked at. */
function words(square: number): string {
  const { pinned } = state;
  if (!pinned || !automataInSight()) return "";
  if (pinned.from === square) return texts.highlight.selected;
  const path = pathsOf(big).find((each) => endOf(each) === square);
  if (!path) return "";
  const piece = describe(pinned.piece);
  if (!comparing() || path.verdict === "agreed") return texts.highlight.canMove(piece);
  return path.verdict === "missed" ? texts.highlight.missed(piece) : texts.highlight.invented(piece);
}
