// @ts-check
// What pieces look like, and what they are called. The game says which drawing and which name a letter has; the drawings are here.

/**
 * @typedef {{ body: string, lines?: string, dots?: [number, number, number][] }} Figure
 *   Outlines in a box of 100 by 100, feet on y = 86; dots are filled, with their radius.
 * @typedef {{ letter: string, name: string, drawing: string, labelled: boolean }} Appearance  How one letter of a game is called and drawn.
 */

const Pieces = {
  /** By the ids that game texts use. @type {Record<string, Figure>} */
  figures: {
    pawn: {
      body:
        "M50 20a13.5 13.5 0 0 1 9 23.6c3 .9 4.8 2.4 5.5 4.9h-6c.6 11.5 5.5 19.5 13 25.5 3 2.4 4.5 6.5 4.5 12H24c0-5.5 1.5-9.6 4.5-12 " +
        "7.5-6 12.4-14 13-25.5h-6c.7-2.5 2.5-4 5.5-4.9A13.5 13.5 0 0 1 50 20z",
      lines: "M41.5 48.5h17M28.5 74h43",
    },
    rook: {
      body:
        "M27 19h10.5v7h7.5v-7h10v7h7.5v-7H73v16.5L66 43v24l5.5 7c3 1.5 4.5 6 4.5 12H24c0-6 1.5-10.5 4.5-12l5.5-7V43l-7-7.5z",
      lines: "M34 43h32M34 67h32M28.5 74h43",
    },
    knight: {
      body:
        "M26 86c0-8 3-13 8.5-18 7-6.5 10.5-10.5 11-16.5-5 3.5-9 4.5-13.5 5.5-2.5 4.5-5.5 7.5-9 7.5-4.5 0-8-4-8-9 0-3.5 2-6 4.5-9.5 3-4.5 4.5-8 " +
        "5.5-12.5 1-4.5 3.5-8 7.5-10.5L31 12.5c5 1 8.5 3.5 10.5 7l5-7.5c3 2.5 4.5 5.5 5 9C68 24.5 77.5 38 77.5 57.5c0 10-.5 19-1.5 28.5z",
      lines: "M51.5 21c10 6 15.5 17 15.5 32 0 7-.5 13-1.5 19M45.5 51.5c1.5-3 2-5.5 1.5-8.5",
      dots: [
        [35.5, 33.5, 3.2],
        [20.5, 54.5, 1.9],
      ],
    },
    bishop: {
      body:
        "M50 11.5a5.5 5.5 0 0 1 3.3 9.9C62.5 27.5 68 36 68 45c0 7-3.3 12-8.5 15.5H65V67h-6c1 3.5 4.5 5.5 11 7.5 4 1.3 6 5.5 6 11.5H24c0-6 " +
        "2-10.2 6-11.5 6.5-2 10-4 11-7.5h-6v-6.5h5.5C35.3 57 32 52 32 45c0-9 5.5-17.5 14.7-23.6A5.5 5.5 0 0 1 50 11.5z",
      lines: "M41 67h18M40.5 60.5h19M59.5 29.5 50 45",
    },
    queen: {
      body:
        "M25.5 64 17 36.6a4.8 4.8 0 1 1 3.7-1.7L34 50.5l.2-23.1a4.8 4.8 0 1 1 3.6-.7L46 47.5l2.3-24.2a4.8 4.8 0 1 1 3.4 0L54 47.5l8.2-20.8" +
        "a4.8 4.8 0 1 1 3.6.7l.2 23.1 13.3-15.6a4.8 4.8 0 1 1 3.7 1.7L74.5 64c-.8 3.5-.8 6.5 0 10 1.5 3 2.5 7 2.5 12H23c0-5 1-9 2.5-12 .8-3.5.8-6.5 0-10z",
      lines: "M25.5 64c15-4.5 34-4.5 49 0M25.5 74c15-4 34-4 49 0",
    },
    king: {
      body:
        "M46.7 9h6.6v6.2h6.2v6.6h-6.2v7.4c4 2 6.3 4.8 7.2 8.6 5-5.3 13.5-6.3 19-1.3 6.5 6 5 16.5-2 24L73 65.5c-.8 3.5-.8 5.5 0 8.5 2.5 3 4 7 4 12H23" +
        "c0-5 1.5-9 4-12 .8-3 .8-5 0-8.5l-4.5-5c-7-7.5-8.5-18-2-24 5.5-5 14-4 19 1.3.9-3.8 3.2-6.6 7.2-8.6v-7.4h-6.2v-6.6h6.2z",
      lines: "M27 65.5c14-4.5 32-4.5 46 0M27 74c14-4 32-4 46 0M50 58.5V47c0-4 1.5-6.5 4-8.5M50 47c0-4-1.5-6.5-4-8.5",
    },
    man: { body: "M50 15a35 35 0 1 1 0 70 35 35 0 1 1 0-70z", lines: "M50 27a23 23 0 1 1 0 46 23 23 0 1 1 0-46z" },
    crown: {
      body: "M22 70 13 33a4.5 4.5 0 1 1 5-1.5L33.5 48 46.5 24a5 5 0 1 1 7 0L66.5 48 82 31.5a4.5 4.5 0 1 1 5 1.5L78 70v16H22z",
      lines: "M22 70h56M50 73.5v9M36 73.5v9M64 73.5v9",
    },
    elephant: {
      body:
        "M15 86V53c0-15 10-26 27-26h10c4-7 11-11 19-9 11 2 17 11 16 23l-2 24c-.3 3 4 3 4-.5h6c1 9-4 13-10 12-6-.6-8.5-4-8-11l1-12c-2 3-4 4.5-7 5.500v21H58V69H32v17z",
      lines: "M56 27c-5 8-4 20 3 24 6-1 10-5 11-11",
      dots: [[74, 32, 3]],
    },
    camel: {
      body:
        "M17 86V60c0-7 3-12 8-14 3-13 9-20 15-20s11 7 14 19c6 1 10-2 11-9l2-15c.7-6 4-9 9-9h3l3-3 2 5 8 6c3 3 1 8-3 8l-9-1-2 23c-1 11-5 17-11 20v15H55V68H29v18z",
      lines: "M28 46c7-4 17-4 25 0",
      dots: [[81, 20, 2.4]],
    },
    giraffe: {
      body: "M24 86V61c0-9 6-14 15-14h8L60 15l-2-8 7 4h5l13 8c4 3 2 9-3 8.500l-9-1-8 33c-1 4-2 6-3 8v18H49V68H35v18z",
      lines: "M56 39l7 2M52 50l7 2M33 55h6M44 60h6",
      dots: [[69, 17, 2.4]],
    },
    dog: {
      body:
        "M26 86c-1-12 3-22 9-29-6-1-12-6-13-14-.7-7 2-14 8-20l8 5c8-7 20-8 28-2 4 3 6 7 9 9l12 5c3 2 2 12-4 14-6 2-12 2-17 2 1 10 5 18 8 30z",
      lines: "M30 23c-1 12 3 20 10 23 4-4 6-9 5-15M66 55c-8 0-13-2-17-6",
      dots: [
        [60, 35, 3],
        [85, 42, 2.6],
      ],
    },
    bird: {
      body: "M12 66c1-25 11-44 31-45 12-.5 20 7 20 18 0 9-5 13-5 20 1 10 15 14 18 27H24c3-12 16-17 17-27 .5-8-3-14-8-17-9 1-16 10-21 24z",
      lines: "M33 42c-2-4-2-8 0-12M28.5 75c13-4 30-4 43 0",
      dots: [[46, 33, 3.2]],
    },
    cannon: {
      body: "M17 50 63 17l5 6 6-4 13 18-6 4 3 5-34 24A18 18 0 1 1 18 59z",
      lines: "M33 55a14 14 0 1 1 0 28 14 14 0 1 1 0-28zM67 24l14 19M33 69V55M33 69l12 7M33 69l-12 7",
    },
    engine: {
      body: "M34 12h32v9h6v11h-5l4 36h9v9h-5a8.5 8.5 0 1 1-14 0H39a8.5 8.5 0 1 1-14 0h-5v-9h9l4-36h-5V21h6z",
      lines: "M33 32h34M29 68h42M31 50h38M33 32l36 36M67 32 31 68",
    },
    chariot: {
      body: "M16 20h12c2 17 9 24 22 24h34v9H71a20 20 0 1 1-43 12C19 54 15 38 16 20z",
      lines: "M50 47a18 18 0 1 1 0 36 18 18 0 1 1 0-36zM50 47v36M32 65h36M37 52l26 26M63 52 37 78",
    },
    shield: { body: "M50 12c9 6 19 9 30 9v27c0 19-12 31-30 40-18-9-30-21-30-40V21c11 0 21-3 30-9z", lines: "M50 22v56M28 44h44" },
    sword: { body: "M50 7l8 12v39h15v9H58v10a8 8 0 1 1-16 0V67H27v-9h15V19z", lines: "M50 20v34M42 67h16" },
    flag: { body: "M32 12a5 5 0 0 1 10 0v4c15-5 26 7 44 0L76 33l10 17c-18 7-29-5-44 0v24c7 2 12 6 13 12H19c1-6 6-10 13-12z", lines: "M42 16v34M32 74h10" },
    helmet: {
      body: "M46 21c-3-6-2-11 4-16 6 5 7 10 4 16 15 3 23 17 23 37l9 12v8H70v8H30v-8H14v-8l9-12c0-20 8-34 23-37z",
      lines: "M23 58c17-6 37-6 54 0M50 22v32M30 78V64M70 78V64",
    },
    turban: {
      body: "M47 17c-2-4-1-8 3-11 4 3 5 7 3 11 16 2 27 13 27 27 0 8-5 13-12 15-.5 7-3 12-7 15 6 2 11 6 12 12H27c1-6 6-10 12-12-4-3-6.5-8-7-15-7-2-12-7-12-15 0-14 11-25 27-27z",
      lines: "M32 59c10-9 26-9 36 0M22 38c17-12 39-9 55 10M34 21c14 3 30 10 41 20",
    },
    fan: { body: "M50 88a6 6 0 0 1-5-9L10 43a57 57 0 0 1 80 0L55 79a6 6 0 0 1-5 9z", lines: "M45 79 27 31M50 77V26M55 79l18-48M26 58a35 35 0 0 1 48 0" },
    star: { body: "M50 12 60 38.2 88 39.6 66.2 57.3 73.5 84.4 50 69 26.5 84.4 33.8 57.3 12 39.6 40 38.200z" },
    moon: { body: "M64 13a39 39 0 1 0 21 56A33 33 0 0 1 64 13z" },
    gem: { body: "M31 20h38l19 23-38 43L12 43z", lines: "M12 43h76M31 20l7 23 12 43 12-43 7-23" },
    drop: { body: "M50 9c13 20 29 34 29 51a29 29 0 0 1-58 0C21 43 37 29 50 9z", lines: "M35 60c0 9 6 15 14 16" },
    leaf: { body: "M84 15C46 12 19 33 19 62c0 6 1 10 3 14l-8 9 6 5 8-9c32 6 57-18 56-66z", lines: "M28 81C40 61 54 45 71 30" },
    hexagon: { body: "M8 50 30 23h40l22 27-22 27H30z", lines: "M23 50 36 34h28l13 16-13 16H36z" },
  },

  /** The figures that everybody who plays chess knows, for a letter of which the game says nothing. @type {Record<string, string>} */
  chess: { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" },

  /**
   * How a letter is called and drawn. A card lists White's letters alone where Black's are the same.
   * @param {string} letter
   * @param {Appearance[]} [pieces] of another game than the one on the board
   * @returns {Appearance}
   */
  look(letter, pieces = State.card?.pieces ?? []) {
    const upper = letter.toUpperCase();
    const known = pieces.find((piece) => piece.letter === letter) ?? pieces.find((piece) => piece.letter === upper);
    if (known) return known;
    const drawing = pieces.length ? undefined : Pieces.chess[upper];
    return { letter, name: drawing ?? upper, drawing: drawing ?? "hexagon", labelled: !drawing };
  },

  /** "pawn", "X" @param {string} letter */
  name: (letter) => Pieces.look(letter).name,

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
  describe: (letter) => `${State.sideOf(letter)} ${Pieces.name(letter)}`,

  /**
   * A picture of the piece, drawn once for each size: outlines are slow to stroke in every frame.
   * @param {string} letter
   * @param {number} size in device pixels
   * @param {Appearance[]} [pieces] of another game than the one on the board
   */
  picture(letter, size, pieces) {
    const look = Pieces.look(letter, pieces);
    const side = State.sideOf(letter);
    const key = [look.drawing, look.labelled ? letter : side, size].join();
    let picture = Pieces.drawn.get(key);
    if (!picture) {
      const canvas = new OffscreenCanvas(size, size);
      // By the processor: to ask the graphics card for each of these small pictures takes longer than to draw them.
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (context) Pieces.draw(context, look, side, size);
      picture = canvas.transferToImageBitmap();
      Pieces.drawn.set(key, picture);
    }
    return picture;
  },

  /** @param {OffscreenCanvasRenderingContext2D} context @param {Appearance} look @param {Side} side @param {number} size */
  draw(context, look, side, size) {
    const figure = Pieces.figures[look.drawing] ?? Pieces.figures.hexagon;
    context.scale(size / 100, size / 100);
    context.fillStyle = Theme.colours[side];
    context.strokeStyle = Theme.colours[`on-${side}`];
    context.lineJoin = context.lineCap = "round";
    context.lineWidth = Math.min(6, Math.max(3.2, 130 / size));
    Pieces.drawFigure(context, figure, side, size < 20);
    if (look.labelled) Pieces.drawLabel(context, look.letter.toUpperCase(), side, size);
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
    if (figure.lines) context.stroke(new Path2D(figure.lines));
    context.fillStyle = context.strokeStyle;
    for (const [x, y, radius] of figure.dots ?? []) {
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.fill();
    }
  },

  /** The letter on a small plate at the foot, as large as the picture is small. @param {OffscreenCanvasRenderingContext2D} context @param {string} letter @param {Side} side @param {number} size */
  drawLabel(context, letter, side, size) {
    const radius = size < 30 ? 27 : size < 48 ? 22 : 18;
    const [x, y] = [98 - radius, 97 - radius];
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fillStyle = Theme.colours[`on-${side}`];
    context.fill();
    context.lineWidth = Math.max(2, 60 / size);
    context.strokeStyle = Theme.colours[side];
    context.stroke();
    context.fillStyle = Theme.colours[side];
    context.font = `700 ${radius * 1.45}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText(letter, x, y + radius * 0.53);
  },
};
