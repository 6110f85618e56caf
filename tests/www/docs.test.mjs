// @ts-check
// The guide: its examples run, its links open, and everyone can read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { house, until } from './table.mjs';

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
  assert.equal(await still.getByRole('button', { name: 'Copy' }).count(), 0, 'no button that does nothing');
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
    await until(real, "State.engine === 'ready' && (State.board !== null)");
    if (src.includes('exercise')) await until(real, 'Exercise.task !== null');
    if (src.includes('learn')) await until(real, 'Watch.view !== null');
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
    assert.equal(String(await game.evaluate('State.game.text')).trim(), shown?.trim());
  }
});

test('every parameter and message that the guide names is known to the page, and the other way round', async () => {
  const page = await here.open('docs.html');
  const named = /** @type {string[]} */ (await page.evaluate(`[...document.querySelectorAll('[aria-label="Messages to the frame"] tbody th')].flatMap((cell) => cell.textContent.split(', '))`));
  const other = await here.openGame();
  const known = /** @type {string[]} */ (await other.evaluate('Later.need("commands").then(() => Object.keys(Commands))'));
  assert.deepEqual(named.sort(), known.sort());
});

test('the guide and the page lead to each other; code can be copied', async () => {
  const page = await here.openGame();
  await page.getByRole('link', { name: /^Guide: for teachers/ }).click();
  await page.getByRole('heading', { name: 'A guide to Kibitzer' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^<iframe src="http:\/\/127/);
  await page.getByRole('link', { name: 'one HTML file' }).click();
  await until(page, "document.getElementById('single-note').textContent !== '' || document.getElementById('single').dataset.found === 'yes'");
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await page.getByRole('gridcell', { name: /^a1, white rook/ }).waitFor();
});
