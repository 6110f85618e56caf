// @ts-check
// The main journeys through the page, in one browser after the other: `BROWSER=firefox node --test tests/www/journeys/journeys.mjs`.
// They use the page as people do. What only Chromium is asked is in ../*.test.mjs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { sandboxes } from '../course.mjs';
import { root, serve } from '../harness.mjs';
import { breakthrough, ends, shortGame } from '../table.mjs';
import { Visitor } from './visitor.mjs';

const { default: start } = await import(`./${process.env.BROWSER ?? 'chromium'}.mjs`);
/** @type {import('./visitor.mjs').Driver} */
const browser = await start();
const home = await mkdtemp(join(tmpdir(), 'kibitzer-'));
const [site, closed, host] = await Promise.all([serve(root), serve(root, { cors: false }), serve(home)]);

/** @type {Visitor[]} */
const visitors = [];
/** @param {string} url */
async function visit(url) {
  const visitor = new Visitor(await browser.tab());
  visitors.push(visitor);
  await visitor.tab.open(url);
  return visitor;
}
/** Faults that a test expects. */
let expected = /^$/;
afterEach(async () => {
  const faults = [];
  for (const { tab } of visitors.splice(0)) {
    // A browser that no longer answers is a failure, and must not stay open.
    faults.push(...(await tab.faults().catch((error) => [String(error)])));
    await tab.close();
  }
  assert.deepEqual(faults.filter((each) => !expected.test(each)), [], `errors in ${browser.name}`);
  expected = /^$/;
});
after(async () => {
  console.log(`# ran in ${browser.name}`);
  await Promise.all([browser.close(), site.close(), closed.close(), host.close()]);
  await rm(home, { recursive: true });
});

/** Two people at a board. @param {string} [url] */
async function twoPeople(url = site.url + breakthrough) {
  const visitor = await visit(url);
  await visitor.reads(/White to move/);
  await visitor.choose('White', 'A person');
  await visitor.choose('Black', 'A person');
  return visitor;
}

/** Makes a move by two clicks, and waits until it stands on the board. @param {Visitor} visitor @param {string} move */
async function play(visitor, move) {
  const [from, to] = ends(move);
  await visitor.holds(from, /can move/);
  await visitor.tab.click(await visitor.cell(from));
  await visitor.holds(from, /picked up/);
  await visitor.tab.click(await visitor.cell(to));
  await visitor.holds(from, /^empty/);
}

/** The short game was won, and the page says so. @param {Visitor} visitor */
async function won(visitor) {
  await visitor.reads(/White wins/);
  await visitor.holds('b8', /^white pawn/);
  // The list of moves may be drawn a frame after the board.
  await visitor.until('all moves are listed', async () => (await visitor.tab.run(() => document.querySelectorAll('[aria-label=Moves] button').length)) === shortGame.length);
}

test('watching to the end, and playing by the learned rules', async () => {
  const visitor = await visit(site.url);
  await visitor.reads(/Game 1\./);
  await visitor.press('button', /^Skip/);
  await visitor.reads(/all 12 pieces.*exactly the true moves/s);
  await visitor.press('button', /rules I have learned|learned rules/);
  await visitor.reads(/White to move/);
  await play(visitor, 'b1c3');
  // The visitor answers.
  await visitor.reads(/White to move/);
  await visitor.holds('c3', /^white knight/);
});

test('a whole game by mouse', async () => {
  const visitor = await twoPeople();
  for (const move of shortGame) await play(visitor, move);
  await won(visitor);
  await visitor.press('button', 'New game');
  await visitor.reads(/White to move/);
  await visitor.holds('b2', /^white pawn/);
});

test('a whole game by dragging', async () => {
  const visitor = await twoPeople();
  for (const move of shortGame) {
    const [from, to] = ends(move);
    await visitor.holds(from, /can move/);
    await visitor.tab.drag(await visitor.cell(from), await visitor.cell(to));
    await visitor.holds(from, /^empty/);
  }
  await won(visitor);
});

