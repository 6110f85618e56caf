// @ts-check
// A few short sounds, made here: a piece set down, one taken, the end, and a move that is not allowed.

/** @typedef {"move" | "capture" | "end" | "illegal"} Sound */

const Sounds = {
  button: Dom.button("sound"),
  on: false,
  /** Made at the first key or click in a game of one's own: before that a page may not sound at all. @type {AudioContext | null} */
  context: null,
  /** Tones of each: pitch in hertz, when they begin and how long they ring in seconds, how loud. @type {Record<Sound, [number, number, number, number][]>} */
  tones: {
    move: [[310, 0, 0.07, 0.5], [155, 0, 0.09, 0.5]],
    capture: [[240, 0, 0.06, 0.6], [330, 0.05, 0.09, 0.6], [120, 0.05, 0.12, 0.5]],
    end: [[392, 0, 0.25, 0.3], [494, 0.12, 0.3, 0.3], [587, 0.24, 0.5, 0.3]],
    illegal: [[110, 0, 0.12, 0.5], [104, 0.02, 0.14, 0.4]],
  },

  init() {
    const embed = document.documentElement.classList.contains("embed");
    Sounds.set((Memory.get("sound") ?? (embed ? "off" : "on")) === "on");
    Sounds.button.addEventListener("click", Sounds.toggle);
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, Sounds.allow, { capture: true });
  },

  /** @param {boolean} on */
  set(on) {
    Sounds.on = on;
    Sounds.button.setAttribute("aria-pressed", String(on));
    Sounds.button.title = on ? "Sounds are on (m)" : "Sounds are off (m)";
  },

  toggle() {
    Sounds.set(!Sounds.on);
    Memory.set("sound", Sounds.on ? "on" : "off");
    Status.speak(Sounds.on ? "Sounds on." : "Sounds off.");
    Sounds.allow();
    Sounds.play("move");
  },

  /** A person has touched the page. Whoever only watches hears nothing, and to wake the loudspeaker holds everything up for some frames. */
  allow() {
    if (Sounds.context || !Sounds.on || State.watched || typeof AudioContext !== "function") return;
    // When nothing moves. Not every browser can say when that is.
    (self.requestIdleCallback ?? setTimeout)(Sounds.wake);
  },

  wake() {
    try {
      Sounds.context ??= new AudioContext();
    } catch {
      // No sound here.
    }
  },

  /** @param {wasm_bindgen.BoardView | null} before @param {wasm_bindgen.BoardView} board */
  onBoard(before, board) {
    const last = board.played.at(-1);
    if (!last || !before || board.played.length !== before.played.length + 1) return;
    Sounds.play(board.end ? "end" : last.captured ? "capture" : "move");
  },

  /** @param {Sound} name */
  play(name) {
    const context = Sounds.context;
    if (!Sounds.on || !context) return;
    if (context.state === "suspended") context.resume().catch(() => {});
    for (const [pitch, begin, length, loud] of Sounds.tones[name]) {
      const at = context.currentTime + begin;
      const [tone, gain] = [context.createOscillator(), context.createGain()];
      tone.type = name === "end" ? "sine" : "triangle";
      tone.frequency.setValueAtTime(pitch, at);
      // Wood, not a whistle: the pitch falls and the sound dies away at once.
      if (name !== "end") tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + length);
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loud * 0.35, at + 0.005);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + length + 0.02);
    }
  },
};
