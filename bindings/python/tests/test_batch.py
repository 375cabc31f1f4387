"""Batches play as positions do."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

import numpy as np
import plyground
from hypothesis import given
from hypothesis import strategies as st
from plyground import Batch, ConnectFour, IllegalMove, Position

GAMES = list(plyground.games.values())


@given(st.sampled_from(GAMES), st.integers(0, 2**64 - 1), st.integers(1, 9), st.integers(0, 45))
def test_a_batch_is_its_positions(game: type[Position], seed: int, games: int, plies: int) -> None:
    batch = Batch(game, games, seed=seed)
    positions = [game.start()] * games
    for _ in range(plies):
        moves = batch.random_moves()
        for index, position in enumerate(positions):
            assert (moves[index] == -1) == (position.outcome is not None)
            if position.outcome is None:
                positions[index] = position.play(moves[index])
        batch.step(moves)
    assert [batch[index] for index in range(games)] == positions
    assert batch.turns.tolist() == [position.turn for position in positions]
    assert batch.done.tolist() == [position.outcome is not None for position in positions]
    for index, position in enumerate(positions):
        assert np.flatnonzero(batch.masks[index]).tolist() == list(position.moves)
        assert (batch.planes()[index] == position.to_numpy(relative=True)).all()
        assert (batch.planes(relative=False)[index] == position.to_numpy()).all()
        expected = 0 if position.outcome is None else round(2 * position.outcome.score(0) - 1)
        assert batch.results[index] == expected
    batch.reset(batch.done)
    assert not batch.done.any()
    batch.reset()
    assert all(batch[index] == game.start() for index in range(games))


def test_illegal_moves_change_nothing() -> None:
    batch = Batch(ConnectFour, 3)
    with pytest.raises(IllegalMove, match="game 1: move 7 is not legal there"):
        batch.step([0, 7, 0])
    assert [batch[index] for index in range(3)] == [ConnectFour.start()] * 3
    for wrong in ([0, -1, 0], [0, 10**9, 0], np.array([0, 2**63, 0], dtype=np.uint64)):
        with pytest.raises(IllegalMove):
            batch.step(wrong)
    with pytest.raises(ValueError, match="moves: found 2; expected 3, one for each game"):
        batch.step([0, 1])
    with pytest.raises(ValueError, match="which: found 2; expected 3"):
        batch.reset([True, False])
    with pytest.raises(TypeError, match="expected whole numbers"):
        batch.step([0.0, 1.0, 2.0])  # type: ignore[list-item]


def test_games_can_begin_anywhere() -> None:
    batch = Batch("connect-four", 2)
    batch[1] = ConnectFour.parse("1122334")
    assert batch.done.tolist() == [False, True]
    assert batch[-1] == ConnectFour.parse("1122334")
    for wrong in (2, -3, 10**30):
        with pytest.raises(IndexError, match=f"game: found {wrong}; expected -2 to 1"):
            batch[wrong]
        with pytest.raises(IndexError, match=f"game: found {wrong}; expected -2 to 1"):
            batch[wrong] = ConnectFour.start()
    with pytest.raises(ValueError, match=r"moves: found an array of the shape \(1, 2\)"):
        batch.step([[1, 1]])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="it is of the game breakthrough"):
        batch[0] = plyground.Breakthrough.start()
    with pytest.raises(ValueError, match="games: found"):
        Batch(ConnectFour, 10**7)
    assert (len(batch), repr(batch)) == (2, "<Batch of 2 games of connect-four>")