test('a whole game by keyboard alone', async () => {
  const visitor = await twoPeople();
  await visitor.tabTo(/^[a-h]\d,/);
  const names = 'abcdefgh';
  /** @param {string} square */
  const walk = async (square) => {
    const at = (await visitor.focused()).split(',')[0] ?? '';
    const [dx, dy] = [names.indexOf(square.charAt(0)) - names.indexOf(at.charAt(0)), Number(square.slice(1)) - Number(at.slice(1))];
    for (let count = 0; count < Math.abs(dx); count++) await visitor.tab.key(dx > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let count = 0; count < Math.abs(dy); count++) await visitor.tab.key(dy > 0 ? 'ArrowUp' : 'ArrowDown');
    await visitor.until(`the keyboard is on ${square}`, async () => (await visitor.focused()).startsWith(`${square},`));
  };
  for (const [index, move] of shortGame.entries()) {
    const [from, to] = ends(move);
    await walk(from);
    await visitor.holds(from, /can move/);
    await visitor.tab.key('Enter');
    await walk(to);
    await visitor.tab.key(index % 2 ? 'Space' : 'Enter');
    await visitor.holds(from, /^empty/);
  }
  await won(visitor);
});

test('writing a game: an error names its line, and what is right is played', async () => {
  const visitor = await visit(site.url + breakthrough);
  await visitor.reads(/White to move/);
  await visitor.turnTo('Text');
  const text = '<<Corridor>>\n<BOARD>\n2 4\n|k.|\n|..|\n|..|\n|K.|\n<PIECES>\nK (0,1,!) + (1,0,e) + (-1,0,e) &\n<GOALS>\n20 &\n@K 1 3 &\n@k 1 0 &\n';
  await visitor.write(/^Game text/, text);
  await visitor.reads(/Line 9, column/);
  await visitor.write(/^Game text/, text.replace('!', 'e'));
  await visitor.press('button', 'Play this');
  await visitor.until('the new game is on the board', async () => Object.keys(await visitor.board()).length === 8);
  await visitor.turnTo('Play');
  await visitor.choose('Black', 'A person');
  for (const move of ['a1b1', 'a4a3', 'b1b2', 'a3a2', 'b2b3', 'a2a1', 'b3b4']) await play(visitor, move);
  await visitor.reads(/White wins/);
});

test('a shared link opens the game with its moves', async () => {
  const visitor = await twoPeople();
  for (const move of shortGame.slice(0, 5)) await play(visitor, move);
  const pieces = async (/** @type {Visitor} */ of) => Object.entries(await of.board()).map(([square, content]) => `${square} ${content.split(',')[0]}`);
  const before = await pieces(visitor);
  await visitor.press('button', 'Share');
  const link = await visitor.until('a link to share', () => visitor.value('Link'));
  const friend = await visit(link);
  await friend.holds('b5', /^white pawn/);
  await friend.reads(/Black/);
  assert.deepEqual(await pieces(friend), before);
});

test('an experiment is run in the laboratory, and its plot is read by keyboard', async () => {
  const visitor = await visit(`${site.url}#lab=exactness?boards=breakthrough&all=1,2&single=5&learners=kibitzer,rpni-bjornsson`);
  await visitor.press('button', 'Run');
  await visitor.reads(/\b(\d+) of \1 cells · done/);
  await visitor.reads(/games with all moves listed, .* exactly/);
  await visitor.tab.click(await visitor.find('button', 'Start over'));
  await visitor.reads(/\b(\d+) of \1 cells · done/);
  await visitor.tabTo(/Exact automata by number of games, all moves listed/);
  // The point is told, and the cell of the table that holds its value is marked.
  const marked = () => visitor.tab.run(() => document.querySelector('td.current')?.closest('tr')?.innerText ?? '');
  await visitor.tab.key('Home');
  const first = await visitor.until('a marked value', marked);
  await visitor.tab.key('ArrowRight');
  await visitor.until('another marked value', async () => (await marked()) !== first);
});

