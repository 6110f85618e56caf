// @ts-check
// Links that hold a game, whole and damaged.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, hold, release } from './hook.mjs';
import { board, breakthrough, cell, click, gameName, house, kept, moveList, plies, ready, rest, settled, shareLink, shortGame, tab, turn, twoPeople, until } from './table.mjs';
import { watches } from './watching.mjs';

const here = await house();

/** @param {import('playwright-core').Page} page */
async function shared(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  assert.equal(page.url(), link, 'the address bar holds the link too');
  return link;
}

/** Copies the position that is on the board, as its text. @param {import('playwright-core').Page} page */
async function copiedPosition(page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('tab', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Position', exact: true }).click();
  await page.locator('#copied').filter({ hasText: 'Copied' }).waitFor();
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

/** A visible message, a way on, and a page that works. @param {import('playwright-core').Page} page @param {RegExp} text */
async function assertRefused(page, text) {
  const alert = page.getByRole('alert').filter({ hasText: 'This link cannot be opened' });
  await alert.waitFor();
  assert.match((await alert.textContent()) ?? '', text);
  await alert.getByRole('button', { name: 'Choose a game' }).click();
  await page.getByRole('dialog', { name: 'Choose a game' }).getByRole('button', { name: /^Breakthrough/ }).click();
  await ready(page);
  assert.equal(await page.getByRole('alert').filter({ hasText: 'cannot be opened' }).count(), 0);
  await twoPeople(page);
  await click(page, 'b2b3');
}

test('a link to a built-in game opens that game', async () => {
  const page = await here.openGame('#v=1&g=chess');
  assert.match((await cell(page, 'e1').getAttribute('aria-label')) ?? '', /^e1, white king/);
});

test('a game named in the query opens in the whole page, at its position; one that is not there is refused', async () => {
  const page = await here.openGame('?game=chess');
  assert.match((await cell(page, 'e1').getAttribute('aria-label')) ?? '', /^e1, white king/);
  assert.deepEqual([await gameName(page), await tab(page)], ['Chess', 'play']);
  assert.ok(await page.getByRole('heading', { name: 'Kibitzer', exact: true }).isVisible(), 'the whole page, not a frame of it');
  assert.ok(await page.getByRole('button', { name: 'Games' }).isVisible());
  // What was begun elsewhere in this tab does not come in its place; what was begun here does.
  await twoPeople(page);
  await click(page, 'e2e3');
  await kept(page, 'e2e3');
  // White is to move, so nobody moves before both are people.
  await page.goto(`${here.url}?game=gardner&moves=b1a3+b4a3`);
  await plies(page, 2);
  assert.match((await gameName(page)) ?? '', /Gardner/);
  await twoPeople(page);
  await click(page, 'b2a3');
  await kept(page, 'b2a3');
  await page.reload();
  await plies(page, 3);
  // A link goes before it, and carries nothing of it.
  const link = await shared(page);
  assert.ok(!link.includes('game='), link);
  await page.goto(`${here.url}?game=no-such-game`);
  await assertRefused(page, /no-such-game/);
});

test('a shared link brings back the game with its moves', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, 5)) await click(page, move);
  const link = await shareLink(page);
  assert.equal(page.url(), link, 'the address bar holds the link too');
  assert.ok(link.length < 2000);
  const friend = await here.openGame(link.slice(here.url.length));
  await plies(friend, 5);
  assert.deepEqual(await board(friend), await board(page));
  assert.deepEqual(await moveList(friend), shortGame.slice(0, 5));
  // Who opens a link wants to look first: the engine, whose turn it is, is paused.
  await hold(page, 'think');
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  const against = await here.openGame((await shareLink(page)).slice(here.url.length));
  await plies(against, 5);
  assert.equal(await turn(against), 'Black (level 2) is paused.');
  assert.ok(await against.getByRole('button', { name: 'Resume' }).isVisible());
});

test('a shared link brings back a pasted position', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, 3)) await click(page, move);
  const position = await copiedPosition(page);
  await page.locator('#paste-here').fill(position);
  await page.getByRole('button', { name: 'Use it' }).click();
  await plies(page, 0);
  await click(page, 'g6g5');
  const link = await shared(page);
  const friend = await here.openGame(link.slice(here.url.length));
  await plies(friend, 1);
  assert.deepEqual(await board(friend), await board(page));
  await friend.getByRole('button', { name: 'Undo' }).click();
  await plies(friend, 0);
  assert.equal(await copiedPosition(friend), position, 'where it began');
});

