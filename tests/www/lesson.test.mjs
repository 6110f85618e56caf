// @ts-check
// What can be done with what was watched: a lesson in merging, questions, records, exports.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { breakthrough, cell, click, house, ready, rest, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A page that has watched this many games of chess-breakthrough, paused. @param {number} [games] @param {import('playwright-core').BrowserContextOptions} [options] */
async function watched(games = 2, options = {}) {
  const page = await here.open('', { reducedMotion: 'reduce', ...options });
  await until(page, 'State.watched?.last !== undefined');
  await page.getByRole('button', { name: 'Pause' }).click();
  await until(page, '!Watch.asking');
  await page.evaluate(`(async () => { while (Watch.view.games < ${games}) await Watch.look(10); })()`);
  return page;
}

/** @param {Page} page @param {string} name */
const open = (page, name) => page.getByRole('group', { name: 'More tools' }).getByRole('button', { name }).click();

/** @param {Page} page */
const sentence = async (page) => (await page.locator('#lesson-sentence').textContent()) ?? '';

/** @param {Page} page @param {number} index */
const atStep = (page, index) => until(page, `Lesson.view?.step?.index === ${index} && !Lesson.asking && !View.stale`);

/** The first step of the lesson in which a pair is refused by a position. @param {Page} page */
async function firstRefusal(page) {
  const last = Number(await page.evaluate('Lesson.last()'));
  for (let index = 0; index <= last; index++) {
    await page.evaluate(`Lesson.goTo(${index})`);
    await atStep(page, index);
    if ((await page.evaluate('Lesson.view.step.objection?.why')) === 'notListed') return index;
  }
  throw new Error('nothing was refused');
}

/** The text of a download. @param {Page} page @param {() => Promise<unknown>} act */
async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** @param {Page} page @param {string} name @param {string | Buffer} content */
async function choose(page, name, content) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Learn from a file' }).click()]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

test('a lesson goes from the tree to the automaton, by mouse', async () => {
  const page = await watched();
  const heard = complaints(page);
  await page.getByRole('button', { name: 'R, white rook' }).click();
  await open(page, 'Lesson in merging');
  await atStep(page, 0);
  assert.match(await sentence(page), /the white rook made \d+ different moves\. The prefix tree of these words has \d+ states/);
  const tree = await page.locator('#lesson-graph .state').count();
  assert.ok(tree > 10 && tree <= 60, `${tree} states`);
  await page.getByRole('button', { name: 'One step on' }).click();
  await atStep(page, 1);
  await page.getByRole('button', { name: 'One step back' }).click();
  await atStep(page, 0);
  const refused = await firstRefusal(page);
  assert.match(await sentence(page), /^A and B, states \d+ and \d+, cannot be merged: then the white rook could go .* from \w\d to \w\d\. But in position \d+ that is not a legal move\.$/);
  assert.equal(await page.locator('#lesson-graph .mark').count(), 2, 'both states are marked');
  assert.deepEqual(await page.locator('#lesson-graph .mark text').allTextContents(), ['A', 'B']);
  const [from, to] = /** @type {[number, number]} */ (await page.evaluate('[State.scene.path[0], State.scene.path.at(-1)]'));
  assert.match((await page.locator(`#grid [data-square="${from}"]`).getAttribute('aria-label')) ?? '', /white rook, the move begins here/);
  assert.match((await page.locator(`#grid [data-square="${to}"]`).getAttribute('aria-label')) ?? '', /the move ends here/);
  assert.match((await page.locator('#turn').textContent()) ?? '', /^Observed position \d+\.$/);
  assert.match((await page.locator('#live').textContent()) ?? '', /cannot be merged/, 'it is said aloud');
  await screenshot(page, 'lesson, refused');
  await page.getByRole('button', { name: 'Last step' }).click();
  await until(page, 'Lesson.view.step.what === "learned"');
  assert.match(await sentence(page), /^Result from these \d+ positions: \d+ states/);
  assert.ok((await page.locator('#lesson-graph .state').count()) < tree);
  assert.equal(await page.evaluate('State.scene'), null, 'the watched board is back');
  await page.getByRole('slider', { name: 'Step' }).fill(String(refused));
  await atStep(page, refused);
  // Another piece is another lesson, and so is another way of learning.
  await page.getByRole('button', { name: 'n, black knight' }).click();
  await until(page, 'Lesson.view?.ready && Lesson.view.letter === "n"');
  await page.locator('#lesson-algorithm').selectOption('bjornsson');
  await until(page, 'Lesson.view?.ready');
  await page.getByRole('button', { name: 'One step on' }).click();
  await until(page, 'Lesson.view.step.what === "minimized"');
  await page.getByRole('button', { name: 'Close the lesson' }).click();
  assert.equal(await page.locator('#lesson-box').isVisible(), false);
  assert.equal(await page.evaluate('document.activeElement.id'), 'open-lesson');
  assert.deepEqual(heard, []);
});

