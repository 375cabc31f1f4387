// The view "Edit": a position set up by hand or as a text.

import { piece, pieceNoun } from "../board/pieces.js";
import { notationLabel } from "../board/players.js";
import { movesIn } from "../page/acts.js";
import { copyButton } from "../shell/announce.js";
import { ApiError, get } from "../shell/api.js";
import { capital, field, fill, make } from "../shell/dom.js";

/** @typedef {import("../shell/types.d.ts").Cell} Cell */
/** @typedef {import("../board/game.js").Game} Game */

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, { game, page }) => {
  const editor = new Editor(place, game, {
    draft: page.renderBoard,
    setUp: (start, notation) => page.begin({ game: game.menu.name, start, notation }),
    load: (moves) => page.begin({ game: game.menu.name, moves }),
    take: page.take,
    analyse: () => void page.show("analyse"),
  });
  return {
    focus: () => editor.focusText(),
    render: () => editor.render(),
    board: () => ({
      // After another game was chosen the editor still has the cells of the last one.
      ...(editor.cells.length === game.menu.rows ? { cells: editor.cells } : {}),
      marked: [],
      last: null,
      isEdited: true,
    }),
    paint: (cell) => editor.paint(cell),
  };
};

// The position editor: pieces set by hand, positions read from text in every notation, and written in every notation.

/** How many random moves lead to a random position: from few to many. */
const RANDOM_MOVES = [4, 16];

/**
 * The board as text in the game's own notation, on one line.
 * @param {import("../shell/types.d.ts").GameMenu} menu
 * @param {(string | null)[][]} cells
 * @param {string} turn
 */
export function writeBoard(menu, cells, turn) {
  const { paint, sides } = menu;
  if (paint === null) return "";
  const letter = (/** @type {string | null} */ side) => (side === null ? paint.empty : paint.pieces[sides[1] === side ? 1 : 0]);
  const rows = cells.map((row) => row.map(letter).join(""));
  if (paint.first_row === "bottom") rows.reverse();
  return rows.join(paint.row_end) + paint.turns[sides[1] === turn ? 1 : 0];
}

/**
 * The board after a cell is painted. Where pieces fall, they land on the pieces below,
 * and the pieces above a removed one sink.
 * @param {(string | null)[][]} cells
 * @param {Cell} cell
 * @param {string | null} side
 * @param {boolean} falls
 */
export function painted(cells, [row, column], side, falls) {
  const next = cells.map((line) => [...line]);
  const put = (/** @type {number} */ at, /** @type {string | null} */ what) => {
    const line = next[at];
    if (line !== undefined) line[column] = what;
  };
  const isEmpty = cells[row]?.[column] === null;
  if (!falls || (side !== null && !isEmpty)) {
    put(row, side);
  } else if (side !== null) {
    let lowest = row;
    while (lowest + 1 < next.length && next[lowest + 1]?.[column] === null) lowest += 1;
    put(lowest, side);
  } else if (!isEmpty) {
    for (let at = row; at > 0; at -= 1) put(at, next[at - 1]?.[column] ?? null);
    put(0, null);
  }
  return next;
}

class Editor {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {{ draft: () => void, setUp: (start: string, notation: string | undefined) => Promise<boolean>, load: (moves: string) => Promise<boolean>, take: (text: string) => Promise<boolean>, analyse: () => void }} handlers
   */
  constructor(place, game, handlers) {
    this.game = game;
    this.handlers = handlers;
    /** @type {(string | null)[][]} */
    this.cells = [];
    this.turn = "";
    /** @type {string | null} */
    this.tool = null;
    this.shown = "";
    /** Counts the random positions that were asked for. */
    this.randoms = 0;
    this.tools = make("div", { class: "tools" });
    this.turns = make("div", { class: "tools" });
    this.text = make("textarea", { id: "position-box", rows: 8, spellcheck: "false", autocomplete: "off", "aria-describedby": "position-keys position-problems" });
    this.text.addEventListener("keydown", (event) => this.pressed(event));
    this.text.addEventListener("paste", (event) => this.pastes(event));
    /** What was last written into the box by the page. */
    this.filled = "";
    this.notations = make("select", {});
    this.problems = make("div", { id: "position-problems", class: "problems", role: "alert" });
    this.notes = make("div", { class: "notes" });
    this.written = make("div", { class: "written" });
    const button = (/** @type {string} */ name, /** @type {() => void} */ click) => make("button", { type: "button", click }, name);
    this.clearing = button("Clear board", () => this.clear());
    const form = make(
      "form",
      { submit: (/** @type {Event} */ event) => { event.preventDefault(); void this.submit(); } },
      make("label", { for: "position-box" }, "A position in any notation of the game"),
      this.text,
      make("p", { class: "muted", id: "position-keys" }, "Moves, rows of a board, a saved game, or an address of this page. What you paste is set up at once, and analysed. Enter does the same; Shift and Enter begin a new line."),
      make("div", { class: "row" }, field("Notation", this.notations), make("button", { class: "main" }, "Set up")),
    );
    fill(
      place,
      make("h2", {}, "Set pieces"),
      make("p", { class: "muted" }, "Choose a piece. A click on a cell, or Enter, puts it there."),
      make("fieldset", {}, make("legend", {}, "Piece"), this.tools),
      make("fieldset", {}, make("legend", {}, "To move"), this.turns),
      make(
        "div",
        { class: "row" },
        button("Start position", () => void this.read("", "")),
        this.clearing,
        button("Random position", () => void this.random()),
      ),
      this.notes,
      make("h2", {}, "As text"),
      form,
      this.problems,
      make("h2", {}, "In every notation"),
      this.written,
    );
  }

