"""Transports: getting in and out, free transfers, flying on, Rapid Insertion, wrecks (D-TRANS, D-AIR, D-SPEC-RAP)."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.decisions import Arrange, Choose
from game.rulesets.dropzone.documents.armies import breaches
from game.rulesets.dropzone.rules.activation import activate, may_act, move
from game.rulesets.dropzone.rules.moving.asking import beside
from game.rulesets.dropzone.rules.moving.boarding import (
    arrive,
    below,
    board,
    disembark,
    embark,
    fly,
    gates_with_room,
    has_place,
    may_get_out,
    reachable,
    ways_in,
    why_not_board,
)
from game.rulesets.dropzone.rules.perishing import perish, ruin, set_down
from game.rulesets.dropzone.rules.scenarios import comes_by_air
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.space import walls
from game.rulesets.dropzone.view.preview import arranged, takes_in
from game.table.facing import degrees_of
from game.table.lattice import position
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment, rectangle, with_rules

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)


def anvils(*spots: tuple[float, float]) -> list[dict[str, object]]:
    """Return an answer that sets the Anvils down."""
    return [{"id": f"south.anvils-{number}", "at": list(at)} for number, at in enumerate(spots, 1)]


def active(at: Moment, *auxiliaries: str, group: str = "south.armour") -> None:
    """Let a battlegroup be active, with some Auxiliary squads."""
    at.game.state.group, at.game.state.order = group, ["south", "north"]
    at.game.state.declared = [at.squad(each).id for each in auxiliaries]


def landed_beside_anvils() -> Moment:
    """Return a moment in which an empty Drover has landed and three Anvils stand beside it."""
    at = Moment()
    at.put("drover-2", 10, 10)
    for number, (x, y) in enumerate(((10.0, 11.9), (12.0, 11.5), (8.0, 11.5)), 1):
        at.put(f"anvils-{number}", x, y)
    active(at, "drover-2")
    return at


def test_x_39_a_drover_unloads_for_free_and_flies_on() -> None:
    """D-TRANS-14, D-TRANS-15, D-TRANS-16, D-TRANS-18, D-BG-8, R-25: 8″, land, three Anvils out, up to 8″ more."""
    at = Moment()
    at.put("drover-2", 10, 10, airborne=True)
    active(at, "drover-2")
    there = [{"id": "south.drover-2", "at": [10.0, 18.0]}]
    out = anvils((10.0, 19.8), (11.6, 19.0), (8.4, 19.0))
    further = [{"id": "south.drover-2", "at": [10.0, 26.0]}]
    asked = at.run(move(at.game, at.squad("drover-2")), there, "land", "out", out, "take-off", further, "fly-on")
    assert [each.rule for each in asked][2:5] == ["D-TRANS-15", "D-TRANS-12", "D-TRANS-16"]
    assert isinstance(asked[5], Arrange)
    assert not asked[5].allows([{"id": "south.drover-2", "at": [10.0, 26.1]}])
    anvil, drover = at.squad("anvils-1"), at["drover-2"]
    assert (anvil.disembarked, anvil.left_air, anvil.acted) == (True, True, False)
    assert (drover.airborne, drover.moved) == (True, 16.0)
    at["anvils-1"].facing = 9000
    at.put("glaives-1", 10, 30)
    assert at.aim("anvils-1", "Coil Cannon", "glaives-1").needed == 4


def two_kites() -> Moment:
    """Return a moment in which the two units of a squad of Kites fly, one with three Glaives aboard."""
    at = Moment(armies=(CINDER, with_rules(TESSALINE, "kite", squad=(1, 2))))
    kite, twin = at.put("kite-2", 10, 10, airborne=True), at.put("kite-1", 14, 10, airborne=True)
    at.empty("kite-1")
    squad = at.squad("kite-2")
    twin.squad, squad.units = squad.id, (kite.id, twin.id)
    active(at, "kite-2", group=at.squad("glaives-1").group)
    return at


def test_d_air_3_each_aircraft_of_a_squad_lands_or_stays_in_the_air() -> None:
    """D-AIR-3, D-TRANS-15, D-TRANS-16: one lands and unloads; then both fly on with what is left of their own moves."""
    at = two_kites()
    squad, loaded, empty = at.squad("kite-2"), at["kite-2"], at["kite-1"]
    there = [{"id": loaded.id, "at": [10.0, 18.0]}, {"id": empty.id, "at": [14.0, 28.0]}]
    spots = enumerate(((10.0, 19.8), (11.6, 19.0), (8.4, 19.0)), 1)
    out = [{"id": f"north.glaives-{number}", "at": [*spot]} for number, spot in spots]
    on = [{"id": loaded.id, "at": [10.0, 28.0]}, {"id": empty.id, "at": [14.0, 28.0]}]
    answers = there, f"land:{loaded.id}", "fly-on", "out", out, "take-off", on, "fly-on"
    asked = at.run(move(at.game, squad), *answers)
    assert [[each.key for each in question.options] for question in asked[1:3] if isinstance(question, Choose)] == [
        ["fly-on", "land", f"land:{loaded.id}", f"land:{empty.id}"], ["fly-on", "land"],
    ]  # fmt: skip
    assert [type(each).__name__ for each in at.game.events].count("LandedAlone") == 1
    assert not asked[6].allows([{**on[0], "at": [10.0, 28.1]}, on[1]])
    assert not asked[6].allows([on[0], {**on[1], "at": [14.1, 28.0]}])
    assert (loaded.airborne, empty.airborne, at["glaives-1"].place) == (True, True, "table")


def test_d_air_3_one_lands_where_another_has_no_room() -> None:
    """D-AIR-3, D-GEO-16: two that overlap in the air do not fit on the same ground."""
    at = two_kites()
    one, two = at["kite-2"], at["kite-1"]
    two.x, two.y = 11.0, 10.0
    [first] = at.run(arrive(at.game, at.squad("kite-2"), {}), "fly-on")
    assert isinstance(first, Choose)
    assert [each.key for each in first.options] == ["fly-on", f"land:{one.id}", f"land:{two.id}"]
    asked = at.run(arrive(at.game, at.squad("kite-2"), {}), f"land:{two.id}")
    assert len(asked) == 1
    assert (one.airborne, two.airborne) == (True, False)


def test_d_trans_14_nothing_is_unloaded_after_more_than_half_the_move() -> None:
    at = Moment()
    at.put("drover-2", 10, 10, airborne=True)
    active(at, "drover-2")
    asked = at.run(move(at.game, at.squad("drover-2")), [{"id": "south.drover-2", "at": [10.0, 18.5]}], "land")
    assert len(asked) == 2
    assert not may_act(at.game, at.squad("anvils-1"))


def test_d_trans_15_an_aircraft_loads_squads_in_reach_for_free() -> None:
    """D-TRANS-15, D-TRANS-17: all three board, and may not shoot this round."""
    at = landed_beside_anvils()
    at["drover-2"].airborne = True
    asked = at.run(arrive(at.game, at.squad("drover-2"), {}), "fly-on")
    assert len(asked) == 1
    at["drover-2"].x, at["drover-2"].y = 10.0, 10.0
    at.run(arrive(at.game, at.squad("drover-2"), {}), "land", "south.drover-2", "down")
    assert {at[f"anvils-{number}"].carrier for number in (1, 2, 3)} == {"south.drover-2"}
    assert at.squad("anvils-1").embarked


def test_d_trans_17_a_squad_that_has_shot_does_not_embark() -> None:
    at = landed_beside_anvils()
    squad, drover = at.squad("anvils-1"), at["drover-2"]
    assert reachable(at.game, squad) == [drover]
    assert drover.id in takes_in(at.game, squad.id)
    at["anvils-2"].fired = ["Coil Cannon"]
    assert reachable(at.game, squad) == []
    assert drover.id not in takes_in(at.game, squad.id)


def shown_on_moving(at: Moment, *spots: tuple[float, float]) -> str:
    """Return the first line shown while the Anvils are dragged to spots."""
    decision = next(move(at.game, at.squad("anvils-1")))
    assert isinstance(decision, Arrange)
    preview = arranged(at.game, decision, {f"south.anvils-{n}": position(*spot) for n, spot in enumerate(spots, 1)})
    assert preview is not None
    return preview.lines[0].text


def test_d_trans_17_a_move_beside_a_transport_says_whether_the_squad_may_board_it() -> None:
    """D-TRANS-8, D-TRANS-14."""
    at = landed_beside_anvils()
    at.game.state.squad = at.squad("anvils-1").id
    drover, beside_it = at["drover-2"], ((10.0, 11.8), (12.0, 11.4), (8.0, 11.4))
    assert shown_on_moving(at, *beside_it) == f"can board {drover.name}"
    at["anvils-2"].fired = ["Coil Cannon"]
    assert shown_on_moving(at, *beside_it) == f"cannot board {drover.name}: it has fired this round"
    assert "board" not in shown_on_moving(at, (10.0, 16.0), (12.0, 16.0), (8.0, 16.0))
    at["anvils-2"].fired, drover.airborne = [], True
    assert shown_on_moving(at, *beside_it) == f"cannot board {drover.name}: {drover.name} has not landed"


def test_d_trans_2_every_reason_not_to_board_is_named() -> None:
    """D-TRANS-7, D-TRANS-8, D-COH-3."""
    at = landed_beside_anvils()
    squad, drover = at.squad("anvils-1"), at["drover-2"]
    assert why_not_board(at.game, squad, drover) is None
    at["anvils-3"].x = 3.0
    refusal = why_not_board(at.game, squad, drover)
    assert refusal is not None
    assert "coherency" in refusal.text
    drover.x = 40.0
    refusal = why_not_board(at.game, squad, drover)
    assert refusal is not None
    assert refusal.text.startswith("no unit is within")
    at.game.state.declared = []
    refusal = why_not_board(at.game, squad, drover)
    assert refusal is not None
    assert refusal.rule == "D-TRANS-7"


def test_a_squad_aboard_reads_that_its_move_gets_it_out() -> None:
    at = Moment()
    at.put("mule-a", 10, 10)
    at.game.state.group = at.squad("rifles-1").group
    at.squad("mule-a").group = at.game.state.group
    [asked] = at.run(activate(at.game, at.squad("rifles-1")), "end")
    assert isinstance(asked, Choose)
    assert asked.options[0].label == "Get out and move"


def test_d_trans_8_a_squad_that_got_out_this_round_may_board_another_transport() -> None:
    """D-TRANS-8, D-TRANS-12: not the one that it leaves in the same move, which would undo it."""
    at = Moment()
    at.put("mule-a", 10, 10)
    at.empty("mule-b")
    at.put("mule-b", 10, 16)
    at.game.state.group = at.squad("rifles-1").group
    for squad in ("mule-a", "mule-b"):
        at.squad(squad).group = at.game.state.group
    spots = ((10.0, 11.9), (11.0, 11.5), (9.0, 11.5))
    out = [{"id": f"south.rifles-{number}", "at": [*spot]} for number, spot in enumerate(spots, 1)]
    on = [{"id": f"south.rifles-{number}", "at": [x, y + 2.3]} for number, (x, y) in enumerate(spots, 1)]
    asked = at.run(move(at.game, at.squad("rifles-1")), out, on, "south.mule-b")
    assert not asked[-1].allows("south.mule-a")
    assert at["rifles-3"].carrier == "south.mule-b"


def test_x_41_a_transport_deals_only_with_the_battlegroup_that_it_acts_with() -> None:
    """D-TRANS-7, D-TRANS-4."""
    at = landed_beside_anvils()
    at.game.state.declared = []
    assert reachable(at.game, at.squad("anvils-1")) == []
    active(at, "drover-2", group="south.frontline")
    assert reachable(at.game, at.squad("anvils-1")) == []
    active(at, "drover-2", group="south.armour")
    assert reachable(at.game, at.squad("anvils-1")) == [at["drover-2"]]


def test_d_trans_8_the_whole_squad_boards_as_soon_as_one_of_it_is_near() -> None:
    """D-TRANS-8, D-COH-3: two of them are 2.5″ away; out of coherency nobody boards."""
    at = landed_beside_anvils()
    at.run(embark(at.game, at.squad("anvils-1")), "south.drover-2")
    assert at["anvils-2"].place == "aboard"
    at = landed_beside_anvils()
    at["anvils-3"].x = 3.0
    assert reachable(at.game, at.squad("anvils-1")) == []


def test_d_trans_3_several_transports_only_if_none_holds_the_squad() -> None:
    """D-TRANS-3, D-TRANS-9, D-TRANS-10: two Drovers with room for two and one; alone the first leaves one behind."""
    at = landed_beside_anvils()
    at.empty("drover-3")
    at.put("drover-3", 10, 13.8)
    for name, carrier in (("mule-a", "south.drover-2"), ("mule-b", "south.drover-3")):
        at[name].carrier = carrier
    active(at, "drover-2", "drover-3")
    squad = at.squad("anvils-1")
    there = reachable(at.game, squad)
    assert [option.key for option in ways_in(at.game, squad, there)] == [
        "south.drover-2|behind",
        "south.drover-3|behind",
        "spread|behind",
    ]
    at["mule-b"].carrier, at["mule-b"].place = "", "off"
    assert [option.key for option in ways_in(at.game, squad, there)] == ["south.drover-3"]
    at.put("parasols-1", 40, 40).carrier = "south.drover-3"
    at["parasols-1"].place = "aboard"
    at["mule-a"].place, at["mule-a"].carrier = "off", ""
    at["parasols-2"].place, at["parasols-2"].carrier = "aboard", "south.drover-2"
    [way] = ways_in(at.game, squad, there)
    assert way.key == "spread"
    at.run(board(at.game, squad, there, "spread"))
    assert [at[f"anvils-{number}"].carrier for number in (1, 2, 3)] == ["south.drover-2"] * 2 + ["south.drover-3"]


def test_d_trans_9_units_without_room_are_destroyed() -> None:
    """R-43."""
    at = landed_beside_anvils()
    at["mule-a"].carrier = "south.drover-2"
    squad = at.squad("anvils-1")
    at.run(board(at.game, squad, reachable(at.game, squad), "south.drover-2|behind"))
    assert [at[f"anvils-{number}"].place for number in (1, 2, 3)] == ["aboard", "destroyed", "destroyed"]
    assert at.game.state.kills["north"] == 70


def test_d_trans_9_the_owner_chooses_who_is_left_behind() -> None:
    """D-TRANS-9: of three tanks, one damaged, two are left; once the rest are alike, nobody is asked."""
    at = landed_beside_anvils()
    at["mule-a"].carrier = "south.drover-2"
    at["anvils-2"].lost = 1
    squad = at.squad("anvils-1")
    asked = at.run(board(at.game, squad, reachable(at.game, squad), "south.drover-2|behind"), "south.anvils-2")
    assert [(each.player, each.rule) for each in asked] == [("south", "D-TRANS-9")]
    assert [at[f"anvils-{number}"].place for number in (1, 2, 3)] == ["aboard", "destroyed", "destroyed"]
    at = landed_beside_anvils()
    at["mule-a"].carrier = "south.drover-2"
    at["anvils-2"].lost = 1
    squad = at.squad("anvils-1")
    answers = "south.anvils-1", "south.anvils-3"
    at.run(board(at.game, squad, reachable(at.game, squad), "south.drover-2|behind"), *answers)
    assert [at[f"anvils-{number}"].place for number in (1, 2, 3)] == ["destroyed", "aboard", "destroyed"]


def test_d_trans_9_several_transports_may_leave_units_behind_together() -> None:
    """D-TRANS-3, D-TRANS-9: room for one tank in each of two Drovers."""
    at = landed_beside_anvils()
    at.empty("drover-3")
    at.put("drover-3", 10, 13.8)
    for mule, drover in (("mule-a", "drover-2"), ("mule-b", "drover-3")):
        at[mule].carrier = f"south.{drover}"
    active(at, "drover-2", "drover-3")
    squad = at.squad("anvils-1")
    at["anvils-3"].lost = 1
    asked = at.run(board(at.game, squad, reachable(at.game, squad), "spread|behind"), "south.anvils-3")
    assert [each.rule for each in asked] == ["D-TRANS-9"]
    carriers = [at[f"anvils-{number}"].carrier for number in (1, 2, 3)]
    assert carriers == ["south.drover-2", "south.drover-3", ""]
    assert not at["anvils-3"].alive


def test_d_trans_20_a_loaded_transport_that_is_left_behind_is_a_wreck() -> None:
    """D-TRANS-9, D-TRANS-20, D-TRANS-21: its cargo tests and gets out."""
    at = Moment(armies=(with_rules(CINDER, "mule", squad=(1, 3)), TESSALINE), dice=(5,))
    at.put("mule-a", 10, 10)
    mule, twin = at["mule-a"], at.put("mule-b", 12, 10)
    at.empty("mule-b")
    squad = at.squad("mule-a")
    twin.squad, squad.units = squad.id, (mule.id, twin.id)
    at.put("drover-2", 10, 12).carrier = ""
    at["anvils-3"].place = at["anvils-2"].place = at["anvils-1"].place = "off"
    at["anvils-1"].carrier = at["anvils-2"].carrier = at["anvils-3"].carrier = ""
    at["parasols-1"].place, at["parasols-1"].carrier = "aboard", "south.drover-2"
    active(at, "drover-2", group=at.squad("rifles-1").group)
    spots = [{"id": f"south.rifles-{number}", "at": [8.0 + number, 8.4]} for number in (1, 2, 3)]
    flow = board(at.game, squad, [at["drover-2"]], "south.drover-2|behind")
    asked = at.run(flow, mule.id, spots)
    assert [each.rule for each in asked] == ["D-TRANS-9", "D-TRANS-21"]
    assert (mule.alive, twin.carrier, at["rifles-1"].place) == (False, "south.drover-2", "table")


def test_d_trans_12_each_gets_out_beside_its_own_transport() -> None:
    """D-TRANS-3, D-TRANS-12."""
    at = Moment()
    at.put("drover-1", 10, 10)
    at.put("drover-2", 14, 10)
    at["anvils-1"].carrier = "south.drover-1"
    at["mule-a"].place, at["mule-a"].carrier = "off", ""
    where = anvils((10.0, 11.8), (12.5, 11.2), (14.0, 11.8))
    [asked] = at.run(disembark(at.game, at.squad("anvils-1")), where)
    assert not asked.allows(anvils((14.0, 8.2), (12.5, 11.2), (14.0, 11.8)))
    assert at["anvils-3"].on_table


@pytest.mark.parametrize(("moved", "opens"), [(16.0, True), (16.5, False)])
def test_x_40_dancers_leave_a_hovering_wisp(moved: float, opens: bool) -> None:
    """D-SPEC-RAP, R-36."""
    at = Moment()
    wisp = at.put("wisp-1", 10, 10, airborne=True)
    wisp.moved = moved
    assert may_get_out(at.game, at.squad("dancers-1-1")) == opens
    at["dancers-1-1"].place = at["dancers-1-2"].place = "off"
    at["rifles-1"].place, at["rifles-1"].carrier = "aboard", "north.wisp-1"
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    assert not may_get_out(at.game, at.squad("rifles-1"))


def test_d_spec_rap_dancers_drop_into_a_garrison_and_fight_with_all_their_strength() -> None:
    """D-SPEC-RAP, D-CQ-4, D-TRANS-13: they have not `entered` it; from a Wisp on the ground they would have."""
    at = Moment(HOUSE)
    wisp = at.put("wisp-1", 22, 22, airborne=True)
    squad = at.squad("dancers-1-1")
    assert not has_place(at.game, squad)
    asked = at.run(move(at.game, squad), "house", "centre", "centre")
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["house"]
    assert at["dancers-1-1"].slot == "house:centre"
    assert (squad.entered, squad.left_air, squad.disembarked) == (False, True, True)
    wisp.airborne = False
    assert at["dancers-2-1"].place == "aboard"
    at.put("wisp-2", 22, 18)
    assert below(at.game, at.squad("dancers-2-1")) == []
    spots = [{"id": "north.dancers-2-1", "at": [22.0, 19.4]}, {"id": "north.dancers-2-2", "at": [23.6, 18.5]}]
    at.run(disembark(at.game, at.squad("dancers-2-1")), spots, "house", "centre", "centre")
    assert at.squad("dancers-2-1").entered


def test_d_air_7_a_crash_hits_scenery_and_the_cargo_of_transports_near_it_tests_in_turn() -> None:
    """D-AIR-7, D-TRANS-20, D-TRANS-22: the Mule dies, and the house loses a point."""
    at = Moment(HOUSE, dice=(3, 5, 5, 1, 2, 3, 1, 1))
    kite = at.empty("kite-1")
    at.put("kite-1", 18.5, 22, airborne=True, lost=3)
    at.put("mule-a", 18.5, 20.5)
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    at["rifles-1"].lost = 2
    at.run(perish(at.game, [kite], "D-SHOOT-21"), [{"id": "south.rifles-1", "at": [18.5, 18.6]}])
    assert at["mule-a"].place == "destroyed"
    assert at["rifles-1"].place == "table"
    assert at.game.state.scars == {"house": 1}


@pytest.mark.parametrize(("place", "damage"), [("south", 1), ("north", 0), ("centre", 0)])
def test_d_air_7_a_crash_hits_the_occupants_of_a_garrison_at_the_side_that_it_reaches(place: str, damage: int) -> None:
    """D-AIR-7, D-GEO-14: 1.5″ from the south side; of two hits a 1 does nothing, a 6 one Damage to the Resilient."""
    at = Moment(HOUSE, dice=(4, 1, 6, 1, 1)[: 5 if damage else 3])
    house = at.game.features[0]
    numbers = {degrees_of(wall.outward): str(wall.number) for wall in walls(house)}
    slot = {"south": numbers[270.0], "north": numbers[90.0]}.get(place, place)
    settle(at.game, at["breachers-1"], house, slot)
    kite = at.empty("kite-1")
    at.put("kite-1", 22, 18.5, airborne=True, lost=3)
    at.run(perish(at.game, [kite], "D-SHOOT-21"))
    assert at["breachers-1"].lost == damage


def test_d_scen_13_a_falling_house_hits_the_occupants_of_its_neighbour() -> None:
    """D-SCEN-13, D-GEO-14: the west side of the neighbour is 1″ away, its centre 3.5″."""
    at = Moment(HOUSE, rectangle("barn", "medium-building", 26, 20, 31, 25), dice=(2, 5))
    house, barn = at.game.features
    west = next(str(wall.number) for wall in walls(barn) if degrees_of(wall.outward) == 180.0)
    settle(at.game, at["breachers-1"], barn, west)
    settle(at.game, at["breachers-2"], barn, "centre")
    at.run(ruin(at.game, house))
    assert [at[f"breachers-{number}"].lost for number in (1, 2)] == [1, 0]


def test_r_42_survivors_of_a_collapse_get_out_as_near_as_there_is_room() -> None:
    """R-42, D-SCEN-16: all around the shack is lava, 3″ wide; nobody dies for lack of room."""
    shack = rectangle("shack", "tiny-shack", 22, 22, 26, 26)
    lava = [rectangle("west", "lava", 17, 17, 22, 31), rectangle("east", "lava", 26, 17, 31, 31),
            rectangle("north", "lava", 22, 26, 26, 31), rectangle("south", "lava", 22, 17, 26, 22)]  # fmt: skip
    at = Moment(shack, *lava, rectangle("pool", "lava", 22, 22, 26, 26), dice=(1, 1, 1, 1))
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    settle(at.game, at["rifles-1"], at.game.features[0], "centre")
    [asked] = at.run(ruin(at.game, at.game.features[0]), [{"id": "south.rifles-1", "at": [31.6, 24.0]}])
    assert at["rifles-1"].place == "table"
    assert isinstance(asked, Arrange)
    assert not asked.allows([{"id": "south.rifles-1", "at": [34.0, 24.0]}])


@pytest.mark.parametrize("seed", range(1, 7))
def test_d_trans_12_where_there_is_room_somebody_who_gets_out_at_random_finds_it(seed: int) -> None:
    """D-TRANS-12: three tanks beside a Drover between the edge of the table and a house."""
    at = Moment(rectangle("hall", "small-building", 26.6, 3.2, 31.2, 8.4))
    drover, units = at.put("drover-2", 28.6247, 1.6521), [at[f"anvils-{number}"] for number in (1, 2, 3)]
    room = beside(at.game, units, dict.fromkeys((each.id for each in units), drover), "D-TRANS-12")
    assert room.find() is not None
    assert room.sample(Random(seed)) is not None


@pytest.mark.parametrize(("acting", "sound"), [("south.breachers", True), ("", False)])
def test_d_scen_16_survivors_are_in_the_fallen_piece_until_they_get_out(acting: str, *, sound: bool) -> None:
    """D-SCEN-16: nothing is wrong while they are asked for; nobody begins a battle there."""
    at = Moment(HOUSE, dice=(1, 1, 1, 1, 1))
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    settle(at.game, at["rifles-1"], at.game.features[0], "centre")
    at.game.state.squad = acting
    assert isinstance(next(ruin(at.game, at.game.features[0])), Arrange)
    fallen = [each for each in SOUND.violations(at.game.state, at.game.setup) if "Garrison" in each]
    assert (fallen == []) is sound


def test_d_scen_13_the_cargo_of_a_transport_beside_a_falling_house_gets_out() -> None:
    """D-SCEN-13, D-TRANS-20, D-TRANS-21."""
    at = Moment(HOUSE, dice=(3, 4, 5, 5))
    at.put("mule-a", 19, 22)
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    at.run(ruin(at.game, at.game.features[0]), [{"id": "south.rifles-1", "at": [17.5, 22.0]}])
    assert (at["mule-a"].place, at["rifles-1"].place) == ("destroyed", "table")


GATES = with_rules(CINDER, "drover", "Access")


def gates() -> Moment:
    """Return a moment with two gates on the ground, the Anvils in Holding, and the third gate off the table."""
    at = Moment(armies=(GATES, TESSALINE))
    at.put("drover-1", 10, 10)
    at.put("drover-2", 30, 10)
    active(at, "drover-1", "drover-2")
    return at


def test_d_spec_acc_a_squad_leaves_holding_by_any_gate() -> None:
    at = gates()
    assert may_get_out(at.game, at.squad("anvils-1"))
    where = anvils((10.0, 11.8), (11.6, 11.0), (8.4, 11.0))
    asked = at.run(disembark(at.game, at.squad("anvils-1")), "south.drover-1", where)
    assert isinstance(asked[0], Choose)
    assert [option.key for option in asked[0].options] == ["south.drover-1", "south.drover-2"]
    assert at["drover-1"].released == 6


def test_d_spec_acc_a_gate_lets_in_and_out_at_most_its_capacity_in_a_round() -> None:
    at = gates()
    at["drover-1"].released, at["drover-2"].released = 1, 0
    assert gates_with_room(at.game, at.squad("anvils-1")) == [at["drover-2"]]
    at["drover-2"].released = 1
    assert not may_get_out(at.game, at.squad("anvils-1"))
    for number, (x, y) in enumerate(((30.0, 11.9), (32.0, 11.5), (28.0, 11.5)), 1):
        at.put(f"anvils-{number}", x, y)
    squad = at.squad("anvils-1")
    there = reachable(at.game, squad)
    at.run(board(at.game, squad, there, there[0].id))
    assert at["drover-2"].received == 6
    for number in (1, 2):
        at.put(f"parasols-{number}", 28.0 + number, 11.9)
    assert reachable(at.game, at.squad("parasols-1")) == []


def test_d_spec_acc_losing_a_gate_does_no_harm_losing_the_last_one_does() -> None:
    at = gates()
    at["drover-2"].lost = 4
    at.run(perish(at.game, [at["drover-2"]], "D-SHOOT-21"))
    assert (at["anvils-1"].place, at["anvils-1"].carrier) == ("aboard", "south.drover-1")
    at["drover-3"].place, at["drover-1"].lost = "destroyed", 4
    at.run(perish(at.game, [at["drover-1"]], "D-SHOOT-21"))
    assert {at[name].place for name in ("anvils-1", "mule-a", "rifles-1")} == {"destroyed"}


def test_d_spec_acc_holding_ignores_aerial_advantage_and_fills_all_gates_to_half() -> None:
    """D-SPEC-ACC, D-DEP-8: with nothing but the Anvils in three gates, six of eighteen places are filled."""
    ground = with_rules(CINDER, "drover", "Access", type="Tank")
    at = Moment(armies=(ground, TESSALINE))
    assert comes_by_air(at.game, at.game.state.groups["south.armour"])
    assert not breaches(ground)
    emptied = [each.model_copy(update={"aboard": ()}) for each in ground.auxiliaries]
    assert {each.rule for each in breaches(ground.model_copy(update={"auxiliaries": tuple(emptied)}))} == set()
    groups = [each if each.id != "armour" else each.model_copy(update={"squads": tuple(
        squad.model_copy(update={"aboard": ()}) if squad.id == "parasols" else squad for squad in each.squads)})
        for each in ground.groups]  # fmt: skip
    less = ground.model_copy(update={"auxiliaries": tuple(emptied), "groups": tuple(groups)})
    assert {each.rule for each in breaches(less)} == {"D-SPEC-ACC"}


def test_d_trans_7_a_transport_loads_only_those_of_the_battlegroup_that_it_acts_with() -> None:
    """D-TRANS-7, D-TRANS-15: an empty Kite that acts with Frontline leaves the Glaives of Armour where they are."""
    at = Moment()
    at.empty("kite-1")
    at.put("kite-1", 20, 20)
    for number in (1, 2, 3):
        at.put(f"glaives-{number}", 18 + number, 21.9)
    for number in (1, 2):
        at.put(f"gales-{number}", 18 + 1.3 * number, 18.2)
    at.game.state.group, at.game.state.declared = at.squad("gales-1").group, [at.squad("kite-1").id]
    assert reachable(at.game, at.squad("glaives-1")) == []
    assert reachable(at.game, at.squad("gales-1")) == [at["kite-1"]]


def test_d_trans_15_each_transport_of_a_squad_that_landed_in_time_transfers_its_cargo() -> None:
    """D-TRANS-14, D-TRANS-15: one flew 8″, the other 9″."""
    armies = (with_rules(CINDER, "drover", squad=(1, 2)), TESSALINE)
    at = Moment(armies=armies)
    near, far = at.put("drover-2", 10, 20, airborne=True), at.put("drover-3", 20, 20, airborne=True)
    squad = at.squad("drover-2")
    squad.units, far.squad = (near.id, far.id), squad.id
    near.moved, far.moved = 8.0, 9.0
    at.game.state.group, at.game.state.declared = at.squad("anvils-1").group, [squad.id]
    asked = at.run(arrive(at.game, squad, {}), "land", "stay")
    assert [each.rule for each in asked] == ["D-AIR-3", "D-TRANS-15"]
    assert asked[1].allows("out")
    assert "anvils" in asked[1].options[1].subject[0]  # type: ignore[attr-defined]


def test_d_trans_19_one_more_transport_on_the_ground_lifts_the_ban() -> None:
    """D-TRANS-19: out of a Drover, out of a Mule that left it, and out of a Mule that left such a Mule."""
    at = Moment()
    first, second, rifles = at.squad("mule-a"), at.squad("mule-b"), at.squad("rifles-1")
    at.put("drover-1", 10, 10)
    at.put("mule-a", 20, 20)
    at.put("mule-b", 20, 26)
    at["mule-b"].place, at["mule-b"].carrier = "aboard", "south.mule-a"
    first.alighted = first.left_air = True
    at.run(disembark(at.game, second), [{"id": "south.mule-b", "at": [20.0, 21.5]}])
    assert (second.left_air, second.alighted) == (True, False)
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    at["rifles-1"].carrier = "south.mule-b"
    at.run(disembark(at.game, rifles), [{"id": "south.rifles-1", "at": [20.0, 23.0]}])
    assert (rifles.left_air, rifles.disembarked) == (False, True)


def test_d_trans_21_survivors_find_room_one_by_one() -> None:
    """D-TRANS-21: between walls there is room for one of two, the other is destroyed."""
    sides = ((6, 6, 9.3, 13), (10.7, 6, 14, 13), (9.3, 6, 10.7, 8.2))
    walls = [rectangle(f"wall-{number}", "hill", *each) for number, each in enumerate(sides)]
    at = Moment(*walls)
    mule = at.put("mule-a", 10, 9, lost=2)
    at["rifles-3"].place = "destroyed"
    at.run(set_down(at.game, [at["rifles-1"], at["rifles-2"]], mule), [{"id": "south.rifles-1", "at": [10.0, 10.6]}])
    assert (at["rifles-1"].place, at["rifles-2"].place) == ("table", "destroyed")


def test_d_scen_13_a_falling_house_hits_what_hovers_over_it_or_beside_it() -> None:
    """D-SCEN-13, D-GEO-5: every unit within 1″, level; a wreck in the air crashes and hits no other Aircraft."""
    at = Moment(HOUSE, dice=(1, 6, 3))
    for name in ("wisp-1", "kite-1"):
        at.empty(name)
    at.put("wisp-1", 22, 22, airborne=True)
    at.put("kite-1", 26.1, 22, airborne=True)
    at.run(ruin(at.game, at.game.features[0]))
    assert (at["wisp-1"].place, at["kite-1"].lost) == ("destroyed", 0)


@pytest.mark.parametrize(("x", "legal"), [(19.0, True), (19.1, False)])
def test_d_air_2_the_token_of_an_aircraft_keeps_off_pieces_above_eight_inches(x: float, legal: bool) -> None:
    """D-AIR-2, D-MOVE-3: a Drover has a radius of 1″; lower pieces it flies over."""
    at = Moment(rectangle("tower", "large-building", 20, 20, 25, 25))
    at.put("drover-1", 18, 15, airborne=True)
    [asked] = at.run(fly(at.game, at.squad("drover-1")), "stay")
    assert asked.allows([{"id": "south.drover-1", "at": [x, 22.0]}]) == legal
