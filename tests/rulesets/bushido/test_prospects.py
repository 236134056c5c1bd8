"""What machines go by: the values of answers."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.decisions import Place
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.lookahead import PlanStep
from game.players.veteran import VeteranPlayer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.state import Objective
from game.rulesets.bushido.rules.turn.main import declaration
from tests.rulesets.bushido.bushido_kit import N, S, moment, skirmish_session

WALKER = "ann.bell-warden"


def walking(ki: int = 0) -> Session:
    """Return a game in which the warden's walk is asked for."""
    session = skirmish_session(ki=ki)
    session.answer([WALKER])
    session.answer(f"{WALKER} walk")
    return session


def test_a_spot_is_worth_what_it_changes_of_the_position() -> None:
    session = walking()
    game, decision = session.game, session.pending()
    assert isinstance(decision, Place)
    found = [each for each in RULESET.judge.prospects(game, decision, Random(1)) if isinstance(each.answer, list)]
    model, here = game.state.models[WALKER], RULESET.judge.worth(game, "ann")
    assert any(each.worth > 0 for each in found)
    for each in found:
        assert isinstance(each.answer, list)
        with game.supposing(model, each.answer[0], each.answer[1], model.facing):
            assert each.worth == pytest.approx(RULESET.judge.worth(game, "ann") - here)


def test_answers_are_weighed_on_copies_and_leave_the_table_alone() -> None:
    session = skirmish_session(ki=3)
    game = session.game
    far = game.remembered("asked once", lambda: "kept")
    before, told = game.state.clone(), len(game.events)
    list(RULESET.judge.prospects(game, session.pending(), Random(1)))
    assert game.state.equals(before)
    assert len(game.events) == told
    assert game.remembered("asked once", lambda: "lost") == far


def test_b_main_3_a_model_is_worth_as_much_as_the_best_that_it_can_do() -> None:
    session = skirmish_session(ki=0)
    [picked] = [each for each in RULESET.judge.prospects(session.game, session.pending(), Random(1))
                if each.answer == [WALKER]]  # fmt: skip
    session.answer([WALKER])
    offered = list(RULESET.judge.prospects(session.game, session.pending(), Random(1)))
    assert picked.worth == pytest.approx(max(each.worth for each in offered))


def test_b_act_16_a_scenario_action_is_worth_what_it_changes_after_its_price() -> None:
    at = moment(scenario="idols")
    at.game.state.objectives = {"idol-1": Objective("idol-1", 12.0, 12.0, 0.6)}
    model = at.put("bell-warden", 12.0, 10.81)
    at.game.state.active_player, at.game.picked = S, model.id
    for place, each in enumerate(each for each in at.game.models if each is not model):
        each.place, each.x, each.y, each.counters = "table", 2.0 + 2.0 * place, 23.0, 2
    here, rated = RULESET.judge.worth(at.game, S), declaration(at.game, S, [model])
    found = {each.answer: each.worth for each in RULESET.judge.prospects(at.game, rated, Random(1))}
    model.counters -= 1
    at.game.state.objectives["idol-1"].friendly_to = S
    gain = RULESET.judge.worth(at.game, S) - here
    assert found[f"{model.id} simple-scenario"] == pytest.approx(gain)
    assert gain > 0.0


@pytest.mark.parametrize(("friendly", "why"), [(S, "a prayer, but one elsewhere"), (N, "the scenario rewards it")])
def test_b_scen_5_a_prayer_at_home_says_that_one_elsewhere_is_worth_more(friendly: str, why: str) -> None:
    at = moment(scenario="keii")
    for place, name in enumerate(("temple-guard-spear", "herb-sister")):
        at.put(name, 4.0 + 4 * place, 3.0)
    at.put("reed-stalker", 20.0, 22.0)
    model, state = at.put("bell-warden", 12.0, 10.81), at.game.state
    state.objectives = {"shrine-1": Objective("shrine-1", 12.0, 12.0, 0.6, friendly)}
    state.turn, state.points, state.prayers = 1, {S: 0, N: 0}, {S: 1, N: 1}
    state.active_player, at.game.picked = S, model.id
    rated = declaration(at.game, S, [model])
    found = {each.answer: each.why for each in RULESET.judge.prospects(at.game, rated, Random(1))}
    assert found[f"{model.id} simple-scenario"].startswith(why)


def test_b_act_17_to_stand_up_is_worth_what_lying_costs() -> None:
    at = moment(scenario="idols")
    model = at.put("temple-guard-spear", 12.0, 3.0)
    at.put("reed-stalker", 12.0, 21.0)
    at.game.mark(model, "Prone", 0)
    assert model.has("Prone")
    at.game.state.active_player, at.game.picked = S, model.id
    here, rated = RULESET.judge.worth(at.game, S), declaration(at.game, S, [model])
    found = {each.answer: each.worth for each in RULESET.judge.prospects(at.game, rated, Random(1))}
    at.game.unmark(model, "Prone")
    model.counters -= 1
    gain = RULESET.judge.worth(at.game, S) - here
    assert found[f"{model.id} stand-up"] == pytest.approx(gain)
    assert gain > 0.0


def test_of_the_spots_only_a_share_is_looked_at() -> None:
    session = walking()
    game, decision = session.game, session.pending()
    shares = [
        sum(isinstance(each.answer, list) for each in RULESET.judge.prospects(game, decision, Random(1), share))
        for share in (1.0, 0.5, 0.0)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[2] == 1, "the best goal is never overlooked"


def test_b_ki_2_who_uses_no_feat_does_not_give_the_reason_of_what_comes_anyhow() -> None:
    session = skirmish_session(ki=1)
    for answer in (["ann.temple-guard-spear"], "ann.temple-guard-spear charge", ["bob.reed-stalker"], [6.5252, 13.918]):
        session.answer(answer)
    assert session.pending().rule == "B-KI-2"
    passed = session.fork()
    passed.answer(PASS)
    after = PlanStep(passed, tuple(RULESET.judge.prospects(passed.game, passed.pending(), Random(1))))
    [kept] = with_plan([Prospect(PASS, 1.0, "")], after, session)
    assert kept.why == "it saves the Ki" != RULESET.judge.reason(passed.game, passed.pending(), after.rated[0])


def with_plan(rated: list[Prospect], after: PlanStep, session: Session) -> list[Prospect]:
    """Return what a veteran tells of rated answers that a step follows."""
    player = VeteranPlayer(1)
    player._plan = (after,)
    return player._with_reasons(session, rated, {})


@pytest.mark.parametrize(
    ("state", "why"), [("Stunned", "it recovers from what hampers it"), ("Poisoned", "nothing better to do")]
)
def test_b_act_18_a_wait_is_worth_something_only_if_it_removes_something_and_says_so(state: str, why: str) -> None:
    session = skirmish_session(ki=0)
    game = session.game
    game.mark(game.state.models[WALKER], state, 1)
    decision = declaration(game, "ann", [game.state.models[WALKER]], begun=True)
    rated = {each.answer: each for each in RULESET.judge.prospects(game, decision, Random(1))}
    assert rated[f"{WALKER} wait"].why == why


def test_a_spot_that_gains_nothing_does_not_say_that_there_is_nowhere_to_go() -> None:
    session = walking()
    found = RULESET.judge.prospects(session.game, session.pending(), Random(1))
    reasons = {each.why for each in found if isinstance(each.answer, list) and each.worth <= 0.0}
    assert reasons == {"the best of the spots that it looked at"}
