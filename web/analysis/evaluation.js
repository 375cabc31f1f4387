// What an evaluation sees: its terms one by one, each marking its cells on the board.

import { evaluationLabel } from "../board/players.js";
import { termHead, termRow } from "../board/terms.js";
import { get } from "../shell/api.js";
import { capital, choice, signed, typeset } from "../shell/dom.js";
import { html, nothing, render } from "../vendor/lit-html.js";

/** @typedef {import("../shell/types.d.ts").Cell} Cell */
/** @typedef {import("../shell/types.d.ts").Term} Term */

export class EvaluationPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("../board/game.js").Game} game
   * @param {() => void} changed hears when other cells are to be marked
   */
  constructor(place, game, changed) {
    this.place = place;
    this.game = game;
    this.changed = changed;
    /** @type {import("../shell/types.d.ts").Evaluated | null} */
    this.answer = null;
    /** Why there is no answer. */
    this.failure = "";
    this.asked = "";
    this.name = "";
    this.side = "";
    /** Which term shows its groups, and which of these is pressed. */
    this.open = "";
    this.pressed = -1;
    /** What is marked on the board. @type {Cell[]} */
    this.spots = [];
    /** @type {import("../shell/types.d.ts").Notation | null} */
    this.notation = null;
    this.render();
  }

  /**
   * Asks for the position on the board, if anybody looks.
   * @param {boolean} isShown
   * @param {import("../shell/types.d.ts").Notation} notation
   */
  async consider(isShown, notation) {
    this.notation = notation;
    const { position } = this.game;
    const wanted = isShown && position !== null ? `${position.game} ${position.position}` : "";
    if (wanted === this.asked) {
      if (isShown) this.render();
      return;
    }
    this.asked = wanted;
    this.spots = [];
    if (wanted === "") return;
    try {
      const answer = await get("evaluate", this.game.params());
      if (this.asked !== wanted) return;
      this.answer = answer;
    } catch (error) {
      if (this.asked !== wanted) return;
      this.asked = "";
      this.answer = null;
      this.failure = error instanceof Error ? error.message : String(error);
    }
    this.choose({ pressed: -1 });
  }

  /** @param {Partial<Pick<EvaluationPanel, "name" | "side" | "open" | "pressed">>} choice */
  choose(choice) {
    Object.assign(this, choice);
    this.render();
    this.changed();
  }

  render() {
    const all = this.answer?.evaluations ?? [];
    const evaluation = all.find(({ name }) => name === this.name) ?? all[0];
    const views = evaluation?.views ?? [];
    const view = views.find((one) => one.for === this.side) ?? views[0];
    this.name = evaluation?.name ?? this.name;
    this.side = view?.for ?? this.side;
    const open = view?.terms.find((term) => term.groups.length > 0 && this.key(term) === this.open);
    this.spots = open?.groups[this.pressed] ?? open?.groups.flat() ?? [];
    const about = view === undefined ? "" : view.utility === null ? `${capital(evaluation?.about ?? "")}.` : `The game is over: a search takes ${signed(view.utility)} instead.`;
    render(
      html`<h2>Evaluation</h2>
        <div class="row">
          ${choice("Function", all.map(({ name }) => [name, evaluationLabel(name)]), this.name, (name) => this.choose({ name }))}
          ${choice("As seen by", views.map((one) => [one.for, one.for]), this.side, (side) => this.choose({ side }), views.length < 2)}
        </div>
        <p class="sum">${view === undefined ? this.failure : typeset(view.sum)}</p>
        <p class="muted">${about}</p>
        <div class="scroll"><table class="plain terms">${termHead()}<tbody>${view?.terms.map((term) => this.rows(term, term === open))}</tbody></table></div>`,
      this.place,
    );
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
    const toggle = () => this.choose({ open: isOpen ? "" : this.key(term), pressed: -1 });
    const button = () => html`<button type="button" class="link" aria-expanded=${String(isOpen)} @click=${toggle}>${term.name}</button>`;
    const group = (/** @type {Cell[]} */ cells, /** @type {number} */ at) => {
      const isPressed = at === this.pressed;
      const press = () => this.choose({ pressed: isPressed ? -1 : at });
      return html`<button type="button" class="small" aria-pressed=${String(isPressed)} @click=${press}>${this.words(cells)}</button>`;
    };
    const styles = [isOpen && "open", term.count === 0 && "zero"].filter(Boolean).join(" ");
    return html`${termRow(term, term.groups.length === 0 ? term.name : button(), styles)}
      ${isOpen ? html`<tr class="groups"><td colspan="5">${term.groups.map(group)}</td></tr>` : nothing}`;
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
