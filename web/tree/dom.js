// Buttons and toolbars of the search-tree view.

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
 * A toolbar: one stop for the tab key, the arrows go from button to button. `settle` has to be called after some of them
 * were hidden, switched off or brought back: the stop must be one that can have the focus.
 * @param {string} label
 * @param {HTMLButtonElement[]} buttons
 */
export function toolbar(label, buttons) {
  const made = make("div", { role: "toolbar", "aria-label": label, class: "tree-toolbar" }, ...buttons);
  let current = buttons[0];
  const available = () => buttons.filter((each) => !each.disabled && getComputedStyle(each).display !== "none");
  const settle = () => {
    const open = available();
    const stop = open.find((each) => each === current) ?? open[0];
    for (const each of buttons) each.tabIndex = each === stop ? 0 : -1;
  };
  made.addEventListener("focusin", (event) => {
    current = buttons.find((each) => each === event.target) ?? current;
    settle();
  });
  made.addEventListener("keydown", (event) => {
    const open = available();
    const at = open.findIndex((each) => each === document.activeElement);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 };
    const next = open[places[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  return { root: made, settle };
}
