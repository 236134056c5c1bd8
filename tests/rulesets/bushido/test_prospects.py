"""What machines go by: the values of answers."""

from __future__ import annotations

from random import Random

from game.engine.core.decisions import Place
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
    found = [each for each in RULESET.prospects(session.game, decision, Random(1)) if isinstance(each.answer, list)]
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
        sum(isinstance(each.answer, list) for each in RULESET.prospects(game, decision, Random(1), share))
        for share in (1.0, 0.5, 0.0)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[2] == 0
