// Puts the parts of the page together: what one part reports, the others show.

import { Analysis } from "./board/analysis.js";
import { Board } from "./board/board.js";
import { Controls } from "./board/controls.js";
import { Game, moveText } from "./board/game.js";
import { Card } from "./board/card.js";
import { Ending } from "./board/ending.js";
import { Gauge } from "./board/gauge.js";
import { levelOf, reseeded } from "./board/levels.js";
import { HUMAN } from "./board/players.js";
import { gameName, statusText, waitingText, whyClosed } from "./board/status.js";
import { threats as threatsOf } from "./board/threats.js";
import { Turns } from "./board/turns.js";
import { pasted } from "./editor/pasted.js";
import { Front } from "./front/front.js";
import { VALUED } from "./front/pictures.js";
import { accept, announce, banner, refuse } from "./shell/announce.js";
import * as api from "./shell/api.js";
import { capital, find, watchPresses } from "./shell/dom.js";
import { keepFocus } from "./shell/focus.js";
import { keys } from "./shell/keys.js";
import { Lazy } from "./shell/lazy.js";
import { understand } from "./opening.js";
import { counted } from "./shell/numbers.js";
import { lastGame, recall, remember, Session } from "./shell/session.js";
import { Sounds } from "./shell/sound.js";
import { Tabs } from "./shell/tabs.js";
import { theme } from "./shell/theme.js";
import { read } from "./shell/url.js";
import { FIRST_VIEW, GAME_KEYS, VIEW_IDS, VIEWS } from "./shell/views.js";

/** @typedef {import("./shell/types.d.ts").Move} Move */

/** Under this key the browser keeps whether threats are marked. */
const THREATS = "plyground.threats";

/** A move that is on its way for so many milliseconds is announced. */
const SLOW_MS = 150;

theme(find("#theme"));
keepFocus();
watchPresses();
const tabs = new Tabs(find("[role=tablist]"), find(".panels"));
tabs.show(FIRST_VIEW);

api.onConnection((isReachable) => banner("#offline", isReachable ? "" : api.away));

/** @type {import("./shell/types.d.ts").Menu} */
const menu = await api.getAtLast("games", (words) => { find("#status").textContent = words; });
const session = new Session();
const game = new Game(menu.games);
const turns = new Turns(game);
const analysis = new Analysis(game);

let view = FIRST_VIEW;
const rowOf = (/** @type {string} */ wanted) => VIEWS.find(({ id }) => id === wanted);
let isTurned = false;
let wantsThreats = recall(THREATS) === "1";
/** Counts loads. `reading` is the number of the newest load while it runs, and then nothing writes the address; else 0. */
let readings = 0;
let reading = 0;
/** Whether the last change of the position is animated. */
let isFresh = false;

/** The values of the address that is shown; `due` are those to be shown when something answers again. */
let valuesShown = session.values;
/** @type {Map<string, string> | null} */
let due = null;

const notation = () => {
  const all = game.menu.notations;
  // Some views always use the game's own notation: then the board beside them uses it too.
  if (rowOf(view)?.isInOwnNotation === true) return /** @type {import("./shell/types.d.ts").Notation} */ (all[0]);
  return /** @type {import("./shell/types.d.ts").Notation} */ (all.find((notation) => notation.name === session.get("c")) ?? all[0]);
};

// What people do.

/** @param {() => Promise<void>} act */
async function attempt(act) {
  try {
    accept();
    await act();
    return true;
  } catch (error) {
    refuse(api.errorText(error));
    return false;
  }
}

/** The view that is shown, once it is loaded. */
const shown = () => views.get(view)?.view ?? null;

/** The recorded game that is looked at, which nobody changes. */
const recorded = () => shown()?.recorded?.() ?? null;
/** A position that the board shows instead of that of the game. */
const elsewhere = () => shown()?.elsewhere?.() ?? null;
const closed = () => elsewhere()?.closed ?? (recorded() === null ? whyClosed(turns) : "This game is recorded: “Play on from here”, beside its turns, begins a game of your own.");

