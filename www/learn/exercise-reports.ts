// What an exercise reports to the page around a frame: answers, the score at the end, and errors.

import { signal } from "../base/signal";

export const reports = signal<[type: "answer" | "complete" | "error", fields: object]>();
