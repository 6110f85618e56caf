// @ts-check
// Handing on what is on the screen: links, frames, QR codes and files.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { accessibilityFaults } from './harness.mjs';
import { click, house, plies, ready, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** @param {Page} page */
const link = async (page) => (await page.getByRole('textbox', { name: 'Link' }).inputValue()).slice(here.url.length);

test('a link holds the open tab, the players and which side is near', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await page.getByLabel('Black', { exact: true }).selectOption('human');
  await page.getByLabel('White', { exact: true }).selectOption('level-2');
  await until(page, 'State.board.played.length === 1');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const friend = await here.openGame(await link(page));
  await plies(friend, 1);
  await until(friend, "Tabs.current() === 'rules'");
  assert.deepEqual(await friend.evaluate('[State.players, State.flipped]'), [{ white: 'level-2', black: 'human' }, true]);
});

test('a link to what is watched brings the same games, settings and automata', async () => {
  const page = await here.openGame('#v=1&g=breakthrough');
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill('10');
  await page.getByLabel('Seed').fill('77');
  await page.getByLabel('Seed').press('Enter');
  await page.locator('#algorithm').selectOption('rpni');
  await page.locator('#check').selectOption('fractional');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  assert.ok(await page.getByRole('radio', { name: /games being watched/ }).isChecked());
  const friend = await here.open(await link(page));
  await until(friend, 'Watch.view !== null');
  assert.deepEqual(await friend.evaluate('Watch.settings'), await page.evaluate('Watch.settings'));
  assert.deepEqual(await friend.evaluate("['games', 'seed', 'algorithm', 'check', 'alpha'].map((id) => document.getElementById(id).value)"), ['10', '77', 'rpni', 'fractional', '0.7']);
  await page.keyboard.press('Escape');
  for (const each of [page, friend]) await each.evaluate('Watch.skip()');
  for (const each of [page, friend]) await until(each, 'Watch.done()');
  assert.equal(await friend.evaluate('Watch.view.text'), await page.evaluate('Watch.view.text'));
});

test('what was learned travels as a link, and says that it was learned', async () => {
  const page = await here.openGame('#v=1&g=breakthrough');
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.evaluate('Watch.settings = { ...Watch.settings, games: 10, seed: 5 }; Watch.skip()');
  await until(page, 'Watch.done()');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('radio', { name: /the learned rules/ }).click();
  await until(page, "Sharing.field.value.includes('learned=1')");
  const address = await link(page);
  assert.ok(address.length < 2000, `${address.length}`);
  const friend = await here.openGame(address);
  assert.equal(await friend.evaluate('State.game.text'), await page.evaluate('Watch.learnedText()'));
  await friend.getByText('Rules that Kibitzer learned from 10 games').waitFor();
  assert.match((await friend.locator('#game-about').textContent()) ?? '', /seed 5/);
  // And on it goes: a friend of the friend is told as well.
  await friend.getByRole('button', { name: 'Share' }).click();
  assert.match(await link(friend), /learned=1/);
});

test('a link cut at any length says so, in the page', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await twoPeople(page);
  await click(page, 'b1a3');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const whole = (await link(page)).slice(1);
  for (let length = 1; length < whole.length; length++) {
    const reply = /** @type {any} */ (await page.evaluate(`Links.follow(${JSON.stringify(whole.slice(0, length))})`));
    assert.equal(reply.type, 'failed', whole.slice(0, length));
    assert.match(reply.message, /cut or changed|does not hold a game|newer Kibitzer/);
  }
  assert.equal(await page.evaluate('State.board.played.length'), 1, 'the game is still there');
});

test('the code for a course is a whole frame that runs', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await twoPeople(page);
  await click(page, 'b1a3');
  await page.evaluate(`Game.load({ text: State.game.text.replace('Gardner Minichess', 'My "own" & more') })`);
  await until(page, 'State.settled && State.game.id === undefined');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Visitors').selectOption('analyse');
  const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue();
  assert.match(code, /^<iframe src="[^"]*" title="My &quot;own&quot; &amp; more – Kibitzer" width="100%" height="\d+" loading="lazy" allow="[^"]*" referrerpolicy="no-referrer"><\/iframe>$/);
  const src = /src="([^"]*)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const frame = await (await here.browser.newContext()).newPage();
  await frame.goto(src);
  // One's own game is drawn before its rules are read.
  assert.equal(await frame.evaluate('State.cells()'), await page.evaluate('State.game.cells'));
  await frame.getByRole('button', { name: /^Analyse/ }).click();
  await ready(frame);
  assert.equal(await frame.evaluate('State.game.text'), await page.evaluate('State.game.text'));
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await page.locator('#share-note').filter({ hasText: /\S/ }).waitFor();
});

test('a QR code is drawn on request only, from a file of this site', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Share' }).click();
  assert.deepEqual(asked.filter((url) => url.includes('vendor')), []);
  await page.getByRole('button', { name: 'QR code' }).click();
  const picture = page.getByRole('img', { name: 'QR code of the link' });
  await picture.waitFor();
  const { size, dark } = /** @type {any} */ (await page.evaluate(`{
    const canvas = Sharing.qr;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] < 128) dark++;
    ({ size: canvas.width, dark: dark / (canvas.width * canvas.height) });
  }`));
  assert.ok(size > 30 && dark > 0.2 && dark < 0.6, `${size} ${dark}`);
  assert.deepEqual(asked.filter((url) => url.includes('vendor')).map((url) => url.slice(here.url.length)), ['www/vendor/lean-qr.js']);
});

