"""Every bug the brute-force oracle found in the table, as a small case with a known answer."""

import math

import pytest

from game.table.battlefield import Area, Battlefield, Piece
from game.table.policy import MeasuringPolicy
from game.table.ruler import Ruler
from game.table.shapes import Disc

POLICY = MeasuringPolicy()


def box(west: float, south: float, east: float, north: float) -> Piece:
    return Piece("box", area=(Area(((west, south), (east, south), (east, north), (west, north))),))


@pytest.mark.parametrize("degrees", range(0, 360, 7))
def test_g_meas_3_a_line_that_ends_in_terrain_ends_with_a_terrain_leg(degrees: int) -> None:
    bearing = math.radians(degrees)
    target = Disc(10 + 6.1 * math.cos(bearing), 10 + 6.1 * math.sin(bearing), 0.63)
    receipt = Ruler(Battlefield(20, 20, (box(2, 2, 18, 18),)), POLICY).measure(Disc(10, 10, 0.5), target)
    assert [leg.kind for leg in receipt.legs] == ["area"]
    assert receipt.legs[0].inches == pytest.approx(6.1 - 0.5 - 0.63)
