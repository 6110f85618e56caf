// @ts-check
// Runs all page tests, two files at a time: `node tests/www/all.mjs`. `node --test` takes files by their names, whatever the order
// in which they are given, and ends with one long file while the other core has nothing to do. Here the long ones come first.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** By the time that they take of a processor. A file that is not named here is short. */
const long = ['monkey', 'layout', 'lesson', 'watch', 'embedding', 'thinking', 'inspect', 'mygames', 'lab', 'exports'];
/** They want the native tool, which the compiler makes meanwhile. */
const late = ['invent', 'toy'];

const names = readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => name.replace('.test.mjs', '')).sort();
for (const name of [...long, ...late]) if (!names.includes(name)) throw new Error(`there is no ${name}.test.mjs: correct the lists in all.mjs`);
const others = names.filter((name) => !long.includes(name) && !late.includes(name));
const [most, rest] = [others.slice(0, (others.length * 3) / 4), others.slice((others.length * 3) / 4)];
const files = [...long, ...most, ...late, ...rest].map((name) => join(folder, `${name}.test.mjs`));

// No second tries: a test that fails now and then is wrong. A file that hangs, or leaves a browser behind, ends all the same, and
// counts as failed.
const options = { files, concurrency: 2, timeout: 1_800_000, forceExit: true };
run(options)
  .on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
