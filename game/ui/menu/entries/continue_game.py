"""Continue: the game that was on the table when the window was last closed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from game.documents.files import autosave_path
from game.ui.menu.entries import entry
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.shell.window import Window


def why_not() -> str:
    """Return why there is nothing to continue, or an empty string."""
    path = autosave_path()
    if not path.exists():
        return _("no game has been left on the table")
    try:
        finished = bool(json.loads(path.read_text(encoding="utf-8"))["finished"])
    except (OSError, ValueError, KeyError, TypeError):
        return _("{name} cannot be read as a game", name=path.name)
    return _("the last game is over") if finished else ""


@entry("continue", N_("Continue"), order=10, shortcut="c", why_not=why_not)
def go_on(window: Window) -> None:
    """Open the game that was saved automatically."""
    from game.ui.menu.opening import OpeningScreen
    from game.ui.play.open_game import resume

    window.go(OpeningScreen(window, autosave_path(), lambda *opened: resume(window, *opened)))
