// The value of the position over the game: what has been analysed anyway, and on request all of it.

import { hear, lineText, nothing } from "../board/analysis.js";
import { MoveList } from "../board/controls.js";
import { yourSide } from "../board/status.js";
import { listen } from "../shell/api.js";
import { capital, draw, fill, make } from "../shell/dom.js";
import { announce } from "../shell/announce.js";
import { moveText } from "../board/game.js";
import { grades, isMistake, review, reviewWords } from "./mistakes.js";

/** @typedef {import("../board/game.js").Game} Game */
/** @typedef {import("../board/analysis.js").Found} Found */

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

/** What the button that analyses all positions is called. */
const ASK = "Review the game";

/** A review gives each position so many seconds to be solved, and once it is known who wins so many milliseconds for how soon. */
const SECONDS = 3;
const REST_MS = 300;
const WIDTH = 600;
const HEIGHT = 120;

export class History {
  /**
   * @param {HTMLElement} place
   * @param {import("../board/game.js").Turns} turns
   * @param {(index: number) => void} step
   */
  constructor(place, turns, step) {
    const { game } = turns;
    this.turns = turns;
    this.game = game;
    this.step = step;
    /** @type {Map<string, Point>} by the text of the position */
    this.points = new Map();
    this.stop = () => {};
    this.isAsking = false;
    /** Counts reviews. What an older one finds is kept, but it does not continue. */
    this.run = 0;
    /** Which position is being analysed, in words. */
    this.progress = "";
    /** The game that was asked for last, as {@link lineOf} writes it, and the review that is shown. */
    this.asked = "";
    this.reviewed = "";
    /** Why the last review has ended early; empty if it has not. */
    this.failure = "";
    /** The notation of the last rendering. */
    this.notation = "";
    /** @type {{ index: number, words: string }[]} */
    this.found = [];
    /** @type {Map<number, string>} the signs of mistakes */
    this.faults = new Map();
    this.button = make("button", { type: "button", class: "small", click: () => this.isAsking ? this.end() : void this.ask() }, ASK);
    this.list = new MoveList(step);
    this.review = make("div", { class: "review", role: "status" });
    this.next = make("button", { type: "button", class: "small", "aria-disabled": "true", click: () => this.goNext() }, "Next mistake");
    this.said = make("p", { class: "muted", id: "mistakes" });
    this.next.setAttribute("aria-describedby", "mistakes");
    this.chart = make("div", { class: "chart" });
    // The picture is not replaced while values arrive: a click during which it was replaced would be lost.
    this.picture = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.picture.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.picture.getBoundingClientRect();
      const place = (((clientX - left) / width) * WIDTH - 8) / (WIDTH - 16);
      this.step(Math.round(Math.min(Math.max(place, 0), 1) * this.game.played.length));
    });
    this.table = make("tbody");
    this.details = make(
      "details",
      {},
      make("summary", {}, "The same as a table"),
      make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...["Number", "Move", "Value after it"].map((head) => make("th", { scope: "col" }, head)))), this.table),
    );
    // The table is written only while it is open.
    this.details.addEventListener("toggle", () => { if (this.details.open) this.render(this.notation); });
    this.signs = make("p", { class: "legend" }, "! the only move that kept the win or the draw, ?! a win later or a loss sooner than need be, ? a win became a draw or a draw a loss, ?? a win became a loss.");
    fill(
      place,
      make("div", { class: "head" }, make("h2", {}, "The game"), make("div", { class: "row" }, this.next, this.button)),
      this.chart,
      this.said,
      this.review,
      this.list.root,
      this.signs,
      this.details,
    );
  }

  /**
   * Keeps what was found of the position on the board.
   * @param {Found} found
   */
  hear(found) {
    const { position } = this.game;
    if (position === null) return;
    this.keep(position, found, position.turn === this.game.menu.sides[0]);
  }

  /**
   * @param {import("../shell/types.d.ts").Position} position
   * @param {Found} found of it
   * @param {boolean} isFirst whether the side that moves first is to move
   */
  keep(position, found, isFirst) {
    const point = pointOf(found, isFirst);
    if (point === null) return;
    const now = { ...point, only: onlyMove(found, position.moves), line: found.position?.line ?? [], best: found.position?.best ?? [] };
    this.points.set(position.position, better(this.points.get(position.position), now));
  }

  /** @param {string} notation */
  render(notation) {
    const { game } = this;
    this.notation = notation;
    this.button.hidden = game.played.length === 0;
    this.details.hidden = game.played.length === 0;
    this.next.hidden = game.played.length === 0;
    /** @type {(Point | null)[]} */
    const points = [];
    for (let index = 0; index <= game.played.length; index += 1) points.push(this.pointAt(index));
    this.renderMistakes(points, notation);
    this.renderChart(points);
    // The table is closed: it is written when it is opened.
    if (!this.details.open && this.table.childElementCount === game.played.length + 1 && !this.isAsking) return;
    fill(
      this.table,
      ...points.map((point, index) => {
        const move = game.played[index - 1];
        const text = move === undefined ? "start" : this.words(move, notation);
        return make("tr", {}, make("td", {}, String(index)), make("td", {}, text), make("td", {}, point?.words ?? "not known"));
      }),
    );
  }

  /** @param {number} index */
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

  /** @param {(Point | null)[]} points */
  renderChart(points) {
    if (points.length < 2 || points.every((point) => point === null)) {
      fill(this.chart, make("p", { class: "muted" }, "Analysed positions appear here as a curve."));
      return;
    }
    const [first, second] = this.game.menu.sides;
    const most = (/** @type {boolean} */ isProved) => Math.max(1, ...points.filter((point) => point?.isProved === isProved).map((point) => Math.abs(point?.height ?? 0)));
    const [proved, guessed] = [most(true), most(false)];
    const x = (/** @type {number} */ index) => 8 + (index * (WIDTH - 16)) / (points.length - 1);
    const y = (/** @type {Point} */ point) => {
      const size = point.isProved ? 0.35 + (0.65 * Math.abs(point.height)) / proved : (0.3 * Math.abs(point.height)) / guessed;
      return HEIGHT / 2 - Math.sign(point.height) * size * (HEIGHT / 2 - 8);
    };
    const marks = points.flatMap((point, index) => {
      if (point === null) return [];
      const mark = draw("circle", { cx: x(index), cy: y(point), r: index === this.game.index ? 5 : 3, class: index === this.game.index ? "now" : point.isProved ? "proved" : "guessed" });
      mark.append(draw("title", {}, document.createTextNode(`${index}: ${point.words}`)));
      const fault = this.faults.get(index);
      const above = y(point) > HEIGHT / 2;
      return fault === undefined ? [mark] : [mark, draw("text", { class: "fault-sign", x: x(index), y: y(point) + (above ? -8 : 18) }, new Text(fault))];
    });
    const path = points.map((point, index) => (point === null ? "" : `${index === 0 || points[index - 1] === null ? "M" : "L"}${x(index)} ${y(point)}`)).join("");
    const known = points.filter((point) => point !== null).length;
    this.picture.setAttribute("aria-label", `Value over the game: ${known} of ${points.length} positions are known; the table below has them`);
    fill(this.picture,
      draw("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "zero" }),
      draw("path", { d: path, class: "curve" }),
      ...marks,
    );
    fill(this.chart, make("p", { class: "muted" }, `${first} wins ▲`), this.picture, make("p", { class: "muted" }, `${second} wins ▼`));
  }

  /**
   * Which moves were mistakes, and what the one on the board lost.
   * @param {(Point | null)[]} points
   * @param {string} notation
   */
  renderMistakes(points, notation) {
    const { game } = this;
    const known = points.map((point) => {
      if (point === null || !point.isProved) return null;
      /** @type {"first" | "draw" | "second"} */
      const winner = point.height > 0 ? "first" : point.height < 0 ? "second" : "draw";
      return { winner, plies: point.plies, words: point.words, only: point.only ?? null };
    });
    const isFirst = game.played.map(({ side }) => side === game.menu.sides[0]);
    const graded = grades(known, isFirst, game.played.map(({ move }) => move));
    this.list.render(this.turns, notation, new Map(graded.map((grade) => [grade.index, grade])));
    this.list.root.hidden = game.played.length === 0;
    this.signs.hidden = graded.length === 0;
    this.faults = new Map(graded.filter(isMistake).map(({ index, sign }) => [index, sign]));
    this.found = graded.filter(isMistake).map(({ index, words }) => ({ index, words: `Mistake in move ${index}, ${this.nameOf(index, notation)}: ${words}.` }));
    this.renderReview(known, isFirst, points, notation);
    const isOpen = this.isAsking || points.some((point) => !this.isWhole(point));
    const isThere = !this.isAsking && this.found.length > 0;
    this.next.setAttribute("aria-disabled", String(!isThere));
    const here = this.found.find(({ index }) => index === game.index);
    const count = this.found.length;
    const all = count === 1 ? "One mistake" : `${count === 0 ? "No" : count} mistakes`;
    const text = this.isAsking ? `${this.progress}: its value is being found.` : (here?.words ?? `${all}${isOpen ? " in what is known; review the game to find all" : ""}.`);
    const words = game.played.length === 0 || known.every((one) => one === null) ? "" : text;
    this.said.textContent = this.isAsking || this.asked !== lineOf(game) ? words : [this.failure, words].filter(Boolean).join(" ");
  }

  /**
   * @param {number} index how many moves are on the board after it
   * @param {string} notation
   */
  nameOf(index, notation) {
    const move = this.game.played[index - 1];
    return move === undefined ? "" : this.words(move, notation);
  }

  /**
   * A move in a sentence: "red column 3" where moves are named by columns, "white F2F3" where they name themselves.
   * @param {import("../shell/types.d.ts").Played} move
   * @param {string} notation
   */
  words(move, notation) {
    return `${move.side} ${this.noun(moveText(move, notation))}`;
  }

  /**
   * The text of a move with what it is: "column 3", or "F2F3" where moves name themselves.
   * @param {string} text
   */
  noun(text) {
    const { move_noun: noun } = this.game.menu;
    return noun === "move" ? text : `${noun} ${text}`;
  }

  /**
   * What the game came to, once it has been asked for.
   * @param {(import("./mistakes.js").Known | null)[]} known
   * @param {boolean[]} isFirst
   * @param {(Point | null)[]} points
   * @param {string} notation
   */
  renderReview(known, isFirst, points, notation) {
    const { game } = this;
    const isDue = !this.isAsking && this.asked === lineOf(game) && game.played.length > 0;
    const line = (/** @type {number} */ index) => lineText(points[index]?.line ?? [], game.kept.get(game.moves(index))?.moves ?? [], notation);
    const move = (/** @type {number} */ index) => {
      const made = game.played[index - 1];
      return made === undefined ? "" : this.noun(moveText(made, notation));
    };
    const best = (/** @type {number} */ index) => {
      const text = lineText((points[index]?.best ?? []).slice(0, 1), game.kept.get(game.moves(index))?.moves ?? [], notation);
      return text === "" ? "" : this.noun(text);
    };
    const sideOf = (/** @type {number} */ index) => game.played[index - 1]?.side ?? "";
    const sentences = isDue ? reviewWords(review(known, isFirst), { sides: game.menu.sides, you: yourSide(this.turns), sideOf, move, best, line }) : [];
    const text = sentences.join("\n");
    if (this.reviewed === text) return;
    this.reviewed = text;
    fill(this.review, ...sentences.map((sentence) => make("p", {}, sentence)));
  }

  /** To the next mistake, after the last the first. */
  goNext() {
    if (this.next.getAttribute("aria-disabled") === "true") return;
    const mistake = this.found.find(({ index }) => index > this.game.index) ?? this.found[0];
    if (mistake === undefined) return;
    this.step(mistake.index);
    // Stepping announces the move. This announcement says more, so it comes later.
    setTimeout(() => announce(mistake.words), 400);
  }

  /**
   * Whether all that a review looks at is known: who wins, and how soon if that can be known.
   * @param {Point | null} point
   */
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
    this.button.textContent = "Stop";
    const { game } = this;
    const { menu } = game;
    const line = lineOf(game);
    this.asked = line;
    this.failure = "";
    const isSame = () => lineOf(game) === line;
    for (let index = game.played.length; index >= 0 && mine === this.run && isSame(); index -= 1) {
      this.progress = `Position ${game.played.length - index + 1} of ${game.played.length + 1}`;
      // While answers are awaited the board may get another game, with other sides.
      const params = game.params(index);
      try {
        const position = await game.at(index);
        const isFirst = position.turn === menu.sides[0];
        const known = this.points.get(position.position) ?? null;
        if (position.outcome === null && !this.isWhole(known)) await this.askOne(position, params, isFirst, known?.isProved === true);
        if (this.failure !== "") break;
      } catch {
        break;
      }
      if (mine === this.run) this.changed();
    }
    if (mine === this.run) this.end();
  }

  end() {
    this.run += 1;
    this.stop();
    this.isAsking = false;
    this.button.textContent = ASK;
    this.changed();
  }

  /** What the page does when there are new points. */
  changed() {}

  /**
   * @param {import("../shell/types.d.ts").Position} position
   * @param {import("../shell/types.d.ts").PositionParams} params that name it
   * @param {boolean} isFirst whether the side that moves first is to move
   * @param {boolean} isAgain whether who wins is known already
   * @returns {Promise<void>}
   */
  async askOne(position, params, isFirst, isAgain) {
    const found = nothing();
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let rest;
      const done = () => {
        clearTimeout(rest);
        stop();
        resolve();
      };
      const stop = listen("solve", { ...params, time: SECONDS }, ["start", "move", "depth", "position", "end"], (name, data) => {
        hear(found, name, data);
        if (found.failure !== null) this.failure = capital(found.failure);
        if (name === "end" || name === "error") done();
        else if (!isAgain && pointOf(found, isFirst)?.isProved) rest ??= setTimeout(done, REST_MS);
      });
      this.stop = done;
    });
    this.keep(position, found, isFirst);
  }
}

/**
 * The only move that keeps the value of a position, if every move is judged and the others are worse.
 * @param {Found} found
 * @param {import("../shell/types.d.ts").Move[]} legal
 */
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

/**
 * A game as text: its rules, its start and its moves. Equal texts are equal games.
 * @param {import("../board/game.js").Game} game
 */
function lineOf(game) {
  return JSON.stringify([game.menu.name, game.start, game.moves()]);
}
