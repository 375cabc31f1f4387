// A recorded game on the board: who played it, how it stands, and whether it is still the one on the board.

import { capital } from "../shell/dom.js";
import { HUMAN } from "../board/players.js";

/** @typedef {import("./types.d.ts").Replayed} Replayed */

export class Recorded {
  /**
   * @param {import("../board/game.js").Game} game
   * @param {import("../board/turns.js").Turns} turns
   * @param {{ begin: (line: import("../board/game.js").Line, how: "replace" | "push") => Promise<boolean>, step: (index: number) => void, convention: () => string }} page
   */
  constructor(game, turns, page) {
    this.onBoard = game;
    this.turns = turns;
    this.page = page;
    /** @type {Replayed | null} */
    this.game = null;
  }

  /**
   * @param {Replayed} game
   * @param {"replace" | "push"} how whether Back leads to what was on the board
   * @returns {Promise<boolean>} whether it is on the board now
   */
  async load(game, how) {
    this.game = game;
    if (this.has(game)) {
      this.onBoard.dispatchEvent(new CustomEvent("change", { detail: "load" }));
      return true;
    }
    this.turns.stop();
    this.turns.players = [HUMAN, HUMAN];
    return this.page.begin({ game: game.game, start: game.position, moves: game.moves }, how);
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

  index() {
    return this.onBoard.index;
  }

  isOver() {
    return this.onBoard.position?.outcome !== null;
  }

  /** @param {number} index */
  step(index) {
    this.page.step(index);
  }

  convention() {
    return this.page.convention();
  }

  /** Who played which side. */
  get names() {
    return this.game?.entrants.map(({ name }) => name) ?? null;
  }

  /** What stands above the board, where the board itself does not say it: the end of a game that a fault decided. */
  get words() {
    const { onBoard, game } = this;
    if (game === null || onBoard.position === null) return null;
    if (onBoard.isAtEnd) return `${capital(game.result.words)}.`;
    return null;
  }
}
