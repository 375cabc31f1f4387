// Around the board: the cards of both sides, the steps through the game, the list of moves, and what is said of it.

import { isLoading } from "../shell/api.js";
import { capital, find, giveFocus, hasHeldFocus, make, redraw } from "../shell/dom.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { moveText, numberOf, PACES } from "./game.js";
import { icon, piece } from "./pieces.js";
import { agentLabel, HUMAN, levelOf, levels, optionLabel, parseSpec, playerName, PROGRAM, programs, reseeded, valueLabel, writeSpec } from "./players.js";

/** @import { AgentOption, GameMenu, Menu, Notation, Outcome } from "../shell/types.d.ts" */
/** @import { Analysis, Found } from "./analysis.js" */
/** @import { Turns } from "./game.js" */

/** What a control says after a change. */
const valueOf = (/** @type {Event} */ { target }) => /** @type {HTMLSelectElement | HTMLInputElement} */ (target).value;

/** Arrows, Home and End go from button to button of a toolbar, which is one stop of the tab key. @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
export function walk(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (event.currentTarget.querySelectorAll("button:enabled:not([hidden])"))];
  const at = all.findIndex((button) => button === document.activeElement);
  const next = all[{ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export class Controls {
  /** @param {HTMLElement} place @param {Turns} turns @param {(index: number) => void} step */
  constructor(place, turns, step) {
    this.place = place;
    this.turns = turns;
    this.step = step;
    /** Which button of the toolbar is the stop of the tab key. */
    this.reached = 0;
    this.slider = make("input", { type: "range", min: 0, "aria-label": "Position in the game", input: () => step(Number(this.slider.value)) });
  }

  /** @param {Notation} notation */
  render(notation) {
    const { turns, step } = this;
    const { game } = turns;
    const { index, played } = game;
    const move = played[index - 1];
    const words = move === undefined ? "" : `, ${move.side} ${game.menu.move_noun} ${moveText(move, notation.name)}`;
    this.slider.max = String(played.length);
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", index === 0 ? "start" : `step ${index} of ${played.length}${words}`);
    const isGoing = turns.isReplaying || turns.thinking !== null;
    const undone = index - turns.undoIndex;
    /** @type {[sign: string, name: string, isEnabled: boolean, act: () => void][]} */
    const buttons = [
      ["first", "First position", index > 0, () => step(0)],
      ["previous", "One move back", index > 0, () => step(game.index - 1)],
      isGoing ? ["stop", "Stop", true, () => turns.stop()] : ["go", "Go on", !game.isAtEnd || (turns.isOpen && turns.mover !== HUMAN), () => turns.go()],
      ["next", "One move on", index < played.length, () => step(game.index + 1)],
      ["last", "Last position", index < played.length, () => step(game.played.length)],
      ["undo", undone > 1 ? `Undo ${undone} moves` : "Undo", undone > 0, () => step(turns.undoIndex)],
      ["redo", "Redo", turns.redoIndex > index, () => step(turns.redoIndex)],
    ];
    const button = (/** @type {(typeof buttons)[number]} */ [sign, name, isEnabled, act], /** @type {number} */ at) => {
      const isNamed = sign === "go" || sign === "stop";
      const enter = () => {
        this.reached = at;
        this.render(notation);
      };
      return html`<button type="button" class=${isNamed ? "main named" : nothing} aria-label=${name} title=${name} tabindex=${at === this.reached ? 0 : -1}
        aria-disabled=${String(!isEnabled)} @focus=${enter} @click=${isEnabled ? act : nothing}>${icon(sign)}${isNamed ? name : nothing}</button>`;
    };
    redraw(
      html`<div class="steps">
          <div role="toolbar" aria-label="Steps" class="bar" @keydown=${walk}>${buttons.map(button)}</div>
          <div class="scrubber">
            ${this.slider}<span class="count">${index} / ${played.length}</span>
            <select aria-label="Pace" class="quiet" ?hidden=${turns.players.includes(HUMAN) && index === played.length} @change=${(/** @type {Event} */ event) => { turns.pace = /** @type {keyof typeof PACES} */ (valueOf(event)); }}>
              ${Object.keys(PACES).map((pace) => html`<option value=${pace} .selected=${pace === turns.pace}>${pace}</option>`)}
            </select>
          </div>
        </div>`,
      this.place,
      () => this.place.querySelector(".bar button"),
    );
  }
}

