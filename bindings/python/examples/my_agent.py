"""An agent written in Python: a match against another agent, and a score of how much its moves give away."""

from __future__ import annotations

from plyground import ConnectFour, Position, match, score


def central(position: Position) -> int:
    """The legal column that is nearest to the middle."""
    return min(position.moves, key=lambda column: abs(column - 3))


if __name__ == "__main__":
    print(match(central, "random", ConnectFour, games=20))
    print(score(central, "connect-four"))
