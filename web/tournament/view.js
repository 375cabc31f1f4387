// The tournament view: the state of tournaments while they are played or afterwards, and their games turn by turn.
// This module connects the parts.

import { HUMAN } from "../board/players.js";
import { copyButton } from "../shell/announce.js";
import { errorText } from "../shell/api.js";
import { fill, make } from "../shell/dom.js";
import { Replay } from "./replay.js";
import * as source from "./source.js";
import { opener, Recorded } from "./source.js";
import { Games, named, SIZE, Tables } from "./table.js";
import { isIdle, readWanted, standing, writeWanted } from "./words.js";

/** @typedef {import("./types.d.ts").TournamentContext} TournamentContext */
/** @typedef {import("./types.d.ts").Short} Short */
/** @typedef {import("./types.d.ts").Wanted} Wanted */
/** @typedef {import("./types.d.ts").Whole} Whole */

/** How often the time since the last game is updated, in milliseconds. */
const CLOCK_MS = 5000;

/** What to type to see one. */
const START = ["plyground tournament init class --assignment comp3608", "plyground tournament run class", "plyground serve --tournament class"];

/**
 * Nothing is asked for until the view is shown.
 * @type {import("../shell/types.d.ts").Mount}
 */
export const mount = (place, context) => {
  const { game, turns, page } = context;
  const board = new Recorded(context);
  /** @type {import("./types.d.ts").TournamentContext["play"]} */
  const play = (player, order, name) => void page.attempt(async () => {
    const line = name === null ? { game: game.menu.name, start: game.start, moves: game.moves(game.index) } : { game: name };
    const spec = player === null ? HUMAN : `program:${player}`;
    if (!(await page.begin(line, { players: order === 0 ? [spec, HUMAN] : [HUMAN, spec] }))) return;
    void page.show("play");
    if (turns.mover !== HUMAN) turns.go();
    page.focusBoard();
  });
  const view = new TournamentView({ ...context, board, play });
  place.append(view.root);
  context.onPositionChange(() => view.moved());
  context.url.onChange(() => void view.refresh());
  return { shown: (isShown) => view.show(isShown), recorded: () => board.shown };
};

class TournamentView {
  /** @param {TournamentContext} context */
  constructor(context) {
    this.context = context;
    this.isShown = false;
    /** @type {Wanted} */
    this.wanted = readWanted(undefined).wanted;
    /** @type {Short[]} */
    this.list = [];
    /** @type {Whole | null} */
    this.whole = null;
    /** @type {import("./types.d.ts").Replayed | null} */
    this.game = null;
    this.state = "";
    /** Counts refreshes: what an older one finds is not shown any more. */
    this.asked = 0;
    /** Whether the board is being given the game. */
    this.isLoading = false;
    /** Whether news are being looked at, and what came meanwhile. */
    this.isHearing = false;
    /** @type {Short | null} */
    this.unheard = null;
    /** When the tournament was last loaded. */
    this.loadedAt = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
    this.news = new source.News((short) => void this.heard(short));
    this.choice = make("div", { class: "row" });
    this.opener = opener((number) => this.opened(number));
    this.starters = make("div", { class: "starters" }, ...(this.opener === null ? [make("p", {}, "No tournament was given when the server was started. This begins one, plays it, and shows it here while it is played:"), ...START.map(commandLine)] : []));
    this.starters.hidden = true;
    this.title = make("h2", {}, "Tournaments");
    this.problems = make("div", { class: "problems", role: "alert" });
    this.standing = make("p", { class: "headline" });
    this.progress = make("progress", { "aria-label": "Games played", max: 1, value: 0 });
    this.resume = make("div", { class: "resume" });
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
    this.overview = make("div", { class: "overview" }, this.standing, this.progress, this.resume, this.tables.root, this.games.root);
    this.root = make("div", { class: "tournament-view" }, this.choice, this.title, this.starters, this.opener, this.problems, this.replay.root, this.overview);
    for (const part of [this.replay.root, this.overview]) part.hidden = true;
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    clearInterval(this.clock);
    if (isShown) {
      this.list = [];
      this.whole = null;
      this.clock = setInterval(() => this.renderStanding(), CLOCK_MS);
      void this.refresh();
    } else {
      this.news.follow(null);
    }
  }

