"""Whom models may attack, how attacks are shared out and batched, and what their damage does (A-TGT, A-ATK, A-DMG)."""

from __future__ import annotations

import numpy as np
import pytest

from game.engine.core.decisions import Allocate, Choose, Pick
from game.rulesets.aos4.documents.amounts import Amount, amount
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.documents.weapon_abilities import weapon_abilities
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.assigning import Aimed, amounts_in, attacks_in, divided_attacks
from game.rulesets.aos4.rules.attacks.batch import Modifier
from game.rulesets.aos4.rules.attacks.damaging import (
    body_of,
    destroy,
    from_the_enemy,
    slay,
    sparing,
    split_by,
    suggested_casualties,
    survivors,
)
from game.rulesets.aos4.rules.attacks.eligible import Group, attackable, groups, is_guarded
from game.rulesets.aos4.rules.attacks.modifiers import attacker_of, target_of
from game.rulesets.aos4.rules.attacks.volleys import batch_at
from game.rulesets.aos4.rules.core.attacking import closest
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.attack_kit import weapon
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, box, changed, field, keyworded, piece, row

PIKE, AXE, SLING, RIDER, WICK = 32 / 50.8, 40 / 50.8, 28.5 / 50.8, 60 / 50.8, 50 / 50.8


def found(battle: Battle, name: str, *, ranged: bool) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """The groups of a unit: numbers of the models by weapon and targets."""
    return {
        (each.weapon.name, tuple(target.split(".")[1] for target in each.targets)): [
            model.rpartition("-")[2] for model in each.models
        ]
        for each in groups(battle.game, battle.unit(name), ranged=ranged)
    }


# -- who may attack whom


def test_a_tgt_1_each_model_aims_each_weapon_at_those_within_its_own_range() -> None:
    """Slingers reach 15 inches, each from where it stands; they have knives for no one here."""
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", (10, 5), (20, 5), (30, 5))
    battle.put("hullbreakers", (10, round(5 + SLING + AXE + 15, 4)))
    battle.put("barbcasters", (30, round(5 + SLING + PIKE + 15, 4)))
    battle.begin()
    assert found(battle, "glarecoil-slingers", ranged=True) == {
        ("Glass-bolt Sling", ("hullbreakers",)): ["1"],
        ("Glass-bolt Sling", ("barbcasters",)): ["3"],
    }
    assert found(battle, "glarecoil-slingers", ranged=False) == {}
    assert [each.id for each in attackable(battle.game, battle.unit("glarecoil-slingers"), ranged=True)] == [
        "bob.hullbreakers",
        "bob.barbcasters",
    ]


@pytest.mark.parametrize(("over", "reached"), [(0.0, True), (0.0008, True), (0.0013, False)])
def test_a_geo_4_a_range_is_met_to_the_thousandth(over: float, reached: bool) -> None:
    battle = Battle("shooting")
    battle.put("beaconwright", (10, 5))
    battle.put("hullbreakers", (round(10 + 2 * AXE + 12 + over, 4), 5))
    battle.begin()
    assert bool(found(battle, "beaconwright", ranged=True)) is reached


def test_a_fight_7_and_a_fight_8_all_melee_weapons_at_units_within_three_inches_of_the_model() -> None:
    battle = Battle("combat")
    battle.put("duskmoth-riders", (10, 10), (14, 10))
    battle.put("hullbreakers", (10, round(10 + RIDER + AXE + 3, 4)))
    battle.put("barbcasters", (14, round(10 - RIDER - PIKE - 2, 4)))
    battle.begin()
    lance, talons = "Swoop Lance", "Moth Talons"
    assert found(battle, "duskmoth-riders", ranged=False) == {
        (lance, ("hullbreakers",)): ["1"],
        (talons, ("hullbreakers",)): ["1"],
        (lance, ("barbcasters",)): ["2"],
        (talons, ("barbcasters",)): ["2"],
    }


