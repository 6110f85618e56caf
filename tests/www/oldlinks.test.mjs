// @ts-check
// Links and addresses of frames that were given out: the page opens them as it did then. tests/it/links.rs reads all of them; these are a few of each kind.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ask, course, frameOf } from './course.mjs';
import { root } from './harness.mjs';
import { gameName, loaded, settled, tab, turn, until } from './table.mjs';
import { runs, watches } from './watching.mjs';

/** @type {Awaited<ReturnType<typeof course>>} */
let here;
before(async () => void (here = await course()));
after(() => here.close());

/** The parts of each line of a file. @param {string} name */
async function lines(name) {
  const text = await readFile(join(root, 'tests', 'links', name), 'utf8');
  return text.split(/\r?\n/).filter((line) => line && !line.startsWith('#')).map((line) => line.split(' |').map((part) => part.trim()));
}

const links = await lines('links.txt');
/** The first of each kind, and every third that says how the page stood. */
const chosen = links.filter(([kind], at) => links[at - 1]?.[0] !== kind || (kind === 'how the page stood' && at % 3 === 0));

/** @param {import('playwright-core').Page} page */
async function position(page) {
  await page.getByRole('tab', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Position', exact: true }).click();
  await page.locator('#copied').filter({ hasText: 'Copied the position.' }).waitFor();
  return page.evaluate('navigator.clipboard.readText()');
}

test('links open the game, the position and the page that they opened when they were made', async () => {
  assert.ok(chosen.length >= 12, `${chosen.length} links`);
  const context = await here.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  for (const [kind, link = '', name, shown, page = ''] of chosen) {
    const visit = await context.newPage();
    await visit.goto(`${here.game.url}#${link.replace(/^#/, '')}`);
    await loaded(visit);
    await settled(visit, async () => (await gameName(visit)) === name);
    const said = new Map(page.split(' ').map((each) => /** @type {[string, string]} */ (each.split('='))));
    assert.equal(await tab(visit), said.get('tab') ?? 'play', `${kind}: ${link}`);
    for (const [setting, id] of [['games', 'games'], ['seed', 'seed'], ['algorithm', 'algorithm'], ['players', 'whom'], ['distance', 'distance'], ['maxExpansions', 'expansions'], ['white', 'player-white'], ['black', 'player-black']]) {
      if (said.has(setting ?? '')) assert.equal(await visit.locator(`#${id}`).inputValue(), said.get(setting ?? ''), `${kind}: ${link}`);
    }
    if (said.get('tab') === 'watch') {
      await until(visit, () => watches(visit));
      if (await runs(visit)) await visit.locator('#watch-go').click();
    }
    if (said.has('learned')) assert.match((await visit.locator('#game-about').textContent()) ?? '', /^Rules that Kibitzer learned from \d+ games/);
    // A machine that is to move at the start does so; what was brought to a later position waits.
    const moved = /level|random/.test(said.get('white') ?? '') && / 0$/.test(shown ?? '');
    if (!moved) assert.equal(await position(visit), shown, `${kind}: ${link}`);
    else await until(visit, async () => (await turn(visit)) !== 'White to move.');
    await visit.close();
  }
});

test('addresses of frames open what they opened when they were made', async () => {
  const embeds = await lines('embeds.txt');
  assert.ok(embeds.length >= 8);
  for (const [address = '', game, name, shown, side] of embeds) {
    const page = await here.open([{ src: address }]);
    const frame = frameOf(page);
    const started = !address.includes('autostart=0');
    if (started) await loaded(frame);
    else await frame.locator('#start-embed').waitFor();
    const state = await ask(page, { type: 'getState' });
    assert.deepEqual([state.game ?? '', state.name, state.started, state.position ?? '', state.mode], [game, name, started, shown, side], address);
    await page.context().close();
  }
});
