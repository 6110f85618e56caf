// @ts-check
// The engine beside the board: levels, analysis, hints, feedback, warming up; and thinkers that are stopped or lost.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { accessibilityFaults, complaints, root, screenshot } from './harness.mjs';
import { breakthrough, cell, click, ends, house, plies, rest, shortGame, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** A move to which a machine may answer before anybody looks. @param {Page} page @param {string} text */
async function move(page, text) {
  for (const square of ends(text)) await cell(page, square).click();
}

/** The worker of the newest thinker, to look inside. @param {Page} page */
const newestWorker = (page) => page.workers()[page.workers().length - 1];

/** Waits until the engine view has a thought of this depth about the board. @param {Page} page @param {number} depth */
const deep = (page, depth) => until(page, `Thinking.isCurrent() && Thinking.thought?.depth >= ${depth}`);

test('the same seed and nodes give the same move in the browser as natively, whole or in shares', async () => {
  const page = await here.openGame();
  const lines = (await readFile(join(root, 'tests', 'play', 'thoughts.txt'), 'utf8')).split(/\r?\n/).filter((line) => line && !line.startsWith('#'));
  assert.ok(lines.length >= 8);
  for (const line of lines) {
    const [game, moves, how, seed, expected] = line.split('; ').map((part) => part.trim());
    const found = await page.evaluate(`(async () => {
      const game = (await Game.engine.ask({ type: 'load', source: { builtin: '${game}' } })).game;
      const spot = { game, start: undefined, moves: '${moves}'.split(' ').filter(Boolean) };
      const [kind, number, , of] = '${how}'.split(' ');
      let thought;
      if (kind === 'level') {
        const reply = await Thinkers.mover.ask(spot, { type: 'think', player: { level: Number(number) }, seed: ${seed}, nodes: undefined, share: undefined });
        thought = reply.thought;
      } else {
        Thinkers.count = Number(of ?? 1);
        const reply = await Thinkers.analyse(spot, Number(number) * Thinkers.count, () => {});
        thought = reply.thought;
      }
      return [thought.line[0].text, thought.depth, thought.nodes, thought.value].join(' ');
    })()`);
    assert.equal(found, expected, line);
  }
});

/** Makes the mover think without end. @param {Page} page */
const endless = (page) =>
  page.evaluate(`Game.pause = 0; { const ask = Thinkers.mover.ask; Thinkers.mover.ask = function (spot, command, ...rest) { return ask.call(this, spot, { ...command, player: undefined }, ...rest); }; }`);

test('the rules worker answers while a level thinks, and the level answers', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.getByLabel('Black', { exact: true }).selectOption('level-8');
  await endless(page);
  await move(page, 'e2e3');
  await until(page, 'Game.choosing && Thinkers.mover.engine.waiting.size === 1');
  assert.equal(await page.evaluate("Game.engine.ask({ type: 'paste', text: State.board.position }).then((reply) => reply.type !== 'failed' && Game.choosing)"), true);
  await page.evaluate('delete Thinkers.mover.ask');
  await press(page, 'Undo');
  await plies(page, 0);
  await move(page, 'e2e3');
  await plies(page, 2);
  assert.equal(await turn(page), 'White to move.');
});

