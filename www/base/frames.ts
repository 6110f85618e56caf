// One redraw a frame, however many things have changed.

/** Each brings one part of the page up to date with the store. */
const parts: (() => void)[] = [];
/** Each paints a canvas. */
const painters: (() => void)[] = [];
let scheduled = 0;
/** Whether all parts are there: until then nothing is drawn. */
let begun = false;
/** Whether a part does not show the store yet. */
let stale = false;
/** The part that comes next, and whether the store has changed since the first one was shown. */
let next = 0;
let again = false;
/** Whether the picture already waits for the next frame. */
let late = false;
/** Whether this frame has enough to do. */
let full = false;
/** What a frame may spend on parts, in milliseconds; the browser then lays out and paints what they have changed. */
const budget = 4;

/** How many frames there have been. */
export let count = 0;

export function add(show: () => void): void {
  parts.push(show);
}

export function addPainter(paint: () => void): void {
  painters.push(paint);
}

/** All parts are there. */
export function begin(): void {
  begun = true;
  refresh();
}

export const hasBegun = (): boolean => begun;

/** The store has changed. */
export function refresh(): void {
  stale = true;
  again = next > 0;
  repaint();
}

/** Only a picture on a canvas has changed: a pointer moved, a piece glides. */
export function repaint(): void {
  if (begun && !scheduled) scheduled = requestAnimationFrame(frame);
}

/** A part has changed so much that the others wait for the next frame. */
export function fill(): void {
  full = true;
}

/** Whether everything shows the store as it is. */
export const isSettled = (): boolean => !stale;

/** Another game changes the whole page: what is too much for one frame waits for the next. */
function frame(): void {
  const began = performance.now();
  const spent = () => full || performance.now() - began > budget;
  scheduled = 0;
  full = false;
  count += 1;
  while (stale && !spent()) showNext();
  late = !late && spent();
  if (!late) for (const paint of painters) paint();
  if (late || stale) repaint();
}

function showNext(): void {
  parts[next++]?.();
  if (next < parts.length) return;
  next = 0;
  stale = again;
  again = false;
}
