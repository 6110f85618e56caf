// @ts-check
// A move on a board and a path through the automaton are the same thing: whoever points at one sees the other.

/**
 * @typedef {{ from: number, to: number, way?: string }} Edge  An arrow of the automaton that is drawn, or one of its glyphs.
 * @typedef {{ look: Look, letter: string, path: wasm_bindgen.PathView, step: number }} Chosen
 */

const Linked = {
  /** On the big board, in the move diagram, and for the move that was just watched. */
  big: new Look(() => Linked.onPaths(Linked.big)),
  small: new Look(() => Linked.onPaths(Linked.small)),
  last: new Look(() => Linked.onLast()),
  /** The piece on the big board that is looked at. @type {{ from: number, letter: string } | null} */
  pinned: null,
  /** The path that is lit, and how far along it one is. @type {Chosen | null} */
  chosen: null,
  /** Under the pointer, or where the keyboard is. @type {Edge | null} */
  edge: null,
  /** The watched move whose path is to be lit. @type {wasm_bindgen.MoveView | null} */
  move: null,
  /** What is lit in the drawing. @type {Element[]} */
  lit: [],
  timer: 0,
  /** So long a pointer must rest on a square: it may only be passing. */
  dwell: 70,

  init() {
    View.add(Linked.show);
    const { svg } = Learned;
    svg.addEventListener("pointerover", (event) => Linked.light(Linked.edgeOf(event.target)));
    svg.addEventListener("pointerleave", () => Linked.light(Linked.edgeOf(document.activeElement)));
    svg.addEventListener("focusin", (event) => Linked.light(Linked.edgeOf(event.target)));
    svg.addEventListener("focusout", () => Linked.light(null));
    svg.addEventListener("click", (event) => Support.choose(Linked.edgeOf(event.target)));
    svg.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return Linked.rove(event, svg, ".glyph");
      event.preventDefault();
      event.stopPropagation();
      Support.choose(Linked.edgeOf(event.target));
    });
    Grid.element.addEventListener("focusin", (event) => Linked.point(Grid.squareOf(event.target), true));
    Grid.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") Linked.unpin();
    });
  },

  /** Whether the worker knows the automata that the page shows: it watches, or has the game that came out of it. */
  known: () => !!Watch.view && (!Watch.lost || State.game?.text === Watch.learnedText()),

  /** Whether they are in sight, too. */
  active: () => Linked.known() && (Watch.tabOpen() || Inside.open()),

  /** Whether somebody is looking at something: then it must not be taken away. */
  holds: () => !!(Linked.pinned || Linked.edge || (Linked.chosen && Linked.chosen.look !== Linked.last)),

  show() {
    const { pinned } = Linked;
    if (!Linked.active()) {
      if (Linked.holds() || Linked.chosen) Linked.clear();
      return;
    }
    const cells = State.cells();
    // Whoever picks a piece up looks at it.
    if (State.selected !== null && pinned?.from !== State.selected) return Linked.pin(State.selected);
    if (pinned && (cells[pinned.from] !== pinned.letter || pinned.letter !== Learned.letter)) Linked.unpin();
    if (Linked.chosen && Linked.chosen.letter !== Learned.letter) Linked.choose(null);
    const letter = Linked.pinned || Linked.edge || Truth.everywhere() ? Learned.letter : "";
    if (letter) Linked.big.want(letter, cells);
    else if (Linked.chosen?.look !== Linked.big) Linked.big.forget();
  },

  /** @param {Look} look */
  onPaths(look) {
    const chosen = Linked.chosen;
    if (chosen?.look === look) {
      // The same move, if there still is one.
      const [from, to] = [chosen.path.squares[0], chosen.path.squares.at(-1)];
      const path = look.paths.find(({ squares }) => squares[0] === from && squares.at(-1) === to);
      const whole = chosen.step === chosen.path.squares.length - 1;
      Linked.chosen = path ? { ...chosen, path, step: whole ? path.squares.length - 1 : Math.min(chosen.step, path.squares.length - 1) } : null;
    }
    if (look === Linked.small) {
      Diagram.onPaths();
      Diagram.label();
    } else if (Linked.pinned) View.refresh();
    Linked.changed();
  },

  /** A pointer or the keyboard is on this square of the big board. @param {number | null} square @param {boolean} [byKey] */
  point(square, byKey = false) {
    clearTimeout(Linked.timer);
    if (!Linked.active() || Watch.hurried()) return;
    if (square === null) return Linked.release();
    Linked.timer = setTimeout(() => Linked.at(square, byKey), byKey ? 0 : Linked.dwell);
  },

  /** @param {number} square @param {boolean} byKey */
  at(square, byKey) {
    const { pinned } = Linked;
    const path = pinned && Linked.pathsOf(Linked.big).find(({ squares }) => squares.at(-1) === square);
    if (path) Linked.choose(Linked.big, path);
    else if (pinned?.from === square) Linked.choose(null);
    else if (State.letterAt(square) !== ".") Linked.pin(square);
    else if (byKey) Linked.choose(null);
    else Linked.unpin();
  },

  /** @param {number} from */
  pin(from) {
    Linked.pinned = { from, letter: State.letterAt(from) };
    Linked.chosen = null;
    Learned.glance(Linked.pinned.letter);
    Linked.changed();
  },

  unpin() {
    if (!Linked.pinned) return;
    Linked.pinned = null;
    if (Linked.chosen?.look === Linked.big) Linked.chosen = null;
    Linked.changed();
    View.refresh();
  },

  /** Nobody points any more: while the game goes on, so does the page. */
  release() {
    if (!Watch.running) return;
    Linked.unpin();
    Linked.choose(null);
  },

  clear() {
    Linked.pinned = Linked.chosen = Linked.edge = Linked.move = null;
    Linked.big.forget();
    Linked.changed();
  },

  /** @param {Look | null} look @param {wasm_bindgen.PathView} [path] @param {number} [step] */
  choose(look, path, step) {
    if (!look && !Linked.chosen) return;
    const letter = look?.seen?.letter;
    Linked.chosen = look && letter && path ? { look, letter, path, step: step ?? path.squares.length - 1 } : null;
    Linked.changed();
  },

  /** The moves to choose from, in a fixed order: those of the piece pinned, else those of the diagram. @param {Look} look */
  pathsOf(look) {
    const from = look === Linked.big ? Linked.pinned?.from : Diagram.from;
    return look.paths.filter(({ squares, verdict }) => (from === undefined || squares[0] === from) && (verdict !== "missed" || Truth.comparing()));
  },

  /** @param {Edge | null} edge */
  light(edge) {
    const same = edge?.from === Linked.edge?.from && edge?.to === Linked.edge?.to && edge?.way === Linked.edge?.way;
    if (same || !Linked.active()) return;
    Linked.edge = edge;
    Linked.show();
    Linked.changed();
  },

  /** @param {EventTarget | null} target @returns {Edge | null} */
  edgeOf(target) {
    const element = target instanceof Element ? target.closest("[data-from]") : null;
    if (!(element instanceof SVGElement || element instanceof HTMLElement)) return null;
    const { from, to } = element.dataset;
    const glyph = target instanceof Element ? target.closest("[data-way]") : null;
    return { from: Number(from), to: Number(to), way: glyph?.getAttribute("data-way") ?? undefined };
  },

  /** The watched move lights its path. @param {wasm_bindgen.LearningView | null} before @param {wasm_bindgen.LearningView} view */
  follow(before, view) {
    if (!Linked.active() || Linked.holds() || Watch.hurried() || !before || !view.last || view.last.piece !== Learned.letter) return;
    Linked.move = view.last;
    Linked.last.want(view.last.piece, before.cells);
  },

  onLast() {
    const { move } = Linked;
    const path = Linked.last.paths.find(({ squares }) => squares[0] === move?.from && squares.at(-1) === move.to);
    if (Linked.holds() || move !== Watch.view?.last) return;
    if (path) Linked.choose(Linked.last, path);
    else Linked.choose(null);
  },

  /** The picture has changed; nothing else. */
  changed() {
    Linked.showGraph();
    Tape.show();
    Diagram.paint();
    View.repaint();
  },

  /** @param {Sheet} sheet of the big board */
  paint(sheet) {
    if (!Linked.active()) return;
    if (Diagram.edition !== Pieces.edition) Diagram.paint();
    const { big, pinned, chosen } = Linked;
    // An old answer is of no use on another position.
    const seen = big.seen?.cells === State.cells() ? big.seen : null;
    if (seen && pinned) Paint.frame(sheet, pinned.from, Theme.colours.trace);
    const path = chosen?.look === big ? chosen : null;
    if (seen && (pinned || Truth.everywhere())) Marks.moves(sheet, seen.cells, Linked.pathsOf(big), path);
    if (seen && Linked.edge) Marks.edge(sheet, Linked.uses(seen.paths, Linked.edge));
    else if (seen && path) Marks.path(sheet, path.letter, path.path, path.step);
  },

  /** Where these paths go along an arrow, from which square to which. @param {wasm_bindgen.PathView[]} paths @param {Edge} edge @returns {[number, number][]} */
  uses(paths, { from, to, way }) {
    /** @type {Map<string, [number, number]>} */
    const pairs = new Map();
    for (const { word, squares, states } of paths) {
      const steps = Steps.parse(word);
      for (let at = 0; at + 1 < states.length; at++) {
        if (states[at] !== from || states[at + 1] !== to) continue;
        if (way !== undefined && way !== `${steps[at].dx},${steps[at].dy}`) continue;
        pairs.set(`${squares[at]} ${squares[at + 1]}`, [squares[at], squares[at + 1]]);
      }
    }
    return [...pairs.values()];
  },

  /** Lights the path in the drawing: what is lit, where one is, and where it is stuck. */
  showGraph() {
    const { graph } = Learned;
    for (const element of Linked.lit) element.classList.remove("lit", "here", "stuck");
    Linked.lit = [];
    if (!graph) return;
    /** @param {Element | null | undefined} element @param {...string} names */
    const light = (element, ...names) => {
      if (!element) return;
      element.classList.add(...names);
      Linked.lit.push(element);
    };
    /** @param {Edge} edge */
    const lightEdge = ({ from, to, way }) => {
      const part = graph.part(from, to);
      light(part?.line, "lit");
      light(part?.label, "lit");
      if (way) light(part?.label.querySelector(`[data-way="${way}"]`), "lit");
    };
    const chosen = Learned.graphLetter === Linked.chosen?.letter ? Linked.chosen : null;
    if (Linked.edge) lightEdge(Linked.edge);
    else if (chosen) {
      const { states, word } = chosen.path;
      const steps = Steps.parse(word);
      const gone = Math.min(chosen.step, states.length - 1);
      for (let at = 0; at < gone; at++) lightEdge({ from: states[at], to: states[at + 1], way: `${steps[at].dx},${steps[at].dy}` });
      states.slice(0, gone + 1).forEach((state) => light(graph.state(state), "lit"));
      light(graph.state(states[gone]), gone < chosen.step ? "stuck" : "here");
    }
    Learned.svg.classList.toggle("tracing", !!(Linked.edge || (chosen && chosen.look !== Linked.last)));
  },

  /** Arrow keys go from one to the next of many; only one of them is in the way of Tab. @param {KeyboardEvent} event @param {Element} box @param {string} selector */
  rove(event, box, selector) {
    const all = [...box.querySelectorAll(selector)];
    const here = all.findIndex((each) => each === document.activeElement);
    const to = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1, Home: 0, End: all.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[Math.min(all.length - 1, Math.max(0, to))];
    for (const each of all) each.setAttribute("tabindex", each === next ? "0" : "-1");
    if (next instanceof SVGElement || next instanceof HTMLElement) next.focus();
  },

  /** What a cell says about the piece that is looked at. @param {number} square */
  words(square) {
    if (!Linked.pinned || !Linked.active()) return "";
    if (Linked.pinned.from === square) return "selected";
    const path = Linked.pathsOf(Linked.big).find(({ squares }) => squares.at(-1) === square);
    if (!path) return "";
    const piece = Pieces.describe(Linked.pinned.letter);
    if (!Truth.comparing() || path.verdict === "agreed") return `${piece} can move here`;
    return path.verdict === "missed" ? `missed: ${piece} can move here` : `invented: ${piece} cannot move here`;
  },
};
