"""The first game of every rulebook that teaches one: a real position, and steps that real answers fulfil."""

from __future__ import annotations

import pytest

from game import rulesets
from game.ui.lesson.coach import taught, teaches
from tests.conformance.listed import LISTED
from tests.lessons import walked

BOOKS = {name: rulesets.load(name) for name in rulesets.names()}
LESSONS = {name: taught(book) for name, book in BOOKS.items() if teaches(book)}
each_book = pytest.mark.parametrize("book", LESSONS)


def test_all_but_the_toys_teach_a_first_game() -> None:
    assert LESSONS.keys() == {each.name for each in LISTED} - {"toy", "units"}


@each_book
def test_the_position_is_sound_and_the_learner_decides(book: str) -> None:
    session = walked(LESSONS[book], 0)[0]
    assert session.ruleset.violations(session.game) == []
    assert session.pending().player == LESSONS[book].player


@each_book
def test_every_step_is_fulfilled_by_its_own_answers_and_not_before(book: str) -> None:
    events = walked(LESSONS[book], 0)[0].events
    for number, step in enumerate(LESSONS[book].steps, 1):
        if step.happened is not None:
            assert not step.happened(()), step.name
            assert not step.happened(events), step.name
        session, before = walked(LESSONS[book], number)
        if step.happened is not None:
            assert step.happened(session.events[before:]), step.name
        events = session.events


@each_book
def test_every_step_says_what_why_and_how_and_cites_a_known_rule(book: str) -> None:
    steps = LESSONS[book].steps
    names = [step.name for step in steps]
    assert 8 <= len(names) == len(set(names)) <= 12
    for step in steps:
        assert step.title
        assert len(step.text) <= 220
        assert step.how
        assert (step.look is None) != (step.happened is None)
        assert not step.rule or BOOKS[book].wording(step.rule), step.rule


@each_book
def test_what_is_pointed_at_stands_on_the_table(book: str) -> None:
    for number, step in enumerate(LESSONS[book].steps):
        session = walked(LESSONS[book], number)[0]
        assert set(step.pieces) <= {piece.id for piece in session.ruleset.view(session.game).pieces}


@each_book
def test_done_as_told_the_learner_wins(book: str) -> None:
    session = walked(LESSONS[book], len(LESSONS[book].steps))[0]
    result = session.ruleset.result(session.game)
    assert result is not None
    assert list(result.winners) == [LESSONS[book].player]
