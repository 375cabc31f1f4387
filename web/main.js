// Puts the parts of the page together.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { Game } from "./game.js";
import { Session } from "./session.js";
import { VIEWS, tabs } from "./tabs.js";

/** @type {import("./types.d.ts").Menu} */
const menu = await api.get("games");
const session = new Session();
const game = new Game(menu.games);

/** @type {import("./types.d.ts").Context} */
const context = {
  menu,
  games: menu,
  api,
  position: () => game.params(),
  onPositionChange(told) {
    game.addEventListener("change", told);
    return () => game.removeEventListener("change", told);
  },
  url: {
    get: (key) => session.get(key),
    set: (values) => session.set(values),
    onChange(told) {
      session.addEventListener("change", told);
      return () => session.removeEventListener("change", told);
    },
  },
  announce,
};

/** @type {Promise<import("./types.d.ts").View> | undefined} */
let tree;
const show = tabs(/** @type {HTMLElement} */ (document.querySelector("[role=tablist]")), (view) => {
  session.set({ v: view });
  void showTree(view === "tree");
});

/** @param {boolean} isShown */
async function showTree(isShown) {
  if (tree === undefined && isShown) {
    const place = /** @type {HTMLElement} */ (document.querySelector("#tree"));
    tree = import(/** @type {string} */ ("./tree.js")).then(({ mount }) => mount(place, context));
  }
  (await tree)?.shown(isShown);
}

const view = session.get("v") ?? "play";
await game.load({ game: session.get("g") ?? "connect-four", start: session.get("p"), moves: session.get("m") });
show(VIEWS.includes(view) ? view : "play");
await showTree(view === "tree");
