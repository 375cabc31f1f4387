// What the page reads of the server's answers (docs/api.md has all of it), and what parts of the page pass to one another. For the
// type checker only.

import type { Analysis } from "../board/analysis.js";
import type { Model } from "../board/board.js";
import type { Game, Turns } from "../board/game.js";
import type { Acts } from "../page/acts.js";
import type { Session } from "./address.js";

export type Cell = [row: number, column: number];

export interface Notation {
  name: string;
  about: string;
  columns: string[];
  rows: string[];
}

export interface GameMenu {
  name: string;
  /** The game that it is on a board of another size. */
  size_of: string | null;
  about: string;
  sides: [string, string];
  move_noun: string;
  columns: number;
  rows: number;
  start: string;
  notations: Notation[];
  evaluations: { name: string; about: string }[];
  agents: string[];
  solver: "scores" | "distances" | "points" | "winner" | null;
  /** The kind of board. On an upright board pieces fall. */
  board: "upright" | "chequered" | "plain";
  /** The piece of each side. */
  pieces: [string, string];
  /** How the editor writes a board in the game's own notation, if it can: the row that is first, what ends rows, an empty cell, pieces, and who is to move. */
  paint: { first_row: "top" | "bottom"; row_end: string; empty: string; pieces: [string, string]; turns: [string, string] } | null;
}

export interface AgentOption {
  name: string;
  expected: string;
  default: string;
}

/** The textbook searches, the usual one first. */
export type SearchMenus = [SearchMenu, ...SearchMenu[]];

export interface SearchMenu {
  name: string;
  letter: string;
  has_windows: boolean;
  pseudocode: string[];
}

export interface Example {
  title: string;
  about: string;
  game: string;
  notation: string;
  position: string | null;
  moves: string;
  view: string;
  search: { algorithm: string; cut: string; evaluation: string; depth: number } | null;
  players: [string, string] | null;
}

export interface Menu {
  games: GameMenu[];
  agents: { name: string; about: string; options: AgentOption[] }[];
  examples: Example[];
  programs: { name: string; games?: string[] }[];
  searches: SearchMenus;
}

export interface Move {
  move: string;
  texts: Record<string, string | null>;
  from: Cell | null;
  to: Cell | null;
  takes: boolean;
}

export interface Played extends Move {
  side: string;
}

export interface Outcome {
  winner: string | null;
  words: string;
  points?: Record<string, number>;
}

export interface Position {
  game: string;
  position: string;
  turn: string;
  words: string;
  board: { columns: string[]; rows: string[]; cells: (string | null)[][] };
  outcome: Outcome | null;
  lines: { cells: Cell[] }[];
  marked: Cell[];
  quadruples: Record<string, number> | null;
  moves: Move[];
  notations: Record<string, string | null>;
  /** What the text of the position was read as; `null` if its notation was named, or there was none. */
  read_as: string | null;
  notes: string[];
  played: Played[];
}

export interface Proof {
  result: "win" | "draw" | "loss";
  words: string;
}

export interface Choice {
  move: Played;
  proof: Proof | null;
  depth: number;
  nodes: number;
  words: string;
}

export interface ProgramAnswer {
  fault: { kind: string; message: string } | null;
  action: "move" | "random-move" | "lost-turn" | "lost-game";
  line: string;
  said: string;
  stderr: string;
  wall_ms: number;
  limit_ms: number;
  timeout: string | null;
}

export interface ErrorBody {
  place: string;
  message: string;
  expected?: string;
  remedy?: string;
  problems?: { parameter: string; span: [number, number] | null; place: string; message: string }[];
  /** The depth of a search that would not be too large. */
  fits?: number;
  /** Whether the same question can go well when it is asked again. */
  again?: boolean;
  /** The moves of a list before the first that is wrong. */
  legal?: string;
}

export interface Term {
  name: string;
  owner: string;
  count: number;
  weight: number;
  points: number;
  groups: Cell[][];
}

export interface EvaluationView {
  for: string;
  value: number;
  sum: string;
  utility: number | null;
  terms: Term[];
}

export interface Evaluated {
  evaluations: { name: string; about: string; views: EvaluationView[] }[];
}

/** What is known of a move, or of a position. */
export interface Value {
  result: "win" | "draw" | "loss" | null;
  score: number | null;
  plies: number | null;
  words: string;
  /** Whether nothing more can become known: if not, plies are a bound or will be known later. */
  isFinal?: boolean;
  /** Only that it is the best move of a search that proves nothing. */
  isBest?: boolean;
}

/** The answer of `tree/overview`. */
export interface Overview {
  nodes: number;
  shown_plies: number;
  is_complete: boolean;
  plies: string;
  children: string;
  kinds: string;
}

/** Parameters of a query; what is `undefined` or empty is left out. */
export type Params = Record<string, string | number | undefined>;

/** The parameters that say which position is meant. */
export interface PositionParams extends Params {
  game: string;
  position?: string;
  notation?: string;
  moves?: string;
}

/** A row of the table of views (views.js). */
export interface ViewRow {
  /** Its name in the address, and the id of its panel. */
  id: string;
  /** Its folder: there `view.js` mounts it, and `style.css` is its style. */
  folder: string;
  /** The text of its tab, if that does not stand in the document. */
  label?: string;
  /** How it is called when it cannot be loaded. */
  name: string;
  /** Whether it is loaded with the page and not when its tab is first opened. */
  isEager?: boolean;
  /** Whether it shows the values of all moves, on the board too. */
  hasValues?: boolean;
  /** Keys of the address that are its own. */
  address?: string[];
  /** Whether these keys speak of the game on the board: another game takes them away. */
  isOfGame?: boolean;
  /** Whether it writes moves in the game's own notation, whichever is chosen. */
  isInOwnNotation?: boolean;
  /** For the list of keys: keys with spaces between them, and what they do. */
  keys?: [string, string][];
}

/** What every view is given. */
export interface Context {
  /** Whether the page is a frame of another page, in which no other game is begun. */
  isFrame: boolean;
  menu: Menu;
  game: Game;
  turns: Turns;
  analysis: Analysis;
  /** The notation that is chosen: coordinates, moves and texts are written in it. */
  notation(): Notation;
  /** The address. */
  url: Session;
  /** What a view can do with the rest of the page. */
  page: Acts;
}

/** How a game begins. */
export interface Beginning {
  /** Whether Back leads to what was there before: `push`, if nothing is said. */
  history?: "replace" | "push";
  /** Who plays; if nothing is said, those who did, or people if the game is another one. */
  players?: [string, string];
}

/** Puts a view into its panel. */
export type Mount = (place: HTMLElement, context: Context) => View;

/** A view at work. The page asks it only while it is shown. */
export interface View {
  /** Its tab was opened, or another one. */
  shown?(isShown: boolean): void;
  /** Something on the page has changed. */
  render?(): void;
  /** Gives the focus to what is typed or pasted into. */
  focus?(): void;
  /** Analyses the game from its first move to its last, and says which moves lost something. */
  review?(): void;
  /** What the board shows differently from usual. */
  board?(): Partial<Model>;
  /** A cell was chosen on a board that is edited. */
  paint?(cell: Cell): void;
  /** A position that the board shows instead of that of the game. */
  elsewhere?(): Elsewhere | null;
  /** The recorded game on the board, which nobody changes: who played which side, and the line above the board, if the board itself does not say it. */
  recorded?(): { names: string[]; words: string | null } | null;
}

/** A position on the board that is not that of the game: nobody plays on from it. */
export interface Elsewhere {
  position: Position;
  /** The line above the board. */
  words: string;
  /** Why nobody can make a move. */
  closed: string;
}
