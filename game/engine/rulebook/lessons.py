"""A guided first game: a position and a sequence of steps, each with real answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.engine.core.decisions import Answer
from game.engine.core.events import Event
from game.wording import _

Aid = Literal["piece", "ghost", "odds", "threats", "ruler", "undo", "rules"]
"""The things on screen that a step can ask the player to look at or use."""
Part = Literal["", "dock", "drawer", "bar"]
"""The part of the screen that a step highlights."""


@dataclass(frozen=True)
class LessonStep:
    """One step. `text` says what to do and why, `how` names the keys or clicks.

    The step is done when `look` was used (on one of `pieces`, if any), or when `happened` is true of the events since
    it began. `pieces`, `spot` (inches) and `part` are highlighted. The view shows them with `around` inches on every
    side, or the whole table for 0; with None the view does not change. `instead` are the only answers that the step
    accepts, in order; if the step is skipped, they are given.
    """

    name: str
    title: str
    text: str
    how: str
    rule: str = ""
    look: Aid | None = None
    happened: Callable[[Sequence[Event]], bool] | None = None
    pieces: tuple[str, ...] = ()
    spot: tuple[float, float] | None = None
    part: Part = ""
    around: float | None = None
    instead: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its starting position as JSON-ready data, the learning player, and the steps."""

    title: str
    position: dict[str, Any]
    player: str
    steps: tuple[LessonStep, ...]
    end: str
    """The text after the last step."""


def lesson_of(plain: Mapping[str, Any], position: dict[str, Any]) -> Lesson:
    """Return a lesson from data, in the language in use."""
    steps = tuple(step_of(step) for step in plain["steps"])
    return Lesson(_(plain["title"]), position, plain["player"], steps, _(plain["end"]))


def step_of(plain: Mapping[str, Any]) -> LessonStep:
    """Return a step from data, in the language in use; `happened` names a kind of event, perhaps with some fields."""
    fields = dict(plain)
    for name in ("title", "text", "how"):
        fields[name] = _(plain[name])
    for name in ("pieces", "spot", "instead"):
        if name in plain:
            fields[name] = tuple(plain[name])
    if "happened" in plain:
        fields["happened"] = _happened(**plain["happened"])
    return LessonStep(**fields)


def _happened(kind: str, **about: str) -> Callable[[Sequence[Event]], bool]:
    """Return a test for an event of a kind, about this model, unit or squad or about any."""
    return lambda events: any(
        event.kind == kind and all(getattr(event, name, "") == value for name, value in about.items())
        for event in events
    )
