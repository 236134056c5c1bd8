"""The first game of Bushido: a real position, steps that real answers fulfil, and an end that is worth the trouble."""

import json
from typing import Any

from game import rulesets
from game.documents.reading import parse_document
from game.engine.saving.documents import PositionDocument
from game.engine.saving.saves import open_position
from game.engine.session import Session
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.lesson.lesson import lesson, position

LESSON = lesson()
ASKED: dict[str, Any] = {"B-SPEC-2": "none", "B-TEST-5": "keep", "B-SCEN-8": ["idol-2"]}
"""What is still asked of either player, by the rule, with an answer."""


def begun() -> Session:
    return open_position(parse_document(json.dumps(position()), PositionDocument, "lesson"), rulesets.find, "lesson")


def walked(upto: int) -> tuple[Session, int]:
    """The game after so many steps done as the lesson itself would, and how many events there were before the last."""
    session = begun()
    before = 0
    for step in LESSON.steps[:upto]:
        before = len(session.events)
        for answer in step.instead:
            session.give(answer)
        while step.happened is not None and not step.happened(session.events[before:]):
            session.give(ASKED[session.pending().rule])
    return session, before


def test_the_position_is_sound_and_the_learner_decides() -> None:
    session = begun()
    assert session.ruleset.violations(session.game) == []
    assert session.pending().player == LESSON.player


def test_every_step_is_fulfilled_by_its_own_answers_and_not_before() -> None:
    for number, step in enumerate(LESSON.steps, 1):
        session, before = walked(number)
        if step.happened is not None:
            assert step.happened(session.events[before:]), step.name
            assert not step.happened(()), step.name


def test_every_step_says_what_why_and_how_and_cites_a_known_rule() -> None:
    names = [step.name for step in LESSON.steps]
    assert 8 <= len(names) == len(set(names)) <= 10
    for step in LESSON.steps:
        assert step.title
        assert len(step.text) <= 220
        assert step.how
        assert (step.look is None) != (step.happened is None)
        assert not step.rule or RULESET.wording(step.rule), step.rule


def test_what_is_pointed_at_stands_on_the_table() -> None:
    for number, step in enumerate(LESSON.steps):
        session = walked(number)[0]
        assert set(step.pieces) <= {piece.id for piece in session.ruleset.view(session.game).pieces}


def test_done_as_told_the_learner_wins_by_the_idols() -> None:
    session = walked(len(LESSON.steps))[0]
    result = session.ruleset.result(session.game)
    assert result is not None
    assert list(result.winners) == [LESSON.player]
