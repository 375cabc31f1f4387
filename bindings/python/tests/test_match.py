"""Agents, matches and tournaments."""

from __future__ import annotations

import math
import pickle
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import plyground
import pytest
from plyground import Agent, ConnectFour, IllegalMove, MaxConnectFour, ParseError, Position, match


def first(position: Position) -> int:
    return position.moves[0]


class Thinker:
    """An agent that is an object."""

    name = "thinker"

    def __init__(self) -> None:
        self.left: list[float | None] = []

    def choose(self, position: Position, time_left: float | None) -> str:
        self.left.append(time_left)
        return position.move_text(position.moves[-1])


def test_agents_choose_what_the_program_chooses() -> None:
    position = ConnectFour.parse("4453")
    decision = Agent("minimax:depth=2,eval=cs431").decide(position)
    assert (decision.move, decision.value, decision.depth, decision.nodes, decision.line) == (
        2,
        -9,
        2,
        57,
        [2, 3],
    )
    agent = Agent("perfect")
    assert agent(ConnectFour.parse("4444445623513222")) == 2
    assert agent.decide(ConnectFour.parse("4444445623513222")).proof == "win"
    # One agent plays all games.
    assert agent.choose(MaxConnectFour.start().play(3), 0.05) in range(7)
    assert pickle.loads(pickle.dumps(agent)) == agent
    assert Agent("random:seed=3").choose(position) in position.moves
    assert {name for name, _, _ in plyground.agents()} >= {"first", "random", "minimax", "engine", "perfect"}


def test_wrong_agents_raise_errors() -> None:
    with pytest.raises(ParseError, match="agent 'uct': no agent is called 'uct'; expected one of first, random"):
        Agent("uct")
    with pytest.raises(ParseError, match="expected one of comp3608, cs431"):
        Agent("minimax:eval=other")(ConnectFour.start())
    with pytest.raises(ValueError, match=r"the game is over \(red has won\)"):
        Agent("first")(ConnectFour.parse("1122334"))
    with pytest.raises(TypeError, match="expected a spec, a callable"):
        match(3, "first", "connect-four", games=2)  # type: ignore[arg-type]


def test_a_match_of_built_in_agents_is_that_of_the_program() -> None:
    # What `plyground match alpha-beta:depth=2 random --game connect-four -n 20 --json` says.
    result = match("alpha-beta:depth=2", "random", ConnectFour, games=20)
    again = match(Agent("alpha-beta:depth=2"), "random", "connect_four", games=20)
    assert [game.moves for game in result.games] == [game.moves for game in again.games]
    assert result.wins + result.draws + result.losses == 20
    assert sum(result.pairs) == 10
    assert (result.pairs, result.score) == ((0, 0, 0, 0, 10), 1.0)
    assert result.elo == math.inf
    assert result.superiority > 0.99
    assert result.score_interval[0] > 0.6
    starts = [game.start for game in result.games]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) == 10
    assert [game.first for game in result.games[:4]] in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_callables_and_objects_play() -> None:
    thinker = Thinker()
    result = match(thinker, first, "breakthrough", games=4, time=60.0)
    assert result.names == ("thinker", "first")
    assert thinker.left
    assert all(left == 60.0 for left in thinker.left)
    for game in result.games:
        # The moves of the opening are the first ones.
        position = game.start.game.start()
        for move in game.moves:
            position = position.play(move)
        assert position.outcome == game.outcome
        assert game.start in played(game.moves)
    assert "thinker against first, 4 games" in str(result)
    assert "<table>" in result._repr_html_()


