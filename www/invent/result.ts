// An invented game: its rules in words, a picture of each piece's moves, and what can be done with it.

import { speak } from "../base/announce";
import { copy } from "../base/clipboard";
import * as Dom from "../base/dom";
import * as Lazy from "../base/lazy";
import * as Paint from "../board/paint";
import * as Pieces from "../board/pieces";
import { sharing } from "../client/client";
import type { DiagramView, GameView, InventedView } from "../client/protocol";
import { arrive } from "../library/library";
import { rows } from "../rules/piece-list";
import * as Game from "../store/game";
import { texts } from "./texts";

/** A game, and how it came about. */
export interface Result {
  game: GameView;
  invented: InventedView;
  /** The seed that was asked for: games before the one that was found failed the test. */
  asked: number;
  diagrams: DiagramView[];
}

const name = Dom.make("h3", { className: "invent-name", tabIndex: -1 });
const facts = Dom.make("p", { className: "quiet" });
const trial = Dom.make("p");
const flaw = Dom.make("p", { className: "error-text" });
const play = Dom.make("button", { type: "button", className: "primary", textContent: texts.play });
const keep = Dom.make("button", { type: "button", textContent: texts.keep });
const copyLink = Dom.make("button", { type: "button", textContent: texts.copyLink });
const link = Dom.make("input", { readOnly: true, className: "invent-link" });
const said = Dom.make("p", { className: "quiet" });
const board = Dom.make("canvas");
const goals = Dom.make("ul", { className: "goals" });
const pieces = Dom.make("ul", { className: "pieces" });
const key = Dom.make("ul", { className: "move-legend", hidden: true });
const text = Dom.make("pre", { tabIndex: 0 });
const heading = (words: string) => Dom.make("h4", { textContent: words });

export const element = Dom.make(
  "section",
  { className: "invent-result", hidden: true },
  Dom.make("div", { className: "invent-head" }, Dom.make("div", {}, name, facts, trial, flaw), board),
  Dom.make("div", { className: "row" }, play, keep),
  Dom.make("div", { className: "row" }, link, copyLink),
  said,
  heading(texts.goals),
  goals,
  heading(texts.pieces),
  pieces,
  key,
  Dom.make("details", {}, Dom.make("summary", { textContent: texts.text }), text),
);
element.setAttribute("aria-label", texts.result);
board.setAttribute("role", "img");
link.setAttribute("aria-label", texts.link);
key.setAttribute("aria-label", texts.marks);
text.setAttribute("role", "region");
text.setAttribute("aria-label", texts.text);
said.setAttribute("role", "status");

let shown: Result | null = null;
/** Closes everything that lies over the board. */
let leave: () => void = () => {};

export function init(onPlay: () => void): void {
  leave = onPlay;
  play.addEventListener("click", playIt);
  keep.addEventListener("click", keepIt);
  copyLink.addEventListener("click", async () => {
    const done = await copy(link.value);
    if (!done) link.select();
    Dom.say(said, done ? texts.copied : texts.copyByHand);
  });
}

export async function show(result: Result): Promise<void> {
  shown = result;
  const { game, invented, asked } = result;
  const { width, height, topology } = game.board;
  Dom.say(name, game.name);
  const skipped = invented.seed - asked;
  Dom.say(facts, `${texts.size(width, height, topology === "cylinder")}. ${texts.seedIs(invented.seed)}${skipped > 0 ? texts.passedOver(skipped) : ""}.`);
  Dom.say(trial, texts.trial(invented.played, invented.white, invented.black));
  Dom.say(flaw, invented.flaw ?? "");
  Dom.say(said, "");
  Dom.say(text, invented.text);
  goals.replaceChildren(...game.goals.map((goal) => Dom.make("li", { textContent: goal })));
  element.hidden = false;
  key.hidden = true;
  draw(result);
  await Promise.all([drawMoves(result), makeLink(result)]);
  speak(texts.invented(game.name, trial.textContent ?? ""));
}

/** Pictures of pieces are drawn again when colours or drawings have changed. */
let edition = -1;

export function redraw(): void {
  if (shown && !element.hidden && edition !== Pieces.edition) {
    draw(shown);
    drawMoves(shown);
  }
}

function draw({ game }: Result): void {
  edition = Pieces.edition;
  board.setAttribute("aria-label", texts.start);
  Paint.miniature(board, { ...game.board, squares: game.start.squares, legend: game.legend }, 150);
  pieces.replaceChildren(...rows(game, false));
}

async function drawMoves(result: Result): Promise<void> {
  const part = await Lazy.need("movediagram");
  await part?.MoveDiagram.prepare(result.game.legend);
  if (shown === result) part?.MoveDiagram.draw(pieces, key, result.diagrams, result.game.pieces, result.game.legend);
}

async function makeLink(result: Result): Promise<void> {
  link.value = "";
  const reply = await sharing.share({ text: result.invented.text }, {}, []);
  if (reply.type !== "link" || shown !== result) return;
  const address = new URL(location.href);
  address.search = "";
  address.hash = reply.link;
  link.value = address.href;
  Dom.say(said, texts.linkLength(link.value.length));
}

async function playIt(): Promise<void> {
  if (!shown) return;
  leave();
  const reply = await Game.load({ text: shown.invented.text });
  if (reply.type === "board") arrive();
  else Game.trouble(reply);
}

async function keepIt(): Promise<void> {
  const result = shown;
  const library = await Lazy.need("library");
  if (!result || !library) return;
  const { MyGames } = library;
  const { text: definition } = result.invented;
  const own = MyGames.withText(definition) ?? MyGames.add(definition, MyGames.cardOf(result.game));
  const trouble = MyGames.unsaved.get(own.id);
  Dom.say(said, trouble ? MyGames.explain(trouble) : texts.kept(MyGames.nameOf(definition)));
}
