// The laboratory, as one part: the list of experiments or one of them, in place of the board. Runs continue when it is closed.

import * as Dom from "../base/dom";
import { Latest } from "../client/latest";
import type { ExperimentView } from "../client/protocol";
import { Watch } from "../learn/watch";
import * as Visits from "../page/visits";
import { Bench } from "./bench";
import * as Desk from "./desk";
import { Overview } from "./overview";
import { changed } from "./run";
import { texts } from "./texts";

declare module "../base/lazy" {
  interface Parts {
    lab: typeof import("./part");
  }
}

/** The style sheet of this part, put here by the build. */
declare const KIBITZER_STYLE: string;

const room = Dom.make("div", { className: "lab" });
room.setAttribute("role", "main");
const content = Dom.make("div");
const status = Dom.make("p", { className: "quiet", textContent: texts.loading });
const toList = Dom.make("a", { href: "#lab", textContent: `‹ ${texts.toList}` });
const title = document.title;

let experiments: ExperimentView[] | null = null;
let overview: Overview | null = null;
let bench: Bench | null = null;
/** Whether it is open now. */
let inside = false;
const openings = new Latest();

{
  // By this way and not as an element: the security policy forbids styles in the page.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(KIBITZER_STYLE);
  document.adoptedStyleSheets.push(sheet);
  const back = Dom.make("button", { type: "button", textContent: texts.toBoard });
  back.addEventListener("click", () => Visits.toBoard());
  room.append(Dom.make("nav", { className: "lab-top" }, toList, back), content);
  status.setAttribute("role", "status");
  toList.hidden = true;
  document.querySelector("main")?.before(room);
  room.hidden = true;
  Desk.health.listen((health, message) => {
    if (health === "loading" && message) Dom.say(status, texts.loaded(message));
  });
  changed.listen((run) => {
    if (bench?.run === run) bench.show();
    overview?.refresh();
  });
}

/** Opens the list, or the experiment with these settings. */
export async function open(settings: string): Promise<void> {
  const ticket = openings.begin();
  // From the board, or within the laboratory: the heading tells where one is now.
  const moved = !inside || settings !== bench?.run.settings;
  inside = true;
  room.hidden = false;
  if (Watch.running()) Watch.pause();
  if (!experiments) {
    content.replaceChildren(status);
    const reply = await Desk.experiments();
    if (ticket.stale) return;
    if (reply.type === "failed") return fail(reply.message, settings);
    experiments = reply.experiments;
  }
  overview ??= new Overview(experiments);
  if (!settings) {
    overview.show("");
    return enter(overview, texts.title, true);
  }
  if (bench?.run.settings === settings) return enter(bench, bench.experiment.title, moved);
  const reply = await Desk.plan(settings);
  if (ticket.stale) return;
  const name = settings.split("?")[0];
  const experiment = experiments.find((each) => each.name === name);
  if (reply.type === "failed" || !experiment) {
    overview.show(texts.badLink(reply.type === "failed" ? reply.message : ""));
    return enter(overview, texts.title, true);
  }
  bench = new Bench(experiment, reply.plan);
  enter(bench, experiment.title, true);
}

function enter(view: Overview | Bench, name: string, moved: boolean): void {
  toList.hidden = view === overview;
  if (content.firstElementChild !== view.element) content.replaceChildren(view.element);
  document.title = `${name} · ${title}`;
  if (!moved) return;
  view.focus();
  scrollTo(0, 0);
}

function fail(why: string, settings: string): void {
  const again = Dom.make("button", { type: "button", textContent: texts.tryAgain });
  again.addEventListener("click", () => open(settings));
  const box = Dom.make("div", { className: "notice" }, Dom.make("p", { textContent: texts.notLoaded(why) }), again);
  box.setAttribute("role", "alert");
  content.replaceChildren(box);
}

/** The board is wanted again. What runs here goes on. */
export function leave(): void {
  openings.drop();
  inside = false;
  room.hidden = true;
  document.title = title;
}
