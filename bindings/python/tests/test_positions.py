"""Positions of all games."""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ET
from typing import Any

import plyground
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyground import (
    AdjacentFour,
    Breakthrough,
    ConnectFour,
    IllegalMove,
    MaxConnectFour,
    ParseError,
    Position,
)

GAMES = list(plyground.games.values())


def walk(game: type[Position], choices: list[int]) -> list[Position]:
    """The positions of a game in which each choice is a place among the legal moves."""
    position = game.start()
    visited = [position]
    for choice in choices:
        if position.outcome is not None:
            break
        position = position.play(position.moves[choice % len(position.moves)])
        visited.append(position)
    return visited


WALKS = st.tuples(st.sampled_from(GAMES), st.lists(st.integers(0, 40), max_size=50))


@given(WALKS)
def test_positions_come_back_from_texts_pickles_and_copies(
    game_and_choices: tuple[type[Position], list[int]],
) -> None:
    position = walk(*game_and_choices)[-1]
    assert type(position).parse(position.write()) == position
    for again in (
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
        eval(repr(position), vars(plyground)),
        position.mirror().mirror(),
        position.skip().skip(),
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert type(again) is type(position)


@given(WALKS)
def test_every_notation_reads_back_what_it_writes(game_and_choices: tuple[type[Position], list[int]]) -> None:
    position = walk(*game_and_choices)[-1]
    for notation in position.game.notations:
        try:
            text = position.write(notation)
        except ValueError as error:
            assert "cannot express" in str(error)  # noqa: PT017
            continue
        assert type(position).parse(text, notation=notation) == position
        for move in position.moves:
            assert position.parse_move(position.move_text(move, notation), notation) == move


@given(WALKS)
def test_moves_are_numbers_in_order(game_and_choices: tuple[type[Position], list[int]]) -> None:
    for position in walk(*game_and_choices):
        moves = position.moves
        assert list(moves) == sorted(set(moves))
        assert all(0 <= move < position.game.actions for move in moves)
        assert (moves == ()) == (position.outcome is not None) == (position.plies_left == 0)
        for move in moves:
            after = position.play(move)
            assert after == position.play(position.move_text(move))
            assert after.turn == 1 - position.turn
            assert after != position
            assert after.plies_left < position.plies_left


@pytest.mark.parametrize("game", GAMES)
def test_numbers_of_numpy_are_moves(np: Any, game: type[Position]) -> None:
    position = game.start()
    assert [position.play(np.int64(move)) for move in position.moves] == list(map(position.play, position.moves))


@given(WALKS)
def test_planes_are_the_board_as_it_is_drawn(np: Any, game_and_choices: tuple[type[Position], list[int]]) -> None:
    position = walk(*game_and_choices)[-1]
    planes = position.to_numpy()
    game = position.game
    assert planes.shape == (2, game.rows, game.columns)
    assert planes.dtype == np.uint8
    letters = [side[0] for side in game.sides]
    lines = str(position).splitlines()[: game.rows]
    drawn = [[cell for cell in line.split(maxsplit=1)[1] if cell in [*letters, "."]] for line in lines]
    expected = np.array([[[cell == letter for cell in row] for row in drawn] for letter in letters])
    assert (planes == expected).all()
    relative = position.to_numpy(relative=True)
    assert (relative == (planes if position.turn == 0 else planes[::-1])).all()


@given(WALKS, st.one_of(st.integers(), st.text(max_size=8), st.floats(), st.none(), st.booleans()))
def test_nothing_but_a_legal_move_is_played(game_and_choices: tuple[type[Position], list[int]], move: object) -> None:
    position = walk(*game_and_choices)[-1]
    try:
        after = position.play(move)  # type: ignore[arg-type]
    except (ParseError, IllegalMove):
        assert move not in position.moves
    except TypeError:
        assert isinstance(move, float) or move is None
    else:
        assert after in [position.play(legal) for legal in position.moves]


def test_errors_say_place_and_what_was_expected() -> None:
    with pytest.raises(ParseError) as raised:
        ConnectFour.parse("..r....,.......,....... red", notation="comp3608")
    assert isinstance(raised.value, ValueError)
    assert "expected 6" in str(raised.value)
    with pytest.raises(ParseError, match=r"position: state, row1, column 2: floating piece.*\n.*also has"):
        ConnectFour.parse(".......,..r....,.......,.......,.......,....... red")
    with pytest.raises(IllegalMove, match=r"move 7: connect-four has no such move; expected a number from 0 to 6"):
        ConnectFour.start().play(7)
    full = ConnectFour.parse("111111")
    with pytest.raises(IllegalMove, match=r"move 0: it is not legal here; expected one of 1, 2, 3, 4, 5, 6"):
        full.play(0)
    with pytest.raises(IllegalMove, match="column"):
        full.play("0")
    with pytest.raises(IllegalMove) as told:
        full.play("0")
    assert told.value.problems[0][:2] == (0, 1)
    for number in (10**30, -(10**30), -1):
        with pytest.raises(IllegalMove, match=f"move {number}: connect-four has no such move") as told:
            full.play(number)
        assert told.value.problems == ()
    over = ConnectFour.parse("1122334")
    with pytest.raises(IllegalMove, match=r"the game is over: red has won"):
        over.play(0)
    with pytest.raises(ValueError, match=r"notation: found 'fen'; expected one of comp3608, moves, cs431"):
        ConnectFour.parse("4", notation="fen")
    with pytest.raises(NotImplementedError, match="expected one of ConnectFour"):
        Position.start()
    with pytest.raises(TypeError):
        ConnectFour()
    # Characters are counted, not bytes.
    with pytest.raises(ParseError) as raised:
        ConnectFour.parse("4é", notation="moves")
    assert raised.value.problems[0][:2] == (1, 2)
    # Half a character is one, too.
    for text in ("4\ud800", "4\udfff\ud800", "4\ud800\udc00"):
        with pytest.raises(ParseError) as raised:
            ConnectFour.parse(text, notation="moves")
        assert raised.value.problems[0][:2] == (1, 2)
    assert pickle.loads(pickle.dumps(raised.value)).problems == raised.value.problems
    assert ParseError("mine").problems == ()


def test_games_say_what_they_are() -> None:
    assert list(plyground.games) == ["connect-four", "max-connect-four", "breakthrough", "adjacent-four"]
    actions = {name: cls.game.actions for name, cls in plyground.games.items()}
    assert actions == {"connect-four": 7, "max-connect-four": 7, "breakthrough": 160, "adjacent-four": 30}
    for name, cls in plyground.games.items():
        game = cls.game
        assert game == cls.start().game == pickle.loads(pickle.dumps(game))
        assert str(game) == game.name == name
        assert game.start() == cls.start()
        assert game.evaluations
        assert game.about
    assert ConnectFour.game != MaxConnectFour.game
    assert ConnectFour.start() != MaxConnectFour.start()
    assert len({cls.start() for cls in GAMES}) == 4


def test_cells_of_adjacent_four_are_columns_and_rows() -> None:
    start = AdjacentFour.start()
    assert start.play(5 * 3 + 2) == start.play("[3,4]")


def test_perft_is_that_of_the_program() -> None:
    assert [ConnectFour.start().perft(depth) for depth in range(7)] == [1, 7, 49, 343, 2401, 16807, 117649]
    assert Breakthrough.start().perft(5) == sum(
        one.perft(3) for first in [Breakthrough.start()] for one in _plies(first, 2)
    )


def _plies(position: Position, depth: int) -> list[Position]:
    if depth == 0:
        return [position]
    return [leaf for move in position.moves for leaf in _plies(position.play(move), depth - 1)]


def test_outcomes_say_who_has_won() -> None:
    outcome = ConnectFour.parse("1122334").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points, outcome.score(0), outcome.score("yellow")) == (0, None, 1.0, 0.0)
    assert str(outcome) == "red has won"
    assert (outcome == 3, outcome != 3) == (False, True)
    draw = plyground._plyground._outcome(ConnectFour, None, None)
    assert (draw.winner, draw.score(0)) == (None, 0.5)
    position = MaxConnectFour.start()
    while position.outcome is None:
        position = position.play(position.moves[0])
    assert position.outcome.points is not None
    for one in (outcome, draw, position.outcome):
        again = pickle.loads(pickle.dumps(one))
        assert (again, str(again), again.points) == (one, str(one), one.points)
    first, second = position.outcome.points
    assert position.outcome.winner == (None if first == second else int(first < second))


