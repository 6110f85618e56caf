// Out to the clipboard, and in from whatever was pasted.

import { copy } from "../base/clipboard";
import * as Dom from "../base/dom";
import * as Notice from "../base/notice";
import * as Client from "../client/client";
import type { Failed, Pasted, Reply } from "../client/protocol";
import * as Links from "../share/links";
import * as Game from "../store/game";
import { moveTexts, store } from "../store/store";
import * as MyGames from "./mygames";
import { texts } from "./texts";

const note = Dom.get("copied", HTMLElement);
const error = Dom.get("paste-error", HTMLElement);
const longest = 1000000;

export function init(): void {
  Dom.button("copy-position").addEventListener("click", () => offer(texts.position, store.board?.position));
  Dom.button("copy-text").addEventListener("click", () => offer(texts.gameText, store.game?.text));
  Dom.button("copy-moves").addEventListener("click", () => offer(texts.moves, moves()));
  Dom.button("use-paste").addEventListener("click", use);
}

/** The moves on the board, with the position they began from unless that is the game's own start. */
function moves(): string {
  const line = moveTexts().join(" ");
  return store.start === undefined ? line : `${store.start}\n${line}`;
}

async function offer(what: string, text: string | undefined): Promise<void> {
  const place = Dom.get("copy-here", HTMLTextAreaElement);
  place.hidden = true;
  if (!text) return Dom.say(note, texts.nothingToCopy(what));
  if (await copy(text)) return Dom.say(note, texts.copied(what));
  place.hidden = false;
  place.value = text;
  place.select();
  Dom.say(note, texts.copyByHand);
}

async function use(): Promise<void> {
  const area = Dom.get("paste-here", HTMLTextAreaElement);
  const text = area.value;
  Dom.say(error, "");
  if (!text.trim()) return Dom.say(error, texts.pasteFirst);
  if (text.length > longest) return Dom.say(error, texts.textTooLong);
  const reply = await Client.table.paste(text);
  if (reply.type === "failed") return explain(reply);
  const done = await take(reply.pasted);
  if (done.type === "failed") return explain(done);
  area.value = "";
  Notice.clear("link");
  Dom.say(note, texts.pasted);
}

function take(pasted: Pasted): Promise<Reply> {
  if ("game" in pasted) return takeGame(pasted.game.text);
  if ("link" in pasted) return Links.follow(pasted.link.fragment);
  return Game.setUp("moves" in pasted ? pasted.moves : pasted.position);
}

/** A whole game is kept like one that was written here. */
async function takeGame(text: string): Promise<Reply> {
  const reply = await Game.load({ text });
  if (reply.type === "board" && store.game && !MyGames.withText(text)) MyGames.add(text, MyGames.cardOf(store.game));
  return reply;
}

const explain = ({ message, span }: Failed): void => Dom.say(error, span ? texts.at(span.line, span.column, message) : message);
