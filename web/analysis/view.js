// The analysis view: values of all moves, the value over the game, and what an evaluation sees.

import { lineText } from "../board/analysis.js";
import { moveText } from "../board/game.js";
import { byWorth, symbol, tone, verdict } from "../board/pieces.js";
import { evaluationLabel } from "../board/players.js";
import { termHead, termRow } from "../board/terms.js";
import { awaited, get } from "../shell/api.js";
import { capital, choice, counted, find, giveFocus, PHONE, redraw, signed, typeset } from "../shell/dom.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { History } from "./history.js";

/** @import { Analysis, Found } from "../board/analysis.js" */
/** @import { Cell, Evaluated, Mount, Move, Notation, Term } from "../shell/types.d.ts" */

/** @type {Mount} */
export const mount = (place, { game, turns, analysis, url, page, notation }) => {
  let isShown = false;
  render(html`<div id="values"></div><div id="history"></div><div id="evaluation"></div>`, place);
  const table = new MoveTable(find("#values", place), analysis, page, (isOn) => {
    url.set({ a: isOn ? "1" : "0" });
    analysis.switch(isOn);
  });
  const history = new History(find("#history", place), turns, (index) => page.step(index));
  history.changed = () => {
    if (!isShown) return;
    history.render(notation().name);
    page.renderBoard();
  };
  const evaluation = new EvaluationPanel(find("#evaluation", place), game, () => page.renderBoard());
  analysis.addEventListener("change", () => {
    history.hear(analysis.found);
    if (!isShown) return;
    table.render(notation());
    if (analysis.isOn && analysis.found.isDone) history.changed();
  });
  return {
    shown(now) {
      isShown = now;
      if (!isShown) return void evaluation.consider(false, notation());
      // What was found before this view was loaded.
      history.hear(analysis.found);
      // Opening the view switches values on, unless the reader has switched them off.
      if (url.get("a") === undefined) url.set({ a: "1" });
      analysis.switch(url.get("a") === "1");
    },
    render() {
      table.render(notation());
      history.render(notation().name);
      void evaluation.consider(true, notation());
    },
    review: () => void history.ask(),
    // At a mistake the board marks what was better, not what is best now.
    board: () => ({ spots: evaluation.spots, ...(history.here?.best.length ? { best: history.here.best } : {}) }),
  };
};

// The table of the moves: each with its value and what follows.

const PLIES = "▲ wins, ■ draws, ▼ loses for the side to move. The number beside the sign is how many plies the game still lasts; a ply is a move of one side.";

/** What the signs mean, by what solves the game. */
const LEGENDS = {
  scores: `${PLIES} The second number is the score of solvers: 1 is a win with the last piece of the board, one more for each piece that is left over; below 0 it is a loss.`,
  distances: PLIES,
  points: "▲ wins, ■ draws, ▼ loses for the side to move. The number beside the sign is the difference of quadruples at the end. An estimate in points is what a search sees at its depth.",
  winner: "▲ wins, ▼ loses for the side to move. An estimate in points is what a search sees at its depth.",
};

class MoveTable {
  /**
   * @param {HTMLElement} place
   * @param {Analysis} analysis
   * @param {import("../page/acts.js").Acts} page
   * @param {(isOn: boolean) => void} show shows values, or none
   */
  constructor(place, analysis, page, show) {
    this.place = place;
    this.analysis = analysis;
    this.page = page;
    this.show = show;
    /** The moves in the order of their worth, once it was found. @type {{ found: Found, moves: Move[] } | null} */
    this.sorted = null;
  }

