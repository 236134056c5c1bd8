"""Games come to the table: new ones, the one that was left, saved ones. Nothing that was played is lost on the way."""

from __future__ import annotations

from pathlib import Path

from game.documents.files import saves_folder
from game.engine.saving import autosaves
from game.engine.saving.autosaves import Autosave
from game.engine.saving.saves import Difference
from game.engine.session import Session
from game.players import new_session
from game.ui.model.session_model import SessionModel
from game.ui.play.screen import TableScreen
from game.ui.shell.window import Window
from game.ui.widgets.sheet import notice
from game.wording import _


def table(window: Window, session: Session, own: Autosave) -> TableScreen:
    """Return the table of a game that saves itself to a file of its own, its bots on their seats."""
    return TableScreen(window, SessionModel(session, own, saves_folder(), new_session.bots(session)))


def new_table(window: Window, session: Session) -> TableScreen:
    """Return the table of a game that begins, saved already; raise `OSError`."""
    own = autosaves.begin()
    try:
        own(session)
    except OSError:
        own.let_go()
        raise
    return table(window, session, own)


def resumed_table(
    window: Window, path: Path, session: Session, difference: Difference | None, own: Autosave | None = None
) -> TableScreen:
    """Return the table of a saved game, to go on with, and say where it differs; raise `OSError`.

    A game that saved itself goes on in its file, which is `own` if it is held already, unless somebody else plays it;
    any other one gets a file of its own.
    """
    own = own or autosaves.take(path)
    screen = new_table(window, session) if own is None else table(window, session, own)
    if difference is not None:
        texts = [
            _("The rules have changed since it was saved:"),
            str(difference),
            _("It goes on from its last checkpoint."),
        ]
        screen.scene.show(notice(window.theme, texts, _("Loaded, with a difference")))
    return screen
