// @ts-check
// Puts the page together: first a board to look at, then the rules.

const App = {
  start() {
    if (new URLSearchParams(location.search).get("embed") === "1") document.documentElement.classList.add("embed");
    Theme.init();
    State.card = Links.preview();
    for (const part of [Grid, Board, Pointer, Status, Controls, MoveList, Rules, WatchPanel, Inside, Learned, Linked, Tape, Diagram, Truth, Support, Tabs, Picker, Editor, Exchange, Links, Keys]) part.init();
    if (App.isFirstVisit()) Tabs.open("watch");
    View.refresh();
    // Absent when the page was never built; then there is nothing to compare.
    const build = typeof KIBITZER_BUILD_ID === "string" ? KIBITZER_BUILD_ID : "";
    Game.engine = new Engine(new URL(".", location.href).href, build, App.onHealth);
    App.firstGame();
  },

  /** Nobody sent this visitor to a certain game: there is something to watch then. */
  isFirstVisit: () => location.hash.length < 2 && !document.documentElement.classList.contains("embed"),

  firstGame() {
    const fragment = location.hash.slice(1);
    if (fragment) return Links.open(fragment);
    const id = State.card?.id;
    if (id) return Picker.take(id);
  },

  /** @param {Health} health @param {string} message */
  onHealth(health, message) {
    State.engine = health;
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
};

App.start();
