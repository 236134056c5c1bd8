"""Where there is room: regions under several conditions, slivers, and spots that no outline shows."""

import copy
import random

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.measuring.ruler import Ruler
from game.table.placing.condition import Condition
from game.table.placing.conditions import AnyOf, BeyondRange, ClearOf, OnTable, OutsideRange, WithinRange
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from game.table.shapes import Bounds, Disc
from tests.table.fields import OUTLINE, PLAIN, field


def differ(one: BaseGeometry, other: BaseGeometry, box: BaseGeometry) -> BaseGeometry:
    """What of a box only one of two shapes holds, but for the uncertainty of their outlines."""
    strips = shapely.intersection(shapely.symmetric_difference(one, other), box)
    return shapely.buffer(strips, -OUTLINE)


@pytest.mark.parametrize("seed", range(30))
def test_g_meas_5_a_region_under_many_conditions_is_what_they_all_allow(seed: int) -> None:
    """The region is worked out bit by bit, each range only where something is left; here all at once."""
    rng = random.Random(1000 + seed)
    table = field(rng)
    ruler = Ruler(table, PLAIN)
    mover, target, other = (Disc(rng.uniform(6, 24), rng.uniform(5, 15), 0.5) for _ in range(3))
    n = rng.randint(0, 12)
    paths = [WithinRange(ruler, disc, 8, 0.5) for disc in (mover, other)]
    further: list[Condition] = [
        WithinRange(ruler, target, n, 0.5, whole=False),
        BeyondRange(ruler, target, n, 0.5),
        OutsideRange(ruler, target, n, 0.5),
    ]
    fitting: list[Condition] = [OnTable(table, 0.5), ClearOf([target, other], 0.5, cause="overlaps a base")]
    for demand in further:
        found = Region(0.5, (*fitting, AnyOf(paths), demand), mover).geometry
        box = shapely.box(0, 0, 30, 20)
        expected: BaseGeometry = shapely.box(0.5, 0.5, 29.5, 19.5) & shapely.union_all(
            [path.allowed() for path in paths]
        )
        expected = shapely.difference(expected, fitting[1].forbidden((0, 0, 30, 20)))
        allowed: BaseGeometry | None = demand.allowed()
        if allowed is None:
            expected = shapely.difference(expected, demand.forbidden((0, 0, 30, 20)))
        else:
            expected = shapely.intersection(expected, allowed)
        assert differ(found, expected, box).is_empty


class Told(Condition):
    """A demand whose shape is given."""

    cause, rule, costly, bounds = "told", "", False, (0.0, 0.0, 10.0, 10.0)

    def __init__(self, shape: BaseGeometry) -> None:
        self._shape = shape

    def allows(self, x: float, y: float) -> bool:
        return bool(shapely.intersects_xy(self._shape, x, y))

    def short_by(self, x: float, y: float) -> float:
        return float(shapely.distance(self._shape, shapely.Point(x, y)))

    def message(self, x: float, y: float, short: float) -> str:
        return "not there"

    def allowed(self, box: Bounds | None = None) -> BaseGeometry:
        return self._shape


def test_a_shape_that_only_touches_another_leaves_no_line_behind() -> None:
    """Soak, 2026-11-21: a part with an area and one without, met with an empty shape, was more than GEOS can tell."""
    beside = shapely.union(shapely.box(2.0, 2.0, 4.0, 4.0), shapely.box(10.0, 2.0, 12.0, 4.0))
    nowhere = shapely.Polygon()
    for last in (nowhere, shapely.box(3.0, 3.0, 12.0, 12.0)):
        region = Region(0.5, [Told(beside), Told(last)])
        assert (region.find() is None) == last.is_empty
        assert region.geometry.geom_type in {"Polygon", "MultiPolygon"}
        assert (region.sample(random.Random(0)) is None) == last.is_empty
    part = Region(0.5, [Told(beside)]).narrowed(Told(nowhere))
    assert not part.find()
    assert part.geometry.is_empty


class Pinprick(Told):
    """Allows a spot that no outline shows."""

    def allows(self, x: float, y: float) -> bool:
        return abs(x - 4.3) < 1e-3 and abs(y - 6.5) < 1e-3


def test_what_was_judged_legal_is_never_denied() -> None:
    """Soak, 2026-11-21: an end 12 U away had been found, and no place within a hundredth of an inch was seen."""
    region = Region(0.5, [Pinprick(shapely.Polygon())])
    assert region.sample(random.Random(0)) is None
    seemed_empty = region.find() is None
    assert seemed_empty
    assert is_legal(region, (4.3, 6.5))
    assert region.find()
    assert region.sample(random.Random(0)) == (4.3, 6.5)
    assert region.nearest((9.0, 9.0)) == (4.3, 6.5)
    part = region.narrowed(Told(shapely.box(0.0, 0.0, 10.0, 10.0)))
    assert part.sample(random.Random(0)) == (4.3, 6.5)


def test_what_was_judged_legal_in_a_part_is_known_in_the_whole() -> None:
    whole = Region(0.5, [Pinprick(shapely.Polygon())])
    part = whole.narrowed(Told(shapely.box(0.0, 0.0, 10.0, 10.0)))
    assert is_legal(part, (4.3, 6.5))
    assert whole.find()
    assert whole.narrowed(Told(shapely.box(4.0, 6.0, 5.0, 7.0))).sample(random.Random(0)) == (4.3, 6.5)
    assert whole.narrowed(Told(shapely.box(5.0, 6.0, 6.0, 7.0))).sample(random.Random(0)) is None


def test_a_copy_of_a_region_knows_the_same_and_learns_for_itself() -> None:
    table = field(random.Random(4))
    whole = Region(0.5, [OnTable(table, 0.5), WithinRange(Ruler(table, PLAIN), Disc(15, 10, 0.5), 6, 0.5)])
    region = whole.narrowed(ClearOf([Disc(15, 10, 0.5)], 0.5, cause="overlaps a base"))
    spot = region.sample(random.Random(1))
    twin = copy.copy(region)
    assert (twin._judged_legal, twin.conditions) == (spot, region.conditions)
    assert twin.whole is not whole
    assert twin.geometry.area == pytest.approx(region.geometry.area)
    late = copy.copy(whole)
    assert whole.is_outlined is late.is_outlined is False
    assert late.geometry.is_valid
    assert (late.is_outlined, whole.is_outlined) == (True, False)
    other = twin.sample(random.Random(2))
    assert (twin._judged_legal, region._judged_legal) == (other, spot)
    assert other != spot
