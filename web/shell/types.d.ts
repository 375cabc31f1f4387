// What the server answers (docs/api.md), and what parts of the page pass to one another. For the type checker only.

export type Cell = [row: number, column: number];

export interface Notation {
  name: string;
  about: string;
  columns: string[];
  rows: string[];
  placeholder: string;
}

export interface Evaluation {
  name: string;
  about: string;
  maximiser: string | null;
}

/** How the editor writes a board in the game's own notation. */
export interface Paint {
  /** Which row comes first in the text. */
  first_row: "top" | "bottom";
  row_end: string;
  empty: string;
  /** The characters of both sides' pieces. */
  pieces: [string, string];
  /** What follows the rows if that side is to move. */
  turns: [string, string];
  /** Whether pieces fall to the lowest empty cell of a column. */
  falls: boolean;
}

export interface GameMenu {
  name: string;
  about: string;
  sides: [string, string];
  move_noun: string;
  columns: number;
  rows: number;
  start: string;
  notations: Notation[];
  evaluations: Evaluation[];
  agents: string[];
  solver: "scores" | "distances" | "points" | "winner" | null;
  paint: Paint;
}

export interface AgentOption {
  name: string;
  expected: string;
  default: string;
}

export interface AgentMenu {
  name: string;
  about: string;
  options: AgentOption[];
}

export interface Example {
  assignment: string;
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

export interface Program {
  name: string;
  game?: string;
  games?: string[];
}

export interface Menu {
  version: string;
  games: GameMenu[];
  agents: AgentMenu[];
  examples: Example[];
  programs: Program[];
  pseudocode: { alpha_beta: string[]; minimax: string[] };
  limits: Record<string, number>;
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
  pieces: Record<string, number>;
  outcome: Outcome | null;
  lines: { side: string; cells: Cell[] }[];
  marked: Cell[];
  quadruples: Record<string, number> | null;
  moves: Move[];
  notations: Record<string, string | null>;
  notes: string[];
  played: Played[];
  commands: Record<string, string>;
}

export interface PlayAnswer extends Position {
  line: string;
  move: Played;
}

export interface Proof {
  result: "win" | "draw" | "loss";
  plies: number;
  words: string;
}

export interface Choice {
  agent: string;
  move: Played;
  value: number | null;
  for: string;
  proof: Proof | null;
  depth: number;
  nodes: number;
  line: string[];
  seconds: number;
  words: string;
}

export interface ProgramAnswer {
  program: string;
  move: Played | null;
  fault: { kind: string; message: string } | null;
  action: "move" | "random-move" | "lost-turn" | "lost-game";
  played: Played | null;
  line: string;
  said: string;
  stderr: string;
  nodes: number | null;
  wall_ms: number;
  cpu_ms: number;
  limit_ms: number;
}

export interface Problem {
  parameter: string;
  span: [number, number] | null;
  place: string;
  message: string;
}

export interface ErrorBody {
  place: string;
  message: string;
  expected?: string;
  remedy?: string;
  problems?: Problem[];
  /** The depth of a search that would not be too large. */
  fits?: number;
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
  points: Record<string, number>;
  sum: string;
  utility: number | null;
  terms: Term[];
}

export interface Evaluated {
  turn: string;
  evaluations: { name: string; about: string; maximiser: string | null; views: EvaluationView[] }[];
}

/** What is known of a move, or of a position. */
export interface Value {
  result: "win" | "draw" | "loss" | null;
  score: number | null;
  plies: number | null;
  words: string;
  isFinal?: boolean;
  /** Only that it is the best move of a search that proves nothing. */
  isBest?: boolean;
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

/** What a view in a tab is given. */
export interface Context {
  menu: Menu;
  games: Menu;
  api: { get(route: string, params: Params, signal?: AbortSignal): Promise<any> };
  position(): PositionParams;
  onPositionChange(told: () => void): () => void;
  url: {
    get(key: string): string | undefined;
    set(values: Record<string, string | undefined>, how?: "replace" | "push"): void;
    onChange(told: () => void): () => void;
  };
  announce(text: string): void;
}

/** A view that a tab shows. */
export interface View {
  unmount(): void;
  shown(isShown: boolean): void;
}
