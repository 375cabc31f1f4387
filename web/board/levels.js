// Strengths of computer players in words, and the agents that play so. Nothing here knows of the page.

/**
 * @typedef {object} Level
 * @property {string} id
 * @property {string} name
 * @property {string} about what such a player does, for people
 * @property {string} spec the agent
 */

/**
 * The levels that a game has, from weak to strong.
 * @param {{ agents: string[] }} menu
 * @returns {Level[]}
 */
export function levels({ agents }) {
  const isSolved = agents.includes("perfect");
  /** @type {Level[]} */
  const all = [
    { id: "beginner", name: "Beginner", about: "wins at once where it can, and otherwise moves at random", spec: "graded:level=1" },
    { id: "club", name: "Club", about: "looks two plies ahead", spec: "graded:level=3" },
    { id: "strong", name: "Strong", about: "searches thousands of positions for each move", spec: "graded:level=5" },
    isSolved
      ? { id: "perfect", name: "Perfect", about: "solves the position, if that can be done in a second", spec: "perfect" }
      : { id: "perfect", name: "Strongest", about: "searches for two seconds; nobody has solved this game", spec: "engine:time=2s" },
  ];
  return all.filter(({ spec }) => agents.includes(spec.split(":")[0] ?? ""));
}

/**
 * The level that an agent plays at; its seed does not matter.
 * @param {string} spec
 * @param {{ agents: string[] }} menu
 */
export function levelOf(spec, menu) {
  const plain = withoutSeed(spec);
  return levels(menu).find((level) => level.spec === plain) ?? null;
}

/**
 * The same agent with another seed if it uses chance, so that no two games are equal.
 * @param {string} spec
 * @param {number} seed
 */
export function reseeded(spec, seed) {
  const [name, options = ""] = split(spec);
  if (name !== "graded" && name !== "random") return spec;
  const rest = options.split(",").filter((option) => option !== "" && !option.startsWith("seed="));
  return `${name}:${[...rest, `seed=${seed}`].join(",")}`;
}

/** @param {string} spec */
function withoutSeed(spec) {
  const [name, options = ""] = split(spec);
  const rest = options.split(",").filter((option) => option !== "" && !option.startsWith("seed="));
  return rest.length === 0 ? name : `${name}:${rest.join(",")}`;
}

/**
 * @param {string} spec
 * @returns {[string, string?]}
 */
function split(spec) {
  const at = spec.indexOf(":");
  return at < 0 ? [spec] : [spec.slice(0, at), spec.slice(at + 1)];
}
