// Small things of which all parts of the page are made: elements, words and numbers as people write them, and the focus. Text goes
// in as text, never as markup.

import { html, nothing, render } from "../vendor/lit-html.js";

/**
 * An element with attributes and children. `class`, `for` and the like are attributes; functions listen to the event of that name.
 * @template {keyof HTMLElementTagNameMap} K @param {K} name
 * @param {Record<string, string | number | ((event: any) => void)>} [attributes] @param {...(Node | string)} children
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The element that the document has for this selector; its absence is a mistake in the page.
 * @template {Element} [E=HTMLElement] @param {string} selector @param {ParentNode} [within] @returns {E}
 */
export function find(selector, within = document) {
  const element = within.querySelector(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return /** @type {E} */ (/** @type {unknown} */ (element));
}

/**
 * A selector with its label in front of it.
 * @param {string} label @param {[value: string | number, words: string, title?: string][]} options @param {string | number} chosen
 * @param {(value: string) => void} choose
 */
export function choice(label, options, chosen, choose, isHidden = false) {
  return html`<label class="field" ?hidden=${isHidden}><span>${label}</span><select @change=${(/** @type {Event} */ { target }) => choose(/** @type {HTMLSelectElement} */ (target).value)}>
    ${options.map(([value, words, title]) => html`<option value=${value} title=${title ?? nothing} .selected=${value === chosen}>${words}</option>`)}
  </select></label>`;
}

/** A page as narrow as this has one column, and folds what is not asked for first. */
export const PHONE = "(max-width: 55.99rem)";

/** What does something before the next frame, once however often it is called. @param {() => void} act */
export function perFrame(act) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      act();
    });
  };
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Numbers as people write them, the same everywhere: commas between thousands, minus signs that are such, nouns and units.

/** @param {number} number */
export const count = (number) => number.toLocaleString("en");

/** A value, which may be negative or infinite. @param {number} value */
export function signed(value) {
  const size = Math.abs(value) === Infinity ? "∞" : count(Math.abs(value));
  return value < 0 ? `−${size}` : size;
}

/** @param {number} number @param {string} noun */
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/** A sentence that was written for terminals too, with its numbers as above and with signs: `157 - 67`, `-10000` and `alpha 5 >= beta 5`. @param {string} text */
export function typeset(text) {
  return text
    .replace(/\b(?:alpha|beta)(?= (?:[=>∞]|-?\d))|(?<=>=? )beta\b/g, (name) => (name === "alpha" ? "α" : "β"))
    .replaceAll(" >= ", " ≥ ")
    .replace(/(?<![\w.,=−-])\d{4,}(?![\w]|[.,]\d)|(?<=(?:^|[\s([])-)\d{4,}(?![\w]|[.,]\d)/g, (digits) => count(Number(digits)))
    .replace(/(^|[\s([])-(?=[\d∞])/g, "$1−")
    .replace(/(?<=[\d)]) - (?=[\d(−])/g, " − ");
}

/** A time with three digits. @param {number} ms */
export function time(ms) {
  const [value, unit] = ms >= 999.5 ? [ms / 1000, "s"] : [ms, "ms"];
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${ms === 0 ? 0 : value.toFixed(digits)} ${unit}`;
}

/**
 * What draws a template into an element, and gives the place of it: one that scrolls sideways if the element is too wide, and is a
 * tab stop only then. @param {string} label @param {string} style @param {HTMLElement} content
 */
export function scroller(label, style, content) {
  const made = make("div", { class: `scroll ${style}` }, content);
  const settle = () => {
    const isStop = made.scrollWidth > made.clientWidth + 1;
    for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": `${label}, scrolls sideways` })) {
      if (isStop) made.setAttribute(name, value);
      else made.removeAttribute(name);
    }
  };
  const sizes = new ResizeObserver(settle);
  sizes.observe(made);
  sizes.observe(content);
  return (/** @type {unknown} */ template) => {
    render(template, content);
    return made;
  };
}

/** Whether what has the focus can use it: is in sight, and not disabled. The document itself is not. */
export function hasHeldFocus() {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && !activeElement.matches(":disabled") && activeElement.checkVisibility({ visibilityProperty: true });
}

/**
 * Draws a template. If that takes the control that has the focus, `next` gets it: on the document itself keys do nothing, and a
 * screen reader begins at the top.
 * @param {unknown} template @param {HTMLElement} place @param {() => Element | null} [next] the first heading, if nothing is said
 */
export function redraw(template, place, next = () => place.querySelector("h2")) {
  const hadFocus = place.contains(document.activeElement);
  render(template, place);
  if (hadFocus && !hasHeldFocus()) giveFocus(next());
}

/** @param {Element | null} element which may be a heading: that can have the focus only if it says so */
export function giveFocus(element) {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = element.tabIndex;
  element.focus({ preventScroll: true });
}
