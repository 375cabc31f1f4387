// What the tournament view gets from the server and from the page. For the type checker only.

import type { Context, Played } from "../shell/types.d.ts";

/** A tournament in a few words. */
export interface Short {
  tournament: number;
  folder: string;
  name: string | null;
  game: string | null;
  state: "unread" | "unreadable" | "unplanned" | "planned" | "running" | "finished";
  done: number | null;
  of: number | null;
  idle_seconds: number | null;
  version: number;
  /** `null` where nobody has the folder. */
  command: string | null;
  problem: { message: string; remedy: string } | null;
}

export interface Record {
  wins: number;
  draws: number;
  losses: number;
}

export interface Row extends Record {
  rank: number;
  entrant: number;
  name: string;
  identifies_as: string | null;
  points: number;
  by_side: [Record, Record];
  bye_games: number;
  margin: number;
  faults: { [kind: string]: number };
  rating: number | null;
  rating_interval: [number, number] | null;
  mark: number | null;
}

export interface Standings {
  entrants: Row[];
  meetings: (Record & { entrants: [number, number] })[];
  /** Of a ladder, whose meetings are all with them. */
  rungs: { entrant: number; name: string; rating: number }[];
  conditions: string[];
  mark_rule: string | null;
}

export interface Entrant {
  name: string;
  player: string | null;
}

/** A tournament that can be read. */
export interface Whole extends Short {
  name: string;
  game: string;
  entrants: Entrant[];
  void: number;
  faults: { [kind: string]: number };
  standings: Standings | null;
}

export interface Result {
  winner: string | null;
  points: [number, number] | null;
  reason: string;
  words: string;
}

export interface Listed {
  id: number;
  entrants: [number, number];
  result: (Result & { plies: number; faults: [{ [kind: string]: number }, { [kind: string]: number }] }) | null;
}

/** A page of the games. */
export interface Page {
  total: number;
  from: number;
  games: Listed[];
}

export interface Attempt {
  said: string;
  fault: { kind: string; message: string } | null;
  penalty: number;
  nodes: number | null;
  wall_ms: number;
  cpu_ms: number | null;
  processor_percent: number;
  /** How long it waited for a processor, and whether that counts. */
  waiting?: string | null;
  /** The figures of an answer whose time ran out. */
  timeout?: string | null;
  own_ms: number;
  ended: string | null;
  stderr: string;
}

export interface Turn {
  number: number;
  side: string;
  action: "move" | "random-move" | "lost-turn" | "lost-game";
  move: Played | null;
  attempts: Attempt[];
  wall_ms: number;
}

/** A game, turn by turn. */
export interface Replayed {
  id: number;
  game: string;
  position: string;
  moves: string;
  entrants: [Entrant, Entrant];
  limit_ms: number;
  grace_ms: number;
  isolation: string | null;
  /** `null` where nobody has the folder. */
  command: string | null;
  turns: Turn[];
  /** Of programs that ran for the whole game. */
  sessions: (Pick<Attempt, "cpu_ms" | "stderr"> & { ended: string } | null)[];
  result: Result;
}

/** What the address says: which tournament, which game of it, and which games are listed. */
export interface Wanted {
  tournament: number | null;
  game: number | null;
  entrant: number | null;
  fault: string;
  from: number;
}

/** What the parts of the view are given. */
export interface TournamentContext extends Context {
  /** Lets a program, or a person for `null`, play against a person: from the position on the board, or a new game. */
  play(player: string | null, order: 0 | 1, game: string | null): void;
}
