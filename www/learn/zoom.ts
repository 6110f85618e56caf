// A drawing that can be made larger and smaller in its frame: by buttons, keys, the wheel with Ctrl, and two fingers.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import type { Graph } from "./graph";
import { texts } from "./texts";

/** In CSS pixels of the window. */
interface WindowPoint {
  x: number;
  y: number;
}

export class Zoom {
  static least = 0.2;
  static most = 4;
  /** Of a button or key. */
  static step = 1.25;

  /** What was chosen; none means to fit. */
  chosen: number | null = null;
  scale = 1;
  /** The inside of the frame. Kept, because asking for it in the middle of a change makes the browser lay out the page at once. */
  room = { width: 400, height: 280 };
  /** Where it is scrolled to; a smaller drawing on the way does not change that. */
  #home = { left: 0, top: 0 };
  #changing = 0;

  /**
   * `frame`: which scrolls.
   * `fitting`: the smallest and the largest scale at which it is fitted into its frame.
   * `buttons`: how the ids of its three buttons begin.
   */
  constructor(
    readonly frame: HTMLElement,
    readonly graph: Graph,
    readonly fitting: [number, number],
    readonly buttons: string,
  ) {
    Dom.button(`${buttons}-in`).addEventListener("click", () => this.by(Zoom.step));
    Dom.button(`${buttons}-out`).addEventListener("click", () => this.by(1 / Zoom.step));
    Dom.button(`${buttons}-fit`).addEventListener("click", () => this.to(null));
    frame.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.altKey && !event.metaKey && this.onKey(event.key)) event.preventDefault();
    });
    frame.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    frame.addEventListener("scroll", () => {
      if (!this.#changing) this.#home = { left: frame.scrollLeft, top: frame.scrollTop };
    });
    this.#listenToFingers();
    new ResizeObserver(([entry]) => {
      if (entry) this.room = entry.contentRect;
      this.fit();
    }).observe(frame);
  }

  #listenToFingers(): void {
    let pinch: { apart: number; scale: number } | null = null;
    const apart = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
    const start = ({ touches }: TouchEvent) => {
      const [a, b] = touches;
      pinch = a && b && touches.length === 2 ? { apart: apart(a, b), scale: this.scale } : null;
    };
    this.frame.addEventListener("touchstart", start, { passive: true });
    const move = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!pinch || !a || !b) return;
      event.preventDefault();
      this.to((pinch.scale * apart(a, b)) / pinch.apart, { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
    };
    this.frame.addEventListener("touchmove", move, { passive: false });
    for (const end of ["touchend", "touchcancel"]) {
      this.frame.addEventListener(end, () => {
        pinch = null;
      });
    }
  }

  /** The wheel with Ctrl, which is also what two fingers on a touchpad send. */
  #onWheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 20);
    this.by(Math.exp(Math.max(-50, Math.min(50, -turned)) / 150), { x: event.clientX, y: event.clientY });
  }

  /** Returns whether it was one for the size. */
  onKey(key: string): boolean {
    if (key === "+" || key === "=") this.by(Zoom.step);
    else if (key === "-" || key === "−") this.by(1 / Zoom.step);
    else if (key === "0") this.to(null);
    else return false;
    return true;
  }

  by(factor: number, spot?: WindowPoint): void {
    this.to(this.scale * factor, spot);
    speak(texts.graph.size(Math.round(100 * this.scale)));
  }

  /** What is at a spot, usually the middle of the frame, stays there. */
  to(scale: number | null, spot: WindowPoint = this.#middle()): void {
    const before = this.graph.svg.getBoundingClientRect();
    this.chosen = scale === null ? null : Math.min(Zoom.most, Math.max(Zoom.least, scale));
    this.fit();
    const after = this.graph.svg.getBoundingClientRect();
    if (!before.width || !after.width) return;
    const stays = (at: number, from: number, size: number, start: number, length: number) => start + ((at - from) / size) * length - at;
    this.frame.scrollBy(stays(spot.x, before.left, before.width, after.left, after.width), stays(spot.y, before.top, before.height, after.top, after.height));
    this.#home = { left: this.frame.scrollLeft, top: this.frame.scrollTop };
  }

  #middle(): WindowPoint {
    const box = this.frame.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /** The whole drawing in its frame, as long as the steps can still be made out; or as large as was chosen. */
  fit(): void {
    const { graph } = this;
    if (!graph.width) return;
    // A tall drawing gets a taller frame.
    this.frame.style.setProperty("--tall", `${Math.round(graph.height * 0.8)}px`);
    const [least, most] = this.fitting;
    this.scale = this.chosen ?? Math.min(most, Math.max(least, Math.min((this.room.width - 4) / graph.width, (this.room.height - 4) / graph.height)));
    for (const side of ["width", "height"] as const) {
      Dom.set(graph.svg, side, String(Math.round(graph[side] * this.scale)));
    }
    Dom.enable(`${this.buttons}-in`, this.scale < Zoom.most);
    Dom.enable(`${this.buttons}-out`, this.scale > Zoom.least);
    Dom.button(`${this.buttons}-fit`).setAttribute("aria-pressed", String(this.chosen === null));
  }

  /** After another drawing took the place of the one before: as large as that, and scrolled to the same place. */
  keep(): void {
    this.#changing += 1;
    this.fit();
    this.frame.scrollTo(this.#home);
    // The browser tells of the scrolling a frame later.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#changing -= 1;
      }),
    );
  }

  /** Scrolls the frame, and nothing around it, when none of these can be seen. */
  reveal(parts: Element[]): void {
    const [first] = parts;
    if (!first) return;
    const frame = this.frame.getBoundingClientRect();
    const seen = (box: DOMRect) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    if (parts.some((part) => seen(part.getBoundingClientRect()))) return;
    const box = first.getBoundingClientRect();
    const nearest = (low: number, high: number, from: number, to: number) => (low < from ? low - from : Math.max(0, high - to));
    this.frame.scrollBy(nearest(box.left, box.right, frame.left + 12, frame.right - 20), nearest(box.top, box.bottom, frame.top + 12, frame.bottom - 20));
    this.#home = { left: this.frame.scrollLeft, top: this.frame.scrollTop };
  }
}
