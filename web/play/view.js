// The view "Play": moves, hint, what the players said.

import { MoveList } from "../board/controls.js";
import { moveText } from "../board/game.js";
import { gameName } from "../board/status.js";
import { SharePanel } from "../share/panel.js";
import { get } from "../shell/api.js";
import { capital, fill, make } from "../shell/dom.js";
import { typeset } from "../shell/numbers.js";

/** @typedef {import("../shell/types.d.ts").Example} Example */
/** @typedef {import("../board/game.js").Turns} Turns */

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, context) => {
  const { menu, game, turns, page, notation } = context;
  const share = new SharePanel(context);
  const hint = new Hint(turns, context);
  const panel = new PlayPanel(place, menu, turns, {
    renew: () => page.rematch([...turns.players]),
    swap: () => page.setPlayers([turns.players[1], turns.players[0]]),
    turn: page.turnBoard,
    example: page.openExample,
    step: page.step,
    takeUp: () => void page.attempt(() => game.takeUp()),
  }, { hint, share: share.root });
  return {
    // The analysis view marks the best moves of the search; this view marks the move of the hint.
    board: () => (hint.move === null ? {} : { best: [hint.move] }),
    render() {
      hint.render();
      panel.render(notation());
      share.render(notation());
    },
  };
};

// The panel "Play": a new game, the list of moves, what can be shared, and worked examples to begin with.

/**
 * What happens in the panel.
 * @typedef {object} Handlers
 * @property {() => void} renew
 * @property {() => void} swap
 * @property {() => void} turn
 * @property {(example: Example) => void} example
 * @property {(index: number) => void} step
 * @property {() => void} takeUp
 */

/** Moves of the line that was left that are named. */
const MOST_NAMED = 6;

/** What an example opens, in words. @type {Record<string, string>} */
const OPENS = { play: "a game", analyse: "an analysis", tree: "a search" };

class PlayPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("../shell/types.d.ts").Menu} menu
   * @param {Turns} turns
   * @param {Handlers} handlers
   * @param {{ hint: Hint, share: HTMLElement }} parts the hint, and what can be shared and saved
   */
  constructor(place, menu, turns, handlers, { hint, share }) {
    this.turns = turns;
    this.handlers = handlers;
    this.about = make("p", { class: "rules" });
    this.list = new MoveList(handlers.step);
    this.other = make("button", { type: "button", class: "link", click: handlers.takeUp });
    this.output = make("div", { class: "output" });
    this.notes = make("div", { class: "notes" });
    this.turner = make("button", { type: "button", click: handlers.turn });
    const button = (/** @type {string} */ name, /** @type {() => void} */ click) => make("button", { type: "button", click }, name);
    const games = [...new Set(menu.examples.map(({ game }) => game))];
    fill(
      place,
      make("div", { class: "row" }, button("New game", handlers.renew), button("Swap sides", handlers.swap), hint.button, this.turner),
      hint.words,
      this.about,
      this.notes,
      make("h2", {}, "Moves"),
      this.list.root,
      make("div", {}, this.other),
      this.output,
      share,
      make("h2", {}, "Worked examples of courses"),
      make(
        "div",
        { class: "examples" },
        ...games.map((game) => make("section", {}, make("h3", {}, gameName(game)), make("ul", {}, ...menu.examples.filter((example) => example.game === game).map((example) => this.example(example))))),
      ),
    );
  }

  /** @param {Example} example */
  example(example) {
    const open = make("button", { type: "button", class: "link", click: () => this.handlers.example(example) }, example.title);
    return make("li", {}, open, make("p", {}, make("span", { class: "opens" }, `Opens ${OPENS[example.view] ?? example.view}: `), `${example.about}.`));
  }

  /** @param {import("../shell/types.d.ts").Notation} notation */
  render(notation) {
    const { game } = this.turns;
    const { menu, position } = game;
    if (position === null) return;
    this.about.textContent = `${capital(menu.about)}.`;
    this.list.render(this.turns, notation.name);
    this.renderOther(notation.name);
    this.renderOutput();
    fill(this.notes, ...position.notes.map((note) => make("p", {}, note)));
    this.turner.textContent = menu.board === "upright" ? "Mirror the board" : "Turn the board";
  }

  /**
   * The line that was left, by the moves that follow where it was left.
   * @param {string} notation
   */
  renderOther(notation) {
    const { left } = this.turns.game;
    this.other.hidden = left === null;
    if (left === null) return;
    const moves = left.played.slice(left.index).map((move) => moveText(move, notation));
    const more = moves.length > MOST_NAMED ? " …" : "";
    this.other.textContent = `Go back to the other line: ${left.index + 1}. ${moves.slice(0, MOST_NAMED).join(" ")}${more}`;
  }

  /** What is known of the last move: the words of an agent, the output of a program. */
  renderOutput() {
    const { game, decisions } = this.turns;
    const move = game.played[game.index - 1];
    const decision = decisions.get(game.moves(game.index));
    if (move === undefined || decision === undefined) {
      fill(this.output);
      return;
    }
    const printed = Object.entries(decision.output ?? {}).filter(([, text]) => text !== "");
    fill(
      this.output,
      decision.words !== "" && make("p", {}, `${capital(move.side)}: ${decision.words}`),
      decision.fault !== null && make("p", { class: "fault" }, decision.fault),
      ...printed.map(([name, text]) => make("details", {}, make("summary", {}, name === "said" ? "Standard output" : "Standard error"), make("pre", { tabindex: 0 }, text))),
    );
  }
}

