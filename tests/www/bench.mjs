// @ts-check
// Repeats the native benchmark in Chromium's worker, and says how much slower it is there; `./dev bench` runs both.
// The argument is a file with the table that `kibitzer bench` printed: a game, playouts a second, perft leaves a second.
import { readFile } from 'node:fs/promises';

import { launch, root, serve } from './harness.mjs';

const rounds = 3; // the best counts: the others were disturbed
const [file = 'target/bench.txt'] = process.argv.slice(2);
const rows = [...(await readFile(file, 'utf8')).matchAll(/^([a-z][a-z0-9-]*) +(\d+) +(\d+)\b/gm)];
if (rows.length === 0) {
  console.error(`${file} holds no line such as 'breakthrough  20000  90000000', as kibitzer bench prints them`);
  process.exit(1);
}

const { url, close } = await serve(root);
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${url}pkg/build-id.js`); // any small file of this origin will do
await page.evaluate((base) => {
  const code = `
    importScripts('${base}pkg/kibitzer.js');
    const loaded = wasm_bindgen({ module_or_path: '${base}pkg/kibitzer_bg.wasm' });
    onmessage = async ({ data }) => {
      await loaded;
      let reply;
      const kibitzer = new wasm_bindgen.Kibitzer((answer) => { reply = answer.reply; });
      kibitzer.handle({ id: 1, command: { type: 'load', source: { builtin: data.game } } });
      const start = performance.now();
      kibitzer.handle({ id: 2, command: { type: 'work', task: data.task } });
      postMessage({ reply, seconds: (performance.now() - start) / 1000 });
      kibitzer.free();
    };`;
  Object.assign(window, { worker: new Worker(URL.createObjectURL(new Blob([code]))) });
}, url);

/** Does a task once, and gives what it counted and the seconds it took. @param {string} game @param {wasm_bindgen.Task} task */
async function work(game, task) {
  const { reply, seconds } = await page.evaluate(async (message) => {
    const { worker } = /** @type {{ worker: Worker }} */ (/** @type {unknown} */ (window));
    /** @type {{ reply: wasm_bindgen.Reply, seconds: number }} */
    const answer = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => failed(new Error(message));
      worker.postMessage(message);
    });
    return answer;
  }, { game, task });
  if (reply.type !== 'worked') throw new Error(`${game}: ${JSON.stringify(reply)}`);
  return { count: reply.count, seconds };
}

/** Things done a second. @param {() => Promise<{ count: number, seconds: number }>} task */
async function best(task) {
  let rate = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { count, seconds } = await task();
    rate = Math.max(rate, count / seconds);
  }
  return rate;
}

/** The first depth that takes long enough to be timed. @param {string} game */
async function depthFor(game) {
  for (let depth = 1; ; depth += 1) {
    if ((await work(game, { type: 'perft', depth })).seconds > 0.2) return depth;
  }
}

const show = (/** @type {number} */ rate) => Math.round(rate).toLocaleString('en').padStart(16);
const slower = (/** @type {number} */ native, /** @type {number} */ wasm) => (native / wasm).toFixed(2).padStart(8);
const head = (/** @type {string} */ name) => name.padStart(16) + 'slower'.padStart(8);
console.log('game, in the worker'.padEnd(24) + head('playouts/s') + head('perft played/s'));
for (const [, game = '', playoutsNative, perftNative] of rows) {
  const count = 2000;
  const playouts = await best(async () => ({ ...(await work(game, { type: 'playouts', count, seed: 1 })), count }));
  const depth = await depthFor(game);
  const perft = await best(() => work(game, { type: 'perft', depth }));
  console.log(game.padEnd(24) + show(playouts) + slower(Number(playoutsNative), playouts) + show(perft) + slower(Number(perftNative), perft));
}
await browser.close();
await close();
