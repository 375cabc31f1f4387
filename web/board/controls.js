// Around the board: the cards of both sides, the steps through the game, and the list of moves.

import { capital, draw, fill, make } from "../shell/dom.js";
import { moveText, PACES } from "./game.js";
import { icon, piece } from "./pieces.js";
import { agentLabel, HUMAN, levelOf, levels, optionLabel, parseSpec, playerName, PROGRAM, programs, reseeded, valueLabel, writeSpec } from "./players.js";

/** @typedef {import("./game.js").Turns} Turns */
/** @typedef {import("../shell/types.d.ts").Menu} Menu */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */

/**
 * What the controls report.
 * @typedef {object} Handlers
 * @property {(text: string) => void} typed
 * @property {(index: number) => void} step
 */

export class Controls {
  /**
   * @param {HTMLElement} place
   * @param {Turns} turns
   * @param {Handlers} handlers
   */
  constructor(place, turns, handlers) {
    this.turns = turns;
    this.handlers = handlers;
    const { game } = turns;
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {
      first: this.button("first", "First position", () => handlers.step(0)),
      previous: this.button("previous", "One move back", () => handlers.step(game.index - 1)),
      go: this.button("go", "Go on", () => this.goOrStop()),
      next: this.button("next", "One move on", () => handlers.step(game.index + 1)),
      last: this.button("last", "Last position", () => handlers.step(game.played.length)),
      undo: this.button("undo", "Undo", () => handlers.step(turns.undoIndex)),
      redo: this.button("redo", "Redo", () => handlers.step(turns.redoIndex)),
    };
    /** @type {HTMLButtonElement} */ (this.buttons["go"]).classList.add("main", "named");
    this.bar = make("div", { role: "toolbar", "aria-label": "Steps", class: "bar", keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) }, ...Object.values(this.buttons));
    this.pace = make("select", { "aria-label": "Pace", class: "quiet" }, ...Object.keys(PACES).map((pace) => make("option", { value: pace }, pace)));
    this.pace.value = turns.pace;
    this.pace.addEventListener("change", () => { turns.pace = /** @type {keyof typeof PACES} */ (this.pace.value); });
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Position in the game" });
    this.slider.addEventListener("input", () => handlers.step(Number(this.slider.value)));
    this.count = make("span", { class: "count" });
    this.box = make("input", { type: "text", id: "move-box", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 40, "aria-describedby": "refusal" });
    const form = make(
      "form",
      { class: "move-form", submit: (/** @type {Event} */ event) => { event.preventDefault(); handlers.typed(this.box.value); } },
      make("label", { for: "move-box" }, "Move"),
      this.box,
      make("button", {}, "Play"),
    );
    fill(place, make("div", { class: "steps" }, this.bar, make("div", { class: "scrubber" }, this.slider, this.count, this.pace)), form);
  }

  /**
   * @param {string} sign
   * @param {string} name
   * @param {() => void} pressed
   */
  button(sign, name, pressed) {
    return make("button", { type: "button", "aria-label": name, title: name, tabindex: -1, click: (/** @type {Event} */ event) => {
      if (/** @type {HTMLElement} */ (event.currentTarget).getAttribute("aria-disabled") !== "true") pressed();
    } }, icon(sign));
  }

  goOrStop() {
    if (this.isGoing) this.turns.stop();
    else this.turns.go();
  }

  get isGoing() {
    return this.turns.isReplaying || this.turns.thinking !== null;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = Object.values(this.buttons);
    const at = all.findIndex((button) => button === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const button = to === undefined ? undefined : all[to];
    if (at < 0 || button === undefined) return;
    event.preventDefault();
    this.reach(button);
    button.focus();
  }

  /** @param {HTMLButtonElement} reached */
  reach(reached) {
    for (const button of Object.values(this.buttons)) button.tabIndex = button === reached ? 0 : -1;
  }

  /** @param {import("../shell/types.d.ts").Notation} notation */
  render(notation) {
    const { turns } = this;
    const { game } = turns;
    const { index, played } = game;
    const undone = index - turns.undoIndex;
    this.enable("first", index > 0);
    this.enable("previous", index > 0);
    this.enable("next", index < played.length);
    this.enable("last", index < played.length);
    this.enable("undo", undone > 0);
    this.enable("redo", turns.redoIndex > index);
    this.name("undo", undone > 1 ? `Undo ${undone} moves` : "Undo");
    const isComputer = turns.isOpen && turns.mover !== HUMAN;
    this.enable("go", this.isGoing || !game.isAtEnd || isComputer);
    this.name("go", this.isGoing ? "Stop" : "Go on", this.isGoing ? "stop" : "go");
    if (!Object.values(this.buttons).some((button) => button.tabIndex === 0)) this.reach(/** @type {HTMLButtonElement} */ (this.buttons["first"]));
    const move = played[index - 1];
    const words = move === undefined ? "start" : `${move.side} ${game.menu.move_noun} ${moveText(move, notation.name)}`;
    this.slider.max = String(played.length);
    this.slider.value = String(index);
    this.slider.disabled = played.length === 0;
    this.slider.setAttribute("aria-valuetext", index === 0 ? "start" : `move ${index} of ${played.length}, ${words}`);
    this.count.textContent = `${index} / ${played.length}`;
    this.box.placeholder = notation.placeholder;
  }

  /** Empties the box for typed moves. */
  clear() {
    this.box.value = "";
    this.box.removeAttribute("aria-invalid");
  }

  /**
   * Marks the typed move as wrong. It is put back to be corrected, unless something else was typed meanwhile.
   * @param {string} text
   */
  reject(text) {
    if (this.box.value === "") this.box.value = text;
    this.box.setAttribute("aria-invalid", "true");
    this.box.select();
  }

  /**
   * @param {string} name
   * @param {boolean} isEnabled
   */
  enable(name, isEnabled) {
    this.buttons[name]?.setAttribute("aria-disabled", String(!isEnabled));
  }

  /**
   * @param {string} name
   * @param {string} words
   * @param {string} [sign]
   */
  name(name, words, sign) {
    const button = this.buttons[name];
    if (button === undefined) return;
    button.setAttribute("aria-label", words);
    button.title = words;
    if (sign !== undefined && button.dataset["sign"] !== sign) {
      button.dataset["sign"] = sign;
      fill(button, icon(sign), words);
    }
  }
}

