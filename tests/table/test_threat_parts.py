"""The parts of threats by worked numbers: outlines of grids, many strikes at once, counts of who reaches a spot."""

import math

import numpy as np
import pytest
import shapely

from game.table.lattice import Position
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import OnTable, WithinRange
from game.table.placing.region import Region
from game.table.reach.rays import Numbers
from game.table.shapes import Disc
from game.table.terrain.area import Floats
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from game.table.threat import threat_region
from game.table.threat.onward import along
from game.table.threat.threat_map import Approach, Fringe, Strike, Threat, ThreatMap, by_count, strike_of, strikes_of
from game.table.threat.threat_region import (
    Change,
    Flags,
    StrikerSearch,
    Strikes,
    Struck,
    _inches_to_disc,
    contour,
    in_the_open,
    inside_of,
    nodes_inside,
    outline_of,
    without_holes,
)
from tests.table.worked import close

TABLE = Battlefield(40.0, 30.0)
OPEN = Ruler(TABLE, MeasuringPolicy())
WOOD = Piece("wood", area=(Area(((20.0, 0.0), (22.0, 0.0), (22.0, 30.0), (20.0, 30.0))),))
WOODED = Ruler(Battlefield(40.0, 30.0, (WOOD,)), MeasuringPolicy())
WALL = Piece("wall", barricades=(Barricade(((20.25, 0.0), (20.25, 17.0)), 0.5, True),), levels=(0,))
WALLED = Ruler(Battlefield(40.0, 30.0, (WALL,)), MeasuringPolicy())


def drawn(rows: list[str], answer: bool = True, step: float = 2.0) -> tuple[shapely.Polygon, list[tuple[float, ...]]]:
    """The outline of a picture, the northern row first, and what was asked: a point and the outer node beside it."""
    inside = np.array([[sign == "#" for sign in row] for row in rows[::-1]]).T
    asked: list[tuple[float, ...]] = []

    def ask(points: Floats, columns: Numbers, outer: Numbers) -> Flags:
        asked.extend(zip(*points.T.tolist(), columns.tolist(), outer.tolist(), strict=True))
        return np.full(len(points), answer)

    return contour(inside, (10.0, 20.0), step, ask), asked  # type: ignore[return-value]


def test_one_node_is_drawn_as_a_diamond_by_what_is_asked_half_way() -> None:
    rows = ["....", "..#.", "....", "...."]
    shape, asked = drawn(rows)
    # Node [2, 2] is at (14, 24): the answers put the outline three quarters of a step away.
    assert shape.equals(shapely.Polygon([(12.5, 24), (14, 22.5), (15.5, 24), (14, 25.5)]))
    assert sorted(asked) == [(13.0, 24.0, 1, 2), (14.0, 23.0, 2, 1), (14.0, 25.0, 2, 3), (15.0, 24.0, 3, 2)]
    small, _asked = drawn(rows, answer=False)
    assert small.equals(shapely.Polygon([(13.5, 24), (14, 23.5), (14.5, 24), (14, 24.5)]))
    assert drawn(["...", "...", "..."])[0].is_empty


@pytest.mark.parametrize(
    ("rows", "area", "parts", "holes"),
    [
        (["....", ".##.", ".##.", "...."], None, 1, 0),
        (["....", ".#..", "..#.", "...."], 2 * 4.5, 2, 0),
        (["....", "..#.", ".#..", "...."], 2 * 4.5, 2, 0),
        ([".....", ".###.", ".#.#.", ".###.", "....."], None, 1, 1),
        (["......", ".##...", ".##...", "....#.", "......"], None, 2, 0),
    ],
)
def test_corners_of_neighbouring_nodes_are_joined_and_those_of_a_saddle_kept_apart(
    rows: list[str], area: float | None, parts: int, holes: int
) -> None:
    shape, _asked = drawn(rows)
    found = shapely.get_parts(shape)
    assert len(found) == parts
    assert sum(len(each.interiors) for each in found) == holes
    if area:
        assert shape.area == pytest.approx(area)
    count = sum(row.count("#") for row in rows)
    nodes = shapely.points([
        (10.0 + 2.0 * column, 20.0 + 2.0 * row)
        for row, signs in enumerate(rows[::-1]) for column, sign in enumerate(signs) if sign == "#"
    ])  # fmt: skip
    assert shapely.contains(shape, nodes).sum() == count


