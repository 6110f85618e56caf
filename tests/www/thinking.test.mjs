// @ts-check
// The engine beside the board: levels, analysis, hints, feedback, warming up; and thinkers that are stopped or lost.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { players, press, targets, untilPickedUp } from './doing.mjs';
import { accessibilityFaults, complaints, root, screenshot } from './harness.mjs';
import { alter, answered, ask, asked, change, crash, crew, hold, kill, pending, probe, release, shown } from './hook.mjs';
import { board, breakthrough, cell, click, colour, ends, house, idle, moveList, played, plies, ready, rest, settled, shareLink, shortGame, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A game on a machine with so many cores, with a clock that can be put forward. One core is the page's own. @param {string} path @param {number} cores */
async function openWith(path, cores) {
  const page = await (await here.browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(`Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => ${cores} })`);
  await page.clock.install();
  await page.goto(here.url + path);
  await ready(page);
  return page;
}

/** A move to which a machine may answer at once. @param {Page} page @param {string} text */
async function move(page, text) {
  for (const square of ends(text)) await cell(page, square).click();
}

/** The worker of the newest thinker, to look inside. @param {Page} page */
const newestWorker = (page) => page.workers()[page.workers().length - 1];

/** Whether a search is going on. @param {Page} page */
const searches = async (page) => (await pending(page)).some(({ kind }) => kind === 'think');

/** How deep the engine view says it has looked. @param {Page} page */
const depth = async (page) => Number(/^Depth (\d+)/.exec((await page.locator('#engine-numbers').textContent()) ?? '')?.[1] ?? 0);

/** The line that the engine view shows, as in `e2e3`. @param {Page} page @returns {Promise<string[]>} */
const line = (page) => page.evaluate("[...document.querySelectorAll('#engine-line button')].map((move) => move.textContent.replace(/[–×]/, ''))");

/** Waits until the engine view has a thought of this depth about the board: its line begins with the side to move. @param {Page} page @param {number} least */
const deep = (page, least) =>
  until(page, async () => {
    const first = page.locator('#engine-line button').first();
    if ((await depth(page)) < least || !(await first.count())) return false;
    return ((await first.getAttribute('title')) ?? '').slice(0, 5) === ((await turn(page)) ?? '').slice(0, 5);
  });

/** Stops the engine, unless it has come to its end by itself. @param {Page} page */
async function stopEngine(page) {
  await page.locator('#engine-stop').dispatchEvent('click');
  await until(page, async () => !(await searches(page)));
}

test('the same seed and nodes give the same move in the browser as natively, whole or in shares', async () => {
  const lines = (await readFile(join(root, 'tests', 'play', 'thoughts.txt'), 'utf8')).split(/\r?\n/).filter((line) => line && !line.startsWith('#'));
  assert.ok(lines.length >= 8);
  for (const text of lines) {
    const [game, moves = '', how = '', seed, expected = ''] = text.split('; ').map((part) => part.trim());
    const [best, deepest, nodes, value] = expected.split(' ');
    const [kind, number, , of = '1'] = how.split(' ');
    const before = moves.split(' ').filter(Boolean);
    const page = await openWith(`#v=1&g=${game}`, Number(of) + 1);
    await twoPeople(page);
    for (const each of before) await click(page, each);
    if (kind === 'level') {
      await change(page, 'think', { seed: Number(seed) });
      await page.getByLabel(before.length % 2 ? 'Black' : 'White', { exact: true }).selectOption(`level-${number}`);
      await plies(page, before.length + 1);
      const { thought } = (await answered(page, 'thought')).at(-1)?.fields;
      assert.deepEqual([(await moveList(page)).at(-1), thought.depth, thought.nodes, thought.value].join(' '), expected, text);
    } else {
      await change(page, 'think', { nodes: Number(number) });
      await press(page, 'Engine view');
      await until(page, async () => (await answered(page, 'thought')).length === Number(of));
      await until(page, async () => (await depth(page)) === Number(deepest));
      assert.equal((await line(page))[0], best, text);
      assert.match((await page.locator('#engine-numbers').textContent()) ?? '', new RegExp(`^Depth ${deepest} · ${Number(nodes) / 1000} k nodes`), text);
      const thoughts = [...(await answered(page, 'thinking')).map(({ fields }) => fields.thinking), ...(await answered(page, 'thought')).map(({ fields }) => fields.thought)];
      assert.ok(thoughts.some((each) => each.line[0]?.text === best && each.value === Number(value)), text);
    }
    await page.context().close();
  }
});

test('the rules worker answers while a level thinks, and the level answers', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.getByLabel('Black', { exact: true }).selectOption('level-4');
  await hold(page, 'think');
  await move(page, 'e2e3');
  await until(page, () => searches(page));
  await probe(page);
  assert.match(await shareLink(page), /m=e2e3/);
  assert.equal(await turn(page), 'Black (level 4) is thinking …');
  await press(page, 'Undo');
  await plies(page, 0);
  await release(page);
  await move(page, 'e2e3');
  await plies(page, 2);
  assert.equal(await turn(page), 'White to move.');
});

test('undo while a level thinks takes the move back at once, and no late move comes', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.getByLabel('Black', { exact: true }).selectOption('level-4');
  await hold(page, 'think');
  await move(page, 'e2e3');
  // The answer is there, and comes after the move was taken back.
  await until(page, async () => (await answered(page, 'thought')).length > 0);
  await press(page, 'Undo');
  await plies(page, 0);
  assert.equal(await turn(page), 'White to move.');
  await release(page);
  await rest(page);
  assert.equal(await played(page), 0);
  assert.deepEqual(await moveList(page), ['e2e3'], 'it can be played again, and nothing follows it');
  await move(page, 'd2d3');
  await plies(page, 2);
});

