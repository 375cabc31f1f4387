// A recorded game next to the board: its turns with time and faults, and what programs printed.

import { copyButton } from "../shell/announce.js";
import { capital, counted, make, redraw, time } from "../shell/dom.js";
import { moveText } from "../board/game.js";
import { piece } from "../board/pieces.js";
import { html, nothing } from "../vendor/lit-html.js";
import { named } from "./table.js";
import { outcome } from "./words.js";

/** @import { Attempt, Replayed, TournamentContext, Turn } from "./types.d.ts" */

export class Replay {
  /** @param {TournamentContext} context @param {{ close: () => void }} handlers */
  constructor(context, handlers) {
    this.context = context;
    this.handlers = handlers;
    /** @type {Replayed | null} */
    this.game = null;
    /** The turn that was drawn last as the one on the board. @type {Turn | undefined} */
    this.drawn = undefined;
    /** @type {number | null} where keys lead to, until it is reached: they can be faster than the server */
    this.aim = null;
    this.copy = copyButton("command", () => this.game?.command ?? "");
    this.root = make("article", { class: "replay" });
  }

  /** @param {Replayed} game */
  open(game) {
    this.game = game;
    this.drawn = undefined;
  }

  /** @param {Turn} turn */
  words(turn) {
    return outcome(turn, (move) => moveText(move, this.context.notation().name));
  }

  /** The turns that led to the position on the board; a lost game changes no position. */
  get current() {
    const turns = this.game?.turns ?? [];
    const index = this.context.game.index;
    const last = turns.at(-1);
    const isLost = last?.action === "lost-game" && index === turns.length - 1;
    return isLost ? turns.slice(Math.max(index - 1, 0)) : turns.slice(Math.max(index - 1, 0), index);
  }

  render() {
    const { game, context, current } = this;
    if (game === null) return;
    if (context.game.index === this.aim) this.aim = null;
    const { entrants: [first, second], turns, limit_ms, grace_ms, isolation } = game;
    // The board may have another game still.
    const { sides } = context.menu.games.find(({ name }) => name === game.game) ?? context.game.menu;
    const grace = grace_ms > 0 ? ` and ${time(grace_ms)} of grace` : "";
    const isOver = context.game.position?.outcome !== null;
    const hadFocus = this.root.querySelector(".turns")?.contains(document.activeElement) === true;
    redraw(html`
      <div><button type="button" class="small" @click=${this.handlers.close}>All games</button></div>
      <h3 tabindex="-1">Game ${game.id}: ${named(first.name)} (${sides[0]}) against ${named(second.name)} (${sides[1]})</h3>
      <p class="headline">${capital(game.result.words)}.</p>
      <p class="muted">${counted(turns.length, "turn")}. Time for an answer: ${time(limit_ms)}${grace}.${isolation === null ? "" : ` Isolation of programs: ${isolation}.`}</p>
      <div class="replay-parts">
        <ol class="turns" aria-label="Turns" @keydown=${(/** @type {KeyboardEvent} */ event) => this.pressed(event)}>${turns.map((turn, index) => this.item(game, turn, index, current.at(-1)))}</ol>
        <div class="turn">
          ${current.length === 0 ? html`<p class="muted">The position at the beginning. Choose a turn, or step with the buttons under the board.</p>` : current.map((turn) => this.turn(game, turn))}
          ${turns.length > 0 && current.at(-1) === turns.at(-1) ? this.sessions(game) : nothing}
        </div>
      </div>
      <div class="row">
        <button type="button" class="main" @click=${() => void context.page.openView("analyse")}>Analyse this position</button>
        <button type="button" @click=${() => void context.page.openView("tree")}>Search tree</button>
        ${isOver ? nothing : html`<button type="button" @click=${() => context.play(null, 1, null)}>Play on from here</button>`}
        ${game.entrants.map(({ name, player }, order) => (player === null ? nothing : html`<button type="button"
          @click=${() => context.play(player, order === 0 ? 0 : 1, isOver ? game.game : null)}>Play against ${named(name)}${isOver ? "" : " from here"}</button>`))}
        ${game.command === null ? nothing : this.copy}
      </div>`, this.root, () => this.root.querySelector("h3"));
    if (hadFocus) this.reached()?.focus({ preventScroll: true });
    if (this.drawn !== current.at(-1)) this.follow(current.at(-1));
  }

  /** @param {Turn | undefined} turn another one than was drawn last */
  follow(turn) {
    this.drawn = turn;
    for (const printed of this.root.querySelectorAll("pre")) printed.scrollTop = 0;
    const list = this.root.querySelector(".turns");
    const reached = this.reached();
    if (list === null || reached === null || turn === undefined) return;
    const { offsetTop, offsetHeight } = reached;
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop - list.clientHeight / 2;
  }

