"""Bases that are not round in play: how they stand, measure, turn, move and are set up (A-AMB-4, A-MOVE-2)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
import shapely

from game import rulesets
from game.commands.paths import plain_path
from game.engine.core.decisions import Arrange, MalformedAnswer, Place
from game.engine.core.dice import KeyedDice
from game.engine.pathfinding import Pathfinder, PathQuestion, PathReport, path_lines
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import facts_of
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.rulesets.aos4.documents.armies import ArmyDocument, ModelsDocument, UnitDocument
from game.rulesets.aos4.new_game.planning import NEW_GAMES
from game.rulesets.aos4.odds.charging import LIKELY, leads_to_any, needed_by_paths
from game.rulesets.aos4.rules.events import Moved
from game.rulesets.aos4.rules.invariants import broken, faults
from game.rulesets.aos4.rules.moving.unit_moves import Move, set_up, unit_move
from game.rulesets.aos4.rules.setup import Setup
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.view.table import facts, view
from game.rulesets.aos4.view.threats import Coming
from game.table.facing import Pose
from game.table.footprints import Oblong, clearance, half_box
from game.table.lattice import Position, position
from game.table.layout.steps import MemberStep
from game.table.path.turning import TurningPaths, TurningPolicy
from game.table.shapes import Disc
from game.table.threat.threat_map import ThreatMap
from tests.rulesets.aos4.battles import BARE, BRINEBACK, LANTERN, Battle, box, changed, field, piece

LONG, WIDE = 105 / 25.4, 70 / 25.4
EAST, NORTH = 0, 9000


def oval(army: ArmyDocument, *units: str, long: float = 105, wide: float = 70, shape: str = "oval") -> ArmyDocument:
    """Return an army in which all models of some units stand on bases that are not round."""

    def models(group: ModelsDocument) -> ModelsDocument:
        return ModelsDocument(**{**dict(group), "base_mm": long, "base_wide_mm": wide, "base_shape": shape})

    def new(unit: UnitDocument) -> UnitDocument:
        return unit.model_copy(update={"models": tuple(map(models, unit.models))}) if unit.id in units else unit

    regiments = tuple(each.model_copy(update={"units": tuple(map(new, each.units))}) for each in army.regiments)
    auxiliaries = tuple(map(new, army.auxiliaries))
    return army.model_copy(update={"regiments": regiments, "auxiliaries": auxiliaries})


RIDING = oval(LANTERN, "beaconwright")


def riding(phase: str = "movement", on: Any = BARE, army: ArmyDocument = RIDING) -> Battle:
    return Battle(phase, on=on, armies=(army, BRINEBACK), bases="shapes")


def face(battle: Battle, name: str, facing: int) -> Unit:
    """Let all models of a unit face so."""
    unit = battle.unit(name)
    unit.at, unit.facings = dict(unit.at), dict.fromkeys(unit.at, facing)
    return unit


def moving(facing: int, spot: tuple[float, float] = (20.0, 10.0), on: Any = BARE, *foes: tuple[float, float]) -> Battle:
    """The Beaconwright (Move 5) on a large oval, about to move; hullbreakers (40 mm) as given."""
    battle = riding(on=on)
    battle.put("beaconwright", spot)
    battle.put("hullbreakers", *(foes or ((2, 28),)))
    battle.begin()
    face(battle, "beaconwright", facing)
    return battle.use("normal-move", "beaconwright")


def to(x: float, y: float, facing: int | None = None) -> list[dict[str, Any]]:
    step: dict[str, Any] = {"id": "ann.beaconwright-1", "at": [x, y]}
    return [step if facing is None else {**step, "facing": facing}]


def test_a_geo_3_the_gap_to_an_oval_depends_on_its_facing() -> None:
    for facing, reach in ((EAST, LONG / 2), (NORTH, WIDE / 2)):
        battle = riding()
        battle.put("beaconwright", (20, 10))
        battle.put("hullbreakers", (26, 10))
        battle.begin()
        unit = face(battle, "beaconwright", facing)
        gap = battle.game.positions.gap(unit, battle.unit("hullbreakers"))
        assert gap == pytest.approx(6 - reach - 40 / 50.8, abs=5e-4)


def test_a_geo_5_an_oval_is_wholly_within_only_with_all_of_it() -> None:
    battle = riding()
    battle.put("beaconwright", (20, 10))
    battle.put("hullbreakers", (26, 10))
    battle.begin()
    other, places = battle.unit("hullbreakers"), battle.game.positions
    for facing, half in ((EAST, LONG / 2), (NORTH, math.inf)):
        unit = face(battle, "beaconwright", facing)
        [[far]] = places.reach(unit, other)
        assert far < 6 + LONG / 2
        if half < math.inf:
            assert far == pytest.approx(6 + half - 40 / 50.8, abs=5e-4)
        assert places.wholly_within(unit, other, far)
        assert not places.wholly_within(unit, other, far - 0.01)


def test_a_move_2_no_part_of_a_turning_base_moves_farther_than_its_move() -> None:
    turn = LONG / 2 * math.pi / 2  # of the tip, by a right angle: 3.25 of 5 inches
    battle = moving(EAST)
    assert battle.allows(to(20 + 4.999, 10))
    assert battle.allows(to(20, 10 + round(5 - turn, 3), NORTH))
    assert not battle.allows(to(20, 10 + round(5 - turn + 0.01, 3), NORTH))
    assert not battle.allows(to(20 + 4.999, 10, 100))


def test_an_answer_without_a_facing_keeps_it_and_one_with_it_is_kept_in_the_state() -> None:
    battle = moving(EAST)
    battle.session.answer(to(22, 10))
    assert battle.unit("beaconwright").facings == {"ann.beaconwright-1": EAST}
    battle = moving(EAST)
    battle.session.answer(to(21, 11, 3000))
    assert battle.unit("beaconwright").facings == {"ann.beaconwright-1": 3000}
    [base] = battle.game.positions.bases(battle.unit("beaconwright")).footprints
    assert isinstance(base, Oblong)
    assert (base.facing, base.length, base.width) == (3000, LONG, WIDE)


def test_a_move_4_a_base_cannot_turn_into_another_but_turns_when_it_is_past_it() -> None:
    beside = (20.0, 10 + WIDE / 2 + 0.7)
    battle = riding(army=oval(LANTERN, "beaconwright"))
    battle.put("beaconwright", (20, 10))
    battle.put("glarecoil-slingers", beside)
    battle.put("hullbreakers", (2, 28))
    battle.begin()
    face(battle, "beaconwright", EAST)
    battle.use("normal-move", "beaconwright")
    assert not battle.allows(to(20, 10, NORTH))
    assert any("turning, it meets Glarecoil Slingers" in each for each in against(battle, to(20, 10, 4500)))
    assert battle.allows(to(18.4, 8.2, 4500)), "it turns when it has arrived"


@pytest.mark.parametrize(("past", "free"), [("", False), ("enemies", False), ("models", True), ("fly", True)])
def test_a_base_turns_through_models_that_its_move_may_pass_through(past: str, free: bool) -> None:
    battle = riding()
    battle.put("beaconwright", (20, 10))
    aside = (LONG / 2 + 0.4) / math.sqrt(2)  # it is met half-way through a right angle only
    battle.put("glarecoil-slingers", (20 + aside, 10 + aside))
    battle.put("hullbreakers", (2, 28))
    battle.begin()
    legal = unit_move(battle.game, face(battle, "beaconwright", EAST), Move(6.0, "A-MOVE-7", past=past))
    turned = MemberStep("ann.beaconwright-1", Position(20.0, 10.0), (), NORTH)
    assert (legal.find((turned,)) is not None) is free


def against(battle: Battle, answer: list[dict[str, Any]]) -> list[str]:
    return [refusal.text for refusal in battle.asked.why_not(answer)]


def test_a_move_7_a_turn_does_not_lead_into_combat_range() -> None:
    apart = 3.0 + 40 / 50.8 + (LONG / 2 + WIDE / 2) / 2
    battle = moving(EAST, (20, 10), BARE, (20, round(10 + apart, 4)))
    assert battle.allows(to(20, 9.9))
    assert not battle.allows(to(20, 10, NORTH))
    assert any("turning, it enters the combat range" in each for each in against(battle, to(20, 10, NORTH)))


def test_a_tab_3_a_wall_lets_a_base_pass_in_one_facing_only() -> None:
    gap = 3.3  # between two walls, wide enough for the width of the base, not for its length
    walls = (piece("left", box(10, 12, 10 - gap / 2, 1), 3, "impassable"),
             piece("right", box(20 + gap / 2, 12, 10, 1), 3, "impassable"))  # fmt: skip
    assert moving(NORTH, (20, 9.5), field(*walls)).allows(to(20, 14.4))
    assert not moving(EAST, (20, 9.5), field(*walls)).allows(to(20, 14.4))


def test_a_found_path_of_an_oval_goes_round_and_is_legal_again_as_it_was_found() -> None:
    battle = moving(NORTH, (20, 10), field(piece("post", box(19.85, 12.15, 0.3, 0.3), 3, "impassable")))
    asked = battle.asked
    assert isinstance(asked, Arrange)
    found = asked.arrangements.find(asked.steps(to(20, 14.2))) or asked.arrangements.nearest(asked.steps(to(20, 14.2)))
    assert found
    assert asked.arrangements.find(found) == found
    for share in range(101):
        points = [(20.0, 10.0), *found[0].via, found[0].at]
        legs = list(pairwise(points))
        (ax, ay), (bx, by) = legs[min(int(share / 100 * len(legs)), len(legs) - 1)]
        part = share / 100 * len(legs) % 1.0
        base = Oblong(ax + part * (bx - ax), ay + part * (by - ay), LONG, WIDE, "oval", found[0].facing or 0)
        assert clearance(base, Oblong(20, 12.3, 0.3, 0.3, "rectangle")) > -0.001


@pytest.mark.parametrize("facing", [EAST, NORTH])
def test_a_chg_6_an_oval_reaches_somebody_from_the_least_roll_on_that_has_a_path(facing: int) -> None:
    walls = (piece("left", box(2, 14, 17, 1), 3, "impassable"), piece("right", box(22.3, 14, 17, 1), 3, "impassable"))
    battle = riding("charge", on=field(*walls))
    battle.put("beaconwright", (18, 9.5))
    battle.put("hullbreakers", (16.5, 18.5))
    battle.put("tide-reeve", (40, 28))
    battle.begin()
    game, unit = battle.game, face(battle, "beaconwright", facing)
    needed = needed_by_paths(game, unit, battle.unit("hullbreakers"))
    assert needed == {EAST: None, NORTH: 9}[facing], "it is too long for the gap"
    for roll in range(2, 13):
        leads = leads_to_any(game, unit, game.enemies(unit), roll)
        assert leads == (needed is not None and needed <= roll), roll


def test_a_dep_5_an_oval_is_deployed_wholly_in_its_territory_as_it_faces() -> None:
    battle = riding("deployment").at("deploying")
    battle.state.deployer, battle.state.finished = "ann", []
    battle.begin()
    while battle.asked.kind == "choose":
        keys = [option.key for option in battle.asked.options if "beaconwright" in option.key]  # type: ignore[attr-defined]
        battle.session.answer(keys[0])
    asked = battle.asked
    assert isinstance(asked, Arrange)
    assert asked.arrangements.members[0].facing == NORTH, "it looks ahead"
    low = WIDE / 2
    assert battle.allows(to(20, round(low + 0.01, 4), EAST))
    assert not battle.allows(to(20, round(low + 0.01, 4)))
    assert not battle.allows(to(20, round(low - 0.01, 4), EAST))
    battle.session.answer(to(20, 5, 4500))
    assert battle.unit("beaconwright").facings == {"ann.beaconwright-1": 4500}


def test_cavalry_on_ovals_moves_as_a_unit_and_its_models_do_not_pass_through_each_other() -> None:
    battle = riding(army=oval(LANTERN, "duskmoth-riders", long=75, wide=42))
    battle.put("duskmoth-riders", (10, 5), (12, 5), (14, 5))
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    face(battle, "duskmoth-riders", NORTH)
    battle.use("normal-move", "duskmoth-riders")
    names = [f"ann.duskmoth-riders-{number}" for number in (1, 2, 3)]
    ahead = [{"id": name, "at": [10 + 2 * at, 9]} for at, name in enumerate(names)]
    assert battle.allows(ahead)
    close = [{**step, "at": [10 + 1.6 * at, 9]} for at, step in enumerate(ahead)]
    assert not battle.allows(close), "their bases overlap"
    turned = [{**step, "facing": EAST, "at": [10 + 3 * at, 7]} for at, step in enumerate(ahead)]
    assert battle.allows(turned), "one behind the other"
    assert not battle.allows([{**step, "facing": EAST} for step in ahead]), "side by side there is no room"


def test_a_returning_state_knows_facings_only_of_bases_that_are_not_round() -> None:
    battle = moving(EAST)
    plain = battle.game.state.plain()
    assert plain["units"]["ann.beaconwright"]["facings"] == {"ann.beaconwright-1": EAST}
    assert "facings" not in plain["units"]["bob.hullbreakers"]
    wrong = battle.game.state.clone()
    wrong.units["bob.hullbreakers"].facings = {"bob.hullbreakers-1": 0}
    assert any(
        "no model on the table with a base that is not round" in text for _at, text in faults(wrong, battle.setup)
    )


def test_a_position_in_which_an_oval_has_no_facing_is_refused_with_one_message() -> None:
    battle = moving(EAST)
    wrong = battle.game.state.clone()
    assert [*faults(wrong, battle.setup)] == []
    wrong.units["ann.beaconwright"].facings = {}
    [(at, text)] = faults(wrong, battle.setup)
    assert at == "units.ann.beaconwright.facings"
    assert text.startswith("'ann.beaconwright-1' needs a facing")


def test_a_manifestation_on_an_oval_is_summoned_with_the_facing_that_its_player_chose() -> None:
    wick = next(each for each in LANTERN.manifestations if each.id == "wandering-wick")
    models = tuple(
        ModelsDocument(**{**dict(each), "base_mm": 60, "base_wide_mm": 35, "base_shape": "oval"})
        for each in wick.models
    )
    for chosen, facing in (({"facing": 4500}, 4500), ({}, NORTH)):
        battle = Battle(armies=(changed(LANTERN, "wandering-wick", models=models), BRINEBACK), bases="shapes")
        battle.put("beaconwright", (10, 10))
        battle.put("hullbreakers", (40, 28))
        unit = battle.begin().unit("wandering-wick")
        set_up(battle.game, unit, [{"id": "ann.wandering-wick-1", "at": [14, 10], **chosen}], "A-MAN-5")
        assert unit.facings == {"ann.wandering-wick-1": facing}
        assert [*faults(battle.game.state, battle.setup)] == []


def test_a_new_game_plays_shapes_and_one_of_an_older_version_discs() -> None:
    ruleset = rulesets.load("aos4")
    new = NEW_GAMES.planned(GamePlan(("Ann", "Bob"), rounds=1), (RIDING, BRINEBACK))
    assert new.document.options.bases == "shapes"
    assert ruleset.plain_setup(new)["options"]["bases"] == "shapes"
    plain = ruleset.plain_setup(NEW_GAMES.planned(GamePlan(("Ann", "Bob"), rounds=1), (LANTERN, BRINEBACK)))
    assert "bases" not in plain["options"]
    old = ruleset.plain_setup(new)
    del old["options"]["bases"]
    unit = Unit("ann.beaconwright", "Beaconwright", "ann", "ann.beaconwright")
    assert not isinstance(ruleset.read_setup(old).models_of(unit)["ann.beaconwright-1"].base, Oblong)


def test_the_view_shows_the_shape_and_where_it_faces() -> None:
    battle = moving(3000)
    [shown] = [piece for piece in view(battle.game).pieces if piece.id == "ann.beaconwright-1"]
    assert (shown.shape, shown.size, shown.facing) == ("oval", (LONG, WIDE), 3000)
    assert facts(battle.game) == facts_of(view(battle.game)), "what programs read of it, too"


@pytest.mark.parametrize("seed", [1, 2])
def test_random_battles_with_ovals_keep_all_that_must_hold(seed: int) -> None:
    armies = oval(LANTERN, "beaconwright", "duskmoth-riders"), oval(BRINEBACK, "eelback-chargers", shape="rectangle")
    setup = NEW_GAMES.planned(GamePlan(("Ann", "Bob"), rounds=1), armies)
    session: Session[Setup, Any, Any] = Session(rulesets.load("aos4"), setup, KeyedDice(seed))
    rng = Random(seed)
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        state, setup = session.game.state, session.setup
        assert [*broken(state, setup)] == []
        assert [at for at, _text in faults(state, setup) if "facings" in at] == []
    assert any(unit.facings for unit in session.game.state.units.values())


@pytest.mark.parametrize(("shape", "facing"), [("oval", EAST), ("oval", NORTH), ("rectangle", NORTH)])
@pytest.mark.parametrize("name", ["beaconwright", "hullbreakers"])
def test_the_threat_map_of_an_oval_is_as_long_as_its_base(name: str, shape: str, facing: int) -> None:
    """The Beaconwright shoots farther than it is likely to charge."""
    armies = oval(LANTERN, "beaconwright", shape=shape), oval(BRINEBACK, "hullbreakers", shape=shape)
    battle = Battle("movement", armies=armies, bases="shapes")
    battle.put(name, (20, 8))
    battle.put({"beaconwright": "tide-reeve", "hullbreakers": "wallward-pikes"}[name], (43, 29))
    battle.begin()
    coming = Coming(battle.game, face(battle, name, facing))
    chart = ThreatMap()
    chart.update([coming.threat()])
    drawn = chart.finish().region(coming.id)
    far = coming.walks + max(LIKELY + 0.5, *(comer.n for comer in coming.comers), 0.0)
    east, north = (LONG, WIDE) if facing == EAST else (WIDE, LONG)
    for (x, y), half in (((1, 0), east / 2), ((0, 1), north / 2)):
        for off, inside in ((-0.15, True), (0.15, False)):
            most = far + half + off
            assert bool(shapely.intersects_xy(drawn, 20 + x * most, 8 + y * most)) is inside, (x, y, off)


def test_the_roll_for_a_charge_at_an_oval_depends_on_its_facing() -> None:
    battle = riding()
    battle.put("beaconwright", (20, 5))
    battle.put("hullbreakers", (20, 22))
    battle.begin()
    coming = Coming(battle.game, battle.unit("hullbreakers"))
    needed = {}
    for facing in (EAST, NORTH):
        [base] = battle.game.positions.bases(face(battle, "beaconwright", facing)).footprints
        strike = coming.by_charge(base)
        assert strike is not None
        needed[facing] = strike.needs
        gap = 17 - 40 / 50.8 - (WIDE if facing == EAST else LONG) / 2 - coming.walks - 0.5
        assert strike.needs == math.ceil(gap)
    assert needed[EAST] == needed[NORTH] + 1


def gate() -> Battle:
    """The Beaconwright before a gap of 3.3 inches in a wall, with friends behind it."""
    walls = (
        piece("left", box(12, 13, 8 - 3.3 / 2, 1), 3, "impassable"),
        piece("right", box(20 + 3.3 / 2, 13, 8, 1), 3, "impassable"),
    )
    battle = riding(on=field(*walls))
    battle.put("beaconwright", (20, 8))
    battle.put("glarecoil-slingers", (20, 21))
    battle.put("hullbreakers", (2, 28))
    battle.begin()
    return battle


def ruled(
    battle: Battle, facing: int, end: Any, *bends: tuple[float, float], inches: float | None = None
) -> PathReport:
    """Return the path ruler's report on a path of the Beaconwright."""
    [base] = battle.game.positions.bases(face(battle, "beaconwright", facing)).footprints
    question = PathQuestion(base._replace(name="ann.beaconwright-1"), end, bends, inches)
    return Pathfinder(battle.session).find(question)


