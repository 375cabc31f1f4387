// What the page shows, in one place: the game, who plays it, the view, and how the board lies. Views and parts read it. What
// people do changes it (`acts.js`), and `display.js` draws it.

import { Analysis } from "../board/analysis.js";
import { Game, Turns } from "../board/game.js";
import { whyClosed } from "../board/controls.js";
import { recall, remember, Session } from "../shell/address.js";
import { FIRST_VIEW, VIEWS } from "../shell/views.js";

/** Under this key the browser keeps whether threats are marked. */
const THREATS = "plyground.threats";

export class State {
  /** @param {import("../shell/types.d.ts").Menu} menu */
  constructor(menu) {
    this.menu = menu;
    this.session = new Session();
    this.game = new Game(menu.games);
    this.turns = new Turns(this.game);
    this.analysis = new Analysis(this.game);
    /** The views by their ids. @type {Map<string, import("../shell/views.js").Lazy>} */
    this.views = new Map();
    this.view = FIRST_VIEW;
    this.isTurned = false;
    /** Whether the board is folded away in views that do so in narrow windows. */
    this.isFolded = true;
    this.wantsThreats = recall(THREATS) === "1";
    /** Whether the last change of the position is animated. */
    this.isFresh = false;
  }

  /** What the table of views says of the view that is shown. */
  get row() {
    return VIEWS.find(({ id }) => id === this.view);
  }

  /** The view that is shown, once it is loaded. */
  get shown() {
    return this.views.get(this.view)?.view ?? null;
  }

  /** The recorded game that is looked at, which nobody changes. */
  get recorded() {
    return this.shown?.recorded?.() ?? null;
  }

  /** A position that the board shows instead of that of the game. */
  get elsewhere() {
    return this.shown?.elsewhere?.() ?? null;
  }

  /** Why nobody may make a move now, or `null`. */
  get closed() {
    return this.elsewhere?.closed ?? (this.recorded === null ? whyClosed(this.turns) : "This game is recorded: “Play on from here”, beside its turns, begins a game of your own.");
  }

  /** The notation in which moves and positions are written. */
  get notation() {
    const all = this.game.menu.notations;
    // Some views always use the game's own notation: then the board beside them uses it too.
    const wanted = this.row?.isInOwnNotation === true ? undefined : this.session.get("c");
    return /** @type {import("../shell/types.d.ts").Notation} */ (all.find(({ name }) => name === wanted) ?? all[0]);
  }

  /** Whether lines give points and the game continues after them. */
  get isCounted() {
    return this.game.menu.solver === "points";
  }

  /** Whether lines win in this game, so that a cell can threaten to complete one. */
  get canThreaten() {
    return this.game.menu.board !== "chequered" && !this.isCounted;
  }

  /** @param {boolean} isOn */
  markThreats(isOn) {
    this.wantsThreats = isOn;
    remember(THREATS, isOn ? "1" : "");
  }

  /** The best moves, as far as they are known and asked for. */
  get bestMoves() {
    const { found, isOn } = this.analysis;
    if (!isOn || this.game.position === null) return [];
    const best = found.position?.best.length ? found.position.best : found.depth === null ? [] : [found.depth.move];
    return this.game.position.moves.filter(({ move }) => best.includes(move));
  }
}
