// @ts-check
// What a new worker is told of what the last one had watched, read and answered: in its order, and no more than it needs.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { build } from 'esbuild';

import { root } from './harness.mjs';

const built = await build({ entryPoints: [join(root, 'www/client/journal.ts')], bundle: true, format: 'esm', write: false });
const { Journal } = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0]?.text ?? '')}`);

/** @param {string} builtin */
const load = (builtin) => ({ table: { load: { source: { builtin } } } });
/** @param {string} identity */
const game = (identity) => ({ type: 'game', game: { identity } });
/** @param {unknown} command */
const learning = (command) => ({ learning: command });
/** @param {string} [learned] the identity of the game that was learned */
const seen = (learned) => ({ type: 'learning', learning: { learned: learned && { identity: learned } } });
const learn = learning({ learn: { settings: {} } });
const one = learning({ watch: { plies: 1 } });
const show = { table: { show: { moves: [] } } };

/** A journal that has watched three plies of a game. */
function watched() {
  const journal = new Journal();
  const first = load('chess');
  journal.note(first, game('chess'));
  journal.note(learn, seen());
  for (let ply = 0; ply < 3; ply++) journal.note(one, seen());
  return { journal, first };
}

test('what was watched is told after the position, which is wanted first', () => {
  const { journal, first } = watched();
  assert.deepEqual(journal.retell({ load: first, show }), [first, show, learn, one, one, one]);
});

test('questions that change nothing are not told again', () => {
  const { journal, first } = watched();
  journal.note(learning({ inspect: { piece: 1, squares: [] } }), { type: 'paths', paths: [] });
  journal.note(learning({ export: { piece: 1, format: 'dot' } }), { type: 'exported', exported: '' });
  assert.deepEqual(journal.retell({ load: first }), [first, learn, one, one, one]);
});

test('answers are told, and so is a question that failed: it may have changed something', () => {
  const { journal, first } = watched();
  const yes = learning({ ask: { said: 'yes' } });
  journal.note(yes, { type: 'asking', asking: { learning: {} } });
  journal.note(yes, { type: 'failed', code: 'nothing', message: '' });
  assert.deepEqual(journal.retell({ load: first }).slice(-2), [yes, yes]);
});

test('the game that was learned keeps what it was learned from, which is told with its own game', () => {
  const { journal, first } = watched();
  const enough = learning('enough');
  journal.note(enough, seen('chess, as learned'));
  const own = { table: { load: { source: { text: '<<Chess, as learned>>' } } } };
  journal.note(own, game('chess, as learned'));
  assert.deepEqual(journal.retell({ load: own, show }), [first, learn, one, one, one, enough, own, show]);
});

test('another game ends it, and so does another beginning', () => {
  const { journal, first } = watched();
  journal.note(learn, seen());
  assert.deepEqual(journal.retell({ load: first }), [first, learn]);
  const other = load('gardner');
  journal.note(other, game('gardner'));
  journal.note(one, { type: 'failed', code: 'notWatching', message: '' });
  assert.deepEqual(journal.retell({ load: other }), [other]);
});

test('parts of a file are not kept but read again, each of them', async () => {
  const { journal, first } = watched();
  const from = learning({ learnFrom: { settings: {}, foreign: false } });
  journal.note(from, seen());
  const again = [0, 1].map((part) => async () => learning({ read: { text: `part ${part}`, last: part === 1 } }));
  for (const part of again) journal.note(learning({ read: { text: 'long', last: false } }), seen(), part);
  const told = journal.retell({ load: first });
  assert.deepEqual(told, [first, from, ...again]);
  assert.deepEqual(await told[3](), learning({ read: { text: 'part 1', last: true } }));
});

test('of lessons, the last one is told, as far as it took to be ready', () => {
  const { journal, first } = watched();
  /** @param {boolean} ready */
  const lesson = (ready) => ({ type: 'lesson', lesson: { ready } });
  const [old, now, step] = [1, 2].map((piece) => learning({ lesson: { piece, algorithm: 'rpni', games: 0 } })).concat(learning({ lessonStep: { index: 0 } }));
  journal.note(old, lesson(true));
  journal.note(now, lesson(false));
  journal.note(step, lesson(false));
  journal.note(step, lesson(true));
  for (const index of [1, 2, 3]) journal.note(learning({ lessonStep: { index } }), lesson(true));
  assert.deepEqual(journal.retell({ load: first }).slice(5), [now, step, step]);
});
