// @ts-check
// Watching a game until its rules are known, and playing by them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { openTab, pickedUp, players, tabTo } from './doing.mjs';
import { alter, ask, crash, hold, release, shown } from './hook.mjs';
import { board, breakthrough, cell, click, gameName, house, idle, middle, moveList, played, plies, ready, rest, settled, tab, turn, until } from './table.mjs';
import { chosenPiece, choosePiece, firstMove, pauseWatching, progress, records, runs, skipToEnd, step, untilDone, verdicts, watches } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A first visit, with a game being watched. @param {import('playwright-core').BrowserContextOptions} [options] */
async function visit(options = {}) {
  const page = await here.open('', options);
  await firstMove(page);
  return page;
}

/**
 * The game that is watched goes on until this holds, and then no further, though it is not paused: the answer to the next look is held.
 *
 * @param {Page} page
 * @param {() => Promise<boolean>} holds
 */
async function goOnUntil(page, holds) {
  for (;;) {
    await hold(page, 'watch');
    await shown(page);
    if (await holds()) break;
    const before = await turn(page);
    await release(page);
    await until(page, async () => (await turn(page)) !== before);
  }
  assert.equal(await runs(page), true);
}

/** Whether the game goes on, Black has just moved, and the pawn of a file of White can make its first step. @param {Page} page @param {string} file */
async function pawnFree(page, file) {
  const content = await board(page);
  return /^Game \d+\. Black \w+ \w\d to/.test((await turn(page)) ?? '') && content[`${file}2`] === 'white pawn' && content[`${file}3`] === undefined;
}

/** All pieces of chess-breakthrough are learned, and the page says so. @param {Page} page */
async function assertLearned(page) {
  await untilDone(page);
  assert.deepEqual(Object.values(await verdicts(page)), Array(12).fill('exactly right'));
  assert.match((await page.locator('#news').textContent()) ?? '', /50 games.*all 12 pieces.*exactly the true moves/);
}

/** @param {Page} page */
async function assertPlayingLearnedRules(page) {
  await settled(page, async () => (await gameName(page)) === 'Chess Breakthrough, as learned' && !(await watches(page)));
  await ready(page);
  assert.equal(await tab(page), 'play');
}

