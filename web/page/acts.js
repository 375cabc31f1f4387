// What happens when somebody opens, plays, steps or pastes.

import { resultText, yourSide } from "../board/controls.js";
import { moveText } from "../board/game.js";
import { HUMAN, levelOf, problemOf, reseeded } from "../board/players.js";
import { MOST_CHARACTERS, read, readGame, remember } from "../shell/address.js";
import { accept, announce, attempt, banner } from "../shell/announce.js";
import * as api from "../shell/api.js";
import { capital, counted, find, make } from "../shell/dom.js";
import { FIRST_VIEW, GAME_KEYS, VIEW_IDS } from "../shell/views.js";
import { THREATS } from "./display.js";

/** @import { Change, Left, Line } from "../board/game.js" */
/** @import { Sounds, Tabs } from "../shell/header.js" */
/** @import { Beginning, Example, GameMenu, Menu, Notation } from "../shell/types.d.ts" */
/** @import { State } from "./display.js" */

/** @typedef {"replace" | "push"} How whether Back leads to what was there before */

export class Acts {
  /** @param {State} state @param {Tabs} tabs @param {Sounds} sounds @param {Record<"render" | "renderBoard" | "focusBoard", () => void>} drawn */
  constructor(state, tabs, sounds, { render, renderBoard, focusBoard }) {
    this.state = state;
    this.tabs = tabs;
    this.sounds = sounds;
    /** Draws all of the page again, or the board alone. */
    this.render = render;
    this.renderBoard = renderBoard;
    this.focusBoard = focusBoard;
    /** Counts loads. `reading` is the number of the newest load while it runs, and then nothing writes the address; else 0. */
    this.readings = 0;
    this.reading = 0;
    /** The values of the address that is shown; `due` are those to be shown when something answers again. */
    this.valuesShown = state.session.values;
    /** @type {Map<string, string> | null} */
    this.due = null;
    /** The line that a move has replaced last. @type {Left | null} */
    this.left = null;
  }

  /** The board has another position. @param {Change} change */
  changed(change) {
    const { state, sounds } = this;
    const { game, turns } = state;
    const move = game.played[game.index - 1];
    state.isFresh = change === "play" || (change === "step" && turns.isReplaying);
    if (state.isFresh && move !== undefined) {
      sounds.play(move.takes ? "capture" : move.from === null ? "drop" : "slide");
      if (game.position?.outcome !== null) sounds.play("over");
    }
    if (change !== "load") {
      accept();
      this.forgetReading();
    }
    // Back leads to the line that a move has replaced.
    this.sync(change === "play" && game.left !== this.left ? "push" : "replace");
    // A game is kept as the last game only if somebody has played a move in it here: not an example or a link.
    if (change === "play") state.session.keepLast();
    this.left = game.left;
    this.render();
    if (change === "load" || game.position === null) return;
    const { outcome, turn } = game.position;
    const you = yourSide(turns);
    const next = you === turn ? `Your turn: you are ${you}.` : `${capital(turn)} to move.`;
    const after = outcome === null ? next : resultText(outcome, you);
    const played = move === undefined ? "Start." : `${capital(move.side)}: ${game.menu.move_noun} ${moveText(move, state.notation.name)}.`;
    announce(change === "play" ? `${played} ${after}` : `Step ${game.index} of ${game.played.length}. ${played} ${after}`);
  }

  /** Fails if nobody may make a move now. */
  expectOpen() {
    const why = this.state.closed;
    if (why !== null) throw new Error(why.replace(/\.$/, ""));
  }

  /** @param {string} move */
  play(move) {
    return attempt(async () => {
      this.expectOpen();
      await this.state.game.play(move, () => this.expectOpen());
    });
  }

  /** @param {number} index */
  step(index) {
    void attempt(() => this.state.game.step(index));
  }

  /** @param {[string, string]} players @param {How} [how] */
  setPlayers(players, how) {
    const { game, turns } = this.state;
    turns.stop();
    turns.players = players;
    this.sync(how);
    // A computer that is to move moves as soon as it gets a side. Only at the start of a game, two computers wait for a press
    // of the button.
    if (game.isAtEnd && turns.mover !== HUMAN && (game.played.length > 0 || players.includes(HUMAN))) turns.go();
    this.render();
  }

