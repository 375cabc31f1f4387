// Words of the tournament view, and its part of the address. This module does not use the document.

import { count, counted } from "../shell/dom.js";

/** @import { Short, Turn, Wanted } from "./types.d.ts" */

/** Kinds of faults, in the order of tables. */
export const KINDS = ["late", "illegal", "unreadable", "crashed", "flooded"];

/** After so many seconds without a new game somebody may want to know how to go on. */
const LONG = 60;

/** How long ago, in few words. @param {number} seconds */
export function ago(seconds) {
  const [value, unit] = seconds < 90 ? [seconds, "second"] : seconds < 5400 ? [seconds / 60, "minute"] : seconds < 129_600 ? [seconds / 3600, "hour"] : [seconds / 86_400, "day"];
  return `${counted(Math.round(value), unit)} ago`;
}

/** The state of a tournament, in a sentence. @param {Short} short */
export function standing({ state, done, of, idle_seconds }) {
  const games = `${count(done ?? 0)} of ${counted(of ?? 0, "game")}`;
  const last = idle_seconds === null ? "" : `, the last ${ago(idle_seconds)}`;
  return {
    unread: "The folder is being read.",
    unreadable: "The folder cannot be read.",
    unplanned: "No games are planned yet.",
    planned: `${counted(of ?? 0, "game")} planned, none played yet.`,
    running: `${games} played${last}.`,
    finished: `Finished: ${counted(done ?? 0, "game")} played.`,
  }[state];
}

/** Whether to say how to go on. @param {Short} short */
export function isIdle({ state, idle_seconds }) {
  return state === "unplanned" || state === "planned" || (state === "running" && (idle_seconds === null || idle_seconds > LONG));
}

/** Faults by kind as words; empty if there are none. @param {{ [kind: string]: number }} faults */
export function faultWords(faults) {
  return KINDS.filter((kind) => faults[kind]).map((kind) => `${faults[kind]} ${kind}`).join(", ");
}

/** A score of games: 1½/2. @param {import("./types.d.ts").Record} record */
export function score({ wins, draws, losses }) {
  const points = wins + draws / 2;
  const whole = Math.floor(points);
  const text = Number.isInteger(points) ? String(whole) : `${whole === 0 ? "" : whole}½`;
  return `${text}/${wins + draws + losses}`;
}

/** What a turn came to, in words. @param {Turn} turn @param {(move: import("../shell/types.d.ts").Played) => string} text of a move */
export function outcome({ action, move }, text) {
  const words = move === null ? "" : text(move);
  return { move: words, "random-move": `${words}, drawn by lot`, "lost-turn": "lost turn", "lost-game": "lost game" }[action];
}

/**
 * Reads the value of the key `t`: TOURNAMENT,GAME,ENTRANT,FAULT,FROM, of which the end may be left out.
 * @param {string} [text] @returns {{ wanted: Wanted, problem: string | null }}
 */
export function readWanted(text = "") {
  const parts = text.split(",");
  const number = (/** @type {number} */ at) => (/^\d{1,9}$/.test(parts[at] ?? "") ? Number(parts[at]) : null);
  const fault = parts[3] ?? "";
  const isFine = parts.length <= 5 && number(0) !== null && [1, 2, 4].every((at) => !parts[at] || number(at) !== null) && ["", "any", ...KINDS].includes(fault);
  if (isFine) return { wanted: { tournament: number(0), game: number(1), entrant: number(2), fault, from: number(4) ?? 0 }, problem: null };
  const problem = text === "" ? null : `t=${text}: expected the numbers of a tournament and a game`;
  return { wanted: { tournament: null, game: null, entrant: null, fault: "", from: 0 }, problem };
}

/** Writes what `readWanted` reads. @param {Wanted} wanted */
export function writeWanted({ tournament, game, entrant, fault, from }) {
  if (tournament === null) return undefined;
  const parts = [tournament, game, entrant, fault, from === 0 ? null : from].map((part) => String(part ?? ""));
  return parts.join(",").replace(/,+$/, "");
}
