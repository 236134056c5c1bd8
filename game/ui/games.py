"""Games come to the table: new ones, the one that was left, saved ones. Nothing that was played is lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.engine.files import autosave_path, saves_folder
from game.engine.saves import save_game
from game.engine.session import Session
from game.players import seating
from game.ui.desk import Desk
from game.ui.messages import notice
from game.ui.places.table import TablePlace
from game.wording import say

if TYPE_CHECKING:
    from game.engine.saves import Difference
    from game.ui.window import Window


def autosave(session: Session) -> None:
    """Save a game where the next start finds it; raise `OSError`."""
    save_game(session, autosave_path(), "autosave")


def table(window: Window, session: Session) -> TablePlace:
    """Return the table of a game, its bots on their seats."""
    return TablePlace(window, Desk(session, autosave, saves_folder(), seating.bots(session)))


def begin(window: Window, session: Session) -> None:
    """Play a game instead of the place that is shown; the game that was saved automatically is put aside first.

    Raises `OSError`, and the place that is shown stays.
    """
    seating.put_aside()
    autosave(session)
    window.swap(table(window, session))


def resume(window: Window, path: Path, session: Session, difference: Difference | None) -> None:
    """Go on with a saved game instead of the place that is shown; raise `OSError`, and that place stays."""
    if path != autosave_path():
        seating.put_aside()
        autosave(session)
    place = table(window, session)
    window.swap(place)
    if difference is not None:
        texts = [
            say("The rules have changed since it was saved:"),
            str(difference),
            say("It goes on from its last checkpoint."),
        ]
        place.scene.show(notice(window.theme, texts, say("Loaded, with a difference")))