def test_a_block_of_nodes_reaches_three_quarters_of_a_step_beyond_them() -> None:
    shape, asked = drawn(["....", ".##.", ".##.", "...."])
    assert shape.bounds == (10.5, 20.5, 15.5, 25.5)
    assert shape.area == pytest.approx(5.0 * 5.0 - 4 * 0.5 * 1.5 * 1.5)
    assert len(asked) == 8
    wide, _asked = drawn(["......", ".###..", "......"])
    assert wide.bounds == (10.5, 20.5, 17.5, 23.5)


def test_nodes_of_a_grid_lie_inside_of_areas() -> None:
    area = shapely.union_all([shapely.box(1.5, 0.5, 4.5, 3.5), shapely.box(6.5, 2.5, 8.5, 6.5)])
    holed = shapely.difference(area, shapely.box(2.6, 1.6, 3.4, 2.4))
    found = nodes_inside(holed, (-1.0, 0.0), 0.5, (22, 12))
    assert found.shape == (22, 12)
    columns, rows = np.meshgrid(np.arange(22), np.arange(12), indexing="ij")
    # No node lies on an outline here but those at x or y = 1.5 and so on: these are left out.
    x, y = -1.0 + 0.5 * columns + 0.01, 0.5 * rows + 0.01
    moved = nodes_inside(shapely.affinity.translate(holed, -0.01, -0.01), (-1.0, 0.0), 0.5, (22, 12))
    assert (moved == shapely.contains_xy(holed, x, y)).all()
    assert moved.sum() == shapely.contains_xy(holed, x, y).sum() > 20
    outside = nodes_inside(shapely.box(-9.0, -9.0, 99.0, 99.0), (-1.0, 0.0), 0.5, (22, 12))
    assert outside.all()
    assert not nodes_inside(shapely.box(-9.0, -9.0, -2.0, 99.0), (-1.0, 0.0), 0.5, (22, 12)).any()
    assert not nodes_inside(shapely.box(30.0, -9.0, 40.0, 99.0), (-1.0, 0.0), 0.5, (22, 12)).any()
    slanted = nodes_inside(shapely.Polygon([(0.1, 0.1), (8.1, 1.1), (3.1, 5.1)]), (0.0, 0.0), 1.0, (10, 7))
    x, y = np.meshgrid(np.arange(10.0), np.arange(7.0), indexing="ij")
    assert (slanted == shapely.contains_xy(shapely.Polygon([(0.1, 0.1), (8.1, 1.1), (3.1, 5.1)]), x, y)).all()


def judged(strikes: Strikes, *pairs: tuple[float, float, float, float]) -> list[tuple[bool, float]]:
    rows = np.array(pairs)
    struck, excess = strikes.judge(rows[:, :2], rows[:, 2:])
    return [(bool(one), round(float(other), 5)) for one, other in zip(struck, excess, strict=True)]


