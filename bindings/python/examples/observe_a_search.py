"""How many nodes of a search are cut, ply by ply."""

from __future__ import annotations

from collections import Counter

from plyground import ConnectFour, Position, search


class CutsByPly:
    """An observer: it has only the methods that it wants to be called."""

    def __init__(self) -> None:
        self.cuts: Counter[int] = Counter()
        self._ply = 0

    def enter(self, position: Position, ply: int, alpha: float, beta: float) -> None:  # noqa: ARG002
        """A node is entered."""
        self._ply = ply

    def leave(self, value: int) -> None:  # noqa: ARG002
        """A node is left; the search continues in its parent."""
        self._ply -= 1

    def cutoff(self) -> None:
        """The rest of a node is skipped."""
        self.cuts[self._ply] += 1


if __name__ == "__main__":
    observer = CutsByPly()
    found = search(ConnectFour.parse("4453"), depth=5, observer=observer)
    print(f"column {found.move}, value {found.value}, {found.examined} nodes")
    for ply, count in sorted(observer.cuts.items()):
        print(f"ply {ply}: {count} cuts")
