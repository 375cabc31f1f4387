// What the search-tree view gets from the server. For the type checker only.

export type Bound = "exact" | "at-most" | "at-least";

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
  role: "max" | "min";
  state: "inner" | "cut" | "depth-limit" | "terminal" | "skipped";
  number: number | null;
  last: number | null;
  window: Window | null;
  value: number | null;
  bound: Bound | null;
  words: string;
  why: string;
  reason: string;
  best: string | null;
  cut: { after: string } | null;
  nodes: number;
  minimax_nodes: number | null;
  minimax_value: number | null;
  outcome: { words: string } | null;
  to: [number, number] | null;
  has_children: boolean;
}

/** What a search came to. */
export interface Totals {
  examined: number;
  by_ply: number[];
  value: number;
  best: string | null;
  minimax: Pick<Totals, "examined" | "by_ply" | "best"> | null;
  other_cut: (Pick<Totals, "examined" | "by_ply"> & Pick<Search, "cut">) | null;
}

/** The answer of `tree`. */
export interface TreeAnswer {
  algorithm: string;
  cut: Search["cut"] | null;
  depth: number;
  totals: Totals | null;
  node: TreeNode;
  children: TreeNode[];
}

/** A node on the call stack. */
export interface Frame extends Window, Pick<TreeNode, "path" | "move" | "role" | "best" | "value"> {}

export interface StepEvent extends Frame {
  number: number;
  event: "enter" | "evaluate" | "terminal" | "update" | "keep" | "cut" | "leave";
  line: number;
  bound: Bound | null;
  caption: string;
  stack: Frame[];
}

/** The answer of `tree/steps`: beside the events, the steps with the nearest others. */
export interface Steps {
  events: StepEvent[];
  cuts: Record<"previous" | "next", number | null>;
  updates: Steps["cuts"];
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
