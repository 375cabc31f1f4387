// What is said of the game around the board: whose turn it is, who is ahead, and what can follow its end.

import { isLoading } from "../shell/api.js";
import { capital } from "../shell/dom.js";
import { html, render } from "../vendor/lit-html.js";
import { HUMAN, playerName } from "./players.js";

/** @typedef {import("./game.js").Turns} Turns */
/** @typedef {import("./analysis.js").Found} Found */

/** The side of the reader: of the only person who plays against a computer; otherwise `null`. */
export function yourSide(/** @type {Turns} */ { players, game }) {
  const [first, second] = players.map((player) => player === HUMAN);
  return first === second ? null : game.menu.sides[first ? 0 : 1];
}

/**
 * The result of a game for who plays it.
 * @param {import("../shell/types.d.ts").Outcome} outcome
 * @param {string | null} you the side of the reader
 */
function resultText({ winner, words, points }, you) {
  if (you === null || winner === null) return `${capital(words)}.`;
  const [most, least] = Object.values(points ?? {}).sort((a, b) => b - a);
  return `You ${winner === you ? "win" : "lose"}${points === undefined ? "" : `, ${winner === you ? `${most} to ${least}` : `${least} to ${most}`}`}.`;
}

/** The line above the board. */
export function statusText(/** @type {Turns} */ turns) {
  const { position } = turns.game;
  if (position === null) return "Loading the board.";
  const you = yourSide(turns);
  if (position.outcome !== null) return resultText(position.outcome, you);
  const who = capital(position.turn);
  const name = `${who} (${playerName(turns.mover, turns.game.menu)})`;
  if (turns.forfeit !== null) return `${who} has lost: ${turns.forfeit}.`;
  if (turns.problem !== null) return `${name} cannot move: ${turns.problem}.`;
  const seconds = Math.floor((performance.now() - turns.since) / 1000);
  if (turns.thinking !== null && isLoading()) return `${name} is being loaded.`;
  if (turns.thinking !== null) return `${name} is thinking${seconds > 0 ? `: ${seconds} s` : ""}.`;
  if (turns.mover !== HUMAN) return `${name} is to move: press Go on.`;
  return you === null ? `${who} to move.` : `Your turn: you are ${you}.`;
}

/** The line above the board while the server has not answered moves of people. */
export function waitingText(/** @type {Turns} */ { game }) {
  const { moves } = game.waiting ?? { moves: [] };
  const noun = `${game.menu.move_noun}${moves.length === 1 ? "" : "s"}`;
  return `On its way: ${noun} ${moves.join(", ")}.`;
}

/** Why no person can move now, or `null`. */
export function whyClosed(/** @type {Turns} */ turns) {
  const { position } = turns.game;
  if (position === null) return "There is no answer yet.";
  if (position.outcome !== null) return `The game is over: ${position.outcome.words}.`;
  if (turns.forfeit !== null) return `The game is over: ${turns.forfeit}.`;
  return turns.mover === HUMAN ? null : `${capital(position.turn)} is played by ${playerName(turns.mover, turns.game.menu)}.`;
}

/** The name of a game as people write it. */
export function gameName(/** @type {string} */ name) {
  const words = name.split("-").map(capital);
  return words.join(name.startsWith("max-") ? "-" : " ");
}

// Under the board when a game is over: what can be done next.

export class Ending {
  /**
   * @param {HTMLElement} place
   * @param {{ rematch: () => void, swap: () => void, review: () => void }} handlers
   */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
  }

  /**
   * @param {boolean} isShown
   * @param {boolean} canReview whether nothing else in sight reviews the game
   */
  render(isShown, canReview) {
    const { rematch, swap, review } = this.handlers;
    this.place.hidden = !isShown;
    render(html`<button type="button" class="main" @click=${rematch}>Rematch</button>
      <button type="button" @click=${swap}>Rematch with sides swapped</button>
      <button type="button" ?hidden=${!canReview} @click=${review}>Review the game</button>`, this.place);
  }
}

// The bar of the value under the board: how much of it belongs to which side, with the words for it.

/** Where evaluations were fitted to the results of games, so many points mean odds of e to 1 (docs/players.md). */
const POINTS = 100;

/** What is not proved never fills the bar. */
const MOST = 0.98;

/**
 * The share of the side that moves first: 1 if it wins, 0 if it loses, ½ for a draw. What is only estimated is the
 * probability of winning, if evaluations give that. Not known: `null`.
 * @param {Found} found
 * @param {boolean} isFirst whether that side is to move
 * @param {boolean} hasOdds whether evaluations were fitted to results
 */
export function share({ position, depth }, isFirst, hasOdds) {
  const of = (/** @type {number} */ mover) => (isFirst ? mover : 1 - mover);
  if (position !== null && position.result !== null) return of({ win: 1, draw: 0.5, loss: 0 }[position.result]);
  if (depth === null) return null;
  if (depth.proof !== null && depth.proof !== undefined) return of({ win: 1, draw: 0.5, loss: 0 }[depth.proof.result]);
  return hasOdds ? of(Math.min(MOST, Math.max(1 - MOST, 1 / (1 + Math.exp(-depth.value / POINTS))))) : null;
}

export class Gauge {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * @param {import("./analysis.js").Analysis} analysis
   * @param {boolean} isOfBoard whether the analysed position is the one on the board
   * @param {string} notation the notation of moves
   */
  render(analysis, isOfBoard, notation) {
    const { position, menu } = analysis.game;
    this.place.hidden = !analysis.isOn || !isOfBoard || position === null;
    if (this.place.hidden || position === null) return;
    const { outcome } = position;
    const won = outcome === null ? null : outcome.winner === null ? 0.5 : outcome.winner === menu.sides[0] ? 1 : 0;
    const part = won ?? share(analysis.found, position.turn === menu.sides[0], menu.solver === "winner");
    this.place.toggleAttribute("data-unknown", part === null);
    [this.place.dataset["pieces"], this.place.dataset["second"]] = menu.pieces;
    // The line below already says who has won.
    const words = outcome === null ? analysis.words(notation) : "";
    // The policy of the page allows no style attribute in text; through the object model it is allowed.
    render(html`<span class="gauge-bar" aria-hidden="true"><span class="gauge-first" .style=${`width: ${((part ?? 0.5) * 100).toFixed(1)}%`}></span></span>
      <span class="gauge-words" ?hidden=${words === ""}>${capital(words).replace(/\.$/, "")}.</span>`, this.place);
  }
}
