"""Rough shapes against the exact ones: they leave out nothing that is legal, and hold little that is not."""

import math
import random

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.any_of import AnyOf
from game.table.beyond import BeyondRange
from game.table.clearances import Rough
from game.table.conditions import ClearOf, Condition, OnTable, OutsideRange, WithinRange
from game.table.rays import between_rays, extents, radial_crossings, stretches
from game.table.region import Region
from game.table.ruler import Ruler
from game.table.shapes import Disc
from tests.table.fields import LEVELS, OUTLINE, PLAIN, field

DEMANDS = ["within", "closest point within", "beyond", "outside", "any of two"]


def demand_of(kind: str, ruler: Ruler, origin: Disc, other: Disc, n: int, radius: float, level: int) -> Rough:
    if kind == "beyond":
        return BeyondRange(ruler, origin, n, radius, level=level)
    if kind == "outside":
        return OutsideRange(ruler, origin, n, radius, level=level)
    if kind == "any of two":
        return AnyOf([WithinRange(ruler, each, n, radius, level=level) for each in (origin, other)])
    return WithinRange(ruler, origin, n, radius, whole=kind == "within", level=level)


def exactly(demand: Rough, box: BaseGeometry) -> BaseGeometry:
    allowed = demand.allowed()
    return shapely.difference(box, demand.forbidden(box.bounds)) if allowed is None else allowed & box


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", DEMANDS)
def test_g_meas_5_a_rough_shape_holds_all_that_is_allowed(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    policy, level = (LEVELS, rng.randint(0, 1)) if seed % 2 else (PLAIN, 0)
    ruler = Ruler(field(rng, walls=seed % 5 == 0), policy)
    origin, other = (Disc(rng.uniform(5, 25), rng.uniform(5, 15), rng.choice([0.5, 1.0]), level=0) for _ in range(2))
    n, radius = rng.randint(2, 12), rng.choice([0.5, 0.6, 1.0])
    apart, turn, half = rng.uniform(0.0, n + 2.0), rng.uniform(-math.pi, math.pi), rng.uniform(0.2, 6.0)
    x, y = origin.x + apart * math.cos(turn), origin.y + apart * math.sin(turn)
    box = shapely.box(x - half, y - half, x + half, y + half)
    rough = demand_of(kind, ruler, origin, other, n, radius, level).rough(box.bounds)
    exact = exactly(demand_of(kind, ruler, origin, other, n, radius, level), box)
    left_out = shapely.buffer(shapely.difference(exact, rough), -OUTLINE)
    assert left_out.is_empty
    too_much = shapely.area(rough & box) - shapely.area(exact)
    assert too_much <= 0.03 * half * half + 0.35 * half


@pytest.mark.parametrize("seed", range(40))
def test_g_meas_5_a_region_has_room_where_its_shape_has(seed: int) -> None:
    """Emptiness is told by looks and rough shapes first; here by the geometry that both spare."""
    rng = random.Random(500 + seed)
    table = field(rng)
    ruler = Ruler(table, PLAIN)
    mover, target = (Disc(rng.uniform(6, 24), rng.uniform(5, 15), 0.5) for _ in range(2))
    fitting: list[Condition] = [OnTable(table, 0.5), ClearOf([target], 0.5, cause="overlaps a base")]
    whole = Region(0.5, (*fitting, WithinRange(ruler, mover, rng.randint(2, 6), 0.5)), mover)
    for n in range(14):
        for further in (WithinRange(ruler, target, n, 0.5, whole=False), BeyondRange(ruler, target, n, 0.5)):
            part = whole.narrowed(further)
            told = part.is_empty
            exact = Region(0.5, part.conditions).geometry
            assert shapely.buffer(shapely.difference(exact, part.rough), -OUTLINE).is_empty
            if told:
                assert shapely.buffer(exact, -OUTLINE).is_empty
            else:
                spot = part.sample(random.Random(n))
                assert spot is not None
                assert part.contains(*spot)


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

    def rough(self, bounds: tuple[float, float, float, float]) -> BaseGeometry:
        return self._shape


def test_a_shape_that_only_touches_another_leaves_no_line_behind() -> None:
    """Soak, 2026-11-21: a part with an area and one without, met with an empty shape, was more than GEOS can tell."""
    beside = shapely.union(shapely.box(2.0, 2.0, 4.0, 4.0), shapely.box(10.0, 2.0, 12.0, 4.0))
    nowhere = shapely.Polygon()
    for last in (nowhere, shapely.box(3.0, 3.0, 12.0, 12.0)):
        region = Region(0.5, [Told(beside), Told(last)])
        assert region.is_empty == last.is_empty
        assert region.rough.geom_type in {"Polygon", "MultiPolygon"}
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
