"""How the sets of positions with exact values were made.

`python make_sets.py GAME` writes a set to standard output. It is made by lot from a seed and nothing else, so it is
the same on every machine; it takes minutes. The sets in the package are frozen.

A position is reached by play: each move is random with probability one half, and else that of a shallow search, so that
positions are neither senseless nor all of one kind. It is taken if the choice matters: two of its moves have different
results (in games of points different points). Positions are all different, mirror images counted as the same, and as
many of each ply.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from plyground._plyground import Agent, Position, Solver, Value, _game
from plyground._sets import SolvedPosition, sign

#: The seed of all sets.
SEED = 2026

#: Values of wins and losses are this number less the plies.
FAR = 100


@dataclass(frozen=True)
class Rules:
    """How the set of a game is made."""

    #: The plies of its positions, from and to.
    plies: range
    #: Positions of each ply.
    each: int


#: The games that have a set. Before these plies exact values take long to find.
RULES = {
    "connect-four": Rules(range(4, 36), 20),
    "max-connect-four": Rules(range(14, 40), 20),
    "adjacent-four": Rules(range(3, 27), 20),
}


def number(value: Value) -> int:
    """A value as sets have it."""
    if value.margin is not None:
        return value.margin
    if value.sign == 0:
        return 0
    assert value.plies is not None, "games with a set are solved with distances"
    return value.sign * (FAR - value.plies)


def stream(game: str) -> Iterator[SolvedPosition]:
    """The positions of a game's set, in the order in which they are found, from its seed."""
    rules = RULES[game]
    kind = _game(game)
    rng = random.Random(f"{game} {SEED}")
    solver = Solver(kind)
    shallow = Agent("alpha-beta:depth=2")
    has_points = game == "max-connect-four"
    wanted = dict.fromkeys(rules.plies, rules.each)
    seen: set[Position] = set()
    while wanted:
        # Every ply that is still wanted is as likely as the others; games that end before it are left out.
        target = rng.choice(sorted(wanted))
        position = kind.start()
        for _ in range(target):
            if position.outcome is not None:
                break
            is_random = rng.random() < 0.5
            position = position.play(rng.choice(position.moves) if is_random else shallow(position))
        if position.outcome is not None or position in seen or position.mirror() in seen:
            continue
        seen.add(position)
        solution = solver.solve(position)
        values = {move.move: number(move.value) for move in solution.moves}
        kinds = set(values.values()) if has_points else {sign(value) for value in values.values()}
        if len(kinds) < 2:
            continue
        yield SolvedPosition(position, target, values)
        wanted[target] -= 1
        if wanted[target] == 0:
            del wanted[target]
            print(f"{game}: ply {target} is complete", file=sys.stderr, flush=True)


def make(game: str) -> list[SolvedPosition]:
    """The set of a game, from its seed, in order."""
    return sorted(stream(game), key=lambda solved: (solved.ply, solved.position.write()))


def write(solved: SolvedPosition) -> str:
    """A line of a set."""
    values = " ".join(f"{move}:{value}" for move, value in solved.values.items())
    text = solved.position.write().strip().replace("\n", "/")
    return f"{solved.ply}\t{text}\t{values}"


if __name__ == "__main__":
    for row in make(sys.argv[1]):
        print(write(row))
