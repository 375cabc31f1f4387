"""Bad input from Python always gives an exception: a panic in Rust is no `Exception`, so it would fail a test."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import plyground
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from plyground import (
    Agent,
    Batch,
    ConnectFour,
    IllegalMove,
    OutOfTime,
    ParseError,
    Position,
    Solver,
    match,
    search,
    tree,
    verify_proof,
)
from plyground._plyground import _estimate, _outcome, _restore

GAMES = list(plyground.games.values())

#: Texts of all characters that Python has, halves of characters (surrogates) included.
TEXTS = st.text(st.characters(), max_size=60)

#: Numbers of all sizes.
NUMBERS = st.one_of(st.integers(), st.integers(-3, 12), st.sampled_from([2**31, -(2**31), 2**63, -(2**63), 2**64]))

#: Things of all kinds.
THINGS = st.one_of(NUMBERS, TEXTS, st.floats(), st.none(), st.booleans(), st.binary(max_size=8), st.lists(NUMBERS))


def told(error: ParseError | IllegalMove, text: str) -> None:
    """An error has its places in the text."""
    for start, end, place, message in error.problems:
        assert 0 <= start <= end <= len(text)
        assert place
        assert message in str(error)


@given(st.sampled_from(GAMES), TEXTS)
def test_texts_of_positions(game: type[Position], text: str) -> None:
    try:
        position = game.parse(text)
    except ParseError as error:
        assert error.problems  # noqa: PT017
        told(error, text)
    else:
        assert game.parse(position.write()) == position


@given(st.sampled_from(GAMES), TEXTS, TEXTS)
def test_texts_of_moves_and_names(game: type[Position], text: str, name: str) -> None:
    # The letters of COMP3608 are names of algorithms.
    assume(name not in ("A", "M"))
    start = game.start()
    for work in (start.play, start.parse_move, start.legal, start.move_text):
        try:
            work(text)
        except (ParseError, IllegalMove) as error:
            assert error.problems  # noqa: PT017
            told(error, text)
    for ask in (
        lambda: game.parse(text, name),
        lambda: start.write(name),
        lambda: start.move_text(start.moves[0], name),
        lambda: start.parse_move(text, name),
        lambda: start.evaluate(name),
        lambda: start.evaluate(None, name),
        lambda: search(start, 1, name),  # type: ignore[arg-type]
        lambda: search(start, 1, cut=name),  # type: ignore[arg-type]
        lambda: search(start, 1, evaluation=name),
        lambda: Solver(name),
        lambda: _restore(name, text),
        lambda: _restore(game.__name__, text),
    ):
        with pytest.raises(ValueError, match=r".+: "):
            ask()


SPECS = st.one_of(
    TEXTS,
    st.builds(
        "{}:{}={},{}={}".format,
        st.sampled_from(["first", "random", "minimax", "alpha-beta", "engine", "mcts", "graded", "perfect", "uct"]),
        st.sampled_from(["depth", "eval", "cut", "level", "simulations", "exploration", "seed", "time", "x"]),
        st.one_of(TEXTS, st.integers(0, 5).map(str), st.just("10ms")),
        st.sampled_from(["depth", "eval", "cut", "level", "simulations", "exploration", "seed", "time", ""]),
        st.one_of(TEXTS, st.integers(0, 5).map(str), st.just("10ms")),
    ),
)


@settings(max_examples=200)
@given(SPECS, st.sampled_from(GAMES))
def test_specs_of_agents(spec: str, game: type[Position]) -> None:
    try:
        agent = Agent(spec)
    except ParseError as error:
        assert error.problems  # noqa: PT017
        told(error, spec)
        return
    assert Agent(agent.spec) == agent
    try:
        move = agent.choose(game.start(), 0.01)
    except ParseError as error:
        told(error, agent.spec)
    else:
        assert move in game.start().moves


def test_an_error_in_a_spec_has_its_place() -> None:
    for spec, meant in [("uct", "uct"), ("minimax:depth=2,cut=x", "cut=x"), ("é:depth=2", "é")]:
        with pytest.raises(ParseError) as raised:
            Agent(spec)
        [(start, end, _, _)] = raised.value.problems
        assert spec[start:end] == meant
    with pytest.raises(ParseError) as raised:
        search(ConnectFour.start(), 1, evaluation="mine")
    assert raised.value.problems[0][:2] == (0, 4)


@settings(max_examples=60)
@given(st.sampled_from(GAMES), THINGS, THINGS, THINGS)
def test_settings_of_solvers(game: type[Position], memory: Any, threads: Any, time: Any) -> None:
    if threads in range(5, 257):
        threads = 2
    try:
        solver = Solver(game, memory=memory, threads=threads)
    except (TypeError, ValueError):
        return
    assert memory is None or 0 <= memory < 2**37
    assert threads is None or 1 <= threads <= 256
    if isinstance(time, (int, float)) and time > 0:
        time = 0.001
    try:
        solver.sign(game.start(), time=0.001 if time is None else time)
    except (TypeError, ValueError, OverflowError):
        assert not isinstance(time, float) or not time > 0
    except OutOfTime:
        pass


@settings(max_examples=60)
@given(st.sampled_from(GAMES), THINGS, THINGS, THINGS, THINGS)
def test_arguments_of_searches_and_trees(game: type[Position], depth: Any, win: Any, most: Any, plies: Any) -> None:
    if isinstance(depth, int):
        # Deep searches take long.
        depth = depth if abs(depth) > 1000 else depth % 3

    def evaluation(position: Position, side: int) -> int:
        return 0

    for work in (
        lambda: search(game.start(), depth, evaluation=evaluation, win=win),
        lambda: tree(game.start(), depth, evaluation=evaluation, win=win, most=most).svg(plies),
        lambda: tree(game.start(), 1)[depth],
        lambda: tree(game.start(), 1).node(most),
        lambda: game.start().perft(depth),
        lambda: search(game.start(), 1, observer=most),
        lambda: search(game.start(), 1, evaluation=lambda position, side: win),
    ):
        with contextlib.suppress(TypeError, ValueError, IndexError):
            work()


@settings(max_examples=60)
@given(st.sampled_from(GAMES), THINGS, THINGS, THINGS, THINGS)
def test_arguments_of_matches(game: type[Position], games: Any, openings: Any, seed: Any, time: Any) -> None:
    if isinstance(games, int) and 2 <= games <= 100_000:
        games = 2
    if isinstance(openings, int) and openings >= 0:
        openings %= 4
    if isinstance(time, (int, float)) and not isinstance(time, bool) and time > 0:
        time = 10.0

    def last(position: Position) -> int:
        return position.moves[-1]

    try:
        result = match("first", last, game, games=games, openings=openings, seed=seed, time=time)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return
    assert result.games
    assert time is None or time >= 0


@pytest.mark.usefixtures("np")
@given(st.sampled_from(GAMES), THINGS, THINGS, THINGS, st.lists(THINGS, max_size=3))
def test_arguments_of_batches(game: type[Position], games: Any, seed: Any, place: Any, moves: list[Any]) -> None:
    if isinstance(games, int) and games > 9:
        games = 10 + games % 2 * 2**40
    try:
        batch = Batch(game, games, seed=seed)
    except (TypeError, ValueError):
        assert not isinstance(games, int) or not 0 <= games <= 10 or not isinstance(seed, int) or not 0 <= seed < 2**64
        return
    assert len(batch) == games
    for work in (lambda: batch[place], lambda: batch.step(moves), lambda: batch.reset(moves)):
        with contextlib.suppress(TypeError, ValueError, IndexError, OverflowError):
            work()
    try:
        batch[place] = game.start()
    except IndexError:
        assert not -games <= place < games
    except TypeError:
        assert not isinstance(place, int)


@given(st.tuples(NUMBERS, NUMBERS), st.sampled_from(["int64", "uint64", "int8", "O"]))
def test_moves_of_batches_of_all_types(np: Any, moves: tuple[int, int], dtype: str) -> None:
    batch = Batch(ConnectFour, 2)
    try:
        given = np.array(moves, dtype=dtype)
    except OverflowError:
        return
    try:
        batch.step(given)
    except (TypeError, IllegalMove):
        assert dtype == "O" or not all(0 <= move < 7 for move in moves)
        assert batch[0] == batch[1] == ConnectFour.start()
    else:
        assert [batch[game] for game in (0, 1)] == [ConnectFour.start().play(move) for move in moves]


def sealed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


CLAIMS = st.fixed_dictionaries(
    {
        "format": st.just("plyground proof 1"),
        "game": st.sampled_from(["breakthrough", "chess"]),
        "columns": st.integers(0, 9),
        "rows": st.integers(0, 9),
        "position": st.one_of(TEXTS, st.sampled_from(["bbb/---/www/---/w", "bb/bb/--/ww/ww/w", "bbb/bbb/---/www/b"])),
        "winner": st.sampled_from(["white", "black", "red"]),
    }
)


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=200).map(sealed)))
def test_bytes_of_proofs(content: bytes) -> None:
    check(content)


@given(CLAIMS, st.binary(max_size=40))
def test_claims_of_proofs(claim: dict[str, Any], choices: bytes) -> None:
    check(sealed(json.dumps({**claim, "choices": len(choices)}).encode() + b"\n" + choices))


def check(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof"
        path.write_bytes(content)
        try:
            proof = verify_proof(path)
        except ParseError as error:
            [(start, end, place, message)] = error.problems
            assert (start, end, place) == (0, 0, str(path))
            assert message in str(error)  # noqa: PT017
        else:
            assert proof.winner in (0, 1)


@given(st.one_of(TEXTS, st.sampled_from([game.__name__ for game in GAMES])), TEXTS)
def test_pickles_that_somebody_has_changed(name: str, text: str) -> None:
    try:
        position = _restore(name, text)
    except ValueError:
        return
    assert type(position).__name__ == name


@given(st.sampled_from(GAMES), THINGS, st.one_of(st.none(), st.tuples(NUMBERS, NUMBERS)))
def test_outcomes_that_somebody_has_changed(game: type[Position], winner: Any, points: Any) -> None:
    try:
        outcome = _outcome(game, winner, points)
    except (TypeError, ValueError, OverflowError):
        return
    assert str(outcome)


@given(st.lists(st.integers(0, 2**66), max_size=6))
@example([2, 2**64 - 1])
def test_counts_of_estimates(counts: list[int]) -> None:
    try:
        found = _estimate(counts)
    except (OverflowError, ValueError):
        return
    if found is not None:
        mean, (low, high), *_ = found
        assert 0 <= low <= mean <= high <= 1


class Odd:
    """What goes wrong when it is asked for its number."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __index__(self) -> int:
        raise self.error


