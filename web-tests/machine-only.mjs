// Tests of the page that need the machine, by name, and why: they are left out on the static site.

/** @type {Record<string, string[]>} */
export const MACHINE_ONLY = {};

/** @param {string} name @returns {string | false} */
export function whyNotOnSite(name) {
  const found = Object.entries(MACHINE_ONLY).find(([, names]) => names.includes(name));
  return found === undefined ? false : found[0];
}