def test_strikes_are_measured_from_rim_to_rim_with_terrain_between() -> None:
    strikes = Strikes(WOODED, Disc(0.0, 0.0, 0.5), 5)
    assert (strikes.span, strikes.girth, strikes.limit, strikes.reach) == (0.5, 0.0, 6.0, 6.5)
    assert (strikes.uneven, strikes.walled) == (False, False)
    assert strikes.least_hole == pytest.approx(math.pi)
    found = judged(
        strikes,
        (10.0, 5.0, 16.49, 5.0),
        (10.0, 5.0, 16.5, 5.0),
        (18.0, 5.0, 22.5, 5.0),  # 4 inches, 2 of them in the wood
        (18.5, 5.0, 22.5, 5.0),  # 3.5 inches
        (19.0, 5.0, 22.5, 5.0),
        (10.0, 5.0, 10.2, 5.0),  # within its own base
        (10.0, 5.0, 10.0, 5.0),
        (21.0, 5.0, 21.4, 5.0),
    )
    assert found == [
        (True, -1.0), (False, 0.0), (False, 0.0), (True, -1.0), (True, -1.0), (True, -6.0), (True, -6.0), (True, -6.0),
    ]  # fmt: skip
    wide = Strikes(WOODED, Disc(0.0, 0.0, 0.5), 5, 1.0)
    assert (wide.girth, wide.reach) == (1.0, 7.5)
    assert judged(wide, (10.0, 5.0, 17.49, 5.0), (10.0, 5.0, 17.5, 5.0), (18.0, 5.0, 23.5, 5.0)) == [
        (True, -1.0), (False, 0.0), (False, 0.0),
    ]  # fmt: skip
    centres = Strikes(Ruler(TABLE, MeasuringPolicy(anchor="centre")), Disc(0.0, 0.0, 0.5), 5, 1.0)
    assert (centres.span, centres.girth, centres.reach) == (0.0, 0.0, 6.0)


def test_strikes_go_round_the_corners_of_walls() -> None:
    strikes = Strikes(WALLED, Disc(0.0, 0.0, 0.5), 9)
    assert (strikes.walled, strikes.least_hole) == (True, 0.0)
    # From (17, 15) over the corner (20, 17), a little steeper than the line from the centre would be.
    slope, far = math.atan2(2.0, 3.0) - 0.1, math.sqrt(13.0)
    target = np.array((20.0, 17.0)) + 3.0 * np.array((math.cos(slope), math.sin(slope)))
    inches = 3.0 + far * math.cos(0.1) - math.sqrt(0.25 - (far * math.sin(0.1)) ** 2)
    (reached, excess), (blocked, never) = judged(strikes, (17.0, 15.0, *target), (17.0, 15.0, 23.5, 12.0))
    assert (reached, excess) == (True, math.floor(inches) - 10.0)
    assert (blocked, never) == (False, math.inf)
    for n, struck in ((6, True), (5, False), (2, False)):
        near = Strikes(WALLED, Disc(0.0, 0.0, 0.5), n).judge(np.array([(17.0, 15.0)]), target[None])
        assert near[0].tolist() == [struck]
    assert Strikes(WALLED, Disc(0.0, 0.0, 0.5), 2).judge(np.array([(17.0, 15.0)]), target[None])[0].tolist() == [False]


def test_where_a_ray_first_meets_a_disc() -> None:
    middle = np.array([(5.0, 0.0), (5.0, 3.0), (5.0, 3.1), (-5.0, 0.0), (5.0, -2.0), (2.0, 0.0)])
    unit = np.tile((1.0, 0.0), (6, 1))
    found = _inches_to_disc(middle, unit, 3.0)
    assert close(found[[0, 1, 4]], (2.0, 5.0, 5.0 - math.sqrt(5.0)))
    assert np.isnan(found[[2, 3, 5]]).all()


def test_spots_along_an_outline_have_every_corner_and_look_outwards() -> None:
    ring = shapely.box(0.0, 0.0, 4.0, 2.0).difference(shapely.box(1.0, 0.5, 3.0, 1.5))
    spots, out = outline_of(ring, 1.0)
    assert len(spots) == 12 + 6
    at = {(x, y): (round(u, 6), round(v, 6)) for (x, y), (u, v) in zip(spots.tolist(), out.tolist(), strict=True)}
    half = round(math.sqrt(0.5), 6)
    assert at[(2.0, 0.0)] == (0.0, -1.0)
    assert at[(4.0, 1.0)] == (1.0, 0.0)
    assert at[(0.0, 1.0)] == (-1.0, 0.0)
    assert at[(4.0, 2.0)] == (half, half)
    assert at[(2.0, 0.5)] == (0.0, 1.0)  # into the hole
    assert at[(2.0, 1.5)] == (0.0, -1.0)
    assert outline_of(shapely.Polygon(), 1.0)[0].shape == (0, 2)
    assert len(outline_of(shapely.Polygon([(0, 0), (0.5, 0), (0, 0.5)]), 9.0)[0]) == 3


