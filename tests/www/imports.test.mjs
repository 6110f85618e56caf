// @ts-check
// The layers of the page: imports point one way and form no cycle, as tests/it/layers.rs holds for Rust.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const www = fileURLToPath(new URL('../../www/', import.meta.url));

/** Lowest first: a folder may import from itself and from those before it. Every other folder is a feature. */
const layers = ['base', 'client', 'store', 'board', 'features', 'app'];
/** Bundles of their own, beside the page. */
const apart = ['worker', 'docs'];

const files = readdirSync(www, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.ts'));

/** @param {string} path */
const layerOf = (path) => {
  const folder = path.split('/')[0];
  return layers.includes(folder) ? folder : 'features';
};

/** The files that a file imports, types too. @param {string} path @returns {string[]} */
function importsOf(path) {
  const text = readFileSync(join(www, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = [...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^;]*?from\s*"([^"]+)"|(?:^|\n)import\s*"([^"]+)"/g)].map((match) => match[1] ?? match[2]);
  return found.map((name) => {
    assert.match(name, /^\.\.?\//, `${path} imports ${name}: the page uses no package`);
    const target = `${relative(www, join(www, dirname(path), name)).replaceAll('\\', '/')}.ts`;
    assert.ok(files.includes(target), `${path} imports ${target}, which is not there`);
    return target;
  });
}

const imports = new Map(files.map((path) => [path, importsOf(path)]));

test('there is something to look at', () => {
  assert.ok(files.length > 20 && [...imports.values()].flat().length > 50, `${files.length} files`);
});

test('imports point from higher layers to lower ones', () => {
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [path, target].map((each) => layers.indexOf(layerOf(each)));
      assert.ok(to <= from, `${path} (${layers[from]}) imports ${target} (${layers[to]})`);
      const [own, other] = [path, target].map((each) => each.split('/')[0]);
      assert.ok(own === other || (!apart.includes(own) && !apart.includes(other)), `${path} imports ${target}: they are bundles of their own`);
    }
  }
});

test('imports form no cycle', () => {
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @param {string} path @param {string[]} way */
  const visit = (path, way) => {
    if (state.get(path) === 'done') return;
    assert.notEqual(state.get(path), 'open', `a cycle: ${[...way.slice(way.indexOf(path)), path].join(' → ')}`);
    state.set(path, 'open');
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    state.set(path, 'done');
  };
  for (const path of files) visit(path, []);
});

test('no class of games is named in the page', () => {
  const classes = /\b(sbg|simplified|metagame|gdl|toy)\b/i;
  /** Endings of files, which people see; and what is about learning. @type {Record<string, RegExp>} */
  const allowed = { 'library/names.ts': /"game" : "sbg"/, 'library/files.ts': /sbg\|game|!== "sbg"/, 'learn/exports.ts': /ending/ };
  const used = new Set();
  for (const path of files) {
    // Written by the tool: games with their names and descriptions, which are data.
    if (path === 'library/gallery.ts') continue;
    const text = readFileSync(join(www, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '');
    for (const line of text.split('\n').filter((each) => classes.test(each))) {
      assert.match(line, allowed[path] ?? /^$/, `${path} names a class of games`);
      used.add(path);
    }
  }
  assert.deepEqual([...used].sort(), Object.keys(allowed).sort(), 'an exception that is no longer needed');
});
