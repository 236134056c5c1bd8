"""The attack sequence rule by rule: dice, modifiers, weapon abilities, the order of rolls."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from game.engine.core.dice import RollCounter, ScriptedDice
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.weapon_abilities import Anti, Crit, weapon_abilities
from game.rulesets.aos4.rules.attacks.batch import (
    Attacker,
    Batch,
    Modifier,
    Target,
    batch_of,
    can_be_rolled,
    limited,
    modified,
    modifier,
    picks,
    roll_amounts,
    save_modifier,
    value,
)
from game.rulesets.aos4.rules.attacks.eligible import GUARDED_TO_HIT, hides_when_guarded, may_be_guarded
from game.rulesets.aos4.rules.attacks.volleys import resolve
from game.rulesets.aos4.rules.core.attacking import ALL_OUT_ATTACK
from tests.every_throw import throws
from tests.rulesets.aos4.attack_kit import AXE, HARPOON, JAWS, LANCE, PIKE, PLAIN, TALONS, rolled, weapon

ATTACK = Batch("blade", (Amount(plus=1),), 4, 4, Amount(plus=1), save=4)


# -- dice and modifiers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "faces", "expected"),
    [("D3", [1], 1), ("D3", [2], 1), ("D3", [3], 2), ("D3", [4], 2), ("D3", [5], 3), ("D3", [6], 3)]
    + [("D3+2", [6], 5), ("2D6", [3, 4], 7), ("3D6", [1, 2, 3], 6), ("D6+8", [6], 14), ("4", [], 4)],
)
def test_a_dice_1_amounts(text: str, faces: list[int], expected: int) -> None:
    counter = RollCounter()
    script = ScriptedDice.of(faces)
    pool, total = roll_amounts(script, counter, (amount(text),), "unit/amount")
    script.require_used(counter)
    assert (total, pool.sides) == (expected, 6)


def test_a_dice_1_several_amounts_are_one_throw() -> None:
    script = ScriptedDice.of((6, 2, 3, 4))
    amounts = amount("D3"), amount("5"), amount("2D6"), amount("D3+2")
    assert roll_amounts(script, RollCounter(), amounts, "unit")[1] == 3 + 5 + 5 + 4


@pytest.mark.parametrize(("added", "net"), [(3, 1), (1, 1), (0, 0), (-1, -1), (-4, -1)])
def test_a_dice_4_hit_and_wound_rolls_change_by_one_at_most(added: int, net: int) -> None:
    batch = batch_of(PIKE, 1, Target(4), Attacker(hit=Modifier(other=added), wound=Modifier(own=added)))
    assert (batch.hit_modifier, batch.wound_modifier, limited(added)) == (net, net, net)


def test_a_dice_4_bonuses_and_penalties_are_summed_before_the_limit() -> None:
    three_bonuses = modifier(1, friendly=True) + modifier(1, friendly=True) + modifier(1, friendly=True)
    batch = batch_of(PIKE, 1, Target(4), Attacker(hit=three_bonuses + modifier(-1, friendly=False)))
    assert batch.hit_modifier == 1


@pytest.mark.parametrize(
    ("bonus", "rend", "net", "capped_before"), [(2, 0, 1, 1), (2, 2, 0, -1), (1, 3, -2, -2), (0, 5, -5, -5)]
)
def test_a_dice_5_a_save_is_limited_upwards_only(bonus: int, rend: int, net: int, capped_before: int) -> None:
    """A-AMB-26: by default after rend; the option limits the bonus before it."""
    assert save_modifier(bonus, rend) == net
    assert save_modifier(bonus, rend, cap_bonus_before_rend=True) == capped_before
    weapon = PLAIN.model_copy(update={"rend": rend})
    batch = batch_of(weapon, 1, Target(4, save_bonus=bonus), cap_bonus_before_rend=True)
    assert batch.save_modifier == capped_before


def test_a_dice_8_no_characteristic_falls_too_low() -> None:
    worse = Attacker(attacks=Modifier(other=-5), rend=Modifier(other=-3), damage=Modifier(other=-4))
    batch = batch_of(AXE, 2, Target(4), worse, champions=1)
    assert (batch.attacks, batch.rend, batch.damage) == ((Amount(plus=2),), 0, Amount(plus=1))
    low = modified(amount("D3"), -2)
    assert [value(low, thrown) for thrown in (1, 2, 3)] == [1, 1, 1]
    assert modified(amount("0"), 0) == amount("0")


# -- the sequence --------------------------------------------------------------------------------


@pytest.mark.parametrize(("modifier", "hitting"), [(0, {4, 5, 6}), (1, {3, 4, 5, 6}), (-1, {5, 6})])
def test_a_atk_2_hits(modifier: int, hitting: set[int]) -> None:
    batch = replace(ATTACK, hit_modifier=modifier)
    assert {face for face in range(1, 7) if batch.hits(face)} == hitting


def test_a_atk_2_and_a_amb_27_a_natural_one_misses_and_a_natural_six_hits() -> None:
    assert not replace(ATTACK, hit=2, hit_modifier=1).hits(1)
    assert replace(ATTACK, hit=6, hit_modifier=-1).hits(6)


def test_a_atk_3_a_natural_six_to_wound_is_nothing_special() -> None:
    assert replace(ATTACK, wound=6).wounds(6)
    assert not replace(ATTACK, wound=6, wound_modifier=-1).wounds(6)
    assert not replace(ATTACK, wound=2, wound_modifier=1).wounds(1)


def test_a_atk_4_saves() -> None:
    assert {face for face in range(1, 7) if replace(ATTACK, save_modifier=-2).saves(face)} == {6}
    assert not any(replace(ATTACK, save_modifier=-3).saves(face) for face in range(1, 7))
    assert not replace(ATTACK, save=2, save_modifier=1).saves(1)


def test_a_atk_4_without_a_save_no_die_is_rolled() -> None:
    volley = rolled(replace(ATTACK, save=None), ("hit", [4]), ("wound", [4]))
    assert (volley.unsaved, volley.save_pool.faces, volley.points) == (1, (), 1)


def test_a_atk_5_random_attacks_are_rolled_for_each_weapon() -> None:
    bombs = weapon("Bomb", "D3", 4, 4, 0, "1")
    batch = batch_of(bombs, 3, Target(4), champions=1)
    assert batch.attacks == (amount("D3+1"), amount("D3"), amount("D3"))
    volley = rolled(batch, ("attacks", [5, 3, 1]), ("hit", [1] * 7))
    assert (volley.attack_pool.faces, volley.attacks) == ((5, 3, 1), 4 + 2 + 1)


def test_a_atk_5_damage_is_rolled_for_unsaved_attacks_only() -> None:
    batch = replace(ATTACK, attacks=(Amount(plus=3),), damage=amount("D3+2"))
    volley = rolled(batch, ("hit", [4, 4, 4]), ("wound", [4, 4, 4]), ("save", [3, 4, 1]), ("damage", [1, 6]))
    assert (volley.damage_pool.faces, volley.damage, volley.mortal) == ((1, 6), 3 + 5, 0)


def test_a_atk_6_attacks_of_a_group() -> None:
    more = Attacker(attacks=modifier(1, friendly=True))
    assert batch_of(PIKE, 10, Target(4), more, champions=1).attacks == (Amount(plus=31),)
    assert batch_of(PIKE, 0, Target(4)).attacks == (Amount(plus=0),)


def test_a_atk_7_nobody_falls_before_all_attacks_are_resolved() -> None:
    """Ten attacks at a unit that three would destroy: all ten are rolled (A-ATK-1)."""
    batch = replace(ATTACK, attacks=(Amount(plus=10),))
    volley = rolled(batch, ("hit", [4] * 10), ("wound", [4] * 10), ("save", [3] * 10))
    assert volley.points == 10


def test_a_weapon_used_by_hand_is_refused() -> None:
    """A-IMP-25: the rules cannot roll for it."""
    strange = weapon("Strange", "2", 4, 0, 0, "1", by_hand=True)
    assert not can_be_rolled(strange)
    with pytest.raises(ValueError, match="Strange is used by hand"):
        batch_of(strange, 1, Target(4))


# -- weapon abilities ----------------------------------------------------------------------------


def test_a_wpn_1_two_hits_each_with_a_wound_roll() -> None:
    volley = rolled(replace(ATTACK, crit="2 hits"), ("hit", [6]), ("wound", [4, 3]), ("save", [3]))
    assert (volley.attacks, volley.hits, volley.wounds) == (1, 2, 1)


def test_a_wpn_2_a_critical_hit_wounds_at_once() -> None:
    volley = rolled(replace(ATTACK, crit="auto-wound", attacks=(Amount(plus=2),)), ("hit", [6, 6]), ("save", [3, 4]))
    assert (volley.wounds, volley.wound_pool.faces, volley.unsaved) == (2, (), 1)


def test_a_wpn_3_mortal_damage_is_rolled_when_the_hit_is_and_ends_the_attack() -> None:
    batch = replace(ATTACK, crit="mortal", attacks=(Amount(plus=3),), damage=amount("D3"))
    throws = [("hit", [6, 4, 6]), ("mortal", [6, 1]), ("wound", [4]), ("save", [3]), ("damage", [3])]
    volley = rolled(batch, *throws)
    assert (volley.hits, volley.mortal_pool.faces, volley.mortal) == (3, (6, 1), 3 + 1)
    assert (volley.damage, volley.points) == (2, 6)


def test_a_wpn_3_a_natural_six_is_critical_whatever_is_added() -> None:
    """A-DICE-3: conditions on natural faces look at these only."""
    better = replace(ATTACK, crit="mortal", hit_modifier=1)
    volley = rolled(better, ("hit", [5]), ("wound", [1]))
    assert (volley.mortal, volley.hits) == (0, 1)
    worse = replace(ATTACK, crit="mortal", hit_modifier=-1)
    assert rolled(worse, ("hit", [6])).mortal == 1


def test_a_wpn_4_more_damage_after_a_charge() -> None:
    assert batch_of(LANCE, 1, Target(4)).damage == Amount(plus=1)
    assert batch_of(LANCE, 1, Target(4), Attacker(charged=True)).damage == Amount(plus=2)


def test_a_wpn_5_every_entry_that_applies_adds_rend() -> None:
    spear = weapon("Spear", "1", 4, 4, 1, "1", "Anti-charge (+1 Rend)", "Anti-CAVALRY (+1 Rend)", "Anti-HERO (+1 Rend)")
    cavalry = frozenset({"CAVALRY", "FLY"})
    assert batch_of(spear, 1, Target(4)).rend == 1
    assert batch_of(spear, 1, Target(4, keywords=cavalry)).rend == 2
    assert batch_of(spear, 1, Target(4, charged=True)).rend == 2
    assert batch_of(spear, 1, Target(4, keywords=cavalry, charged=True)).rend == 3


def test_a_wpn_6_a_companion_weapon_ignores_own_bonuses_only() -> None:
    plus, minus = modifier(1, friendly=True), modifier(-1, friendly=True)
    better = Attacker(hit=plus, wound=plus, attacks=plus, rend=plus, damage=plus)
    batch = batch_of(JAWS, 2, Target(4), better, champions=1)
    assert batch == batch_of(JAWS, 2, Target(4))
    assert batch_of(JAWS, 2, Target(4), Attacker(hit=minus)).hit_modifier == -1
    assert batch_of(JAWS, 2, Target(4), Attacker(hit=plus + minus)).hit_modifier == -1
    assert batch_of(PIKE, 2, Target(4), Attacker(hit=plus + minus)).hit_modifier == 0
    assert batch_of(JAWS, 2, Target(4), Attacker(wound=ALL_OUT_ATTACK)).wound_modifier


def test_a_wpn_8_its_own_abilities_reach_a_companion_weapon() -> None:
    beak = weapon("Beak", "1", 4, 4, 0, "1", "Companion", "Charge (+1 Damage)", "Anti-HERO (+1 Rend)")
    batch = batch_of(beak, 1, Target(4, keywords=frozenset({"HERO"})), Attacker(charged=True))
    assert (batch.damage, batch.rend) == (Amount(plus=2), 1)


def test_a_wpn_8_the_attacker_picks_one_of_two_crits() -> None:
    both = weapon("Both", "1", 4, 4, 0, "1", "Crit (Mortal)", "Crit (2 Hits)")
    assert picks(both) == ("mortal", "2 hits")
    assert [batch_of(both, 1, Target(4), crit=crit).crit for crit in picks(both)] == ["mortal", "2 hits"]
    assert batch_of(both, 1, Target(4)).crit == "mortal"
    assert (picks(AXE), batch_of(AXE, 1, Target(4)).crit, batch_of(PIKE, 1, Target(4)).crit) == ((), "2 hits", "")
    with pytest.raises(ValueError, match="Boarding Axe has no Crit"):
        batch_of(AXE, 1, Target(4), crit="mortal")


@pytest.mark.parametrize(
    ("text", "crit"), [("Crit (2 Hits)", "2 hits"), ("crit (AUTO-WOUND)", "auto-wound"), ("Crit(Mortal", "mortal")]
)
def test_a_imp_26_crits_are_read_leniently(text: str, crit: Crit) -> None:
    assert weapon_abilities((text,)).crits == (crit,)


@pytest.mark.parametrize(
    ("text", "what"),
    [("Anti-MONSTER (+1 Rend)", "MONSTER"), ("Anit-Infantry (+1 rend", "INFANTRY"), ("anti‑charge (+1 Rend)", "CHARGE")]
    + [("Anti-War Machine ( +1  Rend )", "WAR MACHINE"), ("Anti-FACTION TERRAIN (+1 Rend)", "FACTION TERRAIN")],
)
def test_a_imp_26_and_a_wpn_9_anti_anything(text: str, what: str) -> None:
    """A-IMP-26, A-WPN-9: any keyword, however it is spelt."""
    assert weapon_abilities((text,)).anti == (Anti(what, 1),)


def test_a_wpn_7_and_a_wpn_10_the_rest_of_the_column() -> None:
    found = weapon_abilities(("Shoot In Combat", "Blood-hungry", "-", "", "Companion", "Charge (+2 damage)"))
    assert (found.shoot_in_combat, found.companion, found.charge_damage) == (True, True, 2)
    assert (found.by_hand, found.crits, found.anti) == (("Blood-hungry",), (), ())


# -- keywords ------------------------------------------------------------------------------------


def test_a_key_6_a_champion_adds_an_attack_to_each_of_its_weapons() -> None:
    assert batch_of(LANCE, 3, Target(4), champions=1).attacks == (Amount(plus=10),)
    assert batch_of(TALONS, 3, Target(4), champions=1).attacks == (Amount(plus=6),)
    beasts = Attacker(champions_of_beasts=True)
    assert batch_of(TALONS, 3, Target(4), beasts, champions=2).attacks == (Amount(plus=8),)


def test_a_key_4_who_is_guarded() -> None:
    assert may_be_guarded({"HERO", "CAVALRY"})
    assert not may_be_guarded({"HERO", "MONSTER"})
    assert not may_be_guarded({"HERO", "WAR MACHINE"})
    assert not may_be_guarded({"INFANTRY"})
    assert hides_when_guarded({"HERO", "INFANTRY"})
    assert not hides_when_guarded({"HERO", "CAVALRY"})
    assert GUARDED_TO_HIT.net(companion=True) == -1


# -- batches and single attacks ------------------------------------------------------------------

SMALL = {
    "plain": replace(ATTACK, attacks=(Amount(plus=2),), hit=5, wound=5, save=3, damage=Amount(plus=2)),
    "two hits": replace(ATTACK, attacks=(Amount(plus=2),), hit=6, wound=6, save=None, crit="2 hits"),
    "auto-wounds": replace(ATTACK, attacks=(Amount(plus=2),), hit=6, wound=6, save=2, crit="auto-wound"),
    "mortal": replace(ATTACK, attacks=(Amount(plus=2),), hit=6, wound=6, save=None, crit="mortal", damage=amount("D3")),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_dice_9_a_batch_is_the_same_as_attacks_one_by_one(name: str) -> None:
    """Every throw of a batch of two attacks, against the sum of two batches of one, by mortal and other damage."""
    batch = SMALL[name]
    single = every_outcome(replace(batch, attacks=(Amount(plus=1),)))
    by_one: dict[tuple[int, int], Fraction] = {}
    for one, chance in single.items():
        for other, share in single.items():
            both = one[0] + other[0], one[1] + other[1]
            by_one[both] = by_one.get(both, Fraction(0)) + chance * share
    assert every_outcome(batch) == by_one


def every_outcome(batch: Batch) -> dict[tuple[int, int], Fraction]:
    """The chance of each number of points of damage and of mortal damage, over every throw."""
    found: dict[tuple[int, int], Fraction] = {}
    for dice in throws():
        volley = resolve(batch, dice, RollCounter(), "unit")
        outcome = volley.damage, volley.mortal
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 6 ** len(dice.sides))
    assert sum(found.values()) == 1
    return found


def test_a_dice_10_every_die_has_a_key_of_its_own() -> None:
    batch = batch_of(HARPOON, 2, Target(None))
    volley = rolled(batch, ("hit", [4, 4, 1, 1]), ("wound", [3, 3]), ("damage", [1, 6]))
    pools = (volley.hit_pool, volley.wound_pool, volley.damage_pool)
    assert [pool.key for pool in pools] == [
        f"round 1/unit/Barbed Harpoon/{what}" for what in ("hit", "wound", "damage")
    ]
