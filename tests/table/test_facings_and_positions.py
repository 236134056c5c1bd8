"""Facings, positions and discs: whole numbers on a lattice, equal on every machine."""

from __future__ import annotations

import math

from game.table.facing import (
    compass_of,
    degrees_of,
    facing_of,
    facing_of_compass,
    facing_towards,
    radians_of,
    turn_between,
)
from game.table.lattice import distance, position, snap
from game.table.shapes import Disc, gap


def test_facings_are_hundredths_of_a_degree_counter_clockwise_from_east() -> None:
    assert [facing_of(degrees) for degrees in (0.0, 0.004, 0.006, 90.0, 359.994, 359.996, -90.0, 725.0)] == [
        *(0, 0, 1, 9000, 35999, 0, 27000, 500)
    ]
    assert [degrees_of(facing) for facing in (0, 1, 35999, 36000, 36050)] == [0.0, 0.01, 359.99, 0.0, 0.5]
    assert radians_of(18000) == math.pi
    assert radians_of(9000) == math.pi / 2
    assert [facing_towards(*step) for step in ((1, 0), (0, 2), (-3, 0), (1, 1), (0, -1))] == [
        0,
        9000,
        18000,
        4500,
        27000,
    ]
    turns = ((0, 9000), (9000, 0), (0, 18000), (18000, 0), (35900, 100), (100, 35900), (0, 18001), (5, 5))
    assert [turn_between(*turn) for turn in turns] == [9000, -9000, 18000, 18000, 200, -200, -17999, 0]
    assert [compass_of(facing) for facing in (9000, 0, 27000, 18000, 8999)] == [0.0, 90.0, 180.0, 270.0, 0.01]
    assert [facing_of_compass(degrees) for degrees in (0.0, 90.0, 180.0, 270.0, 0.01)] == [9000, 0, 27000, 18000, 8999]


def test_positions_are_ten_thousandths_of_an_inch() -> None:
    assert [snap(value) for value in (1.00004, 1.00006, -0.00006, 0.1 + 0.2)] == [1.0, 1.0001, -0.0001, 0.3]
    assert position(1.00006, -2.00004) == (1.0001, -2.0)
    assert distance((1.0, 2.0), (4.0, 6.0)) == 5.0
    assert distance((4.0, 6.0), (1.0, 2.5)) == math.hypot(3.0, 3.5)
    assert distance((0.1, 0.0), (0.3, 0.0)) == 0.3 - 0.1
    disc = Disc(1.0, 2.0, 0.5, "Ash", "marker", 3, 400)
    assert disc.moved_to(4.0, 6.0) == Disc(4.0, 6.0, 0.5, "Ash", "marker", 3, 400)
    assert gap(disc, Disc(4.0, 6.0, 1.25)) == 3.25
    assert Disc(0.0, 0.0, 1.0) == (0.0, 0.0, 1.0, "", "base", 0, None)
