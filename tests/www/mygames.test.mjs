// @ts-check
// What people made: games of their own, kept while they are typed, and the way back to every game and tab.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { focused, openTab } from './doing.mjs';
import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { hold, pending, release } from './hook.mjs';
import { breakthrough, click, gameName, house, kept, moveList, plies, ready, settled, shareLink, tab, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

const stored = 'Object.keys(localStorage).filter((key) => key.startsWith("kibitzer.mine.")).map((key) => JSON.parse(localStorage[key]).text)';
const editor = '#editor';

/** @param {Page} page @returns {Promise<string[]>} */
const texts = async (page) => /** @type {string[]} */ (await page.evaluate(stored));

/** Waits until this game is on the board, with this tab open and so many moves in its list. @param {import('./table.mjs').Place} page @param {string} name @param {string} [open] @param {number} [moves] */
const opened = (page, name, open, moves) =>
  settled(page, async () => (await gameName(page)) === name && (!open || (await tab(page)) === open) && (moves === undefined || (await moveList(page)).length === moves));

/** Does what makes an entry of the browser's history, and waits for the entry. @param {Page} page @param {() => Promise<unknown>} act */
async function entering(page, act) {
  const length = Number(await page.evaluate('history.length'));
  await act();
  await settled(page, `history.length > ${length}`);
}

/** The text of the game on the board, as it is copied. @param {Page} page */
async function copied(page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTab(page, 'Copy');
  await page.getByRole('button', { name: 'Game text', exact: true }).click();
  await page.locator('#copied').filter({ hasText: 'Copied the game text.' }).waitFor();
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

/** Leaves the box of the text, as one does who is done with it: then it is saved. @param {Page} page */
async function leaveEditor(page) {
  await page.locator(editor).focus();
  await page.locator(editor).blur();
}

/** @param {import('./table.mjs').Place} page */
async function gallery(page) {
  await page.getByRole('button', { name: 'Change game' }).click();
  return page.getByRole('dialog', { name: 'Choose a game' });
}

/** @param {import('./table.mjs').Place} page @param {RegExp} name */
const choose = async (page, name) => (await gallery(page)).locator('button.card').filter({ has: page.locator('b').filter({ hasText: name }) }).first().click();

/** Opens the template, and gives it a name. @param {Page} page @param {string} [name] */
async function write(page, name = 'Mine') {
  await (await gallery(page)).getByRole('button', { name: 'Write your own' }).click();
  await settled(page, async () => (await tab(page)) === 'text' && (await page.evaluate('document.activeElement.id === "editor"')) && /^<<My game/.test(await page.locator(editor).inputValue()));
  const text = await page.locator(editor).inputValue();
  const written = text.replace(/^<<.*>>/, `<<${name}>>`);
  await page.locator(editor).fill(written);
  return written;
}

/** @param {Page} page @param {string} name @param {string | string[]} text */
const drop = async (page, name, text) => {
  const transfer = await page.evaluateHandle(({ name, texts }) => {
    const data = new DataTransfer();
    texts.forEach((text, index) => data.items.add(new File([text], index ? `${index}-${name}` : name)));
    return data;
  }, { name, texts: [text].flat() });
  await page.dispatchEvent('#board', 'drop', { dataTransfer: transfer });
};

test('a game of one’s own outlives the choice of another game, and comes back with its text', async () => {
  const page = await here.openGame();
  const heard = complaints(page);
  const text = await write(page);
  await page.getByRole('button', { name: 'Play this' }).click();
  await opened(page, 'Mine', 'play');
  await openTab(page, 'Watch');
  await choose(page, /^Knightthrough/);
  await until(page, async () => (await gameName(page)) === 'Knightthrough');
  assert.deepEqual(await texts(page), [text]);
  await choose(page, /^Mine/);
  await until(page, async () => (await gameName(page)) === 'Mine');
  await openTab(page, 'Text');
  assert.equal(await page.locator(editor).inputValue(), text);
  // It is the same game that is written on, and not another one.
  await page.locator(editor).fill(`${text}// more\n`);
  await page.locator('#editor-kept').filter({ hasText: 'Saved in My games as “Mine”.' }).waitFor();
  await until(page, `JSON.stringify(${stored}) === ${JSON.stringify(JSON.stringify([`${text}// more\n`]))}`);
  assert.deepEqual(heard, []);
});

test('the template is a small game with comments that plays at once, and is saved only when it is changed', async () => {
  const page = await here.openGame();
  await twoPeople(page);
  await (await gallery(page)).getByRole('button', { name: 'Write your own' }).click();
  await opened(page, 'My game', 'text');
  const template = await page.locator(editor).inputValue();
  assert.equal(await copied(page), template);
  assert.ok((template.match(/^\/\//gm) ?? []).length >= 8 && template.length < 2000);
  assert.doesNotMatch(template, /Breakthrough/);
  await openTab(page, 'Play');
  await click(page, 'a1a2');
  await openTab(page, 'Text');
  await leaveEditor(page);
  assert.deepEqual(await texts(page), [], 'nothing of one’s own is in it yet');
  await page.locator(editor).press('End');
  await page.locator(editor).press('x');
  await until(page, `${stored}.length === 1`);
  assert.match((await texts(page))[0] ?? '', /x/, 'from the first letter on, right or wrong');
  await page.locator(editor).press('Backspace');
  await until(page, `${stored}.length === 0`);
  // A second one gets a name of its own.
  await page.locator(editor).fill(`${template}// mine\n`);
  await until(page, `${stored}.length === 1`);
  await (await gallery(page)).getByRole('button', { name: 'Write your own' }).click();
  await opened(page, 'My game 2');
});

test('a text with errors is kept too, also when the page is left or reloaded in the middle of a word', async () => {
  const page = await here.openGame();
  await write(page, 'Broken');
  await page.locator(editor).fill('<<Broken>>\n<BOARD>\n3 3\n|');
  // At once, before anything was written down.
  await page.reload();
  await settled(page, async () => (await tab(page)) === 'text' && (await page.locator(editor).inputValue()) !== '');
  assert.equal(await page.locator(editor).inputValue(), '<<Broken>>\n<BOARD>\n3 3\n|', 'the text that was being written is there again');
  await choose(page, /^Chess$/);
  await opened(page, 'Chess');
  await choose(page, /^Broken/);
  await page.locator('#editor-verdict.error-text').filter({ hasText: /Line \d+/ }).waitFor();
  assert.equal(await page.locator(editor).inputValue(), '<<Broken>>\n<BOARD>\n3 3\n|');
  // An emptied box does not empty the game.
  await page.locator(editor).fill('');
  await leaveEditor(page);
  assert.deepEqual(await texts(page), ['<<Broken>>\n<BOARD>\n3 3\n|']);
});

test('what is written over a built-in game becomes a game of one’s own; starting over keeps it', async () => {
  const page = await here.openGame();
  await openTab(page, 'Text');
  const text = await page.locator(editor).inputValue();
  await page.locator(editor).fill(text.replace('160 &', '16 &'));
  await page.getByRole('button', { name: 'Start over' }).click();
  assert.equal(await page.locator(editor).inputValue(), text);
  assert.deepEqual(await texts(page), [text.replace('160 &', '16 &')]);
  assert.equal(await gameName(page), 'Breakthrough');
});

test('own games are renamed, exported, removed and brought back, by keyboard as well', async () => {
  const page = await here.openGame();
  const text = await write(page, 'First');
  await page.getByRole('button', { name: 'Play this' }).click();
  await opened(page, 'First', 'play');
  await twoPeople(page);
  await click(page, 'b1b2');
  await write(page, 'Second');
  const dialog = await gallery(page);
  assert.deepEqual(await dialog.locator('#my-cards .card b').allTextContents(), ['Second', 'First']);
  await screenshot(page, 'own games');
  await dialog.getByRole('button', { name: 'Rename First' }).press('Enter');
  await page.keyboard.type('Best <of> all');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Rename Best of all' }).waitFor();
  assert.ok((await texts(page)).includes(text.replace('First', 'Best of all')));
  assert.equal(await focused(page), 'Rename Best of all');
  await dialog.getByRole('button', { name: 'Rename Second' }).click();
  await page.keyboard.type('never');
  await page.keyboard.press('Escape');
  assert.equal(await dialog.isVisible(), true, 'Escape leaves the name, not the gallery');
  await dialog.getByRole('button', { name: 'Rename Second' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export Best of all' }).click()]);
  assert.equal(download.suggestedFilename(), 'best-of-all.sbg');
  assert.equal(await readFile(await download.path(), 'utf8'), text.replace('First', 'Best of all'));
  await dialog.getByRole('button', { name: 'Remove Best of all' }).press('Enter');
  assert.equal((await texts(page)).length, 1);
  await dialog.locator('#picker-note').filter({ hasText: 'Removed “Best of all”.' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Undo remove');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove Best of all' }).waitFor();
  assert.equal((await texts(page)).length, 2);
  assert.deepEqual(await accessibilityFaults(page), []);
});

test('a game that is renamed while it is on the board keeps its moves', async () => {
  const page = await here.openGame();
  await write(page, 'Before');
  await page.getByRole('button', { name: 'Play this' }).click();
  await opened(page, 'Before', 'play');
  await twoPeople(page);
  await click(page, 'b1b2');
  const dialog = await gallery(page);
  await dialog.getByRole('button', { name: 'Rename Before' }).click();
  await page.keyboard.type('After');
  await page.keyboard.press('Enter');
  await opened(page, 'After', 'play', 1);
  await page.keyboard.press('Escape');
  await click(page, 'a5a4');
});

test('games come in as files, several at once, by the dialog or dropped; what is no game is said', async () => {
  const page = await here.openGame();
  const cannon = await readFile(new URL('../../www/games/gardner.sbg', import.meta.url), 'utf8');
  const named = (/** @type {string} */ name) => cannon.replace(/^<<.*>>/, `<<${name}>>`);
  const dialog = await gallery(page);
  await dialog.locator('#import-files').setInputFiles([
    { name: 'one.sbg', mimeType: 'text/plain', buffer: Buffer.from(named('One')) },
    { name: 'two.sbg', mimeType: 'text/plain', buffer: Buffer.from(named('Two').replaceAll('\n', '\r\n')) },
    { name: 'half.sbg', mimeType: 'text/plain', buffer: Buffer.from('<<Half>>\n<BOARD>\n') },
    { name: 'picture.sbg', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xd8, 0xff]) },
    { name: 'huge.sbg', mimeType: 'text/plain', buffer: Buffer.alloc(900_000, 'a') },
  ]);
  await dialog.locator('#picker-note').filter({ hasText: 'Imported 3 games. picture.sbg is not a text file (UTF-8). huge.sbg is too large for a game.' }).waitFor();
  assert.deepEqual((await dialog.locator('#my-cards .card b').allTextContents()).sort(), ['Half', 'One', 'Two']);
  await page.keyboard.press('Escape');
  await drop(page, 'three.sbg', named('Three'));
  await opened(page, 'Three');
  await drop(page, 'again.txt', [named('One'), named('Four')]);
  await page.locator('#picker-note').filter({ hasText: 'Imported 2 games.' }).waitFor();
  assert.equal((await texts(page)).length, 5, 'the same text is not kept twice');
});

for (const [what, spoil, words] of /** @type {const} */ ([
  ['full', 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }', /storage for this page is full\. Export the game, or remove/],
  ['blocked', 'Storage.prototype.setItem = () => { throw new DOMException("no", "SecurityError"); }', /does not let the page store anything\. Export/],
  ['absent', 'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })', /does not let the page store anything\. Export/],
])) {
  test(`a storage that is ${what} is said, and nothing is lost while the page lives`, async () => {
    const context = await here.browser.newContext();
    await context.addInitScript(spoil);
    const page = await context.newPage();
    const heard = complaints(page);
    await page.goto(here.url + breakthrough);
    await ready(page);
    const text = await write(page, 'Mine');
    await page.locator('#editor-kept.error-text').filter({ hasText: words }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).click()]);
    assert.equal(await readFile(await download.path(), 'utf8'), text);
    await choose(page, /^Knightthrough/);
    await opened(page, 'Knightthrough');
    const dialog = await gallery(page);
    await dialog.locator('#picker-note').filter({ hasText: words }).waitFor();
    await dialog.locator('#my-cards button.card').click();
    await opened(page, 'Mine');
    assert.equal(await page.locator(editor).inputValue(), text);
    assert.deepEqual(heard, []);
  });
}

test('there is a limit to games and to their length, and it is said', async () => {
  const context = await here.browser.newContext();
  const page = await context.newPage();
  // Most of them are there from earlier visits.
  await page.addInitScript(() => {
    for (let number = 1; number <= 198; number += 1) localStorage.setItem(`kibitzer.mine.earlier${number}`, JSON.stringify({ text: `<<Earlier ${number}>>\n`, changed: number }));
  });
  await page.goto(here.url + breakthrough);
  await ready(page);
  for (const name of ['One', 'Two', 'Three']) await write(page, name);
  await page.locator('#editor-kept').filter({ hasText: 'My games holds at most 200 games.' }).waitFor();
  const dialog = await gallery(page);
  await dialog.getByRole('button', { name: 'Remove One' }).click();
  await until(page, `${stored}.some((text) => text.includes('Three'))`);
  assert.equal((await texts(page)).length, 200);
  await page.keyboard.press('Escape');
  await page.locator(editor).fill(`<<Long>>${' '.repeat(200_001)}`);
  await page.locator('#editor-kept').filter({ hasText: 'at most 200,000 characters' }).waitFor();
  assert.ok(!(await texts(page)).some((text) => text.includes('Long')));
  // What only this page has would be gone with it.
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  assert.equal(question.type(), 'beforeunload');
  await question.accept();
});

test('two windows do not destroy each other’s games', async () => {
  const context = await here.browser.newContext();
  /** @returns {Promise<Page>} */
  const window = async () => {
    const page = await context.newPage();
    // Timers of this window that can be kept waiting. (Playwright's clock would stop in both windows.)
    await page.addInitScript(() => {
      const plain = self.setTimeout;
      /** @type {(() => void)[] | null} */
      let waiting = null;
      const set = (/** @type {() => void} */ act, /** @type {number} */ after) => (waiting ? waiting.push(act) : plain(act, after));
      const timers = {
        hold: () => void (waiting = []),
        release() {
          const acts = waiting ?? [];
          waiting = null;
          for (const act of acts) act();
        },
      };
      Object.assign(self, { setTimeout: set, timers });
    });
    await page.goto(here.url + breakthrough);
    await ready(page);
    return page;
  };
  const [one, two] = [await window(), await window()];
  const first = await write(one, 'One');
  const second = await write(two, 'Two');
  await until(one, `${stored}.length === 2`);
  // The same game in both: what is typed here is shown there, and what was typed in both at once stays twice.
  await choose(two, /^One/);
  await until(two, async () => (await two.locator(editor).inputValue()) === first);
  await one.locator(editor).fill(`${first}// one\n`);
  await until(two, async () => (await two.locator(editor).inputValue()) === `${first}// one\n`);
  await openTab(two, 'Text');
  // What is typed there is saved a little later: after what is typed here.
  await two.evaluate('timers.hold()');
  await two.locator(editor).fill(`${first}// two\n`);
  await one.locator(editor).fill(`${first}// one again\n`);
  await until(one, `${stored}.length === 3`);
  await two.evaluate('timers.release()');
  assert.deepEqual((await texts(one)).sort(), [second, `${first}// one again\n`, `${first}// two\n`].sort());
  assert.equal(await two.locator(editor).inputValue(), `${first}// two\n`);
  // Removed there while it is written here: it is kept here.
  const dialog = await gallery(two);
  await dialog.getByRole('button', { name: 'Remove One' }).first().click();
  await two.keyboard.press('Escape');
});

test('a game from a link is kept once it is changed, or when the visitor says so', async () => {
  const page = await here.openGame();
  await write(page, 'Sent');
  await page.getByRole('button', { name: 'Play this' }).click();
  await opened(page, 'Sent', 'play');
  const friend = await here.openGame(new URL(await shareLink(page)).hash);
  await openTab(friend, 'Text');
  await friend.locator('#editor-kept').filter({ hasText: 'Not in My games yet; saved there when you change it.' }).waitFor();
  assert.deepEqual(await texts(friend), []);
  await friend.getByRole('button', { name: 'Save to My games' }).click();
  await friend.locator('#editor-kept').filter({ hasText: 'Saved in My games as “Sent”.' }).waitFor();
  assert.equal((await texts(friend)).length, 1);
});

test('Back and Forward lead through the games and tabs that were opened', async () => {
  const page = await here.openGame();
  const heard = complaints(page);
  await twoPeople(page);
  await click(page, 'b2b3');
  await kept(page, 'b2b3');
  await entering(page, () => openTab(page, 'Rules'));
  await entering(page, () => choose(page, /^Knightthrough/));
  await opened(page, 'Knightthrough');
  assert.match(page.url(), /#v=1&g=knightthrough$/, 'the address names the game');
  let text = '';
  await entering(page, async () => void (text = await write(page, 'Mine')));
  await entering(page, () => page.getByRole('button', { name: 'Play this' }).click());
  await opened(page, 'Mine', 'play');
  const length = Number(await page.evaluate('history.length'));
  await click(page, 'b1b2');
  await click(page, 'b5b4');
  assert.equal(await page.evaluate('history.length'), length, 'a move is no entry');
  await kept(page, 'b5b4');
  await page.goBack();
  await opened(page, 'My game', 'text');
  assert.equal(await page.locator(editor).inputValue(), text, 'what was being written');
  await page.goBack();
  await opened(page, 'Knightthrough', 'rules');
  await page.goBack();
  await opened(page, 'Breakthrough', 'rules', 1);
  await page.goBack();
  await opened(page, 'Breakthrough', 'play', 1);
  for (const [name, at] of /** @type {const} */ ([['Breakthrough', 'rules'], ['Knightthrough', 'rules'], ['My game', 'text'], ['Mine', 'play']])) {
    await page.goForward();
    await opened(page, name, at);
  }
  await opened(page, 'Mine', 'play', 2);
  await entering(page, () => openTab(page, 'Text'));
  assert.equal(await page.locator(editor).inputValue(), text);
  // A reload in the middle keeps the way on both sides.
  await page.goBack();
  await opened(page, 'Mine', 'play', 2);
  await page.reload();
  await opened(page, 'Mine', 'play', 2);
  await page.goBack();
  await opened(page, 'My game', 'text');
  await page.goBack();
  await opened(page, 'Knightthrough', 'rules');
  await page.goForward();
  await opened(page, 'My game', 'text');
  assert.equal(await page.locator(editor).inputValue(), text, 'what was being written, after a reload');
  await page.goBack();
  await opened(page, 'Knightthrough', 'rules');
  await page.goForward();
  await page.goForward();
  await opened(page, 'Mine', 'play');
  // A link typed into the address bar is an entry that the browser makes itself.
  await page.evaluate("location.hash = '#v=1&g=gardner'");
  await opened(page, 'Gardner Minichess');
  await page.goBack();
  await opened(page, 'Mine');
  await page.goForward();
  await opened(page, 'Gardner Minichess');
  assert.deepEqual(heard, []);
});

test('a game that comes before the one that was chosen does not take its place in My games', async () => {
  const page = await here.openGame();
  const text = await write(page, 'Mine');
  await page.getByRole('button', { name: 'Play this' }).click();
  await opened(page, 'Mine', 'play');
  await choose(page, /^Knightthrough/);
  await opened(page, 'Knightthrough');
  // A pasted text is slow to come; Mine is chosen meanwhile.
  await openTab(page, 'Copy');
  await hold(page, 'load');
  await page.locator('#paste-here').fill(text.replace('<<Mine>>', '<<Other>>'));
  await page.getByRole('button', { name: 'Use it' }).click();
  await until(page, async () => (await pending(page)).some(({ kind }) => kind === 'load'));
  await choose(page, /^Mine/);
  await release(page);
  await opened(page, 'Mine');
  await openTab(page, 'Text');
  await leaveEditor(page);
  assert.deepEqual(await texts(page), [text]);
  assert.equal(await gameName(page), 'Mine');
});

test('Back from a removed game’s entry says so, and Back closes a dialog that is open', async () => {
  const page = await here.openGame();
  await write(page, 'Gone');
  await entering(page, () => page.getByRole('button', { name: 'Play this' }).click());
  await opened(page, 'Gone', 'play');
  await entering(page, () => choose(page, /^Chess$/));
  await opened(page, 'Chess');
  await page.reload();
  await opened(page, 'Chess');
  const dialog = await gallery(page);
  await dialog.getByRole('button', { name: 'Remove Gone' }).click();
  await page.goBack();
  await page.getByRole('alert').filter({ hasText: 'It is no longer in My games.' }).waitFor();
  assert.equal(await dialog.isVisible(), false);
  assert.equal(await gameName(page), 'Chess', 'the game on the board stays');
});

test('in a frame nothing is entered into the history of the page around it', async () => {
  const page = await here.open();
  await page.setContent(`<iframe src="${here.url}" width="900" height="800"></iframe>`);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  assert.ok(frame);
  await settled(frame, async () => /\S/.test((await gameName(frame)) ?? ''));
  const length = await page.evaluate('history.length');
  await frame.getByRole('tab', { name: 'Rules' }).click();
  await frame.getByRole('tab', { name: 'Play' }).click();
  await choose(frame, /^Gardner/);
  await opened(frame, 'Gardner Minichess');
  assert.equal(await page.evaluate('history.length'), length);
  await plies(frame, 0);
});
