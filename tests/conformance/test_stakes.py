"""Who is marked as hurt or helped by an answer is who then is, in games at random of every listed rulebook."""

from __future__ import annotations

import random

import pytest

from game.engine.core.decisions import Answer, Choose, Pick
from game.engine.session import Session
from game.engine.stakes import stakes
from game.players.random_player import random_answer
from tests.conformance.listed import CASES, MOMENTS, Case
from tests.samples import some
from tools.promising import godbreakers
from tools.promising.signs import broken

THICK = {case.ruleset for case in MOMENTS}
"""Rulebooks of which a moment in the thick of it is looked at: whole games at random bring little there."""
MOST = some(10)
"""Decisions that are looked at from such a moment."""
MOST_OF_A_GAME = some(50)
"""Decisions that are looked at of a whole game."""


def considered(session: Session, rng: random.Random) -> list[Answer]:
    """Return some answers to the pending decision."""
    decision = session.pending()
    if isinstance(decision, Choose):
        return [option.key for option in rng.sample(decision.options, min(3, len(decision.options)))]
    if isinstance(decision, Pick) and decision.minimum <= 1 <= decision.maximum:
        return [[piece] for piece in rng.sample(decision.candidates, min(2, len(decision.candidates)))]
    return [random_answer(decision, rng)] if rng.random() < 0.1 else []


@pytest.mark.parametrize("case", [*(case for case in CASES if case.ruleset not in THICK), *MOMENTS], ids=str)
def test_the_marks_are_what_happens(case: Case) -> None:
    session, rng, tried = case.session(), random.Random(case.seed), 0
    while not session.finished and tried < (MOST if case.position else MOST_OF_A_GAME):
        if rng.random() < 0.15:
            tried += 1
            for answer in considered(session, rng):
                assert broken(session, answer) == [], f"{session.pending().prompt} {answer}"
        session.answer(random_answer(session.pending(), rng))


@pytest.mark.parametrize("number", range(some(5)))
def test_the_marks_are_what_happens_with_any_trait_and_scenario(number: int) -> None:
    session, rng = godbreakers.begin(number), random.Random(number)
    held: set[str] = set()
    while not session.finished:
        decision = session.pending()
        if session.state.round and rng.random() < 0.08:
            for answer in considered(session, rng):
                assert broken(session, answer) == [], f"{decision.prompt} {answer}"
                held |= {stake.sign for stake in stakes(session, answer)}
        session.answer(godbreakers.lively(session, decision, rng))
    assert held
