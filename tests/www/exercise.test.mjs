// @ts-check
// "Mark every move this piece can make", in the page and in a course.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { ask, course, frameOf, hear, heard } from './course.mjs';
import { accessibilityFaults, screenshot } from './harness.mjs';
import { until } from './table.mjs';

/** @typedef {import('playwright-core').Page | import('playwright-core').Frame} Place */
/** @type {Awaited<ReturnType<typeof course>>} */
let here;
before(async () => void (here = await course()));
after(() => here.close());

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const page = await (await here.browser.newContext(options)).newPage();
  await page.goto(here.game.url + path);
  return page;
}

/** @param {Place} place @param {number} square */
const cell = (place, square) => place.locator(`#exercise-grid [data-square="${square}"]`);
/** @param {Place} place @returns {Promise<any>} */
const task = (place) => place.evaluate('Exercise.task');

/** Marks squares and presses Check. @param {Place} place @param {number[]} squares */
async function answer(place, squares) {
  for (const square of squares) await cell(place, square).click();
  await place.getByRole('button', { name: 'Check' }).click();
}

test('a whole round in a course: right, missed and wrong are told, and the score goes to the course', async () => {
  const page = await here.open([{ src: '?embed=1&game=chess&mode=exercise&piece=N&count=3&seed=11', attributes: 'sandbox="allow-scripts"' }]);
  const frame = frameOf(page);
  await until(frame, 'Exercise.task !== null');
  let { answer: squares, letter } = await task(frame);
  assert.equal(letter, 'N');
  await answer(frame, squares);
  assert.match((await frame.locator('#exercise-verdict').textContent()) ?? '', /^All \d right\./);
  await frame.getByRole('button', { name: 'Next' }).click();
  await until(frame, '!Exercise.checked');
  // One missed, one wrong.
  ({ answer: squares } = await task(frame));
  const wrong = Number(await frame.evaluate('[...Exercise.task.cells].findIndex((_, square) => square !== Exercise.task.square && !Exercise.task.answer.includes(square))'));
  await answer(frame, [...squares.slice(1), wrong]);
  assert.match((await frame.locator('#exercise-verdict').textContent()) ?? '', /Missed: ..\. Wrong: ..\. The rule: /);
  assert.match((await cell(frame, wrong).getAttribute('aria-label')) ?? '', /, wrong$/);
  assert.match((await cell(frame, squares[0]).getAttribute('aria-label')) ?? '', /, missed$/);
  await frame.getByRole('button', { name: 'Next' }).click();
  await until(frame, '!Exercise.checked');
  await answer(frame, (await task(frame)).answer);
  const done = await hear(page, 'complete');
  const middle = (squares.length - 1) / (squares.length + 1);
  assert.deepEqual(done.scores, [1, middle, 1]);
  assert.deepEqual([done.count, done.perfect, done.seed], [3, 2, 11]);
  assert.ok(Math.abs(done.score - (2 + middle) / 3) < 1e-9);
  assert.equal((await heard(page)).filter((each) => each.data?.type === 'answer').length, 3);
  await frame.getByRole('button', { name: 'Try again' }).click();
  await until(frame, 'Exercise.scores.length === 0 && !Exercise.checked');
  assert.equal((await ask(page, { type: 'getState' })).mode, 'exercise');
});

test('the same address gives the same exercises, by keyboard alone', async () => {
  const path = '?embed=1&game=cannon&mode=exercise&piece=C&count=1&seed=5';
  const [one, two] = [await open(path), await open(path)];
  for (const page of [one, two]) await until(page, 'Exercise.task !== null');
  assert.deepEqual(await task(one), await task(two));
  const { answer: squares, square } = await task(one);
  assert.equal(await one.evaluate('document.activeElement.dataset.square'), String(square), 'the keyboard is at the piece');
  const width = 7;
  let at = square;
  for (const to of squares) {
    for (; at % width < to % width; at += 1) await one.keyboard.press('ArrowRight');
    for (; at % width > to % width; at -= 1) await one.keyboard.press('ArrowLeft');
    for (; at < to; at += width) await one.keyboard.press('ArrowUp');
    for (; at > to; at -= width) await one.keyboard.press('ArrowDown');
    await one.keyboard.press('Enter');
  }
  await one.keyboard.press('Tab');
  await one.keyboard.press('Enter');
  assert.match((await one.locator('#exercise-verdict').textContent()) ?? '', /1 of 1 fully correct, 100 %/);
});

test("a teacher's own position", async () => {
  const page = await open('?embed=1&game=gardner&mode=exercise&pos=rnbqk_ppppp_N...._PPPPP_R.BQK%20w%202&square=a3');
  await until(page, 'Exercise.task !== null');
  assert.deepEqual(await page.evaluate('Exercise.task.answer.map(State.nameOf).sort()'), ['b1', 'b5', 'c4']);
  assert.equal(await page.locator('#exercise-task').textContent(), 'Mark every square that the white knight on a3 can move to.');
});

test('what cannot be asked is said in words', async () => {
  const page = await open('?embed=1&game=gardner&mode=exercise&piece=X');
  await page.locator('#exercise-verdict').filter({ hasText: 'There is no piece "X" in this game' }).waitFor();
  const other = await open('?embed=1&game=gardner&mode=exercise&square=e9');
  await other.locator('#exercise-verdict').filter({ hasText: 'stands on e9' }).waitFor();
});

test('in the page: a test of the game on the table, that leaves the game as it was', async () => {
  const page = await open('#v=1&g=chess', { reducedMotion: 'reduce' });
  await until(page, 'State.settled');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Test yourself' }).click();
  await until(page, 'Exercise.task !== null');
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityFaults(page), [], colorScheme);
  }
  const { answer: squares } = await task(page);
  await answer(page, squares.slice(1));
  await screenshot(page, 'exercise checked, dark');
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize({ width: 320, height: 568 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  const box = await cell(page, 0).boundingBox();
  assert.ok(box && box.width >= 24 && box.height >= 24, JSON.stringify(box));
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.evaluate('State.board.played.length'), 0);
  assert.equal(await page.evaluate('State.engine'), 'ready');
});
