// The gallery: one card a game, with its start position. The visitor's own games come first, with what can be done to them.

import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";
import * as Notice from "../base/notice";
import { signal } from "../base/signal";
import * as Paint from "../board/paint";
import * as Client from "../client/client";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { moveTexts, store } from "../store/store";
import { chooseInstead } from "./choose";
import * as Editor from "./editor";
import { GALLERY } from "./gallery";
import { arrive, take } from "./library";
import * as MyGames from "./mygames";
import { named } from "./names";
import { texts } from "./texts";

const dialog = Dom.get("picker", HTMLDialogElement);
const cards = Dom.get("cards", HTMLElement);
const own = Dom.get("my-cards", HTMLElement);
const note = Dom.get("picker-note", HTMLElement);
const files = Dom.get("import-files", HTMLInputElement);
/** Cards whose pictures are still to be drawn. */
let waiting: { picture: HTMLCanvasElement; card: MyGames.Miniature }[] = [];
/** Texts without a picture that were looked at: those that are no game stay without one. */
const looked = new Set<string>();

/** Files were chosen to be imported. */
export const filesChosen = signal<[File[]]>();

export function init(): void {
  MyGames.changed.listen(showOwn);
  Dom.button("write-own").addEventListener("click", writeOwn);
  const invent = Dom.make("button", { type: "button", textContent: texts.invent });
  invent.setAttribute("aria-haspopup", "dialog");
  invent.addEventListener("click", async () => (await Lazy.need("invent"))?.open());
  Dom.button("write-own").after(invent);
  files.accept += ",.game";
  Dom.button("import-games").addEventListener("click", () => files.click());
  files.addEventListener("change", () => {
    const chosen = [...(files.files ?? [])];
    files.value = "";
    if (chosen.length) filesChosen.fire(chosen);
  });
}

export function open(): void {
  if (dialog.open) return;
  Editor.save();
  // Drawn anew each time: colours and the screen may have changed.
  waiting = [];
  cards.replaceChildren(...GALLERY.map(card));
  dialog.showModal();
  showOwn();
  tell("");
  // Some pieces have drawings that are loaded later; a picture is drawn once.
  Lazy.need("figures").then(draw);
}

export const close = (): void => dialog.close();

/** One picture a frame: all at once would be felt on a slow machine. */
function draw(): void {
  const next = waiting.shift();
  if (!next) return;
  if (next.picture.isConnected) Paint.miniature(next.picture, next.card, next.picture.parentElement?.clientWidth ?? 112);
  requestAnimationFrame(draw);
}

function cardButton(miniature: MyGames.Miniature | undefined, name: string, size: string, about: string): HTMLButtonElement {
  const picture = Dom.make("canvas");
  picture.setAttribute("aria-hidden", "true");
  if (miniature) waiting.push({ picture, card: miniature });
  const words = Dom.make("span", { className: "card-words" }, Dom.make("b", { textContent: name }), Dom.make("small", { textContent: size }), Dom.make("span", { textContent: about }));
  const board = Dom.make("span", { className: "card-board" }, miniature ? picture : texts.noBoardYet);
  board.setAttribute("aria-hidden", "true");
  return Dom.make("button", { type: "button", className: "card" }, board, words);
}

function card(game: (typeof GALLERY)[number]): HTMLButtonElement {
  const miniature = MyGames.cardOf(game);
  const button = cardButton(miniature, game.name, texts.size(miniature.width, miniature.height), firstSentence(game.about));
  if (game.id === store.card?.id) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => {
    dialog.close();
    take(game.id);
  });
  return button;
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/** A small game with comments, on the board and in the editor; what is changed in it is saved. */
async function writeOwn(): Promise<void> {
  dialog.close();
  Editor.save();
  const text = texts.template(MyGames.freshName(texts.myGame));
  const reply = await Game.load({ text });
  if (reply.type === "board") Notice.clear("link");
  // Also when the template is on the board already, and something else was made of it.
  Editor.fill(text, undefined, reply.type === "board");
  Tabs.open("text");
  Editor.focusStart();
}

// ---- the visitor's own games ----

function showOwn(): void {
  if (!dialog.open) return;
  const games = MyGames.list();
  Dom.get("my-games", HTMLElement).hidden = !games.length;
  const idle = !waiting.length;
  // A name may be typed in there.
  if (!own.querySelector("input")) own.replaceChildren(...games.map(ownCard));
  if (idle) draw();
  for (const { text, card: known } of games) if (!known) look(text);
}

/** A game that was kept without its picture, or with one of an older form. */
async function look(text: string): Promise<void> {
  if (looked.has(text)) return;
  looked.add(text);
  const reply = await Client.table.check(text);
  if (reply.type === "game") MyGames.picture(text, reply.game);
}

