"""The parts of a reach around walls, by worked numbers: origins, fans past corners, costs of spots, rough bounds."""

import math

import numpy as np
import pytest
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.reach.fans import Fan, Origin, Shadows, _sample_points, disc_costs, point_costs, polygons_of_fans, solid
from game.table.reach.reach import Reach, _with_fewer_corners, _with_neighbours, between_levels, reach_of
from game.table.shapes import Disc
from game.table.terrain.area import AreaIndex, SplitArea
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tests.table.worked import close

OPEN = AreaIndex([])
TRUE_INCHES = MeasuringPolicy(rounding="none", terrain="none")
WHOLE = MeasuringPolicy()
AT_CENTRES = MeasuringPolicy(anchor="centre")


def index(*boxes: tuple[float, float, float, float]) -> AreaIndex:
    return AreaIndex(shapely.box(*box) for box in boxes)


def origin(
    x: float = 0.0,
    y: float = 0.0,
    span: float = 0.5,
    limit: float = 9.0,
    area: AreaIndex = OPEN,
    walls: AreaIndex = OPEN,
) -> Origin:
    return Origin((x, y, span), limit, area, walls, None)


WALL = index((3, -5, 3.5, 2))


def test_an_origin_keeps_the_edges_within_its_reach() -> None:
    walls, area = index((5, -1, 6, 1), (20, 0, 21, 1)), index((-6, 0, -4, 1), (0, 9.6, 1, 12))
    found = origin(area=area, walls=walls)
    assert (len(found.walls[0]), len(found.terrain[0])) == (4, 4)
    assert len(origin(limit=4.5, walls=walls).walls[0]) == 4
    assert len(origin(limit=4.499, walls=walls).walls[0]) == 0
    assert len(origin(limit=9.1, area=area).terrain[0]) == 8
    assert len(origin(x=11.0, limit=9.0, walls=walls).walls[0]) == 8
    assert len(origin(y=-8.5, walls=index((0, 1, 1, 2))).walls[0]) == 4
    assert len(origin(y=10.5, walls=index((0, 0, 1, 1))).walls[0]) == 4


def test_an_origin_looks_all_round_and_beside_every_corner_in_reach() -> None:
    found = origin(area=index((3, 0, 5, 4)), walls=index((-5, -4, -3, 0)), limit=5.0)
    bearings = found.bearings()
    corners = [(3, 0), (5, 0), (3, 4), (-5, 0), (-3, 0), (-3, -4)]  # those at (5, 4) and (-5, -4) are too far away
    assert len(bearings) == 361 + 2 * len(corners)
    for x, y in corners:
        for aside in (-1e-6, 1e-6):
            bearing = math.remainder(math.atan2(y, x) + aside, math.tau)
            assert np.abs(bearings - bearing).min() < 1e-12
    for x, y in ((5, 4), (-5, -4)):
        assert np.abs(bearings - math.atan2(y, x)).min() > 1e-5
    assert bearings.min() >= -math.pi
    assert bearings.max() < math.pi
    assert len(origin(area=index((3, 0, 5, 4)), limit=5.5).bearings()) == 361 + 6
    assert len(origin(area=index((3, 0, 5, 4)), limit=6.0).bearings()) == 361 + 8
    seam = origin(area=index((-5, -2.5e-6, -4, 3))).bearings()
    assert np.abs(seam - (math.pi + math.atan2(0.0, 5.0) - (1e-6 - 5e-7))).min() < 1e-12  # below the corner
    assert np.abs(seam - (-math.pi + 5e-7 + 1e-6)).min() < 1e-12
    few = found.bearings((0.5, 1.0))
    assert few.min() == 0.5
    assert few.max() == 1.0
    assert len(few) == 2 + int(((bearings > 0.5) & (bearings < 1.0)).sum())
    assert close(np.sort(origin().bearings()), np.linspace(-math.pi + 5e-9, math.pi - 3e-9, 361))


