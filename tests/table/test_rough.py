"""What is told roughly, of many rays or spots at once, against what each is; and regions that outlines do not show."""

import random

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.measuring.ruler import Ruler
from game.table.placing.region import Region
from game.table.reach.rays import between_rays, extents, radial_crossings, stretches
from game.table.shapes import Disc
from tests.table.fields import LEVELS, PLAIN, field


@pytest.mark.parametrize("seed", range(20))
def test_between_two_rays_no_ray_meets_less_terrain_or_more(seed: int) -> None:
    rng = random.Random(seed)
    area = Ruler(field(rng), PLAIN).area()
    centre = (rng.uniform(5, 25), rng.uniform(5, 15))
    corners = np.arctan2(area.corners[:, 1] - centre[1], area.corners[:, 0] - centre[0])
    rays = np.unique(np.concatenate((np.linspace(-3.1, 3.1, 90), corners - 1e-6, corners + 1e-6)))
    met = radial_crossings(centre, rays, area.corners, area.following)
    count, limit = len(rays) - 1, 9.0

    def reaches(least: bool) -> np.ndarray:
        return extents(stretches(between_rays(met, rays, least=least), count, 0.5), count, 0.5, limit)

    farthest, nearest = reaches(True), reaches(False)
    for share in (0.1, 0.35, 0.5, 0.8):
        inner = rays[:-1] + share * np.diff(rays)
        crossed = radial_crossings(centre, inner, area.corners, area.following)
        exact = extents(stretches(crossed, count, 0.5), count, 0.5, limit)
        wide = np.diff(rays) > 1e-5
        assert (exact[wide] <= farthest[wide] + 1e-9).all()
        assert (exact[wide] >= nearest[wide] - 1e-9).all()


@pytest.mark.parametrize("seed", range(20))
def test_g_meas_1_many_ranges_at_once_are_what_each_is(seed: int) -> None:
    rng = random.Random(seed)
    table = field(rng)
    ruler = Ruler(table, LEVELS if seed % 2 else PLAIN)
    disc = Disc(rng.uniform(5, 25), rng.uniform(5, 15), 0.5, level=0)
    level = seed % 2
    spots = np.array([(rng.uniform(1, 29), rng.uniform(1, 19)) for _ in range(60)] + [(disc.x, disc.y)])
    between = ruler.between(level, disc.level)
    assert between is not None
    told = between.estimates(disc, spots, 0.6)
    measured = [ruler.range(Disc(float(x), float(y), 0.6, level=level), disc) for x, y in spots]
    assert told.tolist() == measured


class Told:
    """A demand whose shape is given."""

    cause, rule, bounds = "told", "", (0.0, 0.0, 10.0, 10.0)

    def __init__(self, shape: BaseGeometry) -> None:
        self._shape = shape

    def allows(self, x: float, y: float) -> bool:
        return bool(shapely.intersects_xy(self._shape, x, y))

    def short_by(self, x: float, y: float) -> float:
        return float(shapely.distance(self._shape, shapely.Point(x, y)))

    def message(self, x: float, y: float) -> str:
        return "not there"

    def allowed(self) -> BaseGeometry:
        return self._shape

    def forbidden(self, bounds: tuple[float, float, float, float]) -> BaseGeometry:
        return shapely.difference(shapely.box(*bounds), self._shape)


def test_a_shape_that_only_touches_another_leaves_no_line_behind() -> None:
    """Soak, 2026-11-21: a part with an area and one without, met with an empty shape, was more than GEOS can tell."""
    beside = shapely.union(shapely.box(2.0, 2.0, 4.0, 4.0), shapely.box(10.0, 2.0, 12.0, 4.0))
    nowhere = shapely.Polygon()
    for last in (nowhere, shapely.box(3.0, 3.0, 12.0, 12.0)):
        region = Region(0.5, [Told(beside), Told(last)])
        assert region.is_empty == last.is_empty
        assert region.geometry.geom_type in {"Polygon", "MultiPolygon"}
        assert (region.sample(random.Random(0)) is None) == last.is_empty
    part = Region(0.5, [Told(beside)]).narrowed(Told(nowhere))
    assert part.is_empty
    assert part.geometry.is_empty


class Pinprick(Told):
    """Allows a spot that no outline shows."""

    def allows(self, x: float, y: float) -> bool:
        return abs(x - 4.3) < 1e-3 and abs(y - 6.5) < 1e-3


def test_what_was_judged_legal_is_never_denied() -> None:
    """Soak, 2026-11-21: an end 12 U away had been found, and no place within a hundredth of an inch was seen."""
    region = Region(0.5, [Pinprick(shapely.Polygon())])
    assert region.sample(random.Random(0)) is None
    seemed_empty = region.is_empty
    assert seemed_empty
    assert region.contains(4.3, 6.5)
    assert not region.is_empty
    assert region.sample(random.Random(0)) == (4.3, 6.5)
    assert region.nearest(9.0, 9.0) == (4.3, 6.5)
    part = region.narrowed(Told(shapely.box(0.0, 0.0, 10.0, 10.0)))
    assert part.sample(random.Random(0)) == (4.3, 6.5)


def test_what_was_judged_legal_in_a_part_is_known_in_the_whole() -> None:
    whole = Region(0.5, [Pinprick(shapely.Polygon())])
    part = whole.narrowed(Told(shapely.box(0.0, 0.0, 10.0, 10.0)))
    assert part.contains(4.3, 6.5)
    assert not whole.is_empty
    assert whole.narrowed(Told(shapely.box(4.0, 6.0, 5.0, 7.0))).sample(random.Random(0)) == (4.3, 6.5)
    assert whole.narrowed(Told(shapely.box(5.0, 6.0, 6.0, 7.0))).sample(random.Random(0)) is None
