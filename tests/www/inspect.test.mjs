// @ts-check
// Looking into the automata: a move and its path, an edge and its squares, the evidence, and the truth.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { board, cell, colour, house, idle, middle, pixel, ready, settled, tab, turn, until } from './table.mjs';
import { choosePiece, firstMove, pauseWatching, records, skipToEnd, verdicts, watchRecords } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A first visit, paused after so many positions. @param {number} count @param {import('playwright-core').BrowserContextOptions} [options] */
async function paused(count, options = {}) {
  const page = await here.open('', { reducedMotion: 'reduce', ...options });
  await firstMove(page);
  await pauseWatching(page);
  await watchRecords(page, count);
  return page;
}

/** Everything is learned. @param {import('playwright-core').BrowserContextOptions} [options] */
async function learned(options = {}) {
  const page = await paused(1, options);
  await skipToEnd(page);
  return page;
}

/** A white piece that was seen, but of which something was missed that the diagram can show. @param {Page} page */
async function halfKnown(page) {
  for (const [letter, words] of Object.entries(await verdicts(page))) {
    if (letter !== letter.toUpperCase() || letter === 'P' || words !== 'not quite right yet') continue;
    await choosePiece(page, letter);
    if ((await page.locator('#verdict p').filter({ hasText: 'Missed' }).count()) > 0) return letter;
  }
  throw new Error('nothing is known by half');
}

/**
 * A white piece that has a move onto an empty square, by its square and where it may go: the keyboard goes from piece to piece, and the squares tell.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<[string, string]>}
 */
async function mover(page, name) {
  for (const [from, content] of Object.entries(await board(page))) {
    if (content !== `white ${name}`) continue;
    await cell(page, from).focus();
    await settled(page, async () => /, selected$/.test((await cell(page, from).getAttribute('aria-label')) ?? ''));
    const labels = await page.locator('#grid [role=gridcell]').evaluateAll((cells) => cells.map((each) => each.getAttribute('aria-label') ?? ''));
    await page.keyboard.press('Escape');
    await settled(page, async () => (await page.locator('#grid [aria-label$="selected"]').count()) === 0);
    const to = labels.find((label) => label.endsWith(`, empty, white ${name} can move here`))?.split(',')[0];
    if (!to) continue;
    // Away from the piece, so that coming to it is something new.
    await cell(page, to).focus();
    return [from, to];
  }
  throw new Error(`no ${name} can move`);
}

/** What the line over the tape says. @param {Page} page */
const tape = async (page) => (await page.locator('#tape-title').textContent()) ?? '';

/** When no move is looked at. */
const noMove = /^Point at a move/;

/** The cell of a square in the move diagram. @param {Page} page @param {string} square */
const spot = (page, square) => page.locator(`#diagram-grid [role=gridcell][aria-label^="${square},"]`);

/** Where the piece of the diagram stands. @param {Page} page */
const centre = async (page) => /on (\w+)$/.exec((await page.locator('#diagram-grid').getAttribute('aria-label')) ?? '')?.[1] ?? '';

/** A square so many columns and rows from another. @param {string} square @param {number} across @param {number} up */
const off = (square, across, up) => `${String.fromCharCode(square.charCodeAt(0) + across)}${Number(square.slice(1)) + up}`;

/** How many squares of the diagram the piece can reach, as its cells say. @param {Page} page */
const targets = (page) => page.locator('#diagram-grid [aria-label$=" here"]').count();

/** Waits until the piece of the diagram can reach so many squares. @param {Page} page @param {...number} counts */
const reaches = (page, ...counts) => settled(page, async () => counts.includes(await targets(page)));

/** What is lit in the drawing: the numbers of its states, and how many glyphs. @param {Page} page */
const lit = (page) => page.evaluate(`({
  states: [...document.querySelectorAll('#graph .state.lit text')].map((text) => Number(text.textContent)).sort((a, b) => a - b),
  here: document.querySelector('#graph .state.here text')?.textContent,
  glyphs: document.querySelectorAll('#graph .glyph.lit').length,
})`);

