// What the page asks, and whether anything answers: a server, or on a static site the browser itself. docs/api.md
// describes requests and answers.

import { capital } from "./dom.js";
import { ApiError, onConnection } from "./transport/answers.js";

export { ApiError, onConnection } from "./transport/answers.js";

/** Whether the page comes from a static site, which says so in its first document (`plyground site`). */
export const isSite = globalThis.document?.querySelector("meta[name=plyground-site]") != null;

/** What both ways to ask have in common. */
export const { askProgram, away, get, isLoading, listen, noTournament, openTournament, warm } = await (isSite ? import("./transport/worker.js") : import("./transport/http.js"));

/** What is said while an answer is awaited: on a first visit of a static site, that what computes has to come first. @param {string} words */
export const awaited = (words) => (isLoading() ? "What computes is being loaded." : words);

/** A failure as a sentence. */
export function errorText(/** @type {unknown} */ error) {
  if (!(error instanceof ApiError)) return `${capital(error instanceof Error ? error.message : String(error))}.`;
  const { place, message, expected } = error.error;
  return `${capital(place)}: ${message}${expected && !message.includes("expected") ? `; expected ${expected}` : ""}.`;
}

/** What was refused for now is asked for again after so many milliseconds. */
const AGAIN_MS = 3000;

/**
 * The answer of a route without which there is no page: asked for again when something answers, when the browser is back on
 * the network, or after some seconds if what answered had no place for it.
 * @param {string} route @param {(words: string) => void} failed hears why there is none yet
 */
export async function getAtLast(route, failed) {
  for (;;) {
    try {
      return await get(route);
    } catch (error) {
      // Such a refusal can pass by itself, as of a server that has too much to do.
      const isAsked = error instanceof ApiError && error.status >= 500 && error.status !== 501;
      failed(`${errorText(error)}${isAsked ? ` The page asks again every ${AGAIN_MS / 1000} seconds.` : ""}`);
      const { promise, resolve } = Promise.withResolvers();
      const timer = isAsked ? setTimeout(resolve, AGAIN_MS) : undefined;
      const forget = onConnection((isReachable) => { if (isReachable) resolve(undefined); });
      addEventListener("online", resolve, { once: true });
      await promise;
      forget();
      removeEventListener("online", resolve);
      clearTimeout(timer);
    }
  }
}
