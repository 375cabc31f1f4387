"""Checks of arguments that the environments of Gymnasium and PettingZoo share."""

from __future__ import annotations

from typing import Any

from plyground._plyground import Game, Position

#: The render modes of environments.
RENDER_MODES = ["ansi"]


def render_mode_of(mode: str | None) -> str | None:
    """The render mode, or None.

    Raises `ValueError` if there is no such render mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: found {mode!r}; expected {' or '.join(RENDER_MODES)}, or None")
    return mode


def start_of(game: Game, options: dict[str, Any] | None) -> Position:
    """The position from which a game is played: `options["position"]`, or the start.

    Raises `TypeError` if it is no position, and `ValueError` if it is of another game or its game is over.
    """
    position = (options or {}).get("position", game.start())
    if not isinstance(position, Position):
        raise TypeError(f"options['position']: found {position!r}; expected a position of {game}")
    if position.game != game:
        raise ValueError(f"options['position']: found a position of {position.game}; expected one of {game}")
    if position.outcome is not None:
        raise ValueError(f"options['position']: {position.outcome}; expected a game that goes on")
    return position
