"""Two checkouts are held against each other by the same benchmarks."""

from __future__ import annotations

from tools.benches.against import HERE, played


def test_random_play_is_measured_in_a_checkout() -> None:
    rows = played(HERE, [("a game", ("market-ruins", "score", "2", "-", "1", "0"))])
    speed, unit = rows["a game"]
    assert (speed > 0.0, unit) == (True, "/s")
