"""What machines go by: the values of answers."""

from __future__ import annotations

from random import Random

from game.engine.core.decisions import Place
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.players.lookahead import PlanStep
from game.players.veteran import VeteranPlayer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.ai.goals import goals, pull
from tests.rulesets.bushido.bushido_kit import skirmish_session


def test_a_spot_is_worth_what_it_brings_a_model_nearer_to_its_goals() -> None:
    session = skirmish_session(ki=0)
    walker = "ann.bell-warden"
    session.answer([walker])
    session.answer(f"{walker} walk")
    decision = session.pending()
    assert isinstance(decision, Place)
    model = session.game.state.models[walker]
    known = goals(session.game, model)
    here = pull(session.game, model, model.x, model.y, known)
    found = [
        each for each in RULESET.judge.prospects(session.game, decision, Random(1)) if isinstance(each.answer, list)
    ]
    assert any(each.worth > 0 for each in found)
    for each in found:
        assert isinstance(each.answer, list)
        there = pull(session.game, model, each.answer[0], each.answer[1], known)
        assert abs(each.worth - (there - here)) < 1e-9


def test_of_the_spots_only_a_share_is_looked_at() -> None:
    session = skirmish_session(ki=0)
    walker = "ann.bell-warden"
    session.answer([walker])
    session.answer(f"{walker} walk")
    game, decision = session.game, session.pending()
    shares = [
        sum(isinstance(each.answer, list) for each in RULESET.judge.prospects(game, decision, Random(1), share))
        for share in (1.0, 0.5, 0.0)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[2] == 0


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
