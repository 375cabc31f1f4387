// Checks the file of a tournament, as far as it is shown: finds the first place that is not as it must be.

import { count } from "../shell/numbers.js";

/**
 * @typedef {object} TournamentFile
 * @property {string} form
 * @property {any} tournament
 * @property {any[]} games
 * @property {Record<string, any>} replays by the numbers of games
 */

/**
 * Looks at a value at a place; gives what is wrong, or `null`.
 * @typedef {(value: any, place: string) => string | null} Check
 */

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
  for (let at = 0; at < value.length; at += 1) {
    const problem = check(value[at], `${place}[${at}]`);
    if (problem !== null) return problem;
  }
  return null;
};

/** @type {(value: any) => boolean} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @type {(checks: Record<string, Check>) => Check} */
const fields = (checks) => (value, place) => {
  if (!isObject(value)) return `${place} has no fields`;
  return first(Object.entries(checks).map(([key, check]) => () => check(value[key], place === "" ? key : `${place}.${key}`)));
};

/** @type {(check: Check, most: number) => Check} */
const map = (check, most) => (value, place) => {
  if (!isObject(value)) return `${place} has no fields`;
  const entries = Object.entries(value);
  if (entries.length > most) return `${place} has more than ${count(most)} fields`;
  return first(entries.map(([key, one]) => () => check(one, `${place}.${key}`)));
};

/** @param {(() => string | null)[]} checks */
function first(checks) {
  for (const check of checks) {
    const problem = check();
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

/**
 * What is wrong with the content of a file, or `null`.
 * @param {any} found
 * @returns {string | null}
 */
export function problemOf(found) {
  if (!isObject(found) || found.form !== FORM) return "not a tournament";
  return fields({ tournament: TOURNAMENT, games: GAMES, replays: REPLAYS })(found, "");
}
