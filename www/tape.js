// @ts-check
// A move as a word on a tape: what has been read, what comes next, and the state one is in.

const Tape = {
  box: Dom.get("tape", HTMLElement),
  title: Dom.get("tape-title", HTMLElement),
  cells: Dom.get("tape-cells", HTMLElement),
  words: Dom.get("tape-words", HTMLElement),
  /** The word that is drawn. */
  drawn: "",

  init() {
    const steps = { first: () => 0, back: (/** @type {number} */ at) => at - 1, forward: (/** @type {number} */ at) => at + 1, last: () => Infinity };
    for (const [name, to] of Object.entries(steps)) Dom.button(`tape-${name}`).addEventListener("click", () => Tape.go(to));
    Dom.button("tape-prev").addEventListener("click", () => Tape.move(-1));
    Dom.button("tape-next").addEventListener("click", () => Tape.move(1));
  },

  /** @param {(at: number) => number} to */
  go(to) {
    const chosen = Linked.chosen;
    if (!chosen) return Tape.move(1);
    Watch.pause();
    const step = Math.min(chosen.path.squares.length - 1, Math.max(0, to(chosen.step)));
    Linked.choose(chosen.look, chosen.path, step);
    Status.speak(Tape.tell(chosen, step));
  },

  /** The next move of the piece that is looked at, or the one before. @param {number} by */
  move(by) {
    Watch.pause();
    const look = Linked.pinned ? Linked.big : Linked.small;
    const paths = Linked.pathsOf(look);
    const path = paths[(Math.max(-1, Tape.index(paths)) + by + paths.length) % paths.length];
    if (!path) return Status.speak("No learned move here.");
    Linked.choose(look, path);
    if (Linked.chosen) Status.speak(`${Tape.name()}. ${Tape.tell(Linked.chosen, Linked.chosen.step)}`);
  },

  /** @param {wasm_bindgen.PathView[]} paths */
  index: (paths) => paths.findIndex(({ squares }) => squares.join() === Linked.chosen?.path.squares.join()),

  /** "White rook a1–a4, move 3 of 14". */
  name() {
    const { chosen } = Linked;
    if (!chosen) return "";
    const { squares } = chosen.path;
    const piece = Pieces.describe(chosen.letter);
    const move = `${piece[0].toUpperCase()}${piece.slice(1)} ${State.nameOf(squares[0])}–${State.nameOf(squares[squares.length - 1])}`;
    const paths = chosen.look === Linked.last ? [] : Linked.pathsOf(chosen.look);
    return paths.length > 1 ? `${move}, move ${Tape.index(paths) + 1} of ${paths.length}` : move;
  },

  /** Where one is: the square, the state, and what that means. @param {Chosen} chosen @param {number} step */
  tell({ path, letter }, step) {
    const count = path.squares.length - 1;
    const graph = Learned.piece(letter)?.graph;
    const at = step === 0 ? "At the start" : `${step < count ? `${step} of ${count} steps` : count === 1 ? "The one step" : `All ${count} steps`}, on ${State.nameOf(path.squares[step])}`;
    if (step >= path.states.length) return `${at}: state ${path.states.at(-1)} has no such step, so the word is rejected${Tape.truth(path, "though the true rules allow it", "correctly")}.`;
    const state = path.states[step];
    const accepting = graph?.states[state]?.accepting;
    const words = `${at}: state ${state} of ${graph?.states.length ?? "?"} states, ${accepting ? "accepting" : "not accepting"}`;
    if (step < count) return `${words}.`;
    return accepting ? `${words}: a move${Tape.truth(path, "also by the true rules", "but the true rules forbid it")}.` : `${words}: no move${Tape.truth(path, "though the true rules allow it", "correctly")}.`;
  },

  /** @param {wasm_bindgen.PathView} path @param {string} legal @param {string} illegal */
  truth: ({ verdict }, legal, illegal) => (Truth.comparing() ? `, ${verdict === "agreed" || verdict === "missed" ? legal : illegal}` : ""),

  show() {
    const { chosen } = Linked;
    Tape.box.classList.toggle("idle", !chosen);
    Dom.say(Tape.title, chosen ? Tape.name() : "Point at a move, on either board, or step through them here.");
    const step = chosen?.step ?? 0;
    const count = chosen ? chosen.path.squares.length - 1 : 0;
    for (const [name, on] of /** @type {const} */ ([["first", step > 0], ["back", step > 0], ["forward", step < count], ["last", step < count]])) Controls.enable(`tape-${name}`, on);
    Dom.say(Tape.words, chosen ? Tape.tell(chosen, step) : "");
    const word = chosen?.path.word ?? "";
    if (word !== Tape.drawn) {
      Tape.drawn = word;
      Tape.cells.replaceChildren(...Steps.parse(word).map(Tape.cell));
    }
    [...Tape.cells.children].forEach((cell, index) => {
      cell.className = index < step ? "read" : index === step ? "next" : "";
      cell.classList.toggle("stuck", !!chosen && index >= chosen.path.states.length - 1 && index < step);
    });
  },

  /** @param {Step} step */
  cell(step) {
    const glyph = Glyph.make("svg", { viewBox: `0 0 ${Glyph.size} ${Glyph.size}`, "aria-hidden": "true" }, Glyph.draw([step]));
    return Dom.make("li", { title: Steps.tell([step]) }, glyph, Dom.make("span", { className: "unseen", textContent: Steps.tell([step]) }));
  },
};
