// @ts-check
// One redraw a frame, however many things have changed.

const View = {
  /** @type {(() => void)[]} */
  parts: [],
  scheduled: 0,
  /** Whether a part does not show the state yet. */
  stale: false,
  /** The part that comes next, and whether the state has changed since the first one was shown. */
  next: 0,
  again: false,
  /** Whether the picture already waits for the next frame. */
  late: false,

  /** @param {() => void} show brings one part of the page up to date with the state */
  add(show) {
    View.parts.push(show);
  },

  /** The state has changed. */
  refresh() {
    View.stale = true;
    View.again = View.next > 0;
    View.repaint();
  },

  /** Only the picture on the canvas has changed: a pointer moved, a piece glides. */
  repaint() {
    if (!View.scheduled) View.scheduled = requestAnimationFrame(View.frame);
  },

  /** Another game changes the whole page: what is too much for one frame waits for the next. */
  frame() {
    const began = performance.now();
    const spent = () => performance.now() - began > 6;
    View.scheduled = 0;
    while (View.stale && !spent()) View.showNext();
    View.late = !View.late && spent();
    if (!View.late) Board.paint();
    if (View.late || View.stale) View.repaint();
  },

  showNext() {
    View.parts[View.next++]();
    if (View.next < View.parts.length) return;
    View.next = 0;
    View.stale = View.again;
    View.again = false;
  },
};
