"""The doctor, for functions."""

from __future__ import annotations

import math
import types
from typing import Any

import pytest
from plyground import AdjacentFour, Breakthrough, ConnectFour, MaxConnectFour, Position, courses, search


def right_3608(state: str, side: str, algorithm: str, depth: int) -> tuple[int | None, int]:
    found = search(ConnectFour.parse(f"{state} {side}"), depth, algorithm)  # type: ignore[arg-type]
    # What is printed where the game is over does not matter, if it is a number.
    return found.move or 0, found.examined


def test_a_right_function_passes() -> None:
    result = courses.comp3608.check(right_3608)
    assert result.passed
    assert (result.right, len(result.cases), result.mistakes) == (28, 28, ())
    assert str(result) == "comp3608: 28 of 28 answers are right"
    assert result.cases[0].position is not None


def test_a_mistake_is_named() -> None:
    def forgets_the_root(state: str, side: str, algorithm: str, depth: int) -> tuple[int | None, int]:
        column, nodes = right_3608(state, side, algorithm, depth)
        return column, nodes - 1

    result = courses.comp3608.check(forgets_the_root)
    assert result.right == 0
    assert result.mistakes == ("root-not-counted",)
    assert result.confidence == "practically certain"
    assert any("To mend it" in finding for finding in result.findings)
    assert "root-not-counted" in str(result)


def searched(
    position: Position,
    path: list[int],
    depth: int,
    window: tuple[float, float] | None,
    observer: courses.Observer,
    wrong: bool,
) -> tuple[int, int | None, int]:
    """Minimax, or alpha-beta if there is a window, that reports its nodes.

    With a mistake it takes 1 more for a leaf of the right-most column.
    """

    def left(value: int) -> None:
        if window is None:
            observer.node(path, value)
        else:
            observer.node(path, value, *window)

    if position.outcome is not None or depth == 0:
        value = _leaf(position)
        if wrong and path and path[-1] == 6:
            value += 1
        left(value)
        return value, None, 1
    alpha, beta = window or (-math.inf, math.inf)
    best, column, nodes = 0, None, 1
    for move in position.moves:
        inner = None if window is None else (alpha, beta)
        value, _, below = searched(position.play(move), [*path, move], depth - 1, inner, observer, wrong)
        nodes += below
        if column is None or (value > best if position.turn == 0 else value < best):
            best, column = value, move
        if position.turn == 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if window is not None and alpha >= beta:
            break
    left(best)
    return best, column, nodes


def _leaf(position: Position) -> int:
    if position.outcome is not None and position.outcome.winner is not None:
        return 10000 if position.outcome.winner == 0 else -10000
    return sum(count * weight for _, _, count, weight in position.terms(side=0)) if position.moves else 0


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("observed", ["M", "A"])
def test_the_first_wrong_node_is_shown(observed: str, wrong: bool) -> None:
    def function(
        state: str, side: str, algorithm: str, depth: int, observer: courses.Observer
    ) -> tuple[int | None, int]:
        if algorithm != observed or depth > 3:
            return right_3608(state, side, algorithm, depth)
        position = ConnectFour.parse(f"{state} {side}")
        window = None if algorithm == "M" else (-math.inf, math.inf)
        _, column, nodes = searched(position, [], depth, window, observer, wrong)
        return column or 0, nodes

    result = courses.comp3608.check(function)
    shown = "\n".join(result.findings)
    assert ("The program returns" in shown and "expected" in shown) == wrong, shown
    assert "the trace, line" not in shown
    assert result.passed or wrong


def test_observers_write_what_the_reader_reads() -> None:
    observer = courses.Observer()
    observer.node([3, 0, 4], 11.0, -math.inf, 31)
    observer.node([3, 0], 11)
    observer.node([], 2.5)
    assert observer.text == "node 304 -inf 31 11\nnode 30 - - 11\nnode - - - 2.5\n"
    for wrong in ({"alpha": 1.0}, {"beta": 1.0}):
        with pytest.raises(TypeError, match="expected both, or none for minimax"):
            observer.node([], 0, **wrong)


def test_an_observer_keeps_no_more_than_is_compared() -> None:
    observers: list[courses.Observer] = []

    def function(
        state: str, side: str, algorithm: str, depth: int, observer: courses.Observer
    ) -> tuple[int | None, int]:
        if not observers:
            for _ in range(observer.most + 1000):
                observer.node([], 0)
            observers.append(observer)
        return right_3608(state, side, algorithm, depth)

    result = courses.comp3608.check(function)
    assert observers[0].text.count("\n") == observers[0].most + 1 == 100_001
    assert any("more than 100000 nodes" in finding for finding in result.findings)


