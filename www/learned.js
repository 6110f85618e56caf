// @ts-check
// What has been learned of each piece: a row of pieces to choose from, and everything about the one chosen.

const Learned = {
  panel: Dom.get("panel-watch", HTMLElement),
  chooser: Dom.get("learned-pieces", HTMLElement),
  frame: Dom.get("graph-frame", HTMLElement),
  svg: Dom.get("graph", SVGSVGElement),
  auto: Dom.get("follow", HTMLInputElement),
  /** @type {Graph | null} */
  graph: null,
  /** The letter whose automaton is shown. */
  letter: "",
  /** When it was chosen by itself: a glance is not enough to see an automaton. */
  chosenAt: -Infinity,
  dwell: 2500,
  /** The game for which the row of pieces was made. @type {wasm_bindgen.GameView | null} */
  listed: null,
  /** Of the pictures in it. */
  edition: 0,
  /** What is on the screen, to draw only what has changed. */
  drawn: "",
  /** The letter whose automaton is drawn. */
  graphLetter: "",
  /** The letter whose start was last brought into sight. */
  centred: "",
  drawnAt: 0,
  timer: 0,
  /** @type {Zoom | null} */
  zoom: null,
  /** Beyond this a drawing helps nobody. */
  mostStates: 60,

  init() {
    View.add(Learned.show);
    Learned.graph = new Graph(Learned.svg);
    Learned.zoom = new Zoom(Learned.frame, Learned.svg, () => Learned.graph, [0.62, 1.6], "zoom");
  },

  reset() {
    Learned.letter = "";
    Learned.chosenAt = -Infinity;
  },

  /** @param {wasm_bindgen.LearnedView} piece */
  still: (piece) => piece.words === 0,

  /** @param {string} letter @returns {wasm_bindgen.LearnedView | undefined} */
  piece: (letter) => Watch.view?.pieces.find((piece) => piece.letter === letter),

  /** Shows the piece that has just moved. @param {wasm_bindgen.LearningView} view */
  follow(view) {
    const moved = view.last?.piece;
    if (!Learned.auto.checked || !moved || Linked.holds() || Watch.skipping || moved === Learned.letter) return;
    if (performance.now() - Learned.chosenAt < Learned.dwell) return;
    Learned.chosenAt = performance.now();
    Learned.letter = moved;
  },

  /** @param {string} letter */
  choose(letter) {
    Learned.letter = letter;
    // Whoever chooses wants to stay there.
    Learned.auto.checked = false;
    Learned.drawnAt = 0;
    View.refresh();
  },

  /** Shows a piece that somebody points at; soon after, whatever moves may be shown again. @param {string} letter */
  glance(letter) {
    if (letter !== Learned.letter) Learned.drawnAt = 0;
    Learned.letter = letter;
    Learned.chosenAt = performance.now();
    View.refresh();
  },

  show() {
    if (Learned.panel.hidden && !Inside.open()) return;
    const game = Watch.game ?? State.game;
    if (Learned.listed !== game) Learned.list(game);
    else if (Learned.edition !== Pieces.edition) Learned.redraw();
    if (!Learned.letter && game?.pieces[0]) Learned.letter = game.pieces[0].letter;
    for (const button of Learned.chooser.querySelectorAll("button")) Learned.showChoice(button);
    // At full speed an automaton changes more often than anybody can see.
    const wait = Learned.drawnAt + 200 - performance.now();
    clearTimeout(Learned.timer);
    if (wait > 0) Learned.timer = setTimeout(Learned.showPiece, wait);
    else Learned.showPiece();
  },

  /** @param {wasm_bindgen.GameView | null} game */
  list(game) {
    Learned.listed = game;
    const rows = /** @type {const} */ (["white", "black"]).map((side) => {
      const buttons = (game?.pieces ?? []).filter((piece) => piece.side === side).map((piece) => Learned.choice(piece.letter));
      return Dom.make("div", { className: "choices" }, ...buttons);
    });
    Learned.chooser.replaceChildren(...rows);
    // The pictures follow in the next frame.
    Learned.edition = -1;
    View.refresh();
  },

  redraw() {
    Learned.edition = Pieces.edition;
    for (const button of Learned.chooser.querySelectorAll("button")) {
      const picture = button.querySelector("canvas");
      if (picture) Learned.draw(picture, button.dataset.letter ?? "");
    }
  },

  /** @param {HTMLCanvasElement} picture @param {string} letter */
  draw(picture, letter) {
    const size = Math.round(34 * (devicePixelRatio || 1));
    picture.width = picture.height = size;
    picture.getContext("2d", { willReadFrequently: true })?.drawImage(Pieces.picture(letter, size), 0, 0);
  },

  /** @param {string} letter */
  choice(letter) {
    const picture = Dom.make("canvas");
    picture.setAttribute("aria-hidden", "true");
    const mark = Dom.make("span", { className: "sign" });
    mark.setAttribute("aria-hidden", "true");
    const button = Dom.make("button", { type: "button", className: "choice" }, picture, mark);
    button.dataset.letter = letter;
    button.addEventListener("click", () => Learned.choose(letter));
    return button;
  },

  /** @param {HTMLButtonElement} button */
  showChoice(button) {
    const letter = button.dataset.letter ?? "";
    const piece = Learned.piece(letter);
    const [sign, words] = !piece || Learned.still(piece) ? ["", "no move observed yet"] : !Watch.view?.judged ? ["•", "learned from records"] : piece.verdict.exact ? ["✓", "exactly right"] : piece.verdict.undecided ? ["~", "too many moves to compare with the true rule"] : ["?", "not quite right yet"];
    const mark = button.querySelector(".sign");
    if (mark) Dom.say(mark, sign);
    button.classList.toggle("unseen-yet", sign === "");
    button.classList.toggle("exact", sign === "✓");
    const label = `${letter}, ${Pieces.describe(letter)}: ${words}`;
    if (button.getAttribute("aria-label") !== label) {
      button.setAttribute("aria-label", label);
      button.title = label;
    }
    const pressed = String(letter === Learned.letter);
    if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
  },

  showPiece() {
    if (Learned.panel.hidden && !Inside.open()) return;
    const letter = Learned.letter;
    const piece = Learned.piece(letter);
    const drawn = piece ? JSON.stringify([letter, piece.graph, piece.sentence, piece.sure, piece.doubtCount, piece.verdict]) : letter;
    Support.show(piece, drawn);
    if (drawn === Learned.drawn) return;
    Learned.drawn = drawn;
    Learned.drawnAt = performance.now();
    const name = letter ? Pieces.describe(letter) : "";
    Dom.say(Dom.get("learned-name", HTMLElement), name && `The ${name}`);
    const known = piece && !Learned.still(piece) ? piece : undefined;
    for (const id of ["learned-facts", "tape", "diagram-box"]) Dom.get(id, HTMLElement).hidden = !known;
    Dom.get("not-seen", HTMLElement).hidden = !!known || !letter;
    const states = known?.graph.states.length ?? 0;
    const drawable = states > 0 && states <= Learned.mostStates;
    Dom.get("graph-box", HTMLElement).hidden = !!known && !drawable;
    Dom.get("too-large", HTMLElement).hidden = !known || drawable;
    Learned.svg.toggleAttribute("hidden", !drawable);
    Dom.say(Dom.get("state-count", HTMLElement), known ? WatchPanel.count(states, "state") : "");
    if (!known) return;
    if (drawable) {
      Learned.graph?.show(known.graph);
      Learned.graphLetter = letter;
      Linked.showGraph();
      Learned.svg.setAttribute("aria-label", `Automaton of the ${name}: ${states} states. The transition table lists the same.`);
      Learned.zoom?.fit();
      if (Learned.centred !== letter) Learned.centre(letter);
    }
    Dom.say(Dom.get("learned-sentence", HTMLElement), known.sentence);
    Learned.showVerdict(known);
    Learned.showDoubts(known);
    const long = known.expression.length > 6000;
    Dom.say(Dom.get("learned-expression", HTMLElement), long ? `${known.expression.slice(0, 6000)} … and so on` : known.expression);
  },

  /** @param {wasm_bindgen.LearnedView} piece */
  showVerdict({ letter, verdict }) {
    const box = Dom.get("verdict", HTMLElement);
    box.className = verdict.exact ? "truth exact" : "truth";
    /** @param {string} lead @param {string} word */
    const example = (lead, word) => Dom.make("p", { title: word }, Dom.make("b", { textContent: lead }), ` ${Steps.tellWord(word, letter)}. `, Truth.button(letter, word));
    const lines = [];
    if (verdict.exact) lines.push(Dom.make("p", {}, Dom.make("b", { textContent: "✓ It allows exactly the true moves." })));
    if (verdict.undecided) lines.push(Dom.make("p", {}, Dom.make("b", { textContent: "~ Undecided:" }), " there are too many moves to compare them all. Those compared agree."));
    if (verdict.missed) lines.push(example("? Missed:", verdict.missed));
    if (verdict.invented) lines.push(example("✗ Invented:", verdict.invented));
    box.replaceChildren(...lines);
  },

  /** @param {wasm_bindgen.LearnedView} piece */
  showDoubts(piece) {
    const share = Math.floor(piece.sure * 100);
    const bar = Dom.get("sure", HTMLElement);
    bar.setAttribute("aria-valuenow", String(share));
    if (bar.firstElementChild instanceof HTMLElement) bar.firstElementChild.style.width = `${share}%`;
    Dom.say(Dom.get("sure-words", HTMLElement), piece.doubtCount ? `${share} % of the predicted moves were observed.` : "All predicted moves were observed.");
    const box = Dom.get("doubts-box", HTMLDetailsElement);
    box.hidden = piece.doubtCount === 0;
    Dom.say(Dom.get("doubts-title", HTMLElement), piece.doubtCount === 1 ? "One guess" : `${piece.doubtCount} guesses`);
    const items = piece.doubts.map((word) => Dom.make("li", { title: word }, `${Steps.tellWord(word, piece.letter)}. `, Truth.button(piece.letter, word)));
    const more = piece.doubtCount - piece.doubts.length;
    if (more > 0) items.push(Dom.make("li", { textContent: `and ${more} more` }));
    Dom.get("doubts", HTMLElement).replaceChildren(...items);
  },

  /** An automaton too tall for its frame is read from its start. @param {string} letter */
  centre(letter) {
    Learned.centred = letter;
    const start = Learned.piece(letter)?.graph.states[0];
    const { graph, zoom } = Learned;
    if (!start || !graph || !zoom) return;
    // In the next frame, when the browser has laid the drawing out anyway.
    if (graph.height * zoom.scale > zoom.room.height) requestAnimationFrame(() => Learned.frame.scrollTo(0, Graph.place(start).y * zoom.scale - zoom.room.height / 2));
  },
};
