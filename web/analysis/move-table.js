// The table of the analysis view: every move with its value and what follows.

import { moveText } from "../board/game.js";
import { byWorth, symbol, tone, verdict } from "../board/pieces.js";
import { signed } from "../shell/numbers.js";
import { capital, fill, make } from "../shell/dom.js";
import { lineText } from "../board/analysis.js";

/** @typedef {import("../board/analysis.js").Analysis} Analysis */

/** A row of a move. @typedef {{ root: HTMLElement, value: HTMLElement, words: HTMLElement, shown: string }} Row */

export class MoveTable {
  /**
   * @param {HTMLElement} place
   * @param {Analysis} analysis
   * @param {{ move: (move: import("../shell/types.d.ts").Move) => void, isOn: (isOn: boolean) => void, threats: import("../shell/types.d.ts").Page["threats"] }} handlers
   */
  constructor(place, analysis, handlers) {
    this.analysis = analysis;
    this.handlers = handlers;
    this.switch = make("input", { type: "checkbox", role: "switch", change: () => handlers.isOn(this.switch.checked) });
    this.threats = make("input", { type: "checkbox", role: "switch", change: () => handlers.threats.set(this.threats.checked) });
    this.threatsField = make("label", { class: "switch", title: "A triangle marks each cell where a side would complete a line" }, this.threats, "Mark threats");
    this.line = make("p", { class: "line" });
    this.state = make("p", { class: "muted" });
    this.longer = make("button", { type: "button", class: "small", click: () => analysis.goOn() }, "Analyse longer");
    this.failure = make("p", { class: "problems" });
    this.retry = make("button", { type: "button", class: "small", click: () => analysis.retry() });
    this.body = make("tbody");
    this.legend = make("p", { class: "legend" });
    /** @type {Row[]} */
    this.rows = [];
    /** By which finished analysis the rows are sorted. @type {import("../board/analysis.js").Found | null} */
    this.sorted = null;
    /** The moves that the rows are of. */
    this.wanted = "";
    const heads = ["Move", "Value", "What follows"].map((head) => make("th", { scope: "col" }, head));
    /** What a position has in which moves can be made. */
    this.values = [
      make("div", { class: "scroll" }, make("table", { class: "plain values" }, make("thead", {}, make("tr", {}, ...heads)), this.body)),
      make("div", { class: "row" }, this.state, this.longer),
      this.legend,
    ];
    fill(
      place,
      make("div", { class: "head" }, make("h2", {}, "Values of all moves"), make("div", { class: "row" }, this.threatsField, make("label", { class: "switch" }, this.switch, "Show values"))),
      this.line,
      make("div", { class: "row" }, this.failure, this.retry),
      ...this.values,
    );
  }

  /** @param {import("../shell/types.d.ts").Notation} notation */
  render(notation) {
    const { analysis } = this;
    const { position, menu } = analysis.game;
    if (position === null) return;
    this.switch.checked = analysis.isOn;
    this.threats.checked = this.handlers.threats.isOn;
    for (const part of this.values) part.hidden = position.outcome !== null;
    this.threatsField.hidden = !this.handlers.threats.isOffered;
    const { found } = analysis;
    const line = found.position?.line.length ? found.position.line : (found.depth?.line ?? []);
    this.line.textContent = analysis.isOn && line.length > 0 ? `Best line: ${lineText(line, position.moves, notation.name)}.` : "";
    this.state.textContent = analysis.isOn && (found.position ?? found.depth) !== null ? `${capital(found.state)}.` : "";
    this.failure.textContent = analysis.isOn && found.failure !== null ? capital(found.failure) : "";
    this.retry.hidden = !analysis.canRetry;
    this.retry.textContent = found.isRepeatable ? "Try again" : "Try a smaller search";
    // The button stays in its place, so that it keeps the focus after a press.
    this.longer.setAttribute("aria-disabled", String(!analysis.hasMoreTime));
    const best = new Set(found.position?.best ?? []);
    const rows = analysis.isOn ? position.moves : [];
    this.renderRows(rows, best, notation.name);
    const isGuessed = rows.some((move) => { const value = found.moves.get(move.move); return value?.isBest === true && value.result === null; });
    const plies = "▲ wins, ■ draws, ▼ loses for the side to move. The number beside the sign is how many plies the game still lasts; a ply is a move of one side.";
    const legend = {
      scores: `${plies} The second number is the score of solvers: 1 is a win with the last piece of the board, one more for each piece that is left over; below 0 it is a loss.`,
      distances: plies,
      points: "▲ wins, ■ draws, ▼ loses for the side to move. The number beside the sign is the difference of quadruples at the end. An estimate in points is what a search sees at its depth.",
      winner: "▲ wins, ▼ loses for the side to move. Of moves that are not listed nothing is known yet. An estimate in points is what a search sees at its depth.",
    }[menu.solver ?? "winner"];
    this.legend.textContent = isGuessed ? `${legend} ★ is the best move that a search has found; that is no proof.` : legend;
  }

