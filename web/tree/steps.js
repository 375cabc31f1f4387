// A search step by step, with a question before each step that is worth one.

import { fill, make, scroller } from "../shell/dom.js";
import { count, signed } from "../shell/numbers.js";
import { button, MiniBoard, toolbar } from "./dom.js";
import { end } from "./words.js";

/** @typedef {import("./types.d.ts").StepEvent} StepEvent */
/** @typedef {import("./search.js").Source} Source */

/**
 * @typedef {object} Given
 * @property {(number: number, path: string) => Promise<void>} onStep the node that the step examines
 * @property {(number: number, predict: boolean) => void} onChange
 * @property {(path: string, isWanted: boolean) => void} onNode the step's node, whose position is on its way; whether
 *   somebody has gone to it just now
 * @property {(path: string, position: import("../shell/types.d.ts").Position) => void} onBoard the position of the step's node
 * @property {() => number | null} selected the examination number of the node selected elsewhere
 * @property {(error: unknown) => void} onError
 * @property {(text: string) => void} announce
 * @property {import("../shell/types.d.ts").GameMenu} game
 * @property {HTMLElement} option one more option for the panel
 */

/** Steps asked for at a time, before and after the one wanted. */
const BEFORE = 4;
const AFTER = 24;

export class Stepper {
  /** @param {Given} given */
  constructor(given) {
    this.given = given;
    /** @type {Source | null} */
    this.source = null;
    this.number = 1;
    this.examined = 1;
    this.hasWindows = true;
    /** The events of the steps asked for so far, by number. @type {Map<number, StepEvent[]>} */
    this.known = new Map();
    /** The event of the step that is shown. */
    this.at = 0;
    /** How many events of the step are shown; an open question hides the others. */
    this.until = 0;
    /** @type {Question | null} */
    this.question = null;
    this.score = new Score();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Grows with every step, so that late answers are recognised. */
    this.turn = 0;
    this.panel = new StepPanel(given.game, given.option, {
      first: () => this.go(1),
      previous: () => this.go(this.number - 1),
      play: () => (this.timer === undefined ? this.play() : this.pause()),
      next: () => this.go(this.number + 1),
      last: () => this.go(this.examined),
      previousCut: () => void this.jump("cuts", "previous"),
      nextCut: () => void this.jump("cuts", "next"),
      nextUpdate: () => void this.jump("updates", "next"),
      selection: () => this.go(given.selected() ?? this.number),
      slide: (number) => this.go(number),
      speed: () => this.timer !== undefined && this.play(),
      calm: () => this.pause(),
      predict: () => {
        this.score = new Score();
        this.go(this.number);
      },
      choose: (index) => {
        this.at = index;
        this.render();
        this.panel.focusEvent(index);
      },
      answer: (key) => this.answer(key),
      ask: () => void this.ask(),
    });
    this.root = this.panel.root;
    this.root.addEventListener("toggle", () => {
      if (!this.root.open) this.pause();
      else if (this.source && this.known.size === 0) void this.move(this.number, false);
    });
  }

  get isPredicting() {
    return this.panel.predict.checked;
  }

  /**
   * A new search.
   * @param {Source} source
   * @param {object} search
   * @param {number} search.examined
   * @param {string[]} search.pseudocode
   * @param {boolean} search.hasWindows
   */
  show(source, { examined, pseudocode, hasWindows }) {
    this.pause();
    this.source = source;
    this.known.clear();
    this.turn += 1;
    this.examined = examined;
    this.hasWindows = hasWindows;
    this.score = new Score();
    this.panel.begin(examined, pseudocode);
  }

  /**
   * Goes to the step of the address. Nothing is asked for until step mode is open.
   * @param {{ number: number, predict: boolean } | null} step
   */
  async start(step) {
    this.panel.predict.checked = step?.predict ?? false;
    this.number = step?.number ?? 1;
    if (step) this.root.open = true;
    if (this.root.open) await this.move(this.number, false);
  }

  /** The step by the user's wish. @param {number} number */
  go(number) {
    this.pause();
    void this.move(number, true);
  }

