"""The package and the program `plyground` say the same.

The environment variable `PLYGROUND_PROGRAM` has the path of the program.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Literal

import plyground
import pytest
from plyground import Breakthrough, ConnectFour, MaxConnectFour, Position, match, search, tournament

PROGRAM = os.environ.get("PLYGROUND_PROGRAM")

pytestmark = pytest.mark.skipif(not PROGRAM, reason="PLYGROUND_PROGRAM does not say where the program is")


def run(*words: str) -> str:
    assert PROGRAM, "PLYGROUND_PROGRAM: expected the path of the program"
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def asked(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


@pytest.mark.parametrize(
    ("game", "first", "second", "games", "seed"),
    [
        ("connect-four", "alpha-beta:depth=2", "random", 20, 0),
        ("connect-four", "mcts:simulations=50", "minimax:depth=2", 10, 7),
        ("max-connect-four", "random", "graded:level=2", 10, 2**64 - 1),
        ("breakthrough", "random", "first", 12, 3),
        ("adjacent-four", "random", "random", 40, 1),
    ],
)
def test_matches_are_the_same(game: str, first: str, second: str, games: int, seed: int) -> None:
    theirs = asked("match", first, second, "--game", game, "-n", str(games), "--seed", str(seed))
    ours = match(first, second, game, games=games, seed=seed)
    assert {"wins": ours.wins, "draws": ours.draws, "losses": ours.losses} == theirs["together"]
    assert list(ours.pairs) == theirs["pairs"]
    assert ours.score == theirs["score"]
    assert list(ours.score_interval) == theirs["score_interval"]
    assert ours.superiority == theirs["superiority"]
    assert sum(len(played.moves) for played in ours.games) / games == pytest.approx(theirs["mean_plies"])


POSITIONS: list[Position] = [
    ConnectFour.start(),
    ConnectFour.parse("4453"),
    MaxConnectFour.start().play(3),
    Breakthrough.start().play("a2a3"),
    plyground.AdjacentFour.start().play("[3,4]"),
]


@pytest.mark.parametrize("position", POSITIONS, ids=str)
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_searches_are_the_same(position: Position, algorithm: Literal["minimax", "alpha-beta"]) -> None:
    game = position.game
    for evaluation in game.evaluations:
        words = ["search", game.name, "--algorithm", algorithm, "--depth", "3", "--eval", evaluation]
        theirs = asked(*words, position.write())
        ours = search(position, 3, algorithm, evaluation=evaluation)
        assert (ours.text, ours.value, ours.examined) == (theirs["move"], theirs["value"], theirs["examined"])
        assert (ours.generated, ours.by_ply) == (theirs["generated"], theirs["by_ply"])
        roots = [{"move": root.text, "value": root.value, "bound": root.bound} for root in ours.root_moves]
        assert roots == theirs["root_moves"]


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_counts_of_games_are_the_same(position: Position) -> None:
    theirs = asked("perft", position.game.name, "4", position.write())
    assert [position.perft(depth) for depth in range(1, 5)] == theirs["counts"]


TOURNAMENT = """
name = "Three agents"
game = "connect-four"
form = "round-robin"
openings = 2
seed = 5

[[entrant]]
name = "Ann"
agent = "alpha-beta:depth=3"

[[entrant]]
name = "Ben"
agent = "alpha-beta:depth=1"

[[entrant]]
name = "Dice"
agent = "random"
"""


def test_the_table_of_a_tournament_is_that_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "tournament.toml").write_text(TOURNAMENT, encoding="utf-8")
    run("tournament", "plan", str(tmp_path))
    run("tournament", "run", str(tmp_path), "--allow-root")
    theirs = json.loads(run("tournament", "standings", str(tmp_path), "--format", "json"))
    table = tournament(tmp_path)
    assert (table.name, table.games) == ("Three agents", 12)
    assert len(table) == len(theirs["entrants"]) == 3
    for ours, row in zip(table, theirs["entrants"], strict=True):
        for column in ("rank", "name", "points", "wins", "draws", "losses", "rating"):
            assert ours[column] == row[column], column
        assert [ours["rating_low"], ours["rating_high"]] == row["rating_interval"]
        assert ours["games"] == row["wins"] + row["draws"] + row["losses"] == 8
        assert ours["faults"] == sum(row["faults"].values()) == 0
    assert sum(row["points"] for row in table) == 12
    ratings = [row["rating"] for row in table]
    assert ratings == sorted(ratings, reverse=True)
