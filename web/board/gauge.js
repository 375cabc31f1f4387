// The bar of the value under the board: how much of it belongs to which side, with the words for it.

import { capital, fill, make } from "../shell/dom.js";

/** @typedef {import("./analysis.js").Found} Found */

/** Where evaluations were fitted to the results of games, so many points mean odds of e to 1 (docs/players.md). */
const POINTS = 100;

/** What is not proved never fills the bar. */
const MOST = 0.98;

/**
 * The share of the side that moves first: 1 if it wins, 0 if it loses, ½ for a draw. What is only estimated is the
 * probability of winning, if evaluations give that. Not known: `null`.
 * @param {Found} found
 * @param {boolean} isFirst whether that side is to move
 * @param {boolean} hasOdds whether evaluations were fitted to results
 */
export function share({ position, depth }, isFirst, hasOdds) {
  const of = (/** @type {number} */ mover) => (isFirst ? mover : 1 - mover);
  if (position !== null && position.result !== null) return of({ win: 1, draw: 0.5, loss: 0 }[position.result]);
  if (depth === null) return null;
  if (depth.proof !== null && depth.proof !== undefined) return of({ win: 1, draw: 0.5, loss: 0 }[depth.proof.result]);
  return hasOdds ? of(Math.min(MOST, Math.max(1 - MOST, 1 / (1 + Math.exp(-depth.value / POINTS))))) : null;
}

export class Gauge {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.first = make("span", { class: "gauge-first" });
    this.words = make("span", { class: "gauge-words" });
    fill(place, make("span", { class: "gauge-bar", "aria-hidden": "true" }, this.first), this.words);
  }

  /**
   * @param {import("./analysis.js").Analysis} analysis
   * @param {boolean} isOfBoard whether the analysed position is the one on the board
   * @param {string} notation the notation of moves
   */
  render(analysis, isOfBoard, notation) {
    const { position, menu } = analysis.game;
    this.place.hidden = !analysis.isOn || !isOfBoard || position === null;
    if (this.place.hidden || position === null) return;
    const { outcome } = position;
    const won = outcome === null ? null : outcome.winner === null ? 0.5 : outcome.winner === menu.sides[0] ? 1 : 0;
    const part = won ?? share(analysis.found, position.turn === menu.sides[0], menu.solver === "winner");
    this.place.toggleAttribute("data-unknown", part === null);
    [this.place.dataset["pieces"], this.place.dataset["second"]] = menu.pieces;
    // The policy of the page allows no style attribute in text; through the object model it is allowed.
    this.first.style.width = `${((part ?? 0.5) * 100).toFixed(1)}%`;
    // The line below already says who has won.
    const words = outcome === null ? analysis.words(notation) : "";
    this.words.hidden = words === "";
    this.words.textContent = `${capital(words).replace(/\.$/, "")}.`;
  }
}
