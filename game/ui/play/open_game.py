"""Games come to the table: new ones, the one that was left, saved ones. Nothing that was played is lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.documents.files import saves_folder
from game.engine.saving import autosaves
from game.engine.saving.autosaves import Autosave
from game.engine.session import Session
from game.players import new_session
from game.ui.model.session_model import SessionModel
from game.ui.play.screen import TableScreen
from game.ui.widgets.messages import notice
from game.wording import _

if TYPE_CHECKING:
    from game.engine.saving.saves import Difference
    from game.ui.shell.window import Window


def table(window: Window, session: Session, own: Autosave) -> TableScreen:
    """Return the table of a game that saves itself to a file of its own, its bots on their seats."""
    return TableScreen(window, SessionModel(session, own, saves_folder(), new_session.bots(session)))


def begun(window: Window, session: Session) -> TableScreen:
    """Return the table of a game that begins, saved already; raise `OSError`."""
    own = autosaves.begin()
    try:
        own(session)
    except OSError:
        own.let_go()
        raise
    return table(window, session, own)


def begin(window: Window, session: Session) -> None:
    """Play a new game instead of the place that is shown; raise `OSError`, and that place stays."""
    window.swap(begun(window, session))


def resume(window: Window, path: Path, session: Session, difference: Difference | None) -> None:
    """Go on with a saved game instead of the place that is shown; raise `OSError`, and that place stays.

    A game that saved itself goes on in its file, if nobody else plays it; any other one gets a file of its own.
    """
    own = autosaves.take(path)
    go_on(window, begun(window, session) if own is None else table(window, session, own), difference)


def go_on(window: Window, screen: TableScreen, difference: Difference | None) -> None:
    """Show the table of a saved game instead of the place that is shown, and say where it differs."""
    window.swap(screen)
    if difference is not None:
        texts = [
            _("The rules have changed since it was saved:"),
            str(difference),
            _("It goes on from its last checkpoint."),
        ]
        screen.scene.show(notice(window.theme, texts, _("Loaded, with a difference")))