def test_spots_inside_a_region_are_on_a_grid() -> None:
    found = inside_of(shapely.Polygon([(1.0, 2.0), (3.0, 2.0), (3.0, 4.0)]), 0.5)
    assert sorted(found.tolist()) == [[2.0, 2.5], [2.5, 2.5], [2.5, 3.0]]
    assert inside_of(shapely.Polygon(), 0.5).shape == (0, 2)


def test_small_holes_are_filled() -> None:
    two = shapely.box(0, 0, 9, 9).difference(shapely.union_all([shapely.box(1, 1, 2, 2), shapely.box(4, 4, 6, 6)]))
    apart = shapely.union_all([two, shapely.box(20, 0, 24, 4).difference(shapely.box(21, 1, 22, 2))])
    assert without_holes(two, 1.0).area == 77.0
    assert without_holes(two, 0.999) is two
    assert without_holes(two, 4.0).area == 81.0
    assert without_holes(two, 0.0) is two
    assert without_holes(apart, 1.0).area == 77.0 + 16.0
    assert without_holes(apart, 9.0).area == 81.0 + 16.0
    solid = shapely.box(0, 0, 1, 1)
    assert without_holes(solid, 9.0) is solid


def test_levels_count_how_many_cover_each_spot() -> None:
    a, b, c = shapely.box(0, 0, 4, 4), shapely.box(2, 0, 6, 4), shapely.box(3, 0, 4, 4)
    assert [each.area for each in by_count([a, b, c], 3)] == pytest.approx([4 * 4.0, 4 * 1.0, 4 * 1.0])
    assert [each.area for each in by_count([a, b, c], 2)] == pytest.approx([16.0, 8.0])
    assert [each.is_empty for each in by_count([a], 3)] == [False, True, True]
    assert [each.is_empty for each in by_count([], 2)] == [True, True]


def region(x: float, y: float, inches: float, radius: float = 0.5) -> Region:
    """Where a base at a spot may move, all of it within so many inches."""
    return Region(radius, (OnTable(TABLE, radius), WithinRange(OPEN, Disc(x, y, radius), inches, radius)))


def threat(name: str, x: float, y: float, n: float = 1.0, **more: object) -> Threat:
    base = Disc(x, y, 0.5, name)
    return Threat(name, name.title(), base, n, (Approach(base, region(x, y, 3.0)),), OPEN, **more)  # type: ignore[arg-type]


def test_the_strike_on_a_target_is_from_the_nearest_spot() -> None:
    here = threat("wick", 10.0, 10.0, rule="R-1", verb="shoot")
    assert strike_of(here, Disc(12.9, 10.0, 0.5)) == Strike(
        "wick", "Wick", True, Position(10.0, 10.0), 0.0, "shoot", "R-1"
    )
    moved = strike_of(here, Disc(15.0, 10.0, 0.5))
    assert moved is not None
    assert (moved.already, moved.spot.y) == (False, 10.0)
    assert moved.inches == pytest.approx(2.0, abs=2e-4)
    assert moved.spot.x == pytest.approx(12.0, abs=2e-4)
    assert strike_of(here, Disc(16.9, 10.0, 0.5)) is not None
    assert strike_of(here, Disc(19.0, 10.0, 0.5)) is None
    assert strikes_of(here, Disc(19.0, 10.0, 0.5)) == ()
    assert len(strikes_of(here, Disc(12.0, 10.0, 0.5))) == 1
    own = Strike("wick", "Wick", False, Position(1.0, 1.0), 2.0)
    assert strikes_of(threat("wick", 10.0, 10.0, measured=lambda _target: [own]), Disc(39.0, 1.0, 0.5)) == [own]
    both = Threat(
        "w",
        "W",
        here.base,
        1.0,
        (Approach(here.base, region(10.0, 10.0, 3.0)), Approach(here.base, region(10.0, 10.0, 6.0))),
        OPEN,
    )
    assert strike_of(both, Disc(15.0, 10.0, 0.5)).inches == pytest.approx(2.0, abs=2e-4)  # type: ignore[union-attr]


