// @ts-check
// A position to look at, with the path of one move in it: a question, or the reason for a no. It lies over the board until
// something else is wanted there.

/** @typedef {{ cells: string, path: number[], sign: "?" | "✗", caption: string }} Picture */

const Scene = {
  /** For narrow pages, where the big board is far above. */
  small: [...document.querySelectorAll("canvas.small-board")].filter((canvas) => canvas instanceof HTMLCanvasElement),

  init() {
    View.add(Scene.showSmall);
  },

  showSmall() {
    for (const canvas of Scene.small) {
      canvas.hidden = !State.scene;
      if (!State.scene || !canvas.offsetParent || !State.card) continue;
      Paint.miniature(canvas, { ...State.card, cells: State.scene.cells }, 200, Scene);
    }
  },

  /** @param {wasm_bindgen.SceneView | undefined} scene @param {Picture["sign"]} sign @param {string} caption above the board */
  show(scene, sign, caption) {
    const { width, height } = Board.size();
    if (!scene || scene.cells.length !== width * height) return Scene.clear();
    Motion.stop();
    State.selected = null;
    State.scene = { cells: scene.cells, path: scene.path, sign, caption };
    View.refresh();
  },

  clear() {
    if (!State.scene) return;
    State.scene = null;
    View.refresh();
  },

  /** For the words of a cell. @param {number} square */
  tell(square) {
    const at = State.scene?.path.indexOf(square) ?? -1;
    if (at < 0 || !State.scene) return "";
    return at === 0 ? "the move begins here" : at === State.scene.path.length - 1 ? "the move ends here" : `step ${at} of the move`;
  },

  /** The squares of the path, below the pieces. @param {Sheet} sheet */
  tint(sheet) {
    const path = State.scene?.path ?? [];
    for (const at of path) Paint.tint(sheet, at, Theme.colours.last);
    if (path.length) Paint.frame(sheet, path[0], Theme.colours.mark);
  },

  /** The path as a line with an arrow's head, dots where it passes, and the sign where it ends. @param {Sheet} sheet */
  paint(sheet) {
    const scene = State.scene;
    if (!scene || scene.path.length < 2) return;
    const { context, square } = sheet;
    const points = scene.path.map((at) => Paint.corner(sheet, at).map((corner) => corner + square / 2));
    context.strokeStyle = context.fillStyle = Theme.colours.mark;
    context.lineWidth = Math.max(2, square / 14);
    context.setLineDash([square / 6, square / 9]);
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
    context.setLineDash([]);
    for (const [x, y] of points.slice(1)) {
      context.beginPath();
      context.arc(x, y, square * 0.1, 0, 7);
      context.fill();
    }
    const [x, y] = points[points.length - 1];
    context.fillStyle = Theme.colours.black;
    context.strokeStyle = Theme.colours["on-black"];
    context.lineWidth = Math.max(1, square / 30);
    context.beginPath();
    context.arc(x + square * 0.26, y - square * 0.26, square * 0.21, 0, 7);
    context.fill();
    context.stroke();
    context.fillStyle = Theme.colours["on-black"];
    context.font = `700 ${Math.round(square * 0.3)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(scene.sign, x + square * 0.26, y - square * 0.25);
  },
};