def test_a_measured_path_is_that_of_the_base_as_it_faces() -> None:
    battle = gate()
    [friend] = battle.game.positions.bases(battle.unit("glarecoil-slingers")).footprints
    report = ruled(battle, NORTH, friend)
    assert report.receipt is not None
    assert clearance(report.question.start.moved_to(*report.receipt.path.end), friend) == pytest.approx(0.003, abs=2e-3)
    assert "It keeps its facing" in [line.text for line in path_lines(report, None)]
    assert report.receipt.cost == pytest.approx(13 - LONG / 2 - 28.5 / 50.8, abs=0.01)


def test_the_path_ruler_turns_a_base_where_that_is_shorter_and_says_what_turns_cost() -> None:
    battle = gate()
    report = ruled(battle, EAST, Disc(20.0, 17.5, 0.0, "there", "point"))
    assert report.receipt is not None
    assert not report.refusals
    least = next(turn for turn in range(9001) if half_box(Oblong(0, 0, LONG, WIDE, "oval", turn))[0] <= 3.3 / 2)
    arc = LONG / 2 * math.radians(least / 100)
    assert report.receipt.cost == pytest.approx(9.5 + arc, abs=0.15), "round the wall it is more than 4 inches longer"
    assert report.receipt.cost == pytest.approx(report.receipt.inches + sum(one.cost for one in report.receipt.once))
    said = [line.text for line in path_lines(report, None)]
    assert any(text.startswith("turning ") and text.endswith("″ more") for text in said)
    assert "It keeps its facing" not in said
    assert plain_path(report)["poses"] == [list(pose) for pose in report.poses]
    *corners, end = ([*pose] for pose in report.poses[1:])
    step = {"id": "ann.beaconwright-1", "at": end[:2], "facing": end[2], "via": corners or [[20.0, 8.0, EAST]]}
    battle.use("normal-move", "beaconwright")
    assert all("too far" in text for text in against(battle, [step])), "a move may take the same path"
    short = ruled(battle, EAST, report.question.end, inches=6.0)
    assert [refusal.cause for refusal in short.refusals] == ["too far"]
    assert short.refusals[0].inches == pytest.approx(report.receipt.cost - 6.0, abs=0.01)
    enough = ruled(battle, EAST, report.question.end, inches=12.0)
    assert enough.left == pytest.approx(12.0 - report.receipt.cost, abs=0.01)


