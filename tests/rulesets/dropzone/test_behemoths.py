"""Behemoths: zones, trampling, the drop, the end (D-BEH, X-51); the armies with one of each side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from game.engine.core.decisions import Choose, Place
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Fact
from game.resources import bundled_map
from game.rulesets.dropzone.ai.prospects import candidates, prospects
from game.rulesets.dropzone.documents.armies import ArmyDocument, breaches
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.documents.catalogue import bundled_army
from game.rulesets.dropzone.documents.sheets import UnitDocument, special
from game.rulesets.dropzone.odds.fire import fire_odds
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.activation import activate, move
from game.rulesets.dropzone.rules.cards.playing import Occasion, targets
from game.rulesets.dropzone.rules.deployment import opening_state
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import SIGNAL
from game.rulesets.dropzone.rules.moving.asking import policies
from game.rulesets.dropzone.rules.objectives import claim_all, points_around
from game.rulesets.dropzone.rules.perishing import (
    cripple,
    drop,
    hindrances,
    landing,
    perish,
    signal,
    tread,
    why_not_signal,
)
from game.rulesets.dropzone.rules.scenery import left, settle
from game.rulesets.dropzone.rules.setup import DropzoneSetup, PlayerDocument, Setup
from game.rulesets.dropzone.rules.shooting.declaring import fire_at, resolve, shoot, touched
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.view.event_text import Words
from game.rulesets.dropzone.view.odds import compared, odds
from game.rulesets.dropzone.view.table import piece_view
from game.table.documents import load_map
from game.table.path.region import PathRegion
from tests.rulesets.dropzone.dropzone_kit import Moment, N, S, rectangle, with_rules, with_weapon
from tests.rulesets.dropzone.test_whole_battles import played
from tests.samples import few

SIEGE, ZENITH = bundled_army("cinder-siege"), bundled_army("tessaline-zenith")


def moment(
    *terrain: Any, dice: Sequence[int] = (), armies: Sequence[ArmyDocument] = (SIEGE, ZENITH), **more: Any
) -> Moment:
    """Return a moment with a Rampart in the south and a Meridian in the north, both off the table."""
    return Moment(*terrain, dice=dice, armies=armies, **more)


def told(at: Moment, kind: type[Fact]) -> list[str]:
    return [event.sentence(Words(at.game)) for event in at.game.events if isinstance(event, kind)]


def overlaps(at: Moment) -> list[str]:
    return [each for each in SOUND.violations(at.game.state, at.game.setup) if "overlap" in each]


def rampart() -> UnitDocument:
    return next(each for each in SIEGE.units if each.id == "rampart")


# -- documents and armies


def test_d_army_3_a_war_engine_is_one_behemoth_and_has_no_limit_of_points() -> None:
    for army in (SIEGE, ZENITH):
        assert not breaches(army)
        dear = [each if each.category != "Behemoth" else each.model_copy(update={"points": 600}) for each in army.units]
        rich = army.model_copy(update={"units": tuple(dear), "limit": 1300})
        assert "D-ARMY-4" not in {each.rule for each in breaches(rich) if "war-engine" in each.text}
    *others, engine = SIEGE.groups
    two = engine.model_copy(update={"squads": (*engine.squads, engine.squads[0].model_copy(update={"id": "other"}))})
    assert "D-ARMY-3" in {each.rule for each in breaches(SIEGE.model_copy(update={"groups": (*others, two)}))}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"category": "Heavy"}, "the category of Behemoths"),
        ({"type": "Tank"}, "the category of Behemoths"),
        ({"squad": (1, 2)}, "one in a squad"),
        ({"zones": rampart().model_dump()["zones"][:2]}, "Hull, Legs and Weapons"),
        ({"requires": {"V": 6}}, "no Transport carries a Behemoth"),
        ({"damage": 17}, "weaker zones have 18"),
    ],
)
def test_d_beh_1_d_beh_8_a_behemoth_is_alone_and_has_three_zones(fields: dict[str, Any], reason: str) -> None:
    """D-BEH-1, D-BEH-8, D-TYPE-6."""
    whole = rampart().model_dump()
    assert UnitDocument.model_validate(whole) == rampart()
    with pytest.raises(ValidationError, match=reason):
        UnitDocument.model_validate(whole | fields)


def test_d_geo_3_a_behemoth_is_large_and_high() -> None:
    assert (rampart().radius, rampart().height, rampart().is_large) == (2.0, 6.0, True)


def test_d_dep_8_a_behemoth_waits_in_reserve_in_the_first_round() -> None:
    at = moment()
    group = next(each for each in at.game.state.groups.values() if each.kind == "War Engine")
    assert scenarios.of(at.game).modes(at.game, group) == ("reserve",)


# -- shooting


def test_d_beh_1_special_rules_that_do_not_name_behemoths_do_nothing_to_them() -> None:
    at = moment(armies=(with_weapon(SIEGE, "anvil", "Coil Cannon", "Destroyer 4+", "Penetrative"), ZENITH))
    at.put("anvils-1", 10, 10)
    at.put("meridian", 10, 25)
    aim = at.aim("anvils-1", "Coil Cannon", "meridian")
    assert not aim.destroys(6)
    assert aim.damage(6, energy=1) == 0
    assert at.aim("anvils-1", "Coil Cannon", "meridian", reacting=False).needed == 2
    at = moment(armies=(with_weapon(SIEGE, "anvil", "Coil Cannon", "Devastator-3 (Behemoth)"), ZENITH))
    at.put("anvils-1", 10, 10)
    at.put("meridian", 10, 25)
    assert at.aim("anvils-1", "Coil Cannon", "meridian").damage(3) == 3


def test_d_beh_1_a_behemoth_is_never_hull_down() -> None:
    at = moment(rectangle("wall", "medium-building", 19, 5, 21, 20.05, 5))
    at.put("anvils-1", 10, 18.9, 0)
    at.put("meridian", 30, 20)
    assert at.aim("anvils-1", "Bow Gun", "meridian").needed == at.weapon("anvils-1", "Bow Gun").accuracy


def test_d_beh_2_attackers_measure_to_its_spread_and_it_from_its_centre() -> None:
    """The Coil Cannon reaches 24″ countered, the Spread is 2″."""
    at = moment()
    at.put("anvils-1", 10, 10)
    at.put("meridian", 10, 35.8, -90)  # the middle of the one is 2.5″ higher than that of the other
    assert at.why_not("anvils-1", "Coil Cannon", "meridian") == []
    at.put("meridian", 10, 36.3, -90)
    assert at.why_not("anvils-1", "Coil Cannon", "meridian") == ["D-SHOOT-10"]
    at.put("meridian", 10, 28.1, -90)  # the Dusk Prisms reach 18″ countered
    assert at.why_not("meridian", "Dusk Prisms", "anvils-1") == ["D-SHOOT-10"]


def test_d_shoot_19_a_behemoth_saves_against_anything() -> None:
    at = moment(armies=(with_weapon(SIEGE, "anvil", "Coil Cannon", energy=13), ZENITH))
    at.put("anvils-1", 10, 10)
    at.put("meridian", 10, 25)
    at.put("glaives-1", 14, 25)
    assert at.aim("anvils-1", "Coil Cannon", "meridian").save == 5
    assert at.aim("anvils-1", "Coil Cannon", "glaives-1").save == 0


def test_d_beh_8_computer_players_fire_at_the_weakest_zone_without_trying_each() -> None:
    """A search that tried every zone for every weapon took most of a second."""
    at = moment()
    at.put("anvils-1", 10, 10)
    at.put("meridian", 10, 20)
    at["meridian"].zones = {"Weapons": 6}
    flow = shoot(at.game, at.squad("anvils-1"))
    next(flow)
    decision = flow.send("north.meridian")
    assert isinstance(decision, Choose)
    assert decision.rule == "D-BEH-8"
    rated = [*candidates(at.game, decision, Random(1))]
    assert all(each.final for each in rated)
    assert max(rated, key=lambda each: each.worth).answer == "Weapons"


def test_d_beh_8_the_attacker_names_a_zone_for_each_weapon() -> None:
    """One Anvil: Coil Cannon (E10) at the Legs, Bow Gun (E3) at the Hull; A13, saves on 5+."""
    at = moment(dice=(2, 4, 4, 5, 1, 1, 2, 6))
    at.put("anvils-1", 10, 10)
    at.put("meridian", 10, 20)
    squad = at.squad("anvils-1")
    asked = at.run(shoot(at.game, squad), "north.meridian", "Legs", "north.meridian", "Hull")
    assert [each.rule for each in asked] == ["D-SHOOT-5", "D-BEH-8"] * 2
    zones = asked[1]
    assert isinstance(zones, Choose)
    assert [each.key for each in zones.options] == ["Legs", "Weapons", "Hull"]
    assert at["meridian"].zones == {"Legs": 1}


def test_d_beh_8_two_zones_are_what_it_can_lose() -> None:
    at = moment()
    meridian = at.put("meridian", 20, 20)
    assert at.game.left(meridian) == 18  # Legs 8, Weapons 10
    assert at.game.damage_zone(meridian, "Hull", 3, "D-BEH-8") == 3
    assert (at.game.left(meridian), meridian.lost) == (17, 1)  # Legs 8, Hull 9
    assert at.game.damage_zone(meridian, "Legs", 99, "D-BEH-8") == 8
    assert at.game.left(meridian) == 9
    assert told(at, events.ZoneDamaged)[0] == "Meridian Colossus loses 3 damage points of its zone Hull, 9 left there"
    assert SOUND.violations(at.game.state, at.game.setup) == []


# -- Crippled


def test_d_beh_9_a_threshold_costs_its_effect_and_a_point_elsewhere() -> None:
    """Rampart: 5 of the Legs cost 2″; the attacker takes 1 from the Hull, then the Hull is at 0 of 8: Armour −3."""
    at = moment()
    unit = at.put("rampart", 20, 20)
    at.game.state.player = N
    at.game.damage_zone(unit, "Legs", 5, "D-SHOOT-20")
    at.game.damage_zone(unit, "Hull", 7, "D-SHOOT-20")
    asked = at.run(cripple(at.game), "Hull", "Legs")
    assert [(each.player, each.rule) for each in asked] == [(N, "D-BEH-9")] * 2
    assert unit.crippled == {"Legs": 1, "Hull": 1}
    assert unit.zones == {"Legs": 6, "Hull": 8}
    sheet = at.game.sheet(unit)
    assert (sheet.move, sheet.armour) == ((0, 4), 12)
    assert at.game.setup.sheets["south.rampart"].armour == 15
    assert told(at, events.Crippled) == [
        "Rampart Siege Strider: its zone Legs is Crippled",
        "Rampart Siege Strider: its zone Hull is Crippled",
    ]
    at.run(cripple(at.game))  # each threshold triggers once
    assert at.game.zones_left(unit) == {"Legs": 4, "Weapons": 10}


def test_d_beh_9_the_attacker_chooses_the_weapon_that_falls_silent() -> None:
    at = moment()
    unit = at.put("rampart", 20, 20)
    at.game.damage_zone(unit, "Weapons", 5, "D-SHOOT-20")
    [weapon, _zone] = at.run(cripple(at.game), "Curtain Guns", "Legs")
    assert isinstance(weapon, Choose)
    assert weapon.player == N
    assert unit.silenced == ["Curtain Guns"]
    assert "Curtain Guns" not in [each.name for each in at.game.sheet(unit).weapons]
    assert "silent" in told(at, events.Crippled)[0]


def test_d_beh_10_structural_weapons_fall_silent_only_if_named() -> None:
    """D-BEH-10, D-SPEC-STC."""
    at = moment()
    unit = at.put("rampart", 20, 20)
    at.game.damage_zone(unit, "Weapons", 5, "D-SHOOT-20")
    [weapon, _zone] = at.run(cripple(at.game), "Left Bastion Gun", "Legs")
    assert isinstance(weapon, Choose)
    assert "Keel Mortar" not in [each.key for each in weapon.options]
    named = [each.model_copy(update={"weapons": ("Keel Mortar",)}) for each in rampart().zones]
    at = moment(armies=(with_rules(SIEGE, "rampart", "Spread 3″", zones=tuple(named)), ZENITH))
    unit = at.put("rampart", 20, 20)
    at.game.damage_zone(unit, "Weapons", 5, "D-SHOOT-20")
    at.run(cripple(at.game), "Legs")
    assert unit.silenced == ["Keel Mortar"]


@pytest.mark.parametrize(("silences", "silent"), [("one", 1), ("arc", 2)])
def test_d_beh_9_weapons_of_the_same_arcs_go_together_if_the_zone_says_so(silences: str, silent: int) -> None:
    zones = [each.model_copy(update={"silences": silences if each.silences else ""}) for each in rampart().zones]
    guns = [each.model_copy(update={"arc": ("F", "SL")}) for each in rampart().weapons if "Bastion" in each.name]
    army = with_rules(SIEGE, "rampart", "Spread 3″", zones=tuple(zones), weapons=tuple(guns))
    at = moment(armies=(army, ZENITH))
    unit = at.put("rampart", 20, 20)
    at.game.damage_zone(unit, "Weapons", 5, "D-SHOOT-20")
    at.run(cripple(at.game), "Left Bastion Gun", "Legs")
    assert unit.silenced == ["Left Bastion Gun", "Right Bastion Gun"][:silent]


def test_d_spec_alt_the_profiles_of_one_weapon_fall_silent_together() -> None:
    guns = [each.model_copy(update={"special": ("Alt-1",)}) for each in rampart().weapons if "Bastion" in each.name]
    at = moment(armies=(with_rules(SIEGE, "rampart", "Spread 3″", weapons=(*guns, rampart().weapons[2])), ZENITH))
    unit = at.put("rampart", 20, 20)
    at.game.damage_zone(unit, "Weapons", 5, "D-SHOOT-20")
    at.run(cripple(at.game), "Right Bastion Gun", "Legs")
    assert sorted(unit.silenced) == ["Left Bastion Gun", "Right Bastion Gun"]


def test_d_beh_9_a_worse_save_and_a_lost_special_rule() -> None:
    zones = [
        each.model_copy(update={"loses": "Resilient" if each.zone == "Hull" else ""}) for each in ZENITH.units[-1].zones
    ]
    army = with_rules(ZENITH, "meridian", "Spread 2″", "Resilient", zones=tuple(zones))
    at = moment(armies=(SIEGE, army))
    unit = at.put("meridian", 20, 20)
    at.game.damage_zone(unit, "Hull", 8, "D-SHOOT-20")
    at.run(cripple(at.game), "Legs", "Weapons")
    sheet = at.game.sheet(unit)
    assert (sheet.passive, [special(each).name for each in sheet.special]) == (0, ["spread"])  # 5+, then twice worse


# -- moving


def region(at: Moment, name: str, inches: float = 12.0) -> PathRegion:
    unit = at[name]
    return PathRegion((unit.x, unit.y), *policies(at.game, unit, inches))


def test_d_beh_5_it_pays_no_tough_ground_and_walks_over_what_is_lower_and_through_what_is_higher() -> None:
    at = moment(rectangle("mud", "park", 14, 5, 20, 15), rectangle("house", "medium-building", 14, 25, 20, 35),
                rectangle("hill", "hill", 14, 15, 20, 25))  # fmt: skip
    at.put("rampart", 10, 10, 0)
    assert not region(at, "rampart", 6).why_not((16, 10))
    at.put("rampart", 10, 20, 0)
    assert not region(at, "rampart", 13).why_not((22.1, 20))
    assert region(at, "rampart").why_not((17, 20))
    at.put("rampart", 10, 30, 0)
    assert not region(at, "rampart", 13).why_not((22.5, 30))
    assert region(at, "rampart").why_not((17, 30))


def test_d_beh_5_it_stops_on_low_units_but_not_on_another_behemoth() -> None:
    at = moment()
    at.put("rampart", 10, 10, 0)
    at.put("pylon", 15, 10)
    assert not region(at, "rampart").why_not((15, 10))
    at.put("meridian", 15, 10)
    assert region(at, "rampart").why_not((15, 10))
    assert region(at, "rampart").why_not((20, 10))


def test_d_beh_7_low_units_pass_beneath_it() -> None:
    at = moment()
    at.put("meridian", 15, 10)
    at.put("anvils-1", 10, 10, 0)
    assert not region(at, "anvils-1", 10).why_not((18.5, 10))
    assert region(at, "anvils-1", 10).why_not((15, 10))
    at.put("rampart", 40, 40)
    at.put("pylon", 45, 40)  # 3″ high
    assert region(at, "pylon", 10).why_not((37, 40))


def test_d_beh_5_ploughing_hurts_scenery_or_itself() -> None:
    """A medium building (A10): D3 of 5 is 3 hits at E10, dice 1, 1, 4: two fail, saves 5 and 2, so 1 is lost: Weapons.

    Then the feet: D3 of 1, and nothing is there.
    """
    at = moment(rectangle("house", "medium-building", 14, 5, 20, 15), dice=(5, 1, 1, 4, 5, 2, 3, 1))
    unit = at.put("meridian", 24, 10, 0)
    at.run(tread(at.game, at.squad("meridian"), {unit.id: [(10.0, 10.0), (24.0, 10.0)]}))
    house = next(each for each in at.game.features if each.id == "house")
    assert left(at.game, house) == 19
    assert unit.zones == {"Hull": 1}


def test_d_beh_5_what_it_steps_over_is_not_ploughed() -> None:
    """A tiny building is 3″ high, half of its own height. D3 of 1 for its feet; nothing is there."""
    at = moment(rectangle("shack", "tiny-building", 14, 9, 18, 11), dice=(1,))
    unit = at.put("meridian", 24, 10, 0)
    at.run(tread(at.game, at.squad("meridian"), {unit.id: [(10.0, 10.0), (24.0, 10.0)]}))
    assert not at.game.state.scars


def test_d_beh_6_it_tramples_both_sides_where_it_stops() -> None:
    """Spread 2″, D3 of 1: a hit at E10 on each squad: 5 on a Ferret (A11): lost; 2 on an Anvil (A14): nothing."""
    at = moment(dice=(1, 5, 2))
    unit = at.put("meridian", 20, 20, 0)
    anvil, ferret = at.put("anvils-1", 21, 20), at.put("ferrets-1", 19, 21)
    far = at.put("parasols-1", 20, 22.9)
    kite = at.empty("kite-1")
    kite = at.put(kite.id, 20, 20.5, airborne=True)
    at.game.state.squad = unit.squad
    at.run(tread(at.game, at.squad("meridian"), {unit.id: [(14.0, 20.0), (20.0, 20.0)]}))
    assert not ferret.alive
    assert (anvil.lost, far.lost, kite.lost) == (0, 0, 0)
    assert math.dist((anvil.x, anvil.y), (20, 20)) == pytest.approx(2.6, abs=0.01)
    assert anvil.x > 21  # the shortest way out
    at.game.state.squad = ""
    assert not overlaps(at)
    assert len(told(at, events.Moved)) == 1


def test_d_beh_6_it_hits_those_at_the_near_side_of_a_garrison() -> None:
    """D-BEH-6, D-GEO-14, D-SCEN-7: Spread 2″, D3 of 1 hit at E10 on Rifles (A7, Body Cover): 2 points on a 2.

    They are at the west side, 2″ away; those at the centre are farther away, and none is pushed out of the house.
    """
    at = moment(rectangle("house", "medium-building", 22, 18, 28, 24), dice=(1, 2, 1))
    unit = at.put("meridian", 20, 20, 0)
    [house] = at.game.features
    west = next(str(wall.number) for wall in walls(house) if wall.middle[0] == 22.0)
    for number, place in ((1, west), (2, "centre")):
        settle(at.game, at[f"rifles-{number}"], house, place)
    at.game.state.squad = unit.squad
    at.run(tread(at.game, at.squad("meridian"), {unit.id: [(14.0, 20.0), (20.0, 20.0)]}))
    assert [at[f"rifles-{number}"].lost for number in (1, 2)] == [2, 0]
    assert {at[f"rifles-{number}"].place for number in (1, 2)} == {"inside"}


def test_d_beh_6_its_owner_shares_out_the_hits_within_a_squad() -> None:
    """D3 of 3: two hits at one Anvil, none at the other; dice 6 and 6: destroyed (2 + 2 Damage of 2)."""
    at = moment(dice=(3, 6, 6))
    unit = at.put("meridian", 20, 20, 0)
    one, other = at.put("anvils-1", 21, 20), at.put("anvils-2", 19, 20)
    paths = {unit.id: [(14.0, 20.0), (20.0, 20.0)]}
    at.game.state.squad = unit.squad
    asked = at.run(tread(at.game, at.squad("meridian"), paths), one.id, one.id)
    assert [(each.player, each.rule) for each in asked] == [(N, "D-BEH-6")] * 2
    assert (one.alive, other.lost) == (False, 0)


def test_d_beh_6_scenery_under_its_feet_is_hit_and_may_fall() -> None:
    """A barricade (A10, 5 DP) with 1 point left: D3 of 1, die 3: it falls."""
    at = moment(rectangle("bar", "barricade", 21, 19, 21.5, 21), dice=(1, 3))
    unit = at.put("meridian", 20, 20, 0)
    at.game.state.scars = {"bar": 4}
    at.run(tread(at.game, at.squad("meridian"), {unit.id: [(14.0, 20.0), (20.0, 20.0)]}))
    assert at.game.state.lifted == ["bar"]


def test_d_act_5_a_move_of_a_behemoth_is_followed_by_its_feet() -> None:
    at = moment(dice=(1, 1))
    unit = at.put("meridian", 20, 20, 0)
    at.put("anvils-1", 26, 20)
    at.game.state.squad = unit.squad
    at.run(move(at.game, at.squad("meridian")), [{"id": unit.id, "at": [25.5, 20.0], "facing": 0}])
    assert (unit.x, unit.y) == (25.5, 20.0)
    assert any(isinstance(each, events.Rolled) and each.purpose == "trample" for each in at.game.events)


# -- the drop


def ready(at: Moment) -> None:
    for group in at.game.state.groups.values():
        group.mode = "readiness"


def test_d_beh_3_infantry_signals_with_both_actions_while_it_waits() -> None:
    at = moment()
    ready(at)
    at.put("rifles-1", 20, 20)
    squad = at.squad("rifles-1")
    assert why_not_signal(at.game, squad) is None
    squad.actions = ["move"]
    refusal = why_not_signal(at.game, squad)
    assert refusal is not None
    assert refusal.rule == "D-ACT-9"
    squad.actions = []
    at.put("anvils-1", 30, 20)
    refusal = why_not_signal(at.game, at.squad("anvils-1"))
    assert refusal is not None
    assert refusal.rule == "D-ACT-9"
    for group in at.game.state.groups.values():
        group.mode = "reserve"
    refusal = why_not_signal(at.game, squad)
    assert refusal is not None
    assert refusal.rule == "D-BEH-3"


@pytest.mark.parametrize("waits", [True, False])
def test_d_act_9_a_signal_is_spoken_of_only_while_a_behemoth_waits(waits: bool) -> None:
    at = moment()
    for group in at.game.state.groups.values():
        group.mode = "readiness" if waits else "reserve"
    at.put("rifles-1", 20, 20)
    at.put("anvils-1", 30, 20)
    for unit in ("rifles-1", "anvils-1"):
        [asked] = at.run(activate(at.game, at.squad(unit)), "end")
        assert isinstance(asked, Choose)
        spoken = {option.key for option in (*asked.options, *(option for option, _refusal in asked.refusals()))}
        assert (SIGNAL.key in spoken) == waits


def test_d_beh_3_it_drops_at_most_six_inches_from_the_infantry_or_its_garrison() -> None:
    at = moment(rectangle("house", "medium-building", 20, 20, 26, 26), dice=(1, 1))
    ready(at)
    rifle = at.put("rifles-1", 10, 10)
    where = landing(at.game, at.squad("rifles-1"), at["rampart"])
    assert not where.why_not((16, 10))
    assert where.why_not((16.1, 10))
    assert where.why_not((10, 1))
    rifle.place, rifle.slot = "inside", "house:centre"
    assert not landing(at.game, at.squad("rifles-1"), at["rampart"]).why_not((23, 32))
    rifle.place, rifle.slot = "table", ""
    asked = at.run(signal(at.game, at.squad("rifles-1")), [14.0, 10.0])
    assert isinstance(asked[0], Place)
    assert at["rampart"].place == "table"
    assert at.game.state.groups["south.war-engine"].status == "done"
    assert at.squad("rampart").acted
    assert told(at, events.Landfall)


def test_d_act_9_a_signal_takes_both_actions_of_the_squad() -> None:
    at = moment(dice=(1, 1))
    ready(at)
    at.put("rifles-1", 10, 10)
    for name in ("rifles-2", "rifles-3"):
        at.game.destroy(at[name], "D-UNIT-7")
    squad = at.squad("rifles-1")
    asked = at.run(activate(at.game, squad), "signal", [16.0, 10.0])
    assert [each.rule for each in asked] == ["D-ACT-4", "D-BEH-3"]
    assert squad.actions == ["signal", "signal"]
    assert (at["rampart"].x, at["rampart"].y) == (16.0, 10.0)


def test_x_51_d_beh_4_eight_dice_cost_three_points() -> None:
    """One Tough piece, one surviving unit, two squads within 3″, one AA weapon: 1,2,2,3,4,5,6,6: 3 DP, of the Legs.

    Before, 2D3 of 1 and 1 make 2 hits at E12 on an Anvil (A14): dice 1, 1: nothing.
    """
    at = moment(rectangle("mud", "park", 18, 16, 22, 18.5), dice=(1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 1, 1, 1))
    anvil = at.put("anvils-1", 21, 20)
    at.put("rifles-1", 22.8, 20.9)
    at.put("parasols-1", 30, 20, 180)
    at.game.state.squad = at.squad("rifles-1").id
    unit = at["meridian"]
    at.run(drop(at.game, unit, 20.0, 20.0))
    assert unit.zones == {"Legs": 3}
    assert math.dist((anvil.x, anvil.y), (20, 20)) == pytest.approx(2.6, abs=0.01)
    at.game.state.squad = ""
    assert not overlaps(at)


def test_d_beh_4_r_49_the_dice_for_what_is_left() -> None:
    """D-BEH-4, R-49."""
    at = moment(rectangle("house", "medium-building", 21, 18, 27, 24), rectangle("mud", "park", 14, 16, 19, 18))
    unit = at.put("rampart", 20, 20)
    assert hindrances(at.game, unit) == 7  # Impassable 5, Tough 2
    at.game.state.scars = {"house": 20}
    assert hindrances(at.game, unit) == 2
    at.put("glaives-1", 22, 20)
    assert hindrances(at.game, unit) == 2 + 2 + 1  # an enemy squad within 3″, a unit under it
    at.put("rifles-1", 20, 22)
    assert hindrances(at.game, unit) == 6  # its own Infantry is a unit under it
    at.put("gales-1", 20, 38.9)  # AA-2, 18″ countered
    assert hindrances(at.game, unit) == 7
    at.put("gales-1", 20, 41.2)
    assert hindrances(at.game, unit) == 6
    at["glaives-1"].lost = 2  # only what survives counts
    assert hindrances(at.game, unit) == 3


def test_d_beh_4_it_steps_off_impassable_scenery_that_stands() -> None:
    """2D3 of 1 and 1: 2 hits on a building (dice 1, 1: nothing); 5 dice without harm; it ends beside it."""
    at = moment(rectangle("house", "medium-building", 18, 18, 24, 24), dice=(1, 1, 1, 1, 6, 6, 6, 6, 6))
    ready(at)
    unit = at["rampart"]
    at.run(drop(at.game, unit, 19.0, 21.0))
    house = next(each for each in at.game.features if each.id == "house")
    assert house.gap(unit.x, unit.y) == pytest.approx(2.0, abs=0.01)
    assert unit.x < 18


# -- the end


def test_d_beh_11_two_zones_at_0_destroy_it_and_leave_a_hulk() -> None:
    """Die 3: all within 3″ takes 3 hits at E10: an Anvil 2.9″ away: 5, 5, 1: 2 Damage, lost. A far one is safe."""
    at = moment(rectangle("bar", "barricade", 23, 19, 23.5, 21), dice=(3, 5, 5, 1, 1, 1, 1))
    unit = at.put("meridian", 20, 20)
    near, far = at.put("anvils-1", 20, 22.9), at.put("anvils-2", 20, 24)
    at.game.damage_zone(unit, "Legs", 8, "D-SHOOT-20")
    at.game.damage_zone(unit, "Weapons", 10, "D-SHOOT-20")
    assert at.game.left(unit) == 0
    at.run(perish(at.game, [unit], "D-SHOOT-21"))
    assert (unit.alive, near.alive, far.lost) == (False, False, 0)
    assert at.game.state.kills == {S: 280, N: 35}
    hulk = next(each for each in at.game.features if each.kind.name == "Hulk")
    assert (hulk.height, hulk.has("impassable"), hulk.has("destructible")) == (6.0, True, False)
    assert hulk.gap(20, 22.5) == pytest.approx(0.5, abs=0.05)
    assert told(at, events.Exploded) == ["Meridian Colossus breaks down and explodes, 3″ around it"]
    assert points_around(at.game, N, hulk, inside_double=False) == 0  # D-SCO-6


def test_d_beh_11_an_explosion_reaches_the_near_side_of_a_garrison() -> None:
    """D-GEO-14: die 2: Rifles at the west side, 2″ away, take two hits, those at the centre none; the house stands."""
    at = moment(rectangle("house", "medium-building", 22, 18, 28, 24), dice=(2, 2, 2, 1, 1))
    unit = at.put("meridian", 20, 20)
    [house] = at.game.features
    west = next(str(wall.number) for wall in walls(house) if wall.middle[0] == 22.0)
    settle(at.game, at["rifles-1"], house, west)
    settle(at.game, at["rifles-2"], house, "centre")
    at.game.damage_zone(unit, "Legs", 8, "D-SHOOT-20")
    at.game.damage_zone(unit, "Weapons", 10, "D-SHOOT-20")
    at.run(perish(at.game, [unit], "D-SHOOT-21"))
    assert [at[f"rifles-{number}"].alive for number in (1, 2)] == [False, True]


def test_d_beh_11_on_a_1_everything_near_is_removed() -> None:
    """Die 1, then 4: all within 4″ is gone, the Rifles in a building too; no hulk, no rubble."""
    at = moment(rectangle("house", "medium-building", 22, 18, 28, 24), dice=(1, 4))
    unit = at.put("meridian", 20, 20)
    near, far = at.put("anvils-1", 20, 23.9), at.put("anvils-2", 20, 24.2)
    rifle = at["rifles-1"]
    rifle.place, rifle.carrier, rifle.slot = "inside", "", "house:centre"
    at.game.damage_zone(unit, "Legs", 8, "D-SHOOT-20")
    at.game.damage_zone(unit, "Weapons", 10, "D-SHOOT-20")
    at.run(perish(at.game, [unit], "D-SHOOT-21"))
    assert (unit.alive, near.alive, rifle.alive, far.alive) == (False, False, False, True)
    assert not at.game.features
    assert "takes everything within 4″ with it" in told(at, events.Exploded)[0]


def test_d_beh_11_what_cannot_be_destroyed_is_removed_as_well() -> None:
    """Die 1, then 4: a hill within 4″ is gone, the road stays; a hulk that comes later has another id than one gone."""
    hill, road = rectangle("hill", "hill", 23, 18, 28, 24), rectangle("road", "road", 10, 20, 30, 22)
    at = moment(hill, road, dice=(1, 4))
    unit = at.put("meridian", 20, 20)
    at.game.damage_zone(unit, "Legs", 8, "D-SHOOT-20")
    at.game.damage_zone(unit, "Weapons", 10, "D-SHOOT-20")
    at.run(perish(at.game, [unit], "D-SHOOT-21"))
    assert [each.id for each in at.game.features] == ["road"]


def test_d_beh_9_d_beh_11_the_last_point_of_a_chain_destroys_it() -> None:
    """Legs at 0, Weapons with 1 point: the Hull is Crippled, the attacker takes that point. Die 2: nothing is near."""
    at = moment(dice=(2,))
    unit = at.put("meridian", 20, 20)
    unit.zones, unit.crippled = {"Legs": 8, "Weapons": 9}, {"Legs": 2, "Weapons": 1}
    at.game.damage_zone(unit, "Hull", 4, "D-SHOOT-20")
    at.run(perish(at.game, [], "D-SHOOT-21"))
    assert not unit.alive


def test_d_beh_11_an_aircraft_that_its_explosion_destroys_crashes_in_turn() -> None:
    """Die 2: all within 2″, Aircraft too: two hits at E10 on a Drover (A10, 4 DP): 5, 5: lost. It crashes: D3 of 3."""
    at = moment(rectangle("bar", "barricade", 20, 21, 20.5, 22), dice=(2, 5, 5, 1, 4, 5))
    unit = at.put("meridian", 20, 20)
    at.empty("drover-1")
    drover = at.put("drover-1", 20, 21, airborne=True)
    at.game.state.scars = {"bar": 4}
    at.game.damage_zone(unit, "Legs", 8, "D-SHOOT-20")
    at.game.damage_zone(unit, "Weapons", 10, "D-SHOOT-20")
    at.run(perish(at.game, [unit], "D-SHOOT-21"))
    assert (unit.alive, drover.alive) == (False, False)
    assert at.game.state.lifted == ["bar"]
    assert any(isinstance(each, events.Crashed) for each in at.game.events)


# -- Area, cards, objectives


def test_d_beh_12_area_weapons_shoot_it_as_ordinary_ones_and_templates_spare_it() -> None:
    """The Howitzer (E11) hits on 3: die 4 against A13: a Critical, no save; a 2 misses without a glance."""
    at = moment(dice=(3, 4, 1, 1))
    at.put("bastion", 10, 10)
    unit = at.put("meridian", 20, 20)
    glaive = at.put("glaives-1", 20, 22.7)
    fire = fire_at(at.game, at["bastion"], at.weapon("bastion", "Siege Howitzer"), unit)
    fire.zone = "Hull"
    at.run(resolve(at.game, [fire]))
    assert (unit.zones, glaive.lost) == ({"Hull": 2}, 0)
    assert unit not in touched(at.game, fire, glaive)
    at = moment(dice=(2,))
    at.put("bastion", 10, 10)
    unit = at.put("meridian", 20, 20)
    fire = fire_at(at.game, at["bastion"], at.weapon("bastion", "Siege Howitzer"), unit)
    at.run(resolve(at.game, [fire]))
    assert not unit.zones


def test_d_obj_14_a_behemoth_claims_nothing() -> None:
    at = moment(objectives={"mark": (20.0, 20.0)})
    at.game.state.objectives["mark"].hidden = False
    at.put("meridian", 20, 20)
    claim_all(at.game)
    assert at.game.state.objectives["mark"].claimed_by == ""


@pytest.mark.parametrize(
    ("unit", "weapon", "offered"), [("rampart", "Curtain Guns", 0), ("parasols-1", "Quad Flak, tracking", 1)]
)
def test_d_card_6_a_card_that_rearms_aa_weapons_does_not_fit_a_behemoth(unit: str, weapon: str, offered: int) -> None:
    at = moment()
    at.put("bastion", 20, 26)
    at.put(unit, 20, 20).fired = [weapon]
    card = CARDS["C29"]
    assert len([*targets(at.game, S, card, Occasion({S: card.timing}))]) == offered


# -- what else hurts it


def test_d_air_7_a_crash_hurts_a_zone_at_random_and_may_cripple_it() -> None:
    """D3 of 1: one hit at E10: die 6 against A13: a Critical; saves 1, 1; zones by dice 1 and 1: the Legs, twice."""
    at = moment(dice=(1, 6, 1, 1, 1, 1))
    unit, drover = at.put("meridian", 20, 20), at.put("drover-1", 20, 21, airborne=True)
    at.empty("drover-1")
    unit.zones, unit.lost = {"Legs": 3}, 3
    at.game.state.player = S
    drover.lost = 4
    at.run(perish(at.game, [drover], "D-SHOOT-21"), "Hull")
    assert (unit.zones, unit.crippled) == ({"Legs": 5, "Hull": 1}, {"Legs": 1})


# -- odds, advice, views


def test_odds_count_what_follows_from_being_crippled() -> None:
    """Legs at 0 and 1 point of the Weapons left: any threshold of the Hull destroys it (4 of its points)."""
    at = moment()
    at.put("anvils-1", 20, 30)
    unit = at.put("meridian", 20, 20)
    unit.zones, unit.crippled = {"Legs": 8, "Weapons": 9, "Hull": 3}, {"Legs": 2, "Weapons": 1}
    unit.lost = 17
    cannon = at.weapon("anvils-1", "Coil Cannon")
    fire = fire_at(at.game, at["anvils-1"], cannon, unit)
    fire.zone = "Hull"
    harm = fire_odds(at.game, [fire]).units[unit.id]
    # hits on 2+; die 3, 4: 1 Damage; 5, 6: 2, one saved at most: a third each
    one, two = 5 / 6 * 2 / 6 * 2 / 3, 5 / 6 * 2 / 6 * (1 - 1 / 9)
    assert harm.destroyed == pytest.approx(one + two)


def test_d_beh_8_the_odds_of_each_zone_are_shown_beforehand() -> None:
    at = moment()
    at.put("anvils-1", 20, 30, -90)
    unit = at.put("meridian", 20, 20)
    flow = shoot(at.game, at.squad("anvils-1"))
    next(flow)
    zones = flow.send(unit.id)
    assert isinstance(zones, Choose)
    shown, side_by_side = odds(at.game, zones, "Legs"), compared(at.game, zones)
    assert shown is not None
    assert shown.spreads[0].label == "damage to Meridian Colossus"
    assert side_by_side is not None
    assert [row.label for row in side_by_side.grids[0].rows] == [each.label for each in zones.options]


def test_d_beh_8_computer_players_fire_at_the_weaker_zone() -> None:
    at = moment()
    at.put("anvils-1", 20, 30, -90)
    unit = at.put("meridian", 20, 20)
    flow = shoot(at.game, at.squad("anvils-1"))
    first = next(flow)
    assert isinstance(first, Choose)
    zones = flow.send(unit.id)
    assert isinstance(zones, Choose)
    rated = {str(each.answer): each.worth for each in prospects(at.game, zones, Random(1))}
    assert max(rated, key=lambda each: rated[each]) == "Legs"


def test_d_beh_8_a_player_sees_zones_and_silent_weapons() -> None:
    at = moment()
    unit = at.put("rampart", 20, 20)
    at.game.damage_zone(unit, "Weapons", 5, "D-SHOOT-20")
    at.run(cripple(at.game), "Curtain Guns", "Legs")
    lines = [line.text for line in piece_view(at.game, unit).details]
    assert "Weapons: 5 of 10 damage points left" in lines
    assert "Weapons Crippled once" in lines
    assert "silent: Curtain Guns" in lines


# -- whole battles


def facing_each_other(seed: int) -> Game:
    """Return a battle in which both Behemoths stand close among squads of both sides in the first round."""
    path = bundled_map("twin-exchange")
    assert path is not None
    players = tuple(PlayerDocument(id=name, name=name.title(), army=army) for name, army in ((S, SIEGE), (N, ZENITH)))
    setup = Setup(DropzoneSetup(scenario="battle-royale", map=load_map(path), players=players))
    game = Game(setup, opening_state(setup), KeyedDice(seed))
    for name, x, y in ((f"{S}.rampart", 20.0, 21.0), (f"{N}.meridian", 27.0, 27.0)):
        unit = game.state.units[name]
        unit.place, unit.x, unit.y = "table", x, y
        unit.zones = {"Legs": 6, "Weapons": 4}
        weaker = sorted(each.whole - unit.zones.get(each.zone, 0) for each in game.sheet(unit).zones)[:2]
        unit.lost = game.sheet(unit).damage - sum(weaker)
    return game


@pytest.mark.parametrize("seed", few(range(3), 3))
def test_d_eng_1_battles_with_a_behemoth_on_each_side_break_nothing(seed: int) -> None:
    game = facing_each_other(seed)
    assert played(game, seed) > 50
    assert game.state.result is not None
    assert any(isinstance(each, events.ZoneDamaged) for each in game.events)
