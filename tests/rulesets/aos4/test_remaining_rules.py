"""Rules that need no moment of their own: what is measured, and left as it is (A-GEO, A-KEY, A-AMB)."""

from __future__ import annotations

from random import Random

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.players.random_player import random_answer
from game.rulesets.aos4.documents.armies import ArmyDocument, ModelsDocument, breaches
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from game.rulesets.aos4.documents.importing.models import base_text
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.attacks.batch import batch_of
from game.rulesets.aos4.rules.conditions import contesting
from game.rulesets.aos4.rules.moving.unit_moves import has_room_beside
from game.rulesets.aos4.rules.setup import INCH, keywords
from game.rulesets.aos4.rules.state import Effect
from game.rulesets.aos4.rules.terrain import features
from game.rulesets.aos4.view.cards import card
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
    [disc] = battle.begin().game.positions.bases(battle.unit("beaconwright")).footprints
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
    battle = Battle("charge", windows="always")
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


def test_a_ab_4_and_a_ab_5_are_offered_by_the_core_pack() -> None:
    core = {each.id: each for each in bundled_pack(CORE).abilities}
    assert core["shoot"].phases == ("yourShooting",)
    assert core["charge"].phases == ("yourCharge",)
    assert core["unbind"].timing == "Reaction: Opponent declared a SPELL ability"


def test_a_key_1_and_a_key_10_keywords_are_read_in_capitals() -> None:
    read = keywords(("Fly", "BEAST", "STANDARD BEARER (1/5)", "Infantry"))
    assert read == {"FLY": 0, "BEAST": 0, "STANDARD BEARER": 5, "INFANTRY": 0}


def test_a_key_9_unique_and_warmaster_are_heeded_when_an_army_is_judged() -> None:
    """A-ROS-3, A-ROS-5."""

    def against(army: ArmyDocument) -> list[str]:
        return [breach.rule for breach in breaches(army)]

    second = LANTERN.regiments[0].units[0].model_copy(update={"id": "twin", "general": False})
    both = LANTERN.model_copy(update={"auxiliaries": (second,)})
    assert against(keyworded(LANTERN, "beaconwright", "WARMASTER")) == []
    assert "A-ROS-3" in against(keyworded(both, "twin", "WARMASTER"))
    assert "A-ROS-3" not in against(keyworded(both, "beaconwright", "WARMASTER"))
    assert against(changed(keyworded(LANTERN, "wallward-pikes", "UNIQUE"), "wallward-pikes", reinforced=True)) == [
        "A-ROS-5"
    ]


@pytest.mark.parametrize("more", [(), ("INCARNATE",)])
def test_a_key_11_a_manifestation_is_banished_incarnate_or_not(more: tuple[str, ...]) -> None:
    battle = Battle(active=B, armies=(keyworded(LANTERN, "wandering-wick", *more), BRINEBACK))
    battle.put("tide-reeve", (20, 20))
    battle.put("beaconwright", (20, 2))
    battle.put("wandering-wick", (20, 12))
    battle.rolls("banish", 6, 6).begin()
    battle.use("banish-manifestation", "tide-reeve")
    assert battle.unit("wandering-wick").place == "reserve"
    assert battle.unit("beaconwright").place == "table", "it was never asked who: there is one manifestation"


@pytest.mark.parametrize(
    ("ours", "theirs", "first"),
    [
        ((), (), "wallward-pikes"),
        ((), ("STRIKE-FIRST",), "hullbreakers"),
        (("STRIKE-LAST",), (), "hullbreakers"),
        (("STRIKE-FIRST", "STRIKE-LAST"), (), "wallward-pikes"),
        (("STRIKE-LAST",), ("STRIKE-LAST",), "wallward-pikes"),
    ],
)
def test_a_key_13_printed_keywords_say_who_fights_first(
    ours: tuple[str, ...], theirs: tuple[str, ...], first: str
) -> None:
    """A-STRIKE-1, A-STRIKE-2, A-STRIKE-3."""
    armies = keyworded(LANTERN, "wallward-pikes", *ours), keyworded(BRINEBACK, "hullbreakers", *theirs)
    battle = Battle("combat", armies=armies)
    battle.put("wallward-pikes", (20, 10))
    battle.put("hullbreakers", (20, 13))
    assert battle.begin().keys == [f"fight {first}"]


