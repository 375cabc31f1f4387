// A game as a text: the address of the page, which holds all that is seen, what a browser keeps of it, and files that people keep.

import { count } from "./dom.js";
import { VIEWS } from "./views.js";

/** @import { GameMenu } from "./types.d.ts" */

/** The keys that belong to no view. */
export const COMMON_KEYS = ["g", "c", "p", "m", "i", "1", "2", "v", "f"];

/** The keys in the order in which they are written. */
const KEYS = [...COMMON_KEYS, ...VIEWS.flatMap(({ address }) => address ?? [])];

/** Longer addresses and files are refused: the server would not read such positions either. */
export const MOST_CHARACTERS = 8000;

const VERSION = "v1";

/**
 * Reads the part after `#`, with or without that sign; nothing at all is no problem. Gives the values of known keys, and what is wrong,
 * in words: then there are the values that could be read all the same. @param {string} hash
 */
export function read(hash) {
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {string[]} */
  const problems = [];
  const text = hash.startsWith("#") ? hash.slice(1) : hash;
  if (text === "") return { values, problems };
  if (text.length > MOST_CHARACTERS) {
    return { values, problems: [`${text.length} characters; expected at most ${MOST_CHARACTERS}`] };
  }
  const [version = "", ...parts] = text.split(";");
  if (version !== VERSION) return { values, problems: [`it begins with “${short(version)}”; expected “${VERSION}”`] };
  for (const part of parts) {
    if (part === "") continue;
    const at = part.indexOf("=");
    if (at < 1) {
      problems.push(`“${short(part)}”: expected KEY=VALUE`);
      continue;
    }
    const key = part.slice(0, at);
    if (!KEYS.includes(key)) continue;
    const value = decode(part.slice(at + 1));
    if (value === null) problems.push(`“${short(part)}”: expected two hexadecimal digits after each “%”`);
    else if (values.has(key)) problems.push(`“${short(part)}”: expected “${key}” once`);
    else values.set(key, value);
  }
  return { values, problems };
}

/** Writes what `read` reads, with `#`. Empty values are left out. @param {Iterable<[string, string]>} values */
export function write(values) {
  const known = new Map(values);
  const parts = KEYS.filter((key) => known.get(key)).map((key) => `${key}=${encode(known.get(key) ?? "")}`);
  return `#${[VERSION, ...parts].join(";")}`;
}

/** Line ends become `/`, which notations read as line ends too. @param {string} value */
function encode(value) {
  return value
    .toWellFormed()
    .replace(/\r?\n/g, "/")
    .replace(/[^A-Za-z0-9 .,:=/_~@!*()[\]-]/gu, (character) => encodeURIComponent(character).replace("'", "%27"))
    .replace(/ /g, "+");
}

/** @param {string} value */
function decode(value) {
  try {
    return decodeURIComponent(value.replace(/\+/g, " "));
  } catch {
    return null;
  }
}

/** @param {string} text */
function short(text) {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

// What the address says now, kept in step with what is shown; and the last game, kept by the browser.

const LAST = "plyground.last";

/**
 * The values of the address. The event `change` says that somebody has changed them in the browser, `set` that the page has, and
 * `outside` that they are shown: views look at them then.
 */
export class Session extends EventTarget {
  constructor() {
    super();
    const { values, problems } = read(location.hash);
    this.values = values;
    this.problems = problems;
    /** What the browser shows after `#`. */
    this.written = location.hash;
    // Both come when the reader goes back, edits the address or follows a link; the second finds nothing to do.
    addEventListener("hashchange", () => this.reread());
    addEventListener("popstate", () => this.reread());
  }

  reread() {
    if (location.hash === this.written) return;
    this.written = location.hash;
    Object.assign(this, read(location.hash));
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} key */
  get(key) {
    return this.values.get(key);
  }

  /**
   * Changes values; `undefined` and empty remove one. `how` says whether the browser's Back leads to what was shown before.
   * @param {Record<string, string | undefined>} values @param {"replace" | "push"} [how]
   */
  set(values, how = "replace") {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined || value === "") this.values.delete(key);
      else this.values.set(key, value);
    }
    const hash = write(this.values);
    this.dispatchEvent(new Event("set"));
    if (hash === location.hash) return;
    try {
      history[how === "push" ? "pushState" : "replaceState"](null, "", hash);
      this.written = location.hash;
    } catch {
      // Browsers refuse too many changes in a short time; the next one brings the address up to date.
    }
  }

  /** Keeps what is shown as the last game. */
  keepLast() {
    remember(LAST, write(this.values));
  }

  /** The address of what is shown. */
  get link() {
    return `${location.origin}${location.pathname}${write(this.values)}`;
  }
}

/** The last game in which somebody has played a move here, as the part of an address after `#`, or `null`. */
export function lastGame() {
  return recall(LAST);
}

/** Keeps a text in this browser, if it lets us. @param {string} key @param {string} text */
export function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Private windows may refuse; then nothing is kept.
  }
}

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Files that people keep. A game as a text is a first line, then KEY: VALUE lines that people can read and write:
//
//   Plyground game 1
//   game: connect-four
//   start: .......,.......,.......,.......,.......,....... red
//   moves: 3.3.2
//   red: a person
//   result: red has won
//
// Only `game` is needed. `start` is left out if the game begins as usual; lines with other keys are for people.

const FIRST = "Plyground game 1";

/** @param {{ game: string, start: string, moves: string, notes: [string, string][] }} record */
export function writeGame({ game, start, moves, notes }) {
  const fields = [["game", game], ["start", start], ["moves", moves], ...notes];
  const lines = fields.filter(([, value]) => value !== "").map(([key, value = ""]) => `${key}: ${value.replace(/\s*\n\s*/g, "/")}`);
  return [FIRST, ...lines, ""].join("\n");
}

/**
 * Reads what `writeGame` writes, as a line of one of the games. Fails with the line, and what is expected there.
 * @param {string} text @param {Pick<GameMenu, "name" | "notations">[]} games
 */
export function readGame(text, games) {
  if (text.length > MOST_CHARACTERS) throw new Error(`the file has ${text.length} characters; expected at most ${MOST_CHARACTERS}`);
  const lines = text.split(/\r?\n/);
  if ((lines[0] ?? "").trim() !== FIRST) throw new Error(`line 1: expected “${FIRST}”`);
  /** @type {Map<string, string>} */
  const fields = new Map();
  lines.forEach((line, index) => {
    if (index === 0 || line.trim() === "") return;
    const at = line.indexOf(":");
    if (at < 1) throw new Error(`line ${index + 1}: expected KEY: VALUE`);
    const key = line.slice(0, at).trim();
    if (fields.has(key)) throw new Error(`line ${index + 1}: expected “${key}” once`);
    fields.set(key, line.slice(at + 1).trim());
  });
  const { game = "", start = "", moves = "" } = Object.fromEntries(fields);
  const menu = games.find(({ name }) => name === game);
  if (menu === undefined) throw new Error(`game: found “${game}”; expected ${games.map(({ name }) => name).join(", ")}`);
  return { game, start, moves, notation: start === "" ? undefined : menu.notations[0]?.name };
}

/** The text of a chosen file. Fails before anything is read if it is too long. @param {Blob} file @param {number} most bytes */
export async function textOf(file, most) {
  if (file.size > most) throw new Error(`the file has ${count(file.size)} bytes; expected at most ${count(most)}`);
  return file.text();
}