  /**
   * @param {number} number
   * @param {boolean} isWanted by the user, or by playing: then others follow
   */
  async move(number, isWanted) {
    this.number = Math.min(this.examined, Math.max(1, number));
    this.turn += 1;
    const { turn } = this;
    this.panel.stand(this.number, this.examined);
    try {
      const events = await this.eventsOf(this.number);
      if (turn !== this.turn) return;
      this.at = events.length - 1;
      this.until = events.length;
      this.question = null;
      this.panel.tell("", false);
      if (this.isPredicting) {
        this.question = nextQuestion(events, 0, this.hasWindows);
        this.until = this.question?.at ?? events.length;
        this.at = this.until - 1;
      }
      this.render();
      if (isWanted) {
        this.given.onChange(this.number, this.isPredicting);
        if (this.timer === undefined) this.given.announce(events.slice(0, this.until).map(({ caption }) => caption).join(" "));
      }
      const path = events[0]?.path ?? "";
      await Promise.all([isWanted && this.given.onStep(this.number, path), this.drawBoard(path, turn, isWanted || this.isPredicting)]);
    } catch (error) {
      this.pause();
      this.given.onError(error);
    }
  }

  /** @param {number} number */
  async eventsOf(number) {
    const found = this.known.get(number);
    if (found) return found;
    if (!this.source) return [];
    const from = Math.max(1, number - BEFORE);
    const { events } = await this.source.steps(from, Math.min(this.examined, number + AFTER));
    for (const event of events) if (event.event === "enter") this.known.set(event.number, []);
    for (const event of events) this.known.get(event.number)?.push(event);
    return this.known.get(number) ?? [];
  }

  /**
   * @param {string} path
   * @param {number} turn
   * @param {boolean} isWanted
   */
  async drawBoard(path, turn, isWanted) {
    this.given.onNode(path, isWanted);
    const position = await this.source?.board(path);
    if (!position || turn !== this.turn) return;
    this.given.onBoard(path, position);
    this.panel.board.show(position, path === "" ? null : (position.played.at(-1)?.to ?? null));
  }

  /**
   * To the step of the next or previous cut, or change of alpha or beta.
   * @param {"cuts" | "updates"} what
   * @param {"next" | "previous"} direction
   */
  async jump(what, direction) {
    this.pause();
    try {
      const answer = await this.source?.steps(this.number, this.number);
      const number = answer?.[what][direction] ?? null;
      const name = what === "cuts" ? "cut" : "change of alpha or beta";
      if (number === null) this.given.announce(`There is no ${direction} ${name}.`);
      else await this.move(number, true);
    } catch (error) {
      this.given.onError(error);
    }
  }

  play() {
    clearInterval(this.timer);
    let isBusy = false;
    this.timer = setInterval(async () => {
      if (isBusy) return;
      isBusy = true;
      if (this.number >= this.examined || this.isPredicting) this.pause();
      else await this.move(this.number + 1, true);
      isBusy = false;
    }, 1000 / this.panel.rate);
    this.panel.showPlaying(true);
  }

  pause() {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.panel.showPlaying(false);
  }

  render() {
    const events = this.known.get(this.number) ?? [];
    this.panel.showEvents(events.slice(0, this.until), this.at);
    this.panel.showQuestion(this.question, this.score);
  }

  /** The next question, of this step or of one after it. */
  async ask() {
    this.panel.tell("", false);
    if (this.score.isOver) this.score = new Score();
    const events = this.known.get(this.number) ?? [];
    this.question = nextQuestion(events, this.until, this.hasWindows);
    if (this.question) {
      this.until = this.question.at;
      this.at = Math.max(0, this.until - 1);
      this.render();
    } else {
      const { asked } = this.score;
      // Steps that only open a node have no question. A question may be answered before all of its step is loaded.
      for (let number = this.number + 1; number <= this.examined && !this.question; number += 1) {
        await this.move(number, true);
        if (this.number !== number || this.score.asked !== asked) return;
      }
      if (!this.question) {
        const end = this.score.asked > 0 ? ` ${this.score.summary()}` : "";
        this.panel.tell(`The search is over.${end}`, false);
      }
    }
    this.panel.focusQuestion();
  }

  /** @param {string} key */
  answer(key) {
    const { question } = this;
    if (!question) return;
    const isRight = key === question.answer;
    this.score.add(question, isRight);
    const events = this.known.get(this.number) ?? [];
    this.until = question.until;
    this.at = this.until - 1;
    this.question = null;
    this.render();
    const verdict = isRight ? "Right." : `No: ${solution(question)}.`;
    const captions = events.slice(question.at, question.until).map(({ caption }) => caption);
    const end = this.score.isOver ? [`The round is over. ${this.score.summary()}`] : [];
    this.panel.tell([verdict, ...captions, ...end].join(" "), isRight);
    this.panel.focusQuestion();
  }
}

