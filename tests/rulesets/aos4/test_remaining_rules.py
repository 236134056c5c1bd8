"""Rules that need no moment of their own: what is measured, kept, and left as it is (A-GEO, A-STATE, A-KEY, A-AMB)."""

from __future__ import annotations

import json

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.batch import batch_of
from game.rulesets.aos4.rules.keywords import keywords
from game.rulesets.aos4.rules.moving.setting_up import has_room_beside
from game.rulesets.aos4.rules.setup import INCH
from game.rulesets.aos4.rules.state import Effect
from tests.rulesets.aos4.attack_kit import PIKE
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, field, keyworded, piece, row
from tests.rulesets.aos4.battles import box as area

AXE = 40 / 50.8


def standing(phase: str = "movement") -> Battle:
    """A few units of both sides."""
    battle = Battle(phase, windows="always")
    battle.put("beaconwright", (10, 10))
    battle.put("wallward-pikes", *row(10, 14, 8, 1.5, 5))
    battle.put("hullbreakers", *row(5, 20, 20, 2))
    return battle


def test_a_geo_1_and_a_geo_2_millimetres_become_inches() -> None:
    assert INCH == 25.4
    battle = standing()
    [disc] = battle.begin().game.positions.bases(battle.unit("beaconwright")).discs
    assert disc.radius == pytest.approx(40 / 50.8)


def test_a_geo_7_and_a_amb_3_ranges_are_horizontal_and_rim_to_rim() -> None:
    tower = piece("tower", area(8, 8, 5, 5), 20, "flat-top")
    battle = Battle("movement", on=field(tower))
    battle.put("beaconwright", (10.5, 10.5))
    battle.put("hullbreakers", (10.5 + 2 * AXE + 3, 10.5))
    battle.begin()
    assert battle.game.in_combat(battle.unit("beaconwright")), "20 inches up make no difference"


def test_a_geo_8_anybody_may_measure_at_any_time() -> None:
    game = standing().begin().game
    one, other = (game.state.units[name] for name in ("ann.beaconwright", "bob.hullbreakers"))
    assert game.positions.gap(one, other) == game.positions.gap(other, one) > 0


def test_a_amb_5_one_model_covers_a_whole_base() -> None:
    battle = Battle("movement")
    battle.put("beaconwright", (20, 10))
    battle.put("wallward-pikes", (10, 10), (30, 10))
    game = battle.begin().game
    wright, pikes = battle.unit("beaconwright"), battle.unit("wallward-pikes")
    assert not game.positions.wholly_within(wright, pikes, 10.0), "half of it near each does not do"
    assert game.positions.wholly_within(wright, pikes, 10.2)


def test_a_dice_6_casting_and_charging_have_no_limit() -> None:
    battle = Battle("charge")
    battle.put("duskmoth-riders", (10, 15), effects=[Effect("x", "charge", 4, "turn", A)])
    battle.put("barbcasters", (30, 15))
    battle.rolls("charge", 3, 3).begin().use("charge", "duskmoth-riders")
    assert battle.events(events.Rolled)[0].total == 10


def test_a_abil_5_where_a_must_is_impossible_the_ability_is_used_up() -> None:
    battle = Battle(windows="always")
    battle.put("beaconwright", (2, 2))
    # Enemies all round leave no room more than 9 inches away from them.
    battle.put("hullbreakers", (2, 12), (7, 8), (12, 2), (9, 5), (5, 10))
    battle.rolls("cast", 5, 5).begin().use("kindle-the-wandering-wick", "beaconwright").no_reaction()
    assert battle.unit("wandering-wick").place == "reserve"
    assert battle.game.used(battle.unit("beaconwright"), "ability kindle-the-wandering-wick", "phase")


def test_a_abil_8_and_a_amb_37_the_active_player_first() -> None:
    for active in (A, B):
        game = Battle(active=active, windows="always").begin().game
        assert game.active_first() == ((A, B) if active == A else (B, A))


