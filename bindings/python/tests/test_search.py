"""Searches and their trees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import plyground
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyground import ConnectFour, IllegalMove, Position, search, tree

Algorithm = Literal["alpha-beta", "minimax"]

ALGORITHMS: list[Algorithm] = ["minimax", "alpha-beta"]

EXAMPLE = ConnectFour.parse(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red")


def test_the_worked_example_has_its_numbers() -> None:
    found = search(EXAMPLE, 4)
    assert (found.move, found.text, found.value, found.examined, found.generated) == (1, "1", 10000, 297, 296)
    assert found.by_ply == [1, 7, 18, 88, 183]
    assert [(root.move, root.value, root.bound) for root in found.root_moves][:3] == [
        (0, 190, "exact"),
        (1, 10000, "exact"),
        (2, 10000, "at-most"),
    ]
    assert (found.algorithm, found.depth, found.evaluation, found.maximiser) == (
        "alpha-beta",
        4,
        "comp3608",
        0,
    )
    assert search(EXAMPLE, 4, "minimax").examined == 2084
    assert search(EXAMPLE, 4, cut="beyond").examined > 297
    assert found.position == EXAMPLE
    assert "<table>" in found._repr_html_()


class Events:
    """An observer that writes everything down."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    def enter(self, position: Position, ply: int, alpha: float, beta: float) -> None:
        self.events.append(("enter", position, ply, alpha, beta))

    def generated(self, move: int) -> None:
        self.events.append(("generated", move))

    def evaluated(self, value: int) -> None:
        self.events.append(("evaluated", value))

    def cutoff(self) -> None:
        self.events.append(("cutoff",))

    def leave(self, value: int) -> None:
        self.events.append(("leave", value))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("game", plyground.games.values())
def test_observers_and_callables_change_no_number(game: type[Position], algorithm: Algorithm) -> None:
    position = game.start()
    for name in position.game.evaluations:
        fast = search(position, 3, algorithm, evaluation=name)
        seen = Events()
        slow = search(position, 3, algorithm, evaluation=name, observer=seen)
        assert (slow.move, slow.value, slow.by_ply) == (fast.move, fast.value, fast.by_ply)
        assert repr(slow.root_moves) == repr(fast.root_moves)
        entered = [event for event in seen.events if event[0] == "enter"]
        assert len(entered) == fast.examined == sum(event[0] == "leave" for event in seen.events)
        assert entered[0] == ("enter", position, 0, -math.inf, math.inf)

        def mine(leaf: Position, side: int, name: str = name) -> int:
            return leaf.evaluate(name, side)

        called = search(position, 3, algorithm, evaluation=mine, win=10_000)
        if fast.maximiser == position.turn:
            assert (called.move, called.value, called.by_ply) == (fast.move, fast.value, fast.by_ply)


def plain(position: Position, depth: int, me: int, evaluation: plyground.Evaluation, nodes: list[int]) -> int:
    """Minimax as it is printed, in Python."""
    nodes[0] += 1
    if position.outcome is not None:
        return int(2 * position.outcome.score(me) - 1) * 1_000_000
    if depth == 0:
        return evaluation(position, me)
    values = [plain(position.play(move), depth - 1, me, evaluation, nodes) for move in position.moves]
    return max(values) if position.turn == me else min(values)


@given(
    st.lists(st.integers(0, 6), max_size=30),
    st.integers(0, 3),
    st.sampled_from(list(plyground.games.values())),
)
def test_a_search_is_minimax_written_out(choices: list[int], depth: int, game: type[Position]) -> None:
    position = game.start()
    for choice in choices:
        if position.moves:
            position = position.play(position.moves[choice % len(position.moves)])

    def evaluation(leaf: Position, side: int) -> int:
        return (hash(leaf) * (1 + side)) % 201 - 100

    nodes = [0]
    depth = min(depth, 2) if game is not ConnectFour else depth
    value = plain(position, depth, position.turn, evaluation, nodes)
    assert search(position, depth, "minimax", evaluation=evaluation).value == value
    assert search(position, depth, "minimax", evaluation=evaluation).examined == nodes[0]
    assert search(position, depth, evaluation=evaluation).value == value


def test_what_callables_and_observers_raise_comes_out_unchanged() -> None:
    error = KeyError("mine")

    def evaluation(position: Position, side: int) -> int:
        raise error

    with pytest.raises(KeyError) as raised:
        search(EXAMPLE, 2, evaluation=evaluation)
    assert raised.value is error
    assert any(entry.name == "evaluation" for entry in raised.traceback)

    class Fails:
        def leave(self, value: int) -> None:
            raise error

    with pytest.raises(KeyError) as raised:
        search(EXAMPLE, 2, observer=Fails())
    assert raised.value is error
    with pytest.raises(KeyError):
        tree(EXAMPLE, 2, evaluation=evaluation)


