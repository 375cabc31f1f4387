// The view "Search tree": its settings, counts and problems, and all the parts around the tree.

import { evaluationLabel } from "../board/players.js";
import { announce, attempt } from "../shell/announce.js";
import { awaited } from "../shell/api.js";
import { capital, count, find, giveFocus, make, PHONE, redraw, scroller } from "../shell/dom.js";
import { SKIPPED } from "../shell/overview.js";
import { html, nothing } from "../vendor/lit-html.js";
import { Detail, Tour } from "./detail.js";
import { ExercisePanel } from "./exercise.js";
import { TreeGrid } from "./grid.js";
import { Walk, wayOf } from "./rows.js";
import { MOST_DEPTH, readSearch, readStep, searchOf, Source, standard, writeSearch } from "./search.js";
import { Stepper } from "./steps.js";
import { Strip } from "./strip.js";
import { branching, named, result, RULES, saved, tie } from "./words.js";

/** @import { Context, Elsewhere, ErrorBody, GameMenu, Mount, Position } from "../shell/types.d.ts" */
/** @import { TemplateResult as Template } from "../vendor/lit-html.js" */
/** @import { Entry } from "./rows.js" */
/** @import { Search, TreeAnswer } from "./types.d.ts" */

/** How long the selection rests before more is asked about it, in milliseconds. */
const REST = 80;

/** Where there is room all settings of the search are open. */
const WIDE = "(min-width: 70rem)";

/** Nothing is asked for until the view is shown. @type {Mount} */
export const mount = (place, context) => {
  /** @type {TreeView | null} */
  let view = null;
  let isShown = false;
  /** The position and the search through which the tour goes. */
  let touredKey = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  // A frame has one position and one search: the tour and the exercise would put others in their place.
  const tour = context.isFrame ? null : new Tour({
    begin: async () => {
      if (!(await beginExample())) return false;
      if (view?.exercise) view.exercise.root.open = false;
      await view?.loading;
      touredKey = view?.key ?? "";
      return true;
    },
    reveal: async (path) => {
      // Somebody may have gone on to another search.
      if (!view || view.key !== touredKey) return null;
      await view.guard(view.reveal(path));
      const { selected } = view.grid;
      return selected?.node.path === path ? selected.node : null;
    },
    light(isOn) {
      view?.root.classList.toggle("is-toured", isOn);
      if (!isOn || !view || !tour) return;
      // Below the card, which stays at the top.
      view.detail.root.style.scrollMarginTop = `${tour.root.offsetHeight + 8}px`;
      view.detail.root.scrollIntoView({ block: "start" });
    },
  });
  if (tour !== null) place.append(tour.root);
  /** Shows the worked example, the first of the menu that is a search. Whether it is there. */
  const beginExample = async () => {
    const { menu, page } = context;
    const example = menu.examples.find(({ view, search }) => view === "tree" && search?.algorithm === "alpha-beta");
    let isThere = false;
    if (example !== undefined) await attempt(async () => { isThere = await page.beginExample(example); });
    if (isThere) {
      page.render();
      refresh();
    }
    return isThere;
  };
  const refresh = () => {
    const game = context.game.menu;
    if (!isShown) return;
    if (view?.game !== game) {
      const old = view;
      const hadFocus = old?.root.contains(document.activeElement) ?? false;
      old?.end();
      view = new TreeView(context, game, () => void exerciseExample());
      place.append(view.root);
      old?.leaveNode();
      if (hadFocus) giveFocus(document.querySelector("[role=tab][aria-selected=true]"));
    }
    view.refresh();
  };
  const exerciseExample = async () => {
    // The pressed button disappears with the view of the old game: the focus goes to the tour's button.
    tour?.focusStart();
    if (await beginExample()) view?.exercise?.open();
  };
  // A change of the position is often followed by a change of the address: one refresh is enough for both.
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 0);
  };
  // The strips are drawn in the colours of the page.
  const recolour = () => view?.strips.forEach((strip) => strip.draw());
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", recolour);
  new MutationObserver(recolour).observe(document.documentElement, { attributes: true });
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => view?.stepper.pause());
  for (const query of [PHONE, WIDE]) matchMedia(query).addEventListener("change", () => view?.render());
  context.game.addEventListener("change", soon);
  context.url.addEventListener("outside", soon);
  return {
    shown(now) {
      isShown = now;
      if (now) refresh();
      else view?.stepper.pause();
    },
    elsewhere: () => view?.elsewhere() ?? null,
  };
};

