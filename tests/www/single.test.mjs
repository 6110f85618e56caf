// @ts-check
// The page as one file: from a disk, in a sandboxed frame, without storage.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { press } from './doing.mjs';
import { complaints, launch, root, serve } from './harness.mjs';
import { click, gameName, ready, settled, twoPeople, until } from './table.mjs';
import { firstMove, progress } from './watching.mjs';

/** @type {string} */
let folder;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  await promisify(execFile)('node', [join(root, 'build/single.mjs'), join(folder, 'kibitzer.html')]);
  browser = await launch();
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** @param {import('playwright-core').Page | import('playwright-core').Frame} place */
async function plays(place) {
  // As a link in its own address bar.
  await settled(place, async () => /\S/.test((await gameName(place)) ?? '') && !/^Loading/.test((await place.locator('#turn').textContent()) ?? ''));
  await place.evaluate("location.hash = 'v=1&g=breakthrough'");
  await settled(place, async () => (await gameName(place)) === 'Breakthrough');
  await ready(place);
  await twoPeople(place);
  await click(place, 'b2b3');
  await click(place, 'g7g6');
}

test('its engine has the nets', async () => {
  const page = await (await browser.newContext()).newPage();
  const wrong = complaints(page);
  await page.goto(`${pathToFileURL(join(folder, 'kibitzer.html')).href}#v=1&g=gardner`);
  await ready(page);
  await press(page, 'Engine view');
  await page.getByText('A small neural net').waitFor();
  assert.deepEqual(wrong, []);
});

test('it runs from a disk, learns, and asks for nothing', async () => {
  const page = await (await browser.newContext()).newPage();
  const wrong = complaints(page);
  const address = pathToFileURL(join(folder, 'kibitzer.html')).href;
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(address);
  await firstMove(page);
  await until(page, async () => (await progress(page)).positions > 0 && (await page.locator('#learned-pieces button').count()) > 0);
  await plays(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('This page was opened from a disk').waitFor();
  await page.getByRole('button', { name: 'QR code' }).click();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(page, "getComputedStyle(document.body).backgroundColor === 'rgb(20, 25, 27)'");
  assert.equal(await page.evaluate("!!document.querySelector('link[rel=manifest]') || !!navigator.serviceWorker?.controller"), false);
  assert.deepEqual(asked.filter((url) => url !== address && !/^(blob|data):/.test(url)), []);
  assert.deepEqual(wrong, []);
});

test('it runs in a sandboxed frame, and its policy has no unsafe-inline', async () => {
  const host = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  await writeFile(join(host, 'kibitzer.html'), await readFile(join(folder, 'kibitzer.html')));
  await writeFile(join(host, 'index.html'), '<!doctype html><title>Course</title><iframe sandbox="allow-scripts" src="kibitzer.html?embed=1&side=both" width="900" height="700"></iframe>');
  const { url, served, close } = await serve(host, { cors: false });
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    const frame = page.mainFrame().childFrames()[0];
    assert.ok(frame);
    await plays(frame);
    assert.deepEqual([...new Set(served)].sort(), ['index.html', 'kibitzer.html']);
    const policy = await frame.evaluate("document.querySelector('meta[http-equiv]').content");
    assert.doesNotMatch(String(policy), /unsafe-inline|'unsafe-eval'|'self'|\*/);
    await frame.evaluate("{ const script = document.createElement('script'); script.textContent = 'self.trap = 1'; document.body.append(script); }");
    assert.equal(await frame.evaluate('self.trap'), undefined);
  } finally {
    await close();
    await rm(host, { recursive: true });
  }
});

test('it runs where storage throws', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException('blocked', 'SecurityError'); } });
    }
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => { throw new DOMException('blocked', 'SecurityError'); } });
  });
  const page = await context.newPage();
  const wrong = complaints(page);
  await page.goto(pathToFileURL(join(folder, 'kibitzer.html')).href);
  await plays(page);
  await page.getByRole('button', { name: /^Theme/ }).click();
  // And so does the page itself.
  const { url, close } = await serve(root);
  await page.goto(url);
  await plays(page);
  assert.deepEqual(wrong, []);
  await close();
});
