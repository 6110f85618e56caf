// What was learned, for other programs and for paper.

import { copy } from "../base/clipboard";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Client from "../client/client";
import type { Format } from "../client/protocol";
import { EMPTY } from "../client/views";
import * as Theme from "../page/theme";
import { describe } from "../store/words";
import { Boxes } from "./boxes";
import { graph, svg } from "./drawing";
import * as Glyph from "./glyph";
import { shown } from "./shown-piece";
import { exportsTexts as texts } from "./texts-later";
import { Watch } from "./watch";

declare module "../base/lazy" {
  interface Parts {
    exports: typeof import("./exports");
  }
}

interface Form {
  name: string;
  /** Of the file's name. */
  ending: string;
  type: string;
  make(): Promise<string | Blob>;
}

const forms: Form[] = [
  { name: texts.forms.dot, ending: "dot", type: "text/vnd.graphviz", make: () => ask("dot") },
  { name: texts.forms.tikz, ending: "tex", type: "text/x-tex", make: () => ask("tikz") },
  { name: texts.forms.json, ending: "json", type: "application/json", make: () => ask("json") },
  { name: texts.forms.svg, ending: "svg", type: "image/svg+xml", make: async () => drawing() },
  { name: texts.forms.png, ending: "png", type: "image/png", make: picture },
  { name: texts.forms.game, ending: "sbg", type: "text/plain", make: async () => Watch.learnedText() ?? fail(texts.notDone) },
];

/** What the style sheets say of a shape, as attributes: every program that reads SVG understands those. With the value that goes without saying. */
const attributes = [
  ["fill", ""],
  ["stroke", "none"],
  ["stroke-width", "1px"],
  ["stroke-linecap", "butt"],
  ["stroke-linejoin", "miter"],
  ["stroke-dasharray", "none"],
] as const;
const lettering = ["font-family", "font-size", "font-weight", "text-anchor"];

const note = Dom.get("exports-note", HTMLElement);

function init(): void {
  Dom.get("exports", HTMLElement).replaceChildren(...forms.map(row));
  Frames.add(show);
}

function open(): void {
  Dom.say(note, "");
}

function show(): void {
  if (Boxes.current === "exports") Dom.say(Dom.get("exports-about", HTMLElement), shown.piece === EMPTY ? "" : texts.about(describe(shown.piece)));
}

function row(form: Form): HTMLElement {
  const buttons = [button(texts.download, form, () => save(form))];
  if (form.ending !== "png") buttons.push(button(texts.copy, form, () => copyForm(form)));
  return Dom.make("li", {}, Dom.make("span", { textContent: form.name }), ...buttons);
}

function button(word: string, { name }: Form, act: () => Promise<void>): HTMLButtonElement {
  const element = Dom.make("button", { type: "button", textContent: word });
  element.setAttribute("aria-label", `${word} ${name}`);
  element.addEventListener("click", () => act().catch((error: Error) => Dom.say(note, error.message)));
  return element;
}

async function save({ ending, type, make }: Form): Promise<void> {
  const content = await make();
  const of = ending === "sbg" ? "learned" : describe(shown.piece).replace(/[^\p{L}\p{N}]+/gu, "-");
  const file = `${Watch.game?.id ?? "game"}-${of}.${ending}`;
  Dom.download(content instanceof Blob ? content : new Blob([content], { type }), file);
  Dom.say(note, texts.saved(file));
}

async function copyForm({ name, make }: Form): Promise<void> {
  const text = await make();
  const done = typeof text === "string" && (await copy(text));
  Dom.say(note, done ? texts.copied(name) : texts.mayNotCopy);
}

function fail(message: string): never {
  throw new Error(message);
}

async function ask(format: Format): Promise<string> {
  const reply = await Client.learning.exportAs(shown.piece, format);
  return reply.type === "exported" ? reply.exported : fail(reply.message);
}

/** The drawing as a file that needs nothing else. */
function drawing(): string {
  if (!graph.width || svg.hasAttribute("hidden")) return fail(texts.noDrawing);
  const copied = svg.cloneNode(true) as SVGSVGElement;
  for (const element of [copied, ...copied.querySelectorAll("*")]) element.classList.remove("tracing", "lit", "here", "stuck");
  onPaper(copied, () => {
    for (const shape of copied.querySelectorAll("path, circle, rect, text")) settle(shape);
  });
  for (const element of copied.querySelectorAll("[style]")) {
    const [x, y] = (element.getAttribute("style") ?? "").match(/-?[\d.]+(?=px)/g) ?? [];
    if (x && y) element.setAttribute("transform", `translate(${x} ${y})`);
  }
  for (const element of [copied, ...copied.querySelectorAll("*")]) {
    for (const name of element.getAttributeNames()) if (/^(style|role|tabindex|data-.*|aria-.*)$/.test(name)) element.removeAttribute(name);
  }
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copied.setAttribute("width", String(Math.ceil(graph.width)));
  copied.setAttribute("height", String(Math.ceil(graph.height)));
  copied.prepend(Glyph.make("rect", { width: "100%", height: "100%", fill: "#fff" }));
  return new XMLSerializer().serializeToString(copied);
}

/** While `act` runs, the copy stands beside the drawing, in the colours of the light theme on white. */
function onPaper(copied: SVGSVGElement, act: () => void): void {
  Theme.forPaper();
  copied.style.setProperty("--card", "#fff");
  svg.after(copied);
  try {
    act();
  } finally {
    copied.remove();
    Theme.forScreen();
  }
}

/** Writes the style of a shape into the shape; takes away what cannot be seen. */
function settle(shape: Element): void {
  const style = getComputedStyle(shape);
  const value = (name: string) => style.getPropertyValue(name).trim();
  if (value("display") === "none" || (value("fill") === "none" && value("stroke") === "none")) return shape.remove();
  for (const [name, usual] of attributes) {
    // Few programs know the colour of the line that an arrowhead belongs to.
    const found = value(name) === "context-stroke" ? getComputedStyle(shape.closest("svg")?.querySelector(".line") ?? shape).stroke : value(name);
    if (found !== usual && (name === "fill" || value("stroke") !== "none")) shape.setAttribute(name, found.replace(/px/g, ""));
  }
  if (shape instanceof SVGTextElement) for (const name of lettering) shape.setAttribute(name, value(name));
}

/** The same in pixels, twice as fine. */
async function picture(): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing())}`;
  await image.decode();
  const canvas = Dom.make("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(texts.tooLarge))));
  });
}

init();

export const Exports = { open };
