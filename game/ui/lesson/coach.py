"""The coach of a lesson: tracks progress by the facts of the game and by what the player inspects."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from game.engine.core.decisions import Answer
from game.engine.rulebook.lessons import Aid, Lesson, LessonStep
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.loading import apply_entry
from game.engine.session import Session
from game.ui.pages.rules import RulesSheet
from game.ui.play.scene import TableScene
from game.wording import _

NEAR: Final = 0.8
"""Inches by which a spot may miss the one that a step asks for."""
NEAR_AS_A_BLOCK: Final = 1.5
"""Inches by which the middle of several pieces may."""


def teaches(book: AnyRuleset) -> bool:
    """Return whether a rulebook has a lesson."""
    return book.papers is not None and book.papers.lesson is not None


def taught(book: AnyRuleset) -> Lesson:
    """Return the lesson of a rulebook that has one, in the language in use."""
    assert book.papers is not None
    assert book.papers.lesson is not None
    return book.papers.lesson()


class LessonTable:
    """What a coach looks at, of the scene of a table, and the little that it does there."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene

    @property
    def session(self) -> Session:
        """The game of the lesson."""
        return self._scene.model.session

    @property
    def settled(self) -> bool:
        """Whether nothing glides, tumbles or thinks any more."""
        show = self._scene.focus.animation
        moving = show.playing or bool(show.tweens.started) or show.tray.running(time.monotonic())
        return not moving and self._scene.model.bot is None

    def uses(self, look: Aid, pieces: Sequence[str]) -> bool:
        """Return whether the player uses or inspects something now, on one of `pieces` where it is about pieces."""
        scene, shown = self._scene, self._scene.focus.hands.shown
        hand = scene.focus.input_target if shown is None else shown.placing
        if look == "piece":
            units = {piece.unit for name, piece in scene.model.pieces.items() if name in pieces}
            seen = {scene.focus.inspection.selected, scene.focus.inspection.hovered} - {""}
            return bool(seen & {*pieces, *units})  # keys select a unit, the mouse points at a model
        if look == "ghost":
            return hand is not None and hand.ghost.preview is not None and hand.ghost.spot != hand.ghost.start
        if look == "ruler":
            return bool(scene.focus.measuring.pinned)
        if look == "rules":
            return any(isinstance(sheet, RulesSheet) for sheet in scene.focus.sheets)
        return scene.threats.on if look == "threats" else look == "odds" and scene.focus.odds() is not None

    def put_away(self) -> None:
        """Close sheets and put tools away, so that the next step starts with a clear table."""
        self._scene.focus.sheets.clear()
        self._scene.focus.measuring.on = self._scene.threats.on = False

    def refresh(self) -> None:
        """Adopt a change of the game."""
        self._scene.hand_over.result_shown = False
        self._scene.focus.call(self._scene.model.refresh)


