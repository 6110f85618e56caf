// @ts-check
// Out to the clipboard, and in from whatever somebody pasted.

const Exchange = {
  note: Dom.get("copied", HTMLElement),
  error: Dom.get("paste-error", HTMLElement),
  longest: 1000000,

  init() {
    Dom.button("copy-position").addEventListener("click", () => Exchange.offer("position", State.board?.position));
    Dom.button("copy-text").addEventListener("click", () => Exchange.offer("game text", State.game?.text));
    Dom.button("copy-moves").addEventListener("click", () => Exchange.offer("moves", Exchange.moves()));
    Dom.button("use-paste").addEventListener("click", Exchange.use);
  },

  /** The moves on the board, with the position they began from unless that is the game's own start. */
  moves() {
    const moves = State.line.slice(0, State.ply).map((move) => move.text).join(" ");
    return State.start === undefined ? moves : `${State.start}\n${moves}`;
  },

  /** @param {string} what @param {string | undefined} text */
  async offer(what, text) {
    const place = Dom.get("copy-here", HTMLTextAreaElement);
    place.hidden = true;
    if (!text) return Dom.say(Exchange.note, `There is no ${what} to copy yet.`);
    if (await Exchange.copy(text)) return Dom.say(Exchange.note, `Copied the ${what}.`);
    place.hidden = false;
    place.value = text;
    place.select();
    Dom.say(Exchange.note, "The browser does not allow copying here. Press Ctrl+C (⌘C).");
  },

  /** @param {string} text @returns {Promise<boolean>} */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Frames without the permission may still copy the old way.
      const area = Dom.make("textarea", { value: text, className: "unseen", readOnly: true });
      const focused = document.activeElement;
      // Beside what has the focus: a modal dialog makes everything outside it unselectable.
      (focused?.parentElement ?? document.body).append(area);
      area.select();
      const copied = document.execCommand("copy");
      area.remove();
      if (focused instanceof HTMLElement) focused.focus();
      return copied;
    }
  },

  async use() {
    const area = Dom.get("paste-here", HTMLTextAreaElement);
    const text = area.value;
    Dom.say(Exchange.error, "");
    if (!text.trim()) return Dom.say(Exchange.error, "Paste a position, moves, a game or a link first.");
    if (text.length > Exchange.longest) return Dom.say(Exchange.error, "This text is too long.");
    const reply = await Game.engine.ask({ type: "paste", text });
    if (reply.type === "failed") return Exchange.explain(reply);
    if (reply.type !== "pasted") return;
    const done = await Exchange.take(reply.pasted);
    if (done.type === "failed") return Exchange.explain(done);
    area.value = "";
    Notice.clear("link");
    Dom.say(Exchange.note, "Pasted.");
  },

  /** @param {wasm_bindgen.Pasted} pasted @returns {Promise<Reply>} */
  take(pasted) {
    switch (pasted.type) {
      case "game": return Exchange.takeGame(pasted.text);
      case "link": return Links.follow(pasted.fragment);
      case "moves": return Game.setUp(pasted);
      case "position": return Game.setUp({ start: pasted.start });
    }
  },

  /** A whole game is kept like one that was written here. @param {string} text @returns {Promise<Reply>} */
  async takeGame(text) {
    const reply = await Game.load({ text });
    if (reply.type === "board" && State.game && !MyGames.withText(text)) MyGames.add(text, MyGames.cardOf(State.game));
    return reply;
  },

  /** @param {{ message: string, place: wasm_bindgen.Place | undefined }} failure */
  explain({ message, place }) {
    Dom.say(Exchange.error, place ? `Line ${place.line}, column ${place.column}: ${message}` : message);
  },
};
