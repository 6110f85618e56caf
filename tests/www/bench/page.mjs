// @ts-check
// How fast the page answers, and how smoothly it runs. `./dev bench` runs this on a machine at rest; `./dev test` measures no time.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cell, click, ends, house, until } from '../table.mjs';
import { assertSmooth, frameGaps } from './measure.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Waits until the engine view has a thought of this depth about the board. @param {Page} page @param {number} depth */
const deep = (page, depth) => until(page, `Thinking.isCurrent() && Thinking.thought?.depth >= ${depth}`);

/** A first visit, with a game being watched. */
async function visit() {
  const page = await here.open();
  await until(page, 'State.watched?.last !== undefined');
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
    await page.waitForTimeout(500);
    return page;
  };
  await assertSmooth(t, here.browser, open, async (page) => {
    await until(page, 'Watch.view.records > 6');
    await page.locator('#pace').selectOption('brisk');
    await until(page, 'Watch.view.records > 40');
    await page.locator('#pace').selectOption('fast');
    await until(page, 'Watch.view.games > 4');
    await page.getByRole('button', { name: 'Skip to the end' }).click();
    await until(page, 'Watch.done()');
  });
});

test('no frame takes longer than 50 ms while one points at things and it learns', async (t) => {
  const open = async () => {
    const page = await here.open();
    await until(page, 'State.watched?.last !== undefined');
    await page.getByText('Transition table').click();
    await page.getByLabel('Show on the main board').check();
    await page.waitForTimeout(500);
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
    await page.evaluate('Game.engine.seed = 7; Game.pause = 30');
    return page;
  };
  await assertSmooth(t, here.browser, open, async (page) => {
    await page.getByLabel('White', { exact: true }).selectOption('random');
    await until(page, 'State.board.played.length > 15');
    await page.evaluate("Picker.take('tamerlane')");
    await until(page, 'State.game.id === "tamerlane" && State.board?.played.length > 15');
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
    await page.waitForTimeout(1500);
    await click(page, 'e2e3');
    await page.waitForTimeout(1000);
    await press(page, 'Stop');
  });
});

test('no frame takes longer than 50 ms while strong players are watched, and a pause is answered within 100 ms', async (t) => {
  const open = async () => {
    const page = await visit();
    await page.locator('.watch-more > summary').click();
    await page.locator('#whom').selectOption('strong');
    await until(page, 'Watch.running && Watch.settings.players === "strong" && Watch.view?.last !== undefined');
    return page;
  };
  const paused = /** @type {number[]} */ ([]);
  await assertSmooth(t, here.browser, open, async (page) => {
    await page.locator('#pace').selectOption('fast');
    await until(page, 'Watch.view.games >= 2');
    paused.push(await time(page, "Watch.pause(), Game.engine.ask({ type: 'show', start: State.start, moves: [] })"));
  });
  t.diagnostic(`answered after ${paused.map((each) => each.toFixed(0)).join(', ')} ms`);
  assert.ok(Math.min(...paused) < 100, `${paused} ms`);
});

test('the rules worker answers within 100 ms while a level thinks', async (t) => {
  const page = await here.openGame('#v=1&g=chess');
  await page.locator('#player-black').selectOption('level-8');
  await page.evaluate('Game.pause = 0');
  for (const square of ends('e2e3')) await cell(page, square).click();
  await until(page, 'Game.choosing');
  const took = await time(page, "Game.engine.ask({ type: 'paste', text: State.board.position })");
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
  await until(page, 'WarmUp.now?.games >= 1');
  const warming = await time(page, 'WarmUp.button.click()');
  t.diagnostic(`analysis ${analysis.toFixed(0)} ms, warm-up ${warming.toFixed(0)} ms`);
  assert.ok(analysis < 100 && warming < 100, `${analysis} ms, ${warming} ms`);
});

test('half the steps of a lesson are answered within 50 ms', async (t) => {
  const page = await visit();
  await page.locator('#watch-go').click();
  await until(page, '!Watch.asking && !Watch.running');
  await page.evaluate('(async () => { while (Watch.view.games < 6) await Watch.look(10); })()');
  await page.evaluate("Learned.choose('Q')");
  await page.locator('#open-lesson').click();
  await until(page, 'Lesson.view?.step?.index === 0 && !Lesson.asking');
  await page.locator('#lesson-games').selectOption('5');
  await until(page, 'Lesson.view?.games === 5 && Lesson.view.ready');
  const times = /** @type {number[]} */ ([]);
  for (let index = 0; index <= Number(await page.evaluate('Lesson.last()')); index += 7) times.push(await time(page, `Game.engine.ask({ type: 'lessonStep', index: ${index} })`));
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? Infinity;
  t.diagnostic(`${times.length} steps, half of them within ${middle.toFixed(1)} ms, the slowest ${times.at(-1)?.toFixed(0)} ms`);
  assert.ok(middle < 50, `${middle} ms`);
});
