"""Rules at their edges: equal numbers, dice of other sorts, wards at their best, rerolls that cannot be."""

from __future__ import annotations

import pytest

from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.assigning import all_at
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.damaging import ward_of
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.attacks.modifiers import target_of
from game.rulesets.aos4.rules.attacks.volleys import batch_at
from game.rulesets.aos4.rules.conditions import meets
from tests.rulesets.aos4.test_effects_as_data import battle_with, passive, used, written


@pytest.mark.parametrize(
    ("over", "face", "hurt"),
    [("less", 1, False), ("at most", 1, True), ("at most", 2, False), ("equal", 1, True), ("more", 1, False),
     ("more", 2, True), ("double", 1, False), ("double", 2, True)],
)  # fmt: skip
def test_a_dice_8_a_roll_is_compared_with_the_control_of_the_target(over: str, face: int, hurt: bool) -> None:
    """A Hullbreaker has Control 1."""
    battle = battle_with(written("mortal-damage", target="enemy", over=over, than="control", amount=1))
    used(battle.rolls("deed bob.hullbreakers", face))
    assert bool(battle.events(events.Damaged)) is hurt


@pytest.mark.parametrize(("faces", "hurt"), [((3, 4), False), ((4, 4), True)])
def test_a_dice_1_an_effect_may_ask_for_two_dice(faces: tuple[int, int], hurt: bool) -> None:
    battle = battle_with(written("mortal-damage", target="enemy", on=8, die="2D6", amount=1))
    used(battle.rolls("deed bob.hullbreakers", *faces))
    assert bool(battle.events(events.Damaged)) is hurt


def test_a_abil_2_equal_numbers_are_neither_above_nor_below() -> None:
    game = battle_with(written("modify", what="hit")).begin().game
    pikes, hullbreakers = game.state.units["ann.wallward-pikes"], game.state.units["bob.hullbreakers"]
    for name in ("control", "health"):
        own, other = (getattr(game.card(unit), name) for unit in (pikes, hullbreakers))
        assert meets(game, pikes, (f"{name} above",), hullbreakers) is (own > other)
        assert not meets(game, pikes, (f"{name} above",), pikes)
        assert not meets(game, pikes, (f"{name} below",), pikes)
    health = game.card(pikes).health
    assert meets(game, pikes, (f"frail {health}",))
    assert not meets(game, pikes, (f"frail {health - 1}",))


@pytest.mark.parametrize(("ward", "bonus", "needed"), [(6, 1, 5), (3, 1, 2), (2, 1, 2), (6, -1, None)])
def test_a_dmg_4_a_ward_is_at_best_2_and_never_a_7(ward: int, bonus: int, needed: int | None) -> None:
    spec = written("aura", ("aura", {"target": "self", "what": "ward", "amount": bonus}), timing="Passive",
                   target="self", lends="WARD", amount=ward)  # fmt: skip
    battle = battle_with(spec).begin()
    beaconwright = battle.unit("beaconwright")
    assert ward_of(battle.game, beaconwright) == needed


def test_a_atk_7_who_ignores_what_makes_saves_worse_ignores_rend() -> None:
    battle = passive(target="each friend", what="no save malus")
    assert target_of(battle.game, battle.unit("wallward-pikes")).unhindered
    assert not target_of(battle.game, battle.unit("hullbreakers")).unhindered
    hullbreakers = battle.unit("hullbreakers")
    [group] = groups(battle.game, hullbreakers, ranged=False)
    batch = batch_at(battle.game, hullbreakers, all_at(group, battle.unit("wallward-pikes").id), NO_MODIFIER)
    assert batch.rend > 0
    assert batch.save_modifier == 0
