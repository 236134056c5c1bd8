"""Every bug the brute-force oracle found in the table, as a small case with a known answer."""

import math

import pytest
import shapely

from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import ClearOfBarricades, OnTable
from game.table.placing.ranges import OutsideRange, WithinRange
from game.table.placing.region import Region
from game.table.placing.settle import settle
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece

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


def test_g_meas_5_two_equal_jumps_side_by_side_are_no_slope() -> None:
    """Bearings from 3.089 run one whole inch through the wood, from 3.124 two: the range ends as much sooner."""
    outline = (
        (11.3745, 28.9308),
        (8.1086, 28.8251),
        (8.5638, 27.4748),
        (8.8609, 25.9667),
        (9.7735, 26.9617),
        (10.9654, 27.6401),
    )
    wood = Piece("wood", area=(Area(outline),))
    origin = Disc(11.1799, 28.799, 0.5)
    points = Reach(Ruler(Battlefield(21.5, 32.5, (wood,)), POLICY), origin, 5).points
    for bearing, extent in [(3.08, 6.5), (3.095, 5.5), (3.103, 5.5), (3.12, 5.5), (3.13, 4.5)]:
        ray = shapely.LineString([(origin.x + d * math.cos(bearing), origin.y + d * math.sin(bearing)) for d in (0, 9)])
        assert shapely.length(shapely.intersection(ray, points)) == pytest.approx(extent, abs=0.005)


def test_g_meas_5_a_sliver_just_short_of_a_whole_inch_is_in_range() -> None:
    """Near (15.485, 5.24) the base is 2.9998 inches off with 1.6 in terrain: 3 U; all around it is dearer."""
    outline = (
        (17.4527, 7.1708),
        (16.1726, 7.1833),
        (15.5932, 6.7658),
        (14.8407, 5.9899),
        (16.0192, 5.0189),
        (16.3793, 5.1026),
        (16.4041, 4.7379),
        (17.9066, 6.0241),
    )
    table = Battlefield(21, 27.5, (Piece("wood", area=(Area(outline),)), box(15.5, 6, 20.5, 10)))
    ruler, origin = Ruler(table, POLICY), Disc(15.5056, 8.7325, 0.5)
    assert ruler.range(origin, Disc(15.4850, 5.2400, 0.0, kind="point")) == 3
    assert not OutsideRange(ruler, origin, 3, 0.5).allows(15.9387, 5.0308)


@pytest.mark.parametrize("bearing", [0.0, 0.5, 1.0, 1.5])
def test_g_meas_5_an_origin_on_a_terrain_corner_casts_no_needle(bearing: float) -> None:
    """The wood lies behind; straight ahead along the line of its edge the way is open."""
    ruler, origin = Ruler(Battlefield(20, 20, (box(10, 10, 13.5, 12),)), POLICY), Disc(10, 10, 0.5)
    east, north = round(math.cos(math.pi * bearing)), round(math.sin(math.pi * bearing))
    assert (east, north) in {(1, 0), (0, 1), (-1, 0), (0, -1)}
    within = WithinRange(ruler, origin, 4, 0.5)
    spot = (10 + 4.8 * east, 10 + 4.8 * north)
    assert within.allows(*spot) == shapely.intersects_xy(within.allowed(), *spot)
    assert within.allows(*spot) == (min(east, north) < 0)


def test_the_part_of_a_reach_beyond_the_table_edge_is_labelled() -> None:
    table, origin = Battlefield(20, 20), Disc(1, 10, 0.5)
    within = WithinRange(Ruler(table, POLICY), origin, 6, 0.5)
    region = Region(0.5, [within, OnTable(table, 0.5)], around=origin)
    assert [reason.cause for reason in region.why_not((0.2, 12))] == ["off the table"]
    assert shapely.intersects_xy(region.excluded["off the table"], 0.2, 12)