def test_a_man_8_who_was_banished_may_be_summoned_again() -> None:
    battle = Battle(active=B)
    battle.put("tide-reeve", (20, 20))
    battle.put("wandering-wick", (20, 12), damage=3)
    battle.rolls("banish", 6, 6).begin().use("banish-manifestation", "tide-reeve")
    wick = battle.unit("wandering-wick")
    assert (wick.place, wick.damage) == ("reserve", 0)


def test_a_move_5_a_model_has_neither_facing_nor_tilt() -> None:
    battle = standing().begin().use("normal-move", "beaconwright")
    battle.say(battle.moved("beaconwright", 1, 0))
    assert battle.unit("beaconwright").at == {"ann.beaconwright-1": (11.0, 10.0)}


def test_a_range_3_combat_is_never_stored() -> None:
    battle = standing().begin()
    assert not battle.game.in_combat(battle.unit("beaconwright"))
    battle.unit("beaconwright").at = {"ann.beaconwright-1": (20.0, 18.0)}
    assert battle.game.in_combat(battle.unit("beaconwright"))


def test_a_ab_4_and_a_ab_5_and_a_ab_10_are_offered_by_the_core_pack() -> None:
    core = {each.id: each for each in bundled_pack(CORE).abilities}
    assert core["shoot"].phases == ("yourShooting",)
    assert core["charge"].phases == ("yourCharge",)
    assert core["unbind"].timing == "Reaction: Opponent declared a SPELL ability"


def test_a_key_1_and_a_key_5_and_a_key_8_and_a_key_10_keywords_are_read_in_capitals() -> None:
    read = keywords(("Fly", "BEAST", "STANDARD BEARER (1/5)", "Infantry"))
    assert read == {"FLY": 0, "BEAST": 0, "STANDARD BEARER": 5, "INFANTRY": 0}


def test_a_key_9_and_a_key_11_and_a_key_13_and_a_key_14_and_a_key_15_tags_are_kept() -> None:
    tags = ("UNIQUE", "WARMASTER", "INCARNATE", "STRIKE-FIRST", "RAMPAGE", "HONOUR GUARD")
    battle = Battle("movement", armies=(keyworded(LANTERN, "beaconwright", *tags), BRINEBACK))
    battle.put("beaconwright", (10, 10))
    battle.put("hullbreakers", (20, 20))
    game = battle.begin().game
    assert set(tags) <= game.keywords(battle.unit("beaconwright"))


def test_a_state_1_and_a_state_2_and_a_state_3_and_a_state_9_a_moment_is_read_back_as_it_was() -> None:
    """A-STATE-4, A-STATE-5, A-STATE-6, A-STATE-7, A-STATE-8: all that is kept is in the file, nothing derived."""
    battle = standing("hero")
    battle.put("wandering-wick", (30, 5), summoner="ann.beaconwright", damage=2)
    battle.put("tide-reeve", (30, 25), ritual=3, effects=[Effect("p", "chant", 1, "turn", B)])
    battle.state.held = {"mill": A}
    state = battle.begin().game.state
    ruleset = rulesets.load("aos4")
    plain = json.loads(json.dumps(state.plain()))
    again = ruleset.read_state(plain, battle.setup)
    assert again.digest() == state.digest()
    assert "in_combat" not in json.dumps(plain)


def test_a_amb_1_a_whole_unit_or_one_model_is_the_same_question() -> None:
    battle = standing().begin().use("normal-move", "wallward-pikes")
    assert battle.allows(battle.moved("wallward-pikes", 1, 0))
    assert battle.allows([{"id": "ann.wallward-pikes-1", "at": [13.9, 7.9]}])


def test_a_amb_4_a_base_is_a_disc() -> None:
    [oval] = changed(LANTERN, "beaconwright").regiments[0].units[0].models
    assert oval.base_mm == 40