@pytest.mark.parametrize(("gap", "reached"), [(12.0, True), (12.01, False)])
def test_a_key_4_a_guarded_infantry_hero_is_out_of_sight_beyond_twelve_inches(gap: float, reached: bool) -> None:
    """Whoever guards it is not: and none guards it from farther than 3 inches, or in the enemy's army."""
    battle = Battle("shooting", active=A)
    battle.put("glarecoil-slingers", (10, 5))
    battle.put("tide-reeve", (10, round(5 + SLING + AXE + gap, 4)))
    guard = battle.put("hullbreakers", (12, round(5 + SLING + AXE + gap, 4)))
    battle.begin()
    whom = {target for _weapon, targets in found(battle, "glarecoil-slingers", ranged=True) for target in targets}
    assert ("tide-reeve" in whom) is reached
    assert "hullbreakers" in whom
    assert is_guarded(battle.game, battle.unit("tide-reeve"))
    assert not is_guarded(battle.game, battle.unit("hullbreakers"))
    battle.unit("hullbreakers").at = {
        "bob.hullbreakers-1": (round(10 + 2 * AXE + 3.01, 4), guard.at["bob.hullbreakers-1"][1])
    }
    assert not is_guarded(battle.game, battle.unit("tide-reeve"))


def test_a_key_4_neither_heroes_nor_enemies_guard_a_hero() -> None:
    twin = BRINEBACK.regiments[0].units[0].model_copy(update={"id": "twin", "general": False})
    battle = Battle("shooting", armies=(LANTERN, BRINEBACK.model_copy(update={"auxiliaries": (twin,)})))
    battle.put("tide-reeve", (20, 20))
    battle.put("twin", (22, 20))
    battle.put("wallward-pikes", (20, 18))
    battle.begin()
    assert not is_guarded(battle.game, battle.unit("tide-reeve"))


def test_a_shoot_3_in_combat_only_weapons_that_shoot_there_and_in_combat_abilities_are_read() -> None:
    battle = Battle("shooting")
    battle.put("beaconwright", (20, 10))
    battle.put("hullbreakers", (20, 13))
    battle.begin()
    assert found(battle, "beaconwright", ranged=True) == {("Shuttered Lamp", ("hullbreakers",)): ["1"]}
    assert weapon_abilities(("Shoot in Combat",)).shoot_in_combat


def test_a_tgt_1_and_a_ab_17_only_some_units_where_an_ability_says_so() -> None:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", (10, 5))
    battle.put("hullbreakers", (8, 12))
    battle.put("barbcasters", (14, 12))
    battle.begin()
    [group] = groups(battle.game, battle.unit("glarecoil-slingers"), ranged=True, only=[battle.unit("barbcasters")])
    assert group.targets == ("bob.barbcasters",)


@pytest.mark.parametrize(("apart", "both"), [(0.0, True), (0.0008, True), (0.0015, False)])
def test_a_ab_17_equally_close_to_the_thousandth(apart: float, both: bool) -> None:
    """Manifestations that are closer, and who cannot be shot at, are passed over."""
    battle = Battle("shooting", active=A)
    battle.put("barbcasters", (20, 20))
    battle.put("wallward-pikes", (round(20 - 8 - apart, 4), 20))
    battle.put("beaconwright", (round(20 + 8 + AXE - PIKE, 4), 20))
    battle.put("wandering-wick", (20, 25))
    battle.begin()
    names = [each.id for each in closest(battle.game, battle.unit("barbcasters"))]
    assert names == (["ann.beaconwright", "ann.wallward-pikes"] if both else ["ann.beaconwright"])
    assert closest(battle.game, battle.unit("hullbreakers")) == []