@pytest.mark.parametrize(
    ("box", "window"),
    [
        ((2, 1, 4, 3), (math.atan2(1, 4) - 0.01, math.atan2(3, 2) + 0.01)),
        ((-4, 1, -2, 3), (math.atan2(3, -2) - 0.01, math.atan2(1, -4) + 0.01)),
        ((-4, -3, -2, -1), (math.atan2(-1, -4) - 0.01, math.atan2(-3, -2) + 0.01)),
        ((-4, 1e-3, -2, 3), (math.atan2(3, -2) - 0.01, math.pi)),
        ((-4, -3, -2, -1e-3), (-math.pi, math.atan2(-3, -2) + 0.01)),
        ((1, -1, 2, 1), (-math.pi / 4 - 0.01, math.pi / 4 + 0.01)),
        ((0.001, -1, 2, 1), (math.atan2(-1, 0.001) - 0.01, math.atan2(1, 0.001) + 0.01)),
        ((0, -1, 2, 1), None),
        ((-4, -1, -2, 1), None),
        ((-4, 0, -2, 1), None),
        ((-4, -1, -2, 0), None),
        ((-1, -1, 1, 1), None),
        ((-1, 1, 1, 2), (math.pi / 4 - 0.01, 3 * math.pi / 4 + 0.01)),
    ],
)
def test_the_window_of_a_box_is_what_it_is_seen_in_and_a_little_more(
    box: tuple[float, float, float, float], window: tuple[float, float] | None
) -> None:
    moved = origin(10.0, 20.0).window((box[0] + 10, box[1] + 20, box[2] + 10, box[3] + 20))
    assert moved == (None if window is None else pytest.approx(window, abs=1e-9))


def test_a_star_is_drawn_from_rim_and_rays_and_in_a_window_from_the_centre() -> None:
    scene = origin(1.0, 2.0, 0.5)
    bearings = np.array([0.0, math.pi / 2, math.pi, -math.pi / 2])
    whole = shapely.get_coordinates(scene.star(bearings, np.array([1.5, 2.5, -0.25, -9.0]), None))
    assert close(whole, [(3, 2), (1, 5), (0.75, 2), (1, 2), (3, 2)])
    part = shapely.get_coordinates(scene.star(bearings[:2], np.array([1.5, 2.5]), (0.0, 1.6)))
    assert close(part, [(1, 2), (3, 2), (1, 5), (1, 2)])


def test_rays_stop_at_walls_and_count_terrain_on_their_way() -> None:
    scene = origin(1.0, 0.0, 0.5, area=index((2, -1, 4, 1)), walls=index((5, -1, 6, 1)))
    assert scene.stops(np.array([0.0, 2.0])).tolist() == [3.5, math.inf]
    starts, ends = np.array([(1.5, 0.0), (1.5, 5.0)]), np.array([(5.5, 0.0), (5.5, 5.0)])
    assert close(scene.terrain_inches(starts, ends), [2.0, 0.0])
    assert close(scene.wall_inches(starts, ends), [0.5, 0.0])
    directions = np.array([(1.0, 0.0), (1.0, 0.0)])
    assert scene.wall_stops(starts, directions).tolist() == [3.5, math.inf]
    split = origin(1.0, 0.0, 0.5, area=SplitArea(index((2, -1, 4, 1)), index((4, -1, 5, 1))))
    assert close(split.terrain_inches(starts, ends), [2.5, 0.0])
    over = origin(5.5, 0.0, 1.0, walls=index((5, -1, 6, 1), (8, -1, 9, 1)))
    assert close(over.stops(np.array([0.0])), [1.5])


def test_only_polygons_are_solid() -> None:
    mixed = shapely.GeometryCollection([shapely.box(0, 0, 1, 1), shapely.LineString([(3, 3), (4, 4)])])
    assert solid(mixed).equals(shapely.box(0, 0, 1, 1))


HALF = math.asin(0.1)


def fan(x: float = 3.0, y: float = 4.0, span: float = 0.5, limit: float = 9.0) -> Fan:
    return Fan(origin(span=span, limit=limit), (x, y))


