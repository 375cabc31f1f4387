// A question as text, the same for all transports.

/** @typedef {import("../types.d.ts").Params} Params */

/**
 * The parameters that have a value.
 * @param {Params} params
 */
export function given(params) {
  return Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
}

const ROOT = "/api/v1/";

/**
 * A route with its query.
 * @param {string} route
 * @param {Params} params
 */
export function target(route, params) {
  const text = new URLSearchParams(given(params).map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? route : `${route}?${text}`;
}

/**
 * The address of a route, below the origin of a server.
 * @param {string} route
 * @param {Params} params
 */
export function address(route, params) {
  return ROOT + target(route, params);
}
