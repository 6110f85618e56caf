// What the pieces are worth: by the rules alone, and after games of the engine against itself.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import * as Pool from "../client/engine-pool";
import { Latest } from "../client/latest";
import type { GameView, PieceValue, Reply, ValuesView } from "../client/protocol";
import { lookOf } from "../client/views";
import { legend, store } from "../store/store";
import { describe, pieceName } from "../store/words";
import { texts } from "./texts";

declare module "../base/lazy" {
  interface Parts {
    warmup: typeof import("./warmup");
  }
}

// Of the part that is here already: another copy of them would know nothing of the analysis.
const analysis = Lazy.loaded("analysis");
if (!analysis) throw new Error("the engine view comes first");
const { Panel, helper } = analysis;

const words = Dom.get("warm-words", HTMLElement);
const button = Dom.button("warm-up");
const clock = Dom.get("warm-clock", HTMLSelectElement);
const table = Dom.get("values", HTMLTableElement);
/** Whose values are shown. */
let game: GameView | null = null;
let first: PieceValue[] = [];
let now: ValuesView | null = null;
let ends = 0;
let timer = 0;
let ticker = 0;
let drawn = 0;
const runs = new Latest();

button.addEventListener("click", () => (Panel.state.warming ? stop() : start()));
Dom.button("forget").addEventListener("click", forget);

/** Asks for this game's values, once, when they are looked at. */
export async function fill(): Promise<void> {
  const wanted = store.game;
  if (!wanted || game === wanted) return;
  if (Panel.state.warming) stop();
  game = wanted;
  first = [];
  now = null;
  Dom.say(words, "");
  const reply = await Pool.mover.warmUp(wanted, 0);
  if (reply.type !== "values" || game !== wanted) return;
  first = reply.values.values;
  show();
}

async function start(): Promise<void> {
  const weighed = store.game;
  if (!weighed || game !== weighed) return;
  const seconds = Number(clock.value);
  const run = runs.begin();
  Panel.state.warming = true;
  now = null;
  ends = performance.now() + seconds * 1000;
  Frames.refresh();
  Panel.rest();
  timer = setTimeout(stop, seconds * 1000);
  ticker = setInterval(show, 500);
  show();
  speak(texts.warming(seconds));
  const reply = await helper().warmUp(weighed, 4294967295, (news) => !run.stale && take(weighed, news), 90000);
  if (run.stale || !Panel.state.warming) return;
  stop();
  if (reply.type === "failed") Notice.show("thinking", texts.warmUpFailed(reply.message));
}

function take(weighed: GameView, reply: Reply): void {
  if (reply.type !== "warming") return;
  now = reply.warming;
  if (reply.warming.learned) Pool.useWeights(weighed, reply.warming.learned);
  if (drawn) return;
  drawn = setTimeout(() => {
    drawn = 0;
    show();
  }, 100);
}

function stop(): void {
  if (!Panel.state.warming) return;
  clearTimeout(timer);
  clearInterval(ticker);
  Panel.state.warming = false;
  helper().stop();
  show();
  speak(words.textContent ?? "");
  Frames.refresh();
}

/** Back to what the rules say. */
function forget(): void {
  if (store.game) Pool.useWeights(store.game, undefined);
  now = null;
  show();
  speak(texts.valuesReset);
  Frames.refresh();
}

function show(): void {
  const { warming } = Panel.state;
  Dom.say(button, warming ? texts.stop : texts.warmUp);
  clock.disabled = warming;
  Dom.button("forget").hidden = warming || !(store.game && Pool.weighing(store.game));
  Dom.say(words, sentence());
  const body = table.tBodies[0];
  if (!body) return;
  const all = rows();
  while (body.rows.length > all.length) body.deleteRow(-1);
  all.forEach(({ name, before, value }, index) => {
    const row = body.rows[index] ?? newRow(body);
    const mark = value.toFixed(1) === before.toFixed(1) ? "" : value > before ? " ▲" : " ▼";
    const cells = [name, before.toFixed(1), now ? value.toFixed(1) + mark : "–"];
    cells.forEach((text, column) => {
      const cell = row.cells[column];
      if (cell) Dom.say(cell, text);
    });
  });
}

function newRow(body: HTMLTableSectionElement): HTMLTableRowElement {
  const row = body.insertRow();
  const head = Dom.make("th");
  head.scope = "row";
  row.append(head, Dom.make("td"), Dom.make("td"));
  return row;
}

interface Row {
  name: string;
  before: number;
  value: number;
}

/** One row for a piece that is worth the same to both sides. */
function rows(): Row[] {
  const values = first.map(({ piece, side, value }, index) => ({ piece, side, before: value, value: now?.values[index]?.value ?? value }));
  const near = (a: number, b: number) => Math.abs(a - b) < 0.005;
  return values.flatMap((each) => {
    const twin = values.find(({ piece }) => piece === lookOf(each.piece, legend())?.twin);
    if (!twin || !near(each.before, twin.before) || !near(each.value, twin.value)) return [{ ...each, name: describe(each.piece) }];
    return each.side === "white" ? [{ ...each, name: pieceName(each.piece) }] : [];
  });
}

function sentence(): string {
  const { warming } = Panel.state;
  const kept = store.game && Pool.weighing(store.game) ? texts.valuesInUse : "";
  if (!warming && !now) return kept || texts.valuesFromRules;
  const games = now?.games ?? 0;
  return warming ? texts.running(games, Math.max(0, Math.ceil((ends - performance.now()) / 1000)), kept) : texts.done(games, kept);
}