@dataclass
class Coach:
    """The progress of a lesson: the step `at`, and whether it is `done` and waits for *Go on*.

    `begun` holds the length of the journal at the beginning of each step so far.
    """

    lesson: Lesson
    at: int = 0
    done: bool = False
    begun: list[int] = field(default_factory=lambda: [0])
    longest: int = 0
    events: int = 0

    @property
    def step(self) -> LessonStep | None:
        """The current step, or None when all are done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    def watch(self, table: LessonTable) -> bool:
        """Look at the table; return whether the step was completed just now."""
        length = len(table.session.journal)
        done = self.step is not None and self._is_done(self.step, table, length)
        self.longest = max(self.longest, length)
        if self.done or not done or not table.settled:
            return False
        self.done = True
        return True

    def _is_done(self, step: LessonStep, table: LessonTable, length: int) -> bool:
        if step.happened is not None:
            return step.happened(table.session.events[self.events :])
        if step.look == "undo":
            return length < self.longest
        return step.look is not None and table.uses(step.look, step.pieces)

    def why_not(self, answer: Answer, given: int) -> str:
        """Return why the step does not take an answer, the journal being `given` entries long, or "" if it does."""
        step = self.step
        if step is None:
            return ""
        if self.done:
            return _("This step is done. Choose Next.")
        told = given - self.begun[self.at]
        if told >= len(step.instead) and step.happened is not None:
            return ""  # what else is asked until it has happened
        asked = step.instead[told : told + 1] if told >= 0 else ()
        return "" if asked and _is_like(answer, asked[0]) else step.how

    def why_not_all(self, answers: Sequence[Answer], given: int) -> str:
        """Return why the step does not take several answers in a row, or "" if it does."""
        hints = (self.why_not(answer, given + number) for number, answer in enumerate(answers))
        hint = next(filter(None, hints), "")
        step = self.step
        if hint or step is None or len(answers) < 2:
            return hint
        asked = len(step.instead) - (given - self.begun[self.at])
        return step.how if len(answers) > asked else ""  # a gesture may not run ahead of the step

    def why_not_undo(self) -> str:
        """Return why the step does not take an undo, or "" if it does."""
        step = self.step
        if step is None or (step.look == "undo" and not self.done):
            return ""
        return _("This step is done. Choose Next.") if self.done else step.how

    def go_on(self, table: LessonTable) -> None:
        """Begin the next step if this one is done and nothing moves any more."""
        if self.done and table.settled:
            self._begin(self.at + 1, table)

    def _begin(self, at: int, table: LessonTable) -> None:
        if at < len(self.lesson.steps):
            table.put_away()
        length = len(table.session.journal)
        self.at, self.longest, self.done = at, length, False
        self.begun[at:] = [length]
        self.events = len(table.session.events)

    def again(self, table: LessonTable) -> None:
        """Go back to the beginning of this step, or of the step before if nothing was done in this one."""
        at = min(self.at, len(self.begun) - 1)
        if len(table.session.journal) == self.begun[at] and at and not self.done:
            at -= 1
        _rewind(table, self.begun[at])
        self._begin(at, table)

    def skip(self, table: LessonTable) -> None:
        """Go on to the next step; if it needs another position, give the answers that lead there."""
        step = self.step
        if step is None:
            return
        if not self.done and (step.instead or step.look == "undo"):
            _rewind(table, 0)
            for answer in self._until(self.at + 1):
                if apply_entry(table.session, answer) is not None:
                    break
            table.refresh()
        self._begin(self.at + 1, table)

    def _until(self, at: int) -> list[Answer]:
        """Return the answers of all steps before one, without undone ones."""
        found: list[Answer] = []
        for step in self.lesson.steps[:at]:
            found += step.instead
            if step.look == "undo":
                found.pop()
        return found


def _is_like(answer: Answer, asked: Answer) -> bool:
    """Return whether an answer is the one asked for; a spot may miss it a little."""
    if isinstance(answer, str) or isinstance(asked, str):
        return answer == asked
    given, wanted = list(answer), list(asked)
    if given and all(isinstance(part, dict) for part in (*given, *wanted)):
        return _is_near(given, wanted)
    spots = [part for part in (*given, *wanted) if isinstance(part, int | float)]
    if len(wanted) == 2 and len(spots) == len(given) + 2:  # whichever way it faces
        given, spots = given[:2], [*given[:2], *wanted]
    if len(given) == len(wanted) == 2 and len(spots) == 4:
        return math.dist(spots[:2], spots[2:]) <= NEAR
    return given == wanted


def _is_near(given: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Return whether most pieces are arranged, their middle about where it is asked for."""
    ends = {step["id"]: step["at"] for step in wanted}
    off = [
        (step["at"][0] - ends[step["id"]][0], step["at"][1] - ends[step["id"]][1])
        for step in given
        if step["id"] in ends
    ]
    if 2 * len(off) < len(ends):
        return False
    return math.hypot(*(sum(axis) / len(off) for axis in zip(*off, strict=True))) <= NEAR_AS_A_BLOCK


def _rewind(table: LessonTable, length: int) -> None:
    if length < len(table.session.journal):
        table.session.rewind(length)
        table.refresh()
