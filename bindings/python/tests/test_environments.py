"""Environments, by the tests of those who define them."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import numpy as np
import plyground
from plyground import ConnectFour, match, score
from plyground.gymnasium import GameEnv
from plyground.openspiel import BotAgent, state_of
from plyground.pettingzoo import env, raw_env

GAMES = list(plyground.games)


#: Warnings of PettingZoo's test, also for PettingZoo's Connect Four: observations have masks, an empty board is zeros.
SAID = {
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros.",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_every_game(game: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(game), num_cycles=200)
    assert {str(warning.message) for warning in said} <= SAID
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
    import gymnasium as gym
    from gymnasium.utils.env_checker import check_env

    # With a specification the ways to draw are tested, too.
    name = f"Plyground/{game}-v0"
    gym.register(
        name,
        entry_point="plyground.gymnasium:GameEnv",
        kwargs={"game": game, "opponent": "random"},
        disable_env_checker=True,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(name).unwrapped)
    gym.registry.pop(name)


#: Games as columns from 1 on: red wins, yellow wins, nobody wins.
WON, LOST, DRAWN = "1213141", "21213141", "547125662261271266215743771576315353334444"


@pytest.mark.parametrize(
    ("game", "side", "last"),
    [
        pytest.param(WON, 0, 1.0, id="won by one's own move"),
        pytest.param(WON, 1, -1.0, id="lost by the opponent's move"),
        pytest.param(LOST, 1, 1.0, id="won as the second"),
        pytest.param(LOST, 0, -1.0, id="lost as the first"),
        pytest.param(DRAWN, 0, 0.0, id="drawn by the opponent's move"),
        pytest.param(DRAWN, 1, 0.0, id="drawn by one's own move"),
    ],
)
def test_rewards_are_those_of_the_game(game: str, side: int, last: float) -> None:
    moves = [int(column) - 1 for column in game]
    mine, others = moves[side::2], moves[1 - side :: 2]
    environment = GameEnv("connect_four", opponent=lambda position: others.pop(0), side=side)
    observation, info = environment.reset(seed=3)
    # An opponent that begins has moved, and its piece is in the second plane.
    assert (observation[0].sum(), observation[1].sum(), info["side"]) == (0, side, side)
    for place, move in enumerate(mine):
        observation, reward, done, truncated, info = environment.step(move)
        is_last = place == len(mine) - 1
        assert (reward, done, truncated) == (last if is_last else 0.0, is_last, False)
        assert np.flatnonzero(info["action_mask"]).tolist() == list(environment.position.moves)
    assert (others, environment.position) == ([], ConnectFour.parse(game, notation="moves"))


def test_an_illegal_move_loses_in_gymnasium() -> None:
    environment = GameEnv("connect_four", opponent="first", side=0)
    environment.reset()
    assert environment.step(7)[1:4] == (-1.0, True, False)
    with pytest.raises(ValueError, match="side: found 2"):
        GameEnv(side=2)


@pytest.mark.parametrize("make", [raw_env, GameEnv])
def test_positions_and_ways_to_draw_are_looked_at(make: Any) -> None:
    environment = make("connect_four")
    start = ConnectFour.parse("44")
    environment.reset(options={"position": start})
    assert environment.position in (start, *map(start.play, start.moves))
    for wrong, error, told in [
        (plyground.Breakthrough.start(), ValueError, "found a position of breakthrough; expected one of connect-four"),
        (ConnectFour.parse("1122334"), ValueError, "red has won; expected a game that goes on"),
        ("44", TypeError, "found '44'; expected a position of connect-four"),
    ]:
        with pytest.raises(error, match=rf"options\['position'\]: {told}"):
            environment.reset(options={"position": wrong})
    with pytest.raises(ValueError, match="render_mode: found 'human'; expected ansi, or None"):
        make("connect_four", render_mode="human")
    assert make("connect_four", render_mode="ansi").render() == str(ConnectFour.start())


def test_an_opponent_does_not_end_the_game_before_it_begins() -> None:
    environment = GameEnv("connect_four", opponent="perfect:time=60s", side=1)
    with pytest.raises(ValueError, match="the opponent's move ends the game"):
        environment.reset(options={"position": ConnectFour.parse("112233")})


def test_bots_of_openspiel_play() -> None:
    # It has wheels for some versions of Python only.
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
    with pytest.raises(ValueError, match="breakthrough has no adapter for OpenSpiel; expected a position of"):
        agent.choose(plyground.Breakthrough.start())
    with pytest.raises(ValueError, match="no game leads to it"):
        agent.choose(ConnectFour.start().skip())
