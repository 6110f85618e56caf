// @ts-check
// Whether Trunk's dist/ runs from a sub-folder; `./dev trunk` builds it and then runs this.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { complaints, launch, root, screenshot, serve } from './harness.mjs';
import { firstMove } from './watching.mjs';

test('what Trunk built holds the files of the page and runs from a sub-folder', async () => {
  const host = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  const folder = join(host, 'games', 'kibitzer');
  await cp(join(root, 'dist'), folder, { recursive: true });
  const names = await readdir(folder, { recursive: true });
  for (const name of ['kibitzer.js', 'kibitzer_bg.wasm', 'kibitzer_wasm.js', 'build-id.js', join('nets', 'chess.net'), join('nets', 'chess.js')]) {
    assert.ok(names.includes(join('pkg', name)), `pkg/${name} is missing from dist/`);
  }
  for (const name of ['docs.html', 'sw.js', 'manifest.webmanifest', join('www', 'offline-files.js'), join('www', 'vendor', 'lean-qr.js')]) {
    assert.ok(names.includes(name), `${name} is missing from dist/`);
  }
  const { url, served, close } = await serve(host);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const heard = complaints(page);
    await page.goto(`${url}games/kibitzer/`);
    await firstMove(page);
    await screenshot(page, 'trunk');
    assert.deepEqual(heard, []);
    assert.ok(served.includes('games/kibitzer/pkg/kibitzer_bg.wasm'), `loaded only ${served.join(', ')}`);
  } finally {
    await browser.close();
    await close();
    await rm(host, { recursive: true });
  }
});