test('undo while a level thinks takes the move back at once, and no late move comes', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.getByLabel('Black', { exact: true }).selectOption('level-8');
  await endless(page);
  await move(page, 'e2e3');
  await until(page, 'Game.choosing && Thinkers.mover.engine.waiting.size === 1');
  await press(page, 'Undo');
  await plies(page, 0);
  assert.equal(await page.evaluate('Game.choosing'), false);
  await rest(page, 300);
  assert.equal(await page.evaluate('State.line.length === 1 && State.ply === 0'), true);
  await page.evaluate('delete Thinkers.mover.ask');
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
  assert.equal(await page.evaluate('Arrows.list().length'), 3);
  await page.keyboard.press('a');
  assert.equal(await page.evaluate('Arrows.list().length'), 0);
  await page.keyboard.press('a');
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityFaults(page), []);
    await screenshot(page, `engine view, ${colorScheme}`);
  }
  // It may have come to its end by itself; then there is nothing to stop.
  await page.locator('#engine-stop').dispatchEvent('click');
  const line = /** @type {string[]} */ (await page.evaluate('Thinking.thought.line.slice(0, 2).map((move) => move.text)'));
  await page.locator('#engine-line button').nth(1).click();
  await plies(page, 2);
  assert.deepEqual(await page.evaluate('State.line.map((move) => move.text)'), line);
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
  const page = await here.openGame('#v=1&g=chess');
  await page.evaluate('Thinkers.count = 2');
  await press(page, 'Analysis');
  assert.deepEqual(await page.evaluate('State.players'), { white: 'human', black: 'human' });
  await deep(page, 6);
  // Both sides are the visitor's, and it thinks about each position.
  await click(page, 'e2e3');
  await deep(page, 5);
  await click(page, 'e7e6');
  await deep(page, 5);
  await press(page, 'Stop');
  const [best, legal] = /** @type {[string, boolean]} */ (await page.evaluate('[Thinking.thought.line[0].text, State.board.legal.some((move) => move.text === Thinking.thought.line[0].text)]'));
  assert.ok(best && legal, `${best} is a move of this position`);
  assert.equal(await page.evaluate('Thinking.busy'), false);
  // The fresh ones start in the background from the kept module.
  await until(page, 'Thinkers.analysts.every((each) => each.engine.ready)');
  assert.equal(await page.evaluate('Thinkers.analysts.every((each) => each.engine.module === Game.engine.module)'), true);
  const nodes = await page.evaluate('Thinking.thought.nodes');
  await rest(page, 400);
  assert.equal(await page.evaluate('Thinking.thought.nodes'), nodes, 'nobody thinks any more');
  await press(page, 'Continue');
  await until(page, 'Thinking.busy');
  await press(page, 'Analysis');
  await until(page, '!Thinking.endless && State.players.black === "level-2" && State.paused');
});

test('a hint is an arrow and words, at any level', async () => {
  const page = await here.openGame(breakthrough);
  await page.getByLabel('Black', { exact: true }).selectOption('level-1');
  await page.locator('#undo').focus();
  await page.keyboard.press('h');
  await page.locator('#advice').filter({ hasText: /Hint: pawn [a-h]\d to [a-h]\d\./ }).waitFor();
  const [from, to] = /** @type {[string, string]} */ (await page.evaluate('[State.nameOf(Arrows.list()[0].from), State.nameOf(Arrows.list()[0].to)]'));
  assert.match((await page.locator('#live').textContent()) ?? '', new RegExp(`${from} to ${to}`));
  await move(page, from + to);
  await plies(page, 2);
  assert.equal(await page.evaluate('Arrows.list().length'), 0);
  assert.equal(await page.locator('#advice').isVisible(), false);
});

