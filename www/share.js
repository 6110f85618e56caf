// @ts-check
// Handing on what is on the screen: as a link, as a frame for a course, as a QR code, as files.

/** @typedef {"position" | "watching" | "learned"} Kind  What a link opens: a position, the same games to watch, or what was learned from them. */

const Share = {
  dialog: Dom.get("share-dialog", HTMLDialogElement),
  field: Dom.get("share-link", HTMLInputElement),
  code: Dom.get("share-code", HTMLTextAreaElement),
  use: Dom.get("share-use", HTMLSelectElement),
  onClick: Dom.get("share-click", HTMLInputElement),
  note: Dom.get("share-note", HTMLElement),
  qr: Dom.get("share-qr", HTMLCanvasElement),
  /** @type {Kind} */
  kind: "position",
  /** Messengers cut links about here. */
  long: 2000,
  /** The settings of a page that was just opened: what differs from them goes into a link. @type {Record<string, unknown>} */
  defaults: {},
  /** A game that came as a learned one. */
  learnedText: "",
  request: 0,

  init() {
    Share.defaults = { ...Watch.settings, ...State.players };
    for (const id of ["share", "share-view"]) Dom.button(id).addEventListener("click", Share.open);
    for (const input of Share.dialog.querySelectorAll("input[name=share-kind]")) {
      input.addEventListener("change", () => {
        Share.kind = /** @type {Kind} */ (/** @type {HTMLInputElement} */ (input).value);
        Share.make();
      });
    }
    Share.use.addEventListener("change", Share.write);
    Share.onClick.addEventListener("change", Share.write);
    Dom.button("copy-link").addEventListener("click", () => Share.copy(Share.field));
    Dom.button("copy-code").addEventListener("click", () => Share.copy(Share.code));
    Dom.button("show-qr").addEventListener("click", Share.showQr);
    Dom.button("save-text").addEventListener("click", () => Share.save(Share.text(), "sbg"));
    Dom.button("save-record").addEventListener("click", Share.saveRecord);
    View.add(() => {
      // Beside the board while somebody plays; while somebody watches, that place is taken.
      Dom.button("share-view").hidden = !Dom.get("play-tools", HTMLElement).hidden;
      Controls.enable("share-view", !!State.game);
    });
  },

  // ---- what a link says of the page ----

  /** @param {Kind} kind @returns {[string, string][]} */
  page(kind) {
    /** @type {[string, string][]} */
    const page = [];
    const tab = kind === "watching" ? "watch" : kind === "learned" ? "play" : Tabs.current();
    if (tab !== "play") page.push(["tab", tab]);
    const learned = kind === "learned" || Share.isLearned();
    if (learned) page.push(["learned", "1"]);
    if (kind === "position") page.push(...Share.changed(State.players));
    // A learned game says what it was learned from.
    if (kind !== "position" || tab === "watch" || learned) page.push(...Share.changed(Watch.settings));
    return page;
  },

  /** @param {object} settings @returns {[string, string][]} */
  changed: (settings) => Object.entries(settings).filter(([name, value]) => /^[a-z]{2,20}$/i.test(name) && /^[\w.:-]{1,60}$/.test(String(value)) && value !== Share.defaults[name]).map(([name, value]) => [name, String(value)]),

  /** Whether the game on the table is one that was learned. */
  isLearned: () => !!State.game && (State.game.text === Share.learnedText || State.game.text === Watch.learnedText()),

  /** Players and settings, before the game is there. @param {[string, string][]} page */
  restore(page) {
    const said = new Map(page);
    for (const side of /** @type {const} */ (["white", "black"])) {
      const player = said.get(side);
      const known = [...Controls.seat(side).options].find((option) => option.value === player);
      if (known) State.players[side] = /** @type {Player} */ (known.value);
    }
    if (said.has("white") || said.has("black")) State.flipped = State.players.black === "human" && State.players.white !== "human";
    Share.restoreLearning(page);
  },

  /** How to watch and learn; what does not fit is passed over. @param {[string, string][]} page */
  restoreLearning(page) {
    /** @type {Record<string, unknown>} */
    const settings = { ...Watch.settings };
    for (const [name, text] of page) {
      const known = Object.hasOwn(settings, name) ? settings[name] : undefined;
      const number = Number(text);
      if (typeof known === "boolean" && /^(true|false)$/.test(text)) settings[name] = text === "true";
      else if (typeof known === "number" && text !== "" && number >= 0 && number < 2 ** 32) settings[name] = Number.isInteger(known) ? Math.floor(number) : number;
      else if (typeof known === "string" && WatchPanel.offers(name, text)) settings[name] = text;
    }
    Watch.settings = /** @type {any} */ (settings);
    WatchPanel.fill(Watch.settings);
  },

  /** After a link was opened: the rest of how its page stood. @param {wasm_bindgen.Opened} opened */
  async arrive({ source, page }) {
    const said = new Map(page);
    if (said.has("learned") && State.game && typeof source === "object" && "text" in source) {
      Share.learnedText = State.game.text;
      const { games, seed, allMoves } = Watch.settings;
      State.game.about = `These are the rules as Kibitzer learned them, from ${WatchPanel.number(games)} games with ${allMoves ? "all legal moves" : "only the moves played"} shown (seed ${seed}). They need not be the true ones.`;
      Rules.titled = null;
      View.refresh();
    }
    const tab = Tabs.all.find((each) => each.id === `tab-${said.get("tab") ?? ""}`);
    if (tab) Tabs.choose(tab);
    if (tab && Watch.tabOpen()) await Watch.begin();
  },

  // ---- the dialog ----

  /** @param {Kind} kind @returns {Promise<Reply>} */
  ask(kind) {
    const moves = kind === "position" ? State.line.slice(0, State.ply).map((move) => move.text) : [];
    const start = kind === "position" ? State.start : undefined;
    const learned = Watch.learnedText();
    const source = kind === "learned" && learned !== undefined ? { text: learned } : kind === "watching" && Watch.game ? Watch.sourceOf(Watch.game) : undefined;
    return Game.engine.ask({ type: "share", source, start, moves, page: Share.page(kind) });
  },

  async open() {
    if (!State.game) return;
    const learned = Watch.learnedText() !== undefined;
    Share.kind = Watch.tabOpen() ? "watching" : "position";
    for (const input of Share.dialog.querySelectorAll("input[name=share-kind]")) {
      if (!(input instanceof HTMLInputElement)) continue;
      input.checked = input.value === Share.kind;
      if (input.parentElement) input.parentElement.hidden = input.value === "learned" && !learned;
    }
    Share.qr.hidden = true;
    const reply = await Share.make();
    if (reply.type !== "link") return Game.trouble(reply);
    if (!Share.dialog.open) Share.dialog.showModal();
    Share.field.select();
  },

  /** @returns {Promise<Reply>} */
  async make() {
    const request = ++Share.request;
    const reply = await Share.ask(Share.kind);
    if (request !== Share.request) return reply;
    if (reply.type === "failed") Dom.say(Share.note, reply.message);
    if (reply.type !== "link") return reply;
    const address = Share.address(reply.fragment);
    Share.field.value = address;
    if (Share.kind === "position") Share.remember(reply.fragment);
    const onDisk = location.protocol === "file:";
    const notes = [];
    if (onDisk) notes.push("This page was opened from a disk, so the link works only on this computer; send the game text instead.");
    if (address.length > Share.long) notes.push(`This link has ${address.length} characters; some messengers cut such long ones. A file is safer.`);
    Dom.say(Share.note, notes.join(" "));
    Share.use.value = Share.kind === "watching" ? "learn" : Share.use.value === "learn" ? "play" : Share.use.value;
    Share.write();
    if (!Share.qr.hidden) Share.drawQr();
    return reply;
  },

  /** The whole page, also from a frame in somebody's course. @param {string} fragment @param {Record<string, string>} [query] */
  address(fragment, query = {}) {
    const address = new URL(location.href);
    address.search = new URLSearchParams(query).toString();
    address.hash = fragment;
    return address.href;
  },

  /** Puts a link into the address bar. @param {string} fragment */
  remember(fragment) {
    try {
      history.replaceState(null, "", `#${fragment}`);
    } catch {
      // Some frames refuse; the link in the box is what counts.
    }
  },

  /** The code for a course page. */
  write() {
    const fragment = new URL(Share.field.value).hash.slice(1);
    /** @type {Record<string, string>} */
    const query = { embed: "1", mode: Share.use.value };
    if (Share.onClick.checked) query.autostart = "0";
    // A frame that waits cannot read a game of one's own yet; this much it can draw.
    const start = State.card && !State.card.id ? Share.rows(State.card) : "";
    if (start && Share.onClick.checked) query.pos = start;
    const title = `${State.card?.name ?? "A game"} – Kibitzer`;
    const height = Share.use.value === "learn" ? 900 : 640;
    /** @param {string} text */
    const quote = (text) => `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
    const src = Share.address(fragment, query);
    Share.code.value = `<iframe src=${quote(src)} title=${quote(title)} width="100%" height="${height}" loading="lazy" allow="clipboard-write; fullscreen" referrerpolicy="no-referrer"></iframe>`;
  },

  /** A board as rows of a position text, top row first. @param {Card} card */
  rows(card) {
    const rows = [];
    for (let row = card.height - 1; row >= 0; row--) rows.push(card.cells.slice(row * card.width, (row + 1) * card.width));
    return rows.join("_");
  },

  /** @param {HTMLInputElement | HTMLTextAreaElement} field */
  async copy(field) {
    const copied = await Exchange.copy(field.value);
    if (!copied) field.select();
    Dom.say(Share.note, copied ? "Copied." : "The browser does not let this page copy. Press Ctrl+C (⌘C).");
  },

  async showQr() {
    if (!(await Share.loadQr())) return Dom.say(Share.note, "The QR code could not be made here. Copy the link instead.");
    Share.drawQr();
  },

  /** Fetched only now: few visitors want one. @returns {Promise<boolean>} */
  loadQr: () =>
    new Promise((done) => {
      if ("LeanQr" in self) return done(true);
      const script = Dom.make("script", { src: new URL("www/vendor/lean-qr.js", document.baseURI).href });
      script.onload = () => done(true);
      script.onerror = () => done(false);
      document.head.append(script);
    }),

  drawQr() {
    Share.qr.hidden = true;
    try {
      /** @type {any} */ (self).LeanQr.generate(Share.field.value).toCanvas(Share.qr, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 });
    } catch {
      return Dom.say(Share.note, "This link is too long for a QR code.");
    }
    Share.qr.hidden = false;
    Share.qr.scrollIntoView({ block: "nearest" });
  },

  /** The game text that the chosen link would bring. */
  text: () => (Share.kind === "learned" ? Watch.learnedText() : Share.kind === "watching" ? Watch.game?.text : undefined) ?? State.game?.text ?? "",

  async saveRecord() {
    const moves = State.line.slice(0, State.ply).map((move) => move.text);
    const reply = await Game.engine.ask({ type: "record", start: State.start, moves });
    if (reply.type !== "record") return Dom.say(Share.note, reply.type === "failed" ? reply.message : "");
    if (!reply.text) return Dom.say(Share.note, "There are no moves to write down yet.");
    Share.save(reply.text, "txt");
  },

  /** @param {string} text @param {string} ending */
  save(text, ending) {
    const name = (State.game?.name ?? "game").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "game";
    Dom.download(new Blob([text], { type: "text/plain" }), `${name}.${ending}`);
    Dom.say(Share.note, `Saved as ${name}.${ending}.`);
  },
};
