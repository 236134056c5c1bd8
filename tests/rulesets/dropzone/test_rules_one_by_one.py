"""Rules that no worked example shows, each in a moment of its own."""

from __future__ import annotations

import json
from itertools import groupby
from random import Random

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.decisions import Arrange, Choose
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Checkpoint
from game.players.random_player import random_answer
from game.rulesets.dropzone.documents.armies import ArmyDocument, CommanderDocument, breaches, group_points
from game.rulesets.dropzone.documents.sheets import ActionDocument
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.activation import (
    activate,
    activation,
    can_enter,
    move,
    next_player,
    ready,
    why_not_search,
)
from game.rulesets.dropzone.rules.features import features
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.moving.asking import room_for, squad_move
from game.rulesets.dropzone.rules.moving.boarding import disembark, fits, fly, move_inside
from game.rulesets.dropzone.rules.perishing import perish, ruin
from game.rulesets.dropzone.rules.play import initiate, play, round_up
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.shooting.declaring import shoot, weapons
from game.rulesets.dropzone.rules.shooting.legal import enemies, why_silent
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.space import covers
from game.rulesets.dropzone.rules.state import Objective
from game.table.path.region import PathRegion
from game.table.placing.clearances import ClearOf
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_rules, with_weapon

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)


def keys(decision: object) -> list[str]:
    """Return the keys of the options of a decision."""
    assert isinstance(decision, Choose)
    return [option.key for option in decision.options]


# -- core, geometry, units


def test_d_core_7_a_distance_is_measured_through_everything() -> None:
    """D-CORE-7, D-CORE-8: from centre to centre, whatever lies between."""
    at = Moment(HOUSE)
    one, other = at.put("anvils-1", 22, 10), at.put("glaives-1", 22, 30)
    policy = at.game.ruler.policy
    assert (policy.anchor, policy.terrain, policy.impassable_blocks) == ("centre", "none", False)
    assert policy.allows(other.y - one.y, 20.0)


@pytest.mark.parametrize(
    ("unit", "radius", "height"),
    [("rifles-1", 0.5, 0.6), ("ferrets-1", 0.5, 0.75), ("anvils-1", 0.6, 1.0), ("bastion", 0.8, 1.25),
     ("gales-1", 0.6, 2.0), ("pylon", 0.9, 3.0), ("wisp-1", 0.8, 1.0), ("drover-1", 1.0, 1.0)],
)  # fmt: skip
def test_d_geo_3_tokens_have_the_sizes_of_their_classes(unit: str, radius: float, height: float) -> None:
    at = Moment()
    body = at.game.body(at.put(unit, 10, 10))
    assert (body.footprint.radius, body.height) == (radius, height)


def test_d_geo_17_a_token_that_could_not_be_set_down_beside_its_transport_is_refused() -> None:
    """D-GEO-17, R-7: 0.6″ and 1.5″ are more than 2″."""
    plain = CINDER.model_dump(mode="json")
    parse_document(json.dumps(plain), ArmyDocument, "army")
    for sheet in plain["units"]:
        if sheet["id"] == "drover":
            sheet["radius"] = 1.5
    with pytest.raises(DocumentError, match="D-GEO-17"):
        parse_document(json.dumps(plain), ArmyDocument, "army")


def test_d_unit_1_a_squad_reduced_to_one_unit_is_still_a_squad() -> None:
    """D-UNIT-1, D-COH-1: and so is its battlegroup."""
    at = Moment()
    for name in ("anvils-2", "anvils-3"):
        at[name].place = "destroyed"
    at.put("anvils-1", 10, 10)
    assert at.game.is_coherent(at.squad("anvils-1"))
    assert at.squad("anvils-1") in at.game.squads_of(at.game.state.groups["south.armour"])


def test_d_unit_4_a_unit_fires_all_its_weapons() -> None:
    """D-UNIT-4, D-ACT-2, D-SHOOT-5: or declines to fire one of them."""
    at = Moment(dice=(1,))
    for name in ("anvils-2", "anvils-3"):
        at[name].place = "destroyed"
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    assert [each.name for each in weapons(at.game, at["anvils-1"])] == ["Coil Cannon", "Bow Gun"]
    asked = at.run(shoot(at.game, at.squad("anvils-1")), "north.glaives-1", "end")
    assert [each.test for each in asked if isinstance(each, Choose)] == ["Coil Cannon", "Bow Gun"]
    assert at["anvils-1"].fired == ["Coil Cannon"]


