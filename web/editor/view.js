// The view "Edit": pieces set by hand, and positions read and written as text in every notation.

import { piece, pieceNoun } from "../board/pieces.js";
import { notationLabel } from "../board/players.js";
import { movesIn } from "../page/acts.js";
import { copyButton } from "../shell/announce.js";
import { ApiError, awaited, get } from "../shell/api.js";
import { capital, choice, make, redraw } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";

/** @import { Game } from "../board/game.js" */
/** @import { Cell, GameMenu, Mount } from "../shell/types.d.ts" */

/** @type {Mount} */
export const mount = (place, { game, page }) => new Editor(place, game, page);

/** The fewest and the most random moves that lead to a random position. */
const FEWEST = 4;
const MOST = 16;

/** The board as text in the game's own notation, on one line. @param {GameMenu} menu @param {(string | null)[][]} cells @param {string} turn */
export function writeBoard(menu, cells, turn) {
  const { paint, sides } = menu;
  if (paint === null) return "";
  const letter = (/** @type {string | null} */ side) => (side === null ? paint.empty : paint.pieces[sides[1] === side ? 1 : 0]);
  const rows = cells.map((row) => row.map(letter).join(""));
  if (paint.first_row === "bottom") rows.reverse();
  return rows.join(paint.row_end) + paint.turns[sides[1] === turn ? 1 : 0];
}

/**
 * The board after a cell is painted. Where pieces fall, they land on the pieces below, and the pieces above a removed one sink.
 * @param {(string | null)[][]} cells @param {Cell} cell @param {string | null} side @param {boolean} falls
 */
export function painted(cells, [row, column], side, falls) {
  const line = cells.map((cellsOfRow) => cellsOfRow[column] ?? null);
  const isEmpty = line[row] === null;
  if (falls && side === null && !isEmpty) {
    line.splice(row, 1);
    line.unshift(null);
  } else line[falls && isEmpty ? line.lastIndexOf(null) : row] = side;
  return cells.map((old, at) => old.map((cell, place) => (place === column ? (line[at] ?? null) : cell)));
}

class Editor {
  /** @param {HTMLElement} place @param {Game} game @param {import("../page/acts.js").Acts} page */
  constructor(place, game, page) {
    this.place = place;
    this.game = game;
    this.page = page;
    /** @type {(string | null)[][]} */
    this.cells = [];
    this.turn = "";
    /** @type {string | null} */
    this.tool = null;
    /** The game and the position with which it began. */
    this.begun = "";
    /** Counts the random positions that were asked for. */
    this.randoms = 0;
    /** The notation that is chosen for the text; empty if it is to be found out. */
    this.notation = "";
    /** What is wrong with the last text, as a template. @type {unknown} */
    this.problem = nothing;
    this.text = make("textarea", {
      id: "position-box", rows: 8, spellcheck: "false", autocomplete: "off", "aria-describedby": "position-keys position-problems",
      keydown: (event) => this.pressed(event), paste: (event) => this.pastes(event),
    });
    /** What was last written into the box by the page. */
    this.filled = "";
    /** By the name of the notation. @type {Map<string, HTMLElement>} */
    this.copies = new Map();
  }

  board() {
    // After another game was chosen the editor still has the cells of the last one.
    return { ...(this.cells.length === this.game.menu.rows ? { cells: this.cells } : {}), marked: [], last: null, isEdited: true };
  }

  /** Begins with the position on the board. */
  render() {
    const { position, menu } = this.game;
    if (position === null) return;
    const shown = `${menu.name} ${position.position}`;
    if (shown !== this.begun) {
      if (!this.begun.startsWith(`${menu.name} `)) {
        this.tool = menu.sides[0];
        this.notation = "";
        const text = (/** @type {string} */ name) => this.game.position?.notations[name] ?? "";
        this.copies = new Map(menu.notations.map((one) => [one.name, copyButton(`as ${notationLabel(one, [])}`, () => text(one.name))]));
      }
      this.begun = shown;
      this.cells = position.board.cells;
      this.turn = position.turn;
      this.problem = nothing;
      if (document.activeElement !== this.text) this.fill((position.notations[menu.notations[0]?.name ?? ""] ?? position.position).trim());
    }
    this.draw();
  }

