// The selector of boards, for games that are played on several.

/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */

export class Sizes {
  /** The game whose boards the selector has. */
  #of = "";

  /**
   * @param {HTMLSelectElement} selector
   * @param {GameMenu[]} menus of all games, on their usual boards
   * @param {(start: string) => void} choose takes the position before the first move on the chosen board
   */
  constructor(selector, menus, choose) {
    this.selector = selector;
    this.menus = menus;
    selector.addEventListener("change", () => choose(selector.value));
  }

  /**
   * Shows the boards of the game, if there are several, and that on which it is played.
   * @param {import("./game.js").Game} game
   */
  render({ menu, start: begun }) {
    const usual = /** @type {GameMenu} */ (this.menus.find(({ name }) => name === menu.name));
    const { name, start, other_starts: others, columns, rows } = usual;
    const label = /** @type {HTMLElement} */ (this.selector.closest("label"));
    label.hidden = others.length === 0;
    if (label.hidden) return;
    const all = [{ name: `${columns}x${rows}`, position: start }, ...others];
    if (this.#of !== name) {
      this.selector.replaceChildren(...all.map((one) => new Option(one.name.replace(/^(\d+)x(\d+)$/, "$1 × $2"), one.position)));
      this.#of = name;
    }
    // A game may have begun in a position of its own: then its board counts.
    const chosen = all.findIndex((one) => one.position === (begun || start));
    this.selector.selectedIndex = chosen >= 0 ? chosen : all.findIndex((one) => one.name === `${menu.columns}x${menu.rows}`);
  }
}
