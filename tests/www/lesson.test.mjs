// @ts-check
// What can be done with what was watched: a lesson in merging, questions, records, exports.
import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { downloaded, openTab } from './doing.mjs';
import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { crash, hold, kill, pending, picked, release } from './hook.mjs';
import { breakthrough, cell, click, gameName, house, idle, played, plies, ready, rest, settled, shareLink, tab, turn, twoPeople, until } from './table.mjs';
import { choosePiece, done, firstMove, pauseWatching, progress, records, runs, skipToEnd, step, untilDone, verdicts, watchGames } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A page that has watched this many games of chess-breakthrough, paused. Its clock can be put forward. @param {number} [games] @param {import('playwright-core').BrowserContextOptions} [options] */
async function watched(games = 2, options = {}) {
  const page = await (await here.browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
  await page.clock.install();
  await page.goto(here.url);
  await firstMove(page);
  await pauseWatching(page);
  if (games) await watchGames(page, games, 20);
  return page;
}

/** @param {Page} page @param {string} name */
const open = (page, name) => page.getByRole('group', { name: 'More tools' }).getByRole('button', { name }).click();

/** @param {Page} page */
const sentence = async (page) => (await page.locator('#lesson-sentence').textContent()) ?? '';

/** Which step of the lesson is shown, and how many there are. @param {Page} page */
async function lessonStep(page) {
  const [, number, all] = /^Step ([\d,]+) of ([\d,]+)/.exec((await page.locator('#lesson-count').textContent()) ?? '') ?? [];
  return { index: Number(number?.replaceAll(',', '')) - 1, all: Number(all?.replaceAll(',', '')) };
}

/** @param {Page} page @param {number} index */
const atStep = (page, index) => settled(page, async () => (await lessonStep(page)).index === index);

/** Waits until the lesson says this. @param {Page} page @param {RegExp} words */
const told = (page, words) => settled(page, async () => words.test(await sentence(page)));

/** A lesson at its first step. @param {Page} page */
async function lesson(page) {
  await open(page, 'Lesson in merging');
  await atStep(page, 0);
}

/** The first step of the lesson in which a pair is refused by a position. @param {Page} page */
async function firstRefusal(page) {
  const { all } = await lessonStep(page);
  for (let index = 0; index < all; index++) {
    await page.getByRole('slider', { name: 'Step' }).fill(String(index));
    await atStep(page, index);
    if (/But in position/.test(await sentence(page))) return index;
  }
  throw new Error('nothing was refused');
}

/** The answers that the box of questions counts. @param {Page} page @returns {Promise<{ answers: number, passed: number }>} */
async function answers(page) {
  const words = (await page.locator('#asking-count').textContent()) ?? '';
  const [, given, , left] = /^(one|\d+) answers? so far(, (one|\d+) questions? left open)?$/.exec(words) ?? [];
  const number = (/** @type {string | undefined} */ word) => (word === 'one' ? 1 : Number(word ?? 0));
  return { answers: given === undefined ? -1 : number(given), passed: number(left) };
}

/** Waits until so many answers are counted. @param {Page} page @param {number} given @param {number} [passed] */
const counted = (page, given, passed) =>
  settled(page, async () => {
    const count = await answers(page);
    return count.answers === given && (passed === undefined || count.passed === passed);
  });

/** @param {Page} page */
const question = async (page) => (await page.locator('#asking-question').textContent()) ?? '';

/** Waits for a question about a piece. @param {Page} page @param {string} name */
const posed = (page, name) => settled(page, async () => (await question(page)).startsWith(`Can the ${name} move`));

/** Does what begins with the first game again, and waits until some moves were watched. @param {Page} page @param {() => Promise<unknown>} act */
async function watchAnew(page, act) {
  const begun = async () => (await picked(page, 'learning', ({ to }) => to)).filter((to) => to === 'learn').length;
  const before = await begun();
  await act();
  await until(page, async () => (await begun()) > before && (await runs(page)) && (await records(page)) > 2);
}

/** @param {Page} page @param {string} name @param {string | Buffer} content */
async function choose(page, name, content) {
  await chooseFile(page, { name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

/** @param {Page} page @param {string | { name: string, mimeType: string, buffer: Buffer }} file */
async function chooseFile(page, file) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Learn from a file' }).click()]);
  await chooser.setFiles(file);
}

/** Waits until a file has been learned from. @param {Page} page */
const learnedFromFile = (page) => settled(page, "!document.querySelector('#done').hidden && /^Learned/.test(document.querySelector('#records-note').textContent)");

test('a lesson goes from the tree to the automaton, by mouse', async () => {
  const page = await watched();
  const heard = complaints(page);
  await page.getByRole('button', { name: 'R, white rook' }).click();
  await lesson(page);
  assert.match(await sentence(page), /the white rook made \d+ different moves\. (By symmetry, \d+ more moves? in other directions (is|are) assumed; no observation tells the directions apart\. )?The prefix tree of these words has \d+ states/);
  const tree = await page.locator('#lesson-graph .state').count();
  assert.ok(tree > 10 && tree <= 60, `${tree} states`);
  await page.getByRole('button', { name: 'One step on' }).click();
  await atStep(page, 1);
  await page.getByRole('button', { name: 'One step back' }).click();
  await atStep(page, 0);
  const refused = await firstRefusal(page);
  assert.match(await sentence(page), /^A and B, states \d+ and \d+, cannot be merged: then the white rook could go .*(from \w\d to \w\d\. But in position \d+ that is not a legal move|But in position \d+ the same move in another direction, from \w\d to \w\d, is not legal, and no observation tells the directions apart)\.$/);
  assert.equal(await page.locator('#lesson-graph .mark').count(), 2, 'both states are marked');
  assert.deepEqual(await page.locator('#lesson-graph .mark text').allTextContents(), ['A', 'B']);
  const [from, to] = [page.locator('#grid [aria-label$="the move begins here"]'), page.locator('#grid [aria-label$="the move ends here"]')];
  assert.match((await from.getAttribute('aria-label')) ?? '', /white rook, the move begins here/);
  assert.equal(await to.count(), 1);
  assert.match((await page.locator('#turn').textContent()) ?? '', /^Observed position \d+\.$/);
  assert.match((await page.locator('#live').textContent()) ?? '', /cannot be merged/, 'it is said aloud');
  await screenshot(page, 'lesson, refused');
  await page.getByRole('button', { name: 'Last step' }).click();
  await told(page, /^Result from these \d+ positions: \d+ states/);
  assert.ok((await page.locator('#lesson-graph .state').count()) < tree);
  assert.match((await turn(page)) ?? '', /^Game \d+/, 'the watched board is back');
  assert.equal(await to.count(), 0);
  await page.getByRole('slider', { name: 'Step' }).fill(String(refused));
  await atStep(page, refused);
  // Another piece is another lesson, and so is another way of learning.
  await page.getByRole('button', { name: 'n, black knight' }).click();
  await told(page, /the black knight made/);
  await page.locator('#lesson-algorithm').selectOption('bjornsson');
  await told(page, /the black knight made/);
  await page.getByRole('button', { name: 'One step on' }).click();
  await told(page, /^The smallest automaton that allows exactly these moves/);
  await page.getByRole('button', { name: 'Close the lesson' }).click();
  assert.equal(await page.locator('#lesson-box').isVisible(), false);
  assert.equal(await page.evaluate('document.activeElement.id'), 'open-lesson');
  assert.deepEqual(heard, []);
});

test('a lesson goes by keyboard, and plays by itself', async () => {
  const page = await watched();
  await choosePiece(page, 'R');
  await page.locator('#open-lesson').focus();
  await page.keyboard.press('Enter');
  await atStep(page, 0);
  await page.keyboard.press('ArrowRight');
  await atStep(page, 1);
  await page.keyboard.press('ArrowLeft');
  await atStep(page, 0);
  await page.keyboard.press('End');
  await told(page, /^Result from these/);
  await page.keyboard.press('Home');
  await atStep(page, 0);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause the lesson' }).waitFor();
  /** A step of its own takes some seconds. */
  const on = () => page.clock.fastForward(4000);
  await until(page, async () => (await on(), (await lessonStep(page)).index > 3));
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play the lesson' }).waitFor();
  await idle(page);
  const stopped = await lessonStep(page);
  await page.clock.fastForward(60_000);
  await rest(page);
  assert.deepEqual(await lessonStep(page), stopped);
  await page.getByRole('button', { name: 'Play the lesson' }).click();
  await until(page, async () => (await on(), /^Result from these/.test(await sentence(page))));
  await page.getByRole('button', { name: 'Play the lesson' }).waitFor();
});

test('a lesson from many games says what it cannot draw', async () => {
  const page = await watched(6);
  await choosePiece(page, 'Q');
  await lesson(page);
  await page.getByLabel('From', { exact: true }).selectOption('5');
  await told(page, /the white queen made/);
  await page.locator('#lesson-large').filter({ hasText: /^\d+ states are too many to draw/ }).waitFor();
  await page.keyboard.press('End');
  await page.locator('#lesson-graph .state').first().waitFor();
});

test('it asks, and the visitor answers by mouse and by keyboard', async () => {
  const page = await watched(1);
  await choosePiece(page, 'Q');
  await open(page, 'Let it ask you');
  await posed(page, 'white queen');
  const first = await question(page);
  assert.match(first, /^Can the white queen move from \w\d to \w\d here: .*\?$/);
  assert.equal(await turn(page), 'Is this move legal?');
  await page.getByRole('button', { name: 'I don’t know' }).click();
  await counted(page, 0, 1);
  assert.notEqual(await question(page), first);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await counted(page, 1);
  assert.match((await page.locator('#asking-note').textContent()) ?? '', /^Your answer: yes\./);
  await page.keyboard.press('n');
  await counted(page, 2);
  assert.match((await page.locator('#asking-count').textContent()) ?? '', /^2 answers so far, one question left open$/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await counted(page, 1);
  await page.getByRole('button', { name: 'Take back' }).click();
  await counted(page, 0);
  // A visitor who does not know the game lets the rules answer; another piece is asked about when it is chosen.
  await page.getByRole('button', { name: 'B, white bishop' }).click();
  await posed(page, 'white bishop');
  await page.getByRole('button', { name: 'Let the rules answer' }).click();
  await counted(page, 1);
  assert.match((await page.locator('#asking-note').textContent()) ?? '', /^The rules say (yes|no)\./);
  for (let count = 0; count < 120 && /^Can the/.test(await question(page)); count++) {
    await page.keyboard.press('r');
    await idle(page);
  }
  assert.equal((await verdicts(page)).B, 'exactly right');
  assert.match(await question(page), /^No questions left about the white bishop/);
  await page.getByRole('button', { name: 'Stop asking' }).click();
  assert.match((await turn(page)) ?? '', /^Game \d+/);
  // The answers stay while it goes on watching.
  await step(page);
  assert.equal((await verdicts(page)).B, 'exactly right');
});

/** The worker is lost: before an answer, over it, or without a word. @type {Record<string, (page: Page, answer: () => Promise<void>) => Promise<void>>} */
const losses = {
  async 'is killed'(page, answer) {
    await crash(page);
    await answer();
  },
  async 'crashes over an answer'(page, answer) {
    await hold(page, 'ask');
    await answer();
    await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'ask'));
    await crash(page);
    await release(page);
  },
  async 'falls silent over an answer'(page, answer) {
    await kill(page);
    await answer();
    // The page waits for long before it takes silence for a loss.
    await page.clock.fastForward(25_000);
  },
};

for (const [how, lose] of Object.entries(losses)) {
  test(`a worker that ${how} while it asks loses no answer`, async () => {
    const page = await watched(1);
    const heard = complaints(page);
    await choosePiece(page, 'Q');
    await page.locator('#open-asking').click();
    await posed(page, 'white queen');
    for (const [count, said] of /** @type {const} */ ([[1, 'rules'], [2, 'yes'], [2, 'pass'], [3, 'no']])) {
      await page.locator(`#say-${said}`).click();
      await counted(page, count, said === 'pass' || said === 'no' ? 1 : 0);
    }
    const seen = await records(page);
    const state = async () => [await page.locator('#learned-expression').textContent(), await question(page)];
    const before = await state();
    await lose(page, () => page.locator('#say-no').click());
    await counted(page, 4, 1);
    await page.locator('#asking-note').filter({ hasText: 'The rules engine was restarted. Your 4 answers are kept.' }).waitFor();
    assert.equal(await records(page), seen, 'it has watched the same games as far');
    // The last answer can be taken back: then everything is as it was before it.
    await page.locator('#say-back').click();
    await counted(page, 3, 1);
    assert.deepEqual(await state(), before);
    assert.deepEqual(heard, []);
  });
}

test('answers outlast a worker that is lost between two questions, and a restart offers them', async () => {
  const page = await watched(1);
  const heard = complaints(page);
  await choosePiece(page, 'Q');
  await page.locator('#open-asking').click();
  await posed(page, 'white queen');
  for (const [count, said] of /** @type {const} */ ([[1, 'rules'], [2, 'no']])) {
    await page.locator(`#say-${said}`).click();
    await counted(page, count, 0);
  }
  // A worker that is lost while no question waits hears the answers as well, when watching is started again.
  const reopen = async () => {
    await pauseWatching(page);
    await page.getByRole('button', { name: 'Stop asking' }).click();
    await open(page, 'Let it ask you');
    await settled(page, async () => /^(Can the|No questions)/.test(await question(page)));
  };
  await crash(page);
  await watchAnew(page, () => page.locator('#watch-go').click());
  await reopen();
  await counted(page, 2, 0);
  // Restart begins without them, and offers them.
  await watchAnew(page, () => page.locator('#watch-again').click());
  await reopen();
  await counted(page, 0, 0);
  await page.locator('#say-again').filter({ hasText: 'Use my 2 answers from before the restart' }).click();
  await counted(page, 2, 0);
  assert.equal(await page.locator('#say-again').isVisible(), false);
  assert.deepEqual(heard, []);
});

test('watching that was finished early says what it has seen, and goes on where it was left', async () => {
  const page = await watched(0);
  assert.ok((await records(page)) >= 1);
  assert.equal(await page.locator('#watch-tools #watch-stop').count(), 0, 'it does not stand beside Pause');
  await page.locator('#watch-stop').click();
  await untilDone(page);
  assert.match((await page.locator('#progress-words').textContent()) ?? '', /^0 of 50 games · \d+ position/);
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /\b0 of 0\b|\b0 games\b/);
  assert.match((await page.locator('#news').textContent()) ?? '', /^I’ve watched \d+ positions? of the first game/);
  const seen = await records(page);
  assert.equal(await page.locator('#watch-go').isEnabled(), true);
  await page.locator('#watch-step').click();
  await settled(page, async () => !(await done(page)) && (await records(page)) === seen + 1);
  assert.equal(await page.locator('#done').isVisible(), false);
  await page.locator('#watch-go').click();
  await until(page, async () => (await runs(page)) && (await records(page)) > seen + 2);
  await skipToEnd(page);
  assert.equal((await progress(page)).games, 50);
  assert.equal(await page.locator('#watch-stop').isVisible(), false);
});

test('a lesson and questions work on a page that has not watched yet', async () => {
  const page = await here.openGame(breakthrough);
  await openTab(page, 'Watch');
  await open(page, 'Let it ask you');
  await settled(page, async () => /^(Can the|No questions)/.test(await question(page)));
  await lesson(page);
  assert.match(await sentence(page), /pawn made/);
});

test('what to watch and how to learn can be set freely, within limits', async () => {
  const page = await watched(0);
  await page.getByText('Games and algorithm').click();
  const games = page.getByLabel('Games', { exact: true });
  for (const [given, kept] of /** @type {const} */ ([['0', 1], ['99999', 10000], ['', 50], ['7', 7]])) {
    await games.fill(given);
    await games.press('Enter');
    await settled(page, async () => (await progress(page)).gamesInAll === kept);
    assert.equal(await games.inputValue(), String(kept));
  }
  await page.locator('#algorithm').selectOption('bjornsson');
  await page.getByLabel('K (maximum state distance)').fill('3');
  await page.getByLabel('MaxExpansions').fill('5');
  await page.getByLabel('Check').selectOption('fractional');
  await page.getByLabel('α (minimum share observed)').fill('0.85');
  await page.getByLabel('α (minimum share observed)').press('Enter');
  await pauseWatching(page);
  await settled(page, async () => (await progress(page)).gamesInAll === 7);
  assert.equal(await runs(page), false);
  const said = new URLSearchParams(new URL(await shareLink(page)).hash.slice(1));
  assert.deepEqual(['games', 'algorithm', 'check', 'distance', 'maxExpansions'].map((name) => said.get(name)), ['7', 'bjornsson', 'fractional_0.85', '3', '5']);
  await page.locator('#algorithm').selectOption('kibitzer');
  for (const id of ['#distance', '#alpha']) await page.locator(id).waitFor({ state: 'hidden' });
});

test('strong players are watched, paused, and stopped for good', async () => {
  const page = await watched(0);
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Players').selectOption('strong');
  await firstMove(page);
  await until(page, () => runs(page));
  await page.locator('#pace').selectOption('fast');
  await until(page, async () => (await progress(page)).games >= 2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, () => runs(page));
  await page.getByRole('button', { name: 'Finish now' }).click();
  await untilDone(page);
  const { games, gamesInAll } = await progress(page);
  assert.ok(gamesInAll === 50 && games < 50, `${games} of ${gamesInAll}`);
  assert.equal(await page.locator('#play-learned').isVisible(), true);
});

test('a time estimate is given at any speed', async () => {
  const page = await watched(2);
  await page.locator('#pace').selectOption('brisk');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('#progress-words').filter({ hasText: /about \d+ minutes left/ }).waitFor();
});

test('games watched are saved, and learned from again', async () => {
  const page = await watched(3);
  const heard = complaints(page);
  await open(page, 'Records');
  const { name, bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save the watched games' }).click());
  assert.match(name, /^chess-breakthrough-\d+\.records\.txt$/);
  const text = bytes.toString();
  assert.match(text, /^1\nrnbqkbnr\n/);
  const ends = text.match(/^(0|1|-1)\n[01] all 0$/gm) ?? [];
  assert.equal(ends.length, (await progress(page)).games);
  // Onto another game: the page sees which game it is, and opens it.
  const other = await here.openGame(breakthrough);
  await other.getByRole('tab', { name: 'Watch' }).click();
  await open(other, 'Records');
  await choose(other, 'mine.txt', text);
  await learnedFromFile(other);
  assert.equal(await gameName(other), 'Chess Breakthrough');
  assert.match((await other.locator('#records-note').textContent()) ?? '', /^Learned from [\d,]+ records in mine\.txt\.$/);
  assert.equal(await other.locator('#records-error').textContent(), '');
  const judged = Object.values(await verdicts(other));
  assert.equal(judged.length, 12);
  assert.ok(judged.filter((each) => each === 'exactly right').length > 3, judged.join());
  // Another way of learning reads the same file again.
  await other.getByText('Games and algorithm').click();
  await other.locator('#algorithm').selectOption('spine');
  await learnedFromFile(other);
  assert.equal(await other.locator('#algorithm').inputValue(), 'spine');
  await other.getByRole('button', { name: 'Watch players again' }).click();
  await until(other, () => runs(other));
  assert.equal((await progress(other)).gamesInAll, 50, 'of players again');
  assert.equal(await other.getByRole('button', { name: 'Watch players again' }).isVisible(), false);
  assert.deepEqual(heard, []);
});

test('files that are no records, broken, foreign or too large are explained', async () => {
  const page = await watched(1);
  await open(page, 'Records');
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save the watched games' }).click());
  const text = bytes.toString();
  const error = page.locator('#records-error');
  await choose(page, 'poem.txt', 'Shall I compare thee\nto a summer’s day?');
  await error.filter({ hasText: /poem\.txt is not a file of records\. Line 1, column 1: expected/ }).waitFor();
  assert.ok((await progress(page)).games >= 1, 'what was watched is still there');
  await choose(page, 'empty.txt', '');
  await error.filter({ hasText: 'There are no records in this file.' }).waitFor();
  const lines = text.split('\n');
  lines[700] = '(99 banana)';
  await choose(page, 'broken.txt', lines.join('\n'));
  await error.filter({ hasText: /Line 701, column \d+: .* The records before it were used\./ }).waitFor();
  await untilDone(page);
  // Longer than what is read at once; Stop is pressed while the first part is being read.
  await hold(page, 'read');
  await choose(page, 'long.txt', text.repeat(Math.ceil(1_000_000 / text.length)));
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'read'));
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await release(page);
  await error.filter({ hasText: 'Stopped before the end. The records before it were used.' }).waitFor();
  await choose(page, 'binary.txt', Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xff])]));
  await error.filter({ hasText: 'This is not a text file (UTF-8).' }).waitFor();
  const huge = join(await mkdtemp(join(tmpdir(), 'records-')), 'huge.txt');
  await writeFile(huge, text);
  await truncate(huge, 65 * 2 ** 20);
  await chooseFile(page, huge);
  await error.filter({ hasText: /huge\.txt has 65\.0 MB; this page reads up to 64\./ }).waitFor();
  await rm(dirname(huge), { recursive: true });
  // A game that the page does not know: what is learned of it is opened, and can be played.
  const foreign = text.replace(/^[.a-zA-Z]{8}$/gm, (row) => row.replace(/r/g, 'x').replace(/R/g, 'X'));
  await choose(page, 'foreign.txt', foreign);
  await settled(page, async () => (await gameName(page)) === 'foreign, as learned');
  await learnedFromFile(page);
  assert.match((await page.locator('#news').textContent()) ?? '', /without being told the rules/);
  /** Its pieces are shown, and not judged. */
  const assertNotJudged = async () => {
    const words = await verdicts(page);
    assert.equal(words.X, 'learned from records');
    for (const word of Object.values(words)) assert.match(word, /^(learned from records|no move observed yet)$/);
  };
  await assertNotJudged();
  // Read again, it is still not judged by what was learned from it.
  await page.getByRole('button', { name: 'Restart' }).click();
  await learnedFromFile(page);
  assert.ok((await records(page)) > 100);
  assert.equal(await runs(page), false);
  await assertNotJudged();
  await page.locator('#play-learned').click();
  await ready(page);
  assert.equal(await gameName(page), 'foreign, as learned');
});

