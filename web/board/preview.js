// What a move would do, shown in the cells before it is made: the piece that would stand there, and where a pawn could go.

/** @typedef {import("../shell/types.d.ts").Move} Move */

export class Preview {
  constructor() {
    /** @type {SVGElement[]} */
    this.shown = [];
  }

  clear() {
    for (const one of this.shown) one.remove();
    this.shown = [];
  }

  /**
   * Puts a picture into a cell. Pictures never take the place of a piece.
   * @param {HTMLElement | undefined} cell
   * @param {SVGElement} picture
   */
  add(cell, picture) {
    picture.classList.add("preview");
    cell?.append(picture);
    this.shown.push(picture);
  }
}
