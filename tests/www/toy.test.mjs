// @ts-check
// The class of games that only tests have, played in the page: pieces in hand, a named choice, and a move that keeps the turn. Its
// worker asks a native session (tests/toy/session.rs), so that no module has to be compiled for it; the page is as it always is.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

import { accessibilityFaults, launch, root } from './harness.mjs';
import { programs } from './native.mjs';
import { cell, moveList, plies, ready, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = programs();

/** A session for each worker, by a name that the worker gives itself. @type {Map<string, { ask(line: string): Promise<string>, end(): void }>} */
const sessions = new Map();

function session() {
  const process = spawn(join(folder, 'examples/toy-session'));
  const answers = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {string} line */
    async ask(line) {
      process.stdin.write(`${line}\n`);
      return String((await answers.next()).value);
    },
    end: () => void process.kill(),
  };
}

/** The worker's script: what the page posts goes to the session, and its answers come back. */
const worker = `
  const { base, version } = self.KIBITZER;
  const name = String(Math.random());
  self.onmessage = ({ data }) => {
    if (data.start) return postMessage({ ready: true, buildId: version.slice(3), seed: 1 });
    const request = new XMLHttpRequest();
    request.open("POST", base + "session?" + name, false);
    request.send(JSON.stringify(data));
    // What is absent is undefined in WebAssembly's answers, and null in JSON.
    for (const answer of JSON.parse(request.responseText, (_, value) => value ?? undefined)) postMessage(answer);
  };`;

const kinds = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
const server = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://x');
  if (pathname === '/session') {
    let text = '';
    for await (const part of request) text += part;
    const found = sessions.get(search) ?? session();
    sessions.set(search, found);
    return void response.end(await found.ask(text));
  }
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const kind = kinds[/** @type {keyof kinds} */ (name.split('.').at(-1) ?? '')] ?? 'text/plain';
  const body = /^pkg\/worker[\w-]*\.js$/.test(name) ? worker : await readFile(join(root, name)).catch(() => null);
  response.writeHead(body === null ? 404 : 200, { 'Content-Type': kind }).end(body ?? '');
});
await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/#v=1&g=corners`;
const browser = await launch();
after(async () => {
  await browser.close();
  server.close();
  for (const each of sessions.values()) each.end();
});

async function openToy() {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(url);
  await ready(page);
  await page.getByRole('tab', { name: 'Play' }).click();
  await twoPeople(page);
  return page;
}

/** The pieces in a hand. @param {Page} page @param {RegExp} name */
const hand = (page, name) => page.getByRole('button', { name });

test('by mouse: stones and a star, to three in a row', async () => {
  const page = await openToy();
  assert.match(await page.title(), /corners/i);
  // A stone in the middle keeps the turn; the page says so.
  await hand(page, /4 × white stone in hand/).click();
  await cell(page, 'b2').click();
  await plies(page, 1);
  assert.match((await turn(page)) ?? '', /White/);
  // A star is dropped, then it is said which.
  await hand(page, /white star in hand/).click();
  await cell(page, 'a1').click();
  await page.getByRole('button', { name: 'a dark star', exact: true }).click();
  await plies(page, 2);
  assert.match((await turn(page)) ?? '', /Black/);
  assert.match((await cell(page, 'a1').getAttribute('aria-label')) ?? '', /dark star/);
  await hand(page, /4 × black stone in hand/).click();
  await cell(page, 'a3').click();
  await plies(page, 3);
  assert.deepEqual(await accessibilityFaults(page), []);
  await hand(page, /3 × white stone in hand/).click();
  await cell(page, 'c3').click();
  await until(page, async () => /three in a row/.test((await turn(page)) ?? ''));
  assert.deepEqual(await moveList(page), ['stone@b2', 'star@a1=a dark star', 'stone@a3', 'stone@c3']);
  // Taken back, hands and turn are as they were.
  await page.getByRole('button', { name: 'Undo' }).click();
  await hand(page, /3 × white stone in hand/).waitFor();
});

test('by keyboard: the same without a mouse', async () => {
  const page = await openToy();
  await hand(page, /white star in hand/).focus();
  await page.keyboard.press('Enter');
  await until(page, "document.querySelector('#grid [aria-label^=\"b1,\"]').getAttribute('aria-label').includes('move here')");
  await cell(page, 'b1').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'a bright star', exact: true }).focus();
  await page.keyboard.press('Enter');
  await plies(page, 1);
  assert.match((await cell(page, 'b2').getAttribute('aria-label')) ?? '', /bright star/);
  assert.match((await turn(page)) ?? '', /Black/);
  await hand(page, /4 × black stone in hand/).focus();
  await page.keyboard.press('Enter');
  await cell(page, 'a1').focus();
  await page.keyboard.press('Enter');
  await plies(page, 2);
  assert.deepEqual(await moveList(page), ['star@b2=a bright star', 'stone@a1']);
});

test('against a level, and at random', async () => {
  const page = await openToy();
  for (const [player, count] of /** @type {const} */ ([['level-1', 2], ['random', 4]])) {
    await page.getByLabel('Black', { exact: true }).selectOption(player);
    await hand(page, /white stone in hand/).click();
    await page.locator('#grid [role=gridcell][aria-label*="move here"]:not([aria-label^="b2,"])').first().click();
    await until(page, async () => (await moveList(page)).length >= count && /White to move/.test((await turn(page)) ?? ''));
  }
});
