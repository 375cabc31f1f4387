// The front door: what can be done here, in one line, and three doors with small pictures.
// It is there while nothing has been played.

import { gameName } from "../board/controls.js";
import { levels } from "../board/players.js";
import { find, redraw } from "../shell/dom.js";
import { html, nothing, render } from "../vendor/lit-html.js";

/** @import { GameMenu, Menu } from "../shell/types.d.ts" */
/** @import { TemplateResult as Template } from "../vendor/lit-html.js" */

/** The game that is played on the first door: a perfect player against the fourth graded player. */
export const GAME = "3.4.1.2.3.3.3.2.2.1.3.5.2.4.2.2.4.5.4.3.4.6.4";

/** What is played on the doors on boards of other sizes: no column has more than four pieces. */
export const SHORT = "2.3.3.2.2.3.2.3";

/** The position whose values are shown on the second door, which is not decided at once: that after so many of its moves. */
export const VALUED = GAME.split(".").slice(0, 12).join(".");

/** The worked example of a game that a view opens. @param {Menu} menu @param {GameMenu} game @param {"analyse" | "tree"} wanted */
export const exampleOf = ({ examples }, { name }, wanted) => examples.find(({ view, game }) => view === wanted && game === name);

/** Whether the values of all moves are there soon, so that the second door can show them. @param {GameMenu} game */
export const isSolved = ({ solver, size_of }) => solver === "scores" && size_of === null;

/** The size of a cell in units of the pictures. */
export const CELL = 20;

/** What happens at the doors. @typedef {{ play: (spec: string) => void } & Record<"analyse" | "paste" | "search" | "resume", () => void>} Handlers */

export class Front {
  /** @param {HTMLElement} place @param {Menu} menu @param {Handlers} handlers */
  constructor(place, menu, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.menu = menu;
    /** The pictures that were asked for, and of which game. @type {Map<Element, GameMenu>} */
    this.asked = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.asking = undefined;
  }

  /** @param {boolean} isShown @param {GameMenu} game on the board @param {boolean} hasLast whether there is a last game to go on with */
  render(isShown, game, hasLast) {
    const { place, handlers: { play, analyse, paste, search, resume } } = this;
    place.hidden = !isShown;
    // Until now it has shown what the document begins with.
    if (this.asking === undefined) place.replaceChildren();
    const [width, height] = [game.columns * CELL + 8, game.rows * CELL + 8];
    const above = isSolved(game) ? CELL : 0;
    const searched = isSolved(game) ? "Alpha-beta examines 297 nodes where minimax needs 2,084. Step through every one." : "Every position that a search examines, and its value. Step through every one.";
    const level = (/** @type {import("../board/players.js").Level} */ { name, about, spec }) =>
      html`<button type="button" title=${about} aria-label="Play against: ${name}" @click=${() => play(spec)}>${name}</button>`;
    redraw(
      html`<h2 id="front-title">Play a board game, see what every move is worth, and watch a computer search.</h2>
        <div class="doors">
          ${door("play", "Play", `-4 -4 ${width} ${height}`, `${gameName(game.name)} against a computer. You move first.`, html`<div class="levels">${levels(game).map(level)}</div>`)}
          ${door("analyse", "Analyse", `-4 ${-4 - above} ${width} ${height + above}`, "Who wins, and how soon? Every move gets its value.", html`<div class="ways">
            ${isSolved(game) || exampleOf(this.menu, game, "analyse") !== undefined ? button("See an example", analyse, "main") : nothing}
            ${button("Paste a position", paste)}
          </div>`)}
          ${door("search", "See the search", "-4 -4 156 136", searched, html`<div class="ways">
            ${button("Open the search", search, "main")}
          </div>`)}
        </div>
        <p class="last" ?hidden=${!hasLast}>${button("Continue the last game", resume, "link")}</p>`,
      place,
      () => (isShown ? place.querySelector("h2") : find("#board [tabindex='0']")),
    );
    // While an address is opened, the front door can be visible for a moment, until the address's players and view are set.
    clearTimeout(this.asking);
    this.asking = setTimeout(() => { if (isShown) this.showPictures(game); });
  }

  /** Draws the pictures that can be seen, each once for a game; if that fails, again when it is next shown. @param {GameMenu} game */
  showPictures(game) {
    /** @type {NodeListOf<SVGElement>} */ (this.place.querySelectorAll(".door-picture > svg")).forEach((root, at) => {
      if (this.asked.get(root) === game || !root.checkVisibility()) return;
      this.asked.set(root, game);
      // Another game may be on the board by then.
      const draw = (/** @type {unknown} */ drawn) => { if (this.asked.get(root) === game) render(drawn, root); };
      import("./pictures.js").then(({ PICTURES }) => PICTURES[at]?.(draw, game, this.menu)).catch(() => { if (this.asked.get(root) === game) this.asked.delete(root); });
    });
  }
}

/** @param {string} name @param {() => void} act */
const button = (name, act, style = "") => html`<button type="button" class=${style} @click=${act}>${name}</button>`;

/** @param {string} name @param {string} title @param {string} box the part of the plane that its picture shows @param {string} words @param {Template} below */
const door = (name, title, box, words, below) =>
  html`<section class="door is-${name}" aria-labelledby="door-${name}">
    <div class="door-picture" aria-hidden="true"><svg viewBox=${box}></svg></div>
    <h3 id="door-${name}">${title}</h3>
    <p>${words}</p>
    ${below}
  </section>`;
