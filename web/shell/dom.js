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

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * Writes the text of an element. Where it stands already nothing has to be laid out anew.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
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

/** A label within a sentence: "List of moves" as "list of moves", but "COMP3608" as it is. @param {string} text */
export function lower(text) {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
