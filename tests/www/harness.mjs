// @ts-check
// What the browser tests share: servers, Chromium, and what they look for. Run them with `./dev test`,
// or one file with `node --test tests/www/page.test.mjs` once `./dev test` has set things up.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { hookScript } from './hook.mjs';

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

/** How long the tests wait for something to come true, in milliseconds: a busy machine is slow, and a wait ends when it can.
 * Set PATIENCE to see a test fail sooner. */
export const patience = Number(process.env.PATIENCE ?? 120_000);

/** What a page finds where nothing may be kept for offline use, as in some private windows. */
const uninstallable = "if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('not in this test', 'SecurityError'));";

/**
 * Starts a headless Chromium: the one that `./dev test` found, or one on the PATH.
 *
 * @param {Record<string, string>} [environment]
 * @param {{ installs?: boolean }} [options] whether pages may install themselves for offline use: two seconds after it was opened, each
 *   would fetch all files of the page once more
 */
export async function launch(environment = {}, { installs = true } = {}) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: flags, timeout: patience, env: { ...process.env, ...environment } });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patience);
    await context.addInitScript(hookScript);
    if (!installs) await context.addInitScript(uninstallable);
    return context;
  };
  return browser;
}

export function browserPath() {
  const given = process.env.CHROME || process.env.CHROMIUM;
  if (given) return given;
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