test('a move under the mouse lights its path on the board and in the automaton, and the tape spells it', async () => {
  const page = await paused(12);
  const heard = complaints(page);
  const [from, to] = await mover(page, 'knight');
  const before = await colour(page, to);
  const start = await middle(page, from);
  await page.mouse.move(start.x, start.y);
  await settled(page, async () => /selected/.test((await cell(page, from).getAttribute('aria-label')) ?? '') && /can move here/.test((await cell(page, to).getAttribute('aria-label')) ?? '') && (await page.getByRole('group', { name: /^Automaton of the white knight/ }).count()) === 1);
  const end = await middle(page, to);
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await settled(page, async () => (await tape(page)).startsWith(`White knight ${from}–${to}`));
  assert.deepEqual(await lit(page), { states: [0, 1], here: '1', glyphs: 1 });
  assert.match((await page.locator('#tape-title').textContent()) ?? '', new RegExp(`White knight ${from}–${to}, move \\d+ of \\d+`));
  assert.equal(await page.locator('#tape-cells li').count(), 1);
  assert.match((await page.locator('#tape-words').textContent()) ?? '', /The one step, on .*state 1 of 2 states, accepting: a move, also by the true rules/);
  assert.notEqual(await colour(page, to), before, 'the board shows it');
  assert.match((await cell(page, to).getAttribute('aria-label')) ?? '', /white knight can move here/);
  // Where nothing can be reached, nothing is lit.
  await page.mouse.move(start.x, start.y);
  await settled(page, async () => noMove.test(await tape(page)));
  assert.deepEqual(await lit(page), { states: [], here: undefined, glyphs: 0 });
  assert.deepEqual(heard, []);
});

test('the same by keyboard: a square in focus, then the moves one by one, and each step is announced', async () => {
  const page = await learned();
  await choosePiece(page, 'R');
  await page.getByRole('button', { name: 'Next move' }).focus();
  for (let count = 0; count < 14; count++) {
    await page.keyboard.press('Enter');
    if ((await page.locator('#tape-cells li').count()) > 2) break;
  }
  assert.match((await page.locator('#live').textContent()) ?? '', /^White rook \w\d–\w\d, move \d+ of 14\. All 3 steps, on \w\d: state \d+ of 6 states, accepting: a move, also by the true rules\.$/);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.id'), 'tape-first');
  await page.keyboard.press('Enter');
  assert.match((await page.locator('#live').textContent()) ?? '', /^At the start: state 0 of 6 states, not accepting\.$/);
  assert.deepEqual(await lit(page), { states: [0], here: '0', glyphs: 0 });
  assert.equal(await page.locator('#tape-cells .next').count(), 1);
  const forward = page.getByRole('button', { name: 'One letter forward' });
  for (const step of [1, 2, 3]) {
    await forward.press('Enter');
    assert.equal(await page.locator('#tape-cells .read').count(), step);
    assert.match((await page.locator('#live').textContent()) ?? '', /state \d+ of 6 states, accepting/);
  }
  await page.getByRole('button', { name: 'One letter back' }).press('Enter');
  assert.equal(await page.locator('#tape-cells .read').count(), 2);
  await page.getByRole('button', { name: 'To the end of the word' }).press('Enter');
  assert.equal(await page.locator('#tape-cells .read').count(), 3);

  // On the board itself: focus on a piece looks at it, focus on a square it can reach lights the path; Escape lets go.
  const [from, to] = await mover(page, 'king');
  await cell(page, from).focus();
  await settled(page, async () => /white king, selected/.test((await cell(page, from).getAttribute('aria-label')) ?? '') && /white king can move here/.test((await cell(page, to).getAttribute('aria-label')) ?? ''));
  await cell(page, to).focus();
  await settled(page, async () => (await tape(page)).startsWith(`White king ${from}–${to}`) && (await page.getByRole('group', { name: /^Automaton of the white king/ }).count()) === 1);
  assert.deepEqual(await lit(page), { states: [0, 1], here: '1', glyphs: 1 });
  await page.keyboard.press('Escape');
  await settled(page, async () => noMove.test(await tape(page)) && (await page.locator('#grid [aria-label$="selected"]').count()) === 0);
});

/** The colour of every square near its upper left corner. @param {Page} page @returns {Promise<Record<string, string>>} */
async function cornersOfBoard(page) {
  const squares = [...'abcdefgh'].flatMap((column) => [1, 2, 3, 4, 5, 6, 7, 8].map((row) => `${column}${row}`));
  return Object.fromEntries(await Promise.all(squares.map(async (square) => [square, await pixel(cell(page, square), [0.2, 0.2])])));
}

