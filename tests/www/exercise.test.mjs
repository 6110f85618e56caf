// @ts-check
// "Mark every move this piece can make", in the page and in a course.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';

import { ask, course, frameOf, hear, heard } from './course.mjs';
import { accessibilityFaults, screenshot } from './harness.mjs';
import { board, moveList, ready, settled, turn } from './table.mjs';

/** @typedef {import('playwright-core').Page | import('playwright-core').Frame} Place */
/** @type {Awaited<ReturnType<typeof course>>} */
let here;
before(async () => void (here = await course()));
afterEach(() => here.leave());
after(() => here.close());

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const page = await (await here.browser.newContext(options)).newPage();
  await page.goto(here.game.url + path);
  return page;
}

/** @param {Place} place @param {string} square */
const cell = (place, square) => place.locator(`#exercise-grid [role=gridcell][aria-label^="${square},"]`);

/** What the cells of the exercise say, by square. @param {Place} place @returns {Promise<Record<string, string>>} */
const labels = (place) =>
  place.evaluate("Object.fromEntries([...document.querySelectorAll('#exercise-grid [role=gridcell]')].map((cell) => /^(\\w+), (.*)$/.exec(cell.getAttribute('aria-label')).slice(1)))");

/** The squares of which the board says this. @param {Place} place @param {RegExp} words */
const squares = async (place, words) => Object.entries(await labels(place)).filter(([, label]) => words.test(label)).map(([square]) => square);

/** The square of the piece that is asked about. @param {Place} place */
const asked = async (place) => (await squares(place, /the piece to move$/))[0] ?? '';

/** Waits for an exercise that has not been checked. @param {Place} place */
const posed = (place) =>
  settled(place, async () => /^Mark every square/.test((await place.locator('#exercise-task').textContent()) ?? '') && (await place.locator('#exercise-check').textContent()) === 'Check' && (await asked(place)) !== '');

/** Marks squares and presses Check. @param {Place} place @param {string[]} marked */
async function answer(place, marked) {
  for (const square of marked) await cell(place, square).click();
  await place.getByRole('button', { name: 'Check' }).click();
}

