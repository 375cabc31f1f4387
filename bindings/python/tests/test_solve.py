"""Exact values and proofs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import plyground
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plyground import (
    AdjacentFour,
    Breakthrough,
    ConnectFour,
    MaxConnectFour,
    OutOfTime,
    ParseError,
    Position,
    Solver,
)


def late(game: type[Position], choices: list[int], left: int) -> Position:
    """A position with few plies to go."""
    position = game.start()
    for choice in choices:
        if position.plies_left <= left:
            break
        after = position.play(position.moves[choice % len(position.moves)])
        if after.outcome is None:
            position = after
    return position


def exact(position: Position, seen: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    """Result and distance by search to the end: the sign for the side to move, and plies."""
    outcome = position.outcome
    if outcome is not None:
        return round(2 * outcome.score(position.turn) - 1), 0
    if position not in seen:
        options = []
        for move in position.moves:
            sign, plies = exact(position.play(move), seen)
            options.append((-sign, plies + 1))
        seen[position] = max(options, key=lambda option: (option[0], -option[0] * option[1]))
    return seen[position]


@settings(max_examples=25)
@given(st.lists(st.integers(0, 30), min_size=60, max_size=60))
def test_connect_four_is_solved_as_by_search(choices: list[int]) -> None:
    position = late(ConnectFour, choices, 10)
    if position.plies_left > 10:
        return
    solution = Solver(ConnectFour, memory=1 << 20).solve(position)
    sign, plies = exact(position, {})
    assert solution.value.sign == sign
    assert solution.value.plies == (plies if sign else None)
    for found in solution.moves:
        sign, plies = exact(position.play(found.move), {})
        assert found.value.sign == -sign
        assert found.value.plies == (plies + 1 if sign else None)
        assert found.best == (found.value == solution.value)


@settings(max_examples=15)
@given(st.lists(st.integers(0, 30), min_size=60, max_size=60))
def test_points_are_those_of_the_end(choices: list[int]) -> None:
    position = late(MaxConnectFour, choices, 8)

    def margin(at: Position) -> int:
        if at.outcome is not None:
            assert at.outcome.points is not None
            first, second = at.outcome.points
            return (first - second) * (1 if at.turn == 0 else -1)
        return max(-margin(at.play(move)) for move in at.moves)

    solution = plyground.solve(position)
    value = solution.value
    assert value.margin == margin(position)
    for found in solution.moves:
        assert found.value.margin == -margin(position.play(found.move))
        assert found.best == (found.value.margin == value.margin)
    assert value.score == value.margin
    assert value.plies is None


def test_known_values() -> None:
    solution = plyground.solve(ConnectFour.parse("4444445623513222"))
    assert str(solution.value) == "red wins in 2 moves (3 plies)"
    assert (solution.value.result, solution.value.plies, solution.value.score, solution.best) == (
        "win",
        3,
        12,
        [2],
    )
    assert plyground.best_line(ConnectFour.parse("4444445623513222"))[0] == 2
    assert Solver("adjacent-four").sign(AdjacentFour.start()) == 1
    assert "<table>" in solution._repr_html_()


def test_best_lines_lead_to_what_was_promised() -> None:
    position = ConnectFour.parse("44455554221")
    value = plyground.solve(position).value
    line = plyground.best_line(position)
    at = position
    for move in line:
        at = at.play(move)
    assert at.outcome is not None
    assert round(2 * at.outcome.score(position.turn) - 1) == value.sign
    if value.plies is not None:
        assert len(line) == value.plies


def test_games_that_are_over_have_their_result() -> None:
    over = ConnectFour.parse("1122334")
    solution = plyground.solve(over)
    assert (solution.value.result, solution.value.plies, solution.moves, str(solution.value)) == (
        "loss",
        0,
        [],
        "red has won",
    )
    assert plyground.best_line(over) == []


def test_breakthrough_is_proved_where_it_is_near() -> None:
    position = Breakthrough.parse("------/---b--/------/-w----/------/------/w")
    solution = plyground.solve(position)
    assert solution.value.result == "win"
    assert solution.value.plies is None
    assert solution.best


def test_time_ends_a_solver_that_can_go_on() -> None:
    solver = Solver(Breakthrough)
    while solver.nodes == 0:
        with pytest.raises(OutOfTime, match=r"time: 0.05 s were not enough") as raised:
            solver.value(Breakthrough.start(), time=0.05)
        assert isinstance(raised.value, TimeoutError)
    with pytest.raises(ValueError, match="time: found -1"):
        solver.value(Breakthrough.start(), time=-1)


def test_wrong_settings_raise_errors() -> None:
    with pytest.raises(ValueError, match="threads: found 2; expected 1 to 1"):
        Solver(AdjacentFour, threads=2)
    assert Solver(ConnectFour, threads=2).value(ConnectFour.parse("4444445623513222")).plies == 3
    with pytest.raises(ValueError, match="position: it is of the game connect-four; expected one of breakthrough"):
        Solver(Breakthrough).value(ConnectFour.start())
    with pytest.raises(ValueError, match="game: found 'chess'; expected one of connect-four"):
        Solver("chess")


def certificate(path: Path, position: str, choices: bytes) -> Path:
    """A certificate that white wins a position of three columns and four rows."""
    claim = {
        "format": "plyground proof 1",
        "game": "breakthrough",
        "columns": 3,
        "rows": 4,
        "position": position,
        "winner": "white",
        "choices": len(choices),
    }
    content = json.dumps(claim).encode() + b"\n" + choices
    path.write_bytes(content + hashlib.sha256(content).digest())
    return path


def test_proofs_are_checked(tmp_path: Path) -> None:
    proof = plyground.verify_proof(certificate(tmp_path / "right", "bbb/---/www/---/w", b"\0"))
    assert (proof.game, proof.columns, proof.rows, proof.winner, proof.choices) == (
        "breakthrough",
        3,
        4,
        0,
        1,
    )
    assert proof.replies > 0
    with pytest.raises(ParseError, match="no proof that white wins"):
        plyground.verify_proof(certificate(tmp_path / "flawed", "bbb/---/www/---/w", b""))
    with pytest.raises(ParseError, match="line 1: position"):
        plyground.verify_proof(certificate(tmp_path / "position", "bbb/w", b""))
    wrong = tmp_path / "wrong"
    wrong.write_text("nothing\n")
    with pytest.raises(ParseError, match="expected a certificate"):
        plyground.verify_proof(wrong)
    with pytest.raises(FileNotFoundError, match="missing") as raised:
        plyground.verify_proof(tmp_path / "missing")
    assert raised.value.filename == str(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        plyground.verify_proof(tmp_path)
