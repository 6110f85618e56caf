// @ts-check
// The game as text: read while it is written, with the error at its line.

const Editor = {
  area: Dom.get("editor", HTMLTextAreaElement),
  gutter: Dom.get("gutter", HTMLElement),
  verdict: Dom.get("editor-verdict", HTMLElement),
  /** The text the editor was last given. */
  given: "",
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
      Editor.number();
    });
    Editor.area.addEventListener("scroll", Editor.number);
    new ResizeObserver(Editor.number).observe(Editor.area);
    Dom.button("play-text").addEventListener("click", Editor.play);
    Dom.button("go-to-error").addEventListener("click", Editor.goToError);
    Dom.button("reset-text").addEventListener("click", () => Editor.fill(State.game?.text ?? ""));
  },

  show() {
    const text = State.game?.text;
    // What somebody is writing is never overwritten.
    if (text !== undefined && text !== Editor.given && Editor.area.value === Editor.given) Editor.fill(text);
  },

  /** @param {string} text */
  fill(text) {
    clearTimeout(Editor.timer);
    Editor.check += 1;
    Editor.area.value = text;
    // As the browser keeps it: with its own ends of lines.
    Editor.given = Editor.area.value;
    Editor.judge(undefined, "");
    Editor.number();
  },

  async read() {
    const check = ++Editor.check;
    const text = Editor.area.value;
    if (text.length > Editor.longest) return Editor.judge(undefined, "This text is too long for a game.", true);
    const reply = await Game.engine.ask({ type: "check", text });
    if (check !== Editor.check) return;
    if (reply.type === "failed") Editor.judge(reply.place, reply.message, true);
    else if (reply.type === "game") Editor.judge(undefined, `Valid: ${reply.game.width}×${reply.game.height}, ${Editor.count(reply.game)}.`);
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
    const reply = await Game.load({ text });
    if (check !== Editor.check) return;
    if (reply.type === "failed") {
      Editor.judge(reply.place, reply.message, true);
      Editor.goToError();
    } else {
      Editor.fill(text);
      Notice.clear("link");
      Tabs.open("play");
      Status.speak("Game loaded.");
      Grid.element.scrollIntoView({ block: "nearest" });
    }
  },
};
