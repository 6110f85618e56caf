// The buttons under the board, the choice of players, and the box for typed moves.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Lazy from "../base/lazy";
import type { BoardView, Side } from "../client/protocol";
import * as Game from "../store/game";
import { mayMove, type Player, somePerson, store } from "../store/store";
import { texts } from "./texts";

const sides = ["white", "black"] as const;
const typed = Dom.get("typed-move", HTMLInputElement);
const error = Dom.get("typed-error", HTMLElement);
const speed = Dom.get("speed", HTMLSelectElement);
/** The position for which the list of moves was made. */
let listed: BoardView | null = null;
/** Which players the two lists show: they are not rewritten while the visitor chooses. */
const seated: Partial<Record<Side, Player>> = {};

export const seatOf = (side: Side): HTMLSelectElement => Dom.get(`player-${side}`, HTMLSelectElement);

/** Whether this is a player that can be chosen. */
export const isPlayer = (side: Side, name: string | undefined): name is Player => [...seatOf(side).options].some((option) => option.value === name);

export function init(): void {
  Frames.add(show);
  Dom.button("undo").addEventListener("click", Game.undo);
  Dom.button("set-up").addEventListener("click", async () => (await Lazy.need("setup"))?.begin());
  Dom.button("redo").addEventListener("click", Game.redo);
  Dom.button("flip").addEventListener("click", Game.flip);
  Dom.button("new-game").addEventListener("click", Game.restart);
  for (const side of sides) {
    const select = seatOf(side);
    select.addEventListener("change", () => {
      delete seated[side];
      if (isPlayer(side, select.value)) Game.seat(side, select.value);
    });
  }
  speed.addEventListener("change", () => {
    Game.pace.pause = Number(speed.value);
    Game.wake();
  });
  Dom.get("typed", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    playTyped();
  });
}

function show(): void {
  Dom.enable("undo", store.ply > 0);
  Dom.enable("redo", store.ply < store.line.length);
  Dom.enable("new-game", !!store.game);
  Dom.enable("share", !!store.game);
  for (const id of ["hint", "set-up"]) Dom.enable(id, !!store.board);
  speed.parentElement?.toggleAttribute("hidden", somePerson());
  for (const side of sides) {
    const player = store.players[side];
    if (seated[side] !== player) seatOf(side).value = seated[side] = player;
  }
  if (listed === store.board) return;
  listed = store.board;
  Dom.say(error, "");
  const options = (store.board?.legal ?? []).map((move) => Dom.make("option", { value: move.text }));
  Dom.get("legal-moves", HTMLDataListElement).replaceChildren(...options);
}

/** The list of legal moves is narrowed by what was typed; letter case, blanks and dashes do not count. */
function playTyped(): void {
  const plain = (words: string) =>
    words
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "");
  const text = plain(typed.value);
  const { board } = store;
  const move = board?.legal.find((each) => plain(each.text) === text);
  if (store.viewOnly) return;
  if (!text) Dom.say(error, texts.typeAMove);
  else if (!board || board.end) Dom.say(error, texts.noMoveNow);
  else if (store.players[board.toMove] !== "human") Dom.say(error, texts.notYourTurn);
  else if (!move) {
    Dom.say(error, texts.illegal(text));
    Game.mistyped.fire(text);
  } else if (mayMove()) {
    typed.value = "";
    Game.play(move);
  }
}
