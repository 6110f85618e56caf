// The automaton as a table, with how often each step was seen, and the games that show it.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import type { ExampleView, LearnedView, LearningView, StepView } from "../client/protocol";
import { EMPTY, type PieceId } from "../client/views";
import { squareName } from "../store/words";
import * as Drawing from "./drawing";
import type { Edge } from "./highlight";
import * as Highlight from "./highlight";
import { automataInSight } from "./inside";
import { endOf } from "./paths";
import * as ShownPiece from "./shown-piece";
import { shown } from "./shown-piece";
import { type Group, together, wayOf } from "./steps";
import { tellSteps, texts } from "./texts";
import * as Truth from "./truth";
import { Watch } from "./watch";

/** Steps one way of an arrow; `first` is their place among all steps. */
interface Row extends Edge {
  steps: Group;
  first: number;
}

export const box = Dom.get("transitions-box", HTMLDetailsElement);
const table = Dom.get("transitions", HTMLTableElement);
const body = table.tBodies[0] ?? table.createTBody();
const panel = Dom.get("examples", HTMLElement);
const mostRows = 400;
/** The piece whose automaton the table shows, and what it looked like. */
let piece: LearnedView | undefined;
let tabled = "";
let filledAt = -Infinity;
/** The piece for which games are listed. */
let listed: PieceId = EMPTY;
const lists = new Latest();
let counting = false;
let countedAt = -Infinity;
/** The answer that the counts belong to. */
let counted: LearningView | null = null;
let timer = 0;

export function init(): void {
  box.addEventListener("toggle", () => Frames.refresh());
  table.addEventListener("pointerover", (event) => Highlight.light(Highlight.edgeOf(event.target)));
  table.addEventListener("pointerleave", () => Highlight.light(null));
  table.addEventListener("focusin", (event) => Highlight.light(Highlight.edgeOf(event.target)));
  table.addEventListener("focusout", () => Highlight.light(null));
  table.addEventListener("keydown", (event) => Highlight.rove(event, table, "button"));
  table.addEventListener("click", (event) => choose(Highlight.edgeOf(event.target)));
  const { svg } = Drawing;
  svg.addEventListener("click", (event) => choose(Highlight.edgeOf(event.target)));
  svg.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return Highlight.rove(event, svg, ".glyph");
    event.preventDefault();
    event.stopPropagation();
    choose(Highlight.edgeOf(event.target));
  });
}

/** `drawn`: what it looks like; another look is another table. */
export function show(of: LearnedView | undefined, drawn: string): void {
  if (listed !== EMPTY && listed !== shown.piece) close();
  if (of && of.graph.states.length > Drawing.mostStates) box.open = true;
  if (!of || !box.open) return;
  // While everything changes, a table now and then is enough.
  if (tabled !== drawn && Watch.running() && performance.now() - filledAt < 600) return;
  piece = of;
  if (tabled !== drawn) {
    tabled = drawn;
    filledAt = performance.now();
    fill(of);
  }
  showCounts();
}

function rowsOf({ graph }: LearnedView): Row[] {
  const rows: Row[] = [];
  let first = 0;
  for (const { from, to, steps } of graph.arrows) {
    for (const group of together(steps)) {
      rows.push({ from, to, way: wayOf(group[0]), steps: group, first });
      first += group.length;
    }
  }
  return rows.sort((a, b) => a.from - b.from || a.to - b.to);
}

