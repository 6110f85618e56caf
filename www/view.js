// @ts-check
// One redraw a frame, however many things have changed.

const View = {
  /** @type {(() => void)[]} */
  parts: [],
  scheduled: 0,
  stale: false,

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
    View.scheduled = 0;
    if (View.stale) {
      View.stale = false;
      for (const show of View.parts) show();
    }
    Board.paint();
  },
};