// What step mode shows: controls, events in sentences, the question, pseudocode, call stack and board.

/**
 * What the controls do.
 * @typedef {object} Actions
 * @property {() => void} first
 * @property {() => void} previous
 * @property {() => void} play
 * @property {() => void} next
 * @property {() => void} last
 * @property {() => void} previousCut
 * @property {() => void} nextCut
 * @property {() => void} nextUpdate
 * @property {() => void} selection
 * @property {(number: number) => void} slide
 * @property {() => void} speed
 * @property {() => void} calm motion is no longer wanted
 * @property {() => void} predict
 * @property {(index: number) => void} choose
 * @property {(key: string) => void} answer
 * @property {() => void} ask
 */

class StepPanel {
  /**
   * @param {import("../shell/types.d.ts").GameMenu} game
   * @param {HTMLElement} option
   * @param {Actions} actions
   */
  constructor(game, option, actions) {
    this.actions = actions;
    this.board = new MiniBoard(game);
    /** @type {(text: string, label: string, action: () => void) => HTMLButtonElement} */
    const control = (text, label, action) => button(text, action, { "aria-label": label, title: label });
    const cuts = [
      control("‹ cut", "Previous cut", actions.previousCut),
      control("cut ›", "Next cut", actions.nextCut),
      control("change ›", "Next change of alpha or beta", actions.nextUpdate),
    ];
    for (const each of cuts) each.classList.add("is-windowed");
    this.playButton = control("Play", "Play", actions.play);
    this.controls = toolbar("Steps", [
      control("«", "First step", actions.first),
      control("‹", "Previous step", actions.previous),
      this.playButton,
      control("›", "Next step", actions.next),
      control("»", "Last step", actions.last),
      ...cuts,
      control("To selection", "To selection: step to the selected node", actions.selection),
    ]);
    this.slider = make("input", { type: "range", min: 1, max: 1, value: 1, "aria-label": "Step" });
    this.slider.addEventListener("input", () => actions.slide(Number(this.slider.value)));
    this.place = make("output", { class: "tree-place" });
    this.speed = make(
      "select",
      { "aria-label": "Speed" },
      ...[1, 2, 5, 10].map((rate) => make("option", { value: rate }, `${rate} a second`)),
    );
    this.speed.addEventListener("change", actions.speed);
    this.predict = make("input", { type: "checkbox" });
    this.predict.addEventListener("change", actions.predict);
    this.events = make("ol", { class: "tree-events", "aria-label": "What happens in this step" });
    this.asking = make("div", { class: "tree-question", role: "group", "aria-label": "Question" });
    this.feedback = make("p", { class: "tree-feedback", role: "status" });
    this.happens = make("div", { class: "tree-happens" }, this.events, this.asking, this.feedback);
    this.code = make("ol", { class: "tree-code" });
    this.stack = make("tbody");
    this.ending = new AbortController();
    this.heed();
    const predict = make("label", { class: "tree-check" }, this.predict, "Predict: the page asks before it shows");
    this.root = make(
      "details",
      { class: "tree-steps" },
      make("summary", {}, "Step through the search"),
      this.controls.root,
      make("div", { class: "tree-slide" }, this.slider, this.place, this.speed, make("div", { class: "tree-checks" }, option, predict)),
      this.panes(),
    );
  }

  panes() {
    const heads = ["node", "player", "alpha", "beta", "best so far"];
    const stack = make(
      "table",
      { class: "tree-stack" },
      make("caption", {}, "Call stack"),
      make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col", class: windowed(text) }, text)))),
      this.stack,
    );
    return make(
      "div",
      { class: "tree-panes" },
      this.happens,
      make("div", { class: "tree-running" }, scroller("Pseudocode", "", this.code), scroller("Call stack", "tree-calls", stack)),
      make("div", { class: "tree-now" }, this.board.root),
    );
  }

