"""Conditions and effects that texts name, each played: by keyword, round, charge roll, nearness, hidden, halved."""

from __future__ import annotations

import pytest

from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.modifiers import attacker_of
from game.rulesets.aos4.rules.conditions import charge_note, meets
from game.rulesets.aos4.rules.core.moves import with_effects
from game.rulesets.aos4.rules.effects import dice_of
from game.rulesets.aos4.rules.moving.unit_moves import Move, grounds_for
from game.rulesets.aos4.rules.state import Effect
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import LANTERN, A, B, Battle, changed, row
from tests.rulesets.aos4.test_effects_as_data import battle_with, passive, used, written
from tests.rulesets.aos4.test_read_handlers import SPELL, two


def at_the_table(gap: float = 1.0) -> Battle:
    """The Beaconwright and Pikes, which the Hullbreakers are in combat with."""
    return battle_with(written("modify", what="run"), "combat", gap=gap).begin()


@pytest.mark.parametrize(
    ("condition", "unit", "holds"),
    [
        ("is INFANTRY", "wallward-pikes", True),
        ("is non-INFANTRY", "wallward-pikes", False),
        ("fights INFANTRY", "wallward-pikes", True),
        ("fights MONSTER", "wallward-pikes", False),
        ("near 3 HERO", "wallward-pikes", True),
        ("near 3 MONSTER", "wallward-pikes", False),
        ("near 12 HERO", "beaconwright", False),  # the unit itself does not count
        ("inside 3 HERO", "wallward-pikes", False),
        ("inside 12 HERO", "wallward-pikes", True),
        ("size 10", "wallward-pikes", True),
        ("size 11", "wallward-pikes", False),
        ("round 1", "wallward-pikes", True),
        ("round 2", "wallward-pikes", False),
        ("from round 1", "wallward-pikes", True),
        ("from round 2", "wallward-pikes", False),
        ("not damage 1", "beaconwright", True),
        ("lost INFANTRY", "beaconwright", False),
        ("charge roll 2", "wallward-pikes", False),
    ],
)
def test_a_abil_2_units_meet_conditions_by_keyword_place_and_round(condition: str, unit: str, holds: bool) -> None:
    game = at_the_table().game
    assert meets(game, game.state.units[f"ann.{unit}"], (condition,)) == holds


def test_a_abil_2_a_lost_unit_is_remembered() -> None:
    battle = at_the_table()
    battle.unit("wallward-pikes").place = "destroyed"
    assert meets(battle.game, battle.unit("beaconwright"), ("lost INFANTRY",))
    assert not meets(battle.game, battle.unit("hullbreakers"), ("lost INFANTRY",)), "only units of its own side count"


@pytest.mark.parametrize("asked", [True, False])
def test_a_chg_5_a_charge_roll_is_noted_without_modifiers_where_an_effect_asks_for_it(asked: bool) -> None:
    asks = {"if": "charge roll 12"} if asked else {}
    effect = written("modify", what="charge", amount=3, **asks)
    battle = battle_with(effect, "charge", gap=5.0).rolls("charge", 2, 4).begin()
    pikes = battle.unit("wallward-pikes")
    pikes.effects.append(Effect("x", "charge", 3, "battle", A))
    battle.use("charge", "wallward-pikes").no_reaction()
    battle.say(battle.moved("wallward-pikes", 0, 4.2))
    pikes = battle.unit("wallward-pikes")
    assert battle.game.state.uses.count("turn", charge_note(pikes)) == 6 * asked
    if not asked:
        return
    assert [meets(battle.game, pikes, (f"charge roll {number}",)) for number in (6, 7)] == [True, False]
    assert dice_of(battle.game, pikes, pikes, "charge roll") == 6
    assert dice_of(battle.game, pikes, pikes, "round") == 1


def test_a_vis_1_a_hidden_unit_is_seen_from_near_only() -> None:
    battle = passive(target="self", what="hidden", amount=6)
    wright, axes = battle.unit("beaconwright"), battle.unit("hullbreakers")
    assert not battle.game.sees(axes, wright), "they are farther away"
    assert battle.game.sees(axes, battle.unit("wallward-pikes"))
    assert battle.game.sees(battle.unit("wallward-pikes"), wright), "friends see it"


