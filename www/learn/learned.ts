// What has been learned of each piece: a row of pieces to choose from, and everything about the one chosen.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Pieces from "../board/pieces";
import type { GameView, LearnedView, StepView } from "../client/protocol";
import { EMPTY, lookOf, type PieceId } from "../client/views";
import { legend, store } from "../store/store";
import { describe } from "../store/words";
import * as Drawing from "./drawing";
import { Graph } from "./graph";
import * as Highlight from "./highlight";
import * as Inside from "./inside";
import * as ShownPiece from "./shown-piece";
import { isStill, shown } from "./shown-piece";
import { ahead } from "./steps";
import { notation, tellWord, texts } from "./texts";
import * as Transitions from "./transitions";
import * as Truth from "./truth";
import { Watch } from "./watch";

const panel = Dom.get("panel-watch", HTMLElement);
const chooser = Dom.get("learned-pieces", HTMLElement);
const { drawn, frame, graph, svg, zoom } = Drawing;
/** The buttons of the row, by piece, and the game that it was made for. */
let buttons = new Map<PieceId, HTMLButtonElement>();
let listed: GameView | null = null;
/** Of the pictures in it. */
let edition = 0;
/** The piece whose start was last brought into sight. */
let centred: PieceId = EMPTY;
/** What is drawn, of a piece that has been seen to move; and what the words below the drawing are about. */
let current: LearnedView | undefined;
let told: LearnedView | undefined;
/** The buttons whose pictures are still to be drawn. */
let undrawn = new Map<PieceId, HTMLButtonElement>();
let drawnAt = 0;
let timer = 0;

function init(): void {
  Frames.add(show);
  Frames.add(tell);
  Frames.add(offerDiagram);
}

const inSight = (): boolean => !panel.hidden || Inside.isOpen();

function show(): void {
  if (!inSight()) return;
  const game = Watch.game ?? store.game;
  if (listed !== game) list(game);
  else if (edition !== Pieces.edition || undrawn.size) redraw();
  if (shown.piece === EMPTY && game?.pieces[0]) shown.piece = game.pieces[0].piece;
  for (const [piece, button] of buttons) showChoice(piece, button);
  // At full speed an automaton changes more often than the eye can follow.
  const wait = shown.urgent ? 0 : drawnAt + 200 - performance.now();
  shown.urgent = false;
  clearTimeout(timer);
  // The first one is much work, and is not done in the middle of a frame.
  if (wait > 0 || drawn.piece === EMPTY) timer = setTimeout(drawLater, wait);
  else drawPiece();
}

function drawLater(): void {
  const { key } = drawn;
  drawPiece();
  if (drawn.key !== key) Frames.refresh();
}

// ---- the row of pieces ----

function list(game: GameView | null): void {
  listed = game;
  buttons = new Map((game?.pieces ?? []).map(({ piece }) => [piece, choice(piece)]));
  const rows = (["white", "black"] as const).map((side) => {
    const own = [...buttons].filter(([piece]) => lookOf(piece, game?.legend ?? [])?.owner === side);
    return Dom.make("div", { className: "choices" }, ...own.map(([, button]) => button));
  });
  chooser.replaceChildren(...rows);
  // The pictures follow in the next frame.
  edition = -1;
  Frames.refresh();
}

/** A few in a frame. */
function redraw(): void {
  if (edition !== Pieces.edition) undrawn = new Map(buttons);
  edition = Pieces.edition;
  for (const [piece, button] of undrawn) {
    if (!Pieces.hasTime()) return Frames.refresh();
    undrawn.delete(piece);
    const picture = button.querySelector("canvas");
    const size = Math.round(34 * (devicePixelRatio || 1));
    if (!picture) continue;
    picture.width = picture.height = size;
    picture.getContext("2d", { willReadFrequently: true })?.drawImage(Pieces.picture(piece, size, listed?.legend ?? legend()), 0, 0);
  }
}

function choice(piece: PieceId): HTMLButtonElement {
  const picture = Dom.make("canvas");
  picture.setAttribute("aria-hidden", "true");
  const sign = Dom.make("span", { className: "sign" });
  sign.setAttribute("aria-hidden", "true");
  const button = Dom.make("button", { type: "button", className: "choice" }, picture, sign);
  button.addEventListener("click", () => ShownPiece.choose(piece));
  return button;
}

/** The sign on the button of a piece, and what it means. */
function signOf(piece: LearnedView | undefined): [sign: string, words: string] {
  const { unseen, fromRecords, exact, undecided, wrong } = texts.learned;
  if (!piece || isStill(piece)) return ["", unseen];
  if (!Watch.view?.judged) return ["•", fromRecords];
  return piece.verdict.exact ? ["✓", exact] : piece.verdict.undecided ? ["~", undecided] : ["?", wrong];
}

function showChoice(piece: PieceId, button: HTMLButtonElement): void {
  const [sign, words] = signOf(Watch.piece(piece));
  const mark = button.querySelector(".sign");
  if (mark) Dom.say(mark, sign);
  button.classList.toggle("unseen-yet", sign === "");
  button.classList.toggle("exact", sign === "✓");
  const of = listed?.legend ?? legend();
  const label = texts.learned.choice(lookOf(piece, of)?.symbol ?? "?", describe(piece, of), words);
  if (button.title !== label) button.title = label;
  Dom.set(button, "aria-label", label);
  Dom.set(button, "aria-pressed", String(piece === shown.piece));
}

