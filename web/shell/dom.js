// Making elements. Text goes in as text, never as markup.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes and children. `class`, `for` and the like are attributes; `true` sets one without value;
 * functions listen to the event of that name.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean | ((event: any) => void) | undefined>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  fill(element, ...children);
  return element;
}

/** What the mouse or a finger presses now. @type {Element | null} */
let pressed = null;

/** The new children of elements in which something is pressed. @type {Map<Element, (Node | string)[]>} */
const due = new Map();

/**
 * Replaces the children of an element. If one of them is pressed, this waits until it is released: browsers drop a click
 * if what was pressed is gone at the release.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const all = children.filter((child) => child !== null && child !== undefined && child !== false);
  if (pressed !== null && pressed !== element && element.contains(pressed)) {
    due.set(element, all);
  } else {
    due.delete(element);
    element.replaceChildren(...all);
  }
}

/** Begins to watch what is pressed, for `fill`. */
export function watchPresses() {
  const release = () => {
    pressed = null;
    for (const [element, children] of due) element.replaceChildren(...children);
    due.clear();
  };
  addEventListener("pointerdown", ({ target }) => { pressed = target instanceof Element ? target : null; }, true);
  // The click comes in the same task as the release, and ends the press for what it brings about.
  addEventListener("click", () => { pressed = null; }, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release), true);
  // A release over the list of a selector, or outside of the window, is not reported.
  addEventListener("pointermove", ({ buttons }) => { if (buttons === 0) release(); }, true);
  addEventListener("keydown", release, true);
  // Of the window: what is pressed takes the focus from an element.
  addEventListener("blur", ({ target }) => { if (target === window) release(); });
}

/**
 * An element of a picture.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * The element that the document has for this selector; its absence is a mistake in the page.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E}
 */
export function find(selector, within = document) {
  const element = within.querySelector(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return /** @type {E} */ (/** @type {unknown} */ (element));
}

/**
 * A field with its label in front of it.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return make("label", { class: "field" }, make("span", {}, label), control);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
