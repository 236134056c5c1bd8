"""A lesson at the table: the game above, the coach's words below it, rings around pieces and spots."""

from __future__ import annotations

import json
import secrets
from typing import Final

import pygame

from game import rulesets
from game.documents.files import saves_folder
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer
from game.engine.rulebook.lessons import Lesson
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import give_answers, start_of
from game.engine.session import Session
from game.players import answer_with, make_player
from game.ui.lesson.coach import Coach, taught, teaches
from game.ui.lesson.panel import CoachPanel
from game.ui.lesson.pointing import frame, meant, point_at
from game.ui.lesson.table import LessonCommands, LessonModel, LessonTable
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import last_rulebook
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import action_of_key

AWAY: Final = (-1, -1)
"""Where the mouse is for the table while it is on the plate: what lies under neither is pointed at."""


class LessonScreen(TableScreen):
    """The table of a lesson, with the coach's plate below it; nothing of it is saved."""

    def __init__(self, window: Window, ruleset: AnyRuleset, lesson: Lesson) -> None:
        self.plate = CoachPanel(window.theme)
        self.ruleset = ruleset
        self.coach = Coach(lesson)
        model = _model_of(ruleset, lesson)
        model.coach = self.coach
        super().__init__(window, model)
        self.input.obey(LessonCommands(self.scene))
        self.table = LessonTable(self.scene)
        self.resize(window.size)
        self._look()

    def handle(self, event: pygame.event.Event) -> None:
        action = action_of_key(self.plate.list.actions, event) if event.type == pygame.KEYDOWN else None
        if action is not None:
            if not self.window.repeated:
                self.do(action.id)
        elif event.type == pygame.MOUSEMOTION and self.plate.hover(event.pos):
            super().handle(pygame.event.Event(pygame.MOUSEMOTION, pos=AWAY, rel=event.rel, buttons=event.buttons))
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.plate.rect.collidepoint(event.pos):
            if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                self.do(self.plate.at(event.pos))
        else:
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
        self.plate.show(self.coach)
        if self.plate.place(self.window.size) or self.scene.focus.size != self._room():
            self.scene.resize(self._room())
        self.window.stale = True

    def _room(self) -> tuple[int, int]:
        return self.window.size[0], self.plate.room

    def paint(self, target: pygame.Surface) -> None:
        table = target.subsurface(pygame.Rect((0, 0), self._room()))
        super().paint(table)
        scene, step = self.scene, self.coach.step
        if step is not None and not scene.focus.sheets:
            point_at(
                table, scene.window.theme, scene.focus.camera, scene.focus.layout, step, meant(step, scene.model.pieces)
            )
        self.plate.draw(target)

    def resize(self, size: tuple[int, int]) -> None:
        self.plate.show(self.coach)
        self.plate.place(size)
        self.scene.resize(self._room())
        self._look()

    def apply_options(self) -> None:
        super().apply_options()
        self.coach.lesson = taught(self.ruleset)  # in the language now in use
        self.resize(self.window.size)

    def leave(self) -> None:
        """Do not save: lessons are not kept."""


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
