// @ts-check
// The page in a frame of a course page: parameters, messages, sandboxes, many on a page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';

import { accessibilityFaults, root, screenshot } from './harness.mjs';
import { ask, course, frameOf, hear, heard, sandboxes, send } from './course.mjs';
import { crew, shown } from './hook.mjs';
import { cell, click, flipped, loaded, plies, ready, rest, settled, turn, until } from './table.mjs';
import { watches } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof course>>} */
let here;
before(async () => void (here = await course()));
afterEach(() => here.leave());
after(() => here.close());

for (const [name, attributes, cors] of sandboxes) {
  test(`plays, talks and learns in a frame: ${name}`, async () => {
    const place = cors ? here : await course({ cors });
    try {
      const page = await place.open([{ src: '?embed=1&game=breakthrough&mode=play&side=both', attributes }]);
      const frame = frameOf(page);
      await ready(frame);
      const state = await ask(page, { type: 'getState' });
      assert.equal(state.game, 'breakthrough');
      assert.equal(state.legal.length, 22);
      await click(frame, 'b2b3');
      assert.equal((await hear(page, 'move')).move, 'b2b3');
      assert.deepEqual((await ask(page, { type: 'move', move: 'g7g6' })).moves, ['b2b3', 'g7g6']);
      assert.equal((await ask(page, { type: 'move', move: 'b3b5' }, 'illegal')).move, 'b3b5');
      assert.deepEqual((await ask(page, { type: 'undo' })).moves, ['b2b3']);
      assert.deepEqual((await ask(page, { type: 'reset' })).moves, []);
      assert.equal((await ask(page, { type: 'flip' })).flipped, true);
      await ask(page, { type: 'learn.start', settings: { games: 3, seed: 5 }, fast: true });
      const done = await hear(page, 'learn.done');
      assert.equal(done.gamesInAll, 3);
      assert.ok(done.pieces.some((/** @type {any} */ piece) => piece.letter === 'P'));
      await ask(page, { type: 'learn.stop' });
      const { state: kept } = await ask(page, { type: 'load', game: 'gardner', moves: ['b1a3'] });
      assert.match(kept, /^v=1&c=....&g=gardner&m=b1a3/);
      await ask(page, { type: 'load', text: '<<Mine>> <BOARD> 1 4 k . . K <PIECES> K (0,1,e) & <GOALS> 9 &' });
      const back = await ask(page, { type: 'setState', state: kept });
      assert.deepEqual([back.game, back.moves], ['gardner', ['b1a3']]);
      assert.equal((await ask(page, { type: 'showPiece', piece: 'R' }, 'piece')).letter, 'R');
    } finally {
      if (place !== here) await place.close();
    }
  });
}

test('a frame that waits loads no worker and no wasm, shows the start, and starts on a click', async () => {
  const from = here.game.served.length;
  const page = await here.open(Array(10).fill({ src: '?embed=1&game=chess&mode=play&side=white&level=1&autostart=0' }));
  for (let index = 0; index < 10; index++) {
    const frame = frameOf(page, index);
    await frame.getByRole('button', { name: 'Play Chess' }).waitFor();
    assert.equal(await cell(frame, 'e1').getAttribute('aria-label'), 'e1, white king');
  }
  const served = here.game.served.slice(from);
  assert.ok(!served.some((path) => /wasm|worker|^pkg\/kibitzer\.js/.test(path)), served.join(' '));
  assert.equal((await ask(page, { type: 'getState' }, 'state', 4)).started, false);
  await frameOf(page, 3).getByRole('button', { name: 'Play Chess' }).click();
  await ready(frameOf(page, 3));
  await click(frameOf(page, 3), 'e2e3');
  await plies(frameOf(page, 3), 2);
  // A command starts a frame as well, and no other.
  assert.deepEqual((await ask(page, { type: 'move', move: 'd2d3' }, 'state', 7)).moves[0], 'd2d3');
  assert.deepEqual(await crew(frameOf(page, 5)), [], 'no worker');
});

