"""Damage rule by rule: pools, wards, allocation, healing, rallying."""

from __future__ import annotations

import pytest

from game.rulesets.aos4.rules.attacks.damaging import (
    Body,
    Losses,
    Rally,
    allocate,
    best_ward,
    rallies,
)
from tests.rulesets.aos4.attack_kit import suffered
from tests.samples import some


def test_a_dmg_3_and_a_key_2_a_ward_roll_for_each_point() -> None:
    wards, removed, losses = suffered(Body(2, 5, ward=4), 4, 4, 3, 6, 1)
    assert (wards.faces, removed, losses) == ((4, 3, 6, 1), 2, Losses(1, 0))


def test_a_dmg_3_nobody_rolls_without_a_ward() -> None:
    wards, removed, losses = suffered(Body(2, 5), 3)
    assert (wards.faces, removed, losses) == ((), 0, Losses(1, 1))


def test_a_dmg_4_the_best_of_several_wards() -> None:
    assert best_ward((6, 4, 5)) == 4
    assert best_ward(()) is None


def test_a_dmg_3_a_ward_that_says_no_number_is_none() -> None:
    """Printed as WARD alone, or lent so, it removed every point."""
    assert best_ward((0,)) is None
    assert best_ward((0, 5)) == 5


def test_a_dmg_4_and_a_dmg_9_points_that_no_ward_may_remove() -> None:
    wards, removed, losses = suffered(Body(2, 5, ward=4), 1, 6, unwarded=3)
    assert (wards.faces, removed, losses) == ((6,), 1, Losses(1, 1))


@pytest.mark.parametrize(
    ("body", "points", "losses"),
    [
        (Body(2, 10), 0, Losses(0, 0)),
        (Body(2, 10, 1), 1, Losses(1, 0)),
        (Body(3, 5, 2), 5, Losses(2, 1)),
        (Body(1, 4), 3, Losses(3, 0)),
        (Body(5, 1, 3), 9, Losses(1, 0, lost=7)),
        (Body(2, 3), 6, Losses(3, 0)),
    ],
)
def test_a_dmg_5_and_a_dmg_10_points_slay_one_model_after_another(body: Body, points: int, losses: Losses) -> None:
    assert allocate(body, points) == losses


def test_a_dmg_5_as_point_by_point() -> None:
    """A-DMG-1: a pool is worked off as if its points came singly."""
    for health in range(1, 2 + some(12)):
        for points in range(30):
            body, slain, lost = Body(health, 4, health - 1), 0, 0
            for _point in range(points):
                if body.left == 0:
                    lost += 1
                    continue
                step = allocate(body, 1)
                slain += step.slain
                body = Body(health, body.models - step.slain, step.damage)
            assert allocate(Body(health, 4, health - 1), points) == Losses(slain, body.damage, lost)


@pytest.mark.parametrize(
    ("points", "health", "damage", "slain", "ways"),
    [
        (0, 2, 1, 2, ()),
        (3, 2, 0, 0, ()),
        (3, 2, 1, 0, (Rally(0, 1, 2),)),
        (3, 2, 1, 5, (Rally(1, 1, 0),)),
        (4, 2, 1, 2, (Rally(2, 0, 0), Rally(1, 1, 1))),
        (6, 3, 2, 1, (Rally(1, 2, 1),)),
        (5, 3, 2, 9, (Rally(1, 2, 0),)),
        (6, 3, 2, 9, (Rally(2, 0, 0), Rally(1, 2, 1))),
        (2, 3, 2, 9, (Rally(0, 2, 0),)),
    ],
)
def test_a_ab_13_and_a_amb_30_rally_points(
    points: int, health: int, damage: int, slain: int, ways: tuple[Rally, ...]
) -> None:
    assert rallies(points, damage, (health,) * slain) == ways
    assert all(way.returned * health + way.healed + way.lost == points for way in ways)
