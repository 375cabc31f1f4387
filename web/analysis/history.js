// The value of the position over the game: what has been analysed anyway, and on request all of it.

import { EVENTS, hear, lineText, nothing } from "../board/analysis.js";
import { MoveList, yourSide } from "../board/controls.js";
import { moveText, numberOf } from "../board/game.js";
import { announce } from "../shell/announce.js";
import { awaited, listen } from "../shell/api.js";
import { capital, counted, redraw } from "../shell/dom.js";
import { html, svg } from "../vendor/lit-html.js";
import { grades, isMistake, review, reviewWords } from "./mistakes.js";

/** @import { Found } from "../board/analysis.js" */
/** @import { Game, Turns } from "../board/game.js" */
/** @import { Move, Position, PositionParams } from "../shell/types.d.ts" */

/**
 * A point of the curve.
 * @typedef {object} Point
 * @property {number} height from -1 (lost for the side that moves first) to 1; before scaling any number
 * @property {boolean} isProved
 * @property {string} words
 * @property {number | null} plies until the end, if that is known
 * @property {string | null} [only] the only move that keeps the value
 * @property {string[]} [line] with best play
 * @property {string[]} [best] moves
 */

/** A review gives each position so many seconds to be solved, and once it is known who wins so many milliseconds for how soon. */
const SECONDS = 3;
const REST_MS = 300;
/** What the marks of moves mean. */
const SIGNS = "! the only move that kept the win or the draw, ?! a win later or a loss sooner than need be, ? a win became a draw or a draw a loss, ?? a win became a loss.";

/** Moves of the better line, and better moves, that are named. */
const MOST_NAMED = 6;
const MOST_BETTER = 3;

const WIDTH = 600;
const HEIGHT = 120;

export class History {
  /** @param {HTMLElement} place @param {Turns} turns @param {(index: number) => void} step */
  constructor(place, turns, step) {
    this.place = place;
    this.turns = turns;
    this.game = turns.game;
    this.step = step;
    /** @type {Map<string, Point>} by the text of the position */
    this.points = new Map();
    this.stop = () => {};
    this.isAsking = false;
    /** Counts reviews. What an older one finds is kept, but it does not continue. */
    this.run = 0;
    /** Which position is being analysed, in words. */
    this.progress = "";
    /** The game that was asked for last, as {@link lineOf} writes it, and whether all of it was gone through. */
    this.asked = "";
    this.isThrough = false;
    /** Why the last review has ended early; empty if it has not. */
    this.failure = "";
    /** The notation of the last rendering. */
    this.notation = "";
    /** @type {{ index: number, best: Move[], words: string }[]} */
    this.found = [];
    this.list = new MoveList(step);
  }

  /** Keeps what was found of the position on the board. @param {Found} found */
  hear(found) {
    const { position } = this.game;
    if (position !== null) this.keep(position, found);
  }

  /** @param {Position} position @param {Found} found of it */
  keep(position, found) {
    // The board may have another game by now.
    const menu = this.game.games.find(({ name }) => name === position.game);
    const point = pointOf(found, menu?.sides[0] === position.turn);
    if (point === null) return;
    const now = { ...point, only: onlyMove(found, position.moves), line: found.position?.line ?? [], best: found.position?.best ?? [] };
    this.points.set(position.position, better(this.points.get(position.position), now));
  }