@pytest.mark.parametrize("error", [KeyError("mine"), OverflowError("mine"), TypeError("mine"), ValueError("mine")])
def test_what_a_number_raises_comes_out_unchanged(error: Exception) -> None:
    odd = Odd(error)
    for work in (
        lambda: ConnectFour.start().play(odd),
        lambda: search(ConnectFour.start(), odd),
        lambda: ConnectFour.start().perft(odd),
        lambda: ConnectFour.start().evaluate(side=odd),
        lambda: tree(ConnectFour.start(), 1)[odd],
        lambda: search(ConnectFour.start(), 1, evaluation=lambda position, side: odd),  # type: ignore[arg-type,return-value]
        lambda: match(lambda position: odd, "first", ConnectFour, games=2),
    ):
        with pytest.raises(type(error)) as raised:
            work()
        assert raised.value is error


@pytest.mark.usefixtures("np")
def test_what_the_number_of_a_game_raises_comes_out_unchanged() -> None:
    error = KeyError("mine")
    batch = Batch(ConnectFour, 2)
    with pytest.raises(KeyError) as raised:
        batch[Odd(error)]
    assert raised.value is error


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (lambda: search(ConnectFour.start(), -1), "depth: found -1; expected 0 to 1000"),
        (lambda: tree(ConnectFour.start(), 1001), "depth: found 1001; expected 0 to 1000"),
        (lambda: tree(ConnectFour.start(), 1, most=0), "most: found 0; expected 1 to 1000000000"),
        (lambda: tree(ConnectFour.start(), 1).svg(-1), "plies: found -1; expected 0 to 1000"),
        (lambda: ConnectFour.start().perft(-1), "depth: found -1; expected 0 to 1000"),
        (
            lambda: search(ConnectFour.start(), 1, evaluation=lambda position, side: 0, win=2**40),
            "win: found 1099511627776; expected 0 to 99999999",
        ),
        (lambda: match("first", "first", ConnectFour, games=-2), "games: found -2; expected 2 to 100000"),
        (lambda: match("first", "first", ConnectFour, games=10**7), "games: found 10000000; expected 2 to 100000"),
        (lambda: match("first", "first", ConnectFour, seed=-1), "seed: found -1; expected 0 to 18446744073709551615"),
        (lambda: match("first", "first", ConnectFour, openings=-1), "openings: found -1; expected 0 to 1000"),
        (lambda: Solver(ConnectFour, memory=-1), "memory: found -1; expected 0 to 68718428160"),
        (lambda: Solver(ConnectFour, threads=257), "threads: found 257; expected 1 to 256"),
        (
            lambda: search(ConnectFour.start(), 10**50),
            "depth: found a number of more than 40 digits; expected 0 to 1000",
        ),
    ],
)
def test_numbers_out_of_bounds_raise_value_error(work: Any, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}$"):
        work()


@pytest.mark.usefixtures("np")
def test_numbers_of_batches_out_of_bounds_raise_value_error() -> None:
    with pytest.raises(ValueError, match=r"^games: found -1; expected 0 to 1048576$"):
        Batch(ConnectFour, -1)
    with pytest.raises(ValueError, match=r"^seed: found -1; expected 0 to 18446744073709551615$"):
        Batch(ConnectFour, 1, seed=-1)


def test_values_that_are_no_numbers_raise_type_error() -> None:
    with pytest.raises(TypeError, match=r"depth: found '1\.5'; expected a whole number"):
        search(ConnectFour.start(), 1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="node: found 'a'; expected a number"):
        tree(ConnectFour.start(), 1)["a"]  # type: ignore[index]
