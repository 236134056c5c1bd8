"""Questions asked backwards of Age of Sigmar: where a charge ends, who could charge, what is controlled from where."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from game import rulesets
from game.drills.making import Maker
from game.drills.positions import drills
from game.engine.questions.asking import Inquirer, Question
from game.engine.rulebook.questions import Answering
from game.engine.session import Session
from game.rulesets.aos4.odds.roll_odds import reaching
from tests.rulesets.aos4.battles import Battle, row

WRIGHT, REEVE = "ann.beaconwright", "bob.tide-reeve"
ONE, OTHER = f"{WRIGHT}-1", f"{REEVE}-1"


def duel(apart: float, phase: str = "movement") -> Session:
    """Return a battle of two heroes so many inches apart, rim to rim, in the middle of the table."""
    battle = Battle(phase)
    radii = sum(battle.setup.models[unit][f"{unit}-1"].radius for unit in (WRIGHT, REEVE))
    battle.put("beaconwright", (22.0, 10.0))
    battle.put("tide-reeve", (22.0, 10.0 + apart + radii))
    return battle.begin().session


@pytest.mark.parametrize("apart", [4.0, 7.5, 12.4])
def test_a_chg_4_where_it_can_engage_is_where_its_longest_charge_ends(apart: float) -> None:
    session = duel(apart)
    best = Inquirer(session, ONE).answer(Question(ONE, engages=(OTHER,))).best
    assert best is not None
    foe = session.state.units[REEVE].at[OTHER]
    radii = sum(session.game.models(session.state.units[unit])[f"{unit}-1"].radius for unit in (WRIGHT, REEVE))
    assert ((best.x - foe[0]) ** 2 + (best.y - foe[1]) ** 2) ** 0.5 - radii <= 0.501
    assert isinstance(session.ruleset, Answering)
    fight = session.ruleset.fight(session.game, ONE, OTHER, best.x, best.y, 0)
    assert fight.rule == "A-CHG-2"
    assert fight.worth > 0.0


def test_a_chg_4_nobody_engages_who_is_too_far_or_in_combat() -> None:
    far = Inquirer(duel(12.6), ONE).answer(Question(ONE, engages=(OTHER,)))
    assert far.best is None
    near = Inquirer(duel(2.0), ONE).answer(Question(ONE, engages=(OTHER,)))
    assert near.best is None
    assert near.cause is not None
    assert near.cause.rule == "A-AB-5"


@pytest.mark.parametrize(("apart", "needed"), [(4.0, 4), (7.5, 7), (12.6, None), (2.0, 0)])
def test_who_could_come_is_who_could_charge_with_the_roll_that_is_told(apart: float, needed: int | None) -> None:
    [proof] = Inquirer(duel(apart), ONE).proofs(22.0, 10.0, 0)
    assert proof.reaches == (needed is not None)
    if needed:
        assert f"a roll of {needed} " in proof.text
        assert f"{reaching(needed):.0%}" in proof.text
    assert proof.rule == {None: "A-CHG-4", 0: "A-RANGE-2"}.get(needed, "A-CHG-2")


def test_a_obj_3_a_marker_is_controlled_from_within_three_inches_with_the_higher_score() -> None:
    session = duel(12.0)
    best = Inquirer(session, ONE).answer(Question(ONE, controls=("centre",))).best
    assert best is not None
    marker = session.game.setup.objectives["centre"]
    radius = session.game.models(session.state.units[WRIGHT])[ONE].radius
    assert ((best.x - marker.x) ** 2 + (best.y - marker.y) ** 2) ** 0.5 <= marker.radius + 3.0 + radius + 0.001
    west = Inquirer(session, ONE).answer(Question(ONE, controls=("west",)))
    assert west.best is None


def test_a_question_about_one_model_leaves_the_table_as_it_was() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(10, 10.0, 6.0, 1.4, 5))
    battle.put("hullbreakers", *row(5, 12.0, 16.0, 1.8))
    session = battle.begin().session
    before = session.state.digest()
    piece = "ann.wallward-pikes-3"
    answer = Inquirer(session, piece).answer(Question(piece, safest=True))
    assert answer.best is not None
    assert session.state.digest() == before


def test_drills_are_made_of_its_positions_none_about_tests() -> None:
    made = [*islice(drills(rulesets.load("aos4"), 3, 3, own=False), 3)]
    assert len(made) == 3
    maker = Maker(duel(7.5), Random(1))
    assert maker.make("test") is None
    reach = maker.make("reach")
    assert reach is not None
    assert "Could" in reach.prompt
