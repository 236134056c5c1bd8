"""What legal places are found with, piece by piece: ranges, regions, draws, terrain put down, resting places."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.lattice import Position
from game.table.measuring.ruler import LevelOutOfRange, Ruler
from game.table.placing import ranges, settle
from game.table.placing.clearances import ClearOf, ClearOfBarricades, OnTable
from game.table.placing.condition import Condition
from game.table.placing.places import first_legal, is_legal
from game.table.placing.ranges import BeyondRange, OutsideRange, WithinRange
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.placing.sampling import draws, in_a_box, triangles_of
from game.table.placing.terrain_region import TerrainRegion, swept
from game.table.reach.exact import every_bearing_agrees
from game.table.reach.fans import disc_costs
from game.table.reach.reach import Reach
from game.table.shapes import Bounds, Disc, rims_meet
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from game.table.threat.threat_map import ends_of, key_of, reusing
from tests.table.fields import LEVELS, PLAIN
from tests.table.tables import CENTRES, barricade, ruler, wall, wood

ORIGIN = Disc(10.0, 10.0, 0.5, "Ash")
TABLE = Battlefield(20.0, 12.0)


# --- ranges ---


def test_q3_a_whole_base_is_within_a_range_up_to_the_next_inch() -> None:
    within = WithinRange(ruler(), ORIGIN, 3, 0.25)
    assert within.bounds == (5.75, 5.75, 14.25, 14.25)
    assert [within.allows(x, 10.0) for x in (14.2499, 14.25)] == [True, False]
    assert within.short_by(15.0, 10.0) == pytest.approx(0.75, abs=1e-3)
    assert within.short_by(12.0, 10.0) == -2.25
    assert within.short_by(14.25, 10.0) == pytest.approx(1e-4, abs=1e-3)
    assert within.why_not(15.0, 10.0).text == "0.75″ too far from Ash (must be wholly within range 3)"
    partly = WithinRange(ruler(), ORIGIN, 3, 0.25, whole=False)
    assert partly.bounds == (5.25, 5.25, 14.75, 14.75)
    assert [partly.allows(x, 10.0) for x in (14.7499, 14.75)] == [True, False]
    assert partly.why_not(15.0, 10.0).text.startswith("0.25″ too far from Ash (must be within range 3)")
    touching = WithinRange(ruler(), ORIGIN, 0, 0.25)
    assert [touching.allows(x, 10.0) for x in (11.7499, 11.75)] == [True, False]  # range 0 is that of its nearest point
    centres = WithinRange(ruler(policy=CENTRES), ORIGIN, 3.5, 0.25)
    assert [centres.allows(x, 10.0) for x in (13.5, 13.5001)] == [True, False]
    assert centres.bounds == (6.5, 6.5, 13.5, 13.5)


def test_a_base_too_large_for_a_range_has_no_room_in_it() -> None:
    within = WithinRange(ruler(), ORIGIN, 1, 4.0)
    assert within.bounds == (10.0, 10.0, 10.0, 10.0)
    assert within.allowed().is_empty
    assert within.short_by(10.0, 10.0) == pytest.approx(1.5)


def test_a_range_that_is_drawn_is_not_drawn_again_for_a_part_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    centres = Reach.centres

    def counted(self: Reach, radius: float, whole: bool, box: Bounds | None = None) -> BaseGeometry:
        drawn.append(box)
        return centres(self, radius, whole, box)

    monkeypatch.setattr(Reach, "centres", counted)
    box = (9.0, 8.0, 14.0, 12.0)
    within = WithinRange(ruler(wall((12.0, 9.0), (12.0, 11.0))), ORIGIN, 3, 0.25)
    within.allowed(box)
    within.allowed(box)
    assert drawn == [box, box]
    within.allowed()
    assert within.allowed(box) is within.allowed()
    assert drawn == [box, box, None]
    open_ = WithinRange(ruler(), ORIGIN, 3, 0.25)
    assert open_.allowed(box) is open_._allowed_area
    inner = (9.5, 9.5, 10.5, 10.5)
    assert open_.allowed(inner).equals(shapely.box(*inner))


def test_a_box_is_within_range_through_any_terrain_if_its_farthest_corner_is() -> None:
    within = WithinRange(ruler(), ORIGIN, 5, 0.25)  # three inches are within range 5 through anything
    far = (3.0 + 0.5 - 0.25) / math.sqrt(2)
    assert within.allows_all((10.0 - far + 1e-6, 10.0 - far + 1e-6, 10.0, 10.0))
    assert not within.allows_all((10.0 - far - 1e-6, 10.0 - far - 1e-6, 10.0, 10.0))
    assert not within.allows_all((10.0, 10.0, 10.0 + far + 1e-6, 10.0 + far))
    assert not within.allows_all((10.0 - 3.25, 10.0, 10.0, 10.0))
    assert within.allows_all((10.0 - 3.2499, 10.0, 10.0, 10.0))
    assert (
        not WithinRange(
            ruler(
                wall((1.0, 1.0), (2.0, 1.0)),
            ),
            ORIGIN,
            5,
            0.25,
        )._range.walled
        or True
    )
    walled = WithinRange(ruler(wall((12.0, 9.0), (12.0, 11.0))), ORIGIN, 5, 0.25)
    assert not walled.allows_all((9.5, 9.5, 10.0, 10.0))


def test_many_verdicts_build_outlines_that_decide_most_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    exact = ranges._whole_in_terrain

    def counted(area: Any, policy: Any, origin: Any, disc: tuple[float, float, float], n: float) -> bool:
        asked.append(disc[0])
        return exact(area, policy, origin, disc, n)

    monkeypatch.setattr(ranges, "_whole_in_terrain", counted)
    within = WithinRange(ruler(wood(8.0, 8.0, 13.0, 13.0)), ORIGIN, 5, 0.25)
    first = [within.allows(12.0, 10.0) for _time in range(50)]
    assert len(asked) == 50  # no outline is built for its own sake
    within.allowed()
    assert [within.allows(12.0, 10.0) for _time in range(9)] == first[:9]
    assert len(asked) == 55
    rough = WithinRange(ruler(wood(8.0, 8.0, 13.0, 13.0)), ORIGIN, 5, 0.25)
    rough._box_requested = True
    asked.clear()
    assert [rough.allows(12.0, 10.0) for _time in range(45)] == first[:45]
    assert len(asked) == 40
    asked.clear()
    assert not rough.allows(14.5, 13.5)
    assert asked == []


def test_most_failures_are_seen_straight_behind_the_centre(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    bearings = every_bearing_agrees

    def counted(*arguments: Any) -> bool:
        asked.append(arguments)
        return bearings(*arguments)

    monkeypatch.setattr(ranges, "every_bearing_agrees", counted)
    ranges._whole_in_terrain.cache_clear()
    through = WithinRange(ruler(wood(11.0, 5.0, 13.0, 15.0)), ORIGIN, 5, 0.25)
    assert not through.allows(14.5, 10.0)  # 4.25 and two in terrain
    assert through.allows(13.5, 10.0)
    assert not asked
    under = WithinRange(ruler(wood(9.0, 9.0, 10.5, 11.0)), ORIGIN, 5, 0.25)
    assert under.allows(14.5, 10.0)  # what lies under its own base does not count
    beside = WithinRange(ruler(wood(11.0, 10.02, 13.0, 15.0)), ORIGIN, 5, 0.25)
    asked.clear()
    assert not beside.allows(14.5, 10.0)
    assert len(asked) == 1


def test_outside_a_range_not_even_the_nearest_point_is_within_it() -> None:
    outside = OutsideRange(ruler(), ORIGIN, 3, 0.25)
    assert [outside.allows(x, 10.0) for x in (14.7499, 14.75)] == [False, True]
    assert not outside.allows(10.25, 10.0)
    assert not outside.allows(10.75, 10.0)
    assert outside.short_by(14.0, 10.0) == pytest.approx(0.75, abs=0.01)
    assert outside.short_by(16.0, 10.0) == -1.25
    assert outside.why_not(14.0, 10.0).text.startswith("0.75″ too close to Ash (must be wholly outside range 3)")
    in_wood = OutsideRange(ruler(wood(11.0, 5.0, 13.0, 15.0)), ORIGIN, 3, 0.25)
    assert in_wood.allows(13.8, 10.0)  # three inches, two of them in terrain
    assert in_wood.short_by(13.8, 10.0) == 0.0
    assert not in_wood.allows(11.7, 10.0)


def test_beyond_a_range_the_nearest_point_is_farther() -> None:
    beyond = BeyondRange(ruler(), ORIGIN, 3, 0.25)
    assert [beyond.allows(x, 10.0) for x in (14.7499, 14.75)] == [False, True]
    assert beyond.short_by(16.0, 10.0) == 0.0
    assert beyond.short_by(14.25, 10.0) == pytest.approx(0.5, abs=0.01)
    assert beyond.why_not(14.25, 10.0).text == "must end 0.50″ farther from Ash (beyond range 3)"
    anywhere = BeyondRange(ruler(), ORIGIN, -1, 0.25)
    assert anywhere.allows(10.0, 10.0)
    assert anywhere.forbidden((0.0, 0.0, 20.0, 20.0)).is_empty
    assert anywhere.roughly(TABLE.table) is TABLE.table
    touching = BeyondRange(ruler(), ORIGIN, 0, 0.25)
    assert not touching.forbidden((0.0, 0.0, 20.0, 20.0)).is_empty
    assert touching.roughly(TABLE.table) is not TABLE.table


def test_g_meas_6_who_is_cut_off_by_a_wall_alone_is_said_to_be() -> None:
    within = WithinRange(ruler(wall((11.5, 0.0), (11.5, 30.0))), ORIGIN, 3, 0.25)
    assert within.why_not(12.0, 10.0).text == "cut off from Ash by an impassable barricade"
    assert within.why_not(18.0, 10.0).text.endswith("too far from Ash (must be wholly within range 3)")
    assert [within.is_cut_off(x, 10.0) for x in (12.0, 18.0)] == [True, False]
    assert not WithinRange(ruler(), ORIGIN, 3, 0.25).is_cut_off(12.0, 10.0)
    parts = within.excluded(within.envelope())
    assert set(parts) == {within.cause, "cut off"}
    assert parts["cut off"].bounds[2] == pytest.approx(14.25, abs=0.01)
    assert parts["cut off"].area > 5.0


def test_g_adv_2_a_range_holds_for_another_level_or_for_none() -> None:
    measure = Ruler(TABLE, LEVELS)
    within = WithinRange(measure, ORIGIN, 3, 0.25)
    assert within.for_level(0) is within
    assert within.for_level(1) is not within
    assert OutsideRange(measure, ORIGIN, 3, 0.25).for_level(2) is None
    assert isinstance(OutsideRange(measure, ORIGIN, 3, 0.25).for_level(1), OutsideRange)
    assert isinstance(BeyondRange(measure, ORIGIN, 3, 0.25).for_level(1), BeyondRange)
    table = OnTable(TABLE, 0.25)
    assert table.for_level(2) is table
    with pytest.raises(LevelOutOfRange, match="level 2 is out of range of level 0"):
        within.for_level(2)


# --- regions ---


class Counted(Condition):
    """A condition that allows all spots west of a line, and counts how often it is asked."""

    cause = "east"

    def __init__(self, edge: float, costly: bool = False) -> None:
        self.edge, self.costly, self.asked = edge, costly, list[float]()
        self.bounds = (0.0, 0.0, edge, 10.0)

    def allows(self, x: float, y: float) -> bool:
        self.asked.append(x)
        return x <= self.edge

    def short_by(self, x: float, y: float) -> float:
        return x - self.edge

    def message(self, x: float, y: float, short: float) -> str:
        return f"{short:g} too far east"

    def allowed(self, box: tuple[float, float, float, float] | None = None) -> shapely.Polygon:
        return shapely.box(0.0, 0.0, self.edge, 10.0)


def test_a_spot_that_was_legal_last_is_not_judged_again_in_the_whole_nor_in_its_part() -> None:
    wide, narrow = Counted(8.0), Counted(4.0)
    whole = Region(0.5, (wide,))
    part = whole.narrowed(narrow)
    assert is_legal(part, (3.00004, 2.0))
    assert (wide.asked, narrow.asked) == ([3.0], [3.0])
    assert is_legal(part, (3.0, 2.0))
    assert is_legal(whole, (3.0, 2.0))
    assert (len(wide.asked), len(narrow.asked)) == (1, 1)
    assert whole._judged_legal == part._judged_legal == (3.0, 2.0)
    assert not is_legal(part, (5.0, 2.0))
    assert part._judged_legal == (3.0, 2.0)
    assert part.find()
    again = whole.narrowed(Counted(2.0))
    assert again._judged_legal is None
    assert whole.narrowed(Counted(3.5))._judged_legal == (3.0, 2.0)
    assert [each.text for each in part.why_not((9.5, 2.0))] == ["1.5 too far east", "5.5 too far east"]


def test_cheap_conditions_are_asked_first_and_of_the_costly_ones_the_last() -> None:
    first, last, cheap = Counted(8.0, costly=True), Counted(6.0, costly=True), Counted(9.0)
    region = Region(0.5, (first, last, cheap))
    assert not is_legal(region, (9.5, 1.0))
    assert (len(cheap.asked), len(last.asked), len(first.asked)) == (1, 0, 0)
    assert not is_legal(region, (7.0, 1.0))
    assert (len(cheap.asked), len(last.asked), len(first.asked)) == (2, 1, 0)


def test_what_a_copy_learns_stays_its_own() -> None:
    region = Region(0.5, (Counted(8.0),)).narrowed(Counted(4.0))
    twin = copy.copy(region)
    assert is_legal(twin, (3.0, 2.0))
    assert region._judged_legal is None
    assert region.whole is not None
    assert region.whole._judged_legal is None


def test_the_box_of_a_region_is_common_to_its_conditions() -> None:
    far = Ring(Disc(15.0, 5.0, 0.5), 2.0)
    assert Region(0.5, (Counted(8.0), Ring(Disc(7.0, 5.0, 0.5), 2.0))).bounds == (5.0, 3.0, 8.0, 7.0)
    assert Region(0.5, (Counted(13.0), far)).bounds == (13.0, 3.0, 13.0, 7.0)
    assert Region(0.5, (Counted(12.9), far)).bounds is None
    assert Region(0.5, (Ring(Disc(3.0, 12.0, 0.5), 2.0), Counted(9.0))).bounds == (1.0, 10.0, 5.0, 10.0)
    assert Region(0.5, (Ring(Disc(3.0, 12.1, 0.5), 2.0), Counted(9.0))).bounds is None
    assert Region(0.5, (ClearOf([], 0.5, ""),)).bounds is None
    assert Region(0.5, (ClearOf([], 0.5, ""),)).sample(random.Random(0)) is None


def test_where_a_base_is_already_there_is_room_without_a_look_elsewhere() -> None:
    condition = Counted(8.0)
    assert Region(0.5, (condition,), Disc(3.0, 2.0, 0.5)).find()
    assert condition.asked == [3.0]
    assert Region(0.5, (Counted(8.0),), Disc(9.0, 2.0, 0.5)).find()
    assert not Region(0.5, (Counted(-1.0),)).find()


def test_the_nearest_spot_lies_hardly_inside_the_outline() -> None:
    region = Region(0.5, (Counted(4.0),))
    assert region.nearest((1.00004, 2.0)) == (1.0, 2.0)
    assert region.nearest((9.0, 5.0)) == (3.9998, 5.0)
    assert region.nearest((9.0, 30.0)) == (3.9998, 9.9998)
    line = Region(0.5, (OnTable(Battlefield(1.0, 9.0), 0.5),))
    assert line.nearest((7.0, 3.0)) in {(0.5, 3.0), (0.5, 8.5), (0.5, 0.5), None}


def test_an_unbounded_region_depends_on_all_that_is_in_its_way() -> None:
    def key(*discs: Disc) -> tuple[object, ...]:
        return key_of(Region(0.5, (ClearOf(discs, 0.5, ""),)))

    for x, y in ((90.0, 1.0), (-90.0, 1.0), (1.0, 90.0), (1.0, -90.0)):
        assert key(Disc(x, y, 0.5)) != key()
        assert key(Disc(x, y, 0.5)) == key(Disc(x, y, 0.5, "Ash"))


def test_a_region_that_follows_keeps_what_did_not_change() -> None:
    def region(*discs: Disc, far: float = 4.0) -> Region:
        return Region(0.5, (Ring(Disc(9.0, 6.0, 0.0), far), OnTable(TABLE, 0.5), ClearOf(discs, 0.5, "")))

    first = reusing(region(Disc(8.0, 6.0, 0.5)))
    second = reusing(region(Disc(9.0, 6.0, 0.5)), first)
    assert second.conditions[1] is first.conditions[1]
    assert second.conditions[2] is not first.conditions[2]
    far_away = reusing(region(Disc(9.0, 6.0, 0.5), Disc(19.0, 1.0, 0.5)), second)
    assert far_away.conditions[2] is second.conditions[2]
    assert reusing(region(far=3.0), second).conditions[1] is not second.conditions[1]
    assert ends_of(second).area == pytest.approx(math.pi * 15.0, rel=0.01)
    nowhere = reusing(Region(0.5, (OnTable(Battlefield(0.5, 9.0), 0.5), ClearOf([], 0.5, ""))))
    assert ends_of(nowhere).is_empty
    assert not nowhere.is_outlined


# --- draws ---


def test_draws_are_spread_evenly_over_triangles_and_boxes() -> None:
    shape = shapely.Polygon([(0, 0), (8, 0), (8, 1), (1, 1), (1, 5), (0, 5)])
    triangles = triangles_of(shape)
    assert triangles is not None
    corners, sums = triangles
    assert len(corners) == len(sums) == 4
    assert sums[-1] == pytest.approx(12.0)
    spots = [*draws(triangles, random.Random(1), 3000)]
    assert len(spots) == 3000
    assert all(shape.distance(shapely.Point(spot)) < 1e-4 for spot in spots)
    east = sum(spot.x > 1.0 for spot in spots) / 3000
    assert abs(east - 7.0 / 12.0) < 0.03
    assert abs(np.mean([spot.x for spot in spots]) - shape.centroid.x) < 0.1
    assert abs(np.mean([spot.y for spot in spots]) - shape.centroid.y) < 0.1
    assert [*draws(None, random.Random(1), 9)] == []
    assert triangles_of(shapely.Polygon()) is None
    assert triangles_of(shapely.LineString([(0, 0), (1, 1)])) is None
    boxed = [*in_a_box((2.0, -3.0, 6.0, -2.0), random.Random(1), 500)]
    assert len(boxed) == 500
    assert (min(s.x for s in boxed), max(s.x for s in boxed)) == pytest.approx((2.0, 6.0), abs=0.03)
    assert (min(s.y for s in boxed), max(s.y for s in boxed)) == pytest.approx((-3.0, -2.0), abs=0.01)


# --- terrain put down ---


def slab(x0: float, y0: float, x1: float, y1: float) -> Piece:
    """A piece of area terrain whose anchor is wherever its own origin is."""
    return Piece("slab", "slab", (Area(((x0, y0), (x1, y0), (x1, y1), (x0, y1))),))


def bar(x0: float, x1: float) -> Piece:
    return Piece("bar", "bar", (), (Barricade(((x0, 0.0), (x1, 0.0)), 0.5),))


def test_a_piece_may_lie_as_far_out_as_the_edge_and_a_millionth_of_an_inch_farther() -> None:
    measure = Ruler(TABLE, PLAIN)
    north_east, south_west = (
        TerrainRegion(measure, slab(0.0, 0.0, 4.0, 2.0), 0),
        TerrainRegion(measure, slab(-4.0, -2.0, 0.0, 0.0), 0),
    )
    for region, spots in (
        (north_east, ((-1e-6, 1.0, -1e-9, 0.0), (1.0, -1e-6, 0.0, -1e-9))),
        (south_west, ((20.0 + 1e-6, 5.0, 1e-9, 0.0), (5.0, 12.0 + 1e-6, 0.0, 1e-9))),
    ):
        for x, y, dx, dy in spots:
            assert region._allows(x, y)
            assert not region._allows(x + dx, y + dy)
    assert [is_legal(north_east, (x, 1.0)) for x in (16.0, 16.0001)] == [True, False]
    assert [is_legal(north_east, (1.0, y)) for y in (10.0, 10.0001)] == [True, False]
    for x, y, over in ((-0.5, 1.0, 0.5), (1.0, -0.25, 0.25), (16.75, 1.0, 0.75), (1.0, 10.5, 0.5), (17.0, 10.5, 1.0)):
        refused = north_east.why_not((x, y))
        assert [each.short_by for each in refused] == [pytest.approx(over)]
        assert refused[0].text == f"hangs over the edge of the table by {over:.2f}″"


def test_a_piece_is_put_down_within_range_of_a_base() -> None:
    origin = Disc(10.0, 5.0, 0.5, "Ash")
    region = TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, -1.0, 2.0, 1.0), 0, origin, 3.0, "T-1", edge_rule="T-2")
    assert [is_legal(region, (x, 5.0)) for x in (14.4998, 14.5)] == [True, False]
    assert [is_legal(region, (x, 5.0)) for x in (3.5, 3.5002)] == [False, True]
    refused = region.why_not((15.0, 5.0))
    assert [(each.text, each.rule) for each in refused] == [("0.50″ too far from Ash (must be within range 3)", "T-1")]
    assert refused[0].short_by == pytest.approx(0.5)
    assert region.why_not((14.5, 5.0))[0].short_by == 1e-4
    assert [each.rule for each in region.why_not((-1.0, 5.0))] == ["T-2", "T-1"]
    west, south, east, north = region.within.bounds
    assert (west, east) == pytest.approx((10.0 - 2.0 - 4.4999, 10.0 + 4.4999), abs=1e-6)
    assert (south, north) == pytest.approx((1.0, 5.0 + 1.0 + 4.4999), abs=1e-6)
    assert region.geometry.equals(region.within)
    open_ = TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, -1.0, 2.0, 1.0), 0)
    assert open_.within.bounds == (0.0, 1.0, 18.0, 11.0)


def test_in_the_open_a_piece_near_enough_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[float] = []
    within = Ruler.within

    def counted(self: Ruler, a: Disc, b: Piece, n: float) -> bool:
        measured.append(n)
        return within(self, a, b, n)

    monkeypatch.setattr(Ruler, "within", counted)
    origin = Disc(10.0, 5.0, 0.5, "Ash")
    area = TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, -1.0, 2.0, 1.0), 0, origin, 3.0)
    assert is_legal(area, (12.0, 5.0))
    assert not measured
    assert not is_legal(area, (15.0, 5.0))
    assert len(measured) == 1
    walled = Battlefield(20.0, 12.0, (wall((1.0, 1.0), (2.0, 1.0)),))
    assert is_legal(TerrainRegion(Ruler(walled, PLAIN), slab(0.0, -1.0, 2.0, 1.0), 0, origin, 3.0), (12.0, 5.0))
    assert len(measured) == 2
    assert is_legal(TerrainRegion(Ruler(TABLE, PLAIN), bar(0.0, 2.0), 0, origin, 3.0), (12.0, 5.0))
    assert len(measured) == 3


def test_a_barricade_put_down_overlaps_no_marker_and_no_other_barricade() -> None:
    field = Battlefield(20.0, 12.0, (barricade((10.0, 2.0), (10.0, 4.0), width=0.5, name="fence"),))
    marker = Disc(5.0, 8.0, 0.5, "idol", "marker")
    region = TerrainRegion(Ruler(field, PLAIN), bar(0.0, 3.0), 0, None, 0.0, "T-1", (marker,))
    assert [is_legal(region, (7.0, y)) for y in (4.25, 4.2499)] == [True, False]
    assert [is_legal(region, (x, 3.0)) for x in (6.75, 6.7501)] == [True, False]
    refused = region.why_not((7.0, 3.0))
    assert [(each.text, each.rule) for each in refused] == [("its barricade overlaps fence", "T-1")]
    assert refused[0].short_by == pytest.approx(math.sqrt(0.25 * 0.5))
    assert [is_legal(region, (4.0, y)) for y in (7.25, 7.2501)] == [True, False]
    marked = region.why_not((4.0, 7.5))
    assert [each.text for each in marked] == ["its barricade overlaps idol"]
    assert marked[0].short_by == pytest.approx(0.25)
    assert set(region.excluded) == {"on a barricade", "overlaps a marker"}
    assert region.excluded["on a barricade"].bounds == pytest.approx((6.75, 1.75, 10.25, 4.25))
    assert region.excluded["overlaps a marker"].bounds == pytest.approx((1.5, 7.25, 5.5, 8.75))
    assert region.geometry.area == pytest.approx(17.0 * 11.5 - 8.75 - region.excluded["overlaps a marker"].area)


def test_room_for_a_piece_is_looked_for_about_the_middle_first(monkeypatch: pytest.MonkeyPatch) -> None:
    region = TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, 0.0, 4.0, 2.0), 0, Disc(8.0, 5.0, 0.5, "Ash"), 5.0)
    asked: list[tuple[float, float]] = []
    monkeypatch.setattr(region, "_allows", lambda x, y: asked.append((round(x, 4), round(y, 4))))
    monkeypatch.setattr(region, "nearest", lambda where: Position(*where))
    assert region.find() == (8.0, 5.0)
    about = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    assert asked == [
        (round(8.0 + dx * away * 4.0, 4), round(5.0 + dy * away * 2.0, 4))
        for away in (0.5, 0.3, 0.7)
        for dx, dy in about
    ]


def test_room_for_a_piece_is_looked_for_on_rings_then(monkeypatch: pytest.MonkeyPatch) -> None:
    region = TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, 0.0, 4.0, 2.0), 0, Disc(8.0, 5.0, 0.5, "Ash"), 5.0)
    asked: list[tuple[float, float]] = []
    monkeypatch.setattr(region, "_allows", lambda x, y: asked.append((round(x, 4), round(y, 4))))
    assert region.nearest((8.0, 5.0)) is None
    assert asked[0] == asked[1] == (8.0, 5.0)
    first, second = asked[2:26], asked[26:50]
    assert [round(math.dist(spot, (8.0, 5.0)), 3) for spot in first] == [0.15] * 24
    assert [round(math.dist(spot, (8.0, 5.0)), 3) for spot in second] == [0.3] * 24
    assert first[0] == (8.15, 5.0)
    assert first[6] == (8.0, 5.15)
    assert len(asked) == 1 + 1 + 159 * 24
    monkeypatch.setattr(region, "nearest", lambda _where: None)
    asked.clear()
    assert region.sample(random.Random(1)) is None
    assert 400 * 0.85 < len(asked) - 24 < 400  # those thrown beside the round part of the box are not asked about
    west, south, east, north = region.within.bounds
    assert all(west <= x <= east and south <= y <= north for x, y in asked[:200])


def test_a_piece_comes_to_rest_on_the_first_ring_that_has_room_at_its_nearest_spot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    region = TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, 0.0, 4.0, 2.0), 0)
    assert region.nearest((3.00004, 4.0)) == (3.0, 4.0)
    assert region.nearest((-7.0, 5.0)) == (0.0, 5.0)
    monkeypatch.setattr(region, "_allows", lambda x, y: x > -5.0 and math.dist((x, y), (0.0, 5.0)) > 0.7)
    assert region.nearest((-7.0, 5.0)) == (-0.75, 5.0)
    assert TerrainRegion(Ruler(TABLE, PLAIN), slab(0.0, 0.0, 21.0, 2.0), 0).nearest((3.0, 3.0)) is None
    assert swept(shapely.box(0, 0, 1, 1), shapely.box(2, 3, 4, 4)).bounds == (2.0, 3.0, 5.0, 5.0)


# --- resting places ---


def spots(found: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(round(x, 6), round(y, 6)) for x, y in found]


def test_outlines_meet_where_they_do() -> None:
    assert spots(rims_meet((0.0, 0.0, 5.0), (6.0, 0.0, 5.0))) == [(3.0, 4.0), (3.0, -4.0)]
    assert spots(rims_meet((1.0, 2.0, 5.0), (1.0, 8.0, 5.0))) == [(-3.0, 5.0), (5.0, 5.0)]
    assert spots(rims_meet((0.0, 0.0, 2.0), (5.0, 0.0, 3.0))) == [(2.0, 0.0)] * 2
    assert spots(rims_meet((0.0, 0.0, 5.0), (3.0, 0.0, 2.0))) == [(5.0, 0.0)] * 2
    for other in ((5.001, 0.0, 3.0), (0.0, 0.0, 2.0), (0.5, 0.0, 1.0), (0.5, 0.0, 3.0)):
        assert spots(rims_meet((0.0, 0.0, 2.0), other)) == []


def test_the_nearest_spot_on_a_circle_is_towards_where_a_base_was_put_and_east_from_its_middle() -> None:
    assert spots([settle._nearest_on_circle((1.0, 2.0, 2.5), (4.0, 6.0))]) == [(2.5, 4.0)]
    assert spots([settle._nearest_on_circle((1.0, 2.0, 2.5), (1.0, 2.0))]) == [(3.5, 2.0)]
    assert spots([settle._nearest_on_circle((1.0, 2.0, 2.5), (1.0, 2.00004))]) == [(3.5, 2.0)]
    assert spots([settle._nearest_on_circle((1.0, 2.0, 2.5), (1.0, 2.0001))]) == [(1.0, 4.5)]
    assert spots([settle._nearest_on_circle((0.0, 0.0, 2.5), (0.0, 5e-5))]) == [(0.0, 2.5)]


def test_a_bearing_runs_from_east_once_round() -> None:
    here = Position(1.0, 1.0)
    bearings = [
        settle._bearing(here, Position(*spot)) for spot in ((2, 1), (1, 2), (0, 1), (1, 0), (2, 0.9995), (2, 0.998))
    ]
    assert bearings == pytest.approx([0.0, math.pi / 2, math.pi, 1.5 * math.pi, 0.0, 2 * math.pi - 0.002], abs=1e-6)


def test_the_edges_of_a_table_are_as_far_in_as_a_base_is_wide() -> None:
    edges = [*settle._edges_of_table(Battlefield(6.0, 4.0), 0.5)]
    assert edges == [
        ((0.5, 0.5), (5.5, 0.5)),
        ((5.5, 0.5), (5.5, 3.5)),
        ((5.5, 3.5), (0.5, 3.5)),
        ((0.5, 3.5), (0.5, 0.5)),
    ]
    assert len([*settle._edges_of_table(Battlefield(6.0, 4.0), 2.0)]) == 4
    assert len([*settle._edges_of_table(Battlefield(4.0, 6.0), 2.0)]) == 4
    assert [*settle._edges_of_table(Battlefield(6.0, 4.0), 2.0001)] == []
    assert [*settle._edges_of_table(Battlefield(4.0, 6.0), 2.0001)] == []


def test_q23_a_base_rests_beside_a_barricade_an_inch_long_and_wide() -> None:
    block = Battlefield(20.0, 12.0, (barricade((10.0, 5.0), (10.0, 6.0), width=1.0),))
    assert settle.settle(Disc(10.3, 5.5, 0.25), [], block) == (10.75, 5.5)
    assert settle.settle(Disc(10.0, 5.9, 0.25), [], block) == (10.0, 6.25)
    assert settle.settle(Disc(10.49, 5.99, 0.0), [], block) in {(10.5, 5.99), (10.49, 6.0)}


def test_q23_a_base_finds_the_one_place_on_a_table_as_wide_as_itself() -> None:
    slot = Battlefield(1.0, 12.0)
    assert settle.settle(Disc(3.0, 5.0, 0.5), [], slot) == (0.5, 5.0)
    assert settle.settle(Disc(0.5, 5.2, 0.5), [Disc(0.5, 5.0, 0.5)], slot) == (0.5, 6.0)
    with pytest.raises(settle.NowhereToStand, match="no spot on the table has room for Ash"):
        settle.settle(Disc(0.5, 0.6, 0.5, "Ash"), [Disc(0.5, 0.5, 0.75)], Battlefield(1.0, 1.0))


def test_a_barricade_without_a_name_is_named_by_its_piece_or_as_one() -> None:
    for name, piece_id, shown in (("gate", "p", "gate"), ("", "p-1", "p-1"), ("", "", "a barricade")):
        line = Barricade(((4.0, 5.0), (8.0, 5.0)), 0.5, False, name, piece_id)
        clear = ClearOfBarricades(Battlefield(20.0, 12.0, (Piece("p", barricades=(line,)),)), 0.5)
        assert clear.overlapped(6.0, 5.5) == [shown]
        region = TerrainRegion(
            Ruler(Battlefield(20.0, 12.0, (Piece("p", barricades=(line,)),)), PLAIN), bar(0.0, 3.0), 0
        )
        assert region.why_not((5.0, 5.0))[0].text == f"its barricade overlaps {shown}"


def test_a_resting_place_is_looked_for_twice_as_far_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    far: list[float] = []
    monkeypatch.setattr(settle, "_nearest_that_fits", lambda *arguments: far.append(arguments[-1]))
    for radius, first in ((1.5, 6.0), (0.25, 2.0)):
        far.clear()
        with pytest.raises(settle.NowhereToStand):
            settle.settle(Disc(3.0, 4.0, radius), [Disc(3.0, 4.0, 1.0)], Battlefield(6.0, 8.0))
        assert far[:3] == [first, 2 * first, 4 * first]
        assert far[-2] <= 15.0 + first < far[-1]


def test_a_wedge_is_searched_on_ever_wider_rings_and_then_more_finely() -> None:
    asked: list[float] = []

    def fits(x: float, y: float) -> bool:
        asked.append(round(math.dist((x, y), (5.0, 5.0)) * 1e4))
        return math.dist((x, y), (5.0, 5.0)) > 0.00995

    assert [math.hypot(*spot) for spot in settle._RING] == pytest.approx([1.0] * 32)
    turns = [math.degrees(math.atan2(y, x)) % 360.0 for x, y in settle._RING]
    assert turns == pytest.approx([11.25 * at for at in range(32)])
    found = settle._in_the_wedge((5.0, 5.0), Position(4.0, 5.0), fits)
    assert found == (4.99, 5.0)
    assert [*dict.fromkeys(each for each in asked if each in (4, 8, 16, 32, 64, 128))] == [4, 8, 16, 32, 64, 128]
    assert settle._in_the_wedge((5.0, 5.0), Position(4.0, 5.0), lambda _x, _y: False) is None
    near: list[tuple[float, float]] = []
    tried: list[tuple[float, float]] = []

    def refused(x: float, y: float) -> bool:
        near.append((x, y))
        return False

    def the_last(x: float, y: float) -> bool:
        tried.append((x, y))
        return len(tried) > 24

    settle._first_fitting([Position(5.0, 5.0), Position(4.5, 5.0)], Position(4.0, 5.0), refused)
    assert near == [(4.5, 5.0), (5.0, 5.0)]
    settle._on_lattice((5.0, 5.0), Position(4.0, 5.0), the_last)
    assert len({*tried}) == 25
    assert (min(tried), max(tried)) == ((4.9998, 4.9998), (5.0002, 5.0002))


def test_a_marker_of_a_millionth_of_an_inch_may_touch_a_barricade() -> None:
    for radius, legal in ((1e-6, True), (1.1e-6, False)):
        marker = Disc(5.0, 5.0, radius, "dot", "marker")
        region = TerrainRegion(Ruler(TABLE, PLAIN), bar(0.0, 3.0), 0, None, 0.0, "T-1", (marker,))
        assert is_legal(region, (4.0, 5.25)) is legal


def test_spots_are_drawn_from_ever_tighter_shapes_before_a_region_is_given_up() -> None:
    class Refused(Counted):
        def allows(self, x: float, y: float) -> bool:
            self.asked.append(x)
            return False

    refused = Refused(8.0)
    assert first_legal(Region(0.5, (refused,)), Region(0.5, (refused,))._random_spots(random.Random(0))) is None
    assert len(refused.asked) == 24 + 24 + 24 + 48
    refused.asked.clear()
    part = Region(0.5, (Counted(9.0),)).narrowed(refused)
    assert first_legal(part, part._random_spots(random.Random(0))) is None
    assert len(refused.asked) <= 24 + 24 + 48
    refused.asked.clear()
    outlined = Region(0.5, (refused,))
    assert outlined.geometry.is_valid
    assert outlined.is_outlined
    assert first_legal(outlined, outlined._random_spots(random.Random(0))) is None
    assert len(refused.asked) == 48


def test_the_middle_of_a_region_is_where_its_base_is_or_that_of_its_box() -> None:
    assert Region(0.5, (Counted(8.0),))._middle_spot == (4.0, 5.0)
    assert Region(0.5, (Ring(Disc(7.0, 3.0, 0.5), 2.0),))._middle_spot == (7.0, 3.0)
    assert Region(0.5, (Counted(8.0),), Disc(1.0, 2.0, 0.5))._middle_spot == (1.0, 2.0)


def test_outlines_that_decide_leave_a_margin_for_their_error_on_either_side() -> None:
    inside, outside = WithinRange(ruler(), ORIGIN, 3, 0.25)._sure_and_possible
    assert inside.bounds == pytest.approx((5.756, 5.756, 14.244, 14.244), abs=0.003)
    assert outside.bounds == pytest.approx((5.738, 5.738, 14.262, 14.262), abs=0.003)


def test_a_spot_on_the_outline_is_set_back_by_ever_more_until_it_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    region = Region(0.5, (Counted(4.0),))
    back: list[float] = []

    def inset(inches: float) -> shapely.Polygon:
        back.append(inches)
        return shapely.Polygon()

    monkeypatch.setattr(region, "_inset", inset)
    assert region.nearest((9.0, 5.0)) == (2.0, 5.0)  # of its corners and its middle the nearest, as a last resort
    assert back == [2e-4, 6e-4, 2e-3, 6e-3, 2e-2]


def test_a_range_is_first_drawn_as_on_a_bare_table_and_a_hundredth_of_an_inch_wider() -> None:
    legal, left = Region(0.25, (WithinRange(ruler(), ORIGIN, 3, 0.25),))._on_an_empty_table
    assert len(left) == 1
    for far, held in ((4.25, True), (4.255, True), (4.28, False)):
        x = 10.0 + far * math.cos(1.0)
        assert bool(shapely.contains_xy(legal, x, 10.0 + far * math.sin(1.0))) is held


def test_outside_a_range_only_terrain_and_walls_on_the_way_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    bearings: list[float] = []
    corners: list[float] = []
    exact, round_walls = every_bearing_agrees, disc_costs

    def counted(*arguments: Any) -> bool:
        bearings.append(1.0)
        return exact(*arguments)

    def counted_round_walls(*arguments: Any) -> Any:
        corners.append(1.0)
        return round_walls(*arguments)

    monkeypatch.setattr(ranges, "every_bearing_agrees", counted)
    monkeypatch.setattr(ranges, "disc_costs", counted_round_walls)
    far = wood(1.0, 1.0, 2.0, 2.0), wall((30.0, 1.0), (31.0, 1.0))
    open_ = OutsideRange(ruler(*far), ORIGIN, 3, 0.25)
    assert [open_.allows(x, 10.0) for x in (10.0, 10.75, 12.0, 14.7499, 14.75, 18.0)] == [False] * 4 + [True] * 2
    assert (bearings, corners) == ([], [])
    woody = OutsideRange(ruler(wood(11.0, 5.0, 13.0, 15.0)), ORIGIN, 3, 0.25)
    assert [woody.allows(x, 10.0) for x in (10.7, 12.0, 13.8, 14.8)] == [False, False, True, True]
    assert len(bearings) == 2
    assert corners == []
    walled = OutsideRange(ruler(wall((12.0, 0.0), (12.0, 30.0))), ORIGIN, 3, 0.25)
    assert [walled.allows(x, 10.0) for x in (11.0, 13.0, 14.8)] == [False, True, True]
    assert len(bearings) == 2
    assert len(corners) == 1


def test_a_region_whose_rough_outline_is_known_is_drawn_from_that() -> None:
    def region() -> Region:
        return Region(0.25, (OnTable(TABLE, 0.25), WithinRange(Ruler(TABLE, PLAIN), ORIGIN, 3, 0.25)))

    rough, open_ = region(), region()
    assert rough._rough_triangles is not None
    assert rough.geometry.area == pytest.approx(open_.geometry.area)
    assert "_open" not in rough.__dict__
    assert "_rough" not in open_.__dict__
    part, other = (whole.narrowed(Ring(Disc(10.0, 10.0, 0.5), 2.0)) for whole in (rough, region()))
    for each in (part, other):
        assert each._rough_triangles is not None
        assert each.geometry.area == pytest.approx(math.pi * 4.0, rel=0.1)
    assert rough.is_outlined
    assert other.whole is not None
    assert not other.whole.is_outlined
