// @ts-check
// The page in places that allow little: sandboxed frames of another origin, and a file on a disk.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { launch, root, serve } from './harness.mjs';
import { click, ready, twoPeople } from './table.mjs';

for (const cors of [true, false]) {
  test(`plays in a sandboxed frame of another origin, ${cors ? 'with' : 'without'} Access-Control-Allow-Origin`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kibitzer-'));
    const [browser, game, host] = await Promise.all([launch(), serve(root, { cors }), serve(folder)]);
    try {
      await writeFile(join(folder, 'index.html'), `<!doctype html><title>Course</title><iframe sandbox="allow-scripts" src="${game.url}?embed=1" width="900" height="700"></iframe>`);
      const page = await browser.newPage();
      await page.goto(host.url);
      const frame = page.frames().find((each) => each.url().startsWith(game.url));
      assert.ok(frame);
      await frame.locator('#player-black').waitFor();
      await ready(frame);
      assert.equal(await frame.evaluate('origin'), 'null');
      await twoPeople(frame);
      await click(frame, 'b2b3');
      await click(frame, 'g7g6');
      await frame.locator('#theme').evaluate((button) => /** @type {HTMLElement} */ (button).click());
      await frame.getByRole('button', { name: 'Share' }).click();
      assert.match(await frame.getByRole('textbox', { name: 'Link' }).inputValue(), /#v=1&/);
      assert.equal(game.served.includes('pkg/kibitzer_wasm.js'), !cors, 'the module comes as a script only where it cannot be fetched');
    } finally {
      await Promise.all([browser.close(), game.close(), host.close(), rm(folder, { recursive: true })]);
    }
  });
}

test('opened from a disk, where no worker may start, it shows the board and says what to do', async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(root, 'index.html')).href);
    await page.getByRole('alert').filter({ hasText: 'opened from a disk' }).waitFor();
    assert.equal(await page.getByRole('gridcell').first().getAttribute('aria-label'), 'a8, black rook');
  } finally {
    await browser.close();
  }
});
