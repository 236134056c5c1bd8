"""Spells, prayers, manifestations, places of power in play (A-MAG, A-PRAY, A-MAN, A-POP)."""

from __future__ import annotations

import pytest

from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.abilities.resolving import limit_of, rules_of, spare_uses
from game.rulesets.aos4.rules.attacks.damaging import body_of
from game.rulesets.aos4.rules.objectives import control_score
from game.rulesets.aos4.rules.state import Effect
from game.table.documents import MapDocument
from tests.rulesets.aos4.battles import BRINEBACK, LANTERN, A, B, Battle, changed, field, keyworded, piece, row
from tests.rulesets.aos4.battles import box as area

AXE, PIKE, WICK = 40 / 50.8, 32 / 50.8, 50 / 50.8


def levelled(level: int) -> tuple[object, ...]:
    """The armies, the Beaconwright a WIZARD of some level."""
    return keyworded(LANTERN, "beaconwright", f"WIZARD ({level})"), BRINEBACK


def casting(**more: object) -> Battle:
    """The Beaconwright, Hullbreakers 10 inches away, Ann's hero phase."""
    battle = Battle(**more)  # type: ignore[arg-type]
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", *row(5, 16, 16, 2))
    return battle


def test_a_mag_1_as_many_spells_as_the_power_level() -> None:
    battle = casting(windows="always").rolls("cast", 3, 3).begin()
    battle.use("blinding-flare", "beaconwright").no_reaction()
    assert battle.why_not("searing-ray", "beaconwright") == "A-MAG-1"
    battle = casting(armies=levelled(2), windows="always").rolls("cast", 3, 3).begin()
    battle.use("blinding-flare", "beaconwright").no_reaction()
    assert battle.why_not("searing-ray", "beaconwright") == ""


def test_a_mag_1_as_many_unbindings_as_the_power_level() -> None:
    for level, rule in ((1, "A-MAG-1"), (2, "")):
        armies = (levelled(2)[0], keyworded(BRINEBACK, "hullbreakers", f"WIZARD ({level})"))
        battle = casting(armies=armies).rolls("cast", 3, 3).rolls("unbind", 6, 6).rolls("cast", 4, 4).begin()
        battle.use("blinding-flare", "beaconwright").use("unbind", "hullbreakers")
        battle.use("searing-ray", "beaconwright") if not rule else None
        if not rule:
            assert battle.reactions() == ["unbind hullbreakers"]
        else:
            assert battle.why_not("unbind", "hullbreakers") == rule


def test_a_mag_2_banishing_takes_a_use_of_the_power() -> None:
    for level, rule in ((1, "A-MAG-2"), (2, "")):
        bob = keyworded(BRINEBACK, "hullbreakers", f"WIZARD ({level})")
        spell = LANTERN.packs[0]
        battle = casting(active=B, armies=(LANTERN, bob), windows="always", packs=(spell,))
        battle.put("wandering-wick", (10, 10))
        battle.rolls("banish", 1, 2).begin().use("banish-manifestation", "hullbreakers").no_reaction()
        assert battle.why_not("sacred-rites", "hullbreakers") == "A-PRAY-1"
        assert (spare_uses(battle.game, battle.unit("hullbreakers")) > 0) is (not rule)
        spec = battle.game.ability(B, "searing-ray")
        refusal = limit_of(battle.game, B, spec, battle.unit("hullbreakers"))
        assert (refusal.rule if refusal else "") == rule


def test_a_mag_2_who_cast_has_no_use_left_to_banish() -> None:
    battle = casting(windows="always")
    battle.put("hollow-bell", (20, 25))
    battle.rolls("cast", 1, 2).begin().use("blinding-flare", "beaconwright").no_reaction()
    assert battle.why_not("banish-manifestation", "beaconwright") == "A-MAG-2"


def test_a_mag_4_and_a_amb_24_a_miscast_leaves_unbinding_and_banishing() -> None:
    battle = casting(armies=levelled(2), windows="always")
    battle.put("hollow-bell", (20, 25))
    battle.rolls("cast", 1, 1).rolls("miscast", 1).rolls("ward", 6).begin()
    battle.use("searing-ray", "beaconwright").no_reaction()
    assert battle.why_not("blinding-flare", "beaconwright") == "A-MAG-4"
    assert battle.why_not("banish-manifestation", "beaconwright") == ""
    unbind = battle.game.ability("ann", "unbind")
    assert limit_of(battle.game, "ann", unbind, battle.unit("beaconwright")) is None


