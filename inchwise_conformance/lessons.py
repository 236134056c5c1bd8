"""Lessons walked through without a window."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from game import rulesets
from game.documents.reading import parse_document
from game.engine.rulebook.lessons import Lesson
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import start_of
from game.engine.session import Session


def walked(lesson: Lesson, upto: int, asked: Mapping[str, Any] = MappingProxyType({})) -> tuple[Session, int]:
    """Return the game after `upto` steps, done as the lesson would, and the number of events before the last step.

    `asked` has answers by rule: to what is still asked of either player before what a step waits for happens.
    """
    document = parse_document(json.dumps(lesson.position), PositionDocument, "lesson")
    session = start_of(document, rulesets.find, "lesson")
    before = 0
    for step in lesson.steps[:upto]:
        before = len(session.events)
        for answer in step.instead:
            session.give(answer)
        if step.look == "undo":
            session.undo()
        while step.happened is not None and not step.happened(session.events[before:]):
            session.give(asked[session.pending().rule])
    return session, before