def test_a_tab_1_a_group_knows_which_of_its_targets_are_covered() -> None:
    battle = Battle("shooting", on=field(piece("mill", box(6, 8, 4, 2), 2, "cover")))
    battle.put("glarecoil-slingers", (8, 3), (14, 3))
    battle.put("hullbreakers", (8, 12))
    battle.put("barbcasters", (15, 12))
    battle.begin()
    covered = {
        tuple(model.rpartition("-")[2] for model in each.models): each.covered
        for each in groups(battle.game, battle.unit("glarecoil-slingers"), ranged=True)
    }
    assert covered == {("1",): {"bob.hullbreakers"}, ("2",): set()}


# -- sharing out


def test_a_tgt_2_attacks_are_shared_out_by_numbers_and_random_ones_by_weapons() -> None:
    plain = Group(weapon("Sling", "2", 4, 4, 0, "1", range_in=15), ("a-1", "a-2", "a-3"), ("x", "y", "z"))
    assert not plain.is_random
    assert divided_attacks(plain, {"x": 4, "y": 0, "z": 2}) == [
        Aimed(plain, "x", ("a-1", "a-2", "a-3"), 4),
        Aimed(plain, "z", ("a-1", "a-2", "a-3"), 2),
    ]
    bombs = Group(weapon("Bomb", "D3", 4, 4, 0, "1", range_in=15), ("a-1", "a-2", "a-3"), ("x", "y"))
    assert bombs.is_random
    assert divided_attacks(bombs, {"x": 1, "y": 2}) == [Aimed(bombs, "x", ("a-1",)), Aimed(bombs, "y", ("a-2", "a-3"))]
    assert divided_attacks(bombs, {"y": 3}) == [Aimed(bombs, "y", ("a-1", "a-2", "a-3"))]


def bombing() -> ArmyDocument:
    """The Slingers' slings make D3 attacks each."""
    slingers = next(each for each in LANTERN.units if each.id == "glarecoil-slingers")
    weapons = tuple(each.model_copy(update={"attacks": "D3"}) if each.is_ranged else each for each in slingers.weapons)
    return changed(LANTERN, "glarecoil-slingers", weapons=weapons)


def test_a_tgt_2_who_throws_for_its_attacks_shares_out_its_weapons() -> None:
    battle = Battle("shooting", armies=(bombing(), BRINEBACK))
    battle.put("glarecoil-slingers", (9, 5), (10.5, 5), (12, 5))
    battle.put("hullbreakers", (8, 12))
    battle.put("barbcasters", (14, 12))
    battle.rolls("Sling/0/attacks", 1).rolls("Sling/0/hit", 1, 1).rolls("Sling/1/attacks", 3, 6)
    battle.rolls("Sling/1/hit", *[1] * 5).begin().use("shoot", "glarecoil-slingers")
    assert [each.key for each in battle.asked.options] == ["bob.hullbreakers", "bob.barbcasters", "share"]  # type: ignore[attr-defined]
    battle.say("share")
    assert isinstance(battle.asked, Allocate)
    assert (battle.asked.total, battle.asked.limits) == (3, {"bob.hullbreakers": 3, "bob.barbcasters": 3})
    assert battle.asked.prompt.startswith("How many Glass-bolt Sling")
    battle.say({"bob.hullbreakers": 1, "bob.barbcasters": 2}).no_reaction()
    assert [(each.target, each.attacks) for each in battle.events(events.Attacked)] == [
        ("bob.hullbreakers", 2),
        ("bob.barbcasters", 5),
    ]
    battle.dice_used()