def test_a_path_to_another_base_turns_and_ends_in_contact_with_it() -> None:
    battle = gate()
    [friend] = battle.game.positions.bases(battle.unit("glarecoil-slingers")).footprints
    report = ruled(battle, EAST, friend)
    assert report.poses
    assert not report.refusals
    [base] = battle.game.positions.bases(battle.unit("beaconwright")).footprints
    assert isinstance(base, Oblong)
    end = base.moved_to(*report.poses[-1][:2]).turned_to(report.poses[-1].facing)
    assert 0.0 <= clearance(end, friend) < 0.01


def test_a_base_that_nothing_stops_keeps_its_facing() -> None:
    assert ruled(gate(), EAST, Disc(24.0, 10.0, 0.0, "there", "point")).poses == ()


def winding(rng: Random, starts: tuple[float, float, int]) -> tuple[list[dict[str, Any]], list[Pose]]:
    """Return a random short path that turns at its corner, as an answer and as poses."""
    x, y, facing = starts
    poses = []
    for _leg in range(2):
        x, y = position(x + rng.uniform(-1.2, 2.2), y + rng.uniform(-1.2, 1.2))
        facing = (facing + rng.randrange(-2500, 2500)) % 36_000
        poses.append(Pose(x, y, facing))
    via, end = [list(poses[0])], poses[1]
    return [{"id": "ann.beaconwright-1", "at": [end.x, end.y], "via": via, "facing": end.facing}], poses