def test_wrong_arguments_raise_errors() -> None:
    with pytest.raises(TypeError, match=r"evaluation: returned 0\.5; expected a whole number"):
        search(EXAMPLE, 1, evaluation=lambda position, side: 0.5)  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError, match="expected a whole number"):
        search(EXAMPLE, 1, evaluation=lambda position, side: 10**9)
    with pytest.raises(ValueError, match="algorithm: found 'negamax'; expected one of alpha-beta, minimax"):
        search(EXAMPLE, 1, "negamax")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cut: minimax skips nothing"):
        search(EXAMPLE, 1, "minimax", cut="beyond")
    limit = 10**8
    for value in (2**31, -(2**31), 2**31 - 1, limit, -limit):
        with pytest.raises(TypeError, match=f"evaluation: returned {value}; expected a whole number from -99999999 to"):
            search(EXAMPLE, 1, evaluation=lambda position, side, value=value: value)  # type: ignore[misc]
    for value in (limit - 1, 1 - limit):
        assert search(EXAMPLE, 0, evaluation=lambda position, side, value=value: value).value == value  # type: ignore[misc]
    with pytest.raises(TypeError, match="observer: it has no method that is called"):
        search(EXAMPLE, 1, observer=object())
    with pytest.raises(TypeError, match="win: "):
        search(EXAMPLE, 1, win=5)
    with pytest.raises(plyground.ParseError, match="expected one of comp3608, cs431"):
        search(EXAMPLE, 1, evaluation="mine")


def test_a_tree_is_the_search() -> None:
    for algorithm in ALGORITHMS:
        found = search(EXAMPLE, 4, algorithm)
        whole = tree(EXAMPLE, 4, algorithm)
        assert (len(whole), whole.by_ply, whole.root.value) == (found.examined, found.by_ply, found.value)
        assert whole.root.best == found.move
        assert [node.number for node in whole] == list(range(1, len(whole) + 1))
        roots = [(child.move, child.value) for child in whole.root.children]
        assert roots == [(root.move, root.value) for root in found.root_moves]
        for node in list(whole)[:60]:
            parent = node.parent
            if parent is None:
                assert node.number == 1
                continue
            assert node.move is not None
            assert node.position == parent.position.play(node.move)
            assert node in parent.children
            assert node.ply == parent.ply + 1
            assert set(parent.skipped).isdisjoint(child.move for child in parent.children)
            assert len(parent.skipped) + len(parent.children) == len(parent.position.moves)
            assert node.maximises == (node.position.turn == whole.maximiser)
            assert node.nodes == 1 + sum(child.nodes for child in node.children)
            assert node.reason
            assert node.why
            if node.state == "depth-limit":
                assert node.value == node.position.evaluate()
            if algorithm == "minimax":
                assert (node.alpha, node.beta, node.bound) == (-math.inf, math.inf, "exact")


def test_trees_are_walked_by_moves() -> None:
    whole = tree(EXAMPLE, 4)
    node = whole.node([1, "0"])
    assert node.position == EXAMPLE.play(1).play(0)
    assert whole.node([]) == whole.root == whole[0] == whole[-len(whole)]
    assert (whole.cuts, whole.depth, whole.algorithm) == (71, 4, "alpha-beta")
    with pytest.raises(IndexError, match="node: found 297; expected -297 to 296"):
        whole[len(whole)]
    assert whole[-1] == list(whole)[-1]
    assert not isinstance(whole, Sequence)
    assert whole[0] != 3
    with pytest.raises(IllegalMove):
        whole.node([7])
    cut = next(node for node in whole if node.state == "cut")
    with pytest.raises(IndexError, match="the search did not examine it"):
        whole.node([*_path(cut), cut.skipped[0]])
    with pytest.raises(ValueError, match="depth 4: the search examines more than 100 nodes here"):
        tree(EXAMPLE, 4, most=100)


def _path(node: plyground.TreeNode) -> list[int]:
    parent = node.parent
    if parent is None or node.move is None:
        return []
    return [*_path(parent), node.move]


def test_trees_are_drawn_as_far_as_they_fit() -> None:
    whole = tree(EXAMPLE, 4)
    svg = whole._repr_svg_()
    assert "1 plies of 3" in whole.root.children[0].svg(plies=1)
    assert svg.startswith("<svg ")
    assert "2 plies of 4" in svg
    assert "1 plies of 4" in whole.svg(plies=1)
    with pytest.raises(ValueError, match="plies: 4 have more than 64 leaves here"):
        whole.svg(plies=4)
    assert whole.root.children[0].svg(plies=1).startswith("<svg ")


def test_depth_is_what_was_asked_for() -> None:
    nearly_full = plyground.MaxConnectFour.start()
    while nearly_full.plies_left > 3:
        nearly_full = nearly_full.play(nearly_full.moves[0])
    whole = tree(nearly_full, 9)
    assert whole.depth == search(nearly_full, 9).depth == 9
    # A drawing says how much of what is left there it shows.
    assert "3 plies of 3" in whole.svg(plies=9)
    assert "2 plies of 2" in whole.root.children[0].svg()
