// A small board with one piece in the middle: where it may go by what was learned, and how that changes when something is in its way.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { Board } from "../board/board";
import * as Pieces from "../board/pieces";
import { EMPTY, lookOf, type PieceId, type Squares } from "../client/views";
import { legend } from "../store/store";
import { describe, squareNameOn } from "../store/words";
import { comparing } from "./compare";
import * as Highlight from "./highlight";
import { automataInSight } from "./inside";
import * as Marks from "./marks";
import { endOf, PathQuery } from "./paths";
import { shown } from "./shown-piece";
import { texts } from "./texts";
import { Watch } from "./watch";

const box = Dom.get("diagram-box", HTMLDetailsElement);
const frame = Dom.get("diagram-frame", HTMLElement);
const conjure = Dom.get("conjure", HTMLSelectElement);

/** Whose piece stands on a square: as the piece in the middle sees it. */
type Whose = "enemy" | "own";

/** How wide its frame is, once it has come near the window: until then there is nothing to draw. In CSS pixels. */
let room = 0;
/** The board it was made for. */
let shape = "";
let made = { width: 8, height: 8 };
let piece: PieceId = EMPTY;
/** Where the piece stands. */
let from = 0;
/** What the visitor has put there. */
const placed = new Map<number, Whose>();
/** Under the pointer, or where the keyboard is. */
let hover: number | null = null;
/** Where it was last: what was conjured up there stays as long as the path that needs it. */
let kept: number | null = null;
/** Of the pictures in it. */
let edition = 0;

export const paths: PathQuery = new PathQuery(
  () => {
    lightHovered();
    Highlight.onPaths(paths);
    board.show();
  },
  () => from,
);

const board = new Board(
  { box: Dom.get("diagram-board", HTMLElement), canvas: Dom.get("diagram-canvas", HTMLCanvasElement), grid: Dom.get("diagram-grid", HTMLElement) },
  {
    size: () => made,
    squares: position,
    legend,
    label: () => texts.diagram.label(describe(piece), name(from)),
    ghost: () => {
      const at = spot();
      return at !== null && at !== from && !placed.has(at) ? at : null;
    },
    words(square) {
      const path = Highlight.pathsOf(paths).find((each) => endOf(each) === square);
      if (!path) return [];
      if (comparing() && path.verdict !== "agreed") return [texts.diagram.verdict(path.verdict)];
      return [position()[square] === EMPTY ? texts.diagram.goes : texts.diagram.captures];
    },
    touch,
    pointAt(square, byKey) {
      // A click brings the keyboard along, but does not point with it.
      if (byKey && !document.activeElement?.matches(":focus-visible")) return;
      point(square);
    },
  },
);

board.layers.push({
  over(sheet) {
    const { chosen, edge } = Highlight.state;
    const lit = chosen?.query === paths ? chosen : null;
    Marks.moves(sheet, paths.seen?.squares ?? position(), Highlight.pathsOf(paths), lit);
    if (edge) Marks.edge(sheet, Highlight.uses(Highlight.pathsOf(paths), edge));
    else if (lit) Marks.path(sheet, lit.piece, lit.path, lit.step);
  },
});

export function init(): void {
  Frames.add(show);
  Frames.addPainter(() => {
    if (edition !== Pieces.edition) paint();
  });
  Highlight.changed.listen(paint);
  board.elements.grid.addEventListener("focusout", () => point(null));
  conjure.addEventListener("change", () => Frames.refresh());
  Dom.button("diagram-clear").addEventListener("click", () => {
    placed.clear();
    kept = null;
    Highlight.choose(null);
    Frames.refresh();
  });
  box.addEventListener("toggle", () => Frames.refresh());
  new ResizeObserver(([entry]) => {
    if (!room) Frames.refresh();
    room = entry?.contentRect.width ?? 0;
    if (shape) measure();
  }).observe(frame);
}

const name = (square: number): string => squareNameOn(made.width, square);

function show(): void {
  if (!automataInSight() || !box.open || !room || shown.piece === EMPTY) return paths.forget();
  const { width, height } = Watch.game?.board ?? { width: 8, height: 8 };
  const wanted = `${width}x${height} ${Watch.game?.name}`;
  if (wanted !== shape) {
    shape = wanted;
    placed.clear();
    hover = kept = null;
    made = { width, height };
    board.cursor = from = Math.floor(height / 2) * width + Math.floor((width - 1) / 2);
    board.fit();
    measure();
    // A whole board is enough for one frame.
    Frames.fill();
    return Frames.refresh();
  }
  piece = shown.piece;
  Dom.enable("diagram-clear", placed.size > 0 || spot() !== null);
  paths.want(piece, position());
  board.show();
  paint();
}

/** Squares of at least 24 pixels; a wide board scrolls in its frame. */
function measure(): void {
  if (!room) return;
  const side = Math.max(24, Math.min(32, Math.floor(room / made.width)));
  board.elements.box.classList.toggle("wide", made.width > 10);
  board.resize(Math.round(side * (devicePixelRatio || 1)));
  paint();
}

/** The commonest piece of a side, and not the piece itself if there is another. */
function standIn(whose: Whose): PieceId {
  const owner = lookOf(piece, legend())?.owner;
  const pieces = (Watch.game?.pieces ?? []).filter((each) => (lookOf(each.piece, legend())?.owner === owner) === (whose === "own"));
  const others = pieces.filter((each) => each.piece !== piece);
  const [first] = (others.length ? others : pieces).sort((a, b) => b.count - a.count);
  return first?.piece ?? piece;
}

/** The square on which something is conjured up. */
const spot = (): number | null => hover ?? (Highlight.state.chosen?.query === paths ? kept : null);

/** What stands where, with what the pointer conjures up. */
function position(): Squares {
  const squares: PieceId[] = Array(made.width * made.height).fill(EMPTY);
  for (const [at, whose] of placed) squares[at] = standIn(whose);
  const at = spot();
  if (at !== null && !placed.has(at) && (conjure.value === "enemy" || conjure.value === "own")) squares[at] = standIn(conjure.value);
  squares[from] = piece;
  return squares;
}

function point(square: number | null): void {
  if (square === hover || !automataInSight()) return;
  if (square === null) {
    // The path stays lit, so that one can step through it, unless the game goes on.
    kept = hover;
    hover = null;
    Highlight.release();
    return Frames.refresh();
  }
  hover = square;
  paths.want(piece, position());
  lightHovered();
  paint();
}

/** Lights the path to the square under the pointer. */
function lightHovered(): void {
  if (hover === null || !paths.isAbout(position())) return;
  const path = Highlight.pathsOf(paths).find((each) => endOf(each) === hover);
  if (path) Highlight.choose(paths, path);
  else if (Highlight.state.chosen?.query !== Highlight.big) Highlight.choose(null);
}

/** Puts an opponent's piece on a square, then one's own, then takes it away. */
function touch(square: number): void {
  if (square === from) return;
  const now = placed.get(square);
  if (!now) placed.set(square, "enemy");
  else if (now === "enemy") placed.set(square, "own");
  else placed.delete(square);
  speak(texts.diagram.put(name(square), placed.get(square)));
  // A finger points only while it taps.
  point(square);
  Frames.refresh();
}

function paint(): void {
  if (piece === EMPTY || !box.open || !automataInSight()) return;
  edition = Pieces.edition;
  board.paint();
}
