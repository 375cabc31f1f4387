"""Many games of the same kind, played side by side, as arrays of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from plyground._plyground import Game, Position, _Batch

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt


class Batch:
    """A number of games of the same kind, played side by side: for random play, self-play and learning.

    `game` is a game, its name or class. All games begin at the start. A game that is over stays as it is until
    it is reset. `seed` is for `random_moves`.

    Raises `ValueError` unless `games` is from 0 to 1048576 and `seed` from 0 to 2**64 - 1, and `ImportError` without
    numpy.

    >>> from plyground import Batch, ConnectFour
    >>> batch = Batch(ConnectFour, 4)
    >>> batch.step([3, 3, 0, 6])
    >>> batch.turns.tolist(), batch.masks.shape, batch.planes().shape
    ([1, 1, 1, 1], (4, 7), (4, 2, 6, 7))
    """

    def __init__(self, game: Game | type[Position] | str, games: SupportsIndex, *, seed: SupportsIndex = 0) -> None:
        import numpy as np

        self._np = np
        self._held = _Batch(game, games, seed)

    @property
    def game(self) -> Game:
        """The game."""
        return self._held.game

    def __len__(self) -> int:
        """The number of games."""
        return len(self._held)

    def __getitem__(self, index: SupportsIndex) -> Position:
        """The position of a game; games are counted from the end where the index is negative.

        Raises `IndexError` if there is none.
        """
        return self._held.position(index)

    def __setitem__(self, index: SupportsIndex, position: Position) -> None:
        """Puts a position into a game.

        Raises `IndexError` if there is no such game, and `ValueError` if the position is of another kind.
        """
        self._held.set(index, position)

    def step(self, moves: Sequence[int] | npt.NDArray[np.integer]) -> None:
        """Plays a move in every game; in a game that is over its number does not matter.

        Raises `IllegalMove`, and plays nothing, if one is not legal, `ValueError` if there are not as many moves as
        games, and `TypeError` if they are no whole numbers.
        """
        given = self._np.asarray(moves)
        if given.dtype.kind not in "iu" and given.size:
            raise TypeError(f"moves: found numbers of the type {given.dtype}; expected whole numbers")
        if given.ndim != 1:
            raise ValueError(f"moves: found an array of the shape {given.shape}; expected one number for each game")
        # What does not fit into 16 bits is no move of any game.
        fits = (given >= 0) & (given <= 32767)
        self._held.step(self._np.where(fits, given, -1).astype(self._np.int16).tobytes())

    def random_moves(self) -> npt.NDArray[np.int16]:
        """A legal move by lot for every game, each as likely as the others, and -1 where the game is over.

        An array of the shape (games,).
        """
        return self._np.frombuffer(self._held.draw(), dtype=self._np.int16)

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which moves are legal: an array of the shape (games, actions), all false where the game is over."""
        flat = self._np.frombuffer(self._held.masks(), dtype=self._np.bool_)
        return flat.reshape(len(self), self.game.actions)

    def planes(self, *, relative: bool = True) -> npt.NDArray[np.uint8]:
        """The pieces: an array of the shape (games, 2, rows, columns), 1 where a piece is, the top row first.

        The first plane has the pieces of the side to move, the second those of the other; without `relative`
        those of the first side, then those of the second.
        """
        flat = self._np.frombuffer(self._held.planes(relative), dtype=self._np.uint8)
        return flat.reshape(len(self), 2, self.game.rows, self.game.columns)

    @property
    def turns(self) -> npt.NDArray[np.uint8]:
        """The side to move of every game, 0 or 1: an array of the shape (games,)."""
        return self._np.frombuffer(self._held.turns(), dtype=self._np.uint8)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Which games are over: an array of the shape (games,)."""
        return self._np.frombuffer(self._held.done(), dtype=self._np.bool_)

    @property
    def results(self) -> npt.NDArray[np.int8]:
        """What every game is worth to the first side: 1 won, 0 drawn or not over, -1 lost; shape (games,)."""
        return self._np.frombuffer(self._held.results(), dtype=self._np.int8)

    def reset(self, which: Sequence[bool] | npt.NDArray[np.bool_] | None = None) -> None:
        """Resets all games to the start, or those where `which` is true, such as `batch.done`.

        Raises `ValueError` if there are not as many values as games.
        """
        np = self._np
        wanted = np.ones(len(self), dtype=np.bool_) if which is None else np.asarray(which, dtype=np.bool_)
        self._held.reset(wanted.tobytes())

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games of {self.game}>"
