// The exercise: a tree of which the reader fills in values and cuts.

import { capital, fill, make } from "../shell/dom.js";
import { signed } from "../shell/numbers.js";
import { button } from "./dom.js";
import { Source } from "./search.js";
import { named } from "./words.js";

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
const MOST_TASKS = 16;

/** The shallowest exercise, in plies: with one there is no window to fill in. */
const LEAST_PLIES = 2;

/** The deepest exercise, in plies. */
const MOST_PLIES = 3;

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

// The exercise as a form: a card for each node with replies, in the order of examination.

/** A card of the form. @typedef {{ task: Task, root: HTMLElement, fields: Record<keyof Answer, HTMLInputElement | HTMLSelectElement>, note: HTMLElement }} Card */

export class ExercisePanel {
  /**
   * @param {object} given
   * @param {string} given.noun
   * @param {() => Source | null} given.source of the search that is shown
   * @param {(isOpen: boolean) => void} given.onOpen the tree must hide the answers while it is open
   * @param {(error: unknown) => void} given.onError
   * @param {() => void} given.example shows the worked example
   */
  constructor(given) {
    this.given = given;
    /** @type {Source | null} */
    this.source = null;
    /** @type {Card[]} */
    this.cards = [];
    this.about = make("p");
    this.form = make("form", { class: "tree-cards", "aria-label": "Exercise" });
    this.verdict = make("p", { class: "tree-feedback", role: "status" });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    this.root = make(
      "details",
      { class: "tree-exercise" },
      make("summary", {}, "Exercise: be the search"),
      this.about,
      this.form,
      this.verdict,
    );
    this.root.addEventListener("toggle", () => {
      given.onOpen(this.root.open);
      if (this.root.open && this.cards.length === 0) void this.begin();
    });
  }

  /** Drops what was asked and is not answered. */
  stop() {
    this.source?.stop();
    this.source = null;
  }

  /** Opens the exercise and gives it the focus. */
  open() {
    this.root.open = true;
    this.root.querySelector("summary")?.focus();
  }

  /** Another search is shown: its exercise is another one. */
  renew() {
    this.stop();
    this.cards = [];
    fill(this.form);
    this.tell("", false);
    if (this.root.open) void this.begin();
  }

  async begin() {
    const shown = this.given.source();
    if (!shown) return;
    this.source?.stop();
    const { api, position, search } = shown;
    try {
      for (let depth = Math.min(search.depth, MOST_PLIES); depth >= LEAST_PLIES; depth -= 1) {
        const source = new Source(api, position, { ...search, mode: "A", depth });
        this.source = source;
        const answer = await source.node("");
        const inner = answer.totals?.minimax?.by_ply.slice(0, depth).reduce((sum, nodes) => sum + nodes, 0) ?? Infinity;
        if (inner > MOST_TASKS || !answer.node.has_children) continue;
        this.show(await tasksOf(source, ""), depth, search.cut);
        return;
      }
      this.about.textContent = `There is no exercise here: it takes a search of ${LEAST_PLIES} plies or more with at most ${MOST_TASKS} nodes that have replies. `;
      this.about.append(button("Take the worked example", this.given.example));
    } catch (error) {
      this.given.onError(error);
    }
  }

  /**
   * @param {Task[]} tasks
   * @param {number} depth
   * @param {"equal" | "beyond"} cut
   */
  show(tasks, depth, cut) {
    const rule = cut === "beyond" ? "alpha > beta" : "alpha >= beta";
    this.about.textContent =
      `The root of the tree, searched to depth ${depth} by alpha-beta, which cuts when ${rule}. The values of leaves are given. `
      + "Write the window with which the search comes to each node, after which reply it cuts, and what the node returns. "
      + "Infinity is written inf, and the window of the root is given. You are told the first mistake, in the order of the search.";
    this.cards = tasks.map((task) => this.card(task));
    fill(this.form,
      ...this.cards.map(({ root }) => root),
      make("div", { class: "row" }, make("button", { class: "main" }, "Check"), button("Clear", () => this.clear())),
    );
  }

  /** @param {Task} task @returns {Card} */
  card(task) {
    const { node, replies } = task;
    const note = make("p", { class: "tree-wrong" });
    note.id = `tree-wrong-${node.path.replace(/[^\w]/g, "-")}`;
    // The root's window is given: it shows how infinity is written.
    const given = (/** @type {string} */ text) => (node.path === "" ? text : "");
    const input = (value = "") => make("input", { value, type: "text", autocomplete: "off", spellcheck: "false", size: 7, "aria-describedby": note.id });
    const ending = make(
      "select",
      { "aria-describedby": note.id },
      make("option", { value: "all" }, "no cut"),
      ...replies.slice(0, -1).map(({ move }) => make("option", { value: move ?? "" }, `cut after ${move}`)),
      make("option", { value: "never" }, "never examined"),
    );
    const fields = { alpha: input(given("-inf")), beta: input(given("+inf")), ending, value: input() };
    const title = node.path === "" ? "Root" : `Node ${node.path}`;
    const leaves = replies.map((reply) => `${reply.move}: ${reply.has_children ? "see below" : signed(reply.minimax_value ?? 0)}`);
    const root = make(
      "fieldset",
      { class: "tree-card", "data-task": node.path },
      make("legend", {}, `${title}, ${node.role.toUpperCase()} (${named(node, this.given.noun)})`),
      make("p", { class: "tree-leaves" }, `Replies: ${leaves.join(" · ")}`),
      ...[["alpha", fields.alpha], ["beta", fields.beta], ["replies", ending], ["returns", fields.value]].map(([text, control]) =>
        make("label", { class: "tree-field" }, make("span", {}, /** @type {string} */ (text)), control)),
      note,
    );
    return { task, root, fields, note };
  }

  clear() {
    this.form.reset();
    this.mark(null);
    this.tell("", false);
  }

  check() {
    const answers = new Map(this.cards.map(({ task, fields: { alpha, beta, ending, value } }) =>
      [task.node.path, { alpha: alpha.value, beta: beta.value, ending: ending.value, value: value.value }]));
    const { wrong, right } = correct(this.cards.map(({ task }) => task), answers);
    this.mark(wrong);
    const of = `${right} of ${this.cards.length} nodes`;
    this.tell(wrong ? `${of} ${right === 1 ? "is" : "are"} right. The first mistake is marked.` : `All right: ${of}. You searched as the computer does.`, wrong === null);
  }

  /** @param {Wrong | null} wrong */
  mark(wrong) {
    for (const { task, fields, note } of this.cards) {
      const isHere = task.node.path === wrong?.path;
      note.textContent = isHere ? wrong.text : "";
      for (const [name, field] of Object.entries(fields)) {
        if (isHere && name === wrong.field) {
          field.setAttribute("aria-invalid", "true");
          field.focus();
        } else {
          field.removeAttribute("aria-invalid");
        }
      }
    }
  }

  /**
   * @param {string} text
   * @param {boolean} isRight
   */
  tell(text, isRight) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle("is-right", isRight);
  }
}

/**
 * The nodes with replies from a path on, in the order of examination.
 * @param {Source} source
 * @param {string} path
 * @returns {Promise<Task[]>}
 */
async function tasksOf(source, path) {
  const { node, children } = await source.node(path);
  const below = await Promise.all(children.filter((child) => child.has_children).map((child) => tasksOf(source, child.path)));
  return [{ node, replies: children }, ...below.flat()];
}