test('a shared link of one\'s own game holds its text', async () => {
  const page = await here.openGame();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('#editor').inputValue();
  await page.locator('#editor').fill(text.replace('Breakthrough', 'Mine'));
  await page.getByRole('button', { name: 'Play this' }).click();
  await settled(page, async () => (await gameName(page)) === 'Mine');
  const link = await shared(page);
  const friend = await here.openGame(link.slice(here.url.length));
  assert.equal(await gameName(friend), 'Mine');
  await friend.getByRole('tab', { name: 'Text' }).click();
  assert.match(await friend.locator('#editor').inputValue(), /<<Mine>>/);
});

test('a cut link says so, and the way on works', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  await click(page, 'b2b3');
  const link = (await shared(page)).slice(here.url.length);
  const cut = await here.open(link.slice(0, -1));
  await assertRefused(cut, /cut|changed/);
  const shorter = await here.open(link.slice(0, link.length / 2));
  await assertRefused(shorter, /./);
});

test('no damaged link hangs the page or shows another game in silence', async () => {
  const page = await here.openGame();
  const bad = ['#x', '#v=1', '#v=9&g=chess', '#v=1&g=nosuchgame', '#v=1&g=', '#v=1&d=&c=', '#v=1&d=%%%&c=%00', '#v=1&d=AAAA&c=abcd', `#v=1&d=${'A'.repeat(20000)}&c=zzzz`, '#%F0%9F', '#v=1&g=chess&g=chess&d=x'];
  for (const fragment of bad) {
    await page.goto('about:blank');
    await page.goto(here.url + fragment);
    await page.getByRole('alert').filter({ hasText: 'This link cannot be opened' }).waitFor();
    // The board is drawn in the next frame.
    await page.getByRole('grid', { name: 'Empty board' }).waitFor();
    assert.deepEqual(await board(page), {}, fragment);
  }
  await assertRefused(page, /./);
});

test('a bad link followed while playing keeps the game', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  await click(page, 'b2b3');
  await page.evaluate("location.hash = '#v=1&g=nosuchgame'");
  await page.getByRole('alert').filter({ hasText: 'This link cannot be opened' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await click(page, 'g7g6');
  await page.evaluate("location.hash = '#v=1&g=chess'");
  await settled(page, async () => (await gameName(page)) === 'Chess');
});

test('a game chosen while a link is being read is not replaced by the link’s', async () => {
  const page = await here.openGame();
  await hold(page, 'open');
  await page.evaluate("location.hash = '#v=1&g=chess'");
  await until(page, async () => (await asked(page, 'open')).some(({ fields }) => fields.fragment.includes('chess')));
  await page.getByRole('button', { name: 'Games', exact: true }).click();
  await page.getByRole('dialog', { name: 'Choose a game' }).getByRole('button', { name: /^Gardner/ }).click();
  await until(page, async () => /^Gardner/.test((await gameName(page)) ?? ''));
  await release(page);
  await rest(page);
  assert.match((await gameName(page)) ?? '', /^Gardner/);
  await twoPeople(page);
  await click(page, 'b1a3');
});

test('a game that was begun is there again after a reload; a new one starts over, and another address is another game', async () => {
  const page = await here.openGame(breakthrough);
  await click(page, 'a2a3');
  await plies(page, 2);
  const line = await moveList(page);
  await kept(page, line[1] ?? 'a second move');
  await page.reload();
  await settled(page, async () => (await moveList(page)).join() === line.join());
  assert.equal(await gameName(page), 'Breakthrough');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await until(page, 'sessionStorage.getItem("kibitzer.game") === null');
  await page.reload();
  await ready(page);
  assert.deepEqual(await moveList(page), []);

  const visitor = await here.open('');
  await visitor.locator('#play-now').click();
  await ready(visitor);
  await click(visitor, 'a2a3');
  await plies(visitor, 2);
  const begun = await moveList(visitor);
  await kept(visitor, begun[1] ?? 'a second move');
  await visitor.reload();
  await settled(visitor, async () => (await moveList(visitor)).join() === begun.join() && !(await watches(visitor)));
  await visitor.goto(`${visitor.url()}#v=1&g=gardner`);
  await settled(visitor, async () => /^Gardner/.test((await gameName(visitor)) ?? '') && !(await moveList(visitor)).length);
  // Entries of other programs are ignored.
  for (const foreign of ['no JSON', '{"hash":"","fragment":"v=1&g=nowhere"}', '{"hash":"","fragment":7}', 'null', '[]']) {
    const page = await here.open('');
    await page.evaluate((text) => sessionStorage.setItem('kibitzer.game', text), foreign);
    await page.reload();
    await until(page, () => watches(page));
    await page.close();
  }
});
