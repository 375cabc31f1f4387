"""The games as environments of Gymnasium, for one agent that learns against another.

>>> from plyground.gymnasium import GameEnv
>>> environment = GameEnv("connect_four", opponent="random")
>>> observation, info = environment.reset(seed=1)
>>> observation.shape, info["action_mask"].tolist()
((2, 6, 7), [1, 1, 1, 1, 1, 1, 1])

Needs the extra `rl`: `pip install 'plyground[rl]'`.
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from plyground._environment import RENDER_MODES, render_mode_of, start_of
from plyground._match import AgentLike, ask_number, name_of, player_of
from plyground._plyground import Game, Position, _game

__all__ = ["GameEnv"]


class GameEnv(gym.Env[npt.NDArray[np.uint8], np.int64]):
    """A game against `opponent`: a spec, a callable or an object, as in `plyground.match`.

    An observation is planes of shape (2, rows, columns), the agent's own pieces first. An action is a move's number,
    and `info["action_mask"]` says which are legal. The reward is 1 for a win, -1 for a loss, and 0 otherwise. An
    illegal move ends the game with -1. `side` is 0 (the agent moves first), 1, or None: by lot in every game.

    Raises `ValueError` if there is no such side or render mode, and `ParseError` if there is no such opponent.
    """

    metadata = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | type[Position] | str = "connect_four",
        *,
        opponent: AgentLike = "random",
        side: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if side not in (0, 1, None):
            raise ValueError(f"side: found {side}; expected 0, 1 or None")
        self.game = _game(game)
        self.opponent = opponent
        self.side = side
        self.render_mode = render_mode_of(render_mode)
        shape = (2, self.game.rows, self.game.columns)
        self.observation_space = spaces.Box(low=0, high=1, shape=shape, dtype=np.uint8)
        self.action_space = spaces.Discrete(self.game.actions)
        self._own = 0
        self.position = self.game.start()
        self._player = player_of(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begins a game, or continues one from `options={"position": position}`.

        A built-in opponent is new in every game, with a seed drawn from that of the environment. Raises `ValueError` if
        the position is of another game or leaves nothing to play, and `TypeError` if it is no position.
        """
        super().reset(seed=seed)
        self._own = int(self.np_random.integers(2)) if self.side is None else self.side
        self._player = player_of(self.opponent, int(self.np_random.integers(2**32)))
        self.position = start_of(self.game, options)
        self._answer()
        if self.position.outcome is not None:
            raise ValueError(
                "options['position']: the opponent's move ends the game; expected one that goes on after it"
            )
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays a move and lets the opponent answer.

        What the opponent raises comes out as it is; its move is judged as in `plyground.match`.
        """
        if action not in self.position.moves:
            return self._observation(), -1.0, True, False, self._info()
        self.position = self.position.play(int(action))
        self._answer()
        outcome = self.position.outcome
        reward = 0.0 if outcome is None else 2 * outcome.score(self._own) - 1
        return self._observation(), reward, outcome is not None, False, self._info()

    def render(self) -> Any:
        """The board as text, with `render_mode="ansi"`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        if self.position.outcome is None and self.position.turn != self._own:
            move = ask_number(self._player, name_of(self.opponent), self.position)
            self.position = self.position.play(move)

    def _observation(self) -> npt.NDArray[np.uint8]:
        return self.position.to_numpy()[[self._own, 1 - self._own]]

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.game.actions, dtype=np.int8)
        mask[list(self.position.moves)] = 1
        return {"action_mask": mask, "side": self._own}
