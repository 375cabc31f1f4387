// The exercise as a form: a card for each node with replies, in the order of examination.

import { fill, make } from "../shell/dom.js";
import { button } from "./dom.js";
import { LEAST_PLIES, MOST_PLIES, MOST_TASKS, correct } from "./exercise.js";
import { Source } from "./source.js";
import { signed } from "../shell/numbers.js";
import { named } from "./words.js";

/** @typedef {import("./exercise.js").Task} Task */
/** @typedef {import("./exercise.js").Answer} Answer */
/** @typedef {import("./types.d.ts").TreeNode} TreeNode */

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

  /** @param {import("./exercise.js").Wrong | null} wrong */
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
