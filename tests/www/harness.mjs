// @ts-check
// What the browser tests share: servers, Chromium, and measures. Run them with `./dev test`,
// or one file with `node --test tests/www/page.test.mjs` once `./dev test` has set things up.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export { serve } from './server.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

/** The folder that holds index.html. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Without these, Chromium asks hosts of its own at every start, and does not run as root at all. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts a headless Chromium: the one that `./dev test` found, or one on the PATH. */
export async function launch() {
  return chromium.launch({ executablePath: browserPath(), args: flags });
}

function browserPath() {
  const given = process.env.CHROME || process.env.CHROMIUM;
  if (given) return given;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const candidates = [
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error('no Chromium found: set CHROME to its path, or run ./dev test, which looks further');
  return found;
}

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

/**
 * The faults that axe-core finds in the page, a line each; an empty list is good.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function accessibilityFaults(page) {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // addScriptTag would meet the page's content security policy; evaluate does not.
  const { readFile } = await import('node:fs/promises');
  await page.evaluate(await readFile(path, 'utf8'));
  return page.evaluate(async () => {
    const axe = /** @type {typeof import('axe-core')} */ (/** @type {any} */ (window).axe);
    const { violations } = await axe.run();
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
  });
}

/**
 * Collects what goes wrong in the page: exceptions, console errors, requests that failed.
 *
 * @param {Page} page
 * @returns {string[]} grows while the page lives; a test asserts that it is empty
 */
export function complaints(page) {
  /** @type {string[]} */
  const list = [];
  page.on('pageerror', (error) => list.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    // What a page was still loading when it was left did not fail.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') list.push(`request failed: ${request.url()}`);
  });
  return list;
}

/**
 * Takes a picture into the folder that SCREENSHOTS names, for people to look at; without it, does nothing.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function screenshot(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
}
