// The tables of a tournament: standings, cross table, games.

import { field, fill, make, scroller } from "../shell/dom.js";
import { count, counted, signed, typeset } from "../shell/numbers.js";
import { faultWords, KINDS, score } from "./words.js";

/** @typedef {import("./types.d.ts").Whole} Whole */
/** @typedef {import("./types.d.ts").Row} Row */
/** @typedef {import("../shell/dom.js").Child} Child */
/** @typedef {import("./types.d.ts").Wanted} Wanted */
/** @typedef {import("./types.d.ts").Listed} Listed */

/**
 * What the tables report.
 * @typedef {object} Handlers
 * @property {(entrant: number | null, fault: string) => void} filter the games to be listed
 * @property {(player: string) => void} play
 */

/** Entrants of a cross table. */
const MOST_CROSSED = 64;

/**
 * A name as its owner wrote it, which changes nothing around it.
 * @param {string} name
 */
export const named = (name) => make("bdi", { class: "name" }, name);

/** @param {string} text @param {boolean} [isNumber] */
const head = (text, isNumber = false) => make("th", { scope: "col", class: isNumber && "number" }, text);

/** @param {Child} content */
const cell = (content) => make("td", { class: "number" }, content);

/**
 * A score of one entrant against another, coloured by who is ahead.
 * @param {{ text: string, lead: number } | undefined} score
 */
function crossed(score) {
  if (score === undefined) return cell("");
  return make("td", { class: `number ${score.lead > 0 ? "ahead" : score.lead < 0 ? "behind" : "level"}` }, score.text);
}

const whole = (/** @type {number} */ number) => signed(Math.round(number));

