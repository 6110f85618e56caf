// The drawing of the automaton that is shown, in its frame.

import * as Dom from "../base/dom";
import { EMPTY, type PieceId } from "../client/views";
import { Graph } from "./graph";
import { Zoom } from "./zoom";

/** Beyond this a drawing is of no help. */
export const mostStates = 60;

export const frame = Dom.get("graph-frame", HTMLElement);
export const svg = Dom.get("graph", SVGSVGElement);
export const graph = new Graph(svg);
export const zoom = new Zoom(frame, graph, [0.62, 1.6], "zoom");

export const drawn = {
  /** The piece whose automaton is drawn. */
  piece: EMPTY as PieceId,
  /** Everything that is on the screen of it, to draw only what has changed. */
  key: "",
};
