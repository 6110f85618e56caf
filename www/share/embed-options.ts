// The fields that say how an embed behaves; its mode decides which are shown.

import * as Dom from "../base/dom";
import { Watch } from "../learn/watch";
import { legend, store } from "../store/store";
import { describe } from "../store/words";
import { dialogTexts as texts } from "./texts";

export const element = Dom.get("share-options", HTMLElement);

type Name = keyof typeof texts.fields;
type Choice = [value: string, words: string];

/** The fields of every mode. */
export function offer(): void {
  const { settings } = Watch;
  const levels: Choice[] = Array.from({ length: 8 }, (_, index) => [String(index + 1), texts.level(index + 1)]);
  const pieces: Choice[] = legend().map(({ id, symbol }) => [symbol, describe(id)]);
  const sides: Choice[] = [
    ["", texts.asHere],
    ["white", texts.white],
    ["black", texts.black],
    ["both", texts.both],
    ["none", texts.none],
  ];
  const themes: Choice[] = [
    ["", texts.system],
    ["light", texts.light],
    ["dark", texts.dark],
  ];
  element.replaceChildren(
    choice("side", "play", sides),
    choice("level", "play", [["", texts.asHere], ["random", texts.randomMover], ...levels]),
    choice("piece", "exercise", [["", texts.any], ...pieces]),
    number("count", "exercise", 1, 50, 5),
    number("games", "learn", 1, 10000, settings.games),
    choice(
      "allMoves",
      "learn",
      [
        ["true", texts.allMoves],
        ["false", texts.onlyPlayed],
      ],
      String(settings.allMoves),
    ),
    number("seed", "learn exercise", 0, 2 ** 32 - 1, settings.seed),
    choice("hints", "play analyse", [
      ["", texts.shown],
      ["0", texts.hidden],
    ]),
    choice("theme", "play view analyse learn exercise", themes),
  );
}

function option(name: Name, modes: string, input: HTMLInputElement | HTMLSelectElement): HTMLElement {
  input.id = `embed-${name}`;
  input.name = name;
  const box = Dom.make("div", { className: "field" }, Dom.make("label", { htmlFor: input.id, textContent: texts.fields[name] }), input);
  box.dataset.modes = modes;
  return box;
}

const choice = (name: Name, modes: string, values: Choice[], value = ""): HTMLElement =>
  option(name, modes, Dom.make("select", {}, ...values.map(([each, words]) => new Option(words, each, false, each === value))));

function number(name: Name, modes: string, least: number, most: number, value: number): HTMLElement {
  const input = Dom.make("input", { type: "number", min: String(least), max: String(most), step: "1", inputMode: "numeric", value: String(value) });
  const box = option(name, modes, input);
  const error = Dom.make("p", { id: `embed-${name}-error`, className: "error-text" });
  input.setAttribute("aria-describedby", error.id);
  box.append(error);
  return box;
}

/** What the fields of this mode say, as parameters. */
export function chosen(mode: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const field of element.querySelectorAll<HTMLElement>(".field")) {
    const input = field.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
    field.hidden = !field.dataset.modes?.split(" ").includes(mode);
    if (field.hidden || !input) continue;
    // A number out of range is left out, and that is said.
    const valid = input.checkValidity();
    input.setAttribute("aria-invalid", String(!valid));
    const error = field.querySelector("p");
    if (error && input instanceof HTMLInputElement) Dom.say(error, valid ? "" : texts.outOfRange(input.min, input.max));
    if (valid && input.value) query[input.name] = input.value;
  }
  const { side, level, ...rest } = query;
  return mode === "play" ? { ...rest, ...seats(side, level) } : rest;
}

/** Who plays in the frame: an address that names no player would mean a random mover. */
function seats(side: string | undefined, level: string | undefined): Record<string, string> {
  const { white, black } = store.players;
  const here = white !== "human" ? (black === "human" ? "black" : "none") : black === "human" ? "both" : "white";
  // Two people leave no place for an opponent that was asked for.
  const seat = side ?? (here === "both" && level ? "white" : here);
  const opponent = level ?? (here === "both" ? store.opponent : [white, black].find((player) => player.startsWith("level-")))?.replace("level-", "");
  return { side: seat, ...(seat !== "both" && opponent && opponent !== "random" ? { level: opponent } : {}) };
}
