// The game as text: read while it is written, with the error at its line.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Notice from "../base/notice";
import * as Main from "../board/main";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import type { GameView, Span } from "../client/protocol";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { store } from "../store/store";
import { noted, shown } from "./library";
import * as MyGames from "./mygames";
import { texts } from "./texts";

const area = Dom.get("editor", HTMLTextAreaElement);
const gutter = Dom.get("gutter", HTMLElement);
const verdict = Dom.get("editor-verdict", HTMLElement);
const kept = Dom.get("editor-kept", HTMLElement);

/** Typed letters are saved after so many milliseconds at the latest. */
const delay = 400;

/** The text the editor was last given: what differs from it is the visitor's own. */
let given = "";
/** The text of the game on the board when that was last looked at. */
let onBoard: string | null = null;
/** The visitor's own game that is being written. */
let id: string | null = null;
/** The text that My games has of it, as far as this window knows. */
let saved = "";
/** The text it was made from, as long as it was made here and now. */
let origin: string | null = null;
/** The own game that is on its way to the board: of two with the same text, the one that was meant. */
let expected: string | null = null;
let saving = 0;
let timer = 0;
let fault: Span | undefined;
const checks = new Latest();

/** The visitor's own game that is being written here. */
export const current = (): string | null => id;

export function init(): void {
  Frames.add(show);
  MyGames.changed.listen((elsewhere) => elsewhere && onStorage());
  area.addEventListener("input", onInput);
  addEventListener("beforeunload", (event) => {
    save();
    // What only this page has would be gone with it.
    if (MyGames.unsaved.size && parent === window) event.preventDefault();
  });
  // The last chance on a phone, and before another page.
  addEventListener("pagehide", () => save());
  document.addEventListener("visibilitychange", () => save());
  area.addEventListener("blur", () => save());
  Dom.button("keep-text").addEventListener("click", () => save(true));
  Dom.button("export-text").addEventListener("click", () => speak(texts.exported(MyGames.exportText(area.value))));
  area.addEventListener("scroll", number);
  new ResizeObserver(number).observe(area);
  Dom.button("play-text").addEventListener("click", play);
  Dom.button("go-to-error").addEventListener("click", goToError);
  Dom.button("reset-text").addEventListener("click", () => {
    // What was written stays in My games.
    save();
    fill(store.game?.text ?? "");
  });
  takeOver();
}

function onInput(): void {
  clearTimeout(timer);
  timer = setTimeout(read, 300);
  saving ||= setTimeout(save, delay);
  number();
}

/** Begins with the game on the board, and with what was typed before this part of the page was here. */
function takeOver(): void {
  const typed = area.value === shown.text ? null : area.value;
  if (store.game) fill(store.game.text, undefined, true);
  if (typed === null) return;
  area.value = typed;
  onInput();
}

function show(): void {
  const text = store.game?.text;
  if (text !== undefined && text !== onBoard) {
    // Another game: what was written before is in My games.
    save();
    onBoard = text;
    if (text !== area.value || id === null || awaited(text)) fill(text);
  }
  if (Tabs.current() === "text") showKept();
}

/** Another game comes to the board; of two with the same text, this one is meant. */
export const expect = (own: string | null): void => {
  expected = own;
};

/** Shows a text: of the visitor's own game with this id, or with the same text, or of none. `board`: it is the game on the board. */
export function fill(text: string, own?: string | null, board?: boolean): void {
  if (board) onBoard = store.game?.text ?? null;
  clearTimeout(timer);
  clearTimeout(saving);
  saving = 0;
  checks.drop();
  if (area.value !== text) area.value = text;
  // As the browser keeps it: with its own ends of lines.
  given = area.value;
  const game = store.game?.id && text === store.game.text ? undefined : (MyGames.get(own) ?? awaited(text) ?? MyGames.withText(given));
  if (awaited(text)) expected = null;
  id = game?.id ?? null;
  saved = game?.text ?? "";
  origin = null;
  judge(undefined, "");
  number();
  showKept();
  noted.fire();
}

/** Shows a game of one's own that was being written before, whatever is on the board. */
export function bring(own: MyGames.OwnGame): void {
  onBoard = store.game?.text ?? null;
  if (own.id !== id) fill(own.text, own.id);
}

/** The expected game, if this is its text; another game may come before it. */
function awaited(text: string): MyGames.OwnGame | undefined {
  const own = MyGames.get(expected);
  return own?.text === text ? own : undefined;
}

/** Keeps what differs from the text that was given, right or wrong; `asItIs` also what does not differ. */
export function save(asItIs = false): void {
  clearTimeout(saving);
  saving = 0;
  const text = area.value;
  // An empty text is no game: what was there before it was emptied is kept.
  if (!text.trim()) return;
  if (id === null) {
    if (text === given && !asItIs) return;
    origin = given;
    id = MyGames.add(text, store.game && text === store.game.text ? MyGames.cardOf(store.game) : undefined).id;
  } else if (text === saved) return;
  else if (text === origin) {
    // Everything was taken back.
    MyGames.drop(id);
    id = null;
  } else id = MyGames.change(id, text, saved).id;
  saved = text;
  showKept();
  noted.fire();
}

