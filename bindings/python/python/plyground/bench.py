"""How fast the package is, beside PettingZoo's Connect Four and OpenSpiel where they are installed.

`python -m plyground.bench` prints a table. Times are processor time of this process, so that others who use the machine
do not count; each is the least of five runs. `--program PATH` compares a search with the program `plyground` too.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import plyground
from plyground import ConnectFour, Position, search

#: Runs of which the least counts.
RUNS = 5

#: Depth of the search that is timed.
DEPTH = 12

#: Games of the batch.
GAMES = 1024


def least(work: Callable[[], object], number: int) -> float:
    """Seconds of processor time for one of `number` equal pieces of work."""
    times: list[float] = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) / number


def lines(count: int) -> list[list[int]]:
    """Random games of Connect Four, as columns."""
    rng = random.Random(1)
    games: list[list[int]] = []
    for _ in range(count):
        position, moves = ConnectFour.start(), list[int]()
        while position.outcome is None:
            moves.append(rng.choice(position.moves))
            position = position.play(moves[-1])
        games.append(moves)
    return games


def play(games: list[list[int]]) -> float:
    """Seconds for a call of `play`."""
    start = ConnectFour.start()

    def work() -> None:
        for moves in games:
            position: Position = start
            for move in moves:
                position = position.play(move)

    return least(work, sum(map(len, games)))


def whole(games: list[list[int]]) -> float:
    """Seconds for a move of a loop that also asks for the outcome and the legal moves."""
    start = ConnectFour.start()

    def work() -> None:
        for moves in games:
            position: Position = start
            for move in moves:
                assert position.outcome is None
                assert move in position.moves
                position = position.play(move)

    return least(work, sum(map(len, games)))


def batch() -> float:
    """Seconds for a position of a batch: drawing a move, playing it, masks and planes."""
    held = plyground.Batch(ConnectFour, GAMES, seed=1)
    steps = 100

    def work() -> None:
        for _ in range(steps):
            held.step(held.random_moves())
            held.masks  # noqa: B018 (what is timed)
            held.planes()
            held.reset(held.done)

    return least(work, steps * GAMES)


def environment(module: str, *arguments: str) -> Callable[[list[list[int]]], float | None]:
    """What takes seconds for a move in an environment of PettingZoo, with the observation that it makes."""

    def measure(games: list[list[int]]) -> float | None:
        try:
            held: Any = import_module(module).raw_env(*arguments)
        except ImportError:
            return None

        def work() -> None:
            for moves in games:
                held.reset()
                for move in moves:
                    held.observe(held.agent_selection)
                    held.step(move)

        return least(work, sum(map(len, games)))

    return measure


#: Connect Four of PettingZoo, and that of this package.
theirs = environment("pettingzoo.classic.connect_four_v3")
ours = environment("plyground.pettingzoo", "connect_four")


def openspiel(games: list[list[int]]) -> float | None:
    """Seconds for a move of OpenSpiel that asks for the legal moves and whether the game is over."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")

    def work() -> None:
        for moves in games:
            state = game.new_initial_state()
            for move in moves:
                assert not state.is_terminal()
                assert move in state.legal_actions()
                state = state.child(move)

    return least(work, sum(map(len, games)))


def searching() -> float:
    """Seconds for a search of the empty board."""
    return least(lambda: search(ConnectFour.start(), DEPTH), 1)


def children() -> float:
    """Seconds of processor time of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def running(command: list[str]) -> float:
    """Seconds of processor time of a command."""
    before = children()
    subprocess.run(command, check=True, capture_output=True)
    return children() - before


def program(path: Path) -> float:
    """The same by the program `plyground`, less what it takes to search one ply, which is its start."""

    def run(depth: int) -> float:
        return running([str(path), "search", "connect-four", "--algorithm", "alpha-beta", "--depth", str(depth)])

    return min(run(DEPTH) for _ in range(RUNS)) - min(run(1) for _ in range(RUNS))


def importing() -> float:
    """Seconds of processor time for `import plyground`, less the start of Python."""

    def run(code: str) -> float:
        return running([sys.executable, "-c", code])

    return min(run("import plyground") for _ in range(RUNS)) - min(run("pass") for _ in range(RUNS))


def wheel() -> float | None:
    """Megabytes of the wheel: what is installed, packed as `pip wheel` packs it; None for an editable installation."""
    files = [file for file in metadata.files("plyground") or () if "__pycache__" not in file.parts]
    if not any(file.name.startswith("_plyground") for file in files):
        return None
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file.locate(), str(file))
    return len(packed.getvalue()) / 1e6


def version(name: str) -> str:
    """The version of a package, or a word for one that is not there."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def micro(seconds: float | None) -> str:
    """A time in microseconds, or a dash for what could not be measured."""
    return "-" if seconds is None else f"{seconds * 1e6:.2f} us"


def table(path: Path | None) -> list[tuple[str, str]]:
    """What was measured, in rows."""
    games = lines(300)
    rows = [
        ("play, a call", micro(play(games))),
        ("outcome, moves and play, a move", micro(whole(games))),
        (f"OpenSpiel {version('open_spiel')}: the same three, a move", micro(openspiel(games))),
        ("observe and step of plyground.pettingzoo, a move", micro(ours(games))),
        (
            f"PettingZoo {version('pettingzoo')} connect_four_v3: the same two, a move",
            micro(theirs(games)),
        ),
        (
            f"batch of {GAMES}: draw, play, masks, planes",
            f"{1 / batch() / 1e6:.2f} million positions a second",
        ),
        (f"search to depth {DEPTH} of the empty board", f"{searching():.3f} s"),
    ]
    if path is not None:
        rows.append(("the same by the program, without its start", f"{program(path):.3f} s"))
    rows += [
        ("import plyground", f"{importing() * 1e3:.0f} ms"),
        ("the wheel", "-" if (megabytes := wheel()) is None else f"{megabytes:.1f} MB"),
    ]
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m plyground.bench", description=__doc__)
    parser.add_argument("--program", type=Path, help="the program plyground, to compare a search with")
    arguments = parser.parse_args()
    rows = table(arguments.program)
    width = max(len(name) for name, _ in rows)
    for name, measured in rows:
        print(f"{name:{width}}  {measured}")


if __name__ == "__main__":
    main()
