// @ts-check
// How fast the page answers, and how smoothly it runs. `./dev bench` runs this on a machine at rest; `./dev test` measures no time.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { press } from '../doing.mjs';
import { change, latency, pending, shown } from '../hook.mjs';
import { cell, click, ends, gameName, house, idle, played, settled, turn, until } from '../table.mjs';
import { choosePiece, firstMove, pauseWatching, progress, records, runs, skipToEnd, watchGames } from '../watching.mjs';
import { assertSmooth, frameGaps } from './measure.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** Waits until the engine view has a thought of this depth about the board: its line begins with the side to move. @param {Page} page @param {number} depth */
const deep = (page, depth) =>
  until(page, async () => {
    const first = page.locator('#engine-line button').first();
    if (Number(/^Depth (\d+)/.exec((await page.locator('#engine-numbers').textContent()) ?? '')?.[1] ?? 0) < depth || !(await first.count())) return false;
    return ((await first.getAttribute('title')) ?? '').slice(0, 5) === ((await turn(page)) ?? '').slice(0, 5);
  });

/** A first visit, with a game being watched. */
async function visit() {
  const page = await here.open();
  await firstMove(page);
  return page;
}

/** Milliseconds that an expression takes in the page; a promise is waited for. @param {Page} page @param {string} expression */
const time = async (page, expression) => Number(await page.evaluate(`(async () => { const began = performance.now(); await (${expression}); return performance.now() - began; })()`));