  /** @param {string} notation */
  render(notation) {
    const { game, list } = this;
    this.notation = notation;
    const points = Array.from({ length: game.played.length + 1 }, (_, index) => this.pointAt(index));
    const known = points.map((point) => (point?.isProved ? point : null));
    const isFirst = game.played.map(({ side }) => side === game.menu.sides[0]);
    const graded = grades(known, isFirst, game.played.map(({ move }) => move));
    const mistakes = graded.filter(isMistake);
    this.found = mistakes.map(({ index, words }) => {
      const best = (game.kept.get(game.moves(index - 1))?.moves ?? []).filter(({ move }) => points[index - 1]?.best?.includes(move)).slice(0, MOST_BETTER);
      const instead = best.length === 0 ? "" : ` Better was ${this.noun(best.map((move) => moveText(move, notation)).join(" or "))}, which the board marks.`;
      return { index, best, words: `Mistake in move ${numberOf(game.menu, game.played, index - 1)}, ${this.nameOf(index)}: ${words}.${instead}` };
    });
    const isEmpty = game.played.length === 0;
    list.root.hidden = isEmpty;
    redraw(
      html`<div class="head">
          <h2>The game</h2>
          <div class="row">
            <button type="button" class="small" aria-disabled=${String(this.isAsking || mistakes.length === 0)} aria-describedby="mistakes" ?hidden=${isEmpty}
              @click=${() => this.goNext()}>Next mistake</button>
            <button type="button" class="small" ?hidden=${isEmpty}
              @click=${() => this.isAsking ? this.end() : void this.ask()}>${this.isAsking ? "Stop" : "Review the game"}</button>
          </div>
        </div>
        <div class="chart">${this.chart(points, new Map(mistakes.map(({ index, sign }) => [index, sign])))}</div>
        <p class="muted" id="mistakes">${this.said(points)}</p>
        <div class=${this.asked === lineOf(game) ? "review asked" : "review"} role="status">${this.review(known, isFirst, points).map((sentence) => html`<p>${sentence}</p>`)}</div>
        ${list.root}
        <p class="legend" ?hidden=${graded.length === 0 && this.asked !== lineOf(game)}>${SIGNS}</p>`,
      this.place,
    );
    // Once it is in the page, so that it can scroll.
    list.render(this.turns, notation, new Map(graded.map((grade) => [grade.index, grade])));
  }

  /** The mistake that the move on the board is. */
  get here() {
    return this.found.find(({ index }) => index === this.game.index);
  }

  /** @param {number} index @returns {Point | null} */
  pointAt(index) {
    const position = this.game.kept.get(this.game.moves(index));
    if (position === undefined) return null;
    if (position.outcome !== null) {
      const { winner, words } = position.outcome;
      const height = winner === null ? 0 : winner === this.game.menu.sides[0] ? 1 : -1;
      return { height: height * 100, isProved: true, words, plies: 0 };
    }
    return this.points.get(position.position) ?? null;
  }

  /** @param {(Point | null)[]} points @param {Map<number, string>} faults the signs of mistakes */
  chart(points, faults) {
    if (points.length < 2) return html`<p class="muted">Analysed positions appear here as a curve.</p>`;
    const [first, second] = this.game.menu.sides;
    const most = (/** @type {boolean} */ isProved) => Math.max(1, ...points.filter((point) => point?.isProved === isProved).map((point) => Math.abs(point?.height ?? 0)));
    const [proved, guessed] = [most(true), most(false)];
    const x = (/** @type {number} */ index) => 8 + (index * (WIDTH - 16)) / (points.length - 1);
    const y = (/** @type {Point} */ point) => {
      const size = point.isProved ? 0.35 + (0.65 * Math.abs(point.height)) / proved : (0.3 * Math.abs(point.height)) / guessed;
      return HEIGHT / 2 - Math.sign(point.height) * size * (HEIGHT / 2 - 8);
    };
    const words = (/** @type {Point} */ point, /** @type {number} */ index) => `${index}: ${point.words}`;
    const mark = (/** @type {Point | null} */ point, /** @type {number} */ index) => {
      if (point === null) return null;
      const isNow = index === this.game.index;
      const fault = faults.get(index);
      const above = y(point) > HEIGHT / 2;
      return svg`<circle cx=${x(index)} cy=${y(point)} r=${isNow ? 5 : 3} class=${isNow ? "now" : point.isProved ? "proved" : "guessed"}><title>${words(point, index)}</title></circle>${
        fault && svg`<text class="fault-sign" x=${x(index)} y=${y(point) + (above ? -8 : 18)}>${fault}</text>`}`;
    };
    const click = (/** @type {MouseEvent} */ { clientX, currentTarget }) => {
      const { left, width } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
      const place = (((clientX - left) / width) * WIDTH - 8) / (WIDTH - 16);
      this.step(Math.round(Math.min(Math.max(place, 0), 1) * this.game.played.length));
    };
    const path = points.map((point, index) => (point === null ? "" : `${index === 0 || points[index - 1] === null ? "M" : "L"}${x(index)} ${y(point)}`)).join("");
    const known = points.filter((point) => point !== null).length;
    return html`<p class="muted">${first} wins ▲</p>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Value over the game: ${known} of ${points.length} positions are known" @click=${click}>
        <path d="M0 ${HEIGHT / 2}H${WIDTH}" class="zero"></path><path d=${path} class="curve"></path>${points.map(mark)}
      </svg>
      <p class="muted">${second} wins ▼</p>
      <ul class="unseen" aria-label="Value after each move">${points.map((point, index) => point && html`<li>${words(point, index)}</li>`)}</ul>`;
  }

