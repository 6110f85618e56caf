// @ts-check
// "Invent a game": settings, seed, the game that comes out, and games that were invented on the board.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { gameText, openTab, press } from './doing.mjs';
import { accessibilityFaults, complaints, root, serve } from './harness.mjs';
import { programs } from './native.mjs';
import { board, gameName, house, idle, moveList, settled, shareLink, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const home = await house();

const tool = join(programs(), 'kibitzer');

/** What the tool invents. @param {string[]} settings */
const generated = (...settings) => spawnSync(tool, ['generate', ...settings], { encoding: 'utf8' }).stdout;

/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog', { name: 'Invent a game' });

/** A page on which a game has been invented. @param {string} [path] @param {import('playwright-core').BrowserContextOptions} [options] */
async function opened(path, options) {
  const page = await home.openGame(path, options);
  await press(page, 'Games');
  await press(page, 'Invent a game');
  await invented(page);
  return page;
}

/** Waits until a game is there, with its link. @param {Page} page */
const invented = (page) => settled(page, async () => (await dialog(page).getByRole('button', { name: 'Another one' }).isVisible()) && (await dialog(page).getByRole('textbox', { name: 'Link' }).inputValue()) !== '');

/** @param {Page} page @param {number} seed @param {boolean} [playable] */
async function invent(page, seed, playable = true) {
  await dialog(page).getByLabel('Seed').fill(String(seed));
  await dialog(page).getByRole('checkbox').setChecked(playable);
  await dialog(page).getByRole('button', { name: 'Invent', exact: true }).click();
  await invented(page);
}

/** The text of the invented game. @param {Page} page */
const text = (page) => dialog(page).getByRole('region', { name: 'Game text', includeHidden: true }).textContent();

/** Moves a slider; one of several is named after what they are about. @param {Page} page @param {string} group @param {string} slider @param {number} value */
async function set(page, group, slider, value) {
  const [name = '', about] = slider.split(' of: ').reverse();
  const box = dialog(page).locator('details', { has: page.locator('summary', { hasText: new RegExp(`^${group}`) }) }).last();
  if (!(await box.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open))) await box.locator('summary').first().click();
  await (about ? box.getByRole('group', { name: about }) : box).getByRole('slider', { name }).fill(String(value));
}

test('a game is there at once; a first visit loads nothing of it', async () => {
  const site = await serve(root);
  const page = await home.browser.newPage();
  await page.goto(`${site.url}#v=1&g=breakthrough`);
  await settled(page, async () => /to move/.test((await turn(page)) ?? ''));
  const of = (/** @type {string} */ name) => site.served.some((path) => path.includes(name));
  assert.ok(!of('invent') && !of('metagame'), site.served.join());
  await press(page, 'Games');
  await press(page, 'Invent a game');
  await invented(page);
  assert.ok(of('pkg/invent.js') && of('metagame'), site.served.join());
  await page.context().close();
  await site.close();
});

test('the same seed and settings give the game of `kibitzer generate`, with its rules and a diagram of each piece', async () => {
  const page = await opened();
  const wrong = complaints(page);
  await invent(page, 5, false);
  assert.equal(await text(page), generated('--seed', '5'));
  await invent(page, 3);
  assert.equal(await text(page), generated('--seed', '3', '--playable'));
  await dialog(page).getByText('Settings', { exact: true }).click();
  await set(page, 'Board', 'Files of the board of: at most', 8);
  await set(page, 'Captures', 'Captures are compulsory in the whole game', 1);
  await dialog(page).getByText('Settings: 2 changed').waitFor();
  await invent(page, 7, false);
  assert.equal(await text(page), generated('--seed', '7', '--set', 'board_width=5..8', '--set', 'must_capture=1'));
  const pieces = dialog(page).locator('.pieces > li');
  assert.ok((await pieces.count()) > 1);
  for (const piece of await pieces.all()) assert.match((await piece.locator('p').textContent()) ?? '', /^It .{20}/);
  assert.ok((await dialog(page).getByRole('img', { name: /^Moves of the/ }).count()) > 0);
  await dialog(page).getByText(/^Of 30 random games White won \d+, Black \d+; \d+ were drawn\.$/).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  // Back to what they were.
  await press(page, 'Reset settings');
  await invent(page, 5, false);
  assert.equal(await text(page), generated('--seed', '5'));
  assert.deepEqual(wrong, []);
});

test('what random play finds is said where nothing is rejected, and settings without a choice are refused', async () => {
  const page = await opened();
  await dialog(page).getByText('Settings', { exact: true }).click();
  await set(page, 'Board', 'Files of the board of: at most', 4);
  await set(page, 'Captures', 'Captures are compulsory in the whole game', 1);
  await invent(page, 5, false);
  await dialog(page).getByText('Random games are almost always drawn.').waitFor();
  await set(page, 'Board', 'planar', 0);
  await set(page, 'Board', 'cylinder', 0);
  await dialog(page).getByRole('button', { name: 'Invent', exact: true }).click();
  await dialog(page).getByText(/^Whether left and right edge are joined: give at least one choice some weight\.$/).waitFor();
  await dialog(page).getByLabel('Seed').fill('-1');
  await dialog(page).getByRole('button', { name: 'Invent', exact: true }).click();
  await until(page, async () => (await dialog(page).getByLabel('Seed').evaluate((field) => /** @type {HTMLInputElement} */ (field).validity.valid)) === false);
});

