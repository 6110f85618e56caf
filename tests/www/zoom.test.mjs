// @ts-check
// A lesson that shows merges only, and drawings that can be made larger and smaller.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { shown } from './hook.mjs';
import { house, settled, until } from './table.mjs';
import { choosePiece, firstMove, pauseWatching, watchGames } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A page with the rook's lesson open. Its clock can be put forward. @param {import('playwright-core').BrowserContextOptions} [options] */
async function lesson(options = {}) {
  const page = await (await here.browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
  await page.clock.install();
  await page.goto(here.url);
  await firstMove(page);
  await pauseWatching(page);
  await watchGames(page, 2, 20);
  await choosePiece(page, 'R');
  await page.locator('#open-lesson').click();
  await still(page);
  return page;
}

/** Waits until the lesson shows the step that was asked for. @param {Page} page */
const still = (page) => settled(page, async () => (await now(page)).steps > 0);

/** What the sentence of a step says was done. @type {[string, RegExp][]} */
const kinds = [
  ['tree', /^In [\d,]+ positions the|did not move in these/],
  ['tried', /^Can A and B, states/],
  ['merged', /^Merged, together/],
  ['refused', /^A and B, states \d+ and \d+, cannot be merged/],
  ['promoted', /^State \d+ cannot be merged/],
  ['minimized', /^The smallest automaton that allows/],
  ['expanded', /^Next, the search expands/],
  ['learned', /^Result from these/],
];

/** @param {string} sentence */
const kindOf = (sentence) => kinds.find(([, words]) => words.test(sentence))?.[0] ?? sentence;

/** What the lesson shows: which step of how many, in words and by the slider. @param {Page} page */
async function now(page) {
  const { sentence, count, slider, most } = /** @type {{ sentence: string, count: string, slider: number, most: number }} */ (
    await page.evaluate(`(({ value, max }) => ({ slider: Number(value), most: Number(max), count: document.getElementById('lesson-count').textContent, sentence: document.getElementById('lesson-sentence').textContent }))(document.getElementById('lesson-slider'))`)
  );
  const [, step = '0', steps = '0'] = /^Step ([\d,]+) of ([\d,]+)/.exec(count) ?? [];
  return { sentence, what: kindOf(sentence), count, slider, most, step: Number(step.replaceAll(',', '')), steps: Number(steps.replaceAll(',', '')) };
}

test('merges only: buttons, keys, slider and counts step over the pairs that were refused', async () => {
  const page = await lesson();
  const heard = complaints(page);
  const all = await now(page);
  assert.equal(all.most, all.steps - 1);
  await page.getByLabel('Merges only').check();
  await still(page);
  const { most, count } = await now(page);
  assert.ok(most > 2 && most < all.most / 2, `${most} of ${all.most}`);
  assert.match(count, new RegExp(`^Step 1 of ${most + 1}, ${all.steps - most - 1} other steps left out`));
  // All the way, by key: every step is a merge or about one.
  const seen = [];
  await page.locator('#lesson-title').focus();
  for (let at = 1; at <= most; at++) {
    await page.keyboard.press('ArrowRight');
    await settled(page, async () => (await now(page)).slider === at);
    seen.push(await now(page));
  }
  const what = seen.map((each) => each.what);
  assert.ok(what.every((each) => ['tried', 'merged', 'learned', 'expanded', 'minimized'].includes(each)), what.join());
  assert.equal(what.at(-1), 'learned');
  assert.equal(what.filter((each) => each === 'merged').length, what.filter((each) => each === 'tried').length);
  assert.equal(await page.locator('#lesson-on').getAttribute('aria-disabled'), 'true');
  await page.getByRole('button', { name: 'One step back' }).click();
  await settled(page, async () => (await now(page)).slider === most - 1);
  // The slider counts merges too.
  await page.locator('#lesson-slider').fill('1');
  await settled(page, async () => (await now(page)).slider === 1);
  assert.deepEqual(await now(page), seen[0]);
  // It plays by itself in the same way.
  await page.evaluate(`{
    const sentence = document.getElementById('lesson-sentence');
    self.told = [];
    new MutationObserver(() => told.push(sentence.textContent)).observe(sentence, { childList: true, characterData: true, subtree: true });
  }`);
  await page.getByRole('button', { name: 'Play the lesson' }).click();
  await until(page, async () => (await page.clock.fastForward(4000), (await now(page)).what === 'learned'));
  await page.getByRole('button', { name: 'Play the lesson' }).waitFor();
  const played = /** @type {string[]} */ (await page.evaluate('told')).map(kindOf);
  assert.deepEqual(played, what.slice(1));
  // From a pair that was refused, back to the step before it; and everything is there again.
  await page.getByLabel('Merges only').uncheck();
  await settled(page, async () => (await now(page)).most === all.most);
  for (let at = all.most; !/refused|promoted/.test((await now(page)).what); at--) {
    await page.locator('#lesson-slider').fill(String(at));
    await settled(page, async () => (await now(page)).slider === at);
  }
  const refused = (await now(page)).slider;
  await page.getByLabel('Merges only').check();
  await settled(page, async () => !/refused|promoted/.test((await now(page)).what));
  const merge = await now(page);
  assert.ok(seen.some((each) => each.sentence === merge.sentence), merge.sentence);
  await page.getByLabel('Merges only').uncheck();
  await settled(page, async () => (await now(page)).most === all.most);
  assert.ok((await now(page)).slider < refused);
  assert.deepEqual(heard, []);
});

/** How large a drawing is beside its own measure, in percent. @param {Page} page @param {string} id */
const scaleOf = (page, id) => page.evaluate((name) => {
  const svg = document.getElementById(name);
  return svg instanceof SVGSVGElement ? Math.round((100 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width) : 0;
}, id);

/** @param {Page} page */
const place = async (page) => ({ scale: await scaleOf(page, 'lesson-graph'), ...(await page.locator('#lesson-frame').evaluate(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }))) });