test('game text and record are saved as files', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await twoPeople(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Game record' }).click();
  await page.getByText('There are no moves to save yet.').waitFor();
  await page.keyboard.press('Escape');
  await click(page, 'b1a3');
  await page.getByRole('button', { name: 'Share' }).click();
  for (const [button, name, start] of /** @type {const} */ ([['Game text', 'gardner-minichess.sbg', '<<Gardner Minichess>>'], ['Game record', 'gardner-minichess.txt', '1\nrnbqk\n']])) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    assert.equal(download.suggestedFilename(), name);
    assert.ok((await readFile(await download.path(), 'utf8')).startsWith(start));
  }
});

test('links given out by the first version open as ever', async () => {
  const old = 'v=1&c=nGhX&d=bcYxDQAgDATAHRUVgISmCYSdBAeEsvYH7OABETWGgW7H7Nf8LegWSVx7GU1omtIBwXLIDw&p=rn._..._PPP-b-7&m=a2a3.b10b9';
  const page = await here.openGame();
  // Its text is no game, and the page says where; the link itself was understood.
  const reply = /** @type {any} */ (await page.evaluate(`Game.engine.ask({ type: 'open', fragment: '${old}' })`));
  assert.ok(reply.type === 'failed' && reply.place, JSON.stringify(reply));
  assert.equal(/** @type {any} */ (await page.evaluate("Links.follow('v=1&c=5gEf&g=breakthrough&m=b2b3')")).type === 'failed', true);
  assert.equal(/** @type {any} */ (await page.evaluate("Links.follow('v=1&g=chess')")).type, 'board');
});

test('the embed code follows the choices that fit the mode, and a preview shows the embed itself', async () => {
  const page = await here.openGame('#v=1&g=gardner', { viewport: { width: 320, height: 700 } });
  await page.getByRole('button', { name: 'Share' }).click();
  const code = page.getByRole('textbox', { name: 'Embed code' });
  const query = async () => Object.fromEntries(new URL(/src="([^"]*)"/.exec(await code.inputValue())?.[1]?.replaceAll('&amp;', '&') ?? '').searchParams);
  // As on this page: by name, because an address that names nobody means a random mover.
  assert.deepEqual(await query(), { embed: '1', mode: 'play', side: 'white', level: '2', autostart: '0' });
  await page.locator('#embed-side').selectOption('black');
  await page.getByLabel('Opponent').selectOption('3');
  await page.getByLabel('Legal moves').selectOption('0');
  await page.getByLabel('start on a click').uncheck();
  assert.deepEqual(await query(), { embed: '1', mode: 'play', side: 'black', level: '3', hints: '0' });
  assert.equal(await page.locator('#embed-piece').isVisible(), false, 'a piece belongs to an exercise');
  assert.equal(await page.locator('#share-preview iframe').count(), 0, 'nothing is loaded before somebody looks');
  await page.locator('#share-preview summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#share-preview iframe').waitFor();
  await until(page, 'Number(Sharing.frame.height) > 480');
  const shown = page.frames().find((frame) => frame.parentFrame());
  assert.ok(shown);
  await until(shown, 'State.game !== null');
  assert.deepEqual(await shown.evaluate('[State.players, State.flipped, State.dots]'), [{ white: 'level-3', black: 'human' }, true, false]);
  await page.locator('#share-use').selectOption('exercise');
  assert.equal(await page.getByLabel('Opponent').isVisible(), false);
  await page.locator('#embed-piece').selectOption('N');
  await page.locator('#embed-count').fill('3');
  await page.locator('#embed-seed').fill('9');
  await page.keyboard.press('Tab');
  assert.deepEqual(await query(), { embed: '1', mode: 'exercise', piece: 'N', count: '3', seed: '9' });
  await page.frameLocator('#share-preview iframe').getByText('1 of 3').waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  assert.equal(await page.evaluate('Sharing.dialog.scrollWidth <= Sharing.dialog.clientWidth'), true);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.locator('#embed-count').fill('99');
  await page.keyboard.press('Tab');
  assert.equal((await query()).count, undefined, 'out of range');
  await page.getByText('Not in the code: expected a whole number from 1 to 50.').waitFor();
  await page.locator('#embed-count').fill('4');
  assert.equal((await query()).count, '4', 'the code follows while one types');
  assert.equal(await page.getByText('Not in the code').count(), 0);
  await page.keyboard.press('Escape');
  await until(page, "!document.querySelector('#share-preview iframe')");
});

test('an embed has the players of the page where nothing else was chosen', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  const seats = (/** @type {string} */ white, /** @type {string} */ black, /** @type {string} */ given) => page.evaluate(`State.players = { white: '${white}', black: '${black}' }; JSON.stringify(Sharing.seats(${given}))`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog', { name: 'Share' }).waitFor();
  for (const [white, black, given, expected] of /** @type {const} */ ([
    ['human', 'human', '', { side: 'both' }],
    ['human', 'human', "undefined, '5'", { side: 'white', level: '5' }],
    ['human', 'human', "'black'", { side: 'black', level: '2' }],
    ['human', 'random', '', { side: 'white' }],
    ['human', 'level-4', '', { side: 'white', level: '4' }],
    ['human', 'level-4', "'black'", { side: 'black', level: '4' }],
    ['human', 'level-4', "undefined, 'random'", { side: 'white' }],
    ['level-6', 'human', '', { side: 'black', level: '6' }],
    ['level-6', 'level-6', '', { side: 'none', level: '6' }],
    ['random', 'random', '', { side: 'none' }],
  ])) assert.deepEqual(JSON.parse(String(await seats(white, black, given))), expected, `${white}, ${black}, ${given}`);
});