def test_a_path_that_turns_at_its_corner_is_what_turning_paths_say() -> None:
    wall = box(22.6, 8.0, 1.0, 2.6)
    battle = riding(on=field(piece("wall", wall, 3, "impassable")))
    battle.put("beaconwright", (20, 10))
    battle.put("glarecoil-slingers", (19.5, 12.4), (22.3, 12.2))
    battle.put("hullbreakers", (2, 28))
    battle.begin()
    unit = face(battle, "beaconwright", EAST)
    battle.use("normal-move", "beaconwright")
    [base] = battle.game.positions.bases(unit).footprints
    assert isinstance(base, Oblong)
    others = battle.game.positions.bases(battle.unit("glarecoil-slingers")).footprints
    solids = (("wall", shapely.box(22.6, 8.0, 23.6, 10.6)),)
    rules = TurningPaths(TurningPolicy(base, 5.0, (0.0, 0.0, 44.0, 30.0), tuple(others), solids))
    rng, told = Random(4), Counter[bool]()
    for _each in range(40):
        answer, poses = winding(rng, (20.0, 10.0, EAST))
        legal = not rules.why_not(poses)
        assert battle.allows(answer) is legal, (answer, rules.why_not(poses), against(battle, answer))
        assert bool(against(battle, answer)) is not legal
        told[legal] += 1
    assert min(told[True], told[False]) > 5


