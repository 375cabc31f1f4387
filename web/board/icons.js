// The signs on buttons that step, begin and stop.

import { draw } from "../shell/dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  first: "M6 5v14M18 5l-8 7 8 7",
  previous: "M15 5l-8 7 8 7",
  go: "M8 5v14l11-7z",
  stop: "M8 5v14M16 5v14",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  undo: "M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-2",
  redo: "M15 14l5-5-5-5M20 9h-9a6 6 0 0 0 0 12h2",
};

/** @param {string} name */
export function icon(name) {
  const path = draw("path", { d: ICONS[name] ?? "", class: name === "go" ? "solid" : "" });
  return draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}