test('the engine view shows what it thinks in words, numbers, a line and arrows, and follows the board', async () => {
  const page = await here.openGame('#v=1&g=gardner', { reducedMotion: 'reduce' });
  const heard = complaints(page);
  await twoPeople(page);
  await page.locator('#undo').focus();
  await page.keyboard.press('l');
  await deep(page, 4);
  await page.locator('#engine-numbers').filter({ hasText: /^Depth \d+ · [\d.]+( k| M)? nodes/ }).waitFor();
  assert.match((await page.locator('#engine-words').textContent()) ?? '', /even|better|ahead|wins/);
  const meter = page.getByRole('meter', { name: 'Evaluation' });
  assert.match((await meter.getAttribute('aria-valuetext')) ?? '', /even|better|ahead|wins/);
  await stopEngine(page);
  await idle(page);
  const best = await line(page);
  // The first three moves have an arrow each, which ends in the middle of a square.
  const squares = best.slice(0, 3).map((text) => ends(text)[1]);
  assert.equal(squares.length, 3);
  const colours = () => Promise.all(squares.map((square) => colour(page, square)));
  const withArrows = await colours();
  await page.keyboard.press('a');
  await shown(page);
  const without = await colours();
  withArrows.forEach((each, index) => assert.notEqual(each, without[index], squares[index]));
  await page.keyboard.press('a');
  await shown(page);
  assert.deepEqual(await colours(), withArrows);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityFaults(page), []);
    await screenshot(page, `engine view, ${colorScheme}`);
  }
  await page.locator('#engine-line button').nth(1).click();
  await plies(page, 2);
  assert.deepEqual(await moveList(page), best.slice(0, 2));
  await page.keyboard.press('l');
  await until(page, 'document.querySelector("#engine-view").hidden && document.querySelector("#eval-bar").hidden');
  assert.deepEqual(heard, []);
});

