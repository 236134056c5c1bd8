"""The setup before turn 1 (B-SETUP-1 to B-SETUP-8)."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import DEPLOY, Choose, IllegalAnswer, Pick, Place
from game.engine.core.dice import Dice, KeyedDice, ScriptedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.scenarios import names
from game.rulesets.bushido.rules.setup_phase.terrain import DEPLOYMENTS, NORTH, SOUTH, deployment_of, region, zone
from game.rulesets.bushido.rules.state import Model
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import N, S, card, moment, warband

MAPS = ("bamboo-ford", "temple-court", "terraced-fields")


def started(scenario: str = "idols", field: str = "bamboo-ford", dice: Dice | None = None, **plan: Any) -> Session:
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), scenario, field, **plan))
    return Session(RULESET, setup, dice or KeyedDice(1))


def told(session: Session, kind: str) -> list[Any]:
    return [event for event in session.events if event.kind == kind]


def to_deployment(session: Session) -> None:
    while isinstance(session.pending(), Choose) or session.pending().rule == "B-TEST-20":
        session.answer(random_answer(session.pending(), Random(0)))


def to_turn_one(session: Session) -> None:
    while session.state.step == "setup":
        decision = session.pending()
        session.answer(DEPLOY if decision.deploys else random_answer(decision, Random(0)))


def test_b_setup_2_the_best_scout_is_added_and_the_winner_says_who_leads() -> None:
    session = started(dice=ScriptedDice.of((5, 5)))
    assert session.pending().rule == "B-TEST-20"
    assert session.pending().player == "bob"
    session.answer(["bob.reed-stalker"])
    assert told(session, "Opposed")[0].results == (5, 6)
    assert (session.pending().player, session.pending().rule) == ("bob", "B-SETUP-2")
    session.answer("ann")
    assert (session.pending().player, session.pending().rule) == ("bob", "B-SETUP-4")
    session.answer("north")
    assert (session.state.south, session.pending().player, session.pending().rule) == ("ann", "ann", "B-SETUP-5")


def test_b_test_3_a_one_gains_nothing_from_scouts() -> None:
    session = started(dice=ScriptedDice.of((2, 1)))
    session.answer(["bob.reed-stalker"])
    assert session.pending().player == "ann"


def test_b_setup_5_one_side_deploys_everything_then_the_other_scouts_last() -> None:
    session = started()
    to_turn_one(session)
    order = [event.model.split(".")[0] for event in told(session, "Deployed")]
    assert len(order) == 9
    last = [event.model for event in told(session, "Deployed")][-1]
    assert last == "bob.reed-stalker"
    assert len([one for one, other in pairwise(order) if one != other]) <= 2


@pytest.mark.parametrize("scenario", names())
@pytest.mark.parametrize("field", MAPS)
def test_b_setup_everything_finds_room_on_every_map_in_every_scenario(scenario: str, field: str) -> None:
    session = started(scenario, field)
    to_turn_one(session)
    assert told(session, "Removed") == []
    assert {model.place for model in session.state.models.values()} == {"table"}
    assert RULESET.violations(session.game) == []
    assert all(model.counters <= 2 for model in session.state.models.values())


def test_b_setup_7_corner_square_and_baseline() -> None:
    south = moment(scenario="idols")
    inside = region(south.game, south["bell-warden"], S)
    assert is_legal(inside, (0.5906, 0.5906))
    assert is_legal(inside, (5.4094, 5.4094))
    assert not is_legal(inside, (5.42, 3.0))
    [refusal] = inside.why_not((6.0, 3.0))
    assert refusal.rule == "B-SETUP-7"
    assert "0.60″ outside the corner square" in refusal.text
    base = moment(scenario="seikyuu")
    line = region(base.game, base["bell-warden"], S)
    assert is_legal(line, (12.0, 0.5906))
    assert not is_legal(line, (12.0, 0.6))
    far = region(base.game, base["ferry-brute"], N)
    assert is_legal(far, (12.0, 23.2125))
    spot = line.nearest((12.0, 9.0))
    assert spot is not None
    assert is_legal(line, spot)
    assert spot.x == pytest.approx(12.0, abs=0.01)


def test_b_tr_48_a_scout_may_leave_its_zone_by_so_many_inches() -> None:
    game = moment(scenario="idols")
    where = region(game.game, game["reed-stalker"], N)
    assert is_legal(where, (14.6, 20.0))
    assert is_legal(where, (18.0 - 4.59, 20.0))
    [refusal] = where.why_not((13.2, 20.0))
    assert refusal.rule == "B-TR-48"


def test_b_setup_6_nobody_begins_touching_an_enemy_or_in_its_zone() -> None:
    game = moment(scenario="idols")
    game.put("ferry-brute", 7.5, 3.0, facing=18000)
    where = region(game.game, game["bell-warden"], S)
    assert {refusal.rule for refusal in where.why_not((5.3, 3.0))} == {"B-SETUP-6"}
    game["ferry-brute"].facing = 0
    assert is_legal(region(game.game, game["bell-warden"], S), (5.3, 3.0))


def test_b_setup_8_what_does_not_fit_is_removed() -> None:
    cards = [card(f"Giant {number}", base_mm=60, max=1) for number in range(9)]
    game = moment(south=warband(*cards), scenario="idols")
    game.game.state.step, game.game.state.setup_done, game.game.state.active_player = "setup", 4, S
    session = Session(RULESET, game.game.setup, KeyedDice(2), state=game.game.state)
    rng = Random(3)
    while session.state.setup_done == 4:
        session.answer(random_answer(session.pending(), rng))
    placed = [model for model in session.state.models.values() if model.owner == S and model.place == "table"]
    gone = [event.model for event in told(session, "Removed")]
    assert gone
    assert len(placed) + len(gone) == 9
    assert all(session.state.models[model].place == "removed" for model in gone)


def test_models_face_the_other_side() -> None:
    assert [zone("baseline", side, 24.0, 24.0).ahead for side in (SOUTH, NORTH)] == [9000, 27000]
    assert [zone("corner-square", side, 24.0, 24.0).ahead for side in (SOUTH, NORTH)] == [4500, 22500]
    assert set(DEPLOYMENTS) == {"baseline", "corner-square", "corner-edge"}
    session = started()
    to_turn_one(session)
    own = [model for model in session.state.models.values() if model.owner == session.state.south]
    assert {model.facing for model in own} == {4500}


def test_deploying_by_itself_spreads_models_and_takes_them_ahead() -> None:
    session = started()
    to_turn_one(session)
    models = list(session.state.models.values())
    assert all(gap(one, other) > 0.5 for one in models for other in models if one is not other)
    south = [model for model in models if model.owner == session.state.south]
    assert sum(max(model.x, model.y) > 3.5 for model in south) >= len(south) - 1


def gap(one: Model, other: Model) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 - one.radius - other.radius)


def test_a_spot_outside_is_refused_and_the_game_stays() -> None:
    session = started()
    to_deployment(session)
    decision = session.pending()
    if isinstance(decision, Pick):
        session.answer([decision.candidates[0]])
    decision = session.pending()
    assert isinstance(decision, Place)
    before = session.state.digest()
    with pytest.raises(IllegalAnswer, match="corner square"):
        session.answer([12.0, 12.0])
    assert session.state.digest() == before


def test_b_scen_objectives_and_prayers_are_laid_out() -> None:
    session = started("keii")
    to_deployment(session)
    friendly = [each.friendly_to for each in session.state.objectives.values()]
    assert sorted(friendly.count(player) for player in ("ann", "bob", "")) == [2, 2, 2]
    assert session.state.prayers == {"ann": 5, "bob": 5}
    lower = [each for each in session.state.objectives.values() if each.y == 6.0]
    assert {each.friendly_to for each in lower} == {session.state.south}


@pytest.mark.parametrize(
    ("scenario", "agreed", "found"), [("ryodo", "corner-square", True), ("keii", "corner-square", False)]
)
def test_b_scen_23_and_b_setup_7_a_scenario_may_leave_the_deployment_open(
    scenario: str, agreed: str, found: bool
) -> None:
    session = started(scenario, agreed=(("deployment", agreed),))
    assert (deployment_of(session.setup) == agreed) is found
    to_turn_one(session)
    south = [model for model in session.state.models.values() if model.owner == session.state.south]
    inside = [model.x + model.radius <= 6.001 and model.y + model.radius <= 6.001 for model in south]
    assert all(inside) is found