def test_d_unit_5_all_units_of_a_squad_have_one_sheet() -> None:
    at = Moment()
    for squad in at.game.state.squads.values():
        assert {at.game.state.units[name].sheet for name in squad.units} == {squad.sheet}


@pytest.mark.parametrize(("name", "airborne", "vehicle"), [("drover-1", True, False), ("drover-1", False, True),
                         ("anvils-1", False, True), ("gales-1", False, True), ("rifles-1", False, False)])  # fmt: skip
def test_d_type_7_vehicles_are_tanks_skimmers_walkers_and_landed_aircraft(
    name: str, airborne: bool, vehicle: bool
) -> None:
    at = Moment()
    assert at.game.is_vehicle(at.put(name, 10, 10, airborne=airborne)) == vehicle


def test_d_coh_2_everybody_in_one_garrison_is_in_coherency() -> None:
    """D-COH-2, D-GARR-7: at opposite sides too."""
    at = Moment(HOUSE)
    [house] = at.game.features
    for number, place in enumerate(("0", "2", "centre"), 1):
        settle(at.game, at[f"rifles-{number}"], house, place)
    assert at.game.is_coherent(at.squad("rifles-1"))


def test_d_coh_4_who_gets_out_stands_in_coherency() -> None:
    """D-COH-4, D-TRANS-12: two Dancers 2.5″ apart are not."""
    at = Moment()
    at.put("wisp-1", 20, 20)
    spots = [{"id": "north.dancers-1-1", "at": [20.0, 21.5]}, {"id": "north.dancers-1-2", "at": [21.5, 20.6]}]
    asked = at.run(disembark(at.game, at.squad("dancers-1-1")), spots)
    assert not asked[0].allows([spots[0], {"id": "north.dancers-1-2", "at": [20.0, 18.4]}])


@pytest.mark.parametrize(("kind", "rules"), [("Frontline", set()), ("Vanguard", {"D-ARMY-2", "D-ARMY-3"})])
def test_d_army_3_a_battlegroup_has_squads_of_its_categories_only(kind: str, rules: set[str]) -> None:
    groups = [each if each.id != "frontline" else each.model_copy(update={"kind": kind}) for each in CINDER.groups]
    assert {each.rule for each in breaches(CINDER.model_copy(update={"groups": tuple(groups)}))} == rules


# -- the round


def test_d_rnd_2_a_battle_goes_through_its_steps_in_order() -> None:
    """D-RND-2, D-ENG-1, D-SETUP-1, D-INIT-1, D-BG-13, D-UP-1, D-UP-3, D-UP-4, R-47: two rounds, then the end."""
    at = Moment(rounds=2, objectives={"prize": (24.0, 24.0)})
    game = Game(at.game.setup, at.game.state, KeyedDice(3))
    game.state.round, rng, flow, steps = 0, Random(3), play(game), list[str]()
    step = next(flow)
    try:
        while True:
            if isinstance(step, Checkpoint):
                steps.append(game.state.step)
                step = flow.send(None)
            else:
                step = flow.send(step.normal(random_answer(step, rng)))
    except StopIteration:
        pass
    told = [name for name, _same in groupby(name for name in steps if name != "group")]
    once = ["initiation", "cards", "effects", "activation", "round-up"]
    assert told == ["zones", "deploying", *once, *once, "over"]
    assert game.state.round == 2


def test_d_bg_10_a_player_with_nothing_left_waits() -> None:
    """D-BG-9, D-BG-10, D-ENG-3, X-06: three battlegroups against one."""
    at = Moment()
    at.game.state.order, taken = ["south", "north"], list[str]()
    for name in ("north.frontline", "north.armour"):
        at.game.state.groups[name].status = "done"
    while player := next_player(at.game):
        ready(at.game, player)[0].status, at.game.state.player = "done", player
        taken.append(player)
    assert taken == ["south", "north", "south", "south"]


