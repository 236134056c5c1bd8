"""Values over a table: exact on the rough grid, refined where it changes, few questions where it does not."""

from __future__ import annotations

import numpy as np

from game.table.sight.fan import over_table
from game.table.terrain.area import Floats


def test_values_are_those_of_each_spot_near_an_edge_and_few_spots_are_judged() -> None:
    asked = []

    def judge(spots: Floats) -> Floats:
        asked.append(len(spots))
        inside: Floats = ((spots * spots).sum(axis=1) <= 100.0).astype(np.float64)
        return inside

    values = over_table(24.0, 12.0, 0.5, judge)
    assert values.shape == (25, 49)
    for row, y in enumerate(np.arange(0.0, 12.1, 0.5)):
        for column, x in enumerate(np.arange(0.0, 24.1, 0.5)):
            assert values[row, column] == (x * x + y * y <= 100.0), (x, y)
    assert sum(asked) < 25 * 49 / 2


def test_a_table_of_odd_size_has_all_its_spots() -> None:
    values = over_table(3.0, 2.5, 1.0, lambda spots: spots[:, 0])
    assert values.tolist() == [[0.0, 1.0, 2.0, 3.0]] * 3
