// A search step by step, with a question before each step that is worth one.

import { walk } from "../board/controls.js";
import { announce } from "../shell/announce.js";
import { capital, count, find, make, redraw, scroller, signed } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";
import { miniBoard } from "./detail.js";
import { end, RULES } from "./words.js";

/** @import { TreeView } from "./view.js" */
/** @import { Frame, StepEvent } from "./types.d.ts" */

/** Steps asked for at a time, before and after the one wanted. */
const [BEFORE, AFTER] = [4, 24];

export class Stepper {
  /** @param {TreeView} view */
  constructor(view) {
    this.view = view;
    this.number = 1;
    /** The events of the steps asked for so far, by number. @type {Map<number, StepEvent[]>} */
    this.known = new Map();
    /** The events of the step that is shown: those of the last one until there are others. @type {StepEvent[]} */
    this.events = [];
    /** The event whose state is shown. */
    this.at = 0;
    /** How many events of the step are shown; an open question hides the others. */
    this.until = 0;
    /** The position of the step's node. @type {import("./detail.js").Shown | null} */
    this.board = null;
    this.isPredicting = false;
    /** @type {Question | null} */
    this.question = null;
    this.score = new Score();
    this.feedback = { text: "", isRight: false };
    /** Whether the table follows the steps. */
    this.isFollowing = true;
    /** Which button of the toolbar is the stop of the tab key, if it can be. */
    this.stop = 0;
    /** Steps a second. */
    this.rate = 1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Grows with every step, so that late answers are recognised. */
    this.turn = 0;
    /** Nothing moves by itself for those who want no motion. */
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.code = scroller("Pseudocode", "", make("ol", { class: "tree-code" }));
    this.stack = scroller("Call stack", "tree-calls", make("table", { class: "tree-stack" }));
    const toggle = () => {
      if (!this.root.open) this.pause();
      else if (this.view.source && this.known.size === 0) void this.move(this.number, false);
    };
    this.root = make("details", { class: "tree-steps", toggle });
    this.render();
  }

  /** A new search. */
  begin() {
    this.known.clear();
    this.turn += 1;
    this.number = 1;
    this.score = new Score();
    this.pause();
  }

  /** How many steps the search has. */
  get examined() {
    return this.view.answer?.totals?.examined ?? 1;
  }

  /** Goes to the step of the address. Nothing is asked for until step mode is open. @param {{ number: number, predict: boolean } | null} step */
  async start(step) {
    this.isPredicting = step?.predict ?? false;
    this.number = step?.number ?? 1;
    if (step) this.root.open = true;
    if (this.root.open) await this.move(this.number, false);
    else this.render();
  }

  /** The step by the user's wish. @param {number} number */
  go(number) {
    this.pause();
    void this.move(number, true);
  }

  /** @param {number} number @param {boolean} isWanted by the user, or by playing: then others follow */
  async move(number, isWanted) {
    this.number = Math.min(this.examined, Math.max(1, number));
    this.turn += 1;
    const { turn } = this;
    this.render();
    try {
      const events = await this.eventsOf(this.number);
      if (turn !== this.turn) return;
      this.events = events;
      this.pose(0, events.length);
      if (isWanted) {
        this.view.write({ k: `${this.number}${this.isPredicting ? ",predict" : ""}` });
        this.view.hide();
        if (this.timer === undefined) announce(events.slice(0, this.until).map(({ caption }) => caption).join(" "));
      }
      const path = events[0]?.path ?? "";
      await Promise.all([isWanted && this.view.guard(this.view.follow(this.number, path)), this.drawBoard(path, turn, isWanted || this.isPredicting)]);
    } catch (error) {
      this.pause();
      this.view.fail(error);
    }
  }

  /** @param {number} number */
  async eventsOf(number) {
    const found = this.known.get(number);
    if (found) return found;
    if (!this.view.source) return [];
    const from = Math.max(1, number - BEFORE);
    const { events } = await this.view.source.steps(from, Math.min(this.examined, number + AFTER));
    for (const event of events) if (event.event === "enter") this.known.set(event.number, []);
    for (const event of events) this.known.get(event.number)?.push(event);
    return this.known.get(number) ?? [];
  }

