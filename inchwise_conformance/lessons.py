"""Newcomers in a lesson, without a window: careless ones, and one who does what the bubble says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, Literal, NamedTuple

from game.engine.core.decisions import Answer, Choose, Decision, Pick, random_answer
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.session import Session
from game.play.teacher import MOST_SHOWN, Teacher, new_lesson

HEEDS = 0.3
"""The chance that a newcomer uses the aid that a step asks for, or lets the program show a step after a hint."""
MOST = 4_000
"""The number of answers and aids after which a newcomer counts as stuck."""


Way = Literal["random", "first", "obeying"]
WAYS: Final[dict[Way, str]] = {
    "random": "gives random legal answers, and heeds a hint now and then",
    "first": "takes each first answer, and heeds a hint once that has led nowhere",
    "obeying": "gives each answer that the bubble names, also where it is only to be pointed at",
}
"""How newcomers answer."""


class Course(NamedTuple):
    """How a newcomer went through a lesson: the steps done by oneself and shown, the hints, and the step left open.

    `late` are the steps that could no longer be done, so that the newcomer went back.
    """

    alone: Counter[str]
    shown: Counter[str]
    hints: int
    late: Counter[str]
    stuck: str = ""


def newcomer(
    book: AnyRuleset, seed: int, opponent: Callable[[Session], Answer] | None = None, way: Way = "random"
) -> Course:
    """Return how a newcomer goes through a rulebook's lesson, against an opponent who answers at random by default."""
    rng, session = Random(seed), new_lesson(book)
    teacher, tries, alone, shown, hints, late = Teacher(session), 0, Counter[str](), Counter[str](), 0, Counter[str]()
    idle = 0
    for _ in range(MOST):
        step, decision = teacher.step, session.decision
        if step is None:
            return Course(alone, shown, hints, late)
        used: list[str] = []
        if teacher.done:
            teacher.go_on()
            (shown if tries else alone)[step.name] += 1
            tries = idle = 0
            continue
        if decision is None or teacher.late or tries > MOST_SHOWN:  # the hint says what to do
            late[step.name] += teacher.late
            teacher.retry()
            tries = 1
        elif decision.player != teacher.lesson.player:
            session.answer(random_answer(decision, rng) if opponent is None else opponent(session))
        elif step.aid is not None and (step.aid != "odds" if way == "obeying" else tries or rng.random() < HEEDS):
            used = [step.aid]
        elif (tries or way == "obeying") and (answer := teacher.example()) is not None:
            tries += bool(tries)
            session.answer(answer)
        else:
            idle += 1
            session.answer(first_answer(decision, rng) if way == "first" else random_answer(decision, rng))
        before = teacher.at
        hints += teacher.watch(used) and teacher.strayed
        if teacher.at > before:
            (shown if tries else alone)[step.name] += 1
            tries = idle = 0
        elif not tries and (idle > MOST_SHOWN or (way == "random" and teacher.strayed and rng.random() < HEEDS)):
            tries = 1
    return Course(alone, shown, hints, late, teacher.step.name if teacher.step is not None else "")


def first_answer(decision: Decision, rng: Random) -> Answer:
    """Return the first answer of a list, a random one where there is none."""
    if isinstance(decision, Choose):
        return decision.options[0].key
    if isinstance(decision, Pick) and decision.minimum == 1:
        return [decision.candidates[0]]
    return decision.shortcuts[0].key if decision.shortcuts else random_answer(decision, rng)