/** The view for one game. */
export class TreeView {
  /** @param {Context} context @param {GameMenu} game @param {() => void} example shows the worked example */
  constructor(context, game, example) {
    this.context = context;
    this.game = game;
    /** What is shown now, as text: position and search. */
    this.key = "";
    this.search = standard(game);
    /** @type {Source | null} */
    this.source = null;
    /** What the server says of the root; `null` until it does. @type {TreeAnswer | null} */
    this.answer = null;
    /** What is wrong. It may pass by itself, if the server does not answer or is too busy; `less` is a depth that fits, or 0. */
    this.problem = { texts: /** @type {string[]} */ ([]), paragraphs: /** @type {HTMLElement[]} */ ([]), isPassing: false, less: 0 };
    /** @type {Walk | null} */
    this.walk = null;
    /** What this view wrote into the address last: its own changes need no answer. */
    this.written = { n: "", k: "" };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    const onPick = (/** @type {number[]} */ way) => void this.guard(this.walk?.revealWay(way));
    /** The search; alpha-beta alone is beside minimax's tree when both are compared. @type {[Strip, Strip]} */
    this.strips = [new Strip("Overview of the whole tree, in the order of examination", onPick), new Strip("Overview of what alpha-beta examines", onPick)];
    /** Whether all of this search is here. */
    this.isWhole = false;
    /** What has been asked for last. */
    this.loading = Promise.resolve();
    /** The position of the node under the cursor, for the large board; `null` at the root. @type {{ path: string, position: Position } | null} */
    this.standing = null;
    /** The node that was gone to last, by a choice or by a step: its position may be on its way. */
    this.cursor = "";
    /** The node of which all is shown, and that to which a button led and of which not all is: its reason is to be in sight then. @type {{ shown: Entry | null, wanted: Entry | null }} */
    this.reason = { shown: null, wanted: null };
    /** Whether the large board shows that. */
    this.isOnBoard = true;
    this.grid = new TreeGrid(this);
    this.detail = new Detail(game, (path) => void this.guard(this.reveal(path)));
    this.stepper = new Stepper(this);
    this.exercise = context.isFrame ? null : new ExercisePanel(this, example);
    this.plies = scroller("Counts by ply", "", make("table", { class: "tree-plies" }));
    this.root = make("div", { class: "tree-view is-new" });
  }

  render() {
    const { context, game, answer } = this;
    const { paragraphs, isPassing, less } = this.problem;
    const isOnPhone = matchMedia(PHONE).matches;
    const [tools, detail] = [this.tools(), this.detail.root];
    const strips = html`<div class="tree-strips">${this.strips.map(({ root }) => root)}</div>`;
    // On a phone what can be done next is in sight, and what is said of a node comes before the picture of the tree.
    const parts = isOnPhone ? [detail, strips] : [strips, tools, detail];
    const isOwnNotation = [undefined, game.notations[0]?.name].includes(context.url.get("c"));
    redraw(html`
      ${this.controls()}
      ${isOnPhone ? tools : nothing}
      <p class="tree-note muted" ?hidden=${isOwnNotation}>Moves in the tree, and on the board beside it, are in the game's own notation.</p>
      <div class="tree-problem" role="alert">${paragraphs}${isPassing
        ? html`<button type="button" @click=${() => { this.key = ""; this.refresh(); }}>Try again</button>`
        : nothing}${less > 0
        ? html`<button type="button" @click=${() => this.setSearch({ ...this.search, depth: less })}>Depth ${less} instead</button>`
        : nothing}</div>
      <div class="tree-outcome" role="status">${answer ? outcome(answer, game.move_noun) : paragraphs.length > 0 ? nothing : html`<p class="muted">${awaited("Searching.")}</p>`}</div>
      <p class="tree-note muted tree-hiding">The tree is hidden while you answer.</p>
      ${parts}
      ${this.stepper.root}
      ${this.grid.root}
      ${this.exercise?.root}
      <section class="tree-counts" aria-label="Counts by ply">${answer && html`
        <h2>Counts by ply</h2>
        ${counts(answer, this.plies)}`}
      </section>`, this.root, () => this.root.querySelector("[name=mode]:checked"));
  }