/** Where the text is kept, or why it is not. */
function showKept(): void {
  const own = MyGames.get(id);
  const trouble = own && MyGames.unsaved.get(own.id);
  const foreign = !own && !!store.game && !store.game.id && given === store.game.text;
  const words = trouble ? MyGames.explain(trouble) : own ? texts.savedAs(MyGames.nameOf(own.text)) : foreign ? texts.notMineYet : texts.changesSaved;
  Dom.say(kept, words);
  kept.classList.toggle("error-text", !!trouble);
  Dom.button("keep-text").hidden = !foreign;
}

/** The game that is written here was removed: what is written next is another one. */
export function onRemoved(removed: string): void {
  if (id !== removed) return;
  id = origin = null;
  given = area.value;
  showKept();
}

/** Another window has changed My games, or a game is back. */
export function onStorage(): void {
  const own = MyGames.get(id);
  if (id === null || own?.text === saved) return;
  // What is being written here goes on as a game of its own.
  if (area.value !== saved) return save();
  if (own) fill(own.text, own.id);
  else fill(area.value);
}

/** Reads what is written, and says whether it is a game. */
export async function read(): Promise<void> {
  const ticket = checks.begin();
  const text = area.value;
  if (text.length > MyGames.longest) return judge(undefined, texts.tooLong, true);
  const reply = await Client.table.check(text);
  if (ticket.stale) return;
  if (reply.type === "failed") return judge(reply.span, reply.message, true);
  MyGames.picture(text, reply.game);
  const { width, height } = reply.game.board;
  const valid = texts.valid(width, height, texts.kinds(kinds(reply.game)));
  const [note] = reply.game.notes;
  // The game is valid, but what its author wrote about names is not all used.
  judge(note?.span, note ? texts.ignoredEntry(note.message, valid) : valid);
}

/** How many kinds of pieces there are; both sides' pieces of a kind are one. */
const kinds = ({ legend }: GameView): number => legend.filter(({ owner, twin }) => owner === "white" || twin === undefined).length;

function judge(span: Span | undefined, message: string, wrong = false): void {
  fault = span;
  Dom.say(verdict, span ? texts.at(span.line, span.column, message) : message);
  verdict.classList.toggle("error-text", wrong);
  area.setAttribute("aria-invalid", String(wrong));
  Dom.button("go-to-error").hidden = !span;
  number();
}

const lineHeight = (): number => Number.parseFloat(getComputedStyle(area).lineHeight) || 20;

/** Numbers for the lines in sight only, so that a long text costs no more than a short one. */
function number(): void {
  if (Tabs.current() !== "text") return;
  const height = lineHeight();
  const lines = area.value.split("\n").length;
  const first = Math.floor(area.scrollTop / height);
  const last = Math.min(lines, first + Math.ceil(area.clientHeight / height) + 1);
  const numbers = [];
  for (let line = first + 1; line <= last; line++) {
    const wrong = fault?.line === line;
    numbers.push(Dom.make("div", { textContent: wrong ? `▸${line}` : String(line), className: wrong ? "wrong" : "" }));
  }
  gutter.replaceChildren(...numbers);
  gutter.scrollTop = 0;
  gutter.style.setProperty("--shift", `${first * height - area.scrollTop}px`);
}

function goToError(): void {
  if (!fault) return;
  const { line, column, length } = fault;
  const lines = area.value.split("\n");
  // Columns count characters; the text area counts UTF-16 units.
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const characters = [...(lines[line - 1] ?? "")];
  const from = before + characters.slice(0, column - 1).join("").length;
  const to = from + characters.slice(column - 1, column - 1 + length).join("").length;
  area.focus();
  area.setSelectionRange(from, to);
  area.scrollTop = Math.max(0, (line - 4) * lineHeight());
}

/** The keyboard comes to the beginning of the text. */
export function focusStart(): void {
  area.focus();
  area.setSelectionRange(0, 0);
  area.scrollTop = 0;
}

async function play(): Promise<void> {
  clearTimeout(timer);
  const ticket = checks.begin();
  const text = area.value;
  if (text.length > MyGames.longest) return judge(undefined, texts.tooLong, true);
  save();
  const own = id;
  const reply = await Game.load({ text });
  if (ticket.stale) return;
  if (reply.type === "failed") {
    judge(reply.span, reply.message, true);
    goToError();
    return;
  }
  fill(text, own, true);
  if (store.game) MyGames.picture(text, store.game);
  Notice.clear("link");
  Tabs.open("play");
  speak(texts.loaded);
  Main.board.elements.grid.scrollIntoView({ block: "nearest" });
}
