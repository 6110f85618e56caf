// @ts-check
// Runs in the worker: loads the wasm and passes messages to it. It listens before it loads, so nothing is lost.

{
  /** @type {any} */
  const scope = self;
  /** Set by the page, since a worker made from a blob does not know where its files are, nor how large. @type {{ base: string, version: string, size: number }} */
  const { base, version, size } = scope.KIBITZER;
  /** @type {{ handle(ask: unknown): void } | null} */
  let kibitzer = null;
  /** @type {unknown[]} */
  const early = [];

  scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data.start) begin(data.module);
    else if (kibitzer) handle(data);
    else early.push(data);
  };

  /** @param {WebAssembly.Module | undefined} kept */
  async function begin(kept) {
    try {
      // In the single file everything is here already.
      if (!scope.KIBITZER_WASM_BASE64) scope.importScripts(`${base}pkg/kibitzer.js${version}`);
      const module = kept ?? (await compile());
      await wasm_bindgen({ module_or_path: module });
      kibitzer = new wasm_bindgen.Kibitzer();
      tellReady(kept ? undefined : module);
      for (const ask of early.splice(0)) handle(ask);
    } catch (error) {
      scope.postMessage({ broken: String(error) });
    }
  }

  async function compile() {
    if (scope.KIBITZER_WASM_BASE64) return unpack();
    try {
      const response = await fetch(`${base}pkg/kibitzer_bg.wasm${version}`);
      if (!response.ok) throw new Error(`${response.status} for kibitzer_bg.wasm`);
      const counted = count(response);
      return await (WebAssembly.compileStreaming ? WebAssembly.compileStreaming(counted) : WebAssembly.compile(await counted.arrayBuffer()));
    } catch (error) {
      // A sandboxed frame, or a page opened from a disk, may not fetch; scripts it may load.
      if (!(error instanceof TypeError)) throw error;
      scope.importScripts(`${base}pkg/kibitzer_wasm.js${version}`);
      return unpack();
    }
  }

  /** The same bytes; the page is told how many have come. They have the right type, too, which simple servers do not know. @param {Response} response */
  function count(response) {
    const length = Number(response.headers.get("content-length")) || 0;
    // Of a compressed file the length tells what travels; what comes out is counted, so it is brought to that measure.
    const packed = response.headers.has("content-encoding");
    const total = (packed && size && length) || size || (packed ? 0 : length);
    const scale = packed && size && length ? length / size : 1;
    const reader = response.body?.getReader();
    let [bytes, told] = [0, -Infinity];
    const stream = reader && new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.length;
        const now = performance.now();
        if (now - told > 100) scope.postMessage({ loading: { bytes: Math.round(bytes * scale), total } });
        if (now - told > 100) told = now;
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(stream ?? response.body, { headers: { "content-type": "application/wasm" } });
  }

  function unpack() {
    const text = atob(scope.KIBITZER_WASM_BASE64);
    delete scope.KIBITZER_WASM_BASE64;
    return WebAssembly.compile(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  }

  /** @param {WebAssembly.Module | undefined} module for later workers, where this one has compiled it */
  function tellReady(module) {
    const ready = { ready: true, buildId: wasm_bindgen.buildId(), seed: wasm_bindgen.freshSeed() };
    try {
      scope.postMessage({ ...ready, module });
    } catch {
      // Where a module cannot be sent, a later worker compiles its own.
      scope.postMessage(ready);
    }
  }

  /** @param {any} ask */
  function handle(ask) {
    try {
      kibitzer?.handle(ask);
    } catch (error) {
      // After a trap or an overflow the wasm's memory cannot be trusted; anything else is a message it did not understand.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) scope.postMessage({ crashed: String(error) });
      else scope.postMessage({ id: ask.id, reply: { type: "failed", message: String(error) } });
    }
  }
}
