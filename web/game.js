// The game on the board: a start position, the moves from there, and how many of them are played. Rules live on the
// server; what it has answered once is kept, so that a loaded game can be looked through without it.

import { get } from "./api.js";

/** @typedef {import("./types.d.ts").GameMenu} GameMenu */
/** @typedef {import("./types.d.ts").Position} Position */
/** @typedef {import("./types.d.ts").Played} Played */
/** @typedef {import("./types.d.ts").PositionParams} PositionParams */

/**
 * What is needed to load a game.
 * @typedef {object} Line
 * @property {string} game
 * @property {string} [start] text of the start position; empty: the game's own
 * @property {string} [notation] its notation, if known
 * @property {string} [moves] separated by points
 * @property {number} [index] how many of them are on the board; all of them if left out
 */

/** @typedef {"load" | "play" | "step"} Change how the position on the board changed */

const MOST_KEPT = 2000;

export class Game extends EventTarget {
  /** @param {GameMenu[]} games */
  constructor(games) {
    super();
    this.games = games;
    this.menu = /** @type {GameMenu} */ (games[0]);
    /** The start position in the game's own notation on one line; empty if it is the game's own. */
    this.start = "";
    /** @type {Played[]} */
    this.played = [];
    this.index = 0;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Map<string, Position>} */
    this.kept = new Map();
    this.asked = 0;
  }

  /** Whether the last move is on the board. */
  get isAtEnd() {
    return this.index === this.played.length;
  }

  /**
   * The parameters that name the position after so many moves.
   * @param {number} [index]
   * @returns {PositionParams}
   */
  params(index = this.index) {
    const notation = this.start === "" ? undefined : this.menu.notations[0]?.name;
    return { game: this.menu.name, position: this.start, notation, moves: this.moves(index) };
  }

  /**
   * The first moves as the address and the server write them.
   * @param {number} [index]
   */
  moves(index = this.played.length) {
    return lineOf(this.played.slice(0, index));
  }

  /**
   * Loads a game; nothing changes if the server refuses it, or if something else was asked for meanwhile.
   * @param {Line} line
   * @returns {Promise<boolean>} whether it took effect
   */
  async load(line) {
    const menu = this.games.find((game) => game.name === line.game);
    if (menu === undefined) throw new RangeError(`no game “${line.game}”`);
    const mine = ++this.asked;
    let found;
    try {
      found = await positions(menu, line);
    } catch (error) {
      // Nobody waits for an answer that something newer has replaced, nor for its refusal.
      if (mine !== this.asked) return false;
      throw error;
    }
    if (mine !== this.asked) return false;
    const { first, last, shown, index } = found;
    this.menu = menu;
    this.start = first.position === menu.start ? "" : first.position;
    this.played = last.played;
    // Another map: what is still asked of the last game goes into the one it had.
    this.kept = new Map();
    this.keep(first, 0);
    this.keep(last, this.played.length);
    this.keep(shown, index);
    this.show(shown, index, "load");
    return true;
  }

  /**
   * Plays a move; what followed the position on the board is dropped.
   * @param {string} move
   * @param {string} [convention] the notation in which it is written, if not the game's own
   */
  async play(move, convention) {
    const mine = ++this.asked;
    const index = this.index;
    const answer = await get("play", { ...this.params(), move: move.trim(), convention });
    if (mine !== this.asked) return;
    this.append(answer.move, answer, index);
  }

  /**
   * Goes on with what an agent or a program has answered.
   * @param {string} line all moves from the start position
   * @param {AbortSignal} signal nothing changes once it is aborted
   */
  async follow(line, signal) {
    const mine = ++this.asked;
    const position = await get("position", { ...this.params(0), moves: line });
    if (mine !== this.asked || signal.aborted) return;
    this.played = position.played;
    this.keep(position, this.played.length);
    this.show(position, this.played.length, "play");
  }

  /**
   * Shows the position after so many moves.
   * @param {number} index
   * @param {AbortSignal} [signal] nothing changes once it is aborted
   */
  async step(index, signal) {
    const to = Math.min(Math.max(index, 0), this.played.length);
    if (to === this.index) return;
    const mine = ++this.asked;
    const position = await this.at(to);
    if (mine === this.asked && !signal?.aborted) this.show(position, to, "step");
  }

  /**
   * The position after so many moves of this game.
   * @param {number} index
   * @returns {Promise<Position>}
   */
  async at(index) {
    const { kept } = this;
    const params = this.params(index);
    const known = kept.get(params.moves ?? "");
    if (known !== undefined) return known;
    const position = await get("position", params);
    // The line may be another one by now.
    keep(kept, params.moves ?? "", position);
    return position;
  }

  /**
   * @param {Played} move
   * @param {Position} position
   * @param {number} index
   */
  append(move, position, index) {
    const line = this.played.slice(0, index);
    const isOld = this.played[index]?.move === move.move;
    this.played = isOld ? this.played : [...line, move];
    this.keep(position, index + 1);
    this.show(position, index + 1, "play");
  }

  /**
   * @param {Position} position
   * @param {number} index
   */
  keep(position, index) {
    keep(this.kept, this.moves(index), position);
  }

  /**
   * @param {Position} position
   * @param {number} index
   * @param {Change} change
   */
  show(position, index, change) {
    this.position = position;
    this.index = index;
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
  }
}

/**
 * The first position of a game, the last, and the one to be shown.
 * @param {GameMenu} menu
 * @param {Line} line
 * @returns {Promise<{ first: Position, last: Position, shown: Position, index: number }>}
 */
async function positions(menu, line) {
  const params = { game: menu.name, position: line.start, notation: line.notation };
  const [first, end] = await Promise.all([
    get("position", params),
    line.moves ? get("position", { ...params, moves: line.moves }) : null,
  ]);
  const last = end ?? first;
  const count = last.played.length;
  const index = Math.min(Math.max(line.index ?? count, 0), count);
  if (index === count) return { first, last, shown: last, index };
  const shown = index === 0 ? first : await get("position", { ...params, moves: lineOf(last.played.slice(0, index)) });
  return { first, last, shown, index };
}

/**
 * @param {Map<string, Position>} kept
 * @param {string} line
 * @param {Position} position
 */
function keep(kept, line, position) {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(line, position);
}

/**
 * Moves as the address and the server write them.
 * @param {Played[]} played
 */
function lineOf(played) {
  return played.map((move) => move.move.replace(/[[\]]/g, "")).join(".");
}

/**
 * A move in a convention.
 * @param {import("./types.d.ts").Move} move
 * @param {string} convention
 */
export function moveText(move, convention) {
  return move.to === null && move.move === "--" ? "lost turn" : (move.texts[convention] ?? move.move);
}