/** Waits until the frame does not scroll any more. @param {Page} page */
async function scrolled(page) {
  await until(page, async () => {
    const before = JSON.stringify(await place(page));
    await shown(page);
    return JSON.stringify(await place(page)) === before;
  });
}

test('the lesson’s drawing is zoomed by buttons and keys, and keeps its place while stepping', async () => {
  const page = await lesson({ viewport: { width: 1280, height: 800 } });
  const fitted = await place(page);
  assert.equal(await page.locator('#lesson-zoom-fit').getAttribute('aria-pressed'), 'true');
  for (let times = 0; times < 5; times++) await page.locator('#lesson-zoom-in').click();
  const large = await place(page);
  assert.ok(Math.abs(large.scale / fitted.scale - 1.25 ** 5) < 0.06, `${fitted.scale} to ${large.scale}`);
  assert.equal(await page.locator('#lesson-zoom-fit').getAttribute('aria-pressed'), 'false');
  // Its frame is scrolled by the keyboard as any other.
  await page.locator('#lesson-frame').focus();
  await page.keyboard.press('ArrowDown');
  await until(page, async () => (await place(page)).scrollTop > large.scrollTop);
  await scrolled(page);
  // In a corner where both states of the next steps are seen or not, the size stays; where one is seen, the place too.
  const first = await place(page);
  for (let step = 0; step < 6; step++) {
    await page.getByRole('button', { name: 'One step on' }).click();
    await settled(page, async () => (await now(page)).slider === step + 1);
    const seen = await page.evaluate("(() => { const frame = document.getElementById('lesson-frame').getBoundingClientRect(); const marks = [...document.querySelectorAll('#lesson-graph .mark')].map((mark) => mark.getBoundingClientRect()); return !marks.length || marks.some((box) => box.left >= frame.left - 30 && box.right <= frame.right + 30 && box.top >= frame.top - 30 && box.bottom <= frame.bottom + 30); })()");
    assert.ok(seen, 'a state in question is in sight');
    assert.ok(Math.abs((await place(page)).scale - first.scale) <= 1);
  }
  // There and back, between steps about no pair: the smaller drawing of the result does not take it away.
  await page.getByRole('button', { name: 'First step' }).click();
  await settled(page, async () => (await now(page)).slider === 0);
  assert.equal(await page.locator('#lesson-graph .mark').count(), 0);
  while ((await place(page)).scale < 180) await page.locator('#lesson-zoom-in').click();
  await page.locator('#lesson-frame').evaluate((frame) => frame.scrollTo(150, 120));
  await scrolled(page);
  const before = await place(page);
  assert.deepEqual([before.scrollLeft, before.scrollTop], [150, 120]);
  await page.getByRole('button', { name: 'Last step' }).click();
  await settled(page, async () => (await now(page)).what === 'learned');
  await scrolled(page);
  await page.getByRole('button', { name: 'First step' }).click();
  await settled(page, async () => (await now(page)).slider === 0);
  await scrolled(page);
  assert.deepEqual(await place(page), before);
  // Keys, wherever the focus is in the lesson.
  await page.locator('#lesson-title').focus();
  await page.keyboard.press('0');
  assert.equal((await place(page)).scale, fitted.scale);
  await page.keyboard.press('+');
  assert.ok((await place(page)).scale > fitted.scale);
  await page.keyboard.press('-');
  assert.ok(Math.abs((await place(page)).scale - fitted.scale) <= 1);
  assert.match((await page.locator('#live').textContent()) ?? '', /^Size \d+ %/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await screenshot(page, 'lesson, zoom');
});

test('the wheel with Ctrl and two fingers zoom around where they are', async () => {
  const page = await lesson({ viewport: { width: 390, height: 800 }, hasTouch: true });
  await page.locator('#lesson-frame').scrollIntoViewIfNeeded();
  const box = await page.locator('#lesson-frame').boundingBox();
  assert.ok(box);
  const spot = { x: box.x + box.width * 0.5, y: box.y + box.height * 0.5 };
  const before = await place(page);
  await page.mouse.move(spot.x, spot.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await until(page, async () => (await place(page)).scale > before.scale * 1.2);
  // The page itself is not zoomed, and a wheel without Ctrl scrolls.
  assert.equal(await page.evaluate('visualViewport.scale'), 1);
  const wheeled = await place(page);
  const finger = await page.context().newCDPSession(page);
  /** @param {string} type @param {number} apart */
  const touch = (type, apart) => finger.send('Input.dispatchTouchEvent', { type: /** @type {'touchStart'} */ (type), touchPoints: type === 'touchEnd' ? [] : [{ x: spot.x - apart, y: spot.y, id: 1 }, { x: spot.x + apart, y: spot.y, id: 2 }] });
  await touch('touchStart', 30);
  for (const apart of [40, 50, 60]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await until(page, async () => (await place(page)).scale > wheeled.scale * 1.7);
  assert.equal(await page.evaluate('visualViewport.scale'), 1);
});

test('the learned automaton is zoomed by the same keys', async () => {
  const page = await lesson();
  await page.getByRole('button', { name: 'Close the lesson' }).click();
  await page.locator('#graph[aria-label^="Automaton of the white rook"]').waitFor();
  await page.locator('#graph-frame').focus();
  const before = await scaleOf(page, 'graph');
  await page.keyboard.press('+');
  assert.ok(Math.abs((await scaleOf(page, 'graph')) / before - 1.25) < 0.02);
  await page.keyboard.press('0');
  assert.equal(await scaleOf(page, 'graph'), before);
});
