// @ts-check
// What the pieces are worth: by the rules alone, and after games of the engine against itself.

const WarmUp = {
  words: Dom.get("warm-words", HTMLElement),
  button: Dom.button("warm-up"),
  clock: Dom.get("warm-clock", HTMLSelectElement),
  table: Dom.get("values", HTMLTableElement),
  /** Whose values are shown. @type {wasm_bindgen.GameView | null} */
  game: null,
  /** @type {wasm_bindgen.PieceValue[]} */
  first: [],
  /** @type {wasm_bindgen.ValuesView | null} */
  now: null,
  ends: 0,
  timer: 0,
  ticker: 0,
  run: 0,
  drawn: 0,

  init() {
    WarmUp.button.addEventListener("click", () => (Thinking.warming ? WarmUp.stop() : WarmUp.start()));
    Dom.button("forget").addEventListener("click", WarmUp.forget);
  },

  /** Asks for this game's values, once, when somebody looks. */
  async fill() {
    const game = State.game;
    if (!game || WarmUp.game === game) return;
    if (Thinking.warming) WarmUp.stop();
    WarmUp.game = game;
    WarmUp.first = [];
    WarmUp.now = null;
    Dom.say(WarmUp.words, "");
    const reply = await Thinkers.mover.ask({ game, start: undefined, moves: [] }, { type: "warmUp", games: 0, seed: 1 });
    if (reply.type !== "values" || WarmUp.game !== game) return;
    WarmUp.first = reply.values.values;
    WarmUp.show();
  },

  async start() {
    const game = State.game;
    if (!game || WarmUp.game !== game) return;
    const seconds = Number(WarmUp.clock.value);
    const run = ++WarmUp.run;
    Thinking.warming = true;
    WarmUp.now = null;
    WarmUp.ends = performance.now() + seconds * 1000;
    // The analysis makes room.
    View.refresh();
    Thinking.rest();
    Thinkers.analysts[0] ??= new Thinker();
    WarmUp.timer = setTimeout(WarmUp.stop, seconds * 1000);
    WarmUp.ticker = setInterval(WarmUp.show, 500);
    WarmUp.show();
    Status.speak(`Warming up for ${seconds} seconds.`);
    const command = /** @type {Command} */ ({ type: "warmUp", games: 4294967295, seed: 1 });
    const reply = await Thinkers.analysts[0].ask({ game, start: undefined, moves: [] }, command, (news) => run === WarmUp.run && WarmUp.take(game, news), 90000);
    if (run !== WarmUp.run || !Thinking.warming) return;
    WarmUp.stop();
    if (reply.type === "failed") Notice.show("thinking", `${reply.message} Your game is kept.`);
  },

  /** @param {wasm_bindgen.GameView} game @param {Reply} reply */
  take(game, reply) {
    if (reply.type !== "warming") return;
    WarmUp.now = reply.values;
    if (reply.values.learned) Thinkers.learn(game, reply.values.learned);
    WarmUp.drawn ||= setTimeout(() => {
      WarmUp.drawn = 0;
      WarmUp.show();
    }, 100);
  },

  stop() {
    if (!Thinking.warming) return;
    clearTimeout(WarmUp.timer);
    clearInterval(WarmUp.ticker);
    Thinking.warming = false;
    Thinkers.analysts[0]?.stop();
    WarmUp.show();
    Status.speak(WarmUp.words.textContent ?? "");
    View.refresh();
  },

  /** Back to what the rules say. */
  forget() {
    if (State.game) Thinkers.learn(State.game, undefined);
    WarmUp.now = null;
    WarmUp.show();
    Status.speak("Values reset.");
    View.refresh();
  },

  show() {
    const now = WarmUp.now;
    Dom.say(WarmUp.button, Thinking.warming ? "Stop" : "Warm up");
    WarmUp.clock.disabled = Thinking.warming;
    Dom.button("forget").hidden = Thinking.warming || !(State.game && Thinkers.weighing(State.game));
    Dom.say(WarmUp.words, WarmUp.sentence());
    const rows = WarmUp.rows();
    const body = WarmUp.table.tBodies[0];
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach(({ name, first, value }, index) => {
      const row = body.rows[index] ?? WarmUp.row(body);
      const mark = value.toFixed(1) === first.toFixed(1) ? "" : value > first ? " ▲" : " ▼";
      [name, first.toFixed(1), now ? value.toFixed(1) + mark : "–"].forEach((text, column) => Dom.say(row.cells[column], text));
    });
  },

  /** @param {HTMLTableSectionElement} body */
  row(body) {
    const row = body.insertRow();
    const head = Dom.make("th");
    head.scope = "row";
    row.append(head, Dom.make("td"), Dom.make("td"));
    return row;
  },

  /** One row for a piece that is worth the same to both sides. */
  rows() {
    const values = WarmUp.first.map(({ letter, value }, index) => ({ letter, first: value, value: WarmUp.now?.values[index]?.value ?? value }));
    const alike = (/** @type {typeof values[0]} */ a, /** @type {typeof values[0]} */ b) => Math.abs(a.first - b.first) < 0.005 && Math.abs(a.value - b.value) < 0.005;
    return values.flatMap((each) => {
      const other = values.find((twin) => twin.letter !== each.letter && twin.letter.toLowerCase() === each.letter.toLowerCase());
      const white = each.letter === each.letter.toUpperCase();
      const words = Pieces.describe(each.letter);
      if (!other || !alike(each, other)) return [{ ...each, name: words }];
      return white ? [{ ...each, name: words.replace(/^(white|black) /, "") }] : [];
    });
  },

  sentence() {
    const { now } = WarmUp;
    const running = Thinking.warming;
    const learned = !!State.game && !!Thinkers.weighing(State.game);
    const kept = learned ? "The learned values won their test match and are in use." : "";
    if (!running && !now) return kept || "Values from the rules alone. A warm-up improves them by self-play.";
    const games = `${now?.games ?? 0} self-play ${now?.games === 1 ? "game" : "games"}`;
    if (running) return `${games}, ${Math.max(0, Math.ceil((WarmUp.ends - performance.now()) / 1000))} s left. ${kept}`.trim();
    return `${games}. ${kept || "No learned values have won a test match yet; the values from the rules stay in use."}`;
  },
};

WarmUp.init();
