// @ts-check
// A lesson that shows merges only, and drawings that can be made larger and smaller.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { house, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A page with the rook's lesson open. @param {import('playwright-core').BrowserContextOptions} [options] */
async function lesson(options = {}) {
  const page = await here.open('', { reducedMotion: 'reduce', ...options });
  await until(page, 'State.watched?.last !== undefined');
  await page.evaluate('(async () => { Watch.pause(); while (Watch.asking) await new Promise((go) => setTimeout(go, 20)); while (Watch.view.games < 2) await Watch.look(10); })()');
  await page.evaluate("Learned.choose('R')");
  await page.locator('#open-lesson').click();
  await still(page);
  return page;
}

/** @param {Page} page */
const still = (page) => until(page, 'Lesson.view?.step !== undefined && Lesson.view.step.index === Lesson.index && !Lesson.asking && !View.stale');

/** @param {Page} page @returns {Promise<{ what: string, index: number, slider: number, most: number, count: string, all: number }>} */
const now = (page) =>
  page.evaluate("({ what: Lesson.view.step.what, index: Lesson.view.step.index, slider: Number(Lesson.slider.value), most: Number(Lesson.slider.max), count: document.getElementById('lesson-count').textContent, all: Lesson.view.steps })");

test('merges only: buttons, keys, slider and counts step over the pairs that were refused', async () => {
  const page = await lesson();
  const heard = complaints(page);
  const all = await now(page);
  assert.equal(all.most, all.all - 1);
  await page.getByLabel('Merges only').check();
  await still(page);
  const { most } = await now(page);
  assert.ok(most > 2 && most < all.most / 2, `${most} of ${all.most}`);
  assert.match((await now(page)).count, new RegExp(`^Step 1 of ${most + 1}, ${all.all - most - 1} other steps left out`));
  // All the way, by key: every step is a merge or about one.
  const seen = [];
  await page.locator('#lesson-title').focus();
  for (let at = 1; at <= most; at++) {
    await page.keyboard.press('ArrowRight');
    await until(page, `Number(Lesson.slider.value) === ${at}`);
    await still(page);
    seen.push((await now(page)).what);
  }
  assert.ok(seen.every((what) => ['tried', 'merged', 'learned', 'expanded', 'minimized'].includes(what)), seen.join());
  assert.equal(seen.at(-1), 'learned');
  assert.equal(seen.filter((what) => what === 'merged').length, seen.filter((what) => what === 'tried').length);
  assert.equal(await page.locator('#lesson-on').getAttribute('aria-disabled'), 'true');
  await page.getByRole('button', { name: 'One step back' }).click();
  await still(page);
  assert.equal((await now(page)).slider, most - 1);
  // The slider counts merges too.
  await page.locator('#lesson-slider').fill('1');
  await still(page);
  assert.equal((await now(page)).index, await page.evaluate('Lesson.view.merges[1]'));
  // It plays by itself in the same way.
  await page.evaluate('Lesson.pace = { step: 20, refused: 20 }; Lesson.what = []; { const show = Lesson.show; Lesson.show = (view) => { Lesson.what.push(view.step.what); show(view); }; } Lesson.play()');
  await until(page, 'Lesson.view.step.what === "learned" && !Lesson.playing');
  assert.deepEqual(await page.evaluate("Lesson.what.filter((what) => what === 'refused' || what === 'promoted')"), []);
  // From a pair that was refused, back to the step before it; and everything is there again.
  await page.getByLabel('Merges only').uncheck();
  await still(page);
  assert.equal((await now(page)).most, all.most);
  const refused = Number(await page.evaluate('[...Array(Lesson.view.steps).keys()].findLast((index) => !Lesson.view.merges.includes(index))'));
  await page.evaluate(`Lesson.goTo(${refused})`);
  await still(page);
  assert.match((await now(page)).what, /refused|promoted/);
  await page.getByLabel('Merges only').check();
  await until(page, `Lesson.view.step.index < ${refused}`);
  await still(page);
  assert.ok(await page.evaluate('Lesson.view.merges.includes(Lesson.index)'));
  assert.deepEqual(heard, []);
});