  turnBoard() {
    this.state.isTurned = !this.state.isTurned;
    this.sync();
    this.render();
  }

  /** Marks cells where a side would complete a line, or no longer. @param {boolean} isOn */
  markThreats(isOn) {
    this.state.wantsThreats = isOn;
    remember(THREATS, isOn ? "1" : "");
    this.renderBoard();
  }

  /** Puts a game on the board. It returns false if something newer was asked for; the caller then does nothing more. @param {Line} line */
  async load(line) {
    const { game, turns } = this.state;
    const mine = ++this.readings;
    this.due = null;
    this.reading = mine;
    let isTaken = false;
    // A computer's move that comes meanwhile would be newer than what somebody has asked for.
    turns.stopThinking();
    try {
      isTaken = await game.load(line);
      if (isTaken) this.forgetReading();
    } finally {
      if (!isTaken && mine === this.readings) turns.consider();
      // An older load must not end the reading of a newer one.
      if (this.reading === mine) this.reading = 0;
    }
    // A step on the board came first, but could not write the address while this load ran.
    if (!isTaken && mine === this.readings) this.sync();
    return isTaken;
  }

  /**
   * Begins a game. Until it is loaded, all settings belong to the game on the board. If the new game has other rules, the
   * players, the notation and the turned board of the old one are dropped.
   * @param {Line} line @param {Beginning} [how] @returns {Promise<boolean>} whether it took effect
   */
  async begin(line, { history = "push", players } = {}) {
    const { game, turns } = this.state;
    const before = game.menu;
    if (!(await this.load(line))) return false;
    const isOther = game.menu !== before;
    if (isOther) this.state.isTurned = false;
    turns.players = players ?? (isOther ? [HUMAN, HUMAN] : turns.players);
    this.sync(history, [...GAME_KEYS, ...(isOther ? ["c"] : [])]);
    this.render();
    return true;
  }

  /** @param {string} game */
  async beginOther(game) {
    // The selector shows the game on the board, not the one that was wanted.
    if (!(await attempt(async () => void (await this.begin({ game }))))) this.render();
  }

  /** Begins the game again. If a computer is to move, it starts at once. @param {[string, string]} players */
  async rematch(players) {
    const { game, turns } = this.state;
    const again = /** @type {[string, string]} */ (players.map((spec) => (levelOf(spec, game.menu) === null ? spec : reseeded(spec))));
    await attempt(async () => {
      if (!(await this.begin({ game: game.menu.name, start: game.start }, { players: again }))) return;
      if (turns.mover !== HUMAN) turns.go();
      this.focusBoard();
    });
  }

  /**
   * Puts on the board what somebody has pasted as a position, and says what it was read as.
   * @param {string} text @returns {Promise<boolean>} whether a position is on the board, and not what an address asked for
   */
  async take(text) {
    const { game, menu, notation } = this.state;
    const asked = pasted(text, game.menu, menu.games, notation);
    if ("readings" in asked) {
      return this.takeAs(asked.readings).catch((error) => {
        // A board may lack no more than its side to move.
        const [{ line, words }] = asked.readings;
        const [first, second] = game.menu.sides.map((side) => ({ line: { ...line, start: `${line.start}\n${side}` }, words: `${words && `${words}, `}no side is named, ${side} to move` }));
        if (!(error instanceof api.ApiError) || error.status !== 400 || !line.start || !first || !second) throw error;
        return this.takeAs([first, second]).catch(() => { throw error; });
      });
    }
    if (await this.follow(asked.hash)) find("#read-as").prepend("Read as an address of this page. ");
    return false;
  }

  /** The position on the board is no longer the one that was read. */
  forgetReading() {
    const place = find("#read-as");
    const hadFocus = place.contains(document.activeElement);
    place.textContent = "";
    if (hadFocus) this.focusBoard();
  }

  /** Puts on the board what a text means, and offers the other meaning that it can have. @param {[Reading, ...Reading[]]} readings */
  async takeAs([{ line, words }, other]) {
    const isTaken = await this.begin(line).catch((error) => {
      if (error instanceof api.ApiError) error.text = line.start;
      throw error;
    });
    if (!isTaken) return false;
    const { readAs } = this.state.game;
    const place = find("#read-as");
    place.textContent = `Read as ${line.start && readAs !== null ? [readAs, words].filter(Boolean).join("; ") : words}.`;
    if (other === undefined) return true;
    const again = () => void attempt(async () => { if (await this.takeAs([other, { line, words }])) place.querySelector("button")?.focus(); });
    place.append(" ", make("button", { type: "button", class: "small", click: again }, `Read as ${other.words.split(", ").at(-1)}`));
    return true;
  }

