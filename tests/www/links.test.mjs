// @ts-check
// Links that hold a game, whole and damaged.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { breakthrough, cell, click, house, plies, ready, shortGame, twoPeople, until } from './table.mjs';

const here = await house();

/** @param {import('playwright-core').Page} page */
async function shared(page) {
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  assert.equal(page.url(), link, 'the address bar holds the link too');
  return link;
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

test('a link to a game in the box opens that game', async () => {
  const page = await here.openGame('#v=1&g=chess');
  assert.match((await cell(page, 'e1').getAttribute('aria-label')) ?? '', /^e1, white king/);
});

test('a game named in the query opens in the whole page, at its position; one that is not there is refused', async () => {
  const page = await here.openGame('?game=chess');
  assert.match((await cell(page, 'e1').getAttribute('aria-label')) ?? '', /^e1, white king/);
  assert.deepEqual(await page.evaluate("[State.game.id, Embedding.on, document.documentElement.classList.contains('embed'), Tabs.current()]"), ['chess', false, false, 'play']);
  assert.ok(await page.getByRole('button', { name: 'Games' }).isVisible());
  // What was begun elsewhere in this tab does not come in its place; what was begun here does.
  await twoPeople(page);
  await click(page, 'e2e3');
  await until(page, 'Keep.kept === Keep.seen');
  await page.goto(`${here.url}?game=gardner&moves=b1a3`);
  await plies(page, 1);
  assert.equal(await page.evaluate('State.game.id'), 'gardner');
  await twoPeople(page);
  await click(page, 'b4a3');
  await until(page, 'Keep.kept === Keep.seen');
  await page.reload();
  await plies(page, 2);
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
  const link = await shared(page);
  assert.ok(link.length < 2000);
  const friend = await here.openGame(link.slice(here.url.length));
  await plies(friend, 5);
  assert.equal(await friend.evaluate('State.board.cells'), await page.evaluate('State.board.cells'));
  // Whoever opens a link wants to look first.
  assert.equal(await friend.evaluate('State.paused'), true);
});

test('a shared link brings back a pasted position', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, 3)) await click(page, move);
  const position = await page.evaluate('State.board.position');
  await page.evaluate('Game.setUp({ start: State.board.position })');
  await click(page, 'g6g5');
  const link = await shared(page);
  const friend = await here.openGame(link.slice(here.url.length));
  await plies(friend, 1);
  assert.equal(await friend.evaluate('State.start'), position);
  assert.equal(await friend.evaluate('State.board.cells'), await page.evaluate('State.board.cells'));
});

test('a shared link of one\'s own game holds its text', async () => {
  const page = await here.openGame();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('#editor').inputValue();
  await page.locator('#editor').fill(text.replace('Breakthrough', 'Mine'));
  await page.getByRole('button', { name: 'Play this' }).click();
  await until(page, 'State.game.id === undefined && State.settled');
  const link = await shared(page);
  const friend = await here.openGame(link.slice(here.url.length));
  assert.match(String(await friend.evaluate('State.game.text')), /Mine/);
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
    assert.equal(await page.evaluate('State.card'), null, fragment);
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
  await until(page, 'State.game.id === "chess" && State.settled');
});

test('a game chosen while a link is being read is not replaced by the link’s', async () => {
  const page = await here.openGame();
  const replies = await page.evaluate("Promise.all([Links.follow('v=1&g=chess'), Game.load({ builtin: 'gardner' })]).then((both) => both.map(({ type }) => type))");
  assert.deepEqual(replies, ['failed', 'board']);
  assert.deepEqual(await page.evaluate('[State.game.id, State.settled]'), ['gardner', true]);
});

test('a game that was begun is there again after a reload; a new one begins afresh, and another address is another game', async () => {
  const page = await here.openGame(breakthrough);
  const kept = 'sessionStorage.getItem("kibitzer.game") !== null && Keep.kept === Keep.seen';
  await click(page, 'a2a3');
  await plies(page, 2);
  const line = await page.evaluate('State.line.map((move) => move.text).join(" ")');
  await until(page, kept);
  await page.reload();
  await until(page, `State.settled && State.line.map((move) => move.text).join(" ") === ${JSON.stringify(line)}`);
  assert.equal(await page.evaluate('State.game.id'), 'breakthrough');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await until(page, 'sessionStorage.getItem("kibitzer.game") === null');
  await page.reload();
  await until(page, 'State.settled && State.board !== null');
  assert.equal(await page.evaluate('State.line.length'), 0);

  const visitor = await here.open('');
  await visitor.locator('#play-now').click();
  await ready(visitor);
  await click(visitor, 'a2a3');
  await plies(visitor, 2);
  await until(visitor, kept);
  await visitor.reload();
  await until(visitor, 'State.settled && State.line.length === 2 && State.watched === null');
  await visitor.goto(`${visitor.url()}#v=1&g=gardner`);
  await until(visitor, 'State.settled && State.game.id === "gardner" && State.line.length === 0');
  // What somebody else put there is passed over.
  for (const foreign of ['no JSON', '{"hash":"","fragment":"v=1&g=nowhere"}', '{"hash":"","fragment":7}', 'null', '[]']) {
    const page = await here.open('');
    await page.evaluate((text) => sessionStorage.setItem('kibitzer.game', text), foreign);
    await page.reload();
    await until(page, 'State.watched !== null');
  }
});
