// The exercise: a tree of which the reader fills in values and cuts.

import { capital, make, redraw, signed } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";
import { Source } from "./search.js";
import { named, RULES } from "./words.js";

/** @import { TreeNode } from "./types.d.ts" */
/** @import { TreeView } from "./view.js" */

/** A node of the exercise with its replies, in the order of examination. @typedef {{ node: TreeNode, replies: TreeNode[] }} Task */

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
  let right = 0;
  /** @param {TreeNode} node @returns {Wrong | null} */
  const visit = (node) => {
    const answer = answers.get(node.path) ?? NOTHING;
    let wrong = ofEntering(node, answer);
    for (const reply of tasks) if (reply.node !== node && reply.node.path.split(".").slice(0, -1).join(".") === node.path) wrong ??= visit(reply.node);
    wrong ??= ofLeaving(node, answer);
    if (wrong === null) right += 1;
    return wrong;
  };
  const [root] = tasks;
  return { wrong: root ? visit(root.node) : null, right };
}

/** @type {Answer} */
const NOTHING = { ending: "all", alpha: "", beta: "", value: "" };

/** @param {TreeNode} node @param {Answer} answer @returns {Wrong | null} */
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

/** @param {TreeNode} node @param {Answer} answer @returns {Wrong | null} */
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

/** @param {string} text @param {number | undefined} found */
function wrote(text, found) {
  if (text.trim() === "") return "Nothing is filled in here.";
  return found === undefined ? `“${text}” is not a whole number or an infinity, such as -inf.` : `You wrote ${written(found)}.`;
}

/** @param {number} value */
function written(value) {
  return value === Infinity ? "+∞" : signed(value);
}

// The exercise as a form: a card for each node with replies, in the order of examination.

export class ExercisePanel {
  /** @param {TreeView} view @param {() => void} example shows the worked example */
  constructor(view, example) {
    this.view = view;
    this.example = example;
    /** @type {Source | null} */
    this.source = null;
    /** @type {Task[]} */
    this.tasks = [];
    /** @type {unknown} */
    this.about = "";
    /** @type {Wrong | null} */
    this.wrong = null;
    this.verdict = "";
    const toggle = () => {
      // The tree must hide the answers while it is open.
      view.hide();
      if (this.root.open && this.tasks.length === 0) void this.begin();
    };
    this.root = make("details", { class: "tree-exercise", toggle });
    this.render();
  }

  render() {
    redraw(html`
      <summary>Exercise: be the search</summary>
      <p>${this.about}</p>
      <form class="tree-cards" aria-label="Exercise" @submit=${(/** @type {Event} */ event) => this.check(event)} @reset=${() => this.tell(null, "")}>
        ${this.tasks.map((task) => this.card(task))}
        ${this.tasks.length > 0 ? html`<div class="row"><button class="main">Check</button><button type="reset">Clear</button></div>` : nothing}
      </form>
      <p class="tree-feedback ${this.wrong ? "" : "is-right"}" role="status">${this.verdict}</p>`, this.root, () => this.root.querySelector("summary"));
  }

  /** @param {Task} task */
  card({ node, replies }) {
    const { path, role } = node;
    const wrong = this.wrong?.path === path ? this.wrong : null;
    const note = `tree-wrong-${path.replace(/[^\w]/g, "-")}`;
    const invalid = (/** @type {keyof Answer} */ field) => (wrong?.field === field ? "true" : nothing);
    const input = (/** @type {keyof Answer} */ field, text = "") => html`
      <input type="text" value=${text} autocomplete="off" spellcheck="false" size="7" aria-describedby=${note} aria-invalid=${invalid(field)}>`;
    const labelled = (/** @type {string} */ text, /** @type {unknown} */ control) => html`<label class="tree-field"><span>${text}</span>${control}</label>`;
    // The root's window is given: it shows how infinity is written.
    const [alpha, beta] = path === "" ? ["-inf", "+inf"] : [];
    const leaves = replies.map((reply) => `${reply.move}: ${reply.has_children ? "see below" : signed(reply.minimax_value ?? 0)}`);
    return html`
      <fieldset class="tree-card" data-task=${path}>
        <legend>${path === "" ? "Root" : `Node ${path}`}, ${role.toUpperCase()} (${named(node, this.view.game.move_noun)})</legend>
        <p class="tree-leaves">Replies: ${leaves.join(" · ")}</p>
        ${labelled("alpha", input("alpha", alpha))}
        ${labelled("beta", input("beta", beta))}
        ${labelled("replies", html`
          <select aria-describedby=${note} aria-invalid=${invalid("ending")}>
            <option value="all">no cut</option>
            ${replies.slice(0, -1).map(({ move }) => html`<option value=${move ?? ""}>cut after ${move}</option>`)}
            <option value="never">never examined</option>
          </select>`)}
        ${labelled("returns", input("value"))}
        <p class="tree-wrong" id=${note}>${wrong?.text}</p>
      </fieldset>`;
  }

