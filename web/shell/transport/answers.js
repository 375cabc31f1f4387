// What every transport shares: how a question is written, and which errors can come back.

/** @import { ErrorBody, Params } from "../types.d.ts" */

/** The question was understood and refused. */
export class ApiError extends Error {
  /** @param {number} status @param {ErrorBody} error */
  constructor(status, error) {
    super(`${error.place}: ${error.message}`);
    this.name = "ApiError";
    this.status = status;
    this.error = error;
    /** The text in which the places of its problems are, if it is not the one that was typed. @type {string | undefined} */
    this.text = undefined;
  }
}

/** Nothing answered, or not as it should. */
export class Unreachable extends Error {}

/** @type {Set<(isReachable: boolean) => void>} */
const listeners = new Set();
let isReachable = true;

/** Calls the listener when nothing answers any more, and when something does again. Returns what ends that. @param {(isReachable: boolean) => void} listener */
export function onConnection(listener) {
  listeners.add(listener);
  if (!isReachable) listener(false);
  return () => void listeners.delete(listener);
}

/** @param {boolean} now */
export function connection(now) {
  if (now === isReachable) return;
  isReachable = now;
  for (const listener of listeners) listener(now);
}

/** Asks once, and again only after a failure. @template T @param {() => Promise<T>} ask */
export function once(ask) {
  /** @type {Promise<T> | undefined} */
  let asking;
  return () => asking ??= ask().catch((error) => {
    asking = undefined;
    throw error;
  });
}

// A question as text, the same for all transports.

/** The parameters that have a value. @param {Params} params */
export function given(params) {
  return Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
}

/** A route with its query. @param {string} route @param {Params} params */
export function target(route, params) {
  const text = new URLSearchParams(given(params).map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? route : `${route}?${text}`;
}

/** The address of a route, below the origin of a server. @param {string} route @param {Params} params */
export function address(route, params) {
  return `/api/v1/${target(route, params)}`;
}
