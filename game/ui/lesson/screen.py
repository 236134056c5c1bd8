"""A lesson at the table: the game above, the coach's words below it, rings around pieces and spots."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game import rulesets
from game.documents.files import saves_folder
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer
from game.engine.core.flow import Interrupt
from game.engine.routes import Route
from game.engine.rulebook.lessons import Lesson
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import Prospect
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import give_answers, start_of
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.players import answer_with, make_player
from game.refusal import Refusal
from game.ui.lesson.coach import Coach, LessonTable, taught, teaches
from game.ui.lesson.panel import CoachPane, frame, meant
from game.ui.panel.layout import Layout, Wants
from game.ui.play.commands import Commands
from game.ui.play.part import Pane
from game.ui.play.scene import TableScene
from game.ui.play.screen import SceneScreen
from game.ui.prefs.memory import last_rulebook
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import action_of_key
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


class LessonScreen(SceneScreen):
    """The table of a lesson; nothing of it is saved."""

    scene: LessonScene

    def __init__(self, window: Window, ruleset: AnyRuleset, lesson: Lesson) -> None:
        self.ruleset = ruleset
        self.coach = Coach(lesson)
        model = _model_of(ruleset, lesson)
        model.coach = self.coach
        super().__init__(window, LessonScene(window, model, self.coach, self.do))
        self.plate = self.scene.plate
        self.input.obey(LessonCommands(self.scene))
        self.table = LessonTable(self.scene)
        self._look()

    def handle(self, event: pygame.event.Event) -> None:
        action = action_of_key(self.plate.list.actions, event) if event.type == pygame.KEYDOWN else None
        if action is not None:
            if not self.window.repeated:
                self.do(action.id)
        elif not self.plate.input(event):  # it can be used below a sheet
            super().handle(event)

    def do(self, name: str) -> None:
        """Run the command of a button: "go", "again", "skip" or "leave"."""
        at = self.coach.at
        if name == "again":
            self.coach.again(self.table)
        elif name == "skip":
            self.coach.skip(self.table)
        elif name == "go":
            self.coach.go_on(self.table)
        elif name == "leave":
            self.window.back()
        self._show_step()
        if name == "again" or self.coach.at != at:
            self._look()

    def _look(self) -> None:
        """Show the part of the table that the step is about; without one the view stays."""
        step = self.coach.step
        if step is not None and step.around is not None:
            frame(self.scene.focus.camera, meant(step, self.scene.model.pieces), step.around)

    def tick(self) -> bool:
        lively = super().tick()
        done = self.coach.watch(self.table)
        if done:
            self.window.play("turn")
            self._show_step()
        return lively or done

    def _show_step(self) -> None:
        self.scene.resize(self.window.size)
        self.window.stale = True

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self._look()

    def apply_options(self) -> None:
        self.coach.lesson = taught(self.ruleset)  # in the language now in use
        super().apply_options()
        self.resize(self.window.size)


def _model_of(ruleset: AnyRuleset, lesson: Lesson) -> LessonModel:
    document = parse_document(json.dumps(lesson.position), PositionDocument, lesson.title)
    session = start_of(document, rulesets.find, lesson.title)
    give_answers(session, document, lesson.title)
    bot = make_player("greedy", 0)

    def think(session: Session) -> Answer:
        return answer_with(bot, session, secrets.randbits(32))

    others = [player for player in ruleset.players(session.setup) if player != lesson.player]
    return LessonModel(session, lambda played: None, saves_folder(), dict.fromkeys(others, think))


def first_lesson(window: Window, book: AnyRuleset | None = None) -> LessonScreen:
    """Return the lesson of a rulebook, else of the one played last or the default one; raise `DocumentError`."""
    book = book or last_rulebook(teaches)
    return LessonScreen(window, book, taught(book))
