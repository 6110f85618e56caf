// @ts-check
// The bar beside the board: White's part of the chances, from below; and how to say a score.

const EvalBar = {
  element: Dom.get("eval-bar", HTMLElement),
  number: Dom.get("eval-number", HTMLElement),
  part: Dom.get("eval-white", HTMLElement),

  /** Where there is less room than this, it lies above the board. */
  narrow: 480,

  /** How much room it takes beside the board, in CSS pixels. @param {number} room for both */
  width(room) {
    Board.row.classList.toggle("flat", room < EvalBar.narrow);
    requestAnimationFrame(EvalBar.squeeze);
    return EvalBar.element.hidden || room < EvalBar.narrow ? 0 : 38;
  },

  /** Whatever the font, the number is no wider than the bar. */
  squeeze() {
    const [room, width] = [EvalBar.element.clientWidth - 2, EvalBar.number.offsetWidth];
    if (width) EvalBar.number.style.setProperty("--squeeze", Math.min(1, room / width).toFixed(2));
  },

  /** @param {boolean} on */
  toggle(on) {
    if (EvalBar.element.hidden === !on) return;
    EvalBar.element.hidden = !on;
    if (Board.measure()) Board.paint();
  },

  /** @param {Thought | null} thought @param {Side} toMove */
  show(thought, toMove) {
    EvalBar.element.classList.toggle("flipped", State.flipped);
    if (!thought) return;
    const white = toMove === "white" ? thought.chance : 1 - thought.chance;
    EvalBar.part.style.setProperty("--part", `${(100 * white).toFixed(1)}%`);
    const figure = EvalBar.figure(thought, toMove);
    if (EvalBar.number.textContent !== figure) {
      Dom.say(EvalBar.number, figure);
      EvalBar.squeeze();
    }
    EvalBar.element.setAttribute("aria-valuenow", String(Math.round(100 * white)));
    EvalBar.element.setAttribute("aria-valuetext", EvalBar.words(thought, toMove));
  },

  /** In as few characters as possible: `+1.4`, or `#3` for a sure win in three moves; from White's side. @param {Thought} thought @param {Side} toMove */
  figure(thought, toMove) {
    const sign = toMove === "white" ? 1 : -1;
    if (thought.win !== undefined) return `${thought.win * sign > 0 ? "#" : "−#"}${EvalBar.moves(thought.win)}`;
    const score = Math.round(10 * thought.score * sign) / 10;
    const size = Math.abs(score) < 10 ? Math.abs(score).toFixed(1) : String(Math.round(Math.abs(score)));
    return score === 0 ? "0.0" : `${score > 0 ? "+" : "−"}${size}`;
  },

  /** A win in so many moves of either side, counted as its winner counts. @param {number} plies */
  moves: (plies) => Math.ceil(Math.abs(plies) / 2),

  /** How soon the side to move wins. @param {number} plies */
  soon: (plies) => (EvalBar.moves(plies) === 1 ? "at once" : `in ${EvalBar.moves(plies)} moves`),

  /** @param {Thought} thought @param {Side} toMove */
  words(thought, toMove) {
    const [mover, other] = toMove === "white" ? ["White", "Black"] : ["Black", "White"];
    if (thought.win !== undefined && thought.win > 0) return `${mover} can win ${EvalBar.soon(thought.win)}.`;
    if (thought.win !== undefined) return EvalBar.moves(thought.win) === 1 ? `${mover} cannot stop ${other} from winning.` : `${other} wins in ${EvalBar.moves(thought.win)} moves.`;
    const better = thought.score > 0 ? mover : other;
    const lead = Math.abs(thought.score);
    if (lead < 0.3) return "About even.";
    return `${better} is ${lead < 1 ? "a little better" : lead < 3 ? "better" : "far ahead"}.`;
  },
};
