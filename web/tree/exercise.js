// The exercise: what one has to fill in for a tree, and the first wrong answer. What is right comes from the records of
// the real search; nothing is searched here. No document here.

import { capital } from "../shell/dom.js";
import { signed } from "../shell/numbers.js";

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

/** The shallowest exercise, in plies: with one there is no window to fill in. */
export const LEAST_PLIES = 2;

/** The deepest exercise, in plies. */
export const MOST_PLIES = 3;

/**
 * Reads an end of a window or a value: a whole number or an infinity, with any minus sign; `undefined` if it is neither.
 * @param {string} text
 * @returns {number | undefined}
 */
export function readValue(text) {
  const plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(/[\s\u202f,]/g, "").toLowerCase();
  const found = /^([+-]?)(?:(\d{1,7})|∞|inf|infinity|oo)$/.exec(plain);
  if (!found) return undefined;
  const size = found[2] === undefined ? Infinity : Number(found[2]);
  return found[1] === "-" ? -size : size;
}

/**
 * Looks through the answers in the order of the search: a window where a node is entered, the cut and the value where it
 * is left.
 * @param {Task[]} tasks in the order of examination
 * @param {Map<string, Answer>} answers by path
 * @returns {{ wrong: Wrong | null, right: number }} the first wrong answer, and how many nodes were right until there
 */
export function correct(tasks, answers) {
  /** Nodes that are entered and not left. @type {TreeNode[]} */
  const open = [];
  let right = 0;
  /** @param {string} path that of the node which is entered next @returns {Wrong | null} */
  const leave = (path) => {
    for (let node = open.at(-1); node && !isBelow(path, node.path); node = open.at(-1)) {
      const wrong = ofLeaving(node, answers.get(node.path) ?? NOTHING);
      if (wrong) return wrong;
      open.pop();
      right += 1;
    }
    return null;
  };
  for (const { node } of tasks) {
    const wrong = leave(node.path) ?? ofEntering(node, answers.get(node.path) ?? NOTHING);
    if (wrong) return { wrong, right };
    open.push(node);
  }
  return { wrong: leave(NOWHERE), right };
}

/** @type {Answer} */
const NOTHING = { ending: "all", alpha: "", beta: "", value: "" };

/** No path, so that no node is above it. */
const NOWHERE = "\0";

/**
 * @param {string} path
 * @param {string} above
 */
function isBelow(path, above) {
  return path !== NOWHERE && (above === "" || path.startsWith(`${above}.`));
}

/**
 * @param {TreeNode} node
 * @param {Answer} answer
 * @returns {Wrong | null}
 */
function ofEntering(node, answer) {
  const { path } = node;
  if (node.state === "skipped") {
    return answer.ending === "never" ? null : { path, field: "ending", text: `The search never comes here. ${node.reason}` };
  }
  if (answer.ending === "never") {
    return { path, field: "ending", text: "The search does examine this node: no cut lies before it." };
  }
  const window = { alpha: node.window?.alpha ?? -Infinity, beta: node.window?.beta ?? Infinity };
  for (const field of /** @type {const} */ (["alpha", "beta"])) {
    const found = readValue(answer[field]);
    if (found === window[field]) continue;
    const why = "A node begins with the window that the node above it has at that moment; the root begins with everything.";
    return { path, field, text: `${wrote(answer[field], found)} ${capital(field)} is ${written(window[field])} when the search comes here. ${why}` };
  }
  return null;
}

/**
 * @param {TreeNode} node
 * @param {Answer} answer
 * @returns {Wrong | null}
 */
function ofLeaving(node, answer) {
  const { path, cut, reason } = node;
  if (node.state === "skipped") return null;
  if (answer.ending !== (cut?.after ?? "all")) {
    const right = cut ? `The search cuts here after ${cut.after}.` : "Nothing is skipped here.";
    return { path, field: "ending", text: `${right} ${reason}` };
  }
  const value = readValue(answer.value);
  if (value === node.value) return null;
  return { path, field: "value", text: `${wrote(answer.value, value)} The node returns ${signed(node.value ?? 0)}. ${reason}` };
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
  return value === Infinity ? "+∞" : signed(value);
}