def test_a_key_14_an_unlimited_spell_is_one_by_its_keyword() -> None:
    """A-MAG-5."""
    pack = LANTERN.packs[0]
    second = LANTERN.regiments[0].units[0].model_copy(update={"id": "twin", "general": False})
    for words, rule in ((("SPELL", "UNLIMITED"), ""), (("SPELL",), "A-MAG-5")):
        spells = tuple(
            each.model_copy(update={"keywords": words}) if each.id == "searing-ray" else each for each in pack.abilities
        )
        lantern = LANTERN.model_copy(
            update={"auxiliaries": (second,), "packs": (pack.model_copy(update={"abilities": spells}),)}
        )
        battle = Battle(armies=(lantern, BRINEBACK), windows="always")
        battle.put("beaconwright", (20, 5))
        battle.put("twin", (24, 5))
        battle.put("hullbreakers", (20, 16))
        battle.rolls("cast", 1, 2).begin().use("searing-ray", "beaconwright").no_reaction()
        assert battle.why_not("searing-ray", "twin") == rule


def test_a_key_15_tags_of_factions_change_nothing_in_a_battle() -> None:
    def told(*tags: str) -> list[object]:
        battle = Battle(armies=(keyworded(LANTERN, "wallward-pikes", *tags), BRINEBACK), windows="always")
        battle.put("wallward-pikes", *row(10, 14, 10, 1.5, 5))
        battle.put("beaconwright", (20, 7))
        battle.put("hullbreakers", *row(5, 16, 16, 2))
        battle.begin(KeyedDice(4))
        rng = Random(4)
        for _answer in range(30):
            battle.session.answer(random_answer(battle.asked, rng))
        return [event.plain() for event in battle.session.events]

    plain = told()
    assert len(plain) > 20
    assert told("RAMPAGE", "RELENTLESS DISCIPLINE (2)", "HONOUR GUARD") == plain


def test_a_amb_1_a_whole_unit_or_one_model_is_the_same_question() -> None:
    battle = standing().begin().use("normal-move", "wallward-pikes")
    assert battle.allows(battle.moved("wallward-pikes", 1, 0))
    assert battle.allows([{"id": "ann.wallward-pikes-1", "at": [13.9, 7.9]}])


def test_a_amb_4_in_a_game_of_an_older_version_an_oval_base_is_a_disc_of_its_mean_diameter() -> None:
    assert base_text("60 x 35mm").of_model(0) == (60, 35, "oval")
    [model] = LANTERN.regiments[0].units[0].models
    oval = ModelsDocument(**{**dict(model), "base_mm": 60, "base_wide_mm": 35, "base_shape": "oval"})
    battle = Battle("movement", armies=(_on_base(oval), BRINEBACK))
    battle.put("beaconwright", (20, 10))
    [disc] = battle.begin().game.positions.bases(battle.unit("beaconwright")).footprints
    assert disc.radius == pytest.approx(47.5 / 50.8)
    said = [line.text for line in card(battle.game, battle.unit("beaconwright"))]
    assert "Beaconwright: its base (oval, 60 × 35 mm) is played as a round base of 47.5 mm (A-AMB-4)" in said


def _on_base(model: ModelsDocument) -> ArmyDocument:
    return changed(LANTERN, "beaconwright", models=(model,))


def test_a_amb_19_forward_to_victory_is_never_used_on_a_counter_charge() -> None:
    battle = Battle("charge")
    battle.put("wallward-pikes", (10, 15))
    battle.put("hullbreakers", (18, 15))
    battle.rolls("counter-charge", 4, 4).begin().done().use("counter-charge", "hullbreakers")
    assert battle.reactions() == []
    assert battle.asked.rule == "A-CHG-4"
    assert battle.why_not("forward-to-victory", "hullbreakers") == "A-CMD-2"


