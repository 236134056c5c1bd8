"""The first game of every rulebook that teaches one: a real position, and steps that real answers fulfil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game import rulesets
from game.engine.rulebook.lessons import Lesson
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from inchwise_conformance.lessons import walked
from inchwise_conformance.listing import Listed, of_rulebooks


class Taught(NamedTuple):
    """A rulebook, its lesson, and answers to what the lesson leaves open."""

    name: str
    book: AnyRuleset
    lesson: Lesson
    asked: Mapping[str, Any]

    def walked(self, upto: int) -> tuple[Session, int]:
        """Return the game after `upto` steps, and the number of events before the last one."""
        return walked(self.lesson, upto, self.asked)


def taught_by(listed: Listed) -> Taught | None:
    """Return what a rulebook teaches, None if nothing."""
    book = rulesets.load(listed.name) if listed.name in rulesets.names() else None
    lesson = book.papers.lesson if book is not None and book.papers is not None else None
    return None if book is None or lesson is None else Taught(listed.name, book, lesson(), dict(listed.asked))


each_lesson = of_rulebooks("taught", lambda listed: [*filter(None, map(taught_by, listed))])


@each_lesson
def test_the_position_is_sound_and_the_learner_decides(taught: Taught) -> None:
    session = taught.walked(0)[0]
    assert session.ruleset.violations(session.game) == []
    assert session.pending().player == taught.lesson.player


@each_lesson
def test_every_step_is_fulfilled_by_its_own_answers_and_not_before(taught: Taught) -> None:
    events = taught.walked(0)[0].events
    for number, step in enumerate(taught.lesson.steps, 1):
        if step.happened is not None:
            assert not step.happened(()), step.name
            assert not step.happened(events), step.name
        session, before = taught.walked(number)
        if step.happened is not None:
            assert step.happened(session.events[before:]), step.name
        events = session.events


@each_lesson
def test_every_step_says_what_why_and_how_and_cites_a_known_rule(taught: Taught) -> None:
    steps = taught.lesson.steps
    names = [step.name for step in steps]
    assert 8 <= len(names) == len(set(names)) <= 12
    for step in steps:
        assert step.title
        assert len(step.text) <= 220
        assert step.how
        assert (step.look is None) != (step.happened is None)
        assert not step.rule or taught.book.wording(step.rule), step.rule


@each_lesson
def test_what_is_pointed_at_stands_on_the_table(taught: Taught) -> None:
    for number, step in enumerate(taught.lesson.steps):
        session = taught.walked(number)[0]
        assert set(step.pieces) <= {piece.id for piece in session.ruleset.view(session.game).pieces}


@each_lesson
def test_done_as_told_the_learner_wins(taught: Taught) -> None:
    session = taught.walked(len(taught.lesson.steps))[0]
    result = session.ruleset.result(session.game)
    assert result is not None
    assert list(result.winners) == [taught.lesson.player]
