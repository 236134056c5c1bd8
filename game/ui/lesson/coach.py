"""The coach of a lesson: tracks progress by the facts of the game and by what the player inspects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from game.engine.core.decisions import Answer
from game.engine.rulebook.lessons import Lesson, Look, Step
from game.engine.saving.saves import enter
from game.ui.decisions.place import PlaceController
from game.ui.pages.rules import RulesSheet
from game.ui.play.scene import TableScene


@dataclass
class Coach:
    """The progress of a lesson. `begun` holds the length of the journal at the beginning of each step so far."""

    lesson: Lesson
    at: int = 0
    begun: list[int] = field(default_factory=lambda: [0])
    longest: int = 0
    events: int = 0

    @property
    def step(self) -> Step | None:
        """The current step; None when all are done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    def watch(self, scene: TableScene) -> bool:
        """Check the scene; return whether a step was completed just now."""
        length = len(scene.model.session.journal)
        done = self.step is not None and self._done(self.step, scene, length)
        self.longest = max(self.longest, length)
        if done:
            self._go_on(self.at + 1, scene)
        return done

    def _done(self, step: Step, scene: TableScene, length: int) -> bool:
        if step.happened is not None:
            return step.happened(scene.model.session.events[self.events :])
        if step.look == "undo":
            return length < self.longest
        return step.look is not None and SEEN[step.look](scene, step)

    def _begin(self, at: int, scene: TableScene) -> None:
        put_away(scene)
        self._go_on(at, scene)

    def _go_on(self, at: int, scene: TableScene) -> None:
        self.at, self.longest = at, len(scene.model.session.journal)
        self.begun[at:] = [self.longest]
        self.events = len(scene.model.session.events)

    def again(self, scene: TableScene) -> None:
        """Go back to the beginning of this step, or of the step before if nothing was done in this one."""
        at = min(self.at, len(self.begun) - 1)
        if len(scene.model.session.journal) == self.begun[at] and at:
            at -= 1
        _rewind(scene, self.begun[at])
        self._begin(at, scene)

    def skip(self, scene: TableScene) -> None:
        """Go on to the next step; if it needs another position, give the answers that lead there."""
        step = self.step
        if step is None:
            return
        if step.instead or step.look == "undo":
            _rewind(scene, 0)
            for answer in self._until(self.at + 1):
                if enter(scene.model.session, answer) is not None:
                    break
            scene.call(scene.model.refresh)
        self._begin(self.at + 1, scene)

    def _until(self, at: int) -> list[Answer]:
        """Return the answers of all steps before one, without undone ones."""
        found: list[Answer] = []
        for step in self.lesson.steps[:at]:
            found += step.instead
            if step.look == "undo":
                found.pop()
        return found


def _rewind(scene: TableScene, length: int) -> None:
    if length < len(scene.model.session.journal):
        scene.result_shown = False
        scene.model.session.rewind(length)
        scene.call(scene.model.refresh)


def put_away(scene: TableScene) -> None:
    """Close sheets and dialogs and put tools away, so that the next step starts with a clear table."""
    scene.sheets.clear()
    scene.measuring.on = False


def _ghost(scene: TableScene, step: Step) -> bool:
    hand = scene.input_target
    return isinstance(hand, PlaceController) and hand.spot != hand.start


SEEN: Final[dict[Look, Callable[[TableScene, Step], bool]]] = {
    "piece": lambda scene, step: bool({scene.inspection.selected, scene.inspection.hovered} & set(step.pieces)),
    "ghost": _ghost,
    "odds": lambda scene, step: scene.odds() is not None,
    "threats": lambda scene, step: scene.threats.on,
    "ruler": lambda scene, step: bool(scene.measuring.pinned),
    "rules": lambda scene, step: any(isinstance(sheet, RulesSheet) for sheet in scene.sheets),
}
"""How to detect that something is being inspected."""
