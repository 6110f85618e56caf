// @ts-check
// The position editor, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { breakthrough, cell, click, house, plies, rest, shortGame, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** A page with the editor open. @param {string} [path] @param {import('playwright-core').BrowserContextOptions} [options] */
async function editor(path = '#v=1&g=gardner', options = {}) {
  const page = await here.openGame(path, options);
  await twoPeople(page);
  await press(page, 'Set up');
  await page.getByRole('group', { name: 'Set up a position' }).waitFor();
  return page;
}

test('a position is set up by mouse and played from', async () => {
  const page = await editor();
  const heard = complaints(page);
  assert.equal(await turn(page), 'Setting up a position.');
  await press(page, 'Clear');
  await page.locator('#setup-verdict').filter({ hasText: /already over/ }).waitFor();
  assert.equal(await page.locator('#setup-done').getAttribute('aria-disabled'), 'true');
  await press(page, 'white king');
  await cell(page, 'a1').click();
  await press(page, 'black king');
  await cell(page, 'e5').click();
  await press(page, 'white queen');
  for (const square of ['b2', 'c2', 'd2']) await cell(page, square).click();
  // A second click takes it away again.
  await cell(page, 'd2').click();
  await press(page, 'Remove');
  await cell(page, 'c2').click();
  await until(page, 'Setup.good && State.cells() === "K...." + ".Q..." + "....." + "....." + "....k"');
  await page.getByLabel('To move').selectOption('black');
  await press(page, 'Done');
  await until(page, '!State.setup && State.settled && !View.stale');
  assert.equal(await turn(page), 'Black to move.');
  assert.equal(await page.evaluate('State.start'), '....k/...../...../.Q.../K.... b 0');
  await click(page, 'e5d5');
  await click(page, 'b2b5');
  assert.deepEqual(heard, []);
});

test('the same by keyboard: letters put pieces down, Delete takes them away', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await twoPeople(page);
  await page.locator('#set-up').focus();
  await page.keyboard.press('Enter');
  await page.locator('#setup-clear').waitFor();
  await page.locator('#setup-clear').focus();
  await page.keyboard.press('Enter');
  await cell(page, 'a1').focus();
  for (const key of ['K', 'ArrowUp', 'Q', 'ArrowUp', 'R', 'Delete', 'PageUp', 'End', 'k', 'ArrowLeft', 'Enter']) await page.keyboard.press(key === 'K' || key === 'Q' || key === 'R' ? `Shift+${key}` : key);
  // Enter puts down the piece chosen in the palette, its first one to begin with.
  await until(page, 'State.cells() === "K...." + "Q...." + "....." + "....." + "...Bk" && !View.stale');
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'd5, white bishop');
  assert.match((await page.locator('#live').textContent()) ?? '', /^d5, white bishop\./);
  await page.locator('#setup-undo').focus();
  await page.keyboard.press('Enter');
  await until(page, 'State.cells()[23] === "."');
  await page.locator('#setup-done').focus();
  await page.keyboard.press('Enter');
  await until(page, "State.settled && State.board.position === '....k/...../...../Q..../K.... w 0' && !View.stale");
  assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'gridcell', 'the keyboard is on the board, ready to play');
});

test('mirrored, each piece brings its counterpart, and taking away takes both', async () => {
  const page = await editor();
  await press(page, 'Clear');
  await page.getByLabel('Mirror for the other side').check();
  await press(page, 'white king');
  await cell(page, 'e1').click();
  await press(page, 'black rook');
  await cell(page, 'a4').click();
  await until(page, 'State.cells() === "....K" + "R...." + "....." + "r...." + "....k"');
  await press(page, 'Remove');
  await cell(page, 'a2').click();
  await until(page, 'State.cells() === "....K" + "....." + "....." + "....." + "....k"');
});

test('cancel brings back the game as it was, and a machine waits while a position is set up', async () => {
  const page = await here.openGame(breakthrough);
  await twoPeople(page);
  for (const move of shortGame.slice(0, 3)) await click(page, move);
  const cells = await page.evaluate('State.board.cells');
  await press(page, 'Set up');
  await page.getByLabel('Black', { exact: true }).selectOption('random');
  await press(page, 'Clear');
  await rest(page, 600);
  assert.equal(await page.evaluate('State.line.length'), 3);
  await press(page, 'Cancel');
  await until(page, 'State.setup === null');
  assert.equal(await page.evaluate('State.board.cells.length'), String(cells).length);
  await plies(page, 4);
  await press(page, 'Set up');
  await press(page, 'Start position');
  assert.equal(await page.evaluate('State.cells() === State.game.cells'), true);
  // Another game ends it.
  await page.evaluate("Picker.take('chess')");
  await until(page, 'State.game.id === "chess" && State.setup === null');
});

test('what cannot be played is said, and Done says it again', async () => {
  const page = await editor('#v=1&g=breakthrough');
  await press(page, 'white pawn');
  await cell(page, 'a8').click();
  await page.locator('#setup-verdict').filter({ hasText: 'In this position the game is already over: the pawn reached a8' }).waitFor();
  await page.locator('#setup-done').focus();
  await page.keyboard.press('Enter');
  await until(page, 'document.querySelector("#live").textContent.includes("already over")');
  assert.notEqual(await page.evaluate('State.setup'), null);
});

test('axe-core finds nothing, light or dark; at 320 pixels it fits and can be touched', async () => {
  const page = await editor('#v=1&g=tamerlane', { reducedMotion: 'reduce' });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityFaults(page), [], colorScheme);
    await screenshot(page, `set up, ${colorScheme}`);
  }
  const narrow = await editor('#v=1&g=tamerlane', { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  assert.equal(await narrow.evaluate('document.documentElement.scrollWidth'), 320);
  const small = await narrow.evaluate(`[...document.querySelectorAll('button, select, input, [role=gridcell]')]
    .map((element) => [element.id || element.getAttribute('aria-label') || element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);
  assert.deepEqual(small, []);
  await narrow.getByRole('button', { name: 'white king' }).tap();
  await cell(narrow, 'c4').tap();
  await until(narrow, 'State.setup.cells[3 * State.game.width + 2] === "K"');
  await screenshot(narrow, 'set up, 320');
});
