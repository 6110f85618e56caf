// The page in a frame of a course: what its address asks for, and how high the frame wants to be.

import * as Address from "../base/address";
import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import * as Main from "../board/main";
import type { Side } from "../client/views";
import { Watch } from "../learn/watch";
import * as Tabs from "../page/tabs";
import * as Status from "../play/status";
import * as Links from "../share/links";
import * as Share from "../share/share";
import * as Game from "../store/game";
import { type Player, size, store } from "../store/store";
import { texts } from "./texts";

/** What each mode shows besides the board, unless `ui=` says otherwise. */
const chrome: Record<Address.EmbedMode, string> = { play: "turn,tools,moves", view: "turn,tools,moves", analyse: "turn,tools,moves", learn: "turn,tools,watch", exercise: "" };

const root = document.documentElement;

export const state = {
  /** Nothing is loaded before the button is pressed. */
  waiting: false,
  /** Done when the first game is on the board, or cannot be. */
  opened: Promise.resolve(),
  /** Loads the rules, if that has not been done yet. */
  start: (): Promise<void> => state.opened,
  /** Tells the page around how this one stands. */
  tellState: (): unknown => undefined,
};

export function init(): void {
  Links.seating.byAddress = seat;
  Status.told.waiting = () => state.waiting;
  root.classList.add("embed");
  const mode = Address.embedMode;
  const ui = Address.params.get("ui") ?? (Address.params.has("mode") ? chrome[mode] : null);
  // Without either, everything but the header is there.
  if (ui !== null) root.dataset.ui = ui.split(/[\s,]+/).join(" ");
  store.viewOnly = mode === "view";
  root.classList.toggle("view-only", store.viewOnly);
  store.dots = Address.params.get("hints") !== "0";
  state.waiting = Address.params.get("autostart") === "0";
  root.classList.toggle("waiting", state.waiting);
  Main.room.height = fit;
}

/** Draws the start and waits for the button. */
export function poster(wake: () => Promise<void>): void {
  const button = Dom.button("start-embed");
  button.hidden = false;
  button.append(texts.start(Address.embedMode, store.card?.name));
  state.start = () => {
    if (state.waiting) {
      state.waiting = false;
      root.classList.remove("waiting");
      button.remove();
      state.opened = wake();
    }
    return state.opened;
  };
  button.addEventListener("click", () => {
    state.start();
    Main.board.focus();
  });
}

// ---- how high a frame wants to be ----

/** The highest board that a frame asks room for, in CSS pixels; less where a long panel comes below it. In a frame that is higher it may be larger. */
export function tallest(): number {
  const { ui } = root.dataset;
  const beside = ui === undefined || /\btabs\b/.test(ui) ? 900 : /\bwatch\b/.test(ui) ? 608 : 0;
  return innerWidth < beside ? 420 : 560;
}

/** The board that the frame shows: an exercise alone, or the main one. */
function wanted(): { box: HTMLElement; side: number; width: number; height: number } {
  const exercise = Address.embedMode === "exercise" ? Lazy.loaded("exercise")?.Exercise : undefined;
  return exercise?.dialog.open ? exercise.wanted() : Main.wanted(tallest());
}

/**
 * The height at which everything is seen, as far as it does not scroll by itself: it depends on the width and on what is shown,
 * and not on the height there is, so a page that follows it once need not follow again.
 */
export function height(): number {
  // Without the scroll bar, which goes when there is room.
  root.classList.add("measured");
  const { box, width, height: high } = wanted();
  const table = Main.row.parentElement;
  const before = [box.style.width, box.style.height, table?.style.getPropertyValue("--board-width") ?? ""] as const;
  Object.assign(box.style, { width: `${width}px`, height: `${high}px` });
  table?.style.setProperty("--board-width", `${width}px`);
  const whole = Math.ceil(document.body.getBoundingClientRect().height);
  [box.style.width, box.style.height] = before;
  table?.style.setProperty("--board-width", before[2]);
  root.classList.remove("measured");
  return whole;
}

/** How high a board may be: where the frame is as high as it wants to be, all the rest of it goes to the board. `fits`: what would leave the buttons in sight. */
function fit(fits: number): number {
  const rest = innerHeight - height();
  const wish = wanted().side * size().height;
  return rest >= 0 ? wish + rest : Math.min(fits, wish);
}

// ---- what the address asks for ----

/** Who sits where, before the game is there. */
export function seat(): void {
  const level = Address.number("level", 1, 8);
  const machine: Player = level ? `level-${level}` : "random";
  const both = Address.embedMode === "view" || Address.embedMode === "analyse";
  const side = both ? "both" : (Address.params.get("side") ?? (level ? "white" : null));
  // As the guide promises: without a level, the opponent moves at random.
  if (side === null) {
    store.players = { white: "human", black: "random" };
    return;
  }
  const player = (which: Side): Player => (side === "both" || side === which ? "human" : machine);
  store.players = { white: player("white"), black: player("black") };
  store.flipped = side === "black";
}

/** The game is on the board: now the rest of what was asked for. */
export async function begin(): Promise<void> {
  if (Address.embedMode === "learn" && store.game?.learnable === false) Notice.show("learn", texts.cannotLearn);
  else if (Address.embedMode === "learn") {
    Tabs.open("watch");
    Share.restoreLearning([...Address.params]);
    if (Address.params.get("fast") === "1") await Watch.skip();
    else await Watch.begin();
  } else if (Address.embedMode === "exercise") (await Lazy.need("exercise"))?.Exercise.fromAddress();
  else if (Address.params.get("side") !== null && !Address.where().moves) Game.resume();
  state.tellState();
}
