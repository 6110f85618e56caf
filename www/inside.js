// @ts-check
// While one plays: the automaton of the piece under the pointer, as it was learned. The drawing and the tape come over from their tab.

const Inside = {
  box: Dom.get("inside-box", HTMLDetailsElement),
  title: Dom.get("inside-title", HTMLElement),
  slot: Dom.get("inside", HTMLElement),
  home: Dom.get("learned", HTMLElement),
  parts: ["learned-head", "graph-box", "tape"].map((id) => Dom.get(id, HTMLElement)),

  init() {
    View.add(Inside.show);
    Inside.box.addEventListener("toggle", () => View.refresh());
  },

  open: () => Inside.box.open && !Inside.box.hidden && Tabs.current() === "play",

  show() {
    Inside.box.hidden = !Linked.known();
    const how = State.game?.text === Watch.learnedText() ? "" : Watch.done() ? ", as learned" : ", as learned so far";
    Dom.say(Inside.title, `Automata of the pieces${how}`);
    const open = Inside.open();
    if (open === (Inside.parts[0].parentElement === Inside.slot)) return;
    if (open) Inside.slot.append(...Inside.parts);
    else Inside.home.prepend(...Inside.parts);
    Learned.drawn = "";
  },
};
