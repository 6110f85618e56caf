// An automaton as SVG. The places come from the worker; what survives a change keeps its element, and glides.

import * as Dom from "../base/dom";
import type { ArrowView, GraphView } from "../client/protocol";
import * as Glyph from "./glyph";
import { texts } from "./texts";

interface ArrowPart {
  line: SVGPathElement;
  label: SVGGElement;
  steps: string;
}

interface Point {
  x: number;
  y: number;
}

export class Graph {
  /** Of a state's circle, as the layout takes it. */
  static radius = 18;
  /** The layout packs columns closely; arrows need a little more room. Wider apart, nothing can come to overlap. */
  static stretch = 1.22;
  /** Around the whole; at the left there is also the arrow that enters the start. */
  static margin = { left: 36, top: 4, right: 6, bottom: 6 };

  width = 0;
  height = 0;
  readonly #lines = Glyph.make("g", { class: "lines" });
  readonly #labels = Glyph.make("g", { class: "labels" });
  readonly #circles = Glyph.make("g", { class: "states" });
  readonly #head: string;
  /** The arrow that enters the start. */
  readonly #entry: SVGPathElement;
  readonly #arrows = new Map<string, ArrowPart>();
  readonly #states = new Map<string, SVGGElement>();
  /** By number. */
  #names: string[] = [];

