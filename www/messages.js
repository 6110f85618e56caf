// @ts-check
// The messages between a frame and the page around it, as docs.html tells them. Nothing in a message is ever run, and only
// the page around this one is heard.

/** @typedef {string | number | undefined} Id  What the asker calls a message, so that it knows the answer. */

const Messages = {
  version: 1,
  /** Whether there is a page around this one to talk to. */
  framed: false,
  /** Messages go to this origin only, and are heard from it only; any, when the address names none. */
  origin: "*",
  /** The longest text that a message may hold, and the most messages that may wait. */
  longest: 200000,
  most: 32,
  pending: 0,
  /** @type {Promise<void>} */
  queue: Promise.resolve(),
  /** When the last complaint about too many messages went out. */
  complained: -Infinity,
  toldProgress: -Infinity,
  height: 0,
  /** For which width and which board that height was told. */
  shape: "",

  listen() {
    Messages.framed = true;
    const named = Embedding.params.get("origin");
    if (named !== null) {
      try {
        Messages.origin = new URL(named).origin;
      } catch {
        Messages.origin = "null";
      }
      // A name that is no origin fits nobody; silence is the safe answer to a slip.
      if (Messages.origin === "null") Messages.framed = false;
    }
    if (!Messages.framed) return;
    addEventListener("message", Messages.hear);
    new ResizeObserver(Messages.tellHeight).observe(document.body);
    Messages.tell("ready", { version: Messages.version, build: typeof KIBITZER_BUILD_ID === "string" ? KIBITZER_BUILD_ID : "", started: !Embedding.waiting, mode: Embedding.mode, commands: Object.keys(Commands) });
  },

  /** @param {string} type @param {object} [fields] @param {Id} [id] of the message that this answers @returns {void} */
  tell(type, fields = {}, id) {
    if (!Messages.framed) return;
    parent.postMessage({ kibitzer: 1, ...(id === undefined ? {} : { id }), type, ...fields }, Messages.origin);
  },

  /** Course sites that know nothing of us still understand this one; Sakai wants it as text. */
  tellHeight() {
    const { width, height: rows } = Board.size();
    const shape = `${innerWidth} ${width} ${rows}`;
    // What comes and goes leaves room behind it: a course page that jumps with every line is hard to read.
    const height = Math.max(Embedding.height(), shape === Messages.shape ? Messages.height : 0);
    Messages.shape = shape;
    if (height === Messages.height) return;
    Messages.height = height;
    Messages.tell("resize", { height });
    const lti = { subject: "lti.frameResize", height };
    parent.postMessage(lti, Messages.origin);
    parent.postMessage(JSON.stringify(lti), Messages.origin);
  },

  /** Only the page around this one is heard; whatever it says, it gets an answer or silence. @param {MessageEvent} event @returns {void} */
  hear(event) {
    if (event.source !== parent || (Messages.origin !== "*" && event.origin !== Messages.origin)) return;
    const message = event.data;
    if (typeof message !== "object" || message === null || !("kibitzer" in message)) return;
    const id = Messages.idOf(message.id);
    if (message.kibitzer !== 1) return Messages.tell("error", { message: "This frame speaks version 1: send { kibitzer: 1, type: … }." }, id);
    const type = typeof message.type === "string" ? message.type : "";
    const act = Object.hasOwn(Commands, type) ? Commands[type] : undefined;
    if (!act) return Messages.tell("error", { message: `Unknown command type ${JSON.stringify(type.slice(0, 40))}; expected one of ${Object.keys(Commands).join(", ")}.` }, id);
    if (Messages.pending >= Messages.most) return Messages.complain(id);
    Messages.pending += 1;
    Messages.queue = Messages.queue.then(async () => {
      try {
        await Embedding.opened;
        const wrong = await act(message, id);
        if (wrong) Messages.tell("error", { message: wrong }, id);
      } catch (error) {
        Messages.tell("error", { message: `Command failed: ${String(error).slice(0, 200)}` }, id);
      } finally {
        Messages.pending -= 1;
      }
    });
  },

  /** @param {Id} id */
  complain(id) {
    const now = performance.now();
    if (now - Messages.complained < 1000) return;
    Messages.complained = now;
    Messages.tell("error", { message: `Too many messages at once: wait for answers; at most ${Messages.most} may be pending.` }, id);
  },

  /** @param {unknown} id @returns {Id} */
  idOf: (id) => ((typeof id === "string" && id.length <= 100) || (typeof id === "number" && Number.isFinite(id)) ? id : undefined),

  /** @param {unknown} value @returns {value is string} */
  isText: (value) => typeof value === "string" && value.length <= Messages.longest,

  /** @param {unknown} value @returns {value is string[]} */
  isTexts: (value) => Array.isArray(value) && value.length <= 4096 && value.every((each) => typeof each === "string" && each.length <= 12),

  /** Waits until the rules are there and the board stands still; says what is wrong when that does not come. @returns {Promise<string>} */
  async settled() {
    for (let count = 0; count < 1000; count++) {
      if (State.engine === "broken") return "The rules engine is not running.";
      if (State.settled && State.game) return "";
      await new Promise((go) => setTimeout(go, 10));
    }
    return "No game is loaded.";
  },

  /** @param {() => unknown} act @param {Id} [id] @returns {Promise<string | undefined>} what was wrong */
  async act(act, id) {
    await Embedding.start();
    const wrong = await Messages.settled();
    if (wrong) return wrong;
    await act();
    return Messages.afterwards(id);
  },

  /** @param {Reply} reply @param {Id} [id] @returns {Promise<string | undefined>} */
  async after(reply, id) {
    if (reply.type === "failed") return reply.message;
    Notice.clear("link");
    return Messages.afterwards(id);
  },

  /** @param {Id} [id] @returns {Promise<string | undefined>} */
  async afterwards(id) {
    const wrong = await Messages.settled();
    if (wrong) return wrong;
    await Messages.tellState(id);
  },

  // ---- what is told ----

  /** @param {Id} [id] @returns {Promise<void>} */
  async tellState(id) {
    if (!Messages.framed) return;
    const { board, game } = State;
    const fields = { started: !Embedding.waiting, mode: Embedding.mode, game: game?.id ?? null, name: State.card?.name ?? null };
    if (!game || !board) return Messages.tell("state", fields, id);
    const reply = await Share.ask("position");
    Messages.tell("state", {
      ...fields,
      position: board.position,
      moves: board.played.map((move) => move.text),
      toMove: board.toMove,
      legal: board.legal.map((move) => move.text),
      end: board.end ?? null,
      flipped: State.flipped,
      learning: Watch.view ? Messages.learning(Watch.view) : null,
      state: reply.type === "link" ? reply.fragment : null,
    }, id);
  },

  /** @param {string} move @param {Id} [id] @returns {void} */
  illegal(move, id) {
    Messages.tell("illegal", { move, position: State.board?.position ?? null, legal: State.board?.legal.map((each) => each.text) ?? [] }, id);
  },

  /** The visitor put a piece where it may not go. @param {number | null} from @param {number | null} to */
  refused(from, to) {
    if (Messages.framed && from !== null && to !== null && from !== to) Messages.illegal(State.nameOf(from) + State.nameOf(to));
  },

  /** @param {wasm_bindgen.BoardView | null} before @param {wasm_bindgen.BoardView} board */
  onBoard(before, board) {
    if (!Messages.framed) return;
    const last = board.played.at(-1);
    if (last && before && board.played.length === before.played.length + 1) {
      const by = State.players[State.sideOf(last.piece)] === "human" ? "person" : "machine";
      Messages.tell("move", { move: last.text, piece: last.piece, captured: last.captured ?? null, by, ply: board.played.length, position: board.position });
    }
    if (board.end) Messages.tell("gameover", { winner: board.end.winner ?? null, sentence: board.end.sentence, moves: board.played.map((move) => move.text) });
  },

  /** What has been learned, in short. @returns {{ letter: string }[]} */
  pieces: () => (Watch.view?.pieces ?? []).map(({ letter, sentence, sure, verdict, graph }) => ({ letter, sentence, sure, exact: verdict.exact, undecided: verdict.undecided, states: graph.states.length })),

  /** @param {wasm_bindgen.LearningView} view @returns {object} */
  learning: (view) => ({ games: view.games, gamesInAll: view.gamesInAll, positions: view.positions, candidates: view.candidates, done: view.done, running: Watch.running }),

  /** @param {wasm_bindgen.LearningView} view */
  onLearning(view) {
    const now = performance.now();
    if (!Messages.framed || (!view.done && now - Messages.toldProgress < 250)) return;
    Messages.toldProgress = now;
    Messages.tell(view.done ? "learn.done" : "learn.progress", { ...Messages.learning(view), pieces: Messages.pieces(), ...(view.done ? { text: view.text ?? null } : {}) });
  },
};