/** Fails if nobody may make a move now. */
function expectOpen() {
  const why = closed();
  if (why !== null) throw new Error(why.replace(/\.$/, ""));
}

const playMove = (/** @type {Move} */ move) => attempt(async () => {
  expectOpen();
  await game.play(move.move, undefined, expectOpen);
});

/** @param {string} text */
async function playTyped(text) {
  // The next move can be typed while this one is on its way.
  controls.clear();
  const isPlayed = await attempt(async () => {
    expectOpen();
    if (text.trim() === "") throw new Error(`type ${notation().placeholder}`);
    await game.play(text, notation().name, expectOpen);
  });
  if (!isPlayed) controls.reject(text);
}

const step = (/** @type {number} */ index) => void attempt(() => game.step(index));

/**
 * @param {[string, string]} players
 * @param {"replace" | "push"} [how]
 */
function setPlayers(players, how) {
  turns.stop();
  turns.players = players;
  sync(how);
  // A computer that is to move moves as soon as it gets a side. Only at the start of a game, two computers wait for a press
  // of the button.
  if (game.isAtEnd && turns.mover !== HUMAN && (game.played.length > 0 || players.includes(HUMAN))) turns.go();
  render();
}

/**
 * Puts a game on the board. It returns false if something newer was asked for; the caller then does nothing more.
 * @param {import("./board/game.js").Line} line
 */
async function load(line) {
  const mine = ++readings;
  find("#read-as").textContent = "";
  due = null;
  reading = mine;
  let isTaken = false;
  try {
    isTaken = await game.load(line);
  } finally {
    // An older load must not end the reading of a newer one.
    if (reading === mine) reading = 0;
  }
  // A step on the board came first, but could not write the address while this load ran.
  if (!isTaken && mine === readings) sync();
  return isTaken;
}

/**
 * Begins a game. Until it is loaded, all settings belong to the game on the board. If the new game has other rules, the
 * players, the notation and the turned board of the old one are dropped.
 * @param {import("./board/game.js").Line} line
 * @param {import("./shell/types.d.ts").Beginning} [how]
 * @returns {Promise<boolean>} whether it took effect
 */
async function begin(line, { history = "push", players } = {}) {
  const before = game.menu;
  if (!(await load(line))) return false;
  const isOther = game.menu !== before;
  if (isOther) isTurned = false;
  turns.players = players ?? (isOther ? [HUMAN, HUMAN] : turns.players);
  sync(history, [...GAME_KEYS, ...(isOther ? ["c"] : [])]);
  render();
  return true;
}

/** @param {string} name */
async function beginOther(name) {
  // The selector shows the game on the board, not the one that was wanted.
  if (!(await attempt(async () => void (await begin({ game: name }))))) render();
}

/**
 * Puts on the board what somebody has pasted as a position, and says what it was read as.
 * @param {string} text
 * @returns {Promise<boolean>} whether a position is on the board, and not what an address asked for
 */
async function take(text) {
  const asked = pasted(text, game.menu, menu.games);
  if ("hash" in asked) {
    await context.page.follow(asked.hash);
    return false;
  }
  if (!(await begin(asked.line))) return false;
  find("#read-as").textContent = `Read as ${asked.words || game.readAs}.`;
  return true;
}

// What is pasted anywhere but into a control is a position.
addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text.trim() === "" || (event.target instanceof Element && event.target.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea, dialog") !== null)) return;
  event.preventDefault();
  void attempt(async () => { if ((await take(text)) && recorded() !== null) await openView(FIRST_VIEW); });
});

