// @ts-check
// What the onlooker has just understood, in a line. It stays long enough to be read, and to be read out.

const News = {
  element: Dom.get("news", HTMLElement),
  /** The least time between two pieces of news, in milliseconds. */
  pause: 4000,
  at: -Infinity,
  timer: 0,
  next: "",

  /** @param {wasm_bindgen.LearningView | null} before @param {wasm_bindgen.LearningView} now */
  tell(before, now) {
    if (now.done) return News.say(News.summary(now), true);
    if (!before || now.games < before.games) News.clear();
    const line = News.line(before?.pieces ?? [], now);
    if (line) News.say(line, false);
    else if (!now.pieces.length && !News.next) News.say("Two players, and a game I don’t know. Let me watch …", false);
  },

  /** @param {wasm_bindgen.LearnedView[]} old @param {wasm_bindgen.LearningView} now */
  line(old, now) {
    if (!now.news) return "";
    /** @param {wasm_bindgen.LearnedView} piece */
    const before = (piece) => old.find((each) => each.letter === piece.letter);
    const changed = now.pieces.filter((piece) => before(piece)?.sentence !== piece.sentence && !Learned.still(piece));
    const piece = changed.find((each) => each.letter === now.last?.piece) ?? changed[0];
    if (!piece) return "";
    const name = Pieces.name(piece.letter);
    const known = before(piece);
    const lead = !known || Learned.still(known) ? `I’m starting to see how the ${name} moves.` : piece.verdict.exact && !known.verdict.exact ? `Now I have the ${name}!` : `I’ve learned more about the ${name}.`;
    return `${lead} ${News.brief(piece.sentence)}`;
  },

  /** The whole sentence stands beside the automaton; here its beginning is enough. @param {string} sentence */
  brief(sentence) {
    const [first, ...more] = sentence.split("; ");
    const short = first.length > 150 ? `${first.slice(0, first.lastIndexOf(" ", 140))} …` : more.length ? `${first}; and more.` : first;
    return short;
  },

  /** Who stops early may not have seen a whole game. @param {wasm_bindgen.LearningView} view */
  seen: (view) => (view.games ? WatchPanel.count(view.games, "game") : `${WatchPanel.count(view.positions, "position")} of the first game`),

  /** @param {wasm_bindgen.LearningView} view */
  summary(view) {
    const wrong = view.pieces.filter((piece) => !piece.verdict.exact && !piece.verdict.undecided);
    const open = view.pieces.filter((piece) => piece.verdict.undecided);
    if (!view.judged) return `I’ve read ${News.seen(view)} whose rules nobody has told me. Here is what I make of them.`;
    const pieces = `${view.pieces.length} ${view.pieces.length === 1 ? "piece" : "pieces"}`;
    const all = view.pieces.length === 1 ? "the only piece" : view.pieces.length === 2 ? "both pieces" : `all ${pieces}`;
    if (!wrong.length && open.length) return `I’ve watched ${News.seen(view)}, and found no fault in my rules. Too many moves to compare: ${open.map((piece) => Pieces.describe(piece.letter)).join(", ")}.`;
    if (!wrong.length) return `I’ve watched ${News.seen(view)}, and I know ${all}: my rules allow exactly the true moves.`;
    const names = wrong.map((piece) => Pieces.describe(piece.letter)).join(", ");
    const which = wrong.length === view.pieces.length ? all : `${wrong.length} of ${pieces}: ${names}`;
    return `I’ve watched ${News.seen(view)}. I’m still unsure of ${which}.`;
  },

  /** @param {string} text @param {boolean} atOnce */
  say(text, atOnce) {
    News.next = text;
    clearTimeout(News.timer);
    const wait = atOnce ? 0 : News.at + News.pause - performance.now();
    if (wait > 0) News.timer = setTimeout(News.flush, wait);
    else News.flush();
  },

  flush() {
    News.at = performance.now();
    Dom.say(News.element, News.next);
  },

  clear() {
    clearTimeout(News.timer);
    News.at = -Infinity;
    News.next = "";
    Dom.say(News.element, "");
  },
};
