// @ts-check
// Before printing: light colours on the canvases too, and what is drawn only when somebody looks. print.css does the rest.

const Print = {
  /** What puts everything back. @type {(() => void)[]} */
  undo: [],

  init() {
    addEventListener("beforeprint", Print.prepare);
    addEventListener("afterprint", Print.restore);
  },

  prepare() {
    Print.restore();
    const { media } = Theme.sheet;
    Theme.sheet.media = "not all";
    Theme.read();
    const { open } = Support.box;
    Support.box.open = true;
    Print.inSight([Rules.panel, Learned.panel], () => {
      Rules.show();
      Learned.showPiece();
    });
    Board.paint();
    // However large it is on the screen: steps can be made out, and a long one is fitted to the sheet.
    for (const side of /** @type {const} */ (["width", "height"])) Learned.svg.setAttribute(side, String(Math.round(1.25 * (Learned.graph?.[side] ?? 0))));
    Print.undo = [
      () => (Theme.sheet.media = media),
      () => (Support.box.open = open),
      Theme.read,
      () => Learned.zoom?.fit(),
    ];
  },

  restore() {
    for (const step of Print.undo.splice(0)) step();
  },

  /** While `act` runs these are not hidden. @param {HTMLElement[]} panels @param {() => void} act */
  inSight(panels, act) {
    const hidden = panels.map((panel) => panel.hidden);
    for (const panel of panels) panel.hidden = false;
    act();
    panels.forEach((panel, index) => (panel.hidden = hidden[index]));
  },
};

Print.init();