  /** Opens the exercise and gives it the focus. */
  open() {
    this.root.open = true;
    this.root.querySelector("summary")?.focus();
  }

  /** Another search is shown: its exercise is another one. */
  renew() {
    this.source?.stop();
    this.tasks = [];
    this.tell(null, "");
    if (this.root.open) void this.begin();
  }

  async begin() {
    if (!this.view.source) return;
    this.source?.stop();
    const { position, search } = this.view.source;
    try {
      for (let depth = Math.min(search.depth, MOST_PLIES); depth >= LEAST_PLIES; depth -= 1) {
        const source = new Source(position, { ...search, mode: "A", depth });
        this.source = source;
        const answer = await source.node("");
        const inner = answer.totals?.minimax?.by_ply.slice(0, depth).reduce((sum, nodes) => sum + nodes, 0) ?? Infinity;
        if (inner > MOST_TASKS || !answer.node.has_children) continue;
        const tasks = await tasksOf(source, "");
        this.about =
          `The root of the tree, searched to depth ${depth} by alpha-beta, which cuts when ${RULES[search.cut]}. The values of leaves are given. `
          + "Write the window with which the search comes to each node, after which reply it cuts, and what the node returns. "
          + "Infinity is written inf, and the window of the root is given. You are told the first mistake, in the order of the search.";
        this.tasks = tasks;
        return this.render();
      }
      this.about = html`There is no exercise here: it takes a search of ${LEAST_PLIES} plies or more with at most ${MOST_TASKS} nodes that have replies. <button
        type="button" @click=${this.example}>Take the worked example</button>`;
      this.render();
    } catch (error) {
      this.view.fail(error);
    }
  }

  /** @param {Event} event */
  check(event) {
    event.preventDefault();
    const { wrong, right } = correct(this.tasks, new Map([...this.root.querySelectorAll("fieldset")].map(answerOn)));
    // The same verdict once more is said once more.
    this.tell(null, "");
    const of = `${right} of ${this.tasks.length} nodes`;
    this.tell(wrong, wrong ? `${of} ${right === 1 ? "is" : "are"} right. The first mistake is marked.` : `All right: ${of}. You searched as the computer does.`);
    /** @type {HTMLElement | null} */ (this.root.querySelector("[aria-invalid]"))?.focus();
  }

  /** @param {Wrong | null} wrong @param {string} verdict */
  tell(wrong, verdict) {
    this.wrong = wrong;
    this.verdict = verdict;
    this.render();
  }
}

/** What is written on a card: the path of its node, and the answer. @param {HTMLFieldSetElement} card @returns {[string, Answer]} */
function answerOn({ dataset, elements }) {
  const [alpha = "", beta = "", ending = "", value = ""] = [...elements].map((field) => /** @type {HTMLInputElement} */ (field).value);
  return [dataset.task ?? "", { ending, alpha, beta, value }];
}

/** The nodes with replies from a path on, in the order of examination. @param {Source} source @param {string} path @returns {Promise<Task[]>} */
async function tasksOf(source, path) {
  const { node, children } = await source.node(path);
  const below = await Promise.all(children.filter((child) => child.has_children).map((child) => tasksOf(source, child.path)));
  return [{ node, replies: children }, ...below.flat()];
}
