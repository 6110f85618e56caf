// @ts-check
// A page with a game on it, and ways to play there: what the tests of the page share.

import { after, afterEach } from 'node:test';

import { launch, patience, root, serve } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/** A whole game of breakthrough, short because Black looks the other way. */
export const shortGame = ['b2b3', 'g7g6', 'b3b4', 'g6g5', 'b4b5', 'g5g4', 'b5b6', 'g4h3', 'b6a7', 'h3g2', 'a7b8'];

/** A link to a game that nobody watches: it opens on the board, ready to be played. */
export const breakthrough = '#v=1&g=breakthrough';

/** One browser and one server for a file of tests. @param {Record<string, string>} [environment] of the browser */
export async function house(environment) {
  const [browser, server] = await Promise.all([launch(environment), serve(root)]);
  // A page that goes on watching or thinking takes time from those that come after it.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  after(() => Promise.all([browser.close(), server.close()]));
  return {
    url: server.url,
    browser,
    /** @param {string} [path] what follows the address @param {Options} [options] */
    async open(path = '', options = {}) {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(server.url + path);
      return page;
    },
    /** A page on which a game can be played. @param {string} [path] @param {Options} [options] */
    async openGame(path = breakthrough, options = {}) {
      const page = await this.open(path, options);
      await ready(page);
      return page;
    },
  };
}

/**
 * Waits until an expression holds in the page, and the page shows it. Not Playwright's waitForFunction: that one needs eval, which the page's
 * security policy forbids, and tests must run under that policy.
 *
 * @param {Page | Frame} page
 * @param {string} expression
 */
export async function until(page, expression) {
  const deadline = Date.now() + patience;
  while (!(await page.evaluate(`(${expression}) && !(typeof View === 'object' && View.stale)`).catch(notYet))) {
    if (Date.now() > deadline) throw new Error(`never came true: ${expression}`);
    await new Promise((go) => setTimeout(go, 15));
  }
}

/** A part of the page that has not been loaded yet, or a page that is just being opened. @param {Error} error */
function notYet(error) {
  if (!/is not defined|context was destroyed/.test(error.message)) throw error;
  return false;
}

/**
 * Gives what must not happen the time to happen: everything that the page planned for the next milliseconds has begun, however
 * busy the machine is, because the time is the page's own; and its worker has answered everything it was asked.
 *
 * @param {Page | Frame} page
 * @param {number} millis
 */
export const rest = (page, millis) =>
  page.evaluate(`new Promise((go) => setTimeout(go, ${millis})).then(() => Game.engine?.ask({ type: 'check', text: '' })).then(() => undefined)`);

/** Waits until somebody may move. @param {Page | Frame} page */
export const ready = (page) => until(page, 'State.settled && !View.stale && !State.board.end');

/** Waits until this many moves are on the board. @param {Page | Frame} page @param {number} count */
export const plies = (page, count) => until(page, `State.settled && !View.stale && State.board.played.length === ${count}`);

/** Two people at the board, so that nothing moves by itself. @param {Page | Frame} page */
export async function twoPeople(page) {
  await page.getByLabel('White', { exact: true }).selectOption('human');
  await page.getByLabel('Black', { exact: true }).selectOption('human');
}

/** The cell of a square, by its name as a reader hears it. @param {Page | Frame} page @param {string} square */
export const cell = (page, square) => page.locator(`#grid [role=gridcell][aria-label^="${square},"]`);

/** The two squares of a move. @param {string} move @returns {[string, string]} */
export function ends(move) {
  const [, from, to] = /^([a-p]\d+)([a-p]\d+)$/.exec(move) ?? [];
  if (!from || !to) throw new Error(`${move} is not a move`);
  return [from, to];
}

/** @param {Page | Frame} page @param {string} move */
export async function click(page, move) {
  const [from, to] = ends(move);
  const before = Number(await page.evaluate('State.ply'));
  await cell(page, from).click();
  await cell(page, to).click();
  // A machine may have answered by now.
  await until(page, `State.settled && !View.stale && State.board.played.length > ${before}`);
}

/** The middle of a square in the window. @param {Page} page @param {string} square */
export async function middle(page, square) {
  const box = await cell(page, square).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The colour of the canvas in the middle of a square, as four numbers. @param {Page | Frame} page @param {string} square */
export async function colour(page, square) {
  const index = await cell(page, square).getAttribute('data-square');
  return String(
    await page.evaluate(`{
      const [x, y] = Paint.corner(Board.sheet, ${index});
      const half = Board.sheet.square / 2;
      Board.sheet.context.getImageData(Math.round(x + half), Math.round(y + half), 1, 1).data.join();
    }`),
  );
}

/** What the line above the board says. @param {Page | Frame} page */
export const turn = (page) => page.locator('#turn').textContent();

/** A finger that goes from one point to another. @param {Page} page @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
export async function swipe(page, from, to) {
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
