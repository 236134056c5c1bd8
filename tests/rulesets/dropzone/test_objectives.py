"""Objectives: scans and searches, passing on, what becomes of those whose carriers die (D-OBJ)."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose
from game.engine.history.changes import effects_of
from game.rulesets.dropzone.rules.activation import activate, search, why_not_scan
from game.rulesets.dropzone.rules.close_quarters.choosing import fire_or_fight
from game.rulesets.dropzone.rules.objectives import claim_all, follow, garrison_of
from game.rulesets.dropzone.rules.play import round_up
from game.rulesets.dropzone.rules.scenarios import of
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.state import Objective
from game.rulesets.dropzone.view.table import view
from game.table.documents import Area
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle

HOUSE = rectangle("house", "medium-building", 20, 20, 25, 25)
MARK = {"middle": (22.0, 22.0)}


def carried(at: Moment, name: str) -> Objective:
    """Return the objective, carried by the squad of a unit."""
    objective = at.game.state.objectives["middle"]
    objective.mobile, objective.carrier, objective.claimed_by = True, at.squad(name).id, at[name].owner
    return objective


@pytest.mark.parametrize(
    ("unit", "rule"), [("mule-a", ""), ("drover-1", "D-ACT-8"), ("anvils-1", "D-ACT-8"), ("rifles-1", "D-ACT-8")]
)
def test_d_obj_6_only_a_ground_transport_scans(unit: str, rule: str) -> None:
    at = Moment()
    at.put(unit, 10, 10)
    refusal = why_not_scan(at.game, at.squad(unit))
    assert (refusal.rule if refusal is not None else "") == rule


def test_d_obj_6_a_scan_takes_both_actions_and_a_move_ends_it() -> None:
    """D-OBJ-6, D-ACT-8."""
    at = Moment()
    mule = at.empty("mule-a")
    at.put("mule-a", 10, 10)
    at.run(activate(at.game, at.squad("mule-a")), "scan")
    assert mule.scanned
    assert [each.rule for each in at.game.events] == ["D-OBJ-6"]
    assert len(at.squad("mule-a").actions) == 2
    refusal = why_not_scan(at.game, at.squad("mule-a"))
    assert refusal is not None
    at.run(activate(at.game, at.squad("mule-a")), "move", [{"id": "south.mule-a", "at": [10.0, 12.0]}], "end")
    assert not mule.scanned


@pytest.mark.parametrize(("spent", "found"), [("1", True), ("0", False)])
def test_d_obj_6_tokens_near_the_garrison_help_a_search(spent: str, found: bool) -> None:
    """D-OBJ-5, D-OBJ-6: round 1, a 5; another Mule is too far away."""
    at = Moment(HOUSE, objectives=MARK, dice=(5,))
    objective = at.game.state.objectives["middle"]
    objective.hidden = True
    settle(at.game, at["rifles-1"], at.game.features[0], "centre")
    for name in ("rifles-2", "rifles-3"):
        at[name].place = "destroyed"
    near, far = at.put("mule-a", 18.1, 22), at.put("mule-b", 17.8, 24)
    at.put("drover-1", 22, 26)
    near.scanned = far.scanned = True
    [asked] = at.run(search(at.game, at.squad("rifles-1")), spent)
    assert isinstance(asked, Choose)
    assert [option.key for option in asked.options] == ["1", "0"]
    assert objective.hidden != found
    assert near.scanned == (spent == "0")


def test_d_obj_9_an_objective_is_taken_in_either_squads_activation() -> None:
    """D-OBJ-9: the Anvils take it from the Ferrets."""
    at = Moment(objectives={"middle": (10.0, 10.0)})
    for name in ("anvils-2", "anvils-3", "ferrets-2", "ferrets-3", "ferrets-4", "ferrets-5"):
        at[name].place = "destroyed"
    at.put("ferrets-1", 10, 10)
    at.put("anvils-1", 12, 10)
    at.game.state.edges = {"south": "south", "north": "north"}
    objective = carried(at, "ferrets-1")
    at.run(activate(at.game, at.squad("anvils-1")), "take:south.ferrets", "end")
    assert objective.carrier == "south.anvils"


def test_d_obj_8_an_objective_rides_in_an_aircraft_and_is_lost_with_it() -> None:
    """D-OBJ-8, D-OBJ-13."""
    at = Moment(objectives=MARK)
    at.put("drover-1", 30, 31, airborne=True)
    objective = carried(at, "rifles-1")
    follow(at.game)
    assert (objective.x, objective.y, objective.flies) == (30.0, 31.0, True)
    for number in (1, 2, 3):
        at.game.destroy(at[f"rifles-{number}"], "D-AIR-7")
    follow(at.game)
    assert objective.removed
    assert of(at.game).points(at.game) == {"south": 0, "north": 0}


def test_d_obj_13_the_objective_of_a_squad_in_a_transport_on_the_ground_drops_there() -> None:
    at = Moment(objectives=MARK)
    mule = at.put("mule-a", 30, 31)
    objective = carried(at, "rifles-1")
    follow(at.game)
    for number in (1, 2, 3):
        at.game.destroy(at[f"rifles-{number}"], "D-TRANS-20")
    follow(at.game)
    assert (objective.carrier, objective.removed, objective.x, objective.y) == ("", False, 30.0, 31.0)
    assert mule.on_table


def test_d_obj_13_the_killer_in_close_quarters_claims_what_a_squad_carried() -> None:
    """D-OBJ-13: also if a third party is in the Garrison."""
    at = Moment(HOUSE, objectives=MARK, dice=(6,) * 12)
    [house] = at.game.features
    for name in ("dancers-1-1", "dancers-1-2", "rifles-1"):
        settle(at.game, at[name], house, "centre")
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    settle(at.game, at["breachers-1"], house, "centre")
    at["breachers-2"].place = "destroyed"
    objective = carried(at, "rifles-1")
    follow(at.game)
    at.run(fire_or_fight(at.game, at.squad("dancers-1-1")), "south.rifles", "separate", "separate")
    assert (objective.carrier, objective.claimed_by) == ("north.dancers-1", "north")
    claim_all(at.game)
    assert objective.carrier == "north.dancers-1"


def test_d_obj_10_an_objective_is_dropped_anywhere_within_two_inches() -> None:
    """D-OBJ-1, D-OBJ-10: of the centre of a unit, on the table, outside the walls of Garrisons."""
    at = Moment(HOUSE, objectives={"middle": (10.0, 10.0)})
    at.game.state.edges = {"south": "south", "north": "north"}
    for number, (x, y) in enumerate(((18.5, 22), (17, 22), (15.5, 22)), 1):
        at.put(f"rifles-{number}", x, y)
    objective = carried(at, "rifles-1")
    asked = at.run(activate(at.game, at.squad("rifles-1")), "drop", [14.0, 22.0], "end")
    place = next(each for each in asked if each.rule == "D-OBJ-10")
    assert [place.allows([x, 22.0]) for x in (13.4, 13.5, 19.4, 19.5)] == [False, True, True, False]
    assert (objective.x, objective.y, objective.carrier) == (14.0, 22.0, "")


def test_d_obj_10_an_objective_dropped_in_a_garrison_stays_in_there() -> None:
    at = Moment(HOUSE, objectives=MARK)
    at.game.state.edges = {"south": "south", "north": "north"}
    for number in (1, 2, 3):
        settle(at.game, at[f"rifles-{number}"], at.game.features[0], "centre")
    objective = carried(at, "rifles-1")
    at.run(activate(at.game, at.squad("rifles-1")), "drop", "end")
    assert (objective.x, objective.y, objective.carrier) == (22.0, 22.0, "")


@pytest.mark.parametrize(("y", "gone"), [(1.0, True), (1.1, False)])
def test_d_sco_1_extraction_counts_from_the_centre(y: float, gone: bool) -> None:
    """D-CORE-8, D-SCO-1."""
    at = Moment(objectives={"middle": (24.0, 24.0)})
    at.game.state.edges = {"south": "south", "north": "north"}
    at.put("rifles-1", 10, y)
    objective = carried(at, "rifles-1")
    of(at.game).after(at.game, at.squad("rifles-1"))
    assert objective.removed == gone


def test_d_obj_13_collateral_damage_in_round_up_drops_the_objective_of_those_it_kills() -> None:
    """D-OBJ-13, R-31, D-COLL-3: the dead hold nothing at the end."""
    at = Moment(HOUSE, objectives=MARK, dice=(2, 6), rounds=1)
    at["rifles-2"].place = at["rifles-3"].place = "destroyed"
    settle(at.game, at["rifles-1"], at.game.features[0], "centre")
    at["rifles-1"].lost = 3
    at.game.state.tokens = {"house": 1}
    objective = carried(at, "rifles-1")
    at.run(round_up(at.game))
    assert not at["rifles-1"].alive
    assert (objective.carrier, objective.claimed_by) == ("", "")
    assert of(at.game).points(at.game) == {"south": 0, "north": 0}


def test_d_obj_2_an_objective_carried_to_a_wall_is_in_the_garrison() -> None:
    """D-OBJ-2, D-OBJ-13: whoever holds a slanting side, which no spot of the lattice hits exactly."""
    slanting = HOUSE.model_copy(update={"area": (Area(outline=((20, 20), (27.13, 21.57), (23.31, 27.77))),)})
    at = Moment(slanting, objectives={"middle": (10.0, 10.0)})
    [house] = at.game.features
    objective = carried(at, "rifles-1")
    for place in ("0", "1", "2", "centre"):
        objective.x, objective.y = 10.0, 10.0
        for number in (1, 2, 3):
            settle(at.game, at[f"rifles-{number}"], house, place)
        follow(at.game)
        assert garrison_of(at.game, objective) == house
        assert house.gap(objective.x, objective.y) <= 0.0


@pytest.mark.parametrize(("facing", "kept"), [(90.0, True), (91.0, False)])
def test_d_obj_6_a_pivot_ends_a_scan(facing: float, kept: bool) -> None:
    """D-OBJ-6, D-MOVE-2: whoever pivots has moved."""
    at = Moment()
    mule = at.empty("mule-a")
    at.put("mule-a", 10, 10, 90.0)
    mule.scanned = True
    there = [{"id": "south.mule-a", "at": [10.0, 10.0], "facing": round(facing * 100)}]
    at.run(activate(at.game, at.squad("mule-a")), "move", there, "end")
    assert mule.scanned == kept


def test_d_obj_11_the_owner_says_where_a_scattered_squad_drops_its_objective() -> None:
    """D-OBJ-10, D-OBJ-11, D-OBJ-12: beside one unit or the other; an enemy 1″ from there claims it."""
    at = Moment(objectives={"middle": (10.0, 10.0)})
    at.game.state.edges = {"south": "south", "north": "north"}
    at["rifles-3"].place = "destroyed"
    at.put("rifles-1", 10, 10)
    at.put("rifles-2", 20, 10)
    at.put("glaives-1", 21.2, 12)
    at["glaives-2"].place = at["glaives-3"].place = "destroyed"
    objective = carried(at, "rifles-1")
    asked = at.run(activate(at.game, at.squad("rifles-1")), "end", [20.2, 11.9])
    assert (asked[-1].rule, asked[-1].player) == ("D-OBJ-10", "south")
    assert asked[-1].allows([10.0, 8.0])
    assert (objective.x, objective.claimed_by) == (20.2, "north")


def test_d_obj_7_a_squad_shows_what_it_carries_and_what_that_is_worth() -> None:
    """A flag on its first unit, words beside its name, and the first line about it; a Transport shows it, too."""
    at = Moment(objectives=MARK)
    at.put("rifles-1", 10, 10)
    at.put("rifles-2", 12, 10)
    lies = view(at.game)
    carried(at, "rifles-1")
    carries = view(at.game)
    pieces = {piece.id: piece for piece in carries.pieces}
    assert [pieces[f"south.rifles-{number}"].carries for number in (1, 2)] == [("objective",), ()]
    worth = "carries objective Middle (1 VP; 2 if carried off your edge)"
    unit = carries.units[at.squad("rifles-1").id]
    assert (unit.states, unit.details[0].text, pieces["south.rifles-1"].details[0].text) == (
        ("carries objective Middle",), worth, worth)  # fmt: skip
    changes = {(effect.change, effect.piece.id) for effect in effects_of(lies, carries)}
    assert changes == {("took", "south.rifles-1"), ("picked", "middle")}
    at.put("mule-a", 20, 10)
    for name in ("rifles-1", "rifles-2"):
        at[name].place, at[name].carrier = "aboard", "south.mule-a"
    mule = next(piece for piece in view(at.game).pieces if piece.id == "south.mule-a")
    assert (mule.carries, mule.details[0].text) == (("objective",), f"Rifle Section aboard {worth}")