def test_a_fan_is_open_from_the_rim_to_the_end_of_the_range() -> None:
    assert fan().is_open
    assert close((fan()._half, fan()._middle, fan()._apart), (HALF, math.atan2(4, 3), 5.0))
    assert not fan(limit=4.5).is_open
    assert fan(limit=4.501).is_open
    assert not fan(limit=4.5)._half
    assert fan(0.3, 0.4).is_open
    assert fan(0.3, 0.4)._half == pytest.approx(math.pi / 2)
    assert not fan(0.3, 0.3999).is_open
    assert fan(0.1, 0.1)._apart == 0.5
    assert not fan(span=0.0).is_open


@pytest.mark.parametrize(
    ("first", "inner", "blocked"),
    [
        (-0.5, 1.0, True),  # the wall is behind the corner, around the fan's middle
        (math.pi - 0.5, 1.0, True),  # in front of it
        (0.5, 1.0, False),
        (-HALF, 1.0, False),  # it only begins at the fan's edge
        (-HALF - 2e-6, 1.0, True),
        (HALF - 1.0, 1.0, False),
        (HALF - 1.0 + 2e-6, 1.0, True),
        (0.5, math.pi, True),
        (0.5, 3.2, True),
        (-0.02, 0.04, False),  # the wall is narrower than the fan
    ],
)
def test_a_fan_is_blocked_where_the_wall_at_its_corner_fills_it(first: float, inner: float, blocked: bool) -> None:
    assert fan().is_blocked(first + fan()._middle, inner) is blocked
    assert fan(-4.0, 3.0).is_blocked(first + math.atan2(3, -4) - 2 * math.pi, inner) is blocked


def test_a_fan_may_meet_a_box_behind_its_corner() -> None:
    straight = fan(5.0, 0.0)
    edge = math.tan(HALF + math.asin(1.0 / 3.0)) * 3.0
    assert straight.may_meet((8 - 0.6, -0.8, 8 + 0.6, 0.8))
    assert straight.may_meet((4.5, -9, 5.5, 9))  # around the corner
    assert not straight.may_meet((1 - 0.6, -0.8, 1 + 0.6, 0.8))  # before it
    assert not straight.may_meet((4.4, 2.2, 5.6, 3.8))
    far = 9.0 - 4.5 + 1.0  # up to the range left behind the corner
    assert straight.may_meet((5 + far - 0.6, -0.8, 5 + far + 0.6, 0.8))
    assert not straight.may_meet((5 + far - 0.599, -0.8, 5 + far + 0.601, 0.8))
    for sign in (1, -1):
        turn = HALF + math.asin(1 / 3)
        x, y = 5 + 3 * math.cos(turn - 1e-6), sign * 3 * math.sin(turn - 1e-6)
        assert straight.may_meet((x - 0.6, y - 0.8, x + 0.6, y + 0.8))
        x, y = 5 + 3 * math.cos(turn + 1e-6), sign * 3 * math.sin(turn + 1e-6)
        assert not straight.may_meet((x - 0.6, y - 0.8, x + 0.6, y + 0.8))
    assert edge > 0.0
    assert straight.may_meet((4.0 - 0.6, -0.8, 4.0 + 0.6, 0.8))  # it touches the corner


def test_a_fan_to_the_west_may_meet_a_box_on_either_side_of_where_bearings_begin() -> None:
    west = fan(-5.0, 0.0)
    for y in (-0.1, 0.1):
        assert west.may_meet((-8.1, y - 0.05, -7.9, y + 0.05))
        assert not west.may_meet((-8.1, 9 * y - 0.05, -7.9, 9 * y + 0.05))