def test_an_answer_that_turns_at_a_corner_is_kept_and_its_farthest_part_is_told() -> None:
    battle = moving(EAST)
    answer = [{"id": "ann.beaconwright-1", "at": [21.5, 11.0], "via": [[21.5, 10.0, EAST]], "facing": 3000}]
    battle.session.answer(answer)
    assert battle.session.journal[-1] == answer
    assert battle.unit("beaconwright").facings == {"ann.beaconwright-1": 3000}
    [moved] = [event for event in battle.session.events if isinstance(event, Moved)]
    assert moved.inches == pytest.approx(2.5 + LONG / 2 * math.radians(30))
    turned_back = [{"id": "ann.beaconwright-1", "at": [21.5, 11.0], "via": [[20.5, 10.0, 1500]], "facing": EAST}]
    battle = moving(EAST)
    battle.session.answer(turned_back)
    [moved] = [event for event in battle.session.events if isinstance(event, Moved)]
    assert moved.inches == pytest.approx(0.5 + math.sqrt(2) + 2 * LONG / 2 * math.radians(15))


@pytest.mark.parametrize("via", [[[21.5, 10.0, EAST], [21.5, 10.5]], [[21.5, 10.0, "east"]], [[21.5, 10.0, 36_000]]])
def test_a_corner_without_a_facing_beside_one_that_has_one_is_malformed(via: list[Any]) -> None:
    with pytest.raises(MalformedAnswer, match="at every corner"):
        moving(EAST).session.answer([{"id": "ann.beaconwright-1", "at": [21.5, 11.0], "via": via, "facing": 3000}])


