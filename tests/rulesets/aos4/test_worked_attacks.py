"""The worked examples of attacks and damage: fixed dice in, what must come of them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from game.engine.core.dice import RollCounter
from game.rulesets.aos4.documents.amounts import amount
from game.rulesets.aos4.rules.attacks.batch import Attacker, Batch, Modifier, Target, batch_of, modifier, roll_amounts
from game.rulesets.aos4.rules.attacks.damaging import Body, Losses, Rally, allocate, rallies
from game.rulesets.aos4.rules.attacks.eligible import GUARDED_TO_HIT
from game.rulesets.aos4.rules.core.attacking import ALL_OUT_ATTACK
from tests.rulesets.aos4.attack_kit import (
    AXE,
    FLAME,
    HARPOON,
    JAWS,
    LANCE,
    PIKE,
    PLAIN,
    SLING,
    TALONS,
    dice,
    rolled,
    suffered,
)

BLINDING_FLARE = modifier(-1, friendly=False)
COVER = modifier(-1, friendly=False)
COVERING_FIRE = modifier(-1, friendly=True)
ANOTHER_BONUS = modifier(1, friendly=True)

HULLBREAKERS, PIKES, EELBACKS = Body(3, 5), Body(2, 10), Body(3, 5)
BARBCASTERS, BEACONWRIGHT = Body(2, 5), Body(5, 1, ward=6)


class Worked(NamedTuple):
    """A batch, its dice by purpose, the counts (hits, wounds, unsaved, points), and the losses of the target."""

    batch: Batch
    throws: Sequence[tuple[str, Sequence[int]]]
    counts: tuple[int, int, int, int]
    body: Body
    losses: Losses


WORKED = {
    "W-21": Worked(
        batch_of(SLING, 3, Target(4)),
        [("hit", [6, 5, 4, 3, 2, 1]), ("wound", [4, 2]), ("save", [5, 4])],
        (3, 2, 1, 1),
        HULLBREAKERS,
        Losses(0, 1),
    ),
    "W-22": Worked(
        batch_of(FLAME, 1, Target(5)),
        [("hit", [6, 4, 4, 2]), ("wound", [3, 1]), ("save", [6])],
        (3, 1, 0, 1),
        BARBCASTERS,
        Losses(0, 1),
    ),
    "W-23": Worked(
        batch_of(AXE, 1, Target(4)),
        [("hit", [6, 4, 1]), ("wound", [6, 3, 2]), ("save", [5, 3])],
        (3, 2, 1, 2),
        PIKES,
        Losses(1, 0),
    ),
    "W-24": Worked(
        batch_of(PIKE, 2, Target(4, save_bonus=1, charged=True)),
        [("hit", [5, 4, 4, 2]), ("wound", [6, 3, 2]), ("save", [5, 4])],
        (3, 2, 1, 1),
        EELBACKS,
        Losses(0, 1),
    ),
    "W-27 lances": Worked(
        batch_of(LANCE, 3, Target(5), Attacker(charged=True), champions=1),
        [("hit", [6, 6, 5, 4, 4, 3, 2, 2, 1, 1]), ("wound", [6, 5, 3, 3, 2, 1]), ("save", [6, 5, 4, 2])],
        (6, 4, 3, 6),
        BARBCASTERS,
        Losses(3, 0),
    ),
    "W-27 talons": Worked(
        batch_of(TALONS, 3, Target(5), Attacker(charged=True), champions=1),
        [("hit", [5, 4, 3, 2, 2, 1]), ("wound", [4, 1]), ("save", [5])],
        (2, 1, 0, 0),
        BARBCASTERS,
        Losses(0, 0),
    ),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked_example(name: str) -> None:
    """W-21, W-22, W-23, W-24 and W-27 (A-ATK-1, A-DMG-1)."""
    worked = WORKED[name]
    volley = rolled(worked.batch, *worked.throws)
    assert (volley.hits, volley.wounds, volley.unsaved, volley.points) == worked.counts
    assert allocate(worked.body, volley.points) == worked.losses


def test_w_22_the_critical_hit_is_mortal_damage() -> None:
    """W-22: the one point is mortal (A-WPN-3)."""
    volley = rolled(*WORKED["W-22"][:1], *WORKED["W-22"].throws)
    assert (volley.mortal, volley.damage) == (1, 0)


@pytest.mark.parametrize(("rend", "faces", "passes"), [(0, (3, 2, 1), 1), (2, (4, 3), 1)])
def test_w_25_a_save_has_at_most_one_added(rend: int, faces: Sequence[int], passes: int) -> None:
    """W-25: two bonuses of +1 (A-DICE-5, A-ATK-4)."""
    weapon = PLAIN.model_copy(update={"attacks": str(len(faces)), "rend": rend})
    batch = batch_of(weapon, 1, Target(4, save_bonus=2))
    assert batch.save_modifier == (1 if rend == 0 else 0)
    volley = rolled(batch, ("hit", [4] * len(faces)), ("wound", [4] * len(faces)), ("save", faces))
    assert volley.wounds - volley.unsaved == passes
    assert batch.saves(faces[0])


@pytest.mark.parametrize("own", [ALL_OUT_ATTACK, Modifier()])
def test_w_26_a_hit_roll_has_at_most_one_taken_off(own: Modifier) -> None:
    """W-26: Blinding Flare and Cover, with All-out Attack and without (A-DICE-4)."""
    batch = batch_of(SLING, 1, Target(4), Attacker(hit=BLINDING_FLARE + COVER + own))
    assert batch.hit_modifier == -1
    assert [batch.hits(face) for face in (6, 5, 4)] == [True, True, False]


@pytest.mark.parametrize(
    ("added", "face", "hits"), [(ALL_OUT_ATTACK, 3, True), (ANOTHER_BONUS, 3, False), (BLINDING_FLARE, 4, False)]
)
def test_w_28_a_companion_weapon_hears_only_some(added: Modifier, face: int, hits: bool) -> None:
    """W-28: A-WPN-6, A-AB-20."""
    assert batch_of(JAWS, 1, Target(4), Attacker(hit=added)).hits(face) is hits


def test_w_29_two_points_are_warded() -> None:
    """W-29: A-DMG-3."""
    _wards, removed, losses = suffered(BEACONWRIGHT, 5, 6, 5, 4, 6, 1)
    assert (removed, losses) == (2, Losses(0, 3))


def test_w_30_random_damage_is_rolled_for_each_attack() -> None:
    """W-30: A-ATK-5, A-DMG-5."""
    throws = [("hit", [4, 4]), ("wound", [3, 3]), ("save", [1, 2]), ("damage", [6, 2])]
    volley = rolled(batch_of(HARPOON, 1, Target(4)), *throws)
    assert (volley.unsaved, volley.damage_pool.faces, volley.points) == (2, (6, 2), 3 + 1)
    assert allocate(Body(2, 10, damage=1), volley.points) == Losses(2, 1)


def test_w_06_covering_fire_at_riders() -> None:
    """W-06: at −1, and with Rend 2 against CAVALRY (A-AB-17, A-WPN-5); All-out Defence then makes it a net −1."""
    riders = Target(5, keywords=frozenset({"CAVALRY", "FLY"}))
    batch = batch_of(HARPOON, 1, riders, Attacker(hit=COVERING_FIRE))
    assert [batch.hits(face) for face in (6, 5, 4)] == [True, True, False]
    assert (batch.rend, batch.save_modifier) == (2, -2)
    defended = Target(5, save_bonus=1, keywords=riders.keywords)
    assert batch_of(HARPOON, 1, defended).save_modifier == -1


def test_w_31_the_guarded_hero_is_harder_to_hit() -> None:
    """W-31: the model near enough shoots at −1 (A-KEY-4)."""
    batch = batch_of(SLING, 1, Target(4), Attacker(hit=GUARDED_TO_HIT))
    assert [batch.hits(face) for face in (4, 5)] == [False, True]


def mortal(body: Body, die: int, *wards: int) -> tuple[int, Losses]:
    """What D3 mortal damage does to a unit: the points, and its losses."""
    _pool, points = roll_amounts(dice(("mortal", [die])), RollCounter(), (amount("D3"),), "unit/mortal")
    return points, suffered(body, points, *wards)[2]


def test_w_14_mortal_damage_of_a_retreat() -> None:
    """W-14: A-AB-3, A-DMG-2, A-DMG-5."""
    assert mortal(PIKES, 5) == (3, Losses(1, 1))


def test_w_35_mortal_damage_of_power_through() -> None:
    """W-35: A-AB-22."""
    assert mortal(BARBCASTERS, 4) == (2, Losses(1, 0))


def test_w_37_mortal_damage_of_a_miscast_can_be_warded() -> None:
    """W-37: A-MAG-4, A-DMG-3."""
    assert mortal(BEACONWRIGHT, 4, 6, 2) == (2, Losses(0, 1))


def test_w_38_a_place_of_power_hurts() -> None:
    """W-38: A-POP-2."""
    assert mortal(BEACONWRIGHT, 5, 3, 3, 2) == (3, Losses(0, 3))


def test_w_43_what_rally_points_buy() -> None:
    """W-43: two models back, or one back and Heal (1) (A-AB-13)."""
    assert rallies(4, 1, (2, 2)) == (Rally(2, 0, 0), Rally(1, 1, 1))


def test_w_47_attacks_of_a_unit_with_a_champion() -> None:
    """W-47: nine at 2, and 3 of the champion (A-ATK-6, A-KEY-6)."""
    assert batch_of(PIKE, 10, Target(4), champions=1).attacks == (amount("21"),)


def test_a_volley_keeps_every_die() -> None:
    """A-DICE-10: each with its purpose and natural face."""
    volley = rolled(WORKED["W-21"].batch, *WORKED["W-21"].throws)
    pools = (volley.hit_pool, volley.wound_pool, volley.save_pool)
    assert [pool.key.rpartition("/")[2] for pool in pools] == ["hit", "wound", "save"]
    assert [list(pool.faces) for pool in pools] == [[6, 5, 4, 3, 2, 1], [4, 2], [5, 4]]
