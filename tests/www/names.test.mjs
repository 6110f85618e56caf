// @ts-check
// Pieces by their names, their drawings, and their moves as diagrams.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { accessibilityFaults, root } from './harness.mjs';
import { openTab } from './doing.mjs';
import { cell, gameName, house, ready, settled, until } from './table.mjs';

const home = await house();

/** @typedef {import('playwright-core').Page} Page */

/** The drawings that a game text may choose. */
const drawings = (() => {
  const rust = /DRAWINGS: &\[&str\] = &\[([^\]]*)\]/.exec(readFileSync(`${root}src/game/drawing.rs`, 'utf8'))?.[1] ?? '';
  return [...rust.matchAll(/"(\w+)"/g)].map(([, id]) => id ?? '');
})();

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A game whose pieces have these drawings, one letter each. @param {string[]} ids */
function gameOf(ids) {
  const letters = ids.map((_, index) => alphabet[index] ?? '');
  const [first, second] = [letters.slice(0, 14), letters.slice(14)];
  const row = (/** @type {string[]} */ list) => `|${list.join('').padEnd(14, '.')}|`;
  const white = [row(second), row(first)];
  const names = ids.map((id, index) => `{META NAME ${letters[index]}: ${id} ${letters[index]}} {META DRAW ${letters[index]}: ${id}}`).join('\n');
  return `<<Drawings>>\n<BOARD>\n14 6\n${[...white].reverse().map((each) => each.toLowerCase()).join('\n')}\n|..............|\n|..............|\n${white.join('\n')}\n<PIECES>\n/* ${names} */\n${letters.map((letter) => `${letter} (0,1,e) &`).join('\n')}\n<GOALS>\n100 &\n#A 0 &\n#a 0 &\n`;
}

/**
 * The pictures of all drawings on one side, as the samples for setting up a position show them: 32 pixels at a scale of 1.
 *
 * @param {number} deviceScaleFactor
 * @returns {Promise<{ white: Record<string, Uint8Array>, black: Record<string, Uint8Array> }>}
 */
async function pictures(deviceScaleFactor) {
  /** @type {{ white: Record<string, Uint8Array>, black: Record<string, Uint8Array> }} */
  const found = { white: {}, black: {} };
  for (const ids of [drawings.slice(0, 20), drawings.slice(20)]) {
    const page = await home.openGame('#v=1&g=breakthrough', { deviceScaleFactor });
    await openTab(page, 'Text');
    await page.locator('#editor').fill(gameOf(ids));
    await page.getByRole('button', { name: 'Play this' }).click();
    await settled(page, async () => (await gameName(page)) === 'Drawings');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    for (const [index, id] of ids.entries()) {
      for (const side of /** @type {const} */ (['white', 'black'])) {
        const sample = page.getByRole('group', { name: 'Set up a position' }).getByRole('button', { name: `${side} ${id} ${alphabet[index]}`, exact: true });
        // As a text: an array of numbers takes seconds on its way here.
        const pixels = await sample.locator('canvas').evaluate((/** @type {HTMLCanvasElement} */ canvas) => String.fromCharCode(...(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])));
        found[side][id] = Buffer.from(pixels, 'latin1');
      }
    }
    await page.context().close();
  }
  return found;
}

test('every drawing that a game text may choose is drawn, and no other is taken', async () => {
  assert.ok(drawings.length >= 25);
  const page = await home.openGame();
  await openTab(page, 'Text');
  const verdict = page.locator('#editor-verdict').first();
  for (const ids of [drawings.slice(0, 20), drawings.slice(20)]) {
    await page.locator('#editor').fill(gameOf(ids));
    await verdict.filter({ hasText: 'Valid: 14×6' }).waitFor();
    assert.doesNotMatch((await verdict.textContent()) ?? '', /no drawing/);
  }
  await page.locator('#editor').fill(gameOf(['pawn', 'nosuchdrawing']));
  await verdict.filter({ hasText: 'there is no drawing "nosuchdrawing"' }).waitFor();
});

test('no two drawings look alike, on either side, down to 18 pixels', async () => {
  /** @type {unknown[]} */
  const close = [];
  for (const scale of [18 / 32, 40 / 32]) {
    const all = await pictures(scale);
    for (const side of /** @type {const} */ (['white', 'black'])) {
      const list = Object.entries(all[side]);
      assert.equal(list.length, drawings.length);
      list.forEach(([a, one], index) => {
        assert.equal(one.length, 4 * Math.round(32 * scale) ** 2);
        for (const [b, other] of list.slice(index + 1)) {
          let differ = 0;
          for (let at = 3; at < one.length; at += 4) if (Math.abs(Number(one[at]) - Number(other[at])) > 100 || Math.abs(Number(one[at - 1]) - Number(other[at - 1])) > 100) differ += 1;
          if (differ < (one.length / 4) * 0.04) close.push([side, scale, a, b, differ]);
        }
      });
    }
  }
  assert.deepEqual(close, []);
});

