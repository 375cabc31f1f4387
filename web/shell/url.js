// The grammar of the part of the address after `#`. It holds everything that is needed to show the same again.
//
//   #v1;g=connect-four;p=.ryyrry,...+red;m=3.3;i=1;c=comp3608;1=human;2=perfect;v=analyse
//
// A version, then KEY=VALUE, separated by `;`. A space is `+`; what would be misread is percent-encoded.
//
//   g game    p start position    m moves from there    i how many of them are on the board
//   c notation    1, 2 who moves first and second    v view    f turned board
//
// Views have keys of their own: a values shown    s, n, k the search tree: search, node, step    t tournament, and what
// of it

import { VIEWS } from "./views.js";

/** The keys that belong to no view. */
export const COMMON_KEYS = ["g", "c", "p", "m", "i", "1", "2", "v", "f"];

/** The keys in the order in which they are written. */
const KEYS = [...COMMON_KEYS, ...VIEWS.flatMap(({ address }) => address ?? [])];

/** Longer addresses are refused: the server would not read such positions either. */
export const MOST_CHARACTERS = 8000;

const VERSION = "v1";

/**
 * @typedef {object} Read
 * @property {Map<string, string>} values what is known, by key; unknown keys are left out
 * @property {string[]} problems what is wrong, in words; then `values` has what could be read all the same
 */

/**
 * Reads the part after `#`, with or without that sign. Nothing at all is no problem.
 * @param {string} hash
 * @returns {Read}
 */
export function read(hash) {
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

/**
 * Writes what `read` reads, with `#`. Empty values are left out.
 * @param {Iterable<[string, string]>} values
 */
export function write(values) {
  const known = new Map(values);
  const parts = KEYS.filter((key) => known.get(key)).map((key) => `${key}=${encode(known.get(key) ?? "")}`);
  return `#${[VERSION, ...parts].join(";")}`;
}

/**
 * Line ends become `/`, which notations read as line ends too.
 * @param {string} value
 */
function encode(value) {
  return value
    .replace(/\r?\n/g, "/")
    .replace(/[^A-Za-z0-9 .,:=/_~@!*()[\]-]/gu, (character) => percent(character))
    .replace(/ /g, "+");
}

/** @param {string} character */
function percent(character) {
  const plain = encodeURIComponent(character.isWellFormed?.() === false ? "\ufffd" : character);
  return plain === character ? `%${character.charCodeAt(0).toString(16).padStart(2, "0")}` : plain;
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
