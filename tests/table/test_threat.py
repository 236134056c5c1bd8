"""Threat regions against brute force: every spot of a dense sample of ends, measured point by point."""

import math

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import OnTable, WithinRange
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.reach.fans import point_costs
from game.table.reach.reach import Reach, between_levels
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.threat.threat_map import Approach, Threat, ThreatMap, strike_of
from game.table.threat.threat_region import Struck
from tests.samples import some
from tests.table.tables import crowded, move_region, ruler, threat_region, wood

Points = NDArray[np.float64]
TOLERANCE = 0.1
_TURNS = np.linspace(0.0, 2 * math.pi, 12, endpoint=False)
ROUND = np.concatenate(
    [np.zeros((1, 2))] + [far * np.stack((np.cos(_TURNS), np.sin(_TURNS)), axis=1) for far in (0.05, 0.1)]
)


def dense_ends(region: Region, spacing: float) -> Points:
    """Spots all along the outlines of a region and, more loosely, inside of it, a hair off the edge."""
    inner = shapely.buffer(region.geometry, -0.002)
    along = shapely.get_coordinates(shapely.segmentize(inner, spacing))
    x0, y0, x1, y1 = inner.bounds
    xs, ys = np.meshgrid(np.arange(x0, x1, 0.6), np.arange(y0, y1, 0.6))
    inside = shapely.contains_xy(inner, xs.ravel(), ys.ravel())
    return np.concatenate((along, np.stack((xs.ravel()[inside], ys.ravel()[inside]), axis=1)))


def struck_by_any(measure: Ruler, base: Disc, ends: Points, points: Points, n: float) -> NDArray[np.bool_]:
    """Whether each point is in range of the base at one of the ends, one end after another."""
    found = np.zeros(len(points), dtype=bool)
    far = base.radius + n + 1.0
    for x, y in ends:
        left = np.flatnonzero(~found & (np.hypot(points[:, 0] - x, points[:, 1] - y) < far))
        if left.size:
            scene = Reach(measure, base.moved_to(float(x), float(y)), n).origin
            found[left[point_costs(scene, measure.policy, points[left]) <= n]] = True
    return found


def check(measure: Ruler, base: Disc, region: Region, n: float, seed: int, spacing: float = 0.08) -> None:
    """Hold a threat region against brute force at spots near its outline and anywhere."""
    threat = threat_region(measure, base, region, n, TOLERANCE)
    shapely.prepare(threat)
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = shapely.buffer(threat, 0.5).bounds
    anywhere = np.stack((rng.uniform(x0, x1, 60), rng.uniform(y0, y1, 60)), axis=1)
    outline = shapely.boundary(threat)
    at = [outline.interpolate(place) for place in rng.uniform(0, outline.length, 120)]
    along = shapely.get_coordinates(at)
    field = measure.battlefield
    spots = np.concatenate((anywhere, along + rng.normal(0.0, 0.12, along.shape)))
    spots = spots[(spots > TOLERANCE).all(axis=1) & (spots < (field.width - 0.1, field.height - 0.1)).all(axis=1)]
    if measure.walls.polygons:
        spots = spots[shapely.distance(measure.walls.union, shapely.points(spots)) > TOLERANCE]
    cloud = (spots[:, None, :] + ROUND[None, :, :]).reshape(-1, 2)
    truth = struck_by_any(measure, base, dense_ends(region, spacing), cloud, n).reshape(len(spots), -1)
    drawn = shapely.contains_xy(threat, spots[:, 0], spots[:, 1])
    too_much, too_little = drawn & ~truth.any(axis=1), ~drawn & truth.all(axis=1)
    assert not too_much.any(), f"drawn, but nothing within {TOLERANCE} of it is struck: {spots[too_much]}"
    assert not too_little.any(), f"not drawn, but all round it is struck: {spots[too_little]}"


