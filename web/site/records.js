// Finished tournaments on a static site: those that it was written with, and files that somebody opens. The files
// hold the answers of the server. This module looks them up, and computes nothing.

import { ApiError } from "../shell/transport/errors.js";
import { problemOf } from "./records-form.js";

/** @typedef {import("../shell/types.d.ts").Params} Params */
/** @typedef {import("./records-form.js").TournamentFile} TournamentFile */

/**
 * A tournament of the list: its head at first, and all of it once it was opened.
 * @typedef {object} Row
 * @property {any} head
 * @property {() => Promise<TournamentFile>} file
 */

export class Records {
  /** @param {URL} root where the site lies */
  constructor(root) {
    this.root = root;
    /** @type {Row[]} */
    this.opened = [];
    /** @type {Promise<Row[]> | undefined} */
    this.loading = undefined;
  }

  /**
   * Takes the text of a file in, and gives its number. Fails with a sentence.
   * @param {string} name of the file
   * @param {string} text
   */
  async open(name, text) {
    const file = read(name, text);
    // Opened files are numbered after the tournaments of the site's list.
    const { length } = await this.load();
    this.opened.push({ head: file.tournament, file: async () => file });
    return length + this.opened.length - 1;
  }

  /** The tournaments that the site was written with, asked for once. */
  load() {
    this.loading ??= this.fetchList().catch((error) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  /** @returns {Promise<Row[]>} */
  async fetchList() {
    const name = "tournaments.json";
    const list = parsed(await this.fetchText(name));
    if (!Array.isArray(list)) throw unloaded(name);
    return list.map(({ file, tournament }) => {
      /** @type {Promise<TournamentFile> | undefined} */
      let loading;
      const load = () => loading ??= this.fetchText(file).then((text) => read(file, text)).catch((error) => {
        loading = undefined;
        throw error;
      });
      return { head: tournament, file: load };
    });
  }

  /** @param {string} name */
  async fetchText(name) {
    const response = await fetch(new URL(name, this.root)).catch(() => null);
    const text = response?.ok ? await response.text().catch(() => null) : null;
    if (text === null) throw unloaded(name);
    return text;
  }

  /**
   * The answer of a route of tournaments.
   * @param {string} route
   * @param {Params} params
   */
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
 * @param {string} name
 * @param {string} text
 * @returns {TournamentFile}
 */
export function read(name, text) {
  const found = parsed(text);
  const problem = problemOf(found);
  if (problem !== null) throw new ApiError(400, { place: name, message: `${problem}; expected a file that plyground site --tournament has written (tournament-0.json)`, remedy: "choose such a file" });
  found.tournament.command = null;
  for (const replay of Object.values(found.replays)) replay.command = null;
  return found;
}

/**
 * A page of the games that are wanted.
 * @param {any[]} games
 * @param {Params} params
 * @param {number} tournament its number
 */
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
