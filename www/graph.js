// @ts-check
// An automaton as SVG. The places come from the worker; what survives a change keeps its element, and glides.

/** @typedef {{ line: SVGPathElement, label: SVGGElement, steps: string }} ArrowPart */

class Graph {
  /** Of a state's circle, as the layout takes it. */
  static radius = 18;
  /** The layout packs columns closely; arrows need a little more room. Wider apart, nothing can come to overlap. */
  static stretch = 1.22;
  /** Around the whole; at the left there is also the arrow that enters the start. */
  static margin = { left: 36, top: 4, right: 6, bottom: 6 };

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    const head = Glyph.make("path", { d: "M0 0L8 4L0 8z", class: "head" });
    const marker = Glyph.make("marker", { id: `head-${svg.id}`, viewBox: "0 0 8 8", refX: 7.5, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, head);
    this.lines = Glyph.make("g", { class: "lines" });
    this.labels = Glyph.make("g", { class: "labels" });
    this.circles = Glyph.make("g", { class: "states" });
    this.head = `url(#head-${svg.id})`;
    this.entry = Glyph.make("path", { class: "line", "marker-end": this.head });
    this.lines.append(this.entry);
    svg.replaceChildren(Glyph.make("defs", {}, marker), this.lines, this.labels, this.circles);
    /** @type {Map<string, ArrowPart>} */
    this.arrows = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.states = new Map();
    /** By number. @type {string[]} */
    this.names = [];
    this.width = 0;
    this.height = 0;
  }

  /** @param {wasm_bindgen.GraphView} view */
  show(view) {
    const { left, top, right, bottom } = Graph.margin;
    this.width = view.width * Graph.stretch + left + right;
    this.height = view.height + top + bottom;
    this.svg.setAttribute("viewBox", `0 0 ${this.width.toFixed(1)} ${this.height.toFixed(1)}`);
    const names = (this.names = Graph.names(view));
    const places = view.states.map((state) => Graph.place(state));
    this.showStates(view, names, places);
    this.showArrows(view, names, places);
    const start = places[0];
    if (start) this.entry.setAttribute("d", `M${start.x - Graph.radius - 15} ${start.y}L${start.x - Graph.radius} ${start.y}`);
  }

  /** The drawing of a state. @param {number} state */
  state = (state) => this.states.get(this.names[state]);

  /** The drawing of an arrow. @param {number} from @param {number} to */
  part = (from, to) => this.arrows.get(`${this.names[from]}>${this.names[to]}`);

  /** @param {{ x: number, y: number }} point */
  static place = ({ x, y }) => ({ x: x * Graph.stretch + Graph.margin.left, y: y + Graph.margin.top });

  /**
   * A state is known by the first shortest word that leads to it, as in the layout.
   * @param {wasm_bindgen.GraphView} view
   * @returns {string[]}
   */
  static names(view) {
    /** @type {{ step: string, to: number }[][]} */
    const out = view.states.map(() => []);
    for (const { from, to, steps } of view.arrows) for (const { dx, dy, on } of steps) out[from].push({ step: `${dx},${dy},${on} `, to });
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

  /** @param {wasm_bindgen.GraphView} view @param {string[]} names @param {{ x: number, y: number }[]} places */
  showStates(view, names, places) {
    const kept = new Set(names);
    for (const [name, element] of this.states) {
      if (kept.has(name)) continue;
      element.remove();
      this.states.delete(name);
    }
    view.states.forEach((state, index) => {
      let element = this.states.get(names[index]);
      if (!element) {
        const text = Glyph.make("text", { y: 4.5 });
        element = Glyph.make("g", { class: "state" }, Glyph.make("circle", { r: Graph.radius - 1 }), Glyph.make("circle", { class: "inner", r: Graph.radius - 5 }), text, Glyph.make("title"));
        this.states.set(names[index], element);
        this.circles.append(element);
      }
      element.style.transform = `translate(${places[index].x}px, ${places[index].y}px)`;
      element.classList.toggle("accepting", state.accepting);
      const [text, title] = element.querySelectorAll("text, title");
      Dom.say(text, String(index));
      Dom.say(title, `State ${index}${index ? "" : ", the start"}${state.accepting ? ": a move may end here" : ""}`);
    });
  }

  /** @param {wasm_bindgen.GraphView} view @param {string[]} names @param {{ x: number, y: number }[]} places */
  showArrows(view, names, places) {
    const kept = new Set(view.arrows.map(({ from, to }) => `${names[from]}>${names[to]}`));
    for (const [name, { line, label }] of this.arrows) {
      if (kept.has(name)) continue;
      line.remove();
      label.remove();
      this.arrows.delete(name);
    }
    const halves = Graph.columns(view, places);
    for (const arrow of view.arrows) {
      const name = `${names[arrow.from]}>${names[arrow.to]}`;
      const part = this.arrows.get(name) ?? this.newArrow(name);
      const middle = Graph.place(arrow);
      part.line.setAttribute("d", Graph.path(arrow, middle, places[arrow.from], places[arrow.to], halves));
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
        const label = `From state ${arrow.from} to state ${arrow.to}: ${glyph.querySelector("title")?.textContent}`;
        if (glyph.getAttribute("aria-label") !== label) glyph.setAttribute("aria-label", label);
      }
    }
    // All glyphs can be pointed at; Tab stops at one, arrow keys go on from there.
    const glyphs = [...this.labels.querySelectorAll(".glyph")];
    if (glyphs.length && !glyphs.some((glyph) => glyph.getAttribute("tabindex") === "0")) glyphs[0].setAttribute("tabindex", "0");
  }

