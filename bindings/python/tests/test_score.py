"""The measure of play, and the sets of positions that it is taken on."""

from __future__ import annotations

import hashlib
import itertools
import math
import pickle
import random
from collections.abc import Callable
from importlib import resources
from typing import Any

import make_sets
import plyground
import pytest
from plyground import Solver, _sets, score

SETS = sorted(_sets.GAMES)


@pytest.mark.parametrize("game", SETS)
def test_sets_are_as_promised(game: str) -> None:
    rules = make_sets.RULES[game]
    solved = _sets.read(game)
    assert [row.ply for row in solved] == [ply for ply in rules.plies for _ in range(rules.each)]
    keys = {position for row in solved for position in (row.position, row.position.mirror())}
    assert len({min(row.position.write(), row.position.mirror().write()) for row in solved}) == len(solved)
    assert len(keys) >= len(solved)
    for row in solved:
        assert tuple(row.values) == row.position.moves
        kinds = row.values.values() if game == "max-connect-four" else map(_sets.sign, row.values.values())
        assert len(set(kinds)) > 1, "the choice matters"


@pytest.mark.parametrize("game", SETS)
def test_values_are_exact(game: str) -> None:
    solver = Solver(game)
    solved = [row for row in _sets.read(game) if row.ply >= 8]
    for row in random.Random(5).sample(solved, 40):
        check(solver, row)


@pytest.mark.parametrize("game", SETS)
def test_values_of_early_plies_are_exact(game: str) -> None:
    solver = Solver(game)
    earliest = make_sets.RULES[game].plies.start
    for ply in range(earliest, earliest + 4):
        solved = [row for row in _sets.read(game) if row.ply == ply]
        check(solver, random.Random(ply).choice(solved))


def check(solver: Solver, row: _sets.SolvedPosition) -> None:
    solution = solver.solve(row.position)
    assert {move.move: make_sets.number(move.value) for move in solution.moves} == row.values
    assert row.best == make_sets.number(solution.value)


#: Sets are frozen: with another byte it would be another measure.
SUMS = {
    "connect-four": "d00ed0ba156851113fc56b73924fb4737d25bda1a61cc0576ca5956a76f03fd9",
    "max-connect-four": "1ac3725046a97204af37357f2e7d6675ba7c5ae57e1c7794e5b50c7659c56177",
    "adjacent-four": "b922a03578ee4e27685f419b1be5553d8dbc68e794f030a4e23879ff0320dd96",
}


@pytest.mark.parametrize("game", SETS)
def test_sets_are_frozen(game: str) -> None:
    content = (resources.files("plyground") / "data" / f"{game}.tsv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == SUMS[game]


@pytest.mark.parametrize("game", SETS)
def test_the_program_makes_the_frozen_sets(game: str) -> None:
    frozen = {row.position: row for row in _sets.read(game)}
    made = list(itertools.islice(make_sets.stream(game), 8))
    assert [frozen.get(row.position) for row in made] == made
    assert len(made) == 8


@pytest.mark.parametrize("game", SETS)
def test_sets_come_from_their_seed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = make_sets.Rules(range(make_sets.RULES[game].plies.stop - 6, make_sets.RULES[game].plies.stop - 4), 2)
    monkeypatch.setitem(make_sets.RULES, game, rules)
    made = make_sets.make(game)
    assert made == make_sets.make(game)
    assert [row.ply for row in made] == [ply for ply in rules.plies for _ in range(2)]


def taking(choose: Any, game: str) -> Callable[[plyground.Position], int]:
    """An agent that takes the move of the value that `max` or `min` chooses."""
    values = {row.position: row.values for row in _sets.read(game)}
    return lambda position: choose(values[position], key=values[position].__getitem__)


@pytest.mark.parametrize("game", SETS)
def test_perfect_play_gives_nothing_away(game: str) -> None:
    result = score(taking(max, game), game)
    assert (result.regret.value, result.perfect.value, result.value_keeping.value) == (0.0, 1.0, 1.0)
    assert result.perfect.low > 0.99
    assert set(result.by_ply) == set(make_sets.RULES[game].plies)

    most = score(taking(min, game), game)
    assert most.perfect.value == 0.0
    assert most.regret.value > score("random", game).regret.value > 0


def test_figures_are_the_same_every_time() -> None:
    assert str(score("random", "connect-four")) == str(score("random", "connect-four"))
    assert score("alpha-beta:depth=4", "connect-four").regret.value < score("first", "connect-four").regret.value


def test_unsolved_games_raise_value_error() -> None:
    with pytest.raises(ValueError, match="breakthrough is not solved, so it has no set of positions; expected one of"):
        score("first", "breakthrough")


def test_scores_are_pickled() -> None:
    found = score("first", "max-connect-four")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert str(again.regret) == str(found.regret)


@pytest.mark.parametrize("game", SETS)
def test_intervals_are_never_empty_nor_beyond_what_is_possible(game: str) -> None:
    perfect, worst = taking(max, game), taking(min, game)
    for agent in (perfect, worst):
        found = score(agent, game)
        for mean, choices in [
            (found.regret, found.choices),
            *((mean, [choice for choice in found.choices if choice.ply == ply]) for ply, mean in found.by_ply.items()),
        ]:
            most = max(choice.at_stake for choice in choices)
            assert 0 <= mean.low <= mean.value <= mean.high <= most
            assert mean.low < mean.high
    # All moves gave away nothing: others may, with the share of Clopper and Pearson, as much as is at stake.
    flawless = score(perfect, game)
    most = max(choice.at_stake for choice in flawless.choices)
    share = 1 - 0.025 ** (1 / len(flawless.choices))
    assert (flawless.regret.value, flawless.regret.low) == (0, 0)
    assert math.isclose(flawless.regret.high, most * share)
    if game != "max-connect-four":
        assert most == 1


def test_the_interval_of_regret_is_that_of_three_results() -> None:
    found = score("alpha-beta:depth=4", "connect-four")
    regrets = [choice.regret for choice in found.choices]
    assert set(regrets) == {0, 0.5, 1}
    mean = sum(regrets) / len(regrets)
    half = 1.959963984540054 * math.sqrt(sum((regret - mean) ** 2 for regret in regrets)) / len(regrets)
    assert math.isclose(found.regret.value, mean)
    assert math.isclose(found.regret.high, mean + half)
    assert math.isclose(found.regret.low, mean - half)
