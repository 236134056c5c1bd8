"""Secret answers by several players. All are given, one after another, before anyone sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.core.decisions import Answer, Decision
from game.engine.core.flow import Asking


def in_secret(questions: Sequence[Decision]) -> Asking[list[Answer]]:
    """Ask each question in secret; return the answers in the order of the questions once all are given.

    Until then, no answer may reach the state or an event, and no checkpoint may be passed.
    """
    answers: list[Answer] = []
    for question in questions:
        answers.append((yield replace(question, secret=True, sealed=len(answers))))
    return answers
