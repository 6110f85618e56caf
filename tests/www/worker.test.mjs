// @ts-check
// Workers that die, keep silent, or speak too late: the page tells a new one what the old one knew; a visitor notices a short pause at most.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { complaints } from './harness.mjs';
import { answered, asked, crash, crew, echo, hold, kill, pending, release } from './hook.mjs';
import { board, cell, click, ends, gameName, house, kept, moveList, played, plies, ready, rest, settled, shortGame, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** Two people who have made some moves, and a page that has nothing more to ask. @param {number} count */
async function begun(count) {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, count)) await click(page, move);
  if (count) await kept(page, shortGame[count - 1] ?? '');
  return page;
}

/** The squares whose piece may move. @param {Page} page */
const movable = (page) => page.locator('#grid [aria-label$=", can move"]').count();

/** Touches the squares of a move, whatever comes of it. @param {Page} page @param {string} move */
async function touch(page, move) {
  for (const square of ends(move)) await cell(page, square).click();
}

test('a new worker is told the game and the position, and nothing on the page changes', async () => {
  const page = await begun(3);
  const heard = complaints(page);
  const [before, can, told] = [await board(page), await movable(page), (await asked(page, 'load')).length];
  await crash(page);
  await until(page, async () => (await asked(page, 'load')).length === told + 1);
  await ready(page);
  assert.deepEqual(await crew(page).then((names) => names.filter((name) => name === 'rules')), ['rules']);
  assert.deepEqual([await board(page), await movable(page), await moveList(page)], [before, can, shortGame.slice(0, 3)]);
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing was lost, so nothing is said');
  await click(page, shortGame[3] ?? '');
  assert.deepEqual(heard, []);
});

test('a move that is under way when the worker dies is played by the next one, and other questions are answered', async () => {
  const page = await begun(2);
  await hold(page, 'show');
  await touch(page, shortGame[2] ?? '');
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.locator('#editor').fill('<BOARD>\n8 !');
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'show'));
  await crash(page);
  await page.locator('#editor-verdict.error-text').filter({ hasText: /^Line 2/ }).waitFor();
  await release(page);
  await page.getByRole('tab', { name: 'Play' }).click();
  await plies(page, 3);
  await rest(page);
  assert.deepEqual(await moveList(page), shortGame.slice(0, 3));
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing was lost, so nothing is said');
});

test('a second answer to one question is not heard', async () => {
  const page = await begun(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 1);
  const before = await board(page);
  await echo(page, 'board');
  await echo(page, 'game');
  await rest(page);
  assert.deepEqual(await board(page), before);
  await page.getByRole('button', { name: 'Redo' }).click();
  await plies(page, 2);
});

test('an answer that comes when another position is wanted is dropped', async () => {
  const page = await begun(3);
  await hold(page, 'show');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'show'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(page, async () => (await pending(page)).filter(({ kind }) => kind === 'show').length === 2);
  await release(page);
  await plies(page, 1);
  await rest(page);
  assert.equal(await played(page), 1);
  assert.equal((await board(page)).b3, 'white pawn');
});

test('a game that could not be read is not told again', async () => {
  const page = await begun(1);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.locator('#editor').fill('<BOARD>\n8 !');
  await page.getByRole('button', { name: 'Play this' }).click();
  await page.locator('#editor[aria-invalid=true]').waitFor();
  await crash(page);
  await page.getByRole('tab', { name: 'Play' }).click();
  await ready(page);
  assert.equal(await gameName(page), 'Breakthrough');
  await click(page, shortGame[1] ?? '');
});

test('workers that die one after the other are given up, every question is answered, and trying again helps', async () => {
  const page = await begun(2);
  for (const kind of ['load', 'show']) await hold(page, kind);
  for (let count = 0; count < 8 && (await crew(page)).includes('rules'); count++) {
    const before = (await answered(page, 'game')).length;
    await crash(page);
    // It has loaded the game, which the page does not hear.
    await until(page, async () => !(await crew(page)).includes('rules') || (await answered(page, 'game')).length > before);
  }
  const alert = page.getByRole('alert').filter({ hasText: 'could not be started: it crashed repeatedly' });
  await alert.waitFor();
  assert.deepEqual((await pending(page)).filter(({ worker }) => worker === 'rules'), []);
  assert.equal(await turn(page), 'The rules engine is not running.');
  await release(page);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
  assert.deepEqual(await moveList(page), shortGame.slice(0, 2));
  await click(page, shortGame[2] ?? '');
});

test('a thinker that is lost without a word is missed, and its move can be asked for again', async () => {
  const page = await here.openGame();
  await hold(page, 'think');
  await click(page, 'b2b3');
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'think'));
  await kill(page, 'thinker 1');
  await settled(page, async () => /is paused\.$/.test((await turn(page)) ?? ''));
  await page.getByRole('alert').filter({ hasText: 'Your game is kept.' }).waitFor();
  await release(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await plies(page, 2);
});

test('what is no longer wanted is stopped at once: taking back kills the thinker, and a new one answers the next move', async () => {
  const page = await here.openGame();
  await hold(page, 'think');
  await click(page, 'b2b3');
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'think'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 0);
  assert.deepEqual((await pending(page)).filter(({ kind }) => kind === 'think'), []);
  await release(page);
  await click(page, 'c2c3');
  await plies(page, 2);
  assert.equal((await moveList(page))[0], 'c2c3');
});

test('no seed is given twice', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('random');
  await page.getByLabel('White', { exact: true }).selectOption('random');
  await page.getByLabel('Speed').filter({ visible: true }).selectOption('Fast');
  await until(page, async () => (await played(page)) > 8);
  const seeds = (await asked(page, 'choose')).map(({ fields }) => fields.seed);
  assert.ok(seeds.length > 8);
  assert.equal(new Set(seeds).size, seeds.length);
});
