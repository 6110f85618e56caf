// @ts-check
// Looking into the automata: a move and its path, an edge and its squares, the evidence, and the truth.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { cell, colour, house, middle, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A first visit, paused after so many positions. @param {number} records @param {import('playwright-core').BrowserContextOptions} [options] */
async function paused(records, options = {}) {
  const page = await here.open('', { reducedMotion: 'reduce', ...options });
  await until(page, 'State.watched?.last !== undefined');
  await page.evaluate('Watch.pause()');
  await until(page, '!Watch.asking');
  while (Number(await page.evaluate('Watch.view.records')) < records) await page.evaluate('Watch.look(1)');
  await until(page, '!View.stale');
  return page;
}

/** Everything is learned. @param {import('playwright-core').BrowserContextOptions} [options] */
async function learned(options = {}) {
  const page = await paused(1, options);
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await until(page, 'Watch.done() && !View.stale');
  return page;
}

/** @param {Page} page @param {string} letter */
async function choose(page, letter) {
  await page.evaluate(`Learned.choose('${letter}')`);
  await until(page, `Learned.graphLetter === '${letter}' && Diagram.letter === '${letter}' && Linked.small.seen?.letter === '${letter}' && !View.stale`);
}

/** A white piece that was seen, but of which something was missed that the diagram can show. @param {Page} page */
async function halfKnown(page) {
  const letters = await page.evaluate('Watch.view.pieces.filter(({ side, words, verdict }) => side === "white" && words && verdict.missed).map(({ letter }) => letter)');
  const letter = /** @type {string[]} */ (letters).find((each) => each !== 'P');
  assert.ok(letter, 'something is known by half');
  return letter;
}

/** A white piece that has a move, by its square and where it may go. @param {Page} page @param {string} letter */
async function mover(page, letter) {
  const found = await page.evaluate(`(async () => {
    const reply = await Game.engine.ask({ type: 'inspect', letter: '${letter}', cells: State.cells() });
    const path = reply.paths.find(({ verdict }) => verdict === 'agreed');
    return path && [State.nameOf(path.squares[0]), State.nameOf(path.squares.at(-1))];
  })()`);
  assert.ok(Array.isArray(found), `${letter} can move`);
  return /** @type {[string, string]} */ (found);
}

/** What is lit in the drawing: the numbers of its states, and how many glyphs. @param {Page} page */
const lit = (page) => page.evaluate(`({
  states: [...document.querySelectorAll('#graph .state.lit text')].map((text) => Number(text.textContent)).sort((a, b) => a - b),
  here: document.querySelector('#graph .state.here text')?.textContent,
  glyphs: document.querySelectorAll('#graph .glyph.lit').length,
})`);

test('a move under the mouse lights its path on the board and in the automaton, and the tape spells it', async () => {
  const page = await paused(12);
  const heard = complaints(page);
  const [from, to] = await mover(page, 'N');
  const before = await colour(page, to);
  const start = await middle(page, from);
  await page.mouse.move(start.x, start.y);
  await until(page, 'Linked.pinned !== null && Linked.big.seen !== null && Learned.graphLetter === "N"');
  const end = await middle(page, to);
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await until(page, `Linked.chosen !== null && State.nameOf(Linked.chosen.path.squares.at(-1)) === '${to}'`);
  assert.deepEqual(await lit(page), { states: [0, 1], here: '1', glyphs: 1 });
  assert.match((await page.locator('#tape-title').textContent()) ?? '', new RegExp(`White knight ${from}–${to}, move \\d+ of \\d+`));
  assert.equal(await page.locator('#tape-cells li').count(), 1);
  assert.match((await page.locator('#tape-words').textContent()) ?? '', /The one step, on .*state 1 of 2 states, accepting: a move, also by the true rules/);
  await until(page, '!View.scheduled');
  assert.notEqual(await colour(page, to), before, 'the board shows it');
  assert.match((await cell(page, to).getAttribute('aria-label')) ?? '', /white knight can move here/);
  // Where nothing can be reached, nothing is lit.
  await page.mouse.move(start.x, start.y);
  await until(page, 'Linked.chosen === null');
  assert.deepEqual(await lit(page), { states: [], here: undefined, glyphs: 0 });
  assert.deepEqual(heard, []);
});