test('a long frame is seen', async () => {
  const page = await here.open();
  const recorder = await frameGaps(page);
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => {
    const end = performance.now() + 120;
    while (performance.now() < end);
    requestAnimationFrame(() => requestAnimationFrame(done));
  }))`);
  const [longest = 0] = await recorder.stop();
  assert.ok(longest >= 110, `longest gap ${longest} ms`);
});

test('on a first visit the first move is seen within five seconds', async (t) => {
  const began = Date.now();
  await visit();
  t.diagnostic(`${Date.now() - began} ms`);
  assert.ok(Date.now() - began < 5000);
});

test('no frame takes longer than 50 ms while watching, at any speed', async (t) => {
  const open = async () => {
    const page = await visit();
    await shown(page);
    return page;
  };
  await assertSmooth(t, here.browser, open, async (page) => {
    await until(page, async () => (await records(page)) > 6);
    await page.locator('#pace').selectOption('brisk');
    await until(page, async () => (await records(page)) > 40);
    await page.locator('#pace').selectOption('fast');
    await until(page, async () => (await progress(page)).games > 4);
    await skipToEnd(page);
  });
});

test('no frame takes longer than 50 ms while one points at things and it learns', async (t) => {
  const open = async () => {
    const page = await visit();
    await page.getByText('Transition table').click();
    await page.getByLabel('Show on the main board').check();
    await shown(page);
    return page;
  };
  await assertSmooth(t, here.browser, open, async (page) => {
    for (let count = 0; count < 60; count++) {
      const box = await page.locator(count % 2 ? '#grid' : '#diagram-grid').boundingBox();
      if (box) await page.mouse.move(box.x + ((count * 37) % 100) * box.width * 0.01, box.y + ((count * 61) % 100) * box.height * 0.01);
      if (count === 20) await page.locator('#pace').selectOption('brisk');
      if (count === 40) await page.locator('#pace').selectOption('fast');
    }
  });
});

test('no frame takes longer than 50 ms while games are loaded, played and looked through', async (t) => {
  const open = async () => {
    const page = await here.openGame();
    // The same games each time: by chance one can be over after a few moves.
    await change(page, 'choose', { seed: 7 });
    await page.getByLabel('Black', { exact: true }).selectOption('random');
    return page;
  };
  await assertSmooth(t, here.browser, open, async (page) => {
    await page.getByLabel('White', { exact: true }).selectOption('random');
    await page.locator('#speed').selectOption('Fast');
    await until(page, async () => (await played(page)) > 15);
    await page.getByRole('button', { name: 'Change game' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Tamerlane/ }).click();
    await until(page, async () => /^Tamerlane/.test((await gameName(page)) ?? '') && (await played(page)) > 15);
    await page.getByRole('button', { name: 'Pause' }).click();
    for (let count = 0; count < 6; count++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('f');
  });
});

test('no frame takes longer than 50 ms while it thinks', async (t) => {
  const open = async () => {
    const page = await here.openGame('#v=1&g=chess');
    await press(page, 'Analysis');
    await deep(page, 3);
    return page;
  };
  await assertSmooth(t, here.browser, open, async (page) => {
    await deep(page, 6);
    await click(page, 'e2e3');
    await deep(page, 5);
    await press(page, 'Stop');
  });
});

test('no frame takes longer than 50 ms while strong players are watched, and a pause is answered within 100 ms', async (t) => {
  const open = async () => {
    const page = await visit();
    await page.locator('.watch-more > summary').click();
    await page.locator('#whom').selectOption('strong');
    await settled(page, async () => (await progress(page)).games === 0);
    await firstMove(page);
    await until(page, () => runs(page));
    return page;
  };
  const paused = /** @type {number[]} */ ([]);
  await assertSmooth(t, here.browser, open, async (page) => {
    await page.locator('#pace').selectOption('fast');
    await until(page, async () => (await progress(page)).games >= 2);
    paused.push(await latency(page, 'check', { text: '' }, '#watch-go'));
  });
  t.diagnostic(`answered after ${paused.map((each) => each.toFixed(0)).join(', ')} ms`);
  assert.ok(Math.min(...paused) < 100, `${paused} ms`);
});

test('the rules worker answers within 100 ms while a level thinks', async (t) => {
  const page = await here.openGame('#v=1&g=chess');
  await page.locator('#player-black').selectOption('level-8');
  for (const square of ends('e2e3')) await cell(page, square).click();
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'think'));
  const took = await latency(page, 'check', { text: '' });
  t.diagnostic(`${took.toFixed(0)} ms`);
  assert.ok(took < 100, `${took} ms`);
});

test('analysis and a warm-up stop within 100 ms', async (t) => {
  const page = await here.openGame('#v=1&g=chess');
  await page.locator('#analyse').click();
  await deep(page, 5);
  const analysis = await time(page, "document.getElementById('engine-stop').click()");
  await page.locator('#values-box > summary').click();
  await page.locator('#warm-clock').selectOption('120');
  await page.locator('#warm-up').click();
  await until(page, async () => parseInt((await page.locator('#warm-words').textContent()) ?? '', 10) >= 1);
  const warming = await time(page, "document.getElementById('warm-up').click()");
  t.diagnostic(`analysis ${analysis.toFixed(0)} ms, warm-up ${warming.toFixed(0)} ms`);
  assert.ok(analysis < 100 && warming < 100, `${analysis} ms, ${warming} ms`);
});

test('half the steps of a lesson are answered within 50 ms', async (t) => {
  const page = await visit();
  await pauseWatching(page);
  await watchGames(page, 6, 20);
  await choosePiece(page, 'Q');
  await page.locator('#open-lesson').click();
  const first = "/^Step 1 of /.test(document.getElementById('lesson-count').textContent)";
  await settled(page, first);
  await page.locator('#lesson-games').selectOption('5');
  await idle(page);
  await settled(page, first);
  const times = /** @type {number[]} */ ([]);
  const last = Number(await page.locator('#lesson-slider').getAttribute('max'));
  for (let index = 0; index <= last; index += 7) times.push(await latency(page, 'lessonStep', { index }));
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? Infinity;
  t.diagnostic(`${times.length} steps, half of them within ${middle.toFixed(1)} ms, the slowest ${times.at(-1)?.toFixed(0)} ms`);
  assert.ok(middle < 50, `${middle} ms`);
});
