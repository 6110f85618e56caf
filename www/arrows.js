// @ts-check
// Arrows on the board: a hint, a better move, and the line that the engine expects, numbered in its order.

/** @typedef {{ from: number, to: number, label: string, strength: number }} Arrow  Strength: how solid, from 0 to 1. */

const Arrows = {
  on: true,

  init() {
    Arrows.set(Memory.get("arrows") !== "off");
    Dom.button("show-arrows").addEventListener("click", Arrows.toggle);
  },

  toggle() {
    Arrows.set(!Arrows.on);
    Memory.set("arrows", Arrows.on ? "on" : "off");
    Status.speak(Arrows.on ? "Arrows on." : "Arrows off.");
    View.repaint();
  },

  /** @param {boolean} on */
  set(on) {
    Arrows.on = on;
    Dom.button("show-arrows").setAttribute("aria-pressed", String(on));
  },

  /** Those for the position on the board. @returns {Arrow[]} */
  list() {
    if (State.watched || State.setup) return [];
    const hint = Hints.arrow();
    if (hint) return [hint];
    const line = Arrows.on && Thinking.on && Thinking.isCurrent() ? (Thinking.thought?.line ?? []) : [];
    return line.slice(0, 3).map(({ from, to }, index) => ({ from, to, label: String(index + 1), strength: 0.85 - 0.25 * index }));
  },

  /** @param {Sheet} sheet */
  paint(sheet) {
    // The first one on top.
    for (const arrow of Arrows.list().reverse()) Arrows.draw(sheet, arrow);
  },

  /** @param {Sheet} sheet @param {Arrow} arrow */
  draw(sheet, { from, to, label, strength }) {
    const { context, square } = sheet;
    const half = square / 2;
    const [x0, y0] = Paint.corner(sheet, from).map((corner) => corner + half);
    const [x1, y1] = Paint.corner(sheet, to).map((corner) => corner + half);
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const head = square * 0.3;
    /** A point so far along the arrow and so far to its side. @param {number} along @param {number} aside @returns {[number, number]} */
    const at = (along, aside) => [x0 + ux * along - uy * aside, y0 + uy * along + ux * aside];
    const shape = new Path2D();
    const [tail, neck, width] = [square * 0.2, length - head * 0.75, square * 0.07];
    const corners = [at(tail, width), at(neck, width), at(neck, head * 0.55), at(length + head * 0.25, 0), at(neck, -head * 0.55), at(neck, -width), at(tail, -width)];
    corners.forEach((corner, index) => (index ? shape.lineTo(...corner) : shape.moveTo(...corner)));
    shape.closePath();
    context.save();
    context.globalAlpha = strength;
    context.lineJoin = "round";
    context.strokeStyle = Theme.colours["on-mark"];
    context.lineWidth = Math.max(2, square * 0.05);
    context.stroke(shape);
    context.fillStyle = Theme.colours.mark;
    context.fill(shape);
    Arrows.badge(context, at(length * 0.5, 0), square * 0.15, label);
    context.restore();
  },

  /** @param {CanvasRenderingContext2D} context @param {[number, number]} middle @param {number} radius @param {string} label */
  badge(context, [x, y], radius, label) {
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
    context.stroke();
    context.fillStyle = Theme.colours["on-mark"];
    context.font = `700 ${Math.round(radius * 1.3)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(label, x, y + radius * 0.08);
  },
};
