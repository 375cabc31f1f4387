// A place that scrolls sideways.

import { make } from "./dom.js";

/**
 * A place that scrolls sideways if its content is too wide. It is a stop of the tab key only then.
 * @param {string} label
 * @param {string} style
 * @param {...HTMLElement} content
 */
export function scroller(label, style, ...content) {
  const made = make("div", { class: `scroll ${style}` }, ...content);
  const settle = () => {
    if (made.scrollWidth > made.clientWidth + 1) {
      made.tabIndex = 0;
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", `${label}, scrolls sideways`);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) made.removeAttribute(name);
    }
  };
  const sizes = new ResizeObserver(settle);
  sizes.observe(made);
  for (const child of content) sizes.observe(child);
  return made;
}