  /** Nothing moves by itself for those who want no motion. */
  heed() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const { signal } = this.ending;
    const settle = () => {
      this.playButton.hidden = calm.matches;
      this.speed.hidden = calm.matches;
      this.controls.settle();
      if (calm.matches) this.actions.calm();
    };
    calm.addEventListener("change", settle, { signal });
    this.playButton.hidden = calm.matches;
    this.speed.hidden = calm.matches;
  }

  /** The panel is no longer in the page. */
  end() {
    this.ending.abort();
  }

  /** Steps a second. */
  get rate() {
    return Number(this.speed.value);
  }

  /**
   * A new search.
   * @param {number} examined
   * @param {string[]} pseudocode
   */
  begin(examined, pseudocode) {
    this.controls.settle();
    this.slider.max = String(examined);
    fill(this.code, ...pseudocode.map((text) => make("li", {}, make("code", {}, text))));
  }

  /**
   * The place of a step whose events are not here yet.
   * @param {number} number
   * @param {number} examined
   */
  stand(number, examined) {
    const place = `${count(number)} of ${count(examined)}`;
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", `step ${place}`);
    this.place.value = place;
    this.events.setAttribute("aria-busy", "true");
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    const text = isPlaying ? "Pause" : "Play";
    this.playButton.textContent = text;
    this.playButton.setAttribute("aria-label", text);
    this.playButton.title = text;
  }

  /**
   * @param {StepEvent[]} events
   * @param {number} at the one whose state is shown
   */
  showEvents(events, at) {
    this.events.removeAttribute("aria-busy");
    fill(this.events,
      ...events.map((event, index) => {
        const chosen = button(event.caption, () => this.actions.choose(index));
        chosen.className = `tree-event is-${event.event}`;
        if (index === at) chosen.setAttribute("aria-current", "step");
        return make("li", {}, chosen);
      }),
    );
    // The place can be too low for all events: the one that is shown is in sight, and the page stays where it is.
    const shown = this.events.children[at];
    if (shown instanceof HTMLElement) this.happens.scrollTop = shown.offsetTop + shown.offsetHeight - this.happens.clientHeight;
    const event = events[at];
    [...this.code.children].forEach((line, index) => {
      const isNow = event?.line === index + 1;
      line.classList.toggle("is-now", isNow);
      if (isNow) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    fill(this.stack, ...(event?.stack ?? []).map(frameRow));
  }

  /**
   * @param {Question | null} question
   * @param {Score} score
   */
  showQuestion(question, { right, asked, isOver }) {
    const isOn = this.predict.checked;
    this.playButton.disabled = isOn;
    this.controls.settle();
    this.asking.hidden = !isOn;
    if (!isOn) return;
    const score = make("p", { class: "tree-score" }, `${right} of ${asked} right`);
    const next = isOver ? "Another round" : "Next question";
    if (!question) {
      fill(this.asking, button(next, this.actions.ask, { class: "is-next" }), score);
      return;
    }
    const options = question.options.map(({ key, text }) =>
      button(text, () => this.actions.answer(key), { "data-key": key }),
    );
    fill(this.asking, make("p", { class: "tree-ask" }, question.text), ...options, score);
  }

  /**
   * @param {string} text
   * @param {boolean} isRight
   */
  tell(text, isRight) {
    this.feedback.textContent = text;
    this.feedback.classList.toggle("is-right", isRight);
  }

  focusQuestion() {
    this.asking.querySelector("button")?.focus();
  }

  /** @param {number} index */
  focusEvent(index) {
    this.events.children[index]?.querySelector("button")?.focus();
  }
}

/** @param {import("./types.d.ts").Frame} frame */
function frameRow({ move, role, alpha, beta, best, value }) {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, move ?? "start"),
    make("td", {}, role.toUpperCase()),
    make("td", { class: windowed("alpha") }, end(alpha, "-")),
    make("td", { class: windowed("beta") }, end(beta, "+")),
    make("td", {}, value === null ? "none" : best === null ? end(value, "-") : `${end(value, "-")} by ${best}`),
  );
}

/** Minimax has no windows: what belongs to them is not shown. @param {string} name */
function windowed(name) {
  return name === "alpha" || name === "beta" ? "is-windowed" : undefined;
}

// Questions about what a search does next. The events of a step decide which question there is. This
// module only makes the questions and counts the answers.

/**
 * A question: what happens at an event that is not shown yet.
 * @typedef {object} Question
 * @property {number} at the index of the first event that the question is about
 * @property {number} until the index after the last event that the answer reveals
 * @property {string} text
 * @property {{ key: string, text: string }[]} options
 * @property {string} answer the key of the right option
 */

/**
 * The first question about the events of a step, from an index on; `null` if nothing is left to ask.
 * @param {StepEvent[]} events
 * @param {number} from
 * @param {boolean} hasWindows alpha-beta: then replies can be cut off, and values can be bounds
 * @returns {Question | null}
 */
