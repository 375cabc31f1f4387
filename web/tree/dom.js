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