def test_a_move_7_a_turn_at_a_corner_does_not_lead_into_combat_range() -> None:
    apart = 3.0 + 40 / 50.8 + (LONG / 2 + WIDE / 2) / 2
    battle = moving(EAST, (19.5, 10), BARE, (20, round(10 + apart, 4)))
    step = {"id": "ann.beaconwright-1", "at": [20, 9.9], "facing": EAST}
    assert battle.allows([{**step, "via": [[20, 10, EAST]]}])
    turning = [{**step, "via": [[20, 10, EAST], [20, 10, 5500]]}]
    assert not battle.allows(turning)
    assert any("turning, it enters the combat range" in each for each in against(battle, turning))


def test_models_that_turn_on_their_way_do_not_pass_through_each_other() -> None:
    armies = oval(LANTERN, "wallward-pikes", long=60, wide=35), BRINEBACK
    battle = Battle("movement", armies=armies, bases="shapes", own_models="block")
    battle.put("wallward-pikes", (10, 5), (11.6, 5))
    battle.put("hullbreakers", (40, 28))
    battle.begin()
    face(battle, "wallward-pikes", NORTH)
    battle.use("normal-move", "wallward-pikes")
    first = {"id": "ann.wallward-pikes-1", "at": [10, 5.2], "facing": NORTH}
    assert battle.allows([{**first, "via": [[9.0, 5.0, NORTH], [9.5, 5.0, NORTH + 2000]]}])
    across = {**first, "via": [[11.6, 5.0, NORTH], [10, 5.0, NORTH + 500]]}
    assert not battle.allows([across])
    assert any("in the way" in each for each in against(battle, [across]))


