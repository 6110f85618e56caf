// @ts-check
// Watching a game until its rules are known, and playing by them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { breakthrough, cell, click, house, middle, plies, ready, rest, turn, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A first visit, with a game being watched. @param {import('playwright-core').BrowserContextOptions} [options] */
async function visit(options = {}) {
  const page = await here.open('', options);
  await until(page, 'State.watched !== null && State.watched.last !== undefined');
  return page;
}

/**
 * From now on the game that is watched goes on by single plies, and only here, though nobody has paused it: until this holds.
 *
 * @param {Page} page
 * @param {string} expression
 */
async function goOnUntil(page, expression) {
  await page.evaluate('Object.assign(Watch.paces.easy, { millis: 1e9, rest: 1e9 }); Watch.tick()');
  await until(page, '!Watch.asking');
  while (!(await page.evaluate(expression))) await page.evaluate('Watch.tick()');
  await until(page, `Watch.running && ${expression}`);
}

/** @param {Page} page */
const positions = async (page) => Number(await page.evaluate('Watch.view.records'));

/** Tab by Tab, as somebody without a mouse would. @param {Page} page @param {string} id */
async function tabTo(page, id) {
  for (let count = 0; count < 80; count++) {
    if (await page.evaluate(`document.activeElement.id === "${id}"`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${id}`);
}

/** All pieces of chess-breakthrough are learned, and the page says so. @param {Page} page */
async function assertLearned(page) {
  await until(page, 'Watch.done() && !View.stale');
  assert.equal(await page.evaluate('Watch.view.pieces.length'), 12);
  assert.equal(await page.evaluate('Watch.view.pieces.every((piece) => piece.verdict.exact)'), true);
  assert.match((await page.locator('#news').textContent()) ?? '', /50 games.*all 12 pieces.*exactly the true moves/);
  assert.equal(await page.locator('.choice.exact').count(), 12);
}

/** @param {Page} page */
async function assertPlayingLearnedRules(page) {
  await until(page, 'State.game.id === undefined && State.watched === null');
  await ready(page);
  assert.match(String(await page.evaluate('State.game.name')), /^Chess Breakthrough, as learned$/);
  assert.equal(await page.evaluate('Tabs.current()'), 'play');
}

test('a first visit shows a board on which something happens, and words about it', async () => {
  const page = await here.open();
  const heard = complaints(page);
  await until(page, 'State.watched?.last !== undefined');
  assert.equal(await page.evaluate('Watch.game.id'), 'chess-breakthrough');
  const first = await page.evaluate('State.watched.cells');
  await until(page, `State.watched.cells !== ${JSON.stringify(first)}`);
  assert.match((await turn(page)) ?? '', /^Game 1\. (White|Black) \w+ [a-h]\d to [a-h]\d/);
  await page.locator('#news').filter({ hasText: /I’m starting to see|I’ve learned more/ }).waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Watch' }).getAttribute('aria-selected'), 'true');
  assert.deepEqual(heard, []);
});

test('a link and an embedded page open on the board to play on, and nothing moves', async () => {
  for (const path of [breakthrough, '?embed=1']) {
    const page = await here.openGame(path);
    assert.equal(await page.evaluate('Tabs.current()'), 'play', path);
    assert.equal(await page.evaluate('State.watched'), null);
    assert.equal(await page.evaluate('State.game.id'), 'breakthrough');
  }
});

test('pause really pauses, step is one ply, and space does both ways', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Pause' }).click();
  await until(page, '!Watch.asking');
  const seen = await positions(page);
  await rest(page, 1500);
  assert.equal(await positions(page), seen);
  await page.getByRole('button', { name: 'Step' }).click();
  await until(page, `Watch.view.records === ${seen + 1}`);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Space');
  await until(page, `Watch.view.records > ${seen + 2}`);
  await page.keyboard.press('Space');
  await until(page, '!Watch.running && !Watch.asking');
  const again = await positions(page);
  await rest(page, 1500);
  assert.equal(await positions(page), again);
  await cell(page, 'e4').focus();
  await page.keyboard.press('Space');
  await until(page, 'Watch.running');
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
  await until(page, 'State.game.id === "chess-breakthrough" && Watch.running && Watch.view.last !== undefined');
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await assertLearned(page);
  await page.locator('#play-learned').click();
  await assertPlayingLearnedRules(page);
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.locator('#play-true').click();
  await until(page, 'State.game.id === "chess-breakthrough" && State.settled && State.watched === null');
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
  assert.equal(await page.evaluate('State.board.played[0].text'), 'a2a3');
});

test('a visitor who touches a piece takes over that side, from the position on the board', async () => {
  const page = await visit();
  await goOnUntil(page, '!State.watched.end && State.watched.last && State.sideOf(State.watched.last.piece) === "black" && State.watched.cells[8] === "P" && State.watched.cells[16] === "."');
  await cell(page, 'a2').click();
  await until(page, 'State.watched === null && State.settled && !View.stale && State.board.toMove === "white"');
  assert.equal(await page.evaluate('Watch.running'), false);
  assert.deepEqual(await page.evaluate('State.players'), { white: 'human', black: 'level-2' });
  assert.equal(await page.evaluate('Tabs.current()'), 'play');
  const seen = await positions(page);
  const own = Number(await page.evaluate('State.ply'));
  if ((await page.evaluate('State.selected')) === null) await cell(page, 'a2').click();
  await cell(page, 'a3').click();
  await plies(page, own + 2);
  assert.equal(await positions(page), seen, 'nobody watches meanwhile');
  await page.getByRole('tab', { name: 'Watch' }).click();
  await until(page, 'State.watched !== null');
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, `Watch.view.records > ${seen}`);
});

test('a finger that taps a piece of the watched game looks at it, and with the second tap takes over', async () => {
  const page = await visit({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await goOnUntil(page, 'State.watched.cells[1] === "N"');
  await cell(page, 'b1').tap();
  await until(page, 'Linked.pinned?.letter === "N" && Learned.letter === "N"');
  assert.equal(await page.evaluate('Watch.running'), false, 'the game waits');
  assert.equal(await page.evaluate('Tabs.current()'), 'watch');
  await cell(page, 'b1').tap();
  await until(page, 'State.watched === null && State.players.white === "human"');
});

test('a piece dragged on the watched board is a move, and Play brings a game from the start', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Pause' }).click();
  await until(page, '!Watch.asking && !View.stale');
  while ((await page.evaluate('!State.watched.end && State.watched.last && State.sideOf(State.watched.last.piece) === "black" && State.watched.cells[15] === "P" && State.watched.cells[23] === "."')) !== true) {
    const seen = await positions(page);
    await page.getByRole('button', { name: 'Step' }).click();
    await until(page, `Watch.view.records > ${seen} && !Watch.asking && !View.stale`);
  }
  const [start, end] = [await middle(page, 'h2'), await middle(page, 'h3')];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await until(page, 'State.board?.played[0]?.text === "h2h3" && State.watched === null');

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
  await until(page, 'Watch.view.gamesInAll === 10 && Watch.running');
  assert.equal(await page.locator('#check').isVisible(), false, 'our own way of learning has no check');
  await page.locator('#algorithm').selectOption('spine');
  await page.getByLabel('Check').selectOption('fast');
  await page.getByLabel('Seed').fill('7');
  await page.getByLabel('Seed').press('Enter');
  const result = async () => {
    await until(page, 'Watch.settings.seed === 7 && Watch.running && !Watch.skipping && Watch.view.games === 0');
    await page.getByRole('button', { name: 'Skip to the end' }).click();
    await until(page, 'Watch.done()');
    return page.evaluate('Watch.view.pieces.map((piece) => piece.letter + piece.expression).join()');
  };
  const first = await result();
  await page.getByRole('button', { name: 'Restart' }).click();
  assert.ok((await result()) === first);
});

test('another game chosen while watching is watched', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Change game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Cannon/ }).click();
  await until(page, 'Watch.game?.id === "cannon" && State.watched?.last !== undefined');
  assert.equal(await page.locator('.choice').count(), 12);
});

test('page and worker agree on what they keep when a game is loaded', async () => {
  const page = await here.openGame();
  await page.evaluate('Watch.settings = { ...Watch.settings, games: 5 }');
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.evaluate('Watch.skip()');
  await until(page, 'Watch.done()');
  const exported = "Game.engine.ask({ type: 'export', letter: 'P', format: 'dot' }).then((reply) => reply.type)";
  const believes = '[Watch.view !== null, Watch.lost]';
  // The same game again: everything stays, here and there.
  await page.evaluate("Game.load({ builtin: 'breakthrough' })");
  assert.deepEqual([await page.evaluate(believes), await page.evaluate(exported)], [[true, false], 'exported']);
  // The game that was learned: what was learned can still be looked at.
  await page.evaluate('Watch.play(true)');
  await until(page, 'State.game.text === Watch.learnedText()');
  assert.deepEqual([await page.evaluate(believes), await page.evaluate(exported)], [[true, true], 'exported']);
  // Another game: nothing stays, here or there.
  await page.evaluate("Game.load({ builtin: 'knightthrough' })");
  assert.deepEqual([await page.evaluate(believes), await page.evaluate(exported)], [[false, true], 'failed']);
});

test('a piece with too many moves to compare is shown as undecided, not as right or wrong', async () => {
  const page = await visit();
  await page.evaluate('Watch.pause()');
  await until(page, 'Watch.view.pieces.length > 0 && !Watch.asking');
  const words = await page.evaluate(`(() => {
    const piece = { ...Watch.view.pieces.find((each) => !Learned.still(each)), verdict: { exact: false, undecided: true } };
    Learned.showVerdict(piece);
    const summary = News.summary({ ...Watch.view, judged: true, pieces: [piece] });
    return [document.getElementById('verdict').textContent, document.getElementById('verdict').className, summary];
  })()`);
  assert.match(words[0], /Undecided: there are too many moves to compare/);
  assert.equal(words[1], 'truth');
  assert.match(words[2], /Too many moves to compare: /);
});

test('a lost worker is told of; the game is kept, and watching begins again', async () => {
  const page = await visit();
  await page.evaluate('Game.engine.worker.onmessage({ data: { crashed: "unreachable" } })');
  const notice = page.getByRole('alert').filter({ hasText: 'restarts with the first game' });
  await notice.waitFor();
  assert.equal(await page.evaluate('Watch.running'), false);
  await notice.getByRole('button', { name: 'Watch again' }).click();
  await until(page, 'Watch.running && Watch.view.last !== undefined');
  await page.locator('#play-now').click();
  await ready(page);
  await click(page, 'a2a3');
});

test('axe-core finds nothing while watching, light or dark, and 320 pixels are enough', async () => {
  const page = await visit({ reducedMotion: 'reduce', viewport: { width: 320, height: 568 } });
  /** @type {[string, () => Promise<unknown>][]} */
  const views = [
    ['watching', async () => {}],
    ['everything open', async () => {
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.evaluate("Learned.choose('B'); for (const box of document.querySelectorAll('#panel-watch details')) box.open = true;");
    }],
    ['done', async () => {
      await page.getByRole('button', { name: 'Skip to the end' }).click();
      await assertLearned(page);
    }],
  ];
  for (const [name, go] of views) {
    await go();
    await until(page, '!View.stale');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, name);
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, input, summary')]
      .map((element) => [element.id || element.textContent, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);
    assert.deepEqual(small, [], name);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(page), [], `${name}, ${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Restart' }).click();
  await until(page, 'Watch.running && Watch.view.last !== undefined');
  assert.deepEqual(await accessibilityFaults(page), [], 'watching, wide');
});

test('while watching, the disc and the words speak of the same side, and the button says by which rules one plays', async () => {
  const page = await here.open();
  await until(page, 'Watch.view?.records > 2');
  await page.locator('#watch-go').click();
  for (let ply = 0; ply < 6; ply += 1) {
    const records = Number(await page.evaluate('Watch.view.records'));
    await page.locator('#watch-step').click();
    await until(page, `Watch.view.records > ${records} && !Watch.asking && !View.stale`);
    const [words, disc] = /** @type {[string, string]} */ (await page.evaluate('[Status.turn.textContent, Status.mark.hidden ? "" : Status.mark.className]'));
    const side = /\. (White|Black) /.exec(words)?.[1].toLowerCase() ?? '';
    assert.equal(disc, side && `turn-mark ${side}`, words);
  }
  assert.equal(await page.locator('#play-now').textContent(), 'Play by the true rules');
  await page.evaluate('Watch.settings.games = 2');
  await page.locator('#watch-again').click();
  await page.locator('#watch-skip').click();
  await until(page, 'Watch.done() && !View.stale');
  assert.equal(await page.locator('#play-now').textContent(), 'Play by the learned rules');
  assert.equal(await page.locator('#turn-mark').isVisible(), false, 'the words speak of neither side');
  await page.locator('#play-now').click();
  await until(page, 'State.settled && State.board.toMove === "white" && / as learned$/.test(State.game.name)');
  assert.deepEqual(await page.evaluate('State.players'), { white: 'human', black: 'level-2' });
});

test('whoever plays without choosing an opponent plays level 2: by the button, from the gallery, by a link', async () => {
  const level = { white: 'human', black: 'level-2' };
  const page = await here.open();
  await until(page, 'Watch.view?.records > 2');
  await page.locator('#play-now').click();
  await until(page, 'State.settled && State.watched === null');
  assert.deepEqual(await page.evaluate('State.players'), level, 'by the button');
  await page.locator('#choose-game').click();
  await page.getByRole('button', { name: /Knightthrough/ }).click();
  await until(page, 'State.settled && State.game.id === "knightthrough"');
  assert.deepEqual(await page.evaluate('State.players'), level, 'from the gallery');
  const linked = await here.openGame('#v=1&g=gardner');
  assert.deepEqual(await linked.evaluate('State.players'), level, 'by a link that names no players');
  const framed = await here.openGame('?embed=1&game=gardner&side=white');
  assert.deepEqual(await framed.evaluate('State.players'), { white: 'human', black: 'random' }, 'as the guide says of frames');
  const bare = await here.openGame('?embed=1&game=gardner');
  assert.deepEqual(await bare.evaluate('State.players'), { white: 'human', black: 'random' }, 'as the guide says of frames');
});