def test_a_mag_5_and_a_mag_6_once_a_turn_unless_unlimited_whatever_came_of_it() -> None:
    twin = LANTERN.regiments[0].units[0].model_copy(update={"id": "twin", "general": False})
    battle = casting(armies=(LANTERN.model_copy(update={"auxiliaries": (twin,)}), BRINEBACK), windows="always")
    battle.put("twin", (24, 5))
    battle.rolls("cast", 1, 2).rolls("cast", 1, 2).begin().use("blinding-flare", "beaconwright").no_reaction()
    assert battle.why_not("blinding-flare", "twin") == "A-MAG-5"
    assert battle.why_not("searing-ray", "twin") == ""
    battle.use("searing-ray", "twin").no_reaction()
    battle = casting(armies=levelled(2), windows="always").rolls("cast", 1, 2).begin()
    battle.use("searing-ray", "beaconwright").no_reaction()
    assert battle.why_not("searing-ray", "beaconwright") == "A-ONE-2"


def test_a_amb_25_a_new_turn_a_new_count() -> None:
    battle = casting(windows="always").rolls("cast", 1, 2).begin().use("blinding-flare", "beaconwright").no_reaction()
    battle.until("startOfTurn").until("hero", "opponent")
    assert battle.game.state.turn == 2
    assert battle.asked.player == "ann"
    assert "magical-intervention beaconwright" in battle.keys


def test_a_mag_7_thirty_inches_and_one_attempt() -> None:
    wizards = (LANTERN, keyworded(keyworded(BRINEBACK, "barbcasters", "WIZARD (1)"), "hullbreakers", "WIZARD (1)"))
    for gap, near in ((30.0, True), (30.01, False)):
        battle = Battle(armies=wizards)
        battle.put("beaconwright", (2, 5))
        battle.put("barbcasters", (2 + AXE + PIKE + gap, 5))
        battle.put("hullbreakers", (2, 18))
        battle.rolls("cast", 3, 3).rolls("unbind", 1, 1).begin().use("blinding-flare", "beaconwright")
        assert ("unbind barbcasters" in battle.reactions()) is near
        battle.use("unbind", "hullbreakers")
        assert battle.reactions() == [], "one attempt for a casting roll"
        assert battle.game.bonus(battle.unit("hullbreakers"), "hit") == -1


@pytest.mark.parametrize(("die", "cast"), [(3, True), (4, False)])
def test_a_ab_10_more_than_the_casting_roll_unbinds(die: int, cast: bool) -> None:
    battle = casting(armies=(LANTERN, keyworded(BRINEBACK, "hullbreakers", "WIZARD (1)")))
    battle.rolls("cast", 3, 3).rolls("unbind", 3, die).begin().use("blinding-flare", "beaconwright")
    assert battle.reactions() == ["unbind hullbreakers"]
    battle.use("unbind", "hullbreakers")
    [event] = battle.events(events.Unbound)
    assert (event.total, event.against, event.success) == (3 + die, 6, not cast)
    assert (battle.game.bonus(battle.unit("hullbreakers"), "hit") == -1) is cast


def test_a_mag_8_a_miscast_comes_before_the_casting_value() -> None:
    easy = LANTERN.packs[0].abilities[1].model_copy(update={"value": 2})
    pack = LANTERN.packs[0].model_copy(update={"abilities": (easy,)})
    battle = casting(armies=(LANTERN.model_copy(update={"packs": (pack,)}), BRINEBACK))
    battle.rolls("cast", 1, 1).rolls("miscast", 2).rolls("ward", 1).begin().use("searing-ray", "beaconwright")
    assert battle.unit("hullbreakers").damage == 0
    assert battle.unit("beaconwright").damage == 1


def test_a_mag_9_a_target_must_be_visible_and_in_range_when_declaring() -> None:
    wall = piece("wall", area(0, 10, 44, 1), 4, "blocks-sight", "impassable")
    assert casting().begin().why_not("searing-ray", "beaconwright") == ""
    assert casting(on=field(wall)).begin().why_not("searing-ray", "beaconwright") == "A-ABIL-4"
    battle = Battle()
    battle.put("beaconwright", (20, 2))
    battle.put("hullbreakers", (20, 2 + 2 * AXE + 18.1))
    assert battle.begin().why_not("searing-ray", "beaconwright") == "A-ABIL-4"


# -- prayers


def chanting(ritual: int = 0, **more: object) -> Battle:
    """The Tide Reeve with ritual points, hurt Hullbreakers, Bob's hero phase."""
    battle = Battle(**{"active": B, "windows": "always", **more})  # type: ignore[arg-type]
    battle.put("tide-reeve", (20, 20), ritual=ritual)
    battle.put("hullbreakers", *row(4, 17, 22, 2), damage=2)
    return battle


