"""A first game, step by step: a position, and one thing to do in it after another; every answer is a real one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.engine.core.decisions import Answer
from game.engine.core.events import Event

Look = Literal["piece", "ghost", "odds", "threats", "ruler", "undo", "rules"]
"""What a step asks people to look at or use, from a piece to the rules."""
Part = Literal["", "panel", "details", "log", "bar"]
"""A part of the screen that a step points at."""


@dataclass(frozen=True)
class Step:
    """One thing to do: `text` says what and why, `how` by which keys or clicks.

    It is done when `look` was used (on one of `pieces`, if any), or when `happened` holds for the events since it
    began. `pieces`, `spot` (inches) and `part` are pointed at. `instead` are the answers, or "undo", for those who skip
    the step.
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
    instead: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: the position it begins with, as JSON-ready data, who learns, and the steps."""

    title: str
    position: dict[str, Any]
    player: str
    steps: tuple[Step, ...]
    end: str
    """The text after the last step."""
