// @ts-check
// Looking on while others play: how fast, how far, and what happens when the visitor wants to play instead.
// The worker goes on only when it is asked to, so whoever does not ask has paused.

/** @typedef {{ plies: number, millis: number, rest: number }} Pace  Plies a look, and the time from look to look; longer at the end of a game. */

const Watch = {
  /** @type {wasm_bindgen.LearnSettings} */
  settings: { games: 50, allMoves: true, seed: 1, algorithm: "kibitzer", check: "bjornsson", players: "random", distance: 2, maxExpansions: 20 },
  /** @type {Record<string, Pace>} */
  paces: {
    easy: { plies: 1, millis: 650, rest: 1800 },
    brisk: { plies: 1, millis: 140, rest: 600 },
    fast: { plies: 25, millis: 16, rest: 16 },
  },
  pace: "easy",
  /** The newest answer of this run. @type {wasm_bindgen.LearningView | null} */
  view: null,
  /** The game that is watched, with its true rules. @type {wasm_bindgen.GameView | null} */
  game: null,
  running: false,
  /** Going to the end as fast as the machine can. */
  skipping: false,
  /** The worker that watched is gone: the next start begins with the first game. */
  lost: false,
  /** What the visitor has answered to the learner's questions in this run: a new worker has not heard it. @type {wasm_bindgen.Told[]} */
  told: [],
  /** The same of the runs before, as long as the game is the same. @type {wasm_bindgen.Told[]} */
  toldBefore: [],
  /** Records that are learned from instead of games between players. @type {File | null} */
  file: null,
  /** Which run this is; answers to older ones are dropped. */
  run: 0,
  asking: false,
  timer: 0,
  /** Plies to ask for at once while skipping, so that one answer takes about `slice` milliseconds. */
  stride: 50,
  slice: 60,
  /** Where and when the skipping began, to say how long it will take. */
  skipFrom: { games: 0, at: 0 },
  /** The same for any other speed. */
  paced: { records: 0, games: 0, at: 0 },
  /** A finger looks at a piece of the game that waits. */
  tapped: false,
  /** The position from which the visitor took over. */
  taken: "",
  /** When the board last changed: at full speed it would only flicker. */
  shownAt: 0,

  done: () => Watch.view?.done === true,
  /** All games have been seen. A run that was finished early can be resumed. */
  over: () => Watch.done() && (!!Watch.file || (Watch.view?.games ?? 0) >= (Watch.view?.gamesInAll ?? 0)),
  tabOpen: () => Tabs.current() === "watch",

  /** Begins with the first game, and with no answers but those it watches. */
  restart() {
    Watch.forgetAnswers();
    return Watch.begin();
  },

  /** The answers of this run are for those who ask for them again. */
  forgetAnswers() {
    if (Watch.told.length) Watch.toldBefore = Watch.told;
    Watch.told = [];
  },

  /** Begins with the first game; what was answered before is told to the learner again. */
  async begin() {
    Watch.pause();
    // Records that somebody brought are read again instead.
    if (Watch.file) return Records.read(Watch.file);
    // After a game by learned rules the true ones come back first.
    if (Watch.game && Watch.game !== State.game && (await Game.load(Watch.sourceOf(Watch.game))).type !== "board") return;
    if (!State.game) return;
    const run = Watch.newRun();
    Watch.game = State.game;
    Notice.clear("watch");
    const reply = await Game.engine.ask({ type: "learn", settings: Watch.settings }, 20000);
    if (run !== Watch.run) return;
    if (reply.type !== "learning") return Watch.fail(reply);
    if (Watch.told.length) await Watch.retell();
    if (run !== Watch.run) return;
    Watch.lost = false;
    clearTimeout(Game.timer);
    State.drag = null;
    Motion.stop();
    Watch.view = null;
    Watch.take(reply.learning);
    // Unless the visitor has gone elsewhere meanwhile.
    if (State.watched) Watch.go();
  },

  retell: () => Game.engine.ask({ type: "ask", about: undefined, said: undefined, told: Watch.told }, 20000),

  /** The worker that watched is gone: another one sees the same games as far, and hears the same answers. @returns {Promise<boolean>} whether it stands there now */
  async restore() {
    const { view, file } = Watch;
    if (!view || State.engine === "broken") return false;
    if (file) await Records.read(file);
    else await Watch.begin();
    Watch.pause();
    const run = Watch.run;
    const behind = () => !!Watch.view && (Watch.view.records < view.records || (view.done && view.games >= view.gamesInAll && !Watch.done()));
    while (run === Watch.run && !Watch.lost && behind()) {
      await Watch.look(Math.max(0, Math.min(100, view.records - (Watch.view?.records ?? 0))));
      // The look that was under way when it was paused.
      if (Watch.asking) await new Promise((go) => setTimeout(go, 20));
    }
    if (run === Watch.run && view.done && !Watch.done()) await Watch.stop();
    return run === Watch.run && !Watch.lost;
  },

  newRun() {
    Watch.pause();
    return ++Watch.run;
  },

  /** @param {wasm_bindgen.GameView} game @returns {wasm_bindgen.Source} */
  sourceOf: (game) => (game.id ? { builtin: game.id } : { text: game.text }),

  /** Starts, or goes on. */
  go() {
    if (!State.game || Watch.over()) return;
    if (!Watch.view || Watch.lost) return void Watch.begin();
    Watch.running = true;
    Watch.tapped = false;
    Scene.clear();
    Watch.paced = { records: Watch.view.records, games: Watch.view.games, at: performance.now() };
    Watch.onBoard();
    Watch.tick();
    View.refresh();
  },

  pause() {
    Watch.running = false;
    Watch.skipping = false;
    clearTimeout(Watch.timer);
    View.refresh();
  },

  toggle() {
    if (Watch.running) Watch.pause();
    else Watch.go();
  },

  /** One ply. */
  async step() {
    Watch.pause();
    if (!Watch.view || Watch.lost) {
      await Watch.begin();
      Watch.pause();
    }
    Watch.onBoard();
    await Watch.look(1);
  },

  async skip() {
    if (Watch.over()) return;
    if (!Watch.view || Watch.lost) await Watch.begin();
    Watch.skipping = true;
    Watch.skipFrom = { games: Watch.view?.games ?? 0, at: performance.now() };
    Watch.go();
  },

  /** What was seen so far must do, until somebody resumes it. */
  async stop() {
    if (!Watch.view?.records || Watch.file || Watch.lost || Watch.done()) return;
    Watch.pause();
    const run = Watch.run;
    /** @type {Command} */
    let command = { type: "enough" };
    while (!Watch.done() && run === Watch.run) {
      const reply = await Game.engine.ask(command, 20000);
      if (run !== Watch.run) return;
      if (reply.type !== "learning") return Watch.fail(reply);
      Watch.take(reply.learning);
      command = { type: "watch", plies: 0 };
    }
  },

  async tick() {
    clearTimeout(Watch.timer);
    if (!Watch.running || Watch.asking) return;
    const began = performance.now();
    const pace = Watch.paces[Watch.pace];
    await Watch.look(Watch.skipping ? Watch.stride : pace.plies);
    const took = performance.now() - began;
    if (Watch.skipping) Watch.stride = Math.round(Math.min(500, Math.max(5, (Watch.stride * Watch.slice) / Math.max(took, 5))));
    const wait = Watch.skipping ? 0 : Math.max(0, (Watch.view?.end ? pace.rest : pace.millis) - took);
    // Another run may have set its own clock meanwhile.
    clearTimeout(Watch.timer);
    if (Watch.running) Watch.timer = setTimeout(Watch.tick, wait);
  },

  /** @param {number} plies */
  async look(plies) {
    if (Watch.asking || !Watch.view || Watch.over()) return;
    const run = Watch.run;
    Watch.asking = true;
    const reply = await Game.engine.ask({ type: "watch", plies }, 20000);
    Watch.asking = false;
    if (run !== Watch.run) return;
    if (reply.type === "learning") Watch.take(reply.learning);
    else Watch.fail(reply);
  },

  /** @param {wasm_bindgen.LearningView} view */
  take(view) {
    const before = Watch.view;
    Watch.keep(view);
    if (view.done) Watch.pause();
    Learned.follow(view);
    News.tell(before, view);
    Watch.onBoard();
    Messages.onLearning(view);
    Linked.follow(before, view);
    View.refresh();
  },

  /** An answer has only the pieces that have changed; the others stay. @param {wasm_bindgen.LearningView} view */
  keep(view) {
    const all = new Map([...(Watch.view?.pieces ?? []), ...view.pieces].map((piece) => [piece.letter, piece]));
    view.pieces = [...all.values()].sort((a, b) => (a.letter < b.letter ? -1 : 1));
    Watch.view = view;
  },

  /** So fast that nobody can follow single moves. */
  hurried: () => Watch.running && (Watch.skipping || Watch.paces[Watch.pace].plies > 1),

  /** Shows the watched game, when somebody is looking at it. */
  onBoard() {
    const view = Watch.view;
    if (!view || (!State.watched && !Watch.tabOpen())) return;
    const hurried = Watch.hurried();
    const now = performance.now();
    if (hurried && State.watched && now - Watch.shownAt < 300) return;
    if (State.watched && State.watched !== view && !hurried) Motion.begin(State.watched.cells, view.cells, null);
    if (State.watched !== view) Watch.shownAt = now;
    State.watched = view;
    State.selected = null;
    View.refresh();
  },

  /** @param {Reply} reply */
  fail(reply) {
    Watch.pause();
    Watch.lost = true;
    if (reply.type !== "failed" || State.engine === "broken") return;
    const why = reply.message.startsWith("Nothing is being watched") ? "The rules engine was restarted." : reply.message;
    Notice.show("watch", `${why} Watching restarts with the first game; the same settings give the same games.`, [{ label: "Watch again", act: Watch.begin }]);
  },

  /** The visitor's own game comes back to the board. */
  leave() {
    Watch.pause();
    if (!State.watched) return;
    State.watched = null;
    Motion.stop();
    Game.wake();
    View.refresh();
  },

  /** @param {string} name of the tab that was opened */
  onTab(name) {
    if (name !== "watch") Scene.clear();
    if (name === "play") Watch.leave();
    else if (name === "watch") {
      clearTimeout(Game.timer);
      Watch.onBoard();
      if (!State.watched) Game.wake();
    }
  },

  /** A game was loaded. Page and worker keep what was watched when it is the same game, or the one learned from it; else both forget it. @param {wasm_bindgen.GameView} game */
  onGame(game) {
    Watch.newRun();
    if (game.text !== Watch.game?.text) Watch.lost = true;
    State.watched = null;
    Scene.clear();
    if (game.text === Watch.learnedText()) return;
    if (Watch.game && game.text === Watch.game.text) Watch.game = game;
    else {
      Watch.view = null;
      Watch.game = null;
      Watch.told = Watch.toldBefore = [];
      Learned.reset();
      News.clear();
      if (Watch.file) Records.forget();
      Boxes.shut();
    }
  },

  /** What was learned, under a name that says so. */
  learnedText: () => Watch.view?.text?.replace(/^<<.*>>/, () => `<<${(Watch.game?.name ?? "A game").replace(/, as learned$/, "")}, as learned>>`),

  /** A new game by what was learned; or the visitor's own, by the true rules. @param {boolean} learned */
  async play(learned) {
    const text = learned ? Watch.learnedText() : undefined;
    const game = Watch.game;
    Watch.leave();
    if (learned || !Game.somePerson()) {
      State.players = { white: "human", black: State.opponent };
      State.flipped = false;
    }
    Tabs.open("play");
    const source = text !== undefined ? { text } : game && game !== State.game ? Watch.sourceOf(game) : undefined;
    if (source) Game.trouble(await Game.load(source));
    Grid.cursorTo(State.cursor);
  },

  /**
   * Somebody touches a piece of the watched game: that side is theirs from here.
   * @param {number} from
   * @param {number | null} to where a dragged piece was let go
   */
  async takeOver(from, to) {
    const seen = State.watched;
    if (!seen) return;
    // What is set up to look at is looked at, not played; so is a position at the end of all watching.
    if (State.posed || Watch.done()) return Linked.at(from, true);
    const letter = seen.cells[from];
    if (letter === ".") return Watch.toggle();
    const side = State.sideOf(letter);
    // So that nothing glides: the position stays as it is.
    if (State.board) State.board = { ...State.board, cells: seen.cells, legal: [], played: seen.last ? [seen.last] : [], end: undefined };
    Game.newRequest();
    Watch.leave();
    Watch.taken = seen.position;
    State.players = { white: State.opponent, black: State.opponent, [side]: "human" };
    Tabs.open("play");
    const reply = await Game.setUp({ start: seen.last && !seen.end ? seen.position : undefined });
    if (reply.type !== "board" || !State.settled) return;
    State.paused = false;
    Status.speak(`You play ${side} from here.`);
    const move = State.movesFrom(from).find((each) => each.to === to);
    if (move) return Game.play(move, to);
    if (State.movesFrom(from).length) State.selected = from;
    Game.wake();
    View.refresh();
  },

  /** A finger cannot point: its first tap looks at a piece, or at the way to a square. @param {number} square @returns {boolean} whether there was something to look at */
  tap(square) {
    const { pinned } = Linked;
    const way = pinned && Linked.pathsOf(Linked.big).some(({ squares }) => squares.at(-1) === square);
    if (!way && (State.letterAt(square) === "." || pinned?.from === square)) return false;
    Watch.pause();
    Watch.tapped = true;
    Linked.at(square, true);
    return true;
  },

  /** Whom the line above the board speaks of: one side, nobody in a draw, or `null` for neither. @param {wasm_bindgen.LearningView} view @returns {Side | "nobody" | null} */
  side(view) {
    if (view.done || Watch.skipping) return null;
    if (Watch.looksAt()) return State.sideOf(Linked.pinned?.letter ?? "");
    if (view.end) return view.end.winner ?? "nobody";
    return view.last ? State.sideOf(view.last.piece) : null;
  },

  /** Whether a finger looks at a piece of the game that is paused. */
  looksAt: () => Watch.tapped && !!Linked.pinned && !Watch.running,

  /** For the line above the board. @param {wasm_bindgen.LearningView} view */
  sentence(view) {
    if (view.done) return `Watched ${view.games ? WatchPanel.count(view.games, "game") : WatchPanel.count(view.positions, "position")}.`;
    if (Watch.looksAt() && Linked.pinned) return `The ${Pieces.describe(Linked.pinned.letter)}. Tap it again to play on from here.`;
    const game = `Game ${WatchPanel.number(Math.min(view.gamesInAll, view.games + (view.end ? 0 : 1)))}`;
    if (Watch.skipping) return `Skipping to the end: ${game.toLowerCase()} …`;
    if (view.end) return `${game}. ${view.end.sentence}`;
    return view.last ? `${game}. ${Status.tell(view.last)}` : `${game} begins.`;
  },
};
