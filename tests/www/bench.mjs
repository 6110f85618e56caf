// @ts-check
// Repeats the native benchmark in Chromium's worker, and says how much slower it is there; `./dev bench` runs both.
//
// The argument is a file with what `kibitzer bench` printed. Lines of five fields, separated by tabs, are measures:
// the game's id, `perft` or `playouts`, its depth or count, the number counted, the seconds it took. Others are passed over.
import { readFile } from 'node:fs/promises';

import { launch, root, serve } from './harness.mjs';

const [file = 'target/bench.tsv'] = process.argv.slice(2);
const measures = (await readFile(file, 'utf8'))
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, task, ...numbers]) => (task === 'perft' || task === 'playouts') && numbers.length === 3)
  .map(([game = '', task = '', ...numbers]) => {
    const [argument = 0, count = 0, seconds = 0] = numbers.map(Number);
    return { game, task, argument, count, seconds };
  });
if (measures.length === 0) {
  console.error(`${file} holds no line such as 'breakthrough<tab>perft<tab>5<tab>6182818<tab>0.12'`);
  process.exit(1);
}

const { url, close } = await serve(root);
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${url}pkg/build-id.js`); // any small file of this origin will do

/** @param {typeof measures[number]} measure */
function inWorker(measure) {
  return page.evaluate(async ({ base, game, task, argument }) => {
    const code = `
      importScripts('${base}pkg/kibitzer.js');
      onmessage = async ({ data }) => {
        await wasm_bindgen({ module_or_path: '${base}pkg/kibitzer_bg.wasm' });
        let reply;
        const kibitzer = new wasm_bindgen.Kibitzer((answer) => { reply = answer.reply; });
        kibitzer.handle({ id: 1, command: { type: 'load', source: { builtin: data.game } } });
        kibitzer.handle({ id: 2, command: { type: 'show', moves: [] } });
        const start = performance.now();
        kibitzer.handle({ id: 3, command: { type: 'work', task: data.task } });
        postMessage({ reply, seconds: (performance.now() - start) / 1000 });
      };`;
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    /** @type {{ reply: wasm_bindgen.Reply, seconds: number }} */
    const { reply, seconds } = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => failed(new Error(message));
      const wanted = task === 'perft' ? { type: task, depth: argument } : { type: task, count: argument, seed: 1 };
      worker.postMessage({ game, task: wanted });
    });
    worker.terminate();
    if (reply.type !== 'worked') throw new Error(JSON.stringify(reply));
    return { count: reply.count, seconds };
  }, { base: url, ...measure });
}

let differences = 0;
const row = (/** @type {string[]} */ ...cells) => console.log(cells.map((cell) => cell.padStart(14)).join(''));
row('game', 'task', '', 'count', 'native /s', 'wasm /s', 'times slower');
for (const measure of measures) {
  const { count, seconds } = await inWorker(measure);
  const rate = (/** @type {number} */ time) => Math.round(measure.count / time).toLocaleString('en');
  const same = count === measure.count;
  if (!same) differences += 1;
  row(measure.game, measure.task, String(measure.argument), same ? String(count) : `${count}!`, rate(measure.seconds), rate(seconds),
    (seconds / measure.seconds).toFixed(2));
}
await browser.close();
await close();
if (differences > 0) {
  console.error(`${differences} counts marked ! differ from the native ones`);
  process.exit(1);
}
