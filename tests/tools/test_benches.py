"""Two checkouts are held against each other by the same benchmarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.benches import against
from tools.benches.against import HERE, compare, played


def test_random_play_is_measured_in_a_checkout() -> None:
    rows = played(HERE, [("a game", ("market-ruins", "score", "2", "-", "1", "0"))])
    speed, unit = rows["a game"]
    assert (speed > 0.0, unit) == (True, "/s")


def test_each_run_is_told_and_the_turns_alternate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = Path("/old")
    found = {HERE: {"a row": (2.0, "ms"), "new": (1.0, "ms")}, there: {"a row": (4.0, "ms")}}
    monkeypatch.setattr(against, "measured", lambda checkout, _name: found[checkout])
    [line] = compare(there, "sight", 2)
    assert line.split() == ["a", "row", "2", "ms", "against", "4", "ratio", "0.50"]
    told = capsys.readouterr().err.splitlines()
    assert told == [
        f"sight, turn {turn} of 2: {where}" for turn, where in ((1, HERE), (1, there), (2, there), (2, HERE))
    ]
