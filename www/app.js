// @ts-check
// Puts the page together: first a board to look at, then the rules.

const App = {
  start() {
    Embedding.init();
    Keep.init();
    Visits.init();
    Theme.init();
    State.card = Links.preview();
    const table = [Grid, Board, Scene, Pointer, Status, Controls, MoveList, Rules, Thinkers, Arrows, Thinking, Hints, Sounds];
    const watching = [WatchPanel, Inside, Learned, Linked, Tape, Diagram, Truth, Support, Boxes, Witness];
    const others = [Tabs, Picker, MyGames, Editor, Exchange, Links, Share, Keys, Offline];
    for (const part of [...table, ...watching, ...others]) part.init();
    if (App.isFirstVisit()) Memory.set("visited", "yes");
    // The page comes with the tab open that a first visit sees.
    Tabs.choose(Dom.button(`tab-${Visits.found?.tab ?? (App.isFirstVisit() ? "watch" : "play")}`));
    // What is above the tabs is there before anybody can press them.
    if (State.card) Rules.title();
    View.refresh();
    if (Embedding.waiting) Embedding.poster(App.wake);
    else Embedding.opened = App.wake();
  },

  /** The header says what this is to those who come for the first time and by themselves. */
  greet() {
    const known = location.hash.length > 1 || /[?&](embed|game)=/.test(location.search) || Memory.get("visited") !== null;
    document.documentElement.classList.toggle("returning", known);
  },

  /** Loads the rules: the part of the page that takes time. @returns {Promise<void>} */
  wake() {
    // Absent when the page was never built; then there is nothing to compare.
    const build = typeof KIBITZER_BUILD_ID === "string" ? KIBITZER_BUILD_ID : "";
    Game.engine = new Engine(new URL(".", location.href).href, build, App.onHealth);
    return App.firstGame();
  },

  /** Nobody sent this visitor to a certain game: there is something to watch then. */
  isFirstVisit: () => location.hash.length < 2 && !Embedding.game() && !Keep.fragment && !document.documentElement.classList.contains("embed"),

  async firstGame() {
    const fragment = location.hash.slice(1);
    if (Embedding.on) Embedding.seat();
    if (Keep.fragment) {
      if ((await Links.follow(Keep.fragment)).type === "board") return App.asItWas();
      Keep.fragment = "";
      Board.put(Links.preview());
      if (App.isFirstVisit()) Tabs.open("watch");
    }
    if (fragment) {
      await Links.open(fragment);
      await App.asItWas();
    } else if (Visits.found?.game && (await Visits.open(Visits.found))) return;
    else if (Embedding.on || Embedding.game()) await App.namedGame();
    else if (State.card?.id) return Picker.take(State.card.id);
    if (State.game) await Embedding.begin();
  },

  /** After a reload: the tab that was open, and the text that was being written. @returns {Promise<void>} */
  async asItWas() {
    if (Visits.found && State.game) await Visits.open(Visits.found);
  },

  /** What the query of the address names. */
  async namedGame() {
    const reply = await Game.load({ builtin: Embedding.game() ?? "breakthrough" }, Embedding.where());
    if (reply.type === "failed") Links.refuse(reply.message);
  },

  /** @param {Health} health @param {string} message */
  onHealth(health, message) {
    State.engine = health;
    State.loaded = health === "loading" ? message : "";
    // Another worker has watched nothing.
    if (health === "loading") Watch.lost = true;
    if (health === "broken") {
      const disk = location.protocol === "file:";
      const why = disk ? "browsers do not let a page opened from a disk do that. Serve the folder, for example with ./dev serve" : message.replace(/\.+$/, "");
      Notice.show("broken", `The rules engine could not be started: ${why}.`, disk ? [] : [{ label: "Try again", act: App.tryAgain }]);
    } else Notice.clear("broken");
    if (health === "ready" && message) Notice.show("version", message, [{ label: "Reload", act: () => location.reload() }]);
    View.refresh();
  },

  tryAgain() {
    Game.engine.start();
    if (!State.game) App.firstGame();
    else Game.show();
  },

  /** Puts nothing together before the first picture: that would only make the picture later. A frame out of sight or a tab behind others may never have one. */
  afterFirstPicture() {
    if (parent !== window || document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return App.start();
    let waiting = true;
    const start = () => {
      if (waiting) App.start();
      waiting = false;
    };
    new PerformanceObserver(start).observe({ type: "paint", buffered: true });
    setTimeout(start, 1000);
  },
};

App.greet();
App.afterFirstPicture();
