// @ts-check
// Draws the PNG icons from www/icon.svg, in Chromium: node build/icons.mjs. They change only when the icon does.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { launch, root } from '../tests/www/harness.mjs';

const svg = await readFile(join(root, 'www/icon.svg'), 'utf8');
const browser = await launch();
const page = await browser.newPage();
for (const [name, size, whole] of /** @type {[string, number, boolean][]} */ ([['icon-192', 192, false], ['icon-512', 512, false], ['icon-maskable', 512, true]])) {
  await page.setViewportSize({ width: size, height: size });
  // A maskable icon may lose its corners: it fills the square, and the face keeps to the middle.
  const style = whole ? 'background: #0d6b62; padding: 10%' : '';
  await page.setContent(`<style>html, body { margin: 0 } div { width: 100vw; height: 100vh; box-sizing: border-box; ${style} } svg { display: block }</style><div>${svg}</div>`);
  await writeFile(join(root, `www/${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
