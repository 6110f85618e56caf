// @ts-check
// Writes www/offline-files.js: what the service worker keeps, and a version that changes with any of it.
// node build/offline.mjs [FOLDER] [--check]; `./dev build` runs it, `./dev test` checks that it was run.

import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const check = process.argv.includes('--check');
const folder = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? fileURLToPath(new URL('../', import.meta.url));
const target = join(folder, 'www', 'offline-files.js');

/** @param {string} name @param {RegExp} wanted */
const list = async (name, wanted) => (await readdir(join(folder, name))).filter((each) => wanted.test(each)).map((each) => `${name}/${each}`);

// The wasm as a script is for frames, which have no service worker; wasm-bindgen's script is in the worker's.
const spare = (await list('pkg', /_bg\.wasm$/)).flatMap((path) => ['.js', '_wasm.js'].map((end) => path.replace('_bg.wasm', end)));

const files = [
  'index.html',
  'docs.html',
  'manifest.webmanifest',
  ...(await list('www', /\.svg$/)),
  ...(await list('www/vendor', /\.js$/)),
  ...(await list('pkg', /\.(js|css|wasm)$/)).filter((path) => !spare.includes(path)),
  // As scripts, they are for frames too.
  ...(await list('pkg/nets', /\.net$/)),
].sort();

const digest = createHash('sha256');
for (const path of files) {
  const bytes = await readFile(join(folder, path));
  // The same on every platform, whatever git does with the ends of lines.
  const text = /\.(png|wasm|net)$/.test(path) ? bytes : bytes.toString().replaceAll('\r\n', '\n');
  digest.update(path).update('\0').update(text);
}
const version = digest.digest('hex').slice(0, 16);
const builds = [...(await readFile(join(folder, 'pkg/build-id.js'), 'utf8')).matchAll(/build: "(.*?)"/g)].map(([, build]) => build);

const text = `// @ts-check
// Made by \`./dev build\`; do not edit.

/** What the service worker keeps for the time without a network. */
const KIBITZER_OFFLINE = {
  version: "${version}",
  builds: ${JSON.stringify([...new Set(builds)])},
  files: [
${['www/offline-files.js', ...files].map((path) => `    "${path}",`).join('\n')}
  ],
};
`;

if (check) {
  const found = await readFile(target, 'utf8').catch(() => '');
  if (found.replaceAll('\r\n', '\n') !== text) {
    console.error('www/offline-files.js does not fit the files of the page: run ./dev build and commit it');
    process.exit(1);
  }
} else await writeFile(target, text);
