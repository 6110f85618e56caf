// @ts-check
// Firefox, driven by Puppeteer over WebDriver BiDi.

import { join } from 'node:path';

import puppeteer from 'puppeteer-core';

import { patience } from '../harness.mjs';

/** @returns {Promise<import('./visitor.mjs').Driver>} */
export default async function firefox() {
  const executablePath = process.env.FIREFOX;
  if (!executablePath) throw new Error('set FIREFOX to the path of Firefox, or run ./dev test, which looks for it');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, timeout: patience, protocolTimeout: patience });
  return {
    name: await browser.version(),
    close: () => browser.close(),
    async tab(size = { width: 1280, height: 1000 }) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(patience);
      await page.setViewport(size);
      /** @type {string[]} */
      const faults = [];
      page.on('pageerror', (error) => faults.push(`exception: ${error instanceof Error ? error.message : error}`));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()}`);
      });
      /** @type {import('puppeteer-core').Frame} */
      let frame = page.mainFrame();
      /** @param {Function | string} act @param {unknown[]} args */
      const call = (act, args) => (typeof act === 'string' ? act : `(${act})(...${JSON.stringify(args)})`);
      const middle = async (/** @type {import('puppeteer-core').ElementHandle} */ handle) => {
        const { x, y } = await handle.clickablePoint();
        return /** @type {const} */ ([x, y]);
      };
      /** @type {Record<string, import('puppeteer-core').KeyInput>} */
      const keys = { Space: ' ' };
      return {
        open: async (url) => void (await page.goto(url), (frame = page.mainFrame())),
        run: (act, ...args) => frame.evaluate(call(act, args)),
        find: async (act, ...args) => (await frame.evaluateHandle(call(act, args))).asElement(),
        click: (handle) => handle.click(),
        async select(handle, option) {
          const value = await handle.evaluate((/** @type {HTMLSelectElement} */ list, /** @type {string} */ text) => [...list.options].find((each) => each.text === text)?.value, option);
          await handle.select(value);
        },
        async drag(from, to) {
          await page.mouse.move(...(await middle(from)));
          await page.mouse.down();
          await page.mouse.move(...(await middle(to)), { steps: 4 });
          await page.mouse.up();
        },
        async key(key) {
          const parts = /** @type {import('puppeteer-core').KeyInput[]} */ (key.split('+').map((each) => keys[each] ?? each));
          for (const part of parts) await page.keyboard.down(part);
          for (const part of parts.reverse()) await page.keyboard.up(part);
        },
        type: (text) => page.keyboard.type(text),
        enter: async (handle) => void (frame = handle ? await handle.contentFrame() : page.mainFrame()),
        picture: async (name) => void (await page.screenshot({ path: /** @type {`${string}.png`} */ (join(process.env.SCREENSHOTS ?? '', `${name}.png`)) })),
        faults: async () => faults,
        close: () => context.close(),
      };
    },
  };
}