  /** Begins with the position on the board. */
  render() {
    const { position, menu } = this.game;
    if (position === null) return;
    const shown = `${menu.name} ${position.position}`;
    if (shown === this.shown) return;
    const isOtherGame = !this.shown.startsWith(`${menu.name} `);
    this.shown = shown;
    this.cells = position.board.cells;
    this.turn = position.turn;
    fill(this.problems);
    fill(this.notes, ...position.notes.map((note) => make("p", {}, note)));
    if (isOtherGame) {
      this.clearing.hidden = menu.paint === null;
      this.tool = menu.sides[0];
      const noun = pieceNoun(menu);
      const tool = (/** @type {string | null} */ side) => this.radio("tool", side ?? "", side === null ? "nothing" : `${side} ${noun}`, side === this.tool, () => { this.tool = side; }, side);
      const cannot = "Boards of this game cannot be painted. Write the position as text below.";
      fill(this.tools, ...(menu.paint === null ? [make("p", {}, cannot)] : [...menu.sides, null].map(tool)));
      fill(this.turns, ...(menu.paint === null ? [] : menu.sides).map((side) => this.radio("turn", side, side, false, () => { this.turn = side; void this.write(); }, side)));
      fill(this.notations, make("option", { value: "" }, "Whichever it is in"), ...menu.notations.map((notation) => make("option", { value: notation.name, title: notation.about }, notationLabel(notation, menu.notations))));
    }
    for (const radio of this.turns.querySelectorAll("input")) radio.checked = radio.value === this.turn;
    if (document.activeElement !== this.text) this.fill((position.notations[menu.notations[0]?.name ?? ""] ?? position.position).trim());
    fill(
      this.written,
      ...menu.notations.map((notation) => {
        const text = position.notations[notation.name] ?? null;
        return make(
          "section",
          {},
          make("div", { class: "head" }, make("h3", {}, notationLabel(notation, menu.notations)), text !== null && copyButton(`as ${notationLabel(notation, [])}`, () => text)),
          make("p", { class: "muted" }, `${capital(notation.about)}.`),
          text === null ? make("p", {}, "This notation cannot express the position.") : make("pre", { class: "position-text", tabindex: 0, role: "region", "aria-label": `The position as ${notation.name}` }, text.trim() === "" ? "(nothing: the empty board)" : text.trimEnd()),
        );
      }),
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {string} label
   * @param {boolean} isChosen
   * @param {() => void} chosen
   * @param {string | null} side
   */
  radio(name, value, label, isChosen, chosen, side) {
    const input = make("input", { type: "radio", name, value, checked: isChosen, change: chosen });
    return make("label", { class: "tool" }, input, side === null ? null : piece(this.game.menu, side), make("span", {}, label));
  }

  /** @param {Cell} cell */
  paint(cell) {
    if (this.game.menu.paint === null) return;
    this.cells = painted(this.cells, cell, this.tool, this.game.menu.board === "upright");
    void this.write();
  }

  clear() {
    if (this.game.menu.paint === null) return;
    this.cells = this.cells.map((row) => row.map(() => null));
    void this.write();
  }

  /** Sets up what was painted; if it is no position, says why and keeps it on the board. */
  async write() {
    const { menu } = this.game;
    const text = writeBoard(menu, this.cells, this.turn);
    this.fill(text.replaceAll("/", "\n"));
    this.handlers.draft();
    await this.read(text, menu.notations[0]?.name ?? "", false);
  }

  /** @param {string} text */
  fill(text) {
    this.text.value = text;
    this.filled = text;
  }

  /** Gives the text box the focus, with all of its text selected. */
  focusText() {
    this.text.focus();
    this.text.select();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.submitAndAnalyse();
  }

  /**
   * What is pasted replaces what the page has written, and is set up. A text that somebody has typed stays.
   * @param {ClipboardEvent} event
   */
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
    if (await this.submit()) this.handlers.analyse();
  }

  /** Sets up what is in the text box. Whether it was set up. */
  async submit() {
    // An empty text is a position only as a list of moves.
    if (this.text.value.trim() === "" && this.notations.value !== "moves") {
      fill(this.problems, make("p", {}, "There is no text; expected a position in one of the notations below."));
      return false;
    }
    return this.read(this.text.value, this.notations.value);
  }

  /**
   * Sets up the position of a text; a list of moves is loaded as a game.
   * @param {string} text
   * @param {string} notation empty if it is to be found out
   * @param {boolean} [isTyped]
   * @returns {Promise<boolean>} whether it is set up; if something newer was instead, that shows its own problems
   */
  async read(text, notation, isTyped = true) {
    const { handlers } = this;
    try {
      if (isTyped && text === "") this.shown = "";
      const moves = isTyped && notation === "moves" ? movesIn(text, this.game.menu) : null;
      const isUnnamed = isTyped && notation === "" && text !== "";
      const isSetUp = await (isUnnamed ? handlers.take(text) : moves === null ? handlers.setUp(text.trim(), notation || undefined) : handlers.load(moves));
      if (!isSetUp) return false;
      fill(this.problems);
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

  /**
   * Says what is wrong, and where.
   * @param {unknown} error
   * @param {string} text
   * @param {boolean} isTyped
   */
  show(error, text, isTyped) {
    if (!(error instanceof ApiError)) {
      fill(this.problems, make("p", {}, error instanceof Error ? error.message : String(error)));
      return;
    }
    const { problems = [], place, message, remedy } = error.error;
    const found = problems.filter((problem) => problem.parameter === "position");
    const list = found.length > 0 ? found : [{ place, message }];
    fill(
      this.problems,
      ...list.map((problem) => make("p", {}, make("strong", {}, `${capital(problem.place)}: `), `${problem.message}.`)),
      ...(isTyped ? found.slice(0, 1).map((problem) => excerpt(text, problem.span)) : []),
      remedy !== undefined && make("p", { class: "muted" }, `${capital(remedy)}.`),
    );
  }

  /** A position that random moves lead to. */
  async random() {
    const { game } = this;
    const { menu } = game;
    // Something else was asked for meanwhile: this position is dropped.
    const mine = ++this.randoms;
    const { asked } = game;
    const isOver = () => mine !== this.randoms || asked !== game.asked;
    const [fewest = 0, most = 0] = RANDOM_MOVES;
    const count = fewest + Math.floor(Math.random() * (most - fewest + 1));
    const seed = Math.floor(Math.random() * 2 ** 31);
    /** @type {string[]} */
    const moves = [];
    try {
      for (let made = 0; made < count; made += 1) {
        const choice = await get("choose", { game: menu.name, moves: moves.join("."), agent: `random:seed=${seed + made}` });
        const next = [...moves, choice.move.move.replace(/[[\]]/g, "")];
        const position = await get("position", { game: menu.name, moves: next.join(".") });
        if (isOver()) return;
        if (position.outcome !== null) break;
        moves.push(next[made] ?? "");
      }
      const position = await get("position", { game: menu.name, moves: moves.join(".") });
      if (isOver()) return;
      await this.handlers.setUp(position.position, menu.notations[0]?.name);
    } catch (error) {
      if (!isOver()) this.show(error, "", false);
    }
  }
}

/**
 * The text around a problem, with the place of it marked.
 * @param {string} text
 * @param {[number, number] | null} span
 */
function excerpt(text, span) {
  if (span === null) return null;
  const [from, to] = span;
  const end = Math.max(to, from + 1);
  return make("pre", { class: "excerpt", tabindex: 0 }, text.slice(Math.max(from - 60, 0), from), make("mark", {}, text.slice(from, end).replace(/^$/, "␣").replace("\n", "↵\n")), text.slice(end, end + 60));
}
