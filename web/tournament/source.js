// What the tournament view asks for, and the news that it listens to while somebody looks.

import { get, listen } from "../shell/api.js";

/** @typedef {import("./types.d.ts").Short} Short */

/** After a broken stream the next one begins so many milliseconds later. */
const RETRY_MS = 2000;

/** @returns {Promise<Short[]>} */
export async function list() {
  return (await get("tournaments")).tournaments;
}

/** @param {number} number @returns {Promise<import("./types.d.ts").Whole | Short>} */
export function whole(number) {
  return get(`tournaments/${number}`);
}

/**
 * @param {number} number
 * @param {{ entrant: number | null, fault: string, from: number }} filter
 * @param {number} size
 * @returns {Promise<import("./types.d.ts").Page>}
 */
export function games(number, { entrant, fault, from }, size) {
  return get(`tournaments/${number}/games`, { entrant: entrant ?? undefined, fault, from, count: size });
}

/** @param {number} number @param {number} id @returns {Promise<import("./types.d.ts").Replayed>} */
export function game(number, id) {
  return get(`tournaments/${number}/games/${id}`);
}

/** News of one tournament at a time, and none while nobody can see the page. */
export class News {
  /** @param {(short: Short) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {number | null} */
    this.number = null;
    this.stop = () => {};
    document.addEventListener("visibilitychange", () => this.begin());
  }

  /** @param {number | null} number */
  follow(number) {
    if (number === this.number) return;
    this.number = number;
    this.begin();
  }

  begin() {
    this.stop();
    this.stop = () => {};
    const { number } = this;
    if (number === null || document.hidden) return;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isStopped = false;
    const close = listen(`tournaments/${number}/news`, {}, ["news"], (name, data) => {
      if (isStopped) return;
      if (name === "news") this.changed(data);
      else timer = setTimeout(() => this.begin(), RETRY_MS);
    });
    this.stop = () => {
      isStopped = true;
      clearTimeout(timer);
      close();
    };
  }
}
