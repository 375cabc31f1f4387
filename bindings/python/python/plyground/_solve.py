"""Exact values by a solver that is kept for each game."""

from __future__ import annotations

from functools import cache

from plyground._plyground import Game, Position, Solution, Solver


@cache
def _solver(game: Game) -> Solver:
    return Solver(game)


def solve(position: Position, *, time: float | None = None) -> Solution:
    """What a position and every move of it are worth with best play, to the side to move.

    The solver of the game is kept, with what it has seen (64 MiB at most); for other settings make a `Solver`.
    Without `time`, in seconds, there is no limit: Connect Four with few pieces may take minutes, and the start of
    Breakthrough forever.

    Raises `OutOfTime` if the time is over first; asking again continues the work. Raises `ValueError` if `time` is no
    valid time, and `RuntimeError` if a signal handler asks in the middle of an answer.

    >>> from plyground import MaxConnectFour, solve
    >>> text = "0000000,0011200,1011100,1211210,2222220,1212121,2".replace(",", "/")
    >>> solution = solve(MaxConnectFour.parse(text))
    >>> str(solution.value), solution.best
    ('draw', [1, 2, 3, 5, 6])
    """
    return _solver(position.game).solve(position, time=time)


def best_line(position: Position, *, time: float | None = None) -> list[int]:
    """Best play to the end of the game, as moves; none if it is over.

    Raises as `solve` does.

    >>> from plyground import ConnectFour, best_line
    >>> best_line(ConnectFour.parse("4444445623513222"))
    [2, 2, 4]
    """
    return _solver(position.game).best_line(position, time=time)
