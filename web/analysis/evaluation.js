// What an evaluation sees: its terms one by one, each marking its cells on the board.

import { evaluationLabel } from "../board/players.js";
import { termHead, termRow } from "../board/terms.js";
import { get } from "../shell/api.js";
import { capital, field, fill, make } from "../shell/dom.js";
import { signed, typeset } from "../shell/numbers.js";

/** @typedef {import("../shell/types.d.ts").Cell} Cell */
/** @typedef {import("../shell/types.d.ts").Term} Term */

export class EvaluationPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("../board/game.js").Game} game
   * @param {(cells: Cell[]) => void} mark
   */
  constructor(place, game, mark) {
    this.game = game;
    this.mark = mark;
    this.isShown = false;
    /** @type {import("../shell/types.d.ts").Evaluated | null} */
    this.answer = null;
    this.asked = "";
    this.name = "";
    this.side = "";
    this.open = "";
    /** @type {import("../shell/types.d.ts").Notation | null} */
    this.notation = null;
    this.names = make("select", { change: () => { this.name = this.names.value; this.render(); } });
    this.sides = make("select", { change: () => { this.side = this.sides.value; this.render(); } });
    this.nameField = field("Function", this.names);
    this.sideField = field("As seen by", this.sides);
    this.sum = make("p", { class: "sum" });
    this.about = make("p", { class: "muted" });
    this.body = make("tbody");
    fill(
      place,
      make("h2", {}, "Evaluation"),
      make("div", { class: "row" }, this.nameField, this.sideField),
      this.sum,
      this.about,
      make("div", { class: "scroll" }, make("table", { class: "plain terms" }, termHead(), this.body)),
    );
  }

  /**
   * Asks for the position on the board, if anybody looks.
   * @param {boolean} isShown
   * @param {import("../shell/types.d.ts").Notation} notation
   */
  async consider(isShown, notation) {
    this.isShown = isShown;
    this.notation = notation;
    const { position } = this.game;
    const wanted = isShown && position !== null ? `${position.game} ${position.position}` : "";
    if (wanted === this.asked) {
      if (isShown) this.render();
      return;
    }
    this.asked = wanted;
    this.mark([]);
    if (wanted === "") return;
    try {
      const answer = await get("evaluate", this.game.params());
      if (this.asked !== wanted) return;
      this.answer = answer;
      this.render();
    } catch (error) {
      if (this.asked !== wanted) return;
      this.asked = "";
      this.answer = null;
      fill(this.body);
      this.sum.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  render() {
    const { answer } = this;
    if (answer === null) return;
    const evaluation = answer.evaluations.find((one) => one.name === this.name) ?? answer.evaluations[0];
    if (evaluation === undefined) return;
    this.name = evaluation.name;
    const view = evaluation.views.find((one) => one.for === this.side) ?? evaluation.views[0];
    if (view === undefined) return;
    this.side = view.for;
    options(this.names, answer.evaluations.map((one) => one.name), this.name, evaluationLabel);
    options(this.sides, evaluation.views.map((one) => one.for), this.side);
    this.sideField.hidden = evaluation.views.length < 2;
    this.sum.textContent = typeset(view.sum);
    this.about.textContent = view.utility === null ? `${capital(evaluation.about)}.` : `The game is over: a search takes ${signed(view.utility)} instead.`;
    const chosen = view.terms.find((term) => term.groups.length > 0 && this.key(term) === this.open);
    fill(this.body, ...view.terms.flatMap((term) => this.rows(term, term === chosen)));
    this.mark(chosen?.groups.flat() ?? []);
  }

  /** @param {Term} term */
  key(term) {
    return `${this.name} ${term.owner} ${term.name}`;
  }

  /**
   * @param {Term} term
   * @param {boolean} isOpen
   */
  rows(term, isOpen) {
    const hasGroups = term.groups.length > 0;
    const name = hasGroups
      ? make("button", { type: "button", class: "link", "data-key": this.key(term), "aria-expanded": String(isOpen), click: () => { this.open = isOpen ? "" : this.key(term); this.render(); } }, term.name)
      : term.name;
    const row = termRow(term, name);
    row.classList.toggle("open", isOpen);
    row.classList.toggle("zero", term.count === 0);
    if (!isOpen) return [row];
    const groups = term.groups.map((group) => {
      const button = make("button", { type: "button", class: "small", "aria-pressed": "false" }, this.words(group));
      button.addEventListener("click", () => {
        const isPressed = button.getAttribute("aria-pressed") === "true";
        for (const other of row.nextElementSibling?.querySelectorAll("button") ?? []) other.setAttribute("aria-pressed", "false");
        button.setAttribute("aria-pressed", String(!isPressed));
        this.mark(isPressed ? term.groups.flat() : group);
      });
      return button;
    });
    return [row, make("tr", { class: "groups" }, make("td", { colspan: 5 }, ...groups))];
  }

  /**
   * The cells of a group in words.
   * @param {Cell[]} group
   */
  words(group) {
    const columns = this.notation?.columns ?? [];
    const rows = this.notation?.rows ?? [];
    const [first, last] = [group[0], group[group.length - 1]];
    if (first === undefined || last === undefined) return "nothing";
    const name = (/** @type {Cell} */ [row, column]) => `column ${columns[column]}, row ${rows[row]}`;
    if (group.length === 1) return name(first);
    if (first[0] === last[0]) return `row ${rows[first[0]]}, columns ${columns[first[1]]}–${columns[last[1]]}`;
    if (first[1] === last[1]) return `column ${columns[first[1]]}, rows ${[rows[last[0]], rows[first[0]]].sort().join("–")}`;
    return `${name(first)} to ${name(last)}`;
  }
}

/**
 * @param {HTMLSelectElement} select
 * @param {string[]} names
 * @param {string} chosen
 * @param {(name: string) => string} [label]
 */
function options(select, names, chosen, label = (name) => name) {
  fill(select, ...names.map((name) => make("option", { value: name }, label(name))));
  select.value = chosen;
}
