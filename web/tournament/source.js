// Where tournaments come from: the server's folders, or a file that somebody opens.

import { HUMAN } from "../board/players.js";
import { textOf } from "../shell/address.js";
import { get, listen, openTournament } from "../shell/api.js";
import { capital } from "../shell/dom.js";

/** @import { Page, Replayed, Short, Whole } from "./types.d.ts" */

/** After a broken stream the next one begins so many milliseconds later. */
const RETRY_MS = 2000;

/** @returns {Promise<Short[]>} */
export async function list() {
  return (await get("tournaments")).tournaments;
}

/** @param {number} number @returns {Promise<Whole | Short>} */
export function whole(number) {
  return get(`tournaments/${number}`);
}

/**
 * @param {number} number
 * @param {{ entrant: number | null, fault: string, from: number }} filter
 * @param {number} size
 * @returns {Promise<Page>}
 */
export function games(number, { entrant, fault, from }, size) {
  return get(`tournaments/${number}/games`, { entrant: entrant ?? undefined, fault, from, count: size });
}

/** @param {number} number @param {number} id @returns {Promise<Replayed>} */
export function game(number, id) {
  return get(`tournaments/${number}/games/${id}`);
}

/** News of one tournament at a time, and none while nobody can see the page. */
export class News {
  /** @param {(short: Short) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {number | null} */
    this.number = null;
    this.stop = () => {};
    document.addEventListener("visibilitychange", () => this.begin());
  }

  /** @param {number | null} number */
  follow(number) {
    if (number === this.number) return;
    this.number = number;
    this.begin();
  }

  begin() {
    this.stop();
    this.stop = () => {};
    const { number } = this;
    if (number === null || document.hidden) return;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isStopped = false;
    const close = listen(`tournaments/${number}/news`, {}, ["news"], (name, data) => {
      if (isStopped) return;
      if (name === "news") this.changed(data);
      else timer = setTimeout(() => this.begin(), RETRY_MS);
    });
    this.stop = () => {
      isStopped = true;
      clearTimeout(timer);
      close();
    };
  }
}

// A recorded game on the board: who played it, its state, and whether it is still the game on the board.

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

// Where no server shows folders: the file of a finished tournament.

/** Longer files are not read: some 6,000 games are written in so many bytes. */
const MOST_BYTES = 128 << 20;

/** Opens a file, and returns the number of its tournament. @param {File} file */
export async function openFile(file) {
  const open = /** @type {NonNullable<typeof openTournament>} */ (openTournament);
  return open(file.name, await textOf(file, MOST_BYTES));
}
