// What the search-tree view gets from the server. For the type checker only.

export type Bound = "exact" | "at-most" | "at-least";
export type State = "inner" | "cut" | "depth-limit" | "terminal" | "skipped";
export type Role = "max" | "min";

/** A window; `null` is infinity. */
export interface Window {
  alpha: number | null;
  beta: number | null;
}

/** A node of the search tree as `tree` reports it. */
export interface TreeNode {
  path: string;
  move: string | null;
  mover: string | null;
  player: string;
  role: Role;
  state: State;
  number: number | null;
  last: number | null;
  window: Window | null;
  value: number | null;
  bound: Bound | null;
  words: string;
  why: string;
  reason: string;
  best: string | null;
  cut: { after: string; alpha: number | null; beta: number | null; skipped: string[] } | null;
  nodes: number;
  minimax_nodes: number | null;
  minimax_value: number | null;
  outcome: { words: string } | null;
  to: [number, number] | null;
  has_children: boolean;
}

/** What a search came to. */
export interface Count {
  examined: number;
  by_ply: number[];
}

export interface Totals extends Count {
  value: number;
  best: string | null;
  minimax: (Count & { best: string | null }) | null;
  other_cut: (Count & { cut: string }) | null;
}

/** The answer of `tree`. */
export interface TreeAnswer {
  algorithm: string;
  cut: "equal" | "beyond" | null;
  depth: number;
  totals: Totals | null;
  node: TreeNode;
  children: TreeNode[];
}

/** A node on the call stack. */
export interface Frame {
  path: string;
  move: string | null;
  role: Role;
  alpha: number | null;
  beta: number | null;
  best: string | null;
  value: number | null;
}

export interface StepEvent extends Frame {
  number: number;
  event: "enter" | "evaluate" | "terminal" | "update" | "keep" | "cut" | "leave";
  line: number;
  bound: Bound | null;
  caption: string;
  stack: Frame[];
}

export interface Beside {
  previous: number | null;
  next: number | null;
}

/** The answer of `tree/steps`. */
export interface Steps {
  events: StepEvent[];
  cuts: Beside;
  updates: Beside;
}

/** What a search is asked for. */
export interface Search {
  /** The letter of a search of the menu, or `C`: alpha-beta beside minimax. */
  mode: string;
  depth: number;
  cut: "equal" | "beyond";
  evaluation: string;
  maximiser: string;
}
