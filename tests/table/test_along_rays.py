"""What is told along many rays at once against one ray counted piece by piece."""

import random
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from game.table.measuring.policy import MeasuringPolicy
from game.table.reach.between_levels import split_terrain
from game.table.reach.rays import Stretches
from tests.table.fields import LEVELS

Bars = list[tuple[float, float]]


class OneRay(NamedTuple):
    """The terrain along one ray, counted piece by piece: the simple way."""

    first: Bars
    second: Bars

    def terrain(self, inches: float) -> float:
        half = inches / 2
        near = sum(max(0.0, min(high, half) - low) for low, high in self.first)
        return near + sum(max(0.0, min(high, inches) - max(low, half)) for low, high in self.second)

    def marks(self, policy: MeasuringPolicy, longest: float) -> list[float]:
        whole = [k - policy.short_by for k in range(1, int(longest + 1.0) + 1)]
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
    halves = split_terrain(flat([ray.first for ray in rays] + [ray.second for ray in rays]), len(rays))
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
    halves = split_terrain(flat([ray.first for ray in rays] + [ray.second for ray in rays]), len(rays))
    least, most = halves.slack(LEVELS, n, near, far)
    for number, ray in enumerate(rays):
        lines = np.linspace(near[number], far[number], 200)
        within = [ray.is_in_range(LEVELS, n, float(line)) for line in lines]
        doubt = 0.05  # between two of the lines looked at it may come closer
        assert (least[number] > 0) <= all(within)
        assert (most[number] <= 0) <= (not any(within))
        assert all(within) <= (least[number] > -doubt)
        assert (not any(within)) <= (most[number] < doubt)
