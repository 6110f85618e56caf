// @ts-check
// One step as a small picture: an arrow the way it goes, and below it marks for what it may find there.

const Glyph = {
  /** The side of the square that the layout keeps for a glyph. */
  size: 26,
  /** Glyphs in a row of a label. */
  perRow: 4,

  /**
   * @template {keyof SVGElementTagNameMap} K
   * @param {K} tag
   * @param {Record<string, string | number>} [attributes]
   * @param {...Node} children
   * @returns {SVGElementTagNameMap[K]}
   */
  make(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  },

  /** All steps of an arrow, row by row, from the label's upper left corner. @param {Step[]} steps */
  label: (steps) =>
    Steps.together(steps).map((group, index) => {
      const glyph = Glyph.draw(group);
      const [x, y] = [(index % Glyph.perRow) * Glyph.size, Math.floor(index / Glyph.perRow) * Glyph.size];
      glyph.setAttribute("transform", `translate(${x} ${y})`);
      glyph.setAttribute("data-way", `${group[0].dx},${group[0].dy}`);
      glyph.setAttribute("role", "button");
      glyph.setAttribute("tabindex", "-1");
      return glyph;
    }),

  /** @param {Step[]} steps that go the same way */
  draw(steps) {
    const { dx, dy } = steps[0];
    const title = Glyph.make("title");
    title.textContent = Steps.tell(steps);
    const left = Glyph.size / 2 - (steps.length - 1) * 4;
    const marks = steps.map((step, index) => Glyph.mark(step.on, left + index * 8, 21));
    const spot = Glyph.make("rect", { class: "spot", x: 1, y: 1, width: Glyph.size - 2, height: Glyph.size - 2, rx: 5 });
    return Glyph.make("g", { class: "glyph" }, title, spot, Glyph.make("path", { class: "way", d: Glyph.way(dx, dy) }), ...marks);
  },

  /** An open dot, a ring with a dot in it as around a capture, a square for one's own. @param {string} on @param {number} x @param {number} y */
  mark(on, x, y) {
    if (on === "e") return Glyph.make("circle", { class: "empty", cx: x, cy: y, r: 2.3 });
    if (on === "w") return Glyph.make("rect", { class: "own", x: x - 2.4, y: y - 2.4, width: 4.8, height: 4.8 });
    return Glyph.make("g", { class: "enemy" }, Glyph.make("circle", { cx: x, cy: y, r: 3 }), Glyph.make("circle", { class: "core", cx: x, cy: y, r: 1.2 }));
  },

  /** The arrow, in the upper part of the square. @param {number} dx @param {number} dy */
  way(dx, dy) {
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    // The picture's y grows downwards, the board's upwards.
    const bent = dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy);
    const unit = (bent ? 9 : 12) / far;
    // The head of a bent one may lie along the upper edge.
    const [middleX, middleY] = [Glyph.size / 2, bent ? 9 : 8.5];
    const [x0, y0] = [middleX - (dx * unit) / 2, middleY + (dy * unit) / 2];
    const [x1, y1] = [middleX + (dx * unit) / 2, middleY - (dy * unit) / 2];
    if (bent) {
      // A leap like the knight's: first the long leg, then the short one.
      const [cornerX, cornerY] = Math.abs(dx) > Math.abs(dy) ? [x1, y0] : [x0, y1];
      return `M${x0} ${y0}L${cornerX} ${cornerY}L${x1} ${y1}${Glyph.head(x1, y1, x1 - cornerX, y1 - cornerY)}`;
    }
    const shaft = `M${x0} ${y0}L${x1} ${y1}`;
    // A leap over squares in line: a bar across the shaft for each of them.
    const bars = Array.from({ length: far - 1 }, (_, index) => Glyph.bar(x0, y0, x1, y1, (index + 1) / far)).join("");
    return shaft + bars + Glyph.head(x1, y1, x1 - x0, y1 - y0);
  },

  /** @param {number} x @param {number} y @param {number} dx @param {number} dy the direction it points */
  head(x, y, dx, dy) {
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [(dx / length) * 3.8, (dy / length) * 3.8];
    const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
    return `M${round(x - ux - uy * 0.8)} ${round(y - uy + ux * 0.8)}L${x} ${y}L${round(x - ux + uy * 0.8)} ${round(y - uy - ux * 0.8)}`;
  },

  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {number} part */
  bar(x0, y0, x1, y1, part) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = Math.hypot(dx, dy) || 1;
    const [x, y] = [x0 + dx * part * 0.8, y0 + dy * part * 0.8];
    const [ux, uy] = [(-dy / length) * 2.6, (dx / length) * 2.6];
    return `M${x - ux} ${y - uy}L${x + ux} ${y + uy}`;
  },
};
