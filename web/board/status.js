// The state of the game in words: who is to move, who thinks, who has won, and why something cannot be done.

import { isLoading } from "../shell/api.js";
import { capital } from "../shell/dom.js";
import { HUMAN, playerName } from "./players.js";

/** @typedef {import("./turns.js").Turns} Turns */

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
