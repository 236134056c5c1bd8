"""Overlay of the coach's advice: it rates the answers to a decision in a thread and draws its plan as arrows."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from game.engine.routes import Route
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line
from game.play.candidate_words import candidate_lines
from game.play.session_model import Weighing
from game.players.coach import Advice, NoAdvice, PlannedAnswer, advised, answer_in_words, spot_of
from game.players.planner import TRIES
from game.ui.board.camera import Spot
from game.ui.board.overlays import draw_pill, pill_box
from game.ui.board.ruler_art import draw_line
from game.ui.decisions.lists import ITEM
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import Section
from game.ui.widgets.tasks import Stop, Task
from game.ui.widgets.theme import LAMP, SHADOW
from game.wording import N_, _

CLEAR: Final = 0.75
"""Inches from the middle of a piece to the start of its arrow."""


class Coach(Part):
    """Rates the answers to the pending decision, on request or always. The next decision clears the advice."""

    height = 3
    title: ClassVar = N_("The coach")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.told: Weighing | None = None
        """The rated answers, the best first."""
        self._wanted: bool | None = None  # None: as the options say
        self._silent = ""  # why there is no advice
        self._task: Task[Advice] | None = None
        self._stop = Stop()
        self._since = 0.0  # when it began to think

        self._plates: list[pygame.Rect] = []
        self.plan: tuple[PlannedAnswer, ...] = ()
        """The best answer and those that the coach would give after it."""

    def close(self) -> None:
        self.forget()
        super().close()

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"coach": self.ask}

    def aids(self) -> Sequence[str]:
        return ("coach",) if self.thinking or self.told is not None else ()

    def forget(self) -> None:
        """Clear the advice and stop working on it, because the game has moved on."""
        self._stop.order()
        self._task, self.told, self.plan, self._silent, self._wanted = None, None, (), "", None

    def ask(self) -> None:
        """Ask for advice on the pending decision, or clear it."""
        is_shown = self.thinking or self.told is not None or bool(self._silent)
        self.forget()
        self._wanted, self.closed = not is_shown, False

    @property
    def thinking(self) -> bool:
        """Whether advice is being worked out."""
        return self._task is not None

    def tick(self, now: float) -> bool:
        return self._advise() or self.thinking

    def _advise(self) -> bool:
        """Start working, or take finished advice; return whether anything changed."""
        focus = self.focus
        is_wanted = focus.options.coach if self._wanted is None else self._wanted
        if not is_wanted or self.closed or self.told is not None or self._silent:
            return False
        if self._task is not None:
            return self._task.done and self._take(self._task)
        decision = focus.model.decision
        decides = focus.asked is not None and not (focus.watched or focus.animation.playing or focus.sheets)
        if decision is None or not decides or isinstance(decision, Editing):
            self._silent = _("The coach gives advice when a person decides.") if self._wanted else ""
            return bool(self._silent)
        self._stop, self._since = Stop(), time.monotonic()
        try:
            self._task = Task(advised(self.focus.model.session, TRIES, self._stop), "coach")
        except NoAdvice as none:
            self._silent = str(none)
        return True

    def _take(self, task: Task[Advice]) -> bool:
        """Adopt the result of the thread; return that something changed."""
        self._task = None
        try:
            rated, self.plan = task.result()
        except Exception as error:  # an error while it tries answers must not end the game
            traceback.print_exception(error)
            self._silent = _("The coach gave up ({reason}).", reason=f"{type(error).__name__}: {error}")
            return True
        if rated and self.focus.model.decision is not None:
            self.told = Weighing.before(self.focus.model.decision, rated, rated[0].answer)
        else:
            self._silent = _("The coach has no advice here.")
        return True

    def sections(self) -> list[Section]:
        """Return the advice as sections of the drawer; [] unless somebody asked for it."""
        model = self.focus.model
        if self.told is not None:
            title = _("The coach rates the first choice highest")
            sections = [Section(title, candidate_lines(model, self.told), first=True)]
            if len(self.plan) > 1:
                steps = map(self._in_words, self.plan)
                lines = tuple(Line(f"{number}. {step}") for number, step in enumerate(steps, 1))
                sections.append(Section(_("The coach's plan"), lines, first=True))
            return sections
        words = self._waiting_words()
        return [Section(_("The coach"), (Line(words, tone="quiet"),), first=True)] if words else []

    def _waiting_words(self) -> str:
        """Return why there is no advice (yet); "" if there is some or nobody asked."""
        if not self.thinking:
            return self._silent
        return _("The coach is thinking: {seconds} s", seconds=int(time.monotonic() - self._since))

    # -- the plan --------------------------------------------------------------------------------

    def rows(self) -> list[MenuItem]:
        """Return the rows that follow the plan; while there is no plan, a disabled row that says why."""
        if words := self._waiting_words():
            if self.thinking:
                return [
                    MenuItem("coach-wait", words, detail=_("Click or press Esc to stop it, or play on"), act=self.ask)
                ]
            return [MenuItem("coach-wait", words, reason=_("You can play on meanwhile."))]
        if self.told is None or not self.plan:
            return []
        why_text, single_step = self.told.rated[0].why, len(self.plan) == 1
        answer = self._in_words(self.plan[0])
        label = _("Coach: {answer}", answer=answer) if single_step else _("Coach, first step: {answer}", answer=answer)
        step_row = MenuItem("coach-step", label, detail=why_text, act=partial(self._do, whole=False))
        steps = ", ".join(self._in_words(step) for step in self.plan if spot_of(*step[:2]) is None)
        plan_row = MenuItem(
            "coach-plan", _("Do the coach's plan"), detail=steps or why_text, act=partial(self._do, whole=True)
        )
        return [step_row] if single_step else [plan_row, step_row]

    @property
    def starred(self) -> str:
        """The id of the row that gives the answer the coach rates highest; "" without one."""
        best = self.told.rated[0].answer if self.told is not None and self.told.rated else ""
        if isinstance(best, list) and len(best) == 1 and isinstance(best[0], str):
            return ITEM + best[0]
        return best if isinstance(best, str) else ""

    def _in_words(self, step: PlannedAnswer) -> str:
        return answer_in_words(*step[:3], self.focus.model.name_of)

    def _do(self, *, whole: bool) -> None:
        """Give the first answer of the plan, or with `whole` all of them as one step to undo."""
        answers, model = [step.answer for step in self.plan[: None if whole else 1]], self.focus.model
        model.take(Route(model.session, len(model.session.journal), tuple(answers[:-1])), answers[-1])

    def draw(self, target: pygame.Surface) -> None:
        """Draw the plan as numbered arrows from each piece to its end or target.

        Answers without a place are written beside the next arrow; after the last arrow they get a number of their own.
        """
        self._plates = []
        camera, theme = self.focus.camera, self.focus.window.theme
        words, spot = list[str](), None
        for step in self.plan if self.focus.drawing else ():
            start, end = (camera.to_screen(*place) if place else None for place in (step.start, step.end))
            spot = end or spot or start
            if end is None:
                words.append(self._in_words(step))
                continue
            if start is not None and math.dist(start, end) > CLEAR * camera.scale:
                direction = (pygame.Vector2(end) - start).normalize()
                arrow_start = (
                    start[0] + direction.x * CLEAR * camera.scale,
                    start[1] + direction.y * CLEAR * camera.scale,
                )
                draw_line(target, arrow_start, end, LAMP)
                tip = [end + direction.rotate(turn) * theme.px(1.75) for turn in (0, 130, -130)]
                pygame.draw.polygon(target, LAMP, tip)
                pygame.draw.polygon(target, SHADOW, tip, 1)
            self._number(target, end, words)
            words = []
        if spot is not None and (words or not self._plates):
            self._number(target, spot, words)

    def _number(self, target: pygame.Surface, spot: Spot, words: Sequence[str]) -> None:
        """Write the number of an arrow above its end, with the choices that lead to it."""
        theme = self.focus.window.theme
        text = " ".join((str(len(self._plates) + 1), *words))
        plate = pill_box(text, theme)
        plate.midbottom = round(spot[0]), round(spot[1] - theme.px(2))
        plate.clamp_ip(target.get_clip())
        while plate.collidelist(self._plates) >= 0:
            plate.top -= plate.height
        self._plates.append(draw_pill(target, text, plate.center, theme, LAMP))

    def vital(self) -> Sequence[pygame.Rect]:
        return self._plates
