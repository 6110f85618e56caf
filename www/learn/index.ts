// Watching and learning, part by part, in the order in which they are set up and drawn.

import { Boxes } from "./boxes";
import * as Diagram from "./diagram";
import * as Highlight from "./highlight";
import * as Inside from "./inside";
import { Learned } from "./learned";
import * as News from "./news";
import * as Scene from "./scene";
import * as ShownPiece from "./shown-piece";
import * as Spectate from "./spectate";
import * as Tape from "./tape";
import * as Transitions from "./transitions";
import * as Truth from "./truth";
import { Watch } from "./watch";
import * as WatchedBoard from "./watched-board";
import { WatchPanel } from "./watchpanel";

export const parts: { init(): void }[] = [Watch, Scene, WatchedBoard, ShownPiece, WatchPanel, Inside, Learned, Highlight, News, Tape, Diagram, Truth, Transitions, Boxes, Spectate];

/** Told and heard by parts that are loaded later: it is here once for both. */
export { reports } from "./exercise-reports";
