// @ts-check
// The buttons for watching, its settings, and how far it has come.

const WatchPanel = {
  element: Dom.get("panel-watch", HTMLElement),
  bar: Dom.get("progress", HTMLProgressElement),
  numbers: Dom.get("progress-words", HTMLElement),
  narrow: matchMedia("(max-width: 40rem)"),

  init() {
    View.add(WatchPanel.show);
    Dom.button("watch-go").addEventListener("click", Watch.toggle);
    Dom.button("watch-step").addEventListener("click", Watch.step);
    Dom.button("watch-skip").addEventListener("click", () => (Watch.skipping ? Watch.pause() : Watch.skip()));
    Dom.button("watch-stop").addEventListener("click", Watch.stop);
    Dom.button("watch-again").addEventListener("click", Watch.restart);
    Dom.button("watch-flip").addEventListener("click", Controls.flip);
    Dom.button("play-now").addEventListener("click", () => Watch.play(Watch.done()));
    Dom.button("play-learned").addEventListener("click", () => Watch.play(true));
    Dom.button("play-true").addEventListener("click", () => Watch.play(false));
    const pace = WatchPanel.select("pace");
    pace.addEventListener("change", () => {
      Watch.pace = pace.value;
      Watch.paced.at = 0;
      Watch.tick();
    });
    WatchPanel.narrow.addEventListener("change", WatchPanel.arrange);
    WatchPanel.arrange();
    for (const id of ["whom", "listing", "algorithm", "check"]) WatchPanel.select(id).addEventListener("change", WatchPanel.change);
    for (const id of ["games", "alpha", "distance", "expansions", "seed"]) Dom.get(id, HTMLInputElement).addEventListener("change", WatchPanel.change);
  },

  /** On a phone the automaton comes first, so that it is seen below the board; what is said of it follows. */
  arrange() {
    const words = ["bubble", "progress-box", "learned-pieces"].map((id) => Dom.get(id, HTMLElement));
    if (WatchPanel.narrow.matches) Dom.get("diagram-box", HTMLElement).before(...words);
    else Dom.get("watch-intro", HTMLElement).after(...words);
  },

  /** @param {string} id */
  select: (id) => Dom.get(id, HTMLSelectElement),

  /** Other settings are another run. */
  change() {
    const check = WatchPanel.select("check").value;
    const alpha = WatchPanel.value("alpha", false);
    Watch.settings = {
      games: WatchPanel.value("games"),
      allMoves: WatchPanel.select("listing").value === "all",
      seed: WatchPanel.value("seed"),
      algorithm: WatchPanel.select("algorithm").value,
      check: check === "fractional" ? `fractional:${alpha}` : check,
      players: WatchPanel.select("whom").value,
      distance: WatchPanel.value("distance"),
      maxExpansions: WatchPanel.value("expansions"),
    };
    const began = Watch.view !== null;
    View.refresh();
    if (began) Watch.restart();
  },

  /** The settings that have a control of another name. @type {Record<string, string>} */
  controls: { allMoves: "listing", players: "whom", maxExpansions: "expansions" },

  /** Whether a setting can be chosen here. @param {string} name @param {string} text */
  offers(name, text) {
    if (name === "check" && /^fractional:(0(\.\d+)?|1(\.0+)?)$/.test(text)) return true;
    return [...WatchPanel.select(WatchPanel.controls[name] ?? name).options].some((option) => option.value === text);
  },

  /** Shows settings that came from elsewhere. @param {wasm_bindgen.LearnSettings} settings */
  fill(settings) {
    const [check, alpha] = settings.check.split(":");
    const shown = { ...settings, check, allMoves: settings.allMoves ? "all" : "some", ...(alpha && { alpha }) };
    for (const [name, value] of Object.entries(shown)) {
      const control = document.getElementById(WatchPanel.controls[name] ?? name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = String(value);
    }
  },

  /** A number within its limits, as the field then shows it. @param {string} id @param {boolean} [whole] */
  value(id, whole = true) {
    const field = Dom.get(id, HTMLInputElement);
    const given = Number(field.value.replace(",", "."));
    const number = field.value.trim() && Number.isFinite(given) ? given : Number(field.defaultValue);
    const within = Math.min(Number(field.max), Math.max(Number(field.min), whole ? Math.round(number) : number));
    field.value = String(within);
    return within;
  },

  show() {
    const watching = State.watched !== null || Watch.tabOpen();
    Dom.get("play-tools", HTMLElement).hidden = watching;
    Dom.get("watch-tools", HTMLElement).hidden = !watching;
    Dom.button("play-now").hidden = !State.watched;
    Dom.say(Dom.button("play-now"), Watch.done() ? "Play by the learned rules" : "Play by the true rules");
    if (!watching) return;
    const view = Watch.view;
    const going = Watch.running && !Watch.skipping;
    const go = Dom.button("watch-go");
    go.classList.toggle("going", Watch.running);
    Dom.say(Dom.get("watch-go-word", HTMLElement), going || Watch.skipping ? "Pause" : view && !Watch.lost ? "Resume" : "Start");
    go.classList.toggle("primary", !Watch.running && !Watch.done());
    Controls.enable("watch-go", !!State.game && !Watch.over());
    Controls.enable("watch-step", !!State.game && !Watch.over());
    Controls.enable("watch-skip", !!State.game && !Watch.over());
    Controls.enable("watch-again", !!State.game && !!view);
    Controls.enable("watch-stop", !!view?.records && !Watch.lost && !Watch.done());
    Dom.button("watch-stop").hidden = !!Watch.file || Watch.over();
    if (WatchPanel.element.hidden) return;
    Dom.get("watch-intro", HTMLElement).hidden = view !== null;
    for (const id of ["bubble", "learned-pieces", "learned"]) Dom.get(id, HTMLElement).hidden = view === null;
    Dom.get("done", HTMLElement).hidden = !Watch.done();
    WatchPanel.showCheck();
    WatchPanel.showProgress(view);
  },

  /** Our own way of learning weighs evidence differently and has no use for a check. */
  showCheck() {
    const { algorithm, check } = Watch.settings;
    Dom.get("check-field", HTMLElement).hidden = algorithm === "kibitzer";
    Dom.get("alpha-field", HTMLElement).hidden = algorithm === "kibitzer" || !check.startsWith("fractional");
    Dom.get("search-field", HTMLElement).hidden = algorithm !== "bjornsson";
  },

  /** @param {wasm_bindgen.LearningView | null} view */
  showProgress(view) {
    Dom.get("progress-box", HTMLElement).hidden = !view;
    if (!view) return;
    WatchPanel.bar.max = Math.max(1, view.gamesInAll);
    WatchPanel.bar.value = view.games;
    const words = [
      // A file does not say how many games are in it.
      Watch.file ? WatchPanel.count(view.games, "game") : `${WatchPanel.number(view.games)} of ${WatchPanel.count(view.gamesInAll, "game")}`,
      WatchPanel.count(view.positions, "position"),
      `${WatchPanel.number(view.candidates)} automata tried`,
    ];
    const left = WatchPanel.timeLeft(view);
    if (left) words.push(left);
    Dom.say(WatchPanel.numbers, words.join(" · "));
  },

  /** @param {wasm_bindgen.LearningView} view */
  timeLeft(view) {
    if (!Watch.skipping) return WatchPanel.timeAtThisPace(view);
    const seen = view.games - Watch.skipFrom.games;
    if (view.games === view.gamesInAll) return "learning";
    if (seen < 2) return "";
    return WatchPanel.left((((performance.now() - Watch.skipFrom.at) / seen) * (view.gamesInAll - view.games)) / 1000);
  },

  /** From the time that the last plies took, and the length of the games before. @param {wasm_bindgen.LearningView} view */
  timeAtThisPace(view) {
    const { paced } = Watch;
    if (!paced.at) paced.at = performance.now(), (paced.records = view.records), (paced.games = view.games);
    const seen = view.records - paced.records;
    if (!Watch.running || !view.games || seen < 10) return "";
    const plies = (view.records / (view.games + 0.5)) * (view.gamesInAll - view.games - 0.5);
    return WatchPanel.left((((performance.now() - paced.at) / seen) * Math.max(0, plies)) / 1000);
  },

  /** @param {number} seconds */
  left(seconds) {
    if (seconds > 90) return `about ${Math.round(seconds / 60)} minutes left`;
    return seconds > 1.5 ? `about ${Math.round(seconds)} seconds left` : "almost there";
  },

  /** With commas. The browser's own way takes 40 ms when it is first asked. @param {number} value */
  number: (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ","),

  /** @param {number} value @param {string} what one of them is called */
  count: (value, what) => `${WatchPanel.number(value)} ${what}${value === 1 ? "" : "s"}`,
};
