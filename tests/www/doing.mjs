// @ts-check
// What a visitor does beside the board, and reads there: players, tabs, keys and files.

import { readFile } from 'node:fs/promises';

import { settled, tab, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table.mjs').Place} Place */

/** Who plays, as the two lists show it. @param {Place} place @returns {Promise<{ white: string, black: string }>} */
export const players = (place) => place.evaluate("({ white: document.querySelector('#player-white').value, black: document.querySelector('#player-black').value })");

/** Opens a tab, and waits until it is there. @param {Place} place @param {'Watch' | 'Play' | 'Rules' | 'Text' | 'Copy'} name */
export async function openTab(place, name) {
  await place.getByRole('tab', { name }).click();
  await settled(place, async () => (await tab(place)) === name.toLowerCase());
}

/** Presses a button. @param {Place} place @param {string} name */
export const press = (place, name) => place.getByRole('button', { name, exact: true }).filter({ visible: true }).click();

/** Tab by Tab, as a visitor without a mouse does. @param {Page} page @param {string} id */
export async function tabTo(page, id) {
  for (let count = 0; count < 80; count++) {
    if (await page.evaluate(`document.activeElement.id === "${id}"`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${id}`);
}

/** The square whose piece is picked up, or nothing. @param {Place} place @returns {Promise<string | undefined>} */
export const pickedUp = (place) => place.evaluate("document.querySelector('#grid [role=gridcell][aria-selected=true]')?.getAttribute('aria-label').split(',')[0]");

/** Waits until this is the square whose piece is picked up. @param {Place} place @param {string} [square] */
export const untilPickedUp = (place, square) => until(place, async () => (await pickedUp(place)) === square);

/** The squares where the piece that is picked up may go, as a reader hears it. @param {Place} place @returns {Promise<string[]>} */
export const targets = (place) =>
  place.evaluate("[...document.querySelectorAll('#grid [role=gridcell]')].map((cell) => cell.getAttribute('aria-label')).filter((label) => /, (move|capture) here/.test(label)).map((label) => label.split(',')[0]).sort()");

/** Where the keyboard is. @param {Place} place @returns {Promise<string | null>} its label */
export const focused = (place) => place.evaluate("document.activeElement.getAttribute('aria-label')");

/** The text of the game on the board, as the tab Text shows it. Comes back to the tab that was open. @param {Place} place @returns {Promise<string>} */
export async function gameText(place) {
  const before = await tab(place);
  await openTab(place, 'Text');
  await settled(place, "document.querySelector('#editor').value !== ''");
  const text = await place.locator('#editor').inputValue();
  await place.locator(`#tab-${before}`).click();
  return text;
}

/** What a press saves as a file. @param {Page} page @param {() => Promise<unknown>} act */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
