// The tour: six steps through the worked example for those who have never seen a window. Every figure in it is that of
// the node to which the step points.

import { capital, make } from "../shell/dom.js";
import { button } from "./dom.js";
import { counted } from "../shell/numbers.js";
import { end } from "./words.js";

/** @typedef {import("./types.d.ts").TreeNode} TreeNode */
/** @typedef {{ path: string, title: string, words: (node: TreeNode) => string }} Stop */

/** @type {Stop[]} */
export const STOPS = [
  {
    path: "",
    title: "The root",
    words: ({ player, value }) =>
      `The game as it stands, and ${player} is to move. The search tries every move, then every reply, four plies deep, and gives each end a number: `
      + `high is good for ${player}. So ${player} takes the highest value: this node is called MAX. Here it comes to ${end(value, "-")}.`,
  },
  {
    path: "0",
    title: "The first move",
    words: ({ player, mover, value, window }) =>
      `${capital(mover ?? "")} has tried column 0, and ${player} is to move. ${capital(player)} takes the lowest value: MIN. Nothing is known yet, so the window is `
      + `from ${end(window?.alpha ?? null, "-")} to ${end(window?.beta ?? null, "+")}: every value would be news. It comes to ${end(value, "-")}.`,
  },
  {
    path: "1",
    title: "A window",
    words: ({ mover, window, value }) =>
      `Now column 1. ${capital(mover ?? "")} is already sure of ${end(window?.alpha ?? null, "-")}, by column 0. This is alpha, the lower end of the window: `
      + `a move that is worth no more changes nothing. Column 1 is worth ${end(value, "-")}, which is more.`,
  },
  {
    path: "2",
    title: "A higher alpha",
    words: ({ mover, player, window }) =>
      `Column 2 begins with alpha = ${end(window?.alpha ?? null, "-")}. As soon as ${player} has one reply that holds ${mover} to that or less, `
      + "the search need not know more about column 2.",
  },
  {
    path: "2.0",
    title: "One reply is enough",
    words: ({ mover, value }) =>
      `${capital(mover ?? "")}'s first reply is worth ${end(value, "-")}. That is beta now, the upper end of the window: ${mover} need not allow more. `
      + "Alpha and beta have met, so no value is left that could change the choice at the root.",
  },
  {
    path: "2.1",
    title: "The cut",
    words: ({ minimax_nodes }) =>
      `So the other replies are skipped. For this one and all below it minimax examines ${minimax_nodes === null ? "many nodes" : counted(minimax_nodes, "node")}. `
      + "The chosen move is the same. Of node 2 the search knows only that it is worth at most so much: a bound, not a value. That is all of alpha-beta.",
  },
];

export class Tour {
  /**
   * @param {object} given
   * @param {() => Promise<boolean>} given.begin shows the worked example; whether it is there
   * @param {(path: string) => Promise<TreeNode | null>} given.reveal goes to a node
   * @param {(isOn: boolean) => void} given.light frames what is shown of the node, and brings it into view
   */
  constructor(given) {
    this.given = given;
    this.at = -1;
    /** Counts requests of the tour, so that an answer from before its end is not shown after it. */
    this.asked = 0;
    this.isStarting = false;
    this.startButton = button("Tour: what is a window?", () => void this.start(), { class: "tree-tour-start" });
    this.title = make("h2", { tabindex: -1 });
    this.words = make("p");
    this.back = button("Back", () => void this.go(this.at - 1));
    this.next = button("Next", () => void (this.at + 1 < STOPS.length ? this.go(this.at + 1) : this.end()), { class: "main" });
    this.card = make(
      "section",
      { class: "tree-tour", "aria-label": "Tour", hidden: true },
      this.title,
      this.words,
      make("div", { class: "row" }, this.back, this.next, button("End the tour", () => this.end(), { class: "quiet" })),
    );
    this.card.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end();
    });
    this.root = make("div", { class: "tree-tour-place" }, this.startButton, this.card);
  }

  async start() {
    // A disabled button would lose the focus.
    if (this.isStarting) return;
    this.isStarting = true;
    try {
      if (await this.given.begin()) await this.go(0);
    } finally {
      this.isStarting = false;
    }
  }

  /** @param {number} index */
  async go(index) {
    const stop = STOPS[index];
    if (!stop) return;
    const mine = ++this.asked;
    const node = await this.given.reveal(stop.path);
    if (mine !== this.asked) return;
    if (!node) {
      this.end();
      return;
    }
    this.at = index;
    this.title.textContent = `${index + 1} of ${STOPS.length}: ${stop.title}`;
    this.words.textContent = stop.words(node);
    this.back.disabled = index === 0;
    this.next.textContent = index + 1 < STOPS.length ? "Next" : "Done";
    this.card.hidden = false;
    this.startButton.hidden = true;
    this.title.focus({ preventScroll: true });
    this.given.light(true);
  }

  end() {
    const hadFocus = this.card.contains(document.activeElement);
    this.asked += 1;
    this.at = -1;
    this.given.light(false);
    this.card.hidden = true;
    this.startButton.hidden = false;
    if (hadFocus) this.startButton.focus();
  }
}
