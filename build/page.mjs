// @ts-check
// Bundles the page into pkg/: one classic script and one style sheet for the first visit, one script for each part that is
// loaded when it is wanted, the worker's, and the guide's. node build/page.mjs [FOLDER]; `./dev build` runs it.
//
// A sandboxed frame of another origin may not load modules, so all of them are classic scripts. Modules of the first bundle
// that later ones need are there once: the first bundle hands them over in `kibitzer.modules`.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, transform } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const www = join(root, 'www');
const target = join(process.argv[2] ?? root, 'pkg');

/** The parts that come later, by name: the module that each is made from. It says so itself, by `interface Parts`. */
export async function parts() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const path of await readdir(www, { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const name = /interface Parts \{\s*(\w+): typeof import\("\.\/(\w[\w-]*)"\)/.exec(await readFile(join(www, path), 'utf8'));
    if (name) found[name[1]] = join(www, path);
  }
  return found;
}

// The maps name the sources in www/, which lie beside the bundles on every host.
/** @type {import('esbuild').BuildOptions} */
const common = { bundle: true, minify: true, sourcemap: true, sourcesContent: false, target: 'es2022', charset: 'utf8', legalComments: 'none', logLevel: 'warning', absWorkingDir: root, metafile: true };

/**
 * The dark colours stand in the sources once, and hold in two cases: the system asks for them, or the reader does.
 * @type {import('esbuild').Plugin}
 */
const dark = {
  name: 'dark',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]dark\.css$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      /** @param {string} media @param {string} root */
      const within = (media, root) => `@media ${media} {\n${text.replaceAll(':root', root)}\n}\n`;
      return { contents: within('screen and (prefers-color-scheme: dark)', ':root:not([data-theme=light])') + within('screen', ':root[data-theme=dark]'), loader: 'css' };
    });
  },
};

/** @param {string} path */
const nameOf = (path) => relative(www, path).replaceAll('\\', '/').replace(/\.ts$/, '');

/** Which files of the page a build took in. @param {import('esbuild').Metafile} metafile */
const inputs = (metafile) => new Set(Object.keys(metafile.inputs).map((path) => join(root, path)));

const entry = join(www, 'app/main.ts');
const later = await parts();
// What the first bundle holds, found by bundling it once without writing it.
const first = inputs((await build({ ...common, entryPoints: [entry], format: 'iife', write: false })).metafile);
for (const [name, path] of Object.entries(later)) if (first.has(path)) throw new Error(`${name} is meant to come later, and the first bundle holds it`);

/** What later parts take from modules of the first bundle, by module. @type {Map<string, Set<string>>} */
const handedOver = new Map();

/** Notes which names a file takes from the modules that it imports. @param {string} path @param {(name: string) => string} resolve */
async function note(path, resolve) {
  const text = (await readFile(path, 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, star, list, from] of text.matchAll(/import (?:\* as (\w+)|\{([^}]*)\}) from "(\.[^"]*)"/g)) {
    const target = resolve(from);
    if (!first.has(target) || target.endsWith('texts.ts')) continue;
    const names = star ? [...text.matchAll(new RegExp(`\\b${star}\\.(\\w+)`, 'g'))].map((match) => match[1]) : list.split(',').map((each) => each.trim()).filter((each) => each && !each.startsWith('type ')).map((each) => each.split(' as ')[0]);
    // Types are not there to be handed over.
    const source = await readFile(target, 'utf8');
    const known = handedOver.get(target) ?? new Set();
    for (const name of names) if (new RegExp(`^export (const|let|(async )?function|class) ${name}\\b|^export \\{[^}]*\\b${name}\\b`, 'm').test(source)) known.add(name);
    handedOver.set(target, known);
  }
}