def test_a_amb_33_the_edge_of_a_marker_is_measured() -> None:
    centre = standing().setup.objectives["centre"]
    assert centre.radius == pytest.approx(AXE)
    for gap, models in ((2.99, 1), (3.01, 0)):
        battle = Battle()
        battle.put("beaconwright", (centre.x + centre.radius + AXE + gap, centre.y))
        battle.put("hullbreakers", (2, 2))
        battle.begin()
        assert contesting(battle.game, battle.unit("beaconwright"), centre) == models


def test_a_amb_41_what_is_high_is_stood_on_only_where_it_has_a_flat_top() -> None:
    ruleset = rulesets.load("aos4")
    high = [
        (offer.name, feature.id, feature.may_be_stood_on)
        for offer in ruleset.offers().maps
        for feature in features(ruleset.new_setup(GamePlan(("Ann", "Bob"), map=offer.name)).ruler.battlefield)
        if not feature.is_low
    ]
    assert len(high) > 10
    assert [each[:2] for each in high if each[2]] == [("sunken-court", "terrace")]


@pytest.mark.parametrize("does", [("flat-top",), ()])
def test_a_amb_41_climbing_takes_inches_and_no_dice(does: tuple[str, ...]) -> None:
    battle = Battle("movement", on=field(piece("tower", area(18, 12, 6, 6), 2, *does)))
    battle.put("beaconwright", (20, 10))
    battle.begin().use("normal-move", "beaconwright")
    up, too_far = battle.to("beaconwright", [(20, 13)]), battle.to("beaconwright", [(20, 14)])
    assert battle.allows(up) is bool(does), "3 inches and 2 up"
    assert not battle.allows(too_far), "4 inches and 2 up"


def test_a_chg_7_there_is_room_beside_who_stands_in_the_open() -> None:
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
    assert [each.label for each in battle.asked.shortcuts] == ["Beaconwright stays: no path out of combat was found"]
    battle.say("stay")
    assert battle.unit("beaconwright").damage == 1


def test_a_ab_3_who_can_leave_combat_may_not_stay() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(6, 20, 14, 1.5, 3))
    battle.put("hullbreakers", *row(3, 20, 17.5, 1.8))
    battle.put("barbcasters", (24.5, 15))
    battle.rolls("retreat", 1).begin().use("retreat", "wallward-pikes")
    assert not battle.asked.shortcuts
    assert battle.against([]) == {"A-AB-3"}
    assert "the combat range of Hullbreakers" in battle.asked.why_not([])[0].text
    for seed in range(20):
        there = battle.session.fork()
        there.answer(random_answer(there.pending(), Random(seed)))
        assert not there.game.in_combat(there.state.units["ann.wallward-pikes"])


def test_a_amb_43_the_stricter_reading_limits_uses() -> None:
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


@pytest.mark.parametrize(
    ("inches", "off", "on"),
    [
        (4.9, (False, False), (False, False)),
        (8.0, (True, True), (False, False)),
        (10.0, (True, True), (True, False)),
        (11.0, (True, True), (True, True)),
    ],
)
def test_a_terr_6_within_and_wholly_within_count_the_height_where_agreed(
    inches: float, off: tuple[bool, bool], on: tuple[bool, bool]
) -> None:
    """5 inches along to the near rim, 6.57 to the far one, 8 down: 9.43 and 10.35."""
    for elevation, expected in (("off", off), ("on", on)):
        battle = Battle("hero", on=field(piece("tower", area(8, 8, 5, 5), 8, "flat-top")), elevation=elevation)
        battle.put("beaconwright", (10.5, 10.5))
        battle.put("tide-reeve", (10.5 + 2 * AXE + 5, 10.5))
        game = battle.begin().game
        one, other = battle.unit("tide-reeve"), battle.unit("beaconwright")
        found = game.distances.within(one, other, inches), game.distances.wholly_within(one, other, inches)
        assert found == expected, elevation