def test_a_tgt_2_what_can_be_aimed_at_one_unit_alone_is_not_asked_about() -> None:
    """The champion at the end reaches only the Barbcasters; the others are shared out."""
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", (28, 5), (10.5, 5), (12, 5))
    battle.put("hullbreakers", (8, 12))
    battle.put("barbcasters", (20, 12))
    battle.rolls("hit", *[1] * 7).begin().use("shoot", "glarecoil-slingers")
    labels = {each.key: each.label for each in battle.asked.options}  # type: ignore[attr-defined]
    assert labels["bob.hullbreakers"] == "4 attacks on Hullbreakers"
    assert labels["bob.barbcasters"] == "7 attacks on Barbcasters"
    assert battle.asked.prompt == "Choose a target for Glarecoil Slingers"
    battle.say("share")
    assert isinstance(battle.asked, Allocate)
    assert battle.asked.total == 4
    assert battle.asked.prompt.startswith("How many Glass-bolt Sling attacks")
    battle.say({"bob.hullbreakers": 4}).no_reaction()
    aimed = {(each.target, each.attacks) for each in battle.events(events.Attacked)}
    assert aimed == {("bob.barbcasters", 3), ("bob.hullbreakers", 4)}


def test_a_tgt_3_after_a_target_was_chosen_those_who_cannot_reach_it_are_asked_about() -> None:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", (10, 5), (22, 5))
    battle.put("hullbreakers", (3, 12))
    battle.put("barbcasters", (19, 18.5))
    battle.put("tide-reeve", (33, 12))
    battle.rolls("hit", *[1] * 5).begin().use("shoot", "glarecoil-slingers").at_unit("hullbreakers")
    assert isinstance(battle.asked, Choose)
    assert battle.asked.prompt == "Choose a target for the other attacks"
    assert {each.key for each in battle.asked.options} == {"bob.barbcasters", "bob.tide-reeve", "share"}
    battle.at_unit("tide-reeve").no_reaction()
    assert [(each.target, each.attacks) for each in battle.events(events.Attacked)] == [
        ("bob.hullbreakers", 3),
        ("bob.tide-reeve", 2),
    ]


def test_a_atk_6_and_a_key_6_the_attacks_of_a_group_with_its_champion() -> None:
    battle = Battle("combat", armies=(keyworded(LANTERN, "duskmoth-riders", "BEAST"), BRINEBACK))
    battle.put("duskmoth-riders", (10, 10), (12.5, 10))
    battle.put("hullbreakers", (11, 13))
    battle.begin()
    riders = battle.unit("duskmoth-riders")
    counts = {
        each.weapon.name: attacks_in(battle.game, riders, each) for each in groups(battle.game, riders, ranged=False)
    }
    assert counts == {"Swoop Lance": 7, "Moth Talons": 5}, "champions of beasts count for Companions too"
    lance = next(each for each in groups(battle.game, riders, ranged=False) if each.weapon.name == "Swoop Lance")
    assert amounts_in(battle.game, riders, lance, lance.models[1:]) == (Amount(plus=3),)
    wild = Group(weapon("Bomb", "2D6", 4, 4, 0, "1"), lance.models, ("x",))
    assert attacks_in(battle.game, riders, wild) == 25
    assert amounts_in(battle.game, riders, wild, lance.models) == (amount("2D6+1"), amount("2D6"))


# -- batches in play


def test_a_wpn_6_lasting_effects_by_whose_they_are() -> None:
    battle = Battle("combat")
    pikes = battle.put("wallward-pikes", (10, 10))
    pikes.effects = [
        Effect("a", "hit", 1, "turn", A),
        Effect("b", "hit", -1, "turn", B),
        Effect("c", "hit", 1, "turn", B),
        Effect("d", "wound", 1, "turn", A),
        Effect("e", "save", 2, "turn", A),
    ]
    battle.put("hullbreakers", (10, 13))
    battle.begin()
    pikes = battle.unit("wallward-pikes")
    pike = battle.game.card(pikes).weapons[0]
    attacker = attacker_of(battle.game, pikes, Modifier(other=-1), pike, None)
    assert (attacker.hit, attacker.wound) == (Modifier(own=1, other=-1), Modifier(own=1))
    assert (attacker.charged, attacker.champions_of_beasts) == (False, False)
    battle.game.note(pikes, "charged", "turn")
    assert attacker_of(battle.game, pikes, Modifier(), pike, None).charged
    target = target_of(battle.game, pikes)
    assert (target.save, target.save_bonus, target.charged) == (4, 2, True)
    assert {"INFANTRY", "LANTERN CONCORD"} <= target.keywords