test('the same by keyboard: a square in focus, then the moves one by one, and each step is announced', async () => {
  const page = await learned();
  await choose(page, 'R');
  await page.getByRole('button', { name: 'Next move' }).focus();
  for (let count = 0; count < 14; count++) {
    await page.keyboard.press('Enter');
    if (await page.evaluate('Linked.chosen.path.squares.length > 3')) break;
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
    assert.equal(await page.evaluate('Linked.chosen.step'), step);
    assert.equal(await page.locator('#tape-cells .read').count(), step);
    assert.match((await page.locator('#live').textContent()) ?? '', /state \d+ of 6 states, accepting/);
  }
  await page.getByRole('button', { name: 'One letter back' }).press('Enter');
  assert.equal(await page.evaluate('Linked.chosen.step'), 2);
  await page.getByRole('button', { name: 'To the end of the word' }).press('Enter');
  assert.equal(await page.evaluate('Linked.chosen.step'), 3);

  // On the board itself: focus on a piece looks at it, focus on a square it can reach lights the path; Escape lets go.
  const [from, to] = await mover(page, 'K');
  await cell(page, from).focus();
  await until(page, 'Linked.pinned?.letter === "K" && Linked.big.seen?.letter === "K"');
  await cell(page, to).focus();
  await until(page, 'Linked.chosen?.letter === "K" && Learned.graphLetter === "K" && !View.stale');
  assert.deepEqual(await lit(page), { states: [0, 1], here: '1', glyphs: 1 });
  await page.keyboard.press('Escape');
  await until(page, 'Linked.pinned === null && Linked.chosen === null');
});

test('an edge under the mouse or in focus lights its squares on both boards', async () => {
  const page = await learned();
  await choose(page, 'K');
  const square = Number(await page.evaluate('Diagram.from')) + 8;
  const glyph = page.locator('#graph .glyph[data-way="0,1"]');
  const shade = () => page.evaluate(`{
    const [x, y] = Paint.corner(Diagram.sheet, ${square});
    Diagram.sheet.context.getImageData(Math.round(x + 5), Math.round(y + 5), 1, 1).data.join();
  }`);
  const plain = await shade();
  await glyph.hover();
  await until(page, 'Linked.edge?.way === "0,1"');
  assert.notEqual(await shade(), plain, 'the square ahead is lit in the diagram');
  await until(page, 'Linked.big.seen?.letter === "K"');
  assert.equal(await page.evaluate(`Linked.uses(Linked.small.paths, Linked.edge).every(([from, to]) => to === from + 8)`), true);
  await page.mouse.move(2, 2);
  await until(page, 'Linked.edge === null');
  assert.equal(await shade(), plain);
  // With the keyboard: one stop for Tab, arrow keys from glyph to glyph.
  assert.equal(await page.locator('#graph .glyph[tabindex="0"]').count(), 1);
  await page.locator('#graph .glyph[tabindex="0"]').focus();
  const first = await page.evaluate('Linked.edge.way');
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await page.evaluate('Linked.edge.way'), first);
  assert.match((await page.evaluate('document.activeElement.getAttribute("aria-label")')) ?? '', /^From state 0 to state 1: .*onto/);
  await page.keyboard.press('Enter');
  await page.locator('#support').waitFor();
  assert.match((await page.locator('#support-title').textContent()) ?? '', /^From state 0 to state 1/);
});

