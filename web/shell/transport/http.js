// Questions to the server of `plyground serve`. `worker.js` beside this gives out the same names for a page without a server.

import { address, ApiError, connection, given, Unreachable } from "./answers.js";

/** @import { Params, ProgramAnswer } from "../types.d.ts" */

const RETRY_MS = 1500;

const AWAY = "the server does not answer; start it again with: plyground serve";

/** What the page says while nothing answers. */
export const away = "The server does not answer. Positions that are loaded can still be looked at. To go on, start it again: plyground serve";

/** The text of the tournament view if no tournament was given; empty if the view has its own. */
export const noTournament = "";

/** `null`: a server shows folders and opens no files. */
export const openTournament = null;

/** A server needs no preparation, and has all that it computes with. */
export function warm() {}
export const isLoading = () => false;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** @param {boolean} now */
function heard(now) {
  clearTimeout(retry);
  if (!now) retry = setTimeout(knock, RETRY_MS);
  connection(now);
}

const knock = () => fetch(address("games", {}), { method: "HEAD", cache: "no-store" }).then(() => heard(true), () => heard(false));

/**
 * The answer of a route. Fails with `ApiError`, `Unreachable`, or an `AbortError` if the signal said so.
 * @param {string} route @param {Params} [params] @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export function get(route, params = {}, signal) {
  return answer(address(route, params), { signal });
}

/** @param {string} name @param {Params} body @param {AbortSignal} [signal] @returns {Promise<ProgramAnswer>} */
export async function askProgram(name, body, signal) {
  token ||= tokenOf(document);
  const ask = () =>
    answer(address(`programs/${encodeURIComponent(name)}/move`, {}), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Plyground-Token": token },
      body: JSON.stringify(Object.fromEntries(given(body))),
      signal,
    });
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.place !== "header X-Plyground-Token") throw error;
    // The server was restarted, and has another token.
    const page = await (await fetch("/", { signal })).text();
    token = tokenOf(new DOMParser().parseFromString(page, "text/html"));
    return ask();
  }
}

/** The token with which a page may ask programs; read when it is first needed. */
let token = "";

/** @param {Document} page */
function tokenOf(page) {
  return page.querySelector("meta[name=plyground-token]")?.getAttribute("content") ?? "";
}

/** @param {string} url @param {RequestInit} request */
async function answer(url, request) {
  let response;
  let body;
  try {
    response = await fetch(url, request);
    body = await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    heard(false);
    throw new Unreachable(AWAY);
  }
  heard(true);
  if (response.ok) return body;
  throw new ApiError(response.status, body?.error ?? { place: "server", message: `status ${response.status}` });
}

/**
 * Listens to a stream of events until it has ended or is stopped, which what it returns does. The last event is `end` or `error` then.
 * @param {string} route @param {Params} params @param {readonly string[]} names @param {(name: string, data: any) => void} listener
 */
export function listen(route, params, names, listener) {
  const source = new EventSource(address(route, params));
  const stop = () => source.close();
  for (const name of names) {
    source.addEventListener(name, (event) => {
      heard(true);
      if (name === "end") stop();
      listener(name, JSON.parse(event.data));
    });
  }
  source.addEventListener("error", (event) => {
    stop();
    if (event instanceof MessageEvent) return listener("error", JSON.parse(event.data).error);
    // A refusal (too many searches wait, a malformed position) and a server that is gone look alike here.
    get("games", {}).then(
      () => listener("error", { place: "analysis", message: "the server has no place for another search now" }),
      () => listener("error", { place: "analysis", message: AWAY }),
    );
  });
  return stop;
}
