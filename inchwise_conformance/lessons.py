"""Newcomers in a lesson, without a window: they give random legal answers, and heed a hint now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from game.engine.core.decisions import Answer, random_answer
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.play.teacher import MOST_SHOWN, Teacher, new_lesson

HEEDS = 0.3
"""The chance that a newcomer uses the aid that a step asks for, or lets the program show a step after a hint."""
MOST = 4_000
"""The number of answers and aids after which a newcomer counts as stuck."""


class Course(NamedTuple):
    """How a newcomer went through a lesson: the steps done by oneself and shown, the hints, and the step left open."""

    alone: Counter[str]
    shown: Counter[str]
    hints: int
    stuck: str = ""


def newcomer(book: AnyRuleset, seed: int, opponent: Callable[[Session], Answer] | None = None) -> Course:
    """Return how a newcomer goes through a rulebook's lesson, against an opponent who answers at random by default."""
    rng, session = Random(seed), new_lesson(book)
    teacher, tries, alone, shown, hints = Teacher(session), 0, Counter[str](), Counter[str](), 0
    for _ in range(MOST):
        step, decision = teacher.step, session.decision
        if step is None:
            return Course(alone, shown, hints)
        used: list[str] = []
        if teacher.done:
            teacher.go_on()
            (shown if tries else alone)[step.name] += 1
            tries = 0
            continue
        if decision is None or tries > MOST_SHOWN:  # the game is over, and the hint says what to do
            teacher.retry()
            tries = 1
        elif decision.player != teacher.lesson.player:
            session.answer(random_answer(decision, rng) if opponent is None else opponent(session))
        elif step.aid is not None and (tries or rng.random() < HEEDS):
            used = [step.aid]
        elif tries and (answer := teacher.example()) is not None:
            tries += 1
            session.answer(answer)
        else:
            session.answer(random_answer(decision, rng))
        before = teacher.at
        hints += teacher.watch(used) and teacher.strayed
        if teacher.at > before:
            (shown if tries else alone)[step.name] += 1
            tries = 0
        elif not tries and teacher.strayed and rng.random() < HEEDS:
            tries = 1
    return Course(alone, shown, hints, teacher.step.name if teacher.step is not None else "")