test('a lesson goes by keyboard, and plays by itself', async () => {
  const page = await watched();
  await page.evaluate("Learned.choose('R')");
  await page.locator('#open-lesson').focus();
  await page.keyboard.press('Enter');
  await atStep(page, 0);
  await page.keyboard.press('ArrowRight');
  await atStep(page, 1);
  await page.keyboard.press('ArrowLeft');
  await atStep(page, 0);
  await page.keyboard.press('End');
  await until(page, 'Lesson.view.step.what === "learned"');
  await page.keyboard.press('Home');
  await atStep(page, 0);
  await page.evaluate('Lesson.pace = { step: 30, refused: 30 }');
  await page.keyboard.press('Space');
  await until(page, 'Lesson.view.step.index > 3');
  await page.keyboard.press('Space');
  await until(page, '!Lesson.playing && !Lesson.asking');
  const stopped = await page.evaluate('Lesson.index');
  await rest(page, 200);
  assert.equal(await page.evaluate('Lesson.index'), stopped);
  await page.evaluate('Lesson.play()');
  await until(page, 'Lesson.view.step.what === "learned" && !Lesson.playing');
});

test('a lesson from many games says what it cannot draw', async () => {
  const page = await watched(6);
  await page.evaluate("Learned.choose('Q')");
  await open(page, 'Lesson in merging');
  await atStep(page, 0);
  await page.getByLabel('From', { exact: true }).selectOption('5');
  await until(page, 'Lesson.view?.games === 5 && Lesson.view.ready');
  assert.match((await page.locator('#lesson-large').textContent()) ?? '', /^\d+ states are too many to draw/);
  await page.keyboard.press('End');
  await page.locator('#lesson-graph .state').first().waitFor();
});

