"""Unstable placement: the nearest spot that fits, found by construction."""

import math
import random

import pytest

from game.table.placing.conditions import ClearOf, ClearOfBarricades, OnTable
from game.table.placing.settle import NowhereToStand, settle
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from tests.table.tables import barricade, crowded, ruler


def test_q23_what_fits_stays() -> None:
    assert settle(Disc(5, 5, 0.5), [Disc(6, 5, 0.5)], ruler().battlefield) == (5, 5)


def test_q23_a_base_is_pushed_straight_off_another() -> None:
    assert settle(Disc(5.2, 5, 0.5), [Disc(5, 5, 0.5)], ruler().battlefield) == (6, 5)


def test_q23_ties_go_to_the_lowest_bearing_from_east() -> None:
    assert settle(Disc(5, 5, 0.5), [Disc(5, 5, 0.5)], ruler().battlefield) == (6, 5)
    fence = barricade((10.0, 5.0), (10.0, 9.0), width=0.4)
    assert settle(Disc(10, 7, 0.5), [], ruler(fence).battlefield) == pytest.approx((10.7, 7), abs=2e-4)
    lying = barricade((8.0, 7.0), (12.0, 7.0), width=0.4)
    assert settle(Disc(10, 7, 0.5), [], ruler(lying).battlefield) == pytest.approx((10, 7.7), abs=2e-4)


def test_q23_between_two_obstacles_it_rests_where_their_outlines_meet() -> None:
    found = settle(Disc(5, 5.1, 0.5), [Disc(4.5, 5, 0.5), Disc(5.5, 5, 0.5)], ruler().battlefield)
    assert found == pytest.approx((5, 5 + math.sqrt(0.75)), abs=3e-4)


def test_q23_off_the_table_it_comes_back_to_the_edge() -> None:
    assert settle(Disc(-3, 40, 0.5), [], ruler().battlefield) == (0.5, 29.5)


def test_q23_other_levels_are_not_in_the_way() -> None:
    assert settle(Disc(5, 5, 0.5), [Disc(5, 5, 0.5, level=1)], ruler().battlefield) == (5, 5)


def test_q23_a_full_table_has_no_room() -> None:
    with pytest.raises(NowhereToStand):
        settle(Disc(1, 1, 1.0), [Disc(1, 1, 0.5)], Battlefield(2, 2))


@pytest.mark.parametrize("seed", range(8))
def test_q23_no_spot_that_fits_is_nearer(seed: int) -> None:
    measure, others = crowded(seed, woods=0, fences=6, walls=2, bases=45)
    rng = random.Random(seed)
    for _ in range(4):
        disc = Disc(rng.uniform(-0.5, 22.5), rng.uniform(-0.5, 16.5), 0.63)
        checks = (
            OnTable(measure.battlefield, disc.radius),
            ClearOf(others, disc.radius, ""),
            ClearOfBarricades(measure.battlefield, disc.radius),
        )
        found = settle(disc, others, measure.battlefield)
        assert all(check.allows(*found) for check in checks)
        moved = math.dist(found, (disc.x, disc.y))
        for _ in range(1500):
            bearing, far = rng.uniform(0, 2 * math.pi), (moved - 5e-4) * math.sqrt(rng.random())
            spot = disc.x + far * math.cos(bearing), disc.y + far * math.sin(bearing)
            assert moved < 5e-4 or not all(check.allows(*spot) for check in checks)


@pytest.mark.parametrize("seed", range(4))
def test_q23_what_is_passed_over_as_hopeless_would_not_have_been_chosen(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure, others = crowded(seed, woods=0, fences=6, walls=2, bases=45)
    rng = random.Random(100 + seed)
    discs = [
        Disc(rng.uniform(-0.5, 22.5), rng.uniform(-0.5, 16.5), rng.choice((0.0, 0.4, 0.63, 1.2))) for _ in range(6)
    ]
    found = [settle(disc, others, measure.battlefield) for disc in discs]
    monkeypatch.setattr("game.table.placing.settle._HOPELESS", math.inf)
    assert found == [settle(disc, others, measure.battlefield) for disc in discs]


def test_q23_a_point_settles_on_the_near_side_of_a_barricade_that_runs_all_round() -> None:
    ring = barricade((5.0, 5.0), (11.0, 5.0), (11.0, 11.0), (5.0, 11.0), (5.0, 5.2), width=0.5)
    assert ring.barricades[0].polygon.interiors
    assert settle(Disc(5.1, 8, 0.0), [], ruler(ring).battlefield) == pytest.approx((5.25, 8), abs=3e-4)
