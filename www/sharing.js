// @ts-check
// The dialog that hands on what is on the screen: as a link, as a frame for a course, as a QR code, as files.

const Sharing = {
  dialog: Dom.get("share-dialog", HTMLDialogElement),
  field: Dom.get("share-link", HTMLInputElement),
  code: Dom.get("share-code", HTMLTextAreaElement),
  use: Dom.get("share-use", HTMLSelectElement),
  onClick: Dom.get("share-click", HTMLInputElement),
  note: Dom.get("share-note", HTMLElement),
  qr: Dom.get("share-qr", HTMLCanvasElement),
  options: Dom.get("share-options", HTMLElement),
  preview: Dom.get("share-preview", HTMLDetailsElement),
  /** The embed as visitors will see it, while the preview is open. @type {HTMLIFrameElement | null} */
  frame: null,
  timer: 0,
  /** The address of the embed. */
  src: "",
  /** @type {Kind} */
  kind: "position",
  /** Messengers cut links about here. */
  long: 2000,
  request: 0,

  init() {
    for (const input of Sharing.dialog.querySelectorAll("input[name=share-kind]")) {
      input.addEventListener("change", () => {
        Sharing.kind = /** @type {Kind} */ (/** @type {HTMLInputElement} */ (input).value);
        Sharing.make();
      });
    }
    Sharing.use.addEventListener("change", Sharing.write);
    Sharing.onClick.addEventListener("change", Sharing.write);
    Sharing.options.addEventListener("input", Sharing.write);
    Sharing.preview.addEventListener("toggle", () => Sharing.showPreview());
    // The single file reaches no address, not even its own.
    Sharing.preview.hidden = !!document.getElementById("worker-script");
    Sharing.dialog.addEventListener("close", () => (Sharing.preview.open = false));
    addEventListener("message", Sharing.onFrame);
    Dom.button("copy-link").addEventListener("click", () => Sharing.copy(Sharing.field));
    Dom.button("copy-code").addEventListener("click", () => Sharing.copy(Sharing.code));
    Dom.button("show-qr").addEventListener("click", Sharing.showQr);
    Dom.button("save-text").addEventListener("click", () => Sharing.save(Sharing.text(), "sbg"));
    Dom.button("save-record").addEventListener("click", Sharing.saveRecord);
  },

  async open() {
    if (!State.game) return;
    const learned = Watch.learnedText() !== undefined;
    Sharing.kind = Watch.tabOpen() ? "watching" : "position";
    for (const input of Sharing.dialog.querySelectorAll("input[name=share-kind]")) {
      if (!(input instanceof HTMLInputElement)) continue;
      input.checked = input.value === Sharing.kind;
      if (input.parentElement) input.parentElement.hidden = input.value === "learned" && !learned;
    }
    Sharing.qr.hidden = true;
    Sharing.offer();
    const reply = await Sharing.make();
    if (reply.type !== "link") return Game.trouble(reply);
    if (!Sharing.dialog.open) Sharing.dialog.showModal();
    Sharing.field.select();
  },

  /** @returns {Promise<Reply>} */
  async make() {
    const request = ++Sharing.request;
    const reply = await Share.ask(Sharing.kind);
    if (request !== Sharing.request) return reply;
    if (reply.type === "failed") Dom.say(Sharing.note, reply.message);
    if (reply.type !== "link") return reply;
    const address = Sharing.address(reply.fragment);
    Sharing.field.value = address;
    if (Sharing.kind === "position") Share.remember(reply.fragment);
    const onDisk = location.protocol === "file:";
    const notes = [];
    if (onDisk) notes.push("This page was opened from a disk, so the link works only on this computer; send the game text instead.");
    if (address.length > Sharing.long) notes.push(`This link has ${address.length} characters; some messengers cut long links. A file is safer.`);
    Dom.say(Sharing.note, notes.join(" "));
    Sharing.use.value = Sharing.kind === "watching" ? "learn" : Sharing.use.value === "learn" ? "play" : Sharing.use.value;
    Sharing.write();
    if (!Sharing.qr.hidden) Sharing.drawQr();
    return reply;
  },

  /** The whole page, also from a frame in somebody's course. @param {string} fragment @param {Record<string, string>} [query] */
  address(fragment, query = {}) {
    const address = new URL(location.href);
    address.search = new URLSearchParams(query).toString();
    address.hash = fragment;
    return address.href;
  },

  /** The code for a course page. */
  write() {
    const fragment = new URL(Sharing.field.value).hash.slice(1);
    /** @type {Record<string, string>} */
    const query = { embed: "1", mode: Sharing.use.value };
    Object.assign(query, Sharing.chosen());
    if (Sharing.onClick.checked) query.autostart = "0";
    // A frame that waits cannot read a game of one's own yet; this much it can draw.
    const start = State.card && !State.card.id ? Sharing.rows(State.card) : "";
    if (start && Sharing.onClick.checked) query.pos = start;
    const title = `${State.card?.name ?? "A game"} – Kibitzer`;
    const height = Sharing.use.value === "learn" ? 800 : 720;
    /** @param {string} text */
    const quote = (text) => `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
    Sharing.src = Sharing.address(fragment, query);
    clearTimeout(Sharing.timer);
    Sharing.timer = setTimeout(Sharing.showPreview, 300);
    Sharing.code.value = `<iframe src=${quote(Sharing.src)} title=${quote(title)} width="100%" height="${height}" loading="lazy" allow="clipboard-write; fullscreen" referrerpolicy="no-referrer"></iframe>`;
  },

  // ---- options of the embed ----

  /** The fields of every mode; the mode decides which are shown. */
  offer() {
    const { settings } = Watch;
    /** @type {[string, string][]} */
    const levels = Array.from({ length: 8 }, (_, index) => [String(index + 1), `level ${index + 1}`]);
    /** @type {[string, string][]} */
    const pieces = (State.game?.pieces ?? []).map(({ letter }) => [letter, Pieces.describe(letter)]);
    Sharing.options.replaceChildren(
      Sharing.choice("side", "Side", "play", [["", "as on this page"], ["white", "White"], ["black", "Black"], ["both", "both"], ["none", "none: the engine plays itself"]]),
      Sharing.choice("level", "Opponent", "play", [["", "as on this page"], ["random", "random mover"], ...levels]),
      Sharing.choice("piece", "Piece", "exercise", [["", "any"], ...pieces]),
      Sharing.number("count", "Number of tasks", "exercise", 1, 50, 5),
      Sharing.number("games", "Games to watch", "learn", 1, 10000, settings.games),
      Sharing.choice("allMoves", "Records list", "learn", [["true", "all legal moves"], ["false", "only the move played"]], String(settings.allMoves)),
      Sharing.number("seed", "Seed", "learn exercise", 0, 2 ** 32 - 1, settings.seed),
      Sharing.choice("hints", "Legal moves", "play analyse", [["", "shown"], ["0", "hidden"]]),
      Sharing.choice("theme", "Theme", "play view analyse learn exercise", [["", "system"], ["light", "light"], ["dark", "dark"]]),
    );
  },

  /** @param {string} name @param {string} label @param {string} modes @param {HTMLInputElement | HTMLSelectElement} input */
  option(name, label, modes, input) {
    input.id = `embed-${name}`;
    input.name = name;
    const box = Dom.make("div", { className: "field" }, Dom.make("label", { htmlFor: input.id, textContent: label }), input);
    box.dataset.modes = modes;
    return box;
  },

  /** @param {string} name @param {string} label @param {string} modes @param {[string, string][]} values @param {string} [value] */
  choice: (name, label, modes, values, value = "") => Sharing.option(name, label, modes, Dom.make("select", {}, ...values.map(([each, words]) => new Option(words, each, false, each === value)))),

  /** @param {string} name @param {string} label @param {string} modes @param {number} least @param {number} most @param {number} value */
  number(name, label, modes, least, most, value) {
    const input = Dom.make("input", { type: "number", min: String(least), max: String(most), step: "1", inputMode: "numeric", value: String(value) });
    const box = Sharing.option(name, label, modes, input);
    const error = Dom.make("p", { id: `embed-${name}-error`, className: "error-text" });
    input.setAttribute("aria-describedby", error.id);
    box.append(error);
    return box;
  },

  /** What the fields of this mode say, as parameters. @returns {Record<string, string>} */
  chosen() {
    /** @type {Record<string, string>} */
    const query = {};
    for (const field of Sharing.options.children) {
      const input = field.querySelector("input, select");
      if (!(field instanceof HTMLElement) || !(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
      field.hidden = !field.dataset.modes?.split(" ").includes(Sharing.use.value);
      if (field.hidden) continue;
      // A number out of range is left out, and that is said.
      const valid = input.checkValidity();
      input.setAttribute("aria-invalid", String(!valid));
      const error = field.querySelector("p");
      if (error && input instanceof HTMLInputElement) Dom.say(error, valid ? "" : `Not in the code: expected a whole number from ${input.min} to ${input.max}.`);
      if (valid && input.value) query[input.name] = input.value;
    }
    const { side, level, ...rest } = query;
    return Sharing.use.value === "play" ? { ...rest, ...Sharing.seats(side, level) } : rest;
  },

  /** Who plays in the frame: an address that names nobody would mean a random mover. @param {string | undefined} side @param {string | undefined} level */
  seats(side, level) {
    const players = Object.values(State.players);
    const { white, black } = State.players;
    const here = white !== "human" ? (black === "human" ? "black" : "none") : black === "human" ? "both" : "white";
    // Two people leave no place for an opponent that was asked for.
    const seat = side ?? (here === "both" && level ? "white" : here);
    const opponent = level ?? (here === "both" ? State.opponent : players.find((player) => player.startsWith("level-")))?.replace("level-", "");
    return { side: seat, ...(seat !== "both" && opponent && opponent !== "random" ? { level: opponent } : {}) };
  },

  /** A real frame, only while the preview is open. */
  showPreview() {
    if (!Sharing.preview.open) {
      Sharing.frame?.remove();
      Sharing.frame = null;
      return;
    }
    if (Sharing.frame?.src === Sharing.src) return;
    // A new one each time: a change after the # alone would not load it again.
    Sharing.frame?.remove();
    Sharing.frame = Dom.make("iframe", { title: "Preview of the embed", src: Sharing.src, height: "480" });
    Sharing.preview.append(Sharing.frame);
  },

  /** @param {MessageEvent} event */
  onFrame({ source, data }) {
    const { frame } = Sharing;
    if (frame && source === frame.contentWindow && data?.kibitzer === 1 && data.type === "resize" && Number.isFinite(data.height)) frame.height = String(Math.min(2000, data.height));
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
    Dom.say(Sharing.note, copied ? "Copied." : "The browser does not allow copying here. Press Ctrl+C (⌘C).");
  },

  async showQr() {
    if (!(await Sharing.loadQr())) return Dom.say(Sharing.note, "The QR code could not be generated. Copy the link instead.");
    Sharing.drawQr();
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
    Sharing.qr.hidden = true;
    try {
      /** @type {any} */ (self).LeanQr.generate(Sharing.field.value).toCanvas(Sharing.qr, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4 });
    } catch {
      return Dom.say(Sharing.note, "This link is too long for a QR code.");
    }
    Sharing.qr.hidden = false;
    Sharing.qr.scrollIntoView({ block: "nearest" });
  },

  /** The game text that the chosen link would bring. */
  text: () => (Sharing.kind === "learned" ? Watch.learnedText() : Sharing.kind === "watching" ? Watch.game?.text : undefined) ?? State.game?.text ?? "",

  async saveRecord() {
    const moves = State.line.slice(0, State.ply).map((move) => move.text);
    const reply = await Game.engine.ask({ type: "record", start: State.start, moves });
    if (reply.type !== "record") return Dom.say(Sharing.note, reply.type === "failed" ? reply.message : "");
    if (!reply.text) return Dom.say(Sharing.note, "There are no moves to save yet.");
    Sharing.save(reply.text, "txt");
  },

  /** @param {string} text @param {string} ending */
  save(text, ending) {
    const name = (State.game?.name ?? "game").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "game";
    Dom.download(new Blob([text], { type: "text/plain" }), `${name}.${ending}`);
    Dom.say(Sharing.note, `Saved as ${name}.${ending}.`);
  },
};

Sharing.init();