test('a game of checkers is begun: a move, and the answer of the engine', async () => {
  const visitor = await visit(`${site.url}#v=1&g=american-checkers`);
  const [from] = await visitor.until('a piece that can move', async () => Object.entries(await visitor.board()).find(([, content]) => /can move/.test(content)));
  const before = await visitor.board();
  await visitor.tab.click(await visitor.cell(from));
  const [to] = await visitor.until('a square to go to', async () => Object.entries(await visitor.board()).find(([, content]) => /move here/.test(content)));
  await visitor.tab.click(await visitor.cell(to));
  await visitor.holds(to, /^white/);
  await visitor.until('the engine has moved', async () => Object.entries(await visitor.board()).some(([square, content]) => /^black/.test(content) && !/^black/.test(before[square] ?? '')));
});

for (const [name, attributes, cors] of sandboxes) {
  test(`in a course page of another origin: ${name}`, async () => {
    const game = cors ? site : closed;
    // There the module comes as a script, after it could not be fetched.
    if (!cors) expected = /kibitzer_bg\.wasm|Access-Control-Allow-Origin/;
    await writeFile(join(home, 'index.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,">
      <script>const heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>
      <iframe title="Game" ${attributes} src="${game.url}?embed=1&amp;game=breakthrough&amp;mode=play&amp;side=both&amp;autostart=0" width="800" height="800"></iframe>`);
    const visitor = await visit(host.url);
    const frame = await visitor.find('iframe', 'Game');
    await visitor.tab.enter(frame);
    await visitor.press('button', /^Play/);
    for (const move of shortGame.slice(0, 2)) await play(visitor, move);
    // It looks as it should: the style sheets have arrived.
    const { width, height } = await visitor.tab.run(() => {
      const cell = document.querySelector('[role=gridcell]');
      return JSON.parse(JSON.stringify(cell?.getBoundingClientRect()));
    });
    assert.ok(Math.abs(width - height) < 2 && width > 30, `a square of ${width} by ${height}`);
    await visitor.tab.enter(null);
    const moves = await visitor.until('the course heard the moves', async () => {
      const list = await visitor.tab.run('heard.filter((data) => data?.type === "move").map(({ move }) => move)');
      return list.length > 1 && list;
    });
    assert.deepEqual(moves, shortGame.slice(0, 2));
  });
}

test('an exercise: mark where a knight may go', async () => {
  const visitor = await visit(`${site.url}?embed=1&game=chess&mode=exercise&piece=N&count=1&seed=11`);
  const [, own = '', from = ''] = await visitor.reads(/the (white|black) knight on ([a-h]\d)/);
  const squares = await visitor.board();
  const names = 'abcdefgh';
  for (const [dx, dy] of [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]) {
    const to = `${names[names.indexOf(from.charAt(0)) + Number(dx)]}${Number(from.slice(1)) + Number(dy)}`;
    if (to in squares && !squares[to]?.startsWith(own)) await visitor.tab.click(await visitor.cell(to));
  }
  await visitor.press('button', 'Check');
  await visitor.reads(/1 of 1/);
  await visitor.reads(/100\s*%/);
});

test('the single file, opened from a disk, watches, learns and plays', async () => {
  const file = join(home, 'kibitzer.html');
  await promisify(execFile)('node', [join(root, 'build/single.mjs'), file]);
  const visitor = await visit(pathToFileURL(file).href);
  await visitor.reads(/Game 1\./);
  await visitor.press('button', /^Skip/);
  await visitor.reads(/all 12 pieces.*exactly the true moves/s);
  await visitor.press('button', /rules I have learned|learned rules/);
  await visitor.reads(/White to move/);
  await play(visitor, 'b1c3');
  await visitor.reads(/White to move/);
});
