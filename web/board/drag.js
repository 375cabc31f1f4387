// Dragging a piece with mouse or finger. Every move can also be made by clicks, so nothing depends on dragging.

const FAR_ENOUGH = 8;

/**
 * @typedef {object} Drag
 * @property {(from: Element | null) => SVGElement | null} begins the piece that comes along, or `null`
 * @property {(on: Element | null) => void} ends
 */

/**
 * @param {HTMLElement} place
 * @param {Drag} handlers
 */
export function dragging(place, handlers) {
  /** @type {{ id: number, x: number, y: number, from: Element | null, piece: SVGElement | null } | null} */
  let grip = null;

  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    if (event.target.closest("[data-own]") === null) return;
    grip = { id: event.pointerId, x: event.clientX, y: event.clientY, from: event.target, piece: null };
  });

  place.addEventListener("pointermove", (event) => {
    if (grip === null || event.pointerId !== grip.id) return;
    const [across, down] = [event.clientX - grip.x, event.clientY - grip.y];
    if (grip.piece === null) {
      if (Math.hypot(across, down) < FAR_ENOUGH) return;
      grip.piece = handlers.begins(grip.from);
      if (grip.piece === null) {
        grip = null;
        return;
      }
      grip.piece.classList.add("dragged");
      place.setPointerCapture(event.pointerId);
    }
    grip.piece.style.transform = `translate(${across}px, ${down}px)`;
  });

  const release = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isDropped) => {
    const held = grip;
    grip = null;
    if (held === null || held.piece === null || event.pointerId !== held.id) return;
    held.piece.classList.remove("dragged");
    held.piece.style.transform = "";
    const under = document.elementFromPoint(event.clientX, event.clientY);
    handlers.ends(isDropped ? under : null);
    // The click that follows belongs to the drag.
    place.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => place.dispatchEvent(new MouseEvent("click", { bubbles: false })), 0);
  };
  place.addEventListener("pointerup", (event) => release(event, true));
  place.addEventListener("pointercancel", (event) => release(event, false));
}