test('a frame that waits shows the position in its address, or the start of the game where that cannot be drawn', async () => {
  const position = 'rnbqk_ppppp_N...._PPPPP_R.BQK%20b%201';
  const other = position.replace('N', 'X');
  const page = await here.open([position, other, 'ppppp'].map((pos) => ({ src: `?embed=1&game=gardner&pos=${pos}&side=both&autostart=0` })));
  const drawn = [{ a3: 'white knight', b1: 'empty' }, { a3: 'empty', b1: 'white knight' }, { a3: 'empty', b1: 'white knight' }];
  for (const [index, squares] of drawn.entries()) {
    const frame = frameOf(page, index);
    await frame.locator('#start-embed').waitFor();
    assert.deepEqual(await crew(frame), [], 'no worker');
    for (const [square, what] of Object.entries(squares)) assert.equal(await cell(frame, square).getAttribute('aria-label'), `${square}, ${what}`, `frame ${index}`);
  }
  // The worker's answer is the same position.
  await frameOf(page).locator('#start-embed').click();
  await loaded(frameOf(page));
  assert.match((await cell(frameOf(page), 'a3').getAttribute('aria-label')) ?? '', /^a3, white knight/);
});

test('a poster stands in the middle of a wide frame, and its board keeps its size when it starts', async () => {
  for (const mode of ['play', 'learn']) {
    const page = await here.open([{ src: `?embed=1&game=gardner&mode=${mode}&side=both&autostart=0` }]);
    const frame = frameOf(page);
    const board = () => frame.locator('#grid').evaluate((grid) => {
      const { left, right } = grid.getBoundingClientRect();
      return { middle: (left + right) / 2, width: right - left };
    });
    await frame.locator('#start-embed').waitFor();
    const poster = await board();
    // The row names are on one side of the board only.
    assert.ok(Math.abs(poster.middle - 400) < 12, `${mode}: ${poster.middle}`);
    await frame.locator('#start-embed').click();
    await loaded(frame);
    await frame.locator('#start-embed').waitFor({ state: 'detached' });
    const started = await board();
    assert.equal(started.width, poster.width, mode);
    assert.ok(started.middle < poster.middle - 100, `${mode}: the panel is beside the board`);
  }
});

test('two frames on a page know nothing of each other', async () => {
  const page = await here.open([{ src: '?embed=1&game=breakthrough&side=both' }, { src: '?embed=1&game=gardner&side=both', attributes: 'sandbox="allow-scripts"' }]);
  await ready(frameOf(page, 0));
  await ready(frameOf(page, 1));
  await ask(page, { type: 'move', move: 'a2a3' }, 'state', 0);
  await ask(page, { type: 'move', move: 'b1a3' }, 'state', 1);
  const moves = (await heard(page)).filter((each) => each.data?.type === 'move').map((each) => [each.from, each.data.move]);
  assert.deepEqual(moves, [[0, 'a2a3'], [1, 'b1a3']]);
});

test('parameters choose position, moves, side, level, mode and what is shown', async () => {
  const page = await here.open([
    { src: '?embed=1&game=gardner&moves=b1a3.b4a3&side=black&level=3&mode=play' },
    { src: '?embed=1&game=gardner&pos=rnbqk_ppppp_N...._PPPPP_R.BQK%20b%201&mode=view' },
    { src: '?embed=1&game=gardner&mode=play&side=both&hints=0&ui=players,head&theme=dark' },
    { src: '?embed=1&game=breakthrough&mode=learn&games=10&seed=4&allMoves=false' },
    { src: '?embed=1&game=gardner&mode=analyse' },
  ]);
  const [black, view, plain, learn, analyse] = [0, 1, 2, 3, 4].map((index) => frameOf(page, index));
  assert.ok(black && view && plain && learn && analyse);
  await plies(black, 2);
  assert.equal(await turn(black), 'White (level 3) is paused.');
  assert.deepEqual([await black.locator('#player-white').inputValue(), await black.locator('#player-black').inputValue(), await flipped(black)], ['level-3', 'human', true]);
  assert.ok(await black.locator('#moves').isVisible());
  assert.ok(!(await black.locator('#player-white').isVisible()));
  await loaded(view);
  assert.match((await ask(page, { type: 'getState' }, 'state', 1)).position, /^rnbqk\/ppppp\/N.* b 1$/);
  await cell(view, 'b4').click();
  await rest(view);
  assert.equal(await view.locator('#grid [aria-selected=true]').count(), 0, 'only to look at');
  await ready(plain);
  assert.ok(await plain.locator('#player-white').isVisible());
  assert.ok(!(await plain.locator('#undo').isVisible()) && !(await plain.locator('#turn').isVisible()));
  await cell(plain, 'b1').click();
  assert.match((await cell(plain, 'a3').getAttribute('aria-label')) ?? '', /^a3, empty$/);
  const paper = /** @type {number[]} */ (await plain.evaluate('getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)'));
  assert.ok(Math.max(...paper) < 80, `dark paper, not ${paper}`);
  await until(learn, () => watches(learn));
  assert.deepEqual(await Promise.all(['#games', '#seed', '#listing'].map((id) => learn.locator(id).inputValue())), ['10', '4', 'some']);
  assert.equal((await hear(page, 'learn.progress', { from: 3 })).gamesInAll, 10);
  assert.equal((await ask(page, { type: 'learn.pause' }, 'state', 3)).learning.running, false);
  await ready(analyse);
  assert.deepEqual([await analyse.locator('#player-white').inputValue(), await analyse.locator('#player-black').inputValue()], ['human', 'human']);
});