/** @param {import("./shell/types.d.ts").Example} example */
const openExample = (example) => attempt(async () => {
  const line = { game: example.game, start: example.position ?? "", notation: example.position === null ? undefined : example.notation, moves: example.moves };
  if (!(await begin(line, { players: example.players === null ? [HUMAN, HUMAN] : [...example.players] }))) return;
  const { search } = example;
  const s = search === null ? undefined : [menu.searches.find(({ name }) => name === search.algorithm)?.letter, search.depth, search.cut === "beyond" ? "gt" : "ge", search.evaluation].join(",");
  session.set({ c: example.notation, s });
  void openView(example.view, "replace");
  session.dispatchEvent(new Event("outside"));
  render();
});

// The parts.

const board = new Board(find("#board"), {
  move: (move) => void playMove(move),
  paint: (cell) => shown()?.paint?.(cell),
  value: () => announce(elsewhere()?.words ?? analysis.words(notation().name)),
});

const sides = /** @type {const} */ ([0, 1]).map((order) => new Card(find(`#side-${order + 1}`), menu, (spec) => {
  const players = /** @type {[string, string]} */ ([...turns.players]);
  players[order] = spec;
  setPlayers(players);
}));

const controls = new Controls(find("#controls"), turns, { typed: (text) => void playTyped(text), step });

const gauge = new Gauge(find("#gauge"));
const sounds = new Sounds(find("#sound"));

/**
 * Begins the game again. If a computer is to move, it starts at once.
 * @param {[string, string]} players
 */
async function rematch(players) {
  const seed = Math.floor(Math.random() * 1e6);
  const again = /** @type {[string, string]} */ (players.map((spec) => (levelOf(spec, game.menu) === null ? spec : reseeded(spec, seed))));
  await attempt(async () => {
    if (!(await begin({ game: game.menu.name, start: game.start }, { players: again }))) return;
    if (turns.mover !== HUMAN) turns.go();
    board.focus();
  });
}

const ending = new Ending(find("#ending"), {
  rematch: () => void rematch([...turns.players]),
  swap: () => void rematch([turns.players[1], turns.players[0]]),
  review: () => void openView("analyse").then(() => shown()?.review?.()),
});

const front = new Front(find("#front"), menu, {
  play(spec) {
    setPlayers([HUMAN, reseeded(spec, Math.floor(Math.random() * 1e6))], "push");
    board.focus();
  },
  analyse: () => void attempt(async () => {
    if (await begin({ game: menu.games[0]?.name ?? "", moves: VALUED })) await openView("analyse", "replace");
  }),
  paste: () => void openView("edit").then(() => shown()?.focus?.()),
  search() {
    const example = menu.examples.find(({ view: where, search }) => where === "tree" && search !== null);
    if (example !== undefined) void openExample(example);
  },
  resume() {
    const last = lastGame();
    if (last !== null) void context.page.follow(last);
  },
});
const hasLast = lastGame() !== null;

let isFolded = true;
const fold = find("#fold");
fold.addEventListener("click", () => {
  isFolded = !isFolded;
  render();
});

const games = /** @type {HTMLSelectElement} */ (find("#game"));
games.replaceChildren(...menu.games.map((one) => new Option(gameName(one.name), one.name)));
games.addEventListener("change", () => void beginOther(games.value));

keys({ dialog: find("#keys"), opener: find("#show-keys"), isOn: find("#keys-on"), board: find("#board") }, {
  undo: () => step(turns.undoIndex),
  redo: () => step(turns.redoIndex),
  previous: () => step(game.index - 1),
  next: () => step(game.index + 1),
});

// The views.