  /** Puts a worked example on the board, and its search into the address. @param {Example} example @returns {Promise<boolean>} whether it took effect */
  async beginExample({ game, position, notation, moves, players, search }) {
    const { session, menu } = this.state;
    const line = { game, start: position ?? "", notation: position === null ? undefined : notation, moves };
    if (!(await this.begin(line, { players: players === null ? [HUMAN, HUMAN] : [...players] }))) return false;
    const s = search === null ? undefined : [menu.searches.find(({ name }) => name === search.algorithm)?.letter, search.depth, search.cut === "beyond" ? "gt" : "ge", search.evaluation].join(",");
    session.set({ c: notation, s });
    return true;
  }

  /** @param {Example} example */
  openExample(example) {
    return attempt(async () => {
      if (!(await this.beginExample(example))) return;
      void this.openView(example.view, "replace");
      this.state.session.dispatchEvent(new Event("outside"));
      this.render();
    });
  }

  /** Shows what an address says, as a step that Back takes back. @param {string} hash */
  async follow(hash) {
    Object.assign(this.state.session, read(hash));
    const isOpen = await this.open();
    if (!isOpen) return false;
    this.sync("push");
    this.focusBoard();
    return true;
  }

  /** @param {string} wanted */
  async showView(wanted) {
    const { state } = this;
    state.view = VIEW_IDS.includes(wanted) ? wanted : FIRST_VIEW;
    this.tabs.show(state.view);
    state.analysis.switch(state.row?.hasValues === true && state.session.get("a") === "1");
    const wasLoaded = state.shown !== null;
    this.render();
    await Promise.all([...state.views].map(([name, one]) => one.show(name === state.view)));
    if (!wasLoaded) this.render();
  }

  /**
   * Shows a view because somebody asked for it, and says so in the address. Back leads to the view before it. The focus goes
   * to its tab, unless it is on a tab.
   * @param {string} wanted @param {How} [how]
   */
  openView(wanted, how = "push") {
    const isShown = this.showView(wanted);
    this.sync(how);
    this.tabs.focus();
    return isShown;
  }

  /** Writes the state into the address. @param {How} [how] @param {string[]} [gone] keys to remove from the address; the entry to which Back leads keeps them */
  sync(how, gone = []) {
    if (this.reading !== 0) return;
    const { game, turns: { players }, view, isTurned } = this.state;
    const isAlone = players.every((spec) => spec === HUMAN);
    this.state.session.set({
      ...Object.fromEntries(gone.map((key) => [key, undefined])),
      g: game.menu.name,
      p: game.start,
      m: game.moves(),
      i: game.isAtEnd ? undefined : String(game.index),
      1: isAlone ? undefined : players[0],
      2: isAlone ? undefined : players[1],
      v: view === FIRST_VIEW ? undefined : view,
      f: isTurned ? "1" : undefined,
    }, how);
  }

