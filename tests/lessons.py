"""Lessons walked through without a window."""

from __future__ import annotations

import json
from typing import Any

from game import rulesets
from game.documents.reading import parse_document
from game.engine.rulebook.lessons import Lesson
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import open_position
from game.engine.session import Session

ASKED: dict[str, Any] = {"B-SPEC-2": "none", "B-TEST-5": "keep", "B-SCEN-8": ["idol-2"], "A-DMG-5": "suggested"}
"""What is still asked of either player before what a step waits for happens, by the rule, with an answer."""


def walked(lesson: Lesson, upto: int) -> tuple[Session, int]:
    """The game after so many steps done as the lesson itself would, and how many events there were before the last."""
    document = parse_document(json.dumps(lesson.position), PositionDocument, "lesson")
    session = open_position(document, rulesets.find, "lesson")
    before = 0
    for step in lesson.steps[:upto]:
        before = len(session.events)
        for answer in step.instead:
            session.give(answer)
        if step.look == "undo":
            session.undo()
        while step.happened is not None and not step.happened(session.events[before:]):
            session.give(ASKED[session.pending().rule])
    return session, before
