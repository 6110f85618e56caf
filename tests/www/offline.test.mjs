// @ts-check
// Installed and without a network: at the top level only, and never half of one version and half of another.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { complaints, launch, root, serve } from './harness.mjs';
import { openTab, press } from './doing.mjs';
import { answered } from './hook.mjs';
import { click, plies, ready, rest, twoPeople, until } from './table.mjs';
import { skipToEnd } from './watching.mjs';

/** A copy of the page that a test may change, in a sub-folder, as it may be deployed. */
async function site() {
  const home = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  const folder = join(home, 'games');
  for (const name of ['index.html', 'docs.html', 'sw.js', 'manifest.webmanifest', 'www', 'pkg']) await cp(join(root, name), join(folder, name), { recursive: true });
  const [browser, server] = await Promise.all([launch(), serve(home)]);
  return {
    folder,
    browser,
    server,
    url: `${server.url}games/`,
    async close() {
      await Promise.all([browser.close(), server.close()]);
      await rm(home, { recursive: true });
    },
  };
}

/** @param {import('playwright-core').Page} page */
const controlled = (page) => until(page, '!!navigator.serviceWorker.controller');

test('after a first visit the page opens, plays and learns without a network', async () => {
  const place = await site();
  try {
    const context = await place.browser.newContext();
    const page = await context.newPage();
    await page.goto(place.url);
    await controlled(page);
    await place.server.close();
    const wrong = complaints(page);
    await page.goto(`${place.url}?theme=dark#v=1&g=breakthrough`);
    await page.reload();
    await ready(page);
    await twoPeople(page);
    await click(page, 'b2b3');
    await press(page, 'Hint');
    await page.getByRole('region', { name: 'Board' }).getByText(/^Hint: /).waitFor();
    assert.ok((await answered(page, 'values')).some(({ to }) => to === 'net'), 'an engine has its net');
    await openTab(page, 'Watch');
    await page.getByText('Games and algorithm').click();
    await page.getByLabel('Games', { exact: true }).fill('2');
    await page.getByLabel('Games', { exact: true }).press('Enter');
    await skipToEnd(page);
    await page.goto(`${place.url}docs.html`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The guide's examples wait, drawn; a worker that was stopped is no fault.
    await page.frameLocator('iframe').first().getByRole('button', { name: 'Play Breakthrough' }).waitFor();
    assert.deepEqual(wrong.filter((each) => !each.includes('blob:')), []);
    assert.equal(await page.evaluate("fetch('pkg/worker.js?v=another').then(() => 'answered', () => 'refused')"), 'refused', "another build's worker is never served");
  } finally {
    await place.close();
  }
});

test('a new version is offered while a page is open, and the game comes along', async () => {
  const place = await site();
  try {
    const page = await (await place.browser.newContext()).newPage();
    await page.goto(`${place.url}#v=1&g=breakthrough`);
    await controlled(page);
    await twoPeople(page);
    await click(page, 'b2b3');
    assert.equal(await page.getByText('A new version').count(), 0);
    // The list of files, which the service worker reads, names the version.
    const worker = await readFile(join(place.folder, 'sw.js'), 'utf8');
    const list = join(place.folder, /importScripts\(['"]([^'"]+)['"]\)/.exec(worker)?.[1] ?? '');
    const before = await readFile(list, 'utf8');
    const after = before.replace(/(version['"]?: ?['"])[^'"]*/, '$10000000000000000');
    assert.notEqual(after, before);
    await writeFile(list, after);
    await page.evaluate('navigator.serviceWorker.getRegistration().then((registration) => registration.update())');
    await page.getByText('A new version of Kibitzer').waitFor();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
    await plies(page, 1);
    await rest(page);
    assert.equal(await page.getByText('A new version').count(), 0, 'this page is the new version');
    const names = await page.evaluate('caches.keys()');
    assert.deepEqual(names, ['kibitzer-0000000000000000'], 'the old version is gone');
  } finally {
    await place.close();
  }
});

test('frames bring no service worker and no manifest', async () => {
  const place = await site();
  try {
    await writeFile(join(place.folder, 'course.html'), '<!doctype html><title>Course</title><iframe src="./?embed=1&game=gardner&side=both" width="800" height="600"></iframe>');
    const page = await (await place.browser.newContext()).newPage();
    // A service worker may come some time after the page: its clock is put forward.
    await page.clock.install();
    await page.goto(`${place.url}?embed=1&game=gardner`);
    await ready(page);
    await page.clock.fastForward(60_000);
    await rest(page);
    assert.equal(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
    assert.equal(await page.locator('link[rel=manifest]').count(), 0);
    await page.goto(`${place.url}course.html`);
    const frame = page.mainFrame().childFrames()[0];
    assert.ok(frame);
    await ready(frame);
    await page.clock.fastForward(60_000);
    await rest(frame);
    assert.equal(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
  } finally {
    await place.close();
  }
});

test('the page can be installed: a manifest, icons of the right sizes', async () => {
  const { url, close } = await serve(root);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
    const manifest = /** @type {any} */ (await page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"));
    assert.equal(manifest.start_url, './');
    for (const { src, sizes, type } of manifest.icons) {
      const size = await page.evaluate(`new Promise((done, fail) => { const image = new Image(); image.onload = () => done(image.naturalWidth); image.onerror = fail; image.src = '${src}'; })`);
      if (type === 'image/png') assert.equal(`${size}x${size}`, sizes, src);
    }
    const client = await page.context().newCDPSession(page);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  } finally {
    await browser.close();
    await close();
  }
});