  /** Shows what the address says, and names its mistakes. @returns {Promise<boolean>} whether it is shown, and nothing newer instead */
  async open() {
    const { session, game, turns, menu } = this.state;
    const wanted = session.values;
    const asked = understand(wanted, menu);
    const problems = [...session.problems, ...asked.problems];
    let unanswered = "";
    try {
      if (!(await this.load(asked.line))) return false;
      const { length } = game.played;
      if ((asked.line.index ?? 0) > length) problems.push(`i=${asked.line.index}: expected at most ${length}, since the game has ${counted(length, "move")}`);
    } catch (error) {
      const words = api.errorText(error).replace(/\.$/, "");
      const isRefused = error instanceof api.ApiError;
      const legal = isRefused ? error.error.legal : undefined;
      if (isRefused) problems.push(legal === undefined ? words : `${words}; the board shows the game up to there`);
      const instead = legal === undefined ? { game: asked.line.game } : { ...asked.line, moves: legal, index: undefined };
      // The legal moves of the line, or the start of the game, which a static site has in a file when nothing computes.
      const isTaken = isRefused || api.isSite ? await this.load(instead).catch(() => null) : null;
      if (isTaken === false) return false;
      if (isTaken === null) {
        // Nothing answers: the board and its settings stay as they are.
        if (game.position === null) find("#status").textContent = `${words}.`;
        else banner("#wrong-address", `${words}. What this address asks for is shown when something answers again.`);
        session.values = this.valuesShown;
        this.due = wanted;
        return false;
      }
      if (!isRefused) {
        unanswered = `The board shows the start of the game instead of what this address asks for: ${words.charAt(0).toLowerCase()}${words.slice(1)}. `;
      }
    }
    if (game.readAs?.includes("to move")) find("#read-as").textContent = `Read as ${game.readAs}.`;
    this.valuesShown = wanted;
    turns.players = asked.players;
    this.state.isTurned = asked.isTurned;
    banner("#wrong-address", `${unanswered}${problems.length === 0 ? "" : `Part of this address cannot be read. ${problems.join("; ")}.`}`);
    session.dispatchEvent(new Event("outside"));
    void this.showView(asked.view);
    return true;
  }

  /** Shows what could not be shown while nothing answered. */
  again() {
    if (this.due === null) return this.state.analysis.again();
    this.state.session.values = this.due;
    void this.open();
  }
}

// What somebody has pasted or typed as a position: an address of the page, a saved game, a list of moves, or a board.

/** What a text can mean. `words` say what it is read as; of a board, what is said besides the answer to the line (`read_as`). @typedef {{ line: Line, words: string }} Reading */

/** How a move is written, by the kind of board, and what can stand between two of them. Blanks and points can be cells of a board on which pieces fall. @type {Record<string, [string, string]>} */
const LISTED = {
  upright: ["\\d", "(?: ?[,;-] ?| |\\r?\\n)?"],
  chequered: ["[a-z]\\d[-x]?[a-z]\\d", "[\\s.,;]+"],
  plain: ["[[(]?\\d ?, ?\\d[\\])]?", "(?:[\\s.,;]+|(?<=[\\])]))"],
};

/** The moves of a text in which all moves have numbers, or all pairs of them: `1. 4 4 2. 5 3`; otherwise `null`. @param {string} text @param {string} move */
function numbered(text, move) {
  const [before, ...parts] = text.split(/(?:^|\s)(\d{1,2})\.(?:\.\.)?/);
  const lists = parts.filter((_, at) => at % 2 === 1).map((part) => part.trim());
  const areInOrder = before === "" && lists.length > 0 && lists.every((_, at) => Number(parts[2 * at]) === at + 1);
  const counts = lists.map((part) => (new RegExp(`^${move}(?:[\\s,;-]*${move})?$`, "i").test(part) ? (part.match(new RegExp(move, "gi")) ?? []).length : 0));
  return areInOrder && counts.every((count, at) => count > 0 && (count === counts[0] || (at === counts.length - 1 && count === 1))) ? lists.join(" ") : null;
}

/**
 * What a text means that is a list of moves from the start of the game: the likeliest first; nothing if it is none. Where pieces fall,
 * columns are those of lists of moves; in addresses, those of the game; in the page's own list, which names the sides, those that are shown.
 * @param {string} text @param {GameMenu} menu @param {Pick<Notation, "columns">} [shown] @returns {{ moves: string, words: string, first?: string }[]} `first`: the label of the first column
 */