// The card of one side: its piece, who plays it in words, and behind a button the agent with all of its options.

/** The value of the choice for a player without a level. */
const OWN = "own";

/**
 * @param {string} value
 * @param {string} words
 * @param {string} selected the value of the option that is chosen
 * @param {string | typeof nothing} [title]
 */
const option = (value, words, selected, title = nothing) => html`<option value=${value} title=${title} .selected=${value === selected}>${words}</option>`;

export class Card {
  /** @param {HTMLElement} place @param {Menu} menu @param {(spec: string) => void} changed */
  constructor(place, menu, changed) {
    this.place = place;
    this.menu = menu;
    this.changed = changed;
    this.clock = make("span", { class: "clock" });
    place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.place.querySelector("details")?.open !== true) return;
      event.stopPropagation();
      this.close();
      this.place.querySelector("summary")?.focus();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !this.place.contains(target)) this.close();
    });
  }

  close() {
    this.place.querySelector("details")?.removeAttribute("open");
  }

  /**
   * @param {GameMenu} game
   * @param {0 | 1} order
   * @param {string} spec
   * @param {string | null} recorded who played it, in a recorded game
   * @param {string} score
   */
  render(game, order, spec, recorded, score) {
    const side = game.sides[order];
    render(
      html`<span class="picture">${piece(game, side)}</span>
        <div class="who">
          <span class="name-row"><span class="side-name">${capital(side)}</span><span class="score" id="score-${order + 1}">${score}</span>${this.clock}</span>
          ${recorded === null ? this.choice(game, side, spec) : html`<bdi class="recorded">${recorded}</bdi>`}
        </div>
        ${recorded === null ? html`${this.more(game, side, spec)}<span class="thinking" aria-hidden="true"></span>` : nothing}`,
      this.place,
    );
  }

  /** Who plays the side, in words. @param {GameMenu} game @param {string} side @param {string} spec */
  choice(game, side, spec) {
    const { name } = parseSpec(spec);
    const all = levels(game);
    const offered = programs(this.menu, game);
    const level = levelOf(spec, game);
    const isOwn = level === null && name !== HUMAN && !name.startsWith(PROGRAM);
    const selected = isOwn ? OWN : (level?.id ?? name);
    const change = (/** @type {Event} */ event) => {
      const value = valueOf(event);
      const chosen = all.find(({ id }) => id === value);
      if (value !== OWN) this.changed(chosen === undefined ? value : reseeded(chosen.spec));
    };
    return html`<select aria-label="Who plays ${side}" @change=${change}>
      ${option(HUMAN, "A person", selected)}
      <optgroup label="Computer">${all.map(({ id, name: words, about }) => option(id, words, selected, about))}</optgroup>
      ${offered.length > 0 ? html`<optgroup label="Programs">${offered.map((program) => option(program, playerName(program, game), selected))}</optgroup>` : nothing}
      ${isOwn ? option(OWN, capital(agentLabel(name)), selected) : nothing}
    </select>`;
  }

  /** All agents with all their options. @param {GameMenu} game @param {string} side @param {string} spec */
  more(game, side, spec) {
    const { name, options } = parseSpec(spec);
    const about = this.menu.agents.find((agent) => agent.name === name);
    return html`<details class="more">
      <summary aria-label="All options of the player of ${side}" title="All options">${GEAR}</summary>
      <div class="options">
        <label><span aria-hidden="true">who plays</span><select aria-label="Agent for ${side}" data-key="agent" @change=${(/** @type {Event} */ event) => this.changed(valueOf(event))}>
          ${option(HUMAN, "A person", name)}
          ${game.agents.map((agent) => option(agent, capital(agentLabel(agent)), name))}
          ${name.startsWith(PROGRAM) ? option(name, playerName(name, game), name) : nothing}
        </select></label>
        ${about === undefined ? nothing : html`<p class="muted">${capital(about.about)}.</p>${about.options.map((one) => this.option(game, side, name, options, one))}`}
      </div>
    </details>`;
  }

  /**
   * @param {GameMenu} game
   * @param {string} side
   * @param {string} name of the agent
   * @param {Map<string, string>} options
   * @param {AgentOption} about the option that this is
   */
  option(game, side, name, options, { name: key, expected, default: usual }) {
    const words = optionLabel(key);
    const label = `${capital(side)}: ${words}, ${expected}`;
    const value = options.get(key) ?? "";
    const choices = { eval: game.evaluations.map((evaluation) => evaluation.name), cut: ["equal", "beyond"] }[key];
    const isNumber = key === "depth" && /^\d+$/.test(usual);
    const change = (/** @type {Event} */ event) => {
      const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
      // What is not a number is taken away.
      control.value = control.value.trim();
      this.changed(writeSpec(name, new Map([...options, [key, control.value]])));
    };
    return html`<label><span aria-hidden="true">${words}</span>${choices === undefined
      ? html`<input type=${isNumber ? "number" : "text"} min=${isNumber ? 1 : nothing} max=${isNumber ? 99 : nothing} aria-label=${label} title=${expected}
          spellcheck="false" autocomplete="off" placeholder=${usual.split(/[,;]/)[0] ?? ""} .value=${value} @change=${change}>`
      : html`<select aria-label=${label} title=${expected} @change=${change}>${choices.map((choice) => option(choice, valueLabel(choice), value || (choices[0] ?? "")))}</select>`
    }</label>`;
  }

  /** Whether this side is thinking, and for how many seconds. @param {number | null} seconds */
  think(seconds) {
    this.place.toggleAttribute("data-thinks", seconds !== null);
    this.clock.textContent = seconds === null ? "" : `${seconds} s`;
  }
}

