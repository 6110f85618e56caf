// @ts-check
// One redraw a frame, however many things have changed.

const View = {
  /** @type {(() => void)[]} */
  parts: [],
  scheduled: 0,
  stale: false,
  /** Whether the picture already waits for the next frame. */
  late: false,

  /** @param {() => void} show brings one part of the page up to date with the state */
  add(show) {
    View.parts.push(show);
  },

  /** The state has changed. */
  refresh() {
    View.stale = true;
    View.repaint();
  },

  /** Only the picture on the canvas has changed: a pointer moved, a piece glides. */
  repaint() {
    if (!View.scheduled) View.scheduled = requestAnimationFrame(View.frame);
  },

  frame() {
    const began = performance.now();
    View.scheduled = 0;
    if (View.stale) {
      View.stale = false;
      for (const show of View.parts) show();
    }
    // Another game changes the whole page: then the picture gets a frame of its own, lest one frame takes too long.
    View.late = !View.late && performance.now() - began > 6;
    if (View.late) View.repaint();
    else Board.paint();
  },
};