def test_a_strike_is_put_into_words() -> None:
    at = Position(0.0, 0.0)
    assert Strike("a", "Ash", True, at, 0.0).text == "Ash: already in reach"
    assert (
        Strike("a", "Ash", False, at, 2.25, needs=5, chance=0.5).text == "Ash: could strike after a move, 50% (needs 5)"
    )
    assert Strike("a", "Ash", False, at, 2.0).text.startswith("Ash: could move 2")


def test_a_map_of_threats_knows_who_reaches_a_spot() -> None:
    found = ThreatMap()
    assert (found.version, found.level, found.tolerance, found.is_exact) == (0, 0, 0.1, True)
    ash, wick = threat("ash", 10.0, 10.0), threat("wick", 16.0, 10.0)
    found.update([ash, wick])
    assert (found.version, found.is_exact) == (1, False)
    found.update([ash, wick])
    assert found.version == 1
    steps = list(found.steps())
    assert steps == ["coarse", "ends", "exact", "ends", "exact"]
    assert (found.version, found.is_exact) == (5, True)
    assert list(found.steps()) == ["coarse"]
    assert found.version == 5
    # A move of 3 inches in all (less than 4, with its base), and a range of 1 from rim to rim.
    west, south, east, north = found.region("ash").bounds
    assert close((west, south, east, north), (10.0 - 6.0, 4.0, 16.0, 16.0), 0.6)
    assert found.over(9.0, 10.0) == ["ash"]
    assert found.over(13.0, 10.0) == ["ash", "wick"]
    assert found.over(13.0, 10.0, frozenset({"ash"})) == ["wick"]
    assert found.over(30.0, 10.0) == []
    one, two, three = found.levels()
    assert two.contains(shapely.Point(13.0, 10.0))
    assert three.is_empty
    assert one.contains(shapely.Point(8.0, 10.0))
    assert found.levels() is found.levels()
    assert [each.is_empty for each in found.levels(frozenset({"ash"}), 2)] == [False, True]
    assert len(found.levels(most=1)) == 1
    target = Disc(14.0, 10.0, 0.5)
    assert [each.id for each in found.strikes(target)] == ["wick", "ash"]
    assert [each.id for each in found.strikes(target, frozenset({"wick"}))] == ["ash"]
    found.update([ash])
    assert (found.version, found.over(13.0, 10.0)) == (6, ["ash"])
    found.update([ash], level=1)
    assert (found.version, found.level) == (7, 1)
    assert found.region("ash").is_empty


def test_the_quick_threats_are_worked_out_first_and_what_moved_anew() -> None:
    far, near = threat("far", 10.0, 10.0, 4.0), threat("near", 26.0, 10.0, 0.0)
    found = ThreatMap()
    found.update([far, near])
    steps = found.steps()
    while next(steps) != "exact":
        pass
    assert [found._entries[name].exact for name in ("far", "near")] == [False, True]
    found.finish()
    moved = threat("near", 27.0, 10.0, 0.0)
    version = found.version
    found.update([far, moved])
    assert found.version == version + 1
    assert found.region("near").is_empty
    assert not found.region("far").is_empty
    assert found.finish() is found
    found.update([far, threat("near", 27.0, 10.0, 1.0)])
    assert found.region("near").is_empty  # another range: nothing of the old one is of use
    farther = threat("far", 10.0, 10.0, 4.0)
    longer = Threat("far", "Far", farther.base, 4.0, (Approach(farther.base, region(10.0, 10.0, 5.0)),), OPEN)
    before = found.region("far")
    found.update([longer])
    assert found.region("far") is before  # until it is known better
    found.finish()
    assert found.region("far").area > before.area + 10.0


