// @ts-check
// WebKit, as in Safari and GNOME Web: Debian's MiniBrowser under Xvfb, driven by plain W3C WebDriver over HTTP.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { patience } from '../harness.mjs';

/** How WebDriver names the one field of an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebDriver's code points of keys that are no letters. @type {Record<string, string>} */
const codes = {
  Control: '\ue009', Shift: '\ue008', Tab: '\ue004', Enter: '\ue007', Escape: '\ue00c', Space: ' ', End: '\ue010', Home: '\ue011',
  ArrowLeft: '\ue012', ArrowUp: '\ue013', ArrowRight: '\ue014', ArrowDown: '\ue015', Delete: '\ue017', '\n': '\ue007',
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((done) => server.close(done));
  return port;
}

/** A virtual screen; its name, and how to end it. */
async function screen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const pipe = /** @type {import('node:stream').Readable} */ (server.stdio[3]);
  const [number] = await Promise.race([once(pipe, 'data'), once(server, 'exit').then(() => [])]);
  if (number === undefined) throw new Error('Xvfb did not start');
  return { display: `:${String(number).trim()}`, end: () => server.kill() };
}

/** @returns {Promise<import('./visitor.mjs').Driver>} */
export default async function webkit() {
  const { WEBKIT_DRIVER: program, WEBKIT: binary } = process.env;
  if (!program || !binary) throw new Error('set WEBKIT_DRIVER to WebKitWebDriver and WEBKIT to MiniBrowser, or run ./dev test, which looks for them');
  const { display, end } = await screen();
  const browser = { name: 'WebKitGTK', close: async () => void end(), tab };
  return browser;

  /** A driver has one session at a time, so each visitor has a driver. @param {{ width: number, height: number }} [size] @returns {Promise<import('./visitor.mjs').Tab>} */
  async function tab(size = { width: 1280, height: 1000 }) {
    const port = await freePort();
    const driver = spawn(program ?? '', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' } });
    /** @param {string} method @param {string} path @param {object} [body] */
    const send = async (method, path, body) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(patience * 2) });
      const { value } = /** @type {{ value: any }} */ (await response.json());
      if (!response.ok) throw new Error(`WebDriver: ${path}: ${value.error}: ${value.message}`);
      return value;
    };
    const deadline = Date.now() + patience;
    while (!(await send('GET', '/status').then(() => true, () => false))) {
      if (Date.now() > deadline || driver.exitCode !== null) throw new Error('WebKitWebDriver does not answer');
      await new Promise((go) => setTimeout(go, 50));
    }
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] }, pageLoadStrategy: 'normal' };
    const { sessionId, capabilities } = await send('POST', '/session', { capabilities: { alwaysMatch: options } });
    browser.name = `WebKitGTK ${capabilities.browserVersion}`;
    const at = `/session/${sessionId}`;
    const post = (/** @type {string} */ path, /** @type {object} */ body = {}) => send('POST', at + path, body);
    await post('/timeouts', { script: patience, pageLoad: patience });
    await post('/window/rect', { x: 0, y: 0, ...size });
    const mouse = (/** @type {object[]} */ ...actions) => post('/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
    const keys = (/** @type {object[]} */ ...actions) => post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    const move = (/** @type {any} */ origin, duration = 0) => ({ type: 'pointerMove', duration, x: 0, y: 0, origin });
    const script = (/** @type {Function | string} */ act) => (typeof act === 'string' ? `return ${act}` : `return (${act})(...arguments)`);
    /** Scripts only look, so one whose result was lost because another document took the place of its own is run again. @param {Function | string} act @param {unknown[]} args @returns {Promise<any>} */
    const look = async (act, args) => {
      for (const deadline = Date.now() + patience; ; ) {
        try {
          return await post('/execute/sync', { script: script(act), args });
        } catch (error) {
          if (!/Could not parse script result/.test(String(error)) || Date.now() > deadline) throw error;
        }
      }
    };
    /** The driver has no console, so the page itself is asked to keep what goes wrong after it was opened. */
    const listen = () => look(() => {
      if ('wrong' in window) return;
      const wrong = /** @type {string[]} */ ([]);
      Object.assign(window, { wrong });
      addEventListener('error', ({ message }) => /^ResizeObserver loop/.test(message) || wrong.push(`exception: ${message}`));
      addEventListener('unhandledrejection', ({ reason }) => wrong.push(`rejected: ${reason}`));
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => wrong.push(`policy: ${violatedDirective} ${blockedURI}`));
      const { error } = console;
      console.error = (...words) => (wrong.push(`console: ${words.join(' ')}`), error(...words));
    }, []);
    const heard = () => look('self.wrong ?? []', []);
    /** What was heard in frames that were left. @type {string[]} */
    const kept = [];
    return {
      open: async (url) => void (await post('/frame', { id: null }), await post('/url', { url }), await listen()),
      run: (act, ...args) => look(act, args), // a promise is waited for
      find: (act, ...args) => look(act, args),
      click: (handle) => post(`/element/${handle[elementKey]}/click`),
      async select(handle, option) {
        const found = await look((/** @type {HTMLSelectElement} */ list, /** @type {string} */ text) => [...list.options].find((each) => each.text === text), [handle, option]);
        await post(`/element/${found[elementKey]}/click`);
      },
      drag: (from, to) => mouse(move(from), { type: 'pointerDown', button: 0 }, move(to, 100), { type: 'pointerUp', button: 0 }),
      key: (key) => {
        const parts = key.split('+').map((each) => codes[each] ?? each);
        return keys(...parts.map((value) => ({ type: 'keyDown', value })), ...parts.reverse().map((value) => ({ type: 'keyUp', value })));
      },
      type: (text) => keys(...[...text].flatMap((each) => ['keyDown', 'keyUp'].map((type) => ({ type, value: codes[each] ?? each })))),
      async enter(handle) {
        kept.push(...(await heard()));
        await post('/frame', { id: handle });
        // A frame begins with an empty document, which would be listened to in vain.
        const loaded = "document.readyState === 'complete' && location.href !== 'about:blank'";
        for (const deadline = Date.now() + patience; Date.now() < deadline && !(await look(loaded, [])); ) await new Promise((go) => setTimeout(go, 20));
        await listen();
      },
      picture: async (name) => writeFile(join(process.env.SCREENSHOTS ?? '', `${name}.png`), await send('GET', `${at}/screenshot`), 'base64'),
      faults: async () => [...new Set([...kept, ...(await heard())])],
      // The driver ends its browser with the session, or where that fails, with itself.
      close: async () => void (await send('DELETE', at).catch(() => {}), driver.kill()),
    };
  }
}