  /** @param {string} name @returns {ArrowPart} */
  newArrow(name) {
    const part = { line: Glyph.make("path", { class: "line", "marker-end": this.head }), label: Glyph.make("g", { class: "label" }), steps: "" };
    this.arrows.set(name, part);
    this.lines.append(part.line);
    this.labels.append(part.label);
    return part;
  }

  /**
   * From state to label to state.
   * @param {wasm_bindgen.ArrowView} arrow
   * @param {{ x: number, y: number }} middle of the label
   * @param {{ x: number, y: number }} from
   * @param {{ x: number, y: number }} to
   * @param {Map<number, number>} halves of the columns
   */
  static path(arrow, middle, from, to, halves) {
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
    const half = (/** @type {number} */ x) => halves.get(x) ?? 0;
    // Lanes lie between the label and the state at its left.
    const lanes = [];
    for (let at = 0; at < arrow.lanes.length; at += 2) lanes.push(Graph.place({ x: arrow.lanes[at], y: arrow.lanes[at + 1] }));
    const out = from.x < to.x ? lanes : [];
    const into = from.x < to.x ? [] : lanes;
    return Graph.curve(from, out, enter, middle.x, half, false) + Graph.curve(to, into, leave, middle.x, half, true);
  }

  /** Half the width of each column of states and of labels, by its middle. @param {wasm_bindgen.GraphView} view @param {{ x: number, y: number }[]} places */
  static columns(view, places) {
    /** @type {Map<number, number>} */
    const halves = new Map();
    for (const { x } of places) halves.set(x, Graph.radius);
    for (const arrow of view.arrows) {
      const { x } = Graph.place(arrow);
      halves.set(x, Math.max(halves.get(x) ?? 0, arrow.width / 2));
    }
    return halves;
  }

  /**
   * Between a state and a label: level past whatever else stands in their columns and in those between, up or down in the gaps.
   * @param {{ x: number, y: number }} state
   * @param {{ x: number, y: number }[]} lanes from the state on
   * @param {{ x: number, y: number }} side of the label, where the line meets it
   * @param {number} labelX
   * @param {(x: number) => number} half the width of a column, by its middle
   * @param {boolean} inwards whether the line runs towards the state
   */
  static curve(state, lanes, side, labelX, half, inwards) {
    const way = Math.sign(side.x - state.x);
    const next = lanes[0] ?? side;
    const angle = Math.max(-0.75, Math.min(0.75, Math.atan2(next.y - state.y, Math.abs(next.x - state.x))));
    const rim = { x: state.x + way * Graph.radius * Math.cos(angle), y: state.y + Graph.radius * Math.sin(angle) };
    /** Where the line is level: from x to x at this height. @type {[number, number, number][]} */
    const levels = [[rim.x, state.x + way * half(state.x), rim.y]];
    for (const lane of lanes) levels.push([lane.x - way * half(lane.x), lane.x + way * half(lane.x), lane.y]);
    levels.push([labelX - way * half(labelX), side.x, side.y]);
    if (inwards) levels.reverse().forEach((level) => ([level[0], level[1]] = [level[1], level[0]]));
    /** @param {number} x @param {number} y */
    const point = (x, y) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
    return levels.reduce((path, [begin, end, y], at) => {
      const before = levels[at - 1];
      const gap = before ? begin - before[1] : 0;
      const bend = before ? `C${point(before[1] + gap * 0.85, before[2])} ${point(begin - gap * 0.85, y)} ${point(begin, y)}` : `M${point(begin, y)}`;
      return `${path}${bend}L${point(end, y)}`;
    }, "");
  }
}