  /** The button of the turn that is shown: the one that the tab key reaches. */
  reached() {
    return /** @type {HTMLElement | null} */ (this.root.querySelector(".turns [tabindex='0']"));
  }

  /** @param {Replayed} game @param {Turn} turn @param {number} index @param {Turn | undefined} current */
  item(game, turn, index, current) {
    const allowed = game.limit_ms + game.grace_ms;
    const faults = turn.attempts.flatMap(({ fault }) => (fault === null ? [] : [fault.kind]));
    const isLate = faults.includes("late");
    const step = () => {
      this.aim = null;
      this.context.page.step(turn.action === "lost-game" ? index : index + 1);
    };
    return html`
      <li><button type="button" class="quiet" tabindex=${turn === (current ?? game.turns[0]) ? 0 : -1} aria-current=${turn === current ? "step" : nothing} @click=${step}>
        <span class="number">${turn.number}.</span>
        ${piece(this.context.game.menu, turn.side)}
        <span class="unseen"> ${turn.side} </span>
        <span class="what">${this.words(turn)}</span>
        <span class=${isLate ? "time fault" : "time"}>${time(turn.wall_ms)}</span>
        <meter min="0" max=${allowed || 1} value=${Math.min(turn.wall_ms, allowed)} aria-hidden="true" title="${time(turn.wall_ms)} of ${time(allowed)}"></meter>
        <span class="fault">${faults.length > 0 ? `⚠ ${faults.join(", ")}` : nothing}</span>
      </button></li>`;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.game === null) return;
    const most = this.game.turns.filter(({ action }) => action !== "lost-game").length;
    const from = this.aim ?? this.context.game.index;
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.aim = Math.min(Math.max(to, 0), most);
    if (this.aim === this.context.game.index) this.aim = null;
    else this.context.page.step(this.aim);
    this.reached()?.focus({ preventScroll: true });
  }

  /** @param {Replayed} game @param {Turn} turn */
  turn(game, turn) {
    const seat = game.entrants[this.context.game.menu.sides[0] === turn.side ? 0 : 1];
    const times = (/** @type {Attempt} */ attempt) => [
      `${time(attempt.wall_ms)} of ${time(game.limit_ms + game.grace_ms)}`,
      attempt.cpu_ms === null ? "" : `CPU ${time(attempt.cpu_ms)}`,
      `${attempt.processor_percent} % of a processor`,
      attempt.waiting ?? "",
    ];
    const facts = (/** @type {Attempt} */ attempt) => [
      ...(attempt.timeout ? [attempt.timeout] : times(attempt)),
      attempt.own_ms < attempt.wall_ms ? `${time(attempt.own_ms)} without starting its interpreter` : "",
      attempt.nodes === null ? "" : counted(attempt.nodes, "node"),
      attempt.ended ?? "",
    ].filter(Boolean).join(", ");
    return html`
      <section>
        <h4>Turn ${turn.number}: ${named(seat.name)} (${turn.side}), ${this.words(turn)}</h4>
        ${turn.attempts.map((attempt, at) => html`
          <div class="attempt">
            <p>${turn.attempts.length > 1 ? `Answer ${at + 1}: ` : ""}${facts(attempt)}.</p>
            ${attempt.fault === null ? nothing : html`<p class="fault">⚠ ${attempt.fault.kind}: <bdi>${attempt.fault.message}</bdi>.${attempt.penalty > 0 ? ` Penalty: ${attempt.penalty}.` : ""}</p>`}
            ${printed("Standard output", attempt.said)}
            ${printed("Standard error", attempt.stderr)}
          </div>`)}
      </section>`;
  }

  /** How programs ended that ran for the whole game. @param {Replayed} game */
  sessions({ entrants, sessions }) {
    return sessions.map((session, order) => (session === null ? nothing : html`
      <section>
        <h4>${named(entrants[order === 0 ? 0 : 1].name)} ran for the whole game</h4>
        <p>${capital([session.ended, session.cpu_ms === null ? "" : `CPU ${time(session.cpu_ms)}`].filter(Boolean).join(", "))}.</p>
        ${printed("Standard error", session.stderr)}
      </section>`));
  }
}

/** What a program printed, if it printed anything. @param {string} name @param {string} text */
function printed(name, text) {
  return text === "" ? nothing : html`<div class="printed"><h5>${name}</h5><pre tabindex="0" role="region" aria-label=${name}>${text}</pre></div>`;
}
