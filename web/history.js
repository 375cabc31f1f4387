// The value of the position over the game: what has been analysed anyway, and on request all of it.

import { hear } from "./analysis.js";
import { listen } from "./api.js";
import { draw, fill, make } from "./dom.js";
import { moveText } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./analysis.js").Found} Found */

/**
 * A point of the curve.
 * @typedef {object} Point
 * @property {number} height from -1 (lost for the side that moves first) to 1; before scaling any number
 * @property {boolean} isProved
 * @property {string} words
 */

const SECONDS = 3;
const WIDTH = 600;
const HEIGHT = 120;

export class History {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {(index: number) => void} step
   */
  constructor(place, game, step) {
    this.game = game;
    this.step = step;
    /** @type {Map<string, Point>} by the text of the position */
    this.points = new Map();
    this.stop = () => {};
    this.isAsking = false;
    this.button = make("button", { type: "button", class: "small", click: () => this.isAsking ? this.end() : void this.ask() }, "Analyse the whole game");
    this.chart = make("div", { class: "chart" });
    this.table = make("tbody");
    this.details = make(
      "details",
      {},
      make("summary", {}, "The same as a table"),
      make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...["", "Move", "Value after it"].map((head) => make("th", { scope: "col" }, head)))), this.table),
    );
    fill(place, make("div", { class: "head" }, make("h2", {}, "Value over the game"), this.button), this.chart, this.details);
  }

  /**
   * Keeps what was found of the position on the board.
   * @param {Found} found
   */
  hear(found) {
    const { position } = this.game;
    if (position === null) return;
    const point = pointOf(found, position.turn === this.game.menu.sides[0]);
    if (point !== null) this.points.set(position.position, point);
  }

  /** @param {string} convention */
  render(convention) {
    const { game } = this;
    this.button.hidden = game.played.length === 0;
    this.details.hidden = game.played.length === 0;
    /** @type {(Point | null)[]} */
    const points = [];
    for (let index = 0; index <= game.played.length; index += 1) points.push(this.pointAt(index));
    this.renderChart(points);
    if (!this.details.open && this.table.childElementCount === game.played.length + 1 && !this.isAsking) {
      // Nobody looks at it; it is written when it is opened.
      this.details.addEventListener("toggle", () => this.render(convention), { once: true });
      return;
    }
    fill(
      this.table,
      ...points.map((point, index) => {
        const move = game.played[index - 1];
        const text = move === undefined ? "start" : `${move.side} ${moveText(move, convention)}`;
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
      return { height: height * 100, isProved: true, words };
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
      mark.addEventListener("click", () => this.step(index));
      return [mark];
    });
    const path = points.map((point, index) => (point === null ? "" : `${index === 0 || points[index - 1] === null ? "M" : "L"}${x(index)} ${y(point)}`)).join("");
    const known = points.filter((point) => point !== null).length;
    const picture = draw(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Value over the game: ${known} of ${points.length} positions are known; the table below has them` },
      draw("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "zero" }),
      draw("path", { d: path, class: "curve" }),
      ...marks,
    );
    fill(this.chart, make("p", { class: "muted" }, `${first} wins ▲`), picture, make("p", { class: "muted" }, `${second} wins ▼`));
  }

  /** Analyses all positions, one after the other. */
  async ask() {
    this.isAsking = true;
    this.button.textContent = "Stop";
    const { game } = this;
    const line = game.moves();
    for (let index = game.played.length; index >= 0 && this.isAsking && game.moves() === line; index -= 1) {
      try {
        const position = await game.at(index);
        if (position.outcome === null && this.points.get(position.position)?.isProved !== true) await this.askOne(position, index);
      } catch {
        break;
      }
      this.changed();
    }
    this.end();
  }

  end() {
    this.stop();
    this.isAsking = false;
    this.button.textContent = "Analyse the whole game";
    this.changed();
  }

  /** What the page does when there are new points. */
  changed() {}

  /**
   * @param {import("./types.d.ts").Position} position
   * @param {number} index
   * @returns {Promise<void>}
   */
  async askOne(position, index) {
    /** @type {Found} */
    const found = { moves: new Map(), position: null, depth: null, state: "", isDone: false };
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const stop = listen("solve", { ...this.game.params(index), time: SECONDS }, ["start", "move", "depth", "position", "end"], (name, data) => {
        hear(found, name, data);
        if (name === "end" || name === "error" || found.position?.score !== null && found.position?.score !== undefined) {
          stop();
          resolve();
        }
      });
      this.stop = () => { stop(); resolve(); };
    });
    const point = pointOf(found, position.turn === this.game.menu.sides[0]);
    if (point !== null) this.points.set(position.position, point);
  }
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
    return { height: sign * (position.score ?? size), isProved: true, words: position.words };
  }
  if (depth !== null && typeof depth.value === "number") return { height: sign * depth.value, isProved: false, words: depth.words };
  return null;
}
