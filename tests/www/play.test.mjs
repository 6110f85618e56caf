// @ts-check
// A whole game by every way of moving.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { focused, players, tabTo, targets, untilPickedUp } from './doing.mjs';
import { breakthrough, cell, click, colour, ends, flipped, house, middle, moveList, played, plies, ready, rest, shortGame, swipe, turn, twoPeople, until } from './table.mjs';

const here = await house();

/** @param {import('playwright-core').Page} page */
async function assertWon(page) {
  await until(page, async () => /White wins.*b8/.test((await turn(page)) ?? ''));
  assert.deepEqual(await moveList(page), shortGame);
  assert.match((await page.locator('#live').textContent()) ?? '', /takes black pawn.*White wins/);
}

test('a whole game by mouse, and a new one after it', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame) await click(page, move);
  await assertWon(page);
  await page.getByRole('button', { name: 'New game' }).click();
  await plies(page, 0);
  assert.equal(await turn(page), 'White to move.');
});

test('a whole game by dragging', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const [index, move] of shortGame.entries()) {
    const [from, to] = ends(move);
    const [start, end] = [await middle(page, from), await middle(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
    await plies(page, index + 1);
  }
  await assertWon(page);
});

test('a whole game by touch: taps for White, dragging for Black', async () => {
  const page = await here.openGame(breakthrough, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await twoPeople(page);
  await page.locator('#strip').scrollIntoViewIfNeeded();
  for (const [index, move] of shortGame.entries()) {
    const [from, to] = ends(move);
    if (index % 2 === 0) {
      await cell(page, from).tap();
      await cell(page, to).tap();
    } else await swipe(page, await middle(page, from), await middle(page, to));
    await plies(page, index + 1);
  }
  await assertWon(page);
});

test('a finger on an empty square scrolls the page', async () => {
  const page = await here.openGame(breakthrough, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 500 } });
  const start = await middle(page, 'e5');
  await swipe(page, start, { x: start.x, y: start.y - 150 });
  await until(page, 'scrollY > 50');
});

test('a whole game by keyboard alone', async () => {
  const page = await here.openGame();
  await tabTo(page, 'player-black');
  await page.keyboard.press('A');
  await until(page, async () => (await players(page)).black === 'human');
  await page.evaluate('document.activeElement.blur()');
  await tabTo(page, 'skip');
  await page.keyboard.press('Enter');
  let [x, y] = [0, 0];
  /** @param {string} square */
  const walk = async (square) => {
    const [toX, toY] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    for (; x < toX; x++) await page.keyboard.press('ArrowRight');
    for (; x > toX; x--) await page.keyboard.press('ArrowLeft');
    for (; y < toY; y++) await page.keyboard.press('ArrowUp');
    for (; y > toY; y--) await page.keyboard.press('ArrowDown');
    assert.match((await focused(page)) ?? '', new RegExp(`^${square}, `));
  };
  for (const [index, move] of shortGame.entries()) {
    const [from, to] = ends(move);
    await walk(from);
    await page.keyboard.press('Enter');
    await walk(to);
    await page.keyboard.press(index % 2 ? 'Space' : 'Enter');
    await plies(page, index + 1);
  }
  await assertWon(page);
});

test('on the grid, letters jump, Home and PageUp go to edges, Escape lets go', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await cell(page, 'a1').focus();
  for (const [key, expected] of [
    ['n', 'b1, white knight'],
    ['n', 'g1, white knight'],
    ['Shift+N', 'b1, white knight'],
    ['End', 'h1, white rook'],
    ['PageUp', 'h8, black rook'],
    ['Home', 'a8, black rook'],
    ['k', 'e1, white king'],
  ]) {
    await page.keyboard.press(key ?? '');
    assert.ok(String(await focused(page)).startsWith(expected ?? ''), `${key}: ${await focused(page)}`);
  }
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await untilPickedUp(page, 'g1');
  assert.deepEqual(await targets(page), ['f3', 'h3']);
  await page.keyboard.press('Escape');
  await untilPickedUp(page);
  assert.deepEqual(await targets(page), []);
});

test('keys off the grid: arrows step through the game, f flips, ? helps', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  await click(page, 'b2b3');
  await click(page, 'g7g6');
  await page.locator('#undo').focus();
  await page.keyboard.press('ArrowLeft');
  await plies(page, 1);
  await page.keyboard.press('ArrowRight');
  await plies(page, 2);
  await page.keyboard.press('f');
  await until(page, () => flipped(page));
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
});

test('a picked-up piece shows a dot where it may go and a ring where it may capture', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, 8)) await click(page, move);
  const empty = await colour(page, 'c6');
  await cell(page, 'b6').click();
  await untilPickedUp(page, 'b6');
  assert.equal(await cell(page, 'a7').getAttribute('aria-label'), 'a7, black pawn, capture here');
  assert.equal(await cell(page, 'c7').getAttribute('aria-label'), 'c7, black pawn, capture here');
  await page.keyboard.press('Escape');
  await untilPickedUp(page);
  await cell(page, 'c2').click();
  await untilPickedUp(page, 'c2');
  assert.equal(await cell(page, 'c3').getAttribute('aria-label'), 'c3, empty, move here');
  assert.notEqual(await colour(page, 'c3'), empty);
});

test('a piece dropped where it may not go returns, and a second click on a piece lets it go', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  const [start, end, without] = [await middle(page, 'e2'), await middle(page, 'e6'), await colour(page, 'e6')];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
  await rest(page);
  assert.equal(await colour(page, 'e6'), without, 'nothing is drawn where it was let go');
  assert.equal(await played(page), 0);
  await page.keyboard.press('Escape');
  await untilPickedUp(page);
  await cell(page, 'e2').click();
  await untilPickedUp(page, 'e2');
  await cell(page, 'e2').click();
  await untilPickedUp(page);
});

test('a press that ends outside the board does not block the next one', async () => {
  const page = await here.openGame();
  const start = await middle(page, 'e5');
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(2, 2);
  await page.mouse.up();
  await cell(page, 'e2').click();
  await untilPickedUp(page, 'e2');
});

test('typed moves are played, and refused with a reason', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  const box = page.getByLabel('Type a move');
  await box.fill('B2-B3');
  await box.press('Enter');
  await plies(page, 1);
  await box.fill('a1a8');
  await box.press('Enter');
  await page.getByText('a1a8 is not a legal move here.').waitFor();
  await ready(page);
});

test('a click in the list of moves goes there, and another move from there forgets the rest', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, 4)) await click(page, move);
  await page.getByRole('button', { name: 'b2–b3: White pawn b2 to b3.' }).click();
  await plies(page, 1);
  assert.equal(await page.locator('#moves button').count(), 4);
  await click(page, 'h7h6');
  assert.equal(await page.locator('#moves button').count(), 2);
});

test('a list of players is not rewritten while the visitor chooses', async () => {
  const page = await here.openGame();
  const list = page.getByLabel('Black', { exact: true });
  // The list is open: what is marked in it is not chosen before the browser says so.
  await list.evaluate((/** @type {HTMLSelectElement} */ element) => void (element.value = 'random'));
  await page.getByRole('button', { name: 'Flip' }).click();
  await until(page, () => flipped(page));
  await page.getByRole('button', { name: 'Flip' }).click();
  await until(page, async () => !(await flipped(page)));
  assert.equal(await list.inputValue(), 'random');
  await list.dispatchEvent('change');
  await click(page, 'b2b3');
  assert.deepEqual(await players(page), { white: 'human', black: 'random' });
  assert.doesNotMatch((await turn(page)) ?? '', /level/, 'no engine plays there');
  await plies(page, 2);
});
