// @ts-check
// What is drawn over a board about moves: where a piece may go, by which path, and which squares a step of the automaton leads to.

const Marks = {
  /** The middle of a square. @param {Sheet} sheet @param {number} at @returns {[number, number]} */
  middle(sheet, at) {
    const [x, y] = Paint.corner(sheet, at);
    return [x + sheet.square / 2, y + sheet.square / 2];
  },

  /**
   * A dot or, around a piece, a ring where both rules agree; a diamond for a move that was missed, a cross for one invented.
   * @param {Sheet} sheet @param {string} cells @param {wasm_bindgen.PathView[]} paths @param {Chosen | null} [chosen] has marks of its own
   */
  moves(sheet, cells, paths, chosen) {
    for (const { squares, verdict } of paths) {
      const to = squares[squares.length - 1];
      if (chosen && chosen.path.squares[chosen.step] === to) continue;
      const taken = cells[to] !== ".";
      if (verdict === "agreed" || !Truth.comparing()) {
        if (taken) Paint.ring(sheet, to);
        else Paint.dot(sheet, to);
      } else Marks.fault(sheet, to, verdict === "missed", taken);
    }
  },

  /** In the middle of an empty square, in the corner of a taken one. @param {Sheet} sheet @param {number} at @param {boolean} missed @param {boolean} taken */
  fault(sheet, at, missed, taken) {
    const { context, square } = sheet;
    const size = square * (taken ? 0.15 : 0.19);
    const off = taken ? square * 0.5 - size * 1.35 : 0;
    const [x, y] = Marks.middle(sheet, at);
    /** @param {[number, number][]} points */
    const draw = (...points) => points.forEach(([dx, dy], index) => context[index ? "lineTo" : "moveTo"](x + off + dx * size, y - off + dy * size));
    context.lineWidth = Math.max(2, square * 0.06);
    context.strokeStyle = missed ? Theme.colours.mark : Theme.colours.wrong;
    context.beginPath();
    if (missed) {
      draw([0, -1], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]);
    } else {
      draw([-0.8, -0.8], [0.8, 0.8]);
      draw([0.8, -0.8], [-0.8, 0.8]);
    }
    context.stroke();
  },

  /**
   * A path: solid as far as it has been gone, with the order of its squares, and the piece on its way.
   * @param {Sheet} sheet @param {string} letter @param {wasm_bindgen.PathView} path @param {number} step how many steps have been gone
   */
  path(sheet, letter, { squares }, step) {
    const { context, square } = sheet;
    context.save();
    context.lineJoin = context.lineCap = "round";
    if (step > 0) Paint.piece(sheet, letter, ...Paint.corner(sheet, squares[step]), 0.7);
    Paint.frame(sheet, squares[step], Theme.colours.trace);
    Marks.line(sheet, squares.slice(step), true);
    Marks.line(sheet, squares.slice(0, step + 1), false);
    const radius = Math.max(6, square * 0.15);
    context.font = `600 ${Math.round(radius * 1.35)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    squares.slice(1).forEach((at, index) => {
      // In the corner that the path does not come through.
      const [[x, y], [x0, y0]] = [at, squares[index]].map((each) => Marks.middle(sheet, each));
      const [right, down] = [x < x0 ? -1 : 1, y < y0 ? -1 : 1].map((way) => way * (square / 2 - radius - 1));
      context.fillStyle = Theme.colours.trace;
      context.globalAlpha = index < step ? 1 : 0.55;
      context.beginPath();
      context.arc(x + right, y + down, radius, 0, 7);
      context.fill();
      context.globalAlpha = 1;
      context.fillStyle = Theme.colours["on-trace"];
      context.fillText(String(index + 1), x + right, y + down + radius * 0.08);
    });
    context.restore();
  },

  /** @param {Sheet} sheet @param {number[]} squares @param {boolean} dashed */
  line(sheet, squares, dashed) {
    if (squares.length < 2) return;
    const { context, square } = sheet;
    const points = squares.map((at) => Marks.middle(sheet, at));
    // Both ends keep clear of what stands there.
    const clear = (/** @type {[number, number]} */ end, /** @type {[number, number]} */ next) => {
      const length = Math.hypot(next[0] - end[0], next[1] - end[1]);
      const part = (square * 0.3) / length;
      return /** @type {[number, number]} */ ([end[0] + (next[0] - end[0]) * part, end[1] + (next[1] - end[1]) * part]);
    };
    const last = points.length - 1;
    [points[0], points[last]] = [clear(points[0], points[1]), clear(points[last], points[last - 1])];
    const [x1, y1] = points[last];
    const [x0, y0] = points[last - 1];
    context.strokeStyle = Theme.colours.trace;
    context.lineWidth = Math.max(2, square * 0.07);
    context.setLineDash(dashed ? [square * 0.08, square * 0.16] : []);
    context.globalAlpha = dashed ? 0.7 : 0.9;
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
    context.setLineDash([]);
    const angle = Math.atan2(y1 - y0, x1 - x0);
    context.beginPath();
    for (const turn of [2.6, 0, -2.6]) {
      const reach = turn ? square * 0.2 : 0;
      context.lineTo(x1 + Math.cos(angle + turn) * reach, y1 + Math.sin(angle + turn) * reach);
    }
    context.stroke();
    context.globalAlpha = 1;
  },

  /** The squares that a step of the automaton leads to here. @param {Sheet} sheet @param {[number, number][]} pairs of squares */
  edge(sheet, pairs) {
    sheet.context.save();
    sheet.context.lineJoin = sheet.context.lineCap = "round";
    for (const to of new Set(pairs.map((pair) => pair[1]))) {
      Paint.tint(sheet, to, Theme.colours.glow);
      Paint.frame(sheet, to, Theme.colours.trace);
    }
    for (const pair of pairs) Marks.line(sheet, pair, false);
    sheet.context.restore();
  },
};