test('it asks, and the visitor answers by mouse and by keyboard', async () => {
  const page = await watched(1);
  await page.evaluate("Learned.choose('Q')");
  await open(page, 'Let it ask you');
  await until(page, 'AskMe.view?.question && !View.stale');
  const question = await page.locator('#asking-question').textContent();
  assert.match(question ?? '', /^Can the white queen move from \w\d to \w\d here: .*\?$/);
  assert.equal(await page.evaluate('State.scene.sign'), '?');
  await page.getByRole('button', { name: 'I don’t know' }).click();
  await until(page, 'AskMe.view.passed === 1 && !AskMe.busy');
  assert.notEqual(await page.locator('#asking-question').textContent(), question);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await until(page, 'AskMe.view.answers === 1 && !AskMe.busy');
  assert.match((await page.locator('#asking-note').textContent()) ?? '', /^Your answer: yes\./);
  await page.keyboard.press('n');
  await until(page, 'AskMe.view.answers === 2 && !AskMe.busy');
  assert.match((await page.locator('#asking-count').textContent()) ?? '', /^2 answers so far, one question left open$/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await until(page, 'AskMe.view.answers === 1 && !AskMe.busy');
  await page.getByRole('button', { name: 'Take back' }).click();
  await until(page, 'AskMe.view.answers === 0 && !AskMe.busy');
  // Whoever does not know the game lets the rules answer; another piece is asked about when it is chosen.
  await page.getByRole('button', { name: 'B, white bishop' }).click();
  await until(page, 'AskMe.view.question?.letter === "B" && !AskMe.busy');
  await page.getByRole('button', { name: 'Let the rules answer' }).click();
  await until(page, 'AskMe.view.answers === 1 && !AskMe.busy');
  assert.match((await page.locator('#asking-note').textContent()) ?? '', /^The rules say (yes|no)\./);
  for (let count = 0; count < 120 && (await page.evaluate('!!AskMe.view.question')); count++) {
    await page.keyboard.press('r');
    await until(page, '!AskMe.busy && !View.stale');
  }
  assert.equal(await page.evaluate('Learned.piece("B").verdict.exact'), true);
  assert.match((await page.locator('#asking-question').textContent()) ?? '', /^No questions left about the white bishop/);
  await page.getByRole('button', { name: 'Stop asking' }).click();
  assert.equal(await page.evaluate('State.scene'), null);
  // The answers stay while it goes on watching.
  await page.locator('#watch-step').click();
  await until(page, '!Watch.asking && Learned.piece("B").verdict.exact');
});

for (const [how, kill] of /** @type {const} */ ([
  ['is killed', 'Game.engine.cancel()'],
  ['crashes over an answer', 'Game.engine.worker.postMessage = () => Game.engine.worker.onmessage({ data: { crashed: "unreachable" } })'],
  ['falls silent over an answer', 'Game.engine.worker.postMessage = () => {}'],
])) {
  test(`a worker that ${how} while it asks loses no answer`, async () => {
    const page = await watched(1);
    const heard = complaints(page);
    await page.evaluate("Learned.choose('Q')");
    await page.locator('#open-asking').click();
    await until(page, 'AskMe.view?.question && !View.stale');
    for (const [count, said] of [[1, 'rules'], [2, 'yes'], [2, 'pass'], [3, 'no']]) {
      await page.locator(`#say-${said}`).click();
      await until(page, `AskMe.view.answers === ${count} && !AskMe.busy`);
    }
    const seen = await page.evaluate('Watch.view.records');
    const [queen, question] = /** @type {[string, string]} */ (await page.evaluate('[Learned.piece("Q").expression, AskMe.view.question.word]'));
    // Patience of a moment instead of twenty seconds.
    await page.evaluate(`{ const engine = Game.engine; engine.patient = engine.ask; engine.ask = (command, patience, onNews) => engine.patient(command, Math.min(patience ?? 5000, 1500), onNews); ${kill}; }`);
    await page.locator('#say-no').click();
    await page.evaluate('void (Game.engine.ask = Game.engine.patient)');
    await until(page, 'AskMe.view.answers === 4 && !AskMe.busy && !View.stale');
    await page.locator('#asking-note').filter({ hasText: 'The rules engine was restarted. Your 4 answers are kept.' }).waitFor();
    assert.deepEqual(await page.evaluate('[Watch.view.records, AskMe.view.passed, Watch.told.length, Watch.lost]'), [seen, 1, 5, false]);
    // The last answer can be taken back: then everything is as it was before it.
    await page.locator('#say-back').click();
    await until(page, 'AskMe.view.answers === 3 && !AskMe.busy && !View.stale');
    assert.deepEqual(await page.evaluate('[Learned.piece("Q").expression, AskMe.view.question.word]'), [queen, question]);
    // A worker that goes while nobody asks is told as well, when watching is started again.
    await page.evaluate('Game.engine.cancel()');
    await page.locator('#watch-go').click();
    await until(page, 'Watch.running && !Watch.lost && Watch.view.records > 2');
    await page.evaluate('Watch.pause()');
    await until(page, '!Watch.asking');
    await page.evaluate('AskMe.ask(undefined)');
    await until(page, 'AskMe.view.answers === 3 && AskMe.view.passed === 1 && !AskMe.busy');
    // Restart begins without them, and offers them.
    await page.locator('#watch-again').click();
    await until(page, 'Watch.running && Watch.view.records > 2');
    await page.evaluate('Watch.pause()');
    await until(page, '!Watch.asking');
    await page.evaluate('AskMe.ask(undefined)');
    await until(page, 'AskMe.view.answers === 0 && !AskMe.busy');
    await page.locator('#say-again').filter({ hasText: 'Use my 4 answers from before the restart' }).click();
    await until(page, 'AskMe.view.answers === 3 && AskMe.view.passed === 1 && !AskMe.busy');
    assert.equal(await page.locator('#say-again').isVisible(), false);
    assert.deepEqual(heard, []);
  });
}

test('watching that was finished early says what it has seen, and goes on where it was left', async () => {
  const page = await watched(0);
  await until(page, 'Watch.view.records >= 1');
  assert.equal(await page.locator('#watch-tools #watch-stop').count(), 0, 'it does not stand beside Pause');
  await page.locator('#watch-stop').click();
  await until(page, 'Watch.done() && !View.stale');
  assert.match((await page.locator('#progress-words').textContent()) ?? '', /^0 of 50 games · \d+ position/);
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /\b0 of 0\b|\b0 games\b/);
  assert.match((await page.locator('#news').textContent()) ?? '', /^I’ve watched \d+ positions? of the first game/);
  const seen = Number(await page.evaluate('Watch.view.records'));
  assert.equal(await page.locator('#watch-go').isEnabled(), true);
  await page.locator('#watch-step').click();
  await until(page, `!Watch.done() && Watch.view.records === ${seen + 1} && !View.stale`);
  assert.equal(await page.locator('#done').isVisible(), false);
  await page.locator('#watch-go').click();
  await until(page, `Watch.running && Watch.view.records > ${seen + 2}`);
  await page.locator('#watch-skip').click();
  await until(page, 'Watch.over()');
  assert.equal(await page.evaluate('Watch.view.games'), 50);
  assert.equal(await page.locator('#watch-stop').isVisible(), false);
});

