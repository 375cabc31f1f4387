// Step mode: goes through the search by examination numbers, and in predict mode asks before it shows. What that
// looks like is the panel's (step-panel.js).

import { Score, nextQuestion, solution } from "./predict.js";
import { StepPanel } from "./step-panel.js";

/** @typedef {import("./types.d.ts").StepEvent} StepEvent */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./predict.js").Question} Question */

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
