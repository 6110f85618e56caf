// @ts-check
// A static file server for `./dev serve` and for the tests: loopback only, right types, nothing cached.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @type {Record<string, string>} */
export const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.sbg': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm', // the browser compiles while it downloads only if the type is right
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder. `cors: false` leaves out `Access-Control-Allow-Origin`, as many hosts do.
 *
 * @param {string} folder
 * @param {{ port?: number, cors?: boolean, stay?: boolean }} [options] port 0, the default, takes any free one; `stay` keeps the
 *   program running, where else a test that failed before it closed its server would never end
 * @returns {Promise<{ url: string, served: string[], close: () => Promise<void> }>} `url` ends in a slash; `served`
 *   grows with the path of every file sent, as in `pkg/kibitzer_bg.wasm`
 */
export async function serve(folder, { port = 0, cors = true, stay = false } = {}) {
  const root = resolve(folder);
  /** @type {string[]} */
  const served = [];
  const server = createServer(async (request, response) => {
    /** @type {Record<string, string>} */
    const headers = { 'Cache-Control': 'no-cache' };
    if (cors) headers['Access-Control-Allow-Origin'] = '*';
    const file = await find(root, request.url ?? '/');
    if (file === undefined) {
      response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
      return;
    }
    headers['Content-Type'] = types[extname(file.path)] ?? 'application/octet-stream';
    headers['Content-Length'] = String(file.size);
    served.push(relative(root, file.path).split(sep).join('/'));
    response.writeHead(200, headers);
    if (request.method === 'HEAD') response.end();
    else createReadStream(file.path).on('error', () => response.destroy()).pipe(response);
  });
  await new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done(undefined));
  });
  if (!stay) server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    served,
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * The file that a request means; nothing outside the folder is ever found.
 *
 * @param {string} root
 * @param {string} url
 */
async function find(root, url) {
  try {
    let path = join(root, decodeURIComponent(new URL(url, 'http://host').pathname));
    if (path !== root && !path.startsWith(root + sep)) return undefined;
    // Any page that the browser has open may read what we serve: not the repository's history, then.
    if (relative(root, path).split(sep).some((name) => name.startsWith('.'))) return undefined;
    let found = await stat(path);
    if (found.isDirectory()) {
      path = join(path, 'index.html');
      found = await stat(path);
    }
    return found.isFile() ? { path, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

// node server.mjs FOLDER PORT [fixed]: without `fixed`, a port in use makes way for the next one.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = '.', wanted = '8000', fixed] = process.argv.slice(2);
  for (let port = Number(wanted); ; port += 1) {
    try {
      const { url } = await serve(folder, { port, stay: true });
      console.log(`Kibitzer is at ${url} (Ctrl-C stops it)`);
      break;
    } catch (error) {
      const taken = /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE';
      if (taken && !fixed && port < Number(wanted) + 20) continue;
      console.error(taken ? `port ${port} is in use: try another, as in ./dev serve ${port + 1}` : String(error));
      process.exit(1);
    }
  }
}
