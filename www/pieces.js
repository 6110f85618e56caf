// @ts-check
// What a letter looks like: six chess figures drawn here, and a disc with the letter for all others.

/** @typedef {{ name: string, body: string, lines: string }} Figure  Outlines in a box of 100 by 100, feet on y = 86. */

const Pieces = {
  /** @type {Record<string, Figure>} */
  figures: {
    P: {
      name: "pawn",
      body:
        "M50 20a13.5 13.5 0 0 1 9 23.6c3 .9 4.8 2.4 5.5 4.9h-6c.6 11.5 5.5 19.5 13 25.5 3 2.4 4.5 6.5 4.5 12H24c0-5.5 1.5-9.6 4.5-12 " +
        "7.5-6 12.4-14 13-25.5h-6c.7-2.5 2.5-4 5.5-4.9A13.5 13.5 0 0 1 50 20z",
      lines: "M41.5 48.5h17M28.5 74h43",
    },
    R: {
      name: "rook",
      body:
        "M27 19h10.5v7h7.5v-7h10v7h7.5v-7H73v16.5L66 43v24l5.5 7c3 1.5 4.5 6 4.5 12H24c0-6 1.5-10.5 4.5-12l5.5-7V43l-7-7.5z",
      lines: "M34 43h32M34 67h32M28.5 74h43",
    },
    N: {
      name: "knight",
      body:
        "M26 86c0-8 3-13 8.5-18 7-6.5 10.5-10.5 11-16.5-5 3.5-9 4.5-13.5 5.5-2.5 4.5-5.5 7.5-9 7.5-4.5 0-8-4-8-9 0-3.5 2-6 4.5-9.5 3-4.5 4.5-8 " +
        "5.5-12.5 1-4.5 3.5-8 7.5-10.5L31 12.5c5 1 8.5 3.5 10.5 7l5-7.5c3 2.5 4.5 5.5 5 9C68 24.5 77.5 38 77.5 57.5c0 10-.5 19-1.5 28.5z",
      lines: "M51.5 21c10 6 15.5 17 15.5 32 0 7-.5 13-1.5 19M45.5 51.5c1.5-3 2-5.5 1.5-8.5",
    },
    B: {
      name: "bishop",
      body:
        "M50 11.5a5.5 5.5 0 0 1 3.3 9.9C62.5 27.5 68 36 68 45c0 7-3.3 12-8.5 15.5H65V67h-6c1 3.5 4.5 5.5 11 7.5 4 1.3 6 5.5 6 11.5H24c0-6 " +
        "2-10.2 6-11.5 6.5-2 10-4 11-7.5h-6v-6.5h5.5C35.3 57 32 52 32 45c0-9 5.5-17.5 14.7-23.6A5.5 5.5 0 0 1 50 11.5z",
      lines: "M41 67h18M40.5 60.5h19M59.5 29.5 50 45",
    },
    Q: {
      name: "queen",
      body:
        "M25.5 64 17 36.6a4.8 4.8 0 1 1 3.7-1.7L34 50.5l.2-23.1a4.8 4.8 0 1 1 3.6-.7L46 47.5l2.3-24.2a4.8 4.8 0 1 1 3.4 0L54 47.5l8.2-20.8" +
        "a4.8 4.8 0 1 1 3.6.7l.2 23.1 13.3-15.6a4.8 4.8 0 1 1 3.7 1.7L74.5 64c-.8 3.5-.8 6.5 0 10 1.5 3 2.5 7 2.5 12H23c0-5 1-9 2.5-12 .8-3.5.8-6.5 0-10z",
      lines: "M25.5 64c15-4.5 34-4.5 49 0M25.5 74c15-4 34-4 49 0",
    },
    K: {
      name: "king",
      body:
        "M46.7 9h6.6v6.2h6.2v6.6h-6.2v7.4c4 2 6.3 4.8 7.2 8.6 5-5.3 13.5-6.3 19-1.3 6.5 6 5 16.5-2 24L73 65.5c-.8 3.5-.8 5.5 0 8.5 2.5 3 4 7 4 12H23" +
        "c0-5 1.5-9 4-12 .8-3 .8-5 0-8.5l-4.5-5c-7-7.5-8.5-18-2-24 5.5-5 14-4 19 1.3.9-3.8 3.2-6.6 7.2-8.6v-7.4h-6.2v-6.6h6.2z",
      lines: "M27 65.5c14-4.5 32-4.5 46 0M27 74c14-4 32-4 46 0M50 58.5V47c0-4 1.5-6.5 4-8.5M50 47c0-4-1.5-6.5-4-8.5",
    },
  },

  /** @type {Map<string, ImageBitmap>} */
  drawn: new Map(),

  /** Goes up when pictures drawn elsewhere are out of date. */
  edition: 0,

  /** Sizes or colours have changed. */
  forget() {
    Pieces.drawn.clear();
    Pieces.edition += 1;
  },

  /** @param {string} letter how a reader would call what stands there: "white pawn", "black X" */
  describe: (letter) => `${State.sideOf(letter)} ${Pieces.figures[letter.toUpperCase()]?.name ?? letter.toUpperCase()}`,

  /**
   * A picture of the piece, drawn once for each size: outlines are slow to stroke in every frame.
   * @param {string} letter
   * @param {number} size in device pixels
   */
  picture(letter, size) {
    const key = letter + size;
    let picture = Pieces.drawn.get(key);
    if (!picture) {
      const canvas = new OffscreenCanvas(size, size);
      // By the processor: to ask the graphics card for each of these small pictures takes longer than to draw them.
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (context) Pieces.draw(context, letter, size);
      picture = canvas.transferToImageBitmap();
      Pieces.drawn.set(key, picture);
    }
    return picture;
  },

  /** @param {OffscreenCanvasRenderingContext2D} context @param {string} letter @param {number} size */
  draw(context, letter, size) {
    const side = State.sideOf(letter);
    const figure = Pieces.figures[letter.toUpperCase()];
    context.scale(size / 100, size / 100);
    context.fillStyle = Theme.colours[side];
    context.strokeStyle = Theme.colours[`on-${side}`];
    context.lineJoin = context.lineCap = "round";
    context.lineWidth = Math.min(6, Math.max(3.2, 130 / size));
    if (figure) Pieces.drawFigure(context, figure, side, size < 20);
    else Pieces.drawDisc(context, letter, side);
  },

  /** @param {OffscreenCanvasRenderingContext2D} context @param {Figure} figure @param {Side} side @param {boolean} tiny too small for more than its outline */
  drawFigure(context, figure, side, tiny) {
    const body = new Path2D(figure.body);
    const line = context.lineWidth * (tiny ? 0.6 : 1);
    context.lineWidth = line;
    if (side === "black") {
      // A thin light rim around the dark one: it stands off a dark square, and is no fatter than a white figure.
      context.lineWidth = line * 2;
      context.stroke(body);
      context.strokeStyle = Theme.colours.black;
      context.lineWidth = line;
    }
    context.fill(body);
    context.stroke(body);
    if (tiny) return;
    context.strokeStyle = Theme.colours[`on-${side}`];
    context.lineWidth = line * 0.85;
    context.stroke(new Path2D(figure.lines));
    if (figure.name === "knight") Pieces.drawEye(context);
  },

  /** @param {OffscreenCanvasRenderingContext2D} context */
  drawEye(context) {
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    context.ellipse(35.5, 33.5, 3.4, 2.6, -0.5, 0, 7);
    context.ellipse(20.5, 54.5, 2, 1.5, -0.8, 0, 7);
    context.fill();
  },

  /** @param {OffscreenCanvasRenderingContext2D} context @param {string} letter @param {Side} side */
  drawDisc(context, letter, side) {
    context.beginPath();
    context.arc(50, 50, 36, 0, 7);
    context.fill();
    if (side === "white") context.stroke();
    else {
      context.beginPath();
      context.arc(50, 50, 31, 0, 7);
      context.lineWidth *= 0.7;
      context.stroke();
    }
    context.fillStyle = context.strokeStyle;
    context.font = "600 40px Georgia, 'Times New Roman', serif";
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText(letter.toUpperCase(), 50, 64);
  },
};
