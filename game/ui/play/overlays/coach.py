"""Advice for the deciding person: worked out in a thread, shown beside the decision, never given as an answer."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import ClassVar

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line, Prospect
from game.play.candidate_words import candidate_lines
from game.play.session_model import Weighing
from game.players.coach import NoAdvice, thought
from game.players.planner import TRIES
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.widgets.sheet import Section
from game.ui.widgets.tasks import Stop, Task
from game.wording import N_, _


class Coach(Part):
    """Rates the answers to the pending decision when asked to, or always; it forgets with the next decision."""

    title: ClassVar = N_("The coach")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.told: Weighing | None = None
        """The advice, the best first."""
        self._wanted: bool | None = None  # None: as the setting says
        self._silent = ""
        self._task: Task[tuple[Prospect, ...]] | None = None
        self._stop = Stop()

    def close(self) -> None:
        self.forget()
        super().close()

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"coach": self.ask}

    def aids(self) -> Sequence[str]:
        return ("coach",) if self.thinking or self.told is not None else ()

    def forget(self) -> None:
        """Drop the advice and stop working on it: the game is at another point now."""
        self._stop.order()
        self._task, self.told, self._silent, self._wanted = None, None, "", None

    def ask(self) -> None:
        """Ask for advice on the pending decision, or remove it."""
        shown = self.thinking or self.told is not None or bool(self._silent)
        self.forget()
        self._wanted, self.closed = not shown, False

    @property
    def thinking(self) -> bool:
        """Whether advice is on its way."""
        return self._task is not None

    def tick(self, now: float) -> bool:
        return self._advise() or self.thinking

    def _advise(self) -> bool:
        """Start working, or take the finished advice; return whether anything is new."""
        focus = self.focus
        wanted = focus.options.coach if self._wanted is None else self._wanted
        if not wanted or self.closed or self.told is not None or self._silent:
            return False
        if self._task is not None:
            return self._task.done and self._take(self._task)
        decision = focus.model.decision
        decides = focus.asked is not None and not (focus.watched or focus.animation.playing or focus.sheets)
        if decision is None or not decides or isinstance(decision, Editing):
            self._silent = _("The coach gives advice when a person decides.") if self._wanted else ""
            return bool(self._silent)
        self._stop = Stop()
        try:
            self._task = Task(thought(self.focus.model.session, TRIES, self._stop), "coach")
        except NoAdvice as none:
            self._silent = str(none)
        return True

    def _take(self, task: Task[tuple[Prospect, ...]]) -> bool:
        self._task = None
        try:
            rated = task.result()
        except Exception as error:  # an error in what it tries must not end a game
            traceback.print_exception(error)
            self._silent = _("The coach gave up ({reason}).", reason=f"{type(error).__name__}: {error}")
            return True
        if rated and self.focus.model.decision is not None:
            self.told = Weighing.before(self.focus.model.decision, rated, rated[0].answer)
        else:
            self._silent = _("The coach has no advice here.")
        return True

    def sections(self) -> list[Section]:
        """Return the advice as a section of the drawer; nothing unless it was asked for."""
        if self.told is not None:
            lines = candidate_lines(self.focus.model, self.told)
            return [Section(_("The coach rates the first choice highest"), lines, first=True)]
        words = _("The coach is thinking...") if self.thinking else self._silent
        return [Section(_("The coach"), (Line(words, tone="quiet"),), first=True)] if words else []
