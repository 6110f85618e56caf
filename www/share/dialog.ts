// The dialog that hands on what is on the screen: as a link, as a frame for a course, as a QR code, as files.

import * as Address from "../base/address";
import { copy } from "../base/clipboard";
import * as Dom from "../base/dom";
import * as Client from "../client/client";
import { Latest } from "../client/latest";
import type { Answer } from "../client/protocol";
import { Watch } from "../learn/watch";
import { endingOf, fileName } from "../library/names";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { moveTexts, store } from "../store/store";
import * as Options from "./embed-options";
import * as Share from "./share";
import { dialogTexts as texts } from "./texts";

declare module "../base/lazy" {
  interface Parts {
    sharing: typeof import("./dialog");
  }
}

declare global {
  /** What www/vendor/lean-qr.js leaves behind. */
  var LeanQr: { generate(text: string): { toCanvas(canvas: HTMLCanvasElement, options: object): void } } | undefined;
}

const dialog = Dom.get("share-dialog", HTMLDialogElement);
const field = Dom.get("share-link", HTMLInputElement);
const code = Dom.get("share-code", HTMLTextAreaElement);
const use = Dom.get("share-use", HTMLSelectElement);
const onClick = Dom.get("share-click", HTMLInputElement);
const note = Dom.get("share-note", HTMLElement);
const qr = Dom.get("share-qr", HTMLCanvasElement);
const preview = Dom.get("share-preview", HTMLDetailsElement);
const kinds = [...dialog.querySelectorAll<HTMLInputElement>("input[name=share-kind]")];

/** Messengers cut links about here. */
const long = 2000;

let kind: Share.Kind = "position";
/** The embed as visitors will see it, while the preview is open; and its address. */
let frame: HTMLIFrameElement | null = null;
let src = "";
/** The start position of a game of one's own, as text: a frame that waits can draw it. */
let start = "";
let timer = 0;
const requests = new Latest();

for (const input of kinds) {
  input.addEventListener("change", () => {
    kind = input.value as Share.Kind;
    make();
  });
}
use.addEventListener("change", write);
onClick.addEventListener("change", write);
Options.element.addEventListener("input", write);
preview.addEventListener("toggle", showPreview);
// The single file reaches no address, not even its own.
preview.hidden = Address.isSingleFile();
dialog.addEventListener("close", () => {
  preview.open = false;
});
addEventListener("message", onFrame);
Dom.button("copy-link").addEventListener("click", () => copyField(field));
Dom.button("copy-code").addEventListener("click", () => copyField(code));
Dom.button("show-qr").addEventListener("click", showQr);
Dom.button("save-text").addEventListener("click", () => save(text(), endingOf(text())));
Dom.button("save-record").addEventListener("click", saveRecord);

export async function open(): Promise<void> {
  const { game } = store;
  if (!game) return;
  kind = Tabs.current() === "watch" ? "watching" : "position";
  for (const input of kinds) {
    input.checked = input.value === kind;
    if (input.parentElement) input.parentElement.hidden = !offers(input.value as Share.Kind);
  }
  // What cannot be watched cannot be learned, and has no records of play.
  for (const option of use.options) option.hidden = option.disabled = option.value === "learn" && !offers("watching");
  Dom.button("save-record").hidden = !game.learnable;
  qr.hidden = true;
  Options.offer();
  const placed = game.id ? null : await Client.table.arrange(game.start);
  start = placed?.type === "board" ? placed.board.position.replaceAll("/", "_") : "";
  const reply = await make();
  if (reply.type !== "link") return Game.trouble(reply);
  if (!dialog.open) dialog.showModal();
  field.select();
}

/** Whether there is something of this kind to hand on. */
const offers = (what: Share.Kind): boolean => (what === "learned" ? Watch.learnedText() !== undefined : what === "position" || !!store.game?.learnable);