test('an edge under the mouse or in focus lights its squares on both boards', async () => {
  const page = await learned();
  await choosePiece(page, 'K');
  const ahead = spot(page, off(await centre(page), 0, 1));
  const beside = spot(page, off(await centre(page), 1, 0));
  const glyph = page.locator('#graph .glyph[data-way="0,1"]');
  const corner = /** @type {[number, number]} */ ([0.2, 0.2]);
  const plain = [await pixel(ahead, corner), await pixel(beside, corner)];
  // The squares of the big board that the white king can step onto, and those it cannot.
  const before = await cornersOfBoard(page);
  await glyph.hover();
  await settled(page, async () => (await page.locator('#graph .glyph[data-way="0,1"].lit').count()) === 1);
  assert.notEqual(await pixel(ahead, corner), plain[0], 'the square ahead is lit in the diagram');
  assert.equal(await pixel(beside, corner), plain[1], 'and no other');
  const king = Object.entries(await board(page)).find(([, content]) => content === 'white king')?.[0] ?? '';
  const changed = Object.entries(await cornersOfBoard(page)).filter(([square, shade]) => before[square] !== shade).map(([square]) => square);
  assert.ok(changed.every((square) => [king, off(king, 0, 1)].includes(square)), `the big board shows that step of the king on ${king}, and no other: ${changed}`);
  await page.mouse.move(2, 2);
  await settled(page, async () => (await page.locator('#graph .glyph.lit').count()) === 0);
  assert.equal(await pixel(ahead, corner), plain[0]);
  // With the keyboard: one stop for Tab, arrow keys from glyph to glyph.
  assert.equal(await page.locator('#graph .glyph[tabindex="0"]').count(), 1);
  await page.locator('#graph .glyph[tabindex="0"]').focus();
  const inFocus = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
  const lights = page.locator('#graph .glyph.lit');
  const first = await inFocus();
  assert.equal(await lights.getAttribute('aria-label'), first);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await inFocus(), first);
  assert.equal(await lights.getAttribute('aria-label'), await inFocus());
  assert.match(String(await inFocus()), /^From state 0 to state 1: .*onto/);
  await page.keyboard.press('Enter');
  await page.locator('#examples').waitFor();
  assert.match((await page.locator('#examples-title').textContent()) ?? '', /^From state 0 to state 1/);
});

