"""The table of a lesson: only what a step asks for is answered, and what the coach sees of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.engine.core.decisions import Answer
from game.engine.core.flow import Interrupt
from game.engine.routes import Route
from game.engine.rulebook.lessons import Aid
from game.engine.rulebook.view import Prospect
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.ui.lesson.coach import Coach
from game.ui.lesson.panel import CoachPane
from game.ui.pages.rules import RulesSheet
from game.ui.panel.layout import Layout, Wants
from game.ui.play.commands import Commands
from game.ui.play.part import Pane
from game.ui.play.scene import TableScene
from game.ui.shell.window import Window
from game.wording import _

CLOSED: Final = ("load", "referee", "sandbox", "save")
"""Commands that are not part of a lesson."""


class LessonModel(SessionModel):
    """The session of a lesson: the learner's answers are those that the coach takes; others are refused with a hint."""

    coach: Coach | None = None

    def answer(self, answer: Answer, because: str = "", rated: Sequence[Prospect] = ()) -> bool:
        hint = self.coach.why_not(answer, len(self.session.journal)) if self.coach and self.bot is None else ""
        return not self.refuse(hint) and super().answer(answer, because, rated)

    def take(self, route: Route, answer: Answer) -> bool:
        hint = self.coach.why_not_all([*route.answers, answer], route.length) if self.coach else ""
        return not self.refuse(hint) and super().take(route, answer)

    def redo(self) -> bool:
        return not self.refuse(_("Not available in the lesson.")) and super().redo()

    def declare(self, interrupt: Interrupt) -> bool:
        return not self.refuse(_("Not available in the lesson.")) and super().declare(interrupt)

    def undo(self) -> bool:
        return not self.refuse(self.coach.why_not_undo() if self.coach else "") and super().undo()

    def refuse(self, hint: str) -> bool:
        """Show a hint, if there is one; return whether there is."""
        if hint:
            self.notice = Notice(_("Not in this step"), (Refusal(hint, ""),))
        return bool(hint)


class LessonScene(TableScene):
    """The table of a lesson, with the coach's strip below it."""

    def __init__(self, window: Window, model: LessonModel, coach: Coach, do: Callable[[str], None]) -> None:
        self._strip = coach, do
        super().__init__(model, window)

    def _panes(self) -> tuple[Pane, ...]:
        self.plate = CoachPane(self.focus, *self._strip)
        return *super()._panes(), self.plate

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out the strip at the bottom of the window, and everything else above it."""
        self.plate.show()
        self.plate.place(self.window.size)
        super().resize((self.window.size[0], self.plate.room))

    def lay_out(self, wants: Wants | None = None) -> Layout:
        layout = super().lay_out(wants)
        table = pygame.Rect(layout.table)
        table.height = min(table.height, self.plate.rect.top - table.top)
        return replace(layout, table=table)


class LessonCommands(Commands):
    """The commands of a table, without those that lead away from a lesson's game."""

    def table(self) -> dict[str, Callable[[], None]]:
        model = self.scene.model
        assert isinstance(model, LessonModel)

        def refuse() -> None:
            model.refuse(_("Not available in the lesson."))

        return super().table() | dict.fromkeys(CLOSED, refuse) | {"undo": self._undo}

    def _undo(self) -> None:
        model = self.scene.model
        assert isinstance(model, LessonModel)
        if not model.refuse(model.coach.why_not_undo() if model.coach else ""):
            self.undo()


class LessonTable:
    """What a coach looks at, of the scene of a table."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene

    @property
    def session(self) -> Session:
        return self._scene.model.session

    @property
    def settled(self) -> bool:
        scene = self._scene
        show = scene.focus.staging
        moving = show.playing or bool(show.tweens.started) or scene.focus.staging.tray.running(time.monotonic())
        return not moving and scene.model.bot is None

    def uses(self, look: Aid, pieces: Sequence[str]) -> bool:
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
        self._scene.focus.sheets.clear()
        self._scene.focus.measuring.on = self._scene.threats.on = False

    def refresh(self) -> None:
        self._scene.hand_over.result_shown = False
        self._scene.focus.call(self._scene.model.refresh)
