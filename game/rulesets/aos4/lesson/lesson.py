"""The first battle in ten steps: the last turn of Three Wells. Steps: `wording.json`; position: `lesson.json`."""

from __future__ import annotations

from typing import Any

from game.engine.rulebook.lessons import Lesson, lesson_of
from game.rulesets.aos4.words.data import read_wording


def lesson() -> Lesson:
    """Return the lesson, in the language in use."""
    return lesson_of(read_wording("lesson"), position())


def position() -> dict[str, Any]:
    """Return the starting position of the lesson, as JSON-ready data."""
    return read_wording("lesson", "lesson.json")