def test_a_dice_8_a_halved_move_is_rounded_down_before_other_effects() -> None:
    battle = at_the_table()
    pikes = battle.unit("wallward-pikes")
    pikes.effects = [Effect("x", "half move", 1, "turn", B), Effect("y", "move", 2, "turn", A)]
    assert with_effects(battle.game, pikes, 5) == 4


def test_a_wpn_5_charge_damage_can_be_taken_away() -> None:
    battle = at_the_table()
    pikes, axes = battle.unit("wallward-pikes"), battle.unit("hullbreakers")
    battle.game.note(pikes, "charged", "turn")
    [weapon, *_others] = battle.game.card(pikes).weapons
    none = Effect("x", "no charge damage taken", 1, "turn", B)
    assert attacker_of(battle.game, pikes, NO_MODIFIER, weapon, axes).charged
    axes.effects = [none]
    assert not attacker_of(battle.game, pikes, NO_MODIFIER, weapon, axes).charged


def test_a_dmg_8_models_return_by_their_health() -> None:
    spec = written("return", target="friend", keyword="Wallward Pikes", amount=5, by_health=1)
    battle = battle_with(spec, lantern=changed(LANTERN, "wallward-pikes", health=2))
    battle.put("wallward-pikes", *row(5, 22.5, 5, 1.6, 5))
    used(battle)
    returned = 0
    while battle.asked.rule == "A-DMG-8":
        returned += 1
        spot = battle.asked.region.nearest((20.0, 8.0))  # type: ignore[attr-defined]
        battle.say([spot[0], spot[1]])
    assert returned == 2


@pytest.mark.parametrize(("face", "models"), [(2, 0), (3, 2), (6, 3)])
def test_a_dmg_8_as_many_models_return_as_were_rolled(face: int, models: int) -> None:
    spec = written("return", target="friend", keyword="Wallward Pikes", amount="roll", die="D3", on=2)
    battle = battle_with(spec).rolls("deed ann.wallward-pikes", face)
    battle.put("wallward-pikes", *row(5, 22.5, 5, 1.6, 5))
    used(battle)
    while battle.asked.rule == "A-DMG-8":
        spot = battle.asked.region.nearest((20.0, 8.0))  # type: ignore[attr-defined]
        battle.say([spot[0], spot[1]])
    assert len(battle.unit("wallward-pikes").at) == 5 + models


@pytest.mark.parametrize(("face", "moved"), [(4, True), (5, False)])
def test_a_react_6_a_command_is_thwarted(face: int, moved: bool) -> None:
    foil = AbilityDocument(id="foil", name="Foil", timing="Reaction: Opponent declared a Spell ability",
                           phases=("anyHero",), used_by=("Hullbreakers",), handler="thwart",
                           params={"target": "trigger", "on": 5})  # fmt: skip
    battle = two(SPELL, foil).rolls("cast", 4, 4).rolls("foil ann.beaconwright", face).begin()
    battle.use("curse", "beaconwright").at_unit("hullbreakers").at_unit("tide-reeve")
    while "foil hullbreakers" not in battle.reactions():
        battle.done()
    battle.use("foil", "hullbreakers").no_reaction()
    assert bool(battle.unit("hullbreakers").effects) == moved


@pytest.mark.parametrize(("keyword", "counts"), [("FIGHT", True), ("SHOOT", False)])
def test_a_dmg_3_a_ward_counts_against_one_kind_of_attack_only(keyword: str, counts: bool) -> None:
    battle = passive(target="self", lends="WARD", amount=4, damage_by="combat")
    spec = AbilityDocument(id="x", name="X", timing="", keywords=(keyword,))
    axes, wright = battle.unit("hullbreakers"), battle.unit("beaconwright")
    battle.game.under_way.append(Use(battle.game, spec, B, axes))
    assert (4 in battle.game.numbers(wright, "WARD")) == counts


@pytest.mark.parametrize(("past", "free"), [("", False), ("enemies", True), ("models", True), ("fly", True)])
def test_a_move_3_a_move_can_pass_through_models(past: str, free: bool) -> None:
    battle = at_the_table(gap=0.0)
    pikes = battle.unit("wallward-pikes")
    move = Move(6.0, "A-MOVE-7", past=past)
    [grounds] = grounds_for(battle.game, pikes, move, Disc(0.0, 0.0, 0.5))
    foes = [ground for ground in grounds if "Hullbreakers" in ground.name]
    assert foes
    assert all(ground.solid or not ground.rest for ground in foes), "no model ends on another"
    assert all(ground.solid for ground in foes) != free