@pytest.mark.parametrize(("cap", "net"), [("after", 1), ("before", 0)])
def test_a_amb_26_a_batch_is_capped_as_agreed(cap: str, net: int) -> None:
    """A bonus of 3 against Rend 1: +1 where the sum is limited, 0 where the bonus is."""
    battle = Battle("combat", save_cap=cap)
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    hulls = battle.put("hullbreakers", (10, 13))
    hulls.effects = [Effect("x", "save", 3, "turn", B)]
    battle.begin()
    pikes = battle.unit("wallward-pikes")
    [group] = groups(battle.game, pikes, ranged=False)
    aimed = [Aimed(group, "bob.hullbreakers", group.models), Aimed(group, "bob.hullbreakers", group.models, 2)]
    one, shared = (batch_at(battle.game, pikes, each, Modifier()) for each in aimed)
    assert one.save_modifier == shared.save_modifier == net
    assert (one.attacks, shared.attacks) == ((Amount(plus=5),), (Amount(plus=2),)), "the champion's is among them"


def test_a_tab_1_and_a_key_4_cover_and_guards_make_shooting_harder_and_add_up_to_one() -> None:
    battle = Battle("shooting", on=field(piece("mill", box(6, 8, 4, 2), 2, "cover")))
    battle.put("glarecoil-slingers", (8, 3), (20, 3))
    battle.put("tide-reeve", (8, 12))
    battle.put("hullbreakers", (8, 14.5))
    battle.begin()
    slingers = battle.unit("glarecoil-slingers")
    found = groups(battle.game, slingers, ranged=True)
    aimed = [Aimed(each, target, each.models) for each in found for target in each.targets]
    modifiers = {
        (each.group.models[0][-1], each.target): batch_at(battle.game, slingers, each, Modifier(own=1)).hit_modifier
        for each in aimed
    }
    assert modifiers[("1", "bob.tide-reeve")] == -1, "guarded and covered, with +1"
    assert modifiers[("1", "bob.hullbreakers")] == 0, "covered, with +1"


def test_a_wpn_8_a_weapon_with_two_crits_is_asked_about_once() -> None:
    pikes = next(each for each in LANTERN.units if each.id == "wallward-pikes")
    both = tuple(each.model_copy(update={"abilities": ("Crit (Mortal)", "Crit (2 Hits)")}) for each in pikes.weapons)
    battle = Battle("combat", armies=(changed(LANTERN, "wallward-pikes", weapons=both), BRINEBACK))
    battle.put("wallward-pikes", (10, 10), (12.4, 10))
    battle.put("hullbreakers", (9, 13))
    battle.put("barbcasters", (14, 13))
    battle.rolls("0/hit", 6, 1, 1).rolls("0/wound", 1, 1).rolls("1/hit", 1, 1).begin()
    battle.use("fight", "wallward-pikes").at_unit("hullbreakers").say("stay", "share")
    while isinstance(battle.asked, Allocate):
        limits = battle.asked.limits
        battle.say({next(iter(limits)): battle.asked.total})
    battle.no_reaction()
    assert battle.asked.rule == "A-WPN-8"
    assert isinstance(battle.asked, Choose)
    assert [each.key for each in battle.asked.options] == ["mortal", "2 hits"]
    assert battle.asked.prompt == "Choose a critical effect for the Long Pike"


# -- damage