test('feedback says kindly what a move was worth, with the better one, together with a level', async () => {
  const page = await here.openGame(breakthrough);
  await press(page, 'Feedback');
  await twoPeople(page);
  for (const move of shortGame.slice(0, 9)) await click(page, move);
  await click(page, 'h3g2');
  await page.locator('#advice').filter({ hasText: /Careful: now your opponent can win at once\. Better: pawn [ab]8 takes on a7\./ }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await screenshot(page, 'feedback');
  await press(page, 'Take back');
  await plies(page, 9);
  assert.equal(await page.evaluate('State.nameOf(Arrows.list()[0].to)'), 'a7', 'the better move is shown where it could be played');
  // And against a machine: it says so and the machine answers all the same.
  await press(page, 'New');
  await plies(page, 0);
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  await page.evaluate('Object.assign(Hints.time, { judge: 600000, praise: 600000, advice: 600000 })');
  await move(page, 'b2b3');
  await page.locator('#advice').filter({ hasText: /Good move|Best move|Inaccuracy|Mistake|Every move loses/ }).waitFor();
  assert.equal(await page.evaluate('State.line.length'), 1, 'it can be read before the machine answers');
  // The reply ends it: what was said is about the position before.
  await page.evaluate('Hints.until = 0');
  await plies(page, 2);
  await until(page, 'Hints.box.hidden');
  // So does the reply of a person.
  await press(page, 'New');
  await plies(page, 0);
  await twoPeople(page);
  await click(page, 'b2b3');
  await until(page, '!Hints.box.hidden');
  await page.evaluate('Hints.setFeedback(false)');
  await click(page, 'g7g6');
  await until(page, 'Hints.box.hidden');
});

test('while a position is set up, nothing is said about another one', async () => {
  const page = await here.openGame(breakthrough);
  await twoPeople(page);
  await press(page, 'Engine view');
  await until(page, '!!Thinking.thought && !View.stale');
  assert.equal(await page.locator('#engine-words').isVisible(), true);
  await press(page, 'Set up');
  await until(page, '!!State.setup && !View.stale');
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
  await until(page, 'WarmUp.first.length === 12');
  assert.equal(await page.locator('#values tbody tr').count(), 6, 'one row for a piece that both sides have');
  // Long enough for a busy machine; the test does not wait for the end.
  await page.getByLabel('Warm-up time').selectOption('120');
  await press(page, 'Warm up');
  await until(page, 'WarmUp.now?.games >= 3');
  assert.deepEqual(await accessibilityFaults(page), []);
  await screenshot(page, 'warm-up');
  await page.evaluate('WarmUp.button.click()');
  await page.locator('#warm-words').filter({ hasText: /^\d+ self-play games?\./ }).waitFor();
  assert.notEqual(await page.evaluate('WarmUp.now.values[3].value'), await page.evaluate('WarmUp.first[3].value'));
  // As if it had won its test.
  const [before, after] = /** @type {[number, number]} */ (await page.evaluate(`(async () => {
    const think = () => Thinkers.mover.ask(Thinkers.spot(), { type: 'think', player: undefined, seed: 1, nodes: 3000, share: undefined });
    const before = await think();
    const weights = Array(12 + 12 * 25).fill(0).fill(1, 0, 12);
    WarmUp.take(State.game, { type: 'warming', values: { games: 50, adopted: 1, values: WarmUp.now.values, learned: weights } });
    const after = await think();
    return [before.thought.value, after.thought.value];
  })()`));
  assert.notEqual(before, after);
  await until(page, '!document.querySelector("#forget").hidden');
  assert.match((await page.locator('#warm-words').textContent()) ?? '', /won their test match/);
  await press(page, 'Reset values');
  const again = await page.evaluate(`Thinkers.mover.ask(Thinkers.spot(), { type: 'think', player: undefined, seed: 1, nodes: 3000, share: undefined }).then((reply) => reply.thought.value)`);
  assert.equal(again, before);
});

test('two levels play each other, at a speed of one’s choice, and can be paused', async () => {
  // A game that lasts longer than it takes to press a button on a busy machine.
  const page = await here.openGame('#v=1&g=chess');
  assert.equal(await page.locator('#speed').isVisible(), false);
  await page.getByLabel('White', { exact: true }).selectOption('level-3');
  await page.getByLabel('Black', { exact: true }).selectOption('level-4');
  await page.locator('#speed').selectOption('Fast');
  await until(page, 'State.board.played.length > 6');
  await press(page, 'Pause');
  await until(page, 'State.paused && !Game.choosing');
  const ply = await page.evaluate('State.ply');
  await rest(page, 400);
  assert.equal(await page.evaluate('State.ply'), ply);
  await press(page, 'Resume');
  await until(page, `State.ply > ${ply}`);
});

test('a thinker that keeps silent is replaced, the game is kept, and the next move comes', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  await move(page, 'b2b3');
  await plies(page, 2);
  await page.evaluate(`{
    const { engine } = Thinkers.mover;
    window.wedged = engine.worker;
    const ask = engine.ask;
    engine.ask = function (command, patience, onNews) { return ask.call(this, command, 150, onNews); };
    engine.worker.postMessage = () => {};
  }`);
  await move(page, 'c2c3');
  await page.getByRole('alert').filter({ hasText: 'did not respond in time' }).filter({ hasText: 'Your game is kept.' }).waitFor();
  assert.equal(await page.evaluate('Thinkers.mover.engine.worker !== window.wedged'), true);
  await page.evaluate('delete Thinkers.mover.engine.ask');
  assert.equal(await page.evaluate('State.ply'), 3);
  await press(page, 'Resume');
  await plies(page, 4);
});

