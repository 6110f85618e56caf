// @ts-check
// Where a piece can go, as a small diagram beside its rule: the piece in the middle, marks around it. The worker finds the squares.

/** @typedef {"goes" | "captures" | "capturesOwn"} MoveKind */

const MoveDiagram = {
  /** The side of a square in the picture's own units. */
  square: 20,
  /** Of the game on the table. @type {Map<string, wasm_bindgen.DiagramView>} */
  drawn: new Map(),
  /** @type {wasm_bindgen.GameView | null} */
  of: null,

  /** What each mark means, in the order of the legend. @type {[keyof wasm_bindgen.MarkView | "line" | "open", string][]} */
  meanings: [
    ["goes", "moves to an empty square"],
    ["captures", "captures an opponent’s piece"],
    ["capturesOwn", "captures a piece of its own side"],
    ["goesOver", "moves there only by passing over another piece"],
    ["capturesOver", "captures there only by passing over another piece"],
    ["capturesOwnOver", "captures its own there only by passing over another piece"],
    ["line", "squares on the way must be empty"],
    ["open", "as far as the board goes"],
  ],

  /** Asks for the diagrams of the game on the table. @returns {Promise<boolean>} whether they are there */
  async load() {
    const game = State.game;
    if (MoveDiagram.of === game) return true;
    const reply = await Game.engine.ask({ type: "diagrams" });
    if (reply.type !== "diagrams" || State.game !== game) return false;
    MoveDiagram.of = game;
    MoveDiagram.drawn = new Map(reply.diagrams.map((diagram) => [diagram.letter, diagram]));
    return true;
  },

  /** @param {wasm_bindgen.PieceView} piece @returns {HTMLElement | null} */
  figure(piece) {
    const view = MoveDiagram.drawn.get(piece.letter);
    if (!view) return null;
    const more = view.more ? Dom.make("figcaption", { textContent: "It can also go further." }) : "";
    return Dom.make("figure", { className: "move-diagram" }, MoveDiagram.draw(view, piece), more);
  },

  /** @param {wasm_bindgen.DiagramView} view @param {wasm_bindgen.PieceView} piece */
  draw(view, piece) {
    const { square } = MoveDiagram;
    const count = 2 * view.radius + 1;
    const side = count * square;
    const picture = Glyph.make("svg", { viewBox: `-1 -1 ${side + 2} ${side + 2}`, role: "img", "aria-label": `Moves of the ${Pieces.describe(piece.letter)}: ${piece.sentence}` });
    const board = Glyph.make("g", { class: "squares" }, Glyph.make("rect", { x: 0, y: 0, width: side, height: side }));
    let dark = "";
    for (let row = 0; row < count; row++) for (let column = row % 2; column < count; column += 2) dark += `M${column * square} ${row * square}h${square}v${square}h${-square}z`;
    board.append(Glyph.make("path", { d: dark }));
    /** The middle of a square. @param {number} dx @param {number} dy @returns {[number, number]} */
    const at = (dx, dy) => [(view.radius + dx + 0.5) * square, (view.radius - dy + 0.5) * square];
    picture.append(board, ...view.lines.map((line) => MoveDiagram.line(line, at)), MoveDiagram.piece(piece, at(0, 0)));
    for (const mark of view.marks) picture.append(...MoveDiagram.marks(mark, ...at(mark.dx, mark.dy)));
    return picture;
  },

  /** @param {wasm_bindgen.LineView} line @param {(dx: number, dy: number) => [number, number]} at */
  line(line, at) {
    const points = line.points.map(([dx, dy]) => at(dx, dy));
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    let path = `M${points.map((point) => point.join(" ")).join("L")}`;
    if (line.open) {
      // A little further than the last square's middle, with a head.
      const length = Math.hypot(x1 - x0, y1 - y0);
      const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
      const reach = 9 / Math.max(Math.abs(ux), Math.abs(uy));
      const [x, y] = [x1 + ux * reach, y1 + uy * reach];
      path += `L${x} ${y}${Glyph.head(x, y, ux, uy)}`;
    }
    return Glyph.make("path", { class: line.over ? "line over" : "line", d: path });
  },

  /** @param {wasm_bindgen.PieceView} piece @param {[number, number]} middle */
  piece(piece, [x, y]) {
    const size = MoveDiagram.square * 0.98;
    const figure = Pieces.figures[piece.drawing] ?? Pieces.figures.hexagon;
    const body = Glyph.make("path", { d: figure.body, class: `figure ${piece.side}` });
    return Glyph.make("g", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` }, body);
  },

  /** A dot for going, a ring for capturing, a square frame for capturing one's own; broken where another piece must be passed. @param {wasm_bindgen.MarkView} mark @param {number} x @param {number} y */
  marks(mark, x, y) {
    const marks = [];
    if (mark.capturesOwn || mark.capturesOwnOver) marks.push(Glyph.make("rect", { class: mark.capturesOwn ? "takes-own" : "takes-own over", x: x - 8, y: y - 8, width: 16, height: 16 }));
    if (mark.captures || mark.capturesOver) marks.push(Glyph.make("circle", { class: mark.captures ? "takes" : "takes over", cx: x, cy: y, r: 6.6 }));
    if (mark.goes) marks.push(Glyph.make("circle", { class: "goes", cx: x, cy: y, r: 3.4 }));
    else if (mark.goesOver) marks.push(Glyph.make("circle", { class: "goes over", cx: x, cy: y, r: 3 }));
    return marks;
  },

  /** The marks that this game's diagrams have, each with its meaning. */
  legend() {
    const views = [...MoveDiagram.drawn.values()];
    const has = (/** @type {string} */ mark) => {
      if (mark === "line") return views.some((view) => view.lines.some((line) => !line.over));
      if (mark === "open") return views.some((view) => view.lines.some((line) => line.open));
      return views.some((view) => view.marks.some((each) => each[/** @type {keyof wasm_bindgen.MarkView} */ (mark)]));
    };
    return MoveDiagram.meanings.filter(([mark]) => has(mark)).map(([mark, words]) => Dom.make("li", {}, MoveDiagram.sample(mark), words));
  },

  /** @param {string} mark */
  sample(mark) {
    const picture = Glyph.make("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
    const nothing = { dx: 0, dy: 0, goes: false, captures: false, capturesOwn: false, goesOver: false, capturesOver: false, capturesOwnOver: false };
    if (mark === "line") picture.append(Glyph.make("path", { class: "line", d: "M2 10h16" }));
    else if (mark === "open") picture.append(Glyph.make("path", { class: "line", d: `M2 10h16${Glyph.head(18, 10, 1, 0)}` }));
    else picture.append(...MoveDiagram.marks({ ...nothing, [mark]: true }, 10, 10));
    return picture;
  },
};
