// @ts-check
// The page tests know the page as its users do. This one reads the others and finds what reaches inside, or sleeps.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './harness.mjs';

const folder = join(root, 'tests', 'www');

/** Objects that the page's scripts have, or once had, beside each other: none of them is a public interface. */
const inside = `App Arrows AskMe Board Boxes Commands Controls Diagram Dom Editor Embedding Engine EvalBar Exchange Exercise Exports GALLERY Game Glyph Graph Grid
  Hints Inside Keep Keys Later Learned Lesson Linked Links Look Marks Memory Messages Motion MoveDiagram MoveList MyGames News Notice Offline Paint Picker Pieces
  Pointer Print Records Rules Scene Setup Share Sharing SingleFile Sounds State Status Steps Support Tabs Tape Theme Thinker Thinkers Thinking Truth View Visits
  WarmUp Watch WatchPanel Witness Zoom`.split(/\s+/);

/** What is looked for, and what may have it: a file, and why. */
const rules = [
  {
    what: 'reaches into the page: ask what a user perceives, or the hook',
    pattern: new RegExp(`\\bkibitzer\\??\\.(modules|parts)\\b|\\b(${inside.join('|')})\\.[a-z]\\w*`),
    allowed: {},
  },
  {
    what: 'goes past the helpers of hook.mjs',
    pattern: /kibitzerHook/,
    allowed: { 'hook.mjs': 'is the hook' },
  },
  {
    what: 'sleeps: wait for something that must come',
    pattern: /waitForTimeout|setTimeout\(/,
    allowed: {
      'table.mjs': 'the one loop of `until`, which asks again after a moment',
      'course.mjs': 'the same for messages; and a probe of what a policy forbids, which has no sign to wait for',
      'firstvisit.test.mjs': 'a server that is slow, as networks are',
      [join('journeys', 'visitor.mjs')]: 'the loop of `until` for all browsers',
      [join('journeys', 'webkit.mjs')]: 'asks a driver until it has started',
    },
  },
];

/** @param {string} under @returns {Promise<string[]>} */
async function files(under) {
  const entries = await readdir(join(folder, under), { withFileTypes: true });
  const lists = await Promise.all(entries.map((each) => (each.isDirectory() ? files(join(under, each.name)) : [join(under, each.name)])));
  return lists.flat().filter((name) => name.endsWith('.mjs') && name !== 'reach.test.mjs');
}

/** A line without its comment: comments may name what they like. @param {string} line */
const code = (line) => line.replace(/^\s*(\/\/|\*|\/\*\*).*$/, '').replace(/\s\/\/ .*$/, '');

for (const { what, pattern, allowed } of rules) {
  test(`no page test ${what}`, async () => {
    const found = [];
    const used = new Set();
    for (const name of await files('')) {
      const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
      const hits = lines.flatMap((line, at) => (pattern.test(code(line)) ? [`${name}:${at + 1}: ${line.trim().slice(0, 120)}`] : []));
      if (name in allowed && hits.length) used.add(name);
      else found.push(...hits);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(Object.keys(allowed).filter((name) => !used.has(name)), [], 'an exception that is no longer needed');
  });
}

test('no file of tests waits for something between its tests: a run that ends when those so far have ended would leave out the others', async () => {
  const found = [];
  for (const name of (await files('')).filter((each) => each.endsWith('.test.mjs'))) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n').map(code);
    const first = lines.findIndex((line) => /^\s*test\(/.test(line));
    // What is not indented, and is no function, is done while the file is read.
    lines.forEach((line, at) => {
      if (at > first && /^\S/.test(line) && /\bawait\b/.test(line) && !/=>|^(export )?(async )?function/.test(line)) found.push(`${name}:${at + 1}: ${line.slice(0, 120)}`);
    });
  }
  assert.deepEqual(found, []);
});
