// @ts-check
// A page with a game on it, and ways to play there: what the tests of the page share.

import { after, afterEach } from 'node:test';

import { launch, patience, root, serve } from './harness.mjs';
import { busy, crew, probe, shown } from './hook.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {Page | Frame} Place */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/** A whole game of breakthrough, short because Black looks the other way. */
export const shortGame = ['b2b3', 'g7g6', 'b3b4', 'g6g5', 'b4b5', 'g5g4', 'b5b6', 'g4h3', 'b6a7', 'h3g2', 'a7b8'];

/** A link to a game to be played, not watched. */
export const breakthrough = '#v=1&g=breakthrough';

/** One browser and one server for a file of tests. @param {Record<string, string>} [environment] of the browser @param {{ installs?: boolean }} [options] as of `launch` */
export async function house(environment, { installs = false } = {}) {
  const [browser, server] = await Promise.all([launch(environment, { installs }), serve(root)]);
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
 * Waits until something holds, and still holds when the page has drawn what it knows. A text is an expression over the document of the
 * page (never over its variables, of which it has none to count on); a function asks from outside. Not Playwright's waitForFunction: that one
 * needs eval, which the page's security policy forbids, and tests must run under that policy.
 *
 * @param {Place} place
 * @param {string | (() => unknown)} condition
 */
export async function until(place, condition) {
  const deadline = Date.now() + patience;
  const holds = async () => {
    try {
      return await (typeof condition === 'string' ? place.evaluate(`!!(${condition})`) : condition());
    } catch (error) {
      return notYet(/** @type {Error} */ (error));
    }
  };
  for (let looks = 0; ; looks += 1) {
    if ((await holds()) && (await drawn(place)) && (await holds())) return;
    if (Date.now() > deadline) throw new Error(`never came true: ${condition}`);
    await pause(looks);
  }
}

/** Between two looks, longer from look to look: what takes long is not to take longer for being looked at. It proves nothing: what is looked
 * for comes or does not. @param {number} looks */
const pause = (looks) => new Promise((go) => setTimeout(go, Math.min(15 + looks, 40)));

/** A part of the page that is not there yet, or a page that is just being opened. @param {Error} error */
function notYet(error) {
  if (!/is not defined|of null|context was destroyed/.test(error.message)) throw error;
  return false;
}

/** Waits for frames in which nothing changed. @param {Place} place */
const drawn = (place) => shown(place).then(() => true, notYet);

/** Waits until no question but a search waits for its answer, and the page has drawn the answers. @param {Place} place */
export const idle = (place) => until(place, async () => !(await busy(place)));

/** Waits until something holds, and nothing is on its way. @param {Place} place @param {string | (() => unknown)} condition */
export async function settled(place, condition) {
  await until(place, async () => !(await busy(place)) && (await (typeof condition === 'string' ? place.evaluate(`!!(${condition})`) : condition())));
}

/**
 * Gives what must not happen every occasion to happen: the rules worker has answered a question that was put after all others,
 * and the page has drawn frames since. What a timer of the page is to do later must be waited for by its own signs.
 *
 * @param {Place} place
 */
export async function rest(place) {
  await probe(place);
  await idle(place);
}

/** What the line above the board says while a person is to move. */
const toMove = /(White|Black) (to move\.|\(.*\) is (thinking …|paused\.))$/;

/** Waits until a player may move: the line above the board says who. @param {Place} place */
export const ready = (place) => settled(place, async () => toMove.test(await turnNow(place)));

/** What the line above the board says just now, of a page that may still be opening. @param {Place} place @returns {Promise<string>} */
export const turnNow = (place) => place.evaluate("document.querySelector('#turn')?.textContent ?? 'Loading'");

/** Waits until the rules are there, and the game that was asked for, whatever the page does with it. @param {Place} place */
export const loaded = (place) => settled(place, async () => (await crew(place)).includes('rules') && !/^(Loading|No game)/.test(await turnNow(place)));

/** How many moves are on the board, as the list of moves shows. @param {Place} place @returns {Promise<number>} */
export const played = (place) => place.evaluate("[...document.querySelectorAll('#moves button')].findIndex((move) => move.hasAttribute('aria-current')) + 1");

/** All moves of the list, also those that were taken back, as in `b2b3`. @param {Place} place @returns {Promise<string[]>} */
export const moveList = (place) => place.evaluate("[...document.querySelectorAll('#moves button')].map((move) => move.textContent.replace(/[–×]/, ''))");

/** Waits until this many moves are on the board. @param {Place} place @param {number} count */
export const plies = (place, count) => settled(place, async () => (await place.locator('#grid [role=gridcell]').count()) > 0 && (await played(place)) === count && !/^Loading/.test(await turnNow(place)));

/** Two people at the board, so that nothing moves by itself. @param {Place} page */
export async function twoPeople(page) {
  await page.getByLabel('White', { exact: true }).selectOption('human');
  await page.getByLabel('Black', { exact: true }).selectOption('human');
}

/** The cell of a square, by its name as a reader hears it. @param {Place} page @param {string} square */
export const cell = (page, square) => page.locator(`#grid [role=gridcell][aria-label^="${square},"]`);

/** The two squares of a move. @param {string} move @returns {[string, string]} */
export function ends(move) {
  const [, from, to] = /^([a-p]\d+)([a-p]\d+)$/.exec(move) ?? [];
  if (!from || !to) throw new Error(`${move} is not a move`);
  return [from, to];
}

/** @param {Place} page @param {string} move */
export async function click(page, move) {
  const [from, to] = ends(move);
  const before = await played(page);
  await cell(page, from).click();
  await cell(page, to).click();
  // A machine may have answered by now.
  await settled(page, async () => (await played(page)) > before);
}

/** The middle of a square in the window. @param {Page} page @param {string} square */
export async function middle(page, square) {
  const box = await cell(page, square).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The colour of the canvas under a cell, as four numbers: in its middle, or at another part of its width and height.
 *
 * @param {import('playwright-core').Locator} cell of any board
 * @param {[number, number]} [part]
 */
export const pixel = (cell, part = [0.5, 0.5]) =>
  cell.evaluate((element, [across, down]) => {
    const canvas = element.closest('[role=grid]')?.parentElement?.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) throw new Error('there is no canvas under this cell');
    const [square, sheet] = [element.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const x = ((square.left + square.width * across - sheet.left) * canvas.width) / sheet.width;
    const y = ((square.top + square.height * down - sheet.top) * canvas.height) / sheet.height;
    return context.getImageData(Math.round(x), Math.round(y), 1, 1).data.join();
  }, part);

/** The colour of the canvas in the middle of a square of the board. @param {Place} page @param {string} square */
export const colour = (page, square) => pixel(cell(page, square));

/** What stands on the board, as a reader hears it: `{ a1: 'white rook', … }`, without what is empty. @param {Place} page @returns {Promise<Record<string, string>>} */
export const board = (page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('#grid [role=gridcell]')].map((cell) => (cell.getAttribute('aria-label') ?? '').split(', '));
    return Object.fromEntries(labels.filter(([, content]) => content !== 'empty').sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(([square, content]) => [square, content]));
  });

/** Whether Black's side is at the bottom: then the first cell is not in the first column. @param {Place} page */
export const flipped = async (page) => !/^a/.test((await page.locator('#grid [role=gridcell]').first().getAttribute('aria-label')) ?? 'a');

/** The tab that is open. @param {Place} page @returns {Promise<string>} `watch`, `play`, `rules`, `text` or `copy` */
export const tab = (page) => page.evaluate("document.querySelector('[role=tab][aria-selected=true]')?.id.replace('tab-', '')");

/** The name of the game, as the heading of the panel shows it. @param {Place} page */
export const gameName = (page) => page.locator('#game-name').textContent();

/** Waits until the game of this tab is kept for a reload: as its link, in which this move stands. @param {Place} page @param {string} move */
export const kept = (page, move) => settled(page, `(sessionStorage.getItem('kibitzer.game') ?? '').includes('${move}')`);

/** What a user reads under Share. Leaves the dialog closed. @param {Place} page */
export async function shareLink(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).filter({ visible: true }).first().click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await until(page, async () => (await field.inputValue()) !== '');
  const link = await field.inputValue();
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click();
  return link;
}

/** What the line above the board says. @param {Place} page */
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
