// The errors of a question, and the listeners that are called when nothing answers any more. The same for all transports.

/** @typedef {import("../types.d.ts").ErrorBody} ErrorBody */

/** The question was understood and refused. */
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

/** Nothing answered, or not as it should. */
export class Unreachable extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "Unreachable";
  }
}

/** @type {Set<(isReachable: boolean) => void>} */
const listeners = new Set();
let isReachable = true;

/**
 * Calls the listener when nothing answers any more, and when something answers again.
 * @param {(isReachable: boolean) => void} listener
 * @returns {() => void} ends it
 */
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
