// @ts-check
// The laboratory: experiments by mouse and by keyboard, plots that say what the files say, links, interruptions, and the same rows as the tool.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { course, frameOf, sandboxes } from './course.mjs';
import { downloaded } from './doing.mjs';
import { accessibilityFaults, complaints, root, screenshot } from './harness.mjs';
import { answered, asked, crash, hold, pending, release } from './hook.mjs';
import { click, house, played, ready, rest, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./table.mjs').Place} Place */
const here = await house();
/** Experiments whose rows are kept. */
const kept = (await readFile(join(root, 'tests/lab/settings.txt'), 'utf8')).trim().split(/\r?\n/);

const small = '#lab=exactness?boards=breakthrough&all=1,2&single=5&learners=kibitzer,rpni-bjornsson';

/** Waits until an experiment is on the page. @param {Place} place */
const experimentOpen = (place) => place.getByRole('button', { name: 'Run', exact: true }).waitFor();

/** What the line below the bar says. @param {Place} place */
const words = (place) => place.getByText(/^\d+ of \d+ cells? · /).textContent();

/** Waits until the whole result is there. @param {Place} place */
async function finished(place) {
  await place.getByText(/^(\d+) of \1 cells? · done/).waitFor();
  await place.getByText('Partial results').waitFor({ state: 'hidden' });
  await place.getByRole('heading', { name: 'Results' }).waitFor();
}

/** @param {Place} place */
async function run(place) {
  await place.getByRole('button', { name: 'Run', exact: true }).click();
  await finished(place);
}

/** A file of the run, as text. @param {Page} page @param {string} name */
async function file(page, name) {
  const button = page.getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) await page.getByText('Files: CSV, JSON, SVG, Markdown').click();
  await button.waitFor();
  const { name: saved, bytes } = await downloaded(page, () => button.click());
  assert.equal(saved, name);
  return bytes.toString();
}

/** What the tool gives, with plain ends of lines. @param {string} name */
const rowsOfTool = async (name) => (await readFile(join(root, `tests/lab/${name}-rows.csv`), 'utf8')).replaceAll('\r\n', '\n');

/** The rows of a CSV file, each by the names of its columns. None of these has a comma in a cell. @param {string} text */
function rows(text) {
  const [head = [], ...lines] = text.trim().split(/\r?\n/).map((line) => line.split(','));
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}

/** The points of a plot, with what they carry. @param {Page} page @param {string} name of the plot */
const points = (page, name) =>
  page.getByRole('application', { name }).locator('.point').evaluateAll((marks) => marks.map((mark) => ({ label: mark.getAttribute('aria-label') ?? '', .../** @type {SVGGElement} */ (mark).dataset })));

/** Tab by Tab until the keyboard is where the test wants it. @param {Page} page @param {string} condition over the element `at` */
async function tabUntil(page, condition) {
  for (let count = 0; count < 120; count++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`((at) => !!(${condition}))(document.activeElement)`)) return;
  }
  throw new Error(`Tab does not reach: ${condition}`);
}

/** What was last said aloud. @param {Place} place @returns {Promise<string>} */
const said = (place) => place.evaluate("document.querySelector('#live').textContent.trim()");

