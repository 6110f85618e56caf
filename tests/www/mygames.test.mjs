// @ts-check
// What people made: games of their own, kept while they are typed, and the way back to every game and tab.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { accessibilityFaults, complaints, screenshot } from './harness.mjs';
import { breakthrough, click, house, plies, ready, twoPeople, until } from './table.mjs';

/** @typedef {import('playwright-core').Page} Page */
const here = await house();

const stored = 'Object.keys(localStorage).filter((key) => key.startsWith("kibitzer.mine.")).map((key) => JSON.parse(localStorage[key]).text)';
const editor = '#editor';

/** @param {Page} page @returns {Promise<string[]>} */
const texts = async (page) => /** @type {string[]} */ (await page.evaluate(stored));

/** @param {Page} page @param {string} name */
const tab = (page, name) => page.getByRole('tab', { name }).click();

/** @param {Page} page */
async function gallery(page) {
  await page.getByRole('button', { name: 'Change game' }).click();
  return page.getByRole('dialog', { name: 'Choose a game' });
}

/** @param {Page} page @param {RegExp} name */
const choose = async (page, name) => (await gallery(page)).locator('button.card').filter({ has: page.locator('b').filter({ hasText: name }) }).first().click();

/** Opens the template, and gives it a name. @param {Page} page @param {string} [name] */
async function write(page, name = 'Mine') {
  await (await gallery(page)).getByRole('button', { name: 'Write your own' }).click();
  await until(page, 'State.settled && Tabs.current() === "text" && document.activeElement.id === "editor" && !View.stale && /^<<My game/.test(Editor.area.value)');
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
  await until(page, 'State.game.name === "Mine" && State.settled && Tabs.current() === "play"');
  await tab(page, 'Watch');
  await choose(page, /^Knightthrough/);
  await until(page, 'State.game.id === "knightthrough" && State.settled');
  assert.deepEqual(await texts(page), [text]);
  await choose(page, /^Mine/);
  await until(page, 'State.game.name === "Mine" && State.settled && !View.stale');
  await tab(page, 'Text');
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
  await until(page, 'State.settled && State.game.name === "My game" && Tabs.current() === "text" && !View.stale');
  const template = await page.locator(editor).inputValue();
  assert.equal(await page.evaluate('State.game.text'), template);
  assert.ok((template.match(/^\/\//gm) ?? []).length >= 8 && template.length < 2000);
  assert.doesNotMatch(template, /Breakthrough/);
  await tab(page, 'Play');
  await click(page, 'a1a2');
  await page.evaluate('Editor.save()');
  assert.deepEqual(await texts(page), [], 'nothing of one’s own is in it yet');
  await tab(page, 'Text');
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
  await until(page, 'State.settled && State.game.name === "My game 2"');
});

test('a text with errors is kept too, also when the page is left or reloaded in the middle of a word', async () => {
  const page = await here.openGame();
  await write(page, 'Broken');
  await page.locator(editor).fill('<<Broken>>\n<BOARD>\n3 3\n|');
  // At once, before anything was written down.
  await page.reload();
  await until(page, 'State.settled && Tabs.current() === "text" && !View.stale');
  assert.equal(await page.locator(editor).inputValue(), '<<Broken>>\n<BOARD>\n3 3\n|', 'the text that was being written is there again');
  await choose(page, /^Chess/);
  await until(page, 'State.game.id !== undefined && State.settled');
  await choose(page, /^Broken/);
  await page.locator('#editor-verdict.error-text').filter({ hasText: /Line \d+/ }).waitFor();
  assert.equal(await page.locator(editor).inputValue(), '<<Broken>>\n<BOARD>\n3 3\n|');
  // An emptied box does not empty the game.
  await page.locator(editor).fill('');
  await page.evaluate('Editor.save()');
  assert.deepEqual(await texts(page), ['<<Broken>>\n<BOARD>\n3 3\n|']);
});

test('what is written over a built-in game becomes a game of one’s own; starting over keeps it', async () => {
  const page = await here.openGame();
  await tab(page, 'Text');
  const text = await page.locator(editor).inputValue();
  await page.locator(editor).fill(text.replace('160 &', '16 &'));
  await page.getByRole('button', { name: 'Start over' }).click();
  assert.equal(await page.locator(editor).inputValue(), text);
  assert.deepEqual(await texts(page), [text.replace('160 &', '16 &')]);
  assert.equal(await page.evaluate('State.game.id'), 'breakthrough');
});

test('own games are renamed, exported, removed and brought back, by keyboard as well', async () => {
  const page = await here.openGame();
  const text = await write(page, 'First');
  await page.getByRole('button', { name: 'Play this' }).click();
  await until(page, 'State.game.name === "First" && State.settled && !View.stale');
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
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Rename Best of all');
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
  await until(page, 'State.game.name === "Before" && State.settled && !View.stale');
  await twoPeople(page);
  await click(page, 'b1b2');
  const dialog = await gallery(page);
  await dialog.getByRole('button', { name: 'Rename Before' }).click();
  await page.keyboard.type('After');
  await page.keyboard.press('Enter');
  await until(page, 'State.game.name === "After" && State.settled && State.line.length === 1');
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
  await until(page, 'State.game.name === "Three" && State.settled');
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
    await until(page, 'State.game.id === "knightthrough" && State.settled');
    const dialog = await gallery(page);
    await dialog.locator('#picker-note').filter({ hasText: words }).waitFor();
    await dialog.locator('#my-cards button.card').click();
    await until(page, 'State.game.name === "Mine" && State.settled && !View.stale');
    assert.equal(await page.evaluate('Editor.area.value'), text);
    assert.deepEqual(heard, []);
  });
}

test('there is a limit to games and to their length, and it is said', async () => {
  const page = await here.openGame();
  await page.evaluate('MyGames.most = 2');
  for (const name of ['One', 'Two', 'Three']) await write(page, name);
  await page.locator('#editor-kept').filter({ hasText: 'My games holds at most 2 games.' }).waitFor();
  const dialog = await gallery(page);
  await dialog.getByRole('button', { name: 'Remove One' }).click();
  await until(page, `${stored}.some((text) => text.includes('Three'))`);
  await page.keyboard.press('Escape');
  await page.locator(editor).fill(`<<Long>>${' '.repeat(200_001)}`);
  await page.locator('#editor-kept').filter({ hasText: 'at most 200,000 characters' }).waitFor();
  assert.equal(await page.evaluate('MyGames.unsaved.size'), 1);
});

test('two windows do not destroy each other’s games', async () => {
  const context = await here.browser.newContext();
  /** @returns {Promise<Page>} */
  const window = async () => {
    const page = await context.newPage();
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
  await until(two, `Editor.area.value === ${JSON.stringify(first)}`);
  await one.locator(editor).fill(`${first}// one\n`);
  await until(two, `Editor.area.value === ${JSON.stringify(`${first}// one\n`)}`);
  await tab(two, 'Text');
  await two.evaluate('Editor.delay = 1e6');
  await two.locator(editor).fill(`${first}// two\n`);
  await one.locator(editor).fill(`${first}// one again\n`);
  await until(two, `${stored}.length === 3`);
  assert.deepEqual((await texts(one)).sort(), [second, `${first}// one again\n`, `${first}// two\n`].sort());
  assert.equal(await two.locator(editor).inputValue(), `${first}// two\n`);
  // Removed there while it is written here: it is kept here.
  const dialog = await gallery(two);
  await dialog.getByRole('button', { name: 'Remove One' }).first().click();
  await two.keyboard.press('Escape');
});

test('a game from a link is kept once it is changed, or when somebody says so', async () => {
  const page = await here.openGame();
  await write(page, 'Sent');
  await page.getByRole('button', { name: 'Play this' }).click();
  await until(page, 'State.game.name === "Sent" && State.settled');
  const link = String(await page.evaluate('Share.ask("position").then((reply) => reply.fragment)'));
  const friend = await here.openGame(`#${link}`);
  await tab(friend, 'Text');
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
  await until(page, 'Keep.kept === Keep.seen');
  await tab(page, 'Rules');
  await until(page, 'Visits.tab === "rules"');
  await choose(page, /^Knightthrough/);
  await until(page, 'State.game.id === "knightthrough" && Visits.text === State.game.text');
  assert.match(page.url(), /#v=1&g=knightthrough$/, 'the address names the game');
  const text = await write(page, 'Mine');
  await page.getByRole('button', { name: 'Play this' }).click();
  await until(page, 'State.game.name === "Mine" && State.settled && Visits.text === State.game.text && Visits.tab === "play"');
  const length = Number(await page.evaluate('history.length'));
  await click(page, 'b1b2');
  await click(page, 'b5b4');
  assert.equal(await page.evaluate('history.length'), length, 'a move is no entry');
  await until(page, 'Keep.kept === Keep.seen');
  await page.goBack();
  await until(page, 'State.game.name === "My game" && Tabs.current() === "text" && !Visits.busy');
  assert.equal(await page.locator(editor).inputValue(), text, 'what was being written');
  await page.goBack();
  await until(page, 'State.game.id === "knightthrough" && Tabs.current() === "rules" && !Visits.busy');
  await page.goBack();
  await until(page, 'State.game.id === "breakthrough" && State.line.length === 1 && Tabs.current() === "rules" && !Visits.busy');
  await page.goBack();
  await until(page, 'Tabs.current() === "play" && !Visits.busy');
  for (const at of ['rules', 'rules', 'text', 'play']) {
    await page.goForward();
    await until(page, `Tabs.current() === "${at}" && !Visits.busy && State.settled`);
  }
  await until(page, 'State.game.name === "Mine" && State.line.length === 2');
  await tab(page, 'Text');
  assert.equal(await page.locator(editor).inputValue(), text);
  // A reload in the middle keeps the way on both sides.
  await page.goBack();
  await until(page, 'Tabs.current() === "play" && !Visits.busy');
  await page.reload();
  await until(page, 'State.settled && State.game?.name === "Mine" && State.line.length === 2 && Tabs.current() === "play" && Visits.text !== null && !Visits.busy');
  await page.goBack();
  await until(page, 'State.game.name === "My game" && Tabs.current() === "text" && !Visits.busy');
  await page.goBack();
  await until(page, 'State.game.id === "knightthrough" && !Visits.busy');
  await page.goForward();
  await until(page, 'State.game.name === "My game" && Tabs.current() === "text" && !Visits.busy');
  assert.equal(await page.locator(editor).inputValue(), text, 'what was being written, after a reload');
  await page.goBack();
  await until(page, 'State.game.id === "knightthrough" && !Visits.busy');
  await page.goForward();
  await page.goForward();
  await until(page, 'State.game.name === "Mine" && Tabs.current() === "play" && !Visits.busy');
  // A link typed into the address bar is an entry that the browser makes itself.
  await page.evaluate("location.hash = '#v=1&g=gardner'");
  await until(page, 'State.game.id === "gardner" && State.settled && Visits.text === State.game.text');
  await page.goBack();
  await until(page, 'State.game.name === "Mine" && !Visits.busy');
  await page.goForward();
  await until(page, 'State.game.id === "gardner" && !Visits.busy');
  assert.deepEqual(heard, []);
});

test('a game that comes before the one that was chosen does not take its place in My games', async () => {
  const page = await here.openGame();
  const text = await write(page, 'Mine');
  await page.getByRole('button', { name: 'Play this' }).click();
  await until(page, 'State.game.name === "Mine" && State.settled');
  await choose(page, /^Knightthrough/);
  await until(page, 'State.game.id === "knightthrough" && State.settled');
  // As if Mine were slow to come, and another text had been asked for before it.
  await page.evaluate('Editor.expected = MyGames.list()[0].id, void Game.load({ text: MyGames.template("Other") })');
  await until(page, 'State.game.name === "Other" && State.settled && Editor.board === State.game.text');
  await page.evaluate('void Game.load({ text: MyGames.list()[0].text })');
  await until(page, 'State.game.name !== "Other" && State.settled && Editor.board === State.game.text');
  assert.deepEqual(await texts(page), [text]);
  assert.equal(await page.evaluate('State.game.name'), 'Mine');
});

test('Back from a removed game’s entry says so, and Back closes a dialog that is open', async () => {
  const page = await here.openGame();
  await write(page, 'Gone');
  await page.getByRole('button', { name: 'Play this' }).click();
  await until(page, 'Visits.tab === "play" && State.game.name === "Gone" && Visits.text === State.game.text');
  await choose(page, /^Chess/);
  await until(page, 'State.game.id !== undefined && Visits.text === State.game.text');
  const dialog = await gallery(page);
  await dialog.getByRole('button', { name: 'Remove Gone' }).click();
  await page.evaluate('Visits.links.clear()');
  await page.goBack();
  await page.getByRole('alert').filter({ hasText: 'It is no longer in My games.' }).waitFor();
  assert.equal(await dialog.isVisible(), false);
  assert.notEqual(await page.evaluate('State.game.id'), undefined, 'the game on the board stays');
});

test('in a frame nothing is entered into the history of the page around it', async () => {
  const page = await here.open();
  await page.setContent(`<iframe src="${here.url}" width="900" height="800"></iframe>`);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  assert.ok(frame);
  await until(frame, 'State.settled && State.game !== null && !View.stale');
  const length = await page.evaluate('history.length');
  await frame.getByRole('tab', { name: 'Rules' }).click();
  await frame.getByRole('tab', { name: 'Play' }).click();
  await frame.evaluate("Picker.take('gardner')");
  await until(frame, 'State.game.id === "gardner" && State.settled && !View.stale');
  assert.equal(await page.evaluate('history.length'), length);
  await plies(frame, 0);
});