@pytest.mark.parametrize(
    ("course", "returned", "told"),
    [
        (courses.comp3608, 3, "returned 3; expected (column, nodes)"),
        (courses.comp3608, (3, None), "returned (3, None); expected (column, nodes)"),
        (courses.comp3608, [1, 2, 3], "returned [1, 2, 3]; expected (column, nodes)"),
        (courses.cs431, None, "returned None; expected a column"),
        (courses.max_connect_four, None, "returned None; expected the state after the move, as a text"),
        (courses.cs3243, 7, "returned 7; expected a move, as a text"),
    ],
)
def test_a_returned_value_that_is_no_answer_is_reported(course: courses.Course, returned: Any, told: str) -> None:
    result = course.check(lambda *_: returned)
    assert result.right == 0
    assert {case.problem for case in result.cases} == {told}
    assert {case.raised for case in result.cases} == {None}
    assert "crashed" not in {case.verdict for case in result.cases}


def test_a_returned_value_that_is_no_game_is_reported() -> None:
    result = courses.cs4750.check(lambda: 5)
    assert result.right == 0
    assert "returned 5; expected [((row, column), generated), ...]" in str(result)


def connect_four_mm(contents: str, turn: str, max_depth: int) -> str:
    column, nodes = right_3608(contents, turn, "M", max_depth)
    return f"{column}\n{nodes}"


def connect_four_ab(contents: str, turn: str, max_depth: int) -> tuple[int | None, int]:
    return right_3608(contents, turn, "A", max_depth)


def test_the_two_functions_of_later_years() -> None:
    module = types.ModuleType("assignment")
    vars(module).update(connect_four_mm=connect_four_mm, connect_four_ab=connect_four_ab)
    for result in (
        courses.comp3608.check(connect_four_mm, connect_four_ab),
        courses.comp3608.check(module),
    ):
        assert result.passed, str(result)
        assert len(result.cases) == 28
    # The second function is the one that is asked for "A".
    swapped = courses.comp3608.check(connect_four_mm, connect_four_mm)
    assert not swapped.passed
    for other in (types.ModuleType("empty"), 3):
        with pytest.raises(TypeError, match="or a module that has both"):
            courses.comp3608.check(other)


def test_exceptions_are_answers() -> None:
    def fails(state: str, side: str, algorithm: str, depth: int) -> tuple[int, int]:
        raise KeyError("mine")

    result = courses.comp3608.check(fails)
    assert (result.right, result.passed) == (0, False)
    assert all(case.problem == "raised KeyError: 'mine'" for case in result.cases)
    assert all(case.raised is not None and "in fails" in case.raised for case in result.cases)
    # Cases that failed in the same way are reported once.
    assert any("KeyError" in finding for finding in result.findings)

    def stops(state: str, side: str, algorithm: str, depth: int) -> tuple[int, int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        courses.comp3608.check(stops)


def test_cs431_accepts_the_right_function_only() -> None:
    def right(state: str, side: str, depth: int) -> int | None:
        return search(ConnectFour.parse(f"{state} {side}"), depth, "minimax", evaluation="cs431").move

    assert courses.cs431.check(right).passed
    result = courses.cs431.check(lambda state, side, depth: 0)
    assert not result.passed


def test_max_connect_four_accepts_the_right_function_only() -> None:
    def right(state: str, depth: int) -> str:
        position = MaxConnectFour.parse(state)
        return position.play(position.moves[0]).write()

    def upside_down(state: str, depth: int) -> str:
        lines = right(state, depth).splitlines()
        return "\n".join([*reversed(lines[:6]), lines[6]]) + "\n"

    assert courses.max_connect_four.check(right).passed
    result = courses.max_connect_four.check(upside_down)
    assert not result.passed
    assert any("top" in (case.problem or "") for case in result.cases)


def test_cs3243_accepts_the_right_function_only() -> None:
    def right(request: str) -> str:
        position = Breakthrough.parse(request, notation="request")
        return position.move_text(position.moves[0], "request")

    result = courses.cs3243.check(right)
    assert result.passed, str(result)
    assert not courses.cs3243.check(lambda request: "A1A1").passed


def test_cs4750_accepts_the_right_game_only() -> None:
    def game(extra: int = 0) -> list[tuple[tuple[int, int], int]]:
        position: Position = AdjacentFour.start().play("[3,4]").play("[3,3]")
        moves = [((3, 4), 0), ((3, 3), 0)]
        while position.outcome is None:
            found = search(position, (2, 4)[position.turn], "minimax")
            assert found.move is not None
            column, row = divmod(found.move, 5)
            moves.append(((row + 1, column + 1), found.generated + extra))
            position = position.play(found.move)
        return moves

    result = courses.cs4750.check(game)
    assert result.passed, str(result)
    counted_root = courses.cs4750.check(lambda: game(1))
    assert not counted_root.passed
    assert counted_root.mistakes
