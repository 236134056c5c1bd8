"""Questions asked backwards, against the rules themselves: stand there on a fork, and see whom enemies may select."""

from __future__ import annotations

from random import Random

import pytest
import shapely

from game.engine.core.decisions import Place
from game.engine.questions.asking import Inquirer, Question
from game.engine.session import Session
from game.rulesets.bushido.odds.exchange_odds import even_exchange
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.fighting import targets
from game.rulesets.bushido.rules.actions.scenario import beside
from game.rulesets.bushido.view.questions import reachers
from game.table.lattice import position
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import acting, duel, skirmish_session
from tests.samples import some

SPEAR, CUTTER = "ann.temple-guard-spear", "bob.river-bandit-cutter-1"
CHARGE = ACTIONS["charge"]
OFF = 0.3


def reached_by(session: Session, spot: tuple[float, float]) -> set[str]:
    """The enemies that may select the spear there for a Melee move or a Charge, or touch it."""
    game = session.fork().game
    model = game.state.models[SPEAR]
    model.x, model.y = spot
    able = [enemy for enemy in game.enemies(model) if not enemy.exhausted]
    return {
        enemy.id
        for enemy in able
        if game.within(enemy, model, 0.0)
        or model in targets(game, enemy, charge=False)
        or (CHARGE.why_not(game, enemy) is None and model in targets(game, enemy, charge=True))
    }


def offered(session: Session, action: str, *answers: list[str]) -> Place:
    decision = acting(session.fork(), SPEAR.removeprefix("ann."), action, *answers).pending()
    assert isinstance(decision, Place)
    return decision


@pytest.mark.parametrize("at_most", [0, 1, None])
def test_b_move_6_a_walk_where_at_most_so_many_may_select_it(at_most: int | None) -> None:
    session, rng = skirmish_session(ki=0), Random(3)
    [layer] = Inquirer(session, SPEAR).answer(Question(SPEAR, at_most=at_most)).layers
    walk = offered(session, "walk")
    model = session.game.state.models[SPEAR]
    differing, spots = (
        0,
        [position(model.x + rng.uniform(-5, 5), model.y + rng.uniform(-5, 5)) for _ in range(some(60))],
    )
    for x, y in spots:
        expected = walk.allows([x, y, model.facing])
        expected = expected and (at_most is None or len(reached_by(session, (x, y))) <= at_most)
        assert is_legal(layer.region, (x, y)) == expected, (x, y)
        drawn = shapely.contains_xy(layer.region.geometry, x, y)
        away = shapely.distance(layer.region.geometry.boundary, shapely.Point(x, y)) > OFF
        differing += bool(away) and bool(drawn) != expected
    assert differing <= len(spots) // 20  # what sight and zones hide from a Charge is judged, not drawn


def test_b_act_31_to_engage_is_to_come_to_base_contact() -> None:
    session = skirmish_session(ki=0)
    inquirer = Inquirer(session, SPEAR)
    answer = inquirer.answer(Question(SPEAR, engages=(CUTTER,)))
    melee = offered(session, "melee", [CUTTER])
    [layer], best = answer.layers, answer.best
    assert best is not None
    assert melee.allows([best.x, best.y])
    assert set(best.reached_by) == reached_by(session, (best.x, best.y))
    assert CUTTER in best.reached_by
    ring = [position(*spot) for spot in shapely.get_coordinates(layer.region.geometry).tolist()]
    assert all(is_legal(layer.region, spot) == melee.allows([*spot]) for spot in ring)


def test_b_act_31_too_far_to_engage_says_by_how_much() -> None:
    session = skirmish_session(ki=0)
    answer = Inquirer(session, "ann.herb-sister").answer(
        Question("ann.herb-sister", engages=("bob.river-bandit-chief",))
    )
    assert answer.best is None
    assert answer.cause is not None
    assert "too far" in answer.cause.text
    friend = Inquirer(session, SPEAR).answer(Question(SPEAR, engages=("bob.reed-stalker",), controls=()))
    assert friend.best is None


def test_b_scen_7_a_zone_is_controlled_from_wholly_inside() -> None:
    session = skirmish_session(ki=0)
    held = [each for each in scenarios.names() if scenarios.find(each).zones]
    session = skirmish_session(ki=0, scenario=held[0])
    zones = scenarios.find(held[0]).zones
    inquirer = Inquirer(session, SPEAR)
    assert inquirer.askable is not None
    assert {f"zone-{name}" for name, *_rest in zones} <= set(inquirer.askable.goals)
    for name, x, y, radius, _side in zones:
        answer = inquirer.answer(Question(SPEAR, controls=(f"zone-{name}",)))
        if answer.best is None:
            assert answer.cause is not None
            continue
        model = session.game.state.models[SPEAR]
        with session.game.supposing(model, answer.best.x, answer.best.y, model.facing):
            assert scenarios.controller(session.game, x, y, radius) == model.side


def test_b_act_16_an_objective_is_touched() -> None:
    session = skirmish_session(ki=0, scenario="idols")
    state = session.game.state
    state.objectives = scenarios.find("idols").objectives(session.game)
    model, near = state.models[SPEAR], next(iter(state.objectives.values()))
    model.x, model.y = near.x + 8.0, near.y
    far = Inquirer(session, SPEAR).answer(Question(SPEAR, controls=(near.id,)))
    assert far.cause is not None
    assert "short of base contact" in far.cause.text
    model.x = near.x + 3.0
    answer = Inquirer(session, SPEAR).answer(Question(SPEAR, controls=(near.id,)))
    assert answer.best is not None
    model.x, model.y = answer.best.x, answer.best.y
    assert near in beside(session.game, model)


def test_who_could_stop_that_names_every_enemy_with_its_reason() -> None:
    session = skirmish_session(ki=0)
    model = session.game.state.models[SPEAR]
    proofs = Inquirer(session, SPEAR).proofs(model.x, model.y, 0)
    assert sum(each.reaches for each in proofs) == len(reached_by(session, (model.x, model.y)))
    assert len(proofs) == 5
    assert all(each.rule and each.receipt is not None for each in proofs)
    assert proofs == sorted(proofs, key=lambda each: not each.reaches)


def test_b_melee_5_the_wounds_of_engaging_are_those_of_an_even_split_beside_the_enemy() -> None:
    session = skirmish_session(ki=0)
    inquirer = Inquirer(session, SPEAR)
    best = inquirer.answer(Question(SPEAR, engages=(CUTTER,))).best
    assert best is not None
    [fight] = inquirer.verdicts(best.x, best.y, best.level, (CUTTER,)).fights
    game = session.fork().game
    model, foe = game.state.models[SPEAR], game.state.models[CUTTER]
    model.x, model.y = best.x, best.y
    odds = even_exchange(game, model, foe)
    assert fight.worth == pytest.approx(odds.dealt - odds.taken)
    assert f"deals {odds.dealt:.1f} wounds, takes {odds.taken:.1f}" in fight.text
    assert odds.dealt > 0


@pytest.mark.parametrize(("state", "comes"), [("", True), ("Prone", False), ("Held", False)])
def test_b_eng_5_who_cannot_stir_reaches_nobody(state: str, comes: bool) -> None:
    at = duel((), {}, {}, gap=2.0)
    if state:
        at["b"].markers[state] = [0]
    [walker] = reachers(at.game, at["a"].id)
    assert walker.reaches(at["a"].x, at["a"].y, 0) is comes
    assert walker.area((0.0, 0.0, 24.0, 24.0), 0).area > 0.0  # in contact it is there already
    assert walker.proof(at["a"].x, at["a"].y, 0).reaches is comes
