// What a run has come to: the finding, figures, tables, and files to keep.

import * as Dom from "../base/dom";
import type { NamedText, TableView } from "../client/protocol";
import { Figure, heading } from "./figure";
import type { Run } from "./run";
import { texts } from "./texts";

/** Rows of a table that are shown; all of them are in the file. */
const MOST_ROWS = 200;

export class Results {
  readonly element = Dom.make("section", { className: "lab-results", hidden: true });
  readonly #partial = Dom.make("p", { className: "quiet", textContent: texts.partial });
  readonly #finding = Dom.make("p", { className: "sentence lab-finding" });
  readonly #trouble = Dom.make("p", { className: "error-text" });
  readonly #figures = Dom.make("div");
  readonly #tables = Dom.make("div");
  readonly #files = Dom.make("details", { className: "lab-files" }, Dom.make("summary", { textContent: texts.files }));
  readonly #list = Dom.make("ul", { className: "lab-file-list" });
  #drawn: Figure[] = [];
  #sheets: Sheet[] = [];
  #run: Run | null = null;
  /** The report that is shown, and the one that the files are of. */
  #report: unknown = null;
  #filed: unknown = null;

  constructor() {
    const title = Dom.make("h3", { id: "lab-results-title", textContent: texts.results });
    this.element.setAttribute("aria-labelledby", title.id);
    this.#files.append(Dom.make("p", { className: "quiet", textContent: texts.filesAbout }), this.#list);
    this.#files.addEventListener("toggle", () => this.#offerFiles());
    this.element.append(title, this.#partial, this.#finding, this.#trouble, this.#figures, this.#tables, this.#files);
  }

  show(run: Run): void {
    const { report } = run;
    if (run !== this.#run) this.#empty(run);
    this.element.hidden = !report && !run.trouble;
    Dom.say(this.#trouble, run.trouble && texts.noReport(run.trouble));
    this.#partial.hidden = !report || report.share >= 1;
    if (!report || report === this.#report) return;
    this.#report = report;
    Dom.say(this.#finding, report.finding);
    // Where a caption says it, once is enough.
    this.#finding.hidden = report.plots.some(({ caption }) => caption.startsWith(report.finding));
    while (this.#drawn.length > report.plots.length) this.#drawn.pop()?.element.remove();
    report.plots.forEach((plot, index) => {
      const figure = this.#drawn[index] ?? new Figure(index);
      if (!this.#drawn[index]) this.#figures.append(figure.element);
      this.#drawn[index] = figure;
      figure.show(plot);
    });
    const tables = report.tables.filter(({ lines }) => lines.length > 1);
    while (this.#sheets.length > tables.length) this.#sheets.pop()?.element.remove();
    tables.forEach((table, index) => {
      const sheet = this.#sheets[index] ?? new Sheet();
      if (!this.#sheets[index]) this.#tables.append(sheet.element);
      this.#sheets[index] = sheet;
      sheet.show(table);
    });
    this.#offerFiles();
  }

  #empty(run: Run): void {
    this.#run = run;
    this.#report = null;
    this.#filed = null;
    this.#drawn = [];
    this.#sheets = [];
    this.#files.open = false;
    this.#figures.replaceChildren();
    this.#tables.replaceChildren();
    this.#list.replaceChildren();
  }

  /** Asks for the files when they are wanted, and again when there is more. */
  async #offerFiles(): Promise<void> {
    const run = this.#run;
    if (!run?.report || !this.#files.open || this.#filed === run.report) return;
    this.#filed = run.report;
    if (!this.#list.childElementCount) this.#list.replaceChildren(Dom.make("li", { className: "quiet", textContent: texts.preparing }));
    const files = await run.files();
    if (run !== this.#run) return;
    if (typeof files === "string") return this.#list.replaceChildren(Dom.make("li", { className: "error-text", textContent: texts.noReport(files) }));
    // The keyboard stays on the button that it was on.
    const focused = document.activeElement?.textContent;
    const within = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...files.map((file) => Dom.make("li", {}, fileButton(file))));
    if (within) [...this.#list.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  }
}

const types: Record<string, string> = { csv: "text/csv", json: "application/json", md: "text/markdown", svg: "image/svg+xml" };

function fileButton({ name, text }: NamedText): HTMLElement {
  const button = Dom.make("button", { type: "button", textContent: name });
  button.addEventListener("click", () => Dom.download(new Blob([text], { type: types[name.split(".").at(-1) ?? ""] ?? "text/plain" }), name));
  return button;
}

/** A table in a frame that scrolls. The frame stays when there are more rows, and with it the keyboard's place. */
class Sheet {
  readonly element = Dom.make("div");
  readonly #frame = Dom.make("div", { className: "table-frame lab-table", tabIndex: 0 });
  readonly #more = Dom.make("p", { className: "quiet" });

  constructor() {
    this.#frame.setAttribute("role", "region");
    this.element.append(this.#frame, this.#more);
  }

  /** The name of the experiment, which is the same in every row, is left out. */
  show({ title, lines }: TableView): void {
    const from = lines[0]?.[0] === "experiment" ? 1 : 0;
    const [names = [], ...rows] = lines.map((line) => line.slice(from));
    const head = Dom.make("tr", {}, ...names.map((name) => heading("col", name)));
    const body = rows.slice(0, MOST_ROWS).map((row) => Dom.make("tr", {}, ...row.map((textContent) => Dom.make("td", { textContent }))));
    this.#frame.replaceChildren(Dom.make("table", {}, Dom.make("caption", { textContent: title }), Dom.make("thead", {}, head), Dom.make("tbody", {}, ...body)));
    this.#frame.setAttribute("aria-label", title);
    this.#more.hidden = rows.length <= MOST_ROWS;
    Dom.say(this.#more, texts.rowsLeft(rows.length - MOST_ROWS));
  }
}
