// The list of experiments, under the papers that they repeat.

import * as Dom from "../base/dom";
import type { ExperimentView } from "../client/protocol";
import { latest } from "./run";
import { texts } from "./texts";

export class Overview {
  readonly element = Dom.make("div", { className: "lab-overview" });
  readonly #experiments: ExperimentView[];
  readonly #heading = Dom.make("h2", { textContent: texts.title, tabIndex: -1 });
  readonly #trouble = Dom.make("p", { className: "error-text" });
  /** How far each experiment is, by its name. */
  readonly #marks = new Map<string, HTMLElement>();

  constructor(experiments: ExperimentView[]) {
    this.#experiments = experiments;
    this.#trouble.setAttribute("role", "alert");
    this.element.append(Dom.make("div", { className: "lab-head" }, this.#heading, Dom.make("p", { textContent: texts.intro }), this.#trouble));
    for (const paper of new Set(experiments.map((each) => each.paper))) this.element.append(this.#group(paper));
    this.show("");
  }

  #group(paper: string): HTMLElement {
    const title = Dom.make("h3", { id: `lab-paper-${this.element.childElementCount}`, textContent: paper });
    const items = this.#experiments
      .filter((each) => each.paper === paper)
      .map((experiment) => {
        const mark = Dom.make("small", { className: "lab-mark" });
        this.#marks.set(experiment.name, mark);
        const link = Dom.make(
          "a",
          { href: `#lab=${experiment.name}`, className: "lab-card" },
          Dom.make("b", { textContent: experiment.title }),
          Dom.make("code", { textContent: experiment.name }),
          mark,
        );
        return Dom.make("li", {}, link);
      });
    const list = Dom.make("ul", { className: "lab-cards" }, ...items);
    const group = Dom.make("section", {}, title, list);
    group.setAttribute("aria-labelledby", title.id);
    return group;
  }

  /** `trouble`: why the address could not be opened. */
  show(trouble: string): void {
    Dom.say(this.#trouble, trouble);
    this.refresh();
  }

  /** How far runs are. An experiment that was run is opened with the settings of its last run. */
  refresh(): void {
    for (const [name, mark] of this.#marks) {
      const run = latest(name);
      const percent = run ? Math.floor(100 * run.share) : 0;
      Dom.say(mark, !run ? "" : run.state === "done" ? texts.shown.done : run.isUnderWay ? texts.shown.running(percent) : texts.shown.partial(percent));
      mark.closest("a")?.setAttribute("href", `#lab=${run?.settings ?? name}`);
    }
  }

  focus(): void {
    this.#heading.focus({ preventScroll: true });
  }
}
