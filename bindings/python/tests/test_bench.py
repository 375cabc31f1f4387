"""What the measurements print."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from plyground import bench


def test_the_size_of_the_wheel_is_told() -> None:
    megabytes = bench.wheel()
    if megabytes is None:
        pytest.skip("an editable installation has no wheel")
    assert 1 < megabytes < 4


def test_the_table_has_a_row_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "DEPTH", 4)
    rows = dict(bench.table(None))
    assert {"play, a call", "search to depth 4 of the empty board", "import plyground", "the wheel"} <= set(rows)
    assert all(measured for measured in rows.values())
