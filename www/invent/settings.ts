// The settings of the generator as sliders, made from what the protocol says of them.

import * as Dom from "../base/dom";
import { capital } from "../base/text";
import type { SettingKind, SettingView } from "../client/protocol";
import { texts } from "./texts";

/** One setting on the page. */
interface Control {
  setting: SettingView;
  element: HTMLElement;
  /** As the protocol writes it. */
  value(): string;
  reset(): void;
  /** What is wrong with it. */
  fault(): string;
}

interface Slider {
  row: HTMLElement;
  input: HTMLInputElement;
  /** Shows the number again; `words` may depend on other sliders. */
  show(words: string): void;
  get(): number;
  set(value: number): void;
}

let ids = 0;

/** Without the dust of binary fractions: `0.3`. */
const plain = (value: number): string => String(Number(value.toFixed(3)));

function slider(label: string, bounds: { least: number; most: number; step: number }, start: number): Slider {
  const id = `invent-${++ids}`;
  const input = Dom.make("input", { type: "range", id, min: String(bounds.least), max: String(bounds.most), step: String(bounds.step), value: String(start) });
  const output = Dom.make("output");
  output.htmlFor.add(id);
  const row = Dom.make("div", { className: "slider" }, Dom.make("label", { textContent: label, htmlFor: id }), input, output);
  return {
    row,
    input,
    show(words) {
      Dom.say(output, words);
      Dom.set(input, "aria-valuetext", words);
    },
    get: () => Number(input.value),
    set(value) {
      input.value = String(value);
    },
  };
}

type Of<K extends string> = Extract<SettingKind, Record<K, unknown>>[K & keyof Extract<SettingKind, Record<K, unknown>>];

function chance(setting: SettingView, { default: start }: Of<"chance">): Control {
  const one = slider(capital(setting.label), { least: 0, most: 1, step: 0.05 }, start);
  const show = () => one.show(texts.percent(one.get()));
  one.input.addEventListener("input", show);
  const reset = () => {
    one.set(start);
    show();
  };
  reset();
  return { setting, element: one.row, value: () => plain(one.get()), reset, fault: () => "" };
}

function range(setting: SettingView, { low, high, least, most, whole }: Of<"range">): Control {
  const bounds = { least, most, step: whole ? 1 : 0.05 };
  const [from, to] = [slider(texts.atLeast, bounds, low), slider(texts.atMost, bounds, high)];
  const show = () => {
    for (const one of [from, to]) one.show(whole ? plain(one.get()) : texts.percent(one.get()));
  };
  // Neither passes the other: it takes it along.
  from.input.addEventListener("input", () => {
    to.set(Math.max(from.get(), to.get()));
    show();
  });
  to.input.addEventListener("input", () => {
    from.set(Math.min(from.get(), to.get()));
    show();
  });
  const reset = () => {
    from.set(low);
    to.set(high);
    show();
  };
  reset();
  return { setting, element: group(setting.label, [from, to]), value: () => `${plain(from.get())}..${plain(to.get())}`, reset, fault: () => "" };
}

function words(setting: SettingView, { words: list }: Of<"words">): Control {
  const sliders = list.map(({ label, weight }) => slider(label, { least: 0, most: 1, step: 0.05 }, weight));
  const show = () => {
    const sum = sliders.reduce((total, one) => total + one.get(), 0);
    for (const one of sliders) one.show(texts.percent(sum ? one.get() / sum : 0));
  };
  for (const one of sliders) one.input.addEventListener("input", show);
  const reset = () => {
    sliders.forEach((one, at) => {
      one.set(list[at]?.weight ?? 0);
    });
    show();
  };
  reset();
  return {
    setting,
    element: group(setting.label, sliders),
    value: () => sliders.map((one, at) => `${list[at]?.word}:${plain(one.get())}`).join(),
    reset,
    fault: () => (sliders.some((one) => one.get() > 0) ? "" : texts.noWeight(capital(setting.label))),
  };
}

const group = (label: string, sliders: Slider[]): HTMLElement => Dom.make("fieldset", {}, Dom.make("legend", { textContent: capital(label) }), ...sliders.map(({ row }) => row));

function control(setting: SettingView): Control {
  const { kind } = setting;
  if ("chance" in kind) return chance(setting, kind.chance);
  return "range" in kind ? range(setting, kind.range) : words(setting, kind.words);
}

/** All settings, in groups that open and close. */
export class Settings {
  readonly element = Dom.make("div", { className: "invent-groups" });
  readonly #controls: Control[];
  /** As the controls wrote them when they were untouched: what differs is a change. */
  readonly #defaults: Map<Control, string>;
  readonly #heads: { head: HTMLElement; name: string; controls: Control[] }[] = [];

  constructor(settings: SettingView[], onChange: () => void) {
    this.#controls = settings.map(control);
    this.#defaults = new Map(this.#controls.map((each) => [each, each.value()]));
    for (const name of new Set(settings.map((each) => each.group))) {
      const controls = this.#controls.filter((each) => each.setting.group === name);
      const head = Dom.make("summary", { textContent: name });
      this.#heads.push({ head, name, controls });
      this.element.append(Dom.make("details", {}, head, ...controls.map(({ element }) => element)));
    }
    this.element.addEventListener("input", () => {
      this.#show();
      onChange();
    });
  }

  #isChanged = (each: Control): boolean => each.value() !== this.#defaults.get(each);

  #show(): void {
    for (const { head, name, controls } of this.#heads) Dom.say(head, texts.groupChanged(name, controls.filter(this.#isChanged).length));
  }

  /** Those that differ from what they are by default, names and values. */
  changed(): [string, string][] {
    return this.#controls.filter(this.#isChanged).map((each) => [each.setting.name, each.value()]);
  }

  /** What is wrong with them; empty when nothing is. */
  fault(): string {
    return this.#controls.map((each) => each.fault()).find(Boolean) ?? "";
  }

  reset(): void {
    for (const each of this.#controls) each.reset();
    this.#show();
  }
}
