// @ts-check
// The page in a frame of somebody's course: what the address asks for. docs.html tells it to those who use it; what has
// once been promised there stays.

const Embedding = {
  /** Whether the page was asked to be small. */
  on: false,
  params: new URLSearchParams(location.search),
  modes: /** @type {const} */ (["play", "view", "analyse", "learn", "exercise"]),
  /** @type {"play" | "view" | "analyse" | "learn" | "exercise"} */
  mode: "play",
  /** What each mode shows besides the board, unless `ui=` says otherwise. @type {Record<string, string>} */
  chrome: { play: "turn,tools,moves", view: "turn,tools,moves", analyse: "turn,tools,moves", learn: "turn,tools,watch", exercise: "" },
  /** Done when the first game is on the board, or cannot be. @type {Promise<void>} */
  opened: Promise.resolve(),
  /** Nothing is loaded before somebody presses the button. */
  waiting: false,
  /** The highest board that a frame asks room for, in CSS pixels; less where a long panel comes below it. In a frame that is higher it may be larger. */
  tallest() {
    const { ui } = document.documentElement.dataset;
    const beside = ui === undefined || /\btabs\b/.test(ui) ? 900 : /\bwatch\b/.test(ui) ? 608 : 0;
    return innerWidth < beside ? 420 : 560;
  },

  init() {
    const { params } = Embedding;
    Embedding.on = params.get("embed") === "1";
    if (!Embedding.on) return;
    const root = document.documentElement;
    root.classList.add("embed");
    Embedding.mode = Embedding.modes.find((mode) => mode === params.get("mode")) ?? "play";
    const ui = params.get("ui") ?? (params.has("mode") ? Embedding.chrome[Embedding.mode] : null);
    // Without either, everything but the header is there.
    if (ui !== null) root.dataset.ui = ui.split(/[\s,]+/).join(" ");
    State.viewOnly = Embedding.mode === "view";
    root.classList.toggle("view-only", State.viewOnly);
    State.dots = params.get("hints") !== "0";
    Embedding.waiting = params.get("autostart") === "0";
    root.classList.toggle("waiting", Embedding.waiting);
    if (parent !== window) Later.need("commands").then((there) => there && Messages.listen());
  },

  // ---- what the address asks for ----

  /** @param {string} name @param {number} least @param {number} most @returns {number | undefined} */
  number(name, least, most) {
    const text = Embedding.params.get(name) ?? "";
    const value = Number(text);
    return text !== "" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
  },

  /** The game that the address names; in the whole page too. */
  game: () => Embedding.params.get("game") || null,

  /** Where it begins. @returns {Where} */
  where() {
    const moves = Embedding.params.get("moves")?.split(/[\s.,]+/).filter(Boolean);
    return { start: Embedding.params.get("pos")?.replaceAll("_", "/") || undefined, moves };
  },

  /** What a position text shows, as a card to be drawn; null when it is not one. @returns {Card | null} */
  picture() {
    const rows = (Embedding.where().start ?? "").trim().split(/\s+/)[0].split("/").reverse();
    const width = rows[0].length;
    const fits = rows.length <= 16 && width <= 16 && width > 0 && rows.every((row) => row.length === width && /^[a-z.]*$/i.test(row));
    return fits ? { name: "", about: "", width, height: rows.length, cells: rows.join("") } : null;
  },

  /** Draws the start and waits for the button. @param {() => Promise<void>} start */
  poster(start) {
    const button = Dom.button("start-embed");
    const verb = { play: "Play", view: "Look at", analyse: "Analyse", learn: "Watch it learn", exercise: "Exercise:" }[Embedding.mode];
    button.hidden = false;
    button.append(`${verb} ${State.card?.name || "this game"}`);
    Embedding.start = () => {
      if (Embedding.waiting) {
        Embedding.waiting = false;
        document.documentElement.classList.remove("waiting");
        button.remove();
        Embedding.opened = start();
      }
      return Embedding.opened;
    };
    button.addEventListener("click", () => {
      Embedding.start();
      Grid.cursorTo(State.cursor);
    });
  },

  // ---- how high a frame wants to be ----

  /** Whether the frame shows an exercise and nothing else. */
  alone: () => Embedding.on && Embedding.mode === "exercise" && typeof Exercise === "object" && Exercise.dialog.open,

  /**
   * The height at which everything is seen, as far as it does not scroll by itself: it depends on the width and on what is shown,
   * and not on the height there is, so a page that follows it once need not follow again.
   */
  height() {
    const root = document.documentElement;
    // Without the scroll bar, which goes when there is room.
    root.classList.add("measured");
    const { box, width, height } = (Embedding.alone() ? Exercise : Board).wanted();
    const table = Board.row.parentElement;
    const before = [box.style.width, box.style.height, table?.style.getPropertyValue("--board-width") ?? ""];
    Object.assign(box.style, { width: `${width}px`, height: `${height}px` });
    table?.style.setProperty("--board-width", `${width}px`);
    const whole = Math.ceil(document.body.getBoundingClientRect().height);
    [box.style.width, box.style.height] = before;
    table?.style.setProperty("--board-width", before[2]);
    root.classList.remove("measured");
    return whole;
  },

  /** How high a board may be: where the frame is as high as it wants to be, all the rest of it goes to the board. @param {number} fits what would leave the buttons in sight @param {number} wanted */
  fit(fits, wanted) {
    const rest = innerHeight - Embedding.height();
    return rest >= 0 ? wanted + rest : Math.min(fits, wanted);
  },

  /** Loads the rules, if that has not been done yet. */
  start: () => Embedding.opened,

  /** Who sits where, before the game is there. */
  seat() {
    const level = Embedding.number("level", 1, 8);
    /** @type {Player} */
    const machine = level ? `level-${level}` : "random";
    const both = Embedding.mode === "view" || Embedding.mode === "analyse";
    const side = both ? "both" : (Embedding.params.get("side") ?? (level ? "white" : null));
    // As the guide promises: without a level, the opponent moves at random.
    if (side === null) return void (State.players = { white: "human", black: "random" });
    /** @param {Side} which @returns {Player} */
    const player = (which) => (side === "both" || side === which ? "human" : machine);
    State.players = { white: player("white"), black: player("black") };
    State.flipped = side === "black";
  },

  /** The game is on the board: now the rest of what was asked for. */
  async begin() {
    if (!Embedding.on) return;
    if (Embedding.mode === "learn") {
      Tabs.open("watch");
      Share.restoreLearning([...Embedding.params]);
      if (Embedding.params.get("fast") === "1") await Watch.skip();
      else await Watch.begin();
    } else if (Embedding.mode === "exercise") {
      if (await Later.need("exercise")) Exercise.fromAddress();
    }
    else if (Embedding.params.get("side") !== null && !Embedding.where().moves) Game.resume();
    Messages.tellState();
  },
};