test('by mouse: an experiment is chosen, changed and run, and every number of its plot stands in the exported table', async () => {
  const page = await here.openGame(undefined, { viewport: { width: 1280, height: 900 } });
  const wrong = complaints(page);
  await page.getByRole('link', { name: 'Laboratory', exact: true }).click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  for (const paper of ['Björnsson 2012', 'Kowalski and Kisielewicz 2015', 'Kowalski and Kisielewicz 2018', 'Flynn 2020', 'Pell 1993', 'Our own']) await page.getByRole('region', { name: paper }).waitFor();
  await page.getByRole('region', { name: 'Our own' }).getByRole('link', { name: /^Exact automata by number of games/ }).click();
  await experimentOpen(page);
  for (const board of ['chess-breakthrough', 'checkers-breakthrough', 'los-alamos', 'legacy-of-ibis', 'cannon']) await page.getByLabel(board, { exact: true }).uncheck();
  for (const [name, value] of [['all', '1,2'], ['single', '5'], ['sets', '2']]) await page.getByLabel(/** @type {string} */ (name), { exact: true }).fill(/** @type {string} */ (value));
  await page.getByLabel('sets', { exact: true }).press('Tab');
  await page.getByText('6 cells to run').waitFor();
  await run(page);
  const table = rows(await file(page, 'exactness-table.csv'));
  let compared = 0;
  for (const [listing, plot] of [['all', 'Exact automata by number of games, all moves listed'], ['single', 'Exact automata by number of games, single moves']]) {
    for (const point of await points(page, /** @type {string} */ (plot))) {
      const row = table.find((each) => each.listing === listing && each.learner === point.series && each.games === point.place);
      assert.deepEqual([point.value, point.low, point.high], [row?.exact, row?.low, row?.high], `${listing} ${point.series} ${point.place}`);
      compared += 1;
    }
  }
  assert.equal(compared, table.length);
  assert.ok(compared >= 14, `${compared}`);
  // The table beside the plot has the same numbers.
  const first = page.getByRole('figure').first();
  const cells = await first.getByRole('cell').evaluateAll((all) => all.map((cell) => cell.firstChild?.textContent).filter(Boolean));
  const values = (await points(page, 'Exact automata by number of games, all moves listed')).map(({ value }) => value);
  assert.deepEqual(cells.sort(), values.sort());
  // The other files are there, and are what they should be.
  const json = JSON.parse(await file(page, 'exactness.json'));
  assert.equal(json.settings, 'exactness?boards=breakthrough&all=1,2&single=5');
  assert.match(await file(page, 'exactness.md'), /^# Exact automata[\s\S]*\| listing \|/);
  const svgs = page.getByRole('listitem').getByRole('button', { name: /\.svg$/ });
  assert.equal(await svgs.count(), 2);
  assert.match(await file(page, /** @type {string} */ (await svgs.first().textContent())), /^<svg [\s\S]*<style>/);
  await screenshot(page, 'lab-mouse');
  assert.deepEqual(wrong, []);
});

test('by keyboard: the same without a mouse; arrow keys go from point to point and say the exported value', async () => {
  const page = await here.openGame(undefined, { viewport: { width: 1280, height: 900 } });
  await tabUntil(page, "at.textContent === 'Laboratory'");
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  await until(page, "document.activeElement.textContent === 'Laboratory' && document.activeElement.tagName === 'H2'");
  await tabUntil(page, "/^Exact automata by number of games/.test(at.textContent)");
  await page.keyboard.press('Enter');
  await experimentOpen(page);
  for (const board of ['checkers-breakthrough', 'chess-breakthrough', 'los-alamos', 'cannon', 'legacy-of-ibis']) {
    await tabUntil(page, `at.value === '${board}'`);
    await page.keyboard.press('Space');
  }
  for (const [name, value] of [['all', '1,2'], ['single', '5']]) {
    await tabUntil(page, `at.id === 'lab-${name}'`);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(/** @type {string} */ (value));
  }
  await tabUntil(page, "at.textContent === 'Run'");
  await page.getByText('6 cells to run').waitFor();
  await page.keyboard.press('Enter');
  await finished(page);
  assert.match(await said(page), /^Done\. From 2 games with all moves listed/);
  const table = rows(await file(page, 'exactness-table.csv'));
  const plot = page.getByRole('application', { name: 'Exact automata by number of games, all moves listed' });
  assert.equal(await page.locator('.lab-plot [tabindex]').count(), 0, 'a plot is one tab stop');
  await page.getByRole('button', { name: 'Start over' }).focus();
  await tabUntil(page, "at.getAttribute('role') === 'application'");
  const learners = [...new Set(table.map((row) => row.learner))];
  /** @param {string} key @param {string | undefined} learner @param {string} games */
  const hears = async (key, learner, games) => {
    await page.keyboard.press(key);
    const row = table.find((each) => each.listing === 'all' && each.learner === learner && each.games === games);
    const number = (/** @type {string | undefined} */ text) => String(Number(text));
    assert.equal(await said(page), `${learner}, games ${games}: ${number(row?.exact)} %, ${number(row?.low)} to ${number(row?.high)}`, key);
    assert.equal(await plot.locator('[data-current]').getAttribute('data-value'), row?.exact);
    assert.equal(await page.locator('td.current').evaluate((cell) => cell.firstChild?.textContent), row?.exact);
  };
  await hears('ArrowRight', learners[0], '2');
  await hears('ArrowDown', learners[1], '2');
  await hears('ArrowLeft', learners[1], '1');
  await hears('End', learners[1], '2');
  await hears('ArrowUp', learners[0], '2');
  await hears('Home', learners[0], '1');
  // Beyond the edge there is nothing, and the page behind does nothing either.
  await page.keyboard.press('ArrowUp');
  assert.equal(await plot.locator('[data-current]').count(), 1);
  assert.equal(await played(page), 0);
});

test('a link reopens the experiment with its settings; what a link or a field has wrong is said', async () => {
  const page = await here.open(small);
  await experimentOpen(page);
  assert.equal(await page.getByLabel('all', { exact: true }).inputValue(), '1,2');
  assert.equal(await page.getByLabel('spine-bjornsson').isChecked(), false);
  assert.equal(await page.getByLabel('rpni-bjornsson').isChecked(), true);
  await page.getByLabel('sets', { exact: true }).fill('3');
  await page.getByLabel('sets', { exact: true }).press('Tab');
  await page.getByText('9 cells to run').waitFor();
  const address = page.url();
  assert.match(address, /#lab=exactness\?.*sets=3$/);
  const again = await here.open(address.slice(here.url.length));
  await experimentOpen(again);
  assert.equal(await again.getByLabel('sets', { exact: true }).inputValue(), '3');
  // A value out of its limits is refused beside its field, and nothing runs.
  await again.getByLabel('sets', { exact: true }).fill('0');
  await again.getByLabel('sets', { exact: true }).press('Tab');
  await again.getByRole('alert').getByText('sets: expected whole numbers from 1 to 1000, found "0".').waitFor();
  await again.getByRole('button', { name: 'Run', exact: true }).click();
  await rest(again);
  assert.deepEqual(await asked(again, 'runCell'), []);
  assert.equal(again.url(), address, 'the address keeps the last good settings');
  await again.getByRole('button', { name: 'Restore defaults' }).click();
  await until(again, "document.querySelector('#lab-sets').value !== '0' && !document.querySelector('[aria-invalid]')");
  assert.match(again.url(), /#lab=exactness$/);
  for (const [damaged, why] of [
    ['#lab=exactness?sets=0', 'expected whole numbers'],
    ['#lab=nothing', 'there is no experiment'],
    ['#lab=exactness?sets', 'damaged'],
    ['#lab=%zz', 'there is no experiment'],
  ]) {
    const other = await here.open(damaged);
    await other.getByRole('alert').getByText(/** @type {string} */ (why)).waitFor();
    await other.getByRole('link', { name: /^Exact automata by number of games/ }).waitFor();
  }
});

test('pause, cancel and resume lose nothing: the rows are those of the tool', async () => {
  const page = await here.open('#lab=exactness?boards=breakthrough&all=1,2&single=5');
  await experimentOpen(page);
  await hold(page, 'runCell');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'runCell'));
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.match((await words(page)) ?? '', /^0 of 6 cells · finishing the running cells/);
  await release(page);
  await page.getByText('· paused').waitFor();
  const done = Number.parseInt((await words(page)) ?? '', 10);
  assert.ok(done >= 1 && done < 6, `${done}`);
  // What is done is shown at once, and nothing more is begun.
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  await page.getByText('Partial results').waitFor();
  assert.ok((await points(page, 'Exact automata by number of games, all moves listed')).length > 0);
  await rest(page);
  assert.equal((await asked(page, 'runCell')).length, done);
  await hold(page, 'runCell');
  await page.getByRole('button', { name: 'Resume' }).click();
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'runCell'));
  await page.getByText(new RegExp(`^${done} of 6 cells · running · about .+ left$`)).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await until(page, "document.activeElement.textContent === 'Resume'");
  await page.getByText(`${done} of 6 cells · cancelled; finished cells are kept`).waitFor();
  assert.deepEqual((await pending(page)).filter(({ kind }) => kind === 'runCell'), [], 'the workers are gone');
  assert.match(await said(page), /^Cancelled/);
  await release(page);
  await rest(page);
  assert.match((await words(page)) ?? '', new RegExp(`^${done} of 6`), 'what a cancelled worker said last counts no more');
  await page.getByRole('button', { name: 'Resume' }).click();
  await finished(page);
  assert.equal((await file(page, 'exactness-rows.csv')).replaceAll('\r\n', '\n'), await rowsOfTool('exactness'));
});