function ownCard(game: MyGames.OwnGame): HTMLElement {
  const { id, text, card: miniature } = game;
  const name = MyGames.nameOf(text);
  const size = miniature ? texts.size(miniature.width, miniature.height) : texts.notComplete;
  const button = cardButton(miniature, name, size, texts.changedWhen(when(game.changed), !MyGames.unsaved.has(id)));
  if (id === Editor.current()) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => {
    dialog.close();
    openOwn(id);
  });
  const tools = Dom.make("div", { className: "card-tools" });
  const acts: [string, (id: string, tools: HTMLElement) => void][] = [
    [texts.rename, rename],
    [texts.export, exportOwn],
    [texts.remove, remove],
  ];
  for (const [label, act] of acts) {
    const tool = Dom.make("button", { type: "button", textContent: label });
    tool.setAttribute("aria-label", texts.tool(label, name));
    tool.addEventListener("click", () => act(id, tools));
    tools.append(tool);
  }
  const box = Dom.make("div", { className: "own-card" }, button, tools);
  box.dataset.id = id;
  return box;
}

function when(time: number): string {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 1) return texts.justNow;
  if (minutes < 60) return texts.minutesAgo(minutes);
  return minutes < 48 * 60 ? texts.hoursAgo(Math.round(minutes / 60)) : texts.onDay(new Date(time).toLocaleDateString());
}

/** On the board when it can be read, in the editor either way. */
export async function openOwn(id: string): Promise<void> {
  Editor.save();
  const game = MyGames.get(id);
  if (!game) return Notice.show("game", texts.noLongerMine, [chooseInstead]);
  Editor.expect(id);
  const reply = await Game.load({ text: game.text });
  if (reply.type === "board") {
    if (store.game) MyGames.picture(game.text, store.game);
    Editor.fill(game.text, id, true);
    return arrive();
  }
  Editor.expect(null);
  Editor.fill(game.text, id);
  Tabs.open("text");
  Editor.read();
}

function exportOwn(id: string): void {
  const game = MyGames.get(id);
  if (game) tell(texts.exported(MyGames.exportText(game.text)));
}

const cardOf = (id: string | undefined): Element | null => own.querySelector(`[data-id="${id}"]`);

function remove(id: string): void {
  const box = cardOf(id);
  const next = box?.nextElementSibling ?? box?.previousElementSibling;
  MyGames.remove(id);
  Editor.onRemoved(id);
  tell("");
  // The keyboard stays where something can be done.
  (note.querySelector("button") ?? next?.querySelector("button"))?.focus();
}

function rename(id: string, tools: HTMLElement): void {
  const game = MyGames.get(id);
  if (!game) return;
  const field = Dom.make("input", { value: MyGames.nameOf(game.text), maxLength: 60 });
  field.setAttribute("aria-label", texts.newName);
  const done = Dom.make("button", { type: "button", textContent: texts.save, className: "primary" });
  const end = (keep: boolean) => {
    const name = field.value.replace(/[<>\s]+/g, " ").trim();
    tools.replaceChildren();
    if (keep && name) giveName(id, name);
    showOwn();
    cardOf(id)?.querySelector<HTMLElement>(".card-tools button")?.focus();
  };
  done.addEventListener("click", () => end(true));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === "Enter");
  });
  tools.replaceChildren(field, done);
  field.select();
}

async function giveName(id: string, name: string): Promise<void> {
  const game = MyGames.get(id);
  if (!game || MyGames.nameOf(game.text) === name) return;
  const text = named(game.text, name);
  const isOnBoard = store.game?.text === game.text && !store.game.id;
  const renamed = MyGames.change(id, text, game.text);
  tell(texts.renamed(name));
  if (Editor.current() === id) Editor.fill(text, renamed.id);
  // The same game with the same moves, under its new name.
  if (!isOnBoard) return;
  const { paused } = store;
  Editor.expect(renamed.id);
  await Game.load({ text }, { start: store.start, moves: moveTexts() });
  store.paused = paused;
  Game.wake();
}

/** What has happened here, and how to take it back. */
export function tell(words: string): void {
  const parts = [words];
  const [trouble] = MyGames.unsaved.values();
  if (trouble) parts.push(MyGames.explain(trouble));
  const removed = MyGames.removed.at(-1);
  if (removed && !words) parts.push(texts.removed(MyGames.nameOf(removed.text)));
  note.replaceChildren(Dom.make("span", { textContent: parts.filter(Boolean).join(" ") }));
  if (!removed) return;
  const undo = Dom.make("button", { type: "button", textContent: texts.undoRemove });
  undo.addEventListener("click", () => {
    const back = MyGames.undoRemove();
    if (back) Editor.onStorage();
    tell(back ? texts.isBack(MyGames.nameOf(back.text)) : "");
    cardOf(back?.id)?.querySelector("button")?.focus();
  });
  note.append(undo);
}