const TEETH = Array.from({ length: 8 }, (_, index) => {
  const [x, y] = [Math.cos((index * Math.PI) / 4), Math.sin((index * Math.PI) / 4)];
  return `M${12 + 6.5 * x} ${12 + 6.5 * y}L${12 + 9.5 * x} ${12 + 9.5 * y}`;
});
const GEAR = html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><circle cx="12" cy="12" r="6"></circle><circle cx="12" cy="12" r="2"></circle><path d=${TEETH.join("")}></path></svg>`;

// The moves of the game in pairs, in a column for each side, with marks for what they lost.

/** A mark beside a move; its sign is as in chess: `!`, `?!`, `?`, `??`. @typedef {{ sign: string, words: string }} Mark */

export class MoveList {
  /** @param {(index: number) => void} step */
  constructor(step) {
    this.step = step;
    /** The number of moves on the board when it was drawn last. */
    this.index = 0;
    this.root = make("ol", { class: "moves", "aria-label": "Moves" });
  }

  /** @param {Turns} turns @param {string} notation @param {Map<number, Mark>} [marks] by the number of moves on the board after the marked one */
  render({ game, decisions }, notation, marks = new Map()) {
    const { root } = this;
    const hasFocus = root.contains(document.activeElement);
    const entries = game.played.map((move, index) => {
      const mark = marks.get(index + 1);
      const fault = decisions.get(game.moves(index + 1))?.fault;
      return html`<li class=${index === 0 && move.side === game.menu.sides[1] ? "second" : nothing}
        ><button type="button" class="quiet ${move.side}" title=${mark?.words ?? nothing} aria-current=${index + 1 === game.index ? "step" : nothing} @click=${() => this.step(index + 1)}
          >${index === 0 || move.side === game.menu.sides[0] ? html`<span class="number">${numberOf(game.menu, game.played, index)}.</span>` : nothing}<span class="unseen"> ${move.side} </span>${
          piece(game.menu, move.side)}${moveText(move, notation)}${
          mark === undefined ? nothing : html`<span class="mark is-${SIGNS[mark.sign] ?? "note"}" aria-hidden="true"> ${mark.sign}</span><span class="unseen">, ${mark.words}</span>`}${
          fault ? html`<span class="fault" title=${fault}> ⚠</span>` : nothing}</button></li>`;
    });
    render(entries.length === 0 ? html`<li class="none">None yet.</li>` : entries, root);
    if (hasFocus && !hasHeldFocus()) giveFocus(root.querySelector("[aria-current], button") ?? root.parentElement?.querySelector("h2") ?? null);
    if (game.index === this.index) return;
    this.index = game.index;
    const current = root.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) return;
    if (hasFocus) current.focus();
    const { offsetTop, offsetHeight } = current;
    if (offsetTop < root.scrollTop || offsetTop + offsetHeight > root.scrollTop + root.clientHeight) root.scrollTop = offsetTop - root.clientHeight / 2;
  }
}

/** @type {Record<string, string>} */
const SIGNS = { "!": "good", "?!": "slow", "?": "mistake", "??": "blunder" };

// What is said of the game: whose turn it is, who is ahead, and what can follow its end.

/** The side of the reader: of the only person who plays against a computer; otherwise `null`. */
export function yourSide(/** @type {Turns} */ { players, game }) {
  const [first, second] = players.map((player) => player === HUMAN);
  return first === second ? null : game.menu.sides[first ? 0 : 1];
}

/** The result of a game for who plays it. @param {Outcome} outcome @param {string | null} you the side of the reader */
export function resultText({ winner, words, points }, you) {
  if (you === null || winner === null) return `${capital(words)}.`;
  const [most, least] = Object.values(points ?? {}).sort((a, b) => b - a);
  return `You ${winner === you ? "win" : "lose"}${points === undefined ? "" : `, ${winner === you ? `${most} to ${least}` : `${least} to ${most}`}`}.`;
}

/** The line below the board. */
export function statusText(/** @type {Turns} */ turns) {
  const { position } = turns.game;
  if (position === null) return "Loading the board.";
  const you = yourSide(turns);
  if (position.outcome !== null) return resultText(position.outcome, you);
  const who = capital(position.turn);
  const name = `${who} (${playerName(turns.mover, turns.game.menu)})`;
  if (turns.forfeit !== null) return `${who} has lost: ${turns.forfeit}.${you === null || you === position.turn ? "" : " You win."}`;
  if (turns.problem !== null) return `${name} cannot move: ${turns.problem}.`;
  const seconds = Math.floor((performance.now() - turns.since) / 1000);
  if (turns.thinking !== null && isLoading()) return `${name} is being loaded.`;
  if (turns.thinking !== null) return `${name} is thinking${seconds > 0 ? `: ${seconds} s` : ""}.`;
  if (turns.mover !== HUMAN) return `${name} is to move: press Go on.`;
  return you === null ? `${who} to move.` : `Your turn: you are ${you}.`;
}

/** The line below the board while the server has not answered moves of people. */
export function waitingText(/** @type {Turns} */ { game }) {
  const { moves } = game.waiting ?? { moves: [] };
  const noun = `${game.menu.move_noun}${moves.length === 1 ? "" : "s"}`;
  return `On its way: ${noun} ${moves.join(", ")}.`;
}

/** Why no person can move now, or `null`. */
export function whyClosed(/** @type {Turns} */ turns) {
  const { position } = turns.game;
  if (position === null) return "There is no answer yet.";
  if (position.outcome !== null) return `The game is over. ${resultText(position.outcome, yourSide(turns))}`;
  if (turns.forfeit !== null) return `The game is over: ${turns.forfeit}.`;
  return turns.mover === HUMAN ? null : `${capital(position.turn)} is played by ${playerName(turns.mover, turns.game.menu)}.`;
}

/** The name of a game as people write it. */
export function gameName(/** @type {string} */ name) {
  const words = name.split("-").map(capital);
  return words.join(name.startsWith("max-") ? "-" : " ");
}

/** The games to choose from, those on boards of other sizes last. @param {import("../shell/types.d.ts").GameMenu[]} games */
export function gameOptions(games) {
  const option = (/** @type {{ name: string }} */ { name }) => new Option(gameName(name), name);
  const others = document.createElement("optgroup");
  others.label = "Other boards";
  others.append(...games.filter(({ size_of }) => size_of !== null).map(option));
  return [...games.filter(({ size_of }) => size_of === null).map(option), others];
}

// Under the board when a game is over: what can be done next.

/** @typedef {{ rematch: () => void, swap: () => void, review: () => void }} Following */

/**
 * @param {HTMLElement} place
 * @param {Following} handlers
 * @param {boolean} isShown
 * @param {boolean} canReview whether nothing else in sight reviews the game
 */
export function drawEnding(place, { rematch, swap, review }, isShown, canReview) {
  place.hidden = !isShown;
  const board = () => find("#board [tabindex='0']");
  redraw(html`<button type="button" class="main" @click=${rematch}>Rematch</button>
    <button type="button" @click=${swap}>Rematch with sides swapped</button>
    <button type="button" ?hidden=${!canReview} @click=${review}>Review the game</button>`, place, board);
}

// The bar of the value under the board: how much of it belongs to which side, with the words for it.

/** Where evaluations were fitted to the results of games, so many points mean odds of e to 1 (docs/players.md). */
const POINTS = 100;

/** What is not proved never fills the bar. */
const MOST = 0.98;

/**
 * The share of the side that moves first: 1 if it wins, 0 if it loses, ½ for a draw. What is only estimated is the
 * probability of winning, if evaluations give that. Not known: `null`.
 * @param {Found} found
 * @param {boolean} isFirst whether that side is to move
 * @param {boolean} hasOdds whether evaluations were fitted to results
 */
export function share({ position, depth }, isFirst, hasOdds) {
  const of = (/** @type {number} */ mover) => (isFirst ? mover : 1 - mover);
  const result = position?.result ?? depth?.proof?.result;
  if (result) return of({ win: 1, draw: 0.5, loss: 0 }[result]);
  return depth !== null && hasOdds ? of(Math.min(MOST, Math.max(1 - MOST, 1 / (1 + Math.exp(-depth.value / POINTS))))) : null;
}

/**
 * @param {HTMLElement} place
 * @param {Analysis} analysis
 * @param {boolean} isOfBoard whether the analysed position is the one on the board
 * @param {string} notation the notation of moves
 */
export function drawGauge(place, analysis, isOfBoard, notation) {
  const { position, menu } = analysis.game;
  place.hidden = !analysis.isOn || !isOfBoard || position === null;
  if (place.hidden || position === null) return;
  const { outcome } = position;
  const won = outcome === null ? null : outcome.winner === null ? 0.5 : outcome.winner === menu.sides[0] ? 1 : 0;
  const part = won ?? share(analysis.found, position.turn === menu.sides[0], menu.solver === "winner");
  place.toggleAttribute("data-unknown", part === null);
  [place.dataset["pieces"], place.dataset["second"]] = menu.pieces;
  // The line below already says who has won.
  const words = outcome === null ? analysis.words(notation) : "";
  // The policy of the page allows no style attribute in text; through the object model it is allowed.
  render(html`<span class="gauge-bar" aria-hidden="true"><span class="gauge-first" .style=${`width: ${((part ?? 0.5) * 100).toFixed(1)}%`}></span></span>
    <span class="gauge-words" ?hidden=${words === ""}>${`${capital(words).replace(/\.$/, "")}.`}</span>`, place);
}
