// The texts of the rules panel.

import { count } from "../base/text";

export const texts = {
  unnamed: "Unnamed game",
  noGame: "No game",
  chooseOrWrite: "Choose a game, or write one.",
  facts: (many: number, each: boolean, states: number) => `${many}${each ? " each" : ""} at the start${states ? `; ${count(states, "state")}` : ""}`,
  expressionOf: (title: string) => `Expression of ${title}`,
};
