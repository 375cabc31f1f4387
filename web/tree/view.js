// The search-tree view: one deterministic search, shown as a strip, a table, a diagram, steps and counts.
// This module keeps the parts together; what each shows and asks is its own.

import { capital, make } from "../shell/dom.js";
import { plies } from "./plies.js";
import { Stepper } from "./steps.js";
import { Strip } from "./strip.js";
import { columns } from "./columns.js";
import { Controls } from "./controls.js";
import { Detail } from "./detail.js";
import { button } from "./dom.js";
import { TreeGrid } from "./grid.js";
import { wayOf } from "./rows.js";
import { readSearch, readStep, writeSearch } from "./search.js";
import { Source } from "./source.js";
import { Problems } from "./problems.js";
import { Walk } from "./walk.js";
import { count, named, result, tie } from "./words.js";

/** @typedef {import("../shell/types.d.ts").Context} Context */
/** @typedef {import("../shell/types.d.ts").GameMenu} GameMenu */
/** @typedef {import("./rows.js").Entry} Entry */
/** @typedef {import("./types.d.ts").Search} Search */
/** @typedef {import("./types.d.ts").TreeAnswer} TreeAnswer */

/** How long the selection rests before more is asked about it, in milliseconds. */
const REST = 80;

/**
 * Nothing is asked for until the view is shown.
 * @type {import("../shell/types.d.ts").Mount}
 */
export const mount = (place, context) => {
  /** @type {TreeView | null} */
  let view = null;
  let isShown = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const refresh = () => {
    const name = context.position().game;
    const game = context.menu.games.find((each) => each.name === name);
    if (!isShown || !game) return;
    if (view?.game !== game) {
      view?.end();
      view = new TreeView(context, game);
      place.append(view.root);
    }
    view.refresh();
  };
  // Whoever changes the position may have to change the address after it: both together are one change.
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 0);
  };
  context.onPositionChange(soon);
  context.url.onChange(soon);
  return {
    shown(now) {
      isShown = now;
      if (now) refresh();
      else view?.stepper.pause();
    },
  };
};

/** The view for one game. */
class TreeView {
  /**
   * @param {Context} context
   * @param {GameMenu} game
   */
  constructor(context, game) {
    this.context = context;
    this.game = game;
    /** What is shown now, as text: position and search. */
    this.key = "";
    /** @type {Source | null} */
    this.source = null;
    /** @type {Walk | null} */
    this.walk = null;
    /** What this view wrote into the address last: its own changes need no answer. */
    this.written = { n: "", k: "" };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.controls = new Controls(game, (search) => this.setSearch(search));
    this.problems = new Problems({
      again: () => this.again(),
      setDepth: (depth) => this.source && this.setSearch({ ...this.source.search, depth }),
    });
    this.outcome = make("div", { class: "tree-outcome", role: "status" });
    this.strip = new Strip((way) => void this.guard(this.walk?.revealWay(way)));
    this.grid = new TreeGrid({
      noun: capital(game.move_noun),
      onSelect: (entry) => this.selected(entry),
      onToggle: (entry) => this.guard(this.toggle(entry)),
      onKey: (key) => this.pressed(key),
    });
    this.detail = new Detail(game, (path) => void this.guard(this.reveal(path)));
    this.followBox = make("input", { type: "checkbox", checked: true });
    this.stepper = new Stepper({
      onStep: (number, path) => this.guard(this.follow(number, path)),
      onChange: (number, predict) => this.stepped(number, predict),
      selected: () => this.grid.selected?.node.number ?? null,
      onError: (error) => this.fail(error),
      announce: context.announce,
      game,
      option: make("label", { class: "tree-check" }, this.followBox, "The table follows the steps"),
    });
    this.plies = make("section", { class: "tree-counts", "aria-label": "Counts by ply" });
    this.root = make(
      "div",
      { class: "tree-view" },
      this.controls.root,
      this.problems.root,
      this.outcome,
      make("p", { class: "tree-note tree-hiding" }, "The tree is hidden while you predict."),
      this.strip.root,
      this.stepper.root,
      this.tools(),
      this.grid.root,
      this.detail.root,
      this.plies,
    );
  }

