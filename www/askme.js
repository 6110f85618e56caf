// @ts-check
// The learner asks, the visitor answers: may this piece go there?

const AskMe = {
  question: Dom.get("asking-question", HTMLElement),
  note: Dom.get("asking-note", HTMLElement),
  only: Dom.get("ask-shown", HTMLInputElement),
  /** @type {wasm_bindgen.AskingView | null} */
  view: null,
  run: 0,
  busy: false,
  letter: "",

  init() {
    View.add(AskMe.refresh);
    for (const said of /** @type {const} */ (["yes", "no", "pass", "rules", "back"])) Dom.button(`say-${said}`).addEventListener("click", () => AskMe.say(said));
    AskMe.only.addEventListener("change", () => AskMe.ask(undefined));
  },

  isOpen: () => Boxes.current === "asking" && Watch.tabOpen(),

  async open() {
    AskMe.view = null;
    Dom.say(AskMe.note, "");
    Dom.say(AskMe.question, "Let me watch a little first …");
    AskMe.showButtons();
    if ((await Boxes.haveWatched()) && AskMe.isOpen()) AskMe.ask(undefined);
  },

  close() {
    AskMe.run += 1;
    AskMe.letter = "";
    const answers = AskMe.view?.answers ?? 0;
    if (answers) Status.speak(`${AskMe.count(answers, "answer")} kept.`);
  },

  /** Another piece was chosen. */
  refresh() {
    if (AskMe.isOpen() && AskMe.only.checked && AskMe.letter && Learned.letter !== AskMe.letter && !AskMe.busy) AskMe.ask(undefined);
  },

  /** @param {wasm_bindgen.Said} said */
  say(said) {
    if (AskMe.busy || !(said === "back" ? AskMe.view?.answers : AskMe.view?.question)) return;
    AskMe.ask(said);
  },

  /** @param {wasm_bindgen.Said | undefined} said */
  async ask(said) {
    const run = ++AskMe.run;
    const before = AskMe.view?.question;
    const states = AskMe.states(before?.letter);
    AskMe.busy = true;
    AskMe.letter = Learned.letter;
    const about = AskMe.only.checked ? Learned.letter : undefined;
    for (let answer = said; ; answer = undefined) {
      const reply = await Game.engine.ask({ type: "ask", about, said: answer }, 20000);
      if (run !== AskMe.run) return;
      AskMe.busy = false;
      if (reply.type !== "asking") {
        if (reply.type === "failed") Dom.say(AskMe.note, reply.message);
        return;
      }
      Watch.keep(reply.asking.learning);
      View.refresh();
      if (reply.asking.thinking) continue;
      AskMe.show(reply.asking, said, before, states);
      return;
    }
  },

  /** @param {string | undefined} letter */
  states: (letter) => Learned.piece(letter ?? "")?.graph.states.length ?? 0,

  /**
   * @param {wasm_bindgen.AskingView} view
   * @param {wasm_bindgen.Said | undefined} said
   * @param {wasm_bindgen.QuestionView | undefined} before the question that was answered
   * @param {number} states its piece had before
   */
  show(view, said, before, states) {
    AskMe.view = view;
    const { question } = view;
    Dom.say(AskMe.note, AskMe.thanks(view, said, before, states));
    const count = `${AskMe.count(view.answers, "answer")} so far${view.passed ? `, ${AskMe.count(view.passed, "question")} left open` : ""}`;
    Dom.say(Dom.get("asking-count", HTMLElement), count);
    if (question) {
      const words = AskMe.tell(question);
      Dom.say(AskMe.question, words);
      if (!AskMe.only.checked && Learned.letter !== question.letter) Learned.choose(question.letter);
      AskMe.letter = Learned.letter;
      Scene.show(question.scene, "?", "Is this move legal?");
      Status.speak(`${AskMe.note.textContent} ${words}`);
    } else {
      const name = AskMe.only.checked ? `the ${Pieces.describe(Learned.letter)}` : "any piece";
      Dom.say(AskMe.question, `No questions left about ${name}.${AskMe.only.checked ? " Choose another piece above, or allow questions about all pieces." : ""}`);
      Scene.clear();
      Status.speak(AskMe.question.textContent ?? "");
    }
    AskMe.showButtons();
  },

  showButtons() {
    for (const said of ["yes", "no", "pass"]) Controls.enable(`say-${said}`, !!AskMe.view?.question);
    Controls.enable("say-rules", !!AskMe.view?.question && AskMe.view.learning.judged);
    Controls.enable("say-back", !!AskMe.view?.answers);
  },

  /** @param {number} number @param {string} thing */
  count: (number, thing) => (number === 1 ? `one ${thing}` : `${number} ${thing}s`),

  /** @param {wasm_bindgen.QuestionView} question */
  tell({ letter, word, scene: { path } }) {
    const [from, to] = [path[0], path[path.length - 1]].map(State.nameOf);
    return `Can the ${Pieces.describe(letter)} move from ${from} to ${to} here: ${Steps.tellWord(word, letter)}?`;
  },

  /** @param {wasm_bindgen.AskingView} view @param {wasm_bindgen.Said | undefined} said @param {wasm_bindgen.QuestionView | undefined} before @param {number} states */
  thanks(view, said, before, states) {
    if (view.refuted) {
      const { letter, word, legal } = view.refuted;
      return `You answered that the ${Pieces.describe(letter)} ${legal ? "can" : "cannot"} move ${Steps.tellWord(word, letter)}. An observed game shows the opposite, so the answer is ignored.`;
    }
    if (said === "back") return "Answer undone.";
    if (!before || said === undefined || said === "pass") return "";
    const now = AskMe.states(before.letter);
    const lead = said === "rules" ? `The rules say ${view.took ? "yes" : "no"}.` : `Your answer: ${view.took ? "yes" : "no"}.`;
    const change = now === states ? "" : ` The automaton of the ${Pieces.describe(before.letter)} now has ${AskMe.count(now, "state")}.`;
    return lead + change;
  },

  /** @param {KeyboardEvent} event @returns {boolean} whether it was an answer */
  onKey({ key, target }) {
    if (!AskMe.isOpen() || Grid.squareOf(target) !== null) return false;
    const said = /** @type {Record<string, wasm_bindgen.Said>} */ ({ y: "yes", n: "no", d: "pass", r: "rules" })[key];
    if (said) AskMe.say(said);
    return said !== undefined;
  },
};

AskMe.init();
