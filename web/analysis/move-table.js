// The table of the analysis view: every move with its value and what follows.

import { lineText } from "../board/analysis.js";
import { moveText } from "../board/game.js";
import { byWorth, symbol, tone, verdict } from "../board/pieces.js";
import { capital, signed } from "../shell/dom.js";
import { html, nothing, render } from "../vendor/lit-html.js";

/** @typedef {import("../board/analysis.js").Analysis} Analysis */
/** @typedef {import("../shell/types.d.ts").Move} Move */

const PLIES = "▲ wins, ■ draws, ▼ loses for the side to move. The number beside the sign is how many plies the game still lasts; a ply is a move of one side.";

/** What the signs mean, by what solves the game. */
const LEGENDS = {
  scores: `${PLIES} The second number is the score of solvers: 1 is a win with the last piece of the board, one more for each piece that is left over; below 0 it is a loss.`,
  distances: PLIES,
  points: "▲ wins, ■ draws, ▼ loses for the side to move. The number beside the sign is the difference of quadruples at the end. An estimate in points is what a search sees at its depth.",
  winner: "▲ wins, ▼ loses for the side to move. Of moves that are not listed nothing is known yet. An estimate in points is what a search sees at its depth.",
};

export class MoveTable {
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
    /** The moves in the order of their worth, once it was found. @type {{ found: import("../board/analysis.js").Found, moves: Move[] } | null} */
    this.sorted = null;
  }

  /** @param {import("../shell/types.d.ts").Notation} notation */
  render(notation) {
    const { analysis, place, page, show } = this;
    const { found, game: { position, menu } } = analysis;
    if (position === null) return;
    const moves = analysis.isOn ? this.order(position.moves) : [];
    const isOver = position.outcome !== null;
    const line = found.position?.line.length ? found.position.line : (found.depth?.line ?? []);
    const isGuessed = moves.some(({ move }) => { const value = found.moves.get(move); return value?.isBest === true && value.result === null; });
    const checked = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target).checked;
    const { activeElement } = document;
    const label = place.contains(activeElement) ? activeElement?.getAttribute("aria-label") : null;
    // “Analyse longer” stays in its place, so that it keeps the focus after a press.
    render(
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
            <tbody>${moves.map((move) => this.row(move, notation.name))}</tbody>
          </table>
        </div>
        <div class="row" ?hidden=${isOver}>
          <p class="muted">${analysis.isOn && (found.position ?? found.depth) !== null ? `${capital(found.state)}.` : nothing}</p>
          <button type="button" class="small" aria-disabled=${String(!analysis.hasMoreTime)} @click=${() => analysis.goOn()}>Analyse longer</button>
        </div>
        <p class="legend" ?hidden=${isOver}>${LEGENDS[menu.solver ?? "winner"]}${isGuessed ? " ★ is the best move that a search has found; that is no proof." : nothing}</p>`,
      place,
    );
    // The focus goes with its move.
    if (!label || activeElement?.getAttribute("aria-label") === label) return;
    /** @type {HTMLElement | null} */ (place.querySelector(`[aria-label="${CSS.escape(label)}"]`))?.focus({ preventScroll: true });
  }

  /**
   * When all is known that will be, the best move comes first. Until then, and while one is pressed, rows do not change places;
   * an analysis that is taken up again leaves them where they are until it ends.
   * @param {Move[]} moves
   */
  order(moves) {
    const { found } = this.analysis;
    const worth = (/** @type {Move} */ { move }) => found.moves.get(move);
    if (found.isDone && this.place.querySelector("button:active") === null) this.sorted = { found, moves: [...moves].sort((a, b) => byWorth(worth(a), worth(b))) };
    return this.sorted?.found === found ? this.sorted.moves : moves;
  }

  /**
   * @param {Move} move
   * @param {string} notation
   */
  row(move, notation) {
    const { found, game: { menu } } = this.analysis;
    const text = moveText(move, notation);
    const value = found.moves.get(move.move);
    const score = value?.score ?? null;
    const words = value === undefined ? "" : verdict(value);
    const isBest = found.position?.best.includes(move.move) === true;
    // Where moves are proved one by one, for minutes, only those are listed of which something is known.
    return html`<tr class=${isBest ? "best" : nothing} ?hidden=${value === undefined && menu.solver === "winner"}>
      <th scope="row"><button type="button" class="quiet" aria-label="Play ${text}" @click=${() => void this.page.play(move.move)}>${text}</button></th>
      <td>${value === undefined ? "…" : html`<span class="chip ${tone(value)}">${symbol(value)}</span>`}${score === null ? nothing : html`<span class="score">${signed(score)}</span>`}</td>
      <td>${words}${isBest ? html`<strong class="tag">${words ? "; best" : "best"}</strong>` : nothing}</td>
    </tr>`;
  }
}
