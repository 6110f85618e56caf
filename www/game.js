// @ts-check
// What can be done with a game: take one, move, go back and forth. Everything ends in asking the worker for a position.

/** @typedef {{ start?: string, moves?: string[] }} Where */

const Game = {
  /** @type {Engine} */
  engine: /** @type {any} */ (null),
  /** The newest request for a position; answers to older ones are dropped. */
  request: 0,
  /** Counts the games that were asked for. */
  asked: 0,
  /** The machine's move to come. */
  timer: 0,
  /** How long the machine seems to think, so that its move is seen. */
  pause: 350,
  /** Whether the machine is thinking about its move. */
  choosing: false,

  /**
   * Takes another game. When it cannot be read, nothing changes.
   * @param {wasm_bindgen.Source} source
   * @param {Where} [where]
   * @returns {Promise<Reply>} `board` when all went well
   */
  async load(source, where = {}) {
    Game.asked += 1;
    const request = Game.newRequest();
    const reply = await Game.engine.ask({ type: "load", source });
    if (request !== Game.request) return Engine.failure("Another game was chosen meanwhile.");
    if (reply.type !== "game") {
      // The position asked for before this attempt may still be owed.
      if (State.game) Game.show();
      return reply;
    }
    State.game = reply.game;
    State.board = null;
    State.setup = null;
    Board.put(reply.game);
    Watch.onGame(reply.game);
    Motion.stop();
    return Game.setUp(where);
  },

  /**
   * Puts this game's pieces up, at the start or at a given place.
   * @param {Where} [where]
   * @returns {Promise<Reply>}
   */
  async setUp({ start, moves = [] } = {}) {
    const request = Game.newRequest();
    const reply = await Game.engine.ask({ type: "show", start, moves });
    if (request !== Game.request) return Engine.failure("Another position was chosen meanwhile.");
    if (reply.type === "board") {
      State.setup = null;
      State.start = start;
      State.line = reply.board.played;
      State.ply = State.line.length;
      // Whoever opens a link or pastes something wants to look first.
      State.paused = State.ply > 0 || start !== undefined;
      Game.arrive(reply.board, null);
    } else if (State.board) {
      State.settled = true;
      Game.wake();
    } else if (start !== undefined || moves.length) {
      await Game.setUp();
    }
    View.refresh();
    return reply;
  },

  newRequest() {
    clearTimeout(Game.timer);
    // Whatever it was thinking about is no longer asked for.
    if (Game.choosing) Thinkers.mover.stop();
    Game.choosing = false;
    State.selected = null;
    State.settled = false;
    return ++Game.request;
  },

  /** Asks for the position at `State.ply`. @param {number | null} [dropped] where a dragged piece was let go */
  async show(dropped = null) {
    const request = Game.newRequest();
    const moves = State.line.slice(0, State.ply).map((move) => move.text);
    View.refresh();
    const reply = await Game.engine.ask({ type: "show", start: State.start, moves });
    if (request !== Game.request) return;
    if (reply.type === "board") {
      Game.arrive(reply.board, dropped);
    } else if (State.board) {
      // Back to the position that is on the board.
      State.line = State.board.played;
      State.ply = State.line.length;
      State.settled = true;
      Game.trouble(reply);
    }
    View.refresh();
  },

  /** @param {wasm_bindgen.BoardView} board @param {number | null} dropped */
  arrive(board, dropped) {
    const before = State.board;
    if (before && !State.watched) Motion.begin(before.cells, board.cells, dropped);
    State.board = board;
    State.settled = true;
    if (!State.watched) Status.announce(before, board);
    if (!State.watched) Sounds.onBoard(before, board);
    Messages.onBoard(before, board);
    Game.wake();
  },

  /** @param {Reply} reply */
  trouble(reply) {
    if (reply.type === "failed") Notice.show("engine", `${reply.message} Your game is kept.`);
  },

  /** Lets the machine move when it is its turn. */
  wake() {
    clearTimeout(Game.timer);
    const board = State.board;
    if (State.game && !State.watched && Object.values(State.players).some((player) => player.startsWith("level"))) Thinkers.mover.prepare(State.game);
    if (!board || board.end || State.watched || State.setup || !State.settled || State.paused || State.players[board.toMove] === "human") return;
    Game.timer = setTimeout(Game.choose, Game.pause);
  },

  async choose() {
    const request = Game.request;
    // What is said about a person's move can be read before it is answered.
    const wait = Hints.until - performance.now();
    if (wait > 0) return void (Game.timer = setTimeout(Game.choose, Math.min(wait, 100)));
    const reply = await Game.think(Game.mover(), Game.engine.freshSeed());
    // Taken back, or another game, while it thought.
    if (request !== Game.request || State.paused || State.setup) return;
    const text = reply.type === "chosen" ? reply.text : reply.type === "thought" ? reply.thought.line[0]?.text : undefined;
    const move = State.board?.legal.find((each) => each.text === text);
    if (move) Game.advance(move, null);
    else {
      State.paused = true;
      Game.trouble(reply);
      View.refresh();
    }
  },

  /** A level thinks in a worker of its own; if none can be had, the rules engine chooses for it. @param {wasm_bindgen.Mover} player @param {number} seed @returns {Promise<Reply>} */
  async think(player, seed) {
    const [board, spot, request] = [State.board, Thinkers.spot(), Game.request];
    if (player !== "random" && spot) {
      Game.choosing = true;
      const reply = await Thinkers.mover.ask(spot, { type: "think", player, seed, nodes: undefined, share: undefined }, (news) => Thinking.hear(news, board));
      if (request === Game.request) Game.choosing = false;
      if (reply.type === "thought" || Thinkers.mover.engine?.worker) return reply;
    }
    return Game.engine.ask({ type: "choose", player, seed });
  },

  /** Who is to move, as the worker knows its players. @returns {wasm_bindgen.Mover} */
  mover() {
    const [, level] = State.players[State.board?.toMove ?? "white"].split("-");
    return level ? { level: Number(level) } : "random";
  },

  /** A person's move. @param {wasm_bindgen.MoveView} move @param {number | null} [dropped] */
  play(move, dropped = null) {
    State.paused = false;
    Hints.onPlay(move);
    Game.advance(move, dropped);
  },

  /** @param {wasm_bindgen.MoveView} move @param {number | null} dropped */
  advance(move, dropped) {
    State.line = [...State.line.slice(0, State.ply), move];
    State.ply += 1;
    Game.show(dropped);
  },

  /** Picks up, puts down or lets go: a click, a tap or Enter on a square. @param {number} square */
  touch(square) {
    if (State.scene) return Scene.clear();
    if (State.watched) return void Watch.takeOver(square, null);
    if (State.setup) return Setup.put(square);
    const move = State.movesFrom(State.selected).find((each) => each.to === square);
    if (move) Game.play(move);
    else {
      if (State.selected !== null && !State.movesFrom(square).length) Messages.refused(State.selected, square);
      const moves = square === State.selected ? 0 : State.movesFrom(square).length;
      State.selected = moves ? square : null;
      if (moves) Status.speak(`Picked up ${Pieces.describe(State.letterAt(square))}, ${moves === 1 ? "one move" : `${moves} moves`}.`);
      else Status.speak("Nothing picked up.");
    }
    View.refresh();
  },

  letGo() {
    State.selected = null;
    State.drag = null;
    View.refresh();
  },

  /** @param {number} ply */
  goTo(ply) {
    if (ply < 0 || ply > State.line.length || ply === State.ply || !State.game || State.setup) return;
    State.ply = ply;
    // Back at the newest position the game goes on by itself.
    State.paused = ply < State.line.length;
    Game.show();
  },

  /** Whether a person is to move before this ply of the line. @param {number} ply */
  personMoves: (ply) => State.players[State.sideOf(State.line[ply].piece)] === "human",

  /** Takes back until a person is to move again: one ply between people, two against the machine. */
  undo() {
    let ply = State.ply - 1;
    if (ply < 0) return;
    if (Game.somePerson()) while (ply > 0 && !Game.personMoves(ply)) ply -= 1;
    Game.goTo(ply);
  },

  redo() {
    let ply = State.ply + 1;
    if (Game.somePerson()) while (ply < State.line.length && !Game.personMoves(ply)) ply += 1;
    Game.goTo(Math.min(ply, State.line.length));
  },

  somePerson: () => State.players.white === "human" || State.players.black === "human",

  resume() {
    State.paused = false;
    Game.wake();
    View.refresh();
  },

  hold() {
    State.paused = true;
    clearTimeout(Game.timer);
    View.refresh();
  },

  /** @param {Side} side @param {Player} player */
  seat(side, player) {
    State.players[side] = player;
    State.selected = null;
    // A single person sits at the near side.
    if (State.players.white !== State.players.black) State.flipped = State.players.black === "human";
    if (State.ply === State.line.length) State.paused = false;
    Game.wake();
    View.refresh();
  },

  async restart() {
    if (!State.game) return;
    const reply = await Game.setUp();
    State.paused = false;
    Game.trouble(reply);
    Game.wake();
    View.refresh();
  },
};
