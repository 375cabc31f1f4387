// The play view: connects the buttons of the panel with the page.

import { SharePanel } from "../share/panel.js";
import { Hint } from "./hint.js";
import { PlayPanel } from "./panel.js";

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, context) => {
  const { menu, game, turns, page, notation } = context;
  const share = new SharePanel(context);
  const hint = new Hint(turns, context);
  const panel = new PlayPanel(place, menu, turns, {
    renew: () => page.rematch([...turns.players]),
    swap: () => page.setPlayers([turns.players[1], turns.players[0]]),
    turn: page.turnBoard,
    example: page.openExample,
    step: page.step,
    takeUp: () => void page.attempt(() => game.takeUp()),
  }, { hint, share: share.root });
  return {
    // The analysis view marks the best moves of the search; this view marks the move of the hint.
    board: () => (hint.move === null ? {} : { best: [hint.move] }),
    render() {
      hint.render();
      panel.render(notation());
      share.render(notation());
    },
  };
};
