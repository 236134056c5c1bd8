"""The sandbox: a table to edit, with everything that can be measured on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.documents.error import DocumentError
from game.documents.reading import read_text
from game.engine.rulebook.editing import Editor
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.session import Session
from game.ui.play.screen import TablePlace
from game.ui.prefs.memory import last_rulebook
from game.ui.sandbox import controller  # noqa: F401 - it answers the question that a sandbox asks
from game.ui.sandbox.commands import PEOPLE, SandboxCommands, keep_position, positions_folder, sandbox_of
from game.ui.sandbox.model import SandboxDesk
from game.ui.widgets.messages import notice
from game.wording import _

if TYPE_CHECKING:
    from game.ui.shell.window import Window


def kept_path() -> Path:
    """Return where the sandbox is kept when it is left."""
    return positions_folder() / "sandbox.json"


class SandboxPlace(TablePlace):
    """A sandbox with its desk; what was built is kept after every step."""

    def __init__(self, window: Window, box: Sandbox) -> None:
        self.desk = SandboxDesk.of(box, lambda session: keep_position(session, kept_path()), positions_folder())
        super().__init__(window, self.desk)
        self.input.commands = SandboxCommands(self.scene, self.desk)

    def tick(self) -> bool:
        """Look at whatever was selected."""
        if self.scene.selected:
            selected, self.scene.selected = self.scene.selected, ""
            self.desk.select(selected)
        return super().tick()


def open_sandbox(window: Window, session: Session) -> None:
    """Open the moment at which a game stands in a sandbox on top of what is shown; the game is left alone."""
    try:
        window.go(SandboxPlace(window, sandbox_from(session)))
    except DocumentError as error:
        window.trouble.append(str(error))


def last_sandbox(window: Window) -> SandboxPlace:
    """Return the sandbox as it was left, a new one where there is none; what cannot be read is told."""
    path = kept_path()
    try:
        if path.exists():
            from game.engine.saving.position_text import read_position_text

            return SandboxPlace(window, sandbox_of(read_position_text(read_text(path), str(path)), str(path)))
    except (DocumentError, OSError) as error:
        place = SandboxPlace(window, fresh())
        text = _("The sandbox that was left here could not be opened; this is a new one.")
        place.scene.show(notice(window.theme, [text, str(error)]))
        return place
    return SandboxPlace(window, fresh())


def fresh(map_name: str | None = None) -> Sandbox:
    """Return a sandbox on a bundled map or one from a file, with nothing put down; raise `DocumentError`.

    It is that of the rulebook that was played last, on its first map where none is named.
    """
    ruleset = last_rulebook(Editor)
    setup = ruleset.new_setup(GamePlan(PEOPLE[:2], map=map_name))
    return Sandbox(ruleset, setup, ruleset.begin(setup))
