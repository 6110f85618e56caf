// @ts-check
// How the page looks and feels: every view for everyone, at every width, and never a stutter.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { accessibilityFaults, root, screenshot } from './harness.mjs';
import { breakthrough, cell, click, colour, gameName, house, settled, shortGame, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** @param {Page} page */
const closeDialog = (page) => page.keyboard.press('Escape');

/** Every view of the page: how to get there from the one before, and how to leave. @type {[string, (page: Page) => Promise<unknown>, ((page: Page) => Promise<unknown>)?][]} */
const views = [
  ['start', async () => {}],
  ['piece picked up', (page) => cell(page, 'b2').click()],
  ['rules', (page) => page.getByRole('tab', { name: 'Rules' }).click()],
  ['text with an error', async (page) => {
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('#editor').fill('<BOARD>\n8 !');
    await page.locator('#editor-verdict.error-text').filter({ hasText: /\S/ }).waitFor();
  }],
  ['copy and paste', (page) => page.getByRole('tab', { name: 'Copy' }).click()],
  ['gallery', (page) => page.getByRole('button', { name: 'Games' }).click(), closeDialog],
  ['share', async (page) => {
    await page.getByRole('button', { name: 'Share' }).click();
    // It opens when the worker has answered; Escape before that would close nothing.
    await page.getByRole('dialog', { name: 'Share', exact: true }).waitFor();
  }, closeDialog],
  ['help', (page) => page.getByRole('button', { name: 'Keys and help' }).click(), closeDialog],
  ['game over', async (page) => {
    await page.getByRole('tab', { name: 'Play' }).click();
    await twoPeople(page);
    for (const move of shortGame) await click(page, move);
  }],
  ['notice', async (page) => {
    await page.evaluate("location.hash = '#v=1&d=x&c=y'");
    await page.getByRole('alert').filter({ hasText: 'cannot be opened' }).waitFor();
  }],
];

test('axe-core finds nothing on any view, light or dark', async () => {
  const page = await here.openGame(breakthrough, { reducedMotion: 'reduce' });
  for (const [name, go, leave] of views) {
    await go(page);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(page), [], `${name}, ${colorScheme}`);
      await screenshot(page, `${name}, ${colorScheme}`);
    }
    await leave?.(page);
  }
});

test('at 320 pixels nothing sticks out and nothing is too small to touch', async () => {
  const page = await here.openGame(breakthrough, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  for (const [name, go, leave] of views) {
    await go(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, name);
    const small = await page.evaluate(`[...document.querySelectorAll('button, select, input, [role=gridcell]')]
      .map((element) => [element.id || element.getAttribute('aria-label') || element.textContent, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([name]) => name)`);
    assert.deepEqual(small, [], name);
    await screenshot(page, `${name}, 320`);
    await leave?.(page);
  }
});

test('a board of sixteen by sixteen fits a narrow page: it scrolls in its own frame', async () => {
  const page = await here.openGame(breakthrough, { viewport: { width: 320, height: 568 } });
  const row = '................';
  const men = 'PPPPPPPPPPPPPPPP';
  const rows = [men.toLowerCase(), ...Array(14).fill(row), men].map((each) => `|${each}|`);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.locator('#editor').fill(`<<Wide>>\n<BOARD>\n16 16\n${rows.join('\n')}\n<PIECES>\nP (0,1,e) + (1,1,p) &\n<GOALS>\n200 &\n@P 0 15 &\n@p 0 0 &\n`);
  await page.getByRole('button', { name: 'Play this' }).click();
  await settled(page, async () => (await gameName(page)) === 'Wide' && (await page.locator('#grid [role=gridcell]').count()) === 256);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  await page.getByRole('tab', { name: 'Play' }).click();
  await twoPeople(page);
  await click(page, 'p1p2');
});

test('the start position is drawn before the rules have arrived', async () => {
  const page = await here.open();
  await page.route('**/pkg/worker.js*', () => {});
  await page.reload();
  await cell(page, 'a1').waitFor();
  await until(page, async () => /^Loading the rules engine/.test((await turn(page)) ?? ''));
  const [rook, empty] = [await colour(page, 'a1'), await colour(page, 'a3')];
  assert.notEqual(rook, empty, 'a1 shows a piece');
  assert.equal(await colour(page, 'c3'), empty);
  assert.equal(await cell(page, 'a1').getAttribute('aria-label'), 'a1, white rook');
});

test('rules are told in a sentence, once for both sides where they are alike', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('#pieces li').first().waitFor();
  assert.equal(await page.locator('#pieces li').count(), 6);
  const knight = page.locator('#pieces li').filter({ hasText: 'N / n – knight' });
  assert.match((await knight.textContent()) ?? '', /2 each at the start.*It leaps .* also to capture/);
  const unlike = await here.openGame('#v=1&g=los-alamos-asymmetric');
  await unlike.getByRole('tab', { name: 'Rules' }).click();
  await unlike.locator('#pieces li').filter({ hasText: 'N – white knight' }).waitFor();
});

test('HTML, CSS and JavaScript of a first visit are at most 140 KB compressed', async (t) => {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  // Whatever the page names: its scripts, its styles and its icon.
  const files = [...html.matchAll(/<(?:script|link)(?![^>]*data-trunk)[^>]*? (?:src|href)="([^":]+\.(?:js|css|svg))"/g)].map((found) => found[1] ?? '');
  assert.ok(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css')), files.join());
  let total = 0;
  for (const file of ['index.html', ...files]) total += brotliCompressSync(await readFile(join(root, file))).length;
  t.diagnostic(`${total} bytes`);
  assert.ok(total <= 140_000, `${total} bytes`);
});

test('on the first look at the games, every card shows the pieces of its game', async () => {
  const page = await here.openGame('#v=1&g=chess');
  await page.getByRole('button', { name: 'Games', exact: true }).click();
  /** Cards whose picture has no more than the two colours of the squares. */
  const empty = () =>
    page.locator('#cards .card').evaluateAll((cards) =>
      cards
        .filter((card) => {
          const canvas = card.querySelector('canvas');
          const pixels = new Uint32Array(canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? []);
          return new Set(pixels).size <= 2;
        })
        .map((card) => card.querySelector('b')?.textContent),
    );
  // In these two, the players place their pieces on an empty board.
  await until(page, async () => (await empty()).join() === 'Game1,Game2');
});
