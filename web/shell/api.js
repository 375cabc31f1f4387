// Requests to the server, and whether it answers. What requests and answers look like stands in docs/api.md.

import { capital } from "./dom.js";

/** @typedef {import("./types.d.ts").Params} Params */
/** @typedef {import("./types.d.ts").ErrorBody} ErrorBody */

/** The server understood and refused. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {ErrorBody} error
   */
  constructor(status, error) {
    super(`${error.place}: ${error.message}`);
    this.name = "ApiError";
    this.status = status;
    this.error = error;
  }
}

/** A failure as a sentence. */
export function errorText(/** @type {unknown} */ error) {
  if (!(error instanceof ApiError)) return `${capital(error instanceof Error ? error.message : String(error))}.`;
  const { place, message, expected } = error.error;
  return `${capital(place)}: ${message}${expected && !message.includes("expected") ? `; expected ${expected}` : ""}.`;
}

/** The server did not answer, or not as it should. */
class Unreachable extends Error {
  constructor() {
    super("the server does not answer; start it again with: plyground serve");
    this.name = "Unreachable";
  }
}

const ROOT = "/api/v1/";
const RETRY_MS = 1500;

/** @type {Set<(isReachable: boolean) => void>} */
const listeners = new Set();
let isReachable = true;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/**
 * Asks to hear when the server stops answering, and when it answers again.
 * @param {(isReachable: boolean) => void} listener
 */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} now */
function connection(now) {
  clearTimeout(retry);
  if (!now) retry = setTimeout(knock, RETRY_MS);
  if (now === isReachable) return;
  isReachable = now;
  for (const listener of listeners) listener(now);
}

async function knock() {
  try {
    await fetch(`${ROOT}games`, { method: "HEAD", cache: "no-store" });
    connection(true);
  } catch {
    connection(false);
  }
}

/**
 * The address of a route, below this page's origin.
 * @param {string} route
 * @param {Params} params
 */
export function address(route, params) {
  const text = new URLSearchParams(given(params).map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? ROOT + route : `${ROOT}${route}?${text}`;
}

/**
 * The parameters that have a value.
 * @param {Params} params
 */
function given(params) {
  return Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
}

/**
 * The answer of a route. Fails with `ApiError`, `Unreachable`, or an `AbortError` if the signal said so.
 * @param {string} route
 * @param {Params} [params]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function get(route, params = {}, signal) {
  return answer(address(route, params), { signal });
}

/**
 * Asks a program for a move.
 * @param {string} name
 * @param {Params} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./types.d.ts").ProgramAnswer>}
 */
export async function askProgram(name, body, signal) {
  token ||= tokenOf(document);
  const ask = () =>
    answer(`${ROOT}programs/${encodeURIComponent(name)}/move`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Plyground-Token": token },
      body: JSON.stringify(Object.fromEntries(given(body))),
      signal,
    });
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.error.place !== "header X-Plyground-Token") throw error;
    // The server was started anew, and has another token.
    const page = await (await fetch("/", { signal })).text();
    token = tokenOf(new DOMParser().parseFromString(page, "text/html"));
    return ask();
  }
}

/** What lets a page ask programs; read when it is first needed. */
let token = "";

/** @param {Document} page */
function tokenOf(page) {
  return page.querySelector("meta[name=plyground-token]")?.getAttribute("content") ?? "";
}

/**
 * @param {string} url
 * @param {RequestInit} request
 */
async function answer(url, request) {
  let response;
  let body;
  try {
    response = await fetch(url, request);
    body = await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    connection(false);
    throw new Unreachable();
  }
  connection(true);
  if (response.ok) return body;
  throw new ApiError(response.status, body?.error ?? { place: "server", message: `status ${response.status}` });
}

/**
 * Listens to a stream of events until it has ended or is stopped. `listener` gets the name and the data of each;
 * the last is `end` or `error`, unless it is stopped.
 * @param {string} route
 * @param {Params} params
 * @param {readonly string[]} names
 * @param {(name: string, data: any) => void} listener
 * @returns {() => void} stops it
 */
export function listen(route, params, names, listener) {
  const source = new EventSource(address(route, params));
  const stop = () => source.close();
  for (const name of names) {
    source.addEventListener(name, (event) => {
      connection(true);
      if (name === "end") stop();
      listener(name, JSON.parse(event.data));
    });
  }
  source.addEventListener("error", (event) => {
    stop();
    if (event instanceof MessageEvent) {
      listener("error", JSON.parse(event.data).error);
      return;
    }
    // A refusal (too many searches wait, a malformed position) and a server that is gone look alike here.
    get("games").then(
      () => listener("error", { place: "analysis", message: "the server has no place for another search now" }),
      () => listener("error", { place: "analysis", message: new Unreachable().message }),
    );
  });
  return stop;
}
