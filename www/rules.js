// @ts-check
// The rules of the game on the table, as the worker tells them.

const Rules = {
  panel: Dom.get("panel-rules", HTMLElement),
  /** @type {Card | null} */
  titled: null,
  /** @type {wasm_bindgen.GameView | null} */
  listed: null,

  init: () => View.add(Rules.show),

  show() {
    if (Rules.titled !== State.card) {
      Rules.titled = State.card;
      Dom.say(Dom.get("game-name", HTMLElement), State.card?.name || (State.card ? "A game without a name" : "No game"));
      Dom.say(Dom.get("game-about", HTMLElement), State.card?.about ?? "Choose a game, or write one.");
    }
    // Pictures take time; they are drawn when somebody looks.
    if (Rules.listed === State.game || Rules.panel.hidden) return;
    Rules.listed = State.game;
    const game = State.game;
    Dom.get("goals", HTMLElement).replaceChildren(...(game?.goals ?? []).map((goal) => Dom.make("li", { textContent: goal })));
    Dom.get("pieces", HTMLElement).replaceChildren(...(game?.pieces ?? []).map(Rules.piece));
  },

  /** @param {wasm_bindgen.PieceView} piece */
  piece(piece) {
    const size = Math.round(40 * (devicePixelRatio || 1));
    const picture = Dom.make("canvas", { width: size, height: size });
    picture.setAttribute("aria-hidden", "true");
    picture.getContext("2d")?.drawImage(Pieces.picture(piece.letter, size), 0, 0);
    const title = `${piece.letter} – ${Pieces.describe(piece.letter)}`;
    const facts = `${piece.count} at the start, ${piece.states} states`;
    return Dom.make(
      "li",
      {},
      picture,
      Dom.make("div", {}, Dom.make("b", { textContent: title }), ` ${facts}`, Dom.make("code", { textContent: piece.expression })),
    );
  },
};