def test_rays_of_a_fan_leave_the_rim_and_pass_its_corner() -> None:
    bearings = np.array([-HALF, 0.0, 0.05])
    before, starts, directions = fan().rays(bearings)
    slant = 5 * math.cos(0.05) - math.sqrt(0.25 - (5 * math.sin(0.05)) ** 2)
    assert close(before, [math.sqrt(24.75), 4.5, slant])
    assert close(np.hypot(starts[:, 0], starts[:, 1]), [0.5] * 3)
    assert close(starts + directions * before[:, None], [(3, 4)] * 3)
    assert close(directions[1], (0.6, 0.8))
    assert fan().holds(np.array([-HALF - 2e-12, -HALF, 0.0, HALF, HALF + 5e-13, HALF + 2e-12])).tolist() == [
        False, True, True, True, True, False,
    ]  # fmt: skip


def test_a_fan_looks_along_corners_behind_and_before_it() -> None:
    middle = math.atan2(4, 3)
    ahead, behind = middle + 0.02, middle + math.pi + 0.03
    area = index((3 + 4 * math.cos(ahead), 4 + 4 * math.sin(ahead), 9, 9.4))
    walls = index(
        (
            3 + 2 * math.cos(behind) - 0.1,
            4 + 2 * math.sin(behind) - 0.1,
            3 + 2 * math.cos(behind),
            4 + 2 * math.sin(behind),
        )
    )
    found = Fan(origin(limit=12.0, area=area, walls=walls), (3.0, 4.0))
    spread = HALF * np.sin(np.linspace(-math.pi / 2, math.pi / 2, 49))
    for bearing in (*spread, 0.02 - 1e-6, 0.02 + 1e-6, 0.03 - 1e-6, 0.03 + 1e-6):
        assert np.abs(found.bearings - bearing).min() < 1e-12
    assert (np.abs(found.bearings) <= HALF).all()
    assert (np.diff(found.bearings) > 0.0).all()
    assert len(fan().bearings) == 49
    even = Fan(origin(span=3.0, limit=9.0), (3.0, 4.0)).even_bearings
    half = math.asin(0.6)
    assert len(even) == len(set(even.tolist()))
    steps = np.linspace(-half, half, int(half * 120) + 2)
    assert all(np.abs(even - step).min() < 1e-12 for step in steps)
    assert len(even) <= 49 + len(steps)
    assert len(even) >= 47 + len(steps) - 3


def test_a_fan_is_drawn_from_its_corner() -> None:
    found, bearings = fan(), np.array([-0.05, 0.0, 0.05])
    ring = shapely.get_coordinates(found.star(bearings, np.array([2.0, 2.0, 2.0])))
    turns = bearings + math.atan2(4, 3)
    rim = np.stack((3 + 2 * np.cos(turns), 4 + 2 * np.sin(turns)), axis=1)
    assert close(ring, [*rim, (3, 4), rim[0]])
    assert found.polygon(bearings, np.array([2.0, 2.0, 2.0])).area == pytest.approx(2 * 2 * math.sin(0.05))
    assert found.polygon(bearings, np.array([0.0, 1e-6, 0.0])).is_empty
    assert not found.polygon(bearings, np.array([0.0, 2e-6, 2e-6])).is_empty
    parts = found.polygon(np.array([-0.08, -0.04, 0.0, 0.04, 0.08]), np.array([2.0, 2.0, 0.0, 2.0, 2.0]))
    assert parts.area == pytest.approx(2 * 2.0 * math.sin(0.04))
    assert len(shapely.get_parts(parts)) == 2


def test_the_length_through_a_corner_is_infinite_beside_the_fan() -> None:
    found, middle = fan(), math.atan2(4, 3)
    turns = np.array([0.0, 0.05, -0.05, HALF, HALF + 1e-6, -HALF - 1e-6, math.pi])
    x, y = 3 + 2 * np.cos(turns + middle), 4 + 2 * np.sin(turns + middle)
    slant = 2 + 5 * math.cos(0.05) - math.sqrt(0.25 - (5 * math.sin(0.05)) ** 2)
    lengths = found.length_to(x, y)
    assert close(lengths[:4], [6.5, slant, slant, 2 + math.sqrt(24.75)], 1e-6)
    assert np.isinf(lengths[4:]).all()
    west = fan(-5.0, 0.0)
    assert close(west.length_to(np.array([-7.0, -7.0]), np.array([0.1, -0.1])), [6.563067] * 2, 1e-6)