def test_a_dmg_3_and_a_man_7_what_damage_meets() -> None:
    battle = Battle("hero", armies=(keyworded(LANTERN, "wallward-pikes", "WARD (5+)"), BRINEBACK))
    battle.put("wallward-pikes", *row(3, 10, 10, 1.5), damage=1, effects=[Effect("x", "keyword", 4, "turn", A, "WARD")])
    battle.put("wandering-wick", (20, 10), damage=2)
    battle.put("hullbreakers", *row(2, 10, 20, 2))
    battle.begin()
    bodies = {
        name: body_of(battle.game, battle.unit(name)) for name in ("wallward-pikes", "wandering-wick", "hullbreakers")
    }
    assert [(each.health, each.models, each.damage, each.ward) for each in bodies.values()] == [
        (2, 3, 1, 4),
        (6, 1, 2, 6),
        (3, 2, 0, None),
    ]


def test_a_dmg_6_the_distance_to_the_nearest_enemy() -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", (10, 10), (13, 10), (10, 4))
    battle.put("hullbreakers", (10, 15), (16, 14))
    battle.begin()
    assert from_the_enemy(battle.game, battle.unit("wallward-pikes")).tolist() == pytest.approx([5.0, 5.0, 11.0])
    battle.unit("hullbreakers").place = "destroyed"
    assert from_the_enemy(battle.game, battle.unit("wallward-pikes")).tolist() == [0.0, 0.0, 0.0]


def test_a_dmg_6_suggested_are_those_without_titles_then_the_farthest() -> None:
    battle = Battle("hero")
    battle.put("wallward-pikes", *row(6, 10, 10, 1.5))
    battle.put("hullbreakers", (20, 10))
    battle.begin()
    pikes = battle.unit("wallward-pikes")
    assert suggested_casualties(battle.game, pikes, 1) == ["ann.wallward-pikes-6"], (
        "at the end, though nearest: 4 and 5 are needed"
    )
    battle.unit("hullbreakers").at = {"bob.hullbreakers-1": (8.0, 10.0)}
    assert suggested_casualties(battle.game, pikes, 3) == [
        "ann.wallward-pikes-6",
        "ann.wallward-pikes-5",
        "ann.wallward-pikes-4",
    ]
    assert suggested_casualties(battle.game, pikes, 4)[-1] == "ann.wallward-pikes-3"


def test_a_dmg_10_the_slain_leave_the_table_and_with_the_last_of_them_the_unit_is_destroyed() -> None:
    battle = Battle("hero", windows="always")
    battle.put("tide-reeve", (20, 20))
    battle.put("wallward-pikes", *row(4, 10, 10, 1.5))
    battle.begin()
    slay(battle.game, battle.unit("wallward-pikes"), ["ann.wallward-pikes-2"])
    pikes = battle.unit("wallward-pikes")
    assert (pikes.slain[-1], [*pikes.at]) == (
        "ann.wallward-pikes-2",
        [f"ann.wallward-pikes-{each}" for each in (1, 3, 4)],
    )
    slain = battle.game.events[-1]
    assert isinstance(slain, events.Slain)
    assert (slain.models, slain.rule) == ({"ann.wallward-pikes-2": (11.5, 10.0)}, "A-DMG-5")
    slay(battle.game, pikes, [*pikes.at])
    assert (pikes.place, pikes.at) == ("destroyed", {})
    assert battle.game.events[-1].rule == "A-DMG-10"


def test_a_dmg_5_casualties_are_picked_among_the_unit_and_exactly_so_many() -> None:
    battle = Battle("combat", active=B)
    battle.put("wallward-pikes", *row(4, 18, 10, 1.5))
    battle.put("hullbreakers", (20, 13))
    battle.rolls("hit", 4, 4, 4, 1).rolls("wound", 6, 6, 1).rolls("save", 1, 1).begin()
    battle.use("fight", "hullbreakers").say("stay").no_reaction()
    assert isinstance(battle.asked, Pick)
    assert battle.asked.prompt == "2 models of Wallward Pikes are slain: choose which"
    assert not battle.allows(["ann.wallward-pikes-1"])
    assert not battle.allows(["ann.wallward-pikes-1", "ann.wallward-pikes-2", "ann.wallward-pikes-3"])
    assert battle.against(["bob.hullbreakers-1", "ann.wallward-pikes-2"]) == {"A-DMG-5"}
    battle.say(["ann.wallward-pikes-1", "ann.wallward-pikes-3"])
    assert [*battle.unit("wallward-pikes").at] == ["ann.wallward-pikes-2", "ann.wallward-pikes-4"]
    [damaged] = battle.events(events.Damaged)
    assert (damaged.points, damaged.count, damaged.slain, damaged.mortal, damaged.rule) == (4, 0, 2, False, "A-DMG-5")


