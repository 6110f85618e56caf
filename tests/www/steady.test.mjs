// @ts-check
// Whatever is pressed, in whatever order: nothing may go wrong in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { complaints } from './harness.mjs';
import { hold, pending, releaseThen } from './hook.mjs';
import { board, gameName, house, ready, settled, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** Chooses a game whose rules stay away until `arrives` lets them come. @param {Page} page @param {RegExp} name */
async function chooseSlowly(page, name) {
  await hold(page, 'load');
  await page.getByRole('button', { name: 'Change game' }).click();
  await page.getByRole('dialog').locator('button.card').filter({ has: page.locator('b').filter({ hasText: name }) }).first().click();
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'load'));
}

/** The rules come, and within the same frame, before anything is drawn, this is done. @param {Page} page @param {string} acts */
const arrives = (page, acts) =>
  releaseThen(page, `
    const grid = document.getElementById('grid');
    const box = grid.getBoundingClientRect();
    const corner = { clientX: box.right - 3, clientY: box.top + 3, pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0 };
    const key = (name) => (grid.contains(document.activeElement) ? document.activeElement : grid).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    const last = () => grid.querySelector('[role=row]').lastElementChild;
    const press = (cell) => cell.dispatchEvent(new PointerEvent('pointerdown', corner));
    const letGo = () => grid.dispatchEvent(new PointerEvent('pointerup', corner));
    ${acts}
  `);

test('a board that is pressed, let go or walked on while the game changes under it stands', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  const heard = complaints(page);
  await chooseSlowly(page, /^Chess$/);
  await page.evaluate(`{
    const cell = document.querySelector('#grid [aria-label^="e5,"]');
    const box = cell.getBoundingClientRect();
    cell.dispatchEvent(new PointerEvent('pointerdown', { clientX: box.right - 3, clientY: box.top + 3, pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0 }));
  }`);
  await arrives(page, `
    letGo();
    for (const each of ['PageUp', 'End', 'Enter', 'ArrowUp', 'q']) key(each);
    press(last());
    letGo();
    document.querySelector('#flip').click();
    press(grid);
    letGo();
  `);
  await settled(page, async () => (await gameName(page)) === 'Chess' && Object.keys(await board(page)).length === 32);
  await page.locator('#grid [aria-label^="h8,"]').focus();
  await chooseSlowly(page, /^Gardner/);
  await page.locator('#grid [aria-label^="h8,"]').evaluate((cell) => cell instanceof HTMLElement && cell.focus());
  await arrives(page, `
    for (const each of ['ArrowLeft', 'PageUp', 'k']) key(each);
    // A board out of sight has no squares to press.
    press(last());
    grid.style.display = 'none';
    letGo();
    grid.style.display = '';
  `);
  await settled(page, async () => (await gameName(page)) === 'Gardner Minichess');
  await ready(page);
  assert.equal(await page.locator('#grid [role=gridcell]').count(), 25);
  assert.equal(await page.locator('#grid [tabindex="0"]').count(), 1);
  assert.deepEqual(heard, []);
});