test('in the move diagram a pointer conjures up a piece, a click leaves it there, and the moves follow', async () => {
  const page = await learned();
  await choose(page, 'R');
  const targets = () => page.evaluate('Linked.pathsOf(Linked.small).length');
  assert.equal(await targets(), 14);
  // Two squares up: an opponent's piece there is captured, and what lies behind it is out of reach.
  const square = Number(await page.evaluate('Diagram.from')) + 16;
  const spot = page.locator(`#diagram-grid [data-square="${square}"]`);
  await spot.hover();
  await until(page, 'Linked.chosen?.look === Linked.small && Linked.pathsOf(Linked.small).length === 13');
  assert.match(String(await page.evaluate('Linked.chosen.path.word')), /^\(0,1,e\)\(0,1,p\)$/);
  await page.mouse.move(2, 2);
  await spot.click();
  await until(page, `Diagram.placed.get(${square}) === "enemy" && Linked.pathsOf(Linked.small).length === 13`);
  assert.match((await spot.getAttribute('aria-label')) ?? '', /black pawn, can capture here/);
  await spot.click();
  await until(page, `Diagram.placed.get(${square}) === "own" && Linked.pathsOf(Linked.small).length === 12`);
  await spot.click();
  await until(page, 'Diagram.placed.size === 0 && Linked.pathsOf(Linked.small).length === 13');
  await page.getByRole('button', { name: 'Clear' }).click();
  await until(page, 'Linked.pathsOf(Linked.small).length === 14 && Linked.chosen === null');

  // By keyboard.
  await page.getByLabel('On hover, place').selectOption('nothing');
  await page.locator(`#diagram-grid [data-square="${square - 16}"]`).focus();
  await page.keyboard.press('ArrowRight');
  await until(page, 'Linked.chosen?.look === Linked.small');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await until(page, 'Linked.pathsOf(Linked.small).length === 10 || Linked.pathsOf(Linked.small).length === 11');
  assert.match((await page.locator('#live').textContent()) ?? '', /a piece of its own side/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await until(page, 'Linked.pathsOf(Linked.small).length === 14');
});

test('a finger taps a square of the diagram, and the path to it is lit', async () => {
  const page = await learned({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await choose(page, 'Q');
  const square = Number(await page.evaluate('Diagram.from')) + 18;
  await page.locator(`#diagram-grid [data-square="${square}"]`).tap();
  await until(page, `Diagram.placed.get(${square}) === "enemy" && Linked.chosen?.path.squares.at(-1) === ${square}`);
  assert.equal(await page.evaluate('Linked.chosen.path.word'), '(1,1,e)(1,1,p)');
});

test('the table counts what was seen, and a count leads to the games that show it', async () => {
  const page = await learned();
  await choose(page, 'N');
  await page.getByText('Transition table').click();
  const counts = page.locator('#transitions tbody button');
  await counts.filter({ hasText: '×' }).first().waitFor();
  assert.ok((await counts.count()) >= 8);
  assert.match((await counts.first().getAttribute('aria-label')) ?? '', /^From state 0 to state 1, .* onto .*: seen [\d,]+×(, [\d,]+×)*\. Show games$/);
  await counts.first().focus();
  assert.equal(await page.evaluate('Linked.edge.from'), 0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const games = page.locator('#support-list button');
  await games.first().waitFor();
  const words = (await games.first().textContent()) ?? '';
  const [, game, ply, from, to] = /^Game (\d+), ply (\d+): (\w\d+)–(\w\d+)/.exec(words) ?? [];
  assert.ok(game && ply && from && to, words);
  await games.first().click();
  await until(page, 'State.posed !== null && !View.stale');
  assert.match((await page.locator('#turn').textContent()) ?? '', new RegExp(`^Game ${game}, ply ${ply}: white knight ${from}–${to} was (played|possible)`));
  assert.match((await cell(page, from).getAttribute('aria-label')) ?? '', /white knight, selected/);
  assert.equal(await page.evaluate('Linked.chosen.path.squares.map(State.nameOf).join()'), `${from},${to}`);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await until(page, 'State.posed === null && State.cells() === Watch.view.cells');
});

test('what it does not know is marked, told, and set up on the board by one click', async () => {
  const page = await paused(6);
  await choose(page, await halfKnown(page));
  assert.equal(await page.evaluate('Linked.small.paths.some(({ verdict }) => verdict === "missed")'), true, 'the diagram shows what it misses');
  const missed = page.locator('#verdict p').filter({ hasText: 'Missed' });
  await missed.getByRole('button', { name: 'Show it' }).click();
  await until(page, 'State.posed !== null && !View.stale && Linked.big.paths.length > 0');
  assert.match((await page.locator('#turn').textContent()) ?? '', /^White \w+ .* is legal, but the learned rule misses it\.$/);
  assert.equal(await page.evaluate('Linked.chosen.path.verdict'), 'missed');
  assert.equal(await page.evaluate('State.cells().replace(/\\./g, "").length <= 3'), true);
  assert.match((await page.locator('#tape-words').textContent()) ?? '', /rejected, though the true rules allow it|no move, though the true rules allow it/);
  const to = String(await page.evaluate('State.nameOf(Linked.chosen.path.squares.at(-1))'));
  assert.match((await cell(page, to).getAttribute('aria-label')) ?? '', /missed: white \w+ can move here/);
  await screenshot(page, 'inspect, missed');
  // Without the truth it is no longer marked.
  await page.getByLabel('Compare with the true rules').uncheck();
  await until(page, '!View.stale');
  assert.doesNotMatch((await cell(page, to).getAttribute('aria-label')) ?? '', /missed/);
  assert.equal(await page.locator('#compare-legend').isVisible(), false);
  // Going on with the game leaves the position.
  await page.getByRole('button', { name: 'Step' }).click();
  await until(page, 'State.posed === null && State.cells() === Watch.view.cells');
});

test('all pieces of a letter can show their moves on the big board, while the game goes on', async () => {
  const page = await paused(10);
  await choose(page, 'N');
  await page.getByLabel('Show on the main board').check();
  await until(page, 'Linked.big.seen?.cells === State.cells() && Linked.big.paths.length > 0');
  const seen = Number(await page.evaluate('Watch.view.records'));
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, `Watch.view.records > ${seen + 2} && Linked.big.seen?.cells === State.cells()`);
});

test('while it watches, each move lights its path by itself', async () => {
  const page = await here.open();
  await until(page, 'Linked.chosen?.look === Linked.last && document.querySelectorAll("#graph .state.here").length === 1');
  assert.match((await page.locator('#tape-title').textContent()) ?? '', /^(White|Black) \w+ \w\d–\w\d$/);
});

test('while one plays, by the true rules or by those learned, the same can be seen', async () => {
  const page = await learned();
  for (const button of ['#play-true', '#play-learned']) {
    await page.getByRole('tab', { name: 'Watch' }).click();
    await page.locator(button).click();
    await until(page, 'Tabs.current() === "play" && State.watched === null && State.settled && !View.stale && State.board.toMove === "white"');
    await page.evaluate('Inside.box.open = true');
    await until(page, 'Inside.open() && !View.stale');
    const start = await middle(page, 'b1');
    await page.mouse.move(start.x, start.y);
    await until(page, 'Linked.pinned?.letter === "N" && Linked.big.seen?.letter === "N" && Learned.graphLetter === "N"');
    const end = await middle(page, 'c3');
    await page.mouse.move(end.x, end.y);
    await until(page, 'Linked.chosen?.letter === "N"');
    assert.deepEqual(await lit(page), { states: [0, 1], here: '1', glyphs: 1 }, button);
    assert.equal(await page.locator('#inside #graph').isVisible(), true);
  }
  await page.getByRole('tab', { name: 'Watch' }).click();
  await until(page, '!View.stale');
  assert.equal(await page.locator('#panel-watch #graph').isVisible(), true);
});

test('whatever is pointed at while everything changes, nothing goes wrong', async () => {
  const page = await here.open();
  const heard = complaints(page);
  await until(page, 'State.watched?.last !== undefined');
  await page.locator('#pace').selectOption('brisk');
  await page.getByText('Transition table').click();
  for (let count = 0; count < 60; count++) {
    const box = await page.locator(count % 3 ? '#grid' : count % 2 ? '#graph-frame' : '#diagram-grid').boundingBox();
    if (box) await page.mouse.move(box.x + ((count * 37) % 100) * box.width * 0.01, box.y + ((count * 61) % 100) * box.height * 0.01, { steps: 3 });
    if (count === 30) await page.getByRole('button', { name: 'Skip to the end' }).click();
    if (count === 45) await page.getByRole('button', { name: 'Restart' }).click();
  }
  await page.getByRole('tab', { name: 'Play' }).click();
  await until(page, '!View.stale && Linked.chosen === null && Linked.pinned === null && State.posed === null');
  assert.deepEqual(heard, []);
});

test('axe-core finds nothing, light or dark, and 320 pixels are enough', async () => {
  const page = await paused(6, { viewport: { width: 320, height: 568 } });
  await choose(page, await halfKnown(page));
  await page.evaluate("for (const box of document.querySelectorAll('#panel-watch details')) box.open = true");
  await page.locator('#transitions tbody button').filter({ hasText: '×' }).first().click();
  await page.locator('#support-list button').first().waitFor();
  await page.locator('#verdict').getByRole('button', { name: 'Show it' }).first().click();
  await until(page, 'State.posed !== null && !View.stale');
  await page.getByLabel('Show on the main board').check();
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await until(page, '!View.stale && !View.scheduled');
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