  /** Buttons for what keys of the table do. */
  tools() {
    /** @type {(text: string, key: string, about: string, style?: string) => HTMLButtonElement} */
    const tool = (text, key, about, style = "") =>
      button(text, () => void this.pressed(key), { title: `${about} (key ${key})`, class: style });
    return make(
      "div",
      { class: "tree-tools" },
      tool("Previous cut", ",", "The cut before the selected node", "is-windowed"),
      tool("Next cut", ".", "The cut after the selected node", "is-windowed"),
      tool("Best line", "p", "The principal variation: always the best reply"),
      tool("Open siblings", "*", "Open the selected node and all its siblings"),
      tool("Terms", "e", "What the evaluation of the selected node counts"),
    );
  }

  end() {
    this.source?.stop();
    this.stepper.pause();
    this.strip.end();
    clearTimeout(this.resting);
    this.root.remove();
  }

  /** Whether the search has alpha and beta. */
  get hasWindows() {
    return this.source?.search.mode !== "M";
  }

  /** Shows what position and address say, if that is not what is shown already. */
  refresh() {
    const { context } = this;
    const position = context.position();
    const { search, problems } = readSearch(context.url.get("s"), this.game);
    const key = JSON.stringify([position, search]);
    const { n, k } = this.written;
    // Another position or search has other nodes; only what came with the address is meant still.
    const isForeign = (context.url.get("n") ?? "") !== n || (context.url.get("k") ?? "") !== k;
    if (key !== this.key) {
      if (this.key !== "" && !isForeign) this.write({ n: undefined, k: undefined });
      this.key = key;
      this.controls.show(search);
      this.source?.stop();
      this.source = new Source(context.api, position, search);
      void this.guard(this.load(this.source, problems));
    } else if (isForeign) {
      void this.guard(this.restore());
    }
  }

  /** Loads the same again, after a problem. */
  again() {
    this.key = "";
    this.refresh();
  }

  /** @param {Record<string, string | undefined>} values */
  write(values) {
    for (const [key, value] of Object.entries(values)) {
      if (key === "n" || key === "k") this.written[key] = value ?? "";
    }
    this.context.url.set(values);
  }

  /** @param {Search} search */
  setSearch(search) {
    this.write({ s: writeSearch(search), n: undefined, k: undefined });
    this.refresh();
  }

  /**
   * Loads the whole view anew.
   * @param {Source} source
   * @param {string[]} problems what is wrong with the address
   */
  async load(source, problems) {
    this.stepper.pause();
    this.root.setAttribute("aria-busy", "true");
    const answer = await source.node("");
    const { mode } = source.search;
    this.root.removeAttribute("aria-busy");
    this.root.classList.remove("has-failed");
    this.problems.tell(problems);
    this.grid.setColumns(columns(source.search));
    this.root.dataset.mode = mode;
    this.walk = new Walk(answer, source, this.grid);
    this.controls.showTotals(answer.totals, answer.cut);
    this.showOutcome(answer);
    this.plies.replaceChildren(make("h2", {}, "Counts by ply"), ...plies(answer));
    const { minimax, alpha_beta } = this.context.menu.pseudocode;
    const rule = answer.cut === "beyond" ? "alpha > beta" : "alpha >= beta";
    this.stepper.show(source, {
      examined: answer.totals?.examined ?? 1,
      pseudocode: mode === "M" ? minimax : alpha_beta.map((line) => line.replace("alpha >= beta", rule)),
      hasWindows: this.hasWindows,
    });
    await this.restore();
    // The row that had the focus is another one now.
    if (this.walk.hasFocus() && this.grid.selected) this.grid.select(this.grid.selected, { focus: true });
    await this.loadStrip(source, mode === "C");
  }

  /**
   * Minimax's tree can be too large where that of alpha-beta is not.
   * @param {Source} source
   * @param {boolean} withMinimax
   */
  async loadStrip(source, withMinimax) {
    try {
      this.strip.show(await source.overview(withMinimax), withMinimax);
    } catch (error) {
      if (source.isStopped) return;
      if (!withMinimax) throw error;
      this.strip.show(await source.overview(false), false);
      this.strip.words.append(" Minimax's tree is too large to be shown around it.");
    }
    if (this.grid.selected) this.strip.select(wayOf(this.grid.selected));
    if (this.stepper.root.open) this.strip.markStep(this.stepper.number);
  }