export function nextQuestion(events, from, hasWindows) {
  for (const [at, step] of events.entries()) {
    if (at < from) continue;
    if (step.event === "update" || step.event === "keep") return afterReturn(events, step, at, hasWindows);
    if (step.event === "leave" && hasWindows) return ofBound(step, at);
  }
  return null;
}

/**
 * A reply has returned its value: what does the node make of it?
 * @param {StepEvent[]} events
 * @param {StepEvent} step what it makes of it
 * @param {number} at the index of that
 * @param {boolean} hasWindows
 * @returns {Question}
 */
function afterReturn(events, step, at, hasWindows) {
  const { event, role, path } = step;
  const returned = events[at - 1];
  const isCut = events[at + 1]?.event === "cut";
  // After the last reply there is nothing that a cut could skip, though alpha and beta may meet.
  const isLast = events[at + 1]?.event === "leave";
  const bound = role === "max" ? "alpha" : "beta";
  const moves = hasWindows ? `${bound} may ${role === "max" ? "rise" : "fall"}` : "";
  const next = isLast ? "" : "the next reply is examined";
  /** @type {(...parts: string[]) => string} */
  const also = (...parts) => parts.filter(Boolean).map((part, index) => (index === 0 ? `: ${part}` : `, and ${part}`)).join("");
  const options = [
    { key: "update", text: `It is the best so far${also(moves, next)}` },
    { key: "keep", text: `It is no better than the best so far${also(next)}` },
  ];
  if (hasWindows && !isLast) options.push({ key: "cut", text: "Alpha and beta meet: cut, what is left is skipped" });
  const value = returned?.value ?? step.value;
  return {
    at,
    until: isCut ? at + 2 : at + 1,
    text: `${where(returned?.path ?? "", "The")} returns ${signed(value ?? 0)} to ${where(path, "the")} (${role.toUpperCase()}). What happens there?`,
    options,
    answer: isCut ? "cut" : event,
  };
}

/**
 * A node returns: is its value exact?
 * @param {StepEvent} step
 * @param {number} at
 * @returns {Question}
 */
function ofBound({ path, role, value, bound }, at) {
  const written = signed(value ?? 0);
  return {
    at,
    until: at + 1,
    text: `${where(path, "The")} (${role.toUpperCase()}) returns ${written}. What does that say about its minimax value?`,
    options: [
      { key: "exact", text: `It is exactly ${written}` },
      { key: "at-most", text: `It is at most ${written}` },
      { key: "at-least", text: `It is at least ${written}` },
    ],
    answer: bound ?? "exact",
  };
}

/**
 * @param {string} path
 * @param {"The" | "the"} article at the beginning of a sentence, or not
 */
function where(path, article) {
  if (path === "") return `${article} root`;
  return `${article === "The" ? "Node" : "node"} ${path}`;
}

/** The right option of a question. @param {Question} question */
export function solution({ options, answer }) {
  return options.find(({ key }) => key === answer)?.text ?? "";
}

/** How many questions a round has. */
const ROUND = 10;

/** What the questions are about, by the key of the right answer. @type {Record<string, string>} */
const ABOUT = { cut: "cuts", update: "what a node keeps", keep: "what a node keeps", exact: "values and bounds", "at-most": "values and bounds", "at-least": "values and bounds" };

/** What was answered in a round. */
export class Score {
  constructor() {
    this.right = 0;
    this.asked = 0;
    /** By what the questions are about. @type {Map<string, { right: number, asked: number }>} */
    this.topics = new Map();
  }

  get isOver() {
    return this.asked >= ROUND;
  }

  /**
   * @param {Question} question
   * @param {boolean} isRight
   */
  add({ answer }, isRight) {
    const topic = ABOUT[answer] ?? "other";
    const { right, asked } = this.topics.get(topic) ?? { right: 0, asked: 0 };
    this.topics.set(topic, { right: right + Number(isRight), asked: asked + 1 });
    this.right += Number(isRight);
    this.asked += 1;
  }

  /** The result of the round: a sentence for all of it, and one for the topic with the most mistakes. */
  summary() {
    const topics = [...this.topics].map(([topic, { right, asked }]) => `${topic} ${right} of ${asked}`);
    const words = [`${this.right} of ${this.asked} right: ${topics.join(", ")}.`];
    const missed = [...this.topics].filter(([, { right, asked }]) => right < asked);
    missed.sort(([, a], [, b]) => a.right / a.asked - b.right / b.asked);
    if (missed[0]) words.push(`Look again at ${missed[0][0]}.`);
    return words.join(" ");
  }
}
