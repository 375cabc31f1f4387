// The game on the board: its position and moves, and who is to make the next.

import { ApiError, get } from "../shell/api.js";
import { decide, HUMAN } from "./players.js";

/** @import { GameMenu, Move, Notation, Played, Position, PositionParams } from "../shell/types.d.ts" */
/** @import { Decision } from "./players.js" */

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
 * @property {number} asked the number of the request; a newer request cancels these moves
 * @property {string[]} moves
 * @property {number} since when the first of them was asked for
 * @property {Promise<unknown>} last fulfilled when all are made or refused
 */

/** A line that another one has replaced, and how many of its moves were on the board then. @typedef {{ played: Played[], index: number }} Left */

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
    /** @type {Left | null} the line that was left last, until the game is another one */
    this.left = null;
    /** @type {Pending | null} */
    this.pending = null;
    this.asked = 0;
    /** What the text of the start position was read as, in words; `null` if its notation was known. @type {string | null} */
    this.readAs = null;
  }

  /** The moves that are on their way, if nothing newer was asked for. */
  get waiting() {
    return this.pending?.asked === this.asked ? this.pending : null;
  }

  /** Whether the last move is on the board. */
  get isAtEnd() {
    return this.index === this.played.length;
  }

  /** The notation of this name, or else the game's own. @param {string} [name] */
  notation(name) {
    const all = this.menu.notations;
    return /** @type {Notation} */ (all.find((one) => one.name === name) ?? all[0]);
  }

  /** The parameters that name the position after so many moves. @param {number} [index] @returns {PositionParams} */
  params(index = this.index) {
    const notation = this.start === "" ? undefined : this.menu.notations[0]?.name;
    return { game: this.menu.name, position: this.start, notation, moves: this.moves(index) };
  }

  /** The first moves as the address and the server write them. @param {number} [index] */
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
    const found = await positions(menu, line).catch((error) => {
      if (mine === this.asked) throw error;
      return null;
    });
    // Something newer was asked for: this answer, or its refusal, is dropped.
    if (found === null || mine !== this.asked) return false;
    const { first, last, shown, index } = found;
    this.menu = menu;
    this.start = first.position === menu.start ? "" : first.position;
    this.readAs = first.read_as;
    this.played = last.played;
    this.left = null;
    // A new map: answers that are still to come for the last game go into the old map.
    this.kept = new Map();
    keep(this.kept, "", first);
    keep(this.kept, this.moves(), last);
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
      // A position that failed is asked for again when it is needed.
    }
  }

  /** Plays a move, after those that are on their way; what followed the position on the board is left. @param {string} move @param {() => void} [check] fails if nobody may make it when it is its turn */
  async play(move, check = () => {}) {
    if (this.pending?.asked !== this.asked) this.pending = { asked: ++this.asked, moves: [], since: performance.now(), last: Promise.resolve() };
    const { pending } = this;
    pending.moves.push(move);
    const made = pending.last.then(() => this.make(pending, move, check));
    pending.last = made.catch(() => {});
    this.dispatchEvent(new Event("pending"));
    await made;
  }

  /** @param {Pending} pending @param {string} move @param {() => void} check */
  async make(pending, move, check) {
    if (pending.asked !== this.asked) return;
    const { index } = this;
    try {
      check();
      const answer = await get("play", { ...this.params(), move });
      if (pending.asked !== this.asked) return;
      pending.moves.shift();
      if (pending.moves.length === 0) this.pending = null;
      this.replace([...this.played.slice(0, index), answer.move], index);
      this.show(answer, index + 1, "play");
    } catch (error) {
      // One move failed: the moves after it were meant for another position, and are dropped too.
      if (pending.asked !== this.asked) return;
      this.asked += 1;
      throw error;
    } finally {
      this.dispatchEvent(new Event("pending"));
    }
  }

  /**
   * Plays the answer of an agent or a program.
   * @param {string} line all moves from the start position
   * @param {AbortSignal} signal nothing changes once it is aborted
   */
  async follow(line, signal) {
    const mine = ++this.asked;
    const position = await get("position", { ...this.params(0), moves: line });
    if (mine !== this.asked || signal.aborted) return;
    this.replace(position.played, this.index);
    this.show(position, position.played.length, "play");
  }

  /** Shows the position after so many moves. @param {number} index @param {AbortSignal} [signal] nothing changes once it is aborted */
  async step(index, signal) {
    const to = Math.min(Math.max(index, 0), this.played.length);
    if (to === this.index) return;
    const mine = ++this.asked;
    const position = await this.at(to);
    if (mine === this.asked && !signal?.aborted) this.show(position, to, "step");
  }

  /** The position after so many moves of this game. @param {number} index @param {Played[]} [played] @returns {Promise<Position>} */
  async at(index, played = this.played) {
    const { kept } = this;
    const moves = lineOf(played.slice(0, index));
    const known = kept.get(moves);
    if (known !== undefined) return known;
    const position = await get("position", { ...this.params(0), moves });
    // The line may be another one by now.
    keep(kept, moves, position);
    return position;
  }

  /**
   * Makes this the line. If the line on the board or the line left last begins with these moves, that longer line is
   * used instead. A line that another one replaces becomes the line left last.
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

  /** Goes back to the line left last. The line on the board becomes the line left last. */
  async takeUp() {
    const { left } = this;
    if (left === null) return;
    const mine = ++this.asked;
    const position = await this.at(left.index, left.played);
    if (mine !== this.asked) return;
    this.left = { played: this.played, index: left.index };
    this.played = left.played;
    this.show(position, left.index, "step");
  }

  /** @param {Position} position @param {number} index @param {Change} change */
  show(position, index, change) {
    this.position = position;
    this.index = index;
    keep(this.kept, this.moves(index), position);
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

/** @param {Map<string, Position>} kept @param {string} line @param {Position} position */
function keep(kept, line, position) {
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(line, position);
}

/** Moves as the address and the server write them. @param {Played[]} played */
function lineOf(played) {
  return played.map((move) => move.move.replace(/[[\]]/g, "")).join(".");
}

/** A move in a notation. @param {Move} move @param {string} notation */
export function moveText(move, notation) {
  return move.to === null && move.move === "--" ? "lost turn" : (move.texts[notation] ?? move.move);
}

/** The number of a move in pairs, one move of each side. @param {GameMenu} menu @param {Played[]} played @param {number} at its place, from 0 */
export const numberOf = ({ sides }, played, at) => Math.floor((at + (played[0]?.side === sides[1] ? 1 : 0)) / 2) + 1;

// Whose turn it is: lets computers move when they are to, and plays loaded games at a pace. Nothing starts by itself
// when a page is opened: an address must not be able to start programs.

/** Milliseconds that a move stays before the next. */
export const PACES = { slow: 1600, normal: 700, fast: 250 };

export class Turns extends EventTarget {
  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    /** @type {[string, string]} */
    this.players = [HUMAN, HUMAN];
    /** Whether computers move when it is their turn. */
    this.isOn = false;
    /** Whether the moves of a loaded game are being shown one by one. */
    this.isReplaying = false;
    /** @type {keyof typeof PACES} */
    this.pace = "normal";
    /** @type {AbortController | null} until the move is on the board */
    this.thinking = null;
    /** Of the next move of a replay. */
    this.stepping = new AbortController();
    this.since = 0;
    /** @type {Map<string, Decision>} what is known of moves, by the moves up to and with it */
    this.decisions = new Map();
    /** @type {string | null} what keeps a computer from moving, and what helps */
    this.problem = null;
    /** @type {string | null} who lost by a fault, in words; until the line changes */
    this.forfeit = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.shownAt = 0;
    game.addEventListener("change", (event) => this.changed(/** @type {CustomEvent} */ (event).detail));
  }

  /** Who is to move now. */
  get mover() {
    return this.playerOf(this.game.position?.turn);
  }

  /** Who plays a side. @param {string | undefined} side */
  playerOf(side) {
    return this.players[side === this.game.menu.sides[1] ? 1 : 0];
  }

  /** Whether the game can continue from the position on the board. */
  get isOpen() {
    return this.game.position !== null && this.game.position.outcome === null && this.forfeit === null;
  }

  /** @param {Change} change */
  changed(change) {
    this.stopThinking();
    this.shownAt = performance.now();
    this.problem = null;
    this.forfeit = null;
    if (change === "load") {
      this.isReplaying = false;
      this.isOn = false;
      this.decisions.clear();
    }
    if (change === "step" && !this.isReplaying) this.isOn = false;
    if (change === "play") this.isOn = true;
    this.consider();
  }

  /** Starts play: first shows the loaded moves, then lets computers move. */
  go() {
    this.problem = null;
    this.isReplaying = !this.game.isAtEnd;
    this.isOn = true;
    this.consider();
  }

  /** Stops computers and the showing of moves. */
  stop() {
    this.isOn = false;
    this.isReplaying = false;
    this.stopThinking();
    this.dispatchEvent(new Event("change"));
  }

  stopThinking() {
    clearTimeout(this.timer);
    this.thinking?.abort();
    this.thinking = null;
    this.stepping.abort();
  }

  /** Starts the next step: a move of the replay, or a computer's move. */
  consider() {
    clearTimeout(this.timer);
    // After the last loaded move the replay is over, and computers play on from there.
    if (this.game.isAtEnd) this.isReplaying = false;
    if (this.isReplaying) {
      const { signal } = (this.stepping = new AbortController());
      this.timer = setTimeout(() => void this.game.step(this.game.index + 1, signal).catch(() => this.stop()), PACES[this.pace]);
    } else if (this.isOn && this.isOpen && this.mover !== HUMAN && this.thinking === null) {
      void this.think();
    }
    this.dispatchEvent(new Event("change"));
  }

  async think() {
    const thinking = new AbortController();
    this.thinking = thinking;
    this.since = performance.now();
    const { game, mover } = this;
    try {
      const decision = await decide(mover, game.params(), thinking.signal);
      // Each move stays visible for a while before the next one comes.
      const rest = this.shownAt + (this.players.includes(HUMAN) ? 300 : PACES[this.pace]) - performance.now();
      if (rest > 0) await new Promise((resolve) => { this.timer = setTimeout(resolve, rest); });
      if (thinking.signal.aborted) return;
      this.decisions.set(decision.line, decision);
      if (decision.isLost) {
        this.forfeit = decision.fault;
        this.halt();
      } else {
        await game.follow(decision.line, thinking.signal);
        // The board has not changed, because something newer was asked for.
        if (this.thinking === thinking) this.stop();
      }
    } catch (error) {
      if (thinking.signal.aborted) return;
      this.problem = problemOf(error);
      this.halt();
    }
  }

  /** No move came. It is reported: readers who do not see the board would wait for it. */
  halt() {
    this.thinking = null;
    this.isOn = false;
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("halt"));
  }

  /** Where undo leads: before the last move of a person, or one move back if there is none. */
  get undoIndex() {
    const { index, played } = this.game;
    const last = played.findLastIndex(({ side }, at) => at < index && this.playerOf(side) === HUMAN);
    return last >= 0 ? last : this.players.includes(HUMAN) ? index : Math.max(index - 1, 0);
  }

  /** Where redo leads: to the next turn of a person, or one move on if there is none. */
  get redoIndex() {
    const { index, played } = this.game;
    const next = played.findIndex(({ side }, at) => at > index && this.playerOf(side) === HUMAN);
    return next >= 0 ? next : this.players.includes(HUMAN) ? played.length : Math.min(index + 1, played.length);
  }
}

/** What went wrong, and what helps if the server knows; without the last full stop. @param {unknown} error */
function problemOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof ApiError ? error.error.remedy : undefined;
  return remedy === undefined ? message : `${message}. What helps: ${remedy}`;
}