test('a lesson and questions work on a page that has not watched yet', async () => {
  const page = await here.openGame(breakthrough);
  await page.getByRole('tab', { name: 'Watch' }).click();
  await open(page, 'Let it ask you');
  await until(page, 'AskMe.view !== null');
  await open(page, 'Lesson in merging');
  await atStep(page, 0);
  assert.match(await sentence(page), /pawn made/);
});

test('what to watch and how to learn can be set freely, within limits', async () => {
  const page = await watched(0);
  await page.getByText('Games and algorithm').click();
  const games = page.getByLabel('Games', { exact: true });
  for (const [given, kept] of /** @type {const} */ ([['0', 1], ['99999', 10000], ['', 50], ['7', 7]])) {
    await games.fill(given);
    await games.press('Enter');
    await until(page, `Watch.settings.games === ${kept} && Watch.view?.gamesInAll === ${kept}`);
  }
  await page.locator('#algorithm').selectOption('bjornsson');
  await page.getByLabel('K (maximum state distance)').fill('3');
  await page.getByLabel('MaxExpansions').fill('5');
  await page.getByLabel('Check').selectOption('fractional');
  await page.getByLabel('α (minimum share observed)').fill('0.85');
  await page.getByLabel('α (minimum share observed)').press('Enter');
  await until(page, 'Watch.view?.gamesInAll === 7 && Watch.settings.check === "fractional:0.85"');
  assert.deepEqual(await page.evaluate('[Watch.settings.distance, Watch.settings.maxExpansions]'), [3, 5]);
  await page.locator('#algorithm').selectOption('kibitzer');
  for (const id of ['#distance', '#alpha']) await page.locator(id).waitFor({ state: 'hidden' });
});

