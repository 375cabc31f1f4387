"""Bots of OpenSpiel as agents.

OpenSpiel (`pip install open_spiel`) is needed for the bots alone, not here.
"""

from __future__ import annotations

from typing import Any, Protocol

from plyground._plyground import Position, _game

__all__ = ["Bot", "BotAgent", "state_of"]

#: Games with an adapter. OpenSpiel has Breakthrough too, whose moves have other numbers there: it has no adapter here.
GAMES = ("connect-four",)


class Bot(Protocol):
    """The part of OpenSpiel's `pyspiel.Bot` that is used here."""

    def step(self, state: Any, /) -> int:
        """The action in a state of OpenSpiel."""
        ...


def state_of(game: Any, position: Position) -> Any:
    """The state of OpenSpiel's game that is a position of Connect Four, by some moves that lead to it.

    Raises `ValueError` if the position is of another game, or no moves lead to it.
    """
    if position.game.name not in GAMES:
        raise ValueError(f"{position.game} has no adapter for OpenSpiel; expected a position of {', '.join(GAMES)}")
    moves = _moves_to(position)
    if moves is None:
        raise ValueError(f"{position!r}: no game leads to it, so OpenSpiel has no such state")
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


def _moves_to(position: Position) -> list[int] | None:
    """Moves from the start to a position of a game in which pieces fall, in some order; None if there are none."""
    planes = position.to_numpy()
    # The pieces of each column from below.
    columns = [
        [side for row in reversed(range(planes.shape[1])) for side in (0, 1) if planes[side, row, column]]
        for column in range(planes.shape[2])
    ]
    dead: set[tuple[int, ...]] = set()

    def go(at: Position, heights: tuple[int, ...], moves: list[int]) -> list[int] | None:
        if at == position:
            return moves
        if heights in dead or at.outcome is not None:
            return None
        for column, pieces in enumerate(columns):
            height = heights[column]
            if height < len(pieces) and pieces[height] == at.turn:
                higher = (*heights[:column], height + 1, *heights[column + 1 :])
                found = go(at.play(column), higher, [*moves, column])
                if found is not None:
                    return found
        dead.add(heights)
        return None

    return go(_game(position).start(), (0,) * len(columns), [])


class BotAgent:
    """An agent that asks a bot of OpenSpiel, for `plyground.match` and `plyground.score`: in Connect Four only.

    `game` is OpenSpiel's, such as `pyspiel.load_game("connect_four")`.
    """

    def __init__(self, game: Any, bot: Bot, name: str = "openspiel") -> None:
        self.game = game
        self.bot = bot
        self.name = name

    def choose(self, position: Position, time_left: float | None = None) -> int:  # noqa: ARG002
        """The bot's move. Bots know no clock.

        Raises as `state_of` does.
        """
        return int(self.bot.step(state_of(self.game, position)))