def test_a_pray_1_as_many_prayers_as_the_power_level_each_once() -> None:
    battle = chanting().rolls("chant", 2).begin().use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    battle.no_reaction()
    assert battle.why_not("sacred-rites", "tide-reeve") == "A-PRAY-1"
    assert battle.why_not("salt-the-wounds-shut", "tide-reeve") in ("A-ONE-2", "A-PRAY-1")


def test_a_pray_2_a_natural_1_fails_and_never_below_0() -> None:
    battle = chanting(1).rolls("chant", 1).rolls("lost ritual points", 6).begin()
    battle.use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    assert battle.unit("tide-reeve").ritual == 0


def test_a_pray_3_and_a_amb_23_one_may_bank_instead() -> None:
    battle = chanting(2).rolls("chant", 4).begin().use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    battle.say("bank")
    assert battle.unit("tide-reeve").ritual == 6
    assert battle.unit("hullbreakers").damage == 2


def test_a_pray_4_points_are_gone_after_an_answer() -> None:
    battle = chanting(2).rolls("chant", 4).begin().use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    battle.say("answer")
    assert battle.unit("tide-reeve").ritual == 0


def test_a_pray_5_and_a_amb_22_too_little_is_banked_as_modified() -> None:
    battle = chanting(0)
    battle.unit("tide-reeve").effects = [Effect("hush", "chant", -4, "turn", "ann")]
    battle.rolls("chant", 3).begin().use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers")
    assert battle.unit("tide-reeve").ritual == 1


def test_a_pray_7_and_a_amb_21_sacred_rites_are_without_risk() -> None:
    battle = chanting(1).rolls("sacred-rites", 1).begin().use("sacred-rites", "tide-reeve")
    assert battle.unit("tide-reeve").ritual == 2
    unknown = BRINEBACK.model_copy(update={"packs": ()})
    battle = chanting(armies=(LANTERN, unknown)).begin()
    assert "sacred-rites tide-reeve" in battle.keys, "every PRIEST knows them"


def test_a_pray_8_prayers_cannot_be_unbound() -> None:
    battle = chanting(0, windows="needed")
    battle.put("beaconwright", (20, 10))
    battle.rolls("chant", 5).begin().use("salt-the-wounds-shut", "tide-reeve").at_unit("hullbreakers").say("answer")
    assert battle.reactions() == []
    game, wizard, priest = battle.game, battle.unit("beaconwright"), battle.unit("tide-reeve")
    unbind, prayer = game.ability(A, "unbind"), game.ability(B, "salt-the-wounds-shut")
    spell = prayer.model_copy(update={"keywords": ("SPELL",)})
    answers = [rules_of(unbind).responds(game, unbind, wizard, Use(game, each, B, priest)) for each in (prayer, spell)]
    assert answers == [False, True], "whatever a pack says that Unbind reacts to"


# -- manifestations


def kindled(spot: tuple[float, float], **more: object) -> Battle:
    """The Wandering Wick is about to be set up; `spot` of an enemy."""
    battle = Battle(**more)  # type: ignore[arg-type]
    battle.put("beaconwright", (10, 10))
    battle.put("barbcasters", spot)
    return battle.rolls("cast", 5, 5).begin().use("kindle-the-wandering-wick", "beaconwright")


def wick(x: float, y: float) -> list[dict[str, object]]:
    return [{"id": "ann.wandering-wick-1", "at": [x, y]}]


def test_a_man_1_and_a_man_5_and_a_dep_9_a_manifestation_is_set_up() -> None:
    battle = kindled((10, 28))
    assert battle.allows(wick(10 + 12 + AXE - WICK, 10)), "wholly within 12 inches"
    assert battle.against(wick(10 + 12.01 + AXE - WICK, 10)) == {"A-MAN-5"}
    near = 28 - 9 - PIKE - WICK
    assert not battle.allows(wick(10, near)), "more than 9 inches"
    assert battle.allows(wick(10, near - 0.002))
    battle.say(wick(15, 10))
    unit = battle.unit("wandering-wick")
    assert unit.on_table
    assert unit.summoner == "ann.beaconwright"
    assert battle.why_not("kindle-the-wandering-wick", "beaconwright") != ""
    battle.until("movement")
    assert battle.why_not("normal-move", "wandering-wick") == "A-DEP-9"


def test_a_man_2_and_a_dmg_10_it_goes_with_its_summoner_and_a_man_8_may_return() -> None:
    battle = Battle()
    battle.put("beaconwright", (10, 10), damage=4)
    battle.put("wandering-wick", (14, 10), summoner="ann.beaconwright", damage=2)
    battle.put("hullbreakers", (12, 24))
    battle.rolls("cast", 1, 1).rolls("miscast", 1).rolls("ward", 1).begin()
    battle.use("searing-ray", "beaconwright")
    assert battle.unit("beaconwright").place == "destroyed"
    unit = battle.unit("wandering-wick")
    assert (unit.place, unit.at, unit.damage) == ("reserve", {}, 0)


