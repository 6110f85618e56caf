// @ts-check
// The visitor's own games, kept as they are typed. Each has a key of its own in the browser's storage, so that two windows do
// not write over each other's games; what the storage refuses stays here as long as the page does.

/**
 * @typedef {{ width: number, height: number, cells: string, pieces?: Appearance[] }} Miniature  A start position, drawn on a card.
 * @typedef {{ id: string, text: string, changed: number, card?: Miniature }} OwnGame
 * @typedef {"" | "blocked" | "full" | "many" | "long"} StoreTrouble
 */

const MyGames = {
  prefix: "kibitzer.mine.",
  /** At most so many games of so many characters: a storage holds about five million in all. */
  most: 200,
  longest: 200000,
  /** @type {Map<string, OwnGame>} */
  games: new Map(),
  /** Whether the storage has been read. */
  known: false,
  /** Games that are only here, and why. @type {Map<string, StoreTrouble>} */
  unsaved: new Map(),
  /** Removed since the page was opened, newest last. @type {OwnGame[]} */
  removed: [],
  /** Small, complete and commented: what somebody who writes a game begins with. @param {string} name */
  template: (name) => `<<${name}>>
// Race a pawn to the far side.
// Change anything, then press “Play this”.

<BOARD>
// Columns and rows, then the start
// position, top row first. Capital letters
// are White’s pieces, small letters
// Black’s, a dot is an empty square.
5 5
|ppppp|
|.....|
|.....|
|.....|
|PPPPP|

<PIECES>
// How each piece moves. A step is
// (right, up, what stands there):
// e an empty square, p an opponent’s
// piece, w a piece of its own side.
// Steps after each other make a longer
// move, + separates choices, ^* repeats,
// ^2 does twice. A rook that slides ahead:
// R (0,1,e)^*((0,1,e) + (0,1,p)) &
// Black’s pieces move as White’s do,
// in the mirror.
/* Their names: {META NAME P: pawn} */
P (0,1,e) + (-1,1,p) + (1,1,p) &

<GOALS>
// A draw after so many moves; then how
// to win. @P 0 4 is a white pawn on
// column 0, row 4, both counted from 0
// at the bottom left. #P 0 would mean:
// White loses when no P is left.
60 &
@P 0 4, 1 4, 2 4, 3 4, 4 4 &
@p 0 0, 1 0, 2 0, 3 0, 4 0 &
`,

  init() {
    addEventListener("storage", MyGames.onStorage);
    addEventListener("beforeunload", (event) => {
      Editor.save();
      // What only this page has would be gone with it.
      if (MyGames.unsaved.size && parent === window) event.preventDefault();
    });
  },

  // ---- reading ----

  /** Newest first. @returns {OwnGame[]} */
  list() {
    MyGames.read();
    return [...MyGames.games.values()].sort((a, b) => b.changed - a.changed);
  },

  /** @param {string | null | undefined} id @returns {OwnGame | undefined} */
  get(id) {
    MyGames.read();
    return id ? MyGames.games.get(id) : undefined;
  },

  /** The game with exactly this text. @param {string} text @returns {OwnGame | undefined} */
  withText: (text) => MyGames.list().find((game) => game.text === text),

  read() {
    if (MyGames.known) return;
    MyGames.known = true;
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(MyGames.prefix)) MyGames.take(key.slice(MyGames.prefix.length), localStorage.getItem(key));
      }
    } catch {
      // No storage: then nothing was kept there.
    }
  },

  /** What the storage has under an id; nothing, when it is not a game. @param {string} id @param {string | null} stored */
  take(id, stored) {
    const game = MyGames.parse(id, stored);
    if (game) MyGames.games.set(id, game);
    else if (!MyGames.unsaved.has(id)) MyGames.games.delete(id);
    return game;
  },

  /** @param {string} id @param {string | null} stored @returns {OwnGame | undefined} */
  parse(id, stored) {
    try {
      const { text, changed, card } = JSON.parse(stored ?? "");
      if (typeof text !== "string" || typeof changed !== "number") return undefined;
      return { id, text, changed, card: MyGames.isCard(card) ? card : undefined };
    } catch {
      return undefined;
    }
  },

  /** @param {any} card @returns {card is Miniature} */
  isCard: (card) => !!card && card.width > 0 && card.width <= 16 && card.height > 0 && card.height <= 16 && typeof card.cells === "string" && card.cells.length === card.width * card.height && (card.pieces === undefined || MyGames.areLooks(card.pieces)),

  /** @param {any} pieces @returns {pieces is Appearance[]} */
  areLooks: (pieces) => Array.isArray(pieces) && pieces.length <= 52 && pieces.every((piece) => [piece?.letter, piece?.name, piece?.drawing].every((text) => typeof text === "string" && text.length < 30)),

  /** Another window has changed something. @param {StorageEvent} event */
  onStorage({ key, newValue }) {
    if (key !== null && !key.startsWith(MyGames.prefix)) return;
    if (key === null) {
      for (const id of MyGames.games.keys()) if (!MyGames.unsaved.has(id)) MyGames.games.delete(id);
      MyGames.known = false;
    } else MyGames.take(key.slice(MyGames.prefix.length), newValue);
    Editor.onStorage();
    Picker.showOwn();
  },

  // ---- names ----

  /** What stands before the first section. @param {string} text */
  heading: (text) => text.split(/^\s*<(?!<)/m, 1)[0],

  /** A bare line there is a name, too. @param {string} text @returns {string | undefined} */
  bareName: (text) => MyGames.heading(text).replace(/\/\*[^]*?\*\/|\/\/.*/g, "").split("\n").map((line) => line.replace("\ufeff", "").trim()).find((line) => line && !line.startsWith("<<")),

  /** @param {string} text */
  nameOf: (text) => (/<<([^>\n]*)>>/.exec(MyGames.heading(text))?.[1].trim() || MyGames.bareName(text) || "Untitled game").slice(0, 80),

  /** The same text under another name. @param {string} text @param {string} name */
  named(text, name) {
    const title = `<<${name}>>`;
    const heading = MyGames.heading(text);
    const bare = MyGames.bareName(text);
    const rest = text.slice(heading.length);
    if (/<<[^>\n]*>>/.test(heading)) return heading.replace(/<<[^>\n]*>>/, () => title) + rest;
    if (bare) return heading.replace(bare, () => title) + rest;
    return `${title}\n${text.replace(/^\ufeff/, "")}`;
  },

  /** A name that no other game here has. @param {string} name */
  freshName(name) {
    const names = new Set(MyGames.list().map(({ text }) => MyGames.nameOf(text)));
    let fresh = name;
    for (let number = 2; names.has(fresh); number++) fresh = `${name} ${number}`;
    return fresh;
  },

  /** For a file. @param {string} name */
  fileName: (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "game",

  // ---- changing ----

  /** @param {string} text @param {Miniature} [card] @returns {OwnGame} */
  add(text, card) {
    MyGames.read();
    const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return MyGames.put({ id, text, changed: Date.now(), card });
  },

  /**
   * Another text for a game. When another window has changed it meanwhile, this one becomes a game of its own.
   * @param {string} id @param {string} text @param {string} before what this window believes to be stored @returns {OwnGame}
   */
  change(id, text, before) {
    const stored = MyGames.parse(id, MyGames.stored(id));
    if (stored && stored.text !== before && stored.text !== text && !MyGames.unsaved.has(id)) return MyGames.add(text);
    return MyGames.put({ id, text, changed: Date.now(), card: MyGames.games.get(id)?.card });
  },

  /** The start position of a text that could be read. @param {string} text @param {Miniature} view */
  picture(text, view) {
    const game = MyGames.withText(text);
    const card = MyGames.cardOf(view);
    if (game && JSON.stringify(game.card) !== JSON.stringify(card)) MyGames.put({ ...game, card });
  },

  /** @param {OwnGame} game @returns {OwnGame} */
  put(game) {
    MyGames.games.set(game.id, game);
    const trouble = MyGames.write(game);
    if (trouble) MyGames.unsaved.set(game.id, trouble);
    else MyGames.unsaved.delete(game.id);
    Picker.showOwn();
    return game;
  },

  /** @param {string} id */
  stored(id) {
    try {
      return localStorage.getItem(MyGames.prefix + id);
    } catch {
      return null;
    }
  },

  /** @param {OwnGame} game @returns {StoreTrouble} */
  write({ id, text, changed, card }) {
    if (text.length > MyGames.longest) return "long";
    if (MyGames.games.size > MyGames.most && MyGames.stored(id) === null) return "many";
    try {
      localStorage.setItem(MyGames.prefix + id, JSON.stringify({ text, changed, card }));
      return "";
    } catch (error) {
      return error instanceof DOMException && /quota/i.test(error.name) ? "full" : "blocked";
    }
  },

  /** What could not be stored before may fit now. */
  retry() {
    for (const id of MyGames.unsaved.keys()) {
      const game = MyGames.games.get(id);
      if (!game || !MyGames.write(game)) MyGames.unsaved.delete(id);
    }
  },

  /** @param {string} id */
  remove(id) {
    const game = MyGames.get(id);
    if (!game) return;
    MyGames.removed.push(game);
    MyGames.drop(id);
    MyGames.retry();
    Picker.showOwn();
  },

  /** Nothing of one's own is left in it. @param {string} id */
  drop(id) {
    MyGames.games.delete(id);
    MyGames.unsaved.delete(id);
    try {
      localStorage.removeItem(MyGames.prefix + id);
    } catch {
      // It was never there.
    }
  },

  /** @returns {OwnGame | undefined} the game that is back */
  undoRemove() {
    const game = MyGames.removed.pop();
    return game && MyGames.put(game);
  },

  // ---- files ----

  /** @param {string} text */
  exportText(text) {
    const name = `${MyGames.fileName(MyGames.nameOf(text))}.sbg`;
    Dom.download(new Blob([text], { type: "text/plain" }), name);
    return name;
  },

  /** Whether a file holds a game, and not records of play. @param {File} file */
  async isGame(file) {
    if (/\.sbg$/i.test(file.name)) return true;
    return /<(--)?\s*(BOARD|PIECES|GOALS)/.test(await file.slice(0, 2 ** 16).text().catch(() => ""));
  },

  /** Takes in files; opens the game when it is one. @param {File[]} files */
  async importFiles(files) {
    /** @type {OwnGame[]} */
    const added = [];
    const problems = [];
    for (const file of files.slice(0, MyGames.most)) {
      const game = await MyGames.importFile(file);
      if (typeof game === "string") problems.push(game);
      else added.push(game);
    }
    if (files.length > MyGames.most) problems.push(`Only the first ${MyGames.most} files were read.`);
    const [first] = added;
    if (added.length === 1 && !problems.length) {
      Picker.dialog.close();
      return Picker.openOwn(first.id);
    }
    Picker.open();
    const imported = added.length ? `Imported ${WatchPanel.count(added.length, "game")}.` : "";
    Picker.tell([imported, ...problems].filter(Boolean).join(" "));
  },

  /** @param {File} file @returns {Promise<OwnGame | string>} the game, or why there is none */
  async importFile(file) {
    if (file.size > 4 * MyGames.longest) return `${file.name} is too large for a game.`;
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      return `${file.name} is not a text file (UTF-8).`;
    }
    text = text.replace(/\r\n?/g, "\n");
    if (text.length > MyGames.longest) return `${file.name} is too large for a game.`;
    if (!text.trim()) return `${file.name} is empty.`;
    const reply = await Game.engine.ask({ type: "check", text });
    return MyGames.withText(text) ?? MyGames.add(text, reply.type === "game" ? MyGames.cardOf(reply.game) : undefined);
  },

  /** @param {Miniature} view @returns {Miniature} */
  cardOf({ width, height, cells, pieces = [] }) {
    // White's letter speaks for Black's where they are the same.
    const own = pieces.filter((piece) => !pieces.some((twin) => twin.letter === piece.letter.toUpperCase() && twin.letter !== piece.letter && twin.name === piece.name && twin.drawing === piece.drawing));
    return { width, height, cells, pieces: own.map(({ letter, name, drawing, labelled }) => ({ letter, name, drawing, labelled })) };
  },

  // ---- words ----

  /** Why a game is only here, and what to do. @param {StoreTrouble} trouble */
  explain: (trouble) =>
    ({
      "": "",
      blocked: "Not saved: this browser does not let the page store anything. Export the game to keep it.",
      full: "Not saved: the browser’s storage for this page is full. Export the game, or remove games you no longer need.",
      many: `Not saved: My games holds at most ${MyGames.most} games. Export the game, or remove games you no longer need.`,
      long: `Not saved: a game may have at most ${WatchPanel.number(MyGames.longest)} characters. Export it to keep it.`,
    })[trouble],
};
