// A plot of the core with its caption and its table. The plot is one tab stop: arrow keys move over its points, and the value of the
// point is shown and spoken. Numbers stand here as the exported tables have them.

import * as Announce from "../base/announce";
import * as Dom from "../base/dom";
import type { PlotView } from "../client/protocol";
import { texts } from "./texts";

interface Point {
  mark: Element;
  series: string;
  place: string;
  value: string;
  band: string;
  label: string;
  /** Where its value stands in the table. */
  cell?: HTMLElement;
}

export class Figure {
  readonly element = Dom.make("figure", { className: "lab-figure" });
  readonly #plot = Dom.make("div", { className: "lab-plot", tabIndex: 0 });
  readonly #caption = Dom.make("figcaption");
  readonly #readout = Dom.make("p", { className: "lab-readout quiet", textContent: texts.noPoint });
  readonly #table = Dom.make("table");
  readonly #frame: HTMLElement;
  #points: Point[] = [];
  /** The point that is read, by series and place: the picture may be drawn anew at any time. */
  #current: { series: string; place: string } | null = null;
  #drawn = "";

  constructor(number: number) {
    const help = Dom.make("span", { id: `lab-plot-help-${number}`, className: "unseen", textContent: texts.plotHelp });
    this.#plot.setAttribute("role", "application");
    this.#plot.setAttribute("aria-roledescription", texts.plot);
    this.#plot.setAttribute("aria-describedby", help.id);
    this.#frame = Dom.make("div", { className: "table-frame", tabIndex: 0 }, this.#table);
    this.#frame.setAttribute("role", "region");
    this.element.append(Dom.make("div", { className: "lab-picture" }, this.#plot, help, this.#readout, this.#caption), this.#frame);
    this.#plot.addEventListener("keydown", (event) => this.#onKey(event));
    this.#plot.addEventListener("focus", () => !this.#current && this.#read(this.#points[0], false));
    for (const kind of ["pointerover", "click"]) this.#plot.addEventListener(kind, (event) => this.#onPointer(event));
  }

  show({ title, caption, svg }: PlotView): void {
    Dom.say(this.#caption, caption);
    if (svg === this.#drawn) return;
    this.#drawn = svg;
    const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
    this.#points = [...picture.querySelectorAll(".point")].map(pointOf);
    this.#plot.setAttribute("aria-label", title);
    this.#plot.replaceChildren(picture);
    this.#fill(title);
    const current = this.#find(this.#current);
    if (current) this.#mark(current);
  }

  #find(at: { series: string; place: string } | null): Point | undefined {
    return at ? this.#points.find((point) => point.series === at.series && point.place === at.place) : undefined;
  }

  #onPointer({ target }: Event): void {
    const mark = target instanceof Element ? target.closest(".point") : null;
    const point = this.#points.find((each) => each.mark === mark);
    if (point) this.#read(point, false);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = this.#next(event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) this.#read(next, true);
  }

  /** Where a key leads: nothing for keys that are not the plot's, `undefined` at the edge. */
  #next(key: string): Point | undefined | null {
    const now = this.#find(this.#current) ?? this.#points[0];
    if (!now) return null;
    const along = this.#points.filter((point) => point.series === now.series);
    const across = this.#points.filter((point) => point.place === now.place);
    const step = (line: Point[], by: number) => line[line.indexOf(now) + by];
    if (key === "ArrowRight") return step(along, 1);
    if (key === "ArrowLeft") return step(along, -1);
    if (key === "ArrowDown") return step(across, 1);
    if (key === "ArrowUp") return step(across, -1);
    if (key === "Home") return along[0];
    if (key === "End") return along.at(-1);
    return null;
  }

  #read(point: Point | undefined, aloud: boolean): void {
    if (!point) return;
    this.#current = { series: point.series, place: point.place };
    this.#mark(point);
    if (!aloud) return;
    Announce.speak(point.label);
    point.mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #mark(point: Point): void {
    for (const each of this.#points) {
      each.mark.toggleAttribute("data-current", each === point);
      each.cell?.classList.toggle("current", each === point);
    }
    Dom.say(this.#readout, point.label);
  }

  /** Places by series, with the longer of them downwards. */
  #fill(title: string): void {
    const places = [...new Set(this.#points.map((point) => point.place))];
    const series = [...new Set(this.#points.map((point) => point.series))];
    const turned = series.length > places.length;
    const [down, across] = turned ? [series, places] : [places, series];
    const cell = (row: string, column: string) => {
      const point = this.#find(turned ? { series: row, place: column } : { series: column, place: row });
      const element = Dom.make("td", { textContent: point?.value ?? "" });
      if (point?.band) element.append(Dom.make("small", { textContent: point.band }));
      if (point) point.cell = element;
      return element;
    };
    const head = Dom.make("tr", {}, Dom.make("td"), ...across.map((name) => heading("col", name)));
    const rows = down.map((row) => Dom.make("tr", {}, heading("row", row), ...across.map((column) => cell(row, column))));
    const caption = Dom.make("caption", { textContent: texts.values(title) });
    this.#table.replaceChildren(caption, Dom.make("thead", {}, head), Dom.make("tbody", {}, ...rows));
    this.#frame.setAttribute("aria-label", texts.values(title));
  }
}

export function heading(scope: "col" | "row", textContent: string): HTMLElement {
  const element = Dom.make("th", { textContent });
  element.scope = scope;
  return element;
}

function pointOf(mark: Element): Point {
  const said = (name: string) => mark.getAttribute(`data-${name}`) ?? "";
  const band = mark.hasAttribute("data-low") ? `${said("low")}–${said("high")}` : "";
  return { mark, series: said("series"), place: said("place"), value: said("value"), band, label: mark.getAttribute("aria-label") ?? "" };
}
