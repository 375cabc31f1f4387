// The panel "Play": a new game, the list of moves, what can be shared, and worked examples to begin with.

import { MoveList } from "../board/move-list.js";
import { gameName } from "../board/status.js";
import { capital, fill, make, write } from "../shell/dom.js";
import { moveText } from "../board/game.js";

/** @typedef {import("../shell/types.d.ts").Example} Example */
/** @typedef {import("../board/turns.js").Turns} Turns */

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

export class PlayPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("../shell/types.d.ts").Menu} menu
   * @param {Turns} turns
   * @param {Handlers} handlers
   * @param {{ hint: import("./hint.js").Hint, share: HTMLElement }} parts the hint, and what can be shared and saved
   */
  constructor(place, menu, turns, handlers, { hint, share }) {
    this.turns = turns;
    this.handlers = handlers;
    this.about = make("p", { class: "rules" });
    this.list = new MoveList(handlers.step);
    this.other = make("button", { type: "button", class: "link", click: handlers.takeUp });
    this.output = make("div", { class: "output" });
    /** The one that is shown. @type {import("../board/players.js").Decision | undefined} */
    this.decision = undefined;
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
    write(this.about, `${capital(menu.about)}.`);
    this.list.render(this.turns, notation.name);
    this.renderOther(notation.name);
    this.renderOutput();
    fill(this.notes, ...position.notes.map((note) => make("p", {}, note)));
    write(this.turner, menu.board === "upright" ? "Mirror the board" : "Turn the board");
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
    // It stays while it is the same: somebody may have opened what a program printed.
    if (decision === this.decision) return;
    this.decision = decision;
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