def test_lesser_chances_come_last_and_join_by_their_text() -> None:
    half = [Fringe("50%", shapely.box(0, 0, 2, 2)), Fringe("20%", shapely.box(0, 0, 3, 3))]
    ash = threat("ash", 10.0, 10.0, fringes=lambda: half)
    wick = threat("wick", 16.0, 10.0, fringes=lambda: [Fringe("50%", shapely.box(5, 0, 6, 1))])
    found = ThreatMap()
    found.update([ash, wick, threat("elm", 30.0, 10.0)])
    assert found.fringes() == []
    assert list(found.steps())[-3:] == ["regions", "fringes", "fringes"]
    assert [(each.text, each.area.area) for each in found.fringes()] == [("50%", 5.0), ("20%", 9.0)]
    assert [(each.text, each.area.area) for each in found.fringes(frozenset({"ash"}))] == [("50%", 1.0)]
    version = found.version
    assert list(found.steps()) == ["coarse"]
    assert found.version == version


def test_a_struck_region_in_the_open_is_the_ends_grown() -> None:
    base, ends = Disc(10.0, 10.0, 0.5), shapely.box(10.0, 10.0, 12.0, 14.0)
    struck = Struck.of(OPEN, base, ends, 2)
    # In range 2 is what is less than 3 inches from the rim.
    assert struck.region.area == pytest.approx(8.0 + 12.0 * 3.5 + math.pi * 3.5**2, rel=0.004)
    assert close(struck.region.bounds, (6.5, 6.5, 15.5, 17.5))
    assert struck.missed.is_empty
    assert struck.grid is None
    assert Struck.of(OPEN, base, shapely.Polygon(), 2).region.is_empty
    wide = Struck.of(OPEN, base, ends, 2, girth=1.0)
    assert close(wide.region.bounds, (5.5, 5.5, 16.5, 18.5))
    assert close(in_the_open(OPEN, shapely.box(0, 0, 1, 1), 2.0).bounds, (0.0, 0.0, 3.0, 3.0))
    assert close(in_the_open(OPEN, shapely.box(39, 29, 40, 30), 2.0).bounds, (37.0, 27.0, 40.0, 30.0))
    again = Struck.of(OPEN, base, ends, 2, before=struck)
    assert again.region.equals(struck.region)


def test_behind_terrain_a_struck_region_is_cut_within_the_tolerance() -> None:
    base, ends = Disc(16.0, 15.0, 0.5), shapely.box(16.0, 13.0, 17.0, 17.0)
    struck = Struck.of(WOODED, base, ends, 5, 0.05)
    assert struck.grid is not None
    row = shapely.intersection(struck.region, shapely.LineString([(0, 15), (40, 15)]))
    # From x = 17 the rim is at 17.5: 5 inches with 2.0 of them in the wood are too much, with 1.99 not.
    assert row.bounds[2] == pytest.approx(22.0, abs=0.1)
    assert row.bounds[0] == pytest.approx(9.5, abs=0.1)
    same = Struck.of(WOODED, base, ends, 5, 0.05, before=struck)
    assert same is struck
    more = shapely.box(16.0, 13.0, 18.0, 17.0)
    grown, fresh = Struck.of(WOODED, base, more, 5, 0.05, before=struck), Struck.of(WOODED, base, more, 5, 0.05)
    assert shapely.symmetric_difference(grown.region, fresh.region).area < 0.15
    fewer = shapely.box(16.0, 13.0, 16.5, 17.0)
    shrunk, anew = Struck.of(WOODED, base, fewer, 5, 0.05, before=struck), Struck.of(WOODED, base, fewer, 5, 0.05)
    assert shapely.symmetric_difference(shrunk.region, anew.region).area < 0.15
    near = shapely.box(21.0, 14.0, 24.0, 16.0)
    within = Struck.of(WOODED, base, ends, 5, 0.05, within=near)
    assert within.missed.bounds[0] >= 20.8
    assert within.missed.bounds[1] >= 13.8


