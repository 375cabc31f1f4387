// The entrance of the page: makes its parts, and connects them. What it shows is in `page/display.js`, what people do in `acts.js` there.

import { Board } from "./board/board.js";
import { Controls, gameOptions, statusText } from "./board/controls.js";
import { HUMAN, reseeded } from "./board/players.js";
import { exampleOf, Front, isSolved, VALUED } from "./front/front.js";
import { Acts } from "./page/acts.js";
import { Display, State } from "./page/display.js";
import { lastGame } from "./shell/address.js";
import { announce, attempt, banner } from "./shell/announce.js";
import * as api from "./shell/api.js";
import { find } from "./shell/dom.js";
import { keys, Sounds, Tabs, theme } from "./shell/header.js";
import { FIRST_VIEW, Lazy, VIEWS } from "./shell/views.js";

theme(find("#theme"));
const sounds = new Sounds(find("#sound"));
/** @type {HTMLDialogElement} */
const settings = find("#settings");
find("#show-settings").addEventListener("click", () => settings.showModal());
const tabs = new Tabs(find("#tabs"), find(".panels"));
tabs.show(FIRST_VIEW);
api.onConnection((isReachable) => banner("#offline", isReachable ? "" : api.away));

/** @type {import("./shell/types.d.ts").Menu} */
const menu = await api.getAtLast("games", (words) => { find("#status").textContent = words; });
const state = new State(menu);
const { game, turns, analysis, session } = state;
const acts = new Acts(state, tabs, sounds, { render: () => display.render(), renderBoard: () => display.renderBoard(), focusBoard: () => board.focus() });
const board = new Board(find("#board"), {
  move: ({ move }) => void acts.play(move),
  paint: (cell) => state.shown?.paint?.(cell),
  value: () => announce(state.elsewhere?.words ?? analysis.words(state.notation.name)),
});
const controls = new Controls(find("#controls"), turns, (index) => acts.step(index));
const ending = {
  rematch: () => void acts.rematch([...turns.players]),
  swap: () => void acts.rematch([turns.players[1], turns.players[0]]),
  review: () => void acts.openView("analyse").then(() => state.shown?.review?.()),
};
const front = new Front(find("#front"), menu, {
  play(spec) {
    acts.setPlayers([HUMAN, reseeded(spec)], "push");
    board.focus();
  },
  analyse: () => void attempt(async () => {
    const example = exampleOf(menu, game.menu, "analyse");
    if (!isSolved(game.menu) && example !== undefined) await acts.openExample(example);
    else if (await acts.begin({ game: game.menu.name, moves: VALUED })) await acts.openView("analyse", "replace");
  }),
  paste: () => void acts.openView("edit").then(() => state.shown?.focus?.()),
  search() {
    const example = exampleOf(menu, game.menu, "tree");
    void (example === undefined ? acts.openView("tree") : acts.openExample(example));
  },
  resume() {
    const last = lastGame();
    if (last !== null) void acts.follow(last);
  },
});
const display = new Display(state, { board, controls, ending, front, setPlayers: (players) => acts.setPlayers(players) });

const games = /** @type {HTMLSelectElement} */ (find("#game"));
games.replaceChildren(...gameOptions(menu.games));
games.addEventListener("change", () => void acts.beginOther(games.value));
keys({ dialog: settings, isOn: find("#keys-on"), board: find("#board") }, {
  undo: () => acts.step(turns.undoIndex),
  redo: () => acts.step(turns.redoIndex),
  previous: () => acts.step(game.index - 1),
  next: () => acts.step(game.index + 1),
});
// What is pasted anywhere but into a control is a position.
addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text.trim() === "" || (event.target instanceof Element && event.target.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea, dialog") !== null)) return;
  event.preventDefault();
  void attempt(async () => { if ((await acts.take(text)) && state.view === "tournament") await acts.openView(FIRST_VIEW); });
});

/** @type {import("./shell/types.d.ts").Context} */
const context = { isFrame: false, menu, game, turns, analysis, notation: () => state.notation, url: session, page: acts };
for (const row of VIEWS) state.views.set(row.id, new Lazy(row, find(`#${row.id}`), context));
// The view of the address is there when the page is first drawn, so that nothing moves afterwards.
await Promise.all(VIEWS.map(({ id, isEager }) => (isEager === true || id === session.get("v")) && state.views.get(id)?.load()));
tabs.listen((chosen, how) => void acts.openView(chosen, how));

// After the views, which hear of a change first.
game.addEventListener("change", (event) => acts.changed(/** @type {CustomEvent} */ (event).detail));
turns.addEventListener("halt", () => announce(statusText(turns)));
session.addEventListener("change", () => void acts.open());
api.onConnection((isReachable) => { if (isReachable) acts.again(); });
await acts.open();
api.warm();
