// Analysis by several engines at once, each of which looks at a share of the moves.

import { thinking } from "../client/client";
import { Engine, type Spot } from "../client/engine-pool";
import { Latest } from "../client/latest";
import { type Answer, type Failed, failure, type ShareReport, type ThoughtView } from "../client/protocol";
import { crewSize } from "../client/worker-pool";
import { texts } from "./texts";

const analysts: Engine[] = [];
/** An analysis that was stopped must not stop what came after it. */
const analyses = new Latest();

/** The engine for long work that is not analysis. */
export function helper(): Engine {
  const engine = analysts[0] ?? new Engine();
  analysts[0] = engine;
  return engine;
}

/**
 * Thinks with all analysts, and tells what they agree on. What each has said goes to the rules engine, which knows how shares of a
 * search are combined. `nodes`: for all of them together; without it, no end. `onThought` hears also how long they have been at it.
 */
export async function analyse(spot: Spot, nodes: number | undefined, onThought: (thought: ThoughtView, millis: number) => void): Promise<Answer<"thought">> {
  const of = crewSize();
  const analysis = analyses.begin();
  while (analysts.length < of) analysts.push(new Engine());
  /** What each has said, one thought a whole depth, the newest last. */
  const shares: ThoughtView[][] = Array.from({ length: of }, () => []);
  const failures: Failed[] = [];
  const combinations = new Latest();
  let millis = 0;
  const note = async (share: ThoughtView[], thought: ThoughtView) => {
    const last = share.at(-1);
    if (last?.depth === thought.depth && last.partial === thought.partial) share.pop();
    share.push(thought);
    const ticket = combinations.begin();
    const agreed = await combine(shares);
    if (agreed && !ticket.stale && !analysis.stale) onThought(agreed, millis);
  };
  const work = async (share: ThoughtView[], part: number) => {
    const limits = { nodes: nodes && Math.ceil(nodes / of), share: [part, of] as [number, number] };
    const reply = await analysts[part]?.think(spot, limits, (news, took) => {
      millis = Math.max(millis, took);
      if (news.type === "thinking") note(share, news.thinking);
    });
    if (reply?.type === "thought") return note(share, reply.thought);
    // Without one share the others know nothing of the whole.
    failures.push(reply?.type === "failed" ? reply : failure(texts.stopped));
    if (!analysis.stale) stop();
  };
  await Promise.all(shares.map(work));
  const thought = failures.length ? null : await combine(shares);
  return failures[0] ?? (thought ? { type: "thought", thought } : failure(texts.stopped));
}

/** What all shares together say; nothing until each has said something. */
async function combine(shares: ThoughtView[][]): Promise<ThoughtView | null> {
  const copies = shares.map((thoughts) => [...thoughts]);
  const report = ({ depth, partial, nodes, value, line }: ThoughtView): ShareReport => ({ depth, partial, nodes: Math.min(nodes, 2 ** 32 - 1), value, empty: line.length === 0 });
  const reply = await thinking.combine(copies.map((thoughts) => thoughts.map(report)));
  if (reply.type !== "combined" || !reply.combined) return null;
  const { share, report: at, depth, partial, nodes } = reply.combined;
  const best = copies[share]?.[at];
  return best ? { ...best, depth, partial, nodes } : null;
}

export function stop(): void {
  analyses.drop();
  for (const analyst of analysts) analyst.stop();
}
