"""The first game in eleven steps: the last round of The Score. Steps: `wording.json`; position: `lesson.json`."""

from __future__ import annotations

from typing import Any

from game.engine.rulebook.lessons import Lesson, step_of
from game.rulesets.godbreakers.words.data import read_wording
from game.wording import _


def lesson() -> Lesson:
    """Return the lesson, in the language in use."""
    plain = read_wording("lesson")
    steps = tuple(step_of(step) for step in plain["steps"])
    return Lesson(_(plain["title"]), position(), plain["player"], steps, _(plain["end"]))


def position() -> dict[str, Any]:
    """Return the starting position of the lesson, as JSON-ready data."""
    return read_wording("lesson", "lesson.json")
