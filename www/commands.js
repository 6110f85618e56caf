// @ts-check
// What the page around a frame may ask of it. Each command returns nothing, or what was wrong.

/** @type {Record<string, (message: Record<string, unknown>, id?: Id) => Promise<string | undefined | void> | string | undefined | void>} */
const Commands = {
  getState: (_, id) => Messages.tellState(id),

  async load({ game, text, pos, moves }, id) {
    if (Messages.isText(game) === Messages.isText(text)) return "load needs either game, the id of a built-in game, or text, a game text.";
    if (pos !== undefined && !Messages.isText(pos)) return "pos must be a position text, as in the frame’s state.";
    if (moves !== undefined && !Messages.isTexts(moves)) return "moves must be a list such as [\"a2a3\", \"b7b6\"].";
    await Embedding.start();
    const source = Messages.isText(game) ? { builtin: game } : { text: String(text) };
    return Messages.after(await Game.load(source, { start: pos, moves }), id);
  },

  async setState({ state }, id) {
    if (!Messages.isText(state)) return "setState needs state, as sent by the frame.";
    await Embedding.start();
    return Messages.after(await Links.follow(state), id);
  },

  async move({ move }, id) {
    if (!Messages.isText(move) || move.length > 12) return "move needs move, such as \"a2a3\".";
    await Embedding.start();
    const wrong = await Messages.settled();
    if (wrong) return wrong;
    const found = State.watched ? undefined : State.board?.legal.find((each) => each.text === move);
    if (!found) return Messages.illegal(move, id);
    Game.play(found);
    return Messages.afterwards(id);
  },

  undo: (_, id) => Messages.act(Game.undo, id),
  reset: (_, id) => Messages.act(Game.restart, id),
  flip: (_, id) => Messages.act(Controls.flip, id),

  async "learn.start"({ settings, fast }, id) {
    if (settings !== undefined && (typeof settings !== "object" || settings === null)) return "settings must be an object, such as { games: 50, seed: 1 }.";
    await Embedding.start();
    const wrong = await Messages.settled();
    if (wrong) return wrong;
    Tabs.open("watch");
    if (settings) Share.restoreLearning(Object.entries(settings).slice(0, 40).map(([name, value]) => [name, String(value).slice(0, 60)]));
    // Going on, when nothing else was asked for.
    if (settings || !Watch.view || Watch.lost || Watch.over()) await Watch.restart();
    if (fast === true) await Watch.skip();
    else Watch.go();
    return Messages.tellState(id);
  },

  "learn.pause": (_, id) => Messages.act(Watch.pause, id),

  "learn.stop": (_, id) => Messages.act(() => Tabs.open("play"), id),

  async highlight({ squares }, id) {
    if (!Messages.isTexts(squares) || squares.length > 256) return "highlight needs squares, a list such as [\"a1\", \"c3\"]; an empty list removes the marks.";
    const wrong = await Messages.settled();
    if (wrong) return wrong;
    const { width, height } = Board.size();
    const all = Array.from({ length: width * height }, (_, square) => square);
    const unknown = squares.find((name) => !all.some((square) => State.nameOf(square) === name));
    if (unknown !== undefined) return `There is no square ${JSON.stringify(unknown)} on this board.`;
    State.highlights = all.filter((square) => squares.includes(State.nameOf(square)));
    View.refresh();
    return Messages.tellState(id);
  },

  async showPiece({ piece }, id) {
    if (!Messages.isText(piece) || piece.length !== 1) return "showPiece needs piece, a letter such as \"R\".";
    const wrong = await Messages.settled();
    if (wrong) return wrong;
    const known = State.game?.pieces.find((each) => each.letter === piece);
    if (!known) return `There is no piece ${JSON.stringify(piece)} in this game.`;
    if (Watch.view) Learned.choose(piece);
    else Tabs.open("rules");
    const { letter, sentence, expression, states } = known;
    Messages.tell("piece", { letter, sentence, expression, states, learned: Messages.pieces().find((each) => each.letter === piece) }, id);
  },
};