test('a game that ends is told, and so is what the visitor tried in vain', async () => {
  const page = await here.open([{ src: '?embed=1&game=knightthrough&side=both&moves=a2b4.h7g5.b4c6.g5f3' }]);
  const frame = frameOf(page);
  await plies(frame, 4);
  await cell(frame, 'c6').click();
  await cell(frame, 'c7').click();
  assert.equal((await hear(page, 'illegal')).move, 'c6c7');
  await click(frame, 'c6b8').catch(() => {});
  const over = await hear(page, 'gameover');
  assert.deepEqual([over.winner, over.sentence], ['white', 'White wins: the knight reached b8.']);
});

test('squares can be pointed at, by more than colour', async () => {
  const page = await here.open([{ src: '?embed=1&game=gardner&side=both' }]);
  await ready(frameOf(page));
  await ask(page, { type: 'highlight', squares: ['c3', 'a5'] });
  assert.match((await cell(frameOf(page), 'c3').getAttribute('aria-label')) ?? '', /highlighted/);
  await ask(page, { type: 'highlight', squares: [] });
  await until(frameOf(page), `!document.querySelector('[aria-label*="highlighted"]')`);
});

test('the height is told in our words, and in those of Canvas and Sakai', async () => {
  const page = await here.open([{ src: '?embed=1&game=gardner&mode=play' }]);
  await ready(frameOf(page));
  const { height } = await hear(page, 'resize');
  assert.ok(height > 200 && height < 1500, `${height}`);
  await page.evaluate("document.querySelector('iframe').width = 320");
  await until(page, `heard.some(({ data }) => data?.type === 'resize' && data.height !== ${height})`);
  const all = (await heard(page)).map((each) => each.data);
  const last = all.filter((data) => data?.type === 'resize').at(-1).height;
  assert.ok(all.some((data) => data?.subject === 'lti.frameResize' && data.height === last));
  assert.ok(all.includes(JSON.stringify({ subject: 'lti.frameResize', height: last })));
  // A frame that follows comes to rest.
  await page.evaluate("addEventListener('message', ({ data }) => { if (data?.type === 'resize') document.querySelector('iframe').height = data.height; })");
  await page.evaluate("document.querySelector('iframe').width = 900");
  await calm(page, async () => (await heard(page)).length);
});

/**
 * Waits until no frame wants anything any more: every frame has the size that the course page gave it, has drawn it, and has said nothing new,
 * twice in a row. A frame that never comes to rest fails here.
 *
 * @param {Page} page
 * @param {() => Promise<number>} said how much was said by now
 */
async function calm(page, said) {
  const frames = await Promise.all(page.mainFrame().childFrames().map(async (frame) => ({ frame, element: await frame.frameElement() })));
  /** Whether a frame has the size that it was given. @param {typeof frames[number]} each */
  const sized = async ({ frame, element }) =>
    (await element.evaluate((box) => `${/** @type {Element} */ (box).clientWidth} ${/** @type {Element} */ (box).clientHeight}`)) === (await frame.evaluate('`${innerWidth} ${innerHeight}`'));
  for (let [quiet, rounds] = [0, 0]; quiet < 2; rounds += 1) {
    assert.ok(rounds < 60, 'the height keeps changing');
    const before = await said();
    await until(page, async () => (await Promise.all(frames.map(sized))).every(Boolean));
    await Promise.all(frames.map(({ frame }) => shown(frame)));
    quiet = (await said()) === before ? quiet + 1 : 0;
  }
}

