"""Shortcuts of the geometry against the simple way: a sector against the whole turn, many rays against one."""

import math
import random
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.placing.any_of import AnyOf
from game.table.placing.beyond import BeyondRange
from game.table.placing.conditions import ClearOf, Condition, OnTable, OutsideRange, WithinRange
from game.table.placing.region import Region
from game.table.reach.between_levels import Halves
from game.table.reach.rays import Stretches
from game.table.reach.reach import sector_towards
from game.table.shapes import Disc
from tests.table.fields import LEVELS, OUTLINE, PLAIN, field

Bars = list[tuple[float, float]]


def differ(one: BaseGeometry, other: BaseGeometry, box: BaseGeometry) -> BaseGeometry:
    """What of a box only one of two shapes holds, but for the uncertainty of their outlines."""
    strips = shapely.intersection(shapely.symmetric_difference(one, other), box)
    return shapely.buffer(strips, -OUTLINE)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("whole", [True, False])
def test_g_meas_5_the_range_towards_a_box_is_the_range_there(seed: int, whole: bool) -> None:
    rng = random.Random(seed)
    policy, level = (LEVELS, rng.randint(0, 1)) if seed % 2 else (PLAIN, 0)
    ruler = Ruler(field(rng, walls=seed % 5 == 0), policy)
    origin = Disc(rng.uniform(5, 25), rng.uniform(5, 15), rng.choice([0.5, 1.0]), level=0)
    n, radius = rng.randint(2, 12), rng.choice([0.5, 0.6, 1.0])
    condition = WithinRange(ruler, origin, n, radius, whole, level=level)
    apart, turn, half = rng.uniform(1.0, n + 2.0), rng.uniform(-math.pi, math.pi), rng.uniform(0.2, 2.0)
    x, y = origin.x + apart * math.cos(turn), origin.y + apart * math.sin(turn)
    bounds = (x - half, y - half, x + half, y + half)
    near = condition.allowed_in(bounds)
    every = WithinRange(ruler, origin, n, radius, whole, level=level).allowed()
    assert differ(near, every, shapely.box(*bounds)).is_empty


@pytest.mark.parametrize("seed", range(30))
def test_g_meas_5_a_region_under_many_conditions_is_what_they_all_allow(seed: int) -> None:
    """The region is worked out bit by bit, each range only where something is left; here all at once."""
    rng = random.Random(1000 + seed)
    table = field(rng)
    ruler = Ruler(table, PLAIN)
    mover, target, other = (Disc(rng.uniform(6, 24), rng.uniform(5, 15), 0.5) for _ in range(3))
    n = rng.randint(0, 12)
    ways = [WithinRange(ruler, disc, 8, 0.5) for disc in (mover, other)]
    further: list[Condition] = [
        WithinRange(ruler, target, n, 0.5, whole=False),
        BeyondRange(ruler, target, n, 0.5),
        OutsideRange(ruler, target, n, 0.5),
    ]
    fitting: list[Condition] = [OnTable(table, 0.5), ClearOf([target, other], 0.5, cause="overlaps a base")]
    for demand in further:
        found = Region(0.5, (*fitting, AnyOf(ways), demand), mover).geometry
        box = shapely.box(0, 0, 30, 20)
        expected: BaseGeometry = shapely.box(0.5, 0.5, 29.5, 19.5) & shapely.union_all([way.allowed() for way in ways])
        expected = shapely.difference(expected, fitting[1].forbidden((0, 0, 30, 20)))
        allowed: BaseGeometry | None = demand.allowed()
        if allowed is None:
            expected = shapely.difference(expected, demand.forbidden((0, 0, 30, 20)))
        else:
            expected = shapely.intersection(expected, allowed)
        assert differ(found, expected, box).is_empty


def test_a_sector_holds_the_box_and_none_is_given_where_a_turn_begins_anew() -> None:
    origin = Disc(10.0, 10.0, 0.5)
    east = sector_towards(origin, (14.0, 9.0, 16.0, 11.0), 0.0)
    assert east is not None
    corners = np.arctan2([-1.0, -1.0, 1.0, 1.0], [4.0, 6.0, 4.0, 6.0])
    assert east.holds(corners).all()
    assert sector_towards(origin, (2.0, 9.0, 4.0, 11.0), 0.0) is None
    assert sector_towards(origin, (9.0, 9.0, 12.0, 11.0), 0.0) is None


