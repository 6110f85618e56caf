// The position editor: choose a piece, then squares. The worker reads the position; nothing is lost until Done.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Main from "../board/main";
import * as Pieces from "../board/pieces";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import type { GameView } from "../client/protocol";
import { EMPTY, lookOf, type PieceId } from "../client/views";
import * as Game from "../store/game";
import { draft, legend, setMode, size, store } from "../store/store";
import { describe, pieceOfSymbol, squareName } from "../store/words";
import { setUpTexts as wording } from "./texts";

declare module "../base/lazy" {
  interface Parts {
    setup: typeof import("./setup");
  }
}

const tools = Dom.get("setup-tools", HTMLElement);
const palette = Dom.get("palette", HTMLElement);
const verdict = Dom.get("setup-verdict", HTMLElement);
const mirror = Dom.get("setup-mirror", HTMLInputElement);
const side = Dom.get("setup-side", HTMLSelectElement);
/** What a click puts down; `EMPTY` takes away. */
let brush: PieceId = EMPTY;
/** The palette's game, and the edition of its pictures. */
let built: GameView | null = null;
let edition = 0;
const checks = new Latest();
/** The position as the worker writes it, when it can be played. */
let position: string | null = null;

Frames.add(show);
Dom.button("setup-done").addEventListener("click", done);
Dom.button("setup-cancel").addEventListener("click", () => end(wording.cancelled));
Dom.button("setup-undo").addEventListener("click", undo);
Dom.button("setup-clear").addEventListener("click", () => change((squares) => squares.fill(EMPTY), wording.cleared));
Dom.button("setup-start").addEventListener("click", () => change((squares) => squares.splice(0, squares.length, ...(store.game?.start.squares ?? [])), wording.startPosition));
side.addEventListener("change", () => {
  const now = draft();
  if (!now) return;
  now.toMove = side.value === "black" ? "black" : "white";
  judge();
});
palette.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) take(Number(button.dataset.piece ?? EMPTY));
});
Main.useIn("setup", { touch: put, key });

export function begin(): void {
  const { game, board } = store;
  if (!game || !board || store.mode.kind !== "play") return;
  Game.rest();
  Game.settingUp.fire();
  setMode({ kind: "setup", draft: { squares: [...board.squares], hands: board.hands, toMove: board.toMove, undo: [] } });
  Main.board.motion.stop();
  side.value = board.toMove;
  take(game.legend[0]?.id ?? EMPTY, false);
  judge();
  speak(wording.begin);
}

/** The next clicks put this down. */
function take(piece: PieceId, aloud = true): void {
  brush = piece;
  if (aloud) speak(piece === EMPTY ? wording.removing : wording.placing(describe(piece)));
  Frames.refresh();
}

/** A square was clicked, tapped or entered. A second click with the same piece takes it away again. */
function put(square: number): void {
  place(square, draft()?.squares[square] === brush ? EMPTY : brush);
}

function place(square: number, piece: PieceId): void {
  const act = (squares: PieceId[]) => {
    squares[square] = piece;
    if (!mirror.checked) return;
    const { width, height } = size();
    const opposite = (height - 1 - Math.floor(square / width)) * width + (square % width);
    const twin = piece === EMPTY ? EMPTY : lookOf(piece, legend())?.twin;
    if (twin !== undefined && opposite !== square) squares[opposite] = twin;
  };
  change(act, wording.placed(squareName(square), piece === EMPTY ? wording.empty : describe(piece)));
}

function change(act: (squares: PieceId[]) => void, words: string): void {
  const now = draft();
  if (!now) return;
  const before = [...now.squares];
  act(now.squares);
  if (before.some((piece, at) => piece !== now.squares[at])) now.undo.push(before);
  speak(words);
  judge();
  Frames.refresh();
}

function undo(): void {
  const now = draft();
  const before = now?.undo.pop();
  if (!now || !before) return;
  now.squares = before;
  speak(wording.undone);
  judge();
  Frames.refresh();
}

/** Asks whether this can be played. */
async function judge(): Promise<void> {
  const now = draft();
  if (!now) return;
  const ticket = checks.begin();
  const reply = await Client.table.arrange({ squares: now.squares, hands: now.hands, toMove: now.toMove });
  if (ticket.stale || draft() !== now) return;
  position = reply.type === "board" ? reply.board.position : null;
  Dom.say(verdict, reply.type === "failed" ? reply.message : "");
  Dom.enable("setup-done", position !== null);
}

async function done(): Promise<void> {
  if (!draft()) return;
  await judge();
  if (position === null) return speak(verdict.textContent || wording.bad);
  const reply = await Game.setUp({ start: position });
  if (reply.type === "board") {
    store.paused = false;
    speak(wording.done);
    Game.wake();
    Main.board.focus();
  } else Game.trouble(reply);
  Frames.refresh();
}

function end(words: string): void {
  setMode({ kind: "play", touched: [] });
  speak(words);
  Game.wake();
  Dom.button("set-up").focus();
}

/** A key on a square: a piece's symbol puts that piece there. */
function key({ key: name }: KeyboardEvent): boolean {
  const piece = pieceOfSymbol(name);
  if (name === "Delete" || name === "Backspace") place(Main.board.cursor, EMPTY);
  else if (name === "Escape") take(EMPTY);
  else if (piece !== undefined) place(Main.board.cursor, piece);
  else return false;
  return true;
}

function show(): void {
  const visible = store.mode.kind === "setup";
  const turned = tools.hidden === visible;
  tools.hidden = !visible;
  Dom.get("play-tools", HTMLElement).classList.toggle("away", visible);
  if (visible && store.game) {
    Dom.enable("setup-undo", !!draft()?.undo.length);
    if (built !== store.game) build(store.game);
    if (edition !== Pieces.edition) redraw();
    for (const button of palette.querySelectorAll("button")) Dom.set(button, "aria-pressed", String(Number(button.dataset.piece) === brush));
  }
  // The board makes room for the tools below it.
  if (turned) Main.refit();
}

/** White's pieces, Black's, and a way to take them away. */
function build(game: GameView): void {
  built = game;
  const of = (owner: string) => game.legend.filter((look) => look.owner === owner).map((look) => look.id);
  const rows = [of("white"), [...of("black"), EMPTY]];
  palette.replaceChildren(...rows.map((pieces) => Dom.make("div", {}, ...pieces.map(sample))));
  edition = Pieces.edition;
}

/** In other colours; the buttons stay, and with them the keyboard's place. */
function redraw(): void {
  edition = Pieces.edition;
  for (const button of palette.querySelectorAll("button")) button.querySelector("canvas")?.replaceWith(picture(Number(button.dataset.piece)));
}

function sample(piece: PieceId): HTMLButtonElement {
  const button = Dom.make("button", { type: "button" });
  button.dataset.piece = String(piece);
  button.setAttribute("aria-label", piece === EMPTY ? wording.remove : describe(piece));
  button.title = piece === EMPTY ? wording.removeKey : wording.piece(describe(piece), lookOf(piece, legend())?.symbol ?? "");
  if (piece === EMPTY) button.textContent = "×";
  else button.append(picture(piece));
  return button;
}

const picture = (piece: PieceId): HTMLCanvasElement => Pieces.canvasOf(piece, 32, legend());
