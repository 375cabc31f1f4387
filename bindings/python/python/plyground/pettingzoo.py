"""The games as environments of PettingZoo: two agents take turns (AEC), with masks of legal moves.

>>> from plyground.pettingzoo import env
>>> environment = env("connect_four")
>>> environment.reset(seed=0)
>>> environment.step(3)
>>> environment.agent_selection, environment.observe("player_1")["action_mask"].tolist()
('player_1', [1, 1, 1, 1, 1, 1, 1])

Needs the extra `rl`: `pip install 'plyground[rl]'`.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from plyground._environment import RENDER_MODES, render_mode_of, start_of
from plyground._plyground import Game, Position, _game

__all__ = ["GameEnv", "env", "raw_env"]

#: What an agent sees: `observation`, planes of shape (rows, columns, 2), its own pieces first; and `action_mask`.
Observation = dict[str, npt.NDArray[np.int8]]


class GameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game between two agents: "player_0", who is side 0 and moves first, and "player_1".

    An action is a move's number. Who wins gets 1 and the other -1, both 0 in a draw. As in PettingZoo's own games an
    illegal move ends the game, and who made it gets -1.

    Raises `ValueError` if there is no such game or render mode.
    """

    metadata = {  # noqa: RUF012 (as PettingZoo has it)
        "render_modes": RENDER_MODES,
        "name": "plyground_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: Game | type[Position] | str = "connect_four", *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = _game(game)
        self.render_mode = render_mode_of(render_mode)
        self.metadata = {**self.metadata, "name": f"plyground_{self.game.name.replace('-', '_')}_v0"}
        self.possible_agents = ["player_0", "player_1"]
        shape = (self.game.rows, self.game.columns, 2)
        self._observation = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=1, shape=shape, dtype=np.int8),
                "action_mask": spaces.Box(low=0, high=1, shape=(self.game.actions,), dtype=np.int8),
            }
        )
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, self._observation)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents
        }
        self.position = self.game.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """The board with the agent's own pieces first, and its legal moves: none while the other is to move."""
        planes = self.position.to_numpy().astype(np.int8)
        own = self.possible_agents.index(agent)
        mask = np.zeros(self.game.actions, dtype=np.int8)
        if own == self.position.turn and agent in self.agents:
            mask[list(self.position.moves)] = 1
        order = [own, 1 - own]
        return {"observation": np.ascontiguousarray(planes[order].transpose(1, 2, 0)), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins a game, or continues one from `options={"position": position}`. The seed changes nothing.

        Raises `ValueError` if the position is of another game or its game is over, and `TypeError` if it is none.
        """
        self.position = start_of(self.game, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.turn]

    def step(self, action: int | None) -> None:
        """Plays a move of the agent whose turn it is; an agent whose game is over steps with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast(int, action))
            return
        mover = self.position.turn
        other = self.possible_agents[1 - mover]
        self._cumulative_rewards[agent] = 0.0
        if action is None or action not in self.position.moves:
            self.rewards = {agent: -1.0, other: 0.0}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.position = self.position.play(int(action))
            outcome = self.position.outcome
            if outcome is None:
                self._clear_rewards()
            else:
                won = 2 * outcome.score(mover) - 1
                self.rewards = {agent: won, other: -won}
                self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def raw_env(game: Game | type[Position] | str = "connect_four", *, render_mode: str | None = None) -> GameEnv:
    """The environment without wrappers."""
    return GameEnv(game, render_mode=render_mode)


def env(
    game: Game | type[Position] | str = "connect_four", *, render_mode: str | None = None
) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual wrappers, which report wrong uses of it. An illegal move loses."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode=render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
