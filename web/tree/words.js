// The words of the search tree.

import { capital, counted, signed } from "../shell/dom.js";

/** @import { Totals, TreeAnswer, TreeNode, Window } from "./types.d.ts" */

/** When a search cuts. */
export const RULES = { equal: "α ≥ β", beyond: "α > β" };

/** The most moves of equal worth that are listed one by one. */
const MOST_LISTED = 7;

/** An end of a window, or infinity with its sign. @param {number | null} value @param {"-" | "+"} sign */
export function end(value, sign) {
  return value !== null ? signed(value) : sign === "-" ? "−∞" : "+∞";
}

/** A window as an interval; minimax has none. @param {Window | null} window */
export function interval(window) {
  return window ? `[${end(window.alpha, "-")}, ${end(window.beta, "+")}]` : "";
}

/** The value as small drawings show it: `≤ 10000` for a bound from above, never the number alone. @param {Pick<TreeNode, "value" | "bound">} node */
export function sign({ value, bound }) {
  if (value === null) return "";
  const text = end(value, "-");
  return bound === "at-most" ? `≤ ${text}` : bound === "at-least" ? `≥ ${text}` : text;
}

/** Which move a node is, with the word of the game: "column 2"; the root is the start. @param {TreeNode} node @param {string} noun */
export function named(node, noun) {
  return node.move === null ? "start" : `${noun} ${node.move}`;
}

/** How much of `whole` is left out when only `part` is examined, in percent. @param {number} part @param {number} whole */
export function saved(part, whole) {
  if (whole <= 0 || part >= whole) return "0\u00a0%";
  const percent = (100 * (whole - part)) / whole;
  // What is less than all must not be rounded to all.
  return percent > 99.5 ? `${Math.floor(percent * 10) / 10}\u00a0%` : `${Math.round(percent)}\u00a0%`;
}

/**
 * The effective branching factor b: a uniform tree of this depth with b replies everywhere has as many
 * nodes, 1 + b + ... + b^depth (Russell and Norvig's b*), found by bisection.
 * @param {number} nodes
 * @param {number} depth
 */
export function branching(nodes, depth) {
  if (nodes <= depth + 1) return nodes > 1 ? 1 : 0;
  const size = (/** @type {number} */ b) => {
    let sum = 1;
    for (let ply = 0; ply < depth; ply += 1) sum = sum * b + 1;
    return sum;
  };
  let [low, high] = [1, nodes];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (size(middle) < nodes) low = middle;
    else high = middle;
  }
  return low;
}

/** What a search found and what it cost, in a sentence or two. @param {TreeAnswer} answer @param {string} noun */
export function result({ totals, algorithm, depth, node }, noun) {
  if (!totals) return "";
  if (totals.best === null) return `${node.outcome ? `The game is over: ${node.outcome.words}. ` : ""}There is no move to choose; the position is worth ${signed(totals.value)}.`;
  const words = [`${capital(algorithm)} to depth ${depth} chooses ${noun} ${totals.best}, worth ${signed(totals.value)}.`];
  if (algorithm !== "minimax") words.push(comparison(totals, noun));
  return words.join(" ");
}

/** A search against minimax. @param {Totals} totals @param {string} noun */
function comparison({ examined, minimax, best }, noun) {
  if (!minimax) return "Minimax examines more than 5 million nodes here.";
  const less = minimax.examined > examined ? `${saved(examined, minimax.examined)} are saved` : "nothing is saved";
  const same = minimax.best === best ? "the same move" : `${noun} ${minimax.best}`;
  return `Minimax examines ${counted(minimax.examined, "node")} and chooses ${same}: ${less}.`;
}

/** Which root moves are worth the same, and which of them is kept. @param {TreeAnswer} answer @param {string} noun */
export function tie({ node, children, totals, algorithm }, noun) {
  if (!totals || totals.best === null) return "";
  const equal = children.filter(({ value, minimax_value }) => (algorithm === "minimax" ? value : minimax_value) === node.value);
  if (equal.length < 2) return "";
  const moves = equal.map(({ move }) => move);
  const list = moves.length > MOST_LISTED ? `${moves.length} moves` : `${noun}s ${moves.slice(0, -1).join(", ")} and ${moves.at(-1)}`;
  const words = [`${list} are worth the same, ${signed(totals.value)}; the first examined, ${moves[0]}, is kept.`];
  const atOnce = equal.find(({ state, move }) => state === "terminal" && move !== totals.best);
  if (atOnce) words.push(`${noun} ${atOnce.move} would end the game at once, but this value does not reward speed.`);
  return words.map(capital).join(" ");
}
