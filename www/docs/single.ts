// Puts the whole page into one HTML file, for a Moodle folder or a USB stick. `./dev build` runs it with the files on the
// disk, the guide with those of its own site. The file runs from a disk, in a sandboxed frame and without a network,
// because nothing is left to load.

/** The module that has everything: one is enough for a file that loads nothing. */
const MODULE = "complete";

/** The parts that the page loads when they are wanted; the build says which. */
declare const KIBITZER_PARTS: string[];
/** The nets that engines load when they need them. */
declare const KIBITZER_NET_NAMES: string[];

/** `fetchFile`: gives a file of the page, as in `pkg/page.js`. */
export async function make(fetchFile: (path: string) => Promise<ArrayBuffer>): Promise<string> {
  const read = async (path: string) =>
    new TextDecoder()
      .decode(await fetchFile(path))
      .replaceAll("\r\n", "\n")
      .replace(/\n(\/\/|\/\*)# sourceMappingURL=.*\n?$/, "\n");
  /** What the security policy calls a script or style that stands in the page. */
  const allowed: { script: string[]; style: string[] } = { script: [], style: [] };
  const allow = async (kind: "script" | "style", text: string) => {
    if (new RegExp(`</${kind}|<!--`, "i").test(text)) throw new Error(`a ${kind} would end too early inside the page`);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    allowed[kind].push(`'sha256-${base64(digest)}'`);
    return text;
  };

  let html = await read("index.html");
  const replace = async (pattern: RegExp, write: (...found: string[]) => string | Promise<string>, must: boolean = true) => {
    const found = [...html.matchAll(pattern)];
    if (!found.length && must) throw new Error(`index.html has nothing like ${pattern}`);
    for (const each of found) {
      const text = await write(...each);
      html = html.replace(each[0], () => text);
    }
  };

  // Its own policy, below, needs no help.
  await replace(/<!-- Only files of this folder[\s\S]*?-->\n/g, () => "", false);
  await replace(/<script>[\s\S]*?<\/script>\n/g, () => "");
  await replace(/<link rel="icon" href="(.*?)".*?>\n/g, async (_, path) => `<link rel="icon" href="data:image/svg+xml;base64,${base64(new TextEncoder().encode(await read(path)).buffer)}">\n`);
  await replace(/<link rel="stylesheet" href="(.*?)"(.*?)>/g, async (_, path, rest) => `<style${rest}>${await allow("style", await read(path))}</style>`);
  // A page that Trunk built has them no more.
  await replace(/<link data-trunk .*?>\n/g, () => "", false);
  await replace(/\s*<a [^>]*data-online>.*?<\/a>/g, () => "");

  /** Run at the end of the body, in their order, as `defer` would. */
  const scripts: string[] = [];
  await replace(/<script defer src="(.*?)"><\/script>\n/g, async (_, path) => {
    const only = path.endsWith("build-id.js") ? `KIBITZER_MODULES = { ${MODULE}: KIBITZER_MODULES.${MODULE} };\n` : "";
    scripts.push((await read(path)) + only);
    return "";
  });
  scripts.unshift(await read("www/vendor/lean-qr.js"));
  // What the page otherwise loads when it is wanted.
  for (const name of KIBITZER_NET_NAMES) scripts.push(await read(`pkg/nets/${name}.js`));
  for (const part of KIBITZER_PARTS) scripts.push(await read(`pkg/${part}.js`));
  // As data, which a browser does not run; the page makes a worker of it.
  const wasm = base64(await fetchFile(`pkg/${MODULE}_bg.wasm`));
  const worker = [`self.KIBITZER_WASM_BASE64 = "${wasm}";`, await read(`pkg/worker-${MODULE}.js`)].join("\n");
  if (/<\/script|<!--/i.test(worker)) throw new Error("the worker would end too early inside the page");
  let all = "";
  for (const text of scripts) all += `<script>${await allow("script", text)}</script>\n`;
  html = html.replace("</body>", () => `<script type="text/plain" id="worker-script">${worker}</script>\n${all}</body>`);

  // Nothing but what stands here: no address is reached, not even this file's own.
  const policy = `default-src 'none'; script-src ${allowed.script.join(" ")} 'wasm-unsafe-eval'; worker-src blob:; style-src ${allowed.style.join(" ")}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  await replace(/(<meta http-equiv="Content-Security-Policy" content=").*?(">)/g, (_, before, after) => `${before}${policy}${after}`);
  if (/ (src|href)="(?!data:|#)/.test(html.replace(/<script[\s\S]*?<\/script>/g, ""))) throw new Error("something is still outside the file");
  return html;
}

function base64(buffer: ArrayBufferLike): string {
  const bytes = new Uint8Array(buffer);
  let text = "";
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