  /** @param {TreeAnswer} answer */
  showOutcome(answer) {
    const { totals } = answer;
    if (!totals) return;
    const noun = this.game.move_noun;
    const tied = tie(answer, noun);
    const words = totals.examined === 1 ? " node examined" : " nodes examined";
    this.outcome.replaceChildren(
      make("p", { class: "tree-headline" }, make("strong", {}, count(totals.examined)), words),
      make("p", {}, result(answer, noun)),
      ...(tied ? [make("p", {}, tied)] : []),
    );
  }

  /** Goes to the node and the step that the address names. */
  async restore() {
    const { url } = this.context;
    const [n, k] = [url.get("n") ?? "", url.get("k") ?? ""];
    this.written = { n, k };
    const step = readStep(k);
    this.root.classList.toggle("is-predicting", step?.predict ?? false);
    await this.reveal(n);
    await this.stepper.start(step);
  }

  /** @param {string} path */
  async reveal(path) {
    const { walk } = this;
    let entry = null;
    try {
      entry = await walk?.reveal(path);
    } catch (error) {
      if (/** @type {{ status?: number }} */ (error).status !== 404) throw error;
    }
    if (entry || !walk || walk.source.isStopped) return;
    this.problems.tell([`Address, n=${path}: no such node here; expected moves from the start, separated by "."`]);
    walk.grid.select(walk.rows.root);
  }

  /** @param {Entry} entry */
  async toggle(entry) {
    await this.walk?.toggle(entry);
    if (!entry.node.has_children) return;
    const now = entry.isOpen ? `${entry.children?.length ?? 0} replies` : "closed";
    this.context.announce(`${named(entry.node, this.game.move_noun)}: ${now}`);
  }

  /** @param {Entry} entry */
  selected(entry) {
    this.write({ n: entry.node.path || undefined });
    this.strip.select(wayOf(entry));
    this.detail.show(entry.node, (entry.children ?? []).map(({ node }) => node), this.hasWindows);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.guard(this.showDetail(entry)), REST);
  }

  /** @param {Entry} entry */
  async showDetail(entry) {
    const { walk } = this;
    if (!walk) return;
    const { source } = walk;
    const { node } = entry;
    const [children, position, evaluated] = await Promise.all([
      walk.childrenOf(entry),
      source.board(node.path),
      source.evaluated(node),
    ]);
    if (entry !== this.grid.selected) return;
    this.detail.show(node, children.map((child) => child.node), this.hasWindows);
    this.detail.showMore(position, node, evaluated);
  }

  /**
   * A step was taken to this node.
   * @param {number} number
   * @param {string} path
   */
  async follow(number, path) {
    this.strip.markStep(number);
    if (this.stepper.isPredicting || !this.followBox.checked) return;
    this.grid.markStep((await this.walk?.reveal(path)) ?? null);
  }

  /**
   * @param {number} number
   * @param {boolean} predict
   */
  stepped(number, predict) {
    this.write({ k: `${number}${predict ? ",predict" : ""}` });
    // Who predicts must not see the answers.
    this.root.classList.toggle("is-predicting", predict);
  }

  /**
   * Keys with a meaning of their own in the table.
   * @param {string} key
   */
  pressed(key) {
    const { walk } = this;
    if (!walk) return false;
    if (key === "." || key === ",") {
      const found = walk.cutBeside(key === "." ? "next" : "previous");
      void this.guard(found.then((words) => this.context.announce(words)));
    } else if (key === "p") {
      void this.guard(walk.bestLine());
    } else if (key === "*") {
      void this.guard(walk.openSiblings());
    } else if (key === "e") {
      this.context.announce(this.detail.terms.toggle());
    } else if (key === "m") {
      const { search } = walk.source;
      this.setSearch({ ...search, mode: search.mode === "M" ? "A" : "M" });
    } else {
      return false;
    }
    return true;
  }

  /**
   * Awaits work and shows what went wrong.
   * @param {Promise<unknown> | undefined} work
   */
  async guard(work) {
    try {
      await work;
      this.problems.isOver();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof Error && error.name === "AbortError") return;
    this.root.removeAttribute("aria-busy");
    const isTooDeep = this.problems.fail(error, this.source?.search.depth ?? 1);
    if (!isTooDeep) return;
    // Nothing of the last search may be taken for this one.
    this.root.classList.add("has-failed");
    this.controls.showTotals(null, null);
  }
}
