"""An exact measure of play: what an agent's moves give away on fixed positions whose values are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground._match import AgentLike, ask_number, html_table, name_of, player_of
from plyground._plyground import Game, Position, _estimate, _game
from plyground._sets import SolvedPosition, read, sign


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def _mean(counts: Sequence[int], most: float) -> Mean:
    """The mean of numbers at equal distances from 0 to `most`; `counts` says how often each of them occurs."""
    found = _estimate(counts)
    assert found is not None, "a set has positions"
    mean, (low, high), *_ = found
    return Mean(most * mean, most * low, most * high)


def _share(flags: Sequence[bool]) -> Mean:
    yes = sum(flags)
    return _mean([len(flags) - yes, yes], 1)


def _regret(choices: Sequence[Choice]) -> Mean:
    # Half points where games are won, drawn or lost, and quadruples: regrets are multiples of one half.
    most = max(choice.at_stake for choice in choices)
    counts = [0] * (round(2 * most) + 1)
    for choice in choices:
        counts[round(2 * choice.regret)] += 1
    return _mean(counts, most)


@dataclass(frozen=True)
class Choice:
    """What an agent played in a position."""

    position: Position
    #: Plies since the start.
    ply: int
    move: int
    #: What the move gave away: see `Score.regret`.
    regret: float
    #: The most that a move can give away: 1 in games that are won or lost, else what the worst move here does.
    at_stake: float
    #: Whether it keeps win, draw or loss.
    keeps: bool
    #: Whether no move is better, sooner wins and later losses counted.
    perfect: bool


@dataclass(frozen=True)
class Score:
    """How an agent plays, exactly: against the value of every move, not against an opponent."""

    agent: str
    game: Game
    choices: tuple[Choice, ...] = field(repr=False)

    @property
    def regret(self) -> Mean:
        """The mean of what a move gives away.

        In games that are won or lost the unit is points: 1 for a win that became a loss, 0.5 for half of that. In
        Max-Connect-Four it is quadruples, those of both sides together.

        The interval is that of the normal distribution, from 0 to the most that is at stake. If all moves give away the
        same, it says how large the share of other moves may still be (Clopper and Pearson).
        """
        return _regret(self.choices)

    @property
    def value_keeping(self) -> Mean:
        """The share of moves that keep win, draw or loss."""
        return _share([choice.keeps for choice in self.choices])

    @property
    def perfect(self) -> Mean:
        """The share of moves that are best: the quickest win, the longest resistance, most points."""
        return _share([choice.perfect for choice in self.choices])

    @property
    def by_ply(self) -> dict[int, Mean]:
        """The regret of the moves at each ply."""
        plies = sorted({choice.ply for choice in self.choices})
        return {ply: _regret([choice for choice in self.choices if choice.ply == ply]) for ply in plies}

    def __str__(self) -> str:
        return (
            f"{self.agent}, {self.game}, {len(self.choices)} positions: regret {self.regret}, "
            f"value-keeping {self.value_keeping}, perfect {self.perfect}"
        )

    def _repr_html_(self) -> str:
        heads = ("agent", "game", "positions", "regret", "value-keeping", "perfect")
        cells = (self.agent, self.game, len(self.choices), self.regret, self.value_keeping, self.perfect)
        return html_table(heads, [cells])


def _choice(solved: SolvedPosition, move: int, has_points: bool) -> Choice:
    best, value = solved.best, solved.values[move]
    if has_points:
        regret, at_stake = float(best - value), float(best - min(solved.values.values()))
    else:
        regret, at_stake = (sign(best) - sign(value)) / 2, 1.0
    return Choice(solved.position, solved.ply, move, regret, at_stake, sign(best) == sign(value), value == best)


def score(agent: AgentLike, game: Game | type[Position] | str) -> Score:
    """Asks an agent for a move in every position of the game's frozen set, and says what its moves give away.

    The game is Connect Four, Max-Connect-Four or Adjacent Four. A built-in agent is new in every position. If it draws
    lots and its spec names no seed, the number of the position is its seed. So its figures are the same on every
    machine, unless it plays by the clock. What an agent of your own raises comes out as it is.

    Raises `ValueError` for Breakthrough, which is not solved, `ParseError` if there is no such agent, and
    `IllegalMove`, `ParseError` or `TypeError` if what an agent plays is no legal move.

    >>> from plyground import score
    >>> result = score("first", "connect-four")
    >>> len(result.choices), result.value_keeping.value < 0.9
    (640, True)
    """
    kind = _game(game)
    name = name_of(agent)
    positions = read(kind.name)
    has_points = kind.name == "max-connect-four"
    choices: list[Choice] = []
    for seed, solved in enumerate(positions):
        move = ask_number(player_of(agent, seed), name, solved.position)
        choices.append(_choice(solved, move, has_points))
    return Score(name, kind, tuple(choices))
