"""Questions asked backwards about battles of units: where to shoot from, what to contest, who could come."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.questions.asking import Inquirer, Question
from game.rulesets.aos4 import RULESET
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.conditions import contesting
from game.rulesets.aos4.view.instruments import base_of
from game.rulesets.aos4.view.preview import moved_to
from game.rulesets.aos4.view.threats import Coming
from game.table.footprints import disc_around
from game.table.lattice import position
from game.table.placing.places import is_legal
from game.table.shapes import Disc
from tests.rulesets.aos4.battles import Battle, box, field, piece, row


def standing() -> Battle:
    wall = piece("wall", box(20, 12, 3, 1), 3.0, "impassable", "blocks-sight")
    battle = Battle("movement", on=field(wall))
    battle.put("glarecoil-slingers", (20, 8), (21.3, 8), (22.6, 8))
    battle.put("wallward-pikes", *row(3, 10, 9, 1.5))
    battle.put("hullbreakers", (18, 22), (20, 22))
    battle.put("barbcasters", (23, 24))
    return battle.begin()


MODEL = "ann.glarecoil-slingers-1"


def test_a_tgt_1_where_a_model_could_shoot_is_where_the_rules_let_it() -> None:
    battle, rng = standing(), Random(1)
    unit, enemy = battle.unit("glarecoil-slingers"), battle.unit("hullbreakers")
    enemy.at = {"bob.hullbreakers-1": enemy.at["bob.hullbreakers-1"]}
    found = RULESET.questions.engaging(battle.game, MODEL, "bob.hullbreakers-1", 0)
    verdicts = set()
    for _each in range(200):
        spot = position(rng.uniform(10, 30), rng.uniform(2, 14))
        with moved_to(battle.game, unit, {MODEL: spot}):
            can = any(MODEL in group.models for group in groups(battle.game, unit, ranged=True, only=[enemy]))
        assert found.allows(*spot) == can, spot
        verdicts.add(can)
    assert verdicts == {False, True}


def test_a_obj_2_controlling_is_contesting() -> None:
    battle, rng = standing(), Random(2)
    unit, marker = battle.unit("wallward-pikes"), battle.setup.objectives["west"]
    found = RULESET.questions.controlling(battle.game, "ann.wallward-pikes-1", "west", 0)
    unit.at = {"ann.wallward-pikes-1": unit.at["ann.wallward-pikes-1"]}
    verdicts = set()
    for _each in range(200):
        spot = position(rng.uniform(5, 17), rng.uniform(9, 21))
        with moved_to(battle.game, unit, {"ann.wallward-pikes-1": spot}):
            can = contesting(battle.game, unit, marker) > 0
        assert found.allows(*spot) == can, spot
        verdicts.add(can)
    assert verdicts == {False, True}
    assert RULESET.questions.controller(battle.game, "west") == ""


def test_a_move_7_every_best_spot_is_a_legal_end_and_keeps_what_it_promises() -> None:
    battle = standing()
    for model, question in (
        (MODEL, Question(MODEL, engages=("bob.hullbreakers-1",))),
        ("ann.wallward-pikes-1", Question("ann.wallward-pikes-1", controls=("west",))),
        (MODEL, Question(MODEL, safest=True)),
    ):
        inquirer = Inquirer(battle.session, model)
        best = inquirer.answer(question).best
        assert best is not None
        [ends] = RULESET.questions.ends(battle.game, model, question.engages)
        assert is_legal(ends.region, (best.x, best.y))
        proofs = inquirer.verdicts(best.x, best.y, 0, question.engages).proofs
        assert sum(each.reaches for each in proofs) == len(best.reached_by)
        assert all(each.text and each.rule for each in proofs)


def test_who_could_come_is_worked_out_only_where_all_else_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, weighed = standing(), list[object]()
    could = Coming.could_strike

    def counted(coming: Coming, target: Disc) -> bool:
        weighed.append(target)
        return could(coming, target)

    monkeypatch.setattr(Coming, "could_strike", counted)
    for question in (
        Question(MODEL, engages=("bob.barbcasters-1",), controls=("west",), at_most=0, safest=True),
        Question(MODEL, engages=("bob.barbcasters-1",), controls=("west",), at_most=1),
    ):
        answer = Inquirer(battle.session, MODEL).answer(question)
        assert answer.best is None
        assert answer.cause is not None
    assert len(weighed) < 10


def test_a_chg_4_whether_a_unit_could_come_agrees_with_how() -> None:
    battle, rng = standing(), Random(3)
    target, verdicts = base_of(battle.game, MODEL), set()
    assert target is not None
    for enemy in (battle.unit("hullbreakers"), battle.unit("barbcasters")):
        coming = Coming(battle.game, enemy)
        for _spot in range(60):
            there = disc_around(target).moved_to(*position(rng.uniform(2, 42), rng.uniform(2, 28)))
            strikes = coming.strikes(there)
            assert coming.could_strike(there) == bool(strikes), there
            verdicts.add(bool(strikes))
    assert verdicts == {False, True}


def test_a_chg_2_who_could_come_is_as_far_as_a_move_a_charge_or_a_shot_goes() -> None:
    battle = standing()
    reachers = {each.id: each for each in RULESET.questions.reachers(battle.game, MODEL)}
    breakers, casters = reachers["bob.hullbreakers"], reachers["bob.barbcasters"]
    radius = 28.5 / 25.4 / 2
    edge = 22 - 40 / 25.4 / 2 - radius - (5 + 12 + 0.5)
    assert breakers.reaches(18, edge + 0.01, 0)
    assert not breakers.reaches(18, edge - 0.01, 0)
    assert breakers.proof(18, edge + 0.01, 0).text == "Hullbreakers: could charge after a move, 3% (needs 12)"
    assert casters.proof(23, 12, 0).text == "Barbcasters: already in reach; or charge, 72% (needs 6)"


def test_a_atk_1_what_engaging_brings_is_the_expected_damage() -> None:
    battle = standing()
    here = RULESET.questions.fight(battle.game, MODEL, "bob.hullbreakers-1", 20, 8, 0)
    assert here.rule == "A-ATK-1"
    assert 0.5 < here.worth < 3.0
    pikes = RULESET.questions.fight(battle.game, "ann.wallward-pikes-1", "bob.hullbreakers-1", 12, 13, 0)
    assert pikes.rule == "A-CHG-2"


def test_a_range_2_who_is_in_combat_fights_and_does_not_charge() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", (20, 8), (21.3, 8))
    battle.put("hullbreakers", (20, 10.5), (22, 10.5))
    battle.begin()
    [proof] = [each.proof(20, 10.5, 0) for each in RULESET.questions.reachers(battle.game, "bob.hullbreakers-1")]
    assert (proof.reaches, proof.text) == (True, "Wallward Pikes: already in combat, can fight")
