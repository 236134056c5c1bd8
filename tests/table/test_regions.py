"""Regions as geometry: they say what the exact verdict says, in every part, and offer only legal spots."""

import math
import random

import numpy as np
import pytest
import shapely

from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import AnyOf, ClearOf, Condition, OnTable, OutsideRange, WithinRange
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.reach.exact import Sighting
from game.table.reach.fans import point_costs
from game.table.reach.reach import Reach
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Area, Piece
from tests.table.tables import crowded, move_region, ruler, threat_region, wall, wood

# Inches along an outline within which geometry and verdict may differ.
BAND = 0.006


def test_q3_a_move_in_the_open_is_a_disc_of_less_than_seven_inches() -> None:
    origin = Disc(20, 15, 0.5)
    region = Region(0.5, [WithinRange(ruler(), origin, 6, 0.5)], origin)
    assert region.geometry.area == pytest.approx(math.pi * 49, rel=1e-3)
    assert len(polygons_of(region.geometry)) == 1
    assert region.nearest((40, 15)) == pytest.approx((27, 15), abs=4e-4)


def test_g_meas_5_two_woods_beside_a_lane_leave_an_island() -> None:
    """The lane fills 9.4 degrees: a base 6.4 inches away hides in it, one at 5.5 inches shows on both sides."""
    slope = math.tan(math.radians(4.7))
    woods = []
    for side in (1, -1):
        corners = [(1.5, 1.5 * slope), (4.2, 4.2 * slope), (4.2, 3.0), (1.5, 2.0)]
        woods.append(Piece(f"wood {side}", "", (Area(tuple((20 + x, 15 + side * y) for x, y in corners)),)))
    region = Region(0.5, [WithinRange(ruler(*woods), Disc(20, 15, 0.5), 6, 0.5)])
    for x, legal in ((25.0, True), (25.5, False), (26.4, True), (27.0, False)):
        assert is_legal(region, (x, 15)) == legal
        assert bool(shapely.contains_xy(region.geometry, x, 15)) == legal
    assert len(polygons_of(region.geometry)) == 2