test('when one of several analysts is lost, the analysis ends with a message, and can go on', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.evaluate('Thinkers.count = 2');
  await press(page, 'Analysis');
  await deep(page, 4);
  await page.evaluate('Thinkers.analysts[1].engine.worker.onmessage({ data: { crashed: "unreachable" } })');
  await page.getByRole('alert').filter({ hasText: 'crashed and was restarted' }).waitFor();
  await until(page, '!Thinking.busy && Thinkers.analysts.every(({ engine }) => !engine.isBusy())');
  await press(page, 'Continue');
  await until(page, 'Thinking.busy');
  await deep(page, 5);
});

test('where no thinker can be had, the rules worker chooses the level’s move', async () => {
  const page = await here.openGame();
  await page.evaluate(`Thinkers.mover.start = function () {
    this.engine ??= new Engine(Game.engine.base, '', () => {}, 'thinking engine');
    this.engine.giveUp('not allowed here');
    return this.engine;
  }`);
  await page.getByLabel('Black', { exact: true }).selectOption('level-3');
  await move(page, 'b2b3');
  await plies(page, 2);
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
      if (ask.command.type === '${type}') wasm.__wbindgen_malloc(-16, 8);
      return handle.call(this, ask);
    };
  })()`);

test('a trap in the wasm of a thinker or of the rules worker is told in words, keeps the game, and the next action works', async () => {
  const page = await here.openGame();
  await page.getByLabel('Black', { exact: true }).selectOption('level-2');
  await move(page, 'b2b3');
  await plies(page, 2);
  const [rules, mover] = page.workers();
  await trap(mover, 'think');
  await move(page, 'c2c3');
  await page.getByRole('alert').filter({ hasText: 'crashed and was restarted' }).filter({ hasText: 'Your game is kept.' }).waitFor();
  assert.equal(await page.evaluate('State.ply'), 3);
  await press(page, 'Resume');
  await plies(page, 4);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await trap(rules, 'show');
  await twoPeople(page);
  await cell(page, 'd2').click();
  await cell(page, 'd3').click();
  await page.getByRole('alert').filter({ hasText: 'crashed and was restarted' }).filter({ hasText: 'Your game is kept.' }).waitFor();
  await until(page, 'Game.engine.ready && State.settled && State.ply === 4');
  await click(page, 'e2e3');
  await plies(page, 5);
});

test('a thousand searches leave the worker’s memory where it was', async (t) => {
  const page = await here.openGame('#v=1&g=gardner');
  const search = (/** @type {number} */ count) =>
    page.evaluate(`(async () => {
      const spot = Thinkers.spot();
      for (let index = 0; index < ${count}; index++) {
        const player = index % 10 ? { level: 1 + (index % 6) } : { level: 7 };
        const reply = await Thinkers.mover.ask(spot, { type: 'think', player, seed: index, nodes: 200, share: undefined });
        if (reply.type !== 'thought') throw new Error(reply.message);
      }
    })()`);
  const memory = async () => Number(await newestWorker(page)?.evaluate('wasm_bindgen().then((wasm) => wasm.memory.buffer.byteLength)'));
  await search(20);
  const before = await memory();
  await search(1000);
  const after = await memory();
  t.diagnostic(`${before / 2 ** 20} MB before, ${after / 2 ** 20} MB after`);
  assert.ok(before > 2 ** 20 && after <= before, `${before} bytes before, ${after} after`);
  assert.equal(page.workers().length, 2, 'and no worker was replaced');
});

test('sounds wait for a touch, can be muted, and are off in a page within a page', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  await page.reload();
  await until(page, 'State.settled');
  assert.equal(await page.evaluate('Sounds.context'), null, 'nothing sounds before anybody has touched the page');
  await page.evaluate('window.played = []; { const play = Sounds.play; Sounds.play = (name) => { if (Sounds.on) window.played.push(name); play(name); }; }');
  await twoPeople(page);
  for (const move of shortGame) await click(page, move);
  await until(page, 'Sounds.context !== null');
  assert.deepEqual(await page.evaluate('window.played'), [...Array(8).fill('move'), 'capture', 'capture', 'end']);
  const button = page.getByRole('button', { name: 'Sounds' });
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await button.click();
  await page.reload();
  await until(page, 'State.settled');
  assert.equal(await button.getAttribute('aria-pressed'), 'false', 'the choice is remembered');
  const embed = await here.openGame('?embed=1');
  assert.equal(await embed.getByRole('button', { name: 'Sounds' }).getAttribute('aria-pressed'), 'false');
  assert.equal(await embed.evaluate('Thinkers.count'), 1);
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
