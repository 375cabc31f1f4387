// Small things of which all parts of the page are made: elements, words and numbers as people write them, and the focus. Text goes
// in as text, never as markup.

import { html } from "../vendor/lit-html.js";

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
 * @param {string} label @param {[value: string | number, words: string][]} options @param {string | number} chosen
 * @param {(value: string) => void} choose
 */
export function choice(label, options, chosen, choose, isHidden = false) {
  return html`<label class="field" ?hidden=${isHidden}><span>${label}</span><select @change=${(/** @type {Event} */ { target }) => choose(/** @type {HTMLSelectElement} */ (target).value)}>
    ${options.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`)}
  </select></label>`;
}

/** What does something before the next frame, once however often it is called. @param {() => void} act */
export function perFrame(act) {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
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

/** A place that scrolls sideways if its content is too wide, and is a tab stop only then. @param {string} label @param {string} style @param {HTMLElement} content */
export function scroller(label, style, content) {
  const made = make("div", { class: `scroll ${style}` }, content);
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
  sizes.observe(content);
  return made;
}

// Keeps the focus in the page. If the control that has it goes, or is hidden or disabled, the browser gives the focus to the
// document. There keys do nothing, and a screen reader begins at the top. So the nearest control in that part of the page gets it.

/** What can have the focus. */
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Attributes whose change can hide or disable a control. */
const HIDING = ["class", "data-mode", "data-recorded", "data-view", "data-windows", "disabled", "hidden", "open"];

/** @param {Element} element */
const canHaveFocus = (element) => element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });

/** Whether no control that can keep the focus has it. */
function isLost() {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || !canHaveFocus(activeElement);
}

/** Begins to watch over the focus. */
export function keepFocus() {
  /** @type {HTMLElement | null} what has the focus, or had it when it was lost */
  let last = null;
  /** @type {Element[]} what it is in, from the inside to the outside */
  let around = [];
  const soon = perFrame(settle);

  document.addEventListener("focusin", ({ target }) => {
    // A dialog gives the focus back by itself.
    if (!(target instanceof HTMLElement) || target.closest("dialog") !== null) return;
    last = target;
    around = [];
    for (let above = target.parentElement; above !== null; above = above.parentElement) around.push(above);
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget !== null || !document.hasFocus()) return;
    queueMicrotask(() => {
      // A click outside all controls removes the focus on purpose.
      if (last !== null && isLost() && canHaveFocus(last)) last = null;
      else settle();
    });
  });

  function settle() {
    if (last === null || !isLost()) return;
    nearest(last, around.find((one) => one.isConnected) ?? document.body)?.focus({ preventScroll: true });
  }

  new MutationObserver((changes) => {
    if (last === null) return;
    // A removed control is handled at once. Whether a control is hidden is checked once, before the next frame.
    if (!last.isConnected) settle();
    else if (changes.some(({ type }) => type === "attributes")) soon();
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: HIDING });
}

/** What holds together for a reader: a panel, a part of one, the board with what is around it, the head of the page. */
const REGIONS = "section, header, footer, dialog";

/**
 * The nearest control in the same part of the page: the first in its place, or the last before it. Where that part has gone
 * with it, the tab of the view that is shown: never something that the reader had nothing to do with.
 * @param {HTMLElement} lost @param {Element} place
 */
function nearest(lost, place) {
  const inside = lost.isConnected ? undefined : controls(place)[0];
  if (inside !== undefined) return inside;
  const from = lost.isConnected ? lost : place;
  const before = (/** @type {HTMLElement} */ one) => (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0 && !one.contains(from);
  for (let region = from.closest(REGIONS); region !== null; region = region.parentElement?.closest(REGIONS) ?? null) {
    const all = controls(region);
    const found = all.findLast(before) ?? all[0];
    if (found !== undefined) return found;
  }
  const tab = /** @type {HTMLElement | null} */ (document.querySelector("[role=tab][aria-selected=true]"));
  return tab ?? controls(document.body)[0] ?? null;
}

/** What can have the focus in a place. @param {Element} place */
function controls(place) {
  const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(CONTROLS)]);
  return all.filter((one) => one.tabIndex >= 0 && canHaveFocus(one));
}
