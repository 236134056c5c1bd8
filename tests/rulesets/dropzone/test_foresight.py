"""What could come and fire, from where a unit could, what is in Influence; and what programs for learning read."""

from __future__ import annotations

import math
from random import Random

import pytest
import shapely

from game.engine.core.dice import KeyedDice
from game.engine.questions.asking import Inquirer, Question
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Line, RangeView, Verdict, facts_of
from game.engine.sandbox import Sandbox
from game.engine.session import Session
from game.play.verdicts import of_lines
from game.players.random_player import random_answer
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.rules.cargo import why_too_far
from game.rulesets.dropzone.rules.state import Objective, Unit
from game.rulesets.dropzone.view.preview import inches_to
from game.rulesets.dropzone.view.questions import Coming
from game.table.lattice import position
from game.table.placing.places import is_legal
from game.table.threat.threat_map import ThreatMap
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle


def facing_each_other(*, wall: bool = False) -> Moment:
    house = rectangle("house", "large-building", 20.0, 20.0, 24.0, 22.0)
    at = Moment(*([house] if wall else []))
    at.put("anvils-1", 24.0, 10.0)
    at.put("gales-1", 24.0, 30.0, 270.0)
    return at


# -- threats


def test_d_shoot_6_a_threat_is_no_farther_than_the_movement_that_lets_a_weapon_fire() -> None:
    at = facing_each_other()
    at["anvils-1"].x = 4.0
    coming = Coming(at.game, at["anvils-1"], at["glaives-1"])
    assert at.game.sheet(at["glaives-1"]).active
    disc = at.game.disc(at["gales-1"])
    assert coming.could_strike(disc.moved_to(4.0, 10.0 + 24.0 + 4.0))
    assert not coming.could_strike(disc.moved_to(4.0, 10.0 + 24.0 + 4.1))
    [strike] = coming.strikes(disc.moved_to(4.0, 37.0))
    assert (strike.already, round(strike.inches, 1)) == (False, 3.0)
    [strike] = coming.strikes(disc.moved_to(4.0, 30.0))
    assert (strike.already, strike.inches) == (True, 0.0)


def test_d_shoot_3_only_aa_threatens_aircraft_in_the_air() -> None:
    """D-TYPE-5, D-AIR-6."""
    at = facing_each_other()
    at.put("parasols-1", 20.0, 10.0)
    kite = at.put("kite-1", 24.0, 36.0, airborne=True)
    threats = {each.id for each in RULESET.vision.threats(at.game, "north", kite.id)}
    assert threats == {"south.parasols"}
    kite.airborne = False
    assert {each.id for each in RULESET.vision.threats(at.game, "north", kite.id)} == {
        "south.parasols", "south.anvils"}  # fmt: skip
    assert {each.id for each in RULESET.vision.threats(at.game, "north")} == {"south.parasols", "south.anvils"}


def test_the_map_of_threats_agrees_with_the_strikes() -> None:
    at, rng, verdicts = facing_each_other(wall=True), Random(2), set()
    at["anvils-1"].y = 16.0
    threats = RULESET.vision.threats(at.game, "north", "north.glaives-1")
    drawn = ThreatMap()
    drawn.update(threats)
    drawn.finish()
    disc = at.game.disc(at["gales-1"])
    for _each in range(150):
        spot = position(rng.uniform(1, 47), rng.uniform(1, 47))
        there = bool(drawn.strikes(disc.moved_to(*spot)))
        near = abs(drawn.region("south.anvils").boundary.distance(shapely.Point(spot))) < 0.3
        assert near or bool(drawn.over(*spot)) == there, spot
        verdicts.add(there)
    assert verdicts == {False, True}


def test_a_squad_is_one_threat_however_many_of_its_units_could_fire() -> None:
    at = facing_each_other()
    at["anvils-1"].x = 4.0
    at.put("anvils-2", 7.0, 10.0)
    [threat] = RULESET.vision.threats(at.game, "north")
    drawn = ThreatMap()
    drawn.update([threat])
    disc = at.game.disc(at["gales-1"])
    assert len(threat.approaches) == 2 * len(Coming(at.game, at["anvils-1"]).ways)
    there = disc.moved_to(9.0, 46.0)
    [strike] = drawn.strikes(there)
    assert strike.name == at.game.squad_of(at["anvils-1"]).name
    alone = [Coming(at.game, at[unit]).strikes(there) for unit in ("anvils-1", "anvils-2")]
    assert strike.inches == min(each.inches for strikes in alone for each in strikes)


def test_the_cursor_counts_squads_that_could_fire_now() -> None:
    answer = Line("they could fire at it now", verdict=Verdict("answer", about=("a", "b")))
    [said] = of_lines([answer], RULESET.terms.answers)
    assert said.text == "2 squads could hit you now"


