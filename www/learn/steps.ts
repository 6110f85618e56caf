// Steps of an automaton: which go the same way, and which way is ahead for a piece.

import type { StepView } from "../client/protocol";
import { lookOf, type PieceId } from "../client/views";
import { legend } from "../store/store";

/** Steps the same way that differ in what they find: what one glyph shows. Never empty. */
export type Group = [StepView, ...StepView[]];

/** Neighbours that go the same way. */
export function together(steps: readonly StepView[]): Group[] {
  const groups: Group[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last && wayOf(last[0]) === wayOf(step)) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Names the way that a step goes, whatever it finds there. */
export const wayOf = ({ dx, dy }: StepView): string => `${dx},${dy}`;

/** 1 for a piece to which ahead is away from White, -1 for the others. */
export const ahead = (piece: PieceId): 1 | -1 => (lookOf(piece, legend())?.owner === "black" ? -1 : 1);
