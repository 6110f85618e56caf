// @ts-check
// Steps and words of an automaton, said in words. A drawn step goes up when it leads away from White, as on a board that is not turned;
// a move goes ahead when it leads away from its own side, as the sentences about pieces have it.

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

  /** @param {number} dx @param {number} dy as the piece's own side sees it */
  way(dx, dy) {
    const [across, along] = [Math.abs(dx), Math.abs(dy)];
    const [side, line] = [`to the ${dx < 0 ? "left" : "right"}`, dy < 0 ? "back" : "ahead"];
    if (!across || !along) return `${across + along > 1 ? `${across + along} squares ` : ""}${across ? side : `straight ${line}`}`;
    return across + along === 2 ? `diagonally ${line} ${side}` : `${along} ${line} and ${across} ${side}`;
  },

  /** "3 × straight ahead over empty squares, then straight ahead onto an opponent's piece". @param {string} word @param {string} letter whose move it is */
  tellWord(word, letter) {
    const steps = Steps.parse(word);
    const ahead = State.sideOf(letter) === "white" ? 1 : -1;
    const parts = [];
    for (let at = 0; at < steps.length; ) {
      const { dx, dy, on } = steps[at];
      let end = at;
      // The last step stands alone: where a move ends matters most.
      while (end < steps.length - 1 && steps[end].dx === dx && steps[end].dy === dy && steps[end].on === on) end += 1;
      const count = end - at;
      const way = Steps.way(dx, dy * ahead);
      if (at === steps.length - 1) parts.push(`${way} onto ${Steps.found[on]}`);
      else parts.push(count > 1 ? `${count} × ${way} over ${Steps.passed[on]}` : `${way} over ${Steps.found[on]}`);
      at = Math.max(end, at + 1);
    }
    return parts.join(", then ");
  },
};
