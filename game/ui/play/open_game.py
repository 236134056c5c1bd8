"""Games come to the table: new ones, the one that was left, saved ones. Nothing that was played is lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.documents.files import autosave_path, saves_folder
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.players import new_session
from game.ui.model.session_model import SessionModel
from game.ui.play.screen import TableScreen
from game.ui.widgets.messages import notice
from game.wording import _

if TYPE_CHECKING:
    from game.engine.saving.saves import Difference
    from game.ui.shell.window import Window


def autosave(session: Session) -> None:
    """Save a game where the next start finds it; raise `OSError`."""
    save_game(session, autosave_path(), "autosave")


def table(window: Window, session: Session) -> TableScreen:
    """Return the table of a game, its bots on their seats."""
    return TableScreen(window, SessionModel(session, autosave, saves_folder(), new_session.bots(session)))


def begin(window: Window, session: Session) -> None:
    """Play a game instead of the place that is shown; the game that was saved automatically is put aside first.

    Raises `OSError`, and the place that is shown stays.
    """
    new_session.put_aside()
    autosave(session)
    window.swap(table(window, session))


def resume(window: Window, path: Path, session: Session, difference: Difference | None) -> None:
    """Go on with a saved game instead of the place that is shown; raise `OSError`, and that place stays."""
    if path != autosave_path():
        new_session.put_aside()
        autosave(session)
    screen = table(window, session)
    window.swap(screen)
    if difference is not None:
        texts = [
            _("The rules have changed since it was saved:"),
            str(difference),
            _("It goes on from its last checkpoint."),
        ]
        screen.scene.show(notice(window.theme, texts, _("Loaded, with a difference")))