  /** @param {Notation} notation */
  render(notation) {
    const { analysis, place, page, show } = this;
    const { found, game: { position, menu } } = analysis;
    if (position === null) return;
    const moves = analysis.isOn ? this.order(position.moves) : [];
    const isOver = position.outcome !== null;
    const line = found.position?.line.length ? found.position.line : (found.depth?.line ?? []);
    const isGuessed = moves.some(({ move }) => { const value = found.moves.get(move); return value?.isBest === true && value.result === null; });
    // Where moves are proved one by one, for minutes, and in the end everywhere, only those are listed of which something is known.
    const isPartial = this.sorted?.found === found || !["scores", "distances"].includes(menu.solver ?? "");
    const next = this.next();
    const isListed = (/** @type {Move} */ move) => !isPartial || this.isKnown(move) || next.includes(move.move);
    const unlisted = moves.filter((move) => !isListed(move)).length;
    const unknown = unlisted === 0 ? nothing : next.length > 0 ? `${counted(unlisted, "other move")} ${unlisted === 1 ? "looks" : "look"} no better than ☆. ` : `Of ${counted(unlisted, unlisted < moves.length ? "other move" : "move")} nothing is known${found.isDone ? "" : " yet"}. `;
    const checked = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target).checked;
    const { activeElement } = document;
    const label = place.contains(activeElement) ? activeElement?.getAttribute("aria-label") : null;
    // “Analyse longer” stays in its place, so that it keeps the focus after a press.
    redraw(
      html`<div class="head">
          <h2>Values of all moves</h2>
          <div class="row">
            <label class="switch" title="A triangle marks each cell where a side would complete a line" ?hidden=${!page.state.canThreaten}
              ><input type="checkbox" role="switch" .checked=${page.state.wantsThreats} @change=${(/** @type {Event} */ event) => page.markThreats(checked(event))}>Mark threats</label>
            <label class="switch"><input type="checkbox" role="switch" .checked=${analysis.isOn} @change=${(/** @type {Event} */ event) => show(checked(event))}>Show values</label>
          </div>
        </div>
        <p class="line">${analysis.isOn && line.length > 0 ? `Best line: ${lineText(line, position.moves, notation.name)}.` : nothing}</p>
        <div class="row">
          <p class="problems">${analysis.isOn && found.failure !== null ? capital(found.failure) : nothing}</p>
          <button type="button" class="small" ?hidden=${!analysis.canRetry} @click=${() => analysis.retry()}>${found.isRepeatable ? "Try again" : "Try a smaller search"}</button>
        </div>
        <div class="scroll" ?hidden=${isOver}>
          <table class="plain values">
            <thead><tr><th scope="col">Move</th><th scope="col">Value</th><th scope="col">What follows</th></tr></thead>
            <tbody>${moves.map((move) => this.row(move, notation.name, !isListed(move), next.includes(move.move)))}</tbody>
          </table>
        </div>
        <div class="row state" ?hidden=${isOver}>
          <button type="button" class="small" aria-disabled=${String(!analysis.hasMoreTime)} @click=${() => analysis.goOn()}>Analyse longer</button>
          <p class="muted">${analysis.isOn && (found.position ?? found.depth) !== null ? `${capital(found.state)}.` : nothing}</p>
        </div>
        <p class="legend" ?hidden=${isOver}>${unknown}${LEGENDS[menu.solver ?? "winner"]}${isGuessed ? " ★ is the best move that a search has found." : nothing}${next.length > 0 ? " ☆ are the best others in a search of less depth." : nothing}${isGuessed || next.length > 0 ? " That is no proof." : nothing}</p>`,
      place,
    );
    // The focus goes with its move; of a move that is gone, to the heading.
    if (label && activeElement?.getAttribute("aria-label") !== label) giveFocus(place.querySelector(`tr:not([hidden]) [aria-label="${CSS.escape(label)}"]`) ?? place.querySelector("h2"));
  }

  /**
   * When all is known that will be, the best move comes first. Until then, and while one is pressed, rows do not change places;
   * an analysis that is taken up again leaves them where they are until it ends.
   * @param {Move[]} moves
   */
  order(moves) {
    const { found } = this.analysis;
    const worth = (/** @type {Move} */ { move }) => found.moves.get(move);
    const next = this.next();
    const rank = (/** @type {Move} */ { move }) => (next.includes(move) ? next.indexOf(move) : next.length);
    if (found.isDone && this.place.querySelector("button:active") === null) this.sorted = { found, moves: [...moves].sort((a, b) => byWorth(worth(a), worth(b)) || rank(a) - rank(b)) };
    return this.sorted?.found === found ? this.sorted.moves : moves;
  }

  /** Whether anything was found of a move. @param {Move} move */
  isKnown({ move }) {
    const value = this.analysis.found.moves.get(move);
    return value !== undefined && (value.result !== null || value.isBest === true);
  }

  /** The two moves that a search finds best among those of which nothing else is known, unless a move is proved to be best. */
  next() {
    const { found: { moves, estimates }, game: { menu } } = this.analysis;
    if (menu.solver === "winner" && [...moves.values()].some(({ result }) => result === "win")) return [];
    return [...estimates.keys()].filter((move) => !(moves.get(move)?.isBest || moves.get(move)?.result)).slice(0, 2);
  }

  /** @param {Move} move @param {string} notation @param {boolean} isHidden @param {boolean} isNext whether it is one of the next best */
  row(move, notation, isHidden, isNext) {
    const { found, game } = this.analysis;
    const estimate = isNext ? found.estimates.get(move.move) : undefined;
    const text = moveText(move, notation);
    const value = found.moves.get(move.move);
    const score = value?.score ?? null;
    const words = value === undefined ? "" : verdict(value);
    const isBest = found.position?.best.includes(move.move) === true;
    return html`<tr class=${isBest ? "best" : nothing} ?hidden=${isHidden}>
      <th scope="row"><button type="button" class="quiet" aria-label="Play ${text}" @click=${() => void this.page.play(move.move)}>${text}</button></th>
      <td>${estimate ? html`<span class="chip unknown">☆</span>` : value === undefined ? "…" : html`<span class="chip ${tone(value)}">${symbol(value)}</span>`}${score === null ? nothing : html`<span class="score">${signed(score)}</span>`}</td>
      <td>${estimate ? `${estimate.words}: ${lineText(estimate.line, game.position?.moves ?? [], notation)}` : words}${isBest ? html`<strong class="tag">${words ? "; best" : "best"}</strong>` : nothing}</td>
    </tr>`;
  }
}

