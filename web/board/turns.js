// Whose turn it is: lets computers move when they are to, and plays loaded games at a pace. Nothing starts by itself
// when a page is opened: an address must not be able to start programs.

import { ApiError } from "../shell/api.js";
import { decide, HUMAN } from "./players.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./players.js").Decision} Decision */

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
    /** @type {AbortController | null} of the next move of a replay */
    this.stepping = null;
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
    const { position, menu } = this.game;
    return this.players[position !== null && position.turn === menu.sides[1] ? 1 : 0];
  }

  /** Whether the game can continue from the position on the board. */
  get isOpen() {
    return this.game.position !== null && this.game.position.outcome === null && this.forfeit === null;
  }

  /** @param {import("./game.js").Change} change */
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
    this.stepping?.abort();
    this.stepping = null;
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
        this.thinking = null;
        this.isOn = false;
        this.forfeit = decision.fault;
        this.halted();
      } else {
        await game.follow(decision.line, thinking.signal);
        // The board has not changed, because something newer was asked for.
        if (this.thinking === thinking) this.stop();
      }
    } catch (error) {
      if (thinking.signal.aborted) return;
      this.thinking = null;
      this.isOn = false;
      this.problem = problemOf(error);
      this.halted();
    }
  }

  /** Reports that no move came: readers who do not see the board would wait for it. */
  halted() {
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("halt"));
  }

  /** Where undo leads: before the last move of a person, or one move back if there is none. */
  get undoIndex() {
    for (let index = this.game.index - 1; index >= 0; index -= 1) {
      if (this.playerAt(index) === HUMAN) return index;
    }
    return this.players.includes(HUMAN) ? this.game.index : Math.max(this.game.index - 1, 0);
  }

  /** Where redo leads: to the next turn of a person, or one move on if there is none. */
  get redoIndex() {
    const { index, played } = this.game;
    for (let next = index + 1; next < played.length; next += 1) {
      if (this.playerAt(next) === HUMAN) return next;
    }
    return this.players.includes(HUMAN) ? played.length : Math.min(index + 1, played.length);
  }

  /** @param {number} index of a move in the line */
  playerAt(index) {
    return this.players[this.game.played[index]?.side === this.game.menu.sides[1] ? 1 : 0];
  }
}

/**
 * What went wrong, and what helps if the server knows; without the last full stop.
 * @param {unknown} error
 */
function problemOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof ApiError ? error.error.remedy : undefined;
  return remedy === undefined ? message : `${message}. What helps: ${remedy}`;
}
