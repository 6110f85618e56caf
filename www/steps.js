// @ts-check
// Steps and words of an automaton, said in words. Up is away from White, as on a board that is not turned.

/** @typedef {{ dx: number, dy: number, on: string }} Step */

const Steps = {
  /** What a step finds on the square it reaches. @type {Record<string, string>} */
  found: { e: "an empty square", p: "an opponent's piece", w: "a piece of its own side" },
  /** The same for squares passed in a row. @type {Record<string, string>} */
  passed: { e: "empty squares", p: "opponent's pieces", w: "pieces of its own side" },

  /** @param {number} dx @param {number} dy */
  direction(dx, dy) {
    const [across, along] = [Math.abs(dx), Math.abs(dy)];
    const sideways = dx < 0 ? "left" : "right";
    const forwards = dy < 0 ? "down" : "up";
    if (across <= 1 && along <= 1) return [along ? forwards : "", across ? sideways : ""].filter(Boolean).join("-") || "staying";
    return [along ? `${along} ${forwards}` : "", across ? `${across} ${sideways}` : ""].filter(Boolean).join(" and ");
  },

  /** Steps the same way that differ in what they find. @param {Step[]} steps */
  tell: (steps) => `${Steps.direction(steps[0].dx, steps[0].dy)}, onto ${steps.map((step) => Steps.found[step.on]).join(" or ")}`,

  /** Neighbours that go the same way: what one glyph shows. @param {Step[]} steps @returns {Step[][]} */
  together(steps) {
    /** @type {Step[][]} */
    const groups = [];
    for (const step of steps) {
      const last = groups.at(-1);
      if (last && last[0].dx === step.dx && last[0].dy === step.dy) last.push(step);
      else groups.push([step]);
    }
    return groups;
  },

  /** @param {string} word as in `(0,1,e)(0,1,p)` @returns {Step[]} */
  parse: (word) => [...word.matchAll(/\((-?\d+),(-?\d+),([epw])\)/g)].map(([, dx, dy, on]) => ({ dx: Number(dx), dy: Number(dy), on })),

  /** "3 × up over empty squares, then up onto an opponent's piece". @param {string} word */
  tellWord(word) {
    const steps = Steps.parse(word);
    const parts = [];
    for (let at = 0; at < steps.length; ) {
      const { dx, dy, on } = steps[at];
      let end = at;
      // The last step stands alone: where a move ends matters most.
      while (end < steps.length - 1 && steps[end].dx === dx && steps[end].dy === dy && steps[end].on === on) end += 1;
      const count = end - at;
      const way = Steps.direction(dx, dy);
      if (at === steps.length - 1) parts.push(`${way} onto ${Steps.found[on]}`);
      else parts.push(count > 1 ? `${count} × ${way} over ${Steps.passed[on]}` : `${way} over ${Steps.found[on]}`);
      at = Math.max(end, at + 1);
    }
    return parts.join(", then ");
  },
};