export class Tables {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.standings = make("table", { class: "plain standings" });
    this.notes = make("div", { class: "muted" });
    this.cross = make("table", { class: "plain cross" });
    this.crossNote = make("p", { class: "muted" });
    this.faults = make("p", {});
    this.faultsSection = make("section", {}, make("h3", {}, "Faults"), this.faults);
    this.crossSection = make("section", {}, make("h3", {}, "Cross table"), this.crossNote, scroller("Cross table", "", this.cross));
    this.root = make(
      "div",
      { class: "tables" },
      make("section", {}, make("h3", {}, "Standings"), scroller("Standings", "", this.standings), this.notes),
      this.crossSection,
      this.faultsSection,
    );
  }

  /** @param {Whole} whole */
  render(whole) {
    const { standings } = whole;
    this.root.hidden = standings === null;
    if (standings === null) return;
    const rows = standings.entrants;
    this.renderStandings(whole, rows);
    fill(this.notes, ...[...standings.conditions, ...(standings.mark_rule === null ? [] : [`Marks: ${standings.mark_rule}.`])].map((note) => make("p", {}, typeset(note))));
    this.renderCross(whole, rows.slice(0, MOST_CROSSED));
    this.renderFaults(whole);
  }

  /**
   * @param {Whole} whole
   * @param {Row[]} rows
   */
  renderStandings({ entrants }, rows) {
    const kinds = KINDS.filter((kind) => rows.some((row) => row.faults[kind]));
    const any = (/** @type {(row: Row) => unknown} */ is) => rows.some((row) => Boolean(is(row)));
    const [hasByes, hasMargins, hasMarks] = [any((row) => row.bye_games), any((row) => row.margin), any((row) => row.mark !== null)];
    const hasPlayers = entrants.some(({ player }) => player !== null);
    const record = (/** @type {import("./types.d.ts").Record} */ { wins, draws, losses }) => `${wins}/${draws}/${losses}`;
    const heads = [
      head("Rank", true), head("Entrant"), head("Points", true), head("Games", true), head("Won", true), head("Drawn", true), head("Lost", true),
      head("Moving first", true), head("Moving second", true), hasByes && head("Byes", true), hasMargins && head("Margin", true),
      ...kinds.map((kind) => head(kind, true)), head("Rating, 95 %", true), hasMarks && head("Mark", true), hasPlayers && make("td", {}),
    ];
    const body = rows.map((row) => {
      const player = entrants[row.entrant]?.player ?? null;
      const games = make("button", { type: "button", class: "link", "data-key": `games ${row.entrant}`, title: "Its games", click: () => this.handlers.filter(row.entrant, "") }, named(row.name));
      const rating = row.rating === null ? "" : `${whole(row.rating)}${row.rating_interval === null ? "" : ` (${row.rating_interval.map(whole).join(" to ")})`}`;
      return make(
        "tr",
        {},
        cell(String(row.rank)),
        make("th", { scope: "row" }, games, row.identifies_as !== null && make("span", { class: "tagline" }, make("bdi", {}, row.identifies_as))),
        make("td", { class: "number points" }, signed(row.points)),
        ...[row.wins + row.draws + row.losses, row.wins, row.draws, row.losses].map((number) => cell(count(number))),
        ...row.by_side.map((side) => cell(record(side))),
        hasByes && cell(count(row.bye_games)),
        hasMargins && cell(`${row.margin > 0 ? "+" : ""}${whole(row.margin)}`),
        ...kinds.map((kind) => cell(row.faults[kind] ? this.faultButton(row.entrant, kind, row.faults[kind], `of ${row.name}`) : "0")),
        cell(rating),
        hasMarks && cell(String(row.mark ?? "")),
        hasPlayers && make("td", {}, player !== null && make("button", { type: "button", class: "small", "data-key": `play ${row.entrant}`, "aria-label": `Play against ${row.name}`, click: () => this.handlers.play(player) }, "Play")),
      );
    });
    fill(this.standings, make("caption", { class: "unseen" }, "Standings, best first"), make("thead", {}, make("tr", {}, ...heads.filter((one) => one !== false))), make("tbody", {}, ...body));
  }

  /**
   * @param {number | null} entrant
   * @param {string} kind
   * @param {number} number
   * @param {string} whose
   */
  faultButton(entrant, kind, number, whose) {
    return make(
      "button",
      { type: "button", class: "link fault", "data-key": `fault ${entrant} ${kind}`, "aria-label": `Games with ${number} ${kind} ${whose}`, click: () => this.handlers.filter(entrant, kind) },
      `⚠ ${number}`,
    );
  }

  /**
   * @param {Whole} whole
   * @param {Row[]} rows
   */
  renderCross({ entrants, standings }, rows) {
    /** @type {Map<string, { text: string, lead: number }>} */
    const scores = new Map();
    for (const meeting of standings?.meetings ?? []) {
      const [one, two] = meeting.entrants;
      const turned = { wins: meeting.losses, draws: meeting.draws, losses: meeting.wins };
      scores.set(`${one} ${two}`, { text: score(meeting), lead: meeting.wins - meeting.losses });
      scores.set(`${two} ${one}`, { text: score(turned), lead: turned.wins - turned.losses });
    }
    this.crossSection.hidden = scores.size === 0;
    const rungs = standings?.rungs ?? [];
    // On a ladder the columns are the rungs, elsewhere the entrants themselves.
    const columns = rungs.length > 0 ? rungs : rows;
    const letter = rungs.length > 0 ? "r" : "";
    const points = `Points of points possible, wins as 1 and draws as ½, against the ${rungs.length > 0 ? "rung" : "entrant"} of each number.`;
    const known = rungs.map(({ name, rating }, at) => `${at > 0 ? ";" : " Rungs, with ratings that are frozen:"} r${at + 1} ${name} ${whole(rating)}`);
    fill(this.crossNote, points, ...known, rungs.length > 0 && ".");
    const body = rows.map((row, at) => {
      const own = (/** @type {{ entrant: number }} */ other) => (other.entrant === row.entrant ? make("td", { class: "number self" }, "×") : crossed(scores.get(`${row.entrant} ${other.entrant}`)));
      return make("tr", {}, cell(String(at + 1)), make("th", { scope: "row" }, named(row.name)), ...columns.map(own));
    });
    const heads = columns.map(({ name }, at) => make("th", { scope: "col", class: "number", title: name }, make("span", { "aria-hidden": "true" }, `${letter}${at + 1}`), make("span", { class: "unseen" }, `against ${name}`)));
    const all = entrants.length - rungs.length;
    const left = all > rows.length && `The best ${rows.length} of ${all} entrants. `;
    fill(this.cross, make("caption", { class: "unseen" }, left, "Points of each entrant against each other"), make("thead", {}, make("tr", {}, head("No.", true), head("Entrant"), ...heads)), make("tbody", {}, ...body));
  }

  /** @param {Whole} whole */
  renderFaults({ faults, void: unplayed }) {
    const kinds = KINDS.filter((kind) => faults[kind]);
    const words = faultWords(faults);
    const buttons = kinds.flatMap((kind) => [" ", make("button", { type: "button", class: "small", "data-key": `kind ${kind}`, click: () => this.handlers.filter(null, kind) }, `Games with ${kind}`)]);
    fill(this.faults, words === "" ? "No answer was at fault." : `${words}.`, ...buttons, unplayed > 0 ? ` ${counted(unplayed, "game")} void: the machine failed.` : null);
  }
}

// The games of a tournament, in pages: who played whom, and how it ended.

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