test('a sure win is said as such, with the bar full', async () => {
  const page = await here.openGame(breakthrough);
  await twoPeople(page);
  for (const move of shortGame.slice(0, -1)) await click(page, move);
  await press(page, 'Engine view');
  await page.locator('#engine-words').filter({ hasText: 'White can win at once.' }).waitFor();
  assert.equal(await page.locator('#eval-number').textContent(), '#1');
  assert.equal(await page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuenow'), '100');
});

test('analysis goes on until it is stopped, and the best of the last whole depth stays', async () => {
  const page = await openWith('#v=1&g=chess', 3);
  /** @type {string[]} */
  const modules = [];
  // Workers name the build; what is fetched without it is kept for the time without a network.
  page.context().on('request', (request) => void (/\.wasm\?v=/.test(request.url()) && modules.push(request.url())));
  await press(page, 'Analysis');
  await until(page, async () => Object.values(await players(page)).every((player) => player === 'human'));
  await deep(page, 6);
  // Both sides are the visitor's, and it thinks about each position.
  await click(page, 'e2e3');
  await deep(page, 5);
  await click(page, 'e7e6');
  await deep(page, 5);
  await click(page, 'd2d3');
  await deep(page, 5);
  const workers = new Set((await asked(page, 'think')).map(({ worker }) => worker));
  assert.equal(workers.size, 2, 'two share the work');
  await press(page, 'Stop');
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  const [from, to] = ends((await line(page))[0] ?? '');
  await cell(page, from).click();
  await untilPickedUp(page, from);
  assert.ok((await targets(page)).includes(to), `${from}${to} is a move of this position`);
  await page.keyboard.press('Escape');
  await untilPickedUp(page);
  assert.equal(await searches(page), false);
  const numbers = await page.locator('#engine-numbers').textContent();
  await page.clock.fastForward(10_000);
  await rest(page);
  assert.equal(await searches(page), false, 'nothing is searched any more');
  assert.equal(await page.locator('#engine-numbers').textContent(), numbers);
  // Those that take the place of the stopped ones start from the module that is there.
  for (const worker of workers) await until(page, async () => (await crew(page)).includes(worker));
  for (const worker of workers) await probe(page, worker);
  assert.deepEqual(modules, []);
  await press(page, 'Continue');
  await until(page, () => searches(page));
  await press(page, 'Analysis');
  await settled(page, async () => (await turn(page)) === 'Black (level 2) is paused.');
  assert.deepEqual(await players(page), { white: 'human', black: 'level-2' });
});

test('a hint is an arrow and words, at any level', async () => {
  const page = await here.openGame(breakthrough, { reducedMotion: 'reduce' });
  await page.getByLabel('Black', { exact: true }).selectOption('level-1');
  const middles = async () => Object.fromEntries(await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((file) => [2, 3].map(async (row) => [`${file}${row}`, await colour(page, `${file}${row}`)]))));
  const before = await middles();
  await page.locator('#undo').focus();
  await page.keyboard.press('h');
  await page.locator('#advice').filter({ hasText: /Hint: pawn [a-h]\d to [a-h]\d\./ }).waitFor();
  const [, from = '', to = ''] = /pawn ([a-h]\d) to ([a-h]\d)\./.exec((await page.locator('#advice').textContent()) ?? '') ?? [];
  assert.match((await page.locator('#live').textContent()) ?? '', new RegExp(`${from} to ${to}`));
  await shown(page);
  const changed = Object.entries(await middles()).filter(([square, each]) => each !== before[square]).map(([square]) => square);
  assert.deepEqual(changed, [to], 'the arrow ends there');
  await move(page, from + to);
  await plies(page, 2);
  assert.equal(await page.locator('#advice').isVisible(), false);
  // A pawn without an arrow over it looks like the others on squares of its colour.
  const dark = (/** @type {string} */ square) => (square.charCodeAt(0) + Number(square[1])) % 2;
  const other = Object.entries(await board(page)).find(([square, piece]) => piece === 'white pawn' && square !== to && dark(square) === dark(to))?.[0] ?? '';
  assert.equal(await colour(page, to), await colour(page, other));
});

