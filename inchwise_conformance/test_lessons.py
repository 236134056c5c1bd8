"""The first game of every rulebook that teaches one: a real position, and steps that anybody can finish."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import NamedTuple

from game import rulesets
from game.engine.rulebook.lessons import Lesson
from game.engine.rulebook.ruleset import AnyRuleset
from game.play.teacher import MOST_SHOWN, Teacher, new_lesson, taught, teaches
from game.players import answer_with, make_player
from inchwise_conformance.lessons import newcomer
from inchwise_conformance.listing import Listed, of_rulebooks

GOALS = {"use", "event", "answer", "near", "read"}
NEWCOMERS = 2
"""Newcomers of a rulebook; `tools/newcomers.py` sends as many as are asked for."""


class Taught(NamedTuple):
    """A rulebook and its lesson."""

    name: str
    book: AnyRuleset
    lesson: Lesson


def taught_by(listed: Listed) -> Taught | None:
    """Return what a rulebook teaches, None if nothing."""
    book = rulesets.load(listed.name) if listed.name in rulesets.names() else None
    return None if book is None or not teaches(book) else Taught(listed.name, book, taught(book))


each_lesson = of_rulebooks("taught", lambda listed: [*filter(None, map(taught_by, listed))])


@each_lesson
def test_the_position_is_sound_and_the_learner_soon_decides(taught: Taught) -> None:
    session = new_lesson(taught.book)
    assert session.ruleset.violations(session.game) == []
    assert session.lesson == [len(session.journal)]
    assert set(session.seats) == set(taught.book.players(session.setup))


@each_lesson
def test_no_step_is_longer_than_two_sentences_and_all_are_needed(taught: Taught) -> None:
    steps = taught.lesson.steps
    names = [step.name for step in steps]
    assert 8 <= len(names) == len(set(names)) <= 13
    for step in steps:
        for text in filter(None, (step.text, step.said)):
            assert 1 <= len(re.findall(r"[.!?](?:\s|$)", text)) <= 2, text
            assert len(text) <= 170, text
        assert len(GOALS & set(step.goal)) == 1, step.name
        assert step.aid is not None or step.is_text or step.show, step.name
        assert bool(step.said) or step.aid is None, f"{step.name} does not say what is seen"


@each_lesson
def test_it_says_first_how_one_wins(taught: Taught) -> None:
    first = taught.lesson.steps[0]
    assert first.is_text
    assert not first.show


@each_lesson
def test_every_pattern_that_leads_on_by_hand_is_one_that_leads_on(taught: Taught) -> None:
    for step in taught.lesson.steps:
        assert set(step.by_hand) <= set(step.show), step.name
        assert step.aid != "odds" or step.show, step.name


@each_lesson
def test_it_asks_for_a_map_of_threats_only_where_the_rulebook_has_one(taught: Taught) -> None:
    session, vision = new_lesson(taught.book), taught.book.vision
    asks = any(step.aid == "threats" for step in taught.lesson.steps)
    assert not asks or (vision is not None and vision.threats(session.game, taught.lesson.player) is not None)


@each_lesson
def test_shown_from_the_beginning_every_step_is_reached_and_points_at_a_piece(taught: Taught) -> None:
    session = new_lesson(taught.book)
    teacher, opponent = Teacher(session), make_player("random", 1)
    for _ in range(len(taught.lesson.steps) * 4 * MOST_SHOWN):
        if (step := teacher.step) is None:
            break
        if len(session.journal) == teacher.begun[-1]:
            assert any(fnmatchcase(piece.id, pattern) for pattern in step.at for piece in teacher.pieces), step.name
        if teacher.done:
            teacher.go_on()
        elif session.decision is None:
            teacher.retry()
        elif session.pending().player != taught.lesson.player:
            session.answer(answer_with(opponent, session, 0))
        elif step.aid is None:
            answer = teacher.example()
            assert answer is not None
            session.answer(answer)
        teacher.watch([step.aid or ""])
    assert teacher.step is None, teacher.step


@each_lesson
def test_newcomers_who_answer_at_random_finish(taught: Taught) -> None:
    for seed in range(NEWCOMERS):
        assert not newcomer(taught.book, seed).stuck


@each_lesson
def test_who_obeys_the_bubble_finishes_without_a_hint_or_going_back(taught: Taught) -> None:
    course = newcomer(taught.book, 1, way="obeying")
    assert not course.stuck
    assert (course.hints, course.late) == (0, {})


@each_lesson
def test_who_takes_each_first_answer_finishes(taught: Taught) -> None:
    assert not newcomer(taught.book, 1, way="first").stuck
