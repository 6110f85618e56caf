// @ts-check
// What other people's pages and links may throw at this one: a clear error or silence, nothing run, and it still plays.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';

import { ask, course, frameOf, hear, heard, send } from './course.mjs';
import { complaints } from './harness.mjs';
import { crew } from './hook.mjs';
import { click, flipped, ready, rest, settled, turn, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof course>>} */
let here;
before(async () => void (here = await course()));
afterEach(() => here.leave());
after(() => here.close());

/** Waits until the frame has gone through all that was sent to it: it is asked until it has the time to answer, and answers come in order. @param {Page} page */
async function drained(page) {
  let tries = 0;
  await until(page, async () => {
    await send(page, { kibitzer: 1, type: 'getState', id: `drained ${++tries}` });
    return (await heard(page)).some(({ data }) => data?.type === 'state' && String(data.id).startsWith('drained'));
  });
  await ask(page, { type: 'getState' });
}

/** Waits until a page has what its address asks for, or says that it cannot be. @param {Page} page */
const opened = (page) => settled(page, async () => (await crew(page)).length > 0 && ((await page.locator('.notice').count()) > 0 || !/^Loading/.test((await turn(page)) ?? '')));

test('messages of every wrong shape get an error or silence, and the frame plays on', async () => {
  const page = await here.open([{ src: '?embed=1&game=breakthrough&side=both' }]);
  const frame = frameOf(page);
  await ready(frame);
  const wrong = complaints(page);
  await page.evaluate(`window.trap = 0; {
    let deep = {};
    for (let count = 0; count < 500; count++) deep = { deep };
    const huge = 'x'.repeat(5_000_000);
    const evil = '<img src=x onerror="parent.trap = 1"><script>parent.trap = 1</script>';
    const types = ['load', 'setState', 'getState', 'move', 'undo', 'reset', 'flip', 'learn.start', 'learn.pause', 'learn.stop', 'highlight', 'showPiece'];
    const values = [undefined, null, 0, -1, NaN, Infinity, true, '', huge, evil, [], [null], [huge], {}, deep, new Date(), new Map(), new ArrayBuffer(10), '__proto__', { toString: 1 }, ['a1', 7]];
    const frame = frames[0];
    for (const value of values) frame.postMessage(value, '*');
    for (const value of values) frame.postMessage({ kibitzer: value, type: 'move' }, '*');
    for (const value of values) frame.postMessage({ kibitzer: 1, type: value, id: value }, '*');
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'eval', evil]) frame.postMessage({ kibitzer: 1, type }, '*');
    window.hostile = async () => {
      for (const type of types) for (const value of values) {
        const fields = {};
        for (const name of ['game', 'text', 'pos', 'moves', 'state', 'move', 'settings', 'fast', 'squares', 'piece']) fields[name] = value;
        frame.postMessage({ kibitzer: 1, type, id: 1, ...fields }, '*');
        await new Promise(requestAnimationFrame);
      }
    };
  }`);
  await page.evaluate('hostile()');
  await drained(page);
  assert.equal(await page.evaluate('trap'), 0);
  const errors = (await heard(page)).filter((each) => each.data?.type === 'error');
  assert.ok(errors.length > 20);
  for (const { data } of errors) assert.ok(typeof data.message === 'string' && data.message.length > 10 && data.message.length < 600, JSON.stringify(data).slice(0, 300));
  assert.deepEqual(wrong, [], 'no exception in the frame');
  await ask(page, { type: 'load', game: 'breakthrough' });
  await frame.getByRole('tab', { name: 'Play' }).click();
  await ready(frame);
  await click(frame, 'b2b3');
});

test('a flood is refused in one sentence a second, and does not stop the visitor', async () => {
  const page = await here.open([{ src: '?embed=1&game=breakthrough&side=both' }]);
  const frame = frameOf(page);
  await ready(frame);
  const began = Date.now();
  await page.evaluate("for (let count = 0; count < 20000; count++) frames[0].postMessage({ kibitzer: 1, type: count % 2 ? 'getState' : 'flip', id: count }, '*')");
  await hear(page, 'error');
  await drained(page);
  const errors = (await heard(page)).filter((each) => each.data?.type === 'error');
  assert.ok(errors.length <= (Date.now() - began) / 1000 + 2, `${errors.length} errors`);
  assert.match(errors[0]?.data.message, /Too many messages/);
  await click(frame, 'b2b3');
});

