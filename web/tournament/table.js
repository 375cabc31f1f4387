// The tables of a tournament: standings, cross table, games.

import { choice, count, counted, make, scroller, signed, typeset } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";
import { faultWords, KINDS, score } from "./words.js";

/** @import { Entrant, Listed, Page, Result, Row, Standings, Wanted, Whole } from "./types.d.ts" */

/** Entrants of a cross table. */
const MOST_CROSSED = 64;

/** A name as its owner wrote it, which changes nothing around it. @param {string} name */
export const named = (name) => html`<bdi class="name">${name}</bdi>`;

/** @param {string} label @param {string} style */
const scrolling = (label, style) => scroller(label, "", make("table", { class: `plain ${style}` }));

/** @param {string} text @param {boolean} [isNumber] */
const head = (text, isNumber = false) => html`<th scope="col" class=${isNumber ? "number" : nothing}>${text}</th>`;

/** @param {unknown} content @param {string} [style] */
const cell = (content, style = "") => html`<td class=${`number ${style}`.trim()}>${content}</td>`;

const whole = (/** @type {number} */ number) => signed(Math.round(number));

/** @param {import("./types.d.ts").Record} record */
const recordText = ({ wins, draws, losses }) => `${wins}/${draws}/${losses}`;

/** @param {Row} row */
const ratingText = ({ rating, rating_interval }) => (rating === null ? "" : `${whole(rating)}${rating_interval === null ? "" : ` (${rating_interval.map(whole).join(" to ")})`}`);

export class Tables {
  /** @param {{ filter: (entrant: number | null, fault: string) => void, play: (player: string) => void }} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.standings = scrolling("Standings", "standings");
    this.cross = scrolling("Cross table", "cross");
  }

  /** @param {Whole} whole */
  template({ entrants, standings, faults, void: unplayed }) {
    if (standings === null) return nothing;
    const { conditions, mark_rule } = standings;
    const notes = mark_rule === null ? conditions : [...conditions, `Marks: ${mark_rule}.`];
    const words = faultWords(faults);
    return html`
      <div class="tables">
        <section>
          <h3>Standings</h3>
          ${this.standings(this.ranking(entrants, standings.entrants))}
          <div class="muted">${notes.map((note) => html`<p>${typeset(note)}</p>`)}</div>
        </section>
        ${standings.meetings.length > 0 ? this.crossSection(entrants, standings) : nothing}
        <section>
          <h3>Faults</h3>
          <p>${words === "" ? "No answer was at fault." : `${words}.`}${KINDS.filter((kind) => faults[kind]).map((kind) =>
            html` <button type="button" class="small" @click=${() => this.handlers.filter(null, kind)}>Games with ${kind}</button>`,
          )}${unplayed > 0 ? ` ${counted(unplayed, "game")} void: the machine failed.` : nothing}</p>
        </section>
      </div>`;
  }

