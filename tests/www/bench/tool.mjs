// @ts-check
// How soon the native engine answers while it learns on its opponent's time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { root } from '../harness.mjs';

const program = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release', 'kibitzer');

test('the engine answers within 100 ms while it learns, and stops within 100 ms', async (t) => {
  const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const send = (/** @type {string} */ line) => engine.stdin.write(`${line}\n`);
  const until = async (/** @type {string} */ start) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the engine went away before it said ${start}`);
      if (value.startsWith(start)) return;
    }
  };
  const time = async (/** @type {string[]} */ asked, /** @type {string} */ answer) => {
    const began = performance.now();
    asked.forEach(send);
    await until(answer);
    return performance.now() - began;
  };
  try {
    ['setoption name Game value gardner', 'setoption name Learn value on', 'position startpos', 'go nodes 500'].forEach(send);
    await until('info string learned from ');
    const times = [];
    for (let count = 0; count < 5; count++) times.push(await time(['isready'], 'readyok'));
    times.push(await time(['go depth 1'], 'bestmove'));
    send('setoption name Player value alphabeta:td=1000s');
    await until('info string learned from ');
    times.push(await time(['stop', 'isready'], 'readyok'));
    t.diagnostic(`${times.map((each) => each.toFixed(0)).join(', ')} ms`);
    assert.ok(Math.max(...times) < 100, `${times} ms`);
  } finally {
    engine.kill();
  }
});
