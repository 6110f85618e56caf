// @ts-check
// Repeats the native benchmark in Chromium's worker; `./dev bench` runs both, one right after the other, so that their
// ratio means something. The argument is a file with the table that `kibitzer bench` printed.
import { readFile } from 'node:fs/promises';

import { launch, root, serve } from '../harness.mjs';

const seconds = 1.5; // spent on each number; the best round counts, since the others were disturbed
const leastRatio = 0.6; // WebAssembly must reach this part of native speed, in perft and in search
const nodes = 200_000; // of each search, as in `kibitzer bench`
const [file = 'target/bench.txt'] = process.argv.slice(2);
const printed = await readFile(file, 'utf8');
// The first two tables only: those after them measure other things.
const [table = '', searches = ''] = printed.split('\n\n');
/** Pell's class: game, depth, whole moves a second. */
const metagames = [...printed.matchAll(/^(american-checkers|pell-chess) +(\d+) +(\d+)\b/gm)];
const rows = [...table.matchAll(/^([a-z][a-z0-9-]*) +(\d+) +(\d+) +(\d+)\b/gm)];
/** Search nodes a second, by game. */
const searchNative = new Map([...searches.matchAll(/^([a-z][a-z0-9-]*) +(\d+)\b/gm)].map(([, game, rate]) => [game, Number(rate)]));
if (rows.length === 0 || metagames.length === 0) {
  console.error(`${file} lacks lines such as 'breakthrough  20000  5  90000000' or 'pell-chess  4  90000000', as kibitzer bench prints them`);
  process.exit(1);
}

const { url, close } = await serve(root);
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${url}pkg/build-id.js`); // any small file of this origin will do
/** A worker that does tasks with one of the page's modules. @param {'thinking' | 'metagame'} module */
async function start(module) {
  await page.evaluate(({ base, module }) => {
    const code = `
      importScripts('${base}pkg/${module}.js');
      const loaded = wasm_bindgen({ module_or_path: '${base}pkg/${module}_bg.wasm' });
      // A game is loaded once, as natively.
      let [kibitzer, game] = [null, ''];
      onmessage = async ({ data }) => {
        await loaded;
        // It answers by posting messages itself; only the last answer goes to the page, with the time it took.
        let reply;
        const post = postMessage.bind(self);
        self.postMessage = (answer) => { reply = answer.reply; };
        if (game !== data.game) {
          kibitzer?.free();
          [kibitzer, game] = [new wasm_bindgen.Kibitzer(), data.game];
          kibitzer.handle({ id: 1, command: { table: { load: { source: { builtin: game } } } } });
          // The native tool has it built in.
          const { net } = reply.table.game;
          const bytes = net && new Uint8Array(await (await fetch('${base}pkg/nets/' + net + '.net')).arrayBuffer());
          if (bytes) kibitzer.handle({ id: 1, command: { thinking: { net: { bytes } } } });
        }
        const start = performance.now();
        kibitzer.handle({ id: 2, command: { laboratory: { work: { task: data.task } } } });
        const seconds = (performance.now() - start) / 1000;
        self.postMessage = post;
        post({ reply, seconds });
      };`;
    Object.assign(window, { worker: new Worker(URL.createObjectURL(new Blob([code]))) });
  }, { base: url, module });
}

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
  if (!('laboratory' in reply)) throw new Error(`${game}: ${JSON.stringify(reply)}`);
  return { count: reply.laboratory.worked, seconds };
}

/** Things done a second, in the best of many rounds. @param {() => Promise<{ count: number, seconds: number }>} task */
async function best(task) {
  let rate = 0;
  const end = performance.now() + seconds * 1000;
  do {
    const round = await task();
    rate = Math.max(rate, round.count / round.seconds);
  } while (performance.now() < end);
  return rate;
}

const show = (/** @type {number} */ rate) => Math.round(rate).toLocaleString('en').padStart(16);
const part = (/** @type {number} */ ratio) => ratio.toFixed(2).padStart(12);
const head = (/** @type {string} */ name) => name.padStart(16) + 'of native'.padStart(12);
console.log('game, in the worker'.padEnd(24) + head('playouts/s') + head('perft played/s') + head('search nodes/s'));
let [least, leastSearch] = [Infinity, Infinity];
await start('thinking');
for (const [, game = '', playoutsNative, depth, perftNative] of rows) {
  const count = 5000;
  const playouts = await best(async () => ({ ...(await work(game, { playouts: { count, seed: 1 } })), count }));
  const perft = await best(() => work(game, { perft: { depth: Number(depth) } }));
  const ratio = perft / Number(perftNative);
  least = Math.min(least, ratio);
  const search = await best(() => work(game, { search: { nodes } }));
  const searchRatio = search / (searchNative.get(game) ?? NaN);
  leastSearch = Math.min(leastSearch, searchRatio);
  console.log(
    game.padEnd(24) + show(playouts) + part(playouts / Number(playoutsNative)) + show(perft) + part(ratio) + show(search) + part(searchRatio),
  );
}
console.log(`\n${"Pell's class, in the worker".padEnd(28)}${head('whole moves/s')}`);
await start('metagame');
for (const [, game = '', depth, native] of metagames) {
  const rate = await best(() => work(game, { wholeMoves: { depth: Number(depth) } }));
  const ratio = rate / Number(native);
  least = Math.min(least, ratio);
  console.log(game.padEnd(28) + show(rate) + part(ratio));
}
await browser.close();
await close();
console.log(`\nWebAssembly against native: perft ${least.toFixed(2)}, search ${leastSearch.toFixed(2)} at the least (must be ${leastRatio})`);
// A figure that is missing is not good enough either.
if (!(Math.min(least, leastSearch) >= leastRatio)) process.exitCode = 1;