async function make(): Promise<Answer<"link">> {
  const ticket = requests.begin();
  const reply = await Share.ask(kind);
  if (ticket.stale) return reply;
  if (reply.type !== "link") {
    Dom.say(note, reply.message);
    return reply;
  }
  const link = address(reply.link);
  field.value = link;
  if (kind === "position") Share.remember(reply.link);
  const notes = [];
  if (location.protocol === "file:") notes.push(texts.onDisk);
  if (link.length > long) notes.push(texts.longLink(link.length));
  Dom.say(note, notes.join(" "));
  use.value = kind === "watching" ? "learn" : use.value === "learn" ? "play" : use.value;
  write();
  if (!qr.hidden) drawQr();
  return reply;
}

/** The whole page, also from a frame in a course. */
function address(fragment: string, query: Record<string, string> = {}): string {
  const whole = new URL(location.href);
  whole.search = new URLSearchParams(query).toString();
  whole.hash = fragment;
  return whole.href;
}

/** The code for a course page. */
function write(): void {
  const fragment = new URL(field.value).hash.slice(1);
  const query: Record<string, string> = { embed: "1", mode: use.value, ...Options.chosen(use.value) };
  if (onClick.checked) query.autostart = "0";
  // A frame that waits cannot read a game of one's own yet; this much it can draw.
  if (start && onClick.checked) query.pos = start;
  const height = use.value === "learn" ? 800 : 720;
  const quote = (words: string) => `"${words.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
  src = address(fragment, query);
  clearTimeout(timer);
  timer = setTimeout(showPreview, 300);
  code.value = `<iframe src=${quote(src)} title=${quote(texts.frameTitle(store.card?.name))} width="100%" height="${height}" loading="lazy" allow="clipboard-write; fullscreen" referrerpolicy="no-referrer"></iframe>`;
}

/** A real frame, only while the preview is open. */
function showPreview(): void {
  if (preview.open && frame?.src === src) return;
  // A new one each time: a change after the # alone would not load it again.
  frame?.remove();
  frame = preview.open ? Dom.make("iframe", { title: texts.preview, src, height: "480" }) : null;
  if (frame) preview.append(frame);
}

function onFrame({ source, data }: MessageEvent): void {
  if (frame && source === frame.contentWindow && data?.kibitzer === 1 && data.type === "resize" && Number.isFinite(data.height)) frame.height = String(Math.min(2000, data.height));
}

async function copyField(from: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  const copied = await copy(from.value);
  if (!copied) from.select();
  Dom.say(note, copied ? texts.copied : texts.copyByHand);
}

// ---- QR code ----

async function showQr(): Promise<void> {
  if (!(await loadQr())) return Dom.say(note, texts.noQr);
  drawQr();
}

/** Fetched only now: few visitors want one. */
async function loadQr(): Promise<boolean> {
  if ("LeanQr" in self) return true;
  return Dom.loadScript(new URL("www/vendor/lean-qr.js", document.baseURI).href).then(
    () => true,
    () => false,
  );
}

function drawQr(): void {
  qr.hidden = true;
  try {
    globalThis.LeanQr?.generate(field.value).toCanvas(qr, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 });
  } catch {
    return Dom.say(note, texts.qrTooLong);
  }
  qr.hidden = false;
  qr.scrollIntoView({ block: "nearest" });
}

// ---- files ----

/** The game text that the chosen link would bring. */
const text = (): string => (kind === "learned" ? Watch.learnedText() : kind === "watching" ? Watch.game?.text : undefined) ?? store.game?.text ?? "";

async function saveRecord(): Promise<void> {
  const reply = await Client.table.record({ start: store.start, moves: moveTexts() });
  if (reply.type !== "record") return Dom.say(note, reply.message);
  if (!reply.record) return Dom.say(note, texts.noMoves);
  save(reply.record, "txt");
}

function save(words: string, ending: string): void {
  const name = `${fileName(store.game?.name ?? "game")}.${ending}`;
  Dom.download(new Blob([words], { type: "text/plain" }), name);
  Dom.say(note, texts.savedAs(name));
}
