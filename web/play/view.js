// The play view: what a reader wants of the panel, done on the page.

import { HUMAN } from "../board/players.js";
import { SharePanel } from "../share/panel.js";
import { PlayPanel } from "./panel.js";

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, context) => {
  const { menu, game, turns, page, convention } = context;
  const renew = () => page.attempt(async () => {
    const isBegun = await page.begin({ game: game.menu.name, start: game.start });
    if (isBegun && turns.mover !== HUMAN) turns.go();
  });
  const share = new SharePanel(context);
  const panel = new PlayPanel(place, menu, turns, {
    renew: () => void renew(),
    swap: () => page.setPlayers([turns.players[1], turns.players[0]]),
    turn: page.turnBoard,
    example: page.openExample,
    step: page.step,
    takeUp: () => void page.attempt(() => game.takeUp()),
  }, share.root);
  return {
    render() {
      panel.render(convention());
      share.render(convention());
    },
  };
};