/** The size of every control that is too small to be hit. @param {Page} page */
const tooSmall = (page) =>
  page.evaluate(`[...document.querySelectorAll('button, select, input, summary')]
    .map((element) => [element.id || element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);

test('a first visit shows a board on which something happens, and words about it', async () => {
  const page = await here.open();
  const heard = complaints(page);
  await firstMove(page);
  assert.equal(await gameName(page), 'Chess Breakthrough');
  const first = JSON.stringify(await board(page));
  await until(page, async () => JSON.stringify(await board(page)) !== first);
  assert.match((await turn(page)) ?? '', /^Game 1\. (White|Black) \w+ [a-h]\d to [a-h]\d/);
  await page.locator('#news').filter({ hasText: /I’m starting to see|I’ve learned more/ }).waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Watch' }).getAttribute('aria-selected'), 'true');
  assert.deepEqual(heard, []);
});

test('a link and an embedded page open on the board to play on, and nothing moves', async () => {
  for (const path of [breakthrough, '?embed=1']) {
    const page = await here.openGame(path);
    assert.equal(await tab(page), 'play', path);
    assert.equal(await watches(page), false);
    assert.equal(await gameName(page), 'Breakthrough');
    await rest(page);
    assert.equal(await played(page), 0);
  }
});

test('pause really pauses, step is one ply, and space does both ways', async () => {
  const page = await (await here.browser.newContext()).newPage();
  await page.clock.install();
  await page.goto(here.url);
  await firstMove(page);
  /** Nothing is watched, however long one waits. */
  const assertPaused = async () => {
    await settled(page, async () => !(await runs(page)));
    const seen = await records(page);
    await page.clock.fastForward(60_000);
    await rest(page);
    assert.equal(await records(page), seen);
    return seen;
  };
  await page.getByRole('button', { name: 'Pause' }).click();
  const seen = await assertPaused();
  await page.getByRole('button', { name: 'Step' }).click();
  await settled(page, async () => (await records(page)) === seen + 1);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Space');
  await until(page, async () => (await records(page)) > seen + 2);
  await page.keyboard.press('Space');
  await assertPaused();
  await cell(page, 'e4').focus();
  await page.keyboard.press('Space');
  await until(page, () => runs(page));
});

test('learned to the end and played by the learned rules, by mouse alone', async () => {
  const page = await visit();
  const heard = complaints(page);
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await assertLearned(page);
  await screenshot(page, 'watch, done');
  await page.locator('#play-learned').click();
  await assertPlayingLearnedRules(page);
  await cell(page, 'b1').click();
  await cell(page, 'c3').click();
  await plies(page, 2);
  // What was learned is still there; starting over brings back the true rules.
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await firstMove(page);
  assert.equal(await gameName(page), 'Chess Breakthrough');
  assert.equal(await runs(page), true);
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await assertLearned(page);
  await page.locator('#play-learned').click();
  await assertPlayingLearnedRules(page);
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.locator('#play-true').click();
  await settled(page, async () => (await gameName(page)) === 'Chess Breakthrough' && !(await watches(page)));
  await ready(page);
  assert.deepEqual(heard, []);
});

test('learned to the end and played by the learned rules, by keyboard alone', async () => {
  const page = await visit();
  await tabTo(page, 'watch-skip');
  await page.keyboard.press('Enter');
  await assertLearned(page);
  await tabTo(page, 'play-learned');
  await page.keyboard.press('Enter');
  await assertPlayingLearnedRules(page);
  assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'gridcell', 'the keyboard is on the board');
  for (const key of ['ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await plies(page, 2);
  assert.equal((await moveList(page))[0], 'a2a3');
});

test('a visitor who touches a piece takes over that side, from the position on the board', async () => {
  const page = await visit();
  await goOnUntil(page, () => pawnFree(page, 'a'));
  const taken = await board(page);
  await cell(page, 'a2').click();
  await release(page);
  await settled(page, async () => (await turn(page)) === 'You have taken over: White to move.');
  assert.deepEqual(await board(page), taken, 'from this position');
  assert.deepEqual(await players(page), { white: 'human', black: 'level-2' });
  assert.equal(await tab(page), 'play');
  const seen = await records(page);
  const own = await played(page);
  if ((await pickedUp(page)) !== 'a2') await cell(page, 'a2').click();
  await cell(page, 'a3').click();
  await plies(page, own + 2);
  assert.equal(await records(page), seen, 'nothing is watched meanwhile');
  await page.getByRole('tab', { name: 'Watch' }).click();
  await until(page, () => watches(page));
  assert.equal(await runs(page), false);
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, async () => (await records(page)) > seen);
});

test('a finger that taps a piece of the watched game looks at it, and with the second tap takes over', async () => {
  const page = await visit({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await goOnUntil(page, async () => (await board(page)).b1 === 'white knight');
  await cell(page, 'b1').tap();
  await until(page, async () => (await turn(page)) === 'The white knight. Tap it again to play on from here.' && (await chosenPiece(page)) === 'N');
  assert.equal(await runs(page), false, 'the game waits');
  assert.equal(await tab(page), 'watch');
  await cell(page, 'b1').tap();
  await release(page);
  await settled(page, async () => !(await watches(page)) && (await players(page)).white === 'human');
  assert.equal(await tab(page), 'play');
});

test('a piece dragged on the watched board is a move, and Play brings a game from the start', async () => {
  const page = await visit();
  await pauseWatching(page);
  while (!(await pawnFree(page, 'h'))) await step(page);
  const [start, end] = [await middle(page, 'h2'), await middle(page, 'h3')];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await until(page, async () => (await moveList(page))[0] === 'h2h3' && !(await watches(page)));

  const other = await visit();
  await other.locator('#play-now').click();
  await ready(other);
  await click(other, 'a2a3');
});

test('an automaton is drawn with all its states, and no label covers another or a state', async () => {
  const page = await visit({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await assertLearned(page);
  for (const [name, states] of /** @type {const} */ ([['Q, white queen', 10], ['n, black knight', 2], ['R, white rook', 6]])) {
    await page.getByRole('button', { name }).click();
    await until(page, `document.querySelectorAll('#graph .state').length === ${states}`);
    const overlaps = await page.evaluate(`{
      const boxes = [...document.querySelectorAll('#graph .state, #graph .label .box')].map((element) => element.getBoundingClientRect());
      let count = 0;
      boxes.forEach((a, at) => boxes.slice(at + 1).forEach((b) => {
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) count += 1;
      }));
      count;
    }`);
    assert.equal(overlaps, 0, name);
    const labels = await page.evaluate('[...document.querySelectorAll("#graph .glyph")].every((glyph) => /onto/.test(glyph.querySelector("title").textContent))');
    assert.equal(labels, true, 'every glyph has words');
  }
  assert.ok(Number(await page.locator('#graph .accepting').count()) > 0);
  await page.getByText('Transition table').click();
  await until(page, "document.querySelectorAll('#transitions tbody tr').length > 8");
});

test('other settings start over, and the same settings give the same result', async () => {
  const page = await visit();
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill('10');
  await page.getByLabel('Games', { exact: true }).press('Enter');
  await until(page, async () => (await progress(page)).gamesInAll === 10 && (await runs(page)));
  assert.equal(await page.locator('#check').isVisible(), false, 'our own way of learning has no check');
  await page.locator('#algorithm').selectOption('spine');
  await page.getByLabel('Check').selectOption('fast');
  await page.getByLabel('Seed').fill('7');
  await page.getByLabel('Seed').press('Enter');
  /** The sentence and the states of every piece, as they are read when all is learned. */
  const result = async () => {
    await firstMove(page);
    assert.equal((await progress(page)).games, 0);
    assert.equal(await page.getByLabel('Seed').inputValue(), '7');
    await skipToEnd(page);
    const list = [];
    for (const letter of Object.keys(await verdicts(page))) {
      await choosePiece(page, letter);
      list.push(`${letter} ${await page.locator('#state-count').textContent()} ${await page.locator('#learned-expression').textContent()}`);
    }
    assert.equal(list.length, 12);
    return list;
  };
  const first = await result();
  await page.getByRole('button', { name: 'Restart' }).click();
  assert.deepEqual(await result(), first);
});

test('another game chosen while watching is watched', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Change game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Cannon/ }).click();
  await until(page, async () => (await gameName(page)) === 'Cannon');
  await firstMove(page);
  assert.equal(Object.keys(await verdicts(page)).length, 12);
});

test('page and worker agree on what they keep when a game is loaded', async () => {
  const page = await here.openGame();
  await openTab(page, 'Watch');
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill('5');
  await page.getByLabel('Games', { exact: true }).press('Enter');
  await skipToEnd(page);
  /** What the page still shows, and whether the worker still knows it. */
  const kept = async () => [await page.locator('#learned-pieces').isVisible(), (await ask(page, 'counts', { piece: 'P'.codePointAt(0) })).type];
  /** @param {RegExp} name */
  const choose = async (name) => {
    // From the tab Watch it would be watched anew.
    await openTab(page, 'Play');
    await page.getByRole('button', { name: 'Change game' }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await idle(page);
    await openTab(page, 'Watch');
  };
  assert.deepEqual(await kept(), [true, 'counts']);
  // The same game again: everything stays, here and there.
  await choose(/^Breakthrough/);
  assert.deepEqual(await kept(), [true, 'counts']);
  assert.equal(await page.locator('#watch-go-word').textContent(), 'Resume');
  // The game that was learned: what was learned can still be looked at.
  await page.getByRole('button', { name: 'Play by the learned rules' }).first().click();
  await ready(page);
  assert.equal(await gameName(page), 'Breakthrough, as learned');
  await openTab(page, 'Watch');
  assert.deepEqual(await kept(), [true, 'counts']);
  assert.equal(await page.locator('#watch-go-word').textContent(), 'Start');
  // Another game: nothing stays, here or there.
  await choose(/^Knightthrough/);
  assert.deepEqual(await kept(), [false, 'failed']);
});

test('a piece with too many moves to compare is shown as undecided, not as right or wrong', async () => {
  const page = await here.open();
  // No game is at hand whose pieces are beyond comparing: the worker's judgement is changed on its way.
  await alter(page, 'learning', ({ learning }) => {
    for (const piece of learning.pieces) piece.verdict = { exact: false, undecided: true };
  });
  await page.getByRole('button', { name: 'Restart' }).click();
  await firstMove(page);
  await pauseWatching(page);
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill('2');
  await page.getByLabel('Games', { exact: true }).press('Enter');
  await skipToEnd(page);
  await choosePiece(page, 'P');
  assert.match((await page.locator('#verdict').textContent()) ?? '', /Undecided: there are too many moves to compare/);
  assert.doesNotMatch((await page.locator('#verdict').textContent()) ?? '', /exactly|Missed|Invented/);
  assert.equal((await verdicts(page)).P, 'too many moves to compare with the true rule');
  assert.match((await page.locator('#news').textContent()) ?? '', /Too many moves to compare: /);
});

test('a lost worker costs time only: watching continues with the same game', async () => {
  const page = await visit();
  await firstMove(page);
  await pauseWatching(page);
  await step(page);
  const seen = await records(page);
  const words = await turn(page);
  await crash(page);
  await step(page);
  await until(page, async () => (await records(page)) === seen + 1);
  assert.notEqual(await turn(page), words, 'the next move of the same game');
  assert.equal(await page.getByRole('alert').filter({ hasText: /restart|lost/ }).count(), 0);
  await page.locator('#play-now').click();
  await ready(page);
});

test('axe-core finds nothing while watching, light or dark, and 320 pixels are enough', async () => {
  const page = await visit({ reducedMotion: 'reduce', viewport: { width: 320, height: 568 } });
  /** @type {[string, () => Promise<unknown>][]} */
  const views = [
    ['watching', async () => {}],
    ['everything open', async () => {
      await page.getByRole('button', { name: 'Pause' }).click();
      await choosePiece(page, 'B');
      await page.evaluate("for (const box of document.querySelectorAll('#panel-watch details')) box.open = true;");
    }],
    ['done', async () => {
      await page.getByRole('button', { name: 'Skip to the end' }).click();
      await assertLearned(page);
    }],
  ];
  for (const [name, go] of views) {
    await go();
    await idle(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, name);
    assert.deepEqual(await tooSmall(page), [], name);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(page), [], `${name}, ${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Restart' }).click();
  await firstMove(page);
  assert.equal(await runs(page), true);
  assert.deepEqual(await accessibilityFaults(page), [], 'watching, wide');
});

