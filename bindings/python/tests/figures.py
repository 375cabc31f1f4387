"""Figures of the built-in agents: what `docs/regret.md` of the repository shows.

`python figures.py` prints them as tables in Markdown. They are the same on every machine.
"""

from __future__ import annotations

from make_sets import RULES
from plyground import games, score

#: Agents whose play does not depend on a clock.
AGENTS = (
    "random",
    "alpha-beta:depth=4",
    "engine:depth=8",
    "mcts:simulations=1000",
    "graded:level=1",
    "graded:level=2",
    "graded:level=3",
    "graded:level=4",
    "graded:level=5",
)


def table(game: str) -> str:
    """The table of a game, in Markdown."""
    plies = RULES[game].plies
    count = len(plies) * RULES[game].each
    lines = [
        f"{games[game].game.name}: {count} positions, plies {plies.start} to {plies.stop - 1}.",
        "",
        "| agent | regret | value-keeping moves | perfect moves |",
        "| --- | --- | --- | --- |",
    ]
    for agent in AGENTS:
        found = score(agent, game)
        regret = f"{found.regret.value:.3f} ({found.regret.low:.3f} to {found.regret.high:.3f})"
        keeps, perfect = 100 * found.value_keeping.value, 100 * found.perfect.value
        lines.append(f"| `{agent}` | {regret} | {keeps:.1f} % | {perfect:.1f} % |")
    return "\n".join(lines)


if __name__ == "__main__":
    print("\n\n".join(table(game) for game in RULES))
