"""Games and matches between agents: callables of Python, built-in agents by their specs, or both."""

from __future__ import annotations

import random
import time as clock
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Protocol, SupportsIndex, TypeAlias, runtime_checkable

from plyground._plyground import (
    Agent,
    Game,
    IllegalMove,
    Outcome,
    ParseError,
    Position,
    _check_time,
    _estimate,
    _game,
    _plan,
)

#: A move that an agent gives: its number, of any integer type, or its text in the game's own notation.
Move: TypeAlias = SupportsIndex | str


@runtime_checkable
class Chooses(Protocol):
    """An agent that is an object: it gets the position and the seconds that it has left for this move, or None."""

    def choose(self, position: Position, time_left: float | None, /) -> Move:
        """The move: its number, or its text in the game's own notation."""
        ...


#: What plays: a spec such as "engine:depth=6", a callable from a position to a move, or an object with `choose`.
AgentLike: TypeAlias = str | Callable[[Position], Move] | Chooses

#: Gives a move for a position and the seconds that are left, or None. The move is checked later.
_Player: TypeAlias = Callable[[Position, "float | None"], object]


def name_of(agent: AgentLike) -> str:
    """What an agent is called: its spec, its attribute `name`, or that of the function or class."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Agent):
        return agent.spec
    for attribute in ("name", "__name__"):
        found = getattr(agent, attribute, None)
        if isinstance(found, str):
            return found
    return type(agent).__name__


def player_of(agent: AgentLike, seed: int = 0, entrant: int = 0) -> _Player:
    """The callable that gives the moves of one game. A built-in agent is new, with this seed if it draws lots."""
    if isinstance(agent, str):
        agent = Agent(agent)
    if isinstance(agent, Agent):
        return agent._for_game(seed, entrant).choose
    if isinstance(agent, Chooses):
        return agent.choose
    if not callable(agent):
        raise TypeError(
            f"agent: found {agent!r}; expected a spec, a callable from a position to a move, or an object with choose"
        )
    function = agent
    return lambda position, _: function(position)


def ask_number(player: _Player, name: str, position: Position, time: float | None = None) -> int:
    """The number of the legal move that a player chooses.

    What the player raises comes out as it is. Raises `IllegalMove` if its move is not legal, `ParseError` if it is a
    text that is no move, and `TypeError` if it is neither number nor text, all with the name of the agent and the
    position.
    """
    chosen = player(position, time)
    if not isinstance(chosen, (str, SupportsIndex)):
        raise TypeError(f"{name}: move: found {chosen!r}; expected a number or a text, in {position!r}")
    try:
        return position.legal(chosen)
    except (IllegalMove, ParseError) as error:
        told = type(error)(f"{name}: {error}, in {position!r}")
        told.problems = error.problems
        raise told from None


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table for notebooks."""
    from html import escape  # noqa: PLC0415 (only notebooks need it)

    head = "".join(f"<th>{text}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class PlayedGame:
    """A game of a match."""

    #: The position after the opening.
    start: Position
    #: The place of the agent that moved first from the start of the game: 0 or 1.
    first: int
    #: All moves, those of the opening included.
    moves: tuple[int, ...]
    #: How it ended; None if an agent took too long.
    outcome: Outcome | None
    #: What the first agent of the match scored: 1, 0.5 or 0.
    score: float
    #: The place of the agent whose time was over, or None.
    late: int | None = None


@dataclass(frozen=True)
class Match:
    """The result of a match. All numbers are for the first agent.

    The two games of an opening are not independent, so intervals, of 95 %, come from pairs of games.
    """

    game: Game
    names: tuple[str, str]
    games: tuple[PlayedGame, ...] = field(repr=False)

    @property
    def wins(self) -> int:
        """Games won."""
        return sum(game.score == 1 for game in self.games)

    @property
    def draws(self) -> int:
        """Games drawn."""
        return sum(game.score == 0.5 for game in self.games)

    @property
    def losses(self) -> int:
        """Games lost."""
        return sum(game.score == 0 for game in self.games)

    @property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """The numbers of pairs of games in which 0, 0.5, 1, 1.5 and 2 points were scored."""
        counts = [0] * 5
        for one, two in zip(self.games[::2], self.games[1::2], strict=True):
            counts[int(2 * (one.score + two.score))] += 1
        return (counts[0], counts[1], counts[2], counts[3], counts[4])

    @property
    def _estimate(self) -> tuple[float, tuple[float, float], float, tuple[float, float], float]:
        found = _estimate(list(self.pairs))
        assert found is not None, "a match has two games at least"
        return found

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1."""
        return self._estimate[0]

    @property
    def score_interval(self) -> tuple[float, float]:
        """The interval of the expected share."""
        return self._estimate[1]

    @property
    def elo(self) -> float:
        """The difference in Elo; infinite if the first agent scored all points, or no points."""
        return self._estimate[2]

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The interval of that difference."""
        return self._estimate[3]

    @property
    def superiority(self) -> float:
        """The probability that the first agent is the better one."""
        return self._estimate[4]

    def __str__(self) -> str:
        low, high = self.elo_interval
        return (
            f"{self.game}: {self.names[0]} against {self.names[1]}, {len(self.games)} games: "
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost, "
            f"Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        )

    def _repr_html_(self) -> str:
        low, high = self.elo_interval
        elo = f"{self.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        heads = ["agent", "against", "won", "drawn", "lost", "Elo (95 %)"]
        return html_table(heads, [(*self.names, self.wins, self.draws, self.losses, elo)])


def match(
    first: AgentLike,
    second: AgentLike,
    game: Game | type[Position] | str,
    *,
    games: SupportsIndex = 100,
    openings: SupportsIndex | Sequence[Position] | None = None,
    seed: SupportsIndex = 0,
    time: float | None = None,
) -> Match:
    """Plays a match between two agents of a game: each opening twice, the sides exchanged.

    `openings` is the number of random moves of an opening, by default what `plyground match` takes (after them a
    shallow search sees no decision, and all are different). Or it is the positions themselves: each makes two games,
    `games` is then ignored, and in none of them may the game be over. Built-in agents are new in every game and get
    its seed, so a match without clocks and callables of your own is that of `plyground match` with the same numbers.
    A callable or object of your own is asked in every game; what it raises comes out as it is.

    `time` in seconds is for every move, and an answer that comes later loses the game. The limit is soft: an agent
    that hangs also hangs the match, because nothing in this process can end it. Hard limits need separate processes,
    in the sandbox of the program: `plyground match A B --program 'A=python3 agent.py'`.

    Raises `ValueError` if the number of games is odd or not from 2 to 100000, if there are not so many openings, if one
    cannot be used, or if `time` is no valid time; `ParseError` if there is no such agent; and `IllegalMove`,
    `ParseError` or `TypeError` if what an agent plays is no legal move.

    >>> from plyground import match
    >>> result = match("alpha-beta:depth=2", lambda position: position.moves[0], "connect-four", games=10)
    >>> result.wins, result.draws, result.losses
    (10, 0, 0)
    """
    kind = _game(game)
    _check_time(time)
    if openings is None or isinstance(openings, SupportsIndex):
        plan = _plan(kind, games, openings, seed)
    else:
        starts = [_opening(start, kind) for start in openings]
        if not starts:
            raise ValueError("openings: there are none; expected one position at least")
        seeds = random.Random(index(seed))
        pairs = [(start, seeds.getrandbits(64)) for start in starts]
        plan = [(start, list[int](), mover, value) for start, value in pairs for mover in (0, 1)]
    agents = (first, second)
    names = (name_of(first), name_of(second))
    # An agent that does not exist is reported before the first game.
    for agent in agents:
        player_of(agent)
    played = [_play(agents, names, start, moves, mover, value, time) for start, moves, mover, value in plan]
    return Match(kind, names, tuple(played))


def _opening(start: Position, kind: Game) -> Position:
    """A position to begin from, if games of this kind can."""
    if start.game != kind:
        raise ValueError(f"openings: found a position of {start.game}; expected those of {kind}")
    if start.outcome is not None:
        raise ValueError(f"openings: found {start!r}, where {start.outcome}; expected games that go on")
    return start


def _play(
    agents: tuple[AgentLike, AgentLike],
    names: tuple[str, str],
    start: Position,
    opening: Sequence[int],
    first: int,
    seed: int,
    time: float | None,
) -> PlayedGame:
    """Plays a game; `first` is the place of the agent that has side 0."""
    players = [player_of(agent, seed, place) for place, agent in enumerate(agents)]
    position = start
    moves = list(opening)
    while position.outcome is None:
        place = first if position.turn == 0 else 1 - first
        began = clock.perf_counter()
        move = ask_number(players[place], names[place], position, time)
        if time is not None and clock.perf_counter() - began > time:
            return PlayedGame(start, first, tuple(moves), None, float(place == 1), late=place)
        moves.append(move)
        position = position.play(move)
    return PlayedGame(start, first, tuple(moves), position.outcome, position.outcome.score(first))
