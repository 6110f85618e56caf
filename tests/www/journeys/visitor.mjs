// @ts-check
// A visitor of the page: finds things by what they are and what they are called, presses, types, drags and reads.
// What a browser must be able to do for that is a `Tab`; each browser has a file that makes one.

import { patience } from '../harness.mjs';

/**
 * What a browser does for a visitor. A handle is whatever the browser names an element by. Functions are sent to the page
 * as text, so they see nothing but their arguments, which are JSON.
 *
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} open
 * @property {(act: string | ((...args: any[]) => unknown), ...args: unknown[]) => Promise<any>} run  in the current frame; gives JSON
 * @property {(act: (...args: any[]) => Element | null, ...args: unknown[]) => Promise<unknown>} find  gives a handle, or null
 * @property {(handle: any) => Promise<void>} click  scrolls there first
 * @property {(handle: any, option: string) => Promise<void>} select  the option with this text
 * @property {(from: any, to: any) => Promise<void>} drag  from the middle of one element to that of another
 * @property {(key: string) => Promise<void>} key  'Enter', 'ArrowUp', 'Control+a', 'x'
 * @property {(text: string) => Promise<void>} type
 * @property {(handle: any) => Promise<void>} enter  a frame; null goes back to the whole page
 * @property {(name: string) => Promise<void>} picture  into the folder that SCREENSHOTS names
 * @property {() => Promise<string[]>} faults  exceptions and errors in the console, as far as the browser tells them
 * @property {() => Promise<void>} close
 */

/** @typedef {{ name: string, tab: (size?: { width: number, height: number }) => Promise<Tab>, close: () => Promise<void> }} Driver */
/** @typedef {string | RegExp} Name  a string is the whole name */

/**
 * Runs in the page: the first visible element of a role with a name. What lies behind an open dialog is not there.
 *
 * @param {string} role
 * @param {{ text: string, flags: string | null }} wanted a regular expression if it has flags
 * @returns {HTMLElement | null}
 */
function lookFor(role, wanted) {
  const tags = /** @type {Record<string, string>} */ ({
    alert: '[role=alert]', button: 'button:not([role]), summary, [role=button]', checkbox: 'input[type=checkbox]', combobox: 'select', dialog: 'dialog[open]',
    gridcell: '[role=gridcell]', group: '[role=group]', heading: 'h1, h2, h3', iframe: 'iframe', link: 'a[href]:not([role])', list: 'ol, ul',
    status: '[role=status]', tab: '[role=tab]', textbox: 'textarea, input:not([type]), input[type=text]', spinbutton: 'input[type=number]', radio: 'input[type=radio]',
  });
  const selector = tags[role];
  if (!selector) throw new Error(`no such role: ${role}`);
  const plain = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim();
  const nameOf = (/** @type {HTMLElement} */ element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const labels = /** @type {HTMLInputElement} */ (element).labels;
    if (labels?.length) return [...labels].map((each) => each.textContent).join(' ');
    if (/^(SELECT|INPUT|TEXTAREA|IFRAME)$/.test(element.tagName)) return element.title;
    return element.innerText || element.title;
  };
  const modal = document.querySelector('dialog:modal') ?? document;
  const candidates = /** @type {HTMLElement[]} */ ([...modal.querySelectorAll(selector)]);
  if (role === 'dialog' && modal instanceof HTMLElement) candidates.push(modal);
  return candidates.find((element) => {
    if (!element.checkVisibility() || /** @type {HTMLButtonElement} */ (element).disabled) return false;
    const name = plain(nameOf(element));
    return wanted.flags === null ? name === wanted.text : new RegExp(wanted.text, wanted.flags).test(name);
  }) ?? null;
}

/** @param {Name} name */
const portable = (name) => (typeof name === 'string' ? { text: name, flags: null } : { text: name.source, flags: name.flags });

