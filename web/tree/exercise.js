// The exercise: what one has to fill in for a tree, and the first wrong answer. What is right comes from the records of
// the real search; nothing is searched here. No document here.

import { capital } from "../shell/dom.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

/**
 * A node of the exercise with its replies, in the order of examination.
 * @typedef {object} Task
 * @property {TreeNode} node
 * @property {TreeNode[]} replies
 */

/**
 * What somebody wrote about a node.
 * @typedef {object} Answer
 * @property {string} ending `never` for a node that is not examined, `all`, or the move after which the cut comes
 * @property {string} alpha
 * @property {string} beta
 * @property {string} value
 */

/**
 * The first wrong answer.
 * @typedef {object} Wrong
 * @property {string} path
 * @property {keyof Answer} field
 * @property {string} text what is wrong there, and what is right
 */

/** The most nodes with replies in an exercise: more would be copying, not thinking. */
export const MOST_TASKS = 16;

/** The deepest exercise, in plies. */
export const MOST_PLIES = 3;

/**
 * Reads an end of a window or a value: a whole number or an infinity, with any minus sign; `undefined` if it is neither.
 * @param {string} text
 * @returns {number | undefined}
 */
export function readValue(text) {
  const plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(/[\s\u202f]/g, "").toLowerCase();
  const found = /^([+-]?)(?:(\d{1,7})|∞|inf|infinity|oo)$/.exec(plain);
  if (!found) return undefined;
  const size = found[2] === undefined ? Infinity : Number(found[2]);
  return found[1] === "-" ? -size : size;
}

/** How the replies of a node end, as the record tells. @param {TreeNode} node */
export function endingOf({ state, cut }) {
  if (state === "skipped") return "never";
  return cut?.after ?? "all";
}

/**
 * The first wrong answer in the order of examination; `null` if all are right.
 * @param {Task[]} tasks
 * @param {Map<string, Answer>} answers by path
 * @returns {Wrong | null}
 */
export function firstWrong(tasks, answers) {
  for (const { node } of tasks) {
    const answer = answers.get(node.path);
    if (!answer) return { path: node.path, field: "ending", text: "Nothing is filled in here." };
    const isSkipped = node.state === "skipped";
    if (isSkipped && answer.ending !== "never") {
      return { path: node.path, field: "ending", text: `The search never comes here. ${node.reason}` };
    }
    if (isSkipped) continue;
    if (answer.ending === "never") {
      return { path: node.path, field: "ending", text: "The search does examine this node: no cut lies above it." };
    }
    const [alpha, beta] = [node.window?.alpha ?? -Infinity, node.window?.beta ?? Infinity];
    for (const [field, right] of /** @type {const} */ ([["alpha", alpha], ["beta", beta]])) {
      const found = readValue(answer[field]);
      if (found === right) continue;
      const why = "A node is examined with the window that the node above it has at that moment; the root with everything.";
      return { path: node.path, field, text: `${wrote(answer[field], found)} ${capital(field)} is ${written(right)} when the search comes here. ${why}` };
    }
    if (answer.ending !== endingOf(node)) {
      const right = node.cut ? `The search cuts here after ${node.cut.after}.` : "There is no cut here: alpha and beta never meet.";
      return { path: node.path, field: "ending", text: `${right} ${node.reason}` };
    }
    const value = readValue(answer.value);
    if (value !== node.value) {
      return { path: node.path, field: "value", text: `${wrote(answer.value, value)} The node returns ${node.value}. ${node.reason}` };
    }
  }
  return null;
}

/**
 * @param {string} text
 * @param {number | undefined} found
 */
function wrote(text, found) {
  if (text.trim() === "") return "Nothing is filled in here.";
  return found === undefined ? `“${text}” is not a whole number or an infinity, such as -inf.` : `You wrote ${written(found)}.`;
}

/** @param {number} value */
function written(value) {
  if (value === Infinity) return "+∞";
  return value === -Infinity ? "−∞" : String(value);
}