// A hint: what a strong player would do here, asked for by a button, until the position changes.

/** How long a hint is searched for. */
const TIME = "1s";

export class Hint {
  /**
   * @param {import("../board/game.js").Turns} turns
   * @param {import("../shell/types.d.ts").Context} context
   */
  constructor(turns, { page, notation }) {
    this.turns = turns;
    this.page = page;
    this.notation = notation;
    /** @type {import("../shell/types.d.ts").Move | null} */
    this.move = null;
    /** What the move is worth, in brackets; empty if nothing is known. */
    this.why = "";
    /** @type {AbortController | null} */
    this.asking = null;
    this.button = make("button", { type: "button", click: () => void page.attempt(() => this.ask()) }, "Hint");
    this.words = make("p", { class: "hint-words", role: "status" });
    turns.game.addEventListener("change", () => this.drop());
  }

  /** Forgets the hint: it was for another position. */
  drop() {
    this.asking?.abort();
    this.asking = null;
    this.move = null;
    this.words.textContent = "";
  }

  async ask() {
    const { game } = this.turns;
    if (this.asking !== null || !this.turns.isOpen) return;
    const asking = new AbortController();
    this.asking = asking;
    this.move = null;
    this.words.textContent = "Looking for a good move.";
    this.page.renderBoard();
    const agent = game.menu.agents.includes("perfect") ? "perfect" : "engine";
    try {
      /** @type {import("../shell/types.d.ts").Choice} */
      const { move, words, proof } = await get("choose", { ...game.params(), agent: `${agent}:time=${TIME}` }, asking.signal);
      if (asking.signal.aborted) return;
      this.move = move;
      const found = proof === null ? words : proof.words.replace(/^proved: /, "");
      this.why = found === "" ? "" : ` (${typeset(found)})`;
      this.render();
      this.page.renderBoard();
    } catch (error) {
      if (asking.signal.aborted) return;
      this.words.textContent = "";
      throw error;
    } finally {
      if (this.asking === asking) this.asking = null;
    }
  }

  /** The same move has other names when another notation is chosen. */
  render() {
    this.button.setAttribute("aria-disabled", String(!this.turns.isOpen));
    if (this.move === null) return;
    const words = `Hint: ${this.turns.game.menu.move_noun} ${moveText(this.move, this.notation().name)}${this.why}.`;
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}
