// @ts-check
// Writes the whole page into one HTML file, for a Moodle folder or a USB stick: node build/single.mjs TARGET.
// It runs from a disk, in a sandboxed frame and without a network, because nothing is left to load.

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = process.argv[2] ?? join(root, 'dist-single', 'kibitzer.html');
/** @param {string} path */
const read = async (path) => (await readFile(join(root, path), 'utf8')).replaceAll('\r\n', '\n');

/** What the security policy calls a script or style that stands in the page. @type {{ script: string[], style: string[] }} */
const allowed = { script: [], style: [] };
/** @param {'script' | 'style'} kind @param {string} text */
function allow(kind, text) {
  if (new RegExp(`</${kind}|<!--`, 'i').test(text)) throw new Error(`a ${kind} would end too early inside the page`);
  allowed[kind].push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return text;
}

let html = await read('index.html');
/** @param {RegExp} pattern @param {(...found: string[]) => string | Promise<string>} write */
async function replace(pattern, write) {
  const found = [...html.matchAll(pattern)];
  if (!found.length) throw new Error(`index.html has nothing like ${pattern}`);
  for (const each of found) {
    const text = await write(...each);
    html = html.replace(each[0], () => text);
  }
}

// Its own policy, below, needs no help.
await replace(/<!-- Only files of this folder[\s\S]*?-->\n/g, () => '');
await replace(/<script>[\s\S]*?<\/script>\n/g, () => '');
await replace(/<link rel="icon" href="(.*?)".*?>\n/g, async (_, path) => `<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(await read(path)).toString('base64')}">\n`);
await replace(/<link rel="stylesheet" href="(.*?)"(.*?)>/g, async (_, path, rest) => `<style${rest}>${allow('style', await read(path))}</style>`);
await replace(/<link data-trunk .*?>\n/g, () => '');
await replace(/\s*<a [^>]*data-online>.*?<\/a>/g, () => '');

/** Run at the end of the body, in their order, as `defer` would. @type {string[]} */
const scripts = [];
await replace(/<script defer src="(.*?)"><\/script>\n/g, async (_, path) => {
  scripts.push(await read(path));
  return '';
});
scripts.unshift(await read('www/vendor/lean-qr.js'));
// What the page otherwise loads when it is wanted.
const later = /parts: \[(.*?)\]/.exec(await read('www/later.js'))?.[1] ?? '';
for (const [, part] of later.matchAll(/"(.*?)"/g)) scripts.push(await read(`www/${part}.js`));
// As data, which a browser does not run; the page makes a worker of it.
const wasm = await readFile(join(root, 'pkg/kibitzer_bg.wasm'));
const worker = [await read('pkg/kibitzer.js'), `self.KIBITZER_WASM_BASE64 = "${wasm.toString('base64')}";`, await read('www/worker.js')].join('\n');
if (/<\/script|<!--/i.test(worker)) throw new Error('the worker would end too early inside the page');
const all = scripts.map((text) => `<script>${allow('script', text)}</script>\n`).join('');
html = html.replace('</body>', () => `<script type="text/plain" id="worker-script">${worker}</script>\n${all}</body>`);

// Nothing but what stands here: no address is reached, not even this file's own.
const policy = `default-src 'none'; script-src ${allowed.script.join(' ')} 'wasm-unsafe-eval'; worker-src blob:; style-src ${allowed.style.join(' ')}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
await replace(/(<meta http-equiv="Content-Security-Policy" content=").*?(">)/g, (_, before, after) => `${before}${policy}${after}`);
if (/ (src|href)="(?!data:|#)/.test(html.replace(/<script[\s\S]*?<\/script>/g, ''))) throw new Error('something is still outside the file');

await mkdir(dirname(target), { recursive: true });
await writeFile(target, html);
console.log(`${target}: ${Math.round(Buffer.byteLength(html) / 1024)} KB`);