test('strong players are watched, paused, and stopped for good', async () => {
  const page = await watched(0);
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Players').selectOption('strong');
  await until(page, 'Watch.running && Watch.view?.last !== undefined');
  await page.locator('#pace').selectOption('fast');
  await until(page, 'Watch.view.games >= 2');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, 'Watch.running');
  await page.getByRole('button', { name: 'Finish now' }).click();
  await until(page, 'Watch.done() && !View.stale');
  assert.equal(await page.evaluate('Watch.view.gamesInAll === 50 && Watch.view.games < 50'), true);
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
  assert.equal(ends.length, await page.evaluate('Watch.view.games'));
  const states = 'Watch.view.pieces.map((piece) => piece.letter + piece.words).join()';
  // Onto another game: the page sees which game it is, and lays it on the table.
  const other = await here.openGame(breakthrough);
  await other.getByRole('tab', { name: 'Watch' }).click();
  await open(other, 'Records');
  await choose(other, 'mine.txt', text);
  await until(other, 'Watch.done() && !Game.engine.waiting.size');
  assert.equal(await other.evaluate('State.game.id'), 'chess-breakthrough');
  assert.match((await other.locator('#records-note').textContent()) ?? '', /^Learned from [\d,]+ records in mine\.txt\.$/);
  assert.equal(await other.locator('#records-error').textContent(), '');
  assert.ok(String(await other.evaluate(states)).length > 20);
  assert.ok(Number(await other.evaluate('Watch.view.pieces.filter((piece) => piece.verdict.exact).length')) > 3);
  // Another way of learning reads the same file again.
  await other.getByText('Games and algorithm').click();
  await other.locator('#algorithm').selectOption('spine');
  await until(other, 'Watch.file && Watch.settings.algorithm === "spine" && Watch.done() && /^Learned/.test(Records.note.textContent)');
  await other.getByRole('button', { name: 'Watch players again' }).click();
  await until(other, '!Watch.file && Watch.running');
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
  assert.notEqual(await page.evaluate('Watch.view'), null, 'what was watched is still there');
  await choose(page, 'empty.txt', '');
  await error.filter({ hasText: 'There are no records in this file.' }).waitFor();
  const lines = text.split('\n');
  lines[700] = '(99 banana)';
  await choose(page, 'broken.txt', lines.join('\n'));
  await error.filter({ hasText: /Line 701, column \d+: .* The records before it were used\./ }).waitFor();
  await until(page, 'Watch.done()');
  await page.evaluate('Records.slice = 20_000; Game.engine.delay = Game.engine.ask; Game.engine.ask = async (...given) => (await new Promise((go) => setTimeout(go, 40)), Game.engine.delay(...given))');
  await choose(page, 'long.txt', text);
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await error.filter({ hasText: 'Stopped before the end. The records before it were used.' }).waitFor();
  await page.evaluate('Game.engine.ask = Game.engine.delay');
  await choose(page, 'binary.txt', Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xff])]));
  await error.filter({ hasText: 'This is not a text file (UTF-8).' }).waitFor();
  await page.evaluate('Records.largest = 1000');
  await choose(page, 'huge.txt', text);
  await error.filter({ hasText: /huge\.txt has [\d.]+ MB; this page reads up to/ }).waitFor();
  // A game that nobody here knows: what is learned of it comes to the table, and can be played.
  await page.evaluate('Records.largest = 2 ** 26');
  const foreign = text.replace(/^[.a-zA-Z]{8}$/gm, (row) => row.replace(/r/g, 'x').replace(/R/g, 'X'));
  await choose(page, 'foreign.txt', foreign);
  await until(page, '/^Learned/.test(Records.note.textContent) && State.game.id === undefined && State.settled');
  assert.match((await page.locator('#news').textContent()) ?? '', /whose rules nobody has told me/);
  assert.equal(await page.evaluate('State.game.name'), 'foreign, as learned');
  assert.equal(await page.locator('.choice[data-letter=X]').count(), 1, 'its pieces are shown');
  assert.equal(await page.locator('.choice.exact').count(), 0);
  // Read again, it is still not judged by what was learned from it.
  await page.evaluate('void (window.before = Watch.view)');
  await page.getByRole('button', { name: 'Restart' }).click();
  await until(page, 'Watch.view !== before && Watch.running === false && Watch.done() && !Game.engine.waiting.size && Watch.view.records > 100');
  assert.equal(await page.evaluate('Watch.view.judged'), false);
  await page.locator('#play-learned').click();
  await ready(page);
  assert.equal(await page.evaluate('State.game.name'), 'foreign, as learned');
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
  await until(page, 'Watch.done() && Tabs.current() === "watch"');
  await page.locator('#records-note').filter({ hasText: 'dropped.txt' }).waitFor();
});

