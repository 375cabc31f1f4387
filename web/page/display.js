// What the page shows, in one place, and how it is drawn. Views and parts read the state; what people do (`acts.js`) changes it.

import { Analysis } from "../board/analysis.js";
import { modelOf, threats } from "../board/board.js";
import { Card, drawEnding, drawGauge, statusText, waitingText, whyClosed } from "../board/controls.js";
import { Game, Turns } from "../board/game.js";
import { HUMAN } from "../board/players.js";
import { lastGame, recall, Session } from "../shell/address.js";
import { counted, find, giveFocus } from "../shell/dom.js";
import { FIRST_VIEW, VIEWS } from "../shell/views.js";

/** @import { Board } from "../board/board.js" */
/** @import { Controls, Following } from "../board/controls.js" */
/** @import { Front } from "../front/front.js" */

/** A move that is on its way for so many milliseconds is announced. */
const SLOW_MS = 150;

/** Under this key the browser keeps whether threats are marked. */
export const THREATS = "plyground.threats";

/** The game, who plays it, the view, and how the board lies. */
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

  /** Whether nothing has begun yet, so that the front door is shown. */
  get isNew() {
    const { game, turns } = this;
    return this.view === FIRST_VIEW && game.played.length === 0 && game.start === "" && turns.players.every((spec) => spec === HUMAN);
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
    // Some views always use the game's own notation: then the board beside them uses it too.
    return this.game.notation(this.row?.isInOwnNotation === true ? undefined : this.session.get("c"));
  }

  /** Whether the view that is shown marks threats: in games in which lines win, so that a cell can threaten to complete one. */
  get canThreaten() {
    const { board, solver } = this.game.menu;
    return this.row?.hasValues === true && board !== "chequered" && solver !== "points";
  }

  /** The best moves, as far as they are known and asked for. */
  get bestMoves() {
    const { found, isOn } = this.analysis;
    if (!isOn || this.game.position === null) return [];
    const best = found.position?.best.length ? found.position.best : found.depth === null ? [] : [found.depth.move];
    return this.game.position.moves.filter(({ move }) => best.includes(move));
  }
}

/** Draws the board, the line above it, the cards of both sides and what lies around them. */
export class Display {
  /** @param {State} state @param {{ board: Board, controls: Controls, ending: Following, front: Front, setPlayers: (players: [string, string]) => void }} parts */
  constructor(state, { board, controls, ending, front, setPlayers }) {
    this.state = state;
    this.board = board;
    this.controls = controls;
    this.ending = ending;
    this.front = front;
    this.hasLast = lastGame() !== null;
    this.sides = /** @type {const} */ ([0, 1]).map((order) => new Card(find(`#side-${order + 1}`), state.menu, (spec) => {
      const players = /** @type {[string, string]} */ ([...state.turns.players]);
      players[order] = spec;
      setPlayers(players);
    }));
    /** Whether the page has to be rendered again after the current task. */
    this.isStale = false;
    /** Whether the page says that it waits for an answer to moves. */
    this.isSlowShown = false;
    state.game.addEventListener("pending", () => this.pending());
    state.turns.addEventListener("change", () => this.renderSoon());
    state.analysis.addEventListener("change", () => {
      this.renderGauge();
      this.renderBoard();
    });
    setInterval(() => { if (state.turns.thinking !== null) this.renderStatus(); }, 1000);
  }

  /** Renders the page once for all changes of the current task. */
  renderSoon() {
    if (this.isStale) return;
    this.isStale = true;
    queueMicrotask(() => { if (this.isStale) this.render(); });
  }