def test_spots_search_along_the_outline_for_one_that_strikes() -> None:
    strikes = Strikes(WOODED, Disc(0.0, 0.0, 0.5), 5)
    search = StrikerSearch(strikes, shapely.box(16.0, 13.0, 17.0, 17.0))
    targets = np.array([(20.0, 15.0), (22.4, 15.0), (30.0, 15.0), (10.0, 14.0), (21.9, 18.0), (22.6, 15.0)])
    found, excess = search.strikers(targets)
    assert (found >= 0).tolist() == [True, False, False, True, True, False]
    for target, spot in zip(targets[found >= 0], search.spots[found[found >= 0]], strict=True):
        assert strikes.judge(spot[None], target[None])[0].all()
    assert excess[2] == math.inf
    assert 0.0 <= excess[1] < 0.1
    assert excess[0] == 0.0
    empty = StrikerSearch(strikes, shapely.Polygon())
    assert empty.strikers(targets)[0].tolist() == [-1] * 6
    # One spot for each square of half an inch, the nearest to its middle.
    near = search.spots[search._nearest(np.array([(20.1, 15.1), (20.4, 15.3), (10.1, 20.1)]))]
    assert close(near[0], near[1])
    assert near[0][0] == 17.0
    assert abs(near[0][1] - 15.25) <= 0.06
    assert near[2].tolist() == [16.0, 17.0]


def test_strips_that_come_and_go_count_only_if_they_are_wide() -> None:
    box = shapely.box(0.0, 0.0, 4.0, 4.0)
    assert threat_region._added_parts(box, shapely.box(0.0, 0.0, 4.018, 4.0)).is_empty
    assert threat_region._added_parts(box, shapely.box(0.0, 0.0, 4.05, 4.0)).area == pytest.approx(0.2)
    assert threat_region._added_parts(shapely.box(0.0, 0.0, 9.0, 9.0), box).is_empty
    assert Change().come.is_empty
    assert threat_region._simplified(shapely.Polygon([(0, 0), (2, 0.01), (4, 0), (4, 4)])).equals(
        shapely.Polygon([(0, 0), (4, 0), (4, 4)])
    )
    slit = threat_region._simplified(shapely.Polygon([(0, 0), (4, 0.001), (4, 0.002)]))
    assert 4.0 * 0.0075 * 0.9 < slit.area < 4.01 * 0.0095
    grown = threat_region._grown(box, 2.0)
    assert 16.0 + 32.0 + 4 * math.pi - 0.15 < grown.area < 16.0 + 32.0 + 4 * math.pi
    ring = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 5, 5))
    assert threat_region._with_holes_filled(ring, 2.0).area == 81.0
    assert threat_region._with_holes_filled(ring, 1.0).area == 77.0


def test_points_along_the_rims_of_an_area_lie_close_enough() -> None:
    found = along(shapely.box(0.0, 0.0, 4.0, 3.0))
    assert len(found) == 3 + 3 + 2 + 2
    assert {(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0), (0.0, 1.5)} <= {(x, y) for x, y in found.tolist()}
    bent = along(shapely.Polygon([(0, 0), (1, 0.09), (2, 0), (2, 1), (0, 1)]))
    assert (1.0, 0.09) not in {(x, y) for x, y in bent.tolist()}
    assert (1.0, 0.11) in {
        (x, y) for x, y in along(shapely.Polygon([(0, 0), (1, 0.11), (2, 0), (2, 1), (0, 1)])).tolist()
    }


def test_spots_are_tried_that_are_near_enough_and_do_not_face_away() -> None:
    strikes = Strikes(WOODED, Disc(0.0, 0.0, 0.5), 5)
    search = StrikerSearch(strikes, shapely.box(16.0, 13.0, 17.0, 17.0))
    every = np.arange(len(search.spots))
    (east,) = np.flatnonzero((search.spots == (17.0, 15.0)).all(axis=1))

    def tried(x: float, y: float) -> list[int]:
        return [int(each) for each in search._pairs_worth_testing(np.array([(x, y)]), every)[1]]

    assert tried(23.5, 15.0) == []  # as far as the reach, which is just too far
    assert tried(23.4999, 15.0) == [east]
    assert east in tried(15.1, 15.0)
    assert east not in tried(15.0, 15.0)  # it faces away by more than 0.3 of the reach
    assert len(search.spots) == 2 * 34 + 2 * 9