/** @type {import("./shell/types.d.ts").Context} */
const context = {
  isFrame: false,
  menu,
  api,
  game,
  turns,
  analysis,
  notation,
  position: () => game.params(),
  onPositionChange: (listener) => game.addEventListener("change", listener),
  url: {
    get: (key) => session.get(key),
    set: (values, how) => session.set(values, how),
    onChange: (listener) => session.addEventListener("outside", listener),
    link: () => session.link,
  },
  announce,
  page: {
    attempt,
    begin,
    move: (move) => void playMove(move),
    step,
    setPlayers,
    turnBoard() {
      isTurned = !isTurned;
      sync();
      render();
    },
    focusBoard: () => board.focus(),
    rematch: (players) => void rematch(players),
    threats: {
      get isOffered() { return canThreaten(); },
      get isOn() { return wantsThreats; },
      set(isOn) {
        wantsThreats = isOn;
        remember(THREATS, isOn ? "1" : "");
        renderBoard();
      },
    },
    show: openView,
    async follow(hash) {
      Object.assign(session, read(hash));
      if (!(await open())) return;
      sync("push");
      board.focus();
    },
    take,
    openExample: (example) => void openExample(example),
    render,
    renderBoard,
  },
};

const views = new Map(VIEWS.map((row) => [row.id, new Lazy(row, find(`#${row.id}`), context)]));
await Promise.all(VIEWS.map(({ id, isEager }) => isEager === true && views.get(id)?.load()));
tabs.listen((chosen, how) => void openView(chosen, how));

/** @param {string} wanted */
async function showView(wanted) {
  view = VIEW_IDS.includes(wanted) ? wanted : FIRST_VIEW;
  tabs.show(view);
  analysis.switch(rowOf(view)?.hasValues === true && session.get("a") === "1");
  const wasLoaded = shown() !== null;
  render();
  await Promise.all([...views].map(([name, one]) => one.show(name === view)));
  if (!wasLoaded) render();
}

/**
 * Shows a view because somebody asked for it, and says so in the address. Back leads to the view before it. The focus goes
 * to its tab, unless it is on a tab.
 * @param {string} wanted
 * @param {"replace" | "push"} [how]
 */
function openView(wanted, how = "push") {
  const isShown = showView(wanted);
  sync(how);
  tabs.focus();
  return isShown;
}

// Address and page.

/**
 * @param {"replace" | "push"} [how]
 * @param {string[]} [gone] keys to remove from the address; the entry to which Back leads keeps them
 */
function sync(how, gone = []) {
  if (reading !== 0) return;
  const isAlone = turns.players.every((spec) => spec === HUMAN);
  session.set({
    ...Object.fromEntries(gone.map((key) => [key, undefined])),
    g: game.menu.name,
    p: game.start,
    m: game.moves(),
    i: game.isAtEnd ? undefined : String(game.index),
    1: isAlone ? undefined : turns.players[0],
    2: isAlone ? undefined : turns.players[1],
    v: view === FIRST_VIEW ? undefined : view,
    f: isTurned ? "1" : undefined,
  }, how);
}

/**
 * Shows what the address says, and names its mistakes.
 * @returns {Promise<boolean>} whether it is shown, and nothing newer instead
 */
async function open() {
  const wanted = session.values;
  const asked = understand(wanted, menu);
  const problems = [...session.problems, ...asked.problems];
  let unanswered = "";
  try {
    if (!(await load(asked.line))) return false;
    const { length } = game.played;
    if ((asked.line.index ?? 0) > length) problems.push(`i=${asked.line.index}: expected at most ${length}, since the game has ${counted(length, "move")}`);
  } catch (error) {
    const words = api.errorText(error).replace(/\.$/, "");
    const isRefused = error instanceof api.ApiError;
    const legal = isRefused ? error.error.legal : undefined;
    if (isRefused) problems.push(legal === undefined ? words : `${words}; the board shows the game up to there`);
    const instead = legal === undefined ? { game: asked.line.game } : { ...asked.line, moves: legal, index: undefined };
    const start = isRefused || api.isSite ? await loadInstead(instead) : "failed";
    if (start === "overtaken") return false;
    if (start === "failed") {
      // Nothing answers: the board and its settings stay as they are.
      if (game.position === null) find("#status").textContent = `${words}.`;
      else banner("#wrong-address", `${words}. What this address asks for is shown when something answers again.`);
      session.values = valuesShown;
      due = wanted;
      return false;
    }
    if (!isRefused) {
      unanswered = `The board shows the start of the game instead of what this address asks for: ${words.charAt(0).toLowerCase()}${words.slice(1)}. `;
    }
  }
  valuesShown = wanted;
  turns.players = asked.players;
  isTurned = asked.isTurned;
  banner("#wrong-address", `${unanswered}${problems.length === 0 ? "" : `Part of this address cannot be read. ${problems.join("; ")}.`}`);
  session.dispatchEvent(new Event("outside"));
  void showView(asked.view);
  return true;
}

