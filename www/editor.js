// @ts-check
// The game as text: read while it is written, with the error at its line.

const Editor = {
  area: Dom.get("editor", HTMLTextAreaElement),
  gutter: Dom.get("gutter", HTMLElement),
  verdict: Dom.get("editor-verdict", HTMLElement),
  /** The text the editor was last given: what differs from it is the visitor's own. */
  given: "",
  /** The text of the game on the board when that was last looked at. @type {string | null} */
  board: null,
  /** The visitor's own game that is being written. @type {string | null} */
  id: null,
  /** The text that My games has of it, as far as this window knows. */
  saved: "",
  /** The text it was made from, as long as it was made here and now. @type {string | null} */
  origin: null,
  /** The own game that is on its way to the board: of two with the same text, the one that was meant. @type {string | null} */
  expected: null,
  kept: Dom.get("editor-kept", HTMLElement),
  saving: 0,
  /** Typed letters are saved after so many milliseconds at the latest. */
  delay: 400,
  /** @type {wasm_bindgen.Place | undefined} */
  place: undefined,
  timer: 0,
  check: 0,
  /** No game needs more; a longer text is something else, and would only make the page slow. */
  longest: 200000,

  init() {
    View.add(Editor.show);
    Editor.area.addEventListener("input", () => {
      clearTimeout(Editor.timer);
      Editor.timer = setTimeout(Editor.read, 300);
      Editor.saving ||= setTimeout(Editor.save, Editor.delay);
      Editor.number();
    });
    // The last chance on a phone, and before another page.
    addEventListener("pagehide", Editor.save);
    document.addEventListener("visibilitychange", Editor.save);
    Editor.area.addEventListener("blur", Editor.save);
    Dom.button("keep-text").addEventListener("click", () => Editor.save(true));
    Dom.button("export-text").addEventListener("click", () => {
      const name = MyGames.exportText(Editor.area.value);
      Status.speak(`Exported ${name}.`);
    });
    Editor.area.addEventListener("scroll", Editor.number);
    new ResizeObserver(Editor.number).observe(Editor.area);
    Dom.button("play-text").addEventListener("click", Editor.play);
    Dom.button("go-to-error").addEventListener("click", Editor.goToError);
    Dom.button("reset-text").addEventListener("click", () => {
      // What was written stays in My games.
      Editor.save();
      Editor.fill(State.game?.text ?? "");
    });
  },

  show() {
    const text = State.game?.text;
    if (text !== undefined && text !== Editor.board) {
      // Another game: what was written before is in My games.
      Editor.save();
      Editor.board = text;
      if (text !== Editor.area.value || Editor.id === null || Editor.awaited(text)) Editor.fill(text);
    }
    if (Tabs.current() === "text") Editor.showKept();
  },

  /** Shows a text: of the visitor's own game with this id, or with the same text, or of none. @param {string} text @param {string | null} [id] */
  fill(text, id) {
    clearTimeout(Editor.timer);
    clearTimeout(Editor.saving);
    Editor.saving = 0;
    Editor.check += 1;
    if (Editor.area.value !== text) Editor.area.value = text;
    // As the browser keeps it: with its own ends of lines.
    Editor.given = Editor.area.value;
    const own = (State.game?.id && text === State.game.text ? undefined : (MyGames.get(id) ?? Editor.awaited(text) ?? MyGames.withText(Editor.given)));
    if (Editor.awaited(text)) Editor.expected = null;
    Editor.id = own?.id ?? null;
    Editor.saved = own?.text ?? "";
    Editor.origin = null;
    Editor.judge(undefined, "");
    Editor.number();
    Editor.showKept();
    Visits.note();
  },

  /** The expected game, if this is its text; another game may come before it. @param {string} text */
  awaited(text) {
    const own = MyGames.get(Editor.expected);
    return own?.text === text ? own : undefined;
  },

  /** Keeps what differs from the text that was given, right or wrong. @param {unknown} [wanted] `true` to keep it as it is */
  save(wanted) {
    clearTimeout(Editor.saving);
    Editor.saving = 0;
    const text = Editor.area.value;
    // An empty box is nobody's game: what was there before it was emptied is kept.
    if (!text.trim()) return;
    if (Editor.id === null) {
      if (text === Editor.given && wanted !== true) return;
      Editor.origin = Editor.given;
      Editor.id = MyGames.add(text, State.game && text === State.game.text ? MyGames.cardOf(State.game) : undefined).id;
    } else if (text === Editor.saved) return;
    else if (text === Editor.origin) {
      // Everything was taken back.
      MyGames.drop(Editor.id);
      Editor.id = null;
    } else Editor.id = MyGames.change(Editor.id, text, Editor.saved).id;
    Editor.saved = text;
    Editor.showKept();
    Visits.note();
  },

  /** Where the text is kept, or why it is not. */
  showKept() {
    const own = MyGames.get(Editor.id);
    const trouble = own && MyGames.unsaved.get(own.id);
    const foreign = !own && !!State.game && !State.game.id && Editor.given === State.game.text;
    const words = trouble
      ? MyGames.explain(trouble)
      : own ? `Saved in My games as “${MyGames.nameOf(own.text)}”.` : foreign ? "Not in My games yet; saved there when you change it." : "Your changes are saved in My games.";
    Dom.say(Editor.kept, words);
    Editor.kept.classList.toggle("error-text", !!trouble);
    Dom.button("keep-text").hidden = !foreign;
  },

  /** The game that is written here was removed: what is written next is another one. @param {string} id */
  onRemoved(id) {
    if (Editor.id !== id) return;
    Editor.id = Editor.origin = null;
    Editor.given = Editor.area.value;
    Editor.showKept();
  },

  /** Another window has changed My games. */
  onStorage() {
    const own = MyGames.get(Editor.id);
    if (Editor.id === null || own?.text === Editor.saved) return;
    // What is being written here goes on as a game of its own.
    if (Editor.area.value !== Editor.saved) return Editor.save();
    if (own) Editor.fill(own.text, own.id);
    else Editor.fill(Editor.area.value);
  },

  async read() {
    const check = ++Editor.check;
    const text = Editor.area.value;
    if (text.length > Editor.longest) return Editor.judge(undefined, "This text is too long for a game.", true);
    const reply = await Game.engine.ask({ type: "check", text });
    if (check !== Editor.check) return;
    if (reply.type === "failed") Editor.judge(reply.place, reply.message, true);
    else if (reply.type === "game") {
      MyGames.picture(text, reply.game);
      const valid = `Valid: ${reply.game.width}×${reply.game.height}, ${Editor.count(reply.game)}.`;
      const [note] = reply.game.notes;
      // The game is valid, but what its author wrote about names is not all used.
      Editor.judge(note?.place, note ? `${note.message}. This entry is ignored. ${valid}` : valid);
    }
  },

  /** @param {wasm_bindgen.GameView} game */
  count(game) {
    const kinds = new Set(game.pieces.map((piece) => piece.letter.toUpperCase())).size;
    return kinds === 1 ? "one piece type" : `${kinds} piece types`;
  },

  /** @param {wasm_bindgen.Place | undefined} place @param {string} message @param {boolean} [wrong] */
  judge(place, message, wrong = false) {
    Editor.place = place;
    Dom.say(Editor.verdict, place ? `Line ${place.line}, column ${place.column}: ${message}` : message);
    Editor.verdict.classList.toggle("error-text", wrong);
    Editor.area.setAttribute("aria-invalid", String(wrong));
    Dom.button("go-to-error").hidden = !place;
    Editor.number();
  },

  lineHeight: () => parseFloat(getComputedStyle(Editor.area).lineHeight) || 20,

  /** Numbers for the lines in sight only, so that a long text costs no more than a short one. */
  number() {
    if (Tabs.current() !== "text") return;
    const height = Editor.lineHeight();
    const lines = Editor.area.value.split("\n").length;
    const first = Math.floor(Editor.area.scrollTop / height);
    const last = Math.min(lines, first + Math.ceil(Editor.area.clientHeight / height) + 1);
    const numbers = [];
    for (let line = first + 1; line <= last; line++) {
      const wrong = Editor.place?.line === line;
      numbers.push(Dom.make("div", { textContent: wrong ? `▸${line}` : String(line), className: wrong ? "wrong" : "" }));
    }
    Editor.gutter.replaceChildren(...numbers);
    Editor.gutter.scrollTop = 0;
    Editor.gutter.style.setProperty("--shift", `${first * height - Editor.area.scrollTop}px`);
  },

  goToError() {
    if (!Editor.place) return;
    const { line, column, length } = Editor.place;
    const lines = Editor.area.value.split("\n");
    // Columns count characters; the text area counts UTF-16 units.
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const characters = [...(lines[line - 1] ?? "")];
    const from = before + characters.slice(0, column - 1).join("").length;
    const to = from + characters.slice(column - 1, column - 1 + length).join("").length;
    Editor.area.focus();
    Editor.area.setSelectionRange(from, to);
    Editor.area.scrollTop = Math.max(0, (line - 4) * Editor.lineHeight());
  },

  async play() {
    clearTimeout(Editor.timer);
    const check = ++Editor.check;
    const text = Editor.area.value;
    if (text.length > Editor.longest) return Editor.judge(undefined, "This text is too long for a game.", true);
    Editor.save();
    const { id } = Editor;
    const reply = await Game.load({ text });
    if (check !== Editor.check) return;
    if (reply.type === "failed") {
      Editor.judge(reply.place, reply.message, true);
      Editor.goToError();
    } else {
      Editor.board = State.game?.text ?? null;
      Editor.fill(text, id);
      if (State.game) MyGames.picture(text, State.game);
      Notice.clear("link");
      Tabs.open("play");
      Status.speak("Game loaded.");
      Grid.element.scrollIntoView({ block: "nearest" });
    }
  },
};