def test_d_bg_2_auxiliary_squads_are_declared_and_others_stay_idle() -> None:
    """D-BG-2, D-BG-12, D-TRANS-7, R-45: the Transport of the Anvils acts with them, an empty one if it is declared."""
    at = Moment()
    at.game.state.order = ["south", "north"]
    for name in ("drover-1", "drover-2", "drover-3"):
        at.put(name, 10, 10, airborne=True)
    at.empty("drover-3")
    asked = at.run(activation(at.game), "south.armour", "end")
    assert keys(asked[1]) == ["south.drover-3.squad", "end"]
    assert at.game.state.declared == ["south.drover-2.squad"]


def test_d_up_2_collateral_comes_first_and_buries_what_lies_inside() -> None:
    """D-UP-1, D-UP-2, D-COLL-1, D-COLL-7, D-SCEN-15: a 6 fells the house; its objective is lost, its tokens vanish."""
    at = Moment(HOUSE, dice=(6, 5), objectives={"prize": (22.0, 22.0)})
    at.game.state.order = ["south", "north"]
    at.game.state.tokens, at.game.state.scars = {"house": 1}, {"house": 19}
    at.run(round_up(at.game))
    assert at.game.state.objectives["prize"].removed
    assert (at.game.state.tokens, at.game.state.lifted) == ({}, ["house"])


def test_d_eng_2_a_round_forgets_what_was_done_in_the_last_one() -> None:
    at = Moment(dice=(5, 1))
    unit, squad = at["anvils-1"], at.squad("anvils-1")
    unit.moved, unit.turned, unit.fired = 4.0, True, ["Bow Gun"]
    squad.acted, squad.actions, squad.disembarked = True, ["move"], True
    at.game.state.groups["south.armour"].status = "done"
    at.run(initiate(at.game), "keep")
    assert (unit.moved, unit.turned, unit.fired, squad.acted, squad.disembarked) == (0.0, False, [], False, False)
    assert "south.armour" in [each.id for each in ready(at.game, "south")]


@pytest.mark.parametrize(("hold", "offered"), [("on", True), ("off", False)])
def test_d_eng_7_players_may_agree_on_the_strict_reading(hold: str, offered: bool) -> None:
    """D-ENG-7, R-16: without holding back."""
    at = Moment(hold=hold)
    at.game.state.order = ["south", "north"]
    [asked, *_more] = at.run(activation(at.game), "south.frontline")
    assert ("hold" in keys(asked)) == offered


# -- actions, moving


def test_d_act_5_move_and_shoot_in_any_order_each_once() -> None:
    """D-ACT-1, D-ACT-3, D-ACT-5, D-ACT-6: after a shot the squad may still move."""
    at = Moment(dice=(1,))
    at.put("glaives-1", 10, 20)
    for name in ("anvils-2", "anvils-3"):
        at[name].place = "destroyed"
    at.put("anvils-1", 10, 10)
    asked = at.run(activate(at.game, at.squad("anvils-1")), "fire", "north.glaives-1", "end", "move", "stay")
    assert keys(asked[0]) == ["move", "fire", "end"]
    assert keys(asked[3]) == ["move", "end"]


@pytest.mark.parametrize(("name", "may"), [("rifles-1", True), ("anvils-1", True), ("drover-1", False)])
def test_d_act_7_infantry_and_vehicles_search_aircraft_do_not(name: str, may: bool) -> None:
    """D-ACT-7, D-OBJ-14: it takes both actions."""
    at = Moment(objectives={"prize": (10.0, 11.0)})
    at.game.state.objectives["prize"].hidden = True
    for other in ("rifles-2", "rifles-3", "anvils-2", "anvils-3"):
        at[other].place = "destroyed"
    at.put(name, 10, 10)
    assert (why_not_search(at.game, at.squad(name)) is None) == may
    at.squad(name).actions = ["move"]
    assert why_not_search(at.game, at.squad(name)) is not None


def test_d_move_7_nobody_leaves_the_table_on_the_ground() -> None:
    """D-MOVE-7, D-GEO-16, R-6: not with a part of the token."""
    at = Moment()
    unit = at.put("anvils-1", 10, 3)
    where = Arrange(player="south", prompt="", rule="", arrangements=squad_move(at.game, [unit]))
    assert [where.allows([{"id": unit.id, "at": [10.0, y]}]) for y in (0.6, 0.5)] == [True, False]