def test_d_garr_10_a_unit_in_a_garrison_threatens_from_its_side_only() -> None:
    at = facing_each_other(wall=True)
    rifle = at["rifles-1"]
    rifle.place, rifle.carrier, rifle.slot = "inside", "", "house:centre"
    assert not Coming(at.game, rifle).ways
    rifle.slot, rifle.x, rifle.y = "house:0", 22.0, 20.0
    [way] = Coming(at.game, rifle).ways
    assert way.ends.allows(22.0, 20.0)
    assert not way.ends.allows(22.0, 19.0)


# -- questions


def could_fire(at: Moment, unit: Unit, foe: Unit, x: float, y: float) -> bool:
    """Return whether the rules let a unit fire at another after a move, whatever it faces."""
    [ends] = RULESET.questions.ends(at.game, unit.id, ())
    with at.game.supposing({unit.id: (x, y)}, {unit.id: inches_to(unit, ends.region, x, y)}):
        for weapon in at.game.sheet(unit).weapons:
            for degrees in range(0, 360, 30):
                unit.facing = degrees * 100
                if (
                    not weapon.cq
                    and not at.why_not(unit.id, weapon.name, foe.id)
                    and (weapon.silent_beyond is None or unit.moved <= weapon.silent_beyond + 0.01)
                ):
                    return True
    return False


def test_d_shoot_9_where_a_unit_could_fire_is_where_the_rules_let_it() -> None:
    at, rng, verdicts = facing_each_other(wall=True), Random(4), set()
    unit, foe = at["anvils-1"], at["gales-1"]
    found = RULESET.questions.engaging(at.game, unit.id, foe.id, 0)
    before = (unit.x, unit.y, unit.facing, unit.moved, unit.turned)
    for _each in range(60):
        spot = position(rng.uniform(19, 29), rng.uniform(6, 15))
        with_facing = unit.facing
        can = could_fire(at, unit, foe, *spot)
        unit.facing = with_facing
        assert found.allows(*spot) == can, spot
        verdicts.add(can)
    assert verdicts == {False, True}
    assert (unit.x, unit.y, unit.facing, unit.moved, unit.turned) == before


def test_d_core_9_a_friend_is_no_target_and_d_obj_14_aircraft_claim_nothing() -> None:
    at = facing_each_other()
    at.put("anvils-2", 20.0, 10.0)
    at.put("drover-1", 30.0, 10.0, airborne=True)
    never = RULESET.questions.engaging(at.game, at["anvils-1"].id, at["anvils-2"].id, 0)
    assert (never.allows(24.0, 10.0), never.rule) == (False, "D-CORE-9")
    at.game.state.objectives["middle"] = Objective("middle", 24.0, 14.0)
    never = RULESET.questions.controlling(at.game, at["drover-1"].id, "middle", 0)
    assert (never.allows(24.0, 14.0), never.rule) == (False, "D-OBJ-14")
    near = RULESET.questions.controlling(at.game, at["anvils-1"].id, "middle", 0)
    assert near.allows(24.0, 12.0)
    assert not near.allows(24.0, 11.9)
    assert "middle" in RULESET.questions.askable(at.game, at["anvils-1"].id).goals


def test_d_obj_2_an_objective_in_a_garrison_is_claimed_from_inside_only() -> None:
    at = facing_each_other(wall=True)
    at.game.state.objectives["middle"] = Objective("middle", 22.0, 21.0)
    never = RULESET.questions.controlling(at.game, at["anvils-1"].id, "middle", 0)
    assert (never.allows(22.0, 19.5), never.rule) == (False, "D-OBJ-2")


def test_every_best_spot_is_a_legal_end_and_keeps_what_it_promises() -> None:
    box = Sandbox(RULESET, setup := RULESET.editor.bare_setup(48.0, 48.0, GamePlan(("Ann", "Bob"))),
                  RULESET.begin(setup))  # fmt: skip
    box.change({"do": "put", "piece": "ann.anvils", "x": 12.0, "y": 20.0})
    box.change({"do": "put", "piece": "bob.gales", "x": 24.0, "y": 40.0})
    session = box.start_game(3, 6, begun=True)
    unit = "ann.anvils-1"
    for question in (Question(unit, engages=("bob.gales-1",)), Question(unit, controls=("west",)),
                     Question(unit, safest=True)):  # fmt: skip
        inquirer = Inquirer(session, unit)
        best = inquirer.answer(question).best
        assert best is not None
        [ends] = RULESET.questions.ends(session.game, unit, question.engages)
        assert is_legal(ends.region, (best.x, best.y))
        proofs = inquirer.verdicts(best.x, best.y, 0, question.engages).proofs
        assert sum(each.reaches for each in proofs) == len(best.reached_by)
        assert all(each.text and each.rule for each in proofs)


