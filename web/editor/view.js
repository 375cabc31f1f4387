// The editor view: the board is painted instead of played on.

import { Editor } from "./editor.js";

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, { game, page }) => {
  const editor = new Editor(place, game, {
    draft: page.renderBoard,
    setUp: (start, notation) => page.begin({ game: game.menu.name, start, notation }),
    load: (moves) => page.begin({ game: game.menu.name, moves }),
    take: page.take,
    analyse: () => void page.show("analyse"),
  });
  return {
    focus: () => editor.focusText(),
    render: () => editor.render(),
    board: () => ({
      // After another game was chosen the editor still has the cells of the last one.
      ...(editor.cells.length === game.menu.rows ? { cells: editor.cells } : {}),
      marked: [],
      last: null,
      isEdited: true,
    }),
    paint: (cell) => editor.paint(cell),
  };
};