// The card of one side: its piece, who plays it in words, and behind a button the agent with all of its options.

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

// The moves of the game in two columns, one for each side, with marks for what they lost.

/**
 * A mark beside a move.
 * @typedef {object} Mark
 * @property {string} sign as in chess: `!`, `?!`, `?`, `??`
 * @property {string} words
 */

export class MoveList {
  /** @param {(index: number) => void} step */
  constructor(step) {
    this.step = step;
    this.shown = "";
    /** The number of moves on the board when it was drawn last. */
    this.index = 0;
    /** The entries of the list, each with its text. @type {{ root: HTMLElement, button: HTMLElement, says: string }[]} */
    this.items = [];
    this.none = make("li", { class: "none" }, "None yet.");
    this.root = make("ol", { class: "moves", "aria-label": "Moves" });
  }

  /**
   * @param {import("./game.js").Turns} turns
   * @param {string} notation
   * @param {Map<number, Mark>} [marks] by the number of moves on the board after the marked one
   */
  render({ game, decisions }, notation, marks = new Map()) {
    const faults = [...decisions].filter(([, decision]) => decision.fault !== null).map(([line]) => line);
    const shown = [notation, game.menu.name, game.index, game.moves(), ...faults, ...[...marks].map(([at, { sign, words }]) => at + sign + words)].join("\n");
    if (shown === this.shown) return;
    this.shown = shown;
    const { root } = this;
    const focused = this.items.findIndex(({ button }) => button === document.activeElement);
    const isElsewhere = game.index !== this.index;
    this.index = game.index;
    const lines = prefixes(game.moves());
    // A move adds an entry: the others stay as they are.
    game.played.forEach((move, index) => {
      const decision = decisions.get(lines[index] ?? "");
      const mark = marks.get(index + 1);
      const text = moveText(move, notation);
      const isSecond = index === 0 && move.side === game.menu.sides[1];
      const says = [move.side, isSecond, text, mark?.sign, mark?.words, decision?.fault].join("\n");
      const old = this.items[index];
      if (old?.says === says) return;
      const button = make(
        "button",
        { type: "button", class: `quiet ${move.side}`, title: mark?.words, click: () => this.step(index + 1) },
        make("span", { class: "number" }, `${index + 1}.`),
        make("span", { class: "unseen" }, ` ${move.side} `),
        text,
        mark !== undefined && make("span", { class: `mark is-${SIGNS[mark.sign] ?? "note"}`, "aria-hidden": "true" }, ` ${mark.sign}`),
        mark !== undefined && make("span", { class: "unseen" }, `, ${mark.words}`),
        decision?.fault ? make("span", { class: "fault", title: decision.fault }, " ⚠") : null,
      );
      const item = make("li", { class: isSecond ? "second" : undefined }, button);
      if (old === undefined) root.append(item);
      else old.root.replaceWith(item);
      this.items[index] = { root: item, button, says };
    });
    for (const { root: item } of this.items.splice(game.played.length)) item.remove();
    if (this.items.length === 0) root.append(this.none);
    else this.none.remove();
    this.items.forEach(({ button }, index) => {
      if (index + 1 === game.index) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = root.querySelector("[aria-current]");
    // A redrawn entry has lost the focus.
    const next = isElsewhere ? current : (this.items[focused]?.button ?? current);
    if (focused >= 0 && next instanceof HTMLElement) next.focus();
    if (!(current instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = current;
    if (offsetTop < root.scrollTop || offsetTop + offsetHeight > root.scrollTop + root.clientHeight) root.scrollTop = offsetTop - root.clientHeight / 2;
  }
}

/**
 * The lines with which a line begins: of one move, of two, and so on.
 * @param {string} line
 */
function prefixes(line) {
  const ends = [...line.matchAll(/\.|$/g)].map(({ index }) => index);
  return ends.map((end) => line.slice(0, end));
}

/** @type {Record<string, string>} */
const SIGNS = { "!": "good", "?!": "slow", "?": "mistake", "??": "blunder" };