function fill(of: LearnedView): void {
  const name = (state: number) => texts.transitions.state(state, of.graph.states[state]?.accepting ?? false);
  const focused = table.contains(document.activeElement) ? Highlight.state.edge : null;
  const rows = rowsOf(of);
  const lines = rows.slice(0, mostRows).map(({ from, to, way, steps, first }, index) => {
    const button = Dom.make("button", { type: "button", className: "link", tabIndex: index ? -1 : 0, textContent: "…" });
    const words = tellSteps(steps);
    button.dataset.words = texts.transitions.row(from, to, words);
    const line = Dom.make(
      "tr",
      {},
      Dom.make("th", { scope: "row", textContent: name(from) }),
      Dom.make("td", { textContent: words }),
      Dom.make("td", { textContent: name(to) }),
      Dom.make("td", {}, button),
    );
    Object.assign(line.dataset, { from, to, way, first, count: steps.length });
    return line;
  });
  if (rows.length > lines.length) lines.push(Dom.make("tr", {}, Dom.make("td", { colSpan: 4, textContent: texts.transitions.more(rows.length - lines.length) })));
  body.replaceChildren(...lines);
  countedAt = -Infinity;
  if (focused)
    lines
      .find((line) => Number(line.dataset.from) === focused.from && line.dataset.way === focused.way)
      ?.querySelector("button")
      ?.focus();
}

/** Asks how often each step was seen; a few times a second is often enough. */
async function showCounts(): Promise<void> {
  clearTimeout(timer);
  const of = piece;
  if (counting || !of || !automataInSight() || Watch.view === counted) return;
  const wait = countedAt + 500 - performance.now();
  if (wait > 0) {
    timer = setTimeout(showCounts, wait);
    return;
  }
  counting = true;
  countedAt = performance.now();
  const { view } = Watch;
  const reply = await Client.learning.counts(of.piece);
  counting = false;
  if (piece !== of) return showCounts();
  if (reply.type !== "counts") return;
  counted = view;
  for (const line of body.rows) {
    const button = line.querySelector("button");
    if (!button) continue;
    const first = Number(line.dataset.first);
    const seen = texts.transitions.seen(reply.counts.slice(first, first + Number(line.dataset.count)));
    Dom.say(button, seen);
    Dom.set(button, "aria-label", texts.transitions.button(button.dataset.words ?? "", seen));
  }
}

/** Which games show this step? */
async function choose(edge: Edge | null): Promise<void> {
  const of = ShownPiece.view();
  if (!edge || !of || !automataInSight()) return;
  const ticket = lists.begin();
  listed = of.piece;
  const arrow = of.graph.arrows.find(({ from, to }) => from === edge.from && to === edge.to);
  const steps = (arrow?.steps ?? []).filter((step) => edge.way === undefined || edge.way === wayOf(step));
  const examples: ExampleView[] = [];
  // An arrow may have many steps; the first few make the point.
  for (const step of steps.slice(0, edge.way === undefined ? 4 : 3)) {
    const reply = await Client.learning.examples(of.piece, edge.from, step);
    if (ticket.stale) return;
    if (reply.type === "examples") examples.push(...reply.examples);
  }
  list(edge, steps, examples);
}

function list({ from, to }: Edge, steps: StepView[], examples: ExampleView[]): void {
  const ways = together(steps).map(tellSteps);
  const title = texts.transitions.title(from, to, ways.length ? ways : [texts.transitions.gone]);
  Dom.say(Dom.get("examples-title", HTMLElement), title);
  examples.sort((a, b) => (a.game ?? 0) - (b.game ?? 0) || a.ply - b.ply);
  const lines = examples.slice(0, 8).map((example) => {
    const move = `${squareName(example.path.squares[0] ?? 0)}–${squareName(endOf(example.path))}`;
    const button = Dom.make("button", { type: "button", textContent: texts.transitions.example(example.game, example.ply, move, example.played) });
    button.addEventListener("click", () => Truth.setUp(example));
    return Dom.make("li", {}, button);
  });
  Dom.get("examples-list", HTMLElement).replaceChildren(...lines);
  const lead = lines.length ? texts.transitions.firstSeen(lines.length) : texts.transitions.neverSeen;
  Dom.say(Dom.get("examples-words", HTMLElement), lead);
  panel.hidden = false;
  panel.scrollIntoView({ block: "nearest" });
  speak(`${title} ${lead}`);
}

function close(): void {
  lists.drop();
  listed = EMPTY;
  panel.hidden = true;
}