def played(moves: tuple[int, ...]) -> list[Position]:
    """The positions of a game of Breakthrough."""
    positions: list[Position] = [plyground.Breakthrough.start()]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def test_openings_can_be_given() -> None:
    openings = [ConnectFour.parse("44"), ConnectFour.parse("1")]
    result = match(first, "first", ConnectFour, openings=openings)
    assert [game.start for game in result.games] == [openings[0], openings[0], openings[1], openings[1]]
    assert {game.first for game in result.games[:2]} == {0, 1}
    # The same agent on both sides: what one game gives the other takes.
    assert (result.score, result.elo) == (0.5, 0.0)
    with pytest.raises(ValueError, match="openings: found a position of connect-four"):
        match(first, first, "breakthrough", openings=openings)
    with pytest.raises(ValueError, match=r"openings: found ConnectFour.*, where red has won; expected games"):
        match(first, first, ConnectFour, openings=[*openings, ConnectFour.parse("1122334")])
    for time_limit in (-1, math.nan, -math.inf):
        with pytest.raises(ValueError, match=r"time: found .*; expected seconds from 0 on"):
            match(first, first, ConnectFour, games=2, time=time_limit)
    with pytest.raises(ValueError, match="there are none"):
        match(first, first, "breakthrough", openings=[])
    with pytest.raises(ValueError, match="games: found 3; expected an even number"):
        match(first, first, "breakthrough", games=3)


def test_errors_of_agents_are_raised() -> None:
    error = RuntimeError("mine")

    def fails(position: Position) -> int:
        raise error

    with pytest.raises(RuntimeError) as raised:
        match("first", fails, ConnectFour, games=2)
    assert raised.value is error

    def cheats(position: Position) -> int:
        return 99

    with pytest.raises(IllegalMove, match=r"cheats: move 99: connect-four has no such move.*ConnectFour\.parse"):
        match("first", cheats, ConnectFour, games=2)


@pytest.mark.parametrize(
    ("move", "error", "told"),
    [
        (99, IllegalMove, "move 99: connect-four has no such move"),
        ("x", ParseError, "move: move 'x': not a move"),
        (None, TypeError, "move: found None; expected a number or a text"),
        (1.5, TypeError, "move: found 1.5; expected a number or a text"),
    ],
)
def test_wrong_moves_raise_errors_with_agent_and_position(move: Any, error: type[Exception], told: str) -> None:
    def agent(position: Position) -> Any:
        return move

    for work in (
        lambda: match(agent, "first", ConnectFour, games=2),
        lambda: plyground.score(agent, ConnectFour),
    ):
        with pytest.raises(error, match=rf"^agent: {re.escape(told)}.*, in ConnectFour\.parse\('.*'\)$") as raised:
            work()
        if isinstance(raised.value, ParseError):
            assert raised.value.problems[0][:2] == (0, 1)


def test_matches_are_pickled() -> None:
    result = match("alpha-beta:depth=2", "random", MaxConnectFour, games=4)
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert [game.outcome for game in again.games] == [game.outcome for game in result.games]
    assert all(game.outcome.points is not None for game in again.games)


def test_late_answers_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def slow(position: Position) -> int:
        nonlocal now
        now += 61
        return position.moves[0]

    monkeypatch.setattr("plyground._match.clock", SimpleNamespace(perf_counter=lambda: now))
    result = match("first", slow, ConnectFour, games=2, time=60)
    assert (result.wins, result.losses) == (2, 0)
    assert all(game.late == 1 and game.outcome is None for game in result.games)


def test_a_folder_without_a_tournament_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"tournament\.toml"):
        plyground.tournament(tmp_path)
    (tmp_path / "tournament.toml").write_text("name = 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"tournament\.toml: .*line 1"):
        plyground.tournament(tmp_path)


def test_tables_are_read_by_pandas() -> None:
    pd = pytest.importorskip("pandas")
    row = dict.fromkeys(plyground.Table.columns, 1)
    table = plyground.Table("a", 2, ({**row, "name": "one"}, {**row, "name": "two", "rating": None}))
    assert list(pd.DataFrame(table)["name"]) == ["one", "two"]
    assert list(table.to_pandas().columns) == list(plyground.Table.columns)
    assert (len(table), table[1]["name"], table[:1]) == (2, "two", (table[0],))
    assert "two" in str(table)
    assert "<table>" in table._repr_html_()
