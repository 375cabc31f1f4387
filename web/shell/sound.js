// Sounds of moves, made by the browser itself: no file is loaded. Off until somebody asks for them.

import { recall, remember } from "./session.js";

const KEY = "plyground.sound";

/** Pitch in hertz at the beginning and at the end, and length in seconds, of what can be heard. */
const TONES = {
  drop: [[220, 90, 0.09]],
  slide: [[330, 260, 0.06]],
  capture: [[190, 70, 0.12], [120, 60, 0.14]],
  over: [[392, 392, 0.14], [523, 523, 0.3]],
};

/** @typedef {keyof typeof TONES} Sound */

export class Sounds {
  /** @param {HTMLButtonElement} button that switches them */
  constructor(button) {
    this.button = button;
    this.isOn = recall(KEY) === "1";
    /** @type {AudioContext | null} */
    this.context = null;
    this.show();
    button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      remember(KEY, this.isOn ? "1" : "");
      this.show();
      this.play("drop");
      if (this.isOn) return;
      // A context that is open keeps the loudspeakers awake.
      void this.context?.close();
      this.context = null;
    });
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.isOn));
  }

  /** @param {Sound} name */
  play(name) {
    if (!this.isOn || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    let { currentTime: at } = this.context;
    for (const [from = 0, to = 0, seconds = 0] of TONES[name]) {
      const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
      tone.type = "triangle";
      tone.frequency.setValueAtTime(from, at);
      tone.frequency.exponentialRampToValueAtTime(to, at + seconds);
      volume.gain.setValueAtTime(0.25, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(volume).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds * 0.8;
    }
  }
}