  /** @param {Entrant[]} entrants @param {Row[]} rows */
  ranking(entrants, rows) {
    const { filter, play } = this.handlers;
    const any = (/** @type {(row: Row) => unknown} */ is) => rows.some((row) => Boolean(is(row)));
    const hasPlayers = entrants.some(({ player }) => player !== null);
    const fault = (/** @type {Row} */ { entrant, name, faults }, /** @type {string} */ kind) => (faults[kind]
      ? html`<button type="button" class="link fault" data-key="fault ${entrant} ${kind}" aria-label=${`Games with ${faults[kind]} ${kind} of ${name}`} @click=${() => filter(entrant, kind)}>⚠ ${faults[kind]}</button>`
      : "0");
    const columns = /** @type {[name: string, isThere: boolean, content: (row: Row) => unknown][]} */ ([
      ["Games", true, ({ wins, draws, losses }) => count(wins + draws + losses)],
      ["Won", true, ({ wins }) => count(wins)],
      ["Drawn", true, ({ draws }) => count(draws)],
      ["Lost", true, ({ losses }) => count(losses)],
      ["Moving first", true, ({ by_side }) => recordText(by_side[0])],
      ["Moving second", true, ({ by_side }) => recordText(by_side[1])],
      ["Byes", any((row) => row.bye_games), (row) => count(row.bye_games)],
      ["Margin", any((row) => row.margin), ({ margin }) => `${margin > 0 ? "+" : ""}${whole(margin)}`],
      ...KINDS.map((kind) => [kind, any(({ faults }) => faults[kind]), (/** @type {Row} */ row) => fault(row, kind)]),
      ["Rating, 95 %", true, ratingText],
      ["Mark", any(({ mark }) => mark !== null), ({ mark }) => mark ?? ""],
    ]).filter(([, isThere]) => isThere);
    const line = (/** @type {Row} */ row) => {
      const { entrant, name, identifies_as } = row;
      const player = entrants[entrant]?.player ?? null;
      const games = html`<button type="button" class="link" data-key="games ${entrant}" title="Its games" @click=${() => filter(entrant, "")}>${named(name)}</button>`;
      return html`
        <tr>
          ${cell(row.rank)}
          <th scope="row">${games}${identifies_as === null ? nothing : html`<span class="tagline"><bdi>${identifies_as}</bdi></span>`}</th>
          ${cell(signed(row.points), "points")}
          ${columns.map(([, , content]) => cell(content(row)))}
          ${hasPlayers ? html`<td>${player === null ? nothing : html`<button type="button" class="small" data-key="play ${entrant}" aria-label="Play against ${name}" @click=${() => play(player)}>Play</button>`}</td>` : nothing}
        </tr>`;
    };
    return html`
      <caption class="unseen">Standings, best first</caption>
      <thead><tr>${head("Rank", true)}${head("Entrant")}${head("Points", true)}${columns.map(([name]) => head(name, true))}${hasPlayers ? html`<td></td>` : nothing}</tr></thead>
      <tbody>${rows.map(line)}</tbody>`;
  }

  /** @param {Entrant[]} entrants @param {Standings} standings */
  crossSection(entrants, { entrants: all, meetings, rungs }) {
    const rows = all.slice(0, MOST_CROSSED);
    /** @type {Map<string, import("./types.d.ts").Record>} */
    const records = new Map();
    for (const { entrants: [one, two], wins, draws, losses } of meetings) {
      records.set(`${one} ${two}`, { wins, draws, losses });
      records.set(`${two} ${one}`, { wins: losses, draws, losses: wins });
    }
    // On a ladder the columns are the rungs, elsewhere the entrants themselves.
    const isLadder = rungs.length > 0;
    const columns = isLadder ? rungs : rows;
    const ratings = rungs.map(({ name, rating }, at) => `r${at + 1} ${name} ${whole(rating)}`).join("; ");
    const crossed = (/** @type {number} */ one, /** @type {number} */ two) => {
      if (one === two) return cell("×", "self");
      const record = records.get(`${one} ${two}`);
      if (record === undefined) return cell("");
      // Coloured by who is ahead.
      return cell(score(record), record.wins > record.losses ? "ahead" : record.wins < record.losses ? "behind" : "level");
    };
    const entered = entrants.length - rungs.length;
    return html`
      <section>
        <h3>Cross table</h3>
        <p class="muted">Each row shows what its entrant scored against the ${isLadder ? "rung" : "entrant"} with the number above: 1½/2 means 1½ points in 2 games. A win gives 1 point, a draw ½.${isLadder ? ` Rungs, with ratings that are frozen: ${ratings}.` : ""}</p>
        ${this.cross(html`
          <caption class="unseen">${entered > rows.length ? `The best ${rows.length} of ${entered} entrants. ` : ""}Points of each entrant against each other</caption>
          <thead><tr>${head("No.", true)}${head("Entrant")}${columns.map(({ name }, at) =>
            html`<th scope="col" class="number" title=${name}><span aria-hidden="true">${isLadder ? "r" : ""}${at + 1}</span><span class="unseen">against ${name}</span></th>`)}</tr></thead>
          <tbody>${rows.map(({ name, entrant }, at) =>
            html`<tr>${cell(at + 1)}<th scope="row">${named(name)}</th>${columns.map((other) => crossed(entrant, other.entrant))}</tr>`)}</tbody>`)}
      </section>`;
  }
}

// The games of a tournament, in pages: who played whom, and how it ended.

/** Games on a page. */
export const SIZE = 20;

