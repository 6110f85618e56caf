// @ts-check
// The gallery: one card a game, with its start position. The visitor's own games come first, with what can be done to them.

const Picker = {
  dialog: Dom.get("picker", HTMLDialogElement),
  cards: Dom.get("cards", HTMLElement),
  own: Dom.get("my-cards", HTMLElement),
  note: Dom.get("picker-note", HTMLElement),
  files: Dom.get("import-files", HTMLInputElement),
  /** Cards whose pictures are still to be drawn. @type {{ picture: HTMLCanvasElement, card: Miniature }[]} */
  waiting: [],

  init() {
    for (const id of ["open-picker", "choose-game"]) Dom.button(id).addEventListener("click", Picker.open);
    Dom.button("write-own").addEventListener("click", Picker.writeOwn);
    Dom.button("import-games").addEventListener("click", () => Picker.files.click());
    Picker.files.addEventListener("change", () => {
      const files = [...(Picker.files.files ?? [])];
      Picker.files.value = "";
      if (files.length) MyGames.importFiles(files);
    });
  },

  open() {
    if (Picker.dialog.open) return;
    Editor.save();
    // Drawn anew each time: colours and the screen may have changed.
    Picker.waiting = [];
    Picker.cards.replaceChildren(...GALLERY.map(Picker.card));
    Picker.dialog.showModal();
    Picker.showOwn();
    Picker.tell("");
    Picker.draw();
  },

  /** One picture a frame: all at once would be felt on a slow machine. */
  draw() {
    const next = Picker.waiting.shift();
    if (!next) return;
    if (next.picture.isConnected) Paint.miniature(next.picture, { name: "", about: "", ...next.card }, next.picture.parentElement?.clientWidth ?? 112);
    requestAnimationFrame(Picker.draw);
  },

  /** @param {Miniature} card @param {string} name @param {string} size @param {string} about */
  button(card, name, size, about) {
    const picture = Dom.make("canvas");
    picture.setAttribute("aria-hidden", "true");
    if (card.cells) Picker.waiting.push({ picture, card });
    const words = Dom.make("span", { className: "card-words" }, Dom.make("b", { textContent: name }), Dom.make("small", { textContent: size }), Dom.make("span", { textContent: about }));
    const board = Dom.make("span", { className: "card-board" }, card.cells ? picture : "no board yet");
    board.setAttribute("aria-hidden", "true");
    return Dom.make("button", { type: "button", className: "card" }, board, words);
  },

  /** @param {Card & { id: string }} card */
  card(card) {
    const button = Picker.button(card, card.name, `${card.width} × ${card.height}`, Picker.firstSentence(card.about));
    if (card.id === State.card?.id) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      Picker.dialog.close();
      Picker.take(card.id);
    });
    return button;
  },

  /** @param {string} text */
  firstSentence: (text) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text,

  /** @param {string} id */
  async take(id) {
    const reply = await Game.load({ builtin: id });
    if (reply.type === "board") Picker.arrive();
    else if (reply.type === "failed" && State.engine !== "broken") Notice.show("game", reply.message, [Links.chooseInstead]);
  },

  /** Another game is on the board. */
  arrive() {
    Notice.clear("link");
    Notice.clear("game");
    Grid.element.scrollIntoView({ block: "nearest" });
    // Whoever was watching wants to see this one too.
    if (Watch.tabOpen()) Watch.restart();
  },

  /** A small game with comments, on the board and in the editor; what is changed in it is saved. */
  async writeOwn() {
    Picker.dialog.close();
    Editor.save();
    const text = MyGames.template(MyGames.freshName("My game"));
    const reply = await Game.load({ text });
    if (reply.type === "board") {
      Notice.clear("link");
      Editor.board = text;
    }
    // Also when the template is on the board already, and something else was made of it.
    Editor.fill(text);
    Tabs.open("text");
    Editor.area.focus();
    Editor.area.setSelectionRange(0, 0);
    Editor.area.scrollTop = 0;
  },

  // ---- the visitor's own games ----

  showOwn() {
    if (!Picker.dialog.open) return;
    const games = MyGames.list();
    Dom.get("my-games", HTMLElement).hidden = !games.length;
    const idle = !Picker.waiting.length;
    // Somebody may be typing a name.
    if (!Picker.own.querySelector("input")) Picker.own.replaceChildren(...games.map(Picker.ownCard));
    if (idle) Picker.draw();
  },

  /** @param {OwnGame} game */
  ownCard(game) {
    const { id, text, card } = game;
    const name = MyGames.nameOf(text);
    const trouble = MyGames.unsaved.has(id) ? "Not saved. " : "";
    const size = card ? `${card.width} × ${card.height}` : "not complete yet";
    const button = Picker.button(card ?? { width: 1, height: 1, cells: "" }, name, size, `${trouble}Changed ${Picker.when(game.changed)}.`);
    if (id === Editor.id) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      Picker.dialog.close();
      Picker.openOwn(id);
    });
    const tools = Dom.make("div", { className: "card-tools" });
    for (const [label, act] of /** @type {const} */ ([["Rename", Picker.rename], ["Export", Picker.exportOwn], ["Remove", Picker.remove]])) {
      const tool = Dom.make("button", { type: "button", textContent: label });
      tool.setAttribute("aria-label", `${label} ${name}`);
      tool.addEventListener("click", () => act(id, tools));
      tools.append(tool);
    }
    const box = Dom.make("div", { className: "own-card" }, button, tools);
    box.dataset.id = id;
    return box;
  },

  /** @param {number} time */
  when(time) {
    const minutes = Math.round((Date.now() - time) / 60000);
    if (minutes < 1) return "just now";
    if (minutes < 60) return `${WatchPanel.count(minutes, "minute")} ago`;
    return minutes < 48 * 60 ? `${WatchPanel.count(Math.round(minutes / 60), "hour")} ago` : `on ${new Date(time).toLocaleDateString()}`;
  },

  /** On the board when it can be read, in the editor either way. @param {string} id */
  async openOwn(id) {
    Editor.save();
    const game = MyGames.get(id);
    if (!game) return Notice.show("game", "This game is no longer in My games.", [Links.chooseInstead]);
    Editor.expected = id;
    const reply = await Game.load({ text: game.text });
    if (reply.type === "board") {
      if (State.game) MyGames.picture(game.text, State.game);
      Editor.board = State.game?.text ?? null;
      Editor.fill(game.text, id);
      return Picker.arrive();
    }
    Editor.expected = null;
    Editor.fill(game.text, id);
    Tabs.open("text");
    Editor.read();
  },

  /** @param {string} id */
  exportOwn(id) {
    const game = MyGames.get(id);
    if (game) Picker.tell(`Exported ${MyGames.exportText(game.text)}.`);
  },

  /** @param {string} id */
  remove(id) {
    const card = Picker.own.querySelector(`[data-id="${id}"]`);
    const next = card?.nextElementSibling ?? card?.previousElementSibling;
    MyGames.remove(id);
    Editor.onRemoved(id);
    Picker.tell("");
    // The keyboard stays where something can be done.
    (Picker.note.querySelector("button") ?? next?.querySelector("button"))?.focus();
  },

  /** @param {string} id @param {HTMLElement} tools */
  rename(id, tools) {
    const game = MyGames.get(id);
    if (!game) return;
    const field = Dom.make("input", { value: MyGames.nameOf(game.text), maxLength: 60 });
    field.setAttribute("aria-label", "New name");
    const done = Dom.make("button", { type: "button", textContent: "Save", className: "primary" });
    /** @param {boolean} keep */
    const end = (keep) => {
      const name = field.value.replace(/[<>\s]+/g, " ").trim();
      tools.replaceChildren();
      if (keep && name) Picker.giveName(id, name);
      Picker.showOwn();
      const button = Picker.own.querySelector(`[data-id="${id}"] .card-tools button`);
      if (button instanceof HTMLElement) button.focus();
    };
    done.addEventListener("click", () => end(true));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      end(event.key === "Enter");
    });
    tools.replaceChildren(field, done);
    field.select();
  },

  /** The name stands in the text itself, so that it goes with it everywhere. @param {string} id @param {string} name */
  async giveName(id, name) {
    const game = MyGames.get(id);
    if (!game || MyGames.nameOf(game.text) === name) return;
    const text = MyGames.named(game.text, name);
    const onBoard = State.game?.text === game.text && !State.game.id;
    const renamed = MyGames.change(id, text, game.text);
    Picker.tell(`Renamed to “${name}”.`);
    if (Editor.id === id) Editor.fill(text, renamed.id);
    // The same game with the same moves, under its new name.
    if (!onBoard) return;
    const { paused } = State;
    Editor.expected = renamed.id;
    await Game.load({ text }, { start: State.start, moves: State.line.slice(0, State.ply).map((move) => move.text) });
    State.paused = paused;
    Game.wake();
  },

  /** @param {string} words */
  tell(words) {
    const parts = [words];
    const trouble = [...MyGames.unsaved.values()][0];
    if (trouble) parts.push(MyGames.explain(trouble));
    const removed = MyGames.removed.at(-1);
    if (removed && !words) parts.push(`Removed “${MyGames.nameOf(removed.text)}”.`);
    Picker.note.replaceChildren(Dom.make("span", { textContent: parts.filter(Boolean).join(" ") }));
    if (!removed) return;
    const undo = Dom.make("button", { type: "button", textContent: "Undo remove" });
    undo.addEventListener("click", () => {
      const back = MyGames.undoRemove();
      if (back) Editor.onStorage();
      Picker.tell(back ? `“${MyGames.nameOf(back.text)}” is back.` : "");
      const card = Picker.own.querySelector(`[data-id="${back?.id}"] button`);
      if (card instanceof HTMLElement) card.focus();
    });
    Picker.note.append(undo);
  },
};
