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
    Dom.button("say-again").addEventListener("click", AskMe.again);
    AskMe.only.addEventListener("change", () => AskMe.ask(undefined));
  },

  isOpen: () => Boxes.current === "asking" && Watch.tabOpen(),

  async open() {
    AskMe.view = null;
    Dom.say(AskMe.note, "");
    Dom.say(AskMe.question, "Let me watch a little first …");
    AskMe.showButtons();
    // What was answered is worth bringing back, with the games that it was asked about.
    const lost = Watch.lost && Watch.told.length > 0 && Watch.game === State.game;
    if ((lost || (await Boxes.haveWatched())) && AskMe.isOpen()) AskMe.ask(undefined);
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
    const told = Watch.told;
    let losses = 0;
    let answer = said;
    AskMe.keep(said, before);
    for (;;) {
      if (Watch.lost) {
        if (losses++ >= 2 || !(await AskMe.restore(run))) break;
        // It has heard that one with the others.
        answer = undefined;
      }
      const reply = await Game.engine.ask({ type: "ask", about, said: answer, told: undefined }, 20000);
      // Only the rules engine knows what the rules say.
      if (answer === "rules" && before && reply.type === "asking") AskMe.add(before, reply.asking.took);
      answer = undefined;
      if (run !== AskMe.run) return;
      // The next worker hears this answer with those before it.
      if (Watch.lost) continue;
      if (reply.type !== "asking") {
        Watch.told = told;
        Dom.say(AskMe.note, reply.type === "failed" ? reply.message : "");
        break;
      }
      Watch.keep(reply.asking.learning);
      View.refresh();
      if (reply.asking.thinking) continue;
      AskMe.busy = false;
      AskMe.show(reply.asking, losses ? undefined : said, before, states);
      if (losses) Dom.say(AskMe.note, `The rules engine was restarted. Your ${AskMe.count(reply.asking.answers, "answer")} ${reply.asking.answers === 1 ? "is" : "are"} kept.`);
      return;
    }
    if (run === AskMe.run) AskMe.busy = false;
  },

  /** Keeps an answer before it is sent, so that it outlives the worker that hears it. @param {wasm_bindgen.Said | undefined} said @param {wasm_bindgen.QuestionView | undefined} question */
  keep(said, question) {
    if (said === "back") {
      const last = Watch.told.map(({ legal }) => legal !== undefined).lastIndexOf(true);
      Watch.told = Watch.told.filter((_, index) => index !== last);
    } else if (question && said && said !== "rules") AskMe.add(question, said === "pass" ? undefined : said === "yes");
  },

  /** @param {wasm_bindgen.QuestionView} question @param {boolean | undefined} legal */
  add({ letter, word }, legal) {
    Watch.told = [...Watch.told, { letter, word, legal }];
  },

  /** The worker that asked is gone: another one is brought to where it stood. @param {number} run @returns {Promise<boolean>} whether asking goes on */
  async restore(run) {
    Dom.say(AskMe.note, "The rules engine was restarted. It watches the same games and hears your answers again …");
    const { file } = Watch;
    const there = await Watch.restore();
    // Reading a file opens the box for that.
    if (file && there) Boxes.open("asking");
    if (!there && run === AskMe.run) Dom.say(AskMe.note, "The rules engine could not be restarted. Your answers are kept: close this box and open it again to try once more.");
    return there && run === AskMe.run;
  },

  /** What was answered before the last restart counts again. */
  async again() {
    if (AskMe.busy) return;
    Watch.told = [...Watch.told, ...Watch.toldBefore];
    Watch.toldBefore = [];
    if (!Watch.lost) await Watch.retell();
    AskMe.ask(undefined);
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
    const earlier = Watch.toldBefore.length;
    Dom.button("say-again").hidden = !earlier;
    Dom.say(Dom.button("say-again"), `Use my ${AskMe.count(earlier, "answer")} from before the restart`);
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
