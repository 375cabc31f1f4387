// Questions about what a search does next. The events of a step decide which question there is. This
// module only makes the questions and counts the answers.

import { signed } from "../shell/numbers.js";

/** @typedef {import("./types.d.ts").StepEvent} StepEvent */

/**
 * A question: what happens at an event that is not shown yet.
 * @typedef {object} Question
 * @property {number} at the index of the first event that the question is about
 * @property {number} until the index after the last event that the answer reveals
 * @property {string} text
 * @property {{ key: string, text: string }[]} options
 * @property {string} answer the key of the right option
 */

/**
 * The first question about the events of a step, from an index on; `null` if nothing is left to ask.
 * @param {StepEvent[]} events
 * @param {number} from
 * @param {boolean} hasWindows alpha-beta: then replies can be cut off, and values can be bounds
 * @returns {Question | null}
 */
export function nextQuestion(events, from, hasWindows) {
  for (const [at, step] of events.entries()) {
    if (at < from) continue;
    if (step.event === "update" || step.event === "keep") return afterReturn(events, step, at, hasWindows);
    if (step.event === "leave" && hasWindows) return ofBound(step, at);
  }
  return null;
}

/**
 * A reply has returned its value: what does the node make of it?
 * @param {StepEvent[]} events
 * @param {StepEvent} step what it makes of it
 * @param {number} at the index of that
 * @param {boolean} hasWindows
 * @returns {Question}
 */
function afterReturn(events, step, at, hasWindows) {
  const { event, role, path } = step;
  const returned = events[at - 1];
  const isCut = events[at + 1]?.event === "cut";
  // After the last reply there is nothing that a cut could skip, though alpha and beta may meet.
  const isLast = events[at + 1]?.event === "leave";
  const bound = role === "max" ? "alpha" : "beta";
  const moves = hasWindows ? `${bound} may ${role === "max" ? "rise" : "fall"}` : "";
  const next = isLast ? "" : "the next reply is examined";
  /** @type {(...parts: string[]) => string} */
  const also = (...parts) => parts.filter(Boolean).map((part, index) => (index === 0 ? `: ${part}` : `, and ${part}`)).join("");
  const options = [
    { key: "update", text: `It is the best so far${also(moves, next)}` },
    { key: "keep", text: `It is no better than the best so far${also(next)}` },
  ];
  if (hasWindows && !isLast) options.push({ key: "cut", text: "Alpha and beta meet: cut, what is left is skipped" });
  const value = returned?.value ?? step.value;
  return {
    at,
    until: isCut ? at + 2 : at + 1,
    text: `${where(returned?.path ?? "", "The")} returns ${signed(value ?? 0)} to ${where(path, "the")} (${role.toUpperCase()}). What happens there?`,
    options,
    answer: isCut ? "cut" : event,
  };
}

/**
 * A node returns: is its value exact?
 * @param {StepEvent} step
 * @param {number} at
 * @returns {Question}
 */
function ofBound({ path, role, value, bound }, at) {
  const written = signed(value ?? 0);
  return {
    at,
    until: at + 1,
    text: `${where(path, "The")} (${role.toUpperCase()}) returns ${written}. What does that say about its minimax value?`,
    options: [
      { key: "exact", text: `It is exactly ${written}` },
      { key: "at-most", text: `It is at most ${written}` },
      { key: "at-least", text: `It is at least ${written}` },
    ],
    answer: bound ?? "exact",
  };
}

/**
 * @param {string} path
 * @param {"The" | "the"} article at the beginning of a sentence, or not
 */
function where(path, article) {
  if (path === "") return `${article} root`;
  return `${article === "The" ? "Node" : "node"} ${path}`;
}

/** The right option of a question. @param {Question} question */
export function solution({ options, answer }) {
  return options.find(({ key }) => key === answer)?.text ?? "";
}

/** How many questions a round has. */
export const ROUND = 10;

/** What the questions are about, by the key of the right answer. @type {Record<string, string>} */
const ABOUT = { cut: "cuts", update: "what a node keeps", keep: "what a node keeps", exact: "values and bounds", "at-most": "values and bounds", "at-least": "values and bounds" };

/** What was answered in a round. */
export class Score {
  constructor() {
    this.right = 0;
    this.asked = 0;
    /** By what the questions are about. @type {Map<string, { right: number, asked: number }>} */
    this.topics = new Map();
  }

  get isOver() {
    return this.asked >= ROUND;
  }

  /**
   * @param {Question} question
   * @param {boolean} isRight
   */
  add({ answer }, isRight) {
    const topic = ABOUT[answer] ?? "other";
    const { right, asked } = this.topics.get(topic) ?? { right: 0, asked: 0 };
    this.topics.set(topic, { right: right + Number(isRight), asked: asked + 1 });
    this.right += Number(isRight);
    this.asked += 1;
  }

  /** The result of the round: a sentence for all of it, and one for the topic with the most mistakes. */
  summary() {
    const topics = [...this.topics].map(([topic, { right, asked }]) => `${topic} ${right} of ${asked}`);
    const words = [`${this.right} of ${this.asked} right: ${topics.join(", ")}.`];
    const missed = [...this.topics].filter(([, { right, asked }]) => right < asked);
    missed.sort(([, a], [, b]) => a.right / a.asked - b.right / b.asked);
    if (missed[0]) words.push(`Look again at ${missed[0][0]}.`);
    return words.join(" ");
  }
}
