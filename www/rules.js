// @ts-check
// The rules of the game on the table, as the worker tells them.

const Rules = {
  panel: Dom.get("panel-rules", HTMLElement),
  /** @type {Card | null} */
  titled: null,
  /** @type {wasm_bindgen.GameView | null} */
  listed: null,
  /** Of the pictures in the list. */
  edition: 0,

  init() {
    View.add(Rules.show);
    Dom.button("test-yourself").addEventListener("click", async () => {
      if (await Later.need("exercise")) Exercise.begin(Game.engine.freshSeed());
    });
  },

  /** The game's name and what it is about. */
  title() {
    if (Rules.titled === State.card) return;
    Rules.titled = State.card;
    Dom.say(Dom.get("game-name", HTMLElement), State.card?.name || (State.card ? "Unnamed game" : "No game"));
    Dom.say(Dom.get("game-about", HTMLElement), State.card?.about ?? "Choose a game, or write one.");
  },

  show() {
    Rules.title();
    // Pictures take time; they are drawn when somebody looks.
    if ((Rules.listed === State.game && Rules.edition === Pieces.edition) || Rules.panel.hidden) return;
    Rules.listed = State.game;
    Rules.edition = Pieces.edition;
    const game = State.game;
    Dom.get("goals", HTMLElement).replaceChildren(...(game?.goals ?? []).map((goal) => Dom.make("li", { textContent: goal })));
    Dom.get("pieces", HTMLElement).replaceChildren(...Rules.alike(game?.pieces ?? []).map(Rules.row));
    Rules.drawMoves();
  },

  /** The diagrams come when they are wanted; the words stand there meanwhile. */
  async drawMoves() {
    const legend = Dom.get("move-legend", HTMLElement);
    legend.hidden = true;
    const listed = Rules.listed;
    if (!listed || !(await Later.need("movediagram")) || !(await MoveDiagram.load()) || Rules.listed !== listed) return;
    for (const row of document.querySelectorAll("#pieces > li")) {
      const piece = listed.pieces.find((each) => each.letter === row.getAttribute("data-letter"));
      const figure = piece && MoveDiagram.figure(piece);
      row.querySelector(".move-diagram")?.remove();
      if (figure) row.querySelector("code")?.before(figure);
    }
    legend.replaceChildren(...MoveDiagram.legend());
    legend.hidden = !legend.childElementCount;
  },

  /** White's and Black's piece of a letter together, where the same can be said of both; White's expression then stands for the two. @param {wasm_bindgen.PieceView[]} pieces */
  alike(pieces) {
    /** @type {wasm_bindgen.PieceView[][]} */
    const rows = [];
    for (const piece of pieces) {
      const same = rows.find(([first]) => first.letter.toUpperCase() === piece.letter.toUpperCase() && first.name === piece.name && first.sentence === piece.sentence && first.count === piece.count);
      if (same) same.push(piece);
      else rows.push([piece]);
    }
    return rows;
  },

  /** @param {wasm_bindgen.PieceView[]} pieces */
  row(pieces) {
    const [piece] = pieces;
    const side = pieces.length > 1 ? "" : State.sideOf(piece.letter);
    const name = [side, piece.name === piece.letter.toUpperCase() ? "" : piece.name].filter(Boolean).join(" ");
    const title = `${pieces.map((each) => each.letter).join(" / ")}${name && ` – ${name}`}`;
    const facts = `${piece.count}${pieces.length > 1 ? " each" : ""} at the start; ${WatchPanel.count(piece.states, "state")}`;
    // Long expressions scroll, so the keyboard must get there.
    const rule = Dom.make("code", { textContent: piece.expression, tabIndex: 0 });
    rule.setAttribute("role", "region");
    rule.setAttribute("aria-label", `Expression of ${title}`);
    const words = Dom.make("div", {}, Dom.make("b", { textContent: title }), `: ${facts}`, Dom.make("p", { textContent: piece.sentence }), rule);
    const row = Dom.make("li", {}, Dom.make("span", { className: "pictures" }, ...pieces.map(Rules.picture)), words);
    row.setAttribute("data-letter", piece.letter);
    return row;
  },

  /** @param {wasm_bindgen.PieceView} piece */
  picture({ letter }) {
    const size = Math.round(40 * (devicePixelRatio || 1));
    const picture = Dom.make("canvas", { width: size, height: size });
    picture.setAttribute("aria-hidden", "true");
    picture.getContext("2d")?.drawImage(Pieces.picture(letter, size), 0, 0);
    return picture;
  },
};
