"""The first game in eleven steps: the last round of The Score. Steps: `wording.json`; position: `lesson.json`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.engine.core.events import Event
from game.engine.rulebook.lessons import Lesson, Step
from game.rulesets.godbreakers.words.data import read_wording
from game.wording import _


def lesson() -> Lesson:
    """Return the lesson, in the language in use."""
    plain = read_wording("lesson")
    steps = tuple(_step(step) for step in plain["steps"])
    return Lesson(_(plain["title"]), position(), plain["player"], steps, _(plain["end"]))


def position() -> dict[str, Any]:
    """Return the starting position of the lesson, as JSON-ready data."""
    return read_wording("lesson", "lesson.json")


def _step(plain: dict[str, Any]) -> Step:
    fields = dict(plain)
    for name in ("title", "text", "how"):
        fields[name] = _(plain[name])
    for name in ("pieces", "spot", "instead"):
        if name in plain:
            fields[name] = tuple(plain[name])
    if "happened" in plain:
        fields["happened"] = _happened(**plain["happened"])
    return Step(**fields)


def _happened(kind: str, model: str = "") -> Callable[[Sequence[Event]], bool]:
    """Return a test whether an event of a kind happened, to that model or to any."""
    return lambda events: any(each.kind == kind and model in ("", getattr(each, "model", "")) for each in events)
