// @ts-check
// Watching games and looking at what was learned, as a visitor does it: what the tests of watching share.

import { change, picked } from './hook.mjs';
import { idle, settled, tab, turn, turnNow, until } from './table.mjs';

/** @typedef {import('./table.mjs').Place} Place */

/** Whether a game is being watched, or was, and the board shows it. @param {Place} place */
export const watches = async (place) => /^(Game [\d,]+|Watched |Skipping )/.test((await turn(place)) ?? '');

/** Waits until a move was watched: the line above the board tells it. @param {Place} place */
export const firstMove = (place) => until(place, async () => /^Game [\d,]+\. /.test(await turnNow(place)));

/** How far watching has come, as the page tells it. @param {Place} place @returns {Promise<{ games: number, gamesInAll: number, positions: number, automata: number }>} */
export async function progress(place) {
  const words = ((await place.locator('#progress-words').textContent()) ?? '').replaceAll(',', '');
  const [, games, , all, positions, automata] = /^(\d+)( of (\d+))? games? · (\d+) positions? · (\d+) automata/.exec(words) ?? [];
  return { games: Number(games ?? 0), gamesInAll: Number(all ?? games ?? 0), positions: Number(positions ?? 0), automata: Number(automata ?? 0) };
}

/** How many positions the learner has been shown, also those it had seen before: no user sees this number. @param {Place} place @returns {Promise<number>} */
export const records = async (place) => (await picked(place, 'learning', ({ fields }) => fields.learning.records)).at(-1) ?? 0;

/** Whether it goes on by itself: then the button says Pause. @param {Place} place */
export const runs = async (place) => (await place.locator('#watch-go-word').textContent()) === 'Pause';

/** Presses Pause, unless it has been pressed. @param {Place} place */
export async function pauseWatching(place) {
  if (await runs(place)) await place.locator('#watch-go').click();
  await settled(place, async () => !(await runs(place)));
}

/** One press of Step, worth so many plies. @param {Place} place @param {number} [plies] */
export async function step(place, plies = 1) {
  if (plies !== 1) await change(place, 'watch', { plies });
  await place.locator('#watch-step').click();
  await idle(place);
  if (plies !== 1) await change(place, 'watch');
}

/** Paused, then on by steps until the learner has been shown so many positions. @param {Place} place @param {number} count */
export async function watchRecords(place, count) {
  await pauseWatching(place);
  for (let now = await records(place); now < count; now = await records(place)) await step(place);
}

/** Paused, then on by large steps until so many games are over. @param {Place} place @param {number} count @param {number} [stride] plies at once */
export async function watchGames(place, count, stride = 60) {
  await pauseWatching(place);
  while ((await progress(place)).games < count) await step(place, stride);
}

/** Whether all is watched and learned: the page offers to play by it. @param {Place} place */
export const done = (place) => place.evaluate("!document.querySelector('#done').hidden && /^Watched /.test(document.querySelector('#turn').textContent)");

/** Waits until all is watched and learned. @param {Place} place */
export const untilDone = (place) => settled(place, () => done(place));

/** Skips to the end, and waits for it. @param {Place} place */
export async function skipToEnd(place) {
  await place.locator('#watch-skip').click();
  await untilDone(place);
}

/** The piece that is chosen in the row of pieces. @param {Place} place @returns {Promise<string>} its letter */
export const chosenPiece = (place) => place.evaluate("(document.querySelector('#learned-pieces [aria-pressed=true]')?.getAttribute('aria-label') ?? '').split(',')[0]");

/** What the row of pieces says of each letter: `exactly right`, `not quite right yet`, … @param {Place} place @returns {Promise<Record<string, string>>} */
export const verdicts = (place) =>
  place.evaluate("Object.fromEntries([...document.querySelectorAll('#learned-pieces button')].map((each) => /^(.), .*?: (.*)$/.exec(each.getAttribute('aria-label')).slice(1)))");

/** Chooses a piece, and waits until its automaton and its move diagram are there. @param {Place} place @param {string} letter */
export async function choosePiece(place, letter) {
  const button = place.locator(`#learned-pieces button[aria-label^="${letter},"]`);
  const [, name] = /^., (.*?):/.exec((await button.getAttribute('aria-label')) ?? '') ?? [];
  await button.click();
  await settled(place, `document.querySelector('#learned-pieces button[aria-label^="${letter},"]').getAttribute('aria-pressed') === 'true'
    && document.querySelector('#learned-name').textContent === 'The ${name}'
    && (document.querySelector('#graph').hasAttribute('hidden') || document.querySelector('#graph').getAttribute('aria-label').startsWith('Automaton of the ${name}:'))
    && (${JSON.stringify(await tab(place))} !== 'watch' || !document.querySelector('#diagram-box').open || document.querySelector('#diagram-box').hidden || document.querySelector('#diagram-grid').getAttribute('aria-label').includes('${name}'))`);
}
