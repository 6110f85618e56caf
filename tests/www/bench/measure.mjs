// @ts-check
// Measures of the page's main thread, for the benchmarks.

import assert from 'node:assert/strict';
import { cpus, loadavg } from 'node:os';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/**
 * Records the time between animation frames from now on. `stop` gives the gaps in milliseconds, longest first.
 *
 * @param {Page} page
 * @returns {Promise<{ stop: () => Promise<number[]> }>}
 */
export async function frameGaps(page) {
  const recorder = await page.evaluateHandle(() => {
    const state = { gaps: /** @type {number[]} */ ([]), running: true };
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      state.gaps.push(now - last);
      last = now;
      if (state.running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    return state;
  });
  return {
    stop: () =>
      recorder.evaluate((state) => {
        state.running = false;
        return [...state.gaps].sort((a, b) => b - a);
      }),
  };
}

/** The most processor time that one task on a page's main thread took, in milliseconds. @param {Buffer} trace */
export function longestTask(trace) {
  /** @type {{ name: string, pid: number, tid: number, tdur?: number, args: { name?: string } }[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const threads = new Set(events.filter((each) => each.name === 'thread_name' && each.args.name === 'CrRendererMain').map((each) => `${each.pid} ${each.tid}`));
  const times = events.filter((each) => each.name.endsWith('RunTask') && threads.has(`${each.pid} ${each.tid}`)).map((each) => each.tdur ?? 0);
  if (!times.length) throw new Error('the trace shows no tasks');
  return Math.max(...times) / 1000;
}

/**
 * Holds that no frame takes longer than 50 ms while something is done. On a machine that other programs keep busy a frame is
 * late through no fault of the page: then its own work must be short. One attempt of three must do.
 *
 * @param {import('node:test').TestContext} t
 * @param {Browser} browser
 * @param {() => Promise<Page>} open
 * @param {(page: Page) => Promise<void>} act
 */
export async function assertSmooth(t, browser, open, act) {
  let [gap, task] = [Infinity, Infinity];
  const smooth = () => gap <= 50 || ((loadavg()[0] ?? 0) > cpus().length && task <= 50);
  for (let attempt = 0; attempt < 3 && !smooth(); attempt++) {
    const page = await open();
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    const frames = await frameGaps(page);
    await act(page);
    const gaps = await frames.stop();
    gap = gaps[0] ?? 0;
    task = longestTask(await browser.stopTracing());
    t.diagnostic(`longest gaps ${gaps.slice(0, 5).map((each) => each.toFixed(0)).join(', ')} ms of ${gaps.length} frames; longest task ${task.toFixed(0)} ms of processor time`);
    await page.context().close();
  }
  assert.ok(smooth(), `a gap of ${gap} ms, a task of ${task} ms`);
}
