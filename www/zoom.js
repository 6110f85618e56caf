// @ts-check
// A drawing that can be made larger and smaller in its frame: by buttons, keys, the wheel with Ctrl, and two fingers.

/** @typedef {{ x: number, y: number }} WindowPoint */

class Zoom {
  static least = 0.2;
  static most = 4;
  /** Of a button or key. */
  static step = 1.25;

  /**
   * @param {HTMLElement} frame which scrolls
   * @param {SVGSVGElement} svg
   * @param {() => Graph | null} graph
   * @param {[number, number]} fitting the smallest and the largest scale at which it is fitted into its frame
   * @param {string} buttons how the ids of its three buttons begin
   */
  constructor(frame, svg, graph, fitting, buttons) {
    this.frame = frame;
    this.svg = svg;
    this.graph = graph;
    this.fitting = fitting;
    this.buttons = buttons;
    /** What somebody has chosen; none means to fit. @type {number | null} */
    this.chosen = null;
    this.scale = 1;
    /** The inside of the frame. Kept, because asking for it in the middle of a change makes the browser lay out the page at once. */
    this.room = { width: 400, height: 280 };
    /** Where it is scrolled to; a smaller drawing on the way does not change that. */
    this.home = { left: 0, top: 0 };
    this.changing = 0;
    Dom.button(`${buttons}-in`).addEventListener("click", () => this.by(Zoom.step));
    Dom.button(`${buttons}-out`).addEventListener("click", () => this.by(1 / Zoom.step));
    Dom.button(`${buttons}-fit`).addEventListener("click", () => this.to(null));
    frame.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.altKey && !event.metaKey && this.onKey(event.key)) event.preventDefault();
    });
    frame.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    frame.addEventListener("scroll", () => {
      if (!this.changing) this.home = { left: frame.scrollLeft, top: frame.scrollTop };
    });
    this.listenToFingers();
    new ResizeObserver(([{ contentRect }]) => {
      this.room = contentRect;
      this.fit();
    }).observe(frame);
  }

  listenToFingers() {
    /** @type {{ apart: number, scale: number } | null} */
    let pinch = null;
    const apart = (/** @type {TouchList} */ [a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
    this.frame.addEventListener("touchstart", ({ touches }) => (pinch = touches.length === 2 ? { apart: apart(touches), scale: this.scale } : null), { passive: true });
    const move = (/** @type {TouchEvent} */ event) => {
      const [a, b] = event.touches;
      if (!pinch || !b) return;
      event.preventDefault();
      this.to((pinch.scale * apart(event.touches)) / pinch.apart, { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
    };
    this.frame.addEventListener("touchmove", move, { passive: false });
    for (const end of ["touchend", "touchcancel"]) this.frame.addEventListener(end, () => (pinch = null));
  }

  /** The wheel with Ctrl, which is also what two fingers on a touchpad send. @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 20);
    this.by(Math.exp(Math.max(-50, Math.min(50, -turned)) / 150), { x: event.clientX, y: event.clientY });
  }

  /** @param {string} key @returns {boolean} whether it was one for the size */
  onKey(key) {
    if (key === "+" || key === "=") this.by(Zoom.step);
    else if (key === "-" || key === "−") this.by(1 / Zoom.step);
    else if (key === "0") this.to(null);
    else return false;
    return true;
  }

  /** @param {number} factor @param {WindowPoint} [spot] */
  by(factor, spot) {
    this.to(this.scale * factor, spot);
    Status.speak(`Size ${Math.round(100 * this.scale)} %`);
  }

  /** What is at a spot, usually the middle of the frame, stays there. @param {number | null} scale @param {WindowPoint} [spot] */
  to(scale, spot = this.middle()) {
    const before = this.svg.getBoundingClientRect();
    this.chosen = scale === null ? null : Math.min(Zoom.most, Math.max(Zoom.least, scale));
    this.fit();
    const after = this.svg.getBoundingClientRect();
    if (!before.width || !after.width) return;
    const stays = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ start, /** @type {number} */ length) => start + ((at - from) / size) * length - at;
    this.frame.scrollBy(stays(spot.x, before.left, before.width, after.left, after.width), stays(spot.y, before.top, before.height, after.top, after.height));
    this.home = { left: this.frame.scrollLeft, top: this.frame.scrollTop };
  }

  /** @returns {WindowPoint} */
  middle() {
    const box = this.frame.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /** The whole drawing in its frame, as long as the steps can still be made out; or as large as was chosen. */
  fit() {
    const graph = this.graph();
    if (!graph?.width) return;
    // A tall drawing gets a taller frame.
    this.frame.style.setProperty("--tall", `${Math.round(graph.height * 0.8)}px`);
    const [least, most] = this.fitting;
    this.scale = this.chosen ?? Math.min(most, Math.max(least, Math.min((this.room.width - 4) / graph.width, (this.room.height - 4) / graph.height)));
    for (const side of /** @type {const} */ (["width", "height"])) {
      const length = String(Math.round(graph[side] * this.scale));
      if (this.svg.getAttribute(side) !== length) this.svg.setAttribute(side, length);
    }
    Controls.enable(`${this.buttons}-in`, this.scale < Zoom.most);
    Controls.enable(`${this.buttons}-out`, this.scale > Zoom.least);
    Dom.button(`${this.buttons}-fit`).setAttribute("aria-pressed", String(this.chosen === null));
  }

  /** After another drawing took the place of the one before: as large as that, and scrolled to the same place. */
  keep() {
    this.changing += 1;
    this.fit();
    this.frame.scrollTo(this.home);
    // The browser tells of the scrolling a frame later.
    requestAnimationFrame(() => requestAnimationFrame(() => (this.changing -= 1)));
  }

  /** Scrolls the frame, and nothing around it, when none of these can be seen. @param {Element[]} parts */
  reveal(parts) {
    const [first] = parts;
    if (!first) return;
    const frame = this.frame.getBoundingClientRect();
    const seen = (/** @type {DOMRect} */ box) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    if (parts.some((part) => seen(part.getBoundingClientRect()))) return;
    const box = first.getBoundingClientRect();
    const nearest = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ to) => (low < from ? low - from : Math.max(0, high - to));
    this.frame.scrollBy(nearest(box.left, box.right, frame.left + 12, frame.right - 20), nearest(box.top, box.bottom, frame.top + 12, frame.bottom - 20));
    this.home = { left: this.frame.scrollLeft, top: this.frame.scrollTop };
  }
}
