"""Continue: the game that was on the table when the window was last closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.documents.files import previous_of
from game.engine.saving import autosaves
from game.ui.menu.entries import entry
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.shell.window import Window


def why_not() -> str:
    """Return why there is nothing to continue, or an empty string."""
    games = autosaves.autosaved()
    if not games:
        return _("no game has been left on the table")
    own = autosaves.newest()
    if own is None:
        return _("it is being played in another window")
    own.let_go()
    finished = autosaves.is_finished(own.path)
    if finished is None and not previous_of(own.path).exists():
        return _("{name} cannot be read as a game", name=own.path.name)
    return _("the last game is over") if finished else ""


@entry("continue", N_("Continue"), order=10, shortcut="c", why_not=why_not)
def go_on(window: Window) -> None:
    """Open the newest game that saved itself and that nobody plays."""
    from game.ui.menu.opening import ContinuingPlace

    own = autosaves.newest()
    if own is None:
        window.trouble.append(_("The game was not opened: {error}", error=why_not()))
    else:
        window.go(ContinuingPlace(window, own))