  draw() {
    const { position, menu } = this.game;
    if (position === null) return;
    const canPaint = menu.paint !== null;
    const tools = [...menu.sides, null].map((side) => html`<label class="tool"
      ><input type="radio" name="tool" value=${side ?? ""} .checked=${side === this.tool} @change=${() => { this.tool = side; this.draw(); }}>${
      side && piece(menu, side)}<span>${side === null ? "nothing" : `${side} ${pieceNoun(menu)}`}</span></label>`);
    const turns = menu.sides.map((side) => html`<label class="tool"
      ><input type="radio" name="turn" value=${side} .checked=${side === this.turn} @change=${() => { this.turn = side; void this.write(); }}>${
      piece(menu, side)}<span>${side}</span></label>`);
    const choose = (/** @type {string} */ name) => {
      this.notation = name;
      this.draw();
    };
    /** @type {[string, string, string][]} */
    const notations = menu.notations.map((one) => [one.name, notationLabel(one, menu.notations), one.about]);
    const written = menu.notations.map((notation) => {
      const text = position.notations[notation.name] ?? null;
      return html`<section>
        <div class="head"><h3>${notationLabel(notation, menu.notations)}</h3>${text === null ? nothing : this.copies.get(notation.name)}</div>
        <p class="muted">${capital(notation.about)}.</p>
        ${text === null
          ? html`<p>This notation cannot express the position.</p>`
          : html`<pre class="position-text" tabindex="0" role="region" aria-label="The position as ${notation.name}">${text.trimEnd() || "(nothing: the empty board)"}</pre>`}
      </section>`;
    });
    redraw(
      html`<h2>Set pieces</h2>
        <p class="muted">Choose a piece. A click on a cell, or Enter, puts it there.</p>
        <fieldset><legend>Piece</legend><div class="tools">${canPaint ? tools : html`<p>Boards of this game cannot be painted. Write the position as text below.</p>`}</div></fieldset>
        <fieldset><legend>To move</legend><div class="tools">${canPaint ? turns : nothing}</div></fieldset>
        <div class="row">
          <button type="button" @click=${() => void this.read("", "")}>Start position</button>
          <button type="button" ?hidden=${!canPaint} @click=${() => this.clear()}>Clear board</button>
          <button type="button" @click=${() => void this.random()}>Random position</button>
        </div>
        <div class="notes">${position.notes.map((note) => html`<p>${note}</p>`)}</div>
        <h2>As text</h2>
        <form @submit=${(/** @type {Event} */ event) => { event.preventDefault(); void this.submit(); }}>
          <label for="position-box">A position in any notation of the game</label>
          ${this.text}
          <p class="muted" id="position-keys">Moves, rows of a board, a saved game, or an address of this page. What you paste is set up at once, and analysed.
            Enter does the same; Shift and Enter begin a new line.</p>
          <div class="row">
            ${choice("Notation", [["", "Whichever it is in"], ...notations], this.notation, choose)}
            <button class="main">Set up</button>
          </div>
        </form>
        <div id="position-problems" class="problems" role="alert">${this.problem}</div>
        <h2>In every notation</h2>
        <div class="written">${written}</div>`,
      this.place,
    );
  }

  /** @param {Cell} cell */
  paint(cell) {
    if (this.game.menu.paint === null) return;
    this.cells = painted(this.cells, cell, this.tool, this.game.menu.board === "upright");
    void this.write();
  }

  clear() {
    this.cells = this.cells.map((row) => row.map(() => null));
    void this.write();
  }

  /** Sets up what was painted; if it is no position, says why and keeps it on the board. */
  async write() {
    const { menu } = this.game;
    const text = writeBoard(menu, this.cells, this.turn);
    this.fill(text.replaceAll("/", "\n"));
    this.page.renderBoard();
    await this.read(text, menu.notations[0]?.name ?? "", false);
  }

  /** @param {string} text */
  fill(text) {
    this.text.value = text;
    this.filled = text;
  }

  /** Gives the text box the focus, with all of its text selected. */
  focus() {
    this.text.focus();
    this.text.select();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.submitAndAnalyse();
  }

  /** What is pasted replaces what the page has written, and is set up. A text that somebody has typed stays. @param {ClipboardEvent} event */
  pastes(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { value, selectionStart, selectionEnd } = this.text;
    const isWhole = value === this.filled || (selectionStart === 0 && selectionEnd === value.length);
    if (text.trim() === "" || !isWhole) return;
    event.preventDefault();
    this.text.value = text;
    void this.submitAndAnalyse();
  }

