// @ts-check
// What was learned, for other programs and for paper.

const Exports = {
  note: Dom.get("exports-note", HTMLElement),
  /** What the style sheets say of a shape, as attributes: every program that reads SVG understands those. With the value that goes without saying. */
  attributes: [
    ["fill", ""],
    ["stroke", "none"],
    ["stroke-width", "1px"],
    ["stroke-linecap", "butt"],
    ["stroke-linejoin", "miter"],
    ["stroke-dasharray", "none"],
  ],
  lettering: ["font-family", "font-size", "font-weight", "text-anchor"],

  /** Name, ending and kind of a file, and how to get what is in it. @returns {[string, string, string, () => Promise<string | Blob>][]} */
  forms: () => [
    ["DOT", "dot", "text/vnd.graphviz", () => Exports.ask("dot")],
    ["TikZ", "tex", "text/x-tex", () => Exports.ask("tikz")],
    ["JSON", "json", "application/json", () => Exports.ask("json")],
    ["SVG", "svg", "image/svg+xml", async () => Exports.svg()],
    ["PNG", "png", "image/png", () => Exports.png()],
    ["Game text", "sbg", "text/plain", async () => Watch.learnedText() ?? Exports.fail("The game text is available when watching ends. Press Stop or Skip to the end.")],
  ],

  init() {
    const rows = Exports.forms().map(([name, ending, type, make]) => {
      const copy = ending !== "png" && Exports.button("Copy", name, async () => {
        const text = await make();
        const done = typeof text === "string" && (await Exchange.copy(text));
        Dom.say(Exports.note, done ? `Copied: ${name}.` : "The browser does not allow copying here. Download it instead.");
      });
      const save = Exports.button("Download", name, async () => {
        const content = await make();
        const of = ending === "sbg" ? "learned" : Pieces.describe(Learned.letter).replace(/[^\p{L}\p{N}]+/gu, "-");
        const file = `${Watch.game?.id ?? "game"}-${of}.${ending}`;
        Dom.download(content instanceof Blob ? content : new Blob([content], { type }), file);
        Dom.say(Exports.note, `Saved ${file}.`);
      });
      return Dom.make("li", {}, Dom.make("span", { textContent: name }), save, ...(copy ? [copy] : []));
    });
    Dom.get("exports", HTMLElement).replaceChildren(...rows);
    View.add(Exports.show);
  },

  open() {
    Dom.say(Exports.note, "");
  },
  close() {},

  show() {
    if (Boxes.current === "exports") Dom.say(Dom.get("exports-about", HTMLElement), Learned.letter ? `The ${Pieces.describe(Learned.letter)}, as learned so far. Game text exports the whole game.` : "");
  },

  /** @param {string} word @param {string} name @param {() => Promise<void>} act */
  button(word, name, act) {
    const button = Dom.make("button", { type: "button", textContent: word });
    button.setAttribute("aria-label", `${word} ${name}`);
    button.addEventListener("click", () => act().catch((error) => Dom.say(Exports.note, error.message)));
    return button;
  },

  /** @param {string} message @returns {never} */
  fail(message) {
    throw new Error(message);
  },

  /** @param {wasm_bindgen.Format} format @returns {Promise<string>} */
  async ask(format) {
    const reply = await Game.engine.ask({ type: "export", letter: Learned.letter, format }, 20000);
    return reply.type === "exported" ? reply.text : Exports.fail(reply.type === "failed" ? reply.message : "");
  },

  /** The drawing as a file that needs nothing else. @returns {string} */
  svg() {
    const { graph, svg } = Learned;
    if (!graph?.width || svg.hasAttribute("hidden")) return Exports.fail("No drawing: the piece has not moved yet, or its automaton is too large. DOT exports all states.");
    const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
    for (const element of [copy, ...copy.querySelectorAll("*")]) element.classList.remove("tracing", "lit", "here", "stuck");
    Exports.onPaper(copy, () => copy.querySelectorAll("path, circle, rect, text").forEach((shape) => Exports.settle(shape)));
    for (const element of copy.querySelectorAll("[style]")) {
      const [x, y] = (element.getAttribute("style") ?? "").match(/-?[\d.]+(?=px)/g) ?? [];
      if (x && y) element.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const element of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of element.getAttributeNames()) if (/^(style|role|tabindex|data-.*|aria-.*)$/.test(name)) element.removeAttribute(name);
    }
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", String(Math.ceil(graph.width)));
    copy.setAttribute("height", String(Math.ceil(graph.height)));
    copy.prepend(Glyph.make("rect", { width: "100%", height: "100%", fill: "#fff" }));
    return new XMLSerializer().serializeToString(copy);
  },

  /** While `act` runs, the copy stands beside the drawing, in the colours of the light theme on white. @param {SVGSVGElement} copy @param {() => void} act */
  onPaper(copy, act) {
    const media = Theme.sheet.media;
    Theme.sheet.media = "not all";
    copy.style.setProperty("--card", "#fff");
    Learned.svg.after(copy);
    try {
      act();
    } finally {
      copy.remove();
      Theme.sheet.media = media;
    }
  },

  /** Writes the style of a shape into the shape; takes away what cannot be seen. @param {Element} shape */
  settle(shape) {
    const style = getComputedStyle(shape);
    const value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    if (value("display") === "none" || (value("fill") === "none" && value("stroke") === "none")) return shape.remove();
    for (const [name, usual] of Exports.attributes) {
      // Few programs know the colour of the line that an arrowhead belongs to.
      const found = value(name) === "context-stroke" ? getComputedStyle(shape.closest("svg")?.querySelector(".line") ?? shape).stroke : value(name);
      if (found !== usual && (name === "fill" || value("stroke") !== "none")) shape.setAttribute(name, found.replace(/px/g, ""));
    }
    if (shape instanceof SVGTextElement) for (const name of Exports.lettering) shape.setAttribute(name, value(name));
  },

  /** The same in pixels, twice as fine. @returns {Promise<Blob>} */
  async png() {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(Exports.svg())}`;
    await image.decode();
    const canvas = Dom.make("canvas", { width: image.width * 2, height: image.height * 2 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large.")))));
  },
};

Exports.init();
