// @ts-check
// Games whose moves have several parts: chains of captures, drops, promotions of either player, placement. Each by mouse, by touch, by
// keyboard and by ear.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openTab, press } from './doing.mjs';
import { accessibilityFaults, complaints } from './harness.mjs';
import { board, cell, gameName, house, idle, moveList, plies, ready, settled, shareLink, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const home = await house();

/** A man that can take one piece, and then one of two others. */
const chain = '?game=american-checkers&pos=........_........_...m.m.._........_...m...._..M....._........_........ w 0_0 0 0';
/** A pawn in hand, and one that can promote. */
const shogi = '?game=shogi&pos=....k...._........._........._..P......_........._........._........._........._....K.... w P:1_0 0 0';

/** What a pawn becomes that has arrived, the other player says. */
const gift = `% The other player says what a pawn becomes.
game gift
goals stalemate opponent
      eradicate [{opponent} {king}]
board_size 4 by 6
board_type planar
inversion forward
promote_rank 6
setup king at {(a,1)} pawn at {(a,3) (c,3)}
define king
  moving movement leap <0,1> symmetry all_symmetry end movement end moving
  capturing capture by {clobber} type [{opponent} any_piece] effect remove
    movement leap <0,1> symmetry all_symmetry end movement end capture end capturing
end define
define pawn
  moving movement ride <1,1> symmetry {side} end movement end moving
  promoting decision opponent options [{player} {king rook}] end promoting
end define
define rook
  moving movement ride <0,1> symmetry all_symmetry end movement end moving
end define
end game .
`;

/** Both players place their armies first. */
const placed = gift.replace('game gift', 'game placed').replace('setup king at {(a,1)} pawn at {(a,3) (c,3)}', 'setup decision player assigns {king pawn} to {(a,1) (b,1) (c,1)} end decision');

/** A page with a game for two people. @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const page = await home.openGame(path, options);
  await twoPeople(page);
  // A position from the address waits to be looked at.
  await idle(page);
  return page;
}

/** A page with a game of one's own for two people. @param {string} text @param {import('playwright-core').BrowserContextOptions} [options] */
async function openText(text, options) {
  const page = await home.openGame(undefined, options);
  await openTab(page, 'Text');
  await page.locator('#editor').fill(text);
  await press(page, 'Play this');
  await settled(page, async () => (await gameName(page)) !== 'Breakthrough');
  await twoPeople(page);
  await idle(page);
  return page;
}

/** What is said aloud. @param {Page} page @param {RegExp} words */
const heard = (page, words) => until(page, async () => words.test((await page.locator('#live').textContent()) ?? ''));

/** The piece on a square, as a reader hears it. @param {Page} page @param {string} square */
const on = async (page, square) => (await board(page))[square];

/** @param {Page} page @param {RegExp} name */
const hand = (page, name) => page.getByRole('button', { name });

/** To a square by the arrow keys, and Enter. @param {Page} page @param {string} square */
async function goTo(page, square) {
  await cell(page, square).focus();
  await page.keyboard.press('Enter');
}

test('a chain of captures, by mouse: one touch for each landing, and one of two ways on', async () => {
  const page = await open(chain);
  await cell(page, 'c3').click();
  await cell(page, 'e5').click();
  await heard(page, /c3, e5: 2 moves\./);
  // Nothing has moved yet; the squares to go on to are marked.
  assert.equal(await on(page, 'c3'), 'white man');
  assert.match((await cell(page, 'g7').getAttribute('aria-label')) ?? '', /move here/);
  await cell(page, 'c7').click();
  await plies(page, 1);
  assert.deepEqual(await board(page), { c7: 'white man', f6: 'black man' });
  assert.deepEqual(await moveList(page), ['c3e5×c7']);
  await heard(page, /White man c3 to e5 to c7, takes black man and black man\./);
  await press(page, 'Undo');
  await plies(page, 0);
  assert.equal(Object.keys(await board(page)).length, 4);
});

test('a chain of captures, by touch', async () => {
  const page = await open(chain, { hasTouch: true, viewport: { width: 390, height: 844 } });
  for (const square of ['c3', 'e5', 'g7']) await cell(page, square).tap();
  await plies(page, 1);
  assert.deepEqual(await board(page), { d6: 'black man', g7: 'white man' });
});

test('a chain of captures, by keyboard and typed', async () => {
  const page = await open(chain);
  for (const square of ['c3', 'e5', 'g7']) await goTo(page, square);
  await plies(page, 1);
  await press(page, 'Undo');
  await plies(page, 0);
  await page.getByLabel('Type a move').fill('c3xe5xc7');
  await press(page, 'Move');
  await plies(page, 1);
  assert.equal(await on(page, 'c7'), 'white man');
});

test('a chain that need not go on can be stopped', async () => {
  const page = await open('#v=1&g=american-checkers');
  await openTab(page, 'Text');
  await settled(page, "document.querySelector('#editor').value !== ''");
  const text = await page.locator('#editor').inputValue();
  await page.locator('#editor').fill(text.replace(/constraints must_capture\s/i, ''));
  await press(page, 'Play this');
  await settled(page, async () => !(await page.locator('#panel-play').isHidden()));
  await openTab(page, 'Copy');
  await page.getByRole('textbox', { name: 'Paste' }).fill('......../......../...m.m../......../...m..../..M...../......../........ w 0/0 0 0');
  await press(page, 'Use it');
  await settled(page, async () => Object.keys(await board(page)).length === 4);
  await cell(page, 'c3').click();
  await cell(page, 'e5').click();
  await heard(page, /or stop here/);
  await press(page, 'Stop here');
  await settled(page, async () => (await on(page, 'e5')) === 'white man');
  assert.equal(await on(page, 'd4'), undefined);
});

test('a drop and a promotion, by mouse and by keyboard; a capture goes to the hand', async () => {
  const page = await open(shogi);
  await hand(page, /1 × white pawn in hand/).click();
  await cell(page, 'e8').click();
  await plies(page, 1);
  assert.equal(await on(page, 'e8'), 'white pawn');
  // The king takes it, and has it in hand.
  await goTo(page, 'e9');
  await goTo(page, 'e8');
  await plies(page, 2);
  await hand(page, /1 × black pawn in hand/).waitFor();
  await goTo(page, 'c6');
  await goTo(page, 'c7');
  // A promotion is a choice, and the reader hears which.
  await heard(page, /choose .*tokin/);
  const choice = page.getByRole('group', { name: 'Choices for this move' }).getByRole('button', { name: /tokin/ });
  await choice.focus();
  await page.keyboard.press('Enter');
  await plies(page, 3);
  assert.equal(await on(page, 'c7'), 'white tokin');
  // The keyboard is not lost when the choices go.
  assert.equal(await page.evaluate("document.activeElement.getAttribute('role')"), 'gridcell');
  assert.deepEqual(await accessibilityFaults(page), []);
});

test('the other player promotes: said, chosen by touch, and then the own move', async () => {
  const page = await openText(gift, { hasTouch: true, viewport: { width: 390, height: 844 } });
  await cell(page, 'a3').tap();
  await cell(page, 'd6').tap();
  await plies(page, 1);
  assert.match((await turn(page)) ?? '', /^Choose below the board\. Black to move\.$/);
  await heard(page, /Choose below the board: a king .*d6 or a rook .*d6\. Black to move\./);
  await page.getByRole('button', { name: /a rook .* on d6/ }).tap();
  await cell(page, 'a6').tap();
  await cell(page, 'a5').tap();
  await plies(page, 2);
  assert.equal(await on(page, 'd6'), 'white rook');
  assert.match((await moveList(page))[1] ?? '', /^a rook .* on d6, a6a5$/);
  // All of it is in a link.
  const link = await shareLink(page);
  const other = await home.open(link.slice(link.indexOf('#')));
  await plies(other, 2);
  assert.deepEqual(await board(other), await board(page));
});

test('players place their armies, by keyboard and by mouse', async () => {
  const page = await openText(placed);
  await hand(page, /1 × white king in hand/).focus();
  await page.keyboard.press('Enter');
  await heard(page, /Picked up white king, 3 moves\./);
  await goTo(page, 'b1');
  await plies(page, 1);
  await hand(page, /1 × black pawn in hand/).click();
  await cell(page, 'c6').click();
  await plies(page, 2);
  await hand(page, /1 × white pawn in hand/).click();
  await cell(page, 'a1').click();
  await plies(page, 3);
  await hand(page, /1 × black king in hand/).click();
  await cell(page, 'b6').click();
  await plies(page, 4);
  assert.deepEqual(await board(page), { a1: 'white pawn', b1: 'white king', b6: 'black king', c6: 'black pawn' });
  assert.equal(await page.getByRole('button', { name: /in hand/ }).count(), 0);
  await ready(page);
});

test('a level plays these games, and the engine view says what each advisor says', async () => {
  const page = await home.openGame('#v=1&g=american-checkers');
  await cell(page, 'c3').click();
  await cell(page, 'd4').click();
  await settled(page, async () => (await moveList(page)).length >= 2 && /White to move/.test((await turn(page)) ?? ''));
  await press(page, 'Engine view');
  const voices = page.getByRole('list', { name: 'Advisors' });
  await voices.getByText('how near pieces are to promotion').waitFor();
  assert.match((await voices.textContent()) ?? '', /[+−]\d\.\d\d/);
  // Other games have other terms.
  await press(page, 'Games');
  await page.getByRole('button', { name: /^Breakthrough / }).click();
  await settled(page, async () => (await gameName(page)) === 'Breakthrough');
  const terms = page.getByRole('list', { name: 'Evaluation' });
  await terms.getByText('being to move').waitFor();
  assert.match((await terms.textContent()) ?? '', /net[+−]\d\.\d\d/);
  await page.getByText(/A small neural net, trained on games of the engine against itself/).waitFor();
  assert.equal(await voices.isVisible(), false);
});

test('the rules say what each piece is worth, and why', async () => {
  const page = await home.openGame('#v=1&g=american-checkers');
  await openTab(page, 'Rules');
  const king = page.getByRole('listitem').filter({ hasText: 'K / k – king' });
  await king.getByText('Worth 22.2 by the rules').click();
  const sum = king.getByRole('row', { name: 'Sum' });
  const adds = await king.locator('tbody td:last-child').allTextContents();
  const total = adds.reduce((all, each) => all + Number(each), 0);
  assert.ok(adds.length > 3 && Math.abs(total - 22.19) < 0.05, `${adds}`);
  assert.match((await sum.textContent()) ?? '', /22\.19/);
  assert.deepEqual(await accessibilityFaults(page), []);
});

test('an embed of such a game plays, and is told of a chain; an exercise asks for a piece’s moves', async () => {
  const page = await home.open(chain.replace('?', '?embed=1&mode=play&side=both&'));
  const wrong = complaints(page);
  await settled(page, async () => Object.keys(await board(page)).length === 4);
  for (const square of ['c3', 'e5', 'g7']) await cell(page, square).click();
  await plies(page, 1);
  const exercise = await home.open('?embed=1&game=american-checkers&mode=exercise&piece=K&seed=1&count=1');
  await exercise.locator('#exercise-task').filter({ hasText: /^Mark every square/ }).waitFor();
  await press(exercise, 'Check');
  await exercise.locator('#exercise-verdict').filter({ hasText: /./ }).waitFor();
  // There is nothing to learn; the frame says so and can be played.
  const learn = await home.open('?embed=1&game=american-checkers&mode=learn');
  await learn.getByText('This game can be played, but not watched and learned.').waitFor();
  await ready(learn);
  assert.deepEqual(wrong, []);
});
