// A worker of its own that invents games: it may take long, and can be stopped, whatever is on the board.

import { base } from "../client/client";
import { FIRST } from "../client/modules";
import type { Answer, Command, Replies, Reply } from "../client/protocol";
import { WorkerClient } from "../client/worker-client";
import { texts } from "./texts";

/** With settings that hardly ever give a playable game, two hundred are tried. */
const patience = 600000;

let client: WorkerClient | null = null;

/** How much of it has been loaded, in words; empty when it is there. */
export const loading = { tell: (_how: string): void => {} };

function start(): WorkerClient {
  client ??= new WorkerClient({ base: base(), module: FIRST, onHealth: (health, how) => loading.tell(health === "loading" && how ? texts.loading(how) : "") });
  if (!client.worker) client.start();
  return client;
}

/** Asks the first module, and then the one that it names. */
export async function ask<K extends keyof Replies>(command: Command): Promise<Answer<K>> {
  const asked = start();
  let reply: Reply = await asked.ask(command, patience);
  if (reply.type === "failed" && reply.module && asked === client) {
    asked.become(reply.module);
    reply = await asked.ask(command, patience);
  }
  return reply as Answer<K>;
}

/** At once, whatever it is busy with. */
export function stop(): void {
  if (client?.isBusy()) client.cancel();
}

/** It is wanted no more. */
export function close(): void {
  client?.close();
  client = null;
}
