// The moves of the game in two columns, one for each side, with marks for what they lost.

import { make } from "../shell/dom.js";
import { moveText } from "./game.js";

/**
 * A mark beside a move.
 * @typedef {object} Mark
 * @property {string} sign as in chess: `!`, `?!`, `?`, `??`
 * @property {string} words
 */

export class MoveList {
  /** @param {(index: number) => void} step */
  constructor(step) {
    this.step = step;
    this.shown = "";
    /** The number of moves on the board when it was drawn last. */
    this.index = 0;
    /** The entries of the list, each with its text. @type {{ root: HTMLElement, button: HTMLElement, says: string }[]} */
    this.items = [];
    this.none = make("li", { class: "none" }, "None yet.");
    this.root = make("ol", { class: "moves", "aria-label": "Moves" });
  }

  /**
   * @param {import("./turns.js").Turns} turns
   * @param {string} notation
   * @param {Map<number, Mark>} [marks] by the number of moves on the board after the marked one
   */
  render({ game, decisions }, notation, marks = new Map()) {
    const faults = [...decisions].filter(([, decision]) => decision.fault !== null).map(([line]) => line);
    const shown = [notation, game.menu.name, game.index, game.moves(), ...faults, ...[...marks].map(([at, { sign, words }]) => at + sign + words)].join("\n");
    if (shown === this.shown) return;
    this.shown = shown;
    const { root } = this;
    const focused = this.items.findIndex(({ button }) => button === document.activeElement);
    const isElsewhere = game.index !== this.index;
    this.index = game.index;
    const lines = prefixes(game.moves());
    // A move adds an entry: the others stay as they are.
    game.played.forEach((move, index) => {
      const decision = decisions.get(lines[index] ?? "");
      const mark = marks.get(index + 1);
      const text = moveText(move, notation);
      const isSecond = index === 0 && move.side === game.menu.sides[1];
      const says = [move.side, isSecond, text, mark?.sign, mark?.words, decision?.fault].join("\n");
      const old = this.items[index];
      if (old?.says === says) return;
      const button = make(
        "button",
        { type: "button", class: `quiet ${move.side}`, title: mark?.words, click: () => this.step(index + 1) },
        make("span", { class: "number" }, `${index + 1}.`),
        make("span", { class: "unseen" }, ` ${move.side} `),
        text,
        mark !== undefined && make("span", { class: `mark is-${SIGNS[mark.sign] ?? "note"}`, "aria-hidden": "true" }, ` ${mark.sign}`),
        mark !== undefined && make("span", { class: "unseen" }, `, ${mark.words}`),
        decision?.fault ? make("span", { class: "fault", title: decision.fault }, " ⚠") : null,
      );
      const item = make("li", { class: isSecond ? "second" : undefined }, button);
      if (old === undefined) root.append(item);
      else old.root.replaceWith(item);
      this.items[index] = { root: item, button, says };
    });
    for (const { root: item } of this.items.splice(game.played.length)) item.remove();
    if (this.items.length === 0) root.append(this.none);
    else this.none.remove();
    this.items.forEach(({ button }, index) => {
      if (index + 1 === game.index) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = root.querySelector("[aria-current]");
    // A redrawn entry has lost the focus.
    const next = isElsewhere ? current : (this.items[focused]?.button ?? current);
    if (focused >= 0 && next instanceof HTMLElement) next.focus();
    if (!(current instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = current;
    if (offsetTop < root.scrollTop || offsetTop + offsetHeight > root.scrollTop + root.clientHeight) root.scrollTop = offsetTop - root.clientHeight / 2;
  }
}

/**
 * The lines with which a line begins: of one move, of two, and so on.
 * @param {string} line
 */
function prefixes(line) {
  const ends = [...line.matchAll(/\.|$/g)].map(({ index }) => index);
  return ends.map((end) => line.slice(0, end));
}

/** @type {Record<string, string>} */
const SIGNS = { "!": "good", "?!": "slow", "?": "mistake", "??": "blunder" };
