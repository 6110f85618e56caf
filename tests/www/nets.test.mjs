// @ts-check
// Nets of games: fetched when an engine needs one, told again to a new worker; without one the engine plays on, and the page says so.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { course, frameOf } from './course.mjs';
import { press } from './doing.mjs';
import { root } from './harness.mjs';
import { answered, asked, crash } from './hook.mjs';
import { cell, click, ends, house, played, plies, ready, rest, turn, twoPeople, until } from './table.mjs';
import { firstMove } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */
const here = await house();
const gardner = '#v=1&g=gardner';
/** How the engine view says which evaluation plays. */
const byNet = 'A small neural net';
const without = 'The net for this game could not be loaded, so the engine plays without it.';

/** The nets that a page asks its host for, as in `gardner.net`; grows. @param {Page} page */
function fetched(page) {
  /** @type {string[]} */
  const names = [];
  page.on('request', (request) => {
    const name = /\/pkg\/nets\/([^?]*)/.exec(request.url())?.[1];
    if (name) names.push(name);
  });
  return names;
}

/** What the answers to nets were. @param {Page | Frame} place */
const verdicts = async (place) => [...(await answered(place, 'values')), ...(await answered(place, 'failed'))].filter(({ to }) => to === 'net').map(({ kind }) => kind);

/** @param {Page} page */
async function hint(page) {
  await press(page, 'Hint');
  await page.getByRole('region', { name: 'Board' }).getByText(/^Hint: /).waitFor();
}

/** A game against a level, which has answered the first move. @param {Page} page */
async function against(page) {
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  for (const square of ends('b2b3')) await cell(page, square).click();
  await plies(page, 2);
}

test('a net is fetched when an engine first thinks about its game, once, and told again to a new worker', async () => {
  const page = await (await here.browser.newContext()).newPage();
  const nets = fetched(page);
  await page.goto(here.url);
  await firstMove(page);
  assert.deepEqual(nets, [], 'a first visit needs none');
  await page.goto(here.url + gardner);
  await ready(page);
  await twoPeople(page);
  await click(page, 'b2b3');
  await hint(page);
  assert.deepEqual(nets, ['gardner.net']);
  assert.deepEqual(await verdicts(page), ['values']);
  await crash(page, 'thinker 1');
  await click(page, 'a4a3');
  await hint(page);
  assert.equal((await asked(page, 'net')).length, 2, 'the new worker was told the net');
  await press(page, 'Engine view');
  await page.getByText(byNet).waitFor();
  assert.deepEqual(nets, ['gardner.net']);
  assert.equal(await page.getByText(without).count(), 0);
  // A game that has none.
  await page.evaluate("location.hash = 'v=1&g=los-alamos'");
  await page.getByText('Weights that follow from the rules of this game alone.').waitFor();
  assert.deepEqual(nets, ['gardner.net']);
});

/** Ways in which a net can be of no use. @type {[string, (route: import('playwright-core').Route) => Promise<void>][]} */
const troubles = [
  ['missing', (route) => route.fulfill({ status: 404, body: 'not found' })],
  ['damaged', async (route) => {
    const body = await readFile(join(root, 'src/bots/nets/gardner.net'));
    body[3000] = (body[3000] ?? 0) ^ 1;
    await route.fulfill({ body });
  }],
  ['cut off', async (route) => route.fulfill({ body: (await readFile(join(root, 'src/bots/nets/gardner.net'))).subarray(0, 4000) })],
  ["another game's", async (route) => route.fulfill({ body: await readFile(join(root, 'src/bots/nets/chess.net')) })],
  ['a page that says something else', (route) => route.fulfill({ body: '<!doctype html>Welcome' })],
];
for (const [name, answer] of troubles) {
  test(`a net that is ${name} costs a message and no game, and is tried again with the next game`, async () => {
    const page = await (await here.browser.newContext()).newPage();
    await page.route('**/pkg/nets/**', answer);
    await page.goto(here.url + gardner);
    await ready(page);
    await against(page);
    await press(page, 'Engine view');
    await page.getByText(without).waitFor();
    await page.getByText('Weights that follow from the rules', { exact: false }).waitFor();
    await page.unroute('**/pkg/nets/**');
    await page.evaluate("location.hash = 'v=1&g=breakthrough'");
    await page.getByText(byNet).waitFor();
    await page.evaluate("location.hash = 'v=1&g=gardner'");
    await until(page, async () => (await page.getByRole('heading', { name: 'Gardner' }).count()) > 0 && (await page.getByText(byNet).count()) > 0);
    assert.equal(await page.getByText(without).count(), 0);
  });
}

test('a level waits for its net, can be stopped meanwhile, and no late move comes', async () => {
  const page = await (await here.browser.newContext()).newPage();
  /** @type {(() => void)[]} */
  const held = [];
  await page.route('**/pkg/nets/**', (route) => void held.push(() => route.continue()));
  await page.goto(here.url + gardner);
  await ready(page);
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  for (const square of ends('b2b3')) await cell(page, square).click();
  await until(page, async () => held.length === 1 && (await turn(page)) === 'Black (level 2) is thinking …');
  await press(page, 'Undo');
  await plies(page, 0);
  assert.deepEqual(await asked(page, 'think'), []);
  for (const go of held) go();
  await until(page, async () => !(await page.locator('#turn').textContent())?.includes('thinking'));
  await rest(page);
  assert.equal(await played(page), 0);
  await against(page);
  assert.deepEqual(await verdicts(page), ['values']);
});

test('in a sandboxed frame that may not fetch, the net comes as a script', async () => {
  const lecture = await course({ cors: false });
  try {
    const page = await lecture.open([{ src: '?embed=1&game=gardner&level=2&side=white', attributes: 'sandbox="allow-scripts"' }]);
    const frame = frameOf(page);
    await ready(frame);
    for (const square of ends('b2b3')) await cell(frame, square).click();
    await plies(frame, 2);
    assert.deepEqual(await verdicts(frame), ['values']);
    assert.ok(lecture.game.served.includes('pkg/nets/gardner.js'));
  } finally {
    await lecture.close();
  }
});