  /** @param {string} path @param {number} turn @param {boolean} isWanted */
  async drawBoard(path, turn, isWanted) {
    // A node that was chosen, or that the address names, stays on the board when a step is only shown.
    if (isWanted || this.view.cursor === "") this.view.cursor = path;
    const position = await this.view.source?.board(path);
    if (!position || turn !== this.turn) return;
    this.view.stand(path, position);
    this.board = { position, last: path === "" ? null : (position.played.at(-1)?.to ?? null) };
    this.render();
  }

  /** To the step of the next or previous cut, or change of alpha or beta. @param {"cuts" | "updates"} what @param {"next" | "previous"} direction */
  async jump(what, direction) {
    this.pause();
    try {
      const answer = await this.view.source?.steps(this.number, this.number);
      const number = answer?.[what][direction] ?? null;
      const name = what === "cuts" ? "cut" : "change of alpha or beta";
      if (number === null) announce(`There is no ${direction} ${name}.`);
      else await this.move(number, true);
    } catch (error) {
      this.view.fail(error);
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
    }, 1000 / this.rate);
    this.render();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.render();
  }

  /** @param {string} text @param {boolean} isRight */
  tell(text, isRight) {
    this.feedback = { text, isRight };
    this.render();
  }

  /**
   * Shows the events of the step up to the next question, if there is one and the page is to ask.
   * @param {number} from the index of the first event that can be asked about
   * @param {number} end how many are shown if nothing is asked
   */
  pose(from, end) {
    this.question = this.isPredicting ? nextQuestion(this.events, from, this.view.about.has_windows) : null;
    this.until = this.question?.at ?? end;
    this.at = this.until - 1;
    this.tell("", false);
  }

  /** The next question, of this step or of one after it. */
  async ask() {
    if (this.score.isOver) this.score = new Score();
    this.pose(this.until, this.until);
    const { asked } = this.score;
    // Steps that only open a node have no question. A question may be answered before all of its step is loaded.
    for (let number = this.number + 1; number <= this.examined && !this.question; number += 1) {
      await this.move(number, true);
      if (this.number !== number || this.score.asked !== asked) return;
    }
    if (!this.question) this.tell(`The search is over.${asked > 0 ? ` ${this.score.summary()}` : ""}`, false);
    this.focusQuestion();
  }

  /** @param {string} key */
  answer(key) {
    const { question, score } = this;
    if (!question) return;
    const isRight = key === question.answer;
    score.add(question, isRight);
    this.until = question.until;
    this.at = this.until - 1;
    this.question = null;
    const verdict = isRight ? "Right." : `No: ${solution(question)}.`;
    const captions = this.events.slice(question.at, question.until).map(({ caption }) => caption);
    const end = score.isOver ? [`The round is over. ${score.summary()}`] : [];
    this.tell([verdict, ...captions, ...end].join(" "), isRight);
    this.focusQuestion();
  }

  focusQuestion() {
    /** @type {HTMLElement | null} */ (this.root.querySelector(".tree-question button"))?.focus();
  }

  render() {
    const place = `${count(this.number)} of ${count(this.examined)}`;
    const isCalm = this.calm.matches;
    const predict = (/** @type {Event} */ { target }) => {
      this.isPredicting = /** @type {HTMLInputElement} */ (target).checked;
      this.score = new Score();
      this.go(this.number);
    };
    const hurry = (/** @type {Event} */ { target }) => {
      this.rate = Number(/** @type {HTMLSelectElement} */ (target).value);
      if (this.timer !== undefined) this.play();
    };
    const { line, stack = [] } = this.events[this.at] ?? {};
    const rule = RULES[this.view.answer?.cut ?? "equal"];
    const code = this.view.about.pseudocode.map((text, index) => html`<li class=${line === index + 1 ? "is-now" : ""}
      aria-current=${line === index + 1 ? "step" : nothing}><code>${text.replace("alpha >= beta", rule).replaceAll("alpha", "α").replaceAll("beta", "β")}</code></li>`);
    const calls = html`
      <caption>Call stack</caption>
      <thead><tr><th scope="col">node</th><th scope="col">player</th><th scope="col" class="is-windowed">alpha</th><th scope="col" class="is-windowed">beta</th><th scope="col">best so far</th></tr></thead>
      <tbody>${stack.map(frameRow)}</tbody>`;
    redraw(html`
      <summary>Step through the search</summary>
      ${this.controls()}
      <div class="tree-slide">
        <input type="range" min="1" max=${this.examined} .value=${String(this.number)} aria-label="Step" aria-valuetext="step ${place}"
          @input=${(/** @type {Event} */ { target }) => this.go(Number(/** @type {HTMLInputElement} */ (target).value))}>
        <output class="tree-place">${place}</output>
        <select aria-label="Speed" ?hidden=${isCalm} @change=${hurry}>${[1, 2, 5, 10].map((rate) => html`<option value=${rate}>${rate} a second</option>`)}</select>
        <div class="tree-checks">
          <label class="tree-check"><input type="checkbox" checked
            @change=${(/** @type {Event} */ { target }) => { this.isFollowing = /** @type {HTMLInputElement} */ (target).checked; }}>The table follows the steps</label>
          <label class="tree-check"><input type="checkbox" .checked=${this.isPredicting} @change=${predict}>Predict: the page asks before it shows</label>
        </div>
      </div>
      <div class="tree-panes">
        <div class="tree-happens">
          <ol class="tree-events" aria-label="What happens in this step" aria-busy=${this.known.has(this.number) ? nothing : "true"}>
            ${this.events.slice(0, this.until).map(({ event, caption }, index) => html`<li><button type="button" class="tree-event is-${event}"
              aria-current=${index === this.at ? "step" : nothing} @click=${() => { this.at = index; this.render(); }}>${caption}</button></li>`)}
          </ol>
          <div class="tree-question" role="group" aria-label="Question" ?hidden=${!this.isPredicting}>${this.isPredicting ? this.asking() : nothing}</div>
          <p class="tree-feedback ${this.feedback.isRight ? "is-right" : ""}" role="status">${this.feedback.text}</p>
        </div>
        <div class="tree-running">${this.code(code)}${this.stack(calls)}</div>
        <div class="tree-now">${miniBoard(this.view.game, this.board)}</div>
      </div>`, this.root, () => this.root.querySelector(".tree-event[aria-current], summary"));
    // The place can be too low for all events: the one that is shown is in sight, and the page stays where it is.
    const happens = find(".tree-happens", this.root);
    const shown = happens.querySelector("[aria-current]")?.parentElement;
    if (shown) happens.scrollTop = shown.offsetTop + shown.offsetHeight - happens.clientHeight;
  }

  /** The buttons that go to a step: one stop of the tab key, between which the arrows go. */
  controls() {
    const { number, timer, isPredicting, view } = this;
    const play = timer === undefined ? "Play" : "Pause";
    /** @type {{ text: string, label: string, act: () => void, isHidden?: boolean, isOff?: boolean }[]} */
    const tools = [
      { text: "«", label: "First step", act: () => this.go(1) },
      { text: "‹", label: "Previous step", act: () => this.go(number - 1) },
      { text: play, label: play, act: () => (timer === undefined ? this.play() : this.pause()), isHidden: this.calm.matches, isOff: isPredicting },
      { text: "›", label: "Next step", act: () => this.go(number + 1) },
      { text: "»", label: "Last step", act: () => this.go(this.examined) },
      { text: "‹ cut", label: "Previous cut", act: () => void this.jump("cuts", "previous"), isHidden: !view.about.has_windows },
      { text: "cut ›", label: "Next cut", act: () => void this.jump("cuts", "next"), isHidden: !view.about.has_windows },
      { text: "change ›", label: "Next change of alpha or beta", act: () => void this.jump("updates", "next"), isHidden: !view.about.has_windows },
      { text: "To selection", label: "To selection: step to the selected node", act: () => this.go(view.grid.selected?.node.number ?? number) },
    ];
    const open = [...tools.keys()].filter((at) => !tools[at]?.isHidden && !tools[at]?.isOff);
    const stop = open.includes(this.stop) ? this.stop : open[0];
    const enter = (/** @type {number} */ at) => {
      this.stop = at;
      this.render();
    };
    return html`
      <div role="toolbar" aria-label="Steps" class="tree-toolbar" @keydown=${walk}>${tools.map(({ text, label, act, isHidden, isOff }, at) => html`<button
        type="button" aria-label=${label} title=${label} tabindex=${at === stop ? 0 : -1} ?hidden=${isHidden} ?disabled=${isOff}
        @focus=${() => enter(at)} @click=${act}>${text}</button>`)}</div>`;
  }

  asking() {
    const { right, asked, isOver } = this.score;
    const choices = this.question
      ? html`
        <p class="tree-ask">${this.question.text}</p>
        ${this.question.options.map(({ key, text }) => html`<button type="button" data-key=${key} @click=${() => this.answer(key)}>${text}</button>`)}`
      : html`<button type="button" class="main" @click=${() => void this.ask()}>${isOver ? "Another round" : "Next question"}</button>`;
    return html`${choices}<p class="tree-score muted">${right} of ${asked} right</p>`;
  }
}

