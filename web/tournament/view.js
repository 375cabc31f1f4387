// The tournament view: the state of tournaments while they are played or afterwards, and their games turn by turn.
// This module connects the parts.

import { HUMAN } from "../board/players.js";
import { textOf } from "../shell/address.js";
import { announce, attempt, copyButton } from "../shell/announce.js";
import { errorText, get, listen, noTournament, openTournament } from "../shell/api.js";
import { capital, redraw } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";
import { Replay } from "./replay.js";
import { changed, Games, named, SIZE, Tables } from "./table.js";
import { isIdle, readWanted, standing, writeWanted } from "./words.js";

/** @import { Page, Replayed, Short, TournamentContext, Wanted, Whole } from "./types.d.ts" */

/** How often the time since the last game is updated, in milliseconds. */
const CLOCK_MS = 5000;

/** Longer files are not read: some 6,000 games are written in so many bytes. */
const MOST_BYTES = 128 << 20;

/** After a broken stream the next one begins so many milliseconds later. */
const RETRY_MS = 2000;

/** What to type to see one. */
const START = ["plyground tournament init class --assignment comp3608", "plyground tournament run class", "plyground serve --tournament class"];

/** Nothing is asked for until the view is shown. @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, context) => {
  const { game, turns, page } = context;
  /** @type {TournamentContext["play"]} */
  const play = (player, order, name) => void attempt(async () => {
    const line = name === null ? { game: game.menu.name, start: game.start, moves: game.moves(game.index) } : { game: name };
    const spec = player === null ? HUMAN : `program:${player}`;
    if (!(await page.begin(line, { players: order === 0 ? [spec, HUMAN] : [HUMAN, spec] }))) return;
    void page.openView("play");
    if (turns.mover !== HUMAN) turns.go();
    page.focusBoard();
  });
  const view = new TournamentView(place, { ...context, play });
  game.addEventListener("change", () => view.moved());
  context.url.addEventListener("outside", () => void view.refresh());
  return { shown: (isShown) => view.show(isShown), recorded: () => view.recorded };
};