def test_d_shoot_15_the_result_of_a_fire_is_that_of_its_weapons() -> None:
    at = facing_each_other()
    fight = RULESET.questions.fight(at.game, at["anvils-1"].id, at["gales-1"].id, 24.0, 12.0, 0)
    assert fight.worth > 0.0
    assert "damage on average" in fight.text
    far = RULESET.questions.fight(at.game, at["anvils-1"].id, at["gales-1"].id, 24.0, 1.0, 0)
    assert far.worth <= fight.worth


# -- Influence


def test_d_cmd_2_the_reach_of_a_commander_has_the_squads_in_it_and_moves_with_it() -> None:
    at = facing_each_other()
    bastion = at.put("bastion", 24.0, 8.0)
    value = next(each.value for each in at.game.state.commanders.values() if each.unit == bastion.id)
    assert "relay mast" in at.game.sheet(bastion).rules
    [ring] = RULESET.movement.ranges(at.game, bastion.squad)
    assert (ring.name, ring.rule, ring.bearer) == ("Influence", "D-CMD-2", bastion.squad)
    assert ring.inside == ("south.anvils",)
    assert ring.area.area == pytest.approx(math.pi * (4.0 * value + 4.0) ** 2, rel=0.01)
    [moved] = RULESET.movement.ranges(at.game, bastion.squad, {bastion.id: position(24.0, 34.0)})
    assert moved.inside == ("north.gales",)
    assert moved.title == "cards reach 16″"  # the mast works only for those who have not moved
    assert (bastion.y, bastion.turned) == (8.0, False)
    [theirs] = RULESET.movement.ranges(at.game, "south.anvils", {at["anvils-1"].id: position(24.0, 11.0)})
    assert (theirs.bearer, theirs.inside) == (bastion.squad, ("south.anvils",))
    assert not RULESET.movement.ranges(at.game, "south.anvils", {at["anvils-1"].id: position(24.0, 40.0)})


def test_d_cmd_3_scouts_of_a_squad_have_one_reach_and_without_cards_there_is_none() -> None:
    at = facing_each_other()
    at.put("ferrets-1", 10.0, 8.0)
    at.put("ferrets-2", 12.0, 8.0)
    [ring] = RULESET.movement.ranges(at.game, at["ferrets-1"].id)
    assert (ring.name, ring.rule) == ("Influence through a Scout", "D-CMD-3")
    assert ring.area.covers(shapely.Point(19.9, 8.0))
    off = Moment(cards="off")
    off.put("ferrets-1", 10.0, 8.0)
    assert not RULESET.movement.ranges(off.game, off["ferrets-1"].id)


@pytest.mark.parametrize("cards", ["off", "on"])
def test_d_trans_14_a_loaded_dropship_in_hand_shows_how_far_it_may_fly_to_unload(cards: str) -> None:
    at = Moment(cards=cards)
    drover = at.put("drover-1", 24.0, 8.0, airborne=True)
    moving = {drover.id: position(24.0, 20.0)}

    def drawn() -> list[RangeView]:
        return [each for each in RULESET.movement.ranges(at.game, drover.squad, moving) if each.rule == "D-TRANS-14"]

    [line] = drawn()
    assert (line.name, line.title) == ("can still unload", "up to 8″")
    for inches in (3.0, 7.9, 8.1, 12.0):
        end = position(24.0, 8.0 + inches)
        with at.game.supposing({drover.id: end}, {drover.id: inches}):
            assert line.area.covers(shapely.Point(end)) == (why_too_far(at.game, drover) is None)
    drover.moved = 5.0
    assert drawn()[0].title == "up to 3″"
    drover.moved = 9.0
    assert not drawn()
    drover.moved, drover.place, drover.airborne = 0.0, "off", False
    at.game.state.edges = {drover.owner: "south"}
    [entering] = drawn()
    assert entering.area.bounds == pytest.approx((0.0, 0.0, 48.0, 8.0), abs=0.01)
    at.empty("drover-1")
    assert not drawn()


# -- facts


@pytest.mark.parametrize("scenario", ["targets-of-opportunity", "survey-and-control", "bunker-assault"])
def test_the_facts_for_programs_are_those_of_the_view(scenario: str) -> None:
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario, rounds=2)), KeyedDice(3))
    rng = Random(3)
    while not session.finished:
        wanted, found = facts_of(RULESET.view(session.game)), RULESET.facts(session.game)
        assert (found.points, found.phase, found.phases) == (wanted.points, wanted.phase, wanted.phases)
        assert [*found.pieces] == [*wanted.pieces]
        for _each in range(7):
            if not session.finished:
                session.answer(random_answer(session.pending(), rng))