  /**
   * Rows stay while their moves do: events come many times a second, and only what has changed is written. When all is known
   * that will be, the best move comes first; until then rows do not change places under the mouse.
   * @param {import("../shell/types.d.ts").Move[]} moves
   * @param {Set<string>} best
   * @param {string} notation
   */
  renderRows(moves, best, notation) {
    const wanted = moves.map((move) => `${moveText(move, notation)} ${move.move}`).join("\n");
    if (wanted !== this.wanted) {
      this.wanted = wanted;
      this.sorted = null;
      this.rows = moves.map((move) => this.row(move, notation));
      fill(this.body, ...this.rows.map(({ root }) => root));
    }
    moves.forEach((move, at) => {
      const row = this.rows[at];
      const value = this.analysis.found.moves.get(move.move);
      const isBest = best.has(move.move);
      const shown = JSON.stringify([value, isBest]);
      if (row === undefined || row.shown === shown) return;
      // Where moves are proved one by one, for minutes, only those are listed of which something is known.
      row.root.hidden = value === undefined && this.analysis.game.menu.solver === "winner";
      row.shown = shown;
      row.root.classList.toggle("best", isBest);
      const score = value?.score ?? null;
      fill(row.value, value === undefined ? "…" : make("span", { class: `chip ${tone(value)}` }, symbol(value)), score !== null && make("span", { class: "score" }, signed(score)));
      const words = value === undefined ? "" : verdict(value);
      fill(row.words, words, isBest && make("strong", { class: "tag" }, words ? "; best" : "best"));
    });
    const { found } = this.analysis;
    // An analysis that is taken up again leaves the rows in their places until it ends.
    if (!found.isDone && (this.sorted === null || this.sorted === found)) return;
    this.sorted = found.isDone ? found : null;
    const worth = moves.map(({ move }, at) => ({ value: found.moves.get(move), root: this.rows[at]?.root ?? null }));
    if (found.isDone) worth.sort((a, b) => byWorth(a.value, b.value));
    if (worth.every(({ root }, at) => root === this.body.children[at])) return;
    const { activeElement } = document;
    fill(this.body, ...worth.map(({ root }) => root));
    if (activeElement instanceof HTMLElement && this.body.contains(activeElement)) activeElement.focus({ preventScroll: true });
  }

  /**
   * @param {import("../shell/types.d.ts").Move} move
   * @param {string} notation
   * @returns {Row}
   */
  row(move, notation) {
    const text = moveText(move, notation);
    const play = make("button", { type: "button", class: "quiet", "data-key": move.move, "aria-label": `Play ${text}`, click: () => this.handlers.move(move) }, text);
    const [value, words] = [make("td"), make("td")];
    return { root: make("tr", {}, make("th", { scope: "row" }, play), value, words), value, words, shown: "" };
  }
}