def test_the_fans_of_a_wall_are_at_the_corners_it_can_be_passed_at() -> None:
    corners = [(each.x, each.y) for each in origin(walls=WALL).fans]
    assert corners == [(3.0, -5.0), (3.0, 2.0)]  # the two behind are hidden by the wall itself
    flat = [(each.x, each.y) for each in origin(walls=index((3, -0.1, 9, 0.1))).fans]
    assert flat == [(3.0, -0.1), (3.0, 0.1), (9.0, -0.1), (9.0, 0.1)]
    narrow = [(each.x, each.y) for each in origin(span=0.01, walls=index((3, -2, 9, 2))).fans]
    assert narrow == [(3.0, -2.0), (3.0, 2.0)]
    above = [(round(each.x, 9), round(each.y, 9)) for each in origin(span=2.0, walls=index((1.2, -5, 9, 5))).fans]
    assert above == [(1.2, -5.0), (1.2, -1.6), (1.2, 1.6), (1.2, 5.0)]
    assert origin().fans == []
    assert polygons_of_fans(origin(), [], paying=True) == []


def test_points_hidden_by_a_wall_are_measured_past_its_corner() -> None:
    scene = origin(walls=WALL)
    corner, middle = math.hypot(3, 2), math.atan2(2, 3)
    off, beyond = 0.46 - middle, 5.0
    spot = (3 + beyond * math.cos(0.46), 2 + beyond * math.sin(0.46))
    before = corner * math.cos(off) - math.sqrt(0.25 - (corner * math.sin(off)) ** 2)
    points = np.array([spot, (2.0, 0.0), (0.3, 0.0), (8.0, 0.0), (3.0, -5.0), (0.0, 0.0), (3.0, 9.0)])
    wanted = [before + beyond, 1.5, 0.0, math.inf, math.hypot(3, 5) - 0.5, 0.0, math.hypot(3, 9) - 0.5]
    found = point_costs(scene, TRUE_INCHES, points)
    assert np.isinf(found[3])
    assert close(np.delete(found, 3), np.delete(wanted, 3), 1e-6)
    assert point_costs(scene, WHOLE, points)[0] == math.floor(before + beyond)
    woods = origin(area=index((5, 2, 6, 9)), walls=WALL)
    assert point_costs(woods, WHOLE, points)[0] == math.floor(before + beyond) + math.floor(1 / math.cos(0.46))
    assert np.isinf(point_costs(origin(span=0.0, walls=WALL), TRUE_INCHES, points[:1])).all()
    swept = list(disc_costs(origin(), TRUE_INCHES, (5.0, 0.0, 1.0)))
    assert [len(each) for each in swept] == [32, 480 + 48 + 32 + 16 + 1]
    assert (swept[0].min(), swept[0].max()) == pytest.approx((3.5, 5.5), abs=1e-5)
    every = np.concatenate(swept)
    assert (every.min(), every.max()) == pytest.approx((3.5, 5.5), abs=1e-5)
    assert every[-1] == pytest.approx(4.5)
    assert close(next(disc_costs(origin(), TRUE_INCHES, (5.0, 0.0, 0.0))), [4.5] * 32)


def test_sample_spots_of_a_disc_are_on_rings_of_it() -> None:
    few, rest = _sample_points()
    far = np.round(np.hypot(*np.concatenate((few, rest)).T), 9).tolist()
    assert close(far, [1.0] * 512 + [0.75] * 48 + [0.5] * 32 + [0.25] * 16 + [0.0])
    assert close(few[0], (1.0, 0.0))
    assert close(few[1], (math.cos(math.tau / 32), math.sin(math.tau / 32)))
    assert close(rest[0], (math.cos(math.tau / 512), math.sin(math.tau / 512)))


