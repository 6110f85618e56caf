// @ts-check
// Against the machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hold, release } from './hook.mjs';
import { cell, click, house, played, plies, rest, settled, turn, until } from './table.mjs';

const here = await house();

test('the machine answers, and undo takes both moves back and leaves it waiting', async () => {
  const page = await here.openGame();
  await cell(page, 'b2').click();
  await cell(page, 'b3').click();
  await plies(page, 2);
  assert.equal(await turn(page), 'White to move.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await plies(page, 2);
});

test('undo while it is about to move brings back one\'s own move, and it does not move after all', async () => {
  const page = await here.openGame();
  // Whatever it thinks of comes after undo.
  await hold(page, 'think');
  await click(page, 'b2b3');
  assert.match((await turn(page)) ?? '', /is thinking/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 0);
  assert.equal(await turn(page), 'White to move.');
  await release(page);
  await rest(page);
  assert.equal(await played(page), 0);
  assert.equal(await turn(page), 'White to move.');
});

test('when the machine began, undo to the start waits until it is told to go on', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('human');
  await page.getByLabel('White', { exact: true }).selectOption('random');
  await plies(page, 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 0);
  assert.match((await turn(page)) ?? '', /is paused/);
  await page.getByRole('button', { name: 'Resume' }).click();
  await plies(page, 1);
});

test('two random movers play a game to its end, and can be paused', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('random');
  await page.getByLabel('White', { exact: true }).selectOption('random');
  await until(page, async () => (await played(page)) > 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Speed').filter({ visible: true }).selectOption('Fast');
  await rest(page);
  const ply = await played(page);
  await rest(page);
  assert.equal(await played(page), ply, 'paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, async () => (await played(page)) > ply);
  await settled(page, async () => /(White|Black) wins|draw/i.test((await turn(page)) ?? ''));
  const inSight = `{
    const [list, move] = [document.querySelector('#moves'), document.querySelector('#moves [aria-current]')].map((element) => element.getBoundingClientRect());
    move.top >= list.top && move.bottom <= list.bottom;
  }`;
  assert.equal(await page.evaluate(inSight), true, 'the list follows the game');
});