@pytest.mark.parametrize("seed", range(some(8)))
@pytest.mark.parametrize("n", [1, 3, 6])
def test_in_terrain_a_threat_region_is_right_within_the_tolerance(seed: int, n: int) -> None:
    measure, discs = crowded(seed, woods=8, fences=2, walls=0, bases=5)
    check(measure, discs[0], move_region(measure, discs, 0, 4), n, seed)


@pytest.mark.parametrize("seed", range(some(8)))
@pytest.mark.parametrize("n", [0, 1, 4])
def test_behind_walls_a_threat_region_is_right_within_the_tolerance(seed: int, n: int) -> None:
    measure, discs = crowded(seed, woods=4, fences=1, walls=4, bases=5)
    check(measure, discs[0], move_region(measure, discs, 0, 3), n, seed)


def test_a_target_that_a_wall_hides_from_all_but_one_spot_between_others_is_struck() -> None:
    measure, discs = crowded(6, woods=4, fences=1, walls=4, bases=5)
    check(measure, discs[0], move_region(measure, discs, 0, 3), 0, seed=6)


def threats_on(measure: Ruler, discs: list[Disc], ranges: list[float]) -> list[Threat]:
    """The first few of some bases as threats."""
    found = []
    for number, n in enumerate(ranges):
        approach = Approach(discs[number], move_region(measure, discs, number, 4))
        found.append(Threat(discs[number].name, discs[number].name, discs[number], n, (approach,), measure))
    return found


def names_of(discs: list[Disc]) -> list[str]:
    return [disc.name for disc in discs]


@pytest.mark.parametrize("seed", range(some(8)))
@pytest.mark.parametrize("walls", [0, 2])
def test_a_map_kept_up_to_date_is_the_map_made_anew(seed: int, walls: int) -> None:
    measure, discs = crowded(seed, woods=7, fences=2, walls=walls, bases=7)
    chart = ThreatMap(TOLERANCE)
    chart.update(threats_on(measure, discs, [0, 3, 0, 5]))
    chart.finish()
    stands = move_region(measure, discs, 2, 6).nearest((discs[1].x + 3.0, discs[1].y))
    assert stands is not None
    discs[2] = discs[2].moved_to(*stands)
    chart.update(threats_on(measure, discs, [0, 3, 0, 5]))
    assert not chart.is_exact
    chart.finish()
    anew = ThreatMap(TOLERANCE)
    anew.update(threats_on(measure, discs, [0, 3, 0, 5]))
    anew.finish()
    for piece in names_of(discs[:4]):
        other = shapely.symmetric_difference(chart.region(piece), anew.region(piece))
        assert shapely.buffer(other, -TOLERANCE).is_empty


def test_a_map_that_follows_a_slow_drag_does_not_lag_behind() -> None:
    measure, discs = crowded(2, woods=7, fences=2, walls=0, bases=7)
    chart = ThreatMap(TOLERANCE)
    for _ in range(40):  # each step alone is too short to matter
        discs[2] = discs[2].moved_to(discs[2].x + 0.015, discs[2].y)
        chart.update(threats_on(measure, discs, [3, 4]))
        chart.finish()
    anew = ThreatMap(TOLERANCE)
    anew.update(threats_on(measure, discs, [3, 4]))
    anew.finish()
    for piece in names_of(discs[:2]):
        other = shapely.symmetric_difference(chart.region(piece), anew.region(piece))
        assert shapely.buffer(other, -TOLERANCE / 2).is_empty


def test_a_map_is_coarse_first_and_never_too_small() -> None:
    measure, discs = crowded(3, woods=7, fences=2, walls=0, bases=7)
    chart = ThreatMap(TOLERANCE)
    chart.update(threats_on(measure, discs, [0, 4]))
    steps = chart.steps()
    assert next(steps) == "coarse"
    coarse = {piece: chart.region(piece) for piece in names_of(discs[:2])}
    list(steps)
    assert chart.is_exact
    for piece, region in coarse.items():
        assert shapely.difference(chart.region(piece), region).area < 0.01