  /** The form that says which search is shown: algorithm, cut rule, depth, evaluation, and who maximises. */
  controls() {
    const { game, search } = this;
    const { searches } = this.context.menu;
    const { totals = null, cut = null } = this.answer ?? {};
    const other = totals?.other_cut;
    // What each cut rule costs, next to its name.
    const cost = (/** @type {string} */ rule) => (totals && other ? count(rule === cut ? totals.examined : other.examined) : "");
    /** @type {(name: string, legend: string, chosen: string, options: string[][], isOff?: boolean) => Template} */
    const choice = (name, legend, chosen, options, isOff = false) => html`
      <fieldset class="tree-choice" ?disabled=${isOff}>
        <legend>${legend}</legend>
        <div>${options.map(([value, text, note]) => html`<label><input type="radio" name=${name} value=${value}
          ?checked=${value === chosen}><span>${text}${note === undefined ? nothing : html`<small>${note}</small>`}</span></label>`)}</div>
      </fieldset>`;
    const changed = (/** @type {Event} */ { currentTarget }) => {
      const form = /** @type {HTMLFormElement} */ (currentTarget);
      if (!form.reportValidity()) return;
      // What is disabled is not read, and stays.
      const read = /** @type {any} */ (Object.fromEntries(new FormData(form)));
      this.setSearch({ ...search, ...read, depth: Number(read.depth) });
    };
    const algorithms = [...searches.map(({ letter, name }) => [letter, capital(name)]), ["C", "Compare"]];
    const rules = Object.entries(RULES).map(([name, text]) => [name, text, cost(name)]);
    const rule = "The side that the assignment's evaluation is written for: red in COMP3608, otherwise the side to move";
    const chosen = [`depth ${search.depth}`, evaluationLabel(search.evaluation), `maximises: ${search.maximiser || "course rule"}`];
    return html`
      <form class="tree-controls" aria-label="Search" @change=${changed} @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${choice("mode", "Algorithm", search.mode, algorithms)}
        ${choice("cut", "Cut when", search.cut, rules, !this.about.has_windows)}
        <details class="tree-settings" ?open=${matchMedia(WIDE).matches}><summary>Settings of the search: ${chosen.join(", ")}</summary><div>
        <label class="tree-field"><span>Depth</span><input type="number" name="depth" min="1" max=${MOST_DEPTH} value=${search.depth} required></label>
        <label class="tree-field"><span>Evaluation</span><select name="evaluation">${game.evaluations.map(({ name, about }) =>
          html`<option value=${name} title=${about} ?selected=${name === search.evaluation}>${evaluationLabel(name)}</option>`)}</select></label>
        <label class="tree-field"><span>Maximises</span><select name="maximiser" title=${rule}>${["", ...game.sides].map((side) =>
          html`<option value=${side} ?selected=${side === search.maximiser}>${side || "course rule"}</option>`)}</select></label>
        <p class="muted">Course rule: the side that the assignment's evaluation is written for.</p></div></details>
      </form>`;
  }

  /** Buttons for what keys of the table do. */
  tools() {
    /** @type {(text: string, key: string, about: string, style?: string) => Template} */
    const tool = (text, key, about, style = "") =>
      html`<button type="button" title="${about} (key ${key})" class=${style} @click=${() => void this.pressed(key, true)}>${text}</button>`;
    const change = (/** @type {Event} */ { target }) => {
      this.isOnBoard = /** @type {HTMLInputElement} */ (target).checked;
      this.context.page.render();
    };
    return html`
      <div class="tree-tools">
        ${tool("Previous cut", ",", "The cut before the selected node", "is-windowed")}
        ${tool("Next cut", ".", "The cut after the selected node", "is-windowed")}
        ${tool("Best line", "p", "The principal variation: always the best reply")}
        ${tool("Open siblings", "*", "Open the selected node and all its siblings")}
        ${tool("Terms", "e", "What the evaluation of the selected node counts")}
        <label class="tree-check tree-on-board"><input type="checkbox" .checked=${this.isOnBoard} @change=${change}>The board shows the node</label>
      </div>`;
  }

  end() {
    this.source?.stop();
    this.stepper.pause();
    this.exercise?.source?.stop();
    clearTimeout(this.resting);
    this.root.remove();
  }

  /** What the menu says of the search. */
  get about() {
    return searchOf(this.context.menu.searches, this.search.mode);
  }