class TournamentView {
  /** @param {HTMLElement} place @param {TournamentContext} context */
  constructor(place, context) {
    this.place = place;
    this.context = context;
    this.isShown = false;
    /** @type {Wanted} */
    this.wanted = readWanted().wanted;
    /** @type {Short[]} */
    this.list = [];
    /** @type {Whole | null} */
    this.whole = null;
    /** @type {Page | null} */
    this.page = null;
    /** The recorded game that the board shows. @type {Replayed | null} */
    this.game = null;
    /** What is wrong; empty if nothing is. */
    this.problem = "";
    /** What is wrong with the file that was opened; empty if nothing is. A refresh says nothing of it. */
    this.unread = "";
    /** Counts refreshes: what an older one finds is not shown any more. */
    this.asked = 0;
    /** The refresh that was drawn last. */
    this.drawn = 0;
    /** The refresh whose game the board is being given; 0 if it is given none. */
    this.loading = 0;
    /** The news that came last, and what looks at news one after the other. @type {Short | null} */
    this.unheard = null;
    this.hearing = Promise.resolve();
    /** When the tournament was last loaded. */
    this.loadedAt = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
    this.news = new News((short) => this.heard(short));
    this.starts = START.map((command) => commandLine(command, copyButton("command", () => command)));
    this.copyResume = copyButton("command", () => this.short?.command ?? "");
    this.tables = new Tables({
      filter: (entrant, fault) => {
        this.go({ entrant, fault, from: 0 });
        this.games.heading.scrollIntoView({ block: "start" });
        this.games.heading.focus({ preventScroll: true });
      },
      play: (player) => context.play(player, 1, this.whole?.game ?? null),
    });
    this.games = new Games({ filter: (filter) => this.go(filter), open: (id) => this.go({ game: id }) });
    this.replay = new Replay(context, { close: () => this.go({ game: null }) });
    /** Whether something is to be drawn when what is pressed is released. */
    this.isLate = false;
    for (const name of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(name, () => setTimeout(() => { if (this.isLate) this.render(); }));
    this.render();
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    clearInterval(this.clock);
    if (isShown) {
      this.list = [];
      this.whole = null;
      // How long nothing has happened is said while games are played. A refresh that is on its way draws at its end.
      this.clock = setInterval(() => { if (this.drawn === this.asked && this.short?.state === "running") this.render(); }, CLOCK_MS);
      void this.refresh();
    } else {
      this.news.follow(null);
    }
  }

  /** @param {number | null} tournament */
  choose(tournament) {
    this.go({ tournament, game: null, entrant: null, fault: "", from: 0 });
  }

  /** Opens the file of a tournament. @param {HTMLInputElement} input */
  async take(input) {
    const file = input.files?.[0];
    if (file === undefined) return;
    this.problem = "";
    this.unread = "";
    this.render();
    try {
      const number = await /** @type {NonNullable<typeof openTournament>} */ (openTournament)(file.name, await textOf(file, MOST_BYTES));
      this.list = [];
      this.choose(number);
    } catch (error) {
      this.unread = errorText(error);
      this.render();
    }
    // The same file can be chosen again.
    input.value = "";
  }

  /** Shows something else, and says so in the address. @param {Partial<Wanted>} change */
  go(change) {
    // Opening and closing a game are steps that Back takes back.
    this.context.url.set({ t: writeWanted({ ...this.wanted, ...change }) }, "game" in change ? "push" : "replace");
    // What fails once more is said once more.
    this.problem = "";
    this.unread = "";
    this.render();
    void this.refresh();
  }

  /** Shows what the address says. */
  async refresh() {
    if (!this.isShown) return;
    const mine = ++this.asked;
    const { wanted, problem } = readWanted(this.context.url.get("t"));
    const isOther = wanted.tournament !== this.wanted.tournament;
    this.wanted = wanted;
    try {
      if (this.list.length === 0) this.list = (await get("tournaments")).tournaments;
      const [only] = this.list;
      if (wanted.tournament === null && this.list.length === 1 && only !== undefined) wanted.tournament = only.tournament;
      const { tournament } = wanted;
      if (isOther) {
        this.whole = null;
        this.page = null;
        this.release();
      }
      if (this.news.number !== tournament) this.news.follow(null);
      if (tournament !== null && this.whole === null) await this.load(tournament, mine);
      if (mine !== this.asked) return;
      // Only now: for a tournament that does not exist, the stream of news would be opened again and again.
      this.news.follow(tournament);
      await this.loadGames(mine);
      if (mine !== this.asked) return;
      await this.open(mine);
      this.problem = problem === null ? "" : `${problem}.`;
    } catch (error) {
      if (mine === this.asked) this.problem = errorText(error);
    }
    if (mine !== this.asked) return;
    const [wasInList, wasInGame] = [".games-list", ".replay"].map((part) => this.place.querySelector(part)?.contains(document.activeElement));
    this.drawn = mine;
    this.render();
    // A game opened from the list: its name gets the focus. A closed game: the heading of the list gets it.
    if (wasInList && this.game !== null) this.replay.root.querySelector("h3")?.focus();
    if (wasInGame && this.game === null) this.games.heading.focus();
  }

  /** @param {number} tournament @param {number} mine */
  async load(tournament, mine) {
    /** @type {Whole | Short} */
    const answer = await get(`tournaments/${tournament}`);
    if (mine !== this.asked) return;
    this.list = this.list.map((short) => (short.tournament === tournament ? answer : short));
    this.whole = "entrants" in answer ? answer : null;
    this.loadedAt = performance.now();
  }

  /** @param {number} mine */
  async loadGames(mine) {
    const { tournament, entrant, fault, from } = this.wanted;
    if (tournament === null || this.whole === null) return;
    const page = await get(`tournaments/${tournament}/games`, { entrant: entrant ?? undefined, fault, from, count: SIZE });
    if (mine === this.asked) this.page = page;
  }

  /** Opens the game that is wanted, or closes the one that is not. @param {number} mine */
  async open(mine) {
    const { tournament, game } = this.wanted;
    if (tournament === null || game === null) return this.release();
    const { game: onBoard, turns, page } = this.context;
    const isNew = this.game?.id !== game;
    /** @type {Replayed} */
    const found = isNew ? await get(`tournaments/${tournament}/games/${game}`) : this.game;
    if (mine !== this.asked) return;
    this.game = found;
    this.replay.open(found);
    this.loading = mine;
    let isThere = this.isOnBoard(found);
    try {
      if (isThere) onBoard.dispatchEvent(new CustomEvent("change", { detail: "load" }));
      else {
        turns.stop();
        isThere = await page.begin({ game: found.game, start: found.position, moves: found.moves }, { history: isNew ? "replace" : "push", players: [HUMAN, HUMAN] });
      }
    } finally {
      // Another game may have been opened meanwhile.
      if (this.loading === mine) {
        this.loading = 0;
        if (!isThere) this.release();
      }
    }
  }

  /** @param {Replayed} game */
  isOnBoard(game) {
    const { game: onBoard } = this.context;
    return onBoard.menu.name === game.game && (onBoard.start || onBoard.menu.start) === game.position && onBoard.moves() === game.moves.replace(/[[\]]/g, "");
  }

  /** The board shows no recorded game any more. */
  release() {
    if (this.game === null) return;
    this.game = null;
    this.context.turns.dispatchEvent(new Event("change"));
  }

  /** How the page shows the recorded game. Only its end is put in our words: a fault may have decided it. */
  get recorded() {
    const { game, context: { game: onBoard } } = this;
    if (game === null) return null;
    const isOver = onBoard.position !== null && onBoard.isAtEnd;
    return { names: game.entrants.map(({ name }) => name), words: isOver ? `${capital(game.result.words)}.` : null };
  }

  /** The position on the board is another one. */
  moved() {
    if (!this.isShown || this.loading > 0 || this.game === null) return;
    // If another game is on the board now, this game is closed.
    if (this.isOnBoard(this.game)) this.replay.render();
    else this.go({ game: null });
  }

  /** Records were added, or the folder is in another state. @param {Short} short */
  heard(short) {
    this.unheard = short;
    this.hearing = this.hearing.then(() => (this.unheard === short ? this.hear(short) : undefined));
  }

  /** @param {Short} short */
  async hear(short) {
    if (short.tournament !== this.wanted.tournament || this.whole?.version === short.version) return;
    const mine = this.asked;
    const state = this.short?.state;
    try {
      await this.load(short.tournament, mine);
      if (this.game === null) await this.loadGames(mine);
      if (mine === this.asked) this.problem = "";
    } catch (error) {
      if (mine === this.asked) this.problem = errorText(error);
    }
    if (mine !== this.asked) return;
    if (short.state !== state) announce(standing(short));
    this.render();
  }

  /** The chosen tournament in a few words. */
  get short() {
    return this.list.find(({ tournament }) => tournament === this.wanted.tournament) ?? null;
  }

  render() {
    // Rows are matched by their places: none changes its place under a press, and the focus goes with its row.
    this.isLate = this.place.querySelector("button:active") !== null;
    if (this.isLate) return;
    const { activeElement } = document;
    const key = activeElement instanceof HTMLElement && this.place.contains(activeElement) ? activeElement.dataset["key"] : undefined;
    const { list, wanted, short } = this;
    const problem = this.unread || this.problem;
    const isGame = this.game !== null && wanted.game !== null;
    redraw(html`
      <div class="tournament-view">
        <div class="row">${list.length > 1 || (list.length === 1 && wanted.tournament === null) ? this.choice() : nothing}</div>
        <h2>${short?.name ? named(short.name) : "Tournaments"}</h2>
        ${openTournament === null
          ? html`<div class="starters" ?hidden=${this.drawn === 0 || list.length > 0}><p>No tournament was given when the server was started. This begins one, plays it, and shows it here while it is played:</p>${this.starts}</div>`
          : html`<div class="starters"><p>${noTournament}</p><label>Open the file of a tournament <input type="file" accept=".json,application/json" @change=${changed((/** @type {HTMLInputElement} */ input) => void this.take(input))}></label></div>`}
        <div class="problems" role="alert">${problem === "" ? nothing : html`<p>${problem}</p>`}</div>
        ${isGame ? this.replay.root : nothing}
        ${short === null ? nothing : html`<div class="overview" ?hidden=${isGame}>${this.overview(short)}</div>`}
      </div>`, this.place, () => (this.games.heading.checkVisibility() ? this.games.heading : this.place.querySelector("h2")));
    // In its place, because it scrolls to its turn.
    if (isGame) this.replay.render();
    if (key === undefined || (document.activeElement instanceof HTMLElement && document.activeElement.dataset["key"] === key)) return;
    /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
  }

  /** The state of the tournament now, and its tables. @param {Short} found */
  overview(found) {
    const { whole, page } = this;
    const short = { ...found, idle_seconds: found.idle_seconds === null ? null : found.idle_seconds + (performance.now() - this.loadedAt) / 1000 };
    const { of, done, state } = short;
    const sides = this.context.menu.games.find(({ name }) => name === whole?.game)?.sides;
    return html`
      <p class="headline">${standing(short)}</p>
      <progress aria-label="Games played" max=${of || 1} value=${done ?? 0} ?hidden=${of === null || state === "finished"}></progress>
      <div class="resume">${this.resume(short)}</div>
      ${whole === null ? nothing : this.tables.template(whole)}
      ${whole === null || page === null || sides === undefined || whole.of === null ? nothing : this.games.template(whole, sides, this.wanted, page)}`;
  }

  /** How to mend the folder, or to go on if nothing happens. @param {Short} short */
  resume(short) {
    const { problem, command, state } = short;
    if (problem !== null) return html`<div class="problems"><p><bdi>${problem.message}</bdi>.</p><p>To mend it: ${problem.remedy}.</p></div>`;
    if (!isIdle(short) || command === null) return nothing;
    return html`<p>${state === "running" ? "If nothing is playing any more, this goes on:" : "This plays it:"}</p>${commandLine(command, this.copyResume)}`;
  }

  /** Which tournament. */
  choice() {
    const { list, wanted } = this;
    return html`
      <select aria-label="Tournament" @change=${changed(({ value }) => this.choose(value === "" ? null : Number(value)))}>
        ${wanted.tournament === null ? html`<option value="">Choose a tournament</option>` : nothing}
        ${list.map(({ tournament, name, folder }) => html`<option value=${tournament} .selected=${tournament === wanted.tournament}>${name === null ? folder : `${name} (${folder})`}</option>`)}
      </select>`;
  }
}

const commandLine = (/** @type {string} */ command, /** @type {HTMLButtonElement} */ copy) => html`<div class="command"><code>${command}</code>${copy}</div>`;

/** News of one tournament at a time, and none while nobody can see the page. */
class News {
  /** @param {(short: Short) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {number | null} */
    this.number = null;
    this.stop = () => {};
    document.addEventListener("visibilitychange", () => this.begin());
  }

  /** @param {number | null} number */
  follow(number) {
    if (number === this.number) return;
    this.number = number;
    this.begin();
  }

  begin() {
    this.stop();
    this.stop = () => {};
    const { number } = this;
    if (number === null || document.hidden) return;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isStopped = false;
    const close = listen(`tournaments/${number}/news`, {}, ["news"], (name, data) => {
      if (isStopped) return;
      if (name === "news") this.changed(data);
      else timer = setTimeout(() => this.begin(), RETRY_MS);
    });
    this.stop = () => {
      isStopped = true;
      clearTimeout(timer);
      close();
    };
  }
}