/** @param {Page} page */
const place = (page) => page.evaluate("(({ scrollLeft, scrollTop }) => ({ scale: Math.round(100 * Lesson.zoom.scale), scrollLeft, scrollTop }))(Lesson.zoom.frame)");

test('the lesson’s drawing is zoomed by buttons and keys, and keeps its place while stepping', async () => {
  const page = await lesson({ viewport: { width: 1280, height: 800 } });
  const fitted = await place(page);
  assert.equal(await page.locator('#lesson-zoom-fit').getAttribute('aria-pressed'), 'true');
  for (let times = 0; times < 5; times++) await page.locator('#lesson-zoom-in').click();
  const large = await place(page);
  assert.ok(Math.abs(large.scale / fitted.scale - 1.25 ** 5) < 0.05, `${fitted.scale} to ${large.scale}`);
  assert.equal(await page.locator('#lesson-zoom-fit').getAttribute('aria-pressed'), 'false');
  // Its frame is scrolled by the keyboard as any other.
  await page.locator('#lesson-frame').focus();
  await page.keyboard.press('ArrowDown');
  await until(page, `Lesson.zoom.frame.scrollTop > ${large.scrollTop}`);
  await page.waitForTimeout(300);
  // In a corner where both states of the next steps are seen or not, the size stays; where one is seen, the place too.
  await page.evaluate('Lesson.zoom.to(1.1)');
  const first = await place(page);
  for (let step = 0; step < 6; step++) {
    await page.getByRole('button', { name: 'One step on' }).click();
    await still(page);
    const seen = await page.evaluate("(() => { const frame = Lesson.zoom.frame.getBoundingClientRect(); const marks = [...Lesson.svg.querySelectorAll('.mark')].map((mark) => mark.getBoundingClientRect()); return !marks.length || marks.some((box) => box.left >= frame.left - 30 && box.right <= frame.right + 30 && box.top >= frame.top - 30 && box.bottom <= frame.bottom + 30); })()");
    assert.ok(seen, 'a state in question is in sight');
    assert.equal((await place(page)).scale, first.scale);
  }
  // There and back: the smaller drawing of the result does not take it away.
  await until(page, 'Lesson.zoom.changing === 0');
  await page.evaluate('Lesson.marks?.remove(); Lesson.zoom.reveal = () => {}; Lesson.zoom.to(2); Lesson.zoom.frame.scrollTo(150, 120)');
  await page.waitForTimeout(200);
  const before = await place(page);
  await page.getByRole('button', { name: 'Last step' }).click();
  await still(page);
  await page.waitForTimeout(200);
  await page.getByRole('button', { name: 'First step' }).click();
  await still(page);
  await page.waitForTimeout(200);
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
  await until(page, `Lesson.zoom.scale > ${before.scale / 100} * 1.2`);
  // The page itself is not zoomed, and a wheel without Ctrl scrolls.
  assert.equal(await page.evaluate('visualViewport.scale'), 1);
  const wheeled = await place(page);
  const finger = await page.context().newCDPSession(page);
  /** @param {string} type @param {number} apart */
  const touch = (type, apart) => finger.send('Input.dispatchTouchEvent', { type: /** @type {'touchStart'} */ (type), touchPoints: type === 'touchEnd' ? [] : [{ x: spot.x - apart, y: spot.y, id: 1 }, { x: spot.x + apart, y: spot.y, id: 2 }] });
  await touch('touchStart', 30);
  for (const apart of [40, 50, 60]) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await until(page, `Lesson.zoom.scale > ${wheeled.scale / 100} * 1.7`);
  assert.equal(await page.evaluate('visualViewport.scale'), 1);
});

test('the learned automaton is zoomed by the same keys', async () => {
  const page = await lesson();
  await page.getByRole('button', { name: 'Close the lesson' }).click();
  await until(page, "Learned.graphLetter === 'R' && !View.stale");
  await page.locator('#graph-frame').focus();
  const before = Number(await page.evaluate('Learned.zoom.scale'));
  await page.keyboard.press('+');
  assert.ok(Math.abs(Number(await page.evaluate('Learned.zoom.scale')) / before - 1.25) < 0.01);
  await page.keyboard.press('0');
  assert.equal(await page.evaluate('Learned.zoom.scale'), before);
});