test('an invention is played, saved, renamed, and opened from its link', async () => {
  const page = await opened();
  await invent(page, 3);
  const definition = await text(page);
  const link = await dialog(page).getByRole('textbox', { name: 'Link' }).inputValue();
  assert.ok(link.length < 1500, `${link.length} characters`);
  await press(page, 'Save to My games');
  await dialog(page).getByText('Saved in My games as “Game 3”.').waitFor();
  await press(page, 'Play it');
  await settled(page, async () => (await gameName(page)) === 'Game 3');
  assert.ok(!(await dialog(page).isVisible()));
  assert.equal(await gameText(page), definition);
  const other = await home.openGame(link.slice(link.indexOf('#')));
  assert.equal(await gameText(other), definition);
  await press(page, 'Games');
  await press(page, 'Rename Game 3');
  await page.getByLabel('New name').fill('Eels and storks');
  await page.keyboard.press('Enter');
  await settled(page, async () => (await gameName(page)) === 'Eels and storks');
  await page.getByRole('button', { name: 'Export Eels and storks' }).waitFor();
});

test('by keyboard alone, and at every width', async () => {
  const page = await home.openGame();
  await page.getByRole('button', { name: 'Games' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Invent a game' }).focus();
  await page.keyboard.press('Enter');
  await invented(page);
  const before = await text(page);
  await dialog(page).getByRole('button', { name: 'Another one' }).focus();
  await page.keyboard.press('Enter');
  await until(page, async () => (await text(page)) !== before);
  await invented(page);
  await dialog(page).locator('summary', { hasText: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).locator('summary', { hasText: 'Board' }).focus();
  await page.keyboard.press('Enter');
  const slider = dialog(page).getByRole('slider', { name: 'at most' }).first();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuetext'), '7');
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 700 });
    await idle(page);
    const [inner, outer] = /** @type {[number, number]} */ (await dialog(page).evaluate((element) => [element.scrollWidth, element.clientWidth]));
    assert.ok(inner <= outer, `${width}: ${inner} > ${outer}`);
  }
  await page.keyboard.press('Escape');
  await until(page, async () => !(await dialog(page).isVisible()));
});

/** Numbers from 0 to below 1, the same for the same seed. @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What can be touched now: what goes on with a move that was begun, or what begins one. @param {Page} page @returns {Promise<string[]>} selectors */
const touchable = (page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('#grid [role=gridcell]')].map((cell) => cell.getAttribute('aria-label') ?? '');
    const name = (/** @type {string} */ label) => `#grid [aria-label^="${label.split(',')[0]},"]`;
    const numbered = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].flatMap((button, at) => (button.getAttribute('aria-disabled') === 'true' ? [] : [`${selector} >> nth=${at}`]));
    const begun = labels.some((label) => /, picked up/.test(label)) || document.querySelector('.hand .touched') !== null;
    const targets = labels.filter((label) => /, (move|capture) here/.test(label)).map(name);
    const choices = numbered('#choices button');
    return begun || choices.length ? [...targets, ...choices] : [...targets, ...labels.filter((label) => /, can move/.test(label)).map(name), ...numbered('.hand button')];
  });

for (const seed of [2, 3, 11, 24, 57]) {
  test(`the game of seed ${seed} is played in the page by random touches`, async () => {
    const page = await home.openGame();
    const wrong = complaints(page);
    await openTab(page, 'Text');
    await page.locator('#editor').fill(generated('--seed', String(seed)));
    await press(page, 'Play this');
    await settled(page, async () => (await gameName(page)) === `Game ${seed}`);
    await twoPeople(page);
    await idle(page);
    const random = chance(seed);
    const over = () => page.getByRole('button', { name: 'New game', exact: true }).isVisible();
    for (let touches = 0; touches < 90 && (await moveList(page)).length < 16 && !(await over()); touches++) {
      const open = await touchable(page);
      assert.ok(open.length, `nothing can be touched after ${(await moveList(page)).join(' ')}`);
      await page.locator(open[Math.floor(random() * open.length)] ?? '').click();
      await idle(page);
    }
    assert.ok((await moveList(page)).length >= 16 || (await over()), (await moveList(page)).join(' '));
    assert.equal(await page.locator('.notice').count(), 0);
    // The link has the game, and every move of it.
    const link = await shareLink(page);
    const other = await home.open(link.slice(link.indexOf('#')));
    await settled(other, async () => (await moveList(other)).length === (await moveList(page)).length);
    assert.deepEqual(await board(other), await board(page));
    assert.deepEqual(wrong, []);
  });
}