def test_what_corners_bring_into_range_is_added_to_what_is_in_plain_view() -> None:
    table = Battlefield(
        40.0, 30.0, (Piece("w", barricades=(Barricade(((20.0, 5.0), (20.0, 17.0)), 0.5, True),), levels=(0,)),)
    )
    ruler = Ruler(table, WHOLE)
    base = Disc(16.0, 15.0, 0.75, "a")
    reach = Reach(ruler, base, 9)
    assert reach.walled
    assert not reach.in_the_open
    area = reach.points
    hidden = shapely.Point(24.0, 16.9)
    assert bool(shapely.contains(area, hidden)) is bool(reach.ranges(np.array([(24.0, 16.9)]), 0.0)[0] <= 9)
    assert not shapely.contains(area, shapely.Point(24.0, 10.0))
    assert area.area < math.pi * 10.75**2 - 10.0
    box = (22.0, 14.0, 27.0, 20.0)
    part = Shadows(reach.origin, reach._visible_area(reach.origin.window(box)), box)
    assert part.points.bounds[0] >= 22.0 - 0.2
    whole = Shadows(reach.origin, reach._visible_area(None)).points
    assert shapely.intersection(part.points, shapely.box(*box)).area == pytest.approx(
        shapely.intersection(whole, shapely.box(*box)).area, abs=0.02
    )
    assert Shadows(origin(), shapely.Point(0, 0).buffer(9.5)).joined(shapely.box(0, 0, 1, 1)).area == 1.0


def test_a_reach_in_the_open_is_round() -> None:
    ruler = Ruler(Battlefield(40.0, 30.0), WHOLE)
    base = Disc(20.0, 15.0, 0.75, "a")
    reach = reach_of(ruler, base, 4)
    assert (reach.span, reach.limit, reach.in_the_open) == (0.75, 5.0, True)

    def radius(shape: BaseGeometry) -> float:
        return float((shape.bounds[2] - shape.bounds[0]) / 2)

    assert radius(reach.points) == pytest.approx(5.75)
    assert len(shapely.get_coordinates(reach.points)) == 4 * 48 + 1
    assert radius(reach.centres(0.5)) == pytest.approx(5.25)
    assert radius(reach.centres(0.5, whole=False)) == pytest.approx(6.25)
    assert radius(reach.centres(0.5, whole=False, box=(0, 0, 1, 1))) == pytest.approx(6.25)
    assert radius(reach.touching(0.5)) == pytest.approx(6.25)
    assert reach.centres(5.75).is_empty
    assert not reach.centres(5.7).is_empty
    assert close(reach.ranges(np.array([(26.0, 15.0), (20.0, 20.0), (20.2, 15.0)]), 0.5), [4.0, 3.0, 0.0])
    middle = Reach(Ruler(Battlefield(40.0, 30.0), AT_CENTRES), base, 4)
    assert (middle.span, radius(middle.points), radius(middle.centres(0.5))) == (0.0, 5.0, 5.0)
    assert close(middle.ranges(np.array([(26.0, 15.0)]), 0.5), [6.0])
    assert Reach(ruler, base, 4).points.equals(reach.points)
    with pytest.raises(ValueError, match=r"level 2 is out of range of level 0"):
        between_levels(Ruler(Battlefield(9.0, 9.0), MeasuringPolicy(levels=True)), base, 2)


WOOD = Piece("wood", area=(Area(((24.0, 5.0), (26.0, 5.0), (26.0, 25.0), (24.0, 25.0))),))