def test_d_geo_16_a_refused_spot_names_the_unit_that_is_in_the_way() -> None:
    at = Moment()
    there, unit = at.put("anvils-2", 12, 10), at.put("anvils-1", 10, 10)
    clear = next(each for each in room_for(at.game, at.game.sheet(unit), [unit.id], flying=False)
                 if isinstance(each, ClearOf))  # fmt: skip
    assert clear.message(there.x, there.y, 1.0).startswith(f"overlaps {there.name} by")


def test_d_geo_16_aircraft_in_the_air_overlap_none_but_those_at_the_same_height() -> None:
    """D-GEO-16, D-GEO-4: one hovers over a house 7″ high, the other beside it."""
    at = Moment(HOUSE)
    at.empty("drover-1")
    at.empty("drover-2")
    at.put("drover-1", 22, 20.5, airborne=True)
    drover = at.put("drover-2", 22, 12, airborne=True)
    where = Arrange(player="south", prompt="", rule="", arrangements=squad_move(at.game, [drover]))
    spots = {"over the house": (22.0, 21.5), "beside it": (22.0, 19.5), "far over it": (22.0, 22.6)}
    legal = {name: where.allows([{"id": drover.id, "at": [*spot]}]) for name, spot in spots.items()}
    assert legal == {"over the house": False, "beside it": True, "far over it": True}
    room = room_for(at.game, at.game.sheet(drover), [drover.id], flying=True)
    assert {name: all(each.allows(*spot) for each in room) for name, spot in spots.items()} == legal
    at["drover-1"].y = 19.0
    spots = {"over the house": (22.0, 20.4), "beside it": (22.0, 19.5)}
    where = Arrange(player="south", prompt="", rule="", arrangements=squad_move(at.game, [drover]))
    legal = {name: where.allows([{"id": drover.id, "at": [*spot]}]) for name, spot in spots.items()}
    assert legal == {"over the house": True, "beside it": False}


def test_d_geo_16_aircraft_of_one_squad_overlap_only_at_different_heights() -> None:
    """D-GEO-16: what moves together is held to the same rule."""
    at = Moment(HOUSE)
    one, two = at.put("drover-1", 22, 17, airborne=True), at.put("drover-2", 25, 17, airborne=True)
    for name in ("drover-1", "drover-2"):
        at.empty(name)
    where = Arrange(player="south", prompt="", rule="", arrangements=squad_move(at.game, [one, two]))
    above = {"id": one.id, "at": [22.0, 20.5]}
    assert where.allows([above, {"id": two.id, "at": [22.0, 19.5]}])
    assert not where.allows([above, {"id": two.id, "at": [22.0, 20.6]}])
    refusals = where.why_not([above, {"id": two.id, "at": [22.0, 20.6]}])
    assert "D-GEO-16" in {each.rule for each in refusals}


def test_d_air_2_aircraft_cross_pieces_of_eight_inches_and_land_no_units_on_them() -> None:
    """D-AIR-1, D-AIR-2, D-AIR-5: over units too, the whole move after taking off; a higher tower stops them."""
    at = Moment(HOUSE, rectangle("tower", "large-building", 30, 20, 35, 25))
    at.empty("drover-2")
    drover = at.put("drover-2", 22, 15)
    at.put("glaives-1", 22, 18)
    there = [{"id": drover.id, "at": [22.0, 31.0]}]
    [asked] = at.run(fly(at.game, at.squad("drover-2")), there)
    assert (drover.airborne, drover.moved) == (True, 16.0)
    assert asked.allows([{"id": drover.id, "at": [22.0, 30.0]}])
    drover.x, drover.y = 32.0, 15.0
    [member] = squad_move(at.game, [drover]).members
    assert isinstance(member.ends, PathRegion)
    assert member.ends.why_not((32.0, 22.0)) != []


def test_d_air_4_a_landed_aircraft_is_a_vehicle_that_takes_off_to_move() -> None:
    """D-AIR-4, D-AIR-5: anybody may shoot it on the ground."""
    at = Moment()
    at.empty("drover-2")
    drover = at.put("drover-2", 10, 20)
    at.put("glaives-1", 10, 10)
    assert at.why_not("glaives-1", "Arc Cannon", "drover-2") == []
    at.run(fly(at.game, at.squad("drover-2")), "stay")
    assert drover.airborne
    assert at.why_not("glaives-1", "Arc Cannon", "drover-2") == ["D-SHOOT-3"]