/** @param {Frame} frame */
function frameRow({ move, role, alpha, beta, best, value }) {
  const found = value === null ? "none" : best === null ? end(value, "-") : `${end(value, "-")} by ${best}`;
  return html`
    <tr>
      <th scope="row">${move ?? "start"}</th>
      <td>${role.toUpperCase()}</td>
      <td class="is-windowed">${end(alpha, "-")}</td>
      <td class="is-windowed">${end(beta, "+")}</td>
      <td>${found}</td>
    </tr>`;
}

// Questions about what a search does next. The events of a step decide which question there is.

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
    text: `${capital(where(returned?.path ?? ""))} returns ${signed(value ?? 0)} to ${where(path)} (${role.toUpperCase()}). What happens there?`,
    options,
    answer: isCut ? "cut" : event,
  };
}

/** A node returns: is its value exact? @param {StepEvent} step @param {number} at @returns {Question} */
function ofBound({ path, role, value, bound }, at) {
  const written = signed(value ?? 0);
  return {
    at,
    until: at + 1,
    text: `${capital(where(path))} (${role.toUpperCase()}) returns ${written}. What does that say about its minimax value?`,
    options: [
      { key: "exact", text: `It is exactly ${written}` },
      { key: "at-most", text: `It is at most ${written}` },
      { key: "at-least", text: `It is at least ${written}` },
    ],
    answer: bound ?? "exact",
  };
}

const where = (/** @type {string} */ path) => (path === "" ? "the root" : `node ${path}`);

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

  /** @param {Question} question @param {boolean} isRight */
  add({ answer }, isRight) {
    const topic = ABOUT[answer] ?? "other";
    const { right, asked } = this.topics.get(topic) ?? { right: 0, asked: 0 };
    this.topics.set(topic, { right: right + Number(isRight), asked: asked + 1 });
    this.right += Number(isRight);
    this.asked += 1;
  }

  /** The result of the round: a sentence for all of it, and one for the topic with the most mistakes. */
  summary() {
    const topics = [...this.topics].map(([topic, { right, asked }]) => ({ topic, part: right / asked, words: `${topic} ${right} of ${asked}` }));
    const [missed] = topics.filter(({ part }) => part < 1).sort((a, b) => a.part - b.part);
    const advice = missed ? ` Look again at ${missed.topic}.` : "";
    return `${this.right} of ${this.asked} right: ${topics.map(({ words }) => words).join(", ")}.${advice}`;
  }
}
