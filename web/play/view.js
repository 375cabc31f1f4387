// The view "Play": a new game, a hint, the list of moves, what the players said, what can be shared, and worked examples.

import { gameName, MoveList } from "../board/controls.js";
import { moveText, numberOf } from "../board/game.js";
import { attempt } from "../shell/announce.js";
import { awaited, get } from "../shell/api.js";
import { capital, make, redraw, typeset } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";

/** @import { Choice, Context, Example, Mount, Move } from "../shell/types.d.ts" */

/** @type {Mount} */
export const mount = (place, context) => {
  const panel = new PlayPanel(place, context);
  return {
    // The analysis view marks the best moves of the search; this view marks the move of the hint.
    board: () => (panel.hint === null ? {} : { best: [panel.hint.move] }),
    render: () => panel.render(),
  };
};

/** Moves of the line that was left that are named. */
const MOST_NAMED = 6;

/** What an example opens, in words. @type {Record<string, string>} */
const OPENS = { play: "a game", analyse: "an analysis", tree: "a search" };

class PlayPanel {
  /** @param {HTMLElement} place @param {Context} context */
  constructor(place, context) {
    this.place = place;
    this.context = context;
    this.list = new MoveList((index) => context.page.step(index));
    /** What a strong player would do here, and in brackets why, until the position changes. @type {{ move: Move, why: string } | null} */
    this.hint = null;
    /** @type {AbortController | null} */
    this.asking = null;
    this.shareParts = make("div", { class: "share-parts" });
    /** @type {import("../share/panel.js").SharePanel | null} */
    this.share = null;
    this.isSharing = false;
    /** Whether the last attempt to load what can be shared has failed. */
    this.isShareAway = false;
    context.game.addEventListener("change", () => {
      this.asking?.abort();
      this.asking = null;
      this.hint = null;
    });
  }

  render() {
    const { menu: { examples }, game, turns, page, notation } = this.context;
    const { menu, position } = game;
    if (position === null) return;
    const games = [...new Set(examples.map((example) => example.game))];
    redraw(
      html`<div class="row">
          <button type="button" @click=${() => page.rematch([...turns.players])}>New game</button>
          <button type="button" @click=${() => page.setPlayers([turns.players[1], turns.players[0]])}>Swap sides</button>
          <button type="button" aria-disabled=${String(!turns.isOpen)} @click=${() => void attempt(() => this.ask())}>Hint</button>
          <button type="button" @click=${() => page.turnBoard()}>${menu.board === "upright" ? "Mirror the board" : "Turn the board"}</button>
        </div>
        <p class="hint-words" role="status">${this.hintWords()}</p>
        <p class="rules">${capital(menu.about)}.</p>
        <div class="notes">${position.notes.map((note) => html`<p>${note}</p>`)}</div>
        <h2>Moves</h2>
        ${this.list.root}
        <div>${this.other()}</div>
        <div class="output">${this.output()}</div>
        <details class="share" @toggle=${(/** @type {Event} */ { target }) => void this.toggleShare(/** @type {HTMLDetailsElement} */ (target).open)}>
          <summary>Share and save</summary>
          ${this.isShareAway ? html`<p>What can be shared could not be loaded. Open this again; if that does not help, load the page again.</p>` : nothing}
          ${this.shareParts}
        </details>
        <details class="worked" ?open=${page.state.isNew}>
          <summary>Worked examples of courses</summary>
          <div class="examples">
          ${games.map((name) => html`<section><h3>${gameName(name)}</h3><ul>${examples.filter((example) => example.game === name).map((example) => this.example(example))}</ul></section>`)}
          </div>
        </details>`,
      this.place,
    );
    this.list.render(turns, notation().name);
    if (this.isSharing) this.share?.render();
  }

  /** @param {Example} example */
  example(example) {
    return html`<li><button type="button" class="link" @click=${() => this.context.page.openExample(example)}>${example.title}</button><p><span class="opens">Opens ${OPENS[example.view] ?? example.view}: </span>${example.about}.</p></li>`;
  }

  /** The line that was left, by the moves that follow where it was left. */
  other() {
    const { game, notation } = this.context;
    const { left } = game;
    if (left === null) return nothing;
    const moves = left.played.slice(left.index).map((move) => moveText(move, notation().name));
    const more = moves.length > MOST_NAMED ? " …" : "";
    return html`<button type="button" class="link" @click=${() => void attempt(() => game.takeUp())}>Go back to the other line: ${numberOf(game.menu, left.played, left.index)}. ${moves.slice(0, MOST_NAMED).join(" ")}${more}</button>`;
  }

  /** What is known of the last move: the words of an agent, the output of a program. */
  output() {
    const { game, turns: { decisions } } = this.context;
    const move = game.played[game.index - 1];
    const decision = decisions.get(game.moves(game.index));
    if (move === undefined || decision === undefined) return nothing;
    // A place for each stream: which of them is open stays so.
    const printed = (/** @type {"said" | "stderr"} */ stream, /** @type {string} */ name) => decision.output?.[stream]
      ? html`<details><summary>${name}</summary><pre tabindex="0">${decision.output[stream]}</pre></details>`
      : nothing;
    return [
      decision.words === "" ? nothing : html`<p>${capital(move.side)}: ${decision.words}</p>`,
      decision.fault === null ? nothing : html`<p class="fault">${decision.fault}</p>`,
      printed("said", "Standard output"),
      printed("stderr", "Standard error"),
    ];
  }

  /** The same move has other names when another notation is chosen. */
  hintWords() {
    if (this.hint === null) return this.asking === null ? "" : awaited("Looking for a good move.");
    const { game, notation } = this.context;
    return `Hint: ${game.menu.move_noun} ${moveText(this.hint.move, notation().name)}${this.hint.why}.`;
  }

  /** Asks for a hint. */
  async ask() {
    const { game, turns } = this.context;
    if (this.asking !== null || !turns.isOpen) return;
    const asking = new AbortController();
    this.asking = asking;
    this.hint = null;
    this.showHint();
    const agent = game.menu.agents.includes("perfect") ? "perfect" : "engine";
    try {
      /** @type {Choice} */
      const { move, words, proof } = await get("choose", { ...game.params(), agent: `${agent}:time=1s` }, asking.signal);
      if (asking.signal.aborted) return;
      const found = proof === null ? words : proof.words.replace(/^proved: /, "");
      this.hint = { move, why: found === "" ? "" : ` (${typeset(found)})` };
    } catch (error) {
      if (!asking.signal.aborted) throw error;
    } finally {
      if (this.asking === asking) {
        this.asking = null;
        this.showHint();
      }
    }
  }

  showHint() {
    this.render();
    this.context.page.renderBoard();
  }

  /** What can be shared is loaded when it is first opened, and again at the next opening if that failed. @param {boolean} isOpen */
  async toggleShare(isOpen) {
    this.isSharing = isOpen;
    if (isOpen && this.share === null) {
      const loaded = await import("../share/panel.js").catch(() => null);
      this.isShareAway = loaded === null;
      if (loaded !== null) this.share ??= new loaded.SharePanel(this.shareParts, this.context);
    }
    this.render();
  }
}
