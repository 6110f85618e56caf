// @ts-check
// Records of play as files: those that were watched, out; those that somebody has, in.

const Records = {
  bar: Dom.get("records-progress", HTMLProgressElement),
  note: Dom.get("records-note", HTMLElement),
  error: Dom.get("records-error", HTMLElement),
  picker: Dom.get("records-file", HTMLInputElement),
  /** Nobody here knows the game that it is about. */
  foreign: false,
  /** The most that is read, and how much at once. */
  largest: 64 * 2 ** 20,
  slice: 256 * 2 ** 10,
  /** Which job this is: another one ends those before. */
  job: 0,
  /** Stop was pressed. */
  halted: false,

  init() {
    Dom.button("save-records").addEventListener("click", Records.save);
    Dom.button("load-records").addEventListener("click", () => Records.picker.click());
    Dom.button("records-stop").addEventListener("click", Records.stop);
    Dom.button("watch-players").addEventListener("click", () => {
      Records.forget();
      Watch.begin();
    });
    Records.picker.addEventListener("change", () => {
      const [file] = Records.picker.files ?? [];
      Records.picker.value = "";
      if (file) Records.read(file);
    });
  },

  open() {},
  close() {},

  /** @param {string} note @param {string} [error] @param {number} [share] how much is done, from 0 to 1 */
  tell(note, error = "", share) {
    Dom.say(Records.note, note);
    Dom.say(Records.error, error);
    Records.bar.hidden = share === undefined;
    Records.bar.value = share ?? 0;
    Dom.button("records-stop").hidden = share === undefined;
    Dom.button("watch-players").hidden = !Watch.file;
  },

  stop() {
    Records.halted = true;
  },

  /** Players are watched from now on. */
  forget() {
    Records.job += 1;
    Watch.file = null;
    Records.tell("");
  },

  async save() {
    if (Watch.file) return Records.tell("", `These records came from ${Watch.file.name}, so there is nothing new to save.`);
    Watch.pause();
    Records.halted = false;
    const job = ++Records.job;
    const parts = [];
    const all = Watch.view?.records ?? 1;
    for (let from = 0; ; ) {
      const reply = await Game.engine.ask({ type: "records", from });
      if (job !== Records.job) return;
      if (reply.type !== "records") return Records.tell("", reply.type === "failed" ? reply.message : "");
      parts.push(reply.text);
      if (Records.halted) return Records.tell("Stopped; nothing was saved.");
      if (reply.next === undefined) break;
      from = reply.next;
      Records.tell(`Writing record ${WatchPanel.number(from)} …`, "", Math.min(1, from / all));
    }
    const name = `${Watch.game?.id ?? "games"}-${Watch.view?.games ?? 0}.records.txt`;
    Dom.download(new Blob(parts, { type: "text/plain" }), name);
    Records.tell(`Saved ${name}.`);
  },

  /** Learns from a file, part by part. @param {File} file */
  async read(file) {
    const size = (file.size / 2 ** 20).toFixed(1);
    if (file.size > Records.largest) {
      return Records.tell("", `${file.name} has ${size} MB; this page reads up to ${Records.largest / 2 ** 20}. The tool reads files of any size: kibitzer learn ${file.name}`);
    }
    Watch.pause();
    // Stop may be pressed before it is known what the file is.
    Records.halted = false;
    Records.tell(`Reading ${file.name} …`, "", 0);
    const told = Watch.lost && file === Watch.file ? Watch.told : [];
    if (!(await Records.recognise(file))) return;
    const job = ++Records.job;
    Boxes.open("records");
    const run = Watch.newRun();
    const begun = await Game.engine.ask({ type: "learnFrom", settings: Watch.settings, foreign: Records.foreign }, 20000);
    if (job !== Records.job || begun.type !== "learning") return;
    Watch.file = file;
    Watch.lost = false;
    Watch.game = State.game;
    Watch.view = null;
    Learned.reset();
    News.clear();
    let trouble = "";
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (let at = 0; at <= file.size && !trouble; at += Records.slice) {
      const last = at + Records.slice >= file.size;
      let text = "";
      try {
        text = decoder.decode(await file.slice(at, at + Records.slice).arrayBuffer(), { stream: !last });
      } catch {
        trouble = "This is not a text file (UTF-8).";
        break;
      }
      const reply = await Game.engine.ask({ type: "read", text, last }, 20000);
      if (job !== Records.job || run !== Watch.run) return;
      if (reply.type === "failed") trouble = `Line ${reply.place?.line}, column ${reply.place?.column}: ${reply.message}.`;
      else if (reply.type === "learning") {
        Watch.take(reply.learning);
        Records.tell(`${WatchPanel.number(reply.learning.records)} records, ${WatchPanel.number(reply.learning.games)} games`, "", Math.min(1, (at + Records.slice) / file.size));
      }
      if (last) break;
      if (Records.halted) trouble ||= "Stopped before the end.";
    }
    // The same file for a new worker: it hears the same answers.
    Watch.told = told;
    if (told.length) await Watch.retell();
    await Records.think(job, run, file, trouble);
  },

  /** The game on the table, or one in the box, or one that nobody here knows. @param {File} file @returns {Promise<boolean>} whether there are records in it */
  async recognise(file) {
    const text = await file.slice(0, Records.slice).text();
    const reply = await Game.engine.ask({ type: "recognise", text });
    if (reply.type === "recognised") {
      // What was learned from a file is no judge of it.
      Records.foreign = !reply.id && (!reply.onTable || (Records.foreign && Watch.file === file));
      if (reply.id) await Game.load({ builtin: reply.id });
      return true;
    }
    const place = reply.type === "failed" && reply.place ? `Line ${reply.place.line}, column ${reply.place.column}: ` : "";
    Records.tell("", `${file.name} is not a file of records. ${place}${reply.type === "failed" ? reply.message : ""}${place ? "." : ""}`);
    return false;
  },

  /** Learns from what was read: all of it, or what came before an error. @param {number} job @param {number} run @param {File} file @param {string} trouble */
  async think(job, run, file, trouble) {
    if (trouble) await Game.engine.ask({ type: "read", text: "", last: true });
    for (;;) {
      const reply = await Game.engine.ask({ type: "watch", plies: 0 }, 20000);
      if (job !== Records.job || run !== Watch.run) return;
      if (reply.type !== "learning") return Records.tell("", reply.type === "failed" ? reply.message : "");
      Watch.take(reply.learning);
      if (reply.learning.done) break;
      Records.tell(`Learning: ${WatchPanel.number(reply.learning.candidates)} automata tried …`, "", 1);
    }
    const view = Watch.view;
    if (!view) return;
    const clashes = view.clashes.length ? ` These records contradict each other: ${view.clashes.join("; ")}.` : "";
    const unread = trouble && `${trouble} The records before it were used.`;
    Records.tell(`Learned from ${WatchPanel.number(view.records)} records in ${file.name}.`, unread + clashes);
    // Nobody here knows this game: what was learned of it is put on the table.
    if (view.judged || !view.text || !State.game) return;
    Watch.game = { ...State.game, id: undefined, name: file.name.replace(/\.\w+$/, "") };
    const reply = await Game.load({ text: Watch.learnedText() ?? view.text });
    Watch.game = State.game;
    if (reply.type === "failed") Records.tell(Records.note.textContent ?? "", `${Records.error.textContent} It cannot be played yet: ${reply.message}`);
    Watch.lost = false;
  },
};

Records.init();