def rallying(facing: int = NORTH, on: Any = BARE) -> Battle:
    """Two pikes on ovals (60 × 35 mm) side by side, one of whom is to come back."""
    battle = Battle(on=on, armies=(oval(LANTERN, "wallward-pikes", long=60, wide=35), BRINEBACK), bases="shapes")
    battle.put("wallward-pikes", (10, 10), (11.5, 10))
    battle.put("tide-reeve", (40, 28))
    battle.rolls("rally", 6, 6, 6, 6, 1, 1, 1).begin()
    face(battle, "wallward-pikes", facing)
    return battle.use("rally", "wallward-pikes").say("ann.wallward-pikes-4")


def test_a_dmg_8_a_model_that_returns_faces_as_its_player_likes() -> None:
    battle = rallying()
    assert isinstance(battle.asked, Place)
    assert battle.allows([8.5, 10.0]), "as its unit does"
    assert battle.allows([8.5, 10.0, NORTH])
    assert not battle.allows([8.5, 10.0, EAST]), "it would overlap the next one"
    assert battle.allows([8.0, 10.0, EAST])
    assert not battle.allows([8.0, 10.0, NORTH]), "too far from its unit"
    assert any("too far" in each for each in against_place(battle, [8.0, 10.0, NORTH]))
    battle.say([8.0, 10.0, EAST])
    assert battle.unit("wallward-pikes").facings["ann.wallward-pikes-4"] == EAST
    assert battle.session.journal[-1] == [8.0, 10.0, EAST]
    battle = rallying().say([8.5, 10.0])
    assert battle.unit("wallward-pikes").facings["ann.wallward-pikes-4"] == NORTH
    answer = random_answer(rallying().asked, Random(2))
    assert rallying().allows(answer)