  async submitAndAnalyse() {
    if (await this.submit()) void this.page.openView("analyse");
  }

  /** Sets up what is in the text box. Whether it was set up. */
  async submit() {
    // What is wrong once more is said once more.
    this.say(nothing);
    // An empty text is a position only as a list of moves.
    if (this.text.value.trim() === "" && this.notation !== "moves") {
      this.say(html`<p>There is no text; expected a position in one of the notations below.</p>`);
      return false;
    }
    return this.read(this.text.value, this.notation);
  }

  /**
   * Sets up the position of a text; a list of moves is loaded as a game. Whether it was set up: if something newer was, that shows its
   * own problems. @param {string} text @param {string} notation empty if it is to be found out
   */
  async read(text, notation, isTyped = true) {
    const { game: { menu }, page } = this;
    // What is wrong once more is said once more.
    this.say(nothing);
    try {
      if (isTyped && text === "") this.begun = "";
      // In the columns of the notation that was chosen.
      const chosen = menu.notations.find(({ name }) => name === notation)?.columns[0];
      const moves = isTyped && notation === "moves" ? movesIn(text, menu).find(({ first = chosen }) => first === chosen) : undefined;
      const isUnnamed = isTyped && notation === "" && text !== "";
      const isSetUp = await (isUnnamed
        ? page.take(text)
        : page.begin({ game: menu.name, ...(moves === undefined ? { start: text.trim(), notation: notation || undefined } : { moves: moves.moves }) }));
      if (!isSetUp) return false;
      this.say(nothing);
      this.text.removeAttribute("aria-invalid");
      // What is pasted next replaces it.
      if (isTyped) this.filled = this.text.value;
      return true;
    } catch (error) {
      this.text.setAttribute("aria-invalid", "true");
      this.show(error, notation === "" ? this.text.value : this.text.value.trim(), isTyped);
      return false;
    }
  }

  /** Says what is wrong, and where. @param {unknown} error @param {string} text @param {boolean} isTyped */
  show(error, text, isTyped) {
    if (!(error instanceof ApiError)) return this.say(html`<p>${error instanceof Error ? error.message : String(error)}</p>`);
    const { problems = [], place, message, remedy } = error.error;
    const found = problems.filter((problem) => problem.parameter === "position");
    const list = found.length > 0 ? found : [{ place, message }];
    this.say(html`${list.map((problem) => html`<p><strong>${capital(problem.place)}: </strong>${problem.message}.</p>`)}${
      isTyped ? excerpt(error.text ?? text, found[0]?.span ?? null) : nothing}${
      remedy === undefined ? nothing : html`<p class="muted">${capital(remedy)}.</p>`}`);
  }

  /** @param {unknown} problem */
  say(problem) {
    this.problem = problem;
    this.draw();
  }

  /** A position that random moves lead to. */
  async random() {
    this.say(awaited(""));
    const { game } = this;
    const { menu, asked } = game;
    // Something else was asked for meanwhile: this position is dropped.
    const mine = ++this.randoms;
    const isOver = () => mine !== this.randoms || asked !== game.asked;
    const count = FEWEST + Math.floor(Math.random() * (MOST - FEWEST + 1));
    const seed = Math.floor(Math.random() * 2 ** 31);
    let moves = "";
    let start = "";
    try {
      for (let made = 0; made < count; made += 1) {
        const chosen = await get("choose", { game: menu.name, moves, agent: `random:seed=${seed + made}` });
        moves = [moves, chosen.move.move.replace(/[[\]]/g, "")].filter(Boolean).join(".");
        const position = await get("position", { game: menu.name, moves });
        if (isOver()) return;
        if (position.outcome !== null) break;
        start = position.position;
      }
      await this.page.begin({ game: menu.name, start, notation: menu.notations[0]?.name });
    } catch (error) {
      if (!isOver()) this.show(error, "", false);
    }
  }
}

/** The text around a problem, with the place of it marked. @param {string} text @param {[number, number] | null} span */
function excerpt(text, span) {
  if (span === null) return nothing;
  const [from, to] = span;
  const end = Math.max(to, from + 1);
  return html`<pre class="excerpt" tabindex="0">${text.slice(Math.max(from - 60, 0), from)}<mark>${text.slice(from, end).replace(/^$/, "␣").replace("\n", "↵\n")}</mark>${text.slice(end, end + 60)}</pre>`;
}
