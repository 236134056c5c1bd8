"""Commit and reveal: several players answer in secret, one after another, and then see all answers together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.core.decisions import Answer, Decision
from game.engine.core.flow import Asking


def in_secret(questions: Sequence[Decision]) -> Asking[list[Answer]]:
    """Ask each question in secret and return the answers in the same order once all are given.

    Until then, no answer may reach the state or an event, and no checkpoint may be passed.
    """
    answers: list[Answer] = []
    for question in questions:
        answers.append((yield replace(question, secret=True, sealed=len(answers))))
    return answers