def against_place(battle: Battle, answer: list[float]) -> list[str]:
    return [refusal.text for refusal in battle.asked.why_not(answer)]


def test_a_dmg_8_where_a_model_has_room_in_another_facing_only_it_may_return() -> None:
    """A lane as wide as the bases: only along it there is room."""
    wide = 35 / 25.4 + 0.02
    walls = [piece("lower", box(0, 5, 44, 5 - wide / 2), 3, "impassable"),
             piece("upper", box(0, 10 + wide / 2, 44, 4), 3, "impassable")]  # fmt: skip
    battle = rallying(NORTH, field(*walls))
    assert isinstance(battle.asked, Place)
    assert battle.asked.turning is not None
    assert battle.asked.turning.middle(0.0, 0.0) == EAST


def test_a_game_says_how_a_model_that_returns_is_shaped() -> None:
    details = rallying().asked.details()
    assert details["base"] == {"shape": "oval", "length": 60 / 25.4, "width": 35 / 25.4, "facing": NORTH}
    assert details["facing"]["sort"] == "asked"


def test_the_closest_model_of_a_unit_is_that_whose_base_is_nearest() -> None:
    battle = riding(army=oval(LANTERN, "duskmoth-riders", long=75, wide=42))
    battle.put("duskmoth-riders", (10.6, 8), (14, 5))
    battle.put("hullbreakers", (14, 8))
    battle.begin()
    face(battle, "duskmoth-riders", EAST)
    desk = SessionModel(battle.session, lambda _played: None, Path("nowhere"))
    mine, _theirs = desk.units.closest("ann.duskmoth-riders", "bob.hullbreakers")
    assert mine.id == "ann.duskmoth-riders-1", "the disc around the other one is nearer"
