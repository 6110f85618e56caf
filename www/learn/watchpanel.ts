// The buttons for watching, its settings, and how far it has come.

import { embedded } from "../base/address";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Main from "../board/main";
import type { LearningView, LearnSettings } from "../client/protocol";
import * as Game from "../store/game";
import { store, watched } from "../store/store";
import { texts } from "./texts";
import { type PaceName, Watch } from "./watch";

const panel = Dom.get("panel-watch", HTMLElement);
const bar = Dom.get("progress", HTMLProgressElement);
const numbers = Dom.get("progress-words", HTMLElement);
const narrow = matchMedia("(max-width: 40rem)");

const selectOf = (id: string): HTMLSelectElement => Dom.get(id, HTMLSelectElement);

/** The settings that have a control of another name. */
const controls: Record<string, string> = { allMoves: "listing", players: "whom", maxExpansions: "expansions" };

function init(): void {
  Frames.add(show);
  Frames.add(showPanel);
  Frames.add(showSettings);
  // On a phone the automaton is to be seen below the board.
  Main.room.below = () => (narrow.matches && Watch.tabOpen() && !embedded ? 310 : 0);
  const acts: Record<string, () => void> = {
    "watch-go": Watch.toggle,
    "watch-step": Watch.step,
    "watch-skip": () => (Watch.skipping() ? Watch.pause() : Watch.skip()),
    "watch-stop": Watch.stop,
    "watch-again": Watch.restart,
    "watch-flip": Game.flip,
    "play-now": () => Watch.play(Watch.done()),
    "play-learned": () => Watch.play(true),
    "play-true": () => Watch.play(false),
  };
  for (const [id, act] of Object.entries(acts)) Dom.button(id).addEventListener("click", act);
  const pace = selectOf("pace");
  pace.addEventListener("change", () => {
    Watch.pace = pace.value as PaceName;
    Watch.paced.at = 0;
    Watch.tick();
  });
  narrow.addEventListener("change", arrange);
  arrange();
  for (const id of ["whom", "listing", "algorithm", "check"]) selectOf(id).addEventListener("change", change);
  for (const id of ["games", "alpha", "distance", "expansions", "seed"]) Dom.get(id, HTMLInputElement).addEventListener("change", change);
}

/** On a phone the automaton comes first, so that it is seen below the board; what is said of it follows. */
function arrange(): void {
  const words = ["bubble", "progress-box", "learned-pieces"].map((id) => Dom.get(id, HTMLElement));
  if (narrow.matches) Dom.get("diagram-box", HTMLElement).before(...words);
  else Dom.get("watch-intro", HTMLElement).after(...words);
}

// ---- settings ----

/** Other settings are another run. */
function change(): void {
  const check = selectOf("check").value;
  const alpha = value("alpha", false);
  Watch.settings = {
    games: value("games"),
    allMoves: selectOf("listing").value === "all",
    seed: value("seed"),
    algorithm: selectOf("algorithm").value,
    check: check === "fractional" ? `fractional:${alpha}` : check,
    players: selectOf("whom").value,
    distance: value("distance"),
    maxExpansions: value("expansions"),
  };
  const began = Watch.view !== null;
  Frames.refresh();
  if (began) Watch.restart();
}

/** Whether a setting can be chosen here. */
function offers(name: string, text: string): boolean {
  if (name === "check" && /^fractional:(0(\.\d+)?|1(\.0+)?)$/.test(text)) return true;
  return [...selectOf(controls[name] ?? name).options].some((option) => option.value === text);
}

/** Shows settings that came from elsewhere. */
function fill(settings: LearnSettings): void {
  const [check, alpha] = settings.check.split(":");
  const shown = { ...settings, check, allMoves: settings.allMoves ? "all" : "some", ...(alpha && { alpha }) };
  for (const [name, each] of Object.entries(shown)) {
    const control = document.getElementById(controls[name] ?? name);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = String(each);
  }
}

/** A number within its limits, as the field then shows it. */
function value(id: string, whole = true): number {
  const field = Dom.get(id, HTMLInputElement);
  const given = Number(field.value.replace(",", "."));
  const number = field.value.trim() && Number.isFinite(given) ? given : Number(field.defaultValue);
  const within = Math.min(Number(field.max), Math.max(Number(field.min), whole ? Math.round(number) : number));
  field.value = String(within);
  return within;
}

