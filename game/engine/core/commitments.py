"""Commit and reveal: several players answer in secret, one after another, and learn the answers together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.core.decisions import Answer, Decision
from game.engine.core.flow import Asking


def in_secret(questions: Sequence[Decision]) -> Asking[list[Answer]]:
    """Ask each question in secret and return the answers in the same order, once all are given.

    Until then nothing of them may reach state or events, and no checkpoint may be passed.
    """
    answers: list[Answer] = []
    for question in questions:
        answers.append((yield replace(question, secret=True, sealed=len(answers))))
    return answers