test('other windows are not heard: neighbours, children, and the frame itself', async () => {
  const page = await here.open([{ src: '?embed=1&game=breakthrough&side=both' }, { src: '?embed=1&game=gardner&side=both' }]);
  const [one, two] = [frameOf(page, 0), frameOf(page, 1)];
  await ready(one);
  await ready(two);
  await two.evaluate("parent.frames[0].postMessage({ kibitzer: 1, type: 'flip', id: 'neighbour' }, '*')");
  await one.evaluate("postMessage({ kibitzer: 1, type: 'flip', id: 'self' }, '*')");
  // What is sent after them is answered, and they are not.
  assert.equal((await ask(page, { type: 'getState' }, 'state', 0)).flipped, false);
  await rest(one);
  assert.equal(await flipped(one), false);
  assert.ok(!(await heard(page)).some((each) => ['neighbour', 'self'].includes(each.data?.id)));
  // At the top level nothing is listened to at all.
  const top = await (await here.browser.newContext()).newPage();
  await top.goto(`${here.game.url}?embed=1&game=breakthrough`);
  await ready(top);
  await top.evaluate("postMessage({ kibitzer: 1, type: 'flip' }, '*')");
  await rest(top);
  assert.equal(await flipped(top), false);
});

test('parameters of every wrong shape leave a page that works or says what is wrong', async () => {
  const evil = encodeURIComponent('"><script>top.trap=1</script>');
  const values = ['', '%00', '%F0%9F', evil, '__proto__', '-1', '1e99', 'NaN', 'x'.repeat(800), '_'.repeat(300), 'a2a3.'.repeat(150)];
  const names = ['game', 'pos', 'moves', 'side', 'level', 'mode', 'ui', 'hints', 'theme', 'autostart', 'piece', 'count', 'seed', 'square', 'games'];
  const page = await (await here.browser.newContext()).newPage();
  const wrong = complaints(page);
  for (const value of values) {
    for (const mode of ['play', 'exercise']) {
      const query = names.filter((name) => name !== 'autostart').map((name) => `${name}=${name === 'mode' ? mode : value}`).join('&');
      await page.goto(`${here.game.url}?embed=1&${query}`);
      await opened(page);
    }
    await page.goto(`${here.game.url}?embed=1&game=gardner&pos=${value}&moves=${value}&mode=exercise&square=${value}&autostart=0`);
    await page.locator('#start-embed').click();
    await opened(page);
  }
  assert.equal(await page.evaluate('window.trap'), undefined);
  assert.deepEqual(wrong, []);
});

test('no request leaves the origin, whatever the address or a message says', async () => {
  const page = await here.open([{ src: `?embed=1&game=https://example.org/x&pos=//example.org/&origin=${encodeURIComponent(new URL(here.host.url).origin)}&theme=url(//example.org)#v=1&g=breakthrough` }]);
  /** @type {string[]} */
  const outside = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(here.game.url) && !request.url().startsWith(here.host.url) && !/^(blob|data):/.test(request.url())) outside.push(request.url());
  });
  await ready(frameOf(page));
  for (const text of ['https://example.org/', '//example.org', 'javascript:parent.trap=1']) {
    for (const type of ['load', 'setState', 'move', 'showPiece', 'highlight']) await send(page, { kibitzer: 1, type, game: text, state: text, move: text, piece: text, squares: [text] });
  }
  await drained(page);
  const top = await (await here.browser.newContext()).newPage();
  top.on('request', (request) => {
    if (!request.url().startsWith(here.game.url) && !/^(blob|data):/.test(request.url())) outside.push(request.url());
  });
  await top.goto(`${here.game.url}?game=//example.org&embed=0&theme=//example.org`);
  await top.getByRole('alert').filter({ hasText: 'cannot be opened' }).waitFor();
  assert.deepEqual(outside, []);
});

test('hostile links: deep, huge, malformed, for another page, all are refused in words', async () => {
  const page = await (await here.browser.newContext()).newPage();
  await page.goto(`${here.game.url}#v=1&g=breakthrough`);
  await ready(page);
  const wrong = complaints(page);
  const links = ['v=1&c=AAAA&g=<img src=x onerror=alert(1)>', `v=1&c=AAAA&d=${'('.repeat(30000)}`, `v=1&${'a=b&'.repeat(5000)}`, `v=1&c=AAAA&g=chess&m=${'a2a3.'.repeat(5000)}`, `v=${'1'.repeat(90000)}`, '%'.repeat(5000), 'v=1&c=AAAA&g=chess&tab=__proto__&constructor=x', `v=1&c=AAAA&g=chess&seed=${'9'.repeat(400)}`, `v=1&d=${'A'.repeat(95990)}`, 'x'.repeat(500_000)];
  for (const link of links) {
    await page.evaluate((fragment) => void (location.hash = fragment), link);
    const alert = page.getByRole('alert').filter({ hasText: 'This link cannot be opened' });
    await alert.waitFor();
    const words = (await alert.textContent()) ?? '';
    assert.ok(words.length > 40 && words.length < 500, `${link.slice(0, 60)}: ${words}`);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
  }
  assert.deepEqual(wrong, []);
  await page.getByRole('tab', { name: 'Play' }).click();
  await ready(page);
  await twoPeople(page);
  await click(page, 'b2b3');
});
