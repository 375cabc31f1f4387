// A recorded game on the board: who played it, its state, and whether it is still the game on the board.

import { capital } from "../shell/dom.js";
import { HUMAN } from "../board/players.js";

/** @typedef {import("./types.d.ts").Replayed} Replayed */

export class Recorded {
  /** @param {import("../shell/types.d.ts").Context} context */
  constructor({ game, turns, page }) {
    this.onBoard = game;
    this.turns = turns;
    this.page = page;
    /** @type {Replayed | null} */
    this.game = null;
  }

  /**
   * @param {Replayed} game
   * @param {"replace" | "push"} history whether Back leads to what was on the board
   * @returns {Promise<boolean>} whether it is on the board now
   */
  async load(game, history) {
    this.game = game;
    if (this.has(game)) {
      this.onBoard.dispatchEvent(new CustomEvent("change", { detail: "load" }));
      return true;
    }
    this.turns.stop();
    return this.page.begin({ game: game.game, start: game.position, moves: game.moves }, { history, players: [HUMAN, HUMAN] });
  }

  /** @param {Replayed} game */
  has(game) {
    const { menu, start } = this.onBoard;
    return menu.name === game.game && (start || menu.start) === game.position && this.onBoard.moves() === game.moves.replace(/[[\]]/g, "");
  }

  release() {
    if (this.game === null) return;
    this.game = null;
    this.turns.dispatchEvent(new Event("change"));
  }

  /** How the page shows it. Only the end of a game is put in our words: a fault may have decided it. */
  get shown() {
    const { onBoard, game } = this;
    if (game === null) return null;
    const isOver = onBoard.position !== null && onBoard.isAtEnd;
    return { names: game.entrants.map(({ name }) => name), words: isOver ? `${capital(game.result.words)}.` : null };
  }
}
