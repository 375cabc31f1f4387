// Finished tournaments on a static site: those that it was written with, and files that somebody opens. What they hold are
// the answers of the server; here they are found again, and nothing is worked out anew.

import { ApiError } from "../shell/transport/errors.js";

/** @typedef {import("../shell/types.d.ts").Params} Params */

/** What the first field of a file says. */
const FORM = "plyground tournament 1";

/**
 * @typedef {object} TournamentFile
 * @property {string} form
 * @property {any} tournament
 * @property {any[]} games
 * @property {Record<string, any>} replays by the numbers of games
 */

export class Opened {
  /** @param {URL} root where the site lies */
  constructor(root) {
    this.root = root;
    /** @type {TournamentFile[]} */
    this.files = [];
    /** @type {Promise<void> | undefined} */
    this.loading = undefined;
  }

  /**
   * Takes the text of a file in. Fails with a sentence.
   * @param {string} name of the file
   * @param {string} text
   */
  async open(name, text) {
    await this.load();
    this.files.push(read(name, text));
    return this.files.length - 1;
  }

  /** The tournaments that the site was written with. */
  load() {
    this.loading ??= this.fetchAll().catch((error) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  async fetchAll() {
    /** @type {string[]} */
    const names = await this.fetchText("tournaments.json").then(JSON.parse);
    const texts = await Promise.all(names.map((name) => this.fetchText(name)));
    this.files = names.map((name, at) => read(name, texts[at] ?? ""));
  }

  /** @param {string} name */
  async fetchText(name) {
    const response = await fetch(new URL(name, this.root)).catch(() => null);
    if (response?.ok) return response.text();
    throw new ApiError(404, { place: name, message: "could not be loaded; expected a file of the site", remedy: "see to the connection, and open the view again" });
  }

  /**
   * The answer of a route of tournaments.
   * @param {string} route
   * @param {Params} params
   */
  async answer(route, params) {
    await this.load();
    const [, number, part, game] = route.split("/");
    if (number === undefined) return { tournaments: this.files.map((_, at) => this.whole(at)) };
    const file = this.files[Number(number)];
    if (file === undefined) throw new ApiError(404, { place: `tournament ${number}`, message: "no such tournament here; expected one that is listed", remedy: "open its file again" });
    if (part === undefined) return this.whole(Number(number));
    if (game === undefined) return page(file.games, params);
    const replay = file.replays[game];
    if (replay === undefined) throw new ApiError(404, { place: `game ${game}`, message: "it is not in the file; expected one of the games that are listed", remedy: "choose one of the list" });
    return structuredClone(replay);
  }

  /** @param {number} at */
  whole(at) {
    return { ...structuredClone(this.files[at]?.tournament), tournament: at };
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {TournamentFile}
 */
export function read(name, text) {
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  const isWhole = found?.form === FORM && typeof found.tournament === "object" && found.tournament !== null && Array.isArray(found.games) && typeof found.replays === "object" && found.replays !== null;
  if (isWhole) return found;
  throw new ApiError(400, { place: name, message: "not a tournament; expected a file that plyground site --tournament has written (tournament-0.json)", remedy: "choose such a file" });
}

/**
 * A page of the games that are wanted.
 * @param {any[]} games
 * @param {Params} params
 */
export function page(games, { entrant, fault, from = 0, count = 50 }) {
  const wanted = games.filter(({ entrants, result }) => {
    const sides = [0, 1].filter((side) => entrant === undefined || entrants[side] === Number(entrant));
    const faults = sides.map((side) => result?.faults[side] ?? {});
    const isFaulty = !fault || faults.some((kinds) => (fault === "any" ? Object.keys(kinds).length > 0 : Object.hasOwn(kinds, fault)));
    return sides.length > 0 && isFaulty;
  });
  const first = Number(from);
  return { total: wanted.length, from: first, games: wanted.slice(first, first + Number(count)) };
}
