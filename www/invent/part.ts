// "Invent a game", as one part: settings as sliders, a seed, and the game that comes out.

import { adopt } from "../base/adopt";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import { freshSeed } from "../client/client";
import { Latest } from "../client/latest";
import * as Inventor from "./inventor";
import * as Result from "./result";
import { Settings } from "./settings";
import { style } from "./style";
import { texts } from "./texts";

declare module "../base/lazy" {
  interface Parts {
    invent: typeof import("./part");
  }
}

const largestSeed = 2 ** 32 - 1;

const seed = Dom.make("input", { type: "number", id: "invent-seed", min: "0", max: String(largestSeed), step: "1", inputMode: "numeric" });
const playable = Dom.make("input", { type: "checkbox", checked: true });
const go = Dom.make("button", { type: "submit", className: "primary", textContent: texts.invent });
const another = Dom.make("button", { type: "button", textContent: texts.another, hidden: true });
const stop = Dom.make("button", { type: "button", textContent: texts.stop, hidden: true });
const reset = Dom.make("button", { type: "button", textContent: texts.defaults, hidden: true });
const note = Dom.make("p", { className: "invent-note" });
const more = Dom.make("summary", { textContent: texts.settings });
const box = Dom.make("details", { hidden: true }, more);
const close = Dom.make("button", { type: "button", className: "icon", textContent: "×" });
const form = Dom.make(
  "form",
  { autocomplete: "off" },
  Dom.make("div", { className: "row" }, Dom.make("label", { textContent: texts.seed, htmlFor: seed.id }), seed, go, another, stop),
  Dom.make("label", { className: "tick" }, playable, texts.playable),
  note,
  box,
);
const title = Dom.make("h2", { id: "invent-title", textContent: texts.title });
const dialog = Dom.make(
  "dialog",
  { id: "invent" },
  Dom.make("div", { className: "dialog-head" }, title, close),
  Dom.make("p", { className: "quiet", textContent: texts.intro }),
  Dom.make("div", { className: "invent-columns" }, form, Result.element),
);
dialog.setAttribute("aria-labelledby", title.id);
close.setAttribute("aria-label", texts.close);
note.setAttribute("role", "status");

/** What can be set; none before the generator is here. */
let settings: Settings | null = null;
const attempts = new Latest();

adopt(style);
document.body.append(dialog);
Inventor.loading.tell = (words) => tell(words || (busy() ? texts.inventing : ""));
Result.init(() => {
  dialog.close();
  Dom.get("picker", HTMLDialogElement).close();
});
Frames.add(() => dialog.open && Result.redraw());
close.addEventListener("click", () => dialog.close());
dialog.addEventListener("pointerdown", (event) => {
  // A press on the backdrop lands on the dialog itself.
  const edge = dialog.getBoundingClientRect();
  const inside = event.clientX >= edge.left && event.clientX <= edge.right && event.clientY >= edge.top && event.clientY <= edge.bottom;
  if (event.target === dialog && !inside) dialog.close();
});
dialog.addEventListener("close", () => {
  attempts.drop();
  settle();
  Inventor.close();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  invent();
});
another.addEventListener("click", () => {
  seed.value = String((Number(seed.value) + 1) % (largestSeed + 1));
  invent();
});
stop.addEventListener("click", () => {
  attempts.drop();
  Inventor.stop();
  settle(texts.stopped);
  go.focus();
});
reset.addEventListener("click", () => {
  settings?.reset();
  showChanges();
});

/** With a game at once: something to look at says more than any setting. */
export async function open(): Promise<void> {
  if (!dialog.open) dialog.showModal();
  if (seed.value === "") seed.value = String(freshSeed() % 1000000);
  if (Result.element.hidden) await invent();
}

const busy = (): boolean => !stop.hidden;

function tell(words: string, wrong = false): void {
  Dom.say(note, words);
  note.classList.toggle("error-text", wrong);
}

/** Nothing is being invented any more. */
function settle(words = "", wrong = false): void {
  go.hidden = false;
  stop.hidden = true;
  another.hidden = Result.element.hidden;
  tell(words, wrong);
}

async function loadSettings(): Promise<string> {
  if (settings) return "";
  const reply = await Inventor.ask<"inventing">({ table: "inventing" });
  if (reply.type !== "inventing") return reply.message;
  settings = new Settings(reply.inventing, showChanges);
  box.append(settings.element, reset);
  box.hidden = false;
  return "";
}

function showChanges(): void {
  const count = settings?.changed().length ?? 0;
  Dom.say(more, texts.changed(count));
  reset.hidden = !count;
}

async function invent(): Promise<void> {
  const attempt = attempts.begin();
  const asked = Number(seed.value);
  if (seed.value === "" || !Number.isInteger(asked) || asked < 0 || asked > largestSeed) return tell(texts.badSeed, true);
  const fault = settings?.fault();
  if (fault) return tell(fault, true);
  go.hidden = another.hidden = true;
  stop.hidden = false;
  // The keyboard stays where something can be done.
  if (dialog.open && !dialog.contains(document.activeElement)) stop.focus();
  tell(texts.inventing);
  const missing = await loadSettings();
  if (attempt.stale) return;
  if (missing) return settle(missing, true);
  const reply = await Inventor.ask<"invented">({ table: { invent: { seed: asked, settings: settings?.changed() ?? [], playable: playable.checked } } });
  if (attempt.stale) return;
  if (reply.type !== "invented") return settle(reply.message, true);
  const { invented } = reply;
  const game = await Inventor.ask<"game">({ table: { load: { source: { text: invented.text } } } });
  if (attempt.stale) return;
  if (game.type !== "game") return settle(game.message, true);
  const drawn = await Inventor.ask<"diagrams">({ table: "diagrams" });
  if (attempt.stale) return;
  seed.value = String(invented.seed);
  Result.element.hidden = false;
  settle();
  await Result.show({ game: game.game, invented, asked, diagrams: drawn.type === "diagrams" ? drawn.diagrams : [] });
}