test('while watching, the disc and the words speak of the same side, and the button says by which rules one plays', async () => {
  const page = await visit();
  await pauseWatching(page);
  for (let ply = 0; ply < 6; ply += 1) {
    const before = await records(page);
    await step(page);
    assert.equal(await records(page), before + 1);
    const words = (await turn(page)) ?? '';
    const disc = await page.evaluate("document.querySelector('#turn-mark').hidden ? '' : document.querySelector('#turn-mark').className");
    const side = /\. (White|Black) /.exec(words)?.[1]?.toLowerCase() ?? '';
    assert.equal(disc, side && `turn-mark ${side}`, words);
  }
  assert.equal(await page.locator('#play-now').textContent(), 'Play by the true rules');
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill('2');
  await page.getByLabel('Games', { exact: true }).press('Enter');
  await skipToEnd(page);
  assert.equal(await page.locator('#play-now').textContent(), 'Play by the learned rules');
  assert.equal(await page.locator('#turn-mark').isVisible(), false, 'the words speak of neither side');
  await page.locator('#play-now').click();
  await settled(page, async () => (await turn(page)) === 'White to move.' && / as learned$/.test((await gameName(page)) ?? ''));
  assert.deepEqual(await players(page), { white: 'human', black: 'level-2' });
});

test('a visitor who chooses no opponent plays level 2: by the button, from the gallery, by a link', async () => {
  const level = { white: 'human', black: 'level-2' };
  const page = await visit();
  await page.locator('#play-now').click();
  await ready(page);
  assert.deepEqual(await players(page), level, 'by the button');
  await page.getByRole('button', { name: 'Change game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Knightthrough/ }).click();
  await settled(page, async () => (await gameName(page)) === 'Knightthrough');
  await ready(page);
  assert.deepEqual(await players(page), level, 'from the gallery');
  const linked = await here.openGame('#v=1&g=gardner');
  assert.deepEqual(await players(linked), level, 'by a link that names no players');
  const framed = await here.openGame('?embed=1&game=gardner&side=white');
  assert.deepEqual(await players(framed), { white: 'human', black: 'random' }, 'as the guide says of frames');
  const bare = await here.openGame('?embed=1&game=gardner');
  assert.deepEqual(await players(bare), { white: 'human', black: 'random' }, 'as the guide says of frames');
});
