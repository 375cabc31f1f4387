"""Sets of positions with the exact value of every move.

They are frozen: figures of years ago can be compared with those of today.

A line has the ply, the position in the game's own notation, and for every legal move `move:value`, with tabs between.
A value is for the side that moves: the margin where points decide; else 0 for a draw, and for a win or a loss in so
many plies 100 - plies or plies - 100.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground._plyground import Position, _game

#: The games that have a set.
GAMES = ("connect-four", "max-connect-four", "adjacent-four")


@dataclass(frozen=True)
class SolvedPosition:
    """A position of a set."""

    position: Position
    #: Plies since the start.
    ply: int
    #: The value of every legal move.
    values: dict[int, int]

    @property
    def best(self) -> int:
        """The value of the position."""
        return max(self.values.values())


def sign(value: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (value > 0) - (value < 0)


def read(game: str) -> list[SolvedPosition]:
    """The frozen set of a game.

    Raises `ValueError` if it has none.
    """
    name = _game(game).name
    if name not in GAMES:
        raise ValueError(f"{name} is not solved, so it has no set of positions; expected one of {', '.join(GAMES)}")
    from importlib import resources  # noqa: PLC0415 (it would be part of every import)

    text = (resources.files("plyground") / "data" / f"{name}.tsv").read_text(encoding="utf-8")
    solved: list[SolvedPosition] = []
    for line in text.splitlines():
        ply, position, values = line.split("\t")
        pairs = (pair.split(":") for pair in values.split())
        numbers = {int(move): int(value) for move, value in pairs}
        solved.append(SolvedPosition(_game(name).parse(position), int(ply), numbers))
    return solved
