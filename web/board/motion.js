// Animates moves: a piece falls, slides or appears, once and briefly. Does nothing if the reader prefers reduced motion.

/**
 * @param {SVGElement} shape the piece, in its place after the move
 * @param {import("../shell/types.d.ts").Move} move
 * @param {boolean} falls
 * @param {boolean} isTurned
 */
export function animate(shape, move, falls, isTurned) {
  if (move.to === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if (falls) {
    const height = move.to[0] + 1;
    // It speeds up as it falls, and bounces once: the farther it fell, the higher.
    const fall = 110 * Math.sqrt(height) + 60;
    const bounce = 90 + 12 * height;
    const total = fall + bounce;
    const lands = fall / total;
    shape.animate(
      [
        { transform: `translateY(${-height * 100}%)`, easing: "cubic-bezier(.5,0,.9,.6)" },
        { transform: "none", offset: lands, easing: "ease-out" },
        { transform: `translateY(${-2 - height}%)`, offset: lands + (1 - lands) * 0.45, easing: "ease-in" },
        { transform: "none" },
      ],
      { duration: total },
    );
  } else if (move.from !== null) {
    const sign = isTurned ? -1 : 1;
    const [down, across] = [sign * (move.from[0] - move.to[0]), sign * (move.from[1] - move.to[1])];
    const from = { transform: `translate(${across * 100}%, ${down * 100}%)` };
    shape.animate([from, { transform: "none" }], { duration: 160, easing: "ease-out" });
  } else {
    shape.animate([{ transform: "scale(.5)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 140, easing: "ease-out" });
  }
}