/** Makes the course page follow a frame's wish for height, and keep what it was told. @param {Page} page @param {'resize' | 'lti' | 'text'} kind */
const obey = (page, kind) => page.evaluate(`{
  window.told = [...document.querySelectorAll('iframe')].map(() => []);
  window.wishes = told.map(() => 0);
  const heightOf = (data) => {
    if ('${kind}' === 'resize') return data?.kibitzer === 1 && data.type === 'resize' ? data.height : 0;
    if ('${kind}' === 'text') data = typeof data === 'string' ? JSON.parse(data) : null;
    return typeof data === 'object' && data?.subject === 'lti.frameResize' ? data.height : 0;
  };
  const follow = (at, data) => {
    const height = heightOf(data);
    if (!height) return;
    told[at].push(height);
    wishes[at] = height;
    document.querySelectorAll('iframe')[at].height = height;
  };
  for (const { from, data } of heard) follow(from, data);
  addEventListener('message', ({ source, data }) => follow([].indexOf.call(frames, source), data));
}`);

/** Waits until the frames that `obey` follows have come to rest. @param {Page} page */
const obeyed = (page) => calm(page, async () => Number(await page.evaluate('told.flat().length')));

/** Waits until a frame shows what its address asks for. @param {import('playwright-core').Frame | Page} frame @param {string} path */
async function there(frame, path) {
  if (path.includes('autostart')) await frame.locator('#start-embed').waitFor();
  else await started(frame, path);
}

/** The same once it has been started. @param {import('playwright-core').Frame | Page} frame @param {string} path */
async function started(frame, path) {
  await loaded(frame);
  if (path.includes('exercise')) await settled(frame, "/^Mark every square/.test(document.querySelector('#exercise-task').textContent)");
}

/** What each mode shows, and from when on. */
const everyMode = ['mode=play&side=both', 'mode=view&moves=b1a3', 'mode=analyse', 'mode=learn&games=9&seed=1', 'mode=exercise&piece=N&seed=1', 'side=both'];
const widths = [280, 320, 390, 480, 600, 615, 760, 900, 1200];

for (const kind of /** @type {const} */ (['resize', 'lti', 'text'])) {
  test(`a course page that follows the height (${kind}) has followed enough after one step, in every mode and width`, async () => {
    const paths = everyMode.flatMap((mode) => ['', '&autostart=0'].map((wait) => `?embed=1&game=gardner&${mode}${wait}`)).filter((path) => kind === 'resize' || /exercise|mode=play/.test(path));
    const page = await here.open(paths.map((src) => ({ src })));
    // A frame out of sight draws nothing: there is room for all of them at their highest.
    await page.setViewportSize({ width: 1300, height: 1500 * paths.length });
    for (const [index, path] of paths.entries()) await there(frameOf(page, index), path);
    await obey(page, kind);
    await obeyed(page);
    const first = Number(await page.evaluate('told.length'));
    assert.equal(first, paths.length);
    for (const width of widths) {
      await page.evaluate(`told = told.map(() => []); for (const frame of document.querySelectorAll('iframe')) frame.width = ${width}`);
      await obeyed(page);
      const told = /** @type {number[][]} */ (await page.evaluate('told'));
      for (const [index, path] of paths.entries()) {
        const name = `${path} at ${width}: ${told[index]}`;
        assert.ok((told[index]?.length ?? 9) <= 1, name);
        const seen = /** @type {any} */ (await frameOf(page, index).evaluate(`{
          const box = (document.querySelector('#exercise[open] #exercise-board') ?? document.querySelector('#board')).getBoundingClientRect();
          const { scrollWidth, scrollHeight } = document.documentElement;
          ({ height: innerHeight, scrollWidth, scrollHeight, board: box.height, bottom: box.bottom });
        }`));
        const wish = Number(await page.evaluate(`wishes[${index}]`));
        assert.deepEqual([seen.scrollWidth, seen.scrollHeight], [width, seen.height], `${name}: something is cut off`);
        assert.ok(seen.height <= 1120 && wish > 0 && wish <= seen.height, `${name}: ${wish} of ${seen.height}`);
        // Beside the board there may be half a frame of other things.
        assert.ok(seen.board >= Math.min(240, width - 48) && seen.bottom <= seen.height, `${name}: a board of ${seen.board}`);
      }
      // Whatever height it is given, it asks for the same.
      if (width !== 390 && width !== 900) continue;
      await page.evaluate("window.before = [...document.querySelectorAll('iframe')].map((frame) => frame.height); told = told.map(() => []); for (const frame of document.querySelectorAll('iframe')) frame.height = 300");
      await obeyed(page);
      assert.deepEqual(await page.evaluate('told.flat()'), [], `at ${width}`);
      await page.evaluate("for (const frame of document.querySelectorAll('iframe')) frame.height = 1400");
      await obeyed(page);
      assert.deepEqual(await page.evaluate('told.flat()'), [], `at ${width}`);
      await page.evaluate("document.querySelectorAll('iframe').forEach((frame, at) => (frame.height = before[at]))");
    }
    // The button of a frame that waits never makes it smaller.
    const waiting = paths.map((_, index) => index).filter((index) => paths[index]?.includes('autostart'));
    const before = /** @type {number[]} */ (await page.evaluate('[...wishes]'));
    for (const index of waiting) await frameOf(page, index).locator('#start-embed').click();
    for (const index of waiting) await started(frameOf(page, index), paths[index] ?? '');
    await obeyed(page);
    const after = /** @type {number[]} */ (await page.evaluate('[...wishes]'));
    for (const index of waiting) assert.ok((after[index] ?? 0) >= (before[index] ?? Infinity), paths[index]);
  });
}

