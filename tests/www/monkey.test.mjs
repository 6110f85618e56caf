// @ts-check
// Monkeys at the page: two thousand presses, drags, keys, letters, tabs, dialogs, games, sizes, steps back and forth. Whatever it
// does, nothing may go wrong in the page. It chooses by a seed, which it prints; with MONKEY_SEED, and MONKEY_ACTIONS, one of them
// comes again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { complaints } from './harness.mjs';
import { crash, crew } from './hook.mjs';
import { breakthrough, click, house, ready, twoPeople } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house({}, { installs: true });
const seed = Number(process.env.MONKEY_SEED ?? 7);
const count = Number(process.env.MONKEY_ACTIONS ?? 2000);

/** Mulberry32: numbers from 0 to 1. @param {number} state */
function random(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', 'Enter', ' ', 'Escape', 'Tab', 'Tab', 'Home', 'End', 'PageUp', 'PageDown', 'Delete', 'Backspace', 'f', 'h', 'l', 'a', 'm', '?', 'y', 'n', 'd', 'r', 'q', 'K', 'p', 'Shift+Tab'];
const games = ['Breakthrough', 'Chess', 'Gardner Minichess', 'Knightthrough', 'Chess Breakthrough', 'Cannon', 'Tamerlane', ''];
const dropped = '<<Dropped>>\n<BOARD>\n3 4\n|ppp|\n|...|\n|...|\n|PPP|\n<PIECES>\nP (0,1,e) + (1,1,p) &\n<GOALS>\n20 &\n@P 0 3, 1 3, 2 3 &\n@p 0 0, 1 0, 2 0 &\n';
const words = ['a2a3', '<<x>>', '0', '99999', 'P (0,1,e) &', '\n', '(', 'b2b3 ', '<BOARD>\n3 3\n', 'x', '-1', '\u{1f600}'];
const links = ['#v=1&g=chess', '#v=1&g=gardner', '#v=1&g=nosuchgame', '#v=1&d=AAAA&c=abcd', '#x', '#v=1&g=breakthrough&tab=rules'];
const sizes = [{ width: 320, height: 568 }, { width: 390, height: 844 }, { width: 768, height: 1024 }, { width: 1280, height: 800 }];

/** The middle of something that can be pressed just now, brought into the window: of all that a selector finds, the one at this share of the list. @param {Page} page @param {string} selector @param {number} share */
const target = (page, selector, share) =>
  page.evaluate(
    ({ selector, share }) => {
      const dialog = document.querySelector('dialog[open]');
      const all = [...(dialog ?? document).querySelectorAll(selector)].filter((each) => each instanceof HTMLElement && each.getClientRects().length > 0 && !each.closest('a[href*="docs.html"]'));
      const chosen = all[Math.floor(share * all.length)];
      if (!chosen) return null;
      chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = chosen.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, name: chosen.id || chosen.getAttribute('aria-label') || chosen.textContent?.slice(0, 30) || chosen.tagName };
    },
    { selector, share },
  );

