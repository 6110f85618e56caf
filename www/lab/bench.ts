// One experiment: what it is, its settings, running it, and what comes of it.

import * as Announce from "../base/announce";
import { copy } from "../base/clipboard";
import * as Dom from "../base/dom";
import type { ExperimentView, PlanView } from "../client/protocol";
import * as Visits from "../page/visits";
import * as Desk from "./desk";
import * as Door from "./door";
import { Form } from "./form";
import { Results } from "./results";
import { of, type Run, type State } from "./run";
import { texts } from "./texts";

/** What the first button does in each state. */
const acts: Record<State, string> = { ready: texts.run, running: texts.pause, pausing: texts.resume, paused: texts.resume, cancelled: texts.resume, done: texts.again, incomplete: texts.resume };

/** Whether there is room for the settings beside the results; otherwise they are folded away. */
const isWide = (): boolean => matchMedia("(min-width: 64rem)").matches;

const button = (textContent: string, act: () => void, className = "") => {
  const element = Dom.make("button", { type: "button", textContent, className });
  element.addEventListener("click", act);
  return element;
};

export class Bench {
  readonly element = Dom.make("div", { className: "lab-bench" });
  readonly experiment: ExperimentView;
  readonly #form: Form;
  readonly #results = new Results();
  readonly #go = button(texts.run, () => this.#act(), "primary");
  readonly #cancel = button(texts.cancel, () => this.#handOver(() => this.run.cancel()));
  readonly #clear = button(texts.again, () => this.#handOver(() => this.run.reset()));
  readonly #bar = Dom.make("progress", { max: 1, value: 0 });
  readonly #words = Dom.make("p", { className: "quiet lab-words" });
  readonly #failed = Dom.make("div", { className: "notice lab-failed", hidden: true });
  readonly #note = Dom.make("p", { className: "quiet" });
  readonly #command = Dom.make("code");
  #setting: Promise<unknown> = Promise.resolve();
  run: Run;
  #state: State;
  /** Whether the end of this run is still to be told. */
  #untold = false;

  constructor(experiment: ExperimentView, plan: PlanView) {
    this.experiment = experiment;
    this.run = of(plan);
    this.#state = this.run.state;
    this.#form = new Form(experiment.parameters, (name, value) => this.#set([[name, value]]));
    this.#bar.setAttribute("aria-label", texts.progress);
    this.#note.setAttribute("role", "status");
    this.#failed.setAttribute("role", "alert");
    this.#lay();
    this.#form.show(plan.values, true);
    this.show();
  }

  #lay(): void {
    const { title, about, source } = this.experiment;
    const head = Dom.make("div", { className: "lab-head" }, Dom.make("h2", { textContent: title, tabIndex: -1 }), Dom.make("p", { textContent: about }));
    if (source) head.append(Dom.make("p", { className: "quiet", textContent: texts.published(source) }));
    const settings = Dom.make("details", { className: "box lab-settings", open: isWide() }, Dom.make("summary", { textContent: texts.settings }), this.#form.element);
    const defaults = button(texts.defaults, () =>
      this.#set(
        this.experiment.parameters.map((each) => [each.name, each.default]),
        true,
      ),
    );
    settings.append(
      Dom.make(
        "div",
        { className: "row" },
        defaults,
        button(texts.copyLink, () => this.#copy()),
      ),
      this.#note,
      Dom.make("p", { className: "quiet", textContent: texts.command }),
      Dom.make("p", { className: "lab-command" }, this.#command),
    );
    const running = Dom.make("section", { className: "lab-running" }, Dom.make("div", { className: "row" }, this.#go, this.#cancel, this.#clear), this.#bar, this.#words, this.#failed);
    running.setAttribute("aria-label", texts.progress);
    this.element.append(head, settings, Dom.make("div", { className: "lab-outcome" }, running, this.#results.element));
  }

  /** The heading gets the keyboard when the experiment is opened. */
  focus(): void {
    this.element.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  /** Takes values over, if they are good; otherwise says why not. One after the other: each adds to what was set before it. */
  #set(values: [string, string][], all = false): Promise<string | undefined> {
    const set = async () => {
      const reply = await Desk.plan(this.run.settings, values);
      if (reply.type === "failed") return reply.message;
      this.#take(reply.plan, all);
      return undefined;
    };
    const done = this.#setting.then(set);
    this.#setting = done;
    return done;
  }

  #take(plan: PlanView, all: boolean): void {
    this.run = of(plan);
    this.#state = this.run.state;
    this.#form.show(plan.values, all);
    // It may have been left meanwhile.
    if (Door.asked() !== null) Visits.rewrite(`lab=${plan.settings}`);
    Dom.say(this.#note, "");
    this.show();
  }

  #act(): void {
    const { state } = this.run;
    if (state === "running") return this.run.pause();
    if (!this.#form.isValid()) return;
    if (state === "done") this.run.reset();
    this.#untold = true;
    this.run.start();
  }

  /** A button that is gone when it was pressed gives the keyboard to the one that stays. */
  #handOver(act: () => void): void {
    act();
    this.#go.focus();
  }

  async #copy(): Promise<void> {
    const address = new URL(location.href);
    address.hash = `lab=${this.run.settings}`;
    Dom.say(this.#note, (await copy(address.href)) ? texts.copied : texts.notCopied);
  }

  /** Brings everything up to date with the run. */
  show(): void {
    const { run } = this;
    const { state, report } = run;
    const cells = run.plan.cells.length;
    Dom.say(this.#go, acts[state]);
    this.#cancel.hidden = !run.isUnderWay;
    this.#clear.hidden = !["paused", "cancelled", "incomplete"].includes(state);
    this.#bar.hidden = state === "ready";
    this.#bar.value = run.share;
    const facts = [texts.done(run.doneCells, cells), texts.state[state]];
    if (run.isUnderWay && report?.left !== undefined) facts.push(texts.left(report.left));
    if (state === "done") facts.push(texts.took(run.seconds));
    Dom.say(this.#words, state === "ready" ? texts.cells(cells) : facts.filter(Boolean).join(" · "));
    Dom.say(this.#command, `kibitzer lab run '${run.settings}'`);
    this.#showFailures();
    this.#results.show(run);
    this.#tell();
  }

  /** Says aloud when the state changes; the end when the whole result is there. */
  #tell(): void {
    const { state, report } = this.run;
    if (state === "done" && this.#untold && report?.share === 1) {
      this.#untold = false;
      Announce.speak(texts.said.done(report.finding));
    }
    if (state === this.#state) return;
    this.#state = state;
    if (state !== "done" && state !== "ready") Announce.speak(texts.said[state]);
  }

  #showFailures(): void {
    const { failed, plan, isUnderWay } = this.run;
    this.#failed.hidden = !failed.size;
    if (!failed.size || this.#failed.dataset.count === `${failed.size} ${isUnderWay}`) {
      if (!failed.size) delete this.#failed.dataset.count;
      return;
    }
    this.#failed.dataset.count = `${failed.size} ${isUnderWay}`;
    const each = [...failed].slice(0, 5).map(([cell, why]) => Dom.make("li", { textContent: texts.failedCell(plan.cells[cell] ?? "", why) }));
    this.#failed.replaceChildren(Dom.make("p", { textContent: texts.failed(failed.size) }), Dom.make("ul", {}, ...each));
    if (!isUnderWay) this.#failed.append(button(texts.retry(failed.size), () => this.#handOver(() => this.run.start())));
  }
}