def test_terrain_cuts_a_reach_at_each_whole_inch() -> None:
    ruler = Ruler(Battlefield(40.0, 30.0, (WOOD,)), WHOLE)
    reach = Reach(ruler, Disc(20.0, 15.0, 0.5, "a"), 5)
    west, south, east, north = reach.points.bounds
    # Eastwards, 3.5 inches to the wood: 1 inch in it leaves 5 in all, which is where it is filled.
    assert close((west, east), (13.5, 25.5), 0.001)
    assert close((south, north), (8.5, 21.5), 0.001)
    assert reach.centres(0.5).bounds[0] == pytest.approx(14.0, abs=0.001)
    assert reach.centres(0.5, whole=False).bounds[0] == pytest.approx(13.0, abs=0.001)
    assert reach.centres(0.5, whole=False).bounds[2] == pytest.approx(26.0, abs=0.001)
    assert reach.centres(0.5) is reach.centres(0.5)
    assert reach.touching(0.5).bounds[2] == pytest.approx(26.0, abs=0.01)
    box = (24.0, 14.0, 27.0, 16.0)
    fresh = Reach(ruler, Disc(20.0, 15.0, 0.5, "a"), 5)
    part = fresh.centres(0.5, whole=False, box=box)
    assert part.bounds[0] == 20.0  # only in the window of the box
    assert part.bounds[2] == pytest.approx(26.0, abs=0.001)
    assert fresh.centres(0.5, whole=True, box=box).bounds[2] == pytest.approx(25.0, abs=0.001)
    assert fresh._centres == {}


def test_rough_bounds_enclose_and_are_enclosed() -> None:
    ruler = Ruler(Battlefield(40.0, 30.0, (WOOD,)), WHOLE)
    reach = Reach(ruler, Disc(20.0, 15.0, 0.5, "a"), 5)
    box = (22.0, 12.0, 28.0, 18.0)
    least, most = reach.at_least(0.5, box), reach.at_most(0.5, whole=False, box=box)
    exact = reach.centres(0.5, whole=False)
    frame = shapely.box(*box)
    assert shapely.difference(least, exact).area < 1e-6
    assert shapely.difference(shapely.intersection(exact, frame), most).area < 1e-6
    gap = shapely.intersection(most, frame).area - shapely.intersection(least, frame).area
    assert 0.0 < gap < 0.5
    whole = reach.at_most(0.5, whole=True, box=box)
    assert whole is reach.at_most(0.5, whole=True, box=(0, 0, 1, 1))
    assert shapely.difference(reach.centres(0.5), whole).area < 1e-6
    assert 0.0 < whole.area - reach.centres(0.5).area < 1.5


def test_bounds_take_of_each_ray_what_its_neighbours_have() -> None:
    inches = np.array([1.0, 5.0, 2.0, 0.0])
    assert _with_neighbours(inches, None, np.maximum).tolist() == [5.0, 5.0, 5.0, 2.0]
    assert _with_neighbours(inches, (0.0, 1.0), np.maximum).tolist() == [5.0, 5.0, 5.0, 2.0]
    assert _with_neighbours(inches, None, np.minimum).tolist() == [0.0, 1.0, 0.0, 0.0]
    assert _with_neighbours(inches, (0.0, 1.0), np.minimum).tolist() == [1.0, 1.0, 0.0, 0.0]
    assert _with_neighbours(np.array([9.0, 1.0, 2.0, 3.0]), None, np.maximum).tolist() == [9.0, 9.0, 3.0, 9.0]
    bare = _with_fewer_corners(Polygon([(0, 0), (2, 0.005), (4, 0), (4, 4), (0, 4)]))
    assert len(shapely.get_coordinates(bare)) == 5
    sharp = _with_fewer_corners(Polygon([(0, 0), (2, 0.02), (4, 0), (4, 4), (0, 4)]))
    assert len(shapely.get_coordinates(sharp)) == 6
    hair = Polygon([(0, 0), (4, 0.001), (4, 0.002)])
    assert _with_fewer_corners(hair) is hair


