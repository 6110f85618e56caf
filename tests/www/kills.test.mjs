// @ts-check
// A worker is a cache: killed at seeded moments of watching, reading, asking, a lesson and a game, it costs time and nothing else.
// Each is done twice, undisturbed and with ten kills; what the page shows in the end must be the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTab, downloaded } from './doing.mjs';
import { complaints } from './harness.mjs';
import { doom, spared } from './hook.mjs';
import { board, breakthrough, click, house, idle, moveList, settled, shortGame, twoPeople } from './table.mjs';
import { choosePiece, firstMove, records, step, verdicts, watchGames, watchRecords } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ steps: (() => Promise<unknown>)[], seen: () => Promise<unknown>, ahead: number }} Scene how many questions ahead a kill may come */

const KILLS = 10;
const here = await house();

/** Numbers that look random, from a seed. @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A page that has watched this many games, paused. @param {number} games */
async function watched(games) {
  const page = await (await here.browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.goto(here.url);
  await firstMove(page);
  // The first moves were watched at the page's own pace: how many depends on the machine, up to here.
  await watchRecords(page, 12);
  if (games) await watchGames(page, games, 20);
  return page;
}

/** @param {Page} page @param {string} name */
const tool = (page, name) => page.getByRole('group', { name: 'More tools' }).getByRole('button', { name }).click();

/** @param {Page} page @param {string} id */
const text = (page, id) => page.locator(id).textContent();

/** What has been learned, as the page shows it. @param {Page} page */
const learned = async (page) => [await records(page), await verdicts(page), await text(page, '#learned-expression')];

/** A file of one game. */
async function makeFile() {
  const page = await watched(1);
  await tool(page, 'Records');
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save the watched games' }).click());
  await page.context().close();
  return { name: 'games.txt', mimeType: 'text/plain', buffer: bytes };
}

/** The same for all who read it. @type {ReturnType<typeof makeFile> | undefined} */
let made;
const file = () => (made ??= makeFile());

/** @type {Record<string, () => Promise<[Page, Scene]>>} */
const scenes = {
  async watching() {
    const page = await watched(0);
    await choosePiece(page, 'R');
    return [page, { steps: Array.from({ length: 30 }, () => () => step(page)), seen: () => learned(page), ahead: 1 }];
  },
  async reading() {
    const content = await file();
    const page = await here.openGame(breakthrough);
    await openTab(page, 'Watch');
    await tool(page, 'Records');
    const read = async () => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Learn from a file' }).click()]);
      await chooser.setFiles(content);
      await settled(page, "!document.querySelector('#done').hidden && /^Learned/.test(document.querySelector('#records-note').textContent)");
    };
    return [page, { steps: Array.from({ length: KILLS + 2 }, () => read), seen: () => learned(page), ahead: 3 }];
  },
  async asking() {
    const page = await watched(1);
    await choosePiece(page, 'Q');
    await tool(page, 'Let it ask you');
    await page.locator('#ask-shown').uncheck();
    const answer = async () => {
      await settled(page, async () => /^Can the/.test((await text(page, '#asking-question')) ?? ''));
      await page.locator('#say-rules').click();
      await idle(page);
    };
    const seen = async () => [await learned(page), await text(page, '#asking-count'), await text(page, '#asking-question')];
    return [page, { steps: Array.from({ length: 16 }, () => answer), seen, ahead: 1 }];
  },
  async lesson() {
    const page = await watched(1);
    await choosePiece(page, 'R');
    await tool(page, 'Lesson in merging');
    const at = (/** @type {number} */ index) => settled(page, async () => (await text(page, '#lesson-count'))?.startsWith(`Step ${index + 1} of`));
    await at(0);
    const show = (/** @type {number} */ index) => async () => {
      await page.getByRole('slider', { name: 'Step' }).fill(String(index));
      await at(index);
    };
    const seen = async () => [await text(page, '#lesson-count'), await text(page, '#lesson-sentence'), await page.locator('#graph').getAttribute('aria-label')];
    return [page, { steps: Array.from({ length: 16 }, (_, index) => show(index + 1)), seen, ahead: 1 }];
  },
  async 'a game'() {
    const page = await here.openGame(breakthrough);
    await twoPeople(page);
    return [page, { steps: shortGame.map((move) => () => click(page, move)), seen: async () => [await board(page), await moveList(page)], ahead: 1 }];
  },
};

/** Goes through a scene; with a seed, workers are killed on the way. @param {string} name @param {number} [seed] */
async function play(name, seed) {
  const [page, { steps, seen, ahead }] = await /** @type {NonNullable<typeof scenes[string]>} */ (scenes[name])();
  const heard = complaints(page);
  const next = random(seed ?? 0);
  let kills = 0;
  let armed = false;
  for (const step of steps) {
    if (seed !== undefined && !armed && kills < KILLS) {
      await doom(page, 1 + next(ahead));
      armed = true;
    }
    await step();
    if (armed && !(await spared(page))) {
      kills += 1;
      armed = false;
    }
  }
  await idle(page);
  const result = await seen();
  assert.deepEqual(heard, []);
  await page.context().close();
  return { result, kills };
}

for (const [index, name] of Object.keys(scenes).entries()) {
  test(`${KILLS} kills during ${name} lose nothing`, async () => {
    const { result } = await play(name);
    const disturbed = await play(name, 100 + index);
    assert.equal(disturbed.kills, KILLS);
    assert.deepEqual(disturbed.result, result);
  });
}