def test_a_man_2_manifestations_go_with_their_summoner_alone() -> None:
    battle = Battle("hero")
    battle.put("beaconwright", (10, 10))
    battle.put("wallward-pikes", *row(3, 14, 10, 1.5))
    battle.put("wandering-wick", (20, 10), damage=2, summoner="ann.beaconwright", slain=[])
    battle.put("hollow-bell", (20, 20), summoner="bob.tide-reeve")
    battle.begin()
    game = battle.game
    destroy(game, battle.unit("wallward-pikes"))
    assert battle.unit("wandering-wick").place == "table"
    battle.unit("beaconwright").at = {}
    destroy(game, battle.unit("beaconwright"))
    wick = battle.unit("wandering-wick")
    assert (wick.place, wick.at, wick.damage, wick.summoner) == ("reserve", {}, 0, "")
    assert battle.unit("hollow-bell").place == "table"
    gone = [each for each in game.events if isinstance(each, events.Destroyed)]
    assert [(each.unit, each.rule) for each in gone] == [
        ("ann.wallward-pikes", "A-DMG-10"),
        ("ann.beaconwright", "A-DMG-10"),
        ("ann.wandering-wick", "A-MAN-2"),
    ]
    assert np.isfinite(game.positions.bases(battle.unit("hollow-bell")).centres).all()


def test_a_dmg_2_mortal_damage_is_told_as_such_and_wards_with_what_they_needed() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (10, 10))
    battle.put("hullbreakers", (10, 13))
    battle.rolls("retreat", 4).rolls("ward", 6, 5).begin().use("retreat", "beaconwright").no_reaction()
    [warded] = battle.events(events.Warded)
    assert (warded.needed, warded.warded, warded.faces, warded.rule) == (6, 1, (6, 5), "A-DMG-3")
    [damaged] = battle.events(events.Damaged)
    assert (damaged.points, damaged.count, damaged.slain, damaged.mortal, damaged.rule) == (1, 1, 0, True, "A-DMG-2")


def test_a_coh_2_casualties_of_any_order_split_the_unit_only_if_they_must() -> None:
    """Two squads of pikes joined by one model: if that dies, the unit loses a squad at the end of the turn."""
    battle = Battle("movement")
    spots = [(10, 10), (11.4, 10), (10.7, 11.3), (13, 10), (14.6, 10), (16, 10), (15.3, 11.3)]
    battle.put("wallward-pikes", *spots)
    battle.put("hullbreakers", (10.7, 13.5))
    battle.rolls("retreat", 3).begin().use("retreat", "wallward-pikes")
    pikes, asked, link = battle.unit("wallward-pikes"), battle.asked, "ann.wallward-pikes-4"
    assert isinstance(asked, Pick)
    assert asked.sparing is not None
    assert asked.harm is not None
    assert asked.sparing([link, "ann.wallward-pikes-6", *pikes.at]) == ["ann.wallward-pikes-6"]
    assert split_by(battle.game, pikes, [link]) == 3
    assert asked.harm((link,)) == asked.note(link) == "this splits the unit: 3 more will be lost"
    assert asked.harm(("ann.wallward-pikes-6",)) == ""
    assert sparing(battle.game, pikes, 2, [link, "ann.wallward-pikes-5"]) == [link, "ann.wallward-pikes-5"], "it must"
    battle.say([link])
    assert len(survivors(battle.game, pikes)[0]) == 3, "as many are lost as was said"
