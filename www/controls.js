// @ts-check
// The buttons under the board, the choice of players, and the box for typed moves.

const Controls = {
  typed: Dom.get("typed-move", HTMLInputElement),
  error: Dom.get("typed-error", HTMLElement),
  speed: Dom.get("speed", HTMLSelectElement),
  /** The position for which the list of moves was made. @type {wasm_bindgen.BoardView | null} */
  listed: null,
  /** Which players the two lists show: they are not rewritten while the visitor chooses. @type {Partial<Record<Side, Player>>} */
  seated: {},

  init() {
    View.add(Controls.show);
    Dom.button("undo").addEventListener("click", Game.undo);
    Dom.button("set-up").addEventListener("click", async () => (await Later.need("setup")) && Setup.begin());
    Dom.button("redo").addEventListener("click", Game.redo);
    Dom.button("flip").addEventListener("click", Controls.flip);
    Dom.button("new-game").addEventListener("click", Game.restart);
    for (const side of /** @type {const} */ (["white", "black"])) {
      const select = Controls.seat(side);
      select.addEventListener("change", () => {
        delete Controls.seated[side];
        Game.seat(side, /** @type {Player} */ (select.value));
      });
    }
    Controls.speed.addEventListener("change", () => {
      Game.pause = Number(Controls.speed.value);
      Game.wake();
    });
    Dom.get("typed", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      Controls.playTyped();
    });
  },

  /** @param {Side} side */
  seat: (side) => Dom.get(`player-${side}`, HTMLSelectElement),

  flip() {
    State.flipped = !State.flipped;
    View.refresh();
  },

  show() {
    // A button that disables itself under the finger loses the keyboard's place, so say it without taking it away.
    Controls.enable("undo", State.ply > 0);
    Controls.enable("redo", State.ply < State.line.length);
    Controls.enable("new-game", !!State.game);
    Controls.enable("share", !!State.game);
    for (const id of ["hint", "set-up"]) Controls.enable(id, !!State.board);
    Controls.speed.parentElement?.toggleAttribute("hidden", Game.somePerson());
    for (const side of /** @type {const} */ (["white", "black"])) {
      const player = State.players[side];
      if (Controls.seated[side] !== player) Controls.seat(side).value = Controls.seated[side] = player;
    }
    if (Controls.listed === State.board) return;
    Controls.listed = State.board;
    Dom.say(Controls.error, "");
    const options = (State.board?.legal ?? []).map((move) => Dom.make("option", { value: move.text }));
    Dom.get("legal-moves", HTMLDataListElement).replaceChildren(...options);
  },

  /** @param {string} id @param {boolean} on */
  enable(id, on) {
    Dom.button(id).setAttribute("aria-disabled", String(!on));
  },

  playTyped() {
    const text = Controls.typed.value.trim().toLowerCase().replace(/[\s-]+/g, "");
    const board = State.board;
    const move = board?.legal.find((each) => each.text.toLowerCase() === text);
    if (State.viewOnly) return;
    if (!text) Dom.say(Controls.error, "Type a move such as a2a3.");
    else if (!board || board.end) Dom.say(Controls.error, "There is no move to make now.");
    else if (State.players[board.toMove] !== "human") Dom.say(Controls.error, "It is not your turn.");
    else if (!move) {
      Dom.say(Controls.error, `${text} is not a legal move here.`);
      Sounds.play("illegal");
      Messages.illegal(text);
    } else if (State.mayMove()) {
      Controls.typed.value = "";
      Game.play(move);
    }
  },
};