/** Modules of the first bundle are taken from there. @type {import('esbuild').Plugin} */
const shared = {
  name: 'shared',
  setup(builder) {
    builder.onResolve({ filter: /^\./ }, async ({ path, resolveDir, importer, kind, pluginData }) => {
      if (pluginData === 'own' || !importer) return undefined;
      const found = await builder.resolve(path, { resolveDir, importer, kind, pluginData: 'own' });
      // Texts hold no state: each bundle has those that it needs.
      if (!first.has(found.path) || found.path.endsWith('texts.ts')) return found;
      return { path: nameOf(found.path), namespace: 'shared' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({ contents: `module.exports = kibitzer.modules[${JSON.stringify(path)}];`, loader: 'js' }));
  },
};

/** The style sheet of a part, if it has one, goes into its script: a first visit does not need it, and one request is enough. @param {string} path */
async function styleOf(path) {
  const sheet = path.replace(/\.ts$/, '.css');
  if (!existsSync(sheet)) return {};
  const { outputFiles } = await build({ ...common, sourcemap: false, entryPoints: [sheet], plugins: [dark], write: false });
  return { KIBITZER_STYLE: JSON.stringify(outputFiles[0].text) };
}

/** @type {import('esbuild').Metafile[]} */
const taken = [];
for (const [name, path] of Object.entries(later)) {
  const { metafile } = await build({ ...common, entryPoints: [path], outfile: join(target, `${name}.js`), format: 'iife', globalName: `kibitzer.parts.${name}`, plugins: [shared], define: await styleOf(path) });
  taken.push(metafile);
}

for (const { inputs: files } of taken) for (const path of Object.keys(files)) if (path.startsWith('www/')) await note(join(root, path), (name) => join(root, path, '..', `${name}.ts`));
const modules = [...handedOver].map(([path, names]) => ({ path: nameOf(path), names: [...names].sort() })).sort((a, b) => (a.path < b.path ? -1 : 1));
// Getters, because what is exported may change.
const handing = [
  ...modules.map(({ path, names }, index) => `import { ${names.map((name) => `${name} as m${index}_${name}`).join(', ')} } from "./${path}";`),
  `import "./base/lazy";\nObject.assign(kibitzer.modules, { ${modules.map(({ path, names }, index) => `${JSON.stringify(path)}: { ${names.map((name) => `get ${name}() { return m${index}_${name}; }`).join(', ')} }`).join(', ')} });`,
  'import "./app/main";',
].join('\n');
await build({ ...common, stdin: { contents: handing, resolveDir: www, sourcefile: 'first-bundle.ts', loader: 'ts' }, outfile: join(target, 'page.js'), format: 'iife' });
await build({ ...common, entryPoints: [join(www, 'app/page.css')], outfile: join(target, 'page.css'), plugins: [dark] });
// With wasm-bindgen's own script, so that a worker begins after one request.
for (const module of (await readdir(target)).flatMap((name) => /^(\w+)_bg\.wasm$/.exec(name)?.[1] ?? [])) {
  const glue = await transform(await readFile(join(target, `${module}.js`), 'utf8'), { minify: true, target: 'es2022', charset: 'utf8' });
  const outfile = join(target, module === 'kibitzer' ? 'worker.js' : `worker-${module}.js`);
  await build({ ...common, entryPoints: [join(www, 'worker/worker.ts')], outfile, format: 'iife', banner: { js: glue.code } });
}
await build({ ...common, entryPoints: [join(www, 'docs/docs.ts')], outfile: join(target, 'docs.js'), format: 'iife' });
await build({ ...common, entryPoints: [join(www, 'docs/guide.css')], outfile: join(target, 'docs.css'), plugins: [dark] });
const nets = (await readdir(join(target, 'nets'))).flatMap((name) => /^(.+)\.net$/.exec(name)?.[1] ?? []).sort();
await build({ ...common, entryPoints: [join(www, 'docs/single.ts')], outfile: join(target, 'single.js'), format: 'iife', globalName: 'kibitzerSingle', define: { KIBITZER_PARTS: JSON.stringify(Object.keys(later)), KIBITZER_NET_NAMES: JSON.stringify(nets) } });
