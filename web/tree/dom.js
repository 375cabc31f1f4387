// Buttons, toolbars and scrolling places of the search-tree view.

import { make } from "../shell/dom.js";

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string>} [attributes]
 */
export function button(text, action, attributes = {}) {
  return make("button", { type: "button", click: action, ...attributes }, text);
}

/**
 * A toolbar: one stop for the tab key, the arrows go from button to button.
 * @param {string} label
 * @param {HTMLButtonElement[]} buttons
 */
export function toolbar(label, buttons) {
  const made = make("div", { role: "toolbar", "aria-label": label, class: "tree-toolbar" }, ...buttons);
  /** @param {HTMLButtonElement} current */
  const settle = (current) => {
    for (const each of buttons) each.tabIndex = each === current ? 0 : -1;
  };
  if (buttons[0]) settle(buttons[0]);
  made.addEventListener("focusin", (event) => {
    const found = buttons.find((each) => each === event.target);
    if (found) settle(found);
  });
  made.addEventListener("keydown", (event) => {
    const open = buttons.filter((each) => each.getClientRects().length > 0 && !each.disabled);
    const at = open.findIndex((each) => each === document.activeElement);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 };
    const next = open[places[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  return made;
}

/**
 * A place that scrolls sideways by itself if its content is too wide; only then the keys must reach it.
 * @param {string} label
 * @param {string} style
 * @param {...HTMLElement} content
 */
export function scroller(label, style, ...content) {
  const made = make("div", { class: `tree-scroll ${style}` }, ...content);
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
