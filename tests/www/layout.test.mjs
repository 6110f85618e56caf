// @ts-check
// Every view at every width, with any font: nothing sticks out, nothing is cut off, nothing lies on something else, and
// everything is large enough to touch.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fontEnvironment, fontSets, haveFonts } from './fonts.mjs';
import { screenshot } from './harness.mjs';
import { change } from './hook.mjs';
import { breakthrough, cell, house, idle, loaded, ready, settled, until } from './table.mjs';
import { choosePiece, firstMove, pauseWatching, untilDone } from './watching.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {(page: Page) => Promise<unknown>} Act */

const widths = [320, 360, 390, 768, 1280];

/**
 * Faults of what is in sight, a line each. What scrolls in a frame of its own may be wider than that frame.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
const faults = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} pixels wide`);
    const scene = document.querySelector('dialog[open]') ?? document.body;
    const name = (/** @type {Element} */ element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}${typeof element.className === 'string' && element.className ? `.${element.className.split(' ').join('.')}` : ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24)}”`;
    const frames = '.board-space, .graph-frame, .table-frame, .diagram-frame, .scroll, code, textarea, .editor, .moves, .card-board, .cards canvas';
    // For those who listen only.
    const clipped = [...scene.querySelectorAll('*')].filter((element) => getComputedStyle(element).clipPath !== 'none' || element.matches('.skip'));
    const hidden = (/** @type {Element} */ element) => !element.checkVisibility({ visibilityProperty: true }) || clipped.some((each) => each.contains(element));
    const seen = [...scene.querySelectorAll('*')].filter((element) => !element.closest('svg *, datalist, option') && !hidden(element));
    const boxOf = new Map(seen.map((element) => [element, element.getBoundingClientRect()]));
    for (const [element, box] of boxOf) {
      if (!box.width || !box.height) continue;
      const style = getComputedStyle(element);
      // Sticks out of the window, or of the box that cuts it off.
      const framed = element.parentElement?.closest(frames);
      if (!framed && (box.left < -1 || box.right > innerWidth + 1)) found.push(`${name(element)} reaches from ${box.left.toFixed(0)} to ${box.right.toFixed(0)}`);
      if (!framed && !element.matches(`${frames}, input`) && /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`${name(element)} is cut off: ${element.scrollWidth} in ${element.clientWidth}`);
      // Words are inside the thing that they are on.
      if (element.matches('button:not(.card), a, summary, th, td, label, h1, h2, h3, .notice, .sentence')) {
        const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let text = walk.nextNode(); text; text = walk.nextNode()) {
          const holder = text.parentElement;
          // Some words are for readers only, and the mark on a piece overlaps its edge on purpose.
          if (!holder || framed || style.display === 'inline' || holder.closest('.sign') || hidden(holder)) continue;
          range.selectNodeContents(text);
          if ([...range.getClientRects()].some((line) => line.width > 1 && (line.left < box.left - 1.5 || line.right > box.right + 1.5))) found.push(`${name(element)}: its words are wider than it`);
        }
      }
    }
    const controls = [...boxOf].filter(([element, box]) => box.width > 0 && element.matches('button, select, input, summary, [role=gridcell], .top a'));
    for (const [element, box] of controls) if (box.width < 23.9 || box.height < 23.9) found.push(`${name(element)} is ${box.width.toFixed(1)}×${box.height.toFixed(1)}`);
    // Of what scrolls in a frame, only what is inside the frame is seen.
    const inFrame = (/** @type {Element} */ element, /** @type {DOMRect} */ box) => {
      const frame = element.closest('.table-frame')?.getBoundingClientRect();
      return !frame || (box.bottom <= frame.bottom && box.top >= frame.top);
    };
    const others = controls.filter(([element, box]) => !element.matches('[role=gridcell], #start-embed') && inFrame(element, box));
    others.forEach(([a, first], at) => {
      for (const [b, second] of others.slice(at + 1)) {
        const [across, down] = [Math.min(first.right, second.right) - Math.max(first.left, second.left), Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top)];
        if (across > 1 && down > 1 && !a.contains(b) && !a.closest('.moves, .card-board')) found.push(`${name(a)} and ${name(b)} overlap`);
      }
    });
    // The bar is seen whole, wherever the board is.
    const bar = document.querySelector('#eval-bar');
    if (bar && !hidden(bar) && scene === document.body) {
      const [box, row] = [bar.getBoundingClientRect(), /** @type {HTMLElement} */ (document.querySelector('.table')).getBoundingClientRect()];
      if (box.left < row.left - 1 || box.right > row.right + 1 || box.width < 20 || box.height < 18) found.push(`the evaluation bar is ${box.width}×${box.height} at ${box.left}`);
      if (bar.scrollWidth > bar.clientWidth) found.push('the number on the evaluation bar is cut off');
    }
    return [...new Set(found)];
  });

/** @param {string} id @returns {Act} */
const press = (id) => (page) => page.locator(`#${id}`).click();
/** @param {string} name @returns {Act} */
const tab = (name) => press(`tab-${name}`);
/** @type {Act} */
const close = (page) => page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();
/** @param {string} name @returns {Act} */
const box = (name) => async (page) => {
  await tab('watch')(page);
  await press(`open-${name}`)(page);
  await page.locator(`#${name}-box`).waitFor();
};

