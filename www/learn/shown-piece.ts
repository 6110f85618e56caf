// The piece whose automaton is shown: as it was chosen, pointed at, or moved last.

import * as Dom from "../base/dom";
import * as Frames from "../base/frames";
import type { LearnedView } from "../client/protocol";
import { EMPTY, type PieceId } from "../client/views";
import { forgotten, Watch } from "./watch";

const auto = Dom.get("follow", HTMLInputElement);
/** When it was chosen by itself: a glance is not enough to see an automaton. */
let chosenAt = -Infinity;
const dwell = 2500;

export const shown = {
  /** 0 when none has been chosen. */
  piece: EMPTY as PieceId,
  /** It is to be drawn at once, however short the last drawing is ago. */
  urgent: false,
};

/** What has been learned of it. */
export const view = (): LearnedView | undefined => Watch.piece(shown.piece);

/** It has not been seen to move. */
export const isStill = (piece: LearnedView): boolean => piece.words === 0;

export function init(): void {
  forgotten.listen(reset);
}

export function reset(): void {
  shown.piece = EMPTY;
  chosenAt = -Infinity;
}

/** Shows the piece that has just moved, unless another has been shown for too short a time. */
export function follow(moved: PieceId | undefined): void {
  if (!auto.checked || !moved || Watch.skipping() || moved === shown.piece || performance.now() - chosenAt < dwell) return;
  chosenAt = performance.now();
  shown.piece = moved;
}

/** The visitor chooses, and wants to stay there. */
export function choose(piece: PieceId): void {
  shown.piece = piece;
  auto.checked = false;
  shown.urgent = true;
  Frames.refresh();
}

/** Shows a piece that is pointed at; soon after, one that moves may be shown again. */
export function glance(piece: PieceId): void {
  if (piece !== shown.piece) shown.urgent = true;
  shown.piece = piece;
  chosenAt = performance.now();
  Frames.refresh();
}
