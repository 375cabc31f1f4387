"""Notebooks run from top to bottom, and show pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nbclient")

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
FILES = sorted(NOTEBOOKS.glob("*.ipynb"))

#: Those that draw something.
DRAWN = ("first-search", "why-alpha-beta-cuts", "play-and-regret")


def test_there_are_four() -> None:
    assert len(FILES) == 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    # Outputs would be old one day: they are made when somebody runs it.
    assert all(cell.outputs == [] for cell in notebook.cells if cell.cell_type == "code")
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert len(outputs) >= 3
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert ("image/svg+xml" in kinds) == (path.stem in DRAWN)