/** @param {Page} page @param {() => number} roll */
function monkey(page, roll) {
  /** @template T @param {T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[Math.floor(roll() * list.length)]);
  const square = () => target(page, '#grid [role=gridcell]', roll());
  /** @type {[number, string, () => Promise<unknown>][]} How often, what, and how. */
  const tricks = [
    [24, 'square', async () => {
      const at = await square();
      if (at) await page.mouse.click(at.x, at.y);
      return at?.name;
    }],
    [9, 'drag', async () => {
      const [from, to] = [await square(), await square()];
      if (!from || !to) return '';
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 2 });
      await page.mouse.up();
      return `${from.name} ${to.name}`;
    }],
    [25, 'press', async () => {
      const at = await target(page, 'button, [role=tab], summary, input[type=checkbox], input[type=radio], .glyph', roll());
      if (at) await page.mouse.click(at.x, at.y);
      return at?.name;
    }],
    [6, 'tab', async () => {
      const at = await target(page, '[role=tab]', roll());
      if (at) await page.mouse.click(at.x, at.y);
      return at?.name;
    }],
    [14, 'key', async () => {
      const key = pick(keys);
      await page.keyboard.press(key);
      return key;
    }],
    [4, 'option', async () => {
      const [which, value] = [roll(), roll()];
      return page.evaluate(({ which, value }) => {
        const all = [...document.querySelectorAll('select')].filter((each) => each.getClientRects().length);
        const select = all[Math.floor(which * all.length)];
        if (!select) return '';
        select.selectedIndex = Math.floor(value * select.options.length);
        select.dispatchEvent(new Event('change', { bubbles: true }));
        return `${select.id} ${select.value}`;
      }, { which, value });
    }],
    [5, 'type', async () => {
      const at = await target(page, 'textarea, input:not([type=checkbox]):not([type=radio]):not([type=file])', roll());
      const text = pick(words);
      if (!at) return '';
      await page.mouse.click(at.x, at.y);
      await page.keyboard.insertText(text);
      return `${at.name} ${JSON.stringify(text)}`;
    }],
    // The next trick comes while the game is being read, or in the frame in which it has arrived.
    [5, 'game', async () => {
      const name = pick(games);
      // All at once: a card of the gallery, or a link to a game that there is not.
      await page.evaluate((name) => {
        if (!name) return void (location.hash = '#v=1&g=nosuchgame');
        const open = document.querySelector('#choose-game');
        if (open instanceof HTMLElement) open.click();
        const card = [...document.querySelectorAll('#cards button')].find((each) => each.querySelector('b')?.textContent?.startsWith(name));
        if (card instanceof HTMLElement) card.click();
      }, name);
      return name;
    }],
    [1, 'size', async () => {
      const size = pick(sizes);
      await page.setViewportSize(size);
      return size.width;
    }],
    [4, 'history', async () => {
      const by = pick([-1, -1, -1, 1, 1, -2]);
      await page.evaluate((by) => history.go(by), by);
      return by;
    }],
    [1, 'link', async () => {
      const link = pick(links);
      await page.evaluate((link) => void (location.hash = link), link);
      return link;
    }],
    [1, 'wheel', () => page.mouse.wheel(0, roll() * 800 - 400)],
    [0.4, 'lose the worker', async () => {
      if ((await crew(page)).includes('rules')) await crash(page);
    }],
    [0.3, 'drop a game', () => page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(dropped)}], 'dropped.sbg'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }`)],
    [0.2, 'reload', () => page.reload()],
  ];
  const whole = tricks.reduce((sum, [weight]) => sum + weight, 0);
  return async () => {
    let left = roll() * whole;
    const trick = tricks.find(([weight]) => (left -= weight) < 0) ?? tricks[0];
    if (!trick) return '';
    const [, name, act] = trick;
    return `${name} ${String((await act().catch(passing)) ?? '')}`;
  };
}

/** The page may be loading again. @param {Error} error */
function passing(error) {
  if (!/context was destroyed|navigation|net::ERR_ABORTED|is not defined|Access is denied/.test(error.message)) throw error;
}

/** One monkey with a browser window of its own. @param {number} seed @param {number} count @returns {Promise<{ faults: string[], words: string }>} */
async function run(seed, count) {
  const context = await here.browser.newContext({ viewport: { width: 1280, height: 800 } });
  // What a worker dies of is an error, too, unless the monkey did it.
  await context.addInitScript(() => {
    const Plain = self.Worker;
    if (!Plain) return;
    self.Worker = class extends Plain {
      /** @param {string | URL} address @param {WorkerOptions} [options] */
      constructor(address, options) {
        super(address, options);
        this.addEventListener('message', ({ data }) => data?.crashed && console.error(`a worker crashed: ${data.crashed}`));
        this.addEventListener('error', ({ message }) => message !== 'lost in a test' && console.error(`a worker crashed: ${message}`));
      }
    };
  });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  page.on('filechooser', () => {});
  page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
  page.on('popup', (popup) => popup.close().catch(() => {}));
  const heard = complaints(page);
  await page.goto(here.url + breakthrough);
  await ready(page);
  const act = monkey(page, random(seed));
  /** @type {string[]} */
  const done = [];
  const began = Date.now();
  for (let index = 0; index < count && !heard.length; index++) {
    done.push(`${index} ${await act()}`);
    // Back further than the first entry.
    if (!page.url().startsWith(here.url)) await page.goto(here.url + breakthrough);
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  if (heard.length) return { faults: [...heard, `seed ${seed}, after`, ...done.slice(-25)], words: '' };
  // The last step back may still lead away from the page, so nothing is waited for here.
  const end = await page
    .evaluate(() => {
      const own = Object.keys(localStorage).filter((key) => key.startsWith('kibitzer.mine.')).length;
      return `${document.querySelector('#game-name')?.textContent ?? 'another page'}, ${own} own games, ${history.length} entries`;
    })
    .catch(passing);
  await page.close();
  // And then a visitor opens another window to play, with all that is left in the storage.
  const visitor = await context.newPage();
  const complaint = complaints(visitor);
  await visitor.goto(here.url + breakthrough);
  await ready(visitor);
  await twoPeople(visitor);
  await click(visitor, 'b2b3');
  await context.close();
  heard.push(...complaint);
  return { faults: heard, words: `MONKEY_SEED=${seed}: ${done.length} actions in ${seconds} s; at the end ${end}` };
}

test(`monkeys find no error in ${count} actions`, async (t) => {
  // Two side by side: a monkey waits for the page, which watches and thinks for as long as it waits, and four would wait for each other.
  const many = process.env.MONKEY_SEED ? 1 : 4;
  const seeds = Array.from({ length: many }, (_, index) => seed + index);
  /** @type {Awaited<ReturnType<typeof run>>[]} */
  const runs = [];
  const lane = async () => {
    for (let next = seeds.shift(); next !== undefined; next = seeds.shift()) runs.push(await run(next, Math.ceil(count / many)));
  };
  await Promise.all([lane(), lane()]);
  for (const { words } of runs) if (words) t.diagnostic(words);
  assert.deepEqual(runs.flatMap(({ faults }) => faults), []);
});
