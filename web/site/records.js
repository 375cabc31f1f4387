// Tournaments that a static site has, and what their files must look like.

import { count } from "../shell/dom.js";
import { ApiError, once } from "../shell/transport/answers.js";

/** @import { Params } from "../shell/types.d.ts" */

/** A tournament of the list: its head at first, and all of it once it was opened. @typedef {{ head: any, file: () => Promise<TournamentFile> }} Row */

export class Records {
  /** @param {URL} root where the site lies */
  constructor(root) {
    this.root = root;
    /** @type {Row[]} */
    this.opened = [];
    /** The tournaments that the site was written with. @type {() => Promise<Row[]>} */
    this.load = once(async () => {
      const name = "tournaments.json";
      const list = parsed(await this.fetchText(name));
      if (!Array.isArray(list)) throw unloaded(name);
      return list.map(({ file, tournament }) => ({ head: tournament, file: once(async () => read(file, await this.fetchText(file))) }));
    });
  }

  /** Takes the text of a file in, and gives its number. Fails with a sentence. @param {string} name of the file @param {string} text */
  async open(name, text) {
    const file = read(name, text);
    // Opened files are numbered after the tournaments of the site's list.
    const { length } = await this.load();
    this.opened.push({ head: file.tournament, file: async () => file });
    return length + this.opened.length - 1;
  }

  /** @param {string} name */
  async fetchText(name) {
    const response = await fetch(new URL(name, this.root)).catch(() => null);
    const text = response?.ok ? await response.text().catch(() => null) : null;
    if (text === null) throw unloaded(name);
    return text;
  }

  /** The answer of a route of tournaments. @param {string} route @param {Params} params */
  async answer(route, params) {
    const rows = [...await this.load(), ...this.opened];
    const [, number, part, game] = route.split("/");
    if (number === undefined) return { tournaments: rows.map(({ head }, at) => ({ ...structuredClone(head), tournament: at })) };
    const row = rows[Number(number)];
    if (row === undefined) throw new ApiError(404, { place: `tournament ${number}`, message: "no such tournament here; expected one that is listed", remedy: "open its file again" });
    const file = await row.file();
    if (part === undefined) return { ...structuredClone(file.tournament), tournament: Number(number) };
    if (game === undefined) return page(file.games, params, Number(number));
    const replay = Object.hasOwn(file.replays, game) ? file.replays[game] : undefined;
    if (replay === undefined) throw new ApiError(404, { place: `game ${game}`, message: "it is not in the file; expected one of the games that are listed", remedy: "choose one of the list" });
    return { ...structuredClone(replay), tournament: Number(number) };
  }
}