test('the script of the guide gives a frame its height once, and a board that is no smaller for it', async () => {
  const guide = await readFile(join(root, 'docs.html'), 'utf8');
  const code = [...guide.matchAll(/<pre class="code copy"><code>([\s\S]*?)<\/code>/g)].map((found) => found[1] ?? '').find((each) => each.includes('id="board"')) ?? '';
  const text = code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('https://HOST/', here.game.url);
  const page = await here.open([]);
  await page.setViewportSize({ width: 900, height: 1200 });
  await page.setContent(`<!doctype html><title>Course</title>${text}<script>const told = []; addEventListener('message', ({ data }) => { if (data?.type === 'resize') told.push(data.height); });</script>`);
  await started(frameOf(page), 'exercise');
  await calm(page, async () => Number(await page.evaluate('told.length')));
  const told = /** @type {number[]} */ (await page.evaluate('told'));
  assert.deepEqual(told, [...told].sort((a, b) => a - b), 'it shrinks');
  assert.equal(Number(await frameOf(page).evaluate('innerHeight')), told.at(-1));
  assert.ok(((await frameOf(page).locator('#exercise-board').boundingBox())?.height ?? 0) > 300);
});

test('only the declared origin is heard and spoken to', async () => {
  const origin = new URL(here.host.url).origin;
  const page = await here.open([{ src: `?embed=1&game=gardner&origin=${encodeURIComponent(origin)}` }, { src: '?embed=1&game=gardner&origin=https://example.org' }, { src: '?embed=1&game=gardner&origin=nonsense' }]);
  for (const index of [0, 1, 2]) await ready(frameOf(page, index));
  assert.equal((await ask(page, { type: 'getState' }, 'state', 0)).game, 'gardner');
  for (const index of [1, 2]) {
    const frame = frameOf(page, index);
    // After the page's own listener, if it has one.
    await frame.evaluate("window.arrived = 0; addEventListener('message', () => (window.arrived += 1))");
    await send(page, { kibitzer: 1, id: 'x', type: 'flip' }, index);
    await until(frame, 'window.arrived > 0');
    await rest(frame);
    assert.equal(await flipped(frame), false);
  }
  assert.deepEqual((await heard(page)).filter((each) => each.from !== 0), []);
});

test('axe-core finds nothing in a frame, waiting or playing, light or dark', async () => {
  const paths = ['?embed=1&game=chess&mode=play&autostart=0', '?embed=1&game=chess&mode=play', '?embed=1&game=chess&mode=learn', '?embed=1&game=chess&mode=exercise&seed=3', '?embed=1&game=chess&mode=view&moves=e2e3'];
  for (const path of paths) {
    const page = await (await here.browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(here.game.url + path);
    await there(page, path);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(page), [], `${path}, ${colorScheme}`);
      await screenshot(page, `frame ${path.replace(/\W+/g, ' ')}, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 320, height: 480 });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
    await page.context().close();
  }
});
