// @ts-check
// Pieces by their names, their drawings, and their moves as diagrams.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { accessibilityFaults, root } from './harness.mjs';
import { cell, house, until } from './table.mjs';

const home = await house();

/** The ids in the list of built-in games. */
const ids = [...readFileSync(`${root}www/gallery.js`, 'utf8').matchAll(/\{ id: "([^"]+)"/g)].map(([, id]) => id);

test('every drawing that a game text may choose is there, and no other', async () => {
  const rust = /DRAWINGS: &\[&str\] = &\[([^\]]*)\]/.exec(readFileSync(`${root}src/sbg/names.rs`, 'utf8'))?.[1] ?? '';
  const known = [...rust.matchAll(/"(\w+)"/g)].map(([, id]) => id);
  assert.ok(known.length >= 25);
  const page = await home.openGame();
  assert.deepEqual(await page.evaluate('Object.keys(Pieces.figures).sort()'), known.sort());
});

test('no two drawings look alike, on either side, down to 18 pixels', async () => {
  const page = await home.openGame();
  const close = await page.evaluate(`(() => {
    const pixels = (letter, drawing, size) => {
      const canvas = new OffscreenCanvas(size, size);
      const context = canvas.getContext('2d');
      context.drawImage(Pieces.picture(letter, size, [{ letter, name: drawing, drawing, labelled: false }]), 0, 0);
      return context.getImageData(0, 0, size, size).data;
    };
    const close = [];
    for (const [letter, size] of [['A', 18], ['a', 18], ['A', 40], ['a', 40]]) {
      const all = Object.keys(Pieces.figures).map((id) => [id, pixels(letter, id, size)]);
      all.forEach(([a, one], index) => all.slice(index + 1).forEach(([b, other]) => {
        let differ = 0;
        for (let at = 3; at < one.length; at += 4) if (Math.abs(one[at] - other[at]) > 100 || Math.abs(one[at - 1] - other[at - 1]) > 100) differ += 1;
        if (differ < size * size * 0.04) close.push([letter, size, a, b, differ]);
      }));
    }
    return close;
  })()`);
  assert.deepEqual(close, []);
});

test('pieces have the names that the game gives them, before and after the rules are there', async () => {
  const page = await home.openGame('#v=1&g=cannon');
  await cell(page, 'a1').waitFor();
  assert.match((await cell(page, 'a1').getAttribute('aria-label')) ?? '', /^a1, white chariot\b/);
  assert.match((await cell(page, 'd8').getAttribute('aria-label')) ?? '', /^d8, black general/);
  assert.deepEqual(await page.evaluate('GALLERY.find((card) => card.id === "tamerlane").pieces.find((piece) => piece.letter === "D")'), { letter: 'D', name: 'war engine', drawing: 'engine', labelled: false });
});

test('a name in the text of a game is used in its rules, and a bad one is told', async () => {
  const page = await home.openGame();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('#editor').inputValue();
  await page.locator('#editor').fill(text.replace('{META NAME P: pawn}', '{META NAME P: squire} {META DRAW P: mouse}'));
  await page.locator('#editor-verdict').filter({ hasText: 'there is no drawing "mouse"' }).first().waitFor();
  assert.match((await page.locator('#editor-verdict').first().textContent()) ?? '', /Line \d+, column \d+: .*This entry is ignored\. Valid: 8×8/);
  await page.evaluate(`Game.load({ text: document.getElementById('editor').value })`);
  await until(page, `State.game?.goals.includes('White wins when a squire reaches row 8.')`);
  assert.match((await cell(page, 'a1').getAttribute('aria-label')) ?? '', /^a1, white squire\b/);
});

test('the Rules tab shows where every piece of every built-in game can go', async () => {
  const page = await home.openGame('', { viewport: { width: 320, height: 700 } });
  for (const id of ids) {
    await page.evaluate(`Game.load({ builtin: ${JSON.stringify(id)} })`);
    await page.evaluate(`Tabs.open('rules')`);
    await until(page, `State.game?.id === ${JSON.stringify(id)} && document.querySelectorAll('#pieces > li').length > 0 && [...document.querySelectorAll('#pieces > li')].every((row) => row.querySelector('.move-diagram svg[role=img]'))`);
    const [words, marks, wide] = /** @type {[string, number, boolean]} */ (
      await page.evaluate(`[document.querySelector('.move-diagram svg').getAttribute('aria-label'), Math.min(...[...document.querySelectorAll('.move-diagram')].map((figure) => figure.querySelectorAll('.goes, .takes').length)), document.documentElement.scrollWidth <= innerWidth]`)
    );
    assert.match(words, /^Moves of the white .+: It .+\.$/, id);
    assert.ok(marks > 0, `${id}: a diagram without a mark`);
    assert.ok(wide, `${id}: wider than the page`);
  }
  const legend = await page.locator('#move-legend li').allTextContents();
  assert.ok(legend.includes('moves to an empty square') && legend.includes('as far as the board goes'), legend.join());
  assert.deepEqual(await accessibilityFaults(page), []);
});

test('the diagram of a rook is what its rule says', async () => {
  const page = await home.open('#v=1&g=chess');
  await until(page, 'State.game && State.settled');
  await page.evaluate(`Tabs.open('rules')`);
  const rook = page.locator('#pieces > li[data-letter=R] .move-diagram');
  await rook.locator('svg').waitFor();
  assert.deepEqual([await rook.locator('.line').count(), await rook.locator('.goes').count(), await rook.locator('.takes').count()], [4, 12, 12]);
});