def test_d_air_8_small_aircraft_do_not_crash() -> None:
    """D-AIR-8: no die is rolled."""
    at = Moment(armies=(CINDER, with_rules(TESSALINE, "wisp", type="Aircraft-S")))
    at.empty("wisp-1")
    wisp = at.put("wisp-1", 10, 10, airborne=True, lost=2)
    at.put("anvils-1", 10.5, 10)
    at.run(perish(at.game, [wisp], "D-SHOOT-21"))
    assert (wisp.place, at["anvils-1"].lost) == ("destroyed", 0)


# -- shooting


@pytest.mark.parametrize(("y", "refused"), [(11.2, []), (11.25, ["D-SHOOT-10"])])
def test_d_shoot_11_tokens_that_touch_are_in_range(y: float, refused: list[str]) -> None:
    at = Moment(armies=(with_weapon(CINDER, "anvil", "Bow Gun", full=1.0, countered=1.0), TESSALINE))
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, y)
    assert at.why_not("anvils-1", "Bow Gun", "glaives-1") == refused


@pytest.mark.parametrize(("accuracy", "hits"), [(None, [1, 2]), (0, [2]), (1, [2])])
def test_d_shoot_14_only_a_dash_hits_automatically(accuracy: int | None, hits: list[int]) -> None:
    """D-SHOOT-14, R-23: 0+ and 1+ miss on a 1."""
    at = Moment(armies=(with_weapon(CINDER, "anvil", "Bow Gun", accuracy=accuracy), TESSALINE))
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    aimed = at.aim("anvils-1", "Bow Gun", "glaives-1")
    assert [face for face in (1, 2) if aimed.hits(face)] == hits


def test_d_rf_4_each_aa_weapon_reacts_on_its_own() -> None:
    """D-RF-4: a second one may still fire."""
    army = with_weapon(CINDER, "parasol", "Quad Flak, sweep", "AA-1")
    at = Moment(armies=(army, TESSALINE))
    at.put("parasols-1", 10, 10).fired = ["Quad Flak, tracking"]
    sweep, tracking = (at.weapon("parasols-1", f"Quad Flak, {each}") for each in ("sweep", "tracking"))
    assert why_silent(at.game, at["parasols-1"], sweep, reacting=True) is None
    assert why_silent(at.game, at["parasols-1"], tracking, reacting=True) is not None


def test_r_41_targets_are_units_and_nobody_embarked() -> None:
    """D-SHOOT-3, D-TRANS-11, R-41."""
    at = Moment()
    at.put("anvils-1", 10, 10)
    at.put("kite-2", 10, 20)
    assert [each.id for each in enemies(at.game, at["anvils-1"])] == ["north.kite-2"]


@pytest.mark.parametrize(("special", "damage"), [((), 2), (("Devastator-3 (Vehicle)",), 3)])
def test_r_35_a_destroyer_critical_does_what_a_devastator_would(special: tuple[str, ...], damage: int) -> None:
    """R-35, D-SPEC-DV, D-SPEC-DS: not twice as much."""
    at = Moment(armies=(CINDER, with_weapon(TESSALINE, "oracle", "Prism Lance", "Destroyer 6+", *special)))
    at.put("oracle", 10, 20, 270)
    at.put("anvils-1", 10, 10)
    assert at.aim("oracle", "Prism Lance", "anvils-1").destruction == damage


def test_d_scen_1_a_field_is_passable_and_covers_softly() -> None:
    """D-SCEN-1, D-SCEN-6: nothing of it stops or slows anybody."""
    at = Moment(rectangle("wheat", "field", 8, 12, 12, 16))
    unit = at.put("anvils-1", 10, 10)
    where = Arrange(player="south", prompt="", rule="", arrangements=squad_move(at.game, [unit]))
    assert where.allows([{"id": unit.id, "at": [10.0, 15.0]}])
    pieces = features(at.game.ruler.battlefield)
    assert [covers(pieces, flag, (10, 10), (10, 14)) for flag in ("soft", "body")] == [True, False]


# -- Garrisons, objectives


