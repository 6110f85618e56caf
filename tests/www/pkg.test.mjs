// @ts-check
// What is committed in pkg/: whether it is whole, of one build, and small enough.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import vm from 'node:vm';
import { brotliCompressSync } from 'node:zlib';

import { launch, root, serve } from './harness.mjs';
import { firstMove } from './watching.mjs';

/** @param {string} path */
const read = (path) => readFile(join(root, path));
/** @param {string} path */
const brotli = async (path) => brotliCompressSync(await read(path)).length;
const limits = { firstLoad: 300_000, requests: 12 };
/** The builds of the crate. */
const modules = (await readdir(join(root, 'pkg'))).flatMap((name) => /^(\w+)_bg\.wasm$/.exec(name)?.[1] ?? []);

/** The global that a classic script sets. @param {string} path @param {string} name */
async function globalOf(path, name) {
  const scope = vm.createContext({});
  scope.self = scope;
  vm.runInContext((await read(path)).toString(), scope);
  return scope[name];
}

test('build-id.js lists the modules', async () => {
  assert.deepEqual(Object.keys(await globalOf('pkg/build-id.js', 'KIBITZER_MODULES')).sort(), modules.sort());
});

for (const name of modules) {
  test(`the module ${name} is of the build and size that build-id.js names`, async () => {
    const bindgen = vm.runInThisContext(`(() => { ${await read(`pkg/${name}.js`)}; return wasm_bindgen; })()`);
    const wasm = await read(`pkg/${name}_bg.wasm`);
    bindgen.initSync({ module: wasm });
    const { build, size } = (await globalOf('pkg/build-id.js', 'KIBITZER_MODULES'))[name];
    assert.deepEqual([bindgen.buildId(), wasm.length], [build, size]);
  });

  test(`the script for frames that may not fetch holds the very module ${name}`, async () => {
    const base64 = await globalOf(`pkg/${name}_wasm.js`, 'KIBITZER_WASM_BASE64');
    assert.ok(Buffer.from(base64, 'base64').equals(await read(`pkg/${name}_bg.wasm`)), 'run ./dev build --force');
  });
}

test('the nets in pkg/ are those of the core, also as scripts', async () => {
  const nets = await readdir(join(root, 'src/bots/nets'));
  assert.deepEqual((await readdir(join(root, 'pkg/nets'))).sort(), nets.flatMap((file) => [file, file.replace('.net', '.js')]).sort());
  for (const file of nets) {
    const [name, net] = [file.replace('.net', ''), await read(`src/bots/nets/${file}`)];
    assert.ok(net.length <= 30_000, name);
    assert.ok(net.equals(await read(`pkg/nets/${file}`)), name);
    assert.ok(net.equals(Buffer.from((await globalOf(`pkg/nets/${name}.js`, 'KIBITZER_NETS'))[name], 'base64')), name);
    // What a module knows of a net is its game.
    for (const module of modules) assert.ok(!(await read(`pkg/${module}_bg.wasm`)).includes(net.subarray(-64)), `${name} in ${module}`);
  }
});

test('nothing in pkg/ names a folder of the machine that built it', async () => {
  for (const { name } of (await readdir(join(root, 'pkg'), { withFileTypes: true })).filter((each) => each.isFile())) {
    const found = (await read(`pkg/${name}`)).toString('latin1').match(/\/(home|root|Users|work|tmp)\/[\w./-]*/);
    assert.equal(found?.[0], undefined, `pkg/${name}`);
  }
});

test(`a first visit loads at most ${limits.firstLoad / 1000} KB compressed, in at most ${limits.requests} requests`, async (t) => {
  const { url, served, close } = await serve(root);
  const browser = await launch();
  // What is kept for offline use is loaded after the visit has begun, and is no part of it.
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.goto(url);
  await firstMove(page);
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
  assert.ok(served.length <= limits.requests, `${served.length} requests: ${served.join(', ')}`);
  for (const name of modules) t.diagnostic(`${String(await brotli(`pkg/${name}_bg.wasm`)).padStart(7)} ${name}_bg.wasm`);
});
