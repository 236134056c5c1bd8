"""A point on a path: the verdict, its proof, the nearest, one at random, and the reasons against it."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from game.table.lattice import position
from game.table.path.along import TOLERANCE, AlongPath, Span
from game.table.path.path import Path
from game.table.placing.places import is_legal

# Three inches east, half a turn to the left round (3, 1), then three inches west.
HOOK = Path.through([(0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0)], [0.0, math.pi, 0.0])
LONG = 6.0 + math.pi


def dense(spans: tuple[Span, ...]) -> list[tuple[float, float]]:
    return [HOOK.at(inches) for low, high in spans for inches in np.linspace(low, high, 4000).tolist()]


@pytest.mark.parametrize("inches", [0.0, 1.2345, 3.0, 3.5, 3.0 + math.pi / 2, 3.0 + math.pi, 7.7, LONG])
def test_every_point_of_the_path_is_legal_and_proved_by_the_path_as_far_as_it(inches: float) -> None:
    places = AlongPath(HOOK)
    spot = position(*HOOK.at(inches))
    assert places.verdict(spot) == "yes"
    assert places.why_not(spot) == []
    path = places.find(spot)
    assert path is not None
    assert (path.start, path.end) == (HOOK.start, spot)
    assert path.inches == pytest.approx(inches, abs=2e-4)
    for part in np.linspace(0.0, inches, 7).tolist():
        assert math.dist(path.at(part), HOOK.at(part)) < 3e-4


@pytest.mark.parametrize(
    ("spot", "off"),
    [((1.0, 0.0002), 2e-4), ((1.0, 0.3), 0.3), ((3.0, 1.0), 1.0), ((5.0, 1.0), 1.0), ((-1.0, 1.0), math.sqrt(2))],
)
def test_a_spot_off_the_path_is_not_legal_and_told_by_how_much(spot: tuple[float, float], off: float) -> None:
    places = AlongPath(HOOK, rule="W-1")
    assert places.verdict(spot) == "no"
    assert places.find(spot) is None
    [refusal] = places.why_not(spot)
    assert refusal.short_by == pytest.approx(off)
    assert refusal.rule == "W-1"


def test_a_spot_that_is_rounded_to_the_lattice_is_on_the_path() -> None:
    slanting = AlongPath(Path.through([(0.0, 0.0), (7.0, 3.0)]))
    for inches in np.linspace(0.0, math.hypot(7, 3), 200).tolist():
        spot = position(*slanting.path.at(inches))
        assert slanting.verdict(spot) == "yes"
    assert slanting.verdict((3.5, 1.5 + 3 * TOLERANCE)) == "no"


@pytest.mark.parametrize("spans", [((0.0, LONG),), ((1.0, 2.0),), ((2.5, 4.0), (7.0, 7.5)), ((5.0, 5.0),)])
def test_the_nearest_point_is_that_of_a_dense_path(spans: tuple[Span, ...]) -> None:
    places, points, rng = AlongPath(HOOK, spans), np.array(dense(spans)), random.Random(1)
    for _time in range(200):
        where = rng.uniform(-2.0, 6.0), rng.uniform(-2.0, 4.0)
        spot = places.nearest(where)
        assert spot is not None
        assert is_legal(places, spot)
        least = float(np.hypot(*(points - where).T).min())
        assert math.dist(spot, where) == pytest.approx(least, abs=1.2e-3)


def test_only_its_spans_may_be_chosen() -> None:
    places = AlongPath(HOOK, ((1.0, 2.0), (7.0, 7.5)), rule="W-1")
    verdicts = [places.verdict(HOOK.at(inches)) for inches in (0.5, 1.0, 1.5, 2.0, 2.1, 6.9, 7.25, 8.0)]
    assert verdicts == ["no", "yes", "yes", "yes", "no", "no", "yes", "no"]
    [refusal] = places.why_not(HOOK.at(0.25))
    assert refusal.short_by == pytest.approx(0.75)
    assert places.find() == Path.through([(0.0, 0.0), (1.0, 0.0)])
    for spans in ((), ((-0.1, 1.0),), ((2.0, 1.0),), ((1.0, LONG + 0.01),)):
        with pytest.raises(ValueError, match="spans lie on the path"):
            AlongPath(HOOK, spans)


def test_a_point_at_random_is_as_likely_anywhere() -> None:
    spans, rng = ((0.0, 1.0), (3.0, 5.0)), random.Random(4)
    places = AlongPath(HOOK, spans)
    counts = dict.fromkeys(spans, 0)
    halves = 0
    for _time in range(1500):
        spot = places.sample(rng)
        assert spot is not None
        path = places.find(spot)
        assert path is not None
        span = spans[0] if path.inches < 2.0 else spans[1]
        counts[span] += 1
        halves += span == spans[1] and path.inches > 4.0
    assert counts[spans[0]] == pytest.approx(500, abs=75)
    assert halves == pytest.approx(500, abs=75)


def test_a_path_that_comes_by_twice_counts_from_the_first_time_that_may_be_chosen() -> None:
    cross = Path.through([(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0), (2.0, -2.0)])
    meeting = (2.0, 0.0)
    once, again = AlongPath(cross).find(meeting), AlongPath(cross, ((5.0, cross.inches),)).find(meeting)
    assert once is not None
    assert again is not None
    assert (once.inches, again.inches) == (2.0, 10.0)


def test_a_base_that_stays_has_one_point() -> None:
    stays = AlongPath(Path(position(3.0, 4.0)))
    assert (stays.verdict((3.0, 4.0)), stays.verdict((3.0, 4.1))) == ("yes", "no")
    assert stays.nearest((9.0, 9.0)) == stays.sample(random.Random(0)) == (3.0, 4.0)
    assert stays.find() == Path(position(3.0, 4.0))


def test_the_path_is_drawn_where_it_may_be_chosen() -> None:
    drawn = AlongPath(HOOK, ((0.0, 1.0), (6.0, LONG))).geometry
    assert drawn.length == pytest.approx(1.0 + LONG - 6.0, abs=1e-3)
    assert AlongPath(HOOK).excluded == {}


def test_onward_goes_along_the_path_over_gaps_and_stops_at_the_ends() -> None:
    places = AlongPath(HOOK, [(1.0, 2.0), (5.0, 6.0)])
    assert places.onward((1.2, 0.0), 0.5) == pytest.approx((1.7, 0.0))
    assert places.onward((1.9, 0.0), 0.5) == pytest.approx(HOOK.at(5.0), abs=1e-3), "over the gap"
    assert places.onward(HOOK.at(5.1), -0.5) == pytest.approx((2.0, 0.0)), "and back"
    assert places.onward((1.2, 0.0), -3.0) == pytest.approx((1.0, 0.0))
    assert places.onward(HOOK.at(5.5), 9.0) == pytest.approx(HOOK.at(6.0), abs=1e-3)
