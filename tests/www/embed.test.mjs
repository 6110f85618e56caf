// @ts-check
// The page in places that allow little: sandboxed frames of another origin, and a file on a disk.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { breaches, sandboxes } from './course.mjs';
import { complaints, launch, root, serve } from './harness.mjs';
import { click, ready, twoPeople, until } from './table.mjs';

for (const cors of [true, false]) {
  test(`plays in a sandboxed frame of another origin, ${cors ? 'with' : 'without'} Access-Control-Allow-Origin`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kibitzer-'));
    const [browser, game, host] = await Promise.all([launch(), serve(root, { cors }), serve(folder)]);
    try {
      await writeFile(join(folder, 'index.html'), `<!doctype html><title>Course</title><iframe sandbox="allow-scripts" src="${game.url}?embed=1" width="900" height="700"></iframe>`);
      const page = await browser.newPage();
      await page.goto(host.url);
      const frame = page.frames().find((each) => each.url().startsWith(game.url));
      assert.ok(frame);
      await frame.locator('#player-black').waitFor();
      await ready(frame);
      assert.equal(await frame.evaluate('origin'), 'null');
      await twoPeople(frame);
      await click(frame, 'b2b3');
      await click(frame, 'g7g6');
      await frame.locator('#theme').evaluate((button) => /** @type {HTMLElement} */ (button).click());
      await frame.getByRole('button', { name: 'Share' }).click();
      assert.match(await frame.getByRole('textbox', { name: 'Link' }).inputValue(), /#v=1&/);
      assert.equal(game.served.includes('pkg/kibitzer_wasm.js'), !cors, 'the module comes as a script only where it cannot be fetched');
    } finally {
      await Promise.all([browser.close(), game.close(), host.close(), rm(folder, { recursive: true })]);
    }
  });
}

test('opened from a disk, where no worker may start, it shows the board and says what to do', async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(root, 'index.html')).href);
    await page.getByRole('alert').filter({ hasText: 'opened from a disk' }).waitFor();
    assert.equal(await page.getByRole('gridcell').first().getAttribute('aria-label'), 'a8, black rook');
  } finally {
    await browser.close();
  }
});

/** What the other host, and the own host outside the page's folder, would give. */
const bait = { 'script.js': '1;', 'style.css': 'p {}', 'image.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'data.txt': '1', 'frame.html': '<p>1', 'object.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'worker.txt': '1', 'worker.js': '1;', 'form.html': '<p>1' };
const places = ['another host', 'outside the folder'];
/** Everything that `breaches` can find. */
const all = [
  'another base', 'inline script', 'inline style', 'script from a blob', 'script from a data address', 'script in an address', 'script in an attribute', 'style in an attribute', 'text as a function', 'text as a timer',
  ...places.flatMap((place) => ['fetch', 'image', 'object', 'script', 'style'].map((each) => `${each} from ${place}`)),
  ...places.flatMap((place) => ['fetch', 'script'].map((each) => `${each} from ${place}, by a worker`)),
].sort();

test('in every sandbox the security policy forbids foreign files, inline scripts and styles, and text as code', async () => {
  const [home, far] = await Promise.all(['home-', 'far-'].map((name) => mkdtemp(join(tmpdir(), `kibitzer-${name}`))));
  for (const folder of [home, far]) for (const [name, text] of Object.entries(bait)) await writeFile(join(folder, `breach-${name}`), text);
  await symlink(root, join(home, 'kibitzer'), 'dir');
  const [browser, foreign] = await Promise.all([launch(), serve(far)]);
  /** @param {{ served: string[] }[]} servers */
  const reached = (...servers) => servers.flatMap(({ served }) => served).filter((path) => path.startsWith('breach-'));
  try {
    // Where there is no policy, all of it works: the probe can find what it looks for.
    await writeFile(join(home, 'course.html'), '<!doctype html><title>Free</title><body>');
    const free = await serve(home);
    const page = await browser.newPage();
    await page.goto(`${free.url}course.html`);
    assert.deepEqual(await page.evaluate(`(${breaches})('${foreign.url}', '${free.url}', ${all.length})`), all);
    await until(page, () => new Set(reached(foreign)).size === Object.keys(bait).length);
    await free.close();
    for (const path of ['?embed=1&game=gardner&mode=play&side=both', 'docs.html']) {
      for (const [name, attributes, cors] of sandboxes) {
        const own = await serve(home, { cors });
        const host = await serve(far);
        foreign.served.length = 0;
        await writeFile(join(far, 'index.html'), `<!doctype html><title>Course</title><iframe ${attributes} src="${own.url}kibitzer/${path}" width="900" height="700"></iframe>`);
        await page.goto(host.url, { waitUntil: 'load' });
        const frame = page.mainFrame().childFrames()[0];
        assert.ok(frame);
        if (path.startsWith('?')) await ready(frame);
        assert.deepEqual(await frame.evaluate(`(${breaches})('${foreign.url}', '${own.url}', 0)`), [], `${path}, ${name}`);
        assert.deepEqual(reached(foreign, own), [], `${path}, ${name}`);
        // What is its own still comes.
        assert.ok(own.served.some((name) => /^kibitzer\/.*\.css$/.test(name)));
        await Promise.all([own.close(), host.close()]);
      }
    }
  } finally {
    await Promise.all([browser.close(), foreign.close()]);
    await Promise.all([home, far].map((folder) => rm(folder, { recursive: true })));
  }
});

test('both pages come with the same script that narrows their policy, and the policy knows it', async () => {
  const scripts = await Promise.all(['index.html', 'docs.html'].map(async (name) => {
    const html = (await readFile(join(root, name), 'utf8')).replaceAll('\r\n', '\n');
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
    const policy = /http-equiv="Content-Security-Policy" content="(.*?)"/.exec(html)?.[1] ?? '';
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`), `${name}: the hash of the script has changed`);
    // Once narrowed, no scheme of the network is left.
    assert.doesNotMatch(policy.replaceAll("'self' http: https:", ''), /https?:|\*|unsafe-inline|'unsafe-eval'/);
    return script;
  }));
  assert.equal(scripts[0], scripts[1]);
});

test('on a host that a policy cannot name, the page runs as well', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kibitzer-'));
  await symlink(root, join(home, "it's here; (1)"), 'dir');
  const [browser, server] = await Promise.all([launch(), serve(home)]);
  try {
    for (const attributes of ['', 'sandbox="allow-scripts"']) {
      const page = await browser.newPage();
      const heard = complaints(page);
      await writeFile(join(home, 'course.html'), `<!doctype html><title>Course</title><link rel="icon" href="data:,"><iframe ${attributes} src="${server.url}it's here; (1)/?embed=1&amp;game=gardner&amp;mode=play&amp;side=both" width="900" height="700"></iframe>`);
      await page.goto(`${server.url}course.html`);
      const frame = page.mainFrame().childFrames()[0];
      assert.ok(frame);
      await ready(frame);
      assert.deepEqual(heard, []);
    }
  } finally {
    await Promise.all([browser.close(), server.close(), rm(home, { recursive: true })]);
  }
});