test('in the move diagram a pointer conjures up a piece, a click leaves it there, and the moves follow', async () => {
  const page = await learned();
  await choosePiece(page, 'R');
  assert.equal(await targets(page), 14);
  // Two squares up: an opponent's piece there is captured, and what lies behind it is out of reach.
  const from = await centre(page);
  const to = off(from, 0, 2);
  await spot(page, to).hover();
  await reaches(page, 13);
  assert.match(await tape(page), new RegExp(`^White rook ${from}–${to}, move \\d+ of 13$`));
  assert.deepEqual(await page.locator('#tape-cells li').evaluateAll((all) => all.map((each) => each.getAttribute('title'))), ['up, onto an empty square', "up, onto an opponent's piece"]);
  await page.mouse.move(2, 2);
  await spot(page, to).click();
  await settled(page, async () => /black pawn, can capture here/.test((await spot(page, to).getAttribute('aria-label')) ?? '') && (await targets(page)) === 13);
  assert.equal(await page.locator('#live').textContent(), `${to}: an opponent's piece.`);
  await spot(page, to).click();
  await settled(page, async () => /white pawn$/.test((await spot(page, to).getAttribute('aria-label')) ?? '') && (await targets(page)) === 12);
  await spot(page, to).click();
  // Nothing stays there but what the pointer conjures up.
  await settled(page, async () => (await page.locator('#live').textContent()) === `${to}: empty.` && (await targets(page)) === 13);
  await page.getByRole('button', { name: 'Clear' }).click();
  await settled(page, async () => (await targets(page)) === 14 && noMove.test(await tape(page)));

  // By keyboard.
  await page.getByLabel('On hover, place').selectOption('nothing');
  await spot(page, from).focus();
  await page.keyboard.press('ArrowRight');
  await settled(page, async () => (await tape(page)).startsWith(`White rook ${from}–${off(from, 1, 0)}`));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await reaches(page, 10, 11);
  assert.match((await page.locator('#live').textContent()) ?? '', /a piece of its own side/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await reaches(page, 14);
});

test('a finger taps a square of the diagram, and the path to it is lit', async () => {
  const page = await learned({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await choosePiece(page, 'Q');
  const from = await centre(page);
  const to = off(from, 2, 2);
  await spot(page, to).tap();
  await settled(page, async () => /black \w+, can capture here/.test((await spot(page, to).getAttribute('aria-label')) ?? '') && (await tape(page)).startsWith(`White queen ${from}–${to}`));
  assert.equal(await page.locator('#tape-cells li').count(), 2);
  assert.match((await page.locator('#tape-cells li').last().textContent()) ?? '', /opponent/);
});

test('the table counts what was seen, and a count leads to the games that show it', async () => {
  const page = await learned();
  await choosePiece(page, 'N');
  await page.getByText('Transition table').click();
  const counts = page.locator('#transitions tbody button');
  await counts.filter({ hasText: '×' }).first().waitFor();
  assert.ok((await counts.count()) >= 8);
  assert.match((await counts.first().getAttribute('aria-label')) ?? '', /^From state 0 to state 1, .* onto .*: seen [\d,]+×(, [\d,]+×)*\. Show games$/);
  await counts.first().focus();
  assert.equal(await page.locator('#graph .glyph.lit').count(), 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const games = page.locator('#examples-list button');
  await games.first().waitFor();
  const words = (await games.first().textContent()) ?? '';
  const [, game, ply, from, to] = /^Game (\d+), ply (\d+): (\w\d+)–(\w\d+)/.exec(words) ?? [];
  assert.ok(game && ply && from && to, words);
  const watched = await board(page);
  await games.first().click();
  await settled(page, async () => /^Game \d+, ply/.test((await turn(page)) ?? ''));
  assert.match((await page.locator('#turn').textContent()) ?? '', new RegExp(`^Game ${game}, ply ${ply}: white knight ${from}–${to} was (played|possible)`));
  assert.match((await cell(page, from).getAttribute('aria-label')) ?? '', /white knight, selected/);
  assert.match(await tape(page), new RegExp(`^White knight ${from}–${to}`));
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await settled(page, async () => /^Watched /.test((await turn(page)) ?? ''));
  assert.deepEqual(await board(page), watched);
});

test('what it does not know is marked, told, and set up on the board by one click', async () => {
  const page = await paused(6);
  await halfKnown(page);
  assert.ok((await page.locator('#diagram-grid [aria-label$=", missed"]').count()) > 0, 'the diagram shows what it misses');
  const missed = page.locator('#verdict p').filter({ hasText: 'Missed' });
  await missed.getByRole('button', { name: 'Show it' }).click();
  await settled(page, async () => /is legal, but the learned rule misses it/.test((await turn(page)) ?? '') && !noMove.test(await tape(page)));
  assert.match((await page.locator('#turn').textContent()) ?? '', /^White \w+ .* is legal, but the learned rule misses it\.$/);
  assert.ok(Object.keys(await board(page)).length <= 3);
  assert.match((await page.locator('#tape-words').textContent()) ?? '', /rejected, though the true rules allow it|no move, though the true rules allow it/);
  const to = /–(\w\d)/.exec(await tape(page))?.[1] ?? '';
  assert.match((await cell(page, to).getAttribute('aria-label')) ?? '', /missed: white \w+ can move here/);
  await screenshot(page, 'inspect, missed');
  // Without the truth it is no longer marked.
  await page.getByLabel('Compare with the true rules').uncheck();
  await idle(page);
  assert.doesNotMatch((await cell(page, to).getAttribute('aria-label')) ?? '', /missed/);
  assert.equal(await page.locator('#compare-legend').isVisible(), false);
  // Going on with the game leaves the position.
  await page.getByRole('button', { name: 'Step' }).click();
  await settled(page, async () => /^Game 1\. (White|Black) \w+ \w\d to \w\d/.test((await turn(page)) ?? ''));
  assert.ok(Object.keys(await board(page)).length > 25, 'the game that is watched');
});

test('all pieces of a letter can show their moves on the big board, while the game goes on', async () => {
  const page = await paused(10);
  await choosePiece(page, 'N');
  await page.getByLabel('Show on the main board').check();
  const [, to] = await mover(page, 'knight');
  /** Whether a square where the knight can go differs from one of the same colour that it cannot reach. */
  const marked = async (/** @type {string} */ square) => (await pixel(cell(page, square))) !== (await pixel(cell(page, square), [0.12, 0.12]));
  await settled(page, () => marked(to));
  const seen = await records(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, async () => (await records(page)) > seen + 2);
  await pauseWatching(page);
  const [, next] = await mover(page, 'knight');
  await settled(page, () => marked(next));
});

test('while it watches, each move lights its path by itself', async () => {
  const page = await here.open();
  await until(page, async () => /^(White|Black) \w+ \w\d–\w\d$/.test(await tape(page)) && (await page.locator('#graph .state.here').count()) === 1);
  assert.match((await page.locator('#tape-title').textContent()) ?? '', /^(White|Black) \w+ \w\d–\w\d$/);
});

test('while one plays, by the true rules or by those learned, the same can be seen', async () => {
  const page = await learned();
  for (const button of ['#play-true', '#play-learned']) {
    await page.getByRole('tab', { name: 'Watch' }).click();
    await page.locator(button).click();
    await settled(page, async () => (await tab(page)) === 'play' && (await turn(page)) === 'White to move.');
    if (!(await page.locator('#inside #graph').isVisible())) await page.getByText('Automata of the pieces').click();
    await page.locator('#inside #graph-box').waitFor();
    await idle(page);
    const start = await middle(page, 'b1');
    await page.mouse.move(start.x, start.y);
    await settled(page, async () => /white knight can move here/.test((await cell(page, 'c3').getAttribute('aria-label')) ?? '') && (await page.getByRole('group', { name: /^Automaton of the white knight/ }).count()) === 1);
    const end = await middle(page, 'c3');
    await page.mouse.move(end.x, end.y);
    await settled(page, async () => (await tape(page)).startsWith('White knight b1–c3'));
    assert.deepEqual(await lit(page), { states: [0, 1], here: '1', glyphs: 1 }, button);
    assert.equal(await page.locator('#inside #graph').isVisible(), true);
  }
  await page.getByRole('tab', { name: 'Watch' }).click();
  await idle(page);
  assert.equal(await page.locator('#panel-watch #graph').isVisible(), true);
});

test('whatever is pointed at while everything changes, nothing goes wrong', async () => {
  const page = await here.open();
  const heard = complaints(page);
  await firstMove(page);
  await page.locator('#pace').selectOption('brisk');
  await page.getByText('Transition table').click();
  for (let count = 0; count < 60; count++) {
    const box = await page.locator(count % 3 ? '#grid' : count % 2 ? '#graph-frame' : '#diagram-grid').boundingBox();
    if (box) await page.mouse.move(box.x + ((count * 37) % 100) * box.width * 0.01, box.y + ((count * 61) % 100) * box.height * 0.01, { steps: 3 });
    if (count === 30) await page.getByRole('button', { name: 'Skip to the end' }).click();
    if (count === 45) await page.getByRole('button', { name: 'Restart' }).click();
  }
  await page.getByRole('tab', { name: 'Play' }).click();
  await ready(page);
  assert.match(await tape(page), noMove);
  assert.equal(await page.locator('#grid [aria-label*="selected"]').count(), 0);
  assert.deepEqual(heard, []);
});

test('axe-core finds nothing, light or dark, and 320 pixels are enough', async () => {
  const page = await paused(6, { viewport: { width: 320, height: 568 } });
  await halfKnown(page);
  await page.evaluate("for (const box of document.querySelectorAll('#panel-watch details')) box.open = true");
  // One that was seen, not only believed by symmetry.
  await page.locator('#transitions tbody button').filter({ hasText: /(^|\D)[1-9]\d*×/ }).first().click();
  await page.locator('#examples-list button').first().waitFor();
  await page.locator('#verdict').getByRole('button', { name: 'Show it' }).first().click();
  await settled(page, async () => /learned rule (misses|invents|allows)|is legal|is not/.test((await turn(page)) ?? ''));
  await page.getByLabel('Show on the main board').check();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await idle(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, input, summary, #diagram-grid .square')]
      .map((element) => [element.id || element.textContent, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);
    assert.deepEqual(small, []);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(page), [], `${width}, ${colorScheme}`);
    }
  }
});
