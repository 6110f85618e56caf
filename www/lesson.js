// @ts-check
// Merging, step by step: the tree of what was seen, each pair of states that is tried, and why some cannot be merged.

const Lesson = {
  svg: Dom.get("lesson-graph", SVGSVGElement),
  slider: Dom.get("lesson-slider", HTMLInputElement),
  sentence: Dom.get("lesson-sentence", HTMLElement),
  algorithm: Dom.get("lesson-algorithm", HTMLSelectElement),
  games: Dom.get("lesson-games", HTMLSelectElement),
  /** @type {Graph | null} */
  graph: null,
  /** @type {Zoom | null} */
  zoom: null,
  /** Whether pairs that were refused are stepped over. */
  merges: Dom.get("lesson-merges", HTMLInputElement),
  /** Marks on the two states in question. @type {SVGGElement | null} */
  marks: null,
  /** @type {wasm_bindgen.LessonView | null} */
  view: null,
  /** Which lesson this is; answers about older ones are dropped. */
  run: 0,
  letter: "",
  /** The step that is wanted; while one is being fetched it may change. */
  index: 0,
  asking: false,
  playing: false,
  timer: 0,
  /** Milliseconds from step to step; a no takes longer to read. */
  pace: { step: 1100, refused: 3200 },

  init() {
    View.add(Lesson.refresh);
    for (const select of [Lesson.algorithm, Lesson.games]) select.addEventListener("change", Lesson.begin);
    Lesson.graph = new Graph(Lesson.svg);
    Lesson.zoom = new Zoom(Dom.get("lesson-frame", HTMLElement), Lesson.svg, () => Lesson.graph, [0.5, 1.4], "lesson-zoom");
    Lesson.slider.addEventListener("input", () => Lesson.goTo(Lesson.steps()[Number(Lesson.slider.value)]));
    Lesson.merges.addEventListener("change", () => Lesson.goTo(Lesson.steps()[Lesson.at()]));
    /** @type {[string, () => void][]} */
    const buttons = [
      ["first", () => Lesson.goTo(0)],
      ["back", () => Lesson.goTo(Lesson.beside(-1))],
      ["play", () => (Lesson.playing ? Lesson.rest() : Lesson.play())],
      ["on", () => Lesson.goTo(Lesson.beside(1))],
      ["last", () => Lesson.goTo(Lesson.last())],
    ];
    for (const [name, act] of buttons) Dom.button(`lesson-${name}`).addEventListener("click", act);
  },

  isOpen: () => Boxes.current === "lesson" && Watch.tabOpen(),
  last: () => Math.max(0, (Lesson.view?.steps ?? 1) - 1),

  /** The steps that are shown, by their numbers among all. @returns {number[]} */
  steps: () => (Lesson.merges.checked ? (Lesson.view?.merges ?? []) : Array.from({ length: Lesson.view?.steps ?? 0 }, (_, index) => index)),

  /** Where a step, or the last one before it, stands in a list. @param {number[]} steps @param {number} index */
  place: (steps, index) => Math.max(0, steps.filter((each) => each <= index).length - 1),

  /** Which of those it is at, or was at last. */
  at: () => Lesson.place(Lesson.steps(), Lesson.index),

  /** The step before or after this one. @param {-1 | 1} way */
  beside(way) {
    const steps = Lesson.steps();
    return steps[Math.min(steps.length - 1, Math.max(0, Lesson.at() + way))] ?? 0;
  },

  async open() {
    Lesson.algorithm.value = Watch.settings.algorithm;
    Dom.say(Lesson.sentence, "Watching a few games first …");
    if ((await Boxes.haveWatched()) && Lesson.isOpen()) Lesson.begin();
  },

  close() {
    Lesson.run += 1;
    Lesson.rest();
    Lesson.letter = "";
  },

  /** Another piece was chosen while the lesson is open. */
  refresh() {
    if (Lesson.isOpen() && Lesson.letter && Learned.letter !== Lesson.letter) Lesson.begin();
  },

  async begin() {
    Lesson.rest();
    const run = ++Lesson.run;
    Lesson.letter = Learned.letter;
    Lesson.view = null;
    Lesson.index = 0;
    /** @type {Command} */
    let command = { type: "lesson", letter: Lesson.letter, algorithm: Lesson.algorithm.value, games: Number(Lesson.games.value) };
    for (;;) {
      const reply = await Game.engine.ask(command, 20000);
      if (run !== Lesson.run) return;
      if (reply.type !== "lesson") return Lesson.fail(reply);
      if (reply.lesson.ready) return Lesson.show(reply.lesson);
      Dom.say(Lesson.sentence, `Reading ${WatchPanel.count(reply.lesson.positions, "position")} …`);
      command = { type: "lessonStep", index: 0 };
    }
  },

  /** @param {Reply} reply */
  fail(reply) {
    if (reply.type === "failed") Dom.say(Lesson.sentence, `${reply.message} Press Start to watch first.`);
  },

  /** @param {number | undefined} index */
  async goTo(index) {
    if (!Lesson.view || index === undefined) return;
    Lesson.rest();
    await Lesson.fetch(index);
  },

  /** @param {number} index */
  async fetch(index) {
    Lesson.index = Math.min(Lesson.last(), Math.max(0, index));
    if (Lesson.asking) return;
    Lesson.asking = true;
    const run = Lesson.run;
    // Whoever drags the slider wants the newest only.
    for (let shown = -1; shown !== Lesson.index && run === Lesson.run; ) {
      shown = Lesson.index;
      const reply = await Game.engine.ask({ type: "lessonStep", index: shown });
      if (run !== Lesson.run) break;
      if (reply.type === "lesson") Lesson.show(reply.lesson);
      else Lesson.fail(reply);
    }
    Lesson.asking = false;
  },

  async play() {
    if (!Lesson.view) return;
    const from = Lesson.index >= Lesson.last() ? 0 : Lesson.beside(1);
    Lesson.playing = true;
    await Lesson.fetch(from);
    if (!Lesson.playing) return;
    if (Lesson.index >= Lesson.last()) return Lesson.rest();
    const refused = Lesson.view?.step?.what === "refused";
    Lesson.timer = setTimeout(Lesson.play, refused ? Lesson.pace.refused : Lesson.pace.step);
    Lesson.showButtons();
  },

  rest() {
    Lesson.playing = false;
    clearTimeout(Lesson.timer);
    Lesson.showButtons();
  },

  /** @param {wasm_bindgen.LessonView} view */
  show(view) {
    Lesson.view = view;
    const step = view.step;
    if (!step) return;
    Lesson.index = Lesson.asking ? Lesson.index : step.index;
    const steps = Lesson.steps();
    const at = Lesson.place(steps, step.index);
    Lesson.slider.max = String(steps.length - 1);
    Lesson.slider.value = String(at);
    const count = `Step ${WatchPanel.number(at + 1)} of ${WatchPanel.number(steps.length)}`;
    Lesson.slider.setAttribute("aria-valuetext", count);
    const hidden = view.steps - steps.length;
    const aside = hidden ? `, ${WatchPanel.count(hidden, "other step")} left out` : "";
    Dom.say(Dom.get("lesson-count", HTMLElement), `${count}${aside}${view.cut ? " (only the first ones and the result are kept)" : ""}`);
    const words = Lesson.tell(view, step);
    Dom.say(Lesson.sentence, words);
    Status.speak(words);
    Lesson.draw(step);
    Lesson.showButtons();
    const scene = step.objection?.scene;
    if (scene) Scene.show(scene, "✗", Lesson.caption(scene));
    else Scene.clear();
    Lesson.sentence.classList.toggle("refused", step.what === "refused");
  },

  showButtons() {
    const [first, last] = [Lesson.index <= 0, Lesson.index >= Lesson.last()];
    for (const name of ["first", "back"]) Controls.enable(`lesson-${name}`, !first);
    for (const name of ["on", "last"]) Controls.enable(`lesson-${name}`, !last);
    const play = Dom.button("lesson-play");
    play.classList.toggle("going", Lesson.playing);
    play.setAttribute("aria-label", Lesson.playing ? "Pause the lesson" : "Play the lesson");
  },

  /** @param {wasm_bindgen.SceneView} scene */
  caption: (scene) => (scene.position === undefined ? "A constructed position that shows the move." : `Observed position ${WatchPanel.number(scene.position)}.`),

  /** @param {wasm_bindgen.LessonView} view @param {wasm_bindgen.LessonStep} step @returns {string} */
  tell(view, step) {
    const name = Pieces.describe(view.letter);
    const [a, b] = step.marked;
    const states = step.states === 1 ? "one state" : `${step.states} states`;
    switch (step.what) {
      case "tree": return view.words
        ? `In ${WatchPanel.number(view.positions)} positions the ${name} made ${view.words} different moves. The prefix tree of these words has ${states}; every path to a double circle is one of them.`
        : `The ${name} did not move in these ${WatchPanel.number(view.positions)} positions. Choose another piece, or more games.`;
      case "minimized": return `The smallest automaton that allows exactly these moves has ${states}.`;
      case "tried": return `Can A and B, states ${a} and ${b}, be merged? No observation contradicts it${Lesson.algorithm.value === "kibitzer" ? ", and no other pair saves more" : ""}.`;
      case "merged": return `Merged, together with the states that follow both: ${states} left.`;
      case "promoted": return `State ${a} cannot be merged with any earlier state. It stays.`;
      case "expanded": return `Next, the search expands the smallest automaton so far: ${states}.`;
      case "learned": return `Result from these ${WatchPanel.number(view.positions)} positions: ${states}.${view.cut ? " Not every attempt is shown." : ""}`;
      case "refused": return `A and B, states ${a} and ${b}, cannot be merged: ${Lesson.why(name, step.objection)}`;
    }
  },

  /** Where no single move is to blame. @type {Record<string, string>} */
  reasons: {
    tooMany: "there would be too many moves to check.",
    noMove: "then the empty word would be a move.",
    twoLoops: "then a state would lie on two cycles, which this algorithm does not allow.",
    known: "the result is an automaton that was found before.",
    notWorthIt: "it would accept too many unseen words for what it saves.",
    nothingInCommon: "the two states have no step in common.",
    outdone: "another merge saves more.",
  },

  /** @param {string} name @param {wasm_bindgen.Objection | undefined} objection */
  why(name, objection) {
    const reasons = Lesson.reasons;
    if (!objection || objection.why in reasons) return reasons[objection?.why ?? "tooMany"];
    const move = `then the ${name} could go ${Steps.tellWord(objection.word, Lesson.letter)}`;
    const { scene } = objection;
    const path = scene ? `, as here from ${State.nameOf(scene.path[0])} to ${State.nameOf(scene.path[scene.path.length - 1])}` : "";
    const where = scene?.position === undefined ? "But" : `But in position ${WatchPanel.number(scene.position)}`;
    switch (objection.why) {
      case "notListed": return `${move}${path}. ${where} that is not a legal move.`;
      case "neverPlayed": return `${move}${path}. That was possible so often that it would have been played if it were legal.`;
      default: return Lesson.algorithm.value === "kibitzer"
        ? `too many unseen words would be accepted, such as the ${name} going ${Steps.tellWord(objection.word, Lesson.letter)}${path}.`
        : `${move}${path}. Rejected: the check does not allow unseen words.`;
    }
  },

  /** @param {wasm_bindgen.LessonStep} step */
  draw(step) {
    const { graph } = step;
    const large = Dom.get("lesson-large", HTMLElement);
    large.hidden = !!graph;
    Lesson.svg.toggleAttribute("hidden", !graph);
    Lesson.svg.setAttribute("aria-label", `Automaton with ${step.states} states`);
    if (!graph) return Dom.say(large, `${WatchPanel.number(step.states)} states are too many to draw (at most 60). Go to a later step, or use fewer games.`);
    Lesson.graph?.show(graph);
    Lesson.zoom?.keep();
    Lesson.mark(graph, step.marked);
  },

  /** A frame and a letter for each state in question. @param {wasm_bindgen.GraphView} graph @param {number[]} marked */
  mark(graph, marked) {
    Lesson.marks?.remove();
    const both = marked.length > 1;
    const marks = marked.map((state, index) => {
      const { x, y } = Graph.place(graph.states[state]);
      const letter = Glyph.make("text", { x: x - 23, y: y - 15 });
      letter.textContent = both ? "AB"[index] : "";
      return Glyph.make("g", { class: "mark" }, Glyph.make("rect", { x: x - 22, y: y - 22, width: 44, height: 44, rx: 8 }), letter);
    });
    Lesson.marks = Glyph.make("g", { class: "marks" }, ...marks);
    Lesson.svg.append(Lesson.marks);
    Lesson.zoom?.reveal(marks);
  },

  /** @param {KeyboardEvent} event @returns {boolean} whether it was a key for the lesson */
  onKey({ key, target }) {
    if (!Lesson.isOpen() || !Lesson.view || Grid.squareOf(target) !== null) return false;
    const own = target instanceof Element && target.closest("button, summary, a");
    const to = { ArrowLeft: Lesson.beside(-1), ArrowRight: Lesson.beside(1), Home: 0, End: Lesson.last() }[key];
    if (to !== undefined) Lesson.goTo(to);
    else if (Lesson.zoom?.onKey(key)) return true;
    else if (key === " " && !own) Lesson.playing ? Lesson.rest() : Lesson.play();
    else return false;
    return true;
  },
};

Lesson.init();