/**
 * Loads what is shown instead of what cannot be: the start position of a game, which a static site has in a file when nothing
 * computes, or the legal moves of a line.
 * @param {import("./board/game.js").Line} line
 * @returns {Promise<"loaded" | "overtaken" | "failed">}
 */
async function loadInstead(line) {
  try {
    return (await load(line)) ? "loaded" : "overtaken";
  } catch {
    return "failed";
  }
}

// Showing.

function renderBoard() {
  const { menu: chosen } = game;
  const other = elsewhere();
  const position = other?.position ?? game.position;
  if (position === null) return;
  const { columns, rows } = notation();
  board.render({
    menu: chosen,
    cells: position.board.cells,
    columns,
    rows,
    turn: position.turn,
    moves: other === null ? position.moves : [],
    isTurned,
    closed: closed(),
    isWaiting: isSlow(),
    marked: position.marked,
    lines: position.outcome === null || isCounted() ? [] : position.lines.map(({ cells }) => cells),
    best: other === null ? bestMoves() : [],
    threats: other === null && marksThreats() ? game.menu.sides.flatMap((side, order) => threatsOf(position.board.cells, side).map((cell) => ({ side: /** @type {0 | 1} */ (order), cell }))) : [],
    last: (other === null ? game.played[game.index - 1] : position.played.at(-1)) ?? null,
    spots: [],
    values: other === null ? analysis.values : new Map(),
    isEdited: false,
    animates: isFresh && other === null,
    ...shown()?.board?.(),
  });
  isFresh = false;
}

/** The best moves, as far as they are known and asked for. */
function bestMoves() {
  const { found, isOn } = analysis;
  if (!isOn || game.position === null) return [];
  const best = found.position?.best.length ? found.position.best : found.depth === null ? [] : [found.depth.move];
  return game.position.moves.filter(({ move }) => best.includes(move));
}

/** Whether lines give points and the game continues after them. */
const isCounted = () => game.menu.solver === "points";

/** Lines win in these games, so that a cell can threaten to complete one. */
const canThreaten = () => game.menu.board !== "chequered" && !isCounted();
const marksThreats = () => canThreaten() && wantsThreats;

/** Whether a move is on its way for so long that somebody could believe that it was lost. */
const isSlow = () => game.waiting !== null && performance.now() - game.waiting.since >= SLOW_MS;

function renderStatus() {
  const status = find("#status");
  const other = elsewhere();
  const text = other?.words ?? recorded()?.words ?? (isSlow() ? waitingText(turns) : statusText(turns));
  if (status.textContent !== text) status.textContent = text;
  const position = other?.position ?? game.position;
  status.classList.toggle("over", position !== null && position.outcome !== null);
  const seconds = turns.thinking === null ? null : Math.floor((performance.now() - turns.since) / 1000);
  sides.forEach((side, order) => side.think(game.position?.turn === game.menu.sides[order] ? seconds : null));
}

/** Whether the page has to be rendered again after the current task. */
let isStale = false;

/** Renders the page once for all changes of the current task. */
function renderSoon() {
  if (isStale) return;
  isStale = true;
  queueMicrotask(() => { if (isStale) render(); });
}

