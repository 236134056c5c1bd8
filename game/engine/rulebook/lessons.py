"""A guided first game as data: a position, and steps whose goals are patterns of events and answers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final, Literal

from game.engine.core.decisions import Answer
from game.engine.core.events import Event
from game.engine.rulebook.view import PieceView
from game.wording import _

Aid = Literal["piece", "ghost", "odds", "threats", "measure"]
"""The things on screen that a step can ask the player to look at or use."""
SPOT: Final = "spot"
"""The text that stands for a place in patterns of answers."""


@dataclass(frozen=True)
class LessonStep:
    """One step. `text` says what to do and why in at most two sentences.

    The `goal` has one of these: `use`, an aid; `event`, a kind of event with patterns for some of its fields;
    `answer`, a pattern; `near`, patterns of two pieces that are at most `within` inches apart; or `read`: there is
    nothing to do. It is reached by anything that fits since the step began, however the player came there. `said` is
    said once it is reached, and the step then waits until the player has read that; "{distance}" is what was measured.
    In `text` and `said`, the name of a command in braces, such as "{measure}", stands for its key.

    `show` are patterns of answers, best first, which lead to the goal; a place is then as near as possible to a `spot`
    in inches, or else to the first piece that fits `toward`. The bubble points at the row of the first of these answers
    that can be given, unless that is a piece on the table, or given `by_hand` there. Otherwise it points at the first
    piece on the table that fits one of the patterns in `at`. The goal can no longer be reached once all
    units that fit `actor` have acted, or an event happened that fits `missed`, which is written like a goal. While a
    piece is asked what it does, and none of its answers fits a pattern in `acts`, `first` says what to do first.

    `pair` are patterns of the pieces that do it and of those to which it is done. `text` and `far` name the two for
    which that is easiest now as "{one}" and "{other}"; `far` is the text while the one is not beside the other yet.
    `outcomes` are patterns of events, each with what is `said` instead if it happened. A step that only pieces that
    fit `only` can do is passed over once they are gone or cannot do it where they are; `instead` is said then.
    """

    name: str
    text: str
    goal: Mapping[str, Any]
    at: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    toward: str = ""
    spot: tuple[float, float] | None = None
    said: str = ""
    by_hand: tuple[str, ...] = ()
    actor: str = ""
    missed: Mapping[str, Any] = field(default_factory=dict)
    acts: tuple[str, ...] = ()
    first: str = ""
    pair: tuple[str, ...] = ()
    far: str = ""
    only: str = ""
    instead: str = ""
    outcomes: tuple[Mapping[str, Any], ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the step is only to be read."""
        return "read" in self.goal

    @property
    def aid(self) -> Aid | None:
        """The aid that the player has to use, if that is the goal."""
        return self.goal.get("use")

    def is_reached(self, events: Sequence[Event], answers: Sequence[Answer], pieces: Sequence[PieceView]) -> bool:
        """Return whether events, answers and pieces since the step began fit the goal."""
        goal = self.goal
        if "event" in goal:
            return happened(goal, events)
        if "answer" in goal:
            return any(fnmatchcase(written(answer), goal["answer"]) for answer in answers)
        if "near" in goal:
            firsts, seconds = (
                [piece for piece in pieces if fnmatchcase(piece.id, pattern)] for pattern in goal["near"]
            )
            return any(
                apart(first, second) <= goal["within"] for first in firsts for second in seconds if first is not second
            )
        return False

    def leads_on(self, answer: Answer) -> bool:
        """Return whether an answer leads towards the goal."""
        return any(fnmatchcase(written(answer), pattern) for pattern in self.show)


def happened(goal: Mapping[str, Any], events: Sequence[Event]) -> bool:
    """Return whether one of these events fits a goal."""
    return any(
        event.kind == goal["event"]
        and all(
            fnmatchcase(str(getattr(event, name, "")), goal[name]) for name in goal if name not in ("event", "said")
        )
        for event in events
    )


def apart(one: PieceView, other: PieceView) -> float:
    """Return the inches between the edges of two pieces."""
    return math.dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius


def written(answer: Answer) -> str:
    """Return an answer as text for patterns: a key, the ids picked, or `SPOT` for places."""
    if isinstance(answer, str):
        return answer
    is_ids = isinstance(answer, list) and all(isinstance(part, str) for part in answer)
    return ",".join(answer) if is_ids else SPOT


@dataclass(frozen=True)
class Aside:
    """Text that replaces the step while a decision of this `kind` is about a piece that fits `about`.

    The `rule` of the decision must fit, too, and the step must not be the one called `unless`. An aside with an
    `event`, written like a goal, is said once that has happened.
    """

    text: str
    about: str = ""
    kind: str = ""
    rule: str = "*"
    unless: str = ""
    event: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """A lesson: its starting position as JSON-ready data, the learning player, and the steps."""

    title: str
    position: dict[str, Any]
    player: str
    steps: tuple[LessonStep, ...]
    end: str
    """The text after the last step."""
    asides: tuple[Aside, ...] = ()
    """What explains a question that may come at any step."""


def lesson_of(plain: Mapping[str, Any], position: dict[str, Any]) -> Lesson:
    """Return a lesson from data, in the language in use."""
    steps = tuple(step_of(step) for step in plain["steps"])
    asides = tuple(Aside(**{**aside, "text": _(aside["text"])}) for aside in plain.get("asides", ()))
    return Lesson(_(plain["title"]), position, plain["player"], steps, _(plain["end"]), asides)


def step_of(plain: Mapping[str, Any]) -> LessonStep:
    """Return a step from data, in the language in use."""
    lists = {name: tuple(plain[name]) for name in ("at", "show", "spot", "by_hand", "acts", "pair") if name in plain}
    texts = {name: _(plain[name]) for name in ("text", "said", "first", "far", "instead") if name in plain}
    outcomes = tuple({**outcome, "said": _(outcome["said"])} for outcome in plain.get("outcomes", ()))
    return LessonStep(**{**plain, **lists, **texts, "outcomes": outcomes})