def test_a_amb_19_forward_to_victory_is_never_used_on_a_counter_charge() -> None:
    battle = Battle("charge")
    battle.put("wallward-pikes", (10, 15))
    battle.put("hullbreakers", (18, 15))
    battle.rolls("counter-charge", 4, 4).begin().done().use("counter-charge", "hullbreakers")
    assert battle.reactions() == []
    assert battle.asked.rule == "A-CHG-4"


def test_a_amb_33_the_edge_of_a_marker_is_measured() -> None:
    assert standing().setup.objectives["centre"].radius == pytest.approx(AXE)


def test_a_amb_41_no_starter_map_has_a_feature_one_would_want_to_stand_on_alone() -> None:
    room = Battle("charge")
    room.put("wallward-pikes", (10, 10))
    room.put("hullbreakers", (10, 18))
    room.begin()
    assert has_room_beside(room.game, room.unit("wallward-pikes"), room.unit("hullbreakers"), 0.5)


def test_a_amb_45_a_surrounded_unit_may_fail_to_retreat() -> None:
    battle = Battle("movement", own_models="block")
    battle.put("beaconwright", (1, 1))
    battle.put("hullbreakers", (2.7, 0.9), (2.3, 2.3), (0.9, 2.7))
    battle.rolls("retreat", 1).rolls("ward", 1).begin().use("retreat", "beaconwright")
    assert not battle.allows(battle.moved("beaconwright", 4, 0))
    battle.say("stay")
    assert battle.unit("beaconwright").damage == 1


def test_a_pop_3_and_a_amb_43_the_stricter_reading_limits_uses() -> None:
    """A-MAG-2: banishing takes a use and is no SPELL; a unit banishes once in a phase."""
    battle = Battle(armies=(keyworded(LANTERN, "beaconwright", "WIZARD (2)"), BRINEBACK), windows="always")
    battle.put("beaconwright", (10, 10))
    battle.put("hollow-bell", (20, 10))
    battle.rolls("banish", 1, 1).begin().use("banish-manifestation", "beaconwright").no_reaction()
    assert battle.why_not("banish-manifestation", "beaconwright") == "A-ONE-2"


def test_a_dice_10_dice_are_keyed_by_what_they_are_for() -> None:
    battle = Battle()
    battle.put("beaconwright", (10, 10))
    battle.put("hullbreakers", (20, 20))
    battle.begin(KeyedDice(1)).use("rally", "beaconwright")
    [rolled] = battle.events(events.Rolled)
    assert rolled.pool.key == "round 1/turn 1/hero/ann.beaconwright/rally"
    assert len(rolled.pool.dice) == 6


def test_a_amb_26_where_a_bonus_is_limited() -> None:
    """A-DICE-5: after Rend, or before it where the players agreed on that."""
    from game.rulesets.aos4.rules.attacks.batch import Target

    target = Target(4, save_bonus=2)
    assert batch_of(PIKE, 1, target).save_modifier == 1
    assert batch_of(PIKE, 1, target, cap_bonus_before_rend=True).save_modifier == 0


@pytest.mark.parametrize("elevation", ["off", "on"])
def test_a_terr_6_height_counts_where_agreed_but_not_for_combat(elevation: str) -> None:
    tower = piece("tower", area(8, 8, 5, 5), 8, "flat-top")
    battle = Battle("shooting", on=field(tower), elevation=elevation)
    battle.put("glarecoil-slingers", (10.5, 10.5))
    battle.put("hullbreakers", (10.5 + 28.5 / 50.8 + AXE + 14, 10.5))
    battle.begin()
    assert (battle.why_not("shoot", "glarecoil-slingers") == "") is (elevation == "off"), "14 along, 8 down: 16.1"
    near = Battle("combat", on=field(tower), elevation=elevation)
    near.put("beaconwright", (11, 10.5))
    near.put("hullbreakers", (11 + 2 * AXE + 2.9, 10.5))
    near.begin()
    assert near.game.in_combat(near.unit("beaconwright"))