@pytest.mark.parametrize(("woods", "walls"), [(0, 0), (14, 0), (0, 3), (10, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_g_meas_5_geometry_and_verdict_agree_but_for_a_band_along_the_outline(
    seed: int, woods: int, walls: int
) -> None:
    measure, discs = crowded(seed, woods, fences=4, walls=walls, bases=10)
    rng = random.Random(seed)
    drawn = move_region(measure, discs, 0, 5)
    outline = drawn.geometry.boundary
    inside = 0
    for _ in range(150):
        x, y = discs[0].x + rng.uniform(-6.5, 6.5), discs[0].y + rng.uniform(-6.5, 6.5)
        verdict = is_legal(move_region(measure, discs, 0, 5), (x, y))
        inside += verdict
        assert is_legal(drawn, (x, y)) == verdict
        if shapely.distance(outline, shapely.Point(x, y)) > BAND:
            assert bool(shapely.contains_xy(drawn.geometry, x, y)) == verdict
    assert inside > 0


@pytest.mark.parametrize(("wide", "legal"), [(0.2, True), (2.0, False)])
def test_q3_a_base_around_its_origin_is_judged_in_terrain_too(wide: float, legal: bool) -> None:
    within = WithinRange(ruler(wood(9.7 - wide, 10.0 - wide, 9.7, 10.0 + wide)), Disc(10.0, 10.0, 0.3), 1, 1.5)
    assert within.allows(10.1, 10.0) == legal


def test_q3_no_line_to_a_base_has_more_terrain_than_lies_between_its_nearest_and_farthest_edge() -> None:
    rng, measure = random.Random(1), crowded(3, 14, fences=0, walls=0, bases=0)[0]
    area, tight, told = measure.area(), 0, 0
    while told < 300:
        apex, spot = ((rng.uniform(1, 21), rng.uniform(1, 15)) for _ in range(2))
        sighting = Sighting(apex, rng.choice((0.0, 0.5)), spot, 0.5, True)
        if math.dist(apex, spot) < 0.6:
            continue
        edges = sighting.edges_across(area.edges_near(0, 0, 22, 16))
        inches, terrain = sighting.lines(np.linspace(-sighting.half, sighting.half, 400), edges)
        inside = bool(shapely.intersects_xy(area.union, *apex))
        depth, most = sighting.depth(edges, inside=inside), float(terrain.max())
        assert depth >= most - 1e-9
        tight, told = tight + (depth < most + 0.5 < inches.max()), told + 1
    assert tight > 80


@pytest.mark.parametrize(("woods", "walls"), [(0, 0), (14, 0), (0, 3), (10, 2)])
def test_g_meas_5_outside_agrees_with_its_geometry_too(woods: int, walls: int) -> None:
    measure, discs = crowded(5, woods, fences=0, walls=walls, bases=3)
    rng = random.Random(5)
    for origin in discs:
        condition = OutsideRange(measure, origin, 4, 0.5)
        forbidden = condition.forbidden((-10, -10, 40, 40))
        for _ in range(120):
            x, y = origin.x + rng.uniform(-7, 7), origin.y + rng.uniform(-7, 7)
            if shapely.distance(forbidden.boundary, shapely.Point(x, y)) > BAND:
                assert condition.allows(x, y) != bool(shapely.contains_xy(forbidden, x, y))


@pytest.mark.parametrize("woods", [0, 12])
def test_g_meas_6_points_behind_walls_go_by_their_shortest_clear_line(woods: int) -> None:
    for seed in range(4):
        measure, discs = crowded(seed, woods, fences=0, walls=4, bases=1)
        reach = Reach(measure, discs[0], 6)
        rng = np.random.default_rng(seed)
        points = rng.uniform(-8, 8, (600, 2)) + np.array(discs[0][:2])
        counted = point_costs(reach.origin, measure.policy, points)
        outline, walls = reach.points.boundary, measure.walls.union
        for (x, y), cost in zip(points, counted):
            spot = shapely.Point(x, y)
            if min(outline.distance(spot), walls.distance(spot)) > BAND:
                assert bool(shapely.contains_xy(reach.points, x, y)) == (cost <= 6)
        for (x, y), cost in zip(points[:25], counted):
            assert measure.within(discs[0], Disc(x, y, 0.0), 6) == (cost <= 6)


def test_the_outline_keeps_to_a_dense_reference() -> None:
    for seed in range(3):
        measure, discs = crowded(seed, woods=14, fences=0, walls=0, bases=1)
        origin = discs[0]
        outline = Reach(measure, origin, 7).points.boundary
        bearings = np.linspace(-math.pi, math.pi, 4001)
        for bearing in bearings:
            spot = (origin.x + 9 * math.cos(bearing), origin.y + 9 * math.sin(bearing))
            ray = shapely.LineString([(origin.x, origin.y), spot])
            crossing = ray.intersection(outline)
            far = max((math.dist(origin[:2], xy) for xy in shapely.get_coordinates(crossing)), default=9.0)
            beyond, before = far - 0.5 + BAND, far - 0.5 - BAND
            costs = [_cost(measure, origin, bearing, inches) for inches in (before, beyond)]
            assert costs[0] <= 7 < costs[1] or _jumps_beside(measure, origin, bearing, (before, beyond))


def _cost(measure: Ruler, origin: Disc, bearing: float, inches: float) -> float:
    far = origin.radius + inches
    end = Disc(origin.x + far * math.cos(bearing), origin.y + far * math.sin(bearing), 0.0)
    found = measure.range(origin, end)
    return math.inf if found is None else found


def _jumps_beside(measure: Ruler, origin: Disc, bearing: float, inches: tuple[float, float]) -> bool:
    """Whether the range changes within a hair's breadth to either side."""
    beside = (bearing - 5e-4, bearing, bearing + 5e-4)
    near, far = ([_cost(measure, origin, b, i) for b in beside] for i in inches)
    return min(near) <= 7 < max(far)


@pytest.mark.parametrize("walls", [0, 2])
@pytest.mark.parametrize("seed", range(5))
def test_q4_the_nearest_spot_is_legal_and_none_sampled_is_nearer(seed: int, walls: int) -> None:
    measure, discs = crowded(seed, woods=10, fences=4, walls=walls, bases=14)
    region = move_region(measure, discs, 0, 4)
    rng = random.Random(seed)
    spots = [spot for spot in (region.sample(rng) for _ in range(80)) if spot is not None]
    assert spots
    for _ in range(12):
        x, y = rng.uniform(-2, 24), rng.uniform(-2, 18)
        found = region.nearest((x, y))
        assert found is not None
        assert is_legal(region, found)
        assert all(math.dist(found, (x, y)) <= math.dist(spot, (x, y)) + BAND for spot in spots)


def test_samples_are_legal_and_spread_over_every_part() -> None:
    """A strip of free table is cut in two by bases that touch."""
    measure = ruler(width=12, height=1.4)
    row = [Disc(6, 0.5, 0.5), Disc(6, 1.4, 0.45)]
    region = Region(0.5, [OnTable(measure.battlefield, 0.5), ClearOf(row, 0.5, "overlaps a base")])
    rng = random.Random(1)
    spots = [region.sample(rng) for _ in range(400)]
    assert len(polygons_of(region.geometry)) == 2
    assert all(spot is not None and is_legal(region, spot) for spot in spots)
    west = sum(1 for spot in spots if spot is not None and spot.x < 6)
    assert 140 < west < 260


def test_a_region_hard_to_hit_is_sampled_by_its_geometry() -> None:
    origin = Disc(20, 15, 0.5)
    crowd = [
        Disc(20 + 6 * math.cos(k / 8 * 2 * math.pi), 15 + 6 * math.sin(k / 8 * 2 * math.pi), 5.48) for k in range(8)
    ]
    region = Region(0.5, [WithinRange(ruler(), origin, 6, 0.5), ClearOf(crowd, 0.5, "overlaps a base")], origin)
    spot = region.sample(random.Random(3))
    assert spot is not None
    assert is_legal(region, spot)


def test_q23_an_empty_region_says_so() -> None:
    origin = Disc(20, 15, 0.5)
    region = Region(0.5, [WithinRange(ruler(), origin, 3, 0.5), ClearOf([Disc(20, 15, 9)], 0.5, "overlaps a base")])
    assert not region.find()
    assert region.nearest((20, 15)) is None
    assert region.sample(random.Random(1)) is None


def test_excluded_parts_are_labelled_by_cause() -> None:
    measure = ruler(wood(22, 13, 25, 17), wall((17.0, 10.0), (17.0, 20.0)))
    origin = Disc(20, 15, 0.5)
    conditions: list[Condition] = [
        OnTable(measure.battlefield, 0.5),
        ClearOf([Disc(20, 18, 0.5)], 0.5, "overlaps a base"),
        WithinRange(measure, origin, 6, 0.5),
    ]
    excluded = Region(0.5, conditions, origin).excluded
    assert set(excluded) == {"overlaps a base", "out of range", "cut off"}
    assert excluded["overlaps a base"].area == pytest.approx(math.pi, rel=5e-3)
    assert shapely.contains_xy(excluded["out of range"], 26, 15)
    assert shapely.contains_xy(excluded["cut off"], 15.5, 15)
    assert not shapely.contains_xy(excluded["cut off"], 20, 12)


def test_q3_excluded_parts_of_a_reach_round_several_origins() -> None:
    measure = ruler(wood(22, 13, 25, 17))
    either = AnyOf([WithinRange(measure, Disc(x, 15, 0.5), 4, 0.5) for x in (20, 30)])
    excluded = Region(0.5, [OnTable(measure.battlefield, 0.5), either]).excluded
    assert set(excluded) == {"out of range"}
    assert shapely.contains_xy(excluded["out of range"], 24.3, 15)
    assert not shapely.contains_xy(excluded["out of range"], 20, 25)


def test_threat_in_the_open_is_the_move_and_the_reach_together() -> None:
    measure, base = ruler(), Disc(20, 15, 0.5)
    move = Region(0.5, [WithinRange(measure, base, 4, 0.5)], base)
    assert threat_region(measure, base, move, 2).area == pytest.approx(math.pi * 8.5**2, rel=5e-3)


def test_threat_holds_the_reach_from_every_spot_but_for_the_tolerance() -> None:
    measure, discs = crowded(2, woods=8, fences=2, walls=0, bases=4)
    move = move_region(measure, discs, 0, 3)
    threat = threat_region(measure, discs[0], move, 2, tolerance=0.3)
    rng = random.Random(2)
    for _ in range(10):
        spot = move.sample(rng)
        assert spot is not None
        reach = shapely.intersection(Reach(measure, discs[0].moved_to(*spot), 2).points, measure.battlefield.table)
        missed = shapely.difference(reach, threat)
        assert shapely.buffer(missed, -0.3).is_empty


@pytest.mark.parametrize("seed", range(12))
def test_g_meas_6_what_few_rays_and_one_look_rule_out_behind_walls_no_verdict_allows(seed: int) -> None:
    rng = random.Random(seed)
    measure, discs = crowded(seed, woods=6, fences=0, walls=5, bases=1)
    origin, n = discs[0], rng.randint(4, 12)
    x, y = origin.x + rng.uniform(-6, 6), origin.y + rng.uniform(-6, 6)
    box = (x - 1.2, y - 1.2, x + 1.2, y + 1.2)
    spots = np.array([(rng.uniform(x - 1.2, x + 1.2), rng.uniform(y - 1.2, y + 1.2)) for _ in range(60)])
    for whole in (False, True):
        condition = WithinRange(measure, origin, n, 0.5, whole=whole)
        allowed = np.array([condition.allows(*spot) for spot in spots.tolist()])
        bound = condition.roughly(shapely.box(*box))
        assert not (allowed & ~shapely.intersects_xy(bound, spots)).any(), "few rays deny a legal spot"
        assert not (allowed & ~condition.could_allow(spots)).any(), "the look at all denies a legal spot"
        part, full = (Reach(measure, origin, n).centres(0.5, whole, within) for within in (box, None))
        differ = shapely.intersection(shapely.symmetric_difference(part, full), shapely.box(*box))
        assert shapely.buffer(differ, -0.005).is_empty, "an outline drawn for a box is another one"


def test_q12_ranges_of_many_discs_are_those_of_the_tape_where_it_is_straight_and_no_less_around_corners() -> None:
    measure, discs = crowded(3, woods=6, fences=0, walls=5, bases=1)
    rng = random.Random(3)
    spots = np.array([(rng.uniform(1, 21), rng.uniform(1, 15)) for _ in range(120)])
    for spot, found in zip(spots.tolist(), Reach(measure, discs[0], 60).ranges(spots, 0.5)):
        disc = Disc(spot[0], spot[1], 0.5)
        receipt, range_ = measure.measure(discs[0], disc), measure.range(discs[0], disc)
        if receipt.detour or range_ is None:
            assert found >= receipt.inches - 1.0
        else:
            assert found == range_