export function movesIn(text, { board, notations, rows, sides }, shown) {
  const [own] = notations;
  const [move, between] = LISTED[board] ?? ["", ""];
  const names = new RegExp(`(?<![a-z])(?:${sides.join("|")})(?![a-z]{2})|["'“”„‘’«»]`, "gi");
  const plain = text.replace(names, " ").trim();
  const typed = (plain === text.trim() ? plain : plain.replace(/[ \t]+/g, " ")).replace(board === "plain" ? /^[[(]\s*(?=[[(])|(?<=[\])])\s*[\])]$/g : /^[[(]\s*|\s*[\])]$/g, "");
  const isAddress = board === "upright" && /^\d(?:\.\d)*$/.test(typed);
  const isNamed = sides.some((side) => text.includes(side));
  const counted = isAddress ? null : numbered(typed, move);
  if (own === undefined || (isNamed && counted === null) || !(isAddress || counted !== null || new RegExp(`^${move}(?:${between}${move})*$`, "i").test(typed))) return [];
  const found = ((counted ?? typed).match(new RegExp(move, "gi")) ?? []).map((one) => one.replace(/[^\w,]|x/gi, "").toUpperCase());
  const words = `${counted === null ? "" : "numbered "}moves from the start of the game`;
  // No list has more moves than there are cells for them: that is a board of numbers.
  if (board !== "chequered" && found.length > new Set(found).size * (board === "upright" ? rows : 1)) return [];
  if (board !== "upright") return [{ moves: found.join("."), words }];
  const list = notations.find(({ name }) => name === "moves") ?? own;
  const orders = isAddress ? [own, list] : isNamed ? [shown ?? own, own, list] : [list, own];
  return orders.flatMap(({ columns }, at) => {
    const isOther = orders.findIndex((one) => one.columns[0] === columns[0]) === at;
    return isOther && found.every((label) => columns.includes(label))
      ? [{ moves: found.map((label) => own.columns[columns.indexOf(label)]).join("."), words: `${words}, columns ${columns[0]} to ${columns.at(-1)}`, first: columns[0] }]
      : [];
  });
}

/** Discs and signs of messages, and the sides that they are. @type {Record<string, string>} */
const SIGNS = { "🔴": "red", "🟡": "yellow", "🟢": "green", "⚪": "white", "⚫": "black", "❌": "X", "⭕": "O", "⬜": "", "⬛": "" };

/**
 * A board in a form that every answer understands, and what was made of it: of pictures of discs, numbers of numpy (`1.`), blanks for empty
 * cells, and labels beside rows and columns. @param {string} text @param {GameMenu} menu @returns {{ text: string, words: string }}
 */
export function tidied(text, { rows, columns, sides, paint, board, notations }) {
  const unchanged = { text, words: "" };
  if (paint === null) return unchanged;
  const plain = text.replace(/[\ufe0f\r]/g, "");
  const signs = [...new Set(plain.match(/[^\s]/gu))];
  if (signs.length > 0 && signs.every((sign) => sign in SIGNS)) {
    const empty = signs.filter((sign) => !sides.includes(SIGNS[sign] ?? ""));
    const letter = (/** @type {string} */ sign) => paint.pieces[sides.indexOf(SIGNS[sign] ?? "")] ?? paint.empty;
    // Of two kinds of which neither is a side, nobody knows which is empty; nor is a disc of another game.
    return empty.length > 1 || empty.some((sign) => !"⚪⚫⬜⬛".includes(sign)) ? unchanged : { text: plain.replace(/[^\s]/gu, letter), words: empty.length === 1 ? `${empty[0]} is an empty cell` : "" };
  }
  const floats = /(?<![\w.])(-?\d)\.0*(?![\w.])/g;
  if ((plain.match(floats) ?? []).length >= rows * columns) return { text: plain.replace(floats, "$1"), words: "" };
  const lines = plain.replace(/\n$/, "").split("\n");
  const width = Math.max(...lines.map(({ length }) => length));
  if (lines.length === rows && width < 2 * columns && lines.every((line) => /^[ \w.-]*$/.test(line)) && lines.some((line) => /\w/.test(line))) {
    const isOdd = lines.some((line) => /^(?:..)*.\S/.test(line));
    // Where every other place is blank, only the width says whether these places are cells.
    const isDense = width <= columns && (isOdd || lines.every(({ length }) => length === columns));
    if (isDense || (width > columns && !isOdd)) {
      if (lines.every((line) => line.replaceAll(" ", "").length === columns)) return unchanged;
      const cells = lines.map((line) => Array.from({ length: columns }, (_, at) => (line[isDense ? at : 2 * at] ?? " ").replace(" ", paint.empty)).join(""));
      return { text: cells.join("\n"), words: "blanks are empty cells" };
    }
  }
  const parts = lines.map((line) => line.split(/[\s|,;:]+/).filter(Boolean)).filter(({ length }) => length > 0);
  const isHead = (/** @type {string[]} */ line) => notations.some((one) => one.columns.join("") === line.join("").toUpperCase());
  const body = parts.filter((line) => !isHead(line));
  const labels = body.slice(0, rows).map(([label]) => label).join(" ");
  const orders = notations.flatMap((one) => [one.rows, one.rows.toReversed()]).map((order) => order.join(" "));
  const isLabelled = orders.includes(labels) && body.slice(0, rows).every(([, ...line]) => line.length === columns || line.join("").length === columns);
  if (body.length < rows || (!isLabelled && body.length === parts.length)) return unchanged;
  const cells = body.slice(0, rows).map((line) => line.slice(isLabelled ? 1 : 0).join(" "));
  // Where pieces fall, they say which row is the top one.
  if (isLabelled && board !== "upright" && labels !== notations[0]?.rows.join(" ")) cells.reverse();
  return { text: [...cells, ...body.slice(rows).map((line) => line.join(" "))].join("\n"), words: "the labels are left out" };
}

