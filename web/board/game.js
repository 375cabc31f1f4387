// The game on the board: a start position, the moves from there, and how many of them are played. Rules live on the
// server; what it has answered once is kept, so that a loaded game can be looked through without it.

import { get } from "../shell/api.js";

/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("../shell/types.d.ts").Position} Position */
/** @typedef {import("../shell/types.d.ts").Played} Played */
/** @typedef {import("../shell/types.d.ts").PositionParams} PositionParams */

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

/**
 * Moves of people that the server has not answered yet, made in the order in which they were asked for.
 * @typedef {object} Pending
 * @property {number} asked the number of what was asked for, by which anything newer ends them
 * @property {string[]} moves
 * @property {number} since when the first of them was asked for
 * @property {Promise<unknown>} last fulfilled when all are made or refused
 */

/**
 * A line that another one has replaced.
 * @typedef {object} Left
 * @property {Played[]} played
 * @property {number} index how many of its moves were on the board when it was left
 */

/**
 * The answer to what follows a move that somebody aims at.
 * @typedef {object} Aimed
 * @property {Promise<any>} answer
 * @property {number} since when it was asked
 * @property {"asked" | "answered" | "failed"} state
 */

const MOST_KEPT = 2000;

/** What was asked so long ago without an answer is asked again when the move is made. */
const STALE_MS = 1000;

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
    /** @type {Left | null} the line that was left last, until the game is another one */
    this.left = null;
    /** @type {Pending | null} */
    this.pending = null;
    /** What was asked of moves that somebody aims at, by the question. @type {Map<string, Aimed>} */
    this.aimed = new Map();
    this.asked = 0;
    /** The number of a step that somebody has asked for and that is on its way; 0 if there is none. */
    this.stepping = 0;
    /** Where that step leads. */
    this.goal = 0;
  }

  /** The turn on the board, or that to which a step is on its way: where further steps begin. */
  get heading() {
    return this.stepping !== 0 && this.stepping === this.asked ? this.goal : this.index;
  }

  /** The moves that are on their way, if nothing newer was asked for. */
  get waiting() {
    return this.pending?.asked === this.asked ? this.pending : null;
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
    const found = await this.newest(positions(menu, line));
    if (found === null) return false;
    const { first, last, shown, index } = found;
    this.menu = menu;
    this.start = first.position === menu.start ? "" : first.position;
    this.played = last.played;
    this.left = null;
    // Another map: what is still asked of the last game goes into the one it had.
    this.kept = new Map();
    this.keep(first, 0);
    this.keep(last, this.played.length);
    this.keep(shown, index);
    this.show(shown, index, "load");
    void this.fetchRest();
    return true;
  }

  /** Asks for the positions of a loaded line one after the other, so that it can be looked through without the server. */
  async fetchRest() {
    const { kept } = this;
    try {
      for (let index = this.played.length - 1; index > 0 && kept === this.kept; index -= 1) await this.at(index);
    } catch {
      // They are asked for again when they are wanted.
    }
  }

  /**
   * Asks what follows a move that somebody is about to make: when it is made, the board has not to wait for it.
   * @param {string} move
   */
  aim(move) {
    if (this.waiting !== null) return;
    const asked = { ...this.params(), move };
    const key = JSON.stringify(asked);
    if (this.aimed.has(key)) return;
    /** @type {Aimed} */
    const aimed = { answer: get("play", asked), since: performance.now(), state: "asked" };
    this.aimed.set(key, aimed);
    aimed.answer.then(() => { aimed.state = "answered"; }, () => { aimed.state = "failed"; });
  }

  /**
   * What follows a move: as it was asked while somebody aimed at it, unless that failed or takes suspiciously long.
   * @param {Record<string, string | undefined>} asked
   */
  answerTo(asked) {
    const aimed = this.aimed.get(JSON.stringify(asked));
    const isOfUse = aimed?.state === "answered" || (aimed?.state === "asked" && performance.now() - aimed.since < STALE_MS);
    return aimed !== undefined && isOfUse ? aimed.answer : get("play", asked);
  }

  /**
   * Plays a move, after those that are on their way; what followed the position on the board is left.
   * @param {string} move
   * @param {string} [notation] the notation in which it is written, if not the game's own
   * @param {() => void} [check] fails if nobody may make a move any more when it is its turn
   */
  async play(move, notation, check = () => {}) {
    if (this.pending?.asked !== this.asked) this.pending = { asked: ++this.asked, moves: [], since: performance.now(), last: Promise.resolve() };
    const { pending } = this;
    pending.moves.push(move.trim());
    const made = pending.last.then(() => this.make(pending, move.trim(), notation, check));
    pending.last = made.catch(() => {});
    this.dispatchEvent(new Event("pending"));
    await made;
  }

  /**
   * @param {Pending} pending
   * @param {string} move
   * @param {string | undefined} notation
   * @param {() => void} check
   */
  async make(pending, move, notation, check) {
    if (pending.asked !== this.asked) return;
    const { index } = this;
    try {
      check();
      const answer = await this.answerTo({ ...this.params(), move, convention: notation });
      if (pending.asked !== this.asked) return;
      pending.moves.shift();
      if (pending.moves.length === 0) this.pending = null;
      this.append(answer.move, answer, index);
    } catch (error) {
      // Moves after one that cannot be made were meant for another position.
      if (pending.asked !== this.asked) return;
      this.asked += 1;
      throw error;
    } finally {
      this.dispatchEvent(new Event("pending"));
    }
  }

  /**
   * Goes on with what an agent or a program has answered.
   * @param {string} line all moves from the start position
   * @param {AbortSignal} signal nothing changes once it is aborted
   */
  async follow(line, signal) {
    const position = await this.newest(get("position", { ...this.params(0), moves: line }));
    if (position === null || signal.aborted) return;
    this.replace(position.played, this.index);
    this.keep(position, position.played.length);
    this.show(position, position.played.length, "play");
  }

  /**
   * Shows the position after so many moves.
   * @param {number} index
   * @param {AbortSignal} [signal] nothing changes once it is aborted
   */
  async step(index, signal) {
    const to = Math.min(Math.max(index, 0), this.played.length);
    if (to === this.index) {
      // Whoever wants to stay here wants no more to go where the last step leads.
      if (this.stepping === this.asked) this.asked += 1;
      return;
    }
    const asked = this.newest(this.at(to));
    if (signal === undefined) {
      this.stepping = this.asked;
      this.goal = to;
    }
    const position = await asked;
    if (position !== null && !signal?.aborted) this.show(position, to, "step");
  }

  /**
   * An answer that is asked for now; nothing if something newer was asked for before it came. Then nobody waits for it any
   * more, nor for its refusal.
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T | null>}
   */
  async newest(answer) {
    const mine = ++this.asked;
    try {
      const found = await answer;
      return mine === this.asked ? found : null;
    } catch (error) {
      if (mine === this.asked) throw error;
      return null;
    } finally {
      if (this.stepping === mine) this.stepping = 0;
    }
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
    this.replace([...this.played.slice(0, index), move], index);
    this.keep(position, index + 1);
    this.show(position, index + 1, "play");
  }

  /**
   * Makes this the line, or the longer one that begins so: that on the board, or that which was left. What another line
   * replaces is left.
   * @param {Played[]} played
   * @param {number} index how many moves are on the board
   */
  replace(played, index) {
    const line = lineOf(played);
    const begins = (/** @type {Played[]} */ longer) => lineOf(longer.slice(0, played.length)) === line;
    if (begins(this.played)) return;
    const next = this.left !== null && begins(this.left.played) ? this.left.played : played;
    if (index < this.played.length) this.left = { played: this.played, index };
    this.played = next;
  }

  /** Takes up the line that was left; the other one is left then. */
  async takeUp() {
    const { left } = this;
    if (left === null) return;
    const moves = lineOf(left.played.slice(0, left.index));
    const position = await this.newest(Promise.resolve(this.kept.get(moves) ?? get("position", { ...this.params(0), moves })));
    if (position === null) return;
    this.left = { played: this.played, index: left.index };
    this.played = left.played;
    this.keep(position, left.index);
    this.show(position, left.index, "step");
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
    this.menu = sized(this.menu, position.board);
    this.index = index;
    this.aimed.clear();
    this.dispatchEvent(new CustomEvent("change", { detail: change }));
  }
}

/** Menus of games on boards of other sizes, by game and size. @type {Map<string, GameMenu>} */
const sizedMenus = new Map();

/**
 * The menu of a game for a board, whose size may differ from the usual one: labels and start are those of the board then.
 * @param {GameMenu} menu
 * @param {Position["board"]} board
 */
export function sized(menu, { columns, rows }) {
  if (menu.columns === columns.length && menu.rows === rows.length) return menu;
  const key = `${menu.name} ${columns.length}x${rows.length}`;
  const known = sizedMenus.get(key);
  if (known !== undefined) return known;
  const notations = menu.notations.map((notation) => ({ ...notation, columns, rows }));
  const empty = menu.other_starts.find(({ name }) => name === `${columns.length}x${rows.length}`);
  const made = { ...menu, columns: columns.length, rows: rows.length, start: empty?.position ?? menu.start, notations };
  sizedMenus.set(key, made);
  return made;
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
 * A move in a notation.
 * @param {import("../shell/types.d.ts").Move} move
 * @param {string} notation
 */
export function moveText(move, notation) {
  return move.to === null && move.move === "--" ? "lost turn" : (move.texts[notation] ?? move.move);
}
