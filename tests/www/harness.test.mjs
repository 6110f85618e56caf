// @ts-check
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { accessibilityFaults, complaints, launch, serve } from './harness.mjs';

/** @type {string} */
let folder;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en"><title>t</title><main><h1>t</h1><img src="x.png"></main>');
  await writeFile(join(folder, 'a.wasm'), new Uint8Array([0, 0x61, 0x73, 0x6d]));
  browser = await launch();
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

test('the server names wasm as wasm, forbids stale copies and can leave out CORS', async () => {
  const open = await serve(folder);
  const closed = await serve(folder, { cors: false });
  const [a, b] = await Promise.all([fetch(`${open.url}a.wasm`), fetch(`${closed.url}a.wasm?v=1`)]);
  assert.equal(a.headers.get('content-type'), 'application/wasm');
  assert.equal(a.headers.get('access-control-allow-origin'), '*');
  assert.equal(a.headers.get('cache-control'), 'no-cache');
  assert.equal(b.status, 200);
  assert.equal(b.headers.get('access-control-allow-origin'), null);
  await Promise.all([open.close(), closed.close()]);
});

test('the server gives nothing from outside its folder, and nothing hidden', async () => {
  await writeFile(join(folder, '.secret'), '');
  const { url, close } = await serve(folder);
  for (const path of ['.secret', '%2esecret', '%2e%2e/%2e%2e/etc/passwd', '..%2f..%2fetc%2fpasswd', '%00', '%']) {
    assert.equal((await fetch(url + path)).status, 404, path);
  }
  await close();
});

test('the harness sees a missing file and an image without a name', async () => {
  const { url, close } = await serve(folder);
  const page = await browser.newPage();
  const heard = complaints(page);
  await page.goto(url);
  assert.ok(heard.some((line) => line.includes('404')), heard.join('\n'));
  assert.ok((await accessibilityFaults(page)).some((line) => line.startsWith('image-alt')));
  await page.close();
  await close();
});
