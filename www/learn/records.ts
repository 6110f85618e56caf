// Records of play as files: those that were watched, out; those that a visitor has, in.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Client from "../client/client";
import { Latest, type Ticket } from "../client/latest";
import type { Failed } from "../client/protocol";
import * as Tabs from "../page/tabs";
import * as Game from "../store/game";
import { store } from "../store/store";
import { Boxes } from "./boxes";
import * as News from "./news";
import * as ShownPiece from "./shown-piece";
import { recordsTexts as texts } from "./texts-later";
import { forgotten, Watch } from "./watch";

declare module "../base/lazy" {
  interface Parts {
    records: typeof import("./records");
  }
}

const bar = Dom.get("records-progress", HTMLProgressElement);
const note = Dom.get("records-note", HTMLElement);
const error = Dom.get("records-error", HTMLElement);
const picker = Dom.get("records-file", HTMLInputElement);
/** The most that is read, and how much at once, in bytes. */
const largest = 64 * 2 ** 20;
const part = 256 * 2 ** 10;

/** Another job ends those before. */
const jobs = new Latest();
/** The file that was read last, and whether its rules are unknown here. */
let current: File | null = null;
let foreign = false;
/** Stop was pressed. */
let halted = false;

function init(): void {
  Frames.add(() => {
    Dom.button("watch-players").hidden = !Watch.file;
  });
  forgotten.listen(() => {
    jobs.drop();
    tell("");
  });
  Dom.button("save-records").addEventListener("click", save);
  Dom.button("load-records").addEventListener("click", () => picker.click());
  Dom.button("records-stop").addEventListener("click", () => {
    halted = true;
  });
  Dom.button("watch-players").addEventListener("click", () => {
    jobs.drop();
    Watch.dropFile();
    tell("");
    Watch.begin();
  });
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    picker.value = "";
    if (file) read(file);
  });
}

/** Lets the visitor choose a file. */
async function choose(): Promise<void> {
  Tabs.open("watch");
  picker.click();
  await Boxes.open("records");
}

/** `share`: how much is done, from 0 to 1. */
function tell(words: string, trouble = "", share?: number): void {
  Dom.say(note, words);
  Dom.say(error, trouble);
  bar.hidden = share === undefined;
  bar.value = share ?? 0;
  Dom.button("records-stop").hidden = share === undefined;
  Frames.refresh();
}

async function save(): Promise<void> {
  if (Watch.file) return tell("", texts.fromFile(Watch.file.name));
  Watch.pause();
  halted = false;
  const job = jobs.begin();
  const parts: string[] = [];
  const all = Watch.view?.records ?? 1;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const reply: Awaited<ReturnType<typeof Client.learning.records>> = await Client.learning.records(from);
    if (job.stale) return;
    if (reply.type !== "records") return tell("", reply.message);
    parts.push(reply.records.text);
    if (halted) return tell(texts.stopped);
    from = reply.records.next;
    if (from !== undefined) tell(texts.writing(from), "", Math.min(1, from / all));
  }
  const name = texts.fileName(Watch.game?.id, Watch.view?.games ?? 0);
  Dom.download(new Blob(parts, { type: "text/plain" }), name);
  tell(texts.saved(name));
}

/** Learns from a file, part by part. */
async function read(file: File): Promise<void> {
  if (file.size > largest) return tell("", texts.tooLarge(file.name, file.size, largest));
  Watch.pause();
  // Stop may be pressed before it is known what the file is.
  halted = false;
  tell(texts.reading(file.name), "", 0);
  // The same file, chosen again because it could no longer be read: what was answered about it still holds.
  const told = Watch.lost && Watch.file?.name === file.name ? Watch.told : [];
  if (!(await recognise(file))) return;
  const job = jobs.begin();
  Boxes.open("records");
  const run = Watch.newRun();
  const begun = await Client.learning.learnFrom(Watch.settings, foreign);
  if (job.stale || begun.type !== "learning") return;
  current = file;
  Watch.receive({ name: file.name, read: () => read(file) }, null);
  ShownPiece.reset();
  News.clear();
  const ended: Ticket = {
    get stale() {
      return job.stale || run.stale;
    },
  };
  const trouble = await readAll(file, ended);
  if (ended.stale) return;
  await Watch.tellAgain(told);
  await think(file, trouble, ended);
}

/** What went wrong, if anything did. */
async function readAll(file: File, ended: Ticket): Promise<string> {
  for (let at = 0; ; ) {
    const slice = await sliceOf(file, at).catch(() => null);
    if (!slice) return texts.noText;
    const { text, end } = slice;
    const last = end >= file.size;
    const reply = await Client.learning.read(text, last, async () => decode(file, at, end));
    if (ended.stale) return "";
    if (reply.type === "failed") return texts.trouble(placeOf(reply), reply.message);
    Watch.take(reply.learning);
    tell(texts.read(reply.learning.records, reply.learning.games), "", Math.min(1, end / Math.max(1, file.size)));
    if (last) return "";
    if (halted) return texts.stoppedReading;
    at = end;
  }
}

const placeOf = ({ span }: Failed): string => (span ? texts.place(span.line, span.column) : "");

/** The next part of a file, to the end of a character, so that every part can be read again by itself. */
async function sliceOf(file: File, at: number): Promise<{ text: string; end: number }> {
  let end = Math.min(at + part, file.size);
  if (end < file.size) {
    const bytes = new Uint8Array(await file.slice(end - 3, end + 1).arrayBuffer());
    // Bytes that continue a character begin with the bits 10; a character has three of them at most.
    for (let back = 3; back > 0 && ((bytes[back] ?? 0) & 0xc0) === 0x80; back--) end -= 1;
  }
  return { text: await decode(file, at, end), end };
}

async function decode(file: File, from: number, to: number): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: from > 0 }).decode(await file.slice(from, to).arrayBuffer());
}

/** The game that is loaded, or a built-in one, or one that is unknown here. Whether there are records in the file. */
async function recognise(file: File): Promise<boolean> {
  const reply = await Client.learning.recognise(await file.slice(0, part).text());
  if (reply.type === "recognised") {
    const { id, loaded } = reply.recognised;
    // What was learned from a file is no judge of it.
    foreign = !id && (!loaded || (foreign && !!Watch.file && current === file));
    if (id) await Game.load({ builtin: id });
    return true;
  }
  tell("", texts.noRecords(file.name, placeOf(reply), reply.message));
  return false;
}

/** Learns from what was read: all of it, or what came before an error. */
async function think(file: File, trouble: string, ended: Ticket): Promise<void> {
  if (trouble) await Client.learning.read("", true, async () => "");
  for (;;) {
    const reply = await Client.learning.study();
    if (ended.stale) return;
    if (reply.type !== "learning") return tell("", reply.message);
    Watch.take(reply.learning);
    if (reply.learning.done) break;
    tell(texts.learning(reply.learning.candidates), "", 1);
  }
  const { view } = Watch;
  if (!view) return;
  const words = texts.learned(view.records, file.name);
  const faults = `${trouble && texts.usedBefore(trouble)}${view.clashes.length ? texts.clashes(view.clashes) : ""}${view.notRandom.map((player) => texts.notRandom(player)).join("")}`;
  tell(words, faults);
  // Its rules are unknown here: what was learned of them is played by.
  if (view.judged || !view.learned || !store.game) return;
  const reply = await Watch.loadLearned(file.name.replace(/\.\w+$/, ""), view.learned.text);
  if (reply.type === "failed") tell(words, faults + texts.notYet(reply.message));
}

init();

export const Records = { read, choose, open() {} };
