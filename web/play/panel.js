// The panel "Play": a new game, the list of moves, worked examples to begin with, and what can be copied.

import { address, isSite } from "../shell/api.js";
import { copyButton } from "../shell/copy.js";
import { capital, field, fill, make } from "../shell/dom.js";
import { moveText } from "../board/game.js";
import { HUMAN } from "../board/players.js";
import { lastGame } from "../shell/session.js";

/** @typedef {import("../shell/types.d.ts").Example} Example */
/** @typedef {import("../board/turns.js").Turns} Turns */

/**
 * What happens in the panel.
 * @typedef {object} Handlers
 * @property {() => void} renew
 * @property {() => void} swap
 * @property {() => void} turn
 * @property {() => void} playComputer
 * @property {() => void} paste
 * @property {(hash: string) => void} resume
 * @property {(example: Example) => void} example
 * @property {(convention: string) => void} convention
 * @property {(index: number) => void} step
 * @property {() => void} takeUp
 * @property {() => string} link
 */

/**
 * @param {string} name
 * @param {() => void} click
 */
const link = (name, click) => make("button", { type: "button", class: "link", click }, name);

/** Moves of the line that was left that are named. */
const MOST_NAMED = 6;

export class PlayPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("../shell/types.d.ts").Menu} menu
   * @param {Turns} turns
   * @param {Handlers} handlers
   */
  constructor(place, menu, turns, handlers) {
    this.turns = turns;
    this.handlers = handlers;
    this.conventions = make("select", { change: () => handlers.convention(this.conventions.value) });
    this.about = make("p", { class: "rules" });
    this.starters = make("div", { class: "starters" });
    this.toComputer = make("li", {}, link("play against the computer", handlers.playComputer));
    this.list = make("ol", { class: "moves" });
    this.other = make("button", { type: "button", class: "link", click: handlers.takeUp });
    this.output = make("div", { class: "output" });
    this.text = make("pre", { class: "position-text", tabindex: 0, role: "region", "aria-label": "The position as text" });
    this.notes = make("div", { class: "notes" });
    this.commands = make("ul", {});
    this.turner = make("button", { type: "button", click: handlers.turn }, "Turn board");
    this.shownMoves = "";
    this.last = lastGame();
    const button = (/** @type {string} */ name, /** @type {() => void} */ click) => make("button", { type: "button", click }, name);
    fill(
      place,
      make("div", { class: "row" }, button("New game", handlers.renew), button("Swap sides", handlers.swap), this.turner),
      this.about,
      this.starters,
      make("h2", {}, "Moves"),
      this.list,
      make("div", {}, this.other),
      this.output,
      make("h2", {}, "Position"),
      this.notes,
      field("Coordinates as in", this.conventions),
      this.text,
      make(
        "div",
        { class: "row" },
        copyButton("link", handlers.link),
        copyButton("text", () => this.text.textContent ?? ""),
        isSite ? null : copyButton("JSON address", () => location.origin + address("position", turns.game.params())),
      ),
      make("details", { class: "commands" }, make("summary", {}, "The same in a terminal"), this.commands),
      make("h2", {}, "Worked examples"),
      make("ul", { class: "examples" }, ...menu.examples.map((example) => this.example(example))),
    );
  }

  /** @param {Example} example */
  example(example) {
    const open = make("button", { type: "button", class: "link", click: () => this.handlers.example(example) }, example.title);
    return make("li", {}, open, make("p", {}, example.about));
  }

  /** @param {import("../shell/types.d.ts").Notation} convention */
  render(convention) {
    const { game } = this.turns;
    const { menu, position } = game;
    if (position === null) return;
    this.about.textContent = `${capital(menu.about)}.`;
    fill(this.conventions, ...menu.notations.map((notation) => make("option", { value: notation.name }, notation.name)));
    this.conventions.value = convention.name;
    this.renderStarters();
    this.renderMoves(convention.name);
    this.renderOther(convention.name);
    this.renderOutput();
    this.text.textContent = position.notations[convention.name] ?? position.position;
    fill(this.notes, ...position.notes.map((note) => make("p", {}, note)));
    this.turner.hidden = menu.board === "upright";
    const commands = Object.entries(position.commands).flatMap(([name, command]) => (command === null ? [] : [{ name, command }]));
    fill(this.commands, ...commands.map(({ name, command }) => make("li", {}, make("code", {}, command), copyButton(name, () => command))));
  }

  renderStarters() {
    const { game, players } = this.turns;
    const isNew = game.played.length === 0;
    this.starters.hidden = !isNew;
    this.toComputer.hidden = players.some((spec) => spec !== HUMAN);
    if (!isNew || this.starters.childElementCount > 0) return;
    const last = this.last;
    fill(
      this.starters,
      make("p", {}, "Make a move on the board, or"),
      make(
        "ul",
        {},
        this.toComputer,
        make("li", {}, link("paste a position", this.handlers.paste)),
        last !== null && make("li", {}, link("continue the last game", () => this.handlers.resume(last))),
      ),
    );
  }

  /** @param {string} convention */
  renderMoves(convention) {
    const { game, decisions } = this.turns;
    const faults = [...decisions].filter(([, decision]) => decision.fault !== null).map(([line]) => line);
    const shown = [convention, game.menu.name, game.index, game.moves(), ...faults].join("\n");
    if (shown === this.shownMoves) return;
    this.shownMoves = shown;
    const hadFocus = this.list.contains(document.activeElement);
    const items = game.played.map((move, index) => {
      const decision = decisions.get(game.moves(index + 1));
      const text = moveText(move, convention);
      const button = make(
        "button",
        { type: "button", class: `quiet ${move.side}`, "aria-current": index + 1 === game.index && "step", click: () => this.handlers.step(index + 1) },
        make("span", { class: "number" }, `${index + 1}.`),
        make("span", { class: "unseen" }, ` ${move.side} `),
        text,
        decision?.fault ? make("span", { class: "fault", title: decision.fault }, " ⚠") : null,
      );
      return make("li", {}, button);
    });
    fill(this.list, ...items);
    if (items.length === 0) this.list.append(make("li", { class: "none" }, "None yet."));
    const current = this.list.querySelector("[aria-current]");
    if (hadFocus && current instanceof HTMLElement) current.focus();
    if (current instanceof HTMLElement) {
      const { offsetTop, offsetHeight } = current;
      if (offsetTop < this.list.scrollTop || offsetTop + offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = offsetTop - this.list.clientHeight / 2;
    }
  }

  /**
   * The line that was left, by the moves that follow where it was left.
   * @param {string} convention
   */
  renderOther(convention) {
    const { left } = this.turns.game;
    this.other.hidden = left === null;
    if (left === null) return;
    const moves = left.played.slice(left.index).map((move) => moveText(move, convention));
    const more = moves.length > MOST_NAMED ? " …" : "";
    this.other.textContent = `Take up the line that was left: ${left.index + 1}. ${moves.slice(0, MOST_NAMED).join(" ")}${more}`;
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
