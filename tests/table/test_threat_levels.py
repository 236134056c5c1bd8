"""The threat map between levels against brute force: every end of a dense sample, measured one by one."""

import random

import numpy as np
import pytest
import shapely

from game.table.measuring.ruler import Ruler
from game.table.placing.conditions import OnTable, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.threat.threat_map import Approach, Threat, ThreatMap, strike_of
from tests.table.test_levels_regions import LEVELS, random_field

TOLERANCE = 0.1


def threat_from(seed: int, upstairs: int, n: int) -> Threat:
    """A base that may move a little on its level."""
    field = random_field(random.Random(seed), walls=seed % 2)
    measure, base = Ruler(field, LEVELS), Disc(15.0, 10.0, 0.5, "Wick", level=upstairs)
    move = Region(0.5, [OnTable(field, 0.5), WithinRange(measure, base, 2, 0.5).for_level(upstairs)], base)
    return Threat("wick", "Wick", base, n, (Approach(base, move),), measure)


def ends_of(region: Region) -> list[tuple[float, float]]:
    inner = shapely.buffer(region.geometry, -0.002)
    along = shapely.get_coordinates(shapely.segmentize(inner, 0.15))
    x0, y0, x1, y1 = inner.bounds
    xs, ys = (each.ravel() for each in np.meshgrid(np.arange(x0, x1, 0.4), np.arange(y0, y1, 0.4)))
    inside = shapely.contains_xy(inner, xs, ys)
    spots = np.concatenate((along, np.stack((xs[inside], ys[inside]), axis=1)))
    return [(float(x), float(y)) for x, y in spots]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("upstairs", "level", "n"), [(1, 0, 3), (0, 1, 4)])
def test_g_adv_2_who_ends_on_one_level_threatens_the_next(seed: int, upstairs: int, level: int, n: int) -> None:
    threat = threat_from(seed, upstairs, n)
    chart = ThreatMap(TOLERANCE)
    chart.update([threat], level)
    region = chart.finish().region("wick")
    ends, measure = ends_of(threat.approaches[0].move), threat.ruler
    rng = random.Random(seed)
    x0, y0, x1, y1 = shapely.buffer(region, 0.6).bounds
    for _ in range(40):
        x, y = rng.uniform(max(x0, 0), min(x1, 30)), rng.uniform(max(y0, 0), min(y1, 20))
        target = Disc(x, y, 0.0, "spot", level=level)
        struck = any(measure.within(threat.base.moved_to(*end), target, n) for end in ends)
        if shapely.distance(shapely.boundary(region), shapely.Point(x, y)) > TOLERANCE:
            assert shapely.intersects_xy(region, x, y) == struck
            assert (strike_of(threat, target) is not None) == struck


def test_g_adv_2_two_levels_apart_nothing_is_threatened() -> None:
    threat = threat_from(2, 2, 4)
    chart = ThreatMap(TOLERANCE)
    chart.update([threat], 0)
    assert chart.finish().region("wick").is_empty
    chart.update([threat], 1)
    assert chart.finish().region("wick").area > 10.0