/** What the exercises of an address are, as another visitor learns who marks nothing and is told what was missed. @param {string} path @param {number} count */
async function solutions(path, count) {
  const page = await open(path);
  const list = [];
  for (let number = 1; number <= count; number++) {
    await posed(page);
    const square = await asked(page);
    await answer(page, []);
    list.push({ square, answer: await squares(page, /, missed$/) });
    if (number < count) await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.context().close();
  return list;
}

/** Where a knight on a square can go on the board of the exercise: told here once more, since the page tells both question and answer. @param {Place} place */
async function knightMoves(place) {
  const [all, from] = [await labels(place), await asked(place)];
  const far = (/** @type {string} */ square) => [square.charCodeAt(0) - from.charCodeAt(0), Number(square.slice(1)) - Number(from.slice(1))].map(Math.abs).sort().join();
  return Object.keys(all).filter((square) => far(square) === '1,2' && !all[square]?.startsWith('white'));
}

test('a whole round in a course: right, missed and wrong are told, and the score goes to the course', async () => {
  const path = '?embed=1&game=chess&mode=exercise&piece=N&count=3&seed=11';
  const right = await solutions(path, 3);
  const page = await here.open([{ src: path, attributes: 'sandbox="allow-scripts"' }]);
  const frame = frameOf(page);
  await posed(frame);
  assert.match((await labels(frame))[await asked(frame)] ?? '', /^white knight, the piece to move$/);
  assert.deepEqual(right[0], { square: await asked(frame), answer: await knightMoves(frame) });
  await answer(frame, right[0].answer);
  assert.match((await frame.locator('#exercise-verdict').textContent()) ?? '', /^All \d right\./);
  await frame.getByRole('button', { name: 'Next' }).click();
  await posed(frame);
  // One missed, one wrong.
  const second = right[1]?.answer ?? [];
  const [missed = ''] = second;
  const wrong = Object.keys(await labels(frame)).find((square) => square !== right[1]?.square && !second.includes(square)) ?? '';
  await answer(frame, [...second.slice(1), wrong]);
  assert.match((await frame.locator('#exercise-verdict').textContent()) ?? '', new RegExp(`Missed: ${missed}\\. Wrong: ${wrong}\\. The rule: `));
  assert.match((await cell(frame, wrong).getAttribute('aria-label')) ?? '', /, wrong$/);
  assert.match((await cell(frame, missed).getAttribute('aria-label')) ?? '', /, missed$/);
  await frame.getByRole('button', { name: 'Next' }).click();
  await posed(frame);
  await answer(frame, right[2]?.answer ?? []);
  const done = await hear(page, 'complete');
  const middle = (second.length - 1) / (second.length + 1);
  assert.deepEqual(done.scores, [1, middle, 1]);
  assert.deepEqual([done.count, done.perfect, done.seed], [3, 2, 11]);
  assert.ok(Math.abs(done.score - (2 + middle) / 3) < 1e-9);
  assert.equal((await heard(page)).filter((each) => each.data?.type === 'answer').length, 3);
  await frame.getByRole('button', { name: 'Try again' }).click();
  await posed(frame);
  assert.equal(await frame.locator('#exercise-score').textContent(), '1 of 3');
  assert.equal((await ask(page, { type: 'getState' })).mode, 'exercise');
});

test('the same address gives the same exercises, by keyboard alone', async () => {
  const path = '?embed=1&game=cannon&mode=exercise&piece=C&count=1&seed=5';
  const [one, two] = [await open(path), await open(path)];
  for (const page of [one, two]) await posed(page);
  assert.deepEqual(await labels(one), await labels(two));
  await answer(two, []);
  const right = await squares(two, /, missed$/);
  assert.ok(right.length > 1, 'the cannon can move');
  const from = await asked(one);
  assert.equal(await one.evaluate("document.activeElement.getAttribute('aria-label').split(',')[0]"), from, 'the keyboard is at the piece');
  let [column, row] = [from.charCodeAt(0), Number(from.slice(1))];
  for (const to of right) {
    const [x, y] = [to.charCodeAt(0), Number(to.slice(1))];
    for (; column < x; column += 1) await one.keyboard.press('ArrowRight');
    for (; column > x; column -= 1) await one.keyboard.press('ArrowLeft');
    for (; row < y; row += 1) await one.keyboard.press('ArrowUp');
    for (; row > y; row -= 1) await one.keyboard.press('ArrowDown');
    await one.keyboard.press('Enter');
  }
  await one.keyboard.press('Tab');
  await one.keyboard.press('Enter');
  assert.match((await one.locator('#exercise-verdict').textContent()) ?? '', /1 of 1 fully correct, 100 %/);
});

test("a teacher's own position", async () => {
  const page = await open('?embed=1&game=gardner&mode=exercise&pos=rnbqk_ppppp_N...._PPPPP_R.BQK%20w%202&square=a3');
  await posed(page);
  assert.equal(await page.locator('#exercise-task').textContent(), 'Mark every square that the white knight on a3 can move to.');
  await answer(page, []);
  assert.deepEqual((await squares(page, /, missed$/)).sort(), ['b1', 'b5', 'c4']);
});

test('what cannot be asked is said in words', async () => {
  const page = await open('?embed=1&game=gardner&mode=exercise&piece=X');
  await page.locator('#exercise-verdict').filter({ hasText: 'There is no piece "X" in this game' }).waitFor();
  const other = await open('?embed=1&game=gardner&mode=exercise&square=e9');
  await other.locator('#exercise-verdict').filter({ hasText: 'stands on e9' }).waitFor();
});

test('in the page: an exercise on the current game leaves the game as it was', async () => {
  const page = await open('#v=1&g=chess', { reducedMotion: 'reduce' });
  await ready(page);
  const before = await board(page);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Test yourself' }).click();
  await posed(page);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityFaults(page), [], colorScheme);
  }
  await answer(page, []);
  assert.ok((await squares(page, /, missed$/)).length > 0);
  await screenshot(page, 'exercise checked, dark');
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Next' }).click();
  await posed(page);
  // Some of these are right, the others wrong.
  const from = await asked(page);
  await answer(page, Object.keys(await labels(page)).filter((square) => square !== from && Math.abs(square.charCodeAt(0) - from.charCodeAt(0)) <= 2 && Math.abs(Number(square.slice(1)) - Number(from.slice(1))) <= 2));
  assert.ok((await squares(page, /, wrong$/)).length > 0 && (await squares(page, /, right$/)).length > 0);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize({ width: 320, height: 568 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  const box = await cell(page, 'a1').boundingBox();
  assert.ok(box && box.width >= 24 && box.height >= 24, JSON.stringify(box));
  await page.getByRole('dialog', { name: 'Test yourself' }).getByRole('button', { name: 'Close' }).click();
  assert.deepEqual(await board(page), before);
  assert.deepEqual(await moveList(page), []);
  assert.equal(await turn(page), 'White to move.');
});
