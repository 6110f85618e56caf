// A position to look at, with the path of one move in it: a question, or the reason for a no. It lies over the watched game until
// something else is wanted there.

import { colours } from "../base/colours";
import * as Frames from "../base/frames";
import * as Main from "../board/main";
import * as Paint from "../board/paint";
import type { SceneView } from "../client/protocol";
import { legend, type Scene, scene, size, store } from "../store/store";
import { texts } from "./texts";

/** For narrow pages, where the main board is far above. */
const small = [...document.querySelectorAll<HTMLCanvasElement>("canvas.small-board")];

export function init(): void {
  Frames.add(showSmall);
  Main.board.layers.push(layer);
  Main.tellers.push(tell);
}

function showSmall(): void {
  const shown = scene();
  for (const canvas of small) {
    canvas.hidden = !shown;
    if (!shown || !canvas.offsetParent || !store.card) continue;
    Paint.miniature(canvas, { ...size(), legend: legend(), squares: shown.squares }, 200, layer);
  }
}

/** `caption`: above the board. */
export function show(view: SceneView | undefined, sign: Scene["sign"], caption: string): void {
  const { width, height } = size();
  if (!view || view.squares.length !== width * height || store.mode.kind !== "watch") return clear();
  Main.board.motion.stop();
  store.mode.over = { kind: "scene", squares: view.squares, path: view.path, sign, caption };
  Frames.refresh();
}

export function clear(): void {
  if (store.mode.kind !== "watch" || store.mode.over?.kind !== "scene") return;
  store.mode.over = null;
  Frames.refresh();
}

/** For the words of a cell. */
function tell(square: number): string {
  const path = scene()?.path ?? [];
  const at = path.indexOf(square);
  if (at < 0) return "";
  return at === 0 ? texts.scene.begins : at === path.length - 1 ? texts.scene.ends : texts.scene.step(at);
}

const layer: Paint.Layer = {
  /** The squares of the path, below the pieces. */
  under(sheet) {
    const path = scene()?.path ?? [];
    for (const at of path) Paint.tint(sheet, at, colours.last);
    if (path[0] !== undefined) Paint.frame(sheet, path[0], colours.mark);
  },

  /** The path as a line with an arrow's head, dots where it passes, and the sign where it ends. */
  over(sheet) {
    const shown = scene();
    if (!shown || shown.path.length < 2) return;
    const { context, square } = sheet;
    const points = shown.path.map((at) => Paint.middle(sheet, at));
    context.strokeStyle = context.fillStyle = colours.mark;
    context.lineWidth = Math.max(2, square / 14);
    context.setLineDash([square / 6, square / 9]);
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
    context.setLineDash([]);
    for (const [x, y] of points.slice(1)) {
      context.beginPath();
      context.arc(x, y, square * 0.1, 0, 7);
      context.fill();
    }
    const [x, y] = points[points.length - 1] ?? [0, 0];
    context.fillStyle = colours.black;
    context.strokeStyle = colours["on-black"];
    context.lineWidth = Math.max(1, square / 30);
    context.beginPath();
    context.arc(x + square * 0.26, y - square * 0.26, square * 0.21, 0, 7);
    context.fill();
    context.stroke();
    context.fillStyle = colours["on-black"];
    context.font = `700 ${Math.round(square * 0.3)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(shown.sign, x + square * 0.26, y - square * 0.25);
  },
};