def test_levels_count_who_reaches_a_spot() -> None:
    measure, discs = crowded(5, woods=7, fences=2, walls=1, bases=7)
    chart = ThreatMap(TOLERANCE)
    chart.update(threats_on(measure, discs, [0, 2, 0, 3]))
    levels = chart.finish().levels(most=3)
    rng = np.random.default_rng(1)
    for x, y in rng.uniform((0, 0), (22, 16), (300, 2)):
        shown = [k for k, level in enumerate(levels, start=1) if shapely.intersects_xy(level, x, y)]
        edge = min(shapely.distance(chart.region(p).boundary, shapely.Point(x, y)) for p in names_of(discs[:4]))
        if edge > 0.03:
            assert shown == ([min(len(chart.over(x, y)), 3)] if len(chart.over(x, y)) else [])
    without = chart.levels(but=frozenset({discs[1].name}))
    assert sum(level.area for level in without) < sum(level.area for level in levels)


def test_who_can_strike_a_base_and_how() -> None:
    measure = ruler(wood(10.0, 0.0, 12.0, 30.0))
    near, far = Disc(5.0, 15.0, 0.5, "near"), Disc(20.0, 15.0, 0.5, "far")
    approaches = [
        Approach(d, Region(0.5, [OnTable(measure.battlefield, 0.5), WithinRange(measure, d, 6, 0.5)], d))
        for d in (near, far)
    ]
    threats = [
        Threat(approach.base.name, approach.base.name, approach.base, 0, (approach,), measure)
        for approach in approaches
    ]
    chart = ThreatMap()
    chart.update(threats)
    assert [strike.already for strike in chart.strikes(Disc(6.5, 15.0, 0.5))] == [True]
    there = chart.strikes(Disc(5.0, 20.0, 0.5))
    assert [strike.name for strike in there] == ["near"]
    assert there[0].inches == pytest.approx(3.0, abs=0.05)
    assert measure.within(near.moved_to(*there[0].spot), Disc(5.0, 20.0, 0.5), 0)
    assert chart.strikes(Disc(13.0, 2.0, 0.5)) == []


@pytest.mark.parametrize("seed", range(3))
def test_the_exact_question_agrees_with_the_map(seed: int) -> None:
    measure, discs = crowded(seed, woods=8, fences=2, walls=1, bases=5)
    threat = threats_on(measure, discs, [2])[0]
    region = threat_region(measure, discs[0], threat.approaches[0].move, 2, TOLERANCE)
    rng = np.random.default_rng(seed)
    for x, y in rng.uniform((0, 0), (22, 16), (60, 2)):
        strike = strike_of(threat, Disc(x, y, 0.0))
        if strike is not None:
            assert is_legal(threat.approaches[0].move, strike.spot) or strike.already
            assert measure.within(discs[0].moved_to(*strike.spot), Disc(x, y, 0.0), 2)
        spot = shapely.Point(x, y)
        if shapely.distance(region.boundary, spot) > 2 * TOLERANCE:
            assert (strike is not None) == region.contains(spot)


@pytest.mark.parametrize(
    "ends",
    [
        shapely.box(9.0, 8.0, 9.0005, 8.004),
        shapely.LineString([(9.0, 8.0), (9.001, 8.0)]),
        shapely.Point(9.0, 8.0),
        shapely.union_all([shapely.Point(9.0, 8.0), shapely.LineString([(9.0, 8.0), (9.002, 8.0)])]),
    ],
)
@pytest.mark.parametrize("ground", [(), (wood(10.5, 6.0, 11.5, 10.0),)])
def test_a_base_that_can_hardly_move_still_strikes(ends: BaseGeometry, ground: tuple[Piece, ...]) -> None:
    measure, base = ruler(*ground), Disc(9.0, 8.0, 0.5, "base")
    threat = Struck.of(between_levels(measure, base, None), base, ends, 2, TOLERANCE).region
    assert threat.contains(shapely.Point(9.0, 11.3))
    assert not threat.intersects(shapely.Point(9.0, 11.7))
