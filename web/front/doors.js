// What happens at the doors. Whoever goes through one by keys goes on at the tab of what it opened.

import { reseeded } from "../board/levels.js";
import { HUMAN } from "../board/players.js";
import { find } from "../shell/dom.js";
import { focusNow } from "../shell/focus.js";
import { lastGame } from "../shell/session.js";
import { hasRecord, valuedOf } from "./recorded.js";

/**
 * What the doors can do with the page.
 * @typedef {object} Page
 * @property {import("../shell/types.d.ts").Menu} menu
 * @property {import("../board/game.js").Game} game
 * @property {import("../shell/types.d.ts").Page["attempt"]} attempt
 * @property {import("../shell/types.d.ts").Page["begin"]} begin
 * @property {(players: [string, string], how: "push") => void} setPlayers
 * @property {() => void} focusBoard
 * @property {(view: string, how?: "push") => Promise<void>} openView
 * @property {(example: import("../shell/types.d.ts").Example) => Promise<unknown>} openExample
 * @property {(hash: string) => Promise<void>} follow
 */

/**
 * @param {Page} page
 * @returns {import("./front.js").Handlers}
 */
export function doors({ menu, game, attempt, begin, setPlayers, focusBoard, openView, openExample, follow }) {
  /** @param {() => Promise<unknown>} act */
  async function enter(act) {
    const mayFocus = focusNow();
    await act();
    // What failed has led nowhere.
    if (find("#front").hidden && mayFocus()) find('[role="tab"][aria-selected="true"]').focus();
  }
  return {
    play(spec) {
      setPlayers([HUMAN, reseeded(spec, Math.floor(Math.random() * 1e6))], "push");
      focusBoard();
    },
    analyse: () => void enter(() => attempt(async () => {
      const name = [game.menu, ...menu.games].map((one) => one.name).find(hasRecord) ?? "";
      // What the view needs may be on its way still: the tab has the focus meanwhile.
      if (await begin({ game: name, moves: valuedOf(name) })) void openView("analyse");
    })),
    paste: () => void openView("edit", "push").then(() => {
      const box = /** @type {HTMLTextAreaElement} */ (find("#position-box"));
      box.focus();
      // What is pasted takes the place of the position that is there.
      box.select();
    }),
    search() {
      const example = menu.examples.find(({ view, search }) => view === "tree" && search !== null);
      if (example !== undefined) void enter(() => openExample(example));
    },
    resume() {
      const last = lastGame();
      if (last !== null) void follow(last);
    },
  };
}