// ---- how it stands ----

function show(): void {
  const watching = watched() !== null || Watch.tabOpen();
  Dom.get("play-tools", HTMLElement).hidden = watching;
  Dom.get("watch-tools", HTMLElement).hidden = !watching;
  Dom.button("play-now").hidden = !watched();
  Dom.say(Dom.button("play-now"), Watch.done() ? texts.watching.playLearned : texts.watching.playTrue);
  if (!watching) return;
  const { view } = Watch;
  const running = Watch.phase !== "idle";
  const go = Dom.button("watch-go");
  go.classList.toggle("going", running);
  Dom.say(Dom.get("watch-go-word", HTMLElement), running ? texts.watching.pause : view && !Watch.lost ? texts.watching.resume : texts.watching.start);
  go.classList.toggle("primary", !running && !Watch.done());
  for (const id of ["watch-go", "watch-step", "watch-skip"]) Dom.enable(id, !!store.game && !Watch.over());
  Dom.enable("watch-again", !!store.game && !!view);
  Dom.enable("watch-stop", !!view?.records && !Watch.lost && !Watch.done());
  Dom.button("watch-stop").hidden = !!Watch.file || Watch.over();
}

/** What is said of the watched games. */
function showPanel(): void {
  if (panel.hidden) return;
  const { view } = Watch;
  hide(["watch-intro"], view !== null);
  hide(["bubble", "progress-box", "learned-pieces", "learned"], view === null);
  Dom.get("done", HTMLElement).hidden = !Watch.done();
  if (view) showProgress(view);
}

function showSettings(): void {
  if (panel.hidden) return;
  // Not before it is known what stands above them: a first visit watches as soon as it can, and nothing should jump then.
  hide(["watch-pace", "watch-more", "watch-extras"], !Watch.view && (Watch.phase === "starting" || !store.board));
  showFields();
}

/** What comes or goes gets a frame of its own. */
function hide(ids: string[], hidden: boolean): void {
  for (const id of ids) {
    const element = Dom.get(id, HTMLElement);
    if (element.hidden === hidden) continue;
    element.hidden = hidden;
    Frames.fill();
  }
}

/** Our own algorithm weighs evidence differently and has no use for a check. */
function showFields(): void {
  const { algorithm, check } = Watch.settings;
  Dom.get("check-field", HTMLElement).hidden = algorithm === "kibitzer";
  Dom.get("alpha-field", HTMLElement).hidden = algorithm === "kibitzer" || !check.startsWith("fractional");
  Dom.get("search-field", HTMLElement).hidden = algorithm !== "bjornsson";
}

function showProgress(view: LearningView): void {
  bar.max = Math.max(1, view.gamesInAll);
  bar.value = view.games;
  const { games, positions, tried } = texts.progress;
  // A file does not say how many games are in it.
  const words = [games(view.games, Watch.file ? null : view.gamesInAll), positions(view.positions), tried(view.candidates)];
  const left = timeLeft(view);
  if (left) words.push(left);
  Dom.say(numbers, words.join(" · "));
}

function timeLeft(view: LearningView): string {
  if (!Watch.skipping()) return timeAtThisPace(view);
  const seen = view.games - Watch.skipFrom.games;
  if (view.games === view.gamesInAll) return texts.progress.learning;
  if (seen < 2) return "";
  return texts.progress.left((((performance.now() - Watch.skipFrom.at) / seen) * (view.gamesInAll - view.games)) / 1000);
}

/** From the time that the last plies took, and the length of the games before. */
function timeAtThisPace(view: LearningView): string {
  const { paced } = Watch;
  if (!paced.at) Object.assign(paced, { at: performance.now(), records: view.records, games: view.games });
  const seen = view.records - paced.records;
  if (!Watch.running() || !view.games || seen < 10) return "";
  const plies = (view.records / (view.games + 0.5)) * (view.gamesInAll - view.games - 0.5);
  return texts.progress.left((((performance.now() - paced.at) / seen) * Math.max(0, plies)) / 1000);
}

export const WatchPanel = { init, offers, fill };
