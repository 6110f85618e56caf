// The learned rule beside the true one: positions set up on the main board to show a move, or a difference.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Notice from "../base/notice";
import * as Main from "../board/main";
import { still } from "../board/motion";
import * as Client from "../client/client";
import type { ExampleView, LearningView, StepView } from "../client/protocol";
import type { PieceId } from "../client/views";
import { posed, scene, store, watched } from "../store/store";
import { describe, squareName } from "../store/words";
import { compare, comparing, onBoard } from "./compare";
import * as Highlight from "./highlight";
import { automataInSight } from "./inside";
import { endOf } from "./paths";
import * as ShownPiece from "./shown-piece";
import { texts } from "./texts";
import { Watch } from "./watch";

const strip = Dom.get("strip", HTMLElement);
/** What was known when the position was set up. */
let during: LearningView | null = null;

export function init(): void {
  Frames.add(show);
  for (const box of [compare, onBoard]) {
    box.addEventListener("change", () => {
      Highlight.choose(null);
      Frames.refresh();
    });
  }
  Dom.button("unpose").addEventListener("click", () => {
    back();
    Main.board.focus();
    // The keyboard comes back to the board; the piece looked at stays.
    Highlight.stay();
  });
}

function show(): void {
  // Watching that goes on, or another tab, ends it.
  if (posed() && (Watch.running() || Watch.view !== during || !automataInSight())) back();
  Dom.button("unpose").hidden = !posed();
  if (posed() || scene()) Dom.button("play-now").hidden = true;
  strip.classList.toggle("posed", !!posed());
  Dom.get("compare-legend", HTMLElement).hidden = !comparing();
}

/** A button that sets up a position for a word. */
export function button(piece: PieceId, word: StepView[]): HTMLButtonElement {
  const element = Dom.make("button", { type: "button", className: "link", textContent: texts.learned.showIt });
  element.addEventListener("click", () => pose(piece, word));
  return element;
}

async function pose(piece: PieceId, word: StepView[]): Promise<void> {
  const reply = await Client.learning.pose(piece, word);
  if (reply.type === "failed") Notice.show("watch", reply.message);
  else if (reply.examples[0]) setUp(reply.examples[0]);
}

/** Puts an example on the main board, with its path lit. */
export function setUp(example: ExampleView): void {
  if (!Watch.view || !watched() || store.mode.kind !== "watch") return;
  Watch.pause();
  Main.board.motion.stop();
  const { squares, piece, path } = example;
  const sentence = tell(example);
  store.mode.over = { kind: "posed", squares, sentence };
  during = Watch.view;
  Highlight.state.pinned = { from: path.squares[0] ?? 0, piece };
  ShownPiece.glance(piece);
  // The other moves there, too.
  Highlight.big.wantWith(piece, squares, path);
  Highlight.choose(Highlight.big, path);
  speak(sentence);
  Frames.refresh();
  // On a phone the board may be out of sight.
  Main.board.elements.box.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
}

function tell({ game, ply, played, piece, path }: ExampleView): string {
  const move = texts.posed.move(describe(piece), squareName(path.squares[0] ?? 0), squareName(endOf(path)));
  return game === undefined ? texts.posed.made(move, path.verdict) : texts.posed.fromGame(game, ply, move, played);
}

function back(): void {
  if (store.mode.kind !== "watch" || store.mode.over?.kind !== "posed") return;
  store.mode.over = null;
  Highlight.unpin();
  Frames.refresh();
}