def test_strangers_are_asked_whether_they_are_equal() -> None:
    class Equal:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    start = ConnectFour.start()
    for one in (start, start.game, plyground.Agent("first"), plyground.solve(ConnectFour.parse("1122334")).value):
        assert one == Equal()
        assert one != 3
        assert one.__eq__(3) is NotImplemented


def test_values_have_a_side() -> None:
    position = ConnectFour.parse("..yyrrr,..ryryr,....y..,.......,.......,....... red")
    assert position.evaluate() == 11 == position.evaluate("comp3608", side="red")
    assert position.evaluate(side=1) == -11
    assert sum(count * weight for _, _, count, weight in position.terms()) == 11
    with pytest.raises(ValueError, match="side: found 2; expected 0"):
        position.evaluate(side=2)
    with pytest.raises(ParseError, match="expected one of comp3608, cs431"):
        position.evaluate("other")


@pytest.mark.parametrize("game", GAMES)
def test_drawings_are_pictures_with_words(game: type[Position]) -> None:
    position = walk(game, [3, 2, 1, 5, 3, 1])[-1]
    svg = position._repr_svg_()
    assert svg.startswith("<svg width=")
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg")
    assert position.game.sides[0] in svg
    assert svg.split(" viewBox=")[1] == position.svg().split(" viewBox=")[1]
