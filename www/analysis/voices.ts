// Which evaluation the engine plays by, and what each of its terms says about the position on the board.

import { adopt } from "../base/adopt";
import * as Dom from "../base/dom";
import { mover, weighing } from "../client/engine-pool";
import { Latest } from "../client/latest";
import * as Nets from "../client/nets";
import type { BoardView, EvaluationView, GameView, TermView } from "../client/protocol";
import * as Glyph from "../learn/glyph";
import * as Game from "../store/game";
import { store } from "../store/store";
import { voiceTexts as texts } from "./texts";

const style = `
.voices summary { cursor: pointer; }
.voices ul { list-style: none; margin: .3rem 0; padding: 0; font-size: .92rem; }
.voices li { display: grid; grid-template-columns: minmax(0, 1fr) 4.5rem 3.6rem; gap: .5rem; align-items: center; padding: .12rem 0; border-top: 1px solid var(--line); }
.voices li:first-child { border-top: 0; }
.voices b { text-align: right; font-weight: 500; font-variant-numeric: tabular-nums; white-space: nowrap; }
.voices .sum, .voices .sum b { font-weight: 700; }
.voices svg { width: 100%; height: .7rem; }
.voices svg rect { fill: var(--board-white); stroke: var(--edge); stroke-width: 1; vector-effect: non-scaling-stroke; }
.voices svg rect.black { fill: var(--board-black); stroke: var(--edge); }
.voices svg path { stroke: var(--edge); vector-effect: non-scaling-stroke; }
`;

const list = Dom.make("ul");
const summary = Dom.make("summary");
const explanation = Dom.make("p", { className: "quiet" });
const note = Dom.make("p", { className: "quiet" });
const box = Dom.make("details", { className: "voices", open: true, hidden: true }, summary, explanation, list, note);

/** Whether the evaluation of the game on the board can be taken apart: asked once. */
let game: GameView | null = null;
let speaks = false;
/** The position that was asked about, and the learned weights, if any. */
let asked: BoardView | null = null;
let weights: unknown;
const requests = new Latest();
/** What the open box is called, and what the closed one says. */
let [title, short] = ["", ""];

export function init(): void {
  adopt(style);
  Dom.get("values-box", HTMLElement).before(box);
  box.addEventListener("toggle", () => Dom.say(summary, box.open ? title : short));
}

/** Keeps up with the board, while the engine view is open. */
export async function follow(): Promise<void> {
  const { board } = store;
  if (store.game !== game) {
    game = store.game;
    speaks = true;
    asked = null;
    box.hidden = true;
  }
  const spot = Game.spot();
  if (!board || !spot || !speaks || !store.settled || store.mode.kind !== "play" || (board === asked && weights === weighing(spot.game))) return;
  asked = board;
  weights = weighing(spot.game);
  const ticket = requests.begin();
  const reply = await mover.voices(spot);
  if (ticket.stale || store.board !== board) return;
  speaks = reply.type !== "failed" || reply.code !== "unsupported";
  box.hidden = reply.type !== "voices";
  if (reply.type === "voices") show(reply.voices);
}

const adds = ({ value, weight }: TermView): number => value * weight;

function show({ by, terms: voices }: EvaluationView): void {
  title = texts.title(by);
  list.setAttribute("aria-label", title);
  const without = game && Nets.isMissing(game) ? [texts.netMissing] : [];
  Dom.say(explanation, [...without, texts.by[by], texts.explain].join(" "));
  const heard = voices.filter((voice) => Math.abs(adds(voice)) >= 0.005).sort((a, b) => Math.abs(adds(b)) - Math.abs(adds(a)));
  const loudest = Math.max(0.25, ...heard.map((voice) => Math.abs(adds(voice))));
  const sum = voices.reduce((total, voice) => total + adds(voice), 0);
  const line = (label: string, value: number, picture: Element | "") =>
    Dom.make("li", {}, Dom.make("span", { textContent: label }), picture || Dom.make("span"), Dom.make("b", { textContent: texts.signed(value) }));
  const rows = heard.map((voice) => line(voice.label, adds(voice), bar(adds(voice) / loudest)));
  if (heard.length > 1) {
    const all = line(texts.sum, sum, "");
    all.className = "sum";
    rows.push(all);
  }
  list.replaceChildren(...rows);
  const first = heard.slice(0, 2).map((voice): [string, string] => [voice.label, texts.signed(adds(voice))]);
  short = first.length ? `${title}: ${texts.loudest(first)}` : title;
  Dom.say(summary, box.open ? title : short);
  const silent = voices.length - heard.length;
  Dom.say(note, !heard.length ? texts.nothing : silent ? texts.silent(silent) : "");
}

/** To the right for White, to the left for Black. `part`: from −1 to 1. */
function bar(part: number): SVGSVGElement {
  const width = Math.abs(part) * 49;
  const picture = Glyph.make("svg", { viewBox: "-50 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(Glyph.make("rect", { class: part > 0 ? "white" : "black", x: part > 0 ? 0 : -width, y: 1, width, height: 8 }), Glyph.make("path", { d: "M0 0v10" }));
  return picture;
}
