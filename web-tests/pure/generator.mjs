// Numbers that look random and are the same in every run.

/**
 * A linear congruential generator (constants of Numerical Recipes); `random(n)` is from 0 to n - 1.
 * @param {number} seed
 */
export function generator(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
