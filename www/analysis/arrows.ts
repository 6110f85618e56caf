// Which arrows are on the board: a hint, a better move, or the line that the engine expects, numbered in its order.

import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import * as Preferences from "../base/preferences";
import { type Arrow, draw } from "../board/arrows";
import * as Main from "../board/main";
import { endsOf } from "../client/views";
import { store } from "../store/store";
import * as Hints from "./hints";
import * as Panel from "./panel";
import { texts } from "./texts";

let on = true;

export function init(): void {
  set(Preferences.get("arrows") !== "off");
  Dom.button("show-arrows").addEventListener("click", toggle);
  // The first one on top.
  Main.board.layers.push({
    over(sheet) {
      for (const arrow of list().reverse()) draw(sheet, arrow);
    },
  });
}

export function toggle(): void {
  set(!on);
  Preferences.set("arrows", on ? "on" : "off");
  speak(on ? texts.arrowsOn : texts.arrowsOff);
  Frames.repaint();
}

function set(value: boolean): void {
  on = value;
  Dom.button("show-arrows").setAttribute("aria-pressed", String(on));
}

/** Those for the position on the board. */
function list(): Arrow[] {
  if (store.mode.kind !== "play") return [];
  const hint = Hints.arrow();
  if (hint) return [hint];
  const line = on ? Panel.currentLine() : [];
  return line.slice(0, 3).flatMap((move, index) => {
    const ends = endsOf(move);
    return ends ? [{ ...ends, label: String(index + 1), strength: 0.85 - 0.25 * index }] : [];
  });
}
