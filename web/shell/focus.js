// Keeps the focus in the page. If a control with the focus is redrawn, hidden or disabled, the browser gives the focus
// to the document. There keys do nothing, and a screen reader begins at the top. This module moves the focus to the
// control in the same place: the same control after it was redrawn, or the nearest one in that part of the page.

/** What can have the focus. */
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Attributes by which a redrawn control is recognised. */
const NAMES = ["data-key", "id", "data-path", "name", "aria-label"];

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
  let isScheduled = false;

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
    const lost = last;
    const place = around.find((one) => one.isConnected) ?? document.body;
    const next = again(lost, place) ?? nearest(lost, place);
    next?.focus({ preventScroll: true });
  }

  new MutationObserver((changes) => {
    if (last === null) return;
    // A removed control is handled at once. Whether a control is hidden is checked once, before the next frame.
    if (!last.isConnected) settle();
    else if (!isScheduled && changes.some(({ type }) => type === "attributes")) {
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        settle();
      });
    }
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: HIDING });
}

/**
 * The same control after it was redrawn.
 * @param {HTMLElement} lost
 * @param {Element} place where it was
 */
function again(lost, place) {
  if (lost.isConnected) return null;
  const name = NAMES.find((one) => lost.hasAttribute(one));
  const isSame = (/** @type {HTMLElement} */ one) =>
    one.tagName === lost.tagName &&
    one.getAttribute("value") === lost.getAttribute("value") &&
    (name === undefined ? one.textContent === lost.textContent : one.getAttribute(name) === lost.getAttribute(name));
  return controls(place).find(isSame) ?? null;
}

/** What holds together for a reader: a panel, a part of one, the board with what is around it, the head of the page. */
const REGIONS = "section, header, footer, dialog";

/**
 * The nearest control in the same part of the page: the first in its place, or the last before it. Where that part has gone
 * with it, the tab of the view that is shown: never something that the reader had nothing to do with.
 * @param {HTMLElement} lost
 * @param {Element} place
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

/**
 * What can have the focus in a place.
 * @param {Element} place
 */
function controls(place) {
  const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(CONTROLS)]);
  return all.filter((one) => one.tabIndex >= 0 && canHaveFocus(one));
}
