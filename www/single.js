// @ts-check
// Puts the whole page into one HTML file, for a Moodle folder or a USB stick. `./dev build` runs it with the files on the
// disk, the guide with those of its own site. The file runs from a disk, in a sandboxed frame and without a network,
// because nothing is left to load.

const SingleFile = {
  /**
   * @param {(path: string) => Promise<ArrayBuffer>} fetchFile gives a file of the page, as in `www/app.js`
   * @returns {Promise<string>}
   */
  async make(fetchFile) {
    /** @param {string} path */
    const read = async (path) => new TextDecoder().decode(await fetchFile(path)).replaceAll("\r\n", "\n");
    /** What the security policy calls a script or style that stands in the page. @type {{ script: string[], style: string[] }} */
    const allowed = { script: [], style: [] };
    /** @param {'script' | 'style'} kind @param {string} text */
    const allow = async (kind, text) => {
      if (new RegExp(`</${kind}|<!--`, "i").test(text)) throw new Error(`a ${kind} would end too early inside the page`);
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      allowed[kind].push(`'sha256-${SingleFile.base64(digest)}'`);
      return text;
    };

    let html = await read("index.html");
    /** @param {RegExp} pattern @param {(...found: string[]) => string | Promise<string>} write @param {boolean} [must] */
    const replace = async (pattern, write, must = true) => {
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
    await replace(/<link rel="icon" href="(.*?)".*?>\n/g, async (_, path) => `<link rel="icon" href="data:image/svg+xml;base64,${SingleFile.base64(new TextEncoder().encode(await read(path)).buffer)}">\n`);
    await replace(/<link rel="stylesheet" href="(.*?)"(.*?)>/g, async (_, path, rest) => `<style${rest}>${await allow("style", await read(path))}</style>`);
    // A page that Trunk built has them no more.
    await replace(/<link data-trunk .*?>\n/g, () => "", false);
    await replace(/\s*<a [^>]*data-online>.*?<\/a>/g, () => "");

    /** Run at the end of the body, in their order, as `defer` would. @type {string[]} */
    const scripts = [];
    await replace(/<script defer src="(.*?)"><\/script>\n/g, async (_, path) => {
      scripts.push(await read(path));
      return "";
    });
    scripts.unshift(await read("www/vendor/lean-qr.js"));
    // What the page otherwise loads when it is wanted.
    const later = /parts: \[(.*?)\]/.exec(await read("www/later.js"))?.[1] ?? "";
    for (const [, part] of later.matchAll(/"(.*?)"/g)) scripts.push(await read(`www/${part}.js`));
    // As data, which a browser does not run; the page makes a worker of it.
    const wasm = SingleFile.base64(await fetchFile("pkg/kibitzer_bg.wasm"));
    const worker = [await read("pkg/kibitzer.js"), `self.KIBITZER_WASM_BASE64 = "${wasm}";`, await read("www/worker.js")].join("\n");
    if (/<\/script|<!--/i.test(worker)) throw new Error("the worker would end too early inside the page");
    let all = "";
    for (const text of scripts) all += `<script>${await allow("script", text)}</script>\n`;
    html = html.replace("</body>", () => `<script type="text/plain" id="worker-script">${worker}</script>\n${all}</body>`);

    // Nothing but what stands here: no address is reached, not even this file's own.
    const policy = `default-src 'none'; script-src ${allowed.script.join(" ")} 'wasm-unsafe-eval'; worker-src blob:; style-src ${allowed.style.join(" ")}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
    await replace(/(<meta http-equiv="Content-Security-Policy" content=").*?(">)/g, (_, before, after) => `${before}${policy}${after}`);
    if (/ (src|href)="(?!data:|#)/.test(html.replace(/<script[\s\S]*?<\/script>/g, ""))) throw new Error("something is still outside the file");
    return html;
  },

  /** @param {ArrayBufferLike} buffer */
  base64(buffer) {
    const bytes = new Uint8Array(buffer);
    let text = "";
    // In pieces: a call takes only so many arguments.
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  },
};