test('a file of records can be dropped on the page', async () => {
  const page = await watched(1);
  await open(page, 'Records');
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save the watched games' }).click());
  await page.getByRole('tab', { name: 'Rules' }).click();
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.txt', { type: 'text/plain' }));
    return data;
  }, bytes.toString());
  await page.dispatchEvent('#board', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('#board', 'drop', { dataTransfer: transfer });
  await untilDone(page);
  assert.equal(await tab(page), 'watch');
  await page.locator('#records-note').filter({ hasText: 'dropped.txt' }).waitFor();
});

test('what was learned is exported in every form', async () => {
  const page = await watched(2, { colorScheme: 'dark' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choosePiece(page, 'R');
  await open(page, 'Export');
  /** @param {string} form */
  const save = (form) => downloaded(page, () => page.getByRole('button', { name: `Download ${form}` }).click());
  const dot = await save('DOT');
  assert.equal(dot.name, 'chess-breakthrough-white-rook.dot');
  assert.match(dot.bytes.toString(), /^digraph "R" \{\n/);
  assert.match((await save('TikZ')).bytes.toString(), /\\begin\{tikzpicture\}[^]*\\end\{tikzpicture\}\n$/);
  const states = parseInt((await page.locator('#state-count').textContent()) ?? '', 10);
  const json = JSON.parse((await save('JSON')).bytes.toString());
  assert.deepEqual([json.letter, json.player, json.states, json.transitions.length > 3], ['R', 'white', states, true]);
  const svg = (await save('SVG')).bytes.toString();
  assert.doesNotMatch(svg, /var\(|style="/, 'it needs nothing from the page');
  assert.match(svg, /<rect width="100%" height="100%" fill="#fff"/);
  // Alone in a window of its own it looks the same: every state is within it.
  const alone = await here.open();
  await alone.setContent(svg);
  assert.equal(await alone.evaluate(`[...document.querySelectorAll('svg .state')].filter((state) => {
    const [box, frame] = [state.getBoundingClientRect(), document.querySelector('svg').getBoundingClientRect()];
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
  }).length`), states);
  const png = await save('PNG');
  assert.deepEqual([...png.bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(''), 'PNG');
  assert.equal(png.bytes.readUInt32BE(16), 2 * Number(/<svg[^>]* width="(\d+)"/.exec(svg)?.[1]));
  await page.getByRole('button', { name: 'Copy DOT' }).click();
  await page.locator('#exports-note').filter({ hasText: 'Copied: DOT.' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), dot.bytes.toString());
  await page.getByRole('button', { name: 'Download Game text' }).click();
  await page.locator('#exports-note').filter({ hasText: 'when watching ends' }).waitFor();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await untilDone(page);
  assert.match((await save('Game text')).bytes.toString(), /^<<Chess Breakthrough, as learned>>/);
});

test('the learner watches the visitor’s own game, if it may', async () => {
  const page = await here.openGame(breakthrough);
  await twoPeople(page);
  await click(page, 'a2a3');
  assert.equal(await records(page), 0);
  const note = page.locator('#spectate-note');
  await page.getByLabel('Let Kibitzer watch this game').check();
  await note.filter({ hasText: /^1 position observed/ }).waitFor();
  await click(page, 'b7b6');
  await click(page, 'a3a4');
  await settled(page, async () => (await records(page)) === 3);
  await note.filter({ hasText: /^3 positions observed/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await plies(page, 2);
  await rest(page);
  assert.equal(await records(page), 3);
  await openTab(page, 'Watch');
  await settled(page, async () => !/^no move observed/.test((await verdicts(page)).P ?? 'no move observed'));
  assert.equal(await played(page), 2, 'the game is kept');
  await page.locator('#watch-step').click();
  await settled(page, async () => (await records(page)) === 4);
});

test('axe-core finds nothing in the boxes, light or dark, and 320 pixels are enough', async () => {
  const page = await watched(1, { viewport: { width: 320, height: 568 } });
  await choosePiece(page, 'R');
  /** @type {[string, () => Promise<unknown>][]} */
  const views = [
    ['Lesson in merging', async () => {
      await atStep(page, 0);
      await firstRefusal(page);
      assert.equal(await page.locator('#lesson-box .small-board').isVisible(), true, 'the position is beside the words');
    }],
    ['Let it ask you', async () => {
      await choosePiece(page, 'Q');
      await posed(page, 'white queen');
    }],
    ['Records', () => choose(page, 'poem.txt', 'hello')],
    ['Export', () => page.getByRole('button', { name: 'Download Game text' }).click()],
  ];
  for (const [name, go] of views) {
    await open(page, name);
    await go();
    await idle(page);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(page), [], `${name}, ${colorScheme}`);
      await screenshot(page, `${name}, 320, ${colorScheme}`);
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, name);
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, input, summary')]
      .map((element) => [element.id || element.textContent, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);
    assert.deepEqual(small, [], name);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, 'Lesson in merging');
  await atStep(page, 0);
  await firstRefusal(page);
  assert.deepEqual(await accessibilityFaults(page), [], 'wide');
  assert.equal(await page.locator('#lesson-box .small-board').isVisible(), false);
  await cell(page, 'a1').click();
  await until(page, async () => /^Game \d+/.test((await turn(page)) ?? ''));
  assert.equal(await page.locator('#grid [aria-label*="the move begins here"]').count(), 0, 'a touch of the board puts the picture away');
});