/** @param {string} name */
function unloaded(name) {
  return new ApiError(404, { place: name, message: "could not be loaded; expected a file of the site", remedy: "see to the connection, and open the view again" });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The content of a file. Anybody may have written it: it is shown only if its form is right, and commands in it are not.
 * @param {string} name @param {string} text @returns {TournamentFile}
 */
export function read(name, text) {
  const found = parsed(text);
  const problem = problemOf(found);
  if (problem !== null) throw new ApiError(400, { place: name, message: `${problem}; expected a file that plyground site --tournament has written (tournament-0.json)`, remedy: "choose such a file" });
  found.tournament.command = null;
  for (const replay of Object.values(found.replays)) replay.command = null;
  return found;
}

/** A page of the games that are wanted. @param {any[]} games @param {Params} params @param {number} tournament its number */
export function page(games, { entrant, fault, played, from = 0, count = 50 }, tournament) {
  const wanted = games.filter(({ entrants, result }) => {
    const sides = [0, 1].filter((side) => entrant === undefined || entrants[side] === Number(entrant));
    const faults = sides.map((side) => result?.faults[side] ?? {});
    const isFaulty = !fault || faults.some((kinds) => (fault === "any" ? Object.keys(kinds).length > 0 : Object.hasOwn(kinds, fault)));
    return sides.length > 0 && isFaulty && (played === undefined || (played === "yes") === (result !== null));
  });
  const first = Number(from);
  return { tournament, total: wanted.length, from: first, games: wanted.slice(first, first + Number(count)) };
}

// Checks the file of a tournament, as far as it is shown: finds the first place that is not as it must be.

/** Replays are known by the numbers of their games. @typedef {{ tournament: any, games: any[], replays: Record<string, any> }} TournamentFile */

/** Looks at a value at a place; gives what is wrong, or `null`. @typedef {(value: any, place: string) => string | null} Check */

/** What the first field of a file says. */
const FORM = "plyground tournament 1";

/** @type {(name: string, is: (value: any) => boolean) => Check} */
const kind = (name, is) => (value, place) => (is(value) ? null : `${place} is not ${name}`);

/**
 * What a file may have at most, each far more than what Plyground writes: a name has 200 characters there, what a program
 * printed a few thousand, a tournament 4,096 entrants, and a game less than a hundred turns.
 */
const MOST = { characters: 20_000, entrants: 5_000, turns: 5_000, rows: 1_000_000, keys: 1_000 };

/** @type {Check} */
const text = (value, place) => {
  if (typeof value !== "string") return `${place} is not a text`;
  return value.length > MOST.characters ? `${place} has more than ${count(MOST.characters)} characters` : null;
};
const number = kind("a number", (value) => typeof value === "number" && Number.isFinite(value));
const whole = kind("a whole number", (value) => Number.isSafeInteger(value) && value >= 0);

/** @type {(check: Check) => Check} */
const perhaps = (check) => (value, place) => (value === null ? null : check(value, place));

/** @type {(check: Check, most: number) => Check} */
const list = (check, most) => (value, place) => {
  if (!Array.isArray(value)) return `${place} is not a list`;
  if (value.length > most) return `${place} has more than ${count(most)} entries`;
  return first(value.entries(), ([at, one]) => check(one, `${place}[${at}]`));
};

/** @type {(value: any) => boolean} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @type {(checks: Record<string, Check>) => Check} */
const fields = (checks) => (value, place) => {
  if (!isObject(value)) return `${place} has no fields`;
  return first(Object.entries(checks), ([key, check]) => check(value[key], place === "" ? key : `${place}.${key}`));
};

/** @type {(check: Check, most: number) => Check} */
const map = (check, most) => (value, place) => {
  if (!isObject(value)) return `${place} has no fields`;
  const entries = Object.entries(value);
  if (entries.length > most) return `${place} has more than ${count(most)} fields`;
  return first(entries, ([key, one]) => check(one, `${place}.${key}`));
};

/** The first problem of some entries. @template T @param {Iterable<T>} entries @param {(entry: T) => string | null} check */
function first(entries, check) {
  for (const entry of entries) {
    const problem = check(entry);
    if (problem !== null) return problem;
  }
  return null;
}

const counts = map(whole, MOST.keys);

/** @type {(check: Check) => Check} */
const pair = (check) => (value, place) => (Array.isArray(value) && value.length === 2 ? list(check, 2)(value, place) : `${place} is not a list of 2`);

const tally = { wins: whole, draws: whole, losses: whole };
const rated = { entrant: whole, name: text, rating: perhaps(number), rating_interval: perhaps(pair(number)) };
const result = { winner: perhaps(text), points: perhaps(pair(number)), reason: text, words: text };

const TOURNAMENT = fields({
  folder: text,
  name: text,
  game: text,
  state: kind("finished", (value) => value === "finished"),
  done: whole,
  of: whole,
  idle_seconds: perhaps(number),
  version: number,
  problem: kind("nothing", (value) => value === null),
  entrants: list(fields({ entrant: whole, name: text, identifies_as: perhaps(text), plays: text, player: perhaps(text) }), MOST.entrants),
  limit_ms: number,
  grace_ms: number,
  void: whole,
  faults: counts,
  standings: fields({
    entrants: list(fields({ ...rated, ...tally, rank: whole, identifies_as: perhaps(text), points: number, by_side: pair(fields(tally)), bye_games: whole, margin: number, faults: counts, mark: perhaps(number) }), MOST.entrants),
    meetings: list(fields({ ...tally, entrants: pair(whole) }), MOST.rows),
    rungs: list(fields(rated), MOST.entrants),
    conditions: list(text, MOST.keys),
    mark_rule: perhaps(text),
  }),
});

const GAMES = list(fields({ id: whole, entrants: pair(whole), result: perhaps(fields({ ...result, plies: whole, faults: pair(counts) })) }), MOST.rows);

const MOVE = fields({ move: text, texts: map(text, MOST.keys), to: perhaps(pair(whole)) });

const ATTEMPT = fields({
  said: text,
  fault: perhaps(fields({ kind: text, message: text })),
  penalty: number,
  nodes: perhaps(number),
  wall_ms: number,
  cpu_ms: perhaps(number),
  processor_percent: number,
  waiting: perhaps(text),
  own_ms: number,
  ended: perhaps(text),
  stderr: text,
});

const REPLAYS = map(fields({
  id: whole,
  game: text,
  position: text,
  moves: text,
  entrants: pair(fields({ entrant: whole, name: text, plays: text, player: perhaps(text) })),
  limit_ms: number,
  grace_ms: number,
  isolation: perhaps(text),
  turns: list(fields({
    number: whole,
    side: text,
    action: kind("an action", (value) => ["move", "random-move", "lost-turn", "lost-game"].includes(value)),
    move: perhaps(MOVE),
    position: text,
    attempts: list(ATTEMPT, MOST.turns),
    wall_ms: number,
  }), MOST.turns),
  sessions: pair(perhaps(fields({ ended: text, cpu_ms: perhaps(number), stderr: text }))),
  result: fields(result),
}), MOST.rows);

/** What is wrong with the content of a file, or `null`. @param {any} found @returns {string | null} */
function problemOf(found) {
  if (!isObject(found) || found.form !== FORM) return "not a tournament";
  return fields({ tournament: TOURNAMENT, games: GAMES, replays: REPLAYS })(found, "");
}
