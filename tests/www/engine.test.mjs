// @ts-check
// The page's side of the worker, with a worker that says only what the test wants: killing and telling again.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import vm from 'node:vm';

import { root } from './harness.mjs';

/** @typedef {{ sent: any[], ended: boolean, onmessage: (event: { data: unknown }) => void, onerror: (event: unknown) => void }} FakeWorker */

const code = await readFile(join(root, 'www', 'engine.js'), 'utf8');
const load = { type: 'load', source: { builtin: 'chess' } };
const show = { type: 'show', start: undefined, moves: ['a2a3'] };
const check = { type: 'check', text: 'x' };

/** An engine at rest still waits for its worker; the tests do not. @type {NodeJS.Timeout[]} */
const timers = [];
after(() => timers.forEach(clearTimeout));
/** @param {() => void} act @param {number} millis */
function later(act, millis) {
  const timer = setTimeout(act, millis);
  timers.push(timer);
  return timer;
}

/** An engine, its workers in the order of their making, and what it said of its health. */
function bench() {
  /** @type {FakeWorker[]} */
  const workers = [];
  /** @type {[string, string][]} */
  const health = [];
  class Worker {
    constructor() {
      this.sent = /** @type {any[]} */ ([]);
      this.ended = false;
      workers.push(/** @type {any} */ (this));
    }
    /** @param {unknown} message */
    postMessage(message) {
      this.sent.push(message);
    }
    terminate() {
      this.ended = true;
    }
  }
  const scope = { Worker, Blob, document: { getElementById: () => null }, URL: { createObjectURL: () => 'blob:', revokeObjectURL() {} }, setTimeout: later, clearTimeout };
  const Engine = vm.runInNewContext(`${code}; Engine`, scope);
  const engine = new Engine('https://host/', 'build', (/** @type {string} */ state, /** @type {string} */ why) => health.push([state, why]));
  /** @param {unknown} data */
  const say = (data) => workers.at(-1)?.onmessage({ data });
  return {
    engine,
    workers,
    health,
    say,
    ready: (buildId = 'build') => say({ ready: true, buildId, module: 'module' }),
    /** Answers the question with this command. @param {object} command @param {string} type */
    answer(command, type) {
      const asked = workers.at(-1)?.sent.filter((message) => message.command === command).at(-1);
      say({ id: asked.id, reply: { type } });
    },
    /** What the newest worker was told, after its start. */
    told: () => workers.at(-1)?.sent.slice(1).map((message) => message.command),
  };
}

test('questions asked before the worker is ready reach it, in order', async () => {
  const { engine, told, ready, answer } = bench();
  const replies = [engine.ask(load), engine.ask(show)];
  assert.deepEqual(told(), [load, show]);
  ready();
  answer(load, 'game');
  answer(show, 'board');
  assert.deepEqual((await Promise.all(replies)).map((reply) => reply.type), ['game', 'board']);
});

test('a new worker is told the last game and position that worked, then what is still unanswered', async () => {
  const { engine, workers, say, told, ready, answer } = bench();
  ready();
  engine.ask(load);
  engine.ask(show);
  answer(load, 'game');
  answer(show, 'board');
  const failing = { type: 'load', source: { text: 'bad' } };
  const guilty = engine.ask(failing);
  const innocent = engine.ask(check);
  say({ crashed: 'unreachable' });
  assert.equal((await guilty).type, 'failed');
  assert.equal(workers.length, 2);
  assert.ok(workers[0]?.ended);
  assert.deepEqual(told(), [load, show, check]);
  assert.equal(workers[1]?.sent[0].module, 'module', 'compiled once');
  ready();
  answer(load, 'game');
  answer(show, 'board');
  answer(check, 'game');
  assert.equal((await innocent).type, 'game');
});

test('a worker that keeps silent is replaced when patience ends', async () => {
  const { engine, workers, ready } = bench();
  ready();
  const reply = await engine.ask(show, 5);
  assert.match(reply.message, /did not respond in time/);
  assert.equal(workers.length, 2);
});

test('what a dead worker still says is not heard', async () => {
  const { engine, workers, say, ready, answer } = bench();
  ready();
  const lost = engine.ask(load);
  const open = engine.ask(check);
  const old = workers[0]?.sent.at(-1).id;
  say({ crashed: 'unreachable' });
  await lost;
  workers[0]?.onmessage({ data: { id: old, reply: { type: 'board' } } });
  say({ id: old, reply: { type: 'board' } });
  ready();
  answer(check, 'game');
  assert.equal((await open).type, 'game');
});

test('a failed load is not told again', async () => {
  const { engine, say, told, ready, answer } = bench();
  ready();
  engine.ask(load);
  answer(load, 'failed');
  const lost = engine.ask(check);
  say({ crashed: 'unreachable' });
  await lost;
  assert.deepEqual(told(), []);
});

test('workers that die one after the other are given up, and every question is answered', async () => {
  const { engine, workers, health, say, ready } = bench();
  const replies = Array.from({ length: 6 }, () => engine.ask(check));
  for (let count = 0; count < 4; count++) {
    ready();
    say({ crashed: 'unreachable' });
  }
  assert.equal(workers.length, 4);
  assert.equal(health.at(-1)?.[0], 'broken');
  for (const reply of await Promise.all(replies)) assert.equal(reply.type, 'failed');
  assert.equal((await engine.ask(check)).type, 'failed', 'and at once while it is broken');
});

test('a worker of another build is reported', () => {
  const { health, ready } = bench();
  ready('another');
  assert.match(health.at(-1)?.[1] ?? '', /different versions/);
});

test('news come before the answer, keep the clock from running out, and are heard only by the asker', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { engine, workers, say, ready } = bench();
  ready();
  /** @type {string[]} */
  const news = [];
  const think = { type: 'think', seed: 1 };
  const reply = engine.ask(think, 60, (/** @type {{ type: string }} */ { type }) => news.push(type));
  const { id } = workers[0]?.sent.at(-1);
  for (let count = 0; count < 4; count++) {
    t.mock.timers.tick(40);
    say({ id, reply: { type: 'thinking' } });
    say({ id: id + 7, reply: { type: 'thinking' } });
  }
  say({ id, reply: { type: 'thought' } });
  assert.equal((await reply).type, 'thought');
  assert.deepEqual(news, Array(4).fill('thinking'));
  assert.equal(workers.length, 1);
});

test('cancelling answers every question at once, and the new worker is told game, weights and position', async () => {
  const { engine, workers, told, ready, answer } = bench();
  ready();
  const weigh = { type: 'weigh', weights: [1] };
  for (const command of [load, weigh, show]) engine.ask(command);
  answer(load, 'game');
  answer(weigh, 'values');
  answer(show, 'board');
  const replies = [engine.ask({ type: 'think', seed: 1 }), engine.ask(check)];
  engine.cancel();
  for (const reply of await Promise.all(replies)) assert.equal(reply.message, 'Stopped.');
  assert.ok(workers[0]?.ended);
  assert.deepEqual(told(), [load, weigh, show]);
});

test('the first seed comes from the worker, and none is given twice', async () => {
  const { engine, workers } = bench();
  workers[0].onmessage({ data: { ready: true, buildId: 'build', seed: 4294967294 } });
  assert.deepEqual([engine.freshSeed(), engine.freshSeed(), engine.freshSeed()], [4294967295, 0, 1]);
  const files = (await readdir(join(root, 'www'))).filter((name) => name.endsWith('.js'));
  for (const name of files) assert.ok(!(await readFile(join(root, 'www', name), 'utf8')).includes('Math.random'), name);
});
