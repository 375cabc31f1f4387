// The front door: what can be done here, in one line, and three doors with small pictures.
// It is there while nothing has been played.

import { gameName } from "../board/status.js";
import { levels } from "../board/players.js";
import { fill, make } from "../shell/dom.js";
import { gamePicture, searchPicture, valuesPicture } from "./pictures.js";

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
    const game = /** @type {import("../shell/types.d.ts").GameMenu} */ (menu.games.find(({ board }) => board === "upright"));
    this.pictures = [gamePicture(game), valuesPicture(game), ...(example === undefined ? [] : [searchPicture(example)])];
    const [play, values, search] = this.pictures.map(({ root }) => root);
    this.levels = make("div", { class: "levels" });
    this.playWords = make("p", {});
    const button = (/** @type {string} */ name, /** @type {() => void} */ click, style = "") => make("button", { type: "button", click, class: style }, name);
    this.last = make("p", { class: "last" }, button("Continue the last game", handlers.resume, "link"));
    /** The elements that replace those of the document, once all of them are known. */
    this.parts = [
      make("h2", { id: "front-title" }, "Play a board game, see what every move is worth, and watch a computer search."),
      make(
        "div",
        { class: "doors" },
        door("play", "Play", play, this.playWords, this.levels),
        door("analyse", "Analyse", values, make("p", {}, "Who wins, and how soon? Every move gets its value."), make("div", { class: "ways" }, button("See an example", handlers.analyse, "main"), button("Paste a position", handlers.paste))),
        search !== undefined && door("search", "See the search", search, make("p", {}, "Alpha-beta examines 297 nodes where minimax needs 2,084. Step through every one."), make("div", { class: "ways" }, button("Open the search", handlers.search, "main"))),
      ),
      this.last,
    ];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.asking = undefined;
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
      const all = levels(game).map(({ name, about, spec }) => make("button", { type: "button", title: about, "aria-label": `Play against: ${name}`, click: () => this.handlers.play(spec) }, name));
      fill(this.levels, ...all);
    }
    if (!this.place.contains(this.levels)) fill(this.place, ...this.parts);
    // While an address is opened, the front door can be visible for a moment, until the address's players and view are set.
    clearTimeout(this.asking);
    if (isShown) this.asking = setTimeout(() => { for (const { root, load } of this.pictures) if (root.checkVisibility()) load(); });
  }
}

/**
 * @param {string} name
 * @param {string} title
 * @param {Element | undefined} picture
 * @param {...HTMLElement} below
 */
function door(name, title, picture, ...below) {
  return make("section", { class: `door is-${name}`, "aria-labelledby": `door-${name}` }, make("div", { class: "door-picture", "aria-hidden": "true" }, picture), make("h3", { id: `door-${name}` }, title), ...below);
}