/** For a control that is changed. @template {HTMLElement} [E=HTMLSelectElement] @param {(control: E) => void} heard */
export const changed = (heard) => (/** @type {Event} */ { target }) => heard(/** @type {E} */ (target));

export class Games {
  /** @param {{ filter: (filter: Partial<Wanted>) => void, open: (id: number) => void }} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.heading = make("h3", { tabindex: -1 }, "Games");
    this.table = scrolling("Games", "games");
  }

  /** @param {Whole} whole @param {[string, string]} sides of its game @param {Wanted} wanted @param {Page} page */
  template({ entrants, faults }, sides, wanted, { total, from, games }) {
    const { filter } = this.handlers;
    const names = entrants.map(({ name }) => name);
    // Where no answer was at fault, nothing is said of faults.
    const hasFaults = wanted.fault !== "" || Object.values(faults).some((number) => number > 0);
    const turn = (/** @type {string} */ name, /** @type {number} */ by, /** @type {boolean} */ isEnd) =>
      html`<button type="button" class="small" ?hidden=${isEnd} @click=${() => filter({ from: Math.max(from + by, 0) })}>${name}</button>`;
    return html`
      <section class="games-list">
        ${this.heading}
        <div class="row">
          ${choice("Games of", [["", "all entrants"], ...names.map((name, number) => /** @type {[number, string]} */ ([number, name]))], wanted.entrant ?? "", (value) => filter({ entrant: value === "" ? null : Number(value), from: 0 }))}
          ${hasFaults ? choice("Faults", [["", "all games"], ["any", "games with a fault"], ...KINDS.map((kind) => /** @type {[string, string]} */ ([kind, kind]))], wanted.fault, (fault) => filter({ fault, from: 0 })) : nothing}
        </div>
        <p class="muted" role="status">${total === 0 ? "No game." : `Games ${count(Math.min(from + 1, total))} to ${count(Math.min(from + games.length, total))} of ${count(total)}.`}</p>
        ${this.table(html`
          <caption class="unseen">Games</caption>
          <thead><tr>${["Game", "Moves first", "Moves second", "Result"].map((text) => head(text))}${head("Plies", true)}${hasFaults ? head("Faults") : nothing}</tr></thead>
          <tbody>${games.map((game) => this.row(game, names, sides, hasFaults))}</tbody>`)}
        <div class="row">${turn("Earlier games", -SIZE, from === 0)}${turn("Later games", SIZE, from + games.length >= total)}</div>
      </section>`;
  }

  /** @param {Listed} game @param {string[]} names @param {[string, string]} sides @param {boolean} hasFaults */
  row({ id, entrants, result }, names, sides, hasFaults) {
    const [first, second] = entrants.map((number) => names[number] ?? String(number));
    const seat = (/** @type {string | undefined} */ name = "", /** @type {string} */ side) => html`<td>${result?.winner === side ? html`<strong>${named(name)}</strong>` : named(name)}</td>`;
    const faults = result?.faults.map((kinds, order) => {
      const words = faultWords(kinds);
      return words === "" ? nothing : html`<span class="fault">⚠ ${named(names[entrants[order] ?? -1] ?? "")}: ${words} </span>`;
    });
    return html`
      <tr>
        <th scope="row">${result === null ? id : html`<button type="button" class="link" data-key="game ${id}" aria-label="Game ${id}: ${first} against ${second}" @click=${() => this.handlers.open(id)}>${id}</button>`}</th>
        ${seat(first, sides[0])}
        ${seat(second, sides[1])}
        <td>${result === null ? html`<span class="muted">not played yet</span>` : html`<span title=${result.words}>${scoreText(result, sides)}</span>`}</td>
        ${cell(result === null ? "" : count(result.plies))}
        ${hasFaults ? html`<td>${faults}</td>` : nothing}
      </tr>`;
  }
}

/** The result as people write it, and why, where neither the rules nor a fault decided. @param {Result} result @param {[string, string]} sides */
function scoreText({ winner, points, reason }, sides) {
  const [one, two] = points ?? (winner === null ? ["½", "½"] : winner === sides[0] ? [1, 0] : [0, 1]);
  const why = reason === "stalled" || reason === "turn-limit" ? ` (${reason.replace("-", " ")})` : "";
  return `${one} : ${two}${why}`;
}
