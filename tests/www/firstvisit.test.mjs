// @ts-check
// A first visit: what this is, the automaton in sight, and how far the loading is.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';

import { accessibilityFaults, root } from './harness.mjs';
import { house, ready, until } from './table.mjs';
import { records } from './watching.mjs';

const here = await house();
const line = 'This program has not been told the rules. Watch it work them out, then play it.';

for (const [width, height] of [[390, 844], [360, 740], [1280, 800]]) {
  test(`at ${width} by ${height}, the first screen says what this is and shows board and automaton`, async () => {
    const page = await here.open('', { viewport: { width, height } });
    await until(page, async () => (await records(page)) > 2 && (await page.locator('#graph .state').count()) > 0);
    const words = page.getByText(line);
    assert.equal(await words.isVisible(), true);
    /** @param {string} selector */
    const box = async (selector) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: Infinity, width: 0, height: 0 };
    const [said, board, graph] = [await words.boundingBox(), await box('#board'), await box('#graph-frame')];
    assert.ok(said && said.y + said.height <= board.y, 'the line stands above the board');
    assert.ok(board.y < 170 && board.y + board.height < height, 'the board is on the screen');
    assert.ok(graph.y + 100 <= height, `the automaton begins at ${graph.y} of ${height}`);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.reload();
    await until(page, async () => (await records(page)) > 0);
    assert.equal(await words.isVisible(), false, 'once is enough');
  });
}

test('a link to a game comes without the line', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  assert.equal(await page.getByText(line).isVisible(), false);
});

/**
 * Serves the page, its wasm at so many bytes a second.
 *
 * @param {{ length?: boolean, refused?: boolean }} [options] whether the length is told; whether the wasm may be fetched
 */
async function slowly({ length = true, refused = false } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const name = path === '/' ? 'index.html' : path.slice(1);
    const bytes = await readFile(join(root, name)).catch(() => null);
    if (!bytes) return void response.writeHead(404).end();
    const kind = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/octet-stream', svg: 'image/svg+xml' }[name.split('.').at(-1) ?? ''];
    const slow = name.endsWith('.wasm');
    if (slow && refused) return void response.destroy();
    response.writeHead(200, { 'Content-Type': kind ?? 'text/plain', ...(slow && length && { 'Content-Length': bytes.length }) });
    if (!slow) return void response.end(bytes);
    const part = Math.ceil(bytes.length / 8);
    for (let from = 0; from < bytes.length; from += part) {
      response.write(bytes.subarray(from, from + part));
      await new Promise((go) => setTimeout(go, 400));
    }
    response.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** Everything that the line above the board has said until the game was there. @param {string} url @param {string} [script] */
async function said(url, script = '') {
  const page = await (await here.browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.addInitScript(`${script}
    addEventListener('DOMContentLoaded', () => {
      const turn = document.getElementById('turn');
      window.said = [];
      new MutationObserver(() => window.said.push(turn.textContent)).observe(turn, { childList: true, characterData: true, subtree: true });
    });`);
  await page.goto(`${url}#v=1&g=gardner`);
  await ready(page);
  return /** @type {string[]} */ (await page.evaluate('window.said'));
}

for (const [what, options] of /** @type {const} */ ([['as the server tells', {}], ['where the server tells no length', { length: false }]])) {
  test(`on a slow network the page shows how much has come, ${what}`, async () => {
    const server = await slowly(options);
    try {
      const size = Math.round((await readFile(join(root, 'pkg/kibitzer_bg.wasm'))).length / 1000);
      const steps = (await said(server.url)).flatMap((text) => [...text.matchAll(/^Loading the rules engine: (\d+) of (\d+) KB$/g)]).map(([, bytes, total]) => [Number(bytes), Number(total)]);
      assert.ok(steps.length >= 3, `${steps.length} steps`);
      assert.ok(steps.every(([bytes, total], index) => bytes <= total && total === size && (index === 0 || bytes > steps[index - 1][0])), JSON.stringify(steps));
    } finally {
      server.close();
    }
  });
}

test('where the wasm cannot be fetched, the script in its place is loaded, and the page says that it loads', async () => {
  const server = await slowly({ refused: true });
  try {
    assert.ok((await said(server.url)).some((text) => text.startsWith('Loading the rules engine')));
  } finally {
    server.close();
  }
});

test('on a slow phone nothing jumps while the page starts', async () => {
  const page = await (await here.browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })).newPage();
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) window.shifts.push([value, sources.map(({ node }) => node?.id)]);
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(here.url);
  await until(page, async () => (await page.locator('#graph .state').count()) > 0);
  const shifts = /** @type {[number, string[]][]} */ (await page.evaluate('window.shifts'));
  assert.ok(shifts.reduce((sum, [value]) => sum + value, 0) < 0.1, JSON.stringify(shifts));
});
