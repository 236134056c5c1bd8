"""A round of drills under way: made ahead in a thread, answered one by one, recorded at its end."""

from __future__ import annotations

import secrets
import time

from game.drills import results
from game.drills.drill import Drill, Grade
from game.drills.positions import USUAL, drills
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.lattice import Position
from game.ui.widgets.tasks import Task
from game.wording import _


class Course:
    """A round for a rulebook; `ready` are the drills made so far, `graded` the answers given."""

    def __init__(self, book: AnyRuleset, seed: int | None = None, count: int = USUAL, *, own: bool = True) -> None:
        self.book, self.count = book, count
        self.ready: list[Drill] = []
        self.graded: list[Grade] = []
        self.number = 0
        self.seconds = 0.0
        self._shown = 0.0
        self._stopped = self._recorded = False
        self._made = (secrets.randbits(32) if seed is None else seed, count, own)
        self._task = Task(self._make, "drills")

    def _make(self) -> None:
        seed, count, own = self._made
        for drill in drills(self.book, seed, count, own=own):
            self.ready.append(drill)
            if self._stopped:
                return

    def trouble(self) -> str:
        """Return the fault in making drills, or "" if there was none."""
        if not self._task.done or len(self.ready) == self.count:
            return ""
        try:
            self._task.result()
        except Exception as error:  # a fault in a position must not end the program
            return _("No more drills could be made ({name})", name=type(error).__name__)
        return ""

    @property
    def drill(self) -> Drill:
        """The drill that is shown."""
        return self.ready[self.number]

    @property
    def grade(self) -> Grade | None:
        """The grade of the drill that is shown, or None until it is answered."""
        return self.graded[self.number] if len(self.graded) > self.number else None

    @property
    def over(self) -> bool:
        """Whether the last drill was answered."""
        return len(self.graded) == self.count

    def begin(self) -> None:
        """Note that the drill is shown now."""
        self._shown = time.monotonic()

    def answer(self, answer: str | Position) -> Grade:
        """Grade an answer to the drill that is shown."""
        self.seconds += time.monotonic() - self._shown
        self.graded.append(self.drill.judge(answer))
        return self.graded[-1]

    def next(self) -> bool:
        """Go on to the next drill; return whether it is ready."""
        if self.grade is None or len(self.ready) <= self.number + 1:
            return False
        self.number += 1
        return True

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(grade.right for grade in self.graded)

    def stop(self) -> str:
        """End the round and record what was answered, once; return a message about older results. Raises `OSError`."""
        self._stopped = True
        if self._recorded or not self.graded:
            return ""
        self._recorded = True
        kinds = results.tally((drill.kind, grade.right) for drill, grade in zip(self.ready, self.graded))
        return results.record(self.book.name, self.seconds, kinds)
