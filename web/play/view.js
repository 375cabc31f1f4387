// The play view: what a reader wants of the panel, done on the page.

import { HUMAN } from "../board/players.js";
import { find } from "../shell/dom.js";
import { PlayPanel } from "./panel.js";

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, { menu, game, turns, url, page, convention }) => {
  const renew = () => page.attempt(async () => {
    const isBegun = await page.begin({ game: game.menu.name, start: game.start });
    if (isBegun && turns.mover !== HUMAN) turns.go();
  });
  const panel = new PlayPanel(place, menu, turns, {
    renew: () => void renew(),
    swap: () => page.setPlayers([turns.players[1], turns.players[0]]),
    turn: page.turnBoard,
    playComputer: () => {
      page.setPlayers([HUMAN, game.menu.agents.includes("engine") ? "engine:time=500ms" : "alpha-beta"]);
      page.focusBoard();
    },
    paste: () => void page.show("edit").then(() => find("#position-box").focus()),
    resume: (hash) => void page.follow(hash),
    example: page.openExample,
    convention: (name) => {
      url.set({ c: name === game.menu.notations[0]?.name ? undefined : name });
      page.render();
    },
    step: page.step,
    takeUp: () => void page.attempt(() => game.takeUp()),
    link: url.link,
  });
  return { render: () => panel.render(convention()) };
};
