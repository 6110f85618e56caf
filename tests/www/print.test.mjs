// @ts-check
// On paper: the board, the rules, the automaton of the chosen piece and its transitions, on white, without controls.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { complaints } from './harness.mjs';
import { openTab } from './doing.mjs';
import { cell, house, idle, pixel, ready } from './table.mjs';
import { choosePiece, firstMove, watchGames } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** A4 without margins, in CSS pixels. */
const paper = { width: 680, height: 1000 };

/** What Chromium prints. @param {Page} page @param {string} name */
async function pdf(page, name) {
  const bytes = await page.pdf({ format: 'A4', printBackground: false });
  if (process.env.SCREENSHOTS) await writeFile(join(process.env.SCREENSHOTS, `${name}.pdf`), bytes);
  return bytes.toString('latin1');
}

/** The page as it lies on paper. @param {Page} page */
async function onPaper(page) {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
}

/** The colours of all squares, at a corner where no piece reaches. @param {Page} page @returns {Promise<string[]>} */
const corners = (page) => Promise.all(Array.from({ length: 64 }, (_, index) => pixel(cell(page, `${'abcdefgh'[index % 8]}${Math.floor(index / 8) + 1}`), [0.05, 0.05])));

/** Which of these can be seen. @param {Page} page @param {string} selectors */
const seen = (page, selectors) =>
  page.evaluate((list) => [...document.querySelectorAll(list)].filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().height > 1 && !each.closest('.unseen')).map((each) => each.id || each.tagName.toLowerCase()), selectors);

test('a page in the dark is printed on white: board, rules, automaton, transitions, no controls', async () => {
  const page = await here.openGame('#v=1&g=chess', { colorScheme: 'dark', reducedMotion: 'reduce' });
  const heard = complaints(page);
  await openTab(page, 'Watch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await firstMove(page);
  await watchGames(page, 8);
  await choosePiece(page, 'N');
  const dark = await corners(page);
  // From another tab: what is printed does not depend on it.
  await openTab(page, 'Copy');
  const printed = await pdf(page, 'print');
  assert.ok((printed.match(/\/Type \/Page\b/g) ?? []).length >= 2, 'at least two pages');
  await idle(page);
  assert.deepEqual(await corners(page), dark, 'afterwards the board is dark again');
  assert.equal(await page.locator('#transitions-box').evaluate((box) => box.hasAttribute('open')), false, 'and the table closed');

  await onPaper(page);
  assert.deepEqual(await seen(page, 'button, select, input, textarea, a, [role=tablist], dialog, summary:not(#transitions-box > summary), iframe'), []);
  const parts = ['canvas', 'graph', 'transitions', 'goals', 'pieces'];
  assert.deepEqual(await seen(page, parts.map((id) => `#${id}`).join()), parts);
  assert.equal(await page.locator('#pieces li').count(), 6);
  assert.match((await page.locator('#pieces').innerText()), /knight/);
  assert.match(await page.locator('#learned-name').innerText(), /knight/);
  assert.ok((await page.locator('#transitions tbody tr').count()) >= 8);
  assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), paper.width);
  const light = await here.openGame('#v=1&g=chess', { colorScheme: 'light' });
  const [a1, b1] = await corners(light);
  const printedOn = new Set(
    /** @type {string[]} */ (
      await page.locator('#canvas').evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const found = new Set();
        for (let at = 0; at < pixels.length; at += 4) found.add([pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]].join());
        return [...found];
      })
    ),
  );
  assert.ok(a1 && b1 && a1 !== b1 && printedOn.has(a1) && printedOn.has(b1), 'the board is light on paper');
  assert.ok(!printedOn.has(dark[0] ?? '') && !printedOn.has(dark[1] ?? ''));
  const cut = await page.evaluate("[...document.querySelectorAll('.graph-frame, .table-frame, .board-space, #pieces code')].filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 2 && getComputedStyle(each).overflowY !== 'visible').map((each) => each.id || each.className)");
  assert.deepEqual(cut, [], 'paper does not scroll');
  assert.deepEqual(heard, []);
});

test('before anything was learned, board and rules are printed alone', async () => {
  const page = await here.openGame();
  await onPaper(page);
  assert.deepEqual(await seen(page, '#canvas, #goals, #pieces, #graph, #learned, #transitions'), ['canvas', 'goals', 'pieces']);
  assert.deepEqual(await seen(page, 'button, select, input'), []);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await ready(page);
  assert.equal(await page.locator('#panel-rules').isVisible(), false);
});

test('the guide is printed as text, with its code and without its frames', async () => {
  const page = await here.open('docs.html', { colorScheme: 'dark' });
  await pdf(page, 'print, guide');
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await seen(page, 'iframe, button, nav'), []);
  assert.ok((await seen(page, 'h2')).length >= 3 && (await seen(page, '.code')).length >= 3);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), paper.width);
  assert.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(0, 0, 0)');
});