  render() {
    this.isStale = false;
    const { state } = this;
    const { game, turns, recorded, row, elsewhere } = state;
    const { menu, position } = game;
    if (position === null) return;
    const main = find("main");
    main.dataset["turned"] = String(state.isTurned);
    main.dataset["board"] = menu.board;
    main.toggleAttribute("data-recorded", recorded !== null);
    /** @type {HTMLSelectElement} */ (find("#game")).value = menu.name;
    main.toggleAttribute("data-front", state.isNew);
    this.front.render(state.isNew, menu, this.hasLast);
    const isOver = position.outcome !== null || turns.forfeit !== null;
    drawEnding(find("#ending"), this.ending, recorded === null && elsewhere === null && isOver, row?.hasValues !== true);
    const { quadruples, turn, outcome } = elsewhere?.position ?? position;
    this.sides.forEach((card, order) => {
      const at = order === 0 ? 0 : 1;
      const side = menu.sides[at];
      const score = menu.name === "max-connect-four" ? counted(quadruples?.[side] ?? 0, "quadruple") : "";
      card.render(menu, at, turns.players[at], recorded?.names[at] ?? null, score);
      card.place.classList.toggle("to-move", turn === side && outcome === null);
    });
    this.renderStatus();
    this.renderGauge();
    this.controls.render(state.notation);
    state.shown?.render?.();
    this.renderBoard();
    // The page has drawn over what the document begins with, and can answer now.
    const { dataset } = document.documentElement;
    if ("awaits" in dataset) {
      // The line that said what is awaited goes: it is not one that moves below the board.
      find("#status").replaceWith(find("#status").cloneNode(true));
      delete dataset["awaits"];
    }
    for (const id of ["game", "tabs", "board", "front"]) find(`#${id}`).inert = false;
    // What is in no view hides parts of the page around it.
    if (document.activeElement?.checkVisibility() === false) giveFocus(document.querySelector("[role=tab][aria-selected=true]"));
  }

  renderGauge() {
    const { analysis, elsewhere, notation } = this.state;
    drawGauge(find("#gauge"), analysis, elsewhere === null, notation.name);
  }

  renderBoard() {
    const { state } = this;
    const { game, elsewhere } = state;
    const { menu } = game;
    const position = elsewhere?.position ?? game.position;
    if (position === null) return;
    const isOwn = elsewhere === null;
    this.board.render({
      ...modelOf(menu, position, state.notation),
      moves: isOwn ? position.moves : [],
      isTurned: state.isTurned,
      closed: state.closed,
      isWaiting: this.isSlow,
      best: isOwn ? state.bestMoves : [],
      threats: isOwn && state.canThreaten && state.wantsThreats ? menu.sides.flatMap((side, order) => threats(position.board.cells, side).map((cell) => ({ side: /** @type {0 | 1} */ (order), cell }))) : [],
      last: (isOwn ? game.played[game.index - 1] : position.played.at(-1)) ?? null,
      values: isOwn ? state.analysis.values : new Map(),
      animates: state.isFresh && isOwn,
      ...state.shown?.board?.(),
    });
    state.isFresh = false;
  }

  renderStatus() {
    const { elsewhere, recorded, turns, game } = this.state;
    const status = find("#status");
    const text = elsewhere?.words ?? recorded?.words ?? (this.isSlow ? waitingText(turns) : statusText(turns));
    if (status.textContent !== text) status.textContent = text;
    const position = elsewhere?.position ?? game.position;
    status.classList.toggle("over", position !== null && position.outcome !== null);
    const seconds = turns.thinking === null ? null : Math.floor((performance.now() - turns.since) / 1000);
    this.sides.forEach((side, order) => side.think(game.position?.turn === game.menu.sides[order] ? seconds : null));
  }

  /** Whether a move is on its way for so long that somebody could believe that it was lost. */
  get isSlow() {
    const { waiting } = this.state.game;
    return waiting !== null && performance.now() - waiting.since >= SLOW_MS;
  }

  /** A move was sent, or its answer has come. */
  pending() {
    const show = () => {
      if (!this.isSlow && !this.isSlowShown) return;
      this.isSlowShown = this.isSlow;
      this.renderStatus();
      this.renderBoard();
    };
    if (this.state.game.waiting !== null) setTimeout(show, SLOW_MS);
    show();
  }
}
