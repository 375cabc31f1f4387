// The front door: what can be done here, in one line, and three doors with small live pictures behind them.
// It is there while nothing has been played.

import { icon } from "../board/icons.js";
import { gameName } from "../board/status.js";
import { levels } from "../board/levels.js";
import { fill, make } from "../shell/dom.js";
import { hasRecord } from "./recorded.js";
import { GamePicture, SearchPicture, ValuesPicture } from "./pictures.js";

/** Milliseconds between two frames of the pictures. */
const FRAME_MS = 120;

/** What analysis tells of a game, by what its solver finds: it promises no more than it keeps. */
const VALUES = {
  scores: "Who wins, and how soon? Every move gets its value.",
  distances: "Who wins, and how soon? Every move gets its value.",
  points: "Who wins, and by how much? Late in the game every move gets its value.",
  winner: "Who wins? Moves are proved where possible, and estimated elsewhere.",
};

/**
 * What happens at the doors.
 * @typedef {object} Handlers
 * @property {(spec: string) => void} play against this computer
 * @property {() => void} analyse the example
 * @property {() => void} paste
 * @property {() => void} search shows the worked example
 * @property {() => void} resume takes up the last game
 */

export class Front {
  /**
   * @param {HTMLElement} place
   * @param {import("../shell/types.d.ts").Menu} menu
   * @param {Handlers} handlers
   */
  constructor(place, menu, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.shown = "";
    const example = menu.examples.find(({ view, search }) => view === "tree" && search !== null);
    /** The pictures of each game that was looked at. @type {Map<string, [GamePicture, ValuesPicture]>} */
    this.ofGames = new Map();
    this.searchGame = example?.game ?? "";
    this.searchPicture = example === undefined ? null : new SearchPicture(example);
    /** Those that are shown. @type {(GamePicture | ValuesPicture | SearchPicture)[]} */
    this.pictures = [];
    this.playPlace = picturePlace();
    this.valuesPlace = picturePlace();
    this.levels = make("div", { class: "levels" });
    this.isPaused = false;
    this.pause = make("button", { type: "button", class: "quiet small-icon pause", click: () => this.pauseOrMove() });
    this.playWords = make("p", {});
    this.valuesWords = make("p", {});
    this.searchWords = make("p", {});
    this.analyseButton = make("button", { type: "button", click: handlers.analyse, class: "main" });
    const button = (/** @type {string} */ name, /** @type {() => void} */ click, style = "") => make("button", { type: "button", click, class: style }, name);
    this.last = make("p", { class: "last" }, button("Continue the last game", handlers.resume, "link"));
    /** What comes in the place of what the document has there, once all of it is known. */
    this.parts = [
      make("div", { class: "front-head" }, make("h2", { id: "front-title" }, "Play a board game, see what every move is worth, and watch a computer search."), this.pause),
      make(
        "div",
        { class: "doors" },
        door("play", "Play", this.playPlace, this.playWords, this.levels),
        door("analyse", "Analyse", this.valuesPlace, this.valuesWords, make("div", { class: "ways" }, this.analyseButton, button("Paste a position", handlers.paste))),
        this.searchPicture !== null && door("search", "See the search", picturePlace(this.searchPicture.root), this.searchWords, make("div", { class: "ways" }, button("Open the search", handlers.search, "main"))),
      ),
      this.last,
    ];
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.asking = undefined;
    this.namePause();
    document.addEventListener("visibilitychange", () => this.run());
  }

  /**
   * @param {boolean} isShown
   * @param {import("../shell/types.d.ts").GameMenu} game on the board
   * @param {boolean} hasLast whether there is a last game to go on with
   */
  render(isShown, game, hasLast) {
    this.place.hidden = !isShown;
    this.last.hidden = !hasLast;
    if (isShown && this.shown !== game.name) {
      this.shown = game.name;
      this.playWords.textContent = `${gameName(game.name)} against a computer. You move first.`;
      this.valuesWords.textContent = VALUES[game.solver ?? "winner"];
      // The worked example is of one game, whichever is chosen.
      const isOfGame = this.searchGame === game.name;
      this.searchWords.textContent = `${isOfGame ? "Alpha" : `In ${gameName(this.searchGame)}, alpha`}-beta examines 297 nodes where minimax needs 2,084. Step through every one.`;
      this.showPictures(game);
      const all = levels(game).map(({ name, about, spec }) => make("button", { type: "button", title: about, "aria-label": `Play against: ${name}`, click: () => this.handlers.play(spec) }, name));
      fill(this.levels, ...all);
    }
    if (!this.place.contains(this.levels)) fill(this.place, ...this.parts);
    this.run();
  }

  /**
   * The pictures of a game; that of the search is always of the worked example.
   * @param {import("../shell/types.d.ts").GameMenu} game
   */
  showPictures(game) {
    const pictures = this.ofGames.get(game.name) ?? [new GamePicture(game), new ValuesPicture(game)];
    this.ofGames.set(game.name, pictures);
    fill(this.playPlace, pictures[0].root);
    fill(this.valuesPlace, pictures[1].root);
    this.pictures = [...pictures, ...(this.searchPicture === null ? [] : [this.searchPicture])];
    // An empty board would stay empty.
    if (this.isPaused) for (const picture of pictures) picture.still();
    // A game of somebody's own has no record here.
    fill(this.analyseButton, hasRecord(game.name) ? "See an example" : "See a Connect Four example");
  }

  pauseOrMove() {
    this.isPaused = !this.isPaused;
    this.namePause();
    this.run();
  }

  /** Says what the button does next. */
  namePause() {
    const words = this.isPaused ? "Let the pictures move" : "Pause the pictures";
    this.pause.setAttribute("aria-label", words);
    this.pause.title = words;
    fill(this.pause, icon(this.isPaused ? "go" : "stop"));
  }

  /** Starts or stops the pictures: nothing moves that nobody sees or that was paused, nor for those who want no motion. */
  run() {
    clearInterval(this.timer);
    clearTimeout(this.asking);
    if (this.place.hidden || document.hidden) return;
    // While an address is opened the door can be there for a moment, before players and view are those that it asks for.
    this.asking = setTimeout(() => { for (const picture of this.pictures) void picture.load(); });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      for (const picture of this.pictures) picture.still();
      return;
    }
    if (this.isPaused) return;
    this.timer = setInterval(() => {
      for (const picture of this.pictures) picture.tick();
    }, FRAME_MS);
  }
}

/** @param {Element} [picture] */
const picturePlace = (picture) => make("div", { class: "door-picture", "aria-hidden": "true" }, picture);

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} place of its picture
 * @param {...HTMLElement} below
 */
function door(name, title, place, ...below) {
  return make("section", { class: `door is-${name}`, "aria-labelledby": `door-${name}` }, place, make("h3", { id: `door-${name}` }, title), ...below);
}
