"""Programs in the folder of examples run, and print what they are for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

#: A part of what each prints.
PRINTS = {
    "my_agent.py": ["central against random, 20 games", "central, connect-four, 640 positions: regret"],
    "observe_a_search.py": ["nodes", "ply 1: "],
    "random_games.py": ["max-connect-four: ", "breakthrough: ", "0 drawn"],
}


def test_every_example_is_run() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(PRINTS)


@pytest.mark.parametrize("name", PRINTS)
def test_an_example_runs(name: str, request: pytest.FixtureRequest) -> None:
    if "Batch" in (EXAMPLES / name).read_text(encoding="utf-8"):
        request.getfixturevalue("np")
    ran = subprocess.run([sys.executable, str(EXAMPLES / name)], check=True, capture_output=True, text=True)
    assert ran.stderr == ""
    for part in PRINTS[name]:
        assert part in ran.stdout