test('feedback says kindly what a move was worth, with the better one, together with a level', async () => {
  const page = await openWith(breakthrough, 2);
  await press(page, 'Feedback');
  await twoPeople(page);
  for (const move of shortGame.slice(0, 9)) await click(page, move);
  const without = await colour(page, 'a7');
  await click(page, 'h3g2');
  await page.locator('#advice').filter({ hasText: /Careful: now your opponent can win at once\. Better: pawn [ab]8 takes on a7\./ }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await screenshot(page, 'feedback');
  await press(page, 'Take back');
  await plies(page, 9);
  assert.notEqual(await colour(page, 'a7'), without, 'the better move is shown where it could be played');
  // And against a machine: it says so, and the machine answers all the same.
  await press(page, 'New');
  await plies(page, 0);
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  const advice = page.locator('#advice').filter({ hasText: /Good move|Best move|Inaccuracy|Mistake|Every move loses/ });
  const searched = (await asked(page, 'think')).length;
  await idle(page);
  // The page's time goes slower than the worker's.
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000);
  await move(page, 'b2b3');
  while (!(await advice.isVisible())) await page.clock.runFor(5);
  assert.equal((await asked(page, 'think')).length, searched, 'it can be read before the machine begins to search');
  assert.equal((await moveList(page)).length, 1);
  await page.clock.resume();
  // The reply ends it: what was said is about the position before.
  await plies(page, 2);
  await page.locator('#advice').waitFor({ state: 'hidden' });
  // So does the reply of a person.
  await press(page, 'New');
  await plies(page, 0);
  await twoPeople(page);
  await click(page, 'b2b3');
  await page.locator('#advice').waitFor();
  await press(page, 'Feedback');
  await click(page, 'g7g6');
  await page.locator('#advice').waitFor({ state: 'hidden' });
});

test('while a position is set up, nothing is said about another one', async () => {
  const page = await here.openGame(breakthrough);
  await twoPeople(page);
  await press(page, 'Engine view');
  await deep(page, 1);
  assert.equal(await page.locator('#engine-words').isVisible(), true);
  await press(page, 'Set up');
  await until(page, async () => (await turn(page)) === 'Setting up a position.');
  assert.equal(await page.locator('#engine-words').isVisible(), false);
  assert.equal(await page.locator('#eval-bar').isVisible(), false);
  await page.locator('#setup-cancel').click();
  await page.locator('#engine-words').waitFor();
});

test('a warm-up shows the values change, stops, and what proved better is used by every thinker', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  await twoPeople(page);
  await press(page, 'Engine view');
  await page.getByText('Piece values').click();
  await until(page, async () => (await page.locator('#values tbody tr').count()) === 6);
  const first = (await answered(page, 'values')).at(-1)?.fields.values.values;
  assert.equal(first.length, 12, 'one row for a piece that both sides have');
  await stopEngine(page);
  /** What a search of a hint makes of the position: the worker's own number, finer than the words. */
  const value = async () => {
    const before = (await answered(page, 'thought')).length;
    await press(page, 'Hint');
    await until(page, async () => (await answered(page, 'thought')).length > before);
    return (await answered(page, 'thought')).at(-1)?.fields.thought.value;
  };
  const plain = await value();
  // Long enough for a busy machine; the test does not wait for the end.
  await page.getByLabel('Warm-up time').selectOption('120');
  const words = page.locator('#warm-words');
  await press(page, 'Warm up');
  await until(page, async () => parseInt((await words.textContent()) ?? '', 10) >= 3);
  assert.deepEqual(await accessibilityFaults(page), []);
  await screenshot(page, 'warm-up');
  await page.locator('#warm-up').click();
  await words.filter({ hasText: /^\d+ self-play games?\./ }).waitFor();
  assert.notDeepEqual((await answered(page, 'warming')).at(-1)?.fields.warming.values, first);
  // As if it had won its test: weights of 12 letters, of each on 25 squares, and of 36 other terms.
  await alter(page, 'warming', ({ warming }) => void (warming.learned = Array(12 + 12 * 25 + 36).fill(0).fill(1, 0, 12)));
  await press(page, 'Warm up');
  await words.filter({ hasText: /won their test match/ }).waitFor();
  await page.locator('#warm-up').click();
  await page.getByRole('button', { name: 'Reset values' }).waitFor();
  assert.match((await words.textContent()) ?? '', /won their test match/);
  assert.notEqual(await value(), plain);
  await press(page, 'Reset values');
  assert.equal(await value(), plain);
});

test('two levels play each other, at a speed of one’s choice, and can be paused', async () => {
  // Levels without random moves, one of which may lose a king at once: the game lasts longer than it takes to press a button.
  const page = await openWith('#v=1&g=chess', 2);
  assert.equal(await page.locator('#speed').isVisible(), false);
  await page.getByLabel('White', { exact: true }).selectOption('level-6');
  await page.getByLabel('Black', { exact: true }).selectOption('level-6');
  await page.locator('#speed').selectOption('Fast');
  await until(page, async () => (await played(page)) > 6);
  await press(page, 'Pause');
  await until(page, async () => / is paused\.$/.test((await turn(page)) ?? '') && !(await searches(page)));
  await idle(page);
  const ply = await played(page);
  await page.clock.fastForward(10_000);
  await rest(page);
  assert.equal(await played(page), ply);
  await press(page, 'Resume');
  await until(page, async () => (await played(page)) > ply);
});

