// The games of a tournament, in pages: who played whom, and how it ended.

import { field, fill, make } from "../shell/dom.js";
import { count } from "../shell/numbers.js";
import { scroller } from "../shell/scroller.js";
import { named } from "./table.js";
import { KINDS, faultWords } from "./words.js";

/** @typedef {import("./types.d.ts").Whole} Whole */
/** @typedef {import("./types.d.ts").Wanted} Wanted */
/** @typedef {import("./types.d.ts").Listed} Listed */

/** Games on a page. */
export const SIZE = 20;

export class Games {
  /** @param {{ filter: (filter: Partial<Wanted>) => void, open: (id: number) => void }} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.entrants = make("select", { change: () => handlers.filter({ entrant: this.entrants.value === "" ? null : Number(this.entrants.value), from: 0 }) });
    this.faults = make("select", { change: () => handlers.filter({ fault: this.faults.value, from: 0 }) }, ...["", "any", ...KINDS].map((kind) => make("option", { value: kind }, { "": "all games", any: "games with a fault" }[kind] ?? kind)));
    this.faultsField = field("Faults", this.faults);
    /** Whether any answer of the tournament was at fault: otherwise nothing is said of faults. */
    this.hasFaults = false;
    this.shownNames = "";
    /** What the rows say. */
    this.says = "";
    /** @type {[string, string]} */
    this.sides = ["", ""];
    this.count = make("p", { class: "muted", role: "status" });
    this.table = make("table", { class: "plain games" });
    this.from = 0;
    const turn = (/** @type {string} */ name, /** @type {number} */ by) => make("button", { type: "button", class: "small", click: () => handlers.filter({ from: Math.max(this.from + by, 0) }) }, name);
    this.previous = turn("Earlier games", -SIZE);
    this.next = turn("Later games", SIZE);
    this.heading = make("h3", { tabindex: -1 }, "Games");
    this.root = make(
      "section",
      { class: "games-list" },
      this.heading,
      make("div", { class: "row" }, field("Games of", this.entrants), this.faultsField),
      this.count,
      scroller("Games", "", this.table),
      make("div", { class: "row" }, this.previous, this.next),
    );
  }

  /**
   * @param {Whole} whole
   * @param {[string, string]} sides of its game
   * @param {Wanted} wanted
   * @param {import("./types.d.ts").Page} page
   */
  render(whole, sides, wanted, { total, from, games }) {
    this.sides = sides;
    const names = whole.entrants.map(({ name }) => name);
    const shown = names.join("\n");
    if (shown !== this.shownNames) {
      this.shownNames = shown;
      fill(this.entrants, make("option", { value: "" }, "all entrants"), ...names.map((name, number) => make("option", { value: number }, name)));
    }
    this.entrants.value = String(wanted.entrant ?? "");
    this.faults.value = wanted.fault;
    this.hasFaults = wanted.fault !== "" || Object.values(whole.faults).some((number) => number > 0);
    this.faultsField.hidden = !this.hasFaults;
    this.from = from;
    const words = total === 0 ? "No game." : `Games ${count(Math.min(from + 1, total))} to ${count(Math.min(from + games.length, total))} of ${count(total)}.`;
    if (this.count.textContent !== words) this.count.textContent = words;
    this.previous.hidden = from === 0;
    this.next.hidden = from + games.length >= total;
    // News come while somebody clicks: rows that say the same stay.
    const says = JSON.stringify([sides, names, this.hasFaults, games]);
    if (says === this.says) return;
    this.says = says;
    const heads = ["Game", "Moves first", "Moves second", "Result", "Plies", ...(this.hasFaults ? ["Faults"] : [])].map((text) => make("th", { scope: "col", class: text === "Plies" && "number" }, text));
    fill(this.table, make("caption", { class: "unseen" }, "Games"), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...games.map((game) => this.row(game, names))));
  }

  /**
   * @param {Listed} game
   * @param {string[]} names
   */
  row({ id, entrants, result }, names) {
    const [first, second] = entrants.map((number) => names[number] ?? String(number));
    const number = result === null
      ? String(id)
      : make("button", { type: "button", class: "link", "data-key": `game ${id}`, "aria-label": `Game ${id}: ${first} against ${second}`, click: () => this.handlers.open(id) }, String(id));
    const faults = result?.faults.map((kinds, seat) => {
      const words = faultWords(kinds);
      return words === "" ? null : make("span", { class: "fault" }, "⚠ ", named(names[entrants[seat] ?? -1] ?? ""), `: ${words} `);
    });
    const seat = (/** @type {0 | 1} */ order) => {
      const name = named((order === 0 ? first : second) ?? "");
      return make("td", {}, result !== null && result.winner === this.sides[order] ? make("strong", {}, name) : name);
    };
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, number),
      seat(0),
      seat(1),
      make("td", {}, result === null ? make("span", { class: "muted" }, "not played yet") : make("span", { title: result.words }, scoreText(result, this.sides))),
      make("td", { class: "number" }, result === null ? "" : count(result.plies)),
      this.hasFaults && make("td", {}, ...(faults ?? [])),
    );
  }
}

/**
 * The result as people write it, and why, where neither the rules nor a fault decided.
 * @param {import("./types.d.ts").Result} result
 * @param {[string, string]} sides
 */
function scoreText({ winner, points, reason }, sides) {
  const [one, two] = points ?? (winner === null ? ["½", "½"] : winner === sides[0] ? [1, 0] : [0, 1]);
  const why = reason === "stalled" || reason === "turn-limit" ? ` (${reason.replace("-", " ")})` : "";
  return `${one} : ${two}${why}`;
}