  constructor(readonly svg: SVGSVGElement) {
    const head = Glyph.make("path", { d: "M0 0L8 4L0 8z", class: "head" });
    const marker = Glyph.make("marker", { id: `head-${svg.id}`, viewBox: "0 0 8 8", refX: 7.5, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, head);
    this.#head = `url(#head-${svg.id})`;
    this.#entry = Glyph.make("path", { class: "line", "marker-end": this.#head });
    this.#lines.append(this.#entry);
    svg.replaceChildren(Glyph.make("defs", {}, marker), this.#lines, this.#labels, this.#circles);
  }

  show(view: GraphView): void {
    const { left, top, right, bottom } = Graph.margin;
    this.width = view.width * Graph.stretch + left + right;
    this.height = view.height + top + bottom;
    this.svg.setAttribute("viewBox", `0 0 ${this.width.toFixed(1)} ${this.height.toFixed(1)}`);
    const names = (this.#names = Graph.#namesOf(view));
    const places = view.states.map((state) => Graph.place(state));
    this.#showStates(view, names, places);
    this.#showArrows(view, names, places);
    const start = places[0];
    if (start) this.#entry.setAttribute("d", `M${start.x - Graph.radius - 15} ${start.y}L${start.x - Graph.radius} ${start.y}`);
  }

  /** The drawing of a state. */
  state = (state: number): SVGGElement | undefined => this.#states.get(this.#names[state] ?? "?");

  /** The drawing of an arrow. */
  part = (from: number, to: number): ArrowPart | undefined => this.#arrows.get(`${this.#names[from]}>${this.#names[to]}`);

  static place = ({ x, y }: Point): Point => ({ x: x * Graph.stretch + Graph.margin.left, y: y + Graph.margin.top });

  /** A state is known by the first shortest word that leads to it, as in the layout. */
  static #namesOf(view: GraphView): string[] {
    const out: { step: string; to: number }[][] = view.states.map(() => []);
    for (const { from, to, steps } of view.arrows) for (const { dx, dy, on } of steps) out[from]?.push({ step: `${dx},${dy},${on} `, to });
    for (const list of out) list.sort((a, b) => (a.step < b.step ? -1 : 1));
    const names = [""];
    const queue = [0];
    for (const from of queue) {
      for (const { step, to } of out[from] ?? []) {
        if (names[to] !== undefined) continue;
        names[to] = names[from] + step;
        queue.push(to);
      }
    }
    return names;
  }

  #showStates(view: GraphView, names: string[], places: Point[]): void {
    const kept = new Set(names);
    for (const [name, element] of this.#states) {
      if (kept.has(name)) continue;
      element.remove();
      this.#states.delete(name);
    }
    view.states.forEach((state, index) => {
      const name = names[index] ?? "?";
      const place = places[index] ?? { x: 0, y: 0 };
      let element = this.#states.get(name);
      if (!element) {
        const text = Glyph.make("text", { y: 4.5 });
        element = Glyph.make("g", { class: "state" }, Glyph.make("circle", { r: Graph.radius - 1 }), Glyph.make("circle", { class: "inner", r: Graph.radius - 5 }), text, Glyph.make("title"));
        this.#states.set(name, element);
        this.#circles.append(element);
      }
      element.style.transform = `translate(${place.x}px, ${place.y}px)`;
      element.classList.toggle("accepting", state.accepting);
      const [text, title] = element.querySelectorAll("text, title");
      if (text) Dom.say(text, String(index));
      if (title) Dom.say(title, texts.graph.state(index, state.accepting));
    });
  }

  #showArrows(view: GraphView, names: string[], places: Point[]): void {
    const kept = new Set(view.arrows.map(({ from, to }) => `${names[from]}>${names[to]}`));
    for (const [name, { line, label }] of this.#arrows) {
      if (kept.has(name)) continue;
      line.remove();
      label.remove();
      this.#arrows.delete(name);
    }
    const halves = Graph.#columns(view, places);
    for (const arrow of view.arrows) {
      const name = `${names[arrow.from]}>${names[arrow.to]}`;
      const part = this.#arrows.get(name) ?? this.#newArrow(name);
      const middle = Graph.place(arrow);
      const [from, to] = [places[arrow.from], places[arrow.to]];
      if (!from || !to) continue;
      part.line.setAttribute("d", Graph.#path(arrow, middle, from, to, halves));
      part.label.style.transform = `translate(${middle.x - arrow.width / 2}px, ${middle.y - arrow.height / 2}px)`;
      for (const element of [part.line, part.label]) Object.assign(element.dataset, { from: arrow.from, to: arrow.to });
      const steps = JSON.stringify(arrow.steps);
      if (part.steps !== steps) {
        part.steps = steps;
        const box = Glyph.make("rect", { class: "box", width: arrow.width, height: arrow.height, rx: 6 });
        const way = part.label.contains(document.activeElement) ? document.activeElement?.getAttribute("data-way") : null;
        part.label.replaceChildren(box, ...Glyph.label(arrow.steps));
        const again = way && part.label.querySelector(`[data-way="${way}"]`);
        if (again instanceof SVGElement) again.focus();
      }
      for (const glyph of part.label.querySelectorAll(".glyph")) {
        Dom.set(glyph, "aria-label", texts.graph.glyph(arrow.from, arrow.to, glyph.querySelector("title")?.textContent ?? ""));
      }
    }
    // All glyphs can be pointed at; Tab stops at one, arrow keys move from there.
    const glyphs = [...this.#labels.querySelectorAll(".glyph")];
    if (!glyphs.some((glyph) => glyph.getAttribute("tabindex") === "0")) glyphs[0]?.setAttribute("tabindex", "0");
  }

  #newArrow(name: string): ArrowPart {
    const part = { line: Glyph.make("path", { class: "line", "marker-end": this.#head }), label: Glyph.make("g", { class: "label" }), steps: "" };
    this.#arrows.set(name, part);
    this.#lines.append(part.line);
    this.#labels.append(part.label);
    return part;
  }

  /**
   * From state to label to state.
   * `middle`: of the label.
   * `halves`: of the columns.
   */
  static #path(arrow: ArrowView, middle: Point, from: Point, to: Point, halves: Map<number, number>): string {
    const [halfWidth, halfHeight] = [arrow.width / 2, arrow.height / 2];
    if (arrow.from === arrow.to) {
      // Up on the left and down on the right, like a handle.
      const bottom = middle.y + halfHeight;
      const [dx, dy] = [10, 14.5];
      return `M${from.x - dx} ${from.y - dy}C${from.x - dx - 4} ${from.y - dy - 8} ${from.x - dx} ${bottom + 4} ${from.x - dx} ${bottom}M${from.x + dx} ${bottom}C${from.x + dx} ${bottom + 4} ${from.x + dx + 4} ${from.y - dy - 8} ${from.x + dx} ${from.y - dy - 1}`;
    }
    // Where both states are on the same side of the label, the line comes in and goes out there, a little apart.
    const apart = Math.sign(middle.x - from.x) === Math.sign(middle.x - to.x) ? Math.min(6, halfHeight - 4) * Math.sign(to.y - from.y || 1) : 0;
    const enter = { x: middle.x - halfWidth * Math.sign(middle.x - from.x), y: middle.y - apart };
    const leave = { x: middle.x - halfWidth * Math.sign(middle.x - to.x), y: middle.y + apart };
    const half = (x: number) => halves.get(x) ?? 0;
    // Lanes lie between the label and the state at its left.
    const lanes: Point[] = [];
    for (let at = 0; at < arrow.lanes.length; at += 2) lanes.push(Graph.place({ x: arrow.lanes[at] ?? 0, y: arrow.lanes[at + 1] ?? 0 }));
    const out = from.x < to.x ? lanes : [];
    const into = from.x < to.x ? [] : lanes;
    return Graph.#curve(from, out, enter, middle.x, half, false) + Graph.#curve(to, into, leave, middle.x, half, true);
  }

  /** Half the width of each column of states and of labels, by its middle. */
  static #columns(view: GraphView, places: Point[]): Map<number, number> {
    const halves: Map<number, number> = new Map();
    for (const { x } of places) halves.set(x, Graph.radius);
    for (const arrow of view.arrows) {
      const { x } = Graph.place(arrow);
      halves.set(x, Math.max(halves.get(x) ?? 0, arrow.width / 2));
    }
    return halves;
  }

  /**
   * Between a state and a label: level past whatever else stands in their columns and in those between, up or down in the gaps.
   * `lanes`: from the state on.
   * `side`: of the label, where the line meets it.
   * `half`: the width of a column, by its middle.
   * `inwards`: whether the line runs towards the state.
   */
  static #curve(state: Point, lanes: Point[], side: Point, labelX: number, half: (x: number) => number, inwards: boolean): string {
    const way = Math.sign(side.x - state.x);
    const next = lanes[0] ?? side;
    const angle = Math.max(-0.75, Math.min(0.75, Math.atan2(next.y - state.y, Math.abs(next.x - state.x))));
    const rim = { x: state.x + way * Graph.radius * Math.cos(angle), y: state.y + Graph.radius * Math.sin(angle) };
    /** Where the line is level: from x to x at this height. */
    const levels: [number, number, number][] = [[rim.x, state.x + way * half(state.x), rim.y]];
    for (const lane of lanes) levels.push([lane.x - way * half(lane.x), lane.x + way * half(lane.x), lane.y]);
    levels.push([labelX - way * half(labelX), side.x, side.y]);
    if (inwards) {
      levels.reverse();
      for (const level of levels) [level[0], level[1]] = [level[1], level[0]];
    }
    const point = (x: number, y: number) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
    return levels.reduce((path, [begin, end, y], at) => {
      const before = levels[at - 1];
      const gap = before ? begin - before[1] : 0;
      const bend = before ? `C${point(before[1] + gap * 0.85, before[2])} ${point(begin - gap * 0.85, y)} ${point(begin, y)}` : `M${point(begin, y)}`;
      return `${path}${bend}L${point(end, y)}`;
    }, "");
  }
}
