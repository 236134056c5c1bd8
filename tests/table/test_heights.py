"""What carries a base, at which height, and distances between heights, by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from game.table.heights import Relief, Surface, relief_of
from game.table.measuring.policy import MeasuringPolicy
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex
from game.table.terrain.battlefield import Area, Battlefield, Piece

ROOF, TOWER, TERRACE = shapely.box(2, 2, 8, 8), shapely.box(4, 4, 7, 7), shapely.box(8, 2, 10, 8)
SURFACES = [Surface(2.0, AreaIndex([ROOF])), Surface(5.0, AreaIndex([TOWER])), Surface(2.0, AreaIndex([TERRACE]))]


@pytest.mark.parametrize(
    ("x", "y", "by_centre", "wholly"),
    [
        (1.0, 1.0, 0.0, 0.0),
        (2.6, 3.0, 2.0, 2.0),
        (2.5, 3.0, 2.0, 2.0),  # its rim on the edge
        (2.4995, 3.0, 2.0, 2.0),
        (2.49, 3.0, 2.0, 0.0),
        (2.0, 3.0, 2.0, 0.0),
        (1.9, 3.0, 0.0, 0.0),
        (5.5, 5.5, 5.0, 5.0),
        (4.2, 5.5, 5.0, 2.0),
        (7.8, 3.0, 2.0, 0.0),  # half on another surface of the same height
    ],
)
def test_a_base_stands_on_the_highest_surface_that_carries_it(
    x: float, y: float, by_centre: float, wholly: float
) -> None:
    for relief, height in ((Relief(0.0, SURFACES), by_centre), (Relief(0.0, SURFACES, slack=0.001), wholly)):
        base = Disc(x, y, 0.5)
        assert relief.below(base) == height
        assert relief.carries(height, base)
        assert relief.below(base, 4.0) == min(height, 2.0)
        assert relief.carries(0.0, base), "the ground is everywhere"
        assert not relief.carries(-1.0, base)
        assert not relief.carries(3.0, base)
        assert relief.top == 5.0


def test_without_surfaces_there_is_the_ground() -> None:
    assert (Relief(0, []).top, Relief(0, []).below(Disc(1, 1, 1))) == (0, 0)


def test_the_levels_of_a_table_are_those_of_its_area_terrain() -> None:
    outline = ((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0))
    house = Piece("house", area=(Area(outline),), levels=(0, 2))
    relief = relief_of(Battlefield(20.0, 20.0, (house, replace(house, id="tree", decoration=True, levels=(5,)))))
    there = Disc(2.1, 5.0, 0.5)
    assert (relief.top, relief.below(there), relief.below(there, 1)) == (2, 2, 0)
    assert [relief.carries(level, there) for level in (0, 1, 2, 5)] == [True, False, True, False]


@pytest.mark.parametrize(
    ("from_", "wanted"),
    [
        (0.0, [3.0, math.sqrt(9.25), math.sqrt(10), 5.0]),
        (1.0, [3.0, 3.0, math.sqrt(10), 5.0]),
        (math.inf, [3.0] * 4),
    ],
)
def test_a_distance_slants_from_a_difference_in_height_on(from_: float, wanted: list[float]) -> None:
    rise = np.array([0.0, 0.5, -1.0, 4.0])
    found = MeasuringPolicy(slant_from=from_).slanting(np.full(4, 3.0), rise)
    assert found.tolist() == [pytest.approx(each) for each in wanted]