def test_spots_are_judged_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    strikes = Strikes(WOODED, Disc(0.0, 0.0, 0.5), 5)
    search = StrikerSearch(strikes, shapely.box(16.0, 13.0, 17.0, 17.0))
    targets = np.stack((np.linspace(18.0, 23.4, 40), np.full(40, 15.0)), axis=1)
    whole = search.strikers(targets)
    sizes: list[int] = []
    judge = strikes.judge

    def counted(ends: Floats, aims: Floats) -> tuple[Flags, Floats]:
        sizes.append(len(ends))
        return judge(ends, aims)

    monkeypatch.setattr(strikes, "judge", counted)
    monkeypatch.setattr(threat_region, "_AT_ONCE", 100)
    parts = search.strikers(targets)
    assert (whole[0] == parts[0]).all()
    assert (whole[1] == parts[1]).all()
    assert max(sizes) == 100
    assert sizes[0] == 40  # the nearest spots first: most targets need no other
    assert sum(sizes) < 40 * len(search.spots) / 2


def test_a_grid_covers_the_table_and_a_little_more() -> None:
    search = StrikerSearch(Strikes(WOODED, Disc(0.0, 0.0, 0.5), 5), shapely.box(16.0, 13.0, 17.0, 17.0))
    grid = threat_region.StrikeGrid(search, WOODED, 0.5)
    step = 0.5 * math.sqrt(2.0)
    assert (grid.step, grid.origin) == (step, (-2 * step, -2 * step))
    assert grid.shape == (2 * math.ceil(20 / step) + 6, 2 * math.ceil(15 / step) + 6)
    assert close(grid.at(np.array([2, 5]), np.array([2, 4])), [(0.0, 0.0), (3 * step, 2 * step)])
    grid.look(shapely.box(18.0, 12.0, 24.0, 18.0))
    inside = np.argwhere(grid.queried)
    spots = grid.at(*inside.T)
    assert len(spots) == pytest.approx(36.0 / step**2, rel=0.2)
    assert ((spots > (17.99, 11.99)) & (spots < (24.01, 18.01))).all()
    near = [shapely.distance(search.ends, shapely.Point(*spot)) for spot in spots.tolist()]
    struck = grid.struck[grid.queried]
    assert struck[np.array(near) < 3.0].all()
    assert not struck[np.array(near) >= 5.5].any()
    for (column, row), spot in zip(inside[struck].tolist(), spots[struck], strict=True):
        striker = grid.spots[grid.striker[column, row]]
        assert search.strikes.judge(striker[None], spot[None])[0].all()


def test_after_a_change_only_what_it_may_alter_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    base, ends, judged_pairs = Disc(16.0, 15.0, 0.5), shapely.box(16.0, 13.0, 17.0, 17.0), [0]
    judge = Strikes.judge

    def counted(self: Strikes, one: Floats, other: Floats) -> tuple[Flags, Floats]:
        judged_pairs[0] += len(one)
        return judge(self, one, other)

    monkeypatch.setattr(Strikes, "judge", counted)

    def pairs(to: shapely.Polygon, before: Struck | None) -> int:
        judged_pairs[0] = 0
        Struck.of(WOODED, base, to, 5, 0.2, before=before)
        return judged_pairs[0]

    struck = Struck.of(WOODED, base, ends, 5, 0.2)
    assert pairs(ends, struck) == 0
    assert pairs(shapely.box(16.0, 13.0, 17.01, 17.0), struck) == 0  # too narrow a strip to count
    for changed in (shapely.box(16.0, 13.0, 17.0, 17.1), shapely.box(16.0, 13.0, 17.0, 16.9)):
        assert 0 < pairs(changed, struck) < pairs(changed, None) / 1.5
