// @ts-check
// What is committed in pkg/: whether it is whole, of one build, and small enough.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import vm from 'node:vm';
import { brotliCompressSync } from 'node:zlib';

import { launch, root, serve } from './harness.mjs';
import { until } from './table.mjs';

/** @param {string} path */
const read = (path) => readFile(join(root, path));
/** @param {string} path */
const brotli = async (path) => brotliCompressSync(await read(path)).length;
const limits = { wasm: 290_000, firstLoad: 400_000 };

/** The global that a classic script sets. @param {string} path @param {string} name */
async function globalOf(path, name) {
  const scope = vm.createContext({});
  scope.self = scope;
  vm.runInContext((await read(path)).toString(), scope);
  return scope[name];
}

test('the module names the build that build-id.js names', async () => {
  const bindgen = vm.runInThisContext(`${await read('pkg/kibitzer.js')}; wasm_bindgen`);
  bindgen.initSync({ module: await read('pkg/kibitzer_bg.wasm') });
  assert.equal(bindgen.buildId(), await globalOf('pkg/build-id.js', 'KIBITZER_BUILD_ID'));
});

test('the script for frames that may not fetch holds the very same module', async () => {
  const base64 = await globalOf('pkg/kibitzer_wasm.js', 'KIBITZER_WASM_BASE64');
  assert.ok(Buffer.from(base64, 'base64').equals(await read('pkg/kibitzer_bg.wasm')), 'run ./dev build --force');
});

test('nothing in pkg/ names a folder of the machine that built it', async () => {
  for (const name of await readdir(join(root, 'pkg'))) {
    const found = (await read(`pkg/${name}`)).toString('latin1').match(/\/(home|root|Users|work|tmp)\/[\w./-]*/);
    assert.equal(found?.[0], undefined, `pkg/${name}`);
  }
});

test(`the module is at most ${limits.wasm / 1000} KB compressed`, async (t) => {
  const size = await brotli('pkg/kibitzer_bg.wasm');
  t.diagnostic(`kibitzer_bg.wasm: ${size} bytes`);
  assert.ok(size <= limits.wasm, `${size} bytes`);
});

test(`everything that a first visit loads is at most ${limits.firstLoad / 1000} KB compressed`, async (t) => {
  const { url, served, close } = await serve(root);
  const browser = await launch();
  // What is kept for offline use is loaded after the visit has begun, and is no part of it.
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.goto(url);
  await until(page, 'State.watched?.last !== undefined');
  await browser.close();
  await close();
  assert.ok(served.includes('pkg/kibitzer_bg.wasm'), `the page did not load the module, only ${served.join(', ')}`);
  let total = 0;
  for (const path of new Set(served)) {
    const size = await brotli(path);
    total += size;
    t.diagnostic(`${String(size).padStart(7)} ${path}`);
  }
  t.diagnostic(`${String(total).padStart(7)} in all`);
  assert.ok(total <= limits.firstLoad, `${total} bytes`);
});
