// @ts-check
// Whose turn it is, how the game ended, and the same said aloud.

const Status = {
  strip: Dom.get("strip", HTMLElement),
  turn: Dom.get("turn", HTMLElement),
  mark: Dom.get("turn-mark", HTMLElement),
  live: Dom.get("live", HTMLElement),

  init() {
    View.add(Status.show);
    Dom.button("again").addEventListener("click", Game.restart);
    Dom.button("resume").addEventListener("click", () => (State.paused ? Game.resume() : Game.hold()));
  },

  show() {
    if (State.scene) {
      Status.mark.hidden = true;
      return Dom.say(Status.turn, State.scene.caption);
    }
    if (State.watched) return Status.showWatched(State.watched);
    const board = State.board;
    const machine = !!board && !board.end && !State.setup && State.players[board.toMove] !== "human";
    const alone = !Game.somePerson();
    Dom.say(Status.turn, Status.sentence());
    Status.strip.classList.toggle("over", !!board?.end && !State.setup);
    const side = board?.end ? board.end.winner : board?.toMove;
    Status.mark.className = `turn-mark ${side ?? "nobody"}`;
    Status.mark.hidden = !board;
    Dom.button("again").hidden = !board?.end || !!State.setup;
    const resume = Dom.button("resume");
    // Something that moves by itself needs a way to stop it.
    resume.hidden = !machine || !(State.paused || alone);
    Dom.say(resume, State.paused ? "Resume" : "Pause");
    Status.watch();
    Status.title();
  },

  /** @param {wasm_bindgen.LearningView} view */
  showWatched(view) {
    Dom.say(Status.turn, State.posed?.sentence ?? Watch.sentence(view));
    Status.strip.classList.toggle("over", view.done);
    const side = State.posed ? null : Watch.side(view);
    Status.mark.className = `turn-mark ${side ?? "nobody"}`;
    Status.mark.hidden = side === null;
    for (const id of ["again", "resume"]) Dom.button(id).hidden = true;
    Status.watch();
    Status.title();
  },

  title() {
    document.title = State.card ? `${State.card.name} – Kibitzer` : "Kibitzer";
  },

  /** The kibitzer in the corner looks at the square last moved to. */
  watch() {
    const pupils = document.querySelector(".pupils");
    const square = State.lastMove()?.to;
    if (!(pupils instanceof SVGElement)) return;
    if (square === undefined) pupils.style.transform = "";
    else {
      const { width, height } = Board.size();
      /** @param {number} part @param {number} whole */
      const look = (part, whole) => ((part / Math.max(1, whole - 1) - 0.5) * (State.flipped ? -9 : 9)).toFixed(1);
      pupils.style.transform = `translate(${look(square % width, width)}px, ${look(height - 1 - Math.floor(square / width), height)}px)`;
    }
  },

  sentence() {
    const board = State.board;
    if (State.engine === "broken") return "The rules engine is not running.";
    if (!board) {
      if (Embedding.waiting) return State.card?.name || "A game to start";
      if (State.card) return State.loaded ? `Loading the rules engine: ${State.loaded}` : "Loading the rules engine …";
      return State.engine === "loading" ? "Loading …" : "No game loaded. Choose one.";
    }
    if (State.setup) return "Setting up a position.";
    if (board.end) return board.end.sentence;
    const side = board.toMove === "white" ? "White" : "Black";
    if (State.players[board.toMove] === "human") return State.start === Watch.taken && State.ply < 2 ? `You have taken over: ${side} to move.` : `${side} to move.`;
    const mover = Game.mover();
    const name = mover === "random" ? "random" : `level ${mover.level}`;
    return State.paused ? `${side} (${name}) is paused.` : `${side} (${name}) is thinking …`;
  },

  /**
   * Tells a screen reader what happened on the board.
   * @param {wasm_bindgen.BoardView | null} before
   * @param {wasm_bindgen.BoardView} board
   */
  announce(before, board) {
    const last = board.played.at(-1);
    const words = [];
    if (last && before && board.played.length === before.played.length + 1) words.push(Status.tell(last));
    else if (before && board.played.length < before.played.length) words.push(last ? `Back to: ${Status.tell(last)}` : "Back at the start.");
    if (board.end) words.push(board.end.sentence);
    else words.push(board.toMove === "white" ? "White to move." : "Black to move.");
    Status.speak(words.join(" "));
  },

  /** @param {wasm_bindgen.MoveView} move */
  tell(move) {
    const takes = move.captured ? `, takes ${Pieces.describe(move.captured)}` : "";
    const who = Pieces.describe(move.piece);
    return `${who[0].toUpperCase()}${who.slice(1)} ${State.nameOf(move.from)} to ${State.nameOf(move.to)}${takes}.`;
  },

  /** @param {string} text */
  speak(text) {
    // The same text twice is read once only; an invisible space makes it new.
    Status.live.textContent = Status.live.textContent === text ? `${text}\u00a0` : text;
  },
};
