// Under the board when a game is over: what can be done next.

import { fill, make } from "../shell/dom.js";

export class Ending {
  /**
   * @param {HTMLElement} place
   * @param {{ rematch: () => void, swap: () => void, review: () => void }} handlers
   */
  constructor(place, handlers) {
    this.place = place;
    const button = (/** @type {string} */ name, /** @type {() => void} */ click, style = "") => make("button", { type: "button", click, class: style }, name);
    this.review = button("Review the game", handlers.review);
    fill(place, button("Rematch", handlers.rematch, "main"), button("Rematch with sides swapped", handlers.swap), this.review);
  }

  /**
   * @param {boolean} isShown
   * @param {boolean} canReview whether nothing else in sight reviews the game
   */
  render(isShown, canReview) {
    this.place.hidden = !isShown;
    this.review.hidden = !canReview;
  }
}
