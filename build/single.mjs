// @ts-check
// Writes the whole page into one HTML file: node build/single.mjs [TARGET]. The work is done by pkg/single.js.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = process.argv[2] ?? join(root, 'dist-single', 'kibitzer.html');

// A classic script, as all of the page: it leaves its name among the globals.
const script = await readFile(join(root, 'pkg/single.js'), 'utf8');
/** @type {{ make(read: (path: string) => Promise<ArrayBuffer>): Promise<string> }} */
const single = new Function(`${script}\nreturn kibitzerSingle;`)();
const html = await single.make(async (path) => new Uint8Array(await readFile(join(root, path))).buffer);

await mkdir(dirname(target), { recursive: true });
await writeFile(target, html);
console.log(`${target}: ${Math.round(Buffer.byteLength(html) / 1024)} KB`);
