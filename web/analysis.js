// Values of all moves from the solvers, as they are found. They stay until they are switched off.

import { listen } from "./api.js";
import { capital, fill, make } from "./dom.js";
import { moveText } from "./game.js";
import { signed, symbol, tone } from "./values.js";

/** @typedef {import("./types.d.ts").Value} Value */
/** @typedef {import("./game.js").Game} Game */

/** What the stream can tell. */
const EVENTS = ["start", "waiting", "move", "depth", "position", "end"];

/** How long a position has to stay before it is analysed: whoever steps through a game starts no searches. */
const PAUSE_MS = 60;

/**
 * What is known of a position.
 * @typedef {object} Found
 * @property {Map<string, Value>} moves
 * @property {(Value & { best: string[] }) | null} position
 * @property {{ depth: number, value: number, for: string, move: string, line: string[], words: string } | null} depth
 * @property {string} state what the search does
 * @property {boolean} isDone
 */

export class Analysis extends EventTarget {
  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    this.isOn = false;
    /** @type {Found} */
    this.found = nothing();
    this.asked = "";
    /** @type {Map<string, Found>} what was found of other positions, by their text */
    this.kept = new Map();
    this.stop = () => {};
    game.addEventListener("change", () => this.consider());
    document.addEventListener("visibilitychange", () => this.consider());
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    this.consider();
  }

  /** Starts or stops what is due. */
  consider() {
    const { position } = this.game;
    const wanted = position !== null && this.isOn && !document.hidden ? `${position.game} ${position.position}` : "";
    if (wanted === this.asked) return;
    this.stop();
    this.asked = wanted;
    this.found = this.kept.get(wanted) ?? nothing();
    if (wanted !== "" && !this.found.isDone) {
      this.found = nothing();
      const timer = setTimeout(() => this.begin(wanted), PAUSE_MS);
      this.stop = () => clearTimeout(timer);
    }
    this.changed();
  }

  /** Asks again, after the server was away. */
  again() {
    this.asked = "";
    this.consider();
  }

  /** @param {string} wanted */
  begin(wanted) {
    const found = this.found;
    this.stop = listen("solve", this.game.params(), EVENTS, (name, data) => {
      hear(found, name, data);
      if (found.isDone && name === "end") {
        if (this.kept.size > 500) this.kept.clear();
        this.kept.set(wanted, found);
      }
      this.changed();
    });
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** The values for the board. */
  get values() {
    return this.isOn ? this.found.moves : new Map();
  }

  /** The value of the position in a sentence. */
  get words() {
    const { position, depth, state } = this.found;
    if (!this.isOn) return "values are switched off";
    return position?.words ?? depth?.words ?? state;
  }
}

/** @returns {Found} */
function nothing() {
  return { moves: new Map(), position: null, depth: null, state: "asking the server", isDone: false };
}

/**
 * Takes in one event of the stream.
 * @param {Found} found
 * @param {string} name
 * @param {any} data
 */
export function hear(found, name, data) {
  const value = { result: data.result ?? null, score: data.score ?? null, plies: data.plies ?? null, words: data.words ?? "", isFinal: data.is_final };
  if (name === "start" || name === "waiting") found.state = data.words;
  if (name === "move") found.moves.set(data.move, value);
  if (name === "position") found.position = { ...value, isFinal: true, best: data.best ?? [] };
  if (name === "depth") {
    found.depth = data;
    found.state = `depth ${data.depth}, ${data.nodes.toLocaleString("en")} nodes`;
    for (const [move, old] of found.moves) if (old.isBest) found.moves.delete(move);
    const proof = data.proof;
    if (!found.moves.has(data.move)) found.moves.set(data.move, { result: proof?.result ?? null, score: null, plies: proof?.plies ?? null, words: data.words, isBest: true });
  }
  if (name === "end") {
    found.state = data.words;
    found.isDone = data.reason !== "stopped";
  }
  if (name === "error") found.state = `${data.place}: ${data.message}`;
}

/** The part of the panel that lists the moves. */
export class MoveTable {
  /**
   * @param {HTMLElement} place
   * @param {Analysis} analysis
   * @param {{ move: (move: import("./types.d.ts").Move) => void, isOn: (isOn: boolean) => void }} told
   */
  constructor(place, analysis, told) {
    this.analysis = analysis;
    this.told = told;
    this.switch = make("input", { type: "checkbox", role: "switch", change: () => told.isOn(this.switch.checked) });
    this.headline = make("p", { class: "headline" });
    this.state = make("p", { class: "muted" });
    this.body = make("tbody");
    this.legend = make("p", { class: "legend" });
    const heads = ["Move", "Value", "What follows"].map((head) => make("th", { scope: "col" }, head));
    fill(
      place,
      make("div", { class: "head" }, make("h2", {}, "Values of all moves"), make("label", { class: "switch" }, this.switch, "Show values")),
      this.headline,
      make("div", { class: "scroll" }, make("table", { class: "plain values" }, make("thead", {}, make("tr", {}, ...heads)), this.body)),
      this.state,
      this.legend,
    );
  }

  /** @param {import("./types.d.ts").Notation} convention */
  render(convention) {
    const { analysis } = this;
    const { position, menu } = analysis.game;
    if (position === null) return;
    this.switch.checked = analysis.isOn;
    this.headline.textContent = `${capital(position.outcome === null ? analysis.words : position.outcome.words).replace(/\.$/, "")}.`;
    this.state.textContent = analysis.isOn && analysis.found.position !== null ? `${capital(analysis.found.state)}.` : "";
    const best = new Set(analysis.found.position?.best ?? []);
    const rows = analysis.isOn ? position.moves : [];
    const hadFocus = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-move") : null;
    fill(this.body, ...rows.map((move) => this.row(move, convention.name, best.has(move.move))));
    const again = hadFocus ? this.body.querySelector(`[data-move="${CSS.escape(hadFocus)}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
    this.legend.textContent = {
      scores: "▲ wins, ■ draws, ▼ loses for the side to move; the number is plies until the game is over.",
      distances: "▲ wins, ■ draws, ▼ loses for the side to move; the number is plies until the game is over.",
      points: "▲ wins, ■ draws, ▼ loses for the side to move; the number is the difference of quadruples at the end.",
      winner: "▲ wins, ▼ loses for the side to move; … is not proved.",
    }[menu.solver];
  }

  /**
   * @param {import("./types.d.ts").Move} move
   * @param {string} convention
   * @param {boolean} isBest
   */
  row(move, convention, isBest) {
    const value = this.analysis.found.moves.get(move.move);
    const text = moveText(move, convention);
    const play = make("button", { type: "button", class: "quiet", "data-move": move.move, "aria-label": `Play ${text}`, click: () => this.told.move(move) }, text);
    return make(
      "tr",
      { class: isBest ? "best" : undefined },
      make("th", { scope: "row" }, play),
      make("td", {}, value === undefined ? "…" : make("span", { class: `chip ${tone(value)}` }, symbol(value)), value?.score === null || value?.score === undefined ? null : make("span", { class: "score" }, signed(value.score))),
      make("td", {}, value?.words ?? ""),
    );
  }
}
