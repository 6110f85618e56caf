// Runs in the worker: loads the wasm and passes messages to it. It listens before it loads, so nothing is lost.
// The build puts wasm-bindgen's script before this one, which leaves `wasm_bindgen` behind.

interface Scope {
  /** Set by the page, since a worker made from a blob does not know where its files are, nor how large. */
  KIBITZER: { base: string; module: string; version: string; size: number };
  /** The wasm as text, in the single file and where it may not be fetched. */
  KIBITZER_WASM_BASE64?: string;
  onmessage: ((event: MessageEvent) => void) | null;
  importScripts(...addresses: string[]): void;
  postMessage(message: unknown): void;
}

const scope = self as unknown as Scope;
const { base, module: name, version, size } = scope.KIBITZER;
let kibitzer: wasm_bindgen.Kibitzer | null = null;
const early: unknown[] = [];

scope.onmessage = ({ data }) => {
  if (data.start) begin(data.module);
  else if (kibitzer) handle(data);
  else early.push(data);
};

async function begin(kept: WebAssembly.Module | undefined): Promise<void> {
  try {
    const module = kept ?? (await compile());
    await wasm_bindgen({ module_or_path: module });
    kibitzer = new wasm_bindgen.Kibitzer();
    tellReady(kept ? undefined : module);
    for (const ask of early.splice(0)) handle(ask);
  } catch (error) {
    scope.postMessage({ broken: String(error) });
  }
}

async function compile(): Promise<WebAssembly.Module> {
  if (scope.KIBITZER_WASM_BASE64) return unpack();
  try {
    const response = await fetch(`${base}pkg/${name}_bg.wasm${version}`);
    if (!response.ok) throw new Error(`${response.status} for ${name}_bg.wasm`);
    const counted = count(response);
    return await (WebAssembly.compileStreaming ? WebAssembly.compileStreaming(counted) : WebAssembly.compile(await counted.arrayBuffer()));
  } catch (error) {
    // A sandboxed frame, or a page opened from a disk, may not fetch; scripts it may load.
    if (!(error instanceof TypeError)) throw error;
    scope.importScripts(`${base}pkg/${name}_wasm.js${version}`);
    return unpack();
  }
}

/** The same bytes; the page is told how many have come. They have the right type, too, which simple servers do not know. */
function count(response: Response): Response {
  const length = Number(response.headers.get("content-length")) || 0;
  // Of a compressed file the length tells what travels; what comes out is counted, so it is brought to that measure.
  const packed = response.headers.has("content-encoding");
  const total = (packed && size && length) || size || (packed ? 0 : length);
  const scale = packed && size && length ? length / size : 1;
  const reader = response.body?.getReader();
  let [bytes, told] = [0, Number.NEGATIVE_INFINITY];
  const stream =
    reader &&
    new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.length;
        const now = performance.now();
        if (now - told > 100) {
          scope.postMessage({ loading: { bytes: Math.round(bytes * scale), total } });
          told = now;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  return new Response(stream ?? response.body, { headers: { "content-type": "application/wasm" } });
}

function unpack(): Promise<WebAssembly.Module> {
  const text = atob(scope.KIBITZER_WASM_BASE64 ?? "");
  delete scope.KIBITZER_WASM_BASE64;
  return WebAssembly.compile(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

/** `module`: for later workers, where this one has compiled it. */
function tellReady(module: WebAssembly.Module | undefined): void {
  const ready = { ready: true, buildId: wasm_bindgen.buildId(), seed: wasm_bindgen.freshSeed() };
  try {
    scope.postMessage({ ...ready, module });
  } catch {
    // Where a module cannot be sent, a later worker compiles its own.
    scope.postMessage(ready);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the wasm reads it, and answers a message of another shape with an error
function handle(ask: any): void {
  try {
    kibitzer?.handle(ask);
  } catch (error) {
    // After a trap or an overflow the wasm's memory cannot be trusted; anything else is a message it did not understand.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) scope.postMessage({ crashed: String(error) });
    else scope.postMessage({ id: ask.id, reply: { failed: { code: "internal", message: String(error) } } });
  }
}

export {};
