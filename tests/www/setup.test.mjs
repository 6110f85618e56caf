// @ts-check
// The position editor, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { focused, openTab, press } from './doing.mjs';
import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { hold, release } from './hook.mjs';
import { board, breakthrough, cell, click, gameName, house, moveList, plies, ready, rest, settled, shortGame, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** Waits until exactly these pieces stand on the board. @param {Page} page @param {Record<string, string>} pieces */
const stands = (page, pieces) => settled(page, async () => JSON.stringify(await board(page)) === JSON.stringify(pieces));

/** The position on the board as it is copied. Leaves the tab Play open. @param {Page} page */
async function position(page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTab(page, 'Copy');
  await page.getByRole('button', { name: 'Position', exact: true }).click();
  await page.locator('#copied').filter({ hasText: 'Copied the position.' }).waitFor();
  await openTab(page, 'Play');
  return page.evaluate('navigator.clipboard.readText()');
}

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
  await stands(page, { a1: 'white king', b2: 'white queen', e5: 'black king' });
  assert.equal(await page.locator('#setup-done').getAttribute('aria-disabled'), 'false');
  await page.getByLabel('To move').selectOption('black');
  await press(page, 'Done');
  await ready(page);
  assert.equal(await turn(page), 'Black to move.');
  assert.equal(await position(page), '....k/...../...../.Q.../K.... b 0');
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
  await stands(page, { a1: 'white king', a2: 'white queen', d5: 'white bishop', e5: 'black king' });
  assert.equal(await focused(page), 'd5, white bishop');
  assert.match((await page.locator('#live').textContent()) ?? '', /^d5, white bishop\./);
  await page.locator('#setup-undo').focus();
  await page.keyboard.press('Enter');
  await stands(page, { a1: 'white king', a2: 'white queen', e5: 'black king' });
  await page.locator('#setup-done').focus();
  await page.keyboard.press('Enter');
  await ready(page);
  assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'gridcell', 'the keyboard is on the board, ready to play');
  assert.equal(await position(page), '....k/...../...../Q..../K.... w 0');
});

test('mirrored, each piece brings its counterpart, and taking away takes both', async () => {
  const page = await editor();
  await press(page, 'Clear');
  await page.getByLabel('Mirror for the other side').check();
  await press(page, 'white king');
  await cell(page, 'e1').click();
  await press(page, 'black rook');
  await cell(page, 'a4').click();
  await stands(page, { a2: 'white rook', a4: 'black rook', e1: 'white king', e5: 'black king' });
  await press(page, 'Remove');
  await cell(page, 'a2').click();
  await stands(page, { e1: 'white king', e5: 'black king' });
});

test('cancel brings back the game as it was, and a machine waits while a position is set up', async () => {
  const page = await (await here.browser.newContext()).newPage();
  await page.clock.install();
  await page.goto(here.url + breakthrough);
  await ready(page);
  await twoPeople(page);
  const start = await board(page);
  for (const move of shortGame.slice(0, 3)) await click(page, move);
  const before = await board(page);
  await press(page, 'Set up');
  await page.getByLabel('Black', { exact: true }).selectOption('random');
  await press(page, 'Clear');
  await page.clock.fastForward(10_000);
  await rest(page);
  assert.deepEqual(await moveList(page), shortGame.slice(0, 3));
  assert.deepEqual(await board(page), {});
  await hold(page, 'choose');
  await press(page, 'Cancel');
  await until(page, async () => (await turn(page)) === 'Black (random) is thinking …');
  assert.deepEqual(await board(page), before);
  await release(page);
  await plies(page, 4);
  await press(page, 'Set up');
  await press(page, 'Start position');
  await stands(page, start);
  // Another game ends it.
  await page.getByRole('button', { name: 'Change game' }).click();
  await page.getByRole('dialog').locator('button.card').filter({ has: page.getByText('Chess', { exact: true }) }).first().click();
  await settled(page, async () => (await gameName(page)) === 'Chess' && (await turn(page)) === 'White to move.');
  assert.equal(await page.getByRole('group', { name: 'Set up a position' }).isVisible(), false);
});

test('what cannot be played is said, and Done says it again', async () => {
  const page = await editor('#v=1&g=breakthrough');
  await press(page, 'white pawn');
  await cell(page, 'a8').click();
  await page.locator('#setup-verdict').filter({ hasText: 'In this position the game is already over: the pawn reached a8' }).waitFor();
  await page.locator('#setup-done').focus();
  await page.keyboard.press('Enter');
  await until(page, 'document.querySelector("#live").textContent.includes("already over")');
  assert.equal(await turn(page), 'Setting up a position.');
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
  await until(narrow, async () => (await board(narrow)).c4 === 'white king');
  await screenshot(narrow, 'set up, 320');
});
