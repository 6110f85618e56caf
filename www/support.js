// @ts-check
// The automaton as a table, with how often each step was seen, and the games that show it.

/** @typedef {Edge & { steps: wasm_bindgen.StepView[], first: number }} Row  Steps one way of an arrow; `first` is their place among all steps. */

const Support = {
  table: Dom.get("transitions", HTMLTableElement),
  box: Dom.get("transitions-box", HTMLDetailsElement),
  panel: Dom.get("support", HTMLElement),
  /** The piece whose automaton the table shows. @type {wasm_bindgen.LearnedView | undefined} */
  piece: undefined,
  tabled: "",
  mostRows: 400,
  /** The step whose games are listed. @type {{ letter: string, edge: Edge } | null} */
  chosen: null,
  asking: false,
  countedAt: -Infinity,
  filledAt: -Infinity,
  timer: 0,

  init() {
    Support.box.addEventListener("toggle", () => View.refresh());
    const { table } = Support;
    table.addEventListener("pointerover", (event) => Linked.light(Linked.edgeOf(event.target)));
    table.addEventListener("pointerleave", () => Linked.light(null));
    table.addEventListener("focusin", (event) => Linked.light(Linked.edgeOf(event.target)));
    table.addEventListener("focusout", () => Linked.light(null));
    table.addEventListener("keydown", (event) => Linked.rove(event, table, "button"));
    table.addEventListener("click", (event) => Support.choose(Linked.edgeOf(event.target)));
  },

  /** @param {wasm_bindgen.LearnedView | undefined} piece @param {string} drawn what it looks like: another look is another table */
  show(piece, drawn) {
    if (Support.chosen && Support.chosen.letter !== Learned.letter) Support.close();
    const graph = piece?.graph;
    if (graph && graph.states.length > Learned.mostStates) Support.box.open = true;
    if (!graph || !Support.box.open) return;
    // While everything changes, a table now and then is enough.
    if (Support.tabled !== drawn && Watch.running && performance.now() - Support.filledAt < 600) return;
    Support.piece = piece;
    if (Support.tabled !== drawn) {
      Support.tabled = drawn;
      Support.filledAt = performance.now();
      Support.fill(piece);
    }
    Support.count();
  },

  /** @param {wasm_bindgen.LearnedView} piece @returns {Row[]} */
  rows({ graph }) {
    /** @type {Row[]} */
    const rows = [];
    let first = 0;
    for (const { from, to, steps } of graph.arrows) {
      for (const group of Steps.together(steps)) {
        rows.push({ from, to, way: `${group[0].dx},${group[0].dy}`, steps: group, first });
        first += group.length;
      }
    }
    return rows.sort((a, b) => a.from - b.from || a.to - b.to);
  },

  /** @param {wasm_bindgen.LearnedView} piece */
  fill(piece) {
    /** @param {number} state */
    const name = (state) => `${state}${state === 0 ? " (start)" : ""}${piece.graph.states[state].accepting ? " ◎" : ""}`;
    const focused = Support.table.contains(document.activeElement) ? Linked.edge : null;
    const rows = Support.rows(piece);
    const body = rows.slice(0, Support.mostRows).map(({ from, to, way, steps, first }, index) => {
      const button = Dom.make("button", { type: "button", className: "link", tabIndex: index ? -1 : 0, textContent: "…" });
      const words = Steps.tell(steps);
      button.dataset.words = `From state ${from} to state ${to}, ${words}`;
      const row = Dom.make("tr", {}, Dom.make("th", { scope: "row", textContent: name(from) }), Dom.make("td", { textContent: words }), Dom.make("td", { textContent: name(to) }), Dom.make("td", {}, button));
      Object.assign(row.dataset, { from, to, way, first, count: steps.length });
      return row;
    });
    if (rows.length > body.length) body.push(Dom.make("tr", {}, Dom.make("td", { colSpan: 4, textContent: `and ${rows.length - body.length} more` })));
    Support.table.tBodies[0].replaceChildren(...body);
    Support.countedAt = -Infinity;
    if (focused) body.find((row) => Number(row.dataset.from) === focused.from && row.dataset.way === focused.way)?.querySelector("button")?.focus();
  },

  /** Asks how often each step was seen; a few times a second is often enough. @returns {Promise<void>} */
  async count() {
    clearTimeout(Support.timer);
    const { piece } = Support;
    if (Support.asking || !piece || !Linked.active() || Watch.view === Support.counted) return;
    const wait = Support.countedAt + 500 - performance.now();
    if (wait > 0) {
      Support.timer = setTimeout(Support.count, wait);
      return;
    }
    Support.asking = true;
    Support.countedAt = performance.now();
    const view = Watch.view;
    const reply = await Game.engine.ask({ type: "counts", letter: piece.letter });
    Support.asking = false;
    if (Support.piece !== piece) return Support.count();
    if (reply.type !== "counts") return;
    Support.counted = view;
    for (const row of Support.table.tBodies[0].rows) {
      const button = row.querySelector("button");
      if (!button) continue;
      const first = Number(row.dataset.first);
      const counts = reply.counts.slice(first, first + Number(row.dataset.count));
      const seen = counts.map((count) => `${WatchPanel.number(count)}×`).join(", ");
      Dom.say(button, seen);
      button.setAttribute("aria-label", `${button.dataset.words}: seen ${seen}. Show games`);
    }
  },

  /** The answer that the counts belong to. @type {wasm_bindgen.LearningView | null} */
  counted: null,

  /** Which games show this step? @param {Edge | null} edge */
  async choose(edge) {
    const piece = Learned.piece(Learned.letter);
    if (!edge || !piece || !Linked.active()) return;
    const chosen = { letter: piece.letter, edge };
    Support.chosen = chosen;
    const arrow = piece.graph.arrows.find(({ from, to }) => from === edge.from && to === edge.to);
    const steps = (arrow?.steps ?? []).filter(({ dx, dy }) => edge.way === undefined || edge.way === `${dx},${dy}`);
    /** @type {wasm_bindgen.ExampleView[]} */
    const examples = [];
    // An arrow may have many steps; the first few make the point.
    for (const { dx, dy, on } of steps.slice(0, edge.way === undefined ? 4 : 3)) {
      const reply = await Game.engine.ask({ type: "support", letter: piece.letter, state: edge.from, word: `(${dx},${dy},${on})` });
      if (Support.chosen !== chosen) return;
      if (reply.type === "examples") examples.push(...reply.examples);
    }
    Support.list(edge, steps, examples);
  },

  /** @param {Edge} edge @param {wasm_bindgen.StepView[]} steps @param {wasm_bindgen.ExampleView[]} examples */
  list({ from, to }, steps, examples) {
    const way = steps.length ? Steps.together(steps).map(Steps.tell).slice(0, 2).join("; ") : "no longer there";
    const title = `From state ${from} to state ${to}: ${way}${Steps.together(steps).length > 2 ? "; and more" : ""}.`;
    Dom.say(Dom.get("support-title", HTMLElement), title);
    examples.sort((a, b) => (a.game ?? 0) - (b.game ?? 0) || a.ply - b.ply);
    const shown = examples.slice(0, 8).map((example) => {
      const { squares } = example.path;
      const move = `${State.nameOf(squares[0])}–${State.nameOf(squares[squares.length - 1])}`;
      const button = Dom.make("button", { type: "button", textContent: `Game ${example.game}, ply ${example.ply}: ${move}${example.played ? "" : " (possible)"}` });
      button.addEventListener("click", () => Truth.setUp(example));
      return Dom.make("li", {}, button);
    });
    Dom.get("support-list", HTMLElement).replaceChildren(...shown);
    const lead = shown.length ? `First seen in ${shown.length === 1 ? "this game" : "these games"}; select one to see its position.` : "No observed move of this piece uses it: it is a guess, or shared with the other side.";
    Dom.say(Dom.get("support-words", HTMLElement), lead);
    Support.panel.hidden = false;
    Support.panel.scrollIntoView({ block: "nearest" });
    Status.speak(`${title} ${lead}`);
  },

  close() {
    Support.chosen = null;
    Support.panel.hidden = true;
  },
};
