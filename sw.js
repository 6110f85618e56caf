// @ts-check
// Keeps one whole version of the page for the time without a network. Answers come from the network as long as there is one,
// so nobody is kept on an old version; without it, everything comes from the one version that was kept, never from two.

/** @type {any} */
const scope = self;
// Made by `./dev build`: which files, and a version that changes with any of them.
importScripts('www/offline-files.js');
const kept = `kibitzer-${KIBITZER_OFFLINE.version}`;
/** Pages that were opened without a network: they go on without it, lest they get half of another version. @type {Set<string>} */
const cutOff = new Set();
/** How long a page may take to come, in milliseconds, before the kept one is shown. */
const patience = 4000;

scope.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(keep().then(() => scope.skipWaiting()));
});

async function keep() {
  const cache = await caches.open(kept);
  await cache.addAll(KIBITZER_OFFLINE.files.map((path) => new Request(path, { cache: 'no-cache' })));
}

scope.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith('kibitzer-') && name !== kept) await caches.delete(name);
  }
  await scope.clients.claim();
  for (const client of await scope.clients.matchAll({ type: 'window' })) client.postMessage({ kibitzer: KIBITZER_OFFLINE.version });
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  event.respondWith(request.mode === 'navigate' ? page(event) : file(event));
});

/** @param {any} event */
async function page({ request, resultingClientId }) {
  try {
    return await within(patience, fetch(request));
  } catch (error) {
    const found = await find(new URL(request.url));
    if (!found) throw error;
    cutOff.add(resultingClientId);
    return found;
  }
}

/** @param {any} event */
async function file({ request, clientId }) {
  const url = new URL(request.url);
  if (cutOff.has(clientId)) return (await find(url)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const found = await find(url);
    if (!found) throw error;
    return found;
  }
}

/** @param {URL} url */
async function find(url) {
  // The worker's files name the build that they belong to: another one's would not fit.
  const build = url.searchParams.get('v');
  if (build !== null && !KIBITZER_OFFLINE.builds.includes(build)) return undefined;
  const cache = await caches.open(kept);
  const path = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname;
  return cache.match(url.origin + path, { ignoreSearch: true });
}

/** @template T @param {number} millis @param {Promise<T>} promise @returns {Promise<T>} */
const within = (millis, promise) =>
  Promise.race([promise, /** @type {Promise<T>} */ (new Promise((_, fail) => setTimeout(() => fail(new Error('too slow')), millis)))]);