// ---- the piece that is chosen ----

/** All of it, at once. */
function showPiece(): void {
  drawPiece();
  tell();
  offerDiagram();
}

function drawPiece(): void {
  if (!inSight()) return;
  const { piece } = shown;
  const view = ShownPiece.view();
  const key = view ? JSON.stringify([piece, view.graph, view.sentence, view.sure, view.doubtCount, view.verdict]) : String(piece);
  Transitions.show(view, key);
  if (key === drawn.key) return;
  drawn.key = key;
  drawnAt = performance.now();
  const name = piece === EMPTY ? "" : describe(piece);
  Dom.say(Dom.get("learned-name", HTMLElement), name && texts.learned.name(name));
  const known = view && !isStill(view) ? view : undefined;
  current = known;
  Dom.get("not-seen", HTMLElement).hidden = !!known || piece === EMPTY;
  const states = known?.graph.states.length ?? 0;
  const drawable = states > 0 && states <= Drawing.mostStates;
  Dom.get("graph-box", HTMLElement).hidden = !!known && !drawable;
  Dom.get("too-large", HTMLElement).hidden = !known || drawable;
  svg.toggleAttribute("hidden", !drawable);
  Dom.say(Dom.get("state-count", HTMLElement), known ? texts.learned.states(states) : "");
  if (!known) return;
  if (drawable) {
    graph.show(known.graph);
    drawn.piece = piece;
    Highlight.showInDrawing();
    Dom.set(svg, "aria-label", texts.learned.drawing(name, states));
    zoom.fit();
    if (centred !== piece) centre(known);
  }
}

/** The words below the drawing: the first time in a frame of their own, as is the diagram after them. */
function tell(): void {
  if (told === current) return;
  told = current;
  if (current) showFacts(current);
  for (const id of ["learned-facts", "tape"]) reveal(id, !!current);
}

const offerDiagram = (): void => reveal("diagram-box", !!told);

function reveal(id: string, on: boolean): void {
  const element = Dom.get(id, HTMLElement);
  if (element.hidden !== on) return;
  element.hidden = !on;
  Frames.fill();
}

/** An automaton too tall for its frame is read from its start. */
function centre({ piece, graph: { states } }: LearnedView): void {
  centred = piece;
  const [start] = states;
  if (!start || graph.height * zoom.scale <= zoom.room.height) return;
  // In the next frame, when the browser has laid the drawing out anyway.
  requestAnimationFrame(() => frame.scrollTo(0, Graph.place(start).y * zoom.scale - zoom.room.height / 2));
}

function showFacts(view: LearnedView): void {
  Dom.say(Dom.get("learned-sentence", HTMLElement), view.sentence);
  showVerdict(view);
  showDoubts(view);
  Dom.say(Dom.get("learned-expression", HTMLElement), texts.learned.expression(view.expression));
}

function showVerdict({ piece, verdict }: LearnedView): void {
  const words = texts.learned.verdict;
  const box = Dom.get("verdict", HTMLElement);
  box.className = verdict.exact ? "truth exact" : "truth";
  const line = (lead: string, ...rest: (string | Node)[]) => Dom.make("p", {}, Dom.make("b", { textContent: lead }), ...rest);
  const example = (lead: string, word: StepView[]) => Object.assign(line(lead, words.example(tellWord(word, ahead(piece))), Truth.button(piece, word)), { title: notation(word) });
  const lines: HTMLElement[] = [];
  if (verdict.exact) lines.push(line(words.exact));
  if (verdict.undecided) lines.push(line(words.undecided, words.undecidedWhy));
  if (verdict.missedSteps) lines.push(example(words.missed, verdict.missedSteps));
  if (verdict.inventedSteps) lines.push(example(words.invented, verdict.inventedSteps));
  box.replaceChildren(...lines);
}

function showDoubts({ piece, sure, doubts, doubtCount }: LearnedView): void {
  const share = Math.floor(sure * 100);
  const bar = Dom.get("sure", HTMLElement);
  Dom.set(bar, "aria-valuenow", String(share));
  if (bar.firstElementChild instanceof HTMLElement) bar.firstElementChild.style.width = `${share}%`;
  Dom.say(Dom.get("sure-words", HTMLElement), texts.learned.sure(share));
  Dom.get("doubts-box", HTMLDetailsElement).hidden = doubtCount === 0;
  Dom.say(Dom.get("doubts-title", HTMLElement), texts.learned.guesses(doubtCount));
  const items = doubts.map(({ steps, accepted, why }) => {
    const words = texts.learned.guess(accepted, tellWord(steps, ahead(piece)), texts.learned.reasons[why] ?? why);
    return Dom.make("li", { title: notation(steps) }, words, Truth.button(piece, steps));
  });
  if (doubtCount > doubts.length) items.push(Dom.make("li", { textContent: texts.learned.more(doubtCount - doubts.length) }));
  Dom.get("doubts", HTMLElement).replaceChildren(...items);
}

export const Learned = { init, panel, chooser, svg, graph, zoom, showPiece, choose: ShownPiece.choose };