  /** Shows what the position and the address say, if it is not shown already. */
  refresh() {
    const { context } = this;
    const position = context.game.params();
    const { search, problems } = readSearch(context.url.get("s"), this.game, context.menu.searches);
    const key = JSON.stringify([position, search]);
    const { n, k } = this.written;
    // Another position or search has other nodes: the node and the step are kept only if they came with the address.
    const isForeign = (context.url.get("n") ?? "") !== n || (context.url.get("k") ?? "") !== k;
    if (key === this.key) {
      this.render();
      if (isForeign) this.loading = this.guard(this.restore());
      return;
    }
    if (this.key !== "" && !isForeign) this.write({ n: "", k: "" });
    this.key = key;
    this.search = search;
    this.source?.stop();
    this.source = new Source(position, search);
    this.render();
    // What was chosen gives way to what is shown now.
    /** @type {HTMLFormElement} */ (find(".tree-controls", this.root)).reset();
    this.loading = this.guard(this.load(this.source, problems).finally(() => this.root.classList.remove("is-new")));
    this.leaveNode();
  }

  /** The board shows the game again. */
  leaveNode() {
    if (this.standing === null) return;
    this.standing = null;
    this.context.page.render();
  }

  /** Writes into the address; what is empty goes. @param {{ s?: string, n?: string, k?: string }} values */
  write(values) {
    Object.assign(this.written, values);
    this.context.url.set(values);
  }

  /** @param {Search} search */
  setSearch(search) {
    this.write({ s: writeSearch(search), n: "", k: "" });
    this.refresh();
  }

  /** Loads the whole view again. @param {Source} source @param {string[]} problems what is wrong with the address */
  async load(source, problems) {
    this.isWhole = false;
    this.stepper.pause();
    this.makeRoom(source.search.mode === "C");
    this.root.setAttribute("aria-busy", "true");
    const answer = await source.node("").catch((error) => {
      // Parts of the last search must not look like parts of this one.
      if (!source.isStopped) {
        this.root.classList.add("has-failed");
        this.answer = null;
      }
      throw error;
    });
    const { mode } = source.search;
    this.root.removeAttribute("aria-busy");
    this.root.classList.remove("has-failed");
    this.answer = answer;
    this.tell(problems);
    this.root.dataset.mode = mode;
    this.root.dataset.windows = this.about.has_windows ? "some" : "none";
    this.walk = new Walk(answer, source, this.grid);
    this.stepper.begin();
    await this.restore();
    // The row that had the focus is another one now.
    if (this.walk.hasFocus() && this.grid.selected) this.grid.select(this.grid.selected, { focus: true });
    this.exercise?.renew();
    await this.loadStrips(source, mode === "C");
    if (!source.isStopped) this.isWhole = true;
  }

  /** Makes room for one strip, or for two of a comparison, and for what will be said of them: unseen text, as long as theirs. @param {boolean} isTwofold */
  makeRoom(isTwofold) {
    const [first, beside] = this.strips;
    const { words, kinds } = (first.said.title === "" ? first : beside).said;
    const more = `${words} Alpha-beta examines 1,000 of them and skips 90 %.`;
    first.expect(isTwofold ? { title: "Minimax", words: more, kinds: new Set([...kinds, SKIPPED]) } : { title: "", words, kinds }, "");
    beside.expect(isTwofold ? { title: "Alpha-beta", words, kinds } : null, first.canvas.style.height);
  }

  /**
   * One strip, or two for a comparison. Minimax's tree can be too large where that of alpha-beta is not.
   * @param {Source} source
   * @param {boolean} withMinimax
   */
  async loadStrips(source, withMinimax) {
    const own = await source.overview(false).catch((error) => {
      if (!source.isStopped) for (const strip of this.strips) strip.show(null);
      throw error;
    });
    const whole = withMinimax ? await source.overview(true).catch((error) => {
      if (source.isStopped) throw error;
      return null;
    }) : null;
    const note = withMinimax && !whole ? " Minimax's tree is too large to be shown around it." : "";
    const [first, beside] = this.strips;
    first.show(whole ?? own, whole !== null, whole ? "Minimax" : "", note);
    beside.show(whole ? own : null, false, "Alpha-beta");
    for (const strip of this.strips) {
      if (this.grid.selected) strip.select(wayOf(this.grid.selected));
      if (this.stepper.root.open) strip.markStep(this.stepper.number);
    }
  }

  /** Goes to the node and the step that the address names. */
  async restore() {
    const { url } = this.context;
    const [n, k] = [url.get("n") ?? "", url.get("k") ?? ""];
    this.written = { n, k };
    const step = readStep(k);
    const { examined } = this.stepper;
    if (k !== "" && step === null) this.addProblem(`Address, k=${k}: expected the number of a step, and perhaps “,predict” after it`);
    if (step !== null && step.number > examined) this.addProblem(`Address, k=${k}: expected at most ${examined}, the last step of this search`);
    this.root.classList.toggle("is-predicting", step?.predict ?? false);
    await this.reveal(n);
    await this.stepper.start(step);
  }

