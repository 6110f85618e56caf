// A move as a word on a tape: what has been read, what comes next, and the state one is in.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import type { PathView, StepView } from "../client/protocol";
import { describe, squareName } from "../store/words";
import { comparing } from "./compare";
import * as Diagram from "./diagram";
import * as Glyph from "./glyph";
import * as Highlight from "./highlight";
import { type Chosen, endOf } from "./paths";
import { tellSteps, texts } from "./texts";
import { Watch } from "./watch";

const box = Dom.get("tape", HTMLElement);
const title = Dom.get("tape-title", HTMLElement);
const cells = Dom.get("tape-cells", HTMLElement);
const words = Dom.get("tape-words", HTMLElement);
/** The word that is drawn. */
let drawn: StepView[] = [];

export function init(): void {
  Highlight.changed.listen(show);
  const ways = { first: () => 0, back: (at: number) => at - 1, forward: (at: number) => at + 1, last: () => Infinity };
  for (const [name, to] of Object.entries(ways)) Dom.button(`tape-${name}`).addEventListener("click", () => go(to));
  Dom.button("tape-prev").addEventListener("click", () => move(-1));
  Dom.button("tape-next").addEventListener("click", () => move(1));
}

function go(to: (at: number) => number): void {
  const { chosen } = Highlight.state;
  if (!chosen) return move(1);
  Watch.pause();
  const step = Math.min(chosen.path.squares.length - 1, Math.max(0, to(chosen.step)));
  Highlight.choose(chosen.query, chosen.path, step);
  speak(tell(chosen, step));
}

/** The next move of the piece that is looked at, or the one before. */
function move(by: number): void {
  Watch.pause();
  const query = Highlight.state.pinned ? Highlight.big : Diagram.paths;
  const paths = Highlight.pathsOf(query);
  const path = paths[(Math.max(-1, indexIn(paths)) + by + paths.length) % paths.length];
  if (!path) return speak(texts.tape.noMove);
  Highlight.choose(query, path);
  const { chosen } = Highlight.state;
  if (chosen) speak(`${name(chosen)}. ${tell(chosen, chosen.step)}`);
}

const indexIn = (paths: PathView[]): number => paths.findIndex(({ squares }) => squares.join() === Highlight.state.chosen?.path.squares.join());

/** "White rook a1–a4, move 3 of 14". */
function name({ query, piece, path }: Chosen): string {
  const told = texts.tape.move(describe(piece), squareName(path.squares[0] ?? 0), squareName(endOf(path)));
  const paths = query === Highlight.last ? [] : Highlight.pathsOf(query);
  return paths.length > 1 ? texts.tape.ofMany(told, indexIn(paths) + 1, paths.length) : told;
}

/** Where one is: the square, the state, and what that means. */
function tell({ path, piece }: Chosen, step: number): string {
  const { alsoTrue, butForbidden, thoughAllowed, correctly } = texts.tape.truth;
  const steps = path.squares.length - 1;
  const graph = Watch.piece(piece)?.graph;
  const at = texts.tape.at(step, steps, squareName(path.squares[step] ?? 0));
  const state = path.states[step];
  if (state === undefined) return texts.tape.stuck(at, path.states.at(-1) ?? 0, truth(path, thoughAllowed, correctly));
  const accepting = graph?.states[state]?.accepting ?? false;
  const told = texts.tape.state(at, state, graph?.states.length ?? "?", accepting);
  if (step < steps) return texts.tape.onTheWay(told);
  return accepting ? texts.tape.isMove(told, truth(path, alsoTrue, butForbidden)) : texts.tape.noMoveThere(told, truth(path, thoughAllowed, correctly));
}

const truth = ({ verdict }: PathView, legal: string, illegal: string): string => (!comparing() ? "" : verdict === "agreed" || verdict === "missed" ? legal : illegal);

function show(): void {
  const { chosen } = Highlight.state;
  box.classList.toggle("idle", !chosen);
  Dom.say(title, chosen ? name(chosen) : texts.tape.idle);
  const step = chosen?.step ?? 0;
  const steps = chosen ? chosen.path.squares.length - 1 : 0;
  for (const way of ["first", "back"]) Dom.enable(`tape-${way}`, step > 0);
  for (const way of ["forward", "last"]) Dom.enable(`tape-${way}`, step < steps);
  Dom.say(words, chosen ? tell(chosen, step) : "");
  const word = chosen?.path.steps ?? [];
  if (JSON.stringify(word) !== JSON.stringify(drawn)) {
    drawn = word;
    cells.replaceChildren(...word.map(cell));
  }
  [...cells.children].forEach((each, index) => {
    each.className = index < step ? "read" : index === step ? "next" : "";
    each.classList.toggle("stuck", !!chosen && index >= chosen.path.states.length - 1 && index < step);
  });
}

function cell(step: StepView): HTMLElement {
  const glyph = Glyph.make("svg", { viewBox: `0 0 ${Glyph.size} ${Glyph.size}`, "aria-hidden": "true" }, Glyph.draw([step]));
  const told = tellSteps([step]);
  return Dom.make("li", { title: told }, glyph, Dom.make("span", { className: "unseen", textContent: told }));
}