  /** How many mistakes are known, what the move on the board lost, or how far the review is. @param {(Point | null)[]} points */
  said(points) {
    const count = this.found.length;
    const all = count === 1 ? "One mistake" : `${count === 0 ? "No" : count} mistakes`;
    const open = points.filter((point) => !this.isWhole(point)).length;
    const isAsked = this.asked === lineOf(this.game);
    const more = isAsked && this.isThrough ? `; of ${counted(open, "position")} the review did not find all` : "; review the game to find all";
    const text = this.isAsking ? awaited(`${this.progress}: its value is being found.`) : (this.here?.words ?? `${all}${open > 0 ? ` in what is known${more}` : ""}.`);
    const words = points.length < 2 || !(this.isAsking || points.some((point) => point?.isProved)) ? "" : text;
    return this.isAsking || !isAsked ? words : [this.failure, words].filter(Boolean).join(" ");
  }

  /**
   * A move in a sentence: "red column 3" where moves are named by columns, "white F2F3" where they name themselves.
   * @param {number} index how many moves are on the board after it
   */
  nameOf(index) {
    const move = this.game.played[index - 1];
    return move === undefined ? "" : `${move.side} ${this.noun(moveText(move, this.notation))}`;
  }

  /** The text of a move with what it is: "column 3", or "F2F3" where moves name themselves. @param {string} text */
  noun(text) {
    const { move_noun: noun } = this.game.menu;
    return text === "" || noun === "move" ? text : `${noun} ${text}`;
  }

  /**
   * What the game came to, once it has been asked for.
   * @param {(Point | null)[]} known
   * @param {boolean[]} isFirst
   * @param {(Point | null)[]} points
   * @returns {string[]}
   */
  review(known, isFirst, points) {
    const { game, notation } = this;
    if (this.isAsking || this.asked !== lineOf(game)) return [];
    const found = review(known, isFirst);
    const before = (found.turn?.index ?? 1) - 1;
    const { best = [], line = [] } = points[before] ?? {};
    const text = (/** @type {string[]} */ moves) => lineText(moves, game.kept.get(game.moves(before))?.moves ?? [], notation);
    const made = game.played[before];
    return reviewWords(found, {
      sides: game.menu.sides,
      you: yourSide(this.turns),
      isThrough: this.isThrough,
      side: made?.side ?? "",
      number: numberOf(game.menu, game.played, before),
      move: made === undefined ? "" : this.noun(moveText(made, notation)),
      best: this.noun(text(best.slice(0, 1))),
      line: `${text(line.slice(0, MOST_NAMED))}${line.length > MOST_NAMED ? " …" : ""}`,
    });
  }

  /** To the next mistake, after the last the first. */
  goNext() {
    if (this.isAsking) return;
    const mistake = this.found.find(({ index }) => index > this.game.index) ?? this.found[0];
    if (mistake === undefined) return;
    this.step(mistake.index);
    // Stepping announces the move. This announcement says more, so it comes later.
    setTimeout(() => announce(mistake.words), 400);
  }

  /** Whether all that a review looks at is known: who wins, and how soon if that can be known. @param {Point | null} point */
  isWhole(point) {
    if (point === null || !point.isProved) return false;
    const hasDistances = this.game.menu.solver === "scores" || this.game.menu.solver === "distances";
    return !hasDistances || point.height === 0 || point.plies !== null;
  }

