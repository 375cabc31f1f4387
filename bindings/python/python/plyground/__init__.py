"""The workbench for two-player board-game agents.

Positions of four games, textbook searches with exact node counts and trees, exact values, agents and
matches, a doctor for programs of assignments, and an exact measure of play.

>>> import plyground
>>> position = plyground.ConnectFour.parse("44455")
>>> print(position)
  5  .  .  .  .  .  .  .
  4  .  .  .  .  .  .  .
  3  .  .  .  .  .  .  .
  2  .  .  .  r  .  .  .
  1  .  .  .  y  r  .  .
  0  .  .  .  r  y  .  .
     0  1  2  3  4  5  6
yellow to move
>>> plyground.search(position, depth=6).examined
20781
>>> plyground.solve(position).value.result
'loss'
"""

from __future__ import annotations

from collections.abc import Callable

from plyground import courses
from plyground._batch import Batch
from plyground._match import AgentLike, Chooses, Match, PlayedGame, match
from plyground._plyground import (
    AdjacentFour,
    Agent,
    Breakthrough,
    ConnectFour,
    Decision,
    Game,
    IllegalMove,
    MaxConnectFour,
    MoveValue,
    Outcome,
    OutOfTime,
    ParseError,
    Position,
    Proof,
    RootMove,
    Search,
    Solution,
    Solver,
    Tree,
    TreeNode,
    Value,
    __version__,
    agents,
    search,
    tree,
    verify_proof,
)
from plyground._score import Score, score
from plyground._solve import best_line, solve
from plyground._tournament import Table, tournament

#: What can be an evaluation: it gets a position and a side, and returns a whole number for that side.
Evaluation = Callable[[Position, int], int]

#: Every game by its name.
games: dict[str, type[Position]] = {
    cls.game.name: cls for cls in (ConnectFour, MaxConnectFour, Breakthrough, AdjacentFour)
}

__all__ = [
    "AdjacentFour",
    "Agent",
    "AgentLike",
    "Batch",
    "Breakthrough",
    "Chooses",
    "ConnectFour",
    "Decision",
    "Evaluation",
    "Game",
    "IllegalMove",
    "Match",
    "MaxConnectFour",
    "MoveValue",
    "OutOfTime",
    "Outcome",
    "ParseError",
    "PlayedGame",
    "Position",
    "Proof",
    "RootMove",
    "Score",
    "Search",
    "Solution",
    "Solver",
    "Table",
    "Tree",
    "TreeNode",
    "Value",
    "__version__",
    "agents",
    "best_line",
    "courses",
    "games",
    "match",
    "score",
    "search",
    "solve",
    "tournament",
    "tree",
    "verify_proof",
]