def test_a_man_3_and_a_amb_20_own_manifestations_too_the_enemys_first() -> None:
    battle = Battle()
    battle.put("beaconwright", (10, 10))
    battle.put("wandering-wick", (14, 10))
    battle.put("hollow-bell", (20, 10))
    battle.begin().use("banish-manifestation", "beaconwright")
    assert battle.keys == ["hollow-bell", "wandering-wick"]


def test_a_man_4_a_manifestation_contests_nothing() -> None:
    battle = Battle("endOfTurn", windows="always")
    battle.put("wandering-wick", (22, 15), effects=[Effect("glow", "control", 3, "turn", "ann")])
    battle.begin()
    centre = battle.setup.objectives["centre"]
    assert control_score(battle.game, battle.unit("wandering-wick"), centre) == 0


def test_a_man_6_and_a_move_8_without_move_no_move_abilities() -> None:
    battle = Battle("movement", active=B, windows="always")
    battle.put("hollow-bell", (20, 20))
    battle.begin()
    assert battle.why_not("normal-move", "hollow-bell") == "A-MOVE-8"


def test_a_man_7_one_damage_count_for_all_parts() -> None:
    [form] = LANTERN.manifestations
    parts = tuple(each.model_copy(update={"count": 2}) for each in form.models)
    battle = Battle(armies=(changed(LANTERN, "wandering-wick", models=parts), BRINEBACK))
    assert len(battle.setup.models_of(battle.unit("wandering-wick"))) == 2
    battle.put("wandering-wick", (20, 10), (22, 10))
    battle.put("hullbreakers", (20, 25))
    body = body_of(battle.begin().game, battle.unit("wandering-wick"))
    assert body.left == 6, "all parts go together"


# -- places of power


def stone(*spots: tuple[float, float]) -> MapDocument:
    return field(
        *(
            piece(f"stone {n}".replace(" ", "-"), area(x, y, 2, 2), 3, "place-of-power")
            for n, (x, y) in enumerate(spots)
        )
    )


def test_a_pop_1_and_a_tab_5_heroes_within_three_inches_in_any_turn() -> None:
    for gap, near in ((3.0, ""), (3.01, "A-POP-1")):
        battle = Battle("startOfTurn", on=stone((20, 10)), windows="always")
        battle.put("beaconwright", (22 + gap + AXE, 11))
        battle.put("tide-reeve", (20 - gap - AXE, 11))
        battle.put("hullbreakers", (21, 14))
        battle.begin()
        assert battle.why_not("activate-place-of-power", "beaconwright") == near
        assert battle.why_not("activate-place-of-power", "tide-reeve") == near
        assert battle.why_not("activate-place-of-power", "hullbreakers") == "A-AB-12"


def test_a_pop_3_the_nearest_place_of_power_is_the_target_and_the_log_names_it() -> None:
    battle = Battle("startOfTurn", on=stone((30, 20), (18.9, 10), (21, 10)))
    battle.put("beaconwright", (23 + 0.5 + AXE, 11))
    battle.put("tide-reeve", (2, 28))
    battle.rolls("place of power", 4).begin().use("activate-place-of-power", "beaconwright")
    [event] = battle.events(events.Rolled)
    assert event.target == "stone-2"
    assert RULESET.tell(battle.game, event) == "Beaconwright, place of power (Stone-2): 4, needs 2+: succeeds"


def test_a_pop_2_and_a_ab_12_what_a_place_of_power_gives() -> None:
    plain = changed(LANTERN, "beaconwright", keywords=("LANTERN CONCORD", "HERO", "INFANTRY"))
    battle = Battle("startOfTurn", on=stone((20, 10)), armies=(plain, BRINEBACK), active=B)
    battle.put("beaconwright", (21, 14))
    battle.put("tide-reeve", (21, 8))
    battle.put("hollow-bell", (30, 20))
    battle.rolls("place of power", 2, 6).begin()
    battle.use("activate-place-of-power", "tide-reeve").use("activate-place-of-power", "beaconwright")
    assert battle.game.bonus(battle.unit("tide-reeve"), "chant") == 1
    beacon = battle.unit("beaconwright")
    assert spare_uses(battle.game, beacon) == 1
    assert limit_of(battle.game, "ann", battle.game.ability("ann", "unbind"), beacon) is None
    assert battle.why_not("banish-manifestation", "beaconwright") == ""
    assert battle.events(events.Rolled)[0].success