def test_r_21_a_shift_in_a_garrison_breaks_standing_still() -> None:
    """R-21, D-SHOOT-7, D-GARR-4."""
    at = Moment(HOUSE)
    [house] = at.game.features
    for number in (1, 2, 3):
        settle(at.game, at[f"rifles-{number}"], house, "centre")
        at[f"rifles-{number}"].turned = False
    tube = at.weapon("rifles-1", "Tube Launcher")
    assert why_silent(at.game, at["rifles-1"], tube) is None
    at.run(move_inside(at.game, at.squad("rifles-1")), "shift", "0", "0", "0")
    refusal = why_silent(at.game, at["rifles-1"], tube)
    assert refusal is not None
    assert refusal.rule == "D-SHOOT-6"


def test_d_obj_10_an_objective_is_dropped_and_belongs_to_nobody() -> None:
    """D-OBJ-10, D-OBJ-12: an enemy beside it gets nothing at that moment."""
    at = Moment(objectives={"prize": (10.0, 10.0)})
    prize = at.game.state.objectives["prize"]
    prize.mobile, prize.carrier, prize.claimed_by = True, "south.rifles", "south"
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 9 + number, 10)
    at.put("glaives-1", 10, 11.2)
    asked = at.run(activate(at.game, at.squad("rifles-1")), "drop", [10.0, 10.0], "end")
    assert "drop" in keys(asked[0])
    assert (prize.carrier, prize.claimed_by) == ("", "")


@pytest.mark.parametrize(("y", "home"), [(1.0, True), (1.6, False)])
def test_r_38_a_squad_carries_its_objective_off_its_own_edge_and_may_come_back(y: float, home: bool) -> None:
    """D-SCO-1, R-38, R-44, D-MOVE-7: it is not destroyed, and a squad in a Transport takes nothing off."""
    at = Moment(objectives={"prize": (10.0, 10.0)})
    at.game.state.edges = {"south": "south", "north": "north"}
    prize = at.game.state.objectives["prize"]
    prize.mobile, prize.carrier, prize.claimed_by = True, "south.rifles", "south"
    rifles = at.squad("rifles-1")
    scenarios.of(at.game).after(at.game, rifles)
    assert prize.extracted_by == ""
    for number in (1, 2, 3):
        at.put(f"rifles-{number}", 10 + number, y + 1.5 * (number > 1))
    scenarios.of(at.game).after(at.game, rifles)
    assert prize.extracted_by == ("south" if home else "")
    assert {at[f"rifles-{number}"].place for number in (1, 2, 3)} == {"off" if home else "table"}
    assert can_enter(at.game, rifles)
    assert not [each for each in at.game.events if isinstance(each, events.Destroyed)]


def test_d_coll_7_a_fallen_piece_has_no_tokens_and_leaves_rubble() -> None:
    """D-COLL-7, D-SCEN-16."""
    at = Moment(HOUSE, dice=(5,))
    at.game.state.tokens = {"house": 3}
    at.run(ruin(at.game, at.game.features[0]))
    assert at.game.state.tokens == {}
    assert [each.kind.name for each in at.game.features] == ["Rubble"]


@pytest.mark.parametrize(("inches", "changes"), [(3.0, True), (3.1, False)])
def test_d_type_8_a_squad_takes_its_other_form_after_at_most_half_a_move(inches: float, changes: bool) -> None:
    """D-TYPE-8: half of 5″ rounds up to 3″ (D-CORE-10); all units change together."""
    army = with_rules(with_rules(CINDER, "anvil", becomes="parasol"), "parasol", becomes="anvil")
    at = Moment(armies=(army, TESSALINE))
    at["anvils-3"].place = "destroyed"
    at.put("anvils-1", 10, 10)
    at.put("anvils-2", 12, 10)
    squad = at.squad("anvils-1")
    ends = [{"id": "south.anvils-1", "at": [10.0, 10.0 + inches]}, {"id": "south.anvils-2", "at": [12.0, 10.0]}]
    at.run(move(at.game, squad), ends, *(["change"] if changes else []))
    assert {at.game.sheet(each).id for each in at.game.units_of(squad)} == {"parasol" if changes else "anvil"}
    assert at.game.sheet_of(squad).id == ("parasol" if changes else "anvil")


