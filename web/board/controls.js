// Under the board: steps through the game, undo and redo, the scrubber, and the box for typed moves.

import { fill, make } from "../shell/dom.js";
import { moveText } from "./game.js";
import { icon } from "./icons.js";
import { HUMAN } from "./players.js";
import { PACES } from "./turns.js";

/** @typedef {import("./turns.js").Turns} Turns */

/**
 * What the controls report.
 * @typedef {object} Handlers
 * @property {(text: string) => void} typed
 * @property {(index: number) => void} step
 */

export class Controls {
  /**
   * @param {HTMLElement} place
   * @param {Turns} turns
   * @param {Handlers} handlers
   */
  constructor(place, turns, handlers) {
    this.turns = turns;
    this.handlers = handlers;
    const { game } = turns;
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {
      first: this.button("first", "First position", () => handlers.step(0)),
      previous: this.button("previous", "One move back", () => handlers.step(game.index - 1)),
      go: this.button("go", "Go on", () => this.goOrStop()),
      next: this.button("next", "One move on", () => handlers.step(game.index + 1)),
      last: this.button("last", "Last position", () => handlers.step(game.played.length)),
      undo: this.button("undo", "Undo", () => handlers.step(turns.undoIndex)),
      redo: this.button("redo", "Redo", () => handlers.step(turns.redoIndex)),
    };
    /** @type {HTMLButtonElement} */ (this.buttons["go"]).classList.add("main", "named");
    this.bar = make("div", { role: "toolbar", "aria-label": "Steps", class: "bar", keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) }, ...Object.values(this.buttons));
    this.pace = make("select", { "aria-label": "Pace", class: "quiet" }, ...Object.keys(PACES).map((pace) => make("option", { value: pace }, pace)));
    this.pace.value = turns.pace;
    this.pace.addEventListener("change", () => { turns.pace = /** @type {keyof typeof PACES} */ (this.pace.value); });
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Position in the game" });
    this.slider.addEventListener("input", () => handlers.step(Number(this.slider.value)));
    this.count = make("span", { class: "count" });
    this.box = make("input", { type: "text", id: "move-box", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 40, "aria-describedby": "refusal" });
    const form = make(
      "form",
      { class: "move-form", submit: (/** @type {Event} */ event) => { event.preventDefault(); handlers.typed(this.box.value); } },
      make("label", { for: "move-box" }, "Move"),
      this.box,
      make("button", {}, "Play"),
    );
    fill(place, make("div", { class: "steps" }, this.bar, make("div", { class: "scrubber" }, this.slider, this.count, this.pace)), form);
  }

  /**
   * @param {string} sign
   * @param {string} name
   * @param {() => void} pressed
   */
  button(sign, name, pressed) {
    return make("button", { type: "button", "aria-label": name, title: name, tabindex: -1, click: (/** @type {Event} */ event) => {
      if (/** @type {HTMLElement} */ (event.currentTarget).getAttribute("aria-disabled") !== "true") pressed();
    } }, icon(sign));
  }

  goOrStop() {
    if (this.isGoing) this.turns.stop();
    else this.turns.go();
  }

  get isGoing() {
    return this.turns.isReplaying || this.turns.thinking !== null;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = Object.values(this.buttons);
    const at = all.findIndex((button) => button === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const button = to === undefined ? undefined : all[to];
    if (at < 0 || button === undefined) return;
    event.preventDefault();
    this.reach(button);
    button.focus();
  }

  /** @param {HTMLButtonElement} reached */
  reach(reached) {
    for (const button of Object.values(this.buttons)) button.tabIndex = button === reached ? 0 : -1;
  }

  /** @param {import("../shell/types.d.ts").Notation} notation */
  render(notation) {
    const { turns } = this;
    const { game } = turns;
    const { index, played } = game;
    const undone = index - turns.undoIndex;
    this.enable("first", index > 0);
    this.enable("previous", index > 0);
    this.enable("next", index < played.length);
    this.enable("last", index < played.length);
    this.enable("undo", undone > 0);
    this.enable("redo", turns.redoIndex > index);
    this.name("undo", undone > 1 ? `Undo ${undone} moves` : "Undo");
    const isComputer = turns.isOpen && turns.mover !== HUMAN;
    this.enable("go", this.isGoing || !game.isAtEnd || isComputer);
    this.name("go", this.isGoing ? "Stop" : "Go on", this.isGoing ? "stop" : "go");
    if (!Object.values(this.buttons).some((button) => button.tabIndex === 0)) this.reach(/** @type {HTMLButtonElement} */ (this.buttons["first"]));
    const move = played[index - 1];
    const words = move === undefined ? "start" : `${move.side} ${game.menu.move_noun} ${moveText(move, notation.name)}`;
    this.slider.max = String(played.length);
    this.slider.value = String(index);
    this.slider.disabled = played.length === 0;
    this.slider.setAttribute("aria-valuetext", index === 0 ? "start" : `move ${index} of ${played.length}, ${words}`);
    this.count.textContent = `${index} / ${played.length}`;
    this.box.placeholder = notation.placeholder;
  }

  /** Empties the box for typed moves. */
  clear() {
    this.box.value = "";
    this.box.removeAttribute("aria-invalid");
  }

  /**
   * Marks the typed move as wrong. It is put back to be corrected, unless something else was typed meanwhile.
   * @param {string} text
   */
  reject(text) {
    if (this.box.value === "") this.box.value = text;
    this.box.setAttribute("aria-invalid", "true");
    this.box.select();
  }

  /**
   * @param {string} name
   * @param {boolean} isEnabled
   */
  enable(name, isEnabled) {
    this.buttons[name]?.setAttribute("aria-disabled", String(!isEnabled));
  }

  /**
   * @param {string} name
   * @param {string} words
   * @param {string} [sign]
   */
  name(name, words, sign) {
    const button = this.buttons[name];
    if (button === undefined) return;
    button.setAttribute("aria-label", words);
    button.title = words;
    if (sign !== undefined && button.dataset["sign"] !== sign) {
      button.dataset["sign"] = sign;
      fill(button, icon(sign), words);
    }
  }
}
