// The settings of an experiment as a form: a field for each parameter, with its limits and its default. The worker checks every value; the
// form shows what it says about it, beside the field.

import * as Dom from "../base/dom";
import { Latest } from "../client/latest";
import type { ParameterView } from "../client/protocol";
import { texts } from "./texts";

/** Asks whether a value may be set, and sets it: nothing, or what is wrong with it. */
export type Setter = (name: string, value: string) => Promise<string | undefined>;

interface Field {
  element: HTMLElement;
  error: HTMLElement;
  inputs: HTMLElement[];
  /** The value that was last set. */
  value: string;
  /** Values that were submitted. */
  submits: Latest;
  write(value: string): void;
}

export class Form {
  readonly element = Dom.make("div", { className: "lab-form" });
  readonly #fields = new Map<string, Field>();
  /** Parameters whose value was refused, or is not yet known to be good: nothing may be run with it. */
  readonly #wrong = new Set<string>();
  readonly #set: Setter;

  constructor(parameters: ParameterView[], set: Setter) {
    this.#set = set;
    for (const parameter of parameters) {
      const many = parameter.kind === "choices" || parameter.kind === "games";
      const field = many ? this.#choices(parameter) : this.#single(parameter);
      this.#fields.set(parameter.name, field);
      this.element.append(field.element);
    }
  }

  isValid(): boolean {
    return !this.#wrong.size;
  }

  /** Shows values that were set. What is being typed elsewhere in the form stays, and what was refused too, unless all are to be shown. */
  show(values: [string, string][], all = false): void {
    for (const [name, value] of values) {
      const field = this.#fields.get(name);
      if (!field || (!all && (this.#wrong.has(name) || field.value === value))) continue;
      field.value = value;
      field.write(value);
      this.#accept(name, field);
    }
  }

  /** One value: a number, a text, or one of a few. */
  #single(parameter: ParameterView): Field {
    const id = `lab-${parameter.name}`;
    const input = inputOf(parameter, id);
    const [least = "", most = ""] = parameter.values;
    const hint = hints(least, most)[parameter.kind] ?? "";
    if (parameter.kind === "count") Object.assign(input, { type: "number", min: least, max: most, step: "1", inputMode: "numeric" });
    const error = Dom.make("p", { id: `${id}-error`, className: "error-text" });
    error.setAttribute("role", "alert");
    const about = Dom.make("p", { id: `${id}-about`, className: "quiet", textContent: [parameter.about, hint].filter(Boolean).join("; ") });
    input.setAttribute("aria-describedby", `${about.id} ${error.id}`);
    input.addEventListener("change", () => this.#submit(parameter.name, input.value.trim()));
    const element = Dom.make("div", { className: "lab-field" }, Dom.make("label", { htmlFor: id, textContent: parameter.name }), input, about, error);
    const write = (value: string) => {
      input.value = value;
    };
    return { element, error, inputs: [input], value: "", submits: new Latest(), write };
  }

  /** Some of several values, in the order in which they were chosen. */
  #choices(parameter: ParameterView): Field {
    const id = `lab-${parameter.name}`;
    let chosen: string[] = [];
    const error = Dom.make("p", { id: `${id}-error`, className: "error-text" });
    error.setAttribute("role", "alert");
    const about = Dom.make("p", { id: `${id}-about`, className: "quiet", textContent: parameter.about });
    const boxes = parameter.values.map((value) => Dom.make("input", { type: "checkbox", value }));
    for (const box of boxes) {
      box.addEventListener("change", () => {
        chosen = box.checked ? [...chosen, box.value] : chosen.filter((each) => each !== box.value);
        // The same as by default, in whatever order, is the default: the link stays short.
        const usual = parameter.default.split(",");
        const same = usual.length === chosen.length && usual.every((each) => chosen.includes(each));
        this.#submit(parameter.name, same ? parameter.default : chosen.join(","));
      });
    }
    const legend = Dom.make("legend", { textContent: parameter.name });
    const ticks = boxes.map((box) => Dom.make("label", { className: "tick" }, box, ` ${box.value}`));
    const element = Dom.make("fieldset", { className: "lab-field" }, legend, about, Dom.make("div", { className: "lab-ticks" }, ...ticks), error);
    element.setAttribute("aria-describedby", `${about.id} ${error.id}`);
    const write = (value: string) => {
      chosen = value.split(",");
      for (const box of boxes) box.checked = chosen.includes(box.value);
    };
    return { element, error, inputs: boxes, value: "", submits: new Latest(), write };
  }

  async #submit(name: string, value: string): Promise<void> {
    const field = this.#fields.get(name);
    if (!field) return;
    const submit = field.submits.begin();
    this.#wrong.add(name);
    const why = await this.#set(name, value);
    if (submit.stale) return;
    if (why === undefined) {
      field.value = value;
      return this.#accept(name, field);
    }
    Dom.say(field.error, why);
    for (const input of field.inputs) input.setAttribute("aria-invalid", "true");
  }

  #accept(name: string, { error, inputs }: Field): void {
    this.#wrong.delete(name);
    Dom.say(error, "");
    for (const input of inputs) input.removeAttribute("aria-invalid");
  }
}

function inputOf({ kind, values }: ParameterView, id: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (kind === "choice") return Dom.make("select", { id }, ...values.map((value) => Dom.make("option", { value, textContent: value })));
  // Texts may have several lines.
  if (kind === "text") return Dom.make("textarea", { id, rows: 2, spellcheck: false });
  return Dom.make("input", { id, type: "text", autocomplete: "off", spellcheck: false });
}

const hints = (least: string, most: string): Record<string, string> => ({
  count: texts.between(least, most),
  counts: texts.list(least, most),
  player: texts.player,
  players: texts.players,
});