class OneRay(NamedTuple):
    """The terrain along one ray, counted piece by piece: the simple way."""

    first: Bars
    second: Bars

    def terrain(self, inches: float) -> float:
        half = inches / 2
        near = sum(max(0.0, min(high, half) - low) for low, high in self.first)
        return near + sum(max(0.0, min(high, inches) - max(low, half)) for low, high in self.second)

    def marks(self, policy: MeasuringPolicy, longest: float) -> list[float]:
        whole = [k - policy.tolerance for k in range(1, int(longest + 1.0) + 1)]
        bends = [2 * mark for bar in self.first for mark in bar]
        bends += [factor * mark for bar in self.second for mark in bar for factor in (1, 2)]
        return [0.0, *sorted({mark for mark in (*whole, *bends) if 0.0 < mark < longest}), longest]

    def is_in_range(self, policy: MeasuringPolicy, n: float, inches: float) -> bool:
        return policy.cost(inches, self.terrain(inches)) <= n


def bars(rng: random.Random) -> Bars:
    marks = sorted(rng.uniform(0, 12) for _ in range(2 * rng.randint(0, 4)))
    return list(zip(marks[::2], marks[1::2], strict=True))


def flat(rays: list[Bars]) -> Stretches:
    rows = [(number, low, high) for number, each in enumerate(rays) for low, high in each]
    ray, low, high = (np.array(column) for column in zip(*rows, strict=True)) if rows else (np.zeros(0),) * 3
    return Stretches(ray.astype(np.intp), low, high, np.zeros(len(low)), np.zeros(len(low)))


@pytest.mark.parametrize("seed", range(20))
def test_g_adv_2_what_is_in_range_of_many_rays_is_what_is_of_each(seed: int) -> None:
    rng = random.Random(seed)
    rays = [OneRay(bars(rng), bars(rng)) for _ in range(25)]
    n = rng.randint(0, 10)
    limit = LEVELS.limit(n)
    halves = Halves(flat([ray.first for ray in rays]), flat([ray.second for ray in rays]), len(rays))
    spans = halves.in_range(LEVELS, n, limit)
    assert (np.diff(spans.ray) >= 0).all()
    for number, ray in enumerate(rays):
        own = [(low, high) for r, low, high in zip(spans.ray, spans.low, spans.high, strict=True) if r == number]
        marks = ray.marks(LEVELS, limit)
        for spot in [rng.uniform(0, limit) for _ in range(60)] + [(a + b) / 2 for a, b in pairwise(marks)]:
            if min((abs(spot - edge) for span in own for edge in span), default=1.0) < 1e-6:
                continue
            assert any(low <= spot <= high for low, high in own) == ray.is_in_range(LEVELS, n, spot)


@pytest.mark.parametrize("seed", range(20))
def test_g_adv_2_what_many_lines_have_to_spare_is_what_each_has(seed: int) -> None:
    rng = random.Random(seed)
    rays = [OneRay(bars(rng), bars(rng)) for _ in range(25)]
    near = np.array([rng.uniform(0, 8) for _ in rays])
    far = near + np.array([rng.choice([0.0, rng.uniform(0, 3)]) for _ in rays])
    n = rng.randint(0, 10)
    halves = Halves(flat([ray.first for ray in rays]), flat([ray.second for ray in rays]), len(rays))
    least, most = halves.slack(LEVELS, n, near, far)
    for number, ray in enumerate(rays):
        lines = np.linspace(near[number], far[number], 200)
        within = [ray.is_in_range(LEVELS, n, float(line)) for line in lines]
        doubt = 0.05  # between two of the lines looked at it may come closer
        assert (least[number] > 0) <= all(within)
        assert (most[number] <= 0) <= (not any(within))
        assert all(within) <= (least[number] > -doubt)
        assert (not any(within)) <= (most[number] < doubt)
