"""The measure of play, and the sets of positions that it is taken on."""

from __future__ import annotations

import random

import plyground
import pytest
from plyground import Solver, _sets, score

SETS = sorted(_sets.RULES)


@pytest.mark.parametrize("game", SETS)
def test_sets_are_as_promised(game: str) -> None:
    rules = _sets.RULES[game]
    judged = _sets.read(game)
    assert [row.ply for row in judged] == [ply for ply in rules.plies for _ in range(rules.each)]
    keys = {position for row in judged for position in (row.position, row.position.mirror())}
    assert len({min(row.position.write(), row.position.mirror().write()) for row in judged}) == len(judged)
    assert len(keys) >= len(judged)
    for row in judged:
        assert tuple(row.values) == row.position.moves
        kinds = row.values.values() if game == "max-connect-four" else map(_sets.sign, row.values.values())
        assert len(set(kinds)) > 1, "the choice matters"


@pytest.mark.parametrize("game", SETS)
def test_values_are_exact(game: str) -> None:
    solver = Solver(game)
    judged = [row for row in _sets.read(game) if row.ply >= 8]
    for row in random.Random(5).sample(judged, 40):
        solution = solver.solve(row.position)
        assert {move.move: _sets.number(move.value) for move in solution.moves} == row.values
        assert row.best == _sets.number(solution.value)


@pytest.mark.parametrize("game", SETS)
def test_sets_come_from_their_seed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = _sets.Rules(range(_sets.RULES[game].plies.stop - 6, _sets.RULES[game].plies.stop - 4), 2)
    monkeypatch.setitem(_sets.RULES, game, rules)
    made = _sets.make(game)
    assert made == _sets.make(game)
    assert [row.ply for row in made] == [ply for ply in rules.plies for _ in range(2)]


@pytest.mark.parametrize("game", SETS)
def test_perfect_play_gives_nothing_away(game: str) -> None:
    truth = {row.position: row for row in _sets.read(game)}

    def perfect(position: plyground.Position) -> int:
        values = truth[position].values
        return max(values, key=lambda move: values[move])

    result = score(perfect, game)
    assert (result.regret.value, result.perfect.value, result.value_keeping.value) == (0.0, 1.0, 1.0)
    assert result.perfect.low > 0.99
    assert set(result.by_ply) == set(_sets.RULES[game].plies)

    def worst(position: plyground.Position) -> int:
        values = truth[position].values
        return min(values, key=lambda move: values[move])

    most = score(worst, game)
    assert most.perfect.value == 0.0
    assert most.regret.value > score("random", game).regret.value > 0


def test_figures_are_the_same_every_time() -> None:
    assert str(score("random", "connect-four")) == str(score("random", "connect-four"))
    assert score("alpha-beta:depth=4", "connect-four").regret.value < score("first", "connect-four").regret.value


def test_wrong_games_are_told() -> None:
    with pytest.raises(ValueError, match="breakthrough is not solved, so it has no set of positions; expected one of"):
        score("first", "breakthrough")
