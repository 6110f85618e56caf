// @ts-check
// A course page of another origin, with frames in it: what the tests of embedding share.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch, patience, root, serve } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {{ from: number, origin: string, data: any }} Heard */

/** Every sandbox in which the page must run, and whether our host allows its files to be fetched there. @type {[string, string, boolean][]} */
export const sandboxes = [
  ['no sandbox', '', true],
  ['allow-scripts allow-same-origin', 'sandbox="allow-scripts allow-same-origin"', true],
  ['allow-scripts, without Access-Control-Allow-Origin', 'sandbox="allow-scripts"', false],
  ['allow-scripts, with Access-Control-Allow-Origin', 'sandbox="allow-scripts"', true],
];

/** @param {{ cors?: boolean, folder?: string }} [options] */
export async function course({ cors = true, folder = root } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  const [browser, game, host] = await Promise.all([launch(), serve(folder, { cors }), serve(home)]);
  return {
    browser,
    /** Where Kibitzer is, and where the course is. */
    game,
    host,
    /** A course page with these frames; addresses begin where Kibitzer is. @param {{ src: string, attributes?: string }[]} frames */
    async open(frames) {
      const tags = frames.map(({ src, attributes = '' }, index) => `<iframe title="Frame ${index}" ${attributes} src="${(game.url + src).replaceAll('&', '&amp;')}" width="800" height="640"></iframe>`);
      await writeFile(join(home, 'index.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title>
        <script>const heard = []; addEventListener('message', (event) => heard.push({ from: [].indexOf.call(frames, event.source), origin: event.origin, data: event.data }));</script>
        ${tags.join('\n')}`);
      const page = await (await browser.newContext({ viewport: { width: 1700, height: 3400 } })).newPage();
      await page.goto(host.url);
      return page;
    },
    async close() {
      await Promise.all([browser.close(), game.close(), host.close()]);
      await rm(home, { recursive: true });
    },
  };
}

/** @param {Page} page @param {number} [index] @returns {Frame} */
export function frameOf(page, index = 0) {
  const frame = page.mainFrame().childFrames()[index];
  if (!frame) throw new Error(`there is no frame ${index}`);
  return frame;
}

/** Sends a message into a frame. @param {Page} page @param {unknown} message @param {number} [index] */
export const send = (page, message, index = 0) => page.evaluate(([data, at]) => frames[Number(at)]?.postMessage(data, '*'), [message, index]);

/** What frames have said so far. @param {Page} page @returns {Promise<Heard[]>} */
export const heard = (page) => page.evaluate('heard');

/**
 * The first message of a type (and with an id, if one is given) that a frame said.
 *
 * @param {Page} page
 * @param {string} type
 * @param {{ id?: string | number, from?: number }} [options]
 * @returns {Promise<any>}
 */
export async function hear(page, type, { id, from = 0 } = {}) {
  const deadline = Date.now() + patience;
  for (;;) {
    const all = await heard(page);
    const found = all.find((each) => each.from === from && each.data?.kibitzer === 1 && each.data.type === type && (id === undefined || each.data.id === id));
    if (found) return found.data;
    if (Date.now() > deadline) throw new Error(`never heard ${type} ${id ?? ''}; only ${JSON.stringify(all.map((each) => each.data)).slice(0, 2000)}`);
    await new Promise((go) => setTimeout(go, 20));
  }
}

let asked = 0;
/** Asks and waits for the answer. @param {Page} page @param {object} command @param {string} type of the answer @param {number} [from] @returns {Promise<any>} */
export async function ask(page, command, type = 'state', from = 0) {
  const id = `q${++asked}`;
  await send(page, { kibitzer: 1, id, ...command }, from);
  return hear(page, type, { id, from });
}
