// @ts-check
// Against the machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cell, click, house, plies, turn, until } from './table.mjs';

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
  // Long enough that only undo can come first.
  await page.evaluate('Game.pause = 60000');
  await click(page, 'b2b3');
  assert.match((await turn(page)) ?? '', /is thinking/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 0);
  assert.equal(await turn(page), 'White to move.');
});

test('when the machine began, undo to the start waits until it is told to go on', async () => {
  const page = await here.openGame();
  await page.evaluate('Game.pause = 10');
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
  await until(page, 'State.board.played.length > 1');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.evaluate('Game.pause = 5');
  const ply = await page.evaluate('State.ply');
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, `State.board.played.length > ${ply}`);
  await until(page, 'State.board.end');
  await until(page, '!View.stale');
  assert.match((await turn(page)) ?? '', /(White|Black) wins|draw/i);
  const inSight = `{
    const [list, move] = [document.querySelector('#moves'), document.querySelector('#moves [aria-current]')].map((element) => element.getBoundingClientRect());
    move.top >= list.top && move.bottom <= list.bottom;
  }`;
  assert.equal(await page.evaluate(inSight), true, 'the list follows the game');
});