def test_what_another_corner_brings_nearer_is_cut_out() -> None:
    scene = origin(span=1.0, limit=12.0)
    one, other = Fan(scene, (3.0, 1.0)), Fan(scene, (5.0, 1.4))
    x, y = (each.ravel() for each in np.meshgrid(np.arange(2.05, 12.0, 0.37), np.arange(-2.03, 9.0, 0.31)))
    checked = 0
    for this, that in ((one, other), (other, one)):
        strip = this.farther_than(that)
        mine, sooner = this.length_to(x, y), that.length_to(x, y)
        away = shapely.distance(shapely.boundary(strip), shapely.points(x, y))
        behind = np.hypot(x - this.x, y - this.y) < 12.0 - 0.1
        ahead = np.isfinite(mine) & behind & (away > 0.01)
        assert (shapely.contains_xy(strip, x, y)[ahead] == (sooner < mine)[ahead]).all()
        checked += int((ahead & (sooner < mine)).sum())
        assert not shapely.contains_xy(strip, x, y)[~np.isfinite(mine) & (away > 0.01)].any()
    assert checked > 20


def test_behind_walls_a_small_box_is_worked_out_alone_and_a_large_one_with_the_rest() -> None:
    wall = Piece("w", barricades=(Barricade(((20.0, 5.0), (20.0, 17.0)), 0.5, True),), levels=(0,))
    ruler = Ruler(Battlefield(40.0, 30.0, (wall,)), WHOLE)
    # The range ends 10.75 inches away; the box is widened by the radius and 0.1, which makes 2.4 in all.
    for high, kept in ((4.34, 0), (4.36, 1)):
        reach = Reach(ruler, Disc(16.0, 15.0, 0.75, "a"), 9)
        reach.centres(0.5, whole=True, box=(20.0, 14.0, 24.0, 14.0 + high))
        assert len(reach._centres) == kept
    reach = Reach(ruler, Disc(16.0, 15.0, 0.75, "a"), 9)
    reach.centres(0.5, whole=False, box=(20.0, 4.0, 34.0, 24.0))
    assert len(reach._centres) == 0


HEDGED = Piece("hedged", barricades=(Barricade(((22.0, 9.0), (22.0, 14.0)), 0.5, True),), levels=(0, 1))
COPSE = Piece("copse", area=(Area(((17.0, 17.0), (19.0, 17.0), (19.0, 20.0), (17.0, 20.0))),), levels=(0,))
ROOF = Piece("roof", area=(Area(((24.0, 13.0), (27.0, 13.0), (27.0, 16.0), (24.0, 16.0))),), levels=(1,))


@pytest.mark.parametrize("levels", [False, True])
@pytest.mark.parametrize("pieces", [(HEDGED,), (HEDGED, COPSE), (HEDGED, COPSE, ROOF), (COPSE, ROOF)])
def test_rough_bounds_are_close_to_what_they_enclose(pieces: tuple[Piece, ...], levels: bool) -> None:
    ruler = Ruler(Battlefield(40.0, 30.0, pieces), MeasuringPolicy(levels=levels))
    reach = Reach(ruler, Disc(19.0, 13.0, 0.75, "a"), 6, 1 if levels else None)
    edge, box = 0.5, (16.0, 10.0, 27.0, 19.0)
    frame = shapely.box(*box)
    for whole in (False, True):
        exact = shapely.intersection(reach.centres(edge, whole=whole), frame)
        bound = shapely.intersection(reach.at_most(edge, whole=whole, box=box), frame)
        assert shapely.difference(exact, bound).area < 1e-6
        assert bound.area - exact.area < 0.7
    least = shapely.intersection(reach.at_least(edge, box), frame)
    exact = shapely.intersection(reach.centres(edge, whole=False), frame)
    assert shapely.difference(least, exact).area < 1e-3
    assert exact.area - least.area < (6.0 if HEDGED in pieces else 0.4)  # what lies round corners is left out
    part = Reach(ruler, Disc(19.0, 13.0, 0.75, "a"), 6, 1 if levels else None).centres(edge, whole=False, box=box)
    assert shapely.symmetric_difference(shapely.intersection(part, frame), exact).area < 0.02
    touching = reach.touching(edge)
    assert shapely.difference(exact, shapely.buffer(touching, 1e-3)).area < 1e-3
