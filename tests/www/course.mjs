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
  const [browser, game, host] = await Promise.all([launch({}, { installs: false }), serve(folder, { cors }), serve(home)]);
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
    /** Closes all pages: one that goes on watching or thinking takes time from those that come after it. */
    leave: () => Promise.all(browser.contexts().map((context) => context.close())),
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

/**
 * Tries, inside a page, everything that its security policy is to forbid, and gives the names of what was possible. Runs in any
 * engine: a function that takes the address of another origin, which ends in a slash, and of a place on the page's own host
 * outside its folder, and how many breaches to wait for. What reaches a server shows there as well, as requests whose names begin
 * with `breach-`.
 */
export const breaches = `async (foreign, outside, wanted) => {
  const got = new Set();
  const make = (name, fields) => Object.assign(document.createElement(name), fields);
  const tries = Math.random().toString(36).slice(2);
  addEventListener("breach", ({ detail }) => got.add(detail));
  const tell = (name) => "window.dispatchEvent(new CustomEvent('breach', { detail: '" + name + "' }))";
  const put = (element) => document.body.appendChild(element);
  const holder = put(make("div", {}));
  put(make("script", { textContent: tell("inline script") }));
  const button = put(make("button", {}));
  button.setAttribute("onclick", tell("script in an attribute"));
  button.click();
  put(make("a", { href: "javascript:" + tell("script in an address") })).click();
  setTimeout(tell("text as a timer"), 0);
  // Later, because what a test asks a page to run may be free of the policy for as long as it runs.
  setTimeout(() => { try { Function(tell("text as a function"))(); } catch {} }, 10);
  put(make("style", { textContent: "#breach { position: fixed }" }));
  const styled = put(make("p", { id: "breach" }));
  const attribute = put(make("p", {}));
  holder.innerHTML = '<p style="position: fixed"></p>';
  attribute.setAttribute("style", "position: fixed");
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  put(make("script", { src: blob(tell("script from a blob")) }));
  put(make("script", { src: "data:text/javascript," + encodeURIComponent(tell("script from a data address")) }));
  const answers = [];
  for (const [where, base] of [["another host", foreign], ["outside the folder", outside]]) {
    const address = (name) => base + "breach-" + name + "?" + tries;
    put(make("script", { src: address("script.js"), onload: () => got.add("script from " + where) }));
    put(make("link", { rel: "stylesheet", href: address("style.css"), onload: () => got.add("style from " + where) }));
    put(make("img", { src: address("image.svg"), onload: () => got.add("image from " + where) }));
    answers.push(fetch(address("data.txt")).then(() => got.add("fetch from " + where), () => {}));
    put(make("iframe", { src: address("frame.html") }));
    put(make("object", { data: address("object.svg"), type: "image/svg+xml", onload: () => got.add("object from " + where) }));
    try {
      const worker = new Worker(blob("fetch(" + JSON.stringify(address("worker.txt")) + ").then(() => postMessage('fetch'), () => {}); try { importScripts(" + JSON.stringify(address("worker.js")) + "); postMessage('script'); } catch {}"));
      worker.onmessage = ({ data }) => got.add(data + " from " + where + ", by a worker");
    } catch {}
  }
  put(make("base", { href: foreign }));
  if (document.baseURI.startsWith(foreign)) got.add("another base");
  const target = put(make("iframe", { name: "breach-target" }));
  const form = put(make("form", { action: foreign + "breach-form.html", target: target.name }));
  try { form.submit(); } catch {}
  await Promise.race([Promise.all(answers), new Promise((done) => setTimeout(done, 1500))]);
  // A busy machine is slow: what is wanted is waited for. What must not come has its time to come, because nothing says that it will
  // not: a worker, a frame that a sandbox keeps from sending forms, and other engines report no violation of a policy here.
  for (let tenths = 0; tenths < 7 || (got.size < wanted && tenths < 1000); tenths++) {
    await new Promise((done) => setTimeout(done, 100));
    if (getComputedStyle(styled).position === "fixed") got.add("inline style");
    if (getComputedStyle(attribute).position === "fixed" || getComputedStyle(holder.firstChild).position === "fixed") got.add("style in an attribute");
  }
  return [...got].sort();
}`;
