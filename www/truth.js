// @ts-check
// The learned rule beside the true one: marks on the boards, and positions set up to show a difference.

const Truth = {
  compare: Dom.get("compare", HTMLInputElement),
  onBoard: Dom.get("show-on-board", HTMLInputElement),

  init() {
    View.add(Truth.show);
    for (const box of [Truth.compare, Truth.onBoard]) {
      box.addEventListener("change", () => {
        Linked.choose(null);
        View.refresh();
      });
    }
    Dom.button("unpose").addEventListener("click", () => {
      Truth.back();
      Grid.cursorTo(State.cursor);
      // The keyboard comes back to the board; the piece looked at stays.
      clearTimeout(Linked.timer);
    });
  },

  /** Only where the marks are explained. */
  comparing: () => Truth.compare.checked && !Inside.open(),
  /** Whether all pieces of the letter show their moves on the big board. */
  everywhere: () => Truth.onBoard.checked && !Watch.hurried(),

  show() {
    const posed = State.posed;
    // Whoever goes on, or elsewhere, has seen enough of it.
    if (posed && (!State.watched || Watch.running || Watch.view !== posed.during || !Linked.active())) Truth.back();
    Dom.button("unpose").hidden = !State.posed;
    if (State.shown()) Dom.button("play-now").hidden = true;
    Status.strip.classList.toggle("posed", !!State.posed);
    Dom.get("compare-legend", HTMLElement).hidden = !Truth.comparing();
  },

  /** A button that sets up a position for a word. @param {string} letter @param {string} word */
  button(letter, word) {
    const button = Dom.make("button", { type: "button", className: "link", textContent: "Show it" });
    button.addEventListener("click", () => Truth.pose(letter, word));
    return button;
  },

  /** @param {string} letter @param {string} word */
  async pose(letter, word) {
    const reply = await Game.engine.ask({ type: "pose", letter, word });
    if (reply.type === "examples") Truth.setUp(reply.examples[0]);
    else if (reply.type === "failed") Notice.show("watch", reply.message);
  },

  /** Puts an example on the big board, with its path lit. @param {wasm_bindgen.ExampleView} example */
  setUp(example) {
    if (!Watch.view || !State.watched) return;
    Watch.pause();
    Motion.stop();
    const { cells, letter, path } = example;
    State.posed = { cells, sentence: Truth.tell(example), during: Watch.view };
    Linked.pinned = { from: path.squares[0], letter };
    Learned.glance(letter);
    Linked.big.forget();
    Linked.big.wanted = { letter, cells, piece: Learned.piece(letter) };
    Linked.big.seen = { ...Linked.big.wanted, paths: [path] };
    Linked.choose(Linked.big, path);
    // The other moves there, too.
    Linked.big.ask();
    Status.speak(State.posed.sentence);
    View.refresh();
    // On a phone the board may be out of sight.
    Board.element.scrollIntoView({ block: "nearest", behavior: Motion.still() ? "auto" : "smooth" });
  },

  /** @param {wasm_bindgen.ExampleView} example */
  tell({ game, ply, played, letter, path }) {
    const [from, to] = [path.squares[0], path.squares[path.squares.length - 1]].map((square) => State.nameOf(square));
    const move = `${Pieces.describe(letter)} ${from}–${to}`;
    if (game !== undefined) return `Game ${game}, ply ${ply}: ${move} was ${played ? "played" : "possible"}.`;
    const why = { missed: "is legal, but the learned rule misses it", invented: "is illegal, but the learned rule allows it", agreed: "is legal, and the learned rule allows it", refused: "is illegal, and the learned rule rejects it" };
    return `${move[0].toUpperCase()}${move.slice(1)} ${why[path.verdict]}.`;
  },

  back() {
    if (!State.posed) return;
    State.posed = null;
    Linked.unpin();
    View.refresh();
  },
};