function render() {
  isStale = false;
  const { position } = game;
  if (position === null) return;
  const named = notation();
  games.value = game.menu.name;
  find("main").dataset["turned"] = String(isTurned);
  const played = recorded();
  find("main").toggleAttribute("data-recorded", played !== null);
  const isFolding = rowOf(view)?.isFolding === true;
  find("main").toggleAttribute("data-folding", isFolding);
  find("main").toggleAttribute("data-folded", isFolding && isFolded);
  fold.setAttribute("aria-expanded", String(!isFolded));
  fold.textContent = isFolded ? "Show the board" : "Hide the board";
  find("main").dataset["board"] = game.menu.board;
  const isNew = view === FIRST_VIEW && game.played.length === 0 && game.start === "" && turns.players.every((spec) => spec === HUMAN);
  find("main").toggleAttribute("data-front", isNew);
  front.render(isNew, game.menu, hasLast);
  const other = elsewhere();
  ending.render(played === null && other === null && (position.outcome !== null || turns.forfeit !== null), rowOf(view)?.hasValues !== true);
  sides.forEach((side, order) => {
    const at = order === 0 ? 0 : 1;
    side.render(game.menu, at, turns.players[at], played?.names[at] ?? null);
  });
  game.menu.sides.forEach((side, order) => {
    const { quadruples, turn, outcome } = other?.position ?? position;
    const count = quadruples?.[side] ?? 0;
    find(`#score-${order + 1}`).textContent = game.menu.name === "max-connect-four" ? counted(count, "quadruple") : "";
    find(`#side-${order + 1}`).classList.toggle("to-move", turn === side && outcome === null);
  });
  renderStatus();
  gauge.render(analysis, other === null, named.name);
  controls.render(named);
  shown()?.render?.();
  renderBoard();
  // The page has drawn over the first board of the document, and can answer now.
  delete document.documentElement.dataset["awaits"];
  find("#front").inert = false;
  find("#board").inert = false;
}

/** Whether the page says that it waits for the server's answer to moves. */
let isSlowShown = false;
game.addEventListener("pending", () => {
  const show = () => {
    if (!isSlow() && !isSlowShown) return;
    isSlowShown = isSlow();
    renderStatus();
    renderBoard();
  };
  if (game.waiting !== null) setTimeout(show, SLOW_MS);
  show();
});
/** @type {import("./board/game.js").Left | null} */
let left = null;
game.addEventListener("change", (event) => {
  const change = /** @type {import("./board/game.js").Change} */ (/** @type {CustomEvent} */ (event).detail);
  const move = game.played[game.index - 1];
  isFresh = change === "play" || (change === "step" && turns.isReplaying);
  if (isFresh && move !== undefined) {
    sounds.play(move.takes ? "capture" : move.from === null ? "drop" : "slide");
    if (game.position?.outcome !== null) sounds.play("over");
  }
  if (change !== "load") {
    accept();
    find("#read-as").textContent = "";
  }
  // Back leads to the line that a move has replaced.
  sync(change === "play" && game.left !== left ? "push" : "replace");
  // A game is kept as the last game only if somebody has played a move in it here: not an example or a link.
  if (change === "play") session.keepLast();
  left = game.left;
  render();
  if (change === "load" || game.position === null) return;
  const after = game.position.outcome === null ? `${capital(game.position.turn)} to move.` : `${capital(game.position.outcome.words)}.`;
  const played = move === undefined ? "Start." : `${capital(move.side)}: ${game.menu.move_noun} ${moveText(move, notation().name)}.`;
  announce(change === "play" ? `${played} ${after}` : `Move ${game.index} of ${game.played.length}. ${played} ${after}`);
});
turns.addEventListener("change", renderSoon);
turns.addEventListener("halt", () => announce(statusText(turns)));
setInterval(() => { if (turns.thinking !== null) renderStatus(); }, 1000);
analysis.addEventListener("change", () => {
  gauge.render(analysis, elsewhere() === null, notation().name);
  renderBoard();
});
session.addEventListener("change", () => void open());
api.onConnection((isReachable) => {
  if (!isReachable) return;
  if (due === null) return analysis.again();
  session.values = due;
  void open();
});

await open();
api.warm();
