// @ts-check
// A move is the touches that make it: the narrowing of the legal moves, and the page with moves that no game of today has.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { build } from 'esbuild';

import { root } from './harness.mjs';
import { alter, asked } from './hook.mjs';
import { cell, house, until } from './table.mjs';

/** @typedef {{ square: number } | { hand: number } | { choice: { name: string, label: string } }} Touch */
/** @typedef {{ text: string, touches: Touch[] }} Move */

const here = await house();

// The module as the page has it.
const bundled = await build({ entryPoints: [`${root}www/store/narrowing.ts`], bundle: true, format: 'esm', write: false });
/** @type {{ narrow(moves: Move[], touched: Touch[], touch: Touch): any, next(moves: Move[], touched: Touch[]): Touch[] }} */
const { narrow, next } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);

/** @param {number} number @returns {Touch} */
const square = (number) => ({ square: number });
/** @param {string} name @returns {Touch} */
const choice = (name) => ({ choice: { name, label: name } });
/** @param {string} text @param {...Touch} touches @returns {Move} */
const move = (text, ...touches) => ({ text, touches });

const moves = [
  move('step', square(12), square(28)),
  move('promote queen', square(52), square(60), choice('queen')),
  move('promote knight', square(52), square(60), choice('knight')),
  move('jump', square(18), square(36)),
  move('jump twice', square(18), square(36), square(54)),
  move('drop', { hand: 7 }, square(20)),
  move('pass', choice('pass')),
  move('place', square(3)),
];

/** Touches one after the other. @param {...Touch} touches */
function play(...touches) {
  /** @type {Touch[]} */
  let touched = [];
  for (const touch of touches) {
    const narrowed = narrow(moves, touched, touch);
    if (narrowed.kind === 'play') return narrowed.move.text;
    touched = narrowed.kind === 'more' ? narrowed.touches : [];
    if (narrowed.kind === 'refused') return 'refused';
  }
  return touched;
}

test('every move is played by exactly its touches', () => {
  for (const { text, touches } of moves) {
    const longer = moves.some((other) => other.touches.length > touches.length && touches.every((touch, at) => JSON.stringify(touch) === JSON.stringify(other.touches[at])));
    // The last thing again means to stop there.
    assert.equal(play(...touches, ...(longer ? touches.slice(-1) : [])), text);
  }
});

test('what can be touched next is what some move goes on with', () => {
  assert.deepEqual(next(moves, []), [square(12), square(52), square(18), { hand: 7 }, choice('pass'), square(3)]);
  assert.deepEqual(next(moves, [square(52), square(60)]), [choice('queen'), choice('knight')]);
  assert.deepEqual(next(moves, [square(18), square(36)]), [square(54)]);
});

test('a whole move that is also the beginning of another waits for the next touch', () => {
  const narrowed = narrow(moves, [square(18)], square(36));
  assert.equal(narrowed.kind, 'more');
  assert.equal(narrowed.stop.text, 'jump');
});

test('another piece instead, the same one again, and what no move allows', () => {
  assert.deepEqual(play(square(12), square(18)), [square(18)]);
  assert.deepEqual(play(square(12), square(12)), []);
  assert.equal(play(square(12), square(13)), 'refused');
});

// ---- the page ----

/** A page whose worker seems to know a game with hands, choices and chains. */
async function openToy() {
  const page = await here.openGame();
  await alter(page, 'board', (/** @type {any} */ fields) => {
    const board = fields.board ?? fields;
    const [pawn] = board.legal.filter((/** @type {any} */ each) => each.side === 'white');
    if (!pawn || board.played.length) return;
    /** @param {string} text @param {any[]} touches */
    const toy = (text, touches) => ({ ...pawn, text, touches, does: [], takes: [] });
    board.hands = [{ owner: 'white', piece: pawn.moved, count: 2 }];
    board.legal = [
      toy('drop', [{ hand: pawn.moved }, { square: 20 }]),
      toy('queen', [{ square: 8 }, { square: 16 }, { choice: { name: 'q', label: 'queen' } }]),
      toy('knight', [{ square: 8 }, { square: 16 }, { choice: { name: 'n', label: 'knight' } }]),
      toy('jump', [{ square: 9 }, { square: 17 }]),
      toy('jumps', [{ square: 9 }, { square: 17 }, { square: 25 }]),
      toy('pass', [{ choice: { name: 'pass', label: 'Pass' } }]),
    ];
  });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Pass', exact: true }).waitFor();
  return page;
}

/** The moves that the page has asked the worker to play. @param {import('playwright-core').Page} page @param {string} text */
const isPlayed = (page, text) => until(page, async () => (await asked(page, 'show')).some(({ fields }) => fields.moves.length === 1 && fields.moves[0] === text));

test('mouse: a piece from the hand, a promotion, a chain that stops or goes on, a pass', async () => {
  /** @type {[string, (page: import('playwright-core').Page) => Promise<void>][]} */
  const ways = [
    ['drop', async (page) => {
      await page.getByRole('button', { name: '2 × white pawn in hand' }).click();
      await cell(page, 'e3').click();
    }],
    ['knight', async (page) => {
      await cell(page, 'a2').click();
      await cell(page, 'a3').click();
      await page.getByRole('button', { name: 'knight', exact: true }).click();
    }],
    ['jump', async (page) => {
      await cell(page, 'b2').click();
      await cell(page, 'b3').click();
      await page.getByRole('button', { name: 'Stop here' }).click();
    }],
    ['jumps', async (page) => {
      for (const name of ['b2', 'b3', 'b4']) await cell(page, name).click();
    }],
    ['pass', (page) => page.getByRole('button', { name: 'Pass', exact: true }).click()],
  ];
  for (const [text, act] of ways) {
    const page = await openToy();
    await act(page);
    await isPlayed(page, text);
    await page.context().close();
  }
});

test('keyboard: the same moves without a mouse, and what a reader hears', async () => {
  const page = await openToy();
  await cell(page, 'a2').focus();
  await page.keyboard.press('Enter');
  assert.match((await page.locator('#live').textContent()) ?? '', /^Picked up white pawn, 2 moves\./);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'queen', exact: true }).focus();
  await page.keyboard.press('Enter');
  await isPlayed(page, 'queen');
});

test('keyboard: a piece from the hand', async () => {
  const page = await openToy();
  await page.getByRole('button', { name: '2 × white pawn in hand' }).focus();
  await page.keyboard.press('Enter');
  await until(page, "document.querySelector('#grid [aria-label^=\"e3,\"]').getAttribute('aria-label').includes('move here')");
  await cell(page, 'e3').focus();
  await page.keyboard.press('Enter');
  await isPlayed(page, 'drop');
});
