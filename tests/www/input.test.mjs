// @ts-check
// Texts that people write and paste, good and bad, and a worker that is lost: the page stays usable.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answered, asked, crash, kill } from './hook.mjs';
import { board, breakthrough, click, gameName, house, kept, moveList, played, plies, ready, settled, shortGame, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A game whose only piece moves by this expression. @param {string} rule */
const gameWith = (rule) => `<BOARD>\n6 6\n|p.....|\n${'|......|\n'.repeat(4)}|P.....|\n<PIECES>\nP ${rule} &\n<GOALS>\n99 &\n@P 0 5 &\n`;

const rubbish = [
  '',
  '   ',
  '!',
  '<BOARD>',
  '<BOARD>\n99999 99999\n',
  '<BOARD>\n8 8\n<PIECES>\nP (0,1,',
  'a'.repeat(30000),
  '(('.repeat(5000),
  '\u0000\u{1f600}\u202e',
  'b2b3 zz9',
  'b2b3 '.repeat(20000),
  gameWith('('.repeat(3000)),
  gameWith('(0,1,e)^999999999'),
  gameWith('((((0,1,e)^99)^99)^99)^99'),
  gameWith('((1,0,e) + (-1,0,e) + (0,1,e) + (0,-1,e) + (1,1,e) + (-1,-1,e))^*'),
];

/** @param {Page} page */
async function assertUsable(page) {
  await page.getByRole('tab', { name: 'Play' }).click();
  await ready(page);
  await twoPeople(page);
  await click(page, 'b2b3');
}

test('an error in the game text is shown at its line, and the game on the board stays', async () => {
  const page = await here.openGame();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('#editor').inputValue();
  const lines = text.split('\n');
  const wrong = lines.findIndex((line) => line.startsWith('P '));
  lines[wrong] = 'P (0,1,!) &';
  await page.locator('#editor').fill(lines.join('\n'));
  await page.locator('#editor-verdict').filter({ hasText: `Line ${wrong + 1}, column` }).waitFor();
  assert.equal(await page.locator('#gutter .wrong').textContent(), `▸${wrong + 1}`);
  await page.getByRole('button', { name: 'Go to the line' }).click();
  const place = Number(await page.evaluate('document.getElementById("editor").selectionStart'));
  assert.equal(lines.join('\n').slice(0, place).split('\n').length, wrong + 1);
  await page.getByRole('button', { name: 'Play this' }).click();
  await page.locator('#editor[aria-invalid=true]').waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  assert.equal(await page.locator('#editor').inputValue(), text);
  await assertUsable(page);
});

test('rubbish in the editor and in the paste box is refused, and the page goes on', async () => {
  const page = await here.openGame();
  for (const text of rubbish) {
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('#editor').fill(text);
    await page.getByRole('button', { name: 'Play this' }).click();
    await page.locator('#editor-verdict.error-text').filter({ hasText: /\S/ }).waitFor();
    await page.getByRole('tab', { name: 'Copy' }).click();
    await page.locator('#paste-here').fill(text);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.locator('#paste-error').filter({ hasText: /\S/ }).waitFor();
    await page.locator('#paste-here').fill('');
  }
  await assertUsable(page);
});

test('a position, moves and a game go out and come back in, and so does a link', async () => {
  const page = await here.openGame(breakthrough, { permissions: ['clipboard-read', 'clipboard-write'] });
  await twoPeople(page);
  for (const move of shortGame.slice(0, 4)) await click(page, move);
  await page.getByRole('tab', { name: 'Copy' }).click();
  /** @param {string} what */
  const copy = async (what) => {
    await page.getByRole('button', { name: what, exact: true }).click();
    await page.locator('#copied').filter({ hasText: `Copied the ${what.toLowerCase()}.` }).waitFor();
    return String(await page.evaluate('navigator.clipboard.readText()'));
  };
  const [position, moves, text] = [await copy('Position'), await copy('Moves'), await copy('Game text')];
  assert.equal(moves, shortGame.slice(0, 4).join(' '));
  const cells = await board(page);
  /** @param {string} pasted @param {() => unknown} outcome */
  const paste = async (pasted, outcome) => {
    await page.locator('#paste-here').fill(pasted);
    await page.getByRole('button', { name: 'Use it' }).click();
    await settled(page, outcome);
  };
  await paste(position, async () => (await moveList(page)).length === 0);
  assert.deepEqual(await board(page), cells);
  assert.equal(await copy('Position'), position);
  await click(page, 'b4b5');
  const onwards = await copy('Moves');
  const further = await board(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await plies(page, 0);
  assert.notDeepEqual(await board(page), cells);
  assert.equal(onwards, `${position}\nb4b5`);
  await paste(onwards, async () => (await played(page)) === 1);
  assert.deepEqual(await moveList(page), ['b4b5']);
  assert.deepEqual(await board(page), further, 'from the position it began with');
  await paste(moves, async () => (await played(page)) === 4);
  assert.deepEqual(await board(page), cells);
  assert.equal(await copy('Moves'), moves);
  await paste(text, async () => (await played(page)) === 0 && (await answered(page, 'game')).at(-1)?.fields.game.id === undefined);
  assert.equal(await gameName(page), 'Breakthrough');
  await paste(`${here.url}#v=1&g=gardner`, async () => /^Gardner/.test((await gameName(page)) ?? ''));
  await ready(page);
});

test('after a crash of the worker the game stands as it stood', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  for (const move of shortGame.slice(0, 3)) await click(page, move);
  const before = await board(page);
  await crash(page);
  await ready(page);
  assert.deepEqual(await board(page), before);
  await click(page, 'g6g5');
  await plies(page, 4);
  assert.deepEqual(await moveList(page), shortGame.slice(0, 4));
});

test('a worker that does not answer is replaced, and later questions are answered', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  await click(page, 'b2b3');
  await kept(page, 'b2b3');
  await kill(page);
  const [from, to] = ['g7', 'g6'];
  for (const square of [from, to]) await page.locator(`#grid [role=gridcell][aria-label^="${square},"]`).click();
  // Asked while the lost one is still hoped for: the new one answers it.
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('#editor').inputValue();
  await page.locator('#editor').fill(`${text}\n`);
  await until(page, async () => (await answered(page, 'game')).some((each) => each.to === 'check'));
  assert.ok((await asked(page, 'check')).length > 0);
  await page.getByRole('tab', { name: 'Play' }).click();
  // The move is not lost either.
  await plies(page, 2);
  assert.deepEqual(await moveList(page), ['b2b3', 'g7g6']);
});

test('when the worker cannot be loaded the page says so, and trying again helps', async () => {
  const page = await here.open();
  await page.route('**/pkg/worker.js*', (route) => route.abort());
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'could not be started' });
  await alert.waitFor();
  await page.unroute('**/pkg/worker.js*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await assertUsable(page);
});

test('a worker of another build is told of, with a way to the new page', async () => {
  const page = await here.open();
  await page.route('**/pkg/build-id.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'var KIBITZER_MODULES = { kibitzer: { build: "older", size: 1 } };' }));
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'different versions' }).getByRole('button', { name: 'Reload' }).waitFor();
  await assertUsable(page);
});
