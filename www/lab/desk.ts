// The worker of the laboratory that answers questions: which experiments there are, what a setting comes to, what the rows show. Cells
// are worked out by others, so that it always answers.

import { signal } from "../base/signal";
import { base } from "../client/client";
import { COMPLETE } from "../client/modules";
import { type Answer, type DoneCell, failure, type LaboratoryCommand, type Replies } from "../client/protocol";
import { type Health, WorkerClient } from "../client/worker-client";
import { texts } from "./texts";

let client: WorkerClient | null = null;

/** How far it has loaded, and whether it has. */
export const health = signal<[Health, string]>();

async function ask<K extends keyof Replies>(command: LaboratoryCommand): Promise<Answer<K>> {
  if (!client?.worker) {
    client?.close();
    let broken = "";
    const onHealth = (state: Health, message: string) => {
      if (state === "broken") broken = message;
      health.fire(state, message);
    };
    client = new WorkerClient({ base: base(), module: COMPLETE, name: texts.worker, onHealth });
    if (!client.worker) return failure(broken);
  }
  // Large tables take a while on a small machine.
  return (await client.ask({ laboratory: command }, 60000)) as Answer<K>;
}

export const experiments = (): Promise<Answer<"experiments">> => ask("experiments");
export const plan = (settings: string, values: [string, string][] = []): Promise<Answer<"plan">> => ask({ plan: { settings, values } });
export const report = (settings: string, done: DoneCell[], seconds: number): Promise<Answer<"report">> => ask({ report: { settings, done, seconds } });
export const files = (settings: string, done: DoneCell[]): Promise<Answer<"files">> => ask({ export: { settings, done } });