def test_q23_a_narrow_wedge_between_two_bases_is_room_enough() -> None:
    """The grown circles meet at (10.00005, 10.0106); the first lattice spots off both are 44 steps on, at 10.0150."""
    others = [Disc(8.8701, 10, 0.5), Disc(11.13, 10, 0.5)]
    spot = settle(Disc(10, 10.002, 0.63), others, Battlefield(20, 20))
    assert spot.x == pytest.approx(10, abs=2e-4)
    assert spot.y == pytest.approx(10.015, abs=1e-3)


def behind(line: tuple[tuple[float, float], ...], width: float, *others: Piece) -> Battlefield:
    return Battlefield(35, 35, (Piece("wall", barricades=(Barricade(line, width, True),)), *others))


def test_g_meas_6_the_fan_past_a_corner_is_not_lost() -> None:
    """From (29.205, 25.254) on the origin's rim a line 3.28 inches long passes the wall's corner to (26.5, 23.4)."""
    table = behind(((28.9353, 27.4297), (28.5924, 24.9919), (27.0677, 24.1371)), 0.25)
    ruler, origin = Ruler(table, POLICY), Disc(29.3474, 25.7333, 0.5)
    assert ruler.range(origin, Disc(26.5, 23.4, 0.0, kind="point")) == 3
    assert shapely.intersects_xy(Reach(ruler, origin, 3).points, 26.5, 23.4)
    within = WithinRange(ruler, origin, 3, 0.5)
    assert within.allows(26.8238, 22.743)
    assert shapely.intersects_xy(within.allowed(), 26.8238, 22.743)
    assert within.allows(26.8238, 22.743)


def test_g_meas_6_two_corners_and_dear_ground_make_a_geometry() -> None:
    table = behind(
        ((4.2756, 15.7385), (2.4838, 13.2787), (1.2732, 11.0538), (0.0361, 7.2977)),
        1.0,
        box(2.2803, 8.1791, 8.2803, 13.1791),
    )
    ruler, origin = Ruler(table, POLICY), Disc(5.5818, 14.5307, 0.5)
    points = Reach(ruler, origin, 6).points
    for x, y in [(5.6, 20.0), (8.0, 17.0), (2.0, 18.0), (6.0, 9.0)]:
        found = ruler.range(origin, Disc(x, y, 0.0, kind="point"))
        assert shapely.intersects_xy(points, x, y) == (found is not None and found <= 6)


def test_g_tbl_2_a_point_and_a_barricade_agree_with_themselves() -> None:
    clear = ClearOfBarricades(behind(((5, 5), (15, 5)), 1.0), 0.0)
    for x, y in [(10.0, 5.2), (10.0, 6.0)]:
        assert clear.allows(x, y) != shapely.intersects_xy(clear.forbidden((0, 0, 20, 20)), x, y)


def test_g_meas_6_a_line_may_end_where_a_wall_meets_the_piece() -> None:
    """The nearest spot of the piece lies under a slanting wall; the next best is where the wall meets its outline."""
    piece = box(5, 10, 15, 12)
    receipt = Ruler(behind(((6, 8), (14, 12)), 0.5, piece), POLICY).measure(Disc(10, 5, 0.5), piece)
    aside = 0.25 * math.sqrt(5)
    assert receipt.inches == pytest.approx(math.hypot(aside, 5) - 0.5, abs=1e-4)
    assert receipt.end == pytest.approx((10 + aside, 10), abs=1e-4)


def test_g_meas_6_the_shortest_line_past_a_corner_may_almost_graze_the_base() -> None:
    """Only bearings between 0.82951 and 0.83236 meet base and wood, and the best is 0.00004 off the tangent."""
    outline = (
        (19.2829, 20.9679),
        (19.3335, 22.0642),
        (17.1184, 22.1764),
        (15.5186, 20.2737),
        (15.8708, 19.9912),
        (18.2641, 17.6168),
        (19.4261, 18.8514),
        (19.2449, 19.6694),
    )
    wood = Piece("wood", area=(Area(outline),))
    table = behind(((10.9068, 15.2941), (11.9418, 14.0027), (12.957, 11.2448)), 0.5, wood)
    receipt = Ruler(table, POLICY).measure(Disc(6.7097, 10.0256, 0.5), wood)
    assert receipt.detour
    assert receipt.inches == pytest.approx(15.33932, abs=1e-5)