/** An address without what follows it in a sentence: signs, a bracket that it has not opened, a full stop where no board ends in empty cells. @param {string} hash @returns {string} */
function alone(hash) {
  const has = (/** @type {RegExp} */ signs) => (hash.match(signs) ?? []).length;
  const isForeign = /[,;:!?]$/.test(hash) || (/[)\]]$/.test(hash) && has(/[)\]]/g) > has(/[([]/g)) || (/\.$/.test(hash) && !/;p=[^;]*$/.test(hash));
  return isForeign ? alone(hash.slice(0, -1)) : hash;
}

/**
 * What a text asks for: an address, or a line of a game, with the other meaning that it can have. Fails if a saved game is malformed. @param {string} text
 * @param {GameMenu} menu of the board @param {GameMenu[]} games @param {Notation} [shown] by the page @returns {{ hash: string } | { readings: [Reading, ...Reading[]] }}
 */
export function pasted(text, menu, games, shown) {
  if (text.length > MOST_CHARACTERS) throw new Error(`the text has ${text.length} characters; expected at most ${MOST_CHARACTERS}`);
  const address = /#v1;[^\s<>"'`“”’»]*/.exec(text);
  if (address !== null) return { hash: alone(address[0]) };
  if (text.trimStart().startsWith("Plyground game")) return { readings: [{ line: readGame(text.trimStart(), games), words: "a saved game" }] };
  const [moves, ...more] = movesIn(text, menu, shown).map(({ moves, words }) => ({ line: { game: menu.name, moves }, words }));
  if (moves !== undefined) return { readings: [moves, ...more] };
  const { text: start, words } = tidied(text, menu);
  return { readings: [{ line: { game: menu.name, start }, words }] };
}

// What an address asks for, and which parts of it are wrong.

/** Takes what it can from the values of an address; the server has to judge position and moves. @param {Map<string, string>} values @param {Menu} menu */
export function understand(values, menu) {
  /** @type {string[]} */
  const problems = [];
  /** The value, if it is one of these. @param {string} key @param {string[]} names */
  const oneOf = (key, names) => {
    const value = values.get(key);
    if (value === undefined || names.includes(value)) return value;
    problems.push(`${key}=${value}: expected ${names.join(", ")}`);
    return undefined;
  };
  const name = oneOf("g", menu.games.map((game) => game.name));
  const chosen = /** @type {GameMenu} */ (menu.games.find((game) => game.name === name) ?? menu.games[0]);
  oneOf("a", ["0", "1"]);
  oneOf("c", chosen.notations.map((notation) => notation.name));
  const view = oneOf("v", VIEW_IDS) ?? FIRST_VIEW;
  const index = values.get("i");
  const isIndex = index !== undefined && /^\d{1,4}$/.test(index);
  if (index !== undefined && !isIndex) problems.push(`i=${index}: expected a number of moves`);
  const player = (/** @type {string} */ key) => {
    const spec = values.get(key) ?? HUMAN;
    const problem = problemOf(spec, menu, chosen);
    if (problem === null) return spec;
    problems.push(`${key}=${spec}: ${problem}`);
    return HUMAN;
  };
  return {
    line: { game: chosen.name, start: values.get("p"), moves: values.get("m"), index: isIndex ? Number(index) : undefined },
    players: /** @type {[string, string]} */ ([player("1"), player("2")]),
    view,
    isTurned: oneOf("f", ["0", "1"]) === "1",
    problems,
  };
}
