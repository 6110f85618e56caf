// @ts-check
// Lighthouse on a first visit: the page served with brotli over HTTP/1.1, Lighthouse's simulated phone.
//
//   npm install --prefix target/lighthouse lighthouse@13
//   LIGHTHOUSE=target/lighthouse node tests/www/bench/lighthouse.mjs [RUNS [FOLDER …]]
//
// Several folders (builds to compare) take turns, so that they meet the same load. Lighthouse is no package of the project:
// nothing else needs it. With TRACES=FOLDER, the traces are kept there.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

import { browserPath, root } from '../harness.mjs';
import { types } from '../server.mjs';

const from = resolve(process.env.LIGHTHOUSE ?? 'target/lighthouse', 'node_modules');
/** @param {string} path */
const load = (path) => import(pathToFileURL(join(from, path)).href);
const { default: lighthouse } = await load('lighthouse/core/index.js');
const { launch } = await load('chrome-launcher/dist/index.js');

/** Serves a folder as a host would that compresses. @param {string} folder */
async function serve(folder) {
  /** @type {Map<string, Buffer>} */
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const name = path === '/' ? 'index.html' : path.slice(1);
    const bytes = packed.get(name) ?? (await readFile(join(folder, name)).catch(() => null));
    if (!bytes) return void response.writeHead(404).end();
    const brotli = packed.get(name) ?? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 } });
    packed.set(name, brotli);
    response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream', 'Content-Encoding': 'br', 'Content-Length': brotli.length, 'Cache-Control': 'max-age=600' });
    response.end(brotli);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** One visit. @param {string} url @param {string} [trace] the file for its trace */
async function visit(url, trace) {
  const chrome = await launch({ chromePath: browserPath(), chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const { lhr, artifacts } = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
    if (trace) await writeFile(trace, JSON.stringify(artifacts.Trace ?? artifacts.traces?.defaultPass));
    /** @param {string} id */
    const value = (id) => lhr.audits[id]?.numericValue ?? Number.NaN;
    /** @param {string} id */
    const score = (id) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
    return {
      performance: score('performance'), accessibility: score('accessibility'), practices: score('best-practices'), seo: score('seo'),
      first: value('first-contentful-paint'), largest: value('largest-contentful-paint'), blocking: value('total-blocking-time'), index: value('speed-index'),
      shift: value('cumulative-layout-shift'), speed: lhr.environment.benchmarkIndex,
    };
  } finally {
    chrome.kill();
  }
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const [runs = '10', ...folders] = process.argv.slice(2);
const builds = await Promise.all((folders.length ? folders : [root]).map(async (folder) => ({ folder, ...(await serve(resolve(folder))), visits: /** @type {Awaited<ReturnType<typeof visit>>[]} */ ([]) })));
if (process.env.TRACES) await mkdir(process.env.TRACES, { recursive: true });
console.log('performance, accessibility, best practices, SEO; first paint, largest paint, blocking time, speed index (ms), layout shift; benchmark index; load');
for (let run = 1; run <= Number(runs); run += 1) {
  for (const [index, build] of builds.entries()) {
    const seen = await visit(build.url, process.env.TRACES && join(process.env.TRACES, `${index}-${run}.json`));
    build.visits.push(seen);
    const times = [seen.first, seen.largest, seen.blocking, seen.index].map(Math.round).join(' ');
    console.log(`${build.folder} ${run}: ${seen.performance} ${seen.accessibility} ${seen.practices} ${seen.seo}; ${times} ${seen.shift.toFixed(3)}; ${seen.speed}; ${loadavg()[0]?.toFixed(1)}`);
  }
}
for (const { folder, visits, close } of builds) {
  const scores = visits.map(({ performance }) => performance);
  console.log(`${folder}: performance ${Math.min(...scores)} to ${Math.max(...scores)}, median ${median(scores)}; blocking time, median ${Math.round(median(visits.map(({ blocking }) => blocking)))} ms`);
  close();
}
process.exit(0);