def test_d_type_8_a_saved_battle_knows_both_forms() -> None:
    """D-TYPE-8: a unit has one of its two sheets, that of its squad; and the army has the other sheet."""
    army = with_rules(with_rules(CINDER, "anvil", becomes="parasol"), "parasol", becomes="anvil")
    at = Moment(armies=(army, TESSALINE))
    squad = at.squad("anvils-1")
    squad.sheet = "south.parasol"
    for unit in at.game.units_of(squad):
        unit.sheet = "south.parasol"
    SOUND.require(at.game.state, at.game.setup, "game")
    for sheet in ("south.anvil", "south.rifle"):
        at["anvils-1"].sheet = sheet
        with pytest.raises(DocumentError, match="does not fit the army"):
            SOUND.require(at.game.state, at.game.setup, "game")
    plain = with_rules(CINDER, "anvil", becomes="nothing").model_dump(mode="json")
    with pytest.raises(DocumentError, match="nothing"):
        parse_document(json.dumps(plain), ArmyDocument, "army")


@pytest.mark.parametrize("radius", [0.6, 1.1])
def test_d_type_8_the_other_form_must_fit_where_the_squad_stands(radius: float) -> None:
    """D-TYPE-8, D-GEO-16: two tokens that are 2″ apart, and a house that is 1″ away."""
    at = Moment(HOUSE)
    at["anvils-3"].place = "destroyed"
    other = at.game.sheet(at["parasols-1"]).model_copy(update={"radius": radius})
    for x, gap in ((10, 2), (20, 4)):
        at.put("anvils-1", x, 19)
        at.put("anvils-2", x + gap, 19)
        assert fits(at.game, at.squad("anvils-1"), other) == (radius < 1.0)
    at["anvils-1"].lost = other.damage
    assert not fits(at.game, at.squad("anvils-1"), other)
    at["anvils-1"].lost = 0
    flyer = other.model_copy(update={"type": "Aircraft"})
    assert fits(at.game, at.squad("anvils-1"), flyer) == (radius < 1.0)
    at.game.state.objectives["prize"] = Objective("prize", 10, 10, mobile=True, carrier=at.squad("anvils-1").id)
    assert not fits(at.game, at.squad("anvils-1"), flyer), "D-OBJ-14"


def test_d_army_8_a_famous_commander_has_a_mount_and_counts_in_the_battlegroup() -> None:
    """D-ARMY-8, D-ARMY-4, D-WIN-3: 165 points and 190 are more than 350; twice, or on another mount, is wrong."""
    famous = CommanderDocument(name="Sable", value=4, unit="bastion", cost=190, mount="bastion")
    pairs = [(famous,), (famous, famous), (famous.model_copy(update={"mount": "ferret"}),)]
    armies = [CINDER.model_copy(update={"commanders": each}) for each in pairs]
    assert ["D-ARMY-8" in {each.rule for each in breaches(army)} for army in armies] == [False, True, True]
    hq = next(each for each in CINDER.groups if each.kind == "HQ")
    assert [group_points(army, hq) for army in (CINDER, armies[0])] == [165, 355]
    assert "D-ARMY-4" in {each.rule for each in breaches(armies[0])}
    at = Moment(armies=(armies[0], TESSALINE))
    at.put("bastion", 10, 10)
    at.game.destroy(at["bastion"], "D-UNIT-7")
    assert at.game.state.kills["north"] == 90 + 190


@pytest.mark.parametrize(("cost", "fires", "offered"), [(1, True, True), (2, True, False), (1, False, True),
                                                        (2, False, True)])  # fmt: skip
def test_d_act_10_a_squad_takes_an_action_of_its_own_sheet(cost: int, fires: bool, offered: bool) -> None:
    """D-ACT-10, D-ACT-1: it costs what is printed, and is not repeated; what it does is done by hand."""
    army = with_rules(CINDER, "anvil", actions=(ActionDocument(name="Dig in", cost=cost),))
    at = Moment(armies=(army, TESSALINE))
    at["anvils-2"].place = at["anvils-3"].place = "destroyed"
    at.put("anvils-1", 10, 10)
    at.put("glaives-1", 10, 20)
    at.game.state.edges = {"south": "south", "north": "north"}
    first = ["shoot", "end", "end"] if fires else []
    own = ["own:Dig in"] if offered else []
    more = ["end"] if cost + fires < 2 or not offered else []
    asked = at.run(activate(at.game, at.squad("anvils-1")), *first, *own, *more)
    assert at.squad("anvils-1").actions == [*first[:1], *own * cost]
    if more:
        assert not asked[-1].allows("own:Dig in")
    assert ("D-ACT-10" in [each.rule for each in at.game.events]) == offered