/** Views of one page after the other: how to get there, and how to leave. @type {[string, Act, Act?][]} */
const views = [
  ['play', async () => {}],
  ['piece picked up', (page) => cell(page, 'b2').click()],
  ['rules', tab('rules')],
  ['text with an error', async (page) => {
    await tab('text')(page);
    await page.locator('#editor').fill('<BOARD>\n8 !');
    await page.locator('#editor-verdict.error-text').filter({ hasText: /\S/ }).waitFor();
  }],
  ['copy and paste', tab('copy')],
  ['gallery', press('open-picker'), close],
  ['share', async (page) => {
    await press('share')(page);
    await until(page, "document.querySelector('#share-dialog').open");
  }, close],
  ['help', press('open-help'), close],
  ['exercise', async (page) => {
    await tab('rules')(page);
    await press('test-yourself')(page);
    await until(page, "document.querySelector('#exercise').open");
  }, close],
  ['set up', async (page) => {
    await tab('play')(page);
    await press('set-up')(page);
    await page.getByRole('group', { name: 'Pieces to place' }).waitFor();
  }, press('setup-cancel')],
  ['engine view', async (page) => {
    await tab('play')(page);
    await ready(page);
    await press('engine-toggle')(page);
    await page.getByText('Piece values').click();
    await until(page, "!document.querySelector('#eval-bar').hidden");
  }, press('engine-toggle')],
  ['notice', async (page) => {
    await page.evaluate("location.hash = '#v=1&d=x&c=y'");
    await page.getByRole('alert').filter({ hasText: 'cannot be opened' }).waitFor();
  }, (page) => page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()],
];

/** Of a page that watches. @type {[string, Act, Act?][]} */
const watching = [
  ['watching', async () => {}],
  ['everything open', (page) => page.evaluate("document.querySelectorAll('#panel-watch details').forEach((each) => (each.open = true))"), (page) => page.evaluate("document.querySelectorAll('#panel-watch details').forEach((each) => (each.open = false))")],
  ['lesson', async (page) => {
    await box('lesson')(page);
    await settled(page, "document.querySelector('#lesson-sentence').textContent !== '' && document.querySelector('#lesson-count').textContent !== ''");
  }],
  ['questions', async (page) => {
    await box('asking')(page);
    await settled(page, "document.querySelector('#asking-question').textContent !== ''");
  }],
  ['records', box('records')],
  ['exports', box('exports'), (page) => page.getByRole('button', { name: 'Close the exports' }).click()],
  ['watched to the end', async (page) => {
    await press('watch-stop')(page);
    await untilDone(page);
  }],
];

/** @param {Page} page @param {string} name @param {string} set @param {string[]} list grows */
async function look(page, name, set, list) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 720 });
    // The board follows its frame a moment later; this waits for frames in which nothing changes.
    await idle(page);
    for (const fault of await faults(page)) list.push(`${name}, ${width} px: ${fault}`);
    await screenshot(page, `${name}, ${width}, ${set}`);
  }
}

/** How wide some words are, in the two kinds of letters of the page. @param {Page} page @returns {Promise<string>} */
const lettering = (page) =>
  page.evaluate(() => {
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    return `${['600 24px Palatino, serif', '16px system-ui, sans-serif'].map((font) => ((context.font = font), Math.round(context.measureText('Kibitzer learns the rules').width))).join(' and ')} pixels`;
  });

/** The sets that were seen, by these widths: no two are alike, so each is what it says. @type {Map<string, string>} */
const measures = new Map();

for (const set of fontSets) {
  const skip = haveFonts(set) ? false : 'these fonts are missing: ./dev test downloads them';
  test(`with ${set.name}, every view fits`, { skip }, async (t) => {
    const here = await house(await fontEnvironment(set));
    /** @type {string[]} */
    const list = [];
    const viewport = { width: 1280, height: 720 };
    for (const [address, visit] of /** @type {const} */ ([[breakthrough, views], ['', watching]])) {
      const page = await here.open(address, { viewport, reducedMotion: 'reduce' });
      if (visit === views) await ready(page);
      else {
        await firstMove(page);
        await pauseWatching(page);
        await choosePiece(page, 'R');
      }
      for (const [name, go, leave] of visit) {
        await page.setViewportSize(viewport);
        await go(page);
        await look(page, name, set.name, list);
        await leave?.(page);
      }
      await page.close();
    }
    // Wide boards, with the bar and without; and what others put into their pages.
    for (const game of ['tamerlane', 'knightthrough', 'los-alamos-asymmetric']) {
      const page = await here.openGame(`#v=1&g=${game}`, { viewport, reducedMotion: 'reduce' });
      // Enough for a number on the bar; a whole thought is looked at above.
      await change(page, 'think', { nodes: 30_000 });
      await press('engine-toggle')(page);
      await until(page, "!document.querySelector('#eval-bar').hidden && Number(document.querySelector('#eval-number').textContent.length) > 0");
      await look(page, `engine view of ${game}`, set.name, list);
      await page.close();
    }
    for (const mode of ['play', 'view', 'analyse', 'learn', 'exercise']) {
      const page = await here.open(`?embed=1&mode=${mode}#v=1&g=chess`, { viewport, reducedMotion: 'reduce' });
      await loaded(page);
      await until(page, "document.querySelector('#grid [role=gridcell]') !== null");
      await look(page, `embed, ${mode}`, set.name, list);
      await page.close();
    }
    const guide = await here.open('docs.html', { viewport });
    for (const width of widths) {
      await guide.setViewportSize({ width, height: 720 });
      for (const fault of await faults(guide)) list.push(`guide, ${width} px: ${fault}`);
    }
    const measure = await lettering(guide);
    t.diagnostic(measure);
    if (set.folders.length) {
      assert.ok(!measures.has(measure), `the fonts are those of ${measures.get(measure)}`);
      measures.set(measure, set.name);
    }
    assert.deepEqual(list, []);
  });
}
