// The moves of the game in two columns, one for each side, with marks for what they lost.

import { fill, make } from "../shell/dom.js";
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
    const hadFocus = root.contains(document.activeElement);
    const lines = prefixes(game.moves());
    const items = game.played.map((move, index) => {
      const decision = decisions.get(lines[index] ?? "");
      const mark = marks.get(index + 1);
      const button = make(
        "button",
        { type: "button", class: `quiet ${move.side}`, "aria-current": index + 1 === game.index && "step", title: mark?.words, click: () => this.step(index + 1) },
        make("span", { class: "number" }, `${index + 1}.`),
        make("span", { class: "unseen" }, ` ${move.side} `),
        moveText(move, notation),
        mark !== undefined && make("span", { class: `mark is-${SIGNS[mark.sign] ?? "note"}`, "aria-hidden": "true" }, ` ${mark.sign}`),
        mark !== undefined && make("span", { class: "unseen" }, `, ${mark.words}`),
        decision?.fault ? make("span", { class: "fault", title: decision.fault }, " ⚠") : null,
      );
      return make("li", { class: index === 0 && move.side === game.menu.sides[1] ? "second" : undefined }, button);
    });
    fill(root, ...items);
    if (items.length === 0) root.append(make("li", { class: "none" }, "None yet."));
    const current = root.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) return;
    if (hadFocus) current.focus();
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
