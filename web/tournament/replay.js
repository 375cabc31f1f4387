// A recorded game next to the board: its turns with time and faults, and what programs printed.

import { copyButton } from "../shell/announce.js";
import { capital, fill, make } from "../shell/dom.js";
import { moveText } from "../board/game.js";
import { counted, time } from "../shell/numbers.js";
import { piece } from "../board/pieces.js";
import { named } from "./table.js";
import { outcome } from "./words.js";

/** @typedef {import("./types.d.ts").Replayed} Replayed */
/** @typedef {import("./types.d.ts").Turn} Turn */
/** @typedef {import("./types.d.ts").TournamentContext} TournamentContext */

export class Replay {
  /**
   * @param {TournamentContext} context
   * @param {{ close: () => void }} handlers
   */
  constructor(context, handlers) {
    this.context = context;
    /** @type {Replayed | null} */
    this.game = null;
    this.shown = "";
    /** @type {number | null} where keys lead to, until it is reached: they can be faster than the server */
    this.aim = null;
    this.title = make("h3", { tabindex: -1 });
    this.result = make("p", { class: "headline" });
    this.about = make("p", { class: "muted" });
    this.list = make("ol", { class: "turns", "aria-label": "Turns", keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) });
    this.detail = make("div", { class: "turn" });
    this.versus = make("div", { class: "row" });
    this.root = make(
      "article",
      { class: "replay" },
      make("div", {}, make("button", { type: "button", class: "small", click: handlers.close }, "All games")),
      this.title,
      this.result,
      this.about,
      make("div", { class: "replay-parts" }, this.list, this.detail),
      this.versus,
    );
  }

  /** @param {Replayed} game */
  open(game) {
    this.game = game;
    this.shown = "";
    const [first, second] = game.entrants;
    const sides = this.sides();
    fill(this.title, `Game ${game.id}: `, named(first.name), ` (${sides[0]}) against `, named(second.name), ` (${sides[1]})`);
    this.result.textContent = `${capital(game.result.words)}.`;
    const grace = game.grace_ms > 0 ? ` and ${time(game.grace_ms)} of grace` : "";
    this.about.textContent = `${counted(game.turns.length, "turn")}. Time for an answer: ${time(game.limit_ms)}${grace}.${game.isolation === null ? "" : ` Isolation of programs: ${game.isolation}.`}`;
    this.render();
  }

  /** The names of the sides, the first to move first. */
  sides() {
    const game = /** @type {Replayed} */ (this.game);
    return this.context.menu.games.find(({ name }) => name === game.game)?.sides ?? ["first", "second"];
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
    const { game, context } = this;
    if (game === null) return;
    if (context.game.index === this.aim) this.aim = null;
    const shown = `${game.id} ${context.game.index} ${context.notation().name}`;
    if (shown === this.shown) return;
    this.shown = shown;
    const { current } = this;
    const { command } = game;
    this.renderList(game, current.at(-1));
    fill(this.detail, ...(current.length === 0 ? [make("p", { class: "muted" }, "The position at the beginning. Choose a turn, or step with the buttons under the board.")] : current.map((turn) => this.turn(game, turn))), ...this.sessions(game));
    const isOver = context.game.position?.outcome !== null;
    const buttons = game.entrants.map(({ name, player }, order) =>
      player !== null && make("button", { type: "button", click: () => context.play(player, order === 0 ? 0 : 1, isOver ? game.game : null) }, "Play against ", named(name), isOver ? "" : " from here"));
    fill(
      this.versus,
      make("button", { type: "button", class: "main", click: () => void context.page.show("analyse") }, "Analyse this position"),
      make("button", { type: "button", click: () => void context.page.show("tree") }, "Search tree"),
      !isOver && make("button", { type: "button", click: () => context.play(null, 1, null) }, "Play on from here"),
      ...buttons,
      command !== null && copyButton("command", () => command),
    );
  }

  /**
   * @param {Replayed} game
   * @param {Turn | undefined} current
   */
  renderList(game, current) {
    const hadFocus = this.list.contains(document.activeElement);
    const allowed = game.limit_ms + game.grace_ms;
    const { menu } = this.context.game;
    const items = game.turns.map((turn, index) => {
      const faults = turn.attempts.flatMap(({ fault }) => (fault === null ? [] : [fault.kind]));
      const isCurrent = turn === current;
      const to = turn.action === "lost-game" ? index : index + 1;
      const late = turn.attempts.some(({ wall_ms }) => wall_ms > allowed);
      const button = make(
        "button",
        { type: "button", class: "quiet", tabindex: isCurrent || (current === undefined && index === 0) ? 0 : -1, "aria-current": isCurrent && "step", click: () => { this.aim = null; this.context.page.step(to); } },
        make("span", { class: "number" }, `${turn.number}.`),
        piece(menu, turn.side),
        make("span", { class: "unseen" }, ` ${turn.side} `),
        make("span", { class: "what" }, this.words(turn)),
        make("span", { class: `time${late ? " fault" : ""}` }, time(turn.wall_ms)),
        make("meter", { min: 0, max: allowed || 1, value: Math.min(turn.wall_ms, allowed), "aria-hidden": "true", title: `${time(turn.wall_ms)} of ${time(allowed)}` }),
        make("span", { class: "fault" }, faults.length > 0 ? `⚠ ${faults.join(", ")}` : ""),
      );
      return make("li", {}, button);
    });
    fill(this.list, ...items);
    const reached = this.reached();
    if (hadFocus) reached?.focus({ preventScroll: true });
    if (reached !== null && current !== undefined) {
      const { offsetTop, offsetHeight } = reached;
      if (offsetTop < this.list.scrollTop || offsetTop + offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = offsetTop - this.list.clientHeight / 2;
    }
  }

  /** The button of the turn that is shown: the one that the tab key reaches. */
  reached() {
    return /** @type {HTMLElement | null} */ (this.list.querySelector("[tabindex='0']"));
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
    if (this.aim === this.context.game.index) this.render();
    else this.context.page.step(this.aim);
    this.reached()?.focus({ preventScroll: true });
  }

  /**
   * @param {Replayed} game
   * @param {Turn} turn
   */
  turn(game, turn) {
    const seat = game.entrants[this.sides()[0] === turn.side ? 0 : 1];
    const facts = (/** @type {import("./types.d.ts").Attempt} */ attempt) => [
      `${time(attempt.wall_ms)} of ${time(game.limit_ms + game.grace_ms)}`,
      attempt.cpu_ms === null ? "" : `CPU ${time(attempt.cpu_ms)}`,
      `${attempt.processor_percent} % of a processor`,
      attempt.waiting ?? "",
      attempt.own_ms < attempt.wall_ms ? `${time(attempt.own_ms)} without starting its interpreter` : "",
      attempt.nodes === null ? "" : counted(attempt.nodes, "node"),
      attempt.ended ?? "",
    ].filter(Boolean).join(", ");
    return make(
      "section",
      {},
      make("h4", {}, `Turn ${turn.number}: `, named(seat.name), ` (${turn.side}), ${this.words(turn)}`),
      ...turn.attempts.map((attempt, at) => make(
        "div",
        { class: "attempt" },
        make("p", {}, turn.attempts.length > 1 ? `Answer ${at + 1}: ` : "", facts(attempt), "."),
        attempt.fault !== null && make("p", { class: "fault" }, `⚠ ${attempt.fault.kind}: `, make("bdi", {}, attempt.fault.message), ".", attempt.penalty > 0 ? ` Penalty: ${attempt.penalty}.` : ""),
        printed("Standard output", attempt.said),
        printed("Standard error", attempt.stderr),
      )),
    );
  }

  /** How programs ended that ran for the whole game, at its end.
   * @param {Replayed} game
   */
  sessions(game) {
    if (!this.current.includes(/** @type {Turn} */ (game.turns.at(-1)))) return [];
    return game.sessions.flatMap((session, order) => session === null ? [] : [make(
      "section",
      {},
      make("h4", {}, named(game.entrants[order === 0 ? 0 : 1].name), " ran for the whole game"),
      make("p", {}, capital([session.ended, session.cpu_ms === null ? "" : `CPU ${time(session.cpu_ms)}`].filter(Boolean).join(", ")), "."),
      printed("Standard error", session.stderr),
    )]);
  }
}

/**
 * What a program printed, if it printed anything.
 * @param {string} name
 * @param {string} text
 */
function printed(name, text) {
  return text !== "" && make("div", { class: "printed" }, make("h5", {}, name), make("pre", { tabindex: 0, role: "region", "aria-label": name }, text));
}
