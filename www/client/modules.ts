// The builds of the rules engine. What most visits do without comes as a module of its own, when it is first needed; which one has
// what, the engine says.

/** The name of its files in `pkg/`. */
export type ModuleName = string;

/** The one that every visit begins with. */
export const FIRST: ModuleName = "kibitzer";
/** The one that has everything. */
export const COMPLETE: ModuleName = "complete";

interface Built {
  /** The build id that its worker must name. */
  build: string;
  /** Bytes of its wasm file, uncompressed. */
  size: number;
}

declare global {
  /** Written by the build into pkg/build-id.js; absent when the page was never built. */
  var KIBITZER_MODULES: Record<ModuleName, Built> | undefined;
}

const known = (): Record<ModuleName, Built> | undefined => (typeof KIBITZER_MODULES === "object" ? KIBITZER_MODULES : undefined);

/** The module to load for this one: the single file has only one, which has everything. */
export const available = (name: ModuleName): ModuleName => (known() && !known()?.[name] ? COMPLETE : name);

/** Nothing where the page was never built; then there is nothing to compare. */
export const built = (name: ModuleName): Built => known()?.[name] ?? { build: "", size: 0 };

/** The worker's script. */
export const script = (name: ModuleName): string => (name === FIRST ? "pkg/worker.js" : `pkg/worker-${name}.js`);

/** What was compiled once is handed to every later worker. */
export const compiled = new Map<ModuleName, WebAssembly.Module>();
