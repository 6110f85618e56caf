// @ts-check
// The moves so far, in two columns; a click goes to the position after a move.

const MoveList = {
  element: Dom.get("moves", HTMLElement),
  empty: Dom.get("no-moves", HTMLElement),
  /** @type {wasm_bindgen.MoveView[] | null} */
  shown: null,
  /** @type {HTMLButtonElement[]} */
  buttons: [],

  init() {
    View.add(MoveList.show);
    MoveList.element.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) Game.goTo(MoveList.buttons.indexOf(button) + 1);
    });
  },

  show() {
    if (MoveList.shown !== State.line) {
      MoveList.build();
      MoveList.shown = State.line;
    }
    MoveList.buttons.forEach((button, index) => {
      const current = index + 1 === State.ply;
      if (current === button.hasAttribute("aria-current")) return;
      if (current) {
        button.setAttribute("aria-current", "step");
        MoveList.bringIntoView(button);
      } else button.removeAttribute("aria-current");
    });
  },

  build() {
    const focused = MoveList.buttons.findIndex((button) => button === document.activeElement);
    const known = MoveList.shown ?? [];
    let same = 0;
    while (same < known.length && same < State.line.length && known[same] === State.line[same]) same += 1;
    // Usually one move was added: keep the rows that hold.
    if (same < known.length || !known.length) MoveList.rebuild(State.line);
    else for (const move of State.line.slice(same)) MoveList.append(move);
    MoveList.empty.hidden = State.line.length > 0;
    MoveList.element.hidden = State.line.length === 0;
    if (focused >= 0) MoveList.buttons[Math.min(focused, MoveList.buttons.length - 1)]?.focus();
  },

  /** @param {wasm_bindgen.MoveView[]} line */
  rebuild(line) {
    MoveList.element.replaceChildren();
    MoveList.buttons = [];
    for (const move of line) MoveList.append(move);
  },

  /** @param {wasm_bindgen.MoveView} move */
  append(move) {
    const side = State.sideOf(move.piece);
    const text = State.nameOf(move.from) + (move.captured ? "×" : "–") + State.nameOf(move.to);
    const button = Dom.make("button", { type: "button", className: side, textContent: text });
    button.setAttribute("aria-label", `${text}: ${Status.tell(move)}`);
    const last = MoveList.element.lastElementChild;
    const full = !last || side === "white" || !!last.querySelector("button.black");
    if (full) MoveList.element.append(Dom.make("li", {}, button));
    else last.append(button);
    MoveList.buttons.push(button);
  },

  /** Scrolls the list only, never the page. @param {HTMLElement} button */
  bringIntoView(button) {
    const list = MoveList.element;
    // The list is what offsetTop counts from: it is positioned.
    const above = button.offsetTop;
    if (above < list.scrollTop) list.scrollTop = above;
    else if (above + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above + button.offsetHeight - list.clientHeight;
  },
};