  /** @param {string} path */
  async reveal(path) {
    const { walk } = this;
    if (!walk || (await walk.reveal(path)) !== null || walk.source.isStopped) return;
    this.addProblem(`Address, n=${path}: no such node here; expected moves from the start, separated by "."`);
    walk.grid.select(walk.rows.root);
  }

  /** Opens or closes a node. @param {Entry} entry */
  async toggle(entry) {
    if (!entry.node.has_children) return;
    await this.walk?.toggle(entry);
    const now = entry.isOpen ? `${entry.children?.length ?? 0} replies` : "closed";
    announce(`${named(entry.node, this.game.move_noun)}: ${now}`);
  }

  /** @param {Entry} entry */
  selected(entry) {
    // What was asked for before it is no longer wanted.
    if (this.walk) this.walk.asked += 1;
    // While the page asks before it shows, a step puts its own node here again.
    this.cursor = entry.node.path;
    this.reason = { shown: null, wanted: null };
    this.write({ n: entry.node.path });
    for (const strip of this.strips) strip.select(wayOf(entry));
    this.detail.show(entry, this.about.has_windows);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.guard(this.showDetail(entry)), REST);
  }

  /** @param {Entry} entry */
  async showDetail(entry) {
    const { walk } = this;
    if (!walk) return;
    const { source } = walk;
    const { node } = entry;
    const [position, evaluated] = await Promise.all([source.board(node.path), source.evaluated(node), walk.childrenOf(entry)]);
    if (entry !== this.grid.selected) return;
    this.detail.show(entry, this.about.has_windows, { position, evaluated });
    if (!this.stepper.isPredicting) this.stand(node.path, position);
    this.reason.shown = entry;
    if (this.reason.wanted === entry) this.seeReason(entry);
  }

  /** Brings the reason of the selected node into sight, as soon as all of it is shown. @param {Entry} entry */
  seeReason(entry) {
    this.reason.wanted = this.reason.shown === entry ? null : entry;
    if (this.reason.wanted === null) this.detail.root.querySelector(".tree-reason")?.scrollIntoView({ block: "nearest" });
  }

  /** Shows this node on the large board, unless the cursor has moved to another one. @param {string} path @param {Position} position */
  stand(path, position) {
    if (path !== this.cursor) return;
    this.standing = path === "" ? null : { path, position };
    this.context.page.render();
  }

  /** The node under the cursor, which is not the game, for the large board. @returns {Elsewhere | null} */
  elsewhere() {
    if (!this.standing || !this.isOnBoard) return null;
    const { path, position } = this.standing;
    const state = position.outcome === null ? `${position.turn} to move` : position.outcome.words;
    return {
      position,
      words: `Node ${path} of the search: ${state}.`,
      closed: `The board shows node ${path} of the search. Select “start” in the tree to play on it.`,
    };
  }

  /** Hides the answers while questions are asked. */
  hide() {
    this.root.classList.toggle("is-predicting", this.stepper.isPredicting);
    this.root.classList.toggle("is-exercising", this.exercise?.root.open ?? false);
  }

  /** A step was taken to this node. @param {number} number @param {string} path */
  async follow(number, path) {
    for (const strip of this.strips) strip.markStep(number);
    if (this.stepper.isPredicting || !this.stepper.isFollowing) return;
    this.grid.stepAt = (await this.walk?.reveal(path)) ?? null;
    this.grid.render();
  }

  /** Keys with a meaning of their own in the table, and buttons for them. @param {string} key */
  pressed(key, isButton = false) {
    const { walk } = this;
    if (!walk) return false;
    const { search } = walk.source;
    /** @param {"next" | "previous"} direction */
    const toCut = async (direction) => {
      const { words, entry } = await walk.cutBeside(direction);
      announce(words);
      return entry;
    };
    /** @type {Record<string, () => unknown>} */
    const acts = {
      ".": () => toCut("next"),
      ",": () => toCut("previous"),
      p: () => walk.bestLine(),
      "*": () => walk.openSiblings(),
      e: () => announce(this.detail.toggleTerms()),
      m: () => this.setSearch({ ...search, mode: search.mode === "M" ? "A" : "M" }),
    };
    const work = acts[key]?.();
    if (!(work instanceof Promise)) return key in acts;
    void this.guard(work.then((entry) => { if (isButton && entry && this.grid.selected === entry) this.seeReason(entry); }));
    return true;
  }

  /** Awaits work and shows what went wrong. That stays while something of the search is missing. @param {Promise<unknown> | undefined} work */
  async guard(work) {
    try {
      await work;
      if (this.isWhole && this.problem.isPassing) this.tell([]);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof Error && error.name === "AbortError") return;
    this.root.removeAttribute("aria-busy");
    const { status = 0, error: body } = /** @type {{ status?: number, error?: ErrorBody }} */ (error);
    const text = error instanceof Error ? error.message : String(error);
    this.tell([capital(text), ...(body?.remedy ? [`What helps: ${body.remedy}.`] : [])], {
      isPassing: body === undefined || status >= 500,
      less: body?.place === "depth" ? Math.min(body.fits ?? 0, this.search.depth - 1) : 0,
    });
  }

  /** Says what is wrong, instead of what was said before. @param {string[]} texts @param {{ isPassing: boolean, less: number }} [how] */
  tell(texts, how = { isPassing: false, less: 0 }) {
    // Made anew: what goes wrong again is then read out again.
    this.problem = { texts, paragraphs: texts.map((text) => make("p", {}, text)), ...how };
    this.render();
  }

  /** Says one more thing that is wrong. @param {string} text */
  addProblem(text) {
    this.tell(this.problem.isPassing ? [text] : [...this.problem.texts, text]);
  }
}