test('what was learned is exported in every form', async () => {
  const page = await watched(2, { colorScheme: 'dark' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'R, white rook' }).click();
  await open(page, 'Export');
  /** @param {string} form */
  const save = (form) => downloaded(page, () => page.getByRole('button', { name: `Download ${form}` }).click());
  const dot = await save('DOT');
  assert.equal(dot.name, 'chess-breakthrough-white-rook.dot');
  assert.match(dot.bytes.toString(), /^digraph "R" \{\n/);
  assert.match((await save('TikZ')).bytes.toString(), /\\begin\{tikzpicture\}[^]*\\end\{tikzpicture\}\n$/);
  const states = Number(await page.evaluate('Learned.piece("R").graph.states.length'));
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
  assert.equal(png.bytes.readUInt32BE(16), 2 * Math.ceil(Number(await page.evaluate('Learned.graph.width'))));
  await page.getByRole('button', { name: 'Copy DOT' }).click();
  await page.locator('#exports-note').filter({ hasText: 'Copied: DOT.' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), dot.bytes.toString());
  await page.getByRole('button', { name: 'Download Game text' }).click();
  await page.locator('#exports-note').filter({ hasText: 'when watching ends' }).waitFor();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await until(page, 'Watch.done()');
  assert.match((await save('Game text')).bytes.toString(), /^<<Chess Breakthrough, as learned>>/);
});

test('the learner watches the visitor’s own game, if it may', async () => {
  const page = await here.openGame(breakthrough);
  await twoPeople(page);
  await click(page, 'a2a3');
  assert.equal(await page.evaluate('Watch.view'), null);
  await page.getByLabel('Let Kibitzer watch this game').check();
  await until(page, 'Watch.view?.records === 1');
  await click(page, 'b7b6');
  await click(page, 'a3a4');
  await until(page, 'Watch.view.records === 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(page, 'State.settled && State.ply === 2');
  assert.equal(await page.evaluate('Watch.view.records'), 3);
  await page.getByRole('tab', { name: 'Watch' }).click();
  await until(page, 'Learned.piece("P")?.words > 0');
  assert.equal(await page.evaluate('State.ply'), 2, 'the game is kept');
  await page.locator('#watch-step').click();
  await until(page, 'Watch.view.records === 4');
});

test('axe-core finds nothing in the boxes, light or dark, and 320 pixels are enough', async () => {
  const page = await watched(1, { viewport: { width: 320, height: 568 } });
  await page.evaluate("Learned.choose('R')");
  /** @type {[string, () => Promise<unknown>][]} */
  const views = [
    ['Lesson in merging', async () => {
      await atStep(page, 0);
      await firstRefusal(page);
      assert.equal(await page.locator('#lesson-box .small-board').isVisible(), true, 'the position is beside the words');
    }],
    ['Let it ask you', async () => {
      await page.evaluate("Learned.choose('Q')");
      await until(page, 'AskMe.view?.question && !View.stale');
    }],
    ['Records', () => choose(page, 'poem.txt', 'hello')],
    ['Export', () => page.getByRole('button', { name: 'Download Game text' }).click()],
  ];
  for (const [name, go] of views) {
    await open(page, name);
    await go();
    await until(page, '!View.stale');
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
  assert.equal(await page.evaluate('State.scene'), null, 'a touch of the board puts the picture away');
});
