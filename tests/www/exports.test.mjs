// @ts-check
// Exports, each looked at with a program that reads it: the pictures must be the page's own drawing.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { complaints } from './harness.mjs';
import { shown } from './hook.mjs';
import { board, gameName, house, ready, settled } from './table.mjs';
import { choosePiece as choose, progress, skipToEnd } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

/** Pieces with labels of many steps, self-loops, and long chains. */
const pieces = /** @type {const} */ ([
  ['chess', 'PNRQ'],
  ['tamerlane', 'TD'],
]);

/** A page that has watched some games, with the exports open. @param {string} game @param {'light' | 'dark'} colorScheme */
async function watched(game, colorScheme) {
  const page = await here.openGame(`#v=1&g=${game}`, { colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } });
  await page.getByRole('tab', { name: 'Watch' }).click();
  await page.getByText('Games and algorithm').click();
  await page.getByLabel('Games', { exact: true }).fill('20');
  await page.getByLabel('Games', { exact: true }).press('Tab');
  await skipToEnd(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('heading', { name: 'Export', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Download SVG' }).waitFor();
  return page;
}

/** @param {Page} page @param {string} form */
async function download(page, form) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Download ${form}` }).click()]);
  return readFile(await file.path());
}

/** The drawing on the page, pixel for pixel, on white as on paper. @param {Page} page */
async function drawing(page) {
  // The drawing in a frame of its own over the whole window, at the size it was drawn for, which its view box tells.
  const size = await page.locator('#graph').evaluate((svg) => {
    const { width, height } = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (svg)).viewBox.baseVal;
    const frame = /** @type {HTMLElement} */ (svg.closest('#graph-frame'));
    frame.style.cssText = 'position: fixed; inset: 0; z-index: 9; height: auto; border: 0; padding: 0; border-radius: 0; background: #fff; --card: #fff; place-items: start; overflow: visible; contain: none';
    return { width: Math.ceil(width), height: Math.ceil(height) };
  });
  await page.setViewportSize({ width: Math.max(1280, size.width), height: Math.max(900, size.height) });
  // When the page has fitted it to its new frame: exactly the size of the file.
  await shown(page);
  await page.locator('#graph').evaluate((svg, { width, height }) => {
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(height));
  }, size);
  await shown(page);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, ...size }, animations: 'disabled' });
  await page.locator('#graph-frame').evaluate((frame) => void (frame.style.cssText = ''));
  await page.setViewportSize({ width: 1280, height: 900 });
  return { picture, size };
}

/** The share of pixels in which two pictures, drawn at one size, differ clearly. @param {Page} page @param {string[]} sources @param {{ width: number, height: number }} size */
const difference = (page, sources, size) =>
  page.evaluate(
    async ({ sources, size: { width, height } }) => {
      const pixels = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = Object.assign(document.createElement('canvas'), { width, height });
          const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
          context.drawImage(image, 0, 0, width, height);
          return context.getImageData(0, 0, width, height).data;
        }),
      );
      const [a, b] = pixels;
      let differing = 0;
      for (let at = 0; at < a.length; at += 4) if ([0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > 64)) differing++;
      return differing / (a.length / 4);
    },
    { sources, size },
  );

/** @param {string} type @param {Buffer} bytes */
const source = (type, bytes) => `data:${type};base64,${bytes.toString('base64')}`;

for (const [game, letters] of pieces) {
  test(`SVG and PNG of ${game}: the page’s own drawing, light and dark`, async (t) => {
    const light = await watched(game, 'light');
    const dark = await watched(game, 'dark');
    const faults = [complaints(light), complaints(dark)];
    for (const letter of letters) {
      await choose(light, letter);
      await choose(dark, letter);
      const [svg, png] = [await download(light, 'SVG'), await download(light, 'PNG')];
      assert.equal((await download(dark, 'SVG')).toString(), svg.toString(), `${letter}: on paper the colours are the same`);
      const { picture, size } = await drawing(light);
      if (process.env.SCREENSHOTS) for (const [name, bytes] of /** @type {[string, Buffer][]} */ ([['drawing.png', picture], ['export.svg', svg], ['export.png', png]])) await writeFile(join(process.env.SCREENSHOTS, `${game}-${letter}-${name}`), bytes);
      const own = source('image/png', picture);
      const shares = [
        await difference(light, [own, source('image/svg+xml', svg)], size),
        await difference(light, [own, source('image/png', png)], size),
        await difference(light, [own, source('image/png', await download(dark, 'PNG'))], size),
      ];
      t.diagnostic(`${letter}: ${shares.map((share) => `${(100 * share).toFixed(3)} %`).join(', ')} of ${size.width}×${size.height} pixels differ`);
      // The picture twice as fine is scaled down here, which blurs edges a little.
      assert.ok(shares[0] < 0.003 && shares[1] < 0.01 && shares[2] < 0.01, `${letter}: ${shares}`);
    }
    assert.deepEqual(faults.flat(), []);
  });
}

test('the exported picture needs no style sheet and says nothing about the page', async () => {
  const page = await watched('chess', 'dark');
  await choose(page, 'R');
  // A path that is lit on the page is not part of the automaton.
  await page.locator('#graph .glyph[tabindex="0"]').focus();
  await page.locator('#graph .glyph.lit').first().waitFor();
  const svg = (await download(page, 'SVG')).toString();
  assert.doesNotMatch(svg, /var\(|style|context-stroke|tabindex|aria-|data-|currentcolor/i);
  await page.evaluate((text) => { if (new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')) throw new Error('not XML'); }, svg);
});

test('Graphviz reads the DOT of every piece', async (t) => {
  if (spawnSync('dot', ['-V']).error) return t.skip('Graphviz is not installed');
  const page = await watched('chess', 'light');
  for (const letter of 'PNBRQKpq') {
    await choose(page, letter);
    const dot = await download(page, 'DOT');
    const states = Number(/^(\d+) state/.exec((await page.locator('#state-count').textContent()) ?? '')?.[1]);
    const plain = execFileSync('dot', ['-Tplain'], { input: dot, stdio: ['pipe', 'pipe', 'inherit'] }).toString();
    // One node more than states: where the arrow to the start comes from.
    assert.equal(plain.match(/^node /gm)?.length, states + 1, letter);
    // Each pair of states that the drawing joins by an arrow.
    const joined = await page.locator('#graph [data-from][data-to]').evaluateAll((all) => new Set(all.map((each) => `${each.getAttribute('data-from')} ${each.getAttribute('data-to')}`)).size);
    assert.equal(plain.match(/^edge /gm)?.length, joined + 1, letter);
  }
});

test('the game text that is exported opens as the game it is', async () => {
  const page = await watched('chess', 'light');
  assert.equal((await progress(page)).games, 20);
  const text = (await download(page, 'Game text')).toString();
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.locator('#editor').fill(text);
  await page.getByRole('button', { name: 'Play this' }).click();
  await settled(page, async () => ((await gameName(page)) ?? '').includes('as learned'));
  await ready(page);
  assert.equal(new Set(Object.values(await board(page))).size, 12, 'all kinds of pieces are there');
});
