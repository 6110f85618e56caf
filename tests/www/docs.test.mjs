// @ts-check
// The guide: its examples run, its links open, and everyone can read it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { accessibilityFaults, complaints, root, screenshot, serve } from './harness.mjs';
import { house, loaded, until } from './table.mjs';
import { watches } from './watching.mjs';

const here = await house();

test('axe-core finds nothing in the guide, light or dark, wide or narrow, with a script or without', async () => {
  const page = await here.open('docs.html');
  const wrong = complaints(page);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessibilityFaults(page), [], colorScheme);
    await screenshot(page, `docs, ${colorScheme}`);
  }
  await page.setViewportSize({ width: 320, height: 568 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  await screenshot(page, 'docs, 320');
  assert.deepEqual(wrong, []);
  const still = await here.open('docs.html', { javaScriptEnabled: false });
  await still.getByRole('heading', { name: 'For inventors' }).waitFor();
  assert.equal(await still.getByRole('button').count(), 0, 'no button that does nothing');
});

test('every example frame waits for its button, then runs; its code is what runs', async () => {
  const page = await here.open('docs.html', { viewport: { width: 1100, height: 900 } });
  const examples = await page.locator('.example:has(iframe)').all();
  assert.equal(examples.length, 4);
  for (const example of examples) {
    const frame = example.locator('iframe');
    await frame.scrollIntoViewIfNeeded();
    const src = await frame.evaluate((element) => /** @type {HTMLIFrameElement} */ (element).src);
    const code = (await example.locator('code').textContent()) ?? '';
    assert.ok(code.includes(`src="${src.replaceAll('&', '&amp;')}"`), code);
    const inner = frame.contentFrame();
    await inner.locator('#start-embed').click();
    const handle = await frame.elementHandle();
    const real = await handle?.contentFrame();
    assert.ok(real);
    await loaded(real);
    if (src.includes('exercise')) await real.locator('#exercise-task').filter({ hasText: /^Mark every square/ }).waitFor();
    if (src.includes('learn')) await until(real, () => watches(real));
    assert.equal(await real.locator('.notice').count(), 0, src);
    const overflow = await real.evaluate('document.body.getBoundingClientRect().height - innerHeight');
    assert.ok(Number(overflow) < 400, `${src}: ${overflow} pixels do not fit`);
  }
});

test('the games in the guide open by their links, and are the texts shown there', async () => {
  const page = await here.open('docs.html');
  const links = page.locator('a.button');
  assert.equal(await links.count(), 2);
  for (let index = 0; index < 2; index++) {
    const shown = await links.nth(index).evaluate((link) => link.closest('.example')?.querySelector('code')?.textContent);
    const game = await here.openGame(String(await links.nth(index).getAttribute('href')).replace('./', ''));
    await game.getByRole('tab', { name: 'Text' }).click();
    assert.equal((await game.locator('#editor').inputValue()).trim(), shown?.trim());
  }
});

test('every parameter and message that the guide names is known to the page, and the other way round', async () => {
  const page = await here.open('docs.html');
  const named = /** @type {string[]} */ (await page.evaluate(`[...document.querySelectorAll('[aria-label="Messages to the frame"] tbody th')].flatMap((cell) => cell.textContent.split(', '))`));
  // A frame says which commands it knows when it is ready.
  const other = await here.browser.newPage();
  await other.setContent(`<script>const heard = []; addEventListener('message', ({ data }) => heard.push(data));</script><iframe src="${here.url}?embed=1&amp;game=gardner&amp;autostart=0"></iframe>`);
  await until(other, "heard.some(({ type }) => type === 'ready')");
  const known = /** @type {string[]} */ (await other.evaluate("heard.find(({ type }) => type === 'ready').commands"));
  await other.close();
  assert.deepEqual(named.sort(), known.sort());
});

test('the guide and the page lead to each other; code can be copied', async () => {
  const page = await here.openGame();
  await page.getByRole('link', { name: /^Guide: for teachers/ }).click();
  await page.getByRole('heading', { name: 'A guide to Kibitzer' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^<iframe src="http:\/\/127/);
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await page.getByRole('gridcell', { name: /^a1, white rook/ }).waitFor();
});

test('the guide gives the single file on any host: it is made from the files of the site, as the build makes it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kibitzer-clone-'));
  // What a clone or a copy on a static host has; the build's own folder is not part of it.
  for (const name of ['index.html', 'docs.html', 'www', 'pkg']) await cp(join(root, name), join(folder, name), { recursive: true });
  const host = await serve(folder);
  const page = await here.browser.newPage();
  try {
    await page.goto(`${host.url}docs.html`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as one HTML file' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'kibitzer.html');
    await download.saveAs(join(folder, 'saved.html'));
    await page.locator('#single-note').filter({ hasText: /^Saved as kibitzer\.html, \d\.\d MB\.$/ }).waitFor();
    await promisify(execFile)('node', [join(root, 'build/single.mjs'), join(folder, 'built.html')]);
    assert.ok((await readFile(join(folder, 'saved.html'))).equals(await readFile(join(folder, 'built.html'))), 'the same file, byte for byte');
    await page.goto(pathToFileURL(join(folder, 'saved.html')).href);
    await page.getByRole('gridcell', { name: /^a1, white/ }).waitFor();
    // A host that lost a file says which.
    await rm(join(folder, 'pkg/worker-complete.js'));
    await page.goto(`${host.url}docs.html`);
    await page.getByRole('button', { name: 'Save as one HTML file' }).click();
    await page.locator('#single-note').filter({ hasText: /^pkg\/worker-complete\.js could not be loaded\./ }).waitFor();
    assert.deepEqual(await page.evaluate("[...document.links].filter((link) => link.pathname.includes('dist-single')).length"), 0);
  } finally {
    await page.close();
    await host.close();
    await rm(folder, { recursive: true });
  }
});
