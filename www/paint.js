// @ts-check
// Drawing a board onto any canvas: the big one, and the small ones in the gallery.

/**
 * @typedef {Object} Sheet  Where a board lies on a canvas, in device pixels.
 * @property {CanvasRenderingContext2D} context
 * @property {number} width   columns
 * @property {number} height  rows
 * @property {number} square  side of a square
 * @property {number} left    of the first column
 * @property {boolean} flipped
 * @property {Appearance[]} [pieces] how the letters are drawn, where the game is not the one on the board
 */

const Paint = {
  /** The upper left corner of a square. @param {Sheet} sheet @param {number} square @returns {[number, number]} */
  corner(sheet, square) {
    const x = square % sheet.width;
    const y = Math.floor(square / sheet.width);
    const column = sheet.flipped ? sheet.width - 1 - x : x;
    const row = sheet.flipped ? y : sheet.height - 1 - y;
    return [sheet.left + column * sheet.square, row * sheet.square];
  },

  /** @param {Sheet} sheet */
  squares(sheet) {
    const { context, square, width, height } = sheet;
    context.fillStyle = Theme.colours.light;
    context.fillRect(sheet.left, 0, width * square, height * square);
    context.fillStyle = Theme.colours.dark;
    for (let at = 0; at < width * height; at++) {
      if (((at % width) + Math.floor(at / width)) % 2 === 0) context.fillRect(...Paint.corner(sheet, at), square, square);
    }
  },

  /** @param {Sheet} sheet @param {number} at @param {string} colour */
  tint(sheet, at, colour) {
    sheet.context.fillStyle = colour;
    sheet.context.fillRect(...Paint.corner(sheet, at), sheet.square, sheet.square);
  },

  /** A frame inside the square, so that a mark is never a matter of colour alone. @param {Sheet} sheet @param {number} at @param {string} colour */
  frame(sheet, at, colour) {
    const { context, square } = sheet;
    const line = Math.max(2, Math.round(square / 22));
    const [x, y] = Paint.corner(sheet, at);
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, y + line / 2, square - line, square - line);
  },

  /** "May go here." @param {Sheet} sheet @param {number} at */
  dot(sheet, at) {
    const { context, square } = sheet;
    const [x, y] = Paint.corner(sheet, at);
    context.fillStyle = Theme.colours.mark;
    context.beginPath();
    context.arc(x + square / 2, y + square / 2, square * 0.14, 0, 7);
    context.fill();
  },

  /** "May capture here." @param {Sheet} sheet @param {number} at */
  ring(sheet, at) {
    const { context, square } = sheet;
    const [x, y] = Paint.corner(sheet, at);
    context.strokeStyle = Theme.colours.mark;
    context.lineWidth = square * 0.075;
    context.beginPath();
    context.arc(x + square / 2, y + square / 2, square * 0.45, 0, 7);
    context.stroke();
  },

  /**
   * @param {Sheet} sheet
   * @param {string} letter
   * @param {number} x of the square's corner
   * @param {number} y
   * @param {number} [opacity]
   */
  piece(sheet, letter, x, y, opacity = 1) {
    sheet.context.globalAlpha = opacity;
    sheet.context.drawImage(Pieces.picture(letter, sheet.square, sheet.pieces), Math.round(x), Math.round(y));
    sheet.context.globalAlpha = 1;
  },

  /** @param {Sheet} sheet @param {string} cells @param {(square: number) => boolean} [skip] */
  pieces(sheet, cells, skip) {
    for (let at = 0; at < cells.length; at++) {
      if (cells[at] !== "." && !skip?.(at)) Paint.piece(sheet, cells[at], ...Paint.corner(sheet, at));
    }
  },

  /** Row numbers in the left margin, column letters below. @param {Sheet} sheet @param {number} size of the letters */
  coordinates(sheet, size) {
    const { square, left, width, height, flipped } = sheet;
    const { letters } = Paint;
    const shape = [square, left, width, height, flipped, size, Theme.colours.coordinate].join();
    if (letters.shape !== shape) {
      letters.shape = shape;
      Paint.letter(sheet, size);
    }
    sheet.context.drawImage(letters.canvas, 0, 0);
  },

  /** Kept, because setting a font makes the browser bring the styles of the whole page up to date. */
  letters: { canvas: Dom.make("canvas", {}), shape: "" },

  /** @param {Sheet} sheet @param {number} size */
  letter(sheet, size) {
    const { square, left, width, height } = sheet;
    const { canvas } = Paint.letters;
    canvas.width = left + width * square;
    canvas.height = left + height * square;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.fillStyle = Theme.colours.coordinate;
    context.font = `${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let y = 0; y < height; y++) {
      const [, top] = Paint.corner(sheet, y * width);
      context.fillText(String(y + 1), left * 0.45, top + square / 2);
    }
    for (let x = 0; x < width; x++) {
      const [corner] = Paint.corner(sheet, x);
      context.fillText(String.fromCharCode(97 + x), corner + square / 2, height * square + left * 0.55);
    }
  },

  /**
   * A small board with its pieces.
   * @param {HTMLCanvasElement} canvas
   * @param {Card} card
   * @param {number} side in CSS pixels
   * @param {{ tint(sheet: Sheet): void, paint(sheet: Sheet): void }} [over] what else is to be seen, below and above the pieces
   */
  miniature(canvas, card, side, over) {
    const square = Math.max(1, Math.floor((side * devicePixelRatio) / Math.max(card.width, card.height)));
    canvas.width = square * card.width;
    canvas.height = square * card.height;
    canvas.style.width = `${canvas.width / devicePixelRatio}px`;
    canvas.style.height = `${canvas.height / devicePixelRatio}px`;
    const context = canvas.getContext("2d");
    if (!context) return;
    /** @type {Sheet} */
    const sheet = { context, width: card.width, height: card.height, square, left: 0, flipped: false, pieces: card.pieces ?? [] };
    Paint.squares(sheet);
    over?.tint(sheet);
    Paint.pieces(sheet, card.cells);
    over?.paint(sheet);
  },
};
