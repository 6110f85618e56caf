// @ts-check
// Sets of fonts that a visitor may have, given to the browser by a configuration of its own: the machine's are left alone.

import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where tests/setup.sh puts them. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kibitzer', 'fonts');

/** @typedef {{ name: string, folders: string[], families: Record<string, string>, last?: string }} FontSet */

/** The names under which browsers ask for the usual kinds of letters. @param {string} serif @param {string} sans */
const usual = (serif, sans) => ({
  ...Object.fromEntries(['sans', 'sans-serif', 'system-ui', 'Arial', 'Helvetica'].map((name) => [name, sans])),
  ...Object.fromEntries(['serif', 'Times New Roman', 'Times'].map((name) => [name, serif])),
  ...Object.fromEntries(['monospace', 'mono', 'Courier New'].map((name) => [name, 'DejaVu Sans Mono'])),
});

const palatino = { Palatino: 'P052', 'Palatino Linotype': 'P052' };

/** Which font stands for which name; `*` for every name. @type {FontSet[]} */
export const fontSets = [
  { name: 'the machine’s own', folders: [], families: {} },
  // As on Debian with fonts-urw-base35, without and with its letters for text.
  { name: 'Palatino and DejaVu Sans', folders: ['urw', 'dejavu'], families: { ...palatino, ...usual('DejaVu Serif', 'DejaVu Sans') }, last: 'DejaVu Sans' },
  { name: 'Palatino and Helvetica', folders: ['urw', 'dejavu'], families: { ...palatino, ...usual('P052', 'Nimbus Sans') }, last: 'Nimbus Sans' },
  { name: 'DejaVu Sans for everything', folders: ['dejavu'], families: { '*': 'DejaVu Sans' } },
  // A third wider than most: whatever fits with this one fits.
  { name: 'Krona One for everything', folders: ['wide', 'dejavu'], families: { '*': 'Krona One' } },
];

/** Whether the set is there. @param {FontSet} set */
export const haveFonts = (set) => set.folders.every((folder) => existsSync(join(cache, folder)));

/** The environment in which a browser has these fonts only. @param {FontSet} set @returns {Promise<Record<string, string>>} */
export async function fontEnvironment({ folders, families, last }) {
  if (!folders.length) return {};
  const home = await mkdtemp(join(tmpdir(), 'kibitzer-fonts-'));
  const aliases = Object.entries(families).map(([family, font]) => {
    const test = family === '*' ? '' : `<test name="family" compare="eq"><string>${family}</string></test>`;
    const mode = family === '*' ? 'assign_replace' : 'assign';
    return `<match target="pattern">${test}<edit name="family" mode="${mode}" binding="same"><string>${font}</string></edit></match>`;
  });
  if (last) aliases.push(`<match target="pattern"><edit name="family" mode="append_last"><string>${last}</string></edit></match>`);
  const file = join(home, 'fonts.conf');
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${join(cache, folder)}</dir>`).join('\n')}
<cachedir>${join(home, 'cache')}</cachedir>
${aliases.join('\n')}
</fontconfig>
`;
  await writeFile(file, text);
  return { FONTCONFIG_FILE: file };
}
