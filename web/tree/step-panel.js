// What step mode shows: controls, events in sentences, the question, pseudocode, call stack and board.

import { fill, make } from "../shell/dom.js";
import { scroller } from "../shell/scroller.js";
import { MiniBoard } from "./mini-board.js";
import { button, toolbar } from "./dom.js";
import { count } from "../shell/numbers.js";
import { end } from "./words.js";

/** @typedef {import("./types.d.ts").StepEvent} StepEvent */
/** @typedef {import("./predict.js").Question} Question */

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

export class StepPanel {
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
   * @param {import("./predict.js").Score} score
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
