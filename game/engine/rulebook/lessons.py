"""A guided first game: a position and a sequence of steps, each with real answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.engine.core.decisions import Answer
from game.engine.core.events import Event
from game.wording import _

Look = Literal["piece", "ghost", "odds", "threats", "ruler", "undo", "rules"]
"""The things that a step can ask the player to use or look at, from a piece to the rules."""
Part = Literal["", "panel", "details", "log", "bar"]
"""A part of the screen that a step points at."""


@dataclass(frozen=True)
class Step:
    """One step: `text` says what to do and why, `how` with which keys or clicks.

    It is done when `look` was used (on one of `pieces`, if any), or when `happened` holds for the events since it
    began. `pieces`, `spot` (inches) and `part` are highlighted; the view shows them with `around` inches on every side,
    the whole table for 0, and stays as it is without. `instead` are the answers that the step accepts, one by one, and
    that are given if it is skipped.
    """

    name: str
    title: str
    text: str
    how: str
    rule: str = ""
    look: Look | None = None
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
    steps: tuple[Step, ...]
    end: str
    """The text after the last step."""


def lesson_of(plain: Mapping[str, Any], position: dict[str, Any]) -> Lesson:
    """Return a lesson from data, in the language in use."""
    steps = tuple(step_of(step) for step in plain["steps"])
    return Lesson(_(plain["title"]), position, plain["player"], steps, _(plain["end"]))


def step_of(plain: Mapping[str, Any]) -> Step:
    """Return a step from data, in the language in use; `happened` names an event, perhaps with some of its fields."""
    fields = dict(plain)
    for name in ("title", "text", "how"):
        fields[name] = _(plain[name])
    for name in ("pieces", "spot", "instead"):
        if name in plain:
            fields[name] = tuple(plain[name])
    if "happened" in plain:
        fields["happened"] = _happened(**plain["happened"])
    return Step(**fields)


def _happened(kind: str, **about: str) -> Callable[[Sequence[Event]], bool]:
    """Return a test of whether an event of a kind happened, about this model, unit or squad or about any."""
    return lambda events: any(
        each.kind == kind and all(getattr(each, name, "") == value for name, value in about.items()) for each in events
    )
