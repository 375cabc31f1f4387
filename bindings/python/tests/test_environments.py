"""Environments, by the tests of those who define them."""

from __future__ import annotations

import warnings

import numpy as np
import plyground
import pytest
from plyground import ConnectFour, match, score
from plyground.gymnasium import GameEnv
from plyground.openspiel import BotAgent, state_of
from plyground.pettingzoo import env, raw_env

GAMES = list(plyground.games)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_every_game(game: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo wants observations that are arrays, and warns of those with masks, as its own games have.
        warnings.filterwarnings("ignore", message=".*observation.*|.*[Oo]bservation space.*|.*base class.*")
        api_test(env(game), num_cycles=200)
    seed_test(lambda: env(game), num_cycles=50)


def test_a_game_in_pettingzoo_is_the_game() -> None:
    environment = env("connect_four", render_mode="ansi")
    environment.reset(seed=1)
    position = ConnectFour.start()
    for move in [3, 3, 4, 4, 5, 5, 6]:
        observation, reward, terminated, truncated, _ = environment.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert observation is not None
        assert np.flatnonzero(observation["action_mask"]).tolist() == list(position.moves)
        own = position.to_numpy(relative=True).transpose(1, 2, 0)
        assert (observation["observation"] == own).all()
        environment.step(move)
        position = position.play(move)
    assert environment.rewards == {"player_0": 1, "player_1": -1}
    assert all(environment.terminations.values())
    assert environment.render() == str(position)


def test_an_illegal_move_loses() -> None:
    environment = raw_env("connect_four")
    environment.reset(options={"position": ConnectFour.parse("111111")})
    environment.step(0)
    assert environment.rewards == {"player_0": -1, "player_1": 0}
    assert all(environment.terminations.values())


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_accepts_every_game(game: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(GameEnv(game, opponent="random"), skip_render_check=True)


def test_a_game_in_gymnasium_has_an_opponent() -> None:
    asked: list[plyground.Position] = []

    def opponent(position: plyground.Position) -> int:
        asked.append(position)
        return position.moves[0]

    environment = GameEnv("connect_four", opponent=opponent, side=1)
    observation, info = environment.reset(seed=3)
    # The opponent has moved first, and its piece is in the second plane.
    assert (len(asked), observation[0].sum(), observation[1].sum(), info["side"]) == (1, 0, 1, 1)
    reward, done = 0.0, False
    for move in [3, 3, 3, 3]:
        observation, reward, done, _, info = environment.step(move)
    assert (reward, done) == (
        -1.0 if environment.position.outcome and environment.position.turn == 1 else 1.0,
        True,
    )
    environment.reset()
    assert environment.step(7)[1:3] == (-1.0, True)
    with pytest.raises(ValueError, match="side: found 2"):
        GameEnv(side=2)


def test_bots_of_openspiel_play() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("connect_four")

    class First:
        def step(self, state: object) -> int:
            return int(state.legal_actions()[0])  # type: ignore[attr-defined]

    agent = BotAgent(game, First(), "first of openspiel")
    ours = score("first", "connect-four")
    theirs = score(agent, "connect-four")
    assert [choice.move for choice in theirs.choices] == [choice.move for choice in ours.choices]
    result = match(agent, "first", "connect-four", games=4)
    assert result.score == 0.5
    assert result.names[0] == "first of openspiel"
    state = state_of(game, ConnectFour.parse("4455"))
    assert sorted(state.legal_actions()) == list(range(7))
    with pytest.raises(ValueError, match="breakthrough is not in OpenSpiel"):
        agent.choose(plyground.Breakthrough.start())
    with pytest.raises(ValueError, match="no game leads to it"):
        agent.choose(ConnectFour.start().skip())
