// Light or dark: as the system says, as the link says (?theme=dark), or as the reader chooses.

import { params } from "../base/address";
import * as Colours from "../base/colours";
import * as Dom from "../base/dom";
import * as Preferences from "../base/preferences";
import { texts } from "./texts";

const choices = ["auto", "light", "dark"] as const;

export type Choice = (typeof choices)[number];

let chosen: Choice = "auto";

export function init(): void {
  const asked = params.get("theme") ?? Preferences.get("theme");
  set(choices.find((choice) => choice === asked) ?? "auto");
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", Colours.read);
  Dom.button("theme").addEventListener("click", () => {
    set(choices[(choices.indexOf(chosen) + 1) % choices.length] ?? "auto");
    Preferences.set("theme", chosen);
  });
}

function set(choice: Choice): void {
  chosen = choice;
  const button = Dom.button("theme");
  button.setAttribute("aria-label", texts.theme[choice]);
  button.title = texts.theme[choice];
  show(choice);
}

function show(choice: Choice): void {
  const { dataset } = document.documentElement;
  if (choice === "auto") delete dataset.theme;
  else dataset.theme = choice;
  Colours.read();
}

/** Light colours while something is printed, then those that were chosen. */
export const forPaper = (): void => show("light");
export const forScreen = (): void => show(chosen);