// What an evaluation sees: its terms one by one, each marking its cells on the board.

class EvaluationPanel {
  /** @param {HTMLElement} place @param {import("../board/game.js").Game} game @param {() => void} changed hears when other cells are to be marked */
  constructor(place, game, changed) {
    this.place = place;
    this.game = game;
    this.changed = changed;
    /** @type {Evaluated | null} */
    this.answer = null;
    /** Why there is no answer. */
    this.failure = "";
    this.asked = "";
    this.name = "";
    this.side = "";
    /** Which term shows its groups, and which of these is pressed. */
    this.open = "";
    this.pressed = -1;
    /** Where there is little room it is folded at first. */
    this.isFolded = matchMedia(PHONE).matches;
    /** What is marked on the board. @type {Cell[]} */
    this.spots = [];
    /** @type {Notation | null} */
    this.notation = null;
    this.render();
  }

  /** Asks for the position on the board, if anybody looks. @param {boolean} isShown @param {Notation} notation */
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
    redraw(
      html`<details ?open=${!this.isFolded}><summary><h2>Evaluation</h2></summary><div class="evaluation">
        <div class="row" ?hidden=${view === undefined}>
          ${choice("Function", all.map(({ name }) => [name, evaluationLabel(name)]), this.name, (name) => this.choose({ name }))}
          ${choice("As seen by", views.map((one) => [one.for, one.for]), this.side, (side) => this.choose({ side }), views.length < 2)}
        </div>
        <p class="sum">${view === undefined ? this.failure || awaited("") : typeset(view.sum)}</p>
        <p class="muted">${about}</p>
        <div class="scroll" ?hidden=${view === undefined}><table class="plain terms">${termHead()}<tbody>${view?.terms.map((term) => this.rows(term, term === open))}</tbody></table></div>
        </div></details>`,
      this.place,
      () => this.place.querySelector("summary"),
    );
  }

  /** @param {Term} term */
  key(term) {
    return `${this.name} ${term.owner} ${term.name}`;
  }

  /** @param {Term} term @param {boolean} isOpen */
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

  /** The cells of a group in words. @param {Cell[]} group */
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
