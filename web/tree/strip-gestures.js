// Wheel, drag and pinch on the strip: what they make of the part in sight.

import { moved, zoomed } from "./span.js";

/** @typedef {import("./span.js").Span} Span */

/** Pixels that a pointer may move and still mean a click. */
const STILL = 4;

export class Gestures {
  /**
   * @param {HTMLElement} place
   * @param {object} given
   * @param {() => Span} given.span what is in sight
   * @param {() => number} given.least the smallest width of what is in sight
   * @param {(span: Span) => void} given.look
   */
  constructor(place, given) {
    this.place = place;
    this.given = given;
    /** Pointers that are down, by their number: where they are. @type {Map<number, number>} */
    this.pointers = new Map();
    /** Whether the last press moved the strip, so that its end is no click. */
    this.isDragged = false;
    place.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      place.addEventListener(name, ({ pointerId }) => void this.pointers.delete(pointerId));
    }
  }

  /** Where a pointer is, from 0 at the left end of the strip to 1. @param {number} x */
  at(x) {
    const { left, width } = this.place.getBoundingClientRect();
    return (x - left) / width;
  }

  /**
   * Zooms by Ctrl and the wheel, which is also how a touch pad reports a pinch. The wheel alone zooms only on the focused
   * strip: elsewhere it has to scroll the page.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!(event.ctrlKey || document.activeElement === this.place)) return;
    event.preventDefault();
    const { span, least, look } = this.given;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      look(moved(span(), (event.deltaX || event.deltaY) / this.place.clientWidth));
    } else {
      look(zoomed(span(), Math.exp(-event.deltaY / 300), this.at(event.clientX), least()));
    }
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.pointers.set(event.pointerId, event.clientX);
    if (this.pointers.size === 1) this.isDragged = false;
  }

  /**
   * One pointer moves the strip, two zoom it.
   * @param {PointerEvent} event
   */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const { span, least, look } = this.given;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      if (!this.isDragged && Math.abs(event.clientX - before) < STILL) return;
      look(moved(span(), this.at(before) - this.at(event.clientX)));
    } else {
      const apart = (/** @type {number} */ x) => Math.max(8, Math.abs(x - other));
      look(zoomed(span(), apart(event.clientX) / apart(before), this.at((event.clientX + other) / 2), least()));
    }
    this.isDragged = true;
    this.place.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
  }
}
