// The table of views, a row each, in the order of their tabs. Tabs and panels, what is loaded when, the grammar of the
// address and the list of keys are made from it. Everything else about a view is in its folder.

/** @type {import("./types.d.ts").ViewRow[]} */
export const VIEWS = [
  { id: "play", folder: "play", label: "Play", name: "The play view", isEager: true },
  { id: "analyse", folder: "analysis", label: "Analyse", name: "The analysis view", hasValues: true, address: ["a"] },
  {
    id: "tree",
    folder: "tree",
    label: "Search tree",
    name: "The search tree",
    address: ["s", "n", "k"],
    isOfGame: true,
    isInOwnNotation: true,
    isFolding: true,
    keys: [
      ["↑ ↓ → ←", "in the tree table: from row to row; open, and into the cells; close, or to the parent"],
      [". ,", "in the tree table: next cut, previous cut"],
      ["p m * e", "in the tree table: best line; minimax or alpha-beta; open all siblings; terms of the evaluation"],
      ["+ - 0", "on the strip of the tree: zoom in, zoom out, the whole tree"],
    ],
  },
  { id: "edit", folder: "editor", label: "Edit", name: "The editor" },
  {
    id: "tournament",
    folder: "tournament",
    label: "Tournaments",
    name: "The tournament view",
    address: ["t"],
    keys: [["↑ ↓", "in the turns of a recorded game: from turn to turn"]],
  },
];

/** The ids of all views. */
export const VIEW_IDS = VIEWS.map(({ id }) => id);

/** The view that is shown where the address names none. */
export const FIRST_VIEW = "play";

/** What an address says of the game on the board: another game takes it away. */
export const GAME_KEYS = VIEWS.flatMap(({ address, isOfGame }) => (isOfGame === true ? (address ?? []) : []));
