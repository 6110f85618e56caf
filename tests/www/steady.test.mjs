// @ts-check
// Whatever is pressed, in whatever order: nothing may go wrong in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { complaints } from './harness.mjs';
import { house, until } from './table.mjs';

const here = await house();

test('a board that is pressed, let go or walked on while the game changes under it stands', async () => {
  const page = await here.openGame('#v=1&g=gardner');
  const heard = complaints(page);
  // Everything within one frame: the new game has arrived, and nothing has been drawn since.
  const cells = await page.evaluate(`(async () => {
    const grid = document.getElementById('grid');
    const box = grid.getBoundingClientRect();
    const corner = { clientX: box.right - 3, clientY: box.top + 3, pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0 };
    const key = (name) => grid.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    Grid.cells[24].dispatchEvent(new PointerEvent('pointerdown', corner));
    await Game.load({ builtin: 'chess' });
    grid.dispatchEvent(new PointerEvent('pointerup', corner));
    for (const each of ['PageUp', 'End', 'Enter', 'ArrowUp', 'q']) key(each);
    Grid.cells[Grid.cells.length - 1].dispatchEvent(new PointerEvent('pointerdown', corner));
    grid.dispatchEvent(new PointerEvent('pointerup', corner));
    State.flipped = true;
    grid.dispatchEvent(new PointerEvent('pointerdown', corner));
    grid.dispatchEvent(new PointerEvent('pointerup', corner));
    State.cursor = 63;
    await Game.load({ builtin: 'gardner' });
    for (const each of ['ArrowLeft', 'PageUp', 'k']) key(each);
    // A board out of sight has no squares to press.
    Grid.cells[24].dispatchEvent(new PointerEvent('pointerdown', corner));
    grid.style.display = 'none';
    grid.dispatchEvent(new PointerEvent('pointerup', corner));
    grid.style.display = '';
    return [Grid.cells.length, document.querySelectorAll('#grid [tabindex="0"]').length];
  })()`);
  assert.deepEqual(cells, [25, 1]);
  await until(page, 'State.settled && !View.stale');
  assert.deepEqual(heard, []);
});
