"""The tape's own geometry, piece by piece: rays, closest points, lines past corners, costs; numbers worked on paper."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import shapely

from game.table.lattice import Position
from game.table.measuring import lines as tape
from game.table.measuring.lines import (
    Line,
    Outlined,
    Round,
    between_rounds,
    clear_lines,
    closest_on,
    direct_lines,
    is_clear,
    radial,
    rim_crossings,
    shape_of,
)
from game.table.measuring.policy import MeasuringPolicy, units_filled
from game.table.measuring.ruler import LevelRuler, Ruler, _nearest_levels, along
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex
from game.table.terrain.battlefield import Area, Battlefield, Piece
from tests.table.tables import barricade, ruler, wall, wood

BOX = Outlined(shapely.box(3.0, -1.0, 5.0, 2.0))
ON_LEVELS = MeasuringPolicy(
    levels=True, citations={"range": "M-1", "terrain": "M-2", "blocked": "M-3", "levels": "M-5"}
)


def lines(found: list[Line]) -> list[tuple[float, ...]]:
    return [(*line.start, *line.end, line.inches) for line in found]


# --- rays and closest points ---


def test_a_ray_ends_at_the_first_edge_of_an_outline_or_misses_it() -> None:
    assert BOX.cast(0.0, 0.0, 1.0, 0.0) == 3.0
    assert BOX.cast(9.0, 0.0, -1.0, 0.0) == 4.0
    assert BOX.cast(4.0, -3.5, 0.0, 1.0) == 2.5
    assert BOX.cast(4.0, 1.0, 0.0, 1.0) == 0.0
    assert BOX.cast(0.0, 0.0, -1.0, 0.0) == math.inf
    assert BOX.cast(0.0, 2.0, 1.0, 0.0) == 3.0  # along an edge
    assert BOX.cast(0.0, -1.0, 1.0, 0.0) == 3.0
    assert BOX.cast(0.0, 2.0 + 1e-12, 1.0, 0.0) == pytest.approx(3.0)
    assert BOX.cast(0.0, 2.0 + 1e-9, 1.0, 0.0) == math.inf
    assert BOX.cast(0.0, -1.0 - 1e-9, 1.0, 0.0) == math.inf
    assert Outlined(shapely.box(3.0, 0.0, 4.0, 1.0)).cast(0.0, 1.0 + 1e-12, 1.0, 0.0) == 4.0  # by a hair
    clockwise = Outlined(shapely.Polygon([(3.0, 0.0), (3.0, 1.0), (4.0, 1.0), (4.0, 0.0)]))
    assert clockwise.cast(0.0, -1e-12, 1.0, 0.0) == 3.0
    assert BOX.cast(0.0, 5.0, 0.6, -0.8) == pytest.approx(5.0)  # to (3, 1)
    assert BOX.covers(5.0, 2.0)
    assert not BOX.covers(5.0, 2.0001)
    assert {*BOX.corners()} == {(3.0, -1.0), (5.0, -1.0), (5.0, 2.0), (3.0, 2.0)}
    assert len(BOX.edges) == 4


def test_a_ray_ends_at_the_rim_of_a_disc_or_misses_it() -> None:
    disc = Round(5.0, 1.0, 2.0)
    assert disc.cast(0.0, 1.0, 1.0, 0.0) == pytest.approx(3.0)
    assert disc.cast(2.75, 1.0, 1.0, 0.0) == pytest.approx(0.25)
    assert disc.cast(0.0, 1.0, -1.0, 0.0) == math.inf
    assert disc.cast(0.0, 3.0, 1.0, 0.0) == pytest.approx(5.0, abs=1e-4)  # it grazes the rim
    assert disc.cast(0.0, 3.0 + 1e-8, 1.0, 0.0) == math.inf
    assert disc.cast(0.0, -1.0 - 1e-8, 1.0, 0.0) == math.inf
    assert disc.cast(3.0, 1.0, -1.0, 0.0) == 0.0  # from the rim, away
    assert disc.cast(4.0, 1.0, 0.0, 1.0) == 0.0
    assert disc.cast(0.0, 2.2, 1.0, 0.0) == pytest.approx(3.4)
    assert Round(3.0, 4.0, 0.0).cast(0.0, 0.0, 0.6, 0.8) == pytest.approx(5.0)
    assert [disc.covers(x, 1.0) for x in (2.9999, 3.0, 7.0, 7.0001)] == [False, True, True, False]


def test_the_closest_point_of_a_segment_is_at_most_its_end() -> None:
    ends = (1.0, 1.0), (5.0, 4.0)
    assert closest_on(*ends, 3.0, 2.5) == pytest.approx((3.0, 2.5))
    assert closest_on(*ends, 3.0 - 0.6, 2.5 + 0.8) == pytest.approx((3.0, 2.5))
    assert closest_on(*ends, 9.0, 9.0) == (5.0, 4.0)
    assert closest_on(*ends, 0.0, -3.0) == (1.0, 1.0)
    assert closest_on((2.0, 3.0), (2.0, 3.0), 7.0, 7.0) == (2.0, 3.0)


def test_a_line_from_a_disc_starts_at_its_rim() -> None:
    assert lines([radial(Round(1.0, 1.0, 2.5), (4.0, 5.0))]) == [(2.5, 3.0, 4.0, 5.0, 2.5)]
    assert lines([radial(Round(1.0, 1.0, 5.0), (4.0, 5.0))]) == [(4.0, 5.0, 4.0, 5.0, 0.0)]
    assert lines([radial(Round(1.0, 1.0, 6.0), (4.0, 5.0))]) == [(4.0, 5.0, 4.0, 5.0, 0.0)]


def test_between_two_discs_the_line_joins_their_rims_and_is_a_point_where_they_meet() -> None:
    def between(*discs: tuple[float, float, float]) -> tuple[float, ...]:
        return lines([between_rounds(Round(*discs[0]), Round(*discs[1]))])[0]

    assert between((1.0, 1.0, 2.5), (7.0, 9.0, 5.0)) == (2.5, 3.0, 4.0, 5.0, 2.5)
    assert between((0.0, 0.0, 1.0), (3.0, 0.0, 2.0)) == (1.0, 0.0, 1.0, 0.0, 0.0)
    assert between((0.0, 0.0, 2.0), (3.0, 0.0, 2.0)) == (1.5, 0.0, 1.5, 0.0, 0.0)
    assert between((1.0, 2.0, 5.0), (2.0, 2.0, 1.0)) == (2.0, 2.0, 2.0, 2.0, 0.0)
    assert between((1.0, 2.0, 1.0), (2.0, 2.0, 5.0)) == (1.0, 2.0, 1.0, 2.0, 0.0)
    assert between((1.0, 2.0, 1.0), (1.0, 2.0, 3.0)) == (1.0, 2.0, 1.0, 2.0, 0.0)
    assert between((0.0, 0.0, 1.0), (2.0, 0.0, 1.5)) == (0.75, 0.0, 0.75, 0.0, 0.0)


def test_direct_lines_come_shortest_first_from_the_first_shape_to_the_second() -> None:
    disc, far = Round(0.0, 0.5, 1.0), Outlined(shapely.box(8.0, 5.0, 9.0, 6.0))
    to_box = direct_lines(disc, BOX)
    assert lines(to_box)[0] == (1.0, 0.5, 3.0, 0.5, 2.0)
    assert [line.inches for line in to_box] == sorted(line.inches for line in to_box)
    assert lines(direct_lines(BOX, disc))[0] == (3.0, 0.5, 1.0, 0.5, 2.0)
    assert lines(direct_lines(Round(4.0, 0.0, 9.0), BOX)) == [(4.0, 0.0, 4.0, 0.0, 0.0)]
    between = lines(direct_lines(BOX, far))
    assert between[0] == pytest.approx((5.0, 2.0, 8.0, 5.0, math.sqrt(18.0)))
    assert len(between) == 32
    assert between[-1][4] == max(each[4] for each in between)
    touching = lines(direct_lines(BOX, Outlined(shapely.box(5.0, 2.0, 6.0, 3.0))))
    assert touching == [(5.0, 2.0, 5.0, 2.0, 0.0)]
    assert lines([to_box[0].reversed()]) == [(3.0, 0.5, 1.0, 0.5, 2.0)]


def test_a_line_between_outlines_ends_at_a_corner_of_either() -> None:
    wide = Outlined(shapely.box(0.0, 5.0, 20.0, 6.0))
    assert {line.end for line in direct_lines(BOX, wide)[:2]} == {(3.0, 5.0), (5.0, 5.0)}
    assert {line.start for line in direct_lines(wide, BOX)[:2]} == {(3.0, 5.0), (5.0, 5.0)}


def test_edges_cross_a_rim_where_they_do_and_touch_it_nowhere() -> None:
    def crossings(*edges: tuple[float, ...], radius: float = 5.0) -> list[tuple[float, float]]:
        ends = np.array(edges)
        return rim_crossings(ends[:, :2], ends[:, 2:], 1.0, 2.0, radius)

    assert crossings((-9.0, 6.0, 11.0, 6.0)) == [(-2.0, 6.0), (4.0, 6.0)]
    assert crossings((1.0, 2.0, 1.0, 12.0)) == [(1.0, 7.0)]
    assert crossings((1.0, 2.0, 1.0, 7.0)) == [(1.0, 7.0)]
    assert crossings((1.0, 7.0, 1.0, 12.0)) == [(1.0, 7.0)]
    assert crossings((1.0, 2.0, 1.0, 6.9)) == []
    assert crossings((-9.0, 7.0, 11.0, 7.0)) == []
    assert crossings((6.0, 2.0, 6.0, 2.0)) == []
    assert crossings((-9.0, 2.0, 11.0, 2.0), radius=0.0) == []


def test_a_disc_is_measured_from_its_rim_or_its_centre() -> None:
    at_rim, at_centre = shape_of(Disc(1.0, 2.0, 0.5), True), shape_of(Disc(1.0, 2.0, 0.5), False)
    assert isinstance(at_rim, Round)
    assert isinstance(at_centre, Round)
    assert (at_rim.x, at_rim.y, at_rim.radius, at_centre.radius) == (1.0, 2.0, 0.5, 0.0)
    piece = wood(0.0, 0.0, 1.0, 1.0)
    assert shape_of(piece, True) is shape_of(piece, True)


# --- lines past corners ---


def test_a_disc_appears_under_an_angle() -> None:
    assert tape._bearing_and_half_angle(1.0, 1.0, 4.0, 5.0, 2.5) == pytest.approx((math.atan2(4, 3), math.pi / 6))
    assert tape._bearing_and_half_angle(1.0, 1.0, 4.0, 5.0, 5.0) == pytest.approx((math.atan2(4, 3), math.pi))
    assert tape._bearing_and_half_angle(1.0, 1.0, 4.0, 5.0, 6.0)[1] == math.pi
    assert tape._within_half_a_turn(1.5 * math.pi) == pytest.approx(-math.pi / 2)


def test_a_line_through_a_corner_meets_both_discs_between_two_bearings() -> None:
    half, least = math.pi / 6, math.asin(0.2)
    middle = math.atan2(3, 4)
    low, high = tape._common_bearings((1.0, 1.0), Round(-3.0, 1.0, 2.0), Round(5.0, 4.0, 1.0))
    assert (low, high) == pytest.approx((middle - least, half), abs=1e-9)
    low, high = tape._common_bearings((1.0, 1.0), Round(-3.0, 1.0, 2.0), Round(5.0, -2.0, 1.0))
    assert (low, high) == pytest.approx((-half, least - middle), abs=1e-9)
    low, high = tape._common_bearings((1.0, 1.0), Round(-3.0, 1.0, 1.0), Round(1.0, 5.0, 1.0))
    assert low > high
    low, high = tape._common_bearings((0.0, 0.0), Round(-3.0, 0.0, 0.0), Round(5.0, 0.0, 0.0))
    assert low <= high


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((-4.0, 0.0, 1.0), (4.0, 0.0, 1.0)),
        ((-4.0, 0.0, 1.5), (3.0, 1.0, 1.25)),
        ((-2.0, 0.5, 1.0), (7.0, 1.0, 3.0)),
        ((-6.0, -1.0, 2.0), (2.0, 1.0, 0.75)),
    ],
)
def test_the_best_bearing_through_a_corner_is_that_of_the_shortest_line(
    a: tuple[float, float, float], b: tuple[float, float, float]
) -> None:
    one, other = Round(*a), Round(*b)
    low, high = tape._common_bearings((0.0, 0.0), one, other)

    def inches(bearing: float) -> float:
        ux, uy = math.cos(bearing), math.sin(bearing)
        return one.cast(0.0, 0.0, -ux, -uy) + other.cast(0.0, 0.0, ux, uy)

    found = tape._shortest_bearing((0.0, 0.0), one, other, low, high)
    assert low <= found <= high
    least = min(inches(float(each)) for each in np.linspace(low, high - 1e-9, 4001))
    assert inches(found) <= least + 1e-9
    moved = tape._shortest_bearing(
        (3.0, -2.0), Round(a[0] + 3, a[1] - 2, a[2]), Round(b[0] + 3, b[1] - 2, b[2]), low, high
    )
    assert moved == pytest.approx(found, abs=1e-9)


def test_a_disc_that_holds_the_corner_leaves_the_bearing_to_the_other() -> None:
    found = tape._shortest_bearing((0.0, 0.0), Round(0.5, 0.0, 1.0), Round(4.0, 3.0, 1.0), -1.0, 1.0)
    assert found == pytest.approx(math.atan2(3, 4), abs=1e-9)
    found = tape._shortest_bearing((0.0, 0.0), Round(-4.0, -3.0, 1.0), Round(0.0, 0.5, 0.5), -1.0, 1.0)
    assert found == pytest.approx(math.atan2(3, 4), abs=1e-9)


def test_the_bottom_of_a_valley_is_found_wherever_it_lies() -> None:
    for bottom in (0.3, -0.999, 0.999, 0.0):
        asked: list[float] = []

        def depth(at: float, bottom: float = bottom, asked: list[float] = asked) -> float:
            asked.append(at)
            return abs(at - bottom)

        assert tape._least_bearing(depth, -1.0, 1.0) == pytest.approx(bottom, abs=2e-9)
        assert len(asked) < 50


def test_bearings_to_the_other_corners_run_both_ways() -> None:
    walls = AreaIndex([shapely.box(0.0, 0.0, 2.0, 1.0)])
    found = tape._bearings_to_others(walls, (0.0, 0.0))
    assert sorted(np.degrees(np.unique(found.round(9))).round(3)) == [0.0, 26.565, 90.0, 180.0, 206.565, 270.0]


def test_a_line_changes_edges_at_tangents_and_corners() -> None:
    walls = AreaIndex([shapely.box(20.0, 20.0, 21.0, 21.0)])
    tangents = [*tape._limiting_bearings(walls, (1.0, 1.0), Round(5.0, 1.0, 2.0), 0.0)]
    assert tangents == pytest.approx([-math.pi / 6, math.pi / 6])
    behind = [*tape._limiting_bearings(walls, (1.0, 1.0), Round(-3.0, 1.0, 2.0), math.pi)]
    assert behind == pytest.approx([-math.pi / 6, math.pi / 6])
    corners = sorted({round(math.degrees(each)) for each in tape._limiting_bearings(walls, (2.0, -1.0), BOX, 0.0)})
    assert corners == [0, 45, 72]
    assert corners == sorted({round(math.degrees(each)) for each in [math.atan2(3, 1), math.atan2(3, 3), 0.0]})


def test_no_line_through_a_corner_is_shorter_than_what_is_left_to_either_rim() -> None:
    walls = AreaIndex([shapely.box(0.0, 0.0, 2.0, 1.0)])
    least = tape._least_through(walls, Round(-3.0, 0.0, 1.0), Round(3.0, 4.0, 5.0))
    by_corner = {tuple(corner): inches for corner, inches in zip(walls.corners.tolist(), least.tolist())}
    assert by_corner[0.0, 0.0] == 2.0
    assert by_corner[2.0, 0.0] == 4.0
    assert by_corner[2.0, 1.0] == pytest.approx(math.sqrt(26) - 1)
    assert not tape._least_through(walls, BOX, BOX).any()


def test_a_line_along_a_wall_is_clear_and_one_a_hair_inside_is_not() -> None:
    walls = AreaIndex([shapely.box(2.0, 0.0, 4.0, 1.0)])
    assert is_clear(walls, Line((0.0, 1.0), (6.0, 1.0), 6.0))
    assert not is_clear(walls, Line((0.0, 0.999), (6.0, 0.999), 6.0))
    assert is_clear(walls, Line((0.0, 0.5), (2.0, 0.5), 2.0))
    assert not is_clear(walls, Line((0.0, 0.5), (2.0001, 0.5), 2.0001))


@pytest.mark.parametrize("radius", [0.0, 0.25, 1.0])
def test_past_a_wall_the_line_goes_by_its_nearer_corners(radius: float) -> None:
    """Two points on either side of a thin wall see each other over its end only if they are not quite behind it."""
    walls = AreaIndex([shapely.box(-0.5, -5.0, 0.5, 1.0)])
    a, b = Round(-4.0, 0.5, radius), Round(6.0, 2.5, radius)
    found = clear_lines(walls, a, b)
    if radius == 0.0:  # the straight line passes over (0.5, 1.4): nothing is in its way
        assert [line.inches for line in found] == [pytest.approx(math.hypot(10.0, 2.0))]
    assert found
    least = min(
        math.dist(
            (-4 + radius * math.cos(s), 0.5 + radius * math.sin(s)),
            (6 + radius * math.cos(t), 2.5 + radius * math.sin(t)),
        )
        for s in np.linspace(-0.5, 1.6, 60).tolist()
        for t in np.linspace(2.0, 4.2, 60).tolist()
        if walls.inside_length(
            -4 + radius * math.cos(s), 0.5 + radius * math.sin(s), 6 + radius * math.cos(t), 2.5 + radius * math.sin(t)
        )
        <= 1e-6
    )
    assert least - 0.01 <= found[0].inches <= least + 1e-9
    assert clear_lines(walls, a, b, found[0].inches - 0.001) == []
    assert clear_lines(walls, a, b, found[0].inches) != []


def test_over_a_corner_the_lowest_clear_line_touches_it() -> None:
    walls = AreaIndex([shapely.box(-0.5, -5.0, 0.5, 1.0)])
    found = clear_lines(walls, Round(-4.0, 0.0, 1.5), Round(4.0, 0.0, 1.5))
    assert found[0].inches == pytest.approx(2 * (4.0 - math.sqrt(1.25)), abs=1e-6)
    assert found[0].start[1] == pytest.approx(1.0, abs=1e-4)
    assert found[0].end[1] == pytest.approx(1.0, abs=1e-4)
    assert clear_lines(walls, Round(-4.0, 0.0, 0.75), Round(4.0, 0.0, 0.75)) == []
    exact = clear_lines(walls, Round(-4.0, 0.0, 1.0), Round(4.0, 0.0, 1.0))
    assert exact[0].inches == pytest.approx(8.0, abs=1e-4)


def test_a_corner_too_far_away_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, float]] = []
    through = tape._lines_through

    def counted(walls: AreaIndex, corner: tuple[float, float], *shapes: Round) -> object:
        asked.append(corner)
        return through(walls, corner, *shapes)

    monkeypatch.setattr(tape, "_lines_through", counted)
    walls = AreaIndex([shapely.box(-0.5, -5.0, 0.5, 1.0), shapely.box(30.0, 30.0, 31.0, 31.0)])
    clear_lines(walls, Round(-4.0, 0.0, 1.5), Round(4.0, 0.0, 1.5))
    assert {*asked} == {(-0.5, 1.0), (0.5, 1.0)}
    asked.clear()
    clear_lines(walls, Round(-4.0, 0.0, 1.5), Round(4.0, 0.0, 1.5), 3.0)
    assert asked == []


# --- policies ---


def test_a_range_counts_whole_inches_and_those_in_terrain_twice() -> None:
    down, exact, open_ = MeasuringPolicy(), MeasuringPolicy(rounding="none"), MeasuringPolicy(terrain="none")
    assert [down.cost(x, 0.0) for x in (0.0, 0.9999, 1.0 - 1e-6, 1.0, 2.5)] == [0, 0, 1, 1, 2]
    assert [down.cost(5.5, x) for x in (0.9, 1.0, 2.7)] == [5, 6, 7]
    assert exact.cost(5.5, 2.7) == 7.5
    assert open_.cost(5.5, 2.7) == 5
    assert (down.most(3), exact.most(3.0)) == (3, 3.0 + 1e-6)
    assert (down.limit(3), down.limit(3.5), exact.limit(3.5)) == (4.0, 4.0, 3.5)
    assert (down.sure(5), open_.sure(5), exact.sure(5)) == (3.0, 6.0, 2.5)
    assert [down.allows(x, 3) for x in (3, 4)] == [True, False]
    assert [exact.allows(x, 3.0) for x in (3.0, 3.0 + 1e-6, 3.000002)] == [True, True, False]
    assert [down.to_next_unit(x) for x in (0.0, 0.25, 1.0, 2.75)] == [1.0, 0.75, 1.0, 0.25]
    assert down.to_next_unit(1.0 - 5e-7) == pytest.approx(1.0 + 5e-7)
    assert down.whole_units(3.2) == pytest.approx([1 - 1e-6, 2 - 1e-6, 3 - 1e-6, 4 - 1e-6], abs=1e-9)
    assert down.whole_units(0.0) == pytest.approx([1 - 1e-6], abs=1e-9)
    assert down.terrain_limits(np.array([0.5, 2.5, 4.0]), 4).tolist() == [5.0, 3.0, 1.0]
    assert (down.citation("range"), ON_LEVELS.citation("range"), ON_LEVELS.citation("place")) == ("", "M-1", "")
    with pytest.raises(ValueError, match="round down"):
        MeasuringPolicy(levels=True, rounding="none")


def test_growing_lengths_fill_whole_units_one_by_one() -> None:
    which, units = units_filled(np.array([0.5, 3.0, 2.25, 1.0]), np.array([2.5, 3.9, 5.0, 2.0]))
    assert which.tolist() == [0, 0, 2, 2, 2, 3]
    assert units.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 2.0]


# --- the ruler ---


def test_g_meas_1_bases_that_touch_are_in_range_whatever_lies_there_and_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measure = ruler(wall((4.0, 0.0), (4.0, 9.0)), wood(0.0, 0.0, 9.0, 9.0))
    monkeypatch.setattr(Ruler, "_measured", lambda *_shapes: pytest.fail("measured"))
    assert measure.range(Disc(3.5, 4.0, 0.5), Disc(4.5, 4.0, 0.5)) == 0
    assert measure.range(Disc(3.6, 4.0, 0.5), Disc(4.5, 4.0, 0.5)) == 0
    assert measure.within(Disc(3.5, 4.0, 0.5), Disc(4.5, 4.0, 0.5), 0)


def test_g_meas_4_what_is_too_far_or_near_enough_through_any_terrain_is_not_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[float] = []
    range_of = Ruler._range

    def counted(self: Ruler, a: Disc, b: Disc, longest: float = math.inf) -> float | None:
        measured.append(b.x - a.x - a.radius - b.radius)
        return range_of(self, a, b, longest)

    monkeypatch.setattr(Ruler, "_range", counted)
    measure, walled = ruler(wood(0.0, 0.0, 9.0, 9.0)), ruler(wall((20.0, 20.0), (22.0, 20.0)))
    a = Disc(1.0, 4.0, 0.5)
    expected = {0.25: True, 1.999: True, 2.0: True, 2.999: True, 3.0: False, 5.0: False, 6.5: False}
    for inches, verdict in expected.items():
        assert measure.within(a, Disc(2.0 + inches, 4.0, 0.5), 5) is verdict
    assert measured == [pytest.approx(3.0), pytest.approx(5.0)]
    measured.clear()
    for inches in (0.25, 1.5, 5.5, 6.5):
        assert walled.within(a, Disc(2.0 + inches, 4.0, 0.5), 5) is (inches < 6.0)
    assert measured == [pytest.approx(0.25), pytest.approx(1.5), pytest.approx(5.5)]


@pytest.mark.parametrize(("dx", "dy"), [(6.0, 3.0), (-6.0, 3.0), (6.0, -3.0), (-6.0, -3.0)])
def test_g_meas_3_terrain_counts_whichever_way_the_line_runs(dx: float, dy: float) -> None:
    between = wood(9.0, 4.0, 11.0, 16.0) if dx * dy else None
    assert between is not None
    measure = ruler(between)
    a, b = Disc(10.0 - dx, 10.0 - dy, 0.5), Disc(10.0 + dx, 10.0 + dy, 0.5)
    inches = math.hypot(12.0, 6.0) - 1.0
    assert measure.range(a, b) == math.floor(inches) + math.floor(2.0 * math.hypot(12.0, 6.0) / 12.0)
    assert ruler(
        wood(10.0 + dx + math.copysign(0.1, dx) - 0.05, 0.0, 10.0 + dx + math.copysign(0.1, dx) + 0.05, 20.0)
    ).range(a, b) == math.floor(inches)


def test_g_meas_6_a_wall_as_near_to_a_line_as_its_width_is_in_its_way() -> None:
    measure = ruler(wall((2.0, 4.0), (8.0, 4.0), width=0.5))
    box = (0.0, 0.0, 10.0, 10.0)
    assert not measure.lines_are_clear((3.0, 5.0), (7.0, 5.0), 0.75, box)
    assert measure.lines_are_clear((3.0, 5.0), (7.0, 5.0), 0.7499, box)
    assert ruler().lines_are_clear((3.0, 5.0), (7.0, 5.0), 9.0, box)


def test_the_margin_is_what_is_left_until_inches_or_inches_in_terrain_fill_the_next_unit() -> None:
    a, b = Disc(1.0, 4.0, 0.5, "a"), Disc(6.25, 4.0, 0.5, "b")
    assert ruler(wood(2.0, 3.0, 3.0, 5.0)).measure(a, b).margin == 0.75
    whole = ruler(wood(0.0, 0.0, 20.0, 9.0)).measure(a, b)
    assert (whole.terrain_inches, whole.margin, whole.open_inches) == (4.25, 0.75, 0.0)
    two = Battlefield(30.0, 9.0, (wood(0.0, 0.0, 3.0, 9.0), wood(3.125, 0.0, 9.0, 9.0)))
    assert Ruler(two, MeasuringPolicy()).measure(a, b).margin == 0.75
    later = Battlefield(30.0, 9.0, (wood(0.0, 0.0, 3.0, 9.0), wood(3.5, 0.0, 9.0, 9.0)))
    assert Ruler(later, MeasuringPolicy()).measure(a, b).margin == 0.25  # of the 3.75 in terrain
    begins_open = Battlefield(30.0, 9.0, (wood(1.75, 0.0, 9.0, 9.0),))
    assert Ruler(begins_open, MeasuringPolicy()).measure(a, b).margin == 0.75
    ends_open = Battlefield(30.0, 9.0, (wood(0.0, 0.0, 5.5, 9.0),))
    assert Ruler(ends_open, MeasuringPolicy()).measure(a, b).margin == 0.75
    assert Ruler(later, MeasuringPolicy(rounding="none")).measure(a, b).margin == 0.0


def test_a_receipt_splits_its_line_where_terrain_begins_and_ends() -> None:
    a, b = Disc(1.0, 4.0, 0.5, "a"), Disc(9.0, 4.0, 0.5, "b")
    measure = ruler(wood(0.0, 0.0, 2.5, 9.0, "fen"), wood(4.0, 4.0, 5.0, 9.0, "edge"), wood(6.0, 0.0, 7.25, 9.0, "elm"))
    legs = measure.measure(a, b).legs
    assert [(leg.kind, leg.start, leg.end, leg.inches, leg.pieces, leg.level) for leg in legs] == [
        ("area", (1.5, 4.0), (2.5, 4.0), 1.0, ("fen",), 0),
        ("open", (2.5, 4.0), (6.0, 4.0), 3.5, (), 0),
        ("area", (6.0, 4.0), (7.25, 4.0), 1.25, ("elm",), 0),
        ("open", (7.25, 4.0), (8.5, 4.0), 1.25, (), 0),
    ]
    assert measure.measure(a, Disc(2.0, 4.0, 0.5)).legs == ()
    assert along(Line((1.0, 2.0), (4.0, 6.0), 5.0), 2.5) == Position(2.5, 4.0)


def test_g_meas_6_all_walls_on_the_straight_line_are_named() -> None:
    measure = ruler(
        wall((4.0, 3.9), (4.0, 4.1), name="one"),
        wall((5.0, 0.0), (5.0, 3.0), name="two"),
        wall((6.0, 3.9), (6.0, 4.1), name="three"),
    )
    receipt = measure.measure(Disc(1.0, 4.0, 0.5, "a"), Disc(9.0, 4.0, 0.5, "b"))
    assert receipt.blocked_by == ("one", "three")
    assert receipt.detour
    assert measure.without_walls.measure(Disc(1.0, 4.0, 0.5), Disc(9.0, 4.0, 0.5)).blocked_by == ()


def test_q2_the_cheaper_of_two_equal_lines_does_not_count_where_a_wall_bars_it() -> None:
    two = Piece("two", "two", (*wood(8, 10, 9, 11).area, *wood(1, 10, 2, 11).area))
    swamp = wood(6, 8, 7.5, 13, "swamp")
    a = Disc(5.0, 10.5, 0.5)
    west = wall((3.0, 5.0), (3.0, 16.0), name="west")
    receipt = ruler(two, swamp, west).measure(a, two)
    assert (receipt.inches, receipt.range, receipt.end) == (2.5, 3, (8.0, 10.5))


def low_and_high(walls: bool = False) -> Ruler:
    """A wood on the ground, 2 to 6, and one on the floor above, 5 to 12."""
    low = Piece("low", "low", (Area(((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))),), levels=(0,))
    high = Piece("high", "high", (Area(((5.0, 2.0), (12.0, 2.0), (12.0, 6.0), (5.0, 6.0))),), levels=(1,))
    pieces = (low, high, wall((13.0, 3.9), (13.0, 4.1), name="wall")) if walls else (low, high)
    return Ruler(Battlefield(22.0, 10.0, pieces), ON_LEVELS)


def test_g_adv_2_between_levels_each_half_of_the_line_has_its_own_legs_and_levels() -> None:
    a, b = Disc(0.5, 4.0, 0.5, "a"), Disc(9.5, 4.0, 0.5, "b", level=1)
    receipt = low_and_high().measure(a, b)
    assert [(leg.kind, leg.start.x, leg.end.x, leg.pieces, leg.level) for leg in receipt.legs] == [
        ("open", 1.0, 2.0, (), 0),
        ("area", 2.0, 5.0, ("low",), 0),
        ("area", 5.0, 9.0, ("high",), 1),
    ]
    assert (receipt.inches, receipt.terrain_inches, receipt.range) == (8.0, 7.0, 15)
    assert receipt.rules == ("M-1", "M-2", "M-5")
    back = low_and_high().measure(b, a)
    assert [(leg.kind, leg.start.x, leg.end.x, leg.level) for leg in back.legs] == [
        ("area", 9.0, 5.0, 1),
        ("area", 5.0, 2.0, 0),
        ("open", 2.0, 1.0, 0),
    ]
    assert low_and_high().measure(a, a._replace(x=9.5)).rules == ("M-1", "M-2")
    assert [leg.level for leg in low_and_high().measure(a._replace(level=1), b).legs] == [1, 1]
    touching = low_and_high().measure(a, Disc(1.25, 4.0, 0.5, level=1))
    assert touching.legs == ()
    assert touching.range == 0


@pytest.mark.parametrize(
    ("start", "end", "terrain", "margin"),
    [
        (13.0, 20.5, 7.9, 0.5),  # all in the open: only the inches count
        (0.0, 9.5, 7.9, 0.5),  # it begins in the open: as it grows there, terrain does not
        (3.0, 14.5, 7.9, 0.5),  # it ends in the open
        (3.0, 8.0, 7.9, 0.1),  # its middle is in both woods: a whole inch in terrain for each inch
        (3.0, 9.5, 7.9, 0.2),  # its middle is in the upper wood only: half an inch for each inch
        (2.5, 7.0, 7.9, 0.2),  # in the lower one only
        (2.5, 7.0, 7.5, 0.5),
        (5.5, 5.5, 7.9, 0.1),  # of no length yet
    ],
)
def test_g_adv_2_between_levels_the_margin_knows_that_the_middle_moves_half_as_far(
    start: float, end: float, terrain: float, margin: float
) -> None:
    measure = LevelRuler(low_and_high().battlefield, ON_LEVELS, 0, 1)
    found = measure._margin(Line((start, 4.0), (end, 4.0), end - start), terrain, 0)
    assert found == pytest.approx(margin)


def test_g_adv_2_more_than_one_level_away_nothing_is_in_range_and_no_leg_is_shown() -> None:
    measure = low_and_high()
    receipt = measure.measure(Disc(1.0, 4.0, 0.5), Disc(9.0, 4.0, 0.5, level=2))
    assert (receipt.range, receipt.margin, receipt.legs, receipt.inches) == (None, 0.0, (), 7.0)
    assert measure.between(0, 2) is None
    assert measure.between(2, 0) is None
    assert measure.between(1, 0) is measure.between(1, 0)
    assert measure.between(0, 1) is not measure.between(1, 0)
    assert not measure.within(Disc(1.0, 4.0, 0.5), Disc(9.0, 4.0, 0.5, level=2), 30)
    assert measure.range(Disc(1.0, 4.0, 0.5), Disc(1.0, 4.0, 0.5, level=2)) is None


def test_g_adv_2_the_nearest_levels_of_two_objects_are_the_lowest_of_the_closest_pairs() -> None:
    tower = replace(wood(0.0, 0.0, 1.0, 1.0), levels=(0, 1, 2))
    roof, cellar = replace(tower, levels=(3, 2)), replace(tower, levels=(4,))
    assert _nearest_levels(Disc(0.0, 0.0, 0.5, level=1), Disc(0.0, 0.0, 0.5, level=2)) == (1, 2)
    assert _nearest_levels(Disc(0.0, 0.0, 0.5, level=1), tower) == (1, 1)
    assert _nearest_levels(tower, Disc(0.0, 0.0, 0.5, level=5)) == (2, 5)
    assert _nearest_levels(tower, roof) == (2, 2)
    assert _nearest_levels(tower, tower) == (0, 0)
    assert _nearest_levels(roof, cellar) == (3, 4)


def test_g_meas_1_without_levels_the_terrain_of_the_first_objects_level_counts() -> None:
    pieces = (replace(wood(2.0, 0.0, 6.0, 9.0, "up"), levels=(1, 2)),)
    measure = Ruler(Battlefield(20.0, 9.0, pieces), MeasuringPolicy())
    other = Disc(9.0, 4.0, 0.5)
    assert [measure.range(Disc(0.5, 4.0, 0.5, level=level), other) for level in (0, 1, 2, 3)] == [7, 11, 11, 7]
    assert [measure.measure(Disc(0.5, 4.0, 0.5, level=level), other).terrain_inches for level in (0, 1, 2)] == [0, 4, 4]
    upper = replace(wood(0.0, 3.0, 1.0, 5.0), levels=(2, 1))
    assert measure.measure(upper, other).terrain_inches == 4.0
    assert barricade((0.0, 0.0), (1.0, 0.0)).levels == (0,)


def test_between_two_limits_the_bottom_of_a_valley_is_tried_and_a_hair_inside_both() -> None:
    walls = AreaIndex([shapely.box(20.0, 20.0, 21.0, 21.0)])
    one, other, half, least = Round(-4.0, 0.0, 2.0), Round(4.0, 0.0, 1.0), math.pi / 6, math.asin(0.25)
    asked = list[float]()

    def best(length: Callable[[float], float]) -> list[float]:
        def length_at(bearing: float) -> float:
            asked.append(bearing)
            return length(bearing) if abs(bearing) < least else math.inf

        asked.clear()
        return tape._best_bearings(walls, (0.0, 0.0), one, other, length_at)

    limits, inside = [-half, -least, least, half], [-least + 1e-8, least - 1e-8]
    for bottom in (0.0, 0.25 * least, -0.9 * least):
        found = best(lambda bearing, bottom=bottom: abs(bearing - bottom))  # type: ignore[misc]
        assert found == pytest.approx([*limits, *inside, bottom], abs=2e-9)
    for slope in (1.0, -1.0):
        assert best(lambda bearing, slope=slope: slope * bearing) == pytest.approx([*limits, *inside], abs=1e-10)  # type: ignore[misc]
    between = [(half + least) / 2, math.pi]
    assert asked[0] == pytest.approx(-between[0])
    assert asked[1] == pytest.approx(0.0, abs=1e-9)
    assert asked[-2:] == pytest.approx(between)
    beside = (-least + 2e-8, -least + 1e-8)
    assert [math.isclose(each, near, abs_tol=1e-10) for each, near in zip(asked[2:4], beside)] == [True, True]


def test_q2_a_line_a_ten_millionth_longer_counts_as_equal_and_a_longer_one_does_not() -> None:
    measure = ruler(wood(0.0, 0.0, 3.0, 4.0))
    through, beside = Line((0.0, 1.0), (4.0, 1.0), 4.0), ((0.0, 9.0), (4.0, 9.0))
    for inches, counts in ((4.0, True), (4.0 + 1e-7, True), (4.0 + 1.001e-7, False)):
        line, terrain = measure._cheapest([through, Line(*beside, inches)], 0)
        assert (line is through) is not counts
        assert terrain == (0.0 if counts else 3.0)
    same = [through, Line((0.0, 2.0), (4.0, 2.0), 4.0)]
    assert measure._cheapest(same, 0) == (through, 3.0)  # of equal ones the first
    walled = ruler(wood(0.0, 0.0, 3.0, 4.0), wall((2.0, 8.0), (2.0, 10.0)))
    assert walled._cheapest([through, Line(*beside, 4.0)], 0) == (through, 3.0)
    assert walled._cheapest([Line(*beside, 4.0), through], 0)[1] == 0.0
    both = [Line((0.0, 8.5), (2.5, 8.5), 4.0), Line(*beside, 4.0)]
    assert walled._cheapest(both, 0)[0] is both[0]
    assert walled._is_open(through)
    assert not walled._is_open(both[1])


@pytest.mark.parametrize("seed", range(10))
def test_g_meas_6_no_clear_line_from_rim_to_rim_is_shorter_than_the_one_that_is_found(seed: int) -> None:
    rng = random.Random(seed)
    west, east = rng.uniform(-2.5, -1.0), rng.uniform(1.0, 2.5)
    walls = AreaIndex(
        [
            shapely.box(west - 0.2, -9.0, west, rng.uniform(0.2, 1.8)),
            shapely.box(east, rng.uniform(-1.5, 1.2), east + 0.2, 9.0),
        ]
    )
    a, b = Round(-5.5, rng.uniform(-1.0, 1.0), rng.uniform(1.0, 2.6)), Round(5.5, rng.uniform(-1.0, 1.0), 2.75)
    turns = np.linspace(-1.5, 1.5, 240)
    starts = np.stack((a.x + a.radius * np.cos(turns), a.y + a.radius * np.sin(turns)), axis=1)
    ends = np.stack((b.x - b.radius * np.cos(turns), b.y - b.radius * np.sin(turns)), axis=1)
    forth, back = np.repeat(starts, 240, axis=0), np.tile(ends, (240, 1))
    inches = np.hypot(*(forth - back).T)
    order = np.argsort(inches)[:20_000]
    clear = walls.inside_lengths(forth[order], back[order]) <= 1e-6
    found = clear_lines(walls, a, b)
    if clear.any():
        least = float(inches[order][clear].min())
        assert found
        assert least - 0.05 <= found[0].inches <= least + 1e-7
    for line in found:
        assert is_clear(walls, line)
        assert math.dist(line.start, (a.x, a.y)) == pytest.approx(a.radius, abs=1e-6)
        assert math.dist(line.end, (b.x, b.y)) == pytest.approx(b.radius, abs=1e-6)


def test_a_point_has_no_rim_to_cross_whatever_the_last_bits_say() -> None:
    rng = random.Random(1)
    for _each in range(200):
        x, y, dx, dy = (rng.uniform(-3.0, 3.0) for _number in range(4))
        starts, ends = np.array([(x - dx, y - dy)]), np.array([(x + 2 * dx, y + 2 * dy)])
        assert rim_crossings(starts, ends, x, y, 0.0) == []


def test_g_meas_3_any_terrain_on_the_line_is_cited() -> None:
    measure = ruler(wood(3.0, 0.0, 3.5, 9.0), policy=ON_LEVELS)
    receipt = measure.measure(Disc(1.0, 4.0, 0.5), Disc(9.0, 4.0, 0.5))
    assert (receipt.terrain_inches, receipt.rules) == (0.5, ("M-1", "M-2"))
    assert measure.measure(Disc(1.0, 4.0, 0.5), Disc(2.5, 4.0, 0.5)).rules == ("M-1",)
    plain = ruler(wood(3.0, 0.0, 3.5, 9.0), policy=replace(ON_LEVELS, levels=False))
    assert plain.measure(Disc(1.0, 4.0, 0.5), Disc(9.0, 4.0, 0.5)).rules == ("M-1", "M-2")


def test_g_meas_4_a_piece_is_within_a_range_of_a_base_and_of_a_piece() -> None:
    piece, other = wood(3.0, 0.0, 4.0, 9.0), wood(8.5, 0.0, 9.0, 9.0, "other")
    measure, disc = ruler(piece, other), Disc(6.75, 4.0, 0.5)
    assert [measure.within(piece, disc, n) for n in (1, 2)] == [False, True]
    assert [measure.within(disc, piece, n) for n in (1, 2)] == [False, True]
    assert [measure.within(piece, other, n) for n in (3, 4)] == [False, True]
    assert measure.without_walls.range(piece, other) == measure.range(other, piece) == 4


def test_a_line_through_a_corner_is_tried_to_every_other_corner_and_to_where_a_base_overhangs_a_wall() -> None:
    walls = AreaIndex(
        [
            shapely.box(1.0, -3.0, 2.0, 1.0),
            shapely.box(2.0, 1.5, 3.0, 4.0),
            shapely.box(-9.0, -1.0, -2.6, -0.5),
            shapely.box(4.5, 1.25, 9.0, 1.75),
        ]
    )
    corner, a, b = (1.0, 1.0), Round(-3.0, 1.5, 3.75), Round(5.0, 1.0, 3.75)
    low, high = tape._common_bearings(corner, a, b)
    assert high - low > 2.0
    tried = [
        math.atan2(line.end[1] - line.start[1], line.end[0] - line.start[0])
        for line in tape._lines_through(walls, corner, a, b)
        if line.inches > 1e-9
    ]
    held = [spot for shape in (a, b) for spot in tape._wall_crossings(walls, shape)]
    assert len(held) >= 2
    expected = 0
    for x, y in [*map(tuple, walls.corners.tolist()), *held]:
        if (x, y) == corner:
            continue
        for turn in (0.0, math.pi):
            bearing = math.remainder(math.atan2(y - corner[1], x - corner[0]) + turn, 2 * math.pi)
            back, forth = (
                shape.cast(*corner, sign * math.cos(bearing), sign * math.sin(bearing))
                for shape, sign in ((a, -1), (b, 1))
            )
            if low < bearing < high and 1e-9 < back + forth < math.inf:
                expected += 1
                assert min(abs(math.remainder(each - bearing, 2 * math.pi)) for each in tried) < 1e-8, (x, y)
    assert expected >= 6
