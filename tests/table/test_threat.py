"""Threat regions against brute force: every spot of a dense sample of ends, measured point by point."""

import math

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from game.table.reach import Reach
from game.table.region import Region
from game.table.ruler import Ruler
from game.table.shadows import point_costs
from game.table.shapes import Disc
from game.table.threat import threat_region
from tests.table.tables import crowded, move_region

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
            scene = Reach(measure, base.moved_to(float(x), float(y)), n).scene
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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n", [1, 3, 6])
def test_in_terrain_a_threat_region_is_right_within_the_tolerance(seed: int, n: int) -> None:
    measure, discs = crowded(seed, woods=8, fences=2, walls=0, bases=5)
    check(measure, discs[0], move_region(measure, discs, 0, 4), n, seed)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n", [0, 1, 4])
def test_behind_walls_a_threat_region_is_right_within_the_tolerance(seed: int, n: int) -> None:
    measure, discs = crowded(seed, woods=4, fences=1, walls=4, bases=5)
    check(measure, discs[0], move_region(measure, discs, 0, 3), n, seed)