  /**
   * The file of a tournament was opened.
   * @param {number} tournament
   */
  opened(tournament) {
    this.list = [];
    this.go({ tournament, game: null, entrant: null, fault: "", from: 0 });
  }

  /**
   * Shows something else, and says so in the address.
   * @param {Partial<Wanted>} change
   */
  go(change) {
    // Opening and closing a game are steps that Back takes back.
    this.context.url.set({ t: writeWanted({ ...this.wanted, ...change }) }, "game" in change ? "push" : "replace");
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
      if (this.list.length === 0) this.list = await source.list();
      const [only] = this.list;
      if (wanted.tournament === null && this.list.length === 1 && only !== undefined) wanted.tournament = only.tournament;
      const { tournament } = wanted;
      if (isOther) {
        this.whole = null;
        this.game = null;
      }
      if (this.news.number !== tournament) this.news.follow(null);
      if (tournament !== null && this.whole === null) await this.load(tournament, mine);
      if (mine !== this.asked) return;
      // Only now: for a tournament that does not exist, the stream of news would be opened again and again.
      this.news.follow(tournament);
      await this.loadGames(mine);
      if (mine !== this.asked) return;
      await this.open(mine);
      this.fail(problem === null ? "" : `${problem}.`);
    } catch (error) {
      if (mine === this.asked) this.fail(errorText(error));
    }
    if (mine !== this.asked) return;
    const [wasInList, wasInGame] = [this.games, this.replay].map(({ root }) => root.contains(document.activeElement));
    this.render();
    // A game opened from the list: its name gets the focus. A closed game: the heading of the list gets it.
    if (wasInList && this.game !== null) this.replay.title.focus();
    if (wasInGame && this.game === null) this.games.heading.focus();
  }

  /**
   * @param {number} tournament
   * @param {number} mine
   */
  async load(tournament, mine) {
    const answer = await source.whole(tournament);
    if (mine !== this.asked) return;
    this.list = this.list.map((short) => (short.tournament === tournament ? answer : short));
    this.whole = "entrants" in answer ? answer : null;
    this.loadedAt = performance.now();
  }

  /** @param {number} mine */
  async loadGames(mine) {
    const { tournament } = this.wanted;
    if (tournament === null || this.whole === null) return;
    const page = await source.games(tournament, this.wanted, SIZE);
    if (mine !== this.asked || this.whole === null) return;
    const { game } = this.whole;
    const menu = this.context.menu.games.find(({ name }) => name === game);
    if (menu !== undefined) this.games.render(this.whole, menu.sides, this.wanted, page);
  }

  /**
   * Opens the game that is wanted, or closes the one that is not.
   * @param {number} mine
   */
  async open(mine) {
    const { tournament, game } = this.wanted;
    if (tournament === null || game === null) {
      this.game = null;
      this.context.board.release();
      return;
    }
    const isNew = this.game?.id !== game;
    const found = isNew || this.game === null ? await source.game(tournament, game) : this.game;
    if (mine !== this.asked) return;
    this.isLoading = true;
    try {
      if (!(await this.context.board.load(found, isNew ? "replace" : "push"))) return;
    } finally {
      this.isLoading = false;
    }
    this.game = found;
    this.replay.open(found);
  }

  /** The position on the board is another one. */
  moved() {
    if (!this.isShown || this.isLoading || this.game === null) return;
    // If another game is on the board now, this game is closed.
    if (this.context.board.has(this.game)) this.replay.render();
    else this.go({ game: null });
  }

  /**
   * Records were added, or the folder is in another state.
   * @param {Short} short
   */
  async heard(short) {
    this.unheard = short;
    if (this.isHearing) return;
    this.isHearing = true;
    while (this.unheard !== null) {
      const news = this.unheard;
      this.unheard = null;
      await this.hear(news);
    }
    this.isHearing = false;
  }

  /** @param {Short} short */
  async hear(short) {
    if (short.tournament !== this.wanted.tournament || this.whole?.version === short.version) return;
    const mine = this.asked;
    try {
      await this.load(short.tournament, mine);
      if (this.game === null) await this.loadGames(mine);
      if (mine === this.asked) this.fail("");
    } catch (error) {
      if (mine === this.asked) this.fail(errorText(error));
    }
    if (mine !== this.asked) return;
    if (this.state !== "" && short.state !== this.state) this.context.announce(standing(short));
    this.render();
  }

  /** @param {string} text what is wrong; empty if nothing is */
  fail(text) {
    fill(this.problems, text !== "" && make("p", {}, text));
  }

  render() {
    const { list, wanted, whole } = this;
    const short = list.find(({ tournament }) => tournament === wanted.tournament) ?? null;
    fill(this.title, ...(short?.name ? [named(short.name)] : ["Tournaments"]));
    this.renderChoice();
    const isGame = this.game !== null && wanted.game !== null;
    this.replay.root.hidden = !isGame;
    this.overview.hidden = isGame || short === null;
    if (short === null) return;
    this.state = short.state;
    this.renderStanding();
    this.progress.hidden = short.of === null || short.state === "finished";
    this.progress.max = short.of || 1;
    this.progress.value = short.done ?? 0;
    this.tables.root.hidden = whole === null;
    this.games.root.hidden = whole === null || whole.of === null;
    if (whole !== null) this.tables.render(whole);
  }

  /** The state of the tournament now, and how to continue it if nothing happens. */
  renderStanding() {
    const found = this.list.find(({ tournament }) => tournament === this.wanted.tournament);
    if (found === undefined) return;
    const idle = found.idle_seconds === null ? null : found.idle_seconds + (performance.now() - this.loadedAt) / 1000;
    const short = { ...found, idle_seconds: idle };
    const words = standing(short);
    if (this.standing.textContent !== words) this.standing.textContent = words;
    const { problem, command, state } = short;
    const shown = problem === null ? `${isIdle(short)} ${command}` : problem.message;
    if (this.resume.dataset["shown"] === shown) return;
    this.resume.dataset["shown"] = shown;
    const about = state === "running" ? "If nothing is playing any more, this goes on:" : "This plays it:";
    if (problem !== null) fill(this.resume, make("div", { class: "problems" }, make("p", {}, make("bdi", {}, problem.message), "."), make("p", {}, `To mend it: ${problem.remedy}.`)));
    else fill(this.resume, ...(isIdle(short) && command !== null ? [make("p", {}, about), commandLine(command)] : []));
  }

  /** Which tournament, or how to see one. */
  renderChoice() {
    const { list, wanted } = this;
    this.starters.hidden = list.length > 0;
    if (list.length === 0 || (list.length === 1 && wanted.tournament !== null)) {
      fill(this.choice);
      return;
    }
    const select = make("select", { "aria-label": "Tournament", change: () => this.go({ tournament: select.value === "" ? null : Number(select.value), game: null, entrant: null, fault: "", from: 0 }) },
      ...(wanted.tournament === null ? [make("option", { value: "" }, "Choose a tournament")] : []),
      ...list.map(({ tournament, name, folder }) => make("option", { value: tournament }, name === null ? folder : `${name} (${folder})`)));
    select.value = String(wanted.tournament ?? "");
    fill(this.choice, select);
  }
}

/** @param {string} command */
function commandLine(command) {
  return make("div", { class: "command" }, make("code", {}, command), copyButton("command", () => command));
}