test('pieces have the names that the game gives them, before and after the rules are there', async () => {
  const page = await home.openGame('#v=1&g=cannon');
  await cell(page, 'a1').waitFor();
  assert.match((await cell(page, 'a1').getAttribute('aria-label')) ?? '', /^a1, white chariot\b/);
  assert.match((await cell(page, 'd8').getAttribute('aria-label')) ?? '', /^d8, black general/);
  // Before the rules are there, the page knows them of the games that it has.
  const early = await home.open();
  await early.route(/kibitzer(_bg)?\.(js|wasm)/, () => {});
  await early.goto('about:blank');
  await early.goto(`${home.url}#v=1&g=tamerlane`);
  await until(early, "[...document.querySelectorAll('#grid [role=gridcell]')].some((cell) => / war engine/.test(cell.getAttribute('aria-label')))");
  assert.match((await early.locator('#turn').textContent()) ?? '', /^Loading/);
});

test('a name in the text of a game is used in its rules, and a bad one is told', async () => {
  const page = await home.openGame();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('#editor').inputValue();
  await page.locator('#editor').fill(text.replace('{META NAME P: pawn}', '{META NAME P: squire} {META DRAW P: mouse}'));
  await page.locator('#editor-verdict').filter({ hasText: 'there is no drawing "mouse"' }).first().waitFor();
  assert.match((await page.locator('#editor-verdict').first().textContent()) ?? '', /Line \d+, column \d+: .*This entry is ignored\. Valid: 8×8/);
  await page.getByRole('button', { name: 'Play this' }).click();
  await ready(page);
  await openTab(page, 'Rules');
  await page.locator('#goals').getByText('White wins when a squire reaches row 8.').waitFor();
  assert.match((await cell(page, 'a1').getAttribute('aria-label')) ?? '', /^a1, white squire\b/);
});

test('the Rules tab shows where every piece of every built-in game can go', async () => {
  const page = await home.openGame('#v=1&g=breakthrough', { viewport: { width: 320, height: 700 } });
  await openTab(page, 'Rules');
  await page.getByRole('button', { name: 'Change game' }).click();
  await page.locator('#cards button.card').first().waitFor();
  const names = await page.locator('#cards button.card b').allTextContents();
  assert.ok(names.length >= 10, names.join());
  await page.keyboard.press('Escape');
  // Its pieces are dropped, and stay.
  const still = 'Tic tac toe';
  assert.ok(names.includes(still));
  for (const name of names.filter((each) => each !== still)) {
    await page.getByRole('button', { name: 'Change game' }).click();
    await page.locator('#cards button.card').filter({ has: page.getByText(name, { exact: true }) }).first().click();
    await settled(page, async () => (await gameName(page)) === name);
    await until(page, `document.querySelectorAll('#pieces > li').length > 0 && [...document.querySelectorAll('#pieces > li')].every((row) => row.querySelector('.move-diagram svg[role=img]'))`);
    const [words, marks, wide] = /** @type {[string, number, boolean]} */ (
      await page.evaluate(`[document.querySelector('.move-diagram svg').getAttribute('aria-label'), Math.min(...[...document.querySelectorAll('.move-diagram')].map((figure) => figure.querySelectorAll('.goes, .takes').length)), document.documentElement.scrollWidth <= innerWidth]`)
    );
    assert.match(words, /^Moves of the white .+: It .+\.$/, name);
    assert.ok(marks > 0, `${name}: a diagram without a mark`);
    assert.ok(wide, `${name}: wider than the page`);
  }
  const legend = await page.locator('#move-legend li').allTextContents();
  assert.ok(legend.includes('moves to an empty square') && legend.includes('as far as the board goes'), legend.join());
  assert.deepEqual(await accessibilityFaults(page), []);
});

test('the diagram of a rook is what its rule says', async () => {
  const page = await home.openGame('#v=1&g=chess');
  await openTab(page, 'Rules');
  const rook = page.locator('#pieces > li').filter({ hasText: 'R / r – rook' }).locator('.move-diagram');
  await rook.locator('svg').waitFor();
  assert.deepEqual([await rook.locator('.line').count(), await rook.locator('.goes').count(), await rook.locator('.takes').count()], [4, 12, 12]);
});
