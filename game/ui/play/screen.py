"""Screens with a table: a scene that fills the window, and the table of a new, saved or lesson game."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.documents.error import DocumentError
from game.documents.files import saves_folder
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving import autosaves
from game.engine.saving.autosaves import Autosave
from game.engine.saving.loading import Difference
from game.engine.session import Session
from game.lengths import count_in
from game.play.session_model import SessionModel
from game.play.teacher import new_lesson, taught, teaches
from game.players import new_session
from game.ui.play.input import Input
from game.ui.play.scene import TableScene
from game.ui.play.sheets import DiceSheet, difference_notice, greeting, result
from game.ui.prefs.memory import last_rulebook, recall
from game.ui.shell.router import Screen, factory
from game.ui.shell.window import Window
from game.ui.widgets.sheet import Sheet, notice


class SceneScreen(Screen):
    """A scene with its input and its painter."""

    def __init__(self, window: Window, scene: TableScene) -> None:
        self.window = window
        self.scene = scene
        self.input = Input(scene)
        self.painter = self.scene.painter()

    @property
    def sheets(self) -> list[Sheet]:
        """The open sheets over the table, the topmost last."""
        return self.scene.focus.sheets

    def enter(self) -> None:
        count_in(self.scene.model.session.ruleset.terms.unit)
        self.input.release()

    def handle(self, event: pygame.event.Event) -> None:
        self.input.handle(event)

    def tick(self) -> bool:
        """Advance the scene; ask for dice that people roll, show the result, and report problems."""
        scene, focus, hand_over = self.scene, self.scene.focus, self.scene.hand_over
        lively = scene.tick()
        awaiting = scene.model.session.awaiting
        busy = focus.animation.playing
        if awaiting is not None and not busy and not focus.sheets:
            focus.show(DiceSheet(focus, awaiting, lambda: self.input.commands.do("menu")))
        if scene.model.session.finished and not busy and not hand_over.result_shown and not focus.sheets:
            hand_over.result_shown = lively = True
            focus.show(result(focus, hand_over, self.input.commands.from_menu))
        if problems := scene.model.trouble + self.window.trouble:
            scene.model.trouble, self.window.trouble = [], []
            focus.show(notice(self.window.theme, problems))
            self.window.stale = True
        return lively

    def paint(self, target: pygame.Surface) -> None:
        self.scene.refresh_panel()
        self.painter.paint(target)

    def survives(self, error: Exception) -> bool:
        """Close the aid in which an error occurred and report it; return whether an aid was closed."""
        report = self.scene.guard.closes(error)
        if report:
            self.scene.model.trouble.append(report)
            self.painter = self.scene.painter()  # the stored pictures may be incomplete
        return bool(report)

    def resize(self, size: tuple[int, int]) -> None:
        self.scene.resize(size)

    def apply_options(self) -> None:
        self.scene.apply_options()


class TableScreen(SceneScreen):
    """The scene of a game; it is saved automatically on leaving."""

    def __init__(self, window: Window, model: SessionModel, greeting_text: str = "") -> None:
        super().__init__(window, TableScene(model, window))
        if greeting_text:
            self.scene.focus.show(greeting(self.scene.focus, greeting_text))

    def leave(self) -> None:
        self.scene.thinker.end()
        self.scene.model.leave()


def table(window: Window, session: Session, own: Autosave) -> TableScreen:
    """Return the table of a game that is autosaved by `own`, with its bots seated."""
    return TableScreen(window, SessionModel(session, own, saves_folder(), new_session.bots(session)))


def new_table(window: Window, session: Session) -> TableScreen:
    """Return the table of a new game after its first autosave; raise `OSError`."""
    autosave = autosaves.new_autosave()
    try:
        autosave(session)
    except OSError:
        autosave.let_go()
        raise
    return table(window, session, autosave)


def lesson_table(window: Window, book: AnyRuleset | None = None) -> Screen | None:
    """Return the table of a rulebook's lesson (by default of the rulebook played last) where it was left.

    A lesson not left unfinished begins at its first step. Raise `DocumentError`, `OSError`.
    """
    book = book or last_rulebook(teaches)
    unfinished = autosaves.lesson_left(book.name)
    can_continue = unfinished is not None and autosaves.lesson_step(unfinished) <= len(taught(book).steps)
    if unfinished is not None and can_continue and (autosave := autosaves.take_over(unfinished)) is not None:
        return factory("continue")(window, autosave)
    return first_lesson_table(window, book)


def first_lesson_table(window: Window, book: AnyRuleset | None = None) -> Screen:
    """Return the table of a rulebook's lesson (by default of the rulebook played last) at its first step.

    Raise `DocumentError`, `OSError`.
    """
    return new_table(window, new_lesson(book or last_rulebook(teaches)))


def quick_table(window: Window, book: str) -> TableScreen | None:
    """Return the table of a new game of a rulebook against a Recruit, or None, with the reason, if it cannot begin."""
    from game.ui.model.new_game_draft import quick_game  # no other table needs what fits new games together

    try:
        return new_table(window, quick_game(book, recall().draft))
    except (DocumentError, OSError) as error:
        window.trouble.append(str(error))
        return None


def resumed_table(
    window: Window, path: Path, session: Session, difference: Difference | None, own: Autosave | None = None
) -> TableScreen:
    """Return the table of a saved game, with a notice if it loaded with a difference; raise `OSError`.

    An autosaved game continues in its file (`own` if that is already locked), unless another process plays it; any
    other game gets a new file.
    """
    own = own or autosaves.take_over(path)
    screen = new_table(window, session) if own is None else table(window, session, own)
    if difference is not None:
        screen.scene.focus.show(difference_notice(window, difference))
    return screen
