"""A tournament's folder as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

from plyground._match import html_table
from plyground._plyground import _tournament

if TYPE_CHECKING:
    import pandas as pd

#: The columns of a table, in order.
COLUMNS = (
    "rank",
    "name",
    "points",
    "games",
    "wins",
    "draws",
    "losses",
    "rating",
    "rating_low",
    "rating_high",
    "faults",
)


@dataclass(frozen=True)
class Table(Sequence[dict[str, Any]]):
    """The standings of a tournament: a sequence of rows, the best first, each a dictionary with the same keys.

    Ratings are in Elo, with the ends of their 95 % intervals. `pandas.DataFrame(table)` is the same table, and so is
    `table.to_pandas()`.
    """

    name: str
    #: Games that count.
    games: int
    rows: tuple[dict[str, Any], ...]

    columns = COLUMNS

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[dict[str, Any], ...]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | tuple[dict[str, Any], ...]:
        return self.rows[index]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """The table as a data frame of pandas.

        Raises `ImportError` without pandas.
        """
        import pandas as pd  # noqa: PLC0415 (it is not needed otherwise)

        return pd.DataFrame(list(self.rows), columns=list(COLUMNS))

    def __str__(self) -> str:
        shown = [list(COLUMNS)] + [[_cell(row[column]) for column in COLUMNS] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
        lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in shown]
        return "\n".join([f"{self.name}: {self.games} games", *lines])

    def _repr_html_(self) -> str:
        rows = ([_cell(row[column]) for column in COLUMNS] for row in self.rows)
        return html_table(COLUMNS, rows, f"{self.name}: {self.games} games")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def tournament(path: str | PathLike[str]) -> Table:
    """Reads the folder of a tournament: its standings as a table, as far as it has been played.

    Raises `OSError`, such as `FileNotFoundError`, if the folder cannot be read, and `ValueError` if what is in it is
    not that of a tournament.
    """
    name, games, rows = _tournament(path)
    return Table(name, games, tuple(rows))