  /** Analyses all positions, one after the other; those that are known in part longer than the last time. */
  async ask() {
    if (this.isAsking || this.game.played.length === 0) return;
    this.isAsking = true;
    // A stopped review must not continue beside a new one.
    const mine = ++this.run;
    const { game } = this;
    const [scrolled, focused] = [scrollY, document.activeElement];
    const line = lineOf(game);
    this.asked = line;
    this.failure = "";
    this.isThrough = false;
    const isSame = () => lineOf(game) === line;
    let index = game.played.length;
    for (; index >= 0 && mine === this.run && isSame(); index -= 1) {
      this.progress = `Position ${game.played.length - index + 1} of ${game.played.length + 1}`;
      this.changed();
      // While answers are awaited the board may get another game, with other sides.
      const params = game.params(index);
      try {
        const position = await game.at(index);
        const known = this.points.get(position.position) ?? null;
        if (position.outcome === null && !this.isWhole(known)) await this.askOne(position, params, known?.isProved === true);
        if (this.failure !== "") break;
      } catch {
        break;
      }
    }
    if (mine !== this.run) return;
    this.isThrough = index < 0;
    this.end();
    // What it came to can be out of sight. Who has gone elsewhere meanwhile stays there.
    if (scrollY === scrolled && document.activeElement === focused) this.place.querySelector(".review:not(:empty)")?.scrollIntoView({ block: "nearest" });
  }

  end() {
    this.run += 1;
    this.stop();
    this.isAsking = false;
    this.changed();
  }

  /** What the page does when there are new points. */
  changed() {}

  /**
   * @param {Position} position
   * @param {PositionParams} params that name it
   * @param {boolean} isAgain whether who wins is known already
   * @returns {Promise<void>}
   */
  async askOne(position, params, isAgain) {
    const found = nothing();
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let rest;
      const done = () => {
        clearTimeout(rest);
        stop();
        resolve();
      };
      const stop = listen("solve", { ...params, time: SECONDS }, EVENTS, (name, data) => {
        hear(found, name, data);
        if (found.failure !== null) this.failure = capital(found.failure);
        if (name === "end" || name === "error") done();
        else if (!isAgain && (found.position?.result ?? null) !== null) rest ??= setTimeout(done, REST_MS);
      });
      this.stop = done;
    });
    this.keep(position, found);
  }
}

/** The only move that keeps the value of a position, if every move is judged and the others are worse. @param {Found} found @param {Move[]} legal */
export function onlyMove({ moves, position }, legal) {
  if (position === null || position.result === null || position.result === "loss" || legal.length < 2) return null;
  const results = legal.map(({ move }) => ({ move, result: moves.get(move)?.result ?? null }));
  if (results.some(({ result }) => result === null)) return null;
  const good = results.filter(({ result }) => result === position.result);
  return good.length === 1 ? (good[0]?.move ?? null) : null;
}

/**
 * The point for what was found, seen by the side that moves first.
 * @param {Found} found
 * @param {boolean} isFirst whether that side is to move
 * @returns {Point | null}
 */
export function pointOf(found, isFirst) {
  const sign = isFirst ? 1 : -1;
  const { position, depth } = found;
  if (position !== null && position.result !== null) {
    const size = { win: 1, draw: 0, loss: -1 }[position.result];
    return { height: sign * (position.score ?? size), isProved: true, words: position.words, plies: position.plies };
  }
  if (depth !== null && typeof depth.value === "number") return { height: sign * depth.value, isProved: false, words: depth.words, plies: null };
  return null;
}

/**
 * What is known of a position when it is looked at once more: what was proved stays, with its distance, until as much is
 * proved again.
 * @param {Point | undefined} known
 * @param {Point} now
 * @returns {Point}
 */
export function better(known, now) {
  if (known === undefined || !known.isProved) return now;
  const lacksScore = (known.plies === null) === (now.plies === null) && Math.abs(known.height) > Math.abs(now.height);
  const isLess = !now.isProved || (known.plies !== null && now.plies === null) || lacksScore;
  const [most, other] = isLess ? [known, now] : [now, known];
  const only = most.only ?? other.only ?? null;
  return { ...most, only, line: most.line?.length ? most.line : (other.line ?? []), best: most.best?.length ? most.best : (other.best ?? []) };
}

/** A game as text: its rules, its start and its moves. Equal texts are equal games. @param {Game} game */
function lineOf(game) {
  return JSON.stringify([game.menu.name, game.start, game.moves()]);
}
