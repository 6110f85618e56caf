// @ts-check
// Chromium, driven by Playwright over its own protocol.

import { join } from 'node:path';

import { complaints, launch } from '../harness.mjs';

/** @returns {Promise<import('./visitor.mjs').Driver>} */
export default async function chromium() {
  const browser = await launch();
  return {
    name: `Chromium ${browser.version()}`,
    close: () => browser.close(),
    async tab(size = { width: 1280, height: 1000 }) {
      const page = await (await browser.newContext({ viewport: size })).newPage();
      const faults = complaints(page);
      /** @type {import('playwright-core').Frame} */
      let frame = page.mainFrame();
      /** @param {Function | string} act @param {unknown[]} args */
      const call = (act, args) => (typeof act === 'string' ? act : `(${act})(...${JSON.stringify(args)})`);
      const middle = async (/** @type {import('playwright-core').ElementHandle} */ handle) => {
        const box = await handle.boundingBox();
        if (!box) throw new Error('it is not on the screen');
        return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
      };
      return {
        open: async (url) => void (await page.goto(url), (frame = page.mainFrame())),
        run: (act, ...args) => frame.evaluate(call(act, args)),
        find: async (act, ...args) => (await frame.evaluateHandle(call(act, args))).asElement(),
        click: (handle) => handle.click(),
        select: (handle, option) => handle.selectOption({ label: option }),
        async drag(from, to) {
          await page.mouse.move(...(await middle(from)));
          await page.mouse.down();
          await page.mouse.move(...(await middle(to)), { steps: 4 });
          await page.mouse.up();
        },
        key: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        enter: async (handle) => void (frame = handle ? await handle.contentFrame() : page.mainFrame()),
        picture: async (name) => void (await page.screenshot({ path: join(process.env.SCREENSHOTS ?? '', `${name}.png`) })),
        faults: async () => faults,
        close: () => page.context().close(),
      };
    },
  };
}
