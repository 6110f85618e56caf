// @ts-check
// Handing on what is on the screen: links, frames, QR codes and files.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { gameText, openTab, players } from './doing.mjs';
import { accessibilityFaults } from './harness.mjs';
import { answered, asked, hold } from './hook.mjs';
import { board, click, flipped, gameName, house, moveList, played, plies, ready, settled, tab, twoPeople, until } from './table.mjs';
import { skipToEnd } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** What the open dialog offers, without the address of the site. @param {Page} page */
async function link(page) {
  const field = page.getByRole('textbox', { name: 'Link' });
  await settled(page, async () => (await field.inputValue()) !== '');
  return (await field.inputValue()).slice(here.url.length);
}

/** Sets how many games are watched, and from which seed. @param {Page} page @param {number} games @param {number} seed */
async function setWatching(page, games, seed) {
  await openTab(page, 'Watch');
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill(String(games));
  await page.getByLabel('Seed').fill(String(seed));
  await page.getByLabel('Seed').press('Enter');
}

/** The text that was learned, as it is saved. @param {Page} page */
async function learnedText(page) {
  await page.getByRole('button', { name: 'Export', exact: true }).filter({ visible: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download Game text' }).click()]);
  return readFile(await download.path(), 'utf8');
}

test('a link holds the open tab, the players and which side is near', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await page.getByLabel('Black', { exact: true }).selectOption('human');
  await page.getByLabel('White', { exact: true }).selectOption('level-2');
  await plies(page, 1);
  await openTab(page, 'Rules');
  await page.getByRole('button', { name: 'Share' }).click();
  const friend = await here.openGame(await link(page));
  await plies(friend, 1);
  await until(friend, async () => (await tab(friend)) === 'rules');
  assert.deepEqual(await players(friend), { white: 'level-2', black: 'human' });
  assert.equal(await flipped(friend), true);
});

test('a link to what is watched brings the same games, settings and automata', async () => {
  const page = await here.openGame('#v=1&g=breakthrough');
  await setWatching(page, 10, 77);
  await page.locator('#algorithm').selectOption('rpni');
  await page.locator('#check').selectOption('fractional');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  assert.ok(await page.getByRole('radio', { name: /games being watched/ }).isChecked());
  const friend = await here.open(await link(page));
  await friend.locator('#learned-pieces').waitFor();
  assert.deepEqual((await asked(friend, 'learn')).at(-1)?.fields, (await asked(page, 'learn')).at(-1)?.fields, 'the worker is told the same');
  assert.deepEqual(await friend.evaluate("['games', 'seed', 'algorithm', 'check', 'alpha'].map((id) => document.getElementById(id).value)"), ['10', '77', 'rpni', 'fractional', '0.7']);
  await page.keyboard.press('Escape');
  for (const each of [page, friend]) await skipToEnd(each);
  assert.equal(await learnedText(friend), await learnedText(page));
});

test('what was learned travels as a link, and says that it was learned', async () => {
  const page = await here.openGame('#v=1&g=breakthrough');
  await setWatching(page, 10, 5);
  await skipToEnd(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('radio', { name: /the learned rules/ }).click();
  await until(page, async () => (await link(page)).includes('learned=1'));
  const address = await link(page);
  assert.ok(address.length < 2000, `${address.length}`);
  const friend = await here.openGame(address);
  await page.keyboard.press('Escape');
  assert.equal(await gameText(friend), await learnedText(page));
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
  await page.keyboard.press('Escape');
  for (let length = 1; length < whole.length; length++) {
    await page.evaluate((fragment) => void (location.hash = fragment), whole.slice(0, length));
    const alert = page.getByRole('alert').filter({ hasText: 'This link cannot be opened' });
    await alert.filter({ hasText: /cut or changed|does not hold a game|newer Kibitzer/ }).waitFor();
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
  }
  assert.deepEqual(await moveList(page), ['b1a3'], 'the game is still there');
});

test('the code for a course is a whole frame that runs', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await twoPeople(page);
  await click(page, 'b1a3');
  await openTab(page, 'Text');
  await page.locator('#editor').fill((await page.locator('#editor').inputValue()).replace('Gardner Minichess', 'My "own" & more'));
  await page.getByRole('button', { name: 'Play this' }).click();
  await settled(page, async () => (await gameName(page)) === 'My "own" & more' && (await tab(page)) === 'play');
  await page.getByRole('button', { name: 'Share' }).click();
  await link(page);
  await page.getByLabel('Visitors').selectOption('analyse');
  const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue();
  assert.match(code, /^<iframe src="[^"]*" title="My &quot;own&quot; &amp; more – Kibitzer" width="100%" height="\d+" loading="lazy" allow="[^"]*" referrerpolicy="no-referrer"><\/iframe>$/);
  const src = /src="([^"]*)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const frame = await (await here.browser.newContext()).newPage();
  await frame.goto(src);
  // A game of one's own is drawn before its rules are read: then its pieces have no names yet.
  const start = frame.getByRole('button', { name: /^Analyse/ });
  await start.waitFor();
  const [drawn, whole] = [Object.keys(await board(frame)), Object.keys(await board(page))];
  assert.deepEqual(drawn, whole);
  assert.equal((await asked(frame, 'load')).length, 0, 'before its rules are read');
  await start.click();
  await ready(frame);
  await page.keyboard.press('Escape');
  assert.deepEqual(await board(frame), await board(page));
  // The embed has no text to look at; the whole page at the same address has.
  const alone = await here.openGame(new URL(src).hash);
  assert.equal(await gameText(alone), await gameText(page));
  await page.getByRole('button', { name: 'Share' }).click();
  await link(page);
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
  const { size, dark } = await picture.evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (Number(data[at]) < 128) dark++;
    return { size: canvas.width, dark: dark / (canvas.width * canvas.height) };
  });
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
  const open = async (/** @type {string} */ fragment) => page.evaluate((each) => void (location.hash = each), fragment);
  const alert = page.getByRole('alert').filter({ hasText: 'This link cannot be opened' });
  // Its text is no game, and the worker says where; the link itself was understood.
  await open(old);
  await alert.waitFor();
  assert.doesNotMatch((await alert.textContent()) ?? '', /cut or changed|does not hold a game|newer Kibitzer/);
  assert.ok((await answered(page, 'failed')).at(-1)?.fields.span, 'a line and a column');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'detached' });
  await open('v=1&c=5gEf&g=breakthrough&m=b2b3');
  await alert.filter({ hasText: /cut or changed/ }).waitFor();
  await open('v=1&g=chess');
  await settled(page, async () => (await gameName(page)) === 'Chess');
  await ready(page);
  assert.equal(await alert.count(), 0);
});