/** What a search came to. @param {TreeAnswer} answer @param {string} noun */
function outcome(answer, noun) {
  if (!answer.totals) return nothing;
  const { examined } = answer.totals;
  const tied = tie(answer, noun);
  const words = html`<p>${result(answer, noun)}</p>`;
  const headline = html`<p class="tree-headline"><strong>${count(examined)}</strong> ${examined === 1 ? "node" : "nodes"} examined</p>`;
  return [matchMedia(PHONE).matches ? [words, headline] : [headline, words], tied ? html`<p>${tied}</p>` : nothing];
}

/**
 * What each way of searching examines at every ply, as a table with bars: the search itself, the other cut rule, and minimax.
 * @param {TreeAnswer} answer that of the root @param {(table: unknown) => unknown} draw
 */
function counts({ totals, algorithm, cut, depth }, draw) {
  if (!totals) return nothing;
  const { other_cut } = totals;
  // Minimax can be too large to be counted: then there is nothing to compare with.
  const whole = algorithm === "minimax" ? null : totals.minimax;
  const columns = [
    { ...totals, name: cut === null ? algorithm : RULES[cut] },
    ...(other_cut ? [{ ...other_cut, name: RULES[other_cut.cut] }] : []),
    ...(whole ? [{ ...whole, name: "minimax" }] : []),
  ];
  const factors = columns.map(({ name, examined }) => `${branching(examined, depth).toFixed(2)} (${name})`);
  const rules = cut === null ? "" : `: ${algorithm}, by when it cuts${whole ? ", and minimax" : ""}`;
  const share = (/** @type {number} */ part, /** @type {number} */ all) => whole && html`<td class="tree-share">${bar(part, all)}</td>`;
  const table = html`
    <caption>Nodes examined at each ply${rules}</caption>
    <thead>
      <tr>
        <th scope="col">ply</th>
        ${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}
        ${whole && html`<th scope="col" class="tree-share">share of minimax</th>`}
      </tr>
    </thead>
    <tbody>
      ${(whole ?? totals).by_ply.map((most, ply) => html`
        <tr>
          <th scope="row">${ply === 0 ? "0 (root)" : ply}</th>
          ${columns.map(({ by_ply }) => html`<td>${count(by_ply[ply] ?? 0)}</td>`)}
          ${share(totals.by_ply[ply] ?? 0, most)}
        </tr>`)}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">total</th>
        ${columns.map(({ examined }) => html`<td>${count(examined)}</td>`)}
        ${share(totals.examined, whole?.examined ?? 0)}
      </tr>
    </tfoot>`;
  return html`${draw(table)}<p class="tree-note muted">Effective branching factor: ${factors.join(", ")}.</p>`;
}

/** @param {number} part @param {number} whole */
function bar(part, whole) {
  const share = whole > 0 ? part / whole : 0;
  const text = share >= 1 ? "all" : `${saved(part, whole)} saved`;
  return html`<span class="tree-bar"><span><i aria-hidden="true" .style=${`width: ${Math.max(1, share * 100)}%`}></i></span><span>${text}</span></span>`;
}
