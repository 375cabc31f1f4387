// A hint: what a strong player would do here, asked for by a button, until the position changes.

import { moveText } from "../board/game.js";
import { get } from "../shell/api.js";
import { make, write } from "../shell/dom.js";
import { typeset } from "../shell/numbers.js";

/** How long a hint is searched for. */
const TIME = "1s";

export class Hint {
  /**
   * @param {import("../board/turns.js").Turns} turns
   * @param {import("../shell/types.d.ts").Context} context
   */
  constructor(turns, { page, notation }) {
    this.turns = turns;
    this.page = page;
    this.notation = notation;
    /** @type {import("../shell/types.d.ts").Move | null} */
    this.move = null;
    /** What the move is worth, in brackets; empty if nothing is known. */
    this.why = "";
    /** @type {AbortController | null} */
    this.asking = null;
    this.button = make("button", { type: "button", click: () => void page.attempt(() => this.ask()) }, "Hint");
    this.words = make("p", { class: "hint-words", role: "status" });
    turns.game.addEventListener("change", () => this.drop());
  }

  /** Forgets the hint: it was for another position. */
  drop() {
    this.asking?.abort();
    this.asking = null;
    this.move = null;
    write(this.words, "");
  }

  async ask() {
    const { game } = this.turns;
    if (this.asking !== null || !this.turns.isOpen) return;
    const asking = new AbortController();
    this.asking = asking;
    this.move = null;
    this.words.textContent = "Looking for a good move.";
    this.page.renderBoard();
    const agent = game.menu.agents.includes("perfect") ? "perfect" : "engine";
    try {
      /** @type {import("../shell/types.d.ts").Choice} */
      const { move, words, proof } = await get("choose", { ...game.params(), agent: `${agent}:time=${TIME}` }, asking.signal);
      if (asking.signal.aborted) return;
      this.move = move;
      const found = proof === null ? words : proof.words.replace(/^proved: /, "");
      this.why = found === "" ? "" : ` (${typeset(found)})`;
      this.render();
      this.page.renderBoard();
    } catch (error) {
      if (asking.signal.aborted) return;
      this.words.textContent = "";
      throw error;
    } finally {
      if (this.asking === asking) this.asking = null;
    }
  }

  /** The same move has other names when another notation is chosen. */
  render() {
    this.button.setAttribute("aria-disabled", String(!this.turns.isOpen));
    if (this.move === null) return;
    const words = `Hint: ${this.turns.game.menu.move_noun} ${moveText(this.move, this.notation().name)}${this.why}.`;
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}