test('the embed code follows the choices that fit the mode, and a preview shows the embed itself', async () => {
  const page = await here.openGame('#v=1&g=gardner', { viewport: { width: 320, height: 700 } });
  await page.getByRole('button', { name: 'Share' }).click();
  const code = page.getByRole('textbox', { name: 'Embed code' });
  const query = async () => Object.fromEntries(new URL(/src="([^"]*)"/.exec(await code.inputValue())?.[1]?.replaceAll('&amp;', '&') ?? '').searchParams);
  // As on this page: by name, because an address that names no player means a random mover.
  assert.deepEqual(await query(), { embed: '1', mode: 'play', side: 'white', level: '2', autostart: '0' });
  await page.locator('#embed-side').selectOption('black');
  await page.getByLabel('Opponent').selectOption('3');
  await page.getByLabel('Legal moves').selectOption('0');
  await page.getByLabel('start on a click').uncheck();
  assert.deepEqual(await query(), { embed: '1', mode: 'play', side: 'black', level: '3', hints: '0' });
  assert.equal(await page.locator('#embed-piece').isVisible(), false, 'a piece belongs to an exercise');
  assert.equal(await page.locator('#share-preview iframe').count(), 0, 'nothing is loaded before the preview is opened');
  await page.locator('#share-preview summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#share-preview iframe').waitFor();
  await until(page, "Number(document.querySelector('#share-preview iframe').height) > 480");
  const shown = page.frames().find((frame) => frame.parentFrame());
  assert.ok(shown);
  await settled(shown, async () => (await played(shown)) === 1 && /^Black to move/.test((await shown.locator('#turn').textContent()) ?? ''));
  assert.deepEqual(await players(shown), { white: 'level-3', black: 'human' });
  assert.equal(await flipped(shown), true);
  // Legal moves are hidden: a pawn is picked up, and nothing is said of where it may go.
  const pawn = shown.locator('#grid [aria-label*="black pawn"][aria-label*="can move"]').first();
  await pawn.click();
  await shown.locator('#grid [aria-selected=true]').waitFor();
  assert.equal(await shown.locator('#grid [aria-label*="move here"], #grid [aria-label*="capture here"]').count(), 0);
  await page.locator('#share-use').selectOption('exercise');
  assert.equal(await page.getByLabel('Opponent').isVisible(), false);
  await page.locator('#embed-piece').selectOption('N');
  await page.locator('#embed-count').fill('3');
  await page.locator('#embed-seed').fill('9');
  await page.keyboard.press('Tab');
  assert.deepEqual(await query(), { embed: '1', mode: 'exercise', piece: 'N', count: '3', seed: '9' });
  await page.frameLocator('#share-preview iframe').getByText('1 of 3').waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  assert.equal(await page.getByRole('dialog', { name: 'Share' }).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), true);
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
  const query = async () => {
    const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue();
    const said = new URL(/src="([^"]*)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '').searchParams;
    return Object.fromEntries(['side', 'level'].flatMap((name) => (said.has(name) ? [[name, said.get(name)]] : [])));
  };
  for (const [white, black, side, opponent, expected] of /** @type {const} */ ([
    ['human', 'human', '', '', { side: 'both' }],
    ['human', 'human', '', '5', { side: 'white', level: '5' }],
    ['human', 'human', 'black', '', { side: 'black', level: '2' }],
    ['human', 'random', '', '', { side: 'white' }],
    ['human', 'level-4', '', '', { side: 'white', level: '4' }],
    ['human', 'level-4', 'black', '', { side: 'black', level: '4' }],
    ['human', 'level-4', '', 'random', { side: 'white' }],
    ['level-6', 'human', '', '', { side: 'black', level: '6' }],
    ['level-6', 'level-6', '', '', { side: 'none', level: '6' }],
    ['random', 'random', '', '', { side: 'none' }],
  ])) {
    // What the players do meanwhile does not matter here.
    await hold(page, 'think');
    await hold(page, 'choose');
    await page.getByLabel('White', { exact: true }).selectOption(white);
    await page.getByLabel('Black', { exact: true }).selectOption(black);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog', { name: 'Share' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Link' });
    await until(page, async () => (await field.inputValue()) !== '');
    await page.locator('#embed-side').selectOption(side);
    await page.getByLabel('Opponent').selectOption(opponent);
    assert.deepEqual(await query(), expected, `${white}, ${black}, ${side}, ${opponent}`);
    await page.keyboard.press('Escape');
  }
});
