// The card of one side: its piece, who plays it in words, and behind a button the agent with all of its options.

import { capital, draw, fill, make } from "../shell/dom.js";
import { agentLabel, optionLabel, valueLabel } from "./labels.js";
import { levelOf, levels, reseeded } from "./levels.js";
import { HUMAN, parseSpec, playerName, programs, PROGRAM, writeSpec } from "./players.js";
import { piece } from "./pieces.js";

/** @typedef {import("../shell/types.d.ts").Menu} Menu */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */

/** The value of the choice for a player without a level. */
const OWN = "own";

const seed = () => Math.floor(Math.random() * 1e6);

export class Card {
  /**
   * @param {HTMLElement} place
   * @param {Menu} menu
   * @param {(spec: string) => void} changed
   */
  constructor(place, menu, changed) {
    this.place = place;
    this.menu = menu;
    this.changed = changed;
    this.shown = "";
    /** @type {Map<string, string>} */
    this.options = new Map();
    this.clock = make("span", { class: "clock" });
    place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      event.stopPropagation();
      this.close();
      this.place.querySelector("summary")?.focus();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !this.place.contains(target)) this.close();
    });
  }

  /** Whether the options are shown. Asks the element, because a card may be rebuilt before the element's event comes. */
  get isOpen() {
    return this.place.querySelector("details")?.open === true;
  }

  close() {
    this.place.querySelector("details")?.removeAttribute("open");
  }

  /**
   * @param {GameMenu} game
   * @param {0 | 1} order
   * @param {string} spec
   * @param {string | null} [recorded] who played it, in a recorded game
   */
  render(game, order, spec, recorded = null) {
    const { name, options } = parseSpec(spec);
    this.options = options;
    const level = levelOf(spec, game);
    const shown = [game.name, order, name, level?.id, recorded].join("\n");
    if (shown !== this.shown) {
      this.shown = shown;
      this.build(game, order, spec, recorded);
    }
    this.showOptions();
  }

  /**
   * @param {GameMenu} game
   * @param {0 | 1} order
   * @param {string} spec
   * @param {string | null} recorded
   */
  build(game, order, spec, recorded) {
    const side = game.sides[order];
    const score = make("span", { class: "score", id: `score-${order + 1}` });
    const picture = make("span", { class: "picture" }, piece(game, side));
    const named = make("span", { class: "side-name" }, capital(side));
    const head = (/** @type {HTMLElement} */ who) => make("div", { class: "who" }, make("span", { class: "name-row" }, named, score, this.clock), who);
    if (recorded !== null) {
      fill(this.place, picture, head(make("bdi", { class: "recorded" }, recorded)));
      return;
    }
    fill(this.place, picture, head(this.choice(game, side, spec)), this.more(game, side, spec), make("span", { class: "thinking", "aria-hidden": "true" }));
  }

  /**
   * Who plays the side, in words.
   * @param {GameMenu} game
   * @param {string} side
   * @param {string} spec
   */
  choice(game, side, spec) {
    const { name } = parseSpec(spec);
    const select = make(
      "select",
      {
        "aria-label": `Who plays ${side}`,
        "data-key": "player",
        change: () => {
          const chosen = levels(game).find(({ id }) => id === select.value);
          if (select.value !== OWN) this.changed(chosen === undefined ? select.value : reseeded(chosen.spec, seed()));
        },
      },
      make("option", { value: HUMAN }, "A person"),
      make("optgroup", { label: "Computer" }, ...levels(game).map(({ id, name: words, about }) => make("option", { value: id, title: about }, words))),
    );
    const offered = programs(this.menu, game);
    if (offered.length > 0) {
      select.append(make("optgroup", { label: "Programs" }, ...offered.map((program) => make("option", { value: program }, playerName(program, game)))));
    }
    const level = levelOf(spec, game);
    const isOwn = level === null && name !== HUMAN && !name.startsWith(PROGRAM);
    if (isOwn) select.append(make("option", { value: OWN }, capital(agentLabel(name))));
    select.value = isOwn ? OWN : (level?.id ?? name);
    return select;
  }

  /**
   * All agents with all their options.
   * @param {GameMenu} game
   * @param {string} side
   * @param {string} spec
   */
  more(game, side, spec) {
    const { name } = parseSpec(spec);
    const agents = make(
      "select",
      { "aria-label": `Agent for ${side}`, "data-key": "agent", change: () => this.changed(agents.value) },
      make("option", { value: HUMAN }, "A person"),
      ...game.agents.map((agent) => make("option", { value: agent }, capital(agentLabel(agent)))),
    );
    if (name.startsWith(PROGRAM)) agents.append(make("option", { value: name }, playerName(name, game)));
    agents.value = name;
    const about = this.menu.agents.find((agent) => agent.name === name);
    return make(
      "details",
      { class: "more", open: this.isOpen },
      make("summary", { "aria-label": `All options of the player of ${side}`, title: "All options", "data-key": "more" }, gear()),
      make(
        "div",
        { class: "options" },
        make("label", {}, make("span", { "aria-hidden": "true" }, "who plays"), agents),
        about !== undefined && make("p", { class: "muted" }, `${capital(about.about)}.`),
        ...(about?.options ?? []).map((option) => this.option(game, side, name, option)),
      ),
    );
  }

  /**
   * Writes the values of the options. It redraws nothing, because the focus may be moving from one option to the next.
   */
  showOptions() {
    for (const control of this.place.querySelectorAll("[data-option]")) {
      const field = /** @type {HTMLSelectElement | HTMLInputElement} */ (control);
      // Somebody may be typing there.
      if (field === document.activeElement && field instanceof HTMLInputElement) continue;
      const usual = field instanceof HTMLSelectElement ? (field.options[0]?.value ?? "") : "";
      field.value = this.options.get(field.dataset["option"] ?? "") || usual;
    }
  }

  /**
   * @param {GameMenu} game
   * @param {string} side
   * @param {string} name of the agent
   * @param {import("../shell/types.d.ts").AgentOption} option
   */
  option(game, side, name, option) {
    const words = optionLabel(option.name);
    const attributes = { "aria-label": `${capital(side)}: ${words}, ${option.expected}`, title: option.expected, "data-option": option.name };
    const choices = { eval: game.evaluations.map((evaluation) => evaluation.name), cut: ["equal", "beyond"] }[option.name];
    /** @type {HTMLSelectElement | HTMLInputElement} */
    let control;
    if (choices !== undefined) {
      control = make("select", attributes, ...choices.map((choice) => make("option", { value: choice }, valueLabel(choice))));
    } else {
      const isNumber = /^\d+$/.test(option.default) && option.name === "depth";
      const kind = isNumber ? { type: "number", min: 1, max: 99 } : { type: "text", spellcheck: "false", autocomplete: "off" };
      control = make("input", { ...attributes, ...kind, placeholder: option.default.split(/[,;]/)[0] ?? "" });
    }
    control.addEventListener("change", () => {
      this.changed(writeSpec(name, new Map([...this.options, [option.name, control.value.trim()]])));
    });
    return make("label", {}, make("span", { "aria-hidden": "true" }, words), control);
  }

  /**
   * Whether this side is thinking, and for how many seconds.
   * @param {number | null} seconds
   */
  think(seconds) {
    this.place.toggleAttribute("data-thinks", seconds !== null);
    this.clock.textContent = seconds === null ? "" : `${seconds} s`;
  }
}

function gear() {
  const teeth = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `M${12 + 6.5 * x} ${12 + 6.5 * y}L${12 + 9.5 * x} ${12 + 9.5 * y}`;
  });
  return draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("circle", { cx: 12, cy: 12, r: 6 }), draw("circle", { cx: 12, cy: 12, r: 2 }), draw("path", { d: teeth.join("") }));
}
