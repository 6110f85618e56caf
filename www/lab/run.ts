// A run of an experiment: its cells, worked out by a pool of workers. It lives as long as the page, whatever is looked at. Pausing is
// to begin no more cells; cancelling ends the workers, which costs the cells under way and nothing else.

import { signal } from "../base/signal";
import { Latest } from "../client/latest";
import { COMPLETE } from "../client/modules";
import type { DoneCell, NamedText, PlanView, ReportView } from "../client/protocol";
import { WorkerPool } from "../client/worker-pool";
import * as Desk from "./desk";
import { texts } from "./texts";

/** `incomplete`: nothing is under way, and some cells have failed. */
export type State = "ready" | "running" | "pausing" | "paused" | "cancelled" | "done" | "incomplete";

const pool = new WorkerPool(COMPLETE, texts.worker);
/** All runs of this visit, by their settings. */
const runs = new Map<string, Run>();
/** The one that begins new cells. */
let active: Run | null = null;
/** The workers between one end of them all and the next: what was asked before has no answer. */
const crews = new Latest();

/** A run has come further, or its state has changed. */
export const changed = signal<[Run]>();

/** The run with these settings, as it was left. */
export function of(plan: PlanView): Run {
  const run = runs.get(plan.settings) ?? new Run(plan);
  runs.set(plan.settings, run);
  return run;
}

/** The newest run of an experiment that has begun. */
export const latest = (experiment: string): Run | undefined => [...runs.values()].findLast((run) => run.settings.split("?")[0] === experiment && run.state !== "ready");

export class Run {
  readonly settings: string;
  readonly plan: PlanView;
  state: State = "ready";
  report: ReportView | null = null;
  /** Why there is no report. */
  trouble = "";
  /** Why cells have failed. */
  readonly failed = new Map<number, string>();
  readonly #done = new Map<number, string>();
  readonly #working = new Set<number>();
  /** Milliseconds of work before the last start, and when that was. */
  #before = 0;
  #since = 0;
  #reporting = false;
  #stale = false;

  constructor(plan: PlanView) {
    this.plan = plan;
    this.settings = plan.settings;
  }

  get doneCells(): number {
    return this.#done.size;
  }

  get isUnderWay(): boolean {
    return this.state === "running" || this.state === "pausing";
  }

  /** Between 0 and 1, as long as cells take. */
  get share(): number {
    const all = this.plan.costs.reduce((sum, cost) => sum + cost, 0);
    const done = [...this.#done.keys()].reduce((sum, cell) => sum + (this.plan.costs[cell] ?? 0), 0);
    return all ? done / all : 1;
  }

  /** Seconds of work so far. */
  get seconds(): number {
    return (this.#before + (this.#since ? performance.now() - this.#since : 0)) / 1000;
  }

  /** Begins, or goes on; what has failed is tried again. Another run waits then. */
  start(): void {
    if (active !== this) active?.pause();
    active = this;
    this.failed.clear();
    if (!this.#since) this.#since = performance.now();
    this.#enter("running");
    this.#pump();
  }

  pause(): void {
    if (this.state === "running") this.#enter(this.#working.size ? "pausing" : "paused");
  }

  cancel(): void {
    if (!this.isUnderWay) return;
    crews.drop();
    pool.stop();
    this.#enter("cancelled");
    // Cells of a run that was pausing are lost too; it has them to do again.
    for (const run of runs.values()) run.#lose();
  }

  /** Forgets everything. */
  reset(): void {
    this.cancel();
    this.#done.clear();
    this.failed.clear();
    this.report = null;
    this.#before = 0;
    this.#enter("ready");
  }

  /** The files of what is done. */
  async files(): Promise<NamedText[] | string> {
    const reply = await Desk.files(this.settings, this.#rows());
    return reply.type === "failed" ? reply.message : reply.files;
  }

  #rows(): DoneCell[] {
    return [...this.#done].map(([cell, rows]) => ({ cell, rows }));
  }

  /** Gives work to all workers that are free. */
  #pump(): void {
    while (this.state === "running" && active === this && pool.isFree()) {
      const cell = this.plan.cells.findIndex((_, index) => !this.#done.has(index) && !this.#working.has(index) && !this.failed.has(index));
      if (cell < 0) break;
      this.#work(cell);
    }
    if (this.isUnderWay && !this.#working.size) this.#rest();
  }

  async #work(cell: number): Promise<void> {
    const crew = crews.current();
    this.#working.add(cell);
    const reply = await pool.ask({ laboratory: { runCell: { settings: this.settings, cell } } });
    if (crew.stale) return;
    this.#working.delete(cell);
    if (reply.type === "cell") this.#done.set(cell, reply.cell.rows);
    else this.failed.set(cell, reply.type === "failed" ? reply.message : "");
    this.#update();
    this.#pump();
    // A worker that is free now may be for the run that waited for it.
    if (active && active !== this) active.#pump();
    changed.fire(this);
  }

  /** The workers are gone. */
  #lose(): void {
    this.#working.clear();
    if (this.isUnderWay) this.#rest();
  }

  /** Nothing is under way any more. */
  #rest(): void {
    const open = this.plan.cells.length - this.#done.size;
    this.#enter(!open ? "done" : open === this.failed.size ? "incomplete" : "paused");
  }

  #enter(state: State): void {
    this.state = state;
    if (!this.isUnderWay) {
      this.#before = this.seconds * 1000;
      this.#since = 0;
      if (active === this) active = null;
    }
    changed.fire(this);
  }

  /** Asks what the rows come to. One question at a time: cells can be faster than tables. */
  async #update(): Promise<void> {
    this.#stale = true;
    if (this.#reporting) return;
    this.#reporting = true;
    while (this.#stale && this.#done.size) {
      this.#stale = false;
      const began = performance.now();
      const reply = await Desk.report(this.settings, this.#rows(), this.seconds);
      this.trouble = reply.type === "failed" ? reply.message : "";
      if (reply.type === "report" && this.#done.size) this.report = reply.report;
      changed.fire(this);
      // Drawing anew at every cell would take more time than the cells.
      if (this.isUnderWay) await new Promise((go) => setTimeout(go, Math.max(200, 2 * (performance.now() - began))));
    }
    this.#reporting = false;
  }
}