test('a thinker that keeps silent is replaced, the game is kept, and the next move comes', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  await move(page, 'b2b3');
  await plies(page, 2);
  await kill(page, 'thinker 1');
  await move(page, 'c2c3');
  await page.getByRole('alert').filter({ hasText: 'did not respond in time' }).filter({ hasText: 'Your game is kept.' }).waitFor();
  await until(page, async () => (await crew(page)).includes('thinker 1'));
  assert.equal(await played(page), 3);
  await press(page, 'Resume');
  await plies(page, 4);
});

test('when one of several analysts is lost, the analysis ends with a message, and can go on', async () => {
  const page = await openWith('#v=1&g=chess', 3);
  await press(page, 'Analysis');
  await deep(page, 4);
  const workers = [...new Set((await asked(page, 'think')).map(({ worker }) => worker))];
  assert.equal(workers.length, 2);
  await crash(page, workers[1]);
  await page.getByRole('alert').filter({ hasText: 'crashed and was restarted' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await until(page, async () => !(await searches(page)));
  const before = (await answered(page, 'thinking')).length;
  await press(page, 'Continue');
  await until(page, async () => (await searches(page)) && (await answered(page, 'thinking')).slice(before).some(({ fields }) => fields.thinking.depth >= 5));
  await deep(page, 5);
});

test('where only one worker can be had, it chooses the level’s move', async () => {
  const page = await (await here.browser.newContext()).newPage();
  await page.addInitScript(() => {
    const Plain = self.Worker;
    let workers = 0;
    self.Worker = class extends Plain {
      /** @param {string | URL} address @param {WorkerOptions} [options] */
      constructor(address, options) {
        if (workers) throw new Error('not allowed here');
        super(address, options);
        workers += 1;
      }
      terminate() {
        super.terminate();
        workers -= 1;
      }
    };
  });
  await page.goto(here.url + breakthrough);
  await ready(page);
  await page.getByLabel('Black', { exact: true }).selectOption('level-3');
  await move(page, 'b2b3');
  await plies(page, 2);
  assert.deepEqual(await crew(page), ['rules']);
});

/**
 * The next command of this type ends in a trap of the real module: it is made to ask for more memory than there can be.
 * Nothing of this is in the page; it is done to the worker from outside.
 * @param {import('playwright-core').Worker | undefined} worker
 * @param {string} type
 */
const trap = (worker, type) =>
  worker?.evaluate(`(async () => {
    const wasm = await wasm_bindgen();
    const handle = wasm_bindgen.Kibitzer.prototype.handle;
    wasm_bindgen.Kibitzer.prototype.handle = function (ask) {
      const [inner] = Object.values(ask.command);
      if (Object.keys(inner)[0] === '${type}') wasm.__wbindgen_malloc(-16, 8);
      return handle.call(this, ask);
    };
  })()`);

test('a trap in the wasm of a thinker is told in words and keeps the game; one of the rules worker costs nothing', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  await move(page, 'b2b3');
  await plies(page, 2);
  const [rules, mover] = page.workers();
  await trap(mover, 'think');
  await move(page, 'c2c3');
  await page.getByRole('alert').filter({ hasText: 'crashed and was restarted' }).filter({ hasText: 'Your game is kept.' }).waitFor();
  assert.equal(await played(page), 3);
  await press(page, 'Resume');
  await plies(page, 4);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await trap(rules, 'show');
  await twoPeople(page);
  await cell(page, 'd2').click();
  await cell(page, 'd3').click();
  await plies(page, 5);
  // A pawn of a file in which no move was made: what the engine plays may change.
  const moves = (await moveList(page)).join('');
  const file = [...'hgfedcba'].find((each) => !moves.includes(each));
  await click(page, `${file}7${file}6`);
  await plies(page, 6);
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing was lost, so nothing is said');
});

test('a thousand searches leave the worker’s memory where it was', async (t) => {
  const page = await here.openGame('#v=1&g=gardner');
  await until(page, async () => (await crew(page)).includes('thinker 1'));
  await idle(page);
  await ask(page, 'show', { moves: [] }, 'thinker 1');
  /** @param {number} count */
  const search = async (count) => {
    for (let index = 0; index < count; index += 20) {
      const replies = await Promise.all(Array.from({ length: 20 }, (_, each) => ask(page, 'think', { player: { level: each % 10 ? 1 + (each % 6) : 7 }, seed: index + each, nodes: 200 }, 'thinker 1')));
      for (const { type, message } of replies) assert.equal(type, 'thought', message);
    }
  };
  const memory = async () => Number(await newestWorker(page)?.evaluate('wasm_bindgen().then((wasm) => wasm.memory.buffer.byteLength)'));
  await search(20);
  const before = await memory();
  await search(1000);
  const after = await memory();
  t.diagnostic(`${before / 2 ** 20} MB before, ${after / 2 ** 20} MB after`);
  assert.ok(before > 2 ** 20 && after <= before, `${before} bytes before, ${after} after`);
  assert.deepEqual(await crew(page), ['rules', 'thinker 1']);
  assert.equal(page.workers().length, 2, 'and no worker was replaced');
});

test('sounds wait for a touch, can be muted, and are off in a page within a page', async () => {
  const page = await (await here.browser.newContext()).newPage();
  // What the loudspeaker is given: the pitches of the tones, in hertz.
  await page.addInitScript(() => {
    const tones = /** @type {number[]} */ ([]);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      tones.push(this.frequency.value);
      return start.apply(this, when);
    };
    const Plain = self.AudioContext;
    let contexts = 0;
    self.AudioContext = class extends Plain {
      constructor() {
        super();
        contexts += 1;
      }
    };
    const setValueAtTime = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, when) {
      this.value = value;
      return setValueAtTime.call(this, value, when);
    };
    Object.assign(self, { loudspeaker: { contexts: () => contexts, take: () => tones.splice(0).join() } });
  });
  await page.goto(here.url + breakthrough);
  await ready(page);
  assert.equal(await page.evaluate('loudspeaker.contexts()'), 0, 'nothing sounds before the page has been touched');
  await page.locator('#turn').click();
  await until(page, 'loudspeaker.contexts() === 1');
  await twoPeople(page);
  const sounds = [];
  for (const move of shortGame) {
    await click(page, move);
    sounds.push(await page.evaluate('loudspeaker.take()'));
  }
  const [set, taken, over] = [sounds[0], sounds[8], sounds[10]];
  assert.deepEqual(sounds, [...Array(8).fill(set), taken, taken, over]);
  assert.equal(new Set([set, taken, over, '']).size, 4, 'a move, a capture and the end sound different');
  const button = page.getByRole('button', { name: 'Sounds' });
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await button.click();
  await page.reload();
  await until(page, async () => /White wins|White to move/.test((await turn(page)) ?? ''));
  assert.equal(await button.getAttribute('aria-pressed'), 'false', 'the choice is remembered');
  const embed = await openWith('?embed=1', 8);
  assert.equal(await embed.getByRole('button', { name: 'Sounds' }).getAttribute('aria-pressed'), 'false');
  await press(embed, 'Analysis');
  await deep(embed, 2);
  assert.equal(new Set((await asked(embed, 'think')).map(({ worker }) => worker)).size, 1, 'one searches there, however many cores there are');
});

test('at 320 pixels the engine view fits, and nothing is too small to touch', async () => {
  const page = await here.openGame('#v=1&g=chess', { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  await twoPeople(page);
  await press(page, 'Engine view');
  await deep(page, 3);
  await page.getByText('Piece values').click();
  await press(page, 'Hint');
  await page.locator('#advice').filter({ hasText: 'Hint:' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  const small = await page.evaluate(`[...document.querySelectorAll('button, select, input, summary, [role=gridcell]')]
    .map((element) => [element.id || element.getAttribute('aria-label') || element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);
  assert.deepEqual(small, []);
  await screenshot(page, 'engine view, 320');
});