export class Visitor {
  /** @param {Tab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  /** Waits until something comes true. @template T @param {string} what @param {() => Promise<T>} look @returns {Promise<NonNullable<T>>} */
  async until(what, look) {
    const deadline = Date.now() + patience;
    for (;;) {
      const found = await look();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`never came true: ${what}; the page says\n${await this.text()}\n${(await this.tab.faults()).join('\n')}`);
      await new Promise((go) => setTimeout(go, 50));
    }
  }

  /** Waits until there is such a thing, and it no longer moves: a page that is being laid out would be hit beside it. @param {string} role @param {Name} name */
  async find(role, name) {
    const look = `(${String(lookFor)})(${JSON.stringify(role)}, ${JSON.stringify(portable(name))})`;
    const place = `JSON.stringify(${look}?.getBoundingClientRect() ?? null)`;
    return this.until(`a ${role} ${name}`, async () => {
      const before = await this.tab.run(place);
      if (before === 'null') return null;
      await this.tab.run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))))');
      return before === (await this.tab.run(place)) && this.tab.find(lookFor, role, portable(name));
    });
  }

  /** @param {string} role @param {Name} name */
  async press(role, name) {
    await this.tab.click(await this.find(role, name));
  }

  /** Turns to a tab, and looks whether the page did: on a busy machine WebKit's driver takes so long for a click that what was there has moved. @param {string} name */
  async turnTo(name) {
    await this.until(`the tab ${name}`, async () => {
      await this.press('tab', name);
      return this.tab.run(`(${String(lookFor)})('tab', ${JSON.stringify(portable(name))})?.getAttribute('aria-selected') === 'true'`);
    });
  }

  /** Chooses from a list, and looks whether the page took it. @param {string} label @param {string} option */
  async choose(label, option) {
    const list = await this.find('combobox', label);
    await this.until(`${label} is ${option}`, async () => {
      await this.tab.select(list, option);
      // The page has drawn itself since.
      await this.tab.run(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))`);
      return this.tab.run(`(${String(lookFor)})('combobox', ${JSON.stringify(portable(label))})?.selectedOptions[0].text === ${JSON.stringify(option)}`);
    });
  }

  /** Replaces what a field holds, by typing, and looks whether it arrived: on a busy machine WebKit's driver loses keys. @param {Name} label @param {string} text */
  async write(label, text) {
    await this.until(`${label} holds what was typed`, async () => {
      await this.press('textbox', label);
      await this.tab.key('Control+a');
      await this.tab.key('Delete');
      await this.tab.type(text);
      return (await this.value(label)) === text;
    });
  }

  /** What a field holds. @param {Name} label @returns {Promise<string>} */
  async value(label) {
    await this.find('textbox', label);
    return this.tab.run(`(${String(lookFor)})('textbox', ${JSON.stringify(portable(label))}).value`);
  }

  /** The words in the page. @returns {Promise<string>} */
  text() {
    return this.tab.run(() => document.body.innerText);
  }

  /** Waits until the page says this, and gives what it found. @param {RegExp} words */
  async reads(words) {
    return this.until(String(words), async () => words.exec(await this.text()));
  }

  /** What the squares of the board in sight hold, as a screen reader says it. @returns {Promise<Record<string, string>>} */
  async board() {
    return this.tab.run(() => {
      const place = document.querySelector('dialog:modal') ?? document;
      const grid = [...place.querySelectorAll('[role=grid]')].find((each) => each.checkVisibility());
      return Object.fromEntries([...(grid?.querySelectorAll('[role=gridcell]') ?? [])].map((cell) => (cell.getAttribute('aria-label') ?? '').split(/, (.*)/).slice(0, 2)));
    });
  }

  /** @param {string} square */
  cell(square) {
    return this.find('gridcell', new RegExp(`^${square},`));
  }

  /** Waits until a square holds this. @param {string} square @param {RegExp} content */
  async holds(square, content) {
    await this.until(`${square} holds ${content}`, async () => content.test((await this.board())[square] ?? ''));
  }

  /** What has the keyboard, by name. @returns {Promise<string>} */
  focused() {
    return this.tab.run(() => document.activeElement?.getAttribute('aria-label') ?? (/** @type {HTMLElement | null} */ (document.activeElement))?.innerText ?? '');
  }

  /** Tab by Tab, as one does without a mouse. @param {RegExp} name */
  async tabTo(name) {
    const passed = [];
    for (let count = 0; count < 100; count++) {
      const now = await this.focused();
      if (name.test(now)) return;
      passed.push(now.slice(0, 30));
      await this.tab.key('Tab');
    }
    throw new Error(`Tab does not reach ${name}, only ${passed.join(' | ')}`);
  }
}
