"""The sandbox: an editable table with all measuring aids."""

from __future__ import annotations

import contextlib
from pathlib import Path

from game.documents.error import DocumentError
from game.documents.files import set_unread_aside
from game.documents.locks import hold_unused
from game.documents.reading import read_text
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.loading import open_sandbox
from game.engine.saving.position_text import read_position_text
from game.engine.session import Session
from game.rulesets import DEFAULT, find
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import last_rulebook
from game.ui.sandbox import controller  # noqa: F401 - registers the controller of a sandbox
from game.ui.sandbox.commands import PEOPLE, SandboxCommands, keep_position, positions_folder
from game.ui.sandbox.model import SandboxModel
from game.ui.shell.window import Window
from game.ui.widgets.sheet import notice
from game.wording import _


def kept_path(ruleset: str = DEFAULT) -> Path:
    """Return the file that keeps the last sandbox of a rulebook."""
    return positions_folder() / ("sandbox.json" if ruleset == DEFAULT else f"sandbox-of-{ruleset}.json")


class SandboxScreen(TableScreen):
    """A sandbox that fills the window, saved after every step to a file that no other sandbox uses now."""

    def __init__(self, window: Window, sandbox: Sandbox) -> None:
        path, self._held = hold_unused(kept_path(sandbox.ruleset.name))
        self.model = SandboxModel(sandbox, lambda session: keep_position(session, path), positions_folder())
        super().__init__(window, self.model)
        self.input.obey(SandboxCommands(self.scene, self.model))

    def leave(self) -> None:
        super().leave()
        self._held.let_go()

    def tick(self) -> bool:
        if self.scene.focus.inspection.selected:
            selected, self.scene.focus.inspection.selected = self.scene.focus.inspection.selected, ""
            self.model.select(selected)
        return super().tick()


def sandbox_of_session(window: Window, session: Session) -> SandboxScreen | None:
    """Return a sandbox of a game at this moment; the game is unaffected. None, with `trouble`, if impossible."""
    try:
        return SandboxScreen(window, sandbox_from(session))
    except DocumentError as error:
        window.trouble.append(str(error))
        return None


def last_sandbox(window: Window) -> SandboxScreen:
    """Return the last sandbox of the rulebook played last, or a new one; if it cannot be read, a sheet reports that."""
    path = kept_path(last_rulebook(lambda book: book.editor is not None).name)
    try:
        if path.exists():
            return SandboxScreen(window, open_sandbox(read_position_text(read_text(path), str(path)), find, str(path)))
    except (DocumentError, OSError) as error:
        with contextlib.suppress(OSError):
            set_unread_aside(path, error)
        screen = SandboxScreen(window, fresh())
        text = _("Your last sandbox could not be opened; this is a new one.")
        screen.scene.focus.show(notice(window.theme, [text, str(error)]))
        return screen
    return SandboxScreen(window, fresh())


def fresh(map_name: str | None = None) -> Sandbox:
    """Return an empty sandbox of the rulebook played last, on a map or on its first one; raise `DocumentError`."""
    ruleset = last_rulebook(lambda book: book.editor is not None)
    setup = ruleset.new_setup(GamePlan(PEOPLE[:2], map=map_name))
    return Sandbox(ruleset, setup, ruleset.begin(setup))
