// A few short sounds, made here: a piece set down, one taken, the end, and a move that is not allowed.

import { embedded } from "../base/address";
import { speak } from "../base/announce";
import * as Dom from "../base/dom";
import * as Preferences from "../base/preferences";
import type { BoardView } from "../client/protocol";
import * as Game from "../store/game";
import { store } from "../store/store";
import { texts } from "./texts";

type Sound = "move" | "capture" | "end" | "illegal";

/** Pitch in hertz, when it begins and how long it rings in seconds, how loud. */
type Tone = [pitch: number, begin: number, length: number, loud: number];

const tones: Record<Sound, Tone[]> = {
  move: [
    [310, 0, 0.07, 0.5],
    [155, 0, 0.09, 0.5],
  ],
  capture: [
    [240, 0, 0.06, 0.6],
    [330, 0.05, 0.09, 0.6],
    [120, 0.05, 0.12, 0.5],
  ],
  end: [
    [392, 0, 0.25, 0.3],
    [494, 0.12, 0.3, 0.3],
    [587, 0.24, 0.5, 0.3],
  ],
  illegal: [
    [110, 0, 0.12, 0.5],
    [104, 0.02, 0.14, 0.4],
  ],
};

const button = Dom.button("sound");
let on = false;
/** Made at the first key or click in a game of one's own: before that a page may not sound at all. */
let context: AudioContext | null = null;

export function init(): void {
  set((Preferences.get("sound") ?? (embedded ? "off" : "on")) === "on");
  button.addEventListener("click", toggle);
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, allow, { capture: true });
  Game.boardChanged.listen((before, board) => {
    if (store.mode.kind !== "watch") onBoard(before, board);
  });
  Game.refused.listen((_, how) => {
    if (how === "dragged") play("illegal");
  });
  Game.mistyped.listen(() => play("illegal"));
}

function set(value: boolean): void {
  on = value;
  button.setAttribute("aria-pressed", String(on));
  button.title = on ? texts.soundsAreOn : texts.soundsAreOff;
}

export function toggle(): void {
  set(!on);
  Preferences.set("sound", on ? "on" : "off");
  speak(on ? texts.soundsOn : texts.soundsOff);
  allow();
  play("move");
}

/** A person has touched the page. Watching is silent, and to wake the loudspeaker holds everything up for some frames. */
function allow(): void {
  if (context || !on || store.mode.kind === "watch" || typeof AudioContext !== "function") return;
  // When nothing moves. Not every browser can say when that is.
  (self.requestIdleCallback ?? setTimeout)(wake);
}

function wake(): void {
  try {
    context ??= new AudioContext();
  } catch {
    // No sound here.
  }
}

function onBoard(before: BoardView | null, board: BoardView): void {
  const last = board.played.at(-1);
  if (!last || !before || board.played.length !== before.played.length + 1) return;
  play(board.end ? "end" : last.takes.length ? "capture" : "move");
}

function play(name: Sound): void {
  if (!on || !context) return;
  if (context.state === "suspended") context.resume().catch(() => {});
  for (const [pitch, begin, length, loud] of tones[name]) {
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
}