test('a cell that fails is told with its reason, and can be tried again; several workers share the cells', async () => {
  const context = await here.browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 })");
  const page = await context.newPage();
  await page.goto(here.url + small);
  await experimentOpen(page);
  await hold(page, 'runCell');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const working = async () => (await pending(page)).filter(({ kind }) => kind === 'runCell').map(({ worker }) => worker);
  await until(page, async () => (await working()).length === 2);
  const [first, second] = await working();
  assert.notEqual(first, second);
  // Both are at work: one that is lost while it loads is another story.
  await until(page, async () => (await answered(page, 'cell')).length === 2);
  await crash(page, /** @type {string} */ (first));
  await release(page);
  const notice = page.getByRole('alert').filter({ hasText: '1 cell failed' });
  await notice.getByText(/^breakthrough, .*: The laboratory worker crashed and was restarted\.$/).waitFor();
  await page.getByText('5 of 6 cells · not complete').waitFor();
  await notice.getByRole('button', { name: 'Try it again' }).click();
  await finished(page);
  await notice.waitFor({ state: 'hidden' });
});

test('results survive the way to the board and back; Back and Forward lead there too, and a run goes on meanwhile', async () => {
  const page = await here.openGame(undefined, { viewport: { width: 1280, height: 900 } });
  await click(page, 'b2b3');
  await page.getByRole('link', { name: 'Laboratory', exact: true }).click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  await page.evaluate(`location.hash = ${JSON.stringify(small)}`);
  await experimentOpen(page);
  // Keys of the board do nothing here.
  await page.keyboard.press('ArrowLeft');
  await hold(page, 'runCell');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Back to the board' }).click();
  await ready(page);
  assert.ok((await played(page)) >= 1, 'the game is as it was left');
  await release(page);
  await page.getByRole('link', { name: 'Laboratory', exact: true }).click();
  const card = page.getByRole('link', { name: /^Exact automata by number of games/ });
  await card.filter({ hasText: 'done' }).waitFor();
  await card.click();
  await finished(page);
  const before = await points(page, 'Exact automata by number of games, single moves');
  assert.ok(before.length > 0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  await page.goBack();
  await page.locator('#grid').waitFor();
  await ready(page);
  assert.ok((await played(page)) >= 1);
  await page.goForward();
  await page.goForward();
  await finished(page);
  assert.deepEqual(await points(page, 'Exact automata by number of games, single moves'), before);
});

for (const settings of kept) {
  test(`the page gives the rows of the tool: ${settings}`, async () => {
    const page = await here.open(`#lab=${settings}`, { viewport: { width: 1280, height: 900 } });
    await experimentOpen(page);
    await run(page);
    const name = settings.split('?')[0] ?? '';
    assert.equal((await file(page, `${name}-rows.csv`)).replaceAll('\r\n', '\n'), await rowsOfTool(name));
    // Whatever the kind of plot, each has its points, its caption and its table.
    for (const figure of await page.getByRole('figure').all()) {
      assert.ok((await figure.locator('.point').count()) > 0);
      assert.notEqual(await figure.locator('figcaption').textContent(), '');
      assert.equal(await figure.getByRole('table').count(), 1);
    }
  });
}

test('axe-core finds nothing, light or dark, and 320 pixels are enough', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const width of [320, 1280]) {
      const page = await here.open('#lab', { colorScheme, viewport: { width, height: 800 } });
      await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
      const fits = async (/** @type {string} */ view) => {
        assert.deepEqual(await accessibilityFaults(page), [], `${view}, ${colorScheme}, ${width}`);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${view} is wider than ${width} pixels`);
        await screenshot(page, `lab-${view}-${colorScheme}-${width}`);
      };
      await fits('list');
      await page.evaluate(`location.hash = ${JSON.stringify(small)}`);
      await experimentOpen(page);
      if (width < 1000) await page.getByText('Settings', { exact: true }).click();
      await fits('settings');
      await run(page);
      await page.getByText('Files: CSV, JSON, SVG, Markdown').click();
      await page.getByRole('button', { name: 'exactness.json' }).waitFor();
      await page.getByRole('application').first().focus();
      await page.keyboard.press('ArrowRight');
      await fits('results');
      await page.context().close();
    }
  }
});

test('a plot follows the theme that the reader chooses, whatever the system has', async () => {
  const page = await here.open(small, { colorScheme: 'dark' });
  await experimentOpen(page);
  await run(page);
  const paper = () => page.locator('.kibitzer-plot .paper').first().evaluate((element) => getComputedStyle(element).fill);
  const dark = await paper();
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).waitFor();
  assert.notEqual(await paper(), dark);
});

test('a visit that does not want it does not load it', async () => {
  const page = await here.browser.newPage({ serviceWorkers: 'block' });
  /** @type {string[]} */
  const loads = [];
  page.on('request', (request) => loads.push(new URL(request.url()).pathname));
  await page.goto(`${here.url}#v=1&g=breakthrough`);
  await ready(page);
  assert.deepEqual(loads.filter((path) => /lab|complete/.test(path)), []);
  await page.getByRole('link', { name: /^Laboratory/ }).first().click();
  await page.getByRole('heading', { name: 'Laboratory' }).waitFor();
  assert.ok(loads.some((path) => path.endsWith('/lab.js')) && loads.some((path) => path.endsWith('complete_bg.wasm')), loads.join(' '));
});

test('it runs in a sandboxed frame of another origin', async () => {
  const [, attributes, cors] = /** @type {[string, string, boolean]} */ (sandboxes[2]);
  const there = await course({ cors });
  try {
    const page = await there.open([{ src: small, attributes }]);
    const frame = frameOf(page);
    await experimentOpen(frame);
    await run(frame);
    assert.ok((await frame.locator('.point').count()) > 0);
    await frame.getByRole('button', { name: 'Back to the board' }).click();
    await frame.locator('#grid').waitFor();
  } finally {
    await there.close();
  }
});
